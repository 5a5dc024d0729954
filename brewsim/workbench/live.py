"""All that is played for the pages, and what was: started, joined, cancelled and told."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from brewsim.results import Results
from brewsim.workbench.comparing import Comparing
from brewsim.workbench.endpoints import NotThere, WrongFields
from brewsim.workbench.player import Player
from brewsim.workbench.playing import Playing
from brewsim.workbench.questions import Asked, Question, wrong_fields
from brewsim.workbench.sides import Sides
from brewsim.workbench.staged import Stage, Staged, stages_id

KEPT = 32  # questions whose answers are at hand; older ones are read from the data set when they are asked again
PAGES = 100  # that are remembered
PAUSE = 0.2  # seconds between two answers


class Live:
    """The questions of all pages."""

    def __init__(self, out: Path, workers: int) -> None:
        self._sides = Sides(out / "runs")
        self._known: OrderedDict[str, Playing] = OrderedDict()  # by id, those asked last stand last
        self._by_page: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.RLock()
        self._news = threading.Event()
        self._is_closing = False
        self._player = Player(workers, self._news.set)
        self._teller = threading.Thread(target=self._tell, name="teller", daemon=True)
        self._teller.start()

    def ask(self, asked: Asked) -> str:
        """Start a question or join it; its id. What the page asked before ends, unless another page asks it too."""
        if fields := wrong_fields(asked):
            raise WrongFields(fields)
        question = asked.question
        with self._lock:
            playing = self._begin(question.id, asked.page, lambda: Comparing(question, self._sides))
            assert isinstance(playing, Comparing)
            playing.aim_at(question)
            if playing.state != "done" or not playing.is_enough:
                self._start(playing)
        return question.id

    def begin(self, stages: Sequence[Stage], tell: Callable[[list[Any]], dict[str, Any]], page: str) -> str:
        """Play stages, or join them; the id. `tell` makes the answer of what was found in those that have games."""
        with self._lock:
            playing = self._begin(stages_id(stages), page, lambda: Staged(stages, tell, self._sides))
            if playing.state != "done":
                self._start(playing)
        return playing.id

    def get(self, id: str) -> Playing:
        """What was asked for."""
        with self._lock:
            if id not in self._known:
                raise NotThere("this question was not asked, or long ago; ask it again")
            return self._known[id]

    def results(self, question: Question) -> list[Results]:
        """What is played of a question, base and variant; one if nothing is changed, none before its first games."""
        with self._lock:
            playing = self._known.get(question.id)
            return playing.results() if isinstance(playing, Comparing) else []

    def pause(self, id: str) -> Playing:
        """Play no more until it is to go on."""
        with self._lock:
            playing = self.get(id)
            self._stop(playing, "paused")
            return playing

    def go_on(self, id: str) -> Playing:
        """Play again from where it was."""
        with self._lock:
            playing = self.get(id)
            self._start(playing)
            return playing

    def more(self, id: str) -> Playing:
        """Play twice as many games as there are."""
        with self._lock:
            playing = self.get(id)
            playing.more()
            self._start(playing)
            return playing

    def leave(self, page: str) -> None:
        """Hear that a page looks no more at what it asked for; that ends, unless another page looks at it."""
        with self._lock:
            before = self._known.get(self._by_page.pop(page, ""))
            if before is not None:
                before.pages.discard(page)
                if not before.pages:
                    self._stop(before, "cancelled")

    def wait_for_rest(self, is_over: Callable[[], bool]) -> None:
        """Wait until no page waits for the first numbers of an answer, or it is over."""
        self._player.wait_for_rest(is_over)

    def close(self) -> None:
        """End all threads; nothing that was played is lost."""
        self._is_closing = True
        self._news.set()
        self._player.close()
        self._teller.join(timeout=2)
        for playing in self._known.values():
            self._sides.leave(playing)
        self._sides.sweep(lambda run: False)

    def _begin(self, id: str, page: str, make: Callable[[], Playing]) -> Playing:
        """What this page asks for from now on, made if it is not known."""
        if self._by_page.get(page) != id:
            self.leave(page)
        self._by_page[page] = id
        self._by_page.move_to_end(page)
        if len(self._by_page) > PAGES:
            self._by_page.popitem(last=False)
        if id not in self._known:
            self._known[id] = make()
        self._known.move_to_end(id)
        self._known[id].pages.add(page)
        self._forget()
        return self._known[id]

    def _start(self, playing: Playing) -> None:
        playing.begin()
        self._player.start(playing)
        self._news.set()

    def _stop(self, playing: Playing, state: str) -> None:
        if playing.is_active:
            playing.end(state)
        self._player.stop(playing)
        self._sides.leave(playing)
        self._news.set()

    def _forget(self) -> None:
        """Keep only so many that are not played."""
        idle = [id for id, playing in self._known.items() if not playing.is_active]
        for id in idle[: max(0, len(self._known) - KEPT)]:
            del self._known[id]

    def _tell(self) -> None:
        """Add up and answer, until the end."""
        while not self._is_closing:
            self._news.wait(timeout=1.0)
            self._news.clear()
            with self._lock:
                known = list(self._known.values())
            for playing in known:
                self._tell_one(playing)
            self._sides.sweep(self._player.is_busy)
            self._player.wake()
            time.sleep(PAUSE)

    def _tell_one(self, playing: Playing) -> None:
        if playing.state == "playing":
            try:
                if playing.tell():
                    self._news.set()
            except Exception as error:  # of a disk, or a fault: this one ends, the others go on
                playing.fail(error)
        with self._lock:
            if not playing.is_active:
                self._player.stop(playing)
                self._sides.leave(playing)
