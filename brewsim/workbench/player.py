"""The threads that play: each takes the next part that a question wants; those that are watched first, of several pages in turn."""

import threading
from collections.abc import Callable
from typing import Protocol

from brewsim.manifest import Part
from brewsim.workbench.sides import Side, Stopped

PATIENCE = 2.0  # seconds for a thread to end; one that compiles cannot, and ends with the process

RESTLESS = 0.5  # seconds between two looks whether anything is still urgent: a page that leaves does not say so


class Wanting(Protocol):
    """What asks for games."""

    @property
    def is_active(self) -> bool:
        """Whether it still does."""

    @property
    def is_watched(self) -> bool:
        """Whether somebody waits for it now."""

    @property
    def is_urgent(self) -> bool:
        """Whether other work should give way to it."""

    def open(self) -> None:
        """Do what comes before the first part, in a thread that plays."""

    def open_rest(self) -> None:
        """Do what comes before the other parts, in one of the threads."""

    def next_part(self, busy: set[Part]) -> tuple[Side, Part] | None:
        """A part that is missing and not under way."""

    def fail(self, error: Exception) -> None:
        """Hear that it cannot be played."""


class Player:
    """Worker threads for the questions that are active."""

    def __init__(self, workers: int, heard: Callable[[], object]) -> None:
        self.news = threading.Condition()  # guards everything here
        self._active: list[Wanting] = []  # the one whose turn it is stands first
        self._unopened: list[Wanting] = []
        self._busy: set[Part] = set()
        self._heard = heard  # called after each part
        self._is_closing = False
        self._threads = [threading.Thread(target=self._work, name=f"player-{number}", daemon=True) for number in range(workers)]
        for thread in self._threads:
            thread.start()

    def start(self, one: Wanting) -> None:
        """Play for this one too."""
        with self.news:
            if one not in self._active and one not in self._unopened:
                self._unopened.append(one)
            self.news.notify_all()

    def stop(self, one: Wanting) -> None:
        """Play no more for this one; parts that only it wants end within a step."""
        with self.news:
            self._active = [other for other in self._active if other is not one]
            self._unopened = [other for other in self._unopened if other is not one]

    def close(self) -> None:
        """End all threads."""
        with self.news:
            self._is_closing = True
            self.news.notify_all()
        for thread in self._threads:
            thread.join(timeout=PATIENCE)

    def is_busy(self, run: str) -> bool:
        """Whether parts of the run with this digest are under way."""
        with self.news:
            return any(part.run == run for part in self._busy)

    def wait_for_rest(self, is_over: Callable[[], bool]) -> None:
        """Wait until nothing here is urgent, or it is over: for work that can give way."""
        with self.news:
            while not self._is_closing and not is_over() and any(one.is_urgent for one in (*self._unopened, *self._active)):
                self.news.wait(timeout=RESTLESS)

    def wake(self) -> None:
        """Look again for parts to play."""
        with self.news:
            self.news.notify_all()

    def _work(self) -> None:
        while (work := self._next_work()) is not None:
            work()

    def _next_work(self) -> Callable[[], None] | None:
        """What to do next; waits for it. None at the end."""
        with self.news:
            while not self._is_closing:
                if self._unopened:
                    one = self._unopened.pop(0)
                    return lambda: self._open(one)
                for wanting in sorted(self._active, key=lambda one: not one.is_watched):  # of a page that was closed: when there is time
                    if found := self._found(wanting):
                        side, part = found
                        self._busy.add(part)
                        self._active = [*(other for other in self._active if other is not wanting), wanting]
                        return lambda: self._play(wanting, side, part)
                self.news.wait()
        return None

    def _found(self, wanting: Wanting) -> tuple[Side, Part] | None:
        try:
            return wanting.next_part(self._busy)
        except Exception as error:  # a disk that fails, another process in the folder
            wanting.fail(error)
            return None

    def _open(self, one: Wanting) -> None:
        try:
            one.open()
            with self.news:
                if one.is_active and one not in self._active:
                    self._active.insert(0, one)
                self.news.notify_all()
            if one.is_active:
                one.open_rest()
        except Stopped:
            pass
        except Exception as error:
            one.fail(error)
        self._heard()

    def _play(self, wanting: Wanting, side: Side, part: Part) -> None:
        def hear(games: int) -> None:
            side.heard += games
            if self._is_closing or not side.users:
                raise Stopped

        try:
            side.hold()
            side.play(part, hear)
        except Stopped:
            pass
        except Exception as error:
            wanting.fail(error)
        finally:
            with self.news:
                self._busy.discard(part)
                self.news.notify_all()
            self._heard()
