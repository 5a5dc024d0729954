"""Which part the worker threads take next: of made-up questions, whose parts only say when they were played."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from brewsim.workbench.player import Player
from tests.waiting import SECONDS


@dataclass
class Diary:
    """A side that plays nothing and writes down what it was asked to play."""

    played: list[str] = field(default_factory=list)
    users: set[object] = field(default_factory=lambda: {"a page"})
    heard: int = 0

    def hold(self) -> None:
        pass

    def play(self, part: str, hear: Callable[[int], object]) -> None:
        self.played.append(part)


@dataclass(eq=False)
class Asking:
    """A question of several parts, which is opened when the test says so."""

    name: str
    diary: Diary
    parts: int
    is_watched: bool = False
    is_active: bool = True
    is_urgent: bool = False
    opening: threading.Event = field(default_factory=threading.Event)
    opened: threading.Event = field(default_factory=threading.Event)

    def open(self) -> None:
        self.opened.set()
        assert self.opening.wait(SECONDS)

    def open_rest(self) -> None:
        pass

    def next_part(self, busy: set[str]) -> tuple[Diary, str] | None:
        if not self.parts:
            return None
        self.parts -= 1
        return self.diary, self.name

    def fail(self, error: Exception) -> None:
        raise error


def play_all(*questions: Asking) -> list[str]:
    """The order in which one worker plays these questions, when all are there before the first part."""
    diary, done = questions[0].diary, threading.Event()
    wanted = sum(one.parts for one in questions)
    player = Player(1, lambda: len(diary.played) == wanted and done.set())
    for one in questions:
        player.start(one)
    assert questions[0].opened.wait(SECONDS)  # the worker opens the first one, and the others after it
    for one in questions:
        one.opening.set()
    assert done.wait(SECONDS)
    player.close()
    return diary.played


def test_what_is_watched_is_played_before_what_is_not():
    """Of pages that were closed, questions go on when nobody waits for another one."""
    diary = Diary()
    left = [Asking(f"left {number}", diary, parts=2) for number in range(3)]
    watched = Asking("watched", diary, parts=4, is_watched=True)
    played = play_all(*left, watched)
    assert played[:4] == ["watched"] * 4
    assert sorted(played[4:]) == sorted(one.name for one in left for _ in range(2))


def test_of_several_pages_each_has_its_turn():
    diary = Diary()
    played = play_all(*(Asking(name, diary, parts=3, is_watched=True) for name in ("one", "two", "three")))
    assert all(set(played[turn : turn + 3]) == {"one", "two", "three"} for turn in (0, 3, 6))
