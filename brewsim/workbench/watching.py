"""Replays for the page: any game behind a number, or the typical, closest and most surprising one, with the win chance over it."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import TYPE_CHECKING, Annotated, Any, Generic, Literal, TypeVar

from pydantic import Field

from brewsim.workbench.chances import chances_of
from brewsim.workbench.endpoints import post
from brewsim.workbench.frames import Played, play_game, replay_of
from brewsim.workbench.onefile import page_of
from brewsim.workbench.picking import Pick, pick_games
from brewsim.workbench.questions import MOST_GAME, Of, Question

if TYPE_CHECKING:
    from brewsim.workbench.server import Bench

Thing = TypeVar("Thing")


class Kept(Generic[Thing]):
    """The last few things that were made: the win chances are asked for right after their game."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._things: OrderedDict[Hashable, Thing] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable, make: Callable[[], Thing]) -> Thing:
        """What was made under this key, or what `make` makes now."""
        with self._lock:
            if key in self._things:
                self._things.move_to_end(key)
                return self._things[key]
        thing = make()
        with self._lock:
            self._things[key] = thing
            while len(self._things) > self.most:
                self._things.popitem(last=False)
        return thing


_games: Kept[Played] = Kept(4)
_picks: Kept[dict[str, Pick]] = Kept(16)


class AskedReplay(Question):
    """A game of one side of a question."""

    of: Of = "variant"
    game: Annotated[int, Field(ge=0, le=MOST_GAME)] | Literal["typical", "closest", "surprising"] = "typical"

    def picked(self) -> Pick:
        """The number of the game, and why it is this one."""
        if isinstance(self.game, int):
            return Pick(self.game, "")
        case = self.case(self.of)
        picks = _picks.find((self.id, self.of), lambda: pick_games(case.rules, case.lineup, self.seed))
        return picks[self.game]

    def played(self) -> Played:
        """The game itself."""
        case, game = self.case(self.of), self.picked().game
        return _games.find((self.id, self.of, game), lambda: play_game(case.rules, case.lineup, game, self.seed))


def replay(bench: "Bench", asked: AskedReplay) -> dict[str, Any]:
    """All frames of a game."""
    return replay_of(asked.played()) | {"why": asked.picked().why}


def chances(bench: "Bench", asked: AskedReplay) -> dict[str, Any]:
    """The win chance over a game."""
    return chances_of(asked.played())


def file(bench: "Bench", asked: AskedReplay) -> dict[str, Any]:
    """The same game as one file to send."""
    played = asked.played()
    page = page_of(replay_of(played) | {"chances": chances_of(played)})
    return {"name": f"{asked.title}_game_{played.game}.html", "content": page}


ROUTES = [
    post("/api/replays", AskedReplay, replay),
    post("/api/replays/chances", AskedReplay, chances),
    post("/api/replays/file", AskedReplay, file),
]
