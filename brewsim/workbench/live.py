"""All questions that are played, and those that were: started, joined, cancelled and told by their pages."""

import threading
import time
from collections import OrderedDict
from pathlib import Path

from brewsim.workbench.endpoints import NotThere, WrongFields
from brewsim.workbench.player import Player
from brewsim.workbench.playing import COMPILING, Playing
from brewsim.workbench.questions import Asked, wrong_fields
from brewsim.workbench.sides import Sides

KEPT = 32  # questions whose answers are at hand; older ones are read from the data set when they are asked again
PAGES = 100  # that are remembered
PAUSE = 0.2  # seconds between two answers


class Live:
    """The questions of all pages."""

    def __init__(self, out: Path, workers: int) -> None:
        self._sides = Sides(out / "runs")
        self._known: OrderedDict[str, Playing] = OrderedDict()  # by id, those asked last stand last
        self._by_page: OrderedDict[str, str] = OrderedDict()
        self._lock = threading.Lock()
        self._news = threading.Event()
        self._is_closing = False
        self._player = Player(workers, self._news.set)
        self._teller = threading.Thread(target=self._tell, name="teller", daemon=True)
        self._teller.start()

    def ask(self, asked: Asked) -> Playing:
        """Start a question or join it; the earlier one of the same page ends, unless another page asks it too."""
        if fields := wrong_fields(asked):
            raise WrongFields(fields)
        question = asked.question
        with self._lock:
            before = self._known.get(self._by_page.pop(asked.page, ""))
            self._by_page[asked.page] = question.id
            if len(self._by_page) > PAGES:
                self._by_page.popitem(last=False)
            if before is not None:
                before.pages.discard(asked.page)
                if before.question.id != question.id and not before.pages:
                    self._stop(before, "cancelled")
            playing = self._known.setdefault(question.id, Playing(question, self._sides))
            self._known.move_to_end(question.id)
            playing.pages.add(asked.page)
            playing.aim_at(question)
            self._start(playing)
            self._forget()
        return playing

    def get(self, id: str) -> Playing:
        """A question that was asked."""
        with self._lock:
            if id not in self._known:
                raise NotThere("this question was not asked, or long ago; ask it again")
            return self._known[id]

    def pause(self, id: str) -> Playing:
        """Play no more until it is to go on."""
        playing = self.get(id)
        if playing.is_active:
            self._stop(playing, "paused")
        return playing

    def go_on(self, id: str) -> Playing:
        """Play again from where it was."""
        playing = self.get(id)
        self._start(playing)
        return playing

    def more(self, id: str) -> Playing:
        """Play twice as many games as there are."""
        playing = self.get(id)
        playing.more()
        self._start(playing)
        return playing

    def close(self) -> None:
        """End all threads; nothing that was played is lost."""
        self._is_closing = True
        self._news.set()
        self._player.close()
        self._teller.join(timeout=2)
        for playing in self._known.values():
            self._sides.leave(playing)
        self._sides.sweep(lambda run: False)

    def _start(self, playing: Playing) -> None:
        if not playing.is_active:
            playing.end("compiling", COMPILING)
        self._player.start(playing)
        self._news.set()

    def _stop(self, playing: Playing, state: str) -> None:
        if playing.is_active:
            playing.end(state)
        self._player.stop(playing)
        self._sides.leave(playing)
        self._news.set()

    def _forget(self) -> None:
        """Keep only so many questions that are not played."""
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
                playing.tell()
            except Exception as error:  # of a disk, or a fault: this question ends, the others go on
                playing.fail(error)
        if not playing.is_active:
            self._player.stop(playing)
            self._sides.leave(playing)
