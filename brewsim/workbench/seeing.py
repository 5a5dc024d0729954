"""What a seat may see and hear of a game: scenes without what is hidden from it, options and decisions in words that tell no more."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from brewsim.engine.deciding import bot_key
from brewsim.rules import Rules

DEALS = 4  # ways to deal what a seat cannot know; what an option says differently in any of them is luck, and is not told
HIDDEN, TO = "hidden", "to"  # the key of what only its owner sees in a scene, and in it the other seats that see it
LOOSE_ENDS = " :;,(-"  # of a sentence that was cut
wrapping = partial(np.errstate, over="ignore")  # the mixer wraps around on purpose; it warns only when interpreted


class Swift(np.void):  # type: ignore[misc]
    """A record whose fields are read by name in half the time that numpy's own takes: words and scenes read thousands."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except ValueError:
            raise AttributeError(name) from None


@cache
def _swift_dtype(dtype: np.dtype) -> np.dtype:
    return np.dtype((Swift, dtype))


def swift(record: np.record) -> Any:
    """The same record, to be read faster."""
    return np.ndarray((), _swift_dtype(record.dtype), record.tobytes())[()]


def scene_of(rules: Rules, state: np.record) -> dict[str, Any]:
    """The whole table as plain data: as the title draws it, or the words for its standing."""
    package = rules.title.package
    is_drawn = find_spec(f"{package}.scene") is not None
    scene = import_module(f"{package}.scene").scene(swift(rules.record), swift(state)) if is_drawn else plain_scene(rules, state)
    return scene | {"now": scene["now"] | _now(state)}


def _now(state: np.record) -> dict[str, Any]:
    """What every scene says of the moment; at the end nobody does anything."""
    if state.over:
        return {"round": int(state.rounds) + 1, "seat": None, "is_over": True, "doing": "the game is over"}
    return {"round": int(state.rounds) + 1, "seat": int(state.seat) + 1, "is_over": False}


def plain_scene(rules: Rules, state: np.record) -> dict[str, Any]:
    """A scene of any title. Words may tell of hands, so what they say of a seat is for its own eyes; what stands before is open."""
    told = str(rules.title.words.standing(rules.record, state)).split("\n")[0]
    open_to_all, *parts = re.split("(?:^|; )(?:seat|team) \\d+:? ", told)
    return {
        "common": {"open": open_to_all} if open_to_all else {},
        "seats": [{"seat": seat, HIDDEN: {"standing": part}} for seat, part in enumerate(parts, start=1)],
        "now": {},
    }


def seen_by(scene: dict[str, Any], seat: int) -> dict[str, Any]:
    """A scene without what this seat, counted from 1, may not see.

    >>> seats = [{"hidden": {"hand": 2}}, {"hidden": {"hand": 3, "to": [1]}}, {"hidden": {"hand": 4}}]
    >>> seen_by({"common": {"hidden": {"deck": 1}}, "seats": seats}, seat=1)
    {'common': {}, 'seats': [{'hidden': {'hand': 2}}, {'hidden': {'hand': 3, 'to': [1]}}, {}]}
    """
    seats = [own if place == seat else _strip(own, seat) for place, own in enumerate(scene["seats"], start=1)]
    return {key: seats if key == "seats" else _strip(value, seat) for key, value in scene.items()}


def _strip(value: Any, seat: int) -> Any:
    if isinstance(value, dict):
        return {key: _strip(inner, seat) for key, inner in value.items() if key != HIDDEN or _is_shown(inner, seat)}
    return [_strip(inner, seat) for inner in value] if isinstance(value, list) else value


def _is_shown(hidden: Any, seat: int) -> bool:
    return isinstance(hidden, dict) and seat in hidden.get(TO, ())


def dealt_again(rules: Rules, state: np.record, seat: int, deal: int = 0) -> np.record:
    """A copy of the table with what a seat, counted from 0, cannot know dealt in another way. The key knows nothing of the true deal."""
    table = state.copy()
    with wrapping():
        table.key = np.uint64(bot_key(np.uint64(deal), seat, int(state.rounds)))
        rules.title.functions.conceal(rules.record, table, seat, table.key)
    return table


def option_words(rules: Rules, state: np.record, actions: Iterable[int]) -> list[str]:
    """What the seat to move may choose, in words: as far as it is sure before cards are drawn and dice are rolled."""
    tables = [dealt_again(rules, state, int(state.seat), deal) for deal in range(DEALS)]
    return [common_words([_told(rules, table, int(action)) for table in tables]) for action in actions]


def _told(rules: Rules, table: np.record, action: int) -> str:
    after = table.copy()
    with wrapping():
        rules.title.functions.apply(rules.record, after, action)
    return tell(rules, table, action, after)[0]


def common_words(texts: Sequence[str]) -> str:
    """What all of these texts begin with, cut where a sentence may end.

    >>> common_words(["draws blind: Farm (hops)", "draws blind: Mash Tun (malt)"])
    'draws blind'
    >>> common_words(["bids 2 (the die shows 3 areas)", "bids 2 (the die shows 4 areas)"])
    'bids 2'
    """
    if len(set(texts)) == 1:
        return texts[0]
    kept: list[str] = []
    for words in zip(*(text.split(" ") for text in texts)):
        if len(set(words)) > 1:
            break
        kept.append(words[0])
    told = " ".join(kept)
    if told.count("(") > told.count(")"):
        told = told[: told.rindex("(")]
    return told.rstrip(LOOSE_ENDS) or texts[0]


def tell(rules: Rules, before: np.record, action: int, after: np.record) -> list[str]:
    """A decision as lines: what was decided, then what came of it."""
    return _lines(rules.title.words.tell, rules, before, action, after)


def heard(rules: Rules, before: np.record, action: int, after: np.record) -> list[str]:
    """The same as another seat hears it, without what it does not see. A title without secrets tells everybody the same."""
    words = rules.title.words
    return _lines(getattr(words, "overheard", words.tell), rules, before, action, after)


def _lines(telling: Callable[..., str], rules: Rules, before: np.record, action: int, after: np.record) -> list[str]:
    told = telling(swift(rules.record), swift(before), action, swift(after))
    return [line.strip() for line in told.split("\n")]
