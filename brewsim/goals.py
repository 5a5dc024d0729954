"""What a designer wants of a game, as sentences: "seats within 1", "rounds 9..11", "ties below 20".

One grammar for `brewsim advise`, for `[check]` of an experiment file and for the workbench. A sentence is what is measured, then its limit.
"""

import difflib
import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

from brewsim.engine.contract import Title
from brewsim.errors import BadInput, shorten

SURE = 0.95  # how sure a goal must be
SEATS = "seats"  # every seat against its fair share of wins; sides where there are teams
ITEMS = "items"  # the worth of every item, or of every item of a kind
WIN_SHARE, AHEAD_OF, WORTH, USED = "win share", "ahead of", "worth", "used"
POINTS_FROM, MARGIN_WITHIN = "points from", "margin within"
# As a designer writes it -> the measure as `compare` calls it. Shares of games, and sizes of another unit.
SHARES = {
    "ties": "tied first place",
    "tied first place": "tied first place",
    "first place tied": "tied first place",
    "tie-break decided": "tie-break decided",
    "shared victory": "shared victory",
    "victory shared": "shared victory",
    "leader at half-time wins": "leader_at_half_wins",
    "last at half-time wins": "last_at_half_wins",
}
SIZES = ("score", "margin", "rounds", "decisions", "turns")
NEAR = (1, 2, 3)  # points of a margin that `compare` counts games by
MAX_GOALS = 100
EXAMPLES = "'seats within 1', 'rounds 9..11', 'ties below 20', 'score above 30'"
NUMBER = r"([-+]?[0-9]{1,12}(?:\.[0-9]{1,12})?) ?(%?)"
SENTENCE = re.compile(rf"(?P<what>.*?) (?:(?P<relation>within|below|above) {NUMBER}|{NUMBER} ?\.\. ?{NUMBER})")


@dataclass(frozen=True)
class Goal:
    """One thing that is wanted. Shares and worths are in points of 100, everything else is in the unit of its measure."""

    text: str  # as the designer wrote it
    measure: str  # as `compare` calls it, or SEATS, ITEMS, WORTH
    group: str  # the item, source, kind of items, bots or `seat 1`; "" if none
    low: float  # -inf where it is open
    high: float  # inf where it is open
    sure: float = SURE

    @property
    def is_in_points(self) -> bool:
        """Whether it is about a share or a worth, in points of 100."""
        return self.measure not in (*SIZES, POINTS_FROM)

    @property
    def is_of_seat(self) -> bool:
        """Whether it is about the win share of one seat."""
        return self.measure == WIN_SHARE and self.group.startswith("seat ")


@dataclass(frozen=True)
class Subject:
    """What a goal can be about."""

    measure: str
    group: str = ""
    least: float = -math.inf  # what it can be
    most: float = math.inf
    relations: tuple[str, ...] = ("below", "above", "..")


def subjects(title: Title, bots: Collection[str] = ()) -> dict[str, Subject]:
    """All that goals of a title can be about, as a designer writes it. Bots are those of lineups in which several meet."""
    found = {SEATS: Subject(SEATS, "", 0, 100, ("within",))}
    for seat in range(1, max(title.seats) + 1):
        found |= dict.fromkeys((f"seat {seat}", f"win share of seat {seat}"), Subject(WIN_SHARE, f"seat {seat}", 0, 100))
    names = sorted(bots)
    found |= {f"win share of {_plain(bot)}": Subject(WIN_SHARE, bot, 0, 100) for bot in names}
    pairs = combinations(names, 2)
    found |= {f"{_plain(bot)} ahead of {_plain(other)}": Subject(AHEAD_OF, f"{bot}, {other}", 0, 100) for bot, other in pairs}
    found |= {name: Subject(measure, "", 0, 100) for name, measure in SHARES.items()}
    for points in NEAR:
        near = f"margin within {points}", f"won by {points} point{'s' if points > 1 else ''} or less"
        found |= dict.fromkeys(near, Subject(MARGIN_WITHIN, f"{points}", 0, 100))
    found |= {name: Subject(name) for name in SIZES if name != "turns" or "turns" in title.metrics}
    found |= {f"points from {_plain(source)}": Subject(POINTS_FROM, source) for source in title.score_sources}
    for kind in ("", *dict.fromkeys(title.item_kinds)):
        about_all = Subject(ITEMS, kind, -100, 100, ("within", "below"))
        found |= dict.fromkeys((kind, kind if kind.endswith("s") else f"{kind}s") if kind else (ITEMS,), about_all)
    for item in title.items:
        name = _plain(item)
        found |= dict.fromkeys((name, f"worth of {name}"), Subject(WORTH, item, -100, 100))
        found |= dict.fromkeys((f"{name} used", f"{name} is used"), Subject(USED, item, 0, 100))
    return found


def parse_goal(title: Title, text: str, bots: Collection[str] = ()) -> Goal:
    """The goal that a sentence tells; it may name these bots.

    >>> from brewsim.games import load_title
    >>> goal = parse_goal(load_title("brew_crafters"), "ties below 20 %")
    >>> goal.measure, goal.low, goal.high
    ('tied first place', -inf, 20.0)
    """
    text = " ".join(text.split())
    where = f"goal '{shorten(text)}'"
    found = SENTENCE.fullmatch(text)
    if not found:
        raise BadInput(f"{where}: write what is measured and its limit, as {EXAMPLES}")
    relation, limit, sign, first, first_sign, last, last_sign = found.groups()[1:]
    subject = _find_subject(title, found["what"], where, bots)
    relation = relation or ".."
    if relation not in subject.relations:
        raise BadInput(f"{where}: {found['what']} has a limit of the form {_forms(subject)}")
    low, high = (float(limit), math.inf) if relation == "above" else (-math.inf, float(limit)) if limit else (float(first), float(last))
    goal = Goal(text, subject.measure, subject.group, -high if subject.measure == SEATS else low, high)
    if (sign or first_sign or last_sign) and not goal.is_in_points:
        raise BadInput(f"{where}: {found['what']} is no share, so its limit has no %")
    if not low < high:
        raise BadInput(f"{where}: the limits are upside down or leave nothing between them; the lower one comes first")
    ends = [end for end in (low, high) if math.isfinite(end)]
    if not (subject.least < high and low < subject.most and all(subject.least <= end <= subject.most for end in ends)):
        raise BadInput(f"{where}: {found['what']} is always from {subject.least:g} to {subject.most:g}, so such a limit says nothing")
    return goal


def measure_or_goal(title: Title, text: str, bots: Collection[str] = ()) -> Goal:
    """The goal that a sentence tells, or one without limits for what is measured alone.

    >>> from brewsim.games import load_title
    >>> [measure_or_goal(load_title("brew_crafters"), text).high for text in ("rounds", "rounds 9..11")]
    [inf, 11.0]
    """
    subject = subjects(title, bots).get(_plain(text))
    return Goal(text, subject.measure, subject.group, -math.inf, math.inf) if subject else parse_goal(title, text, bots)


def check_goals(title: Title, goals: Sequence[Goal]) -> None:
    """Refuse goals that no game can meet at once, one that is named twice, too many, and none."""
    if not 1 <= len(goals) <= MAX_GOALS:
        raise BadInput(f"{len(goals)} goals: 1 to {MAX_GOALS}, such as {EXAMPLES}")
    texts = [goal.text for goal in goals]
    if twice := [text for text in texts if texts.count(text) > 1]:
        raise BadInput(f"the goal '{shorten(twice[0])}' is named twice")
    about: dict[tuple[str, str], list[Goal]] = {}
    for goal in goals:
        for one in single_goals(title, goal):
            about.setdefault((one.measure, one.group), []).append(goal)
    for asked in about.values():
        low, high = max(asked, key=lambda goal: goal.low), min(asked, key=lambda goal: goal.high)
        if not low.low < high.high:
            raise _contradiction(low, high)
    fair = [100 / sides for sides in range(2, max(title.seats) + 1)]
    for all_seats, seat in product(about.get((SEATS, ""), []), goals):
        if seat.is_of_seat and not any(seat.low < share + all_seats.high and share + all_seats.low < seat.high for share in fair):
            raise _contradiction(all_seats, seat)


def _contradiction(one: Goal, other: Goal) -> BadInput:
    return BadInput(f"the goals '{shorten(one.text)}' and '{shorten(other.text)}' contradict each other: no game can meet both")


def items_of(title: Title, goal: Goal) -> list[str]:
    """The items whose worth a goal is about."""
    if goal.measure == WORTH:
        return [goal.group]
    is_asked = goal.measure == ITEMS
    return [item for item, kind in zip(title.items, title.item_kinds) if is_asked and goal.group in ("", kind)]


def single_goals(title: Title, goal: Goal) -> list[Goal]:
    """A goal for each item where it is about several, else the goal itself."""
    return [replace(goal, measure=WORTH, group=item) for item in items_of(title, goal)] or [goal]


def _plain(name: str) -> str:
    """A name as it is compared: `Yeast_Reserves` and `yeast reserves` are the same."""
    return " ".join(name.lower().replace("_", " ").split())


def _find_subject(title: Title, what: str, where: str, bots: Collection[str]) -> Subject:
    known = subjects(title, bots)
    name = _plain(what).removeprefix("the ")
    if name in known:
        return known[name]
    near = [f"'{other}'" for other in difflib.get_close_matches(shorten(name), known, n=3)]
    hint = f"did you mean {' or '.join(near)}? " if near else ""
    first_names = {measure: name for name, measure in reversed(SHARES.items())}.values()
    allowed = [SEATS, "seat 1", *reversed(first_names), *(name for name in SIZES if name in known)]
    allowed += ["points from SOURCE"] if title.score_sources else []
    allowed += ["win share of BOT", "BOT ahead of BOT in the order of the alphabet"] if bots else []
    allowed += ["ITEM (its worth)", "ITEM used", ITEMS, *dict.fromkeys(title.item_kinds)]
    listed = f"Allowed: {', '.join(allowed)}; `brewsim items {title.name}` lists the items"
    raise BadInput(f"{where}: {title.name} has no measure '{shorten(what)}'; {hint}{listed}")


def _forms(subject: Subject) -> str:
    """The ways to write the limit of a subject."""
    return " or ".join("LOW..HIGH" if relation == ".." else f"{relation} NUMBER" for relation in subject.relations)
