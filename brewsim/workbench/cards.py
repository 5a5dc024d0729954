"""A card's page: what the card says, and the games that tell how strong it is, when and with whom, and what each of its numbers does."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from brewsim.errors import BadInput, unknown
from brewsim.experiment import Experiment, ExperimentFile, make_experiment
from brewsim.outcomes import to_frame
from brewsim.play import simulate
from brewsim.reading import MAX_TEXT
from brewsim.rules import Item, Rules, items_of, load_rules
from brewsim.stats.names import words
from brewsim.stats.uses import companions
from brewsim.workbench.endpoints import post
from brewsim.workbench.questions import Asked, Question
from brewsim.workbench.rulebook import rulebook, sentence_case
from brewsim.workbench.staged import Stage
from brewsim.workbench.strengths import find_alone, find_curve, find_kind, find_partners, labels_of, tell_curve, tell_study

if TYPE_CHECKING:
    from brewsim.workbench.server import Bench

ALONE_GAMES = 16_384  # of the card alone; the others are many cases
KIND_GAMES = 4_096
PAIR_GAMES = 8_192
CURVE_GAMES = 8_192
PARTNERS = 3
LOOKED_AT = 1_024  # games that tell which cards go along with it
MOST_POINTS = 7  # of a curve; an odd number, so that as many lie on either side
LEAST_REACH = 3  # how far a curve reaches on either side of the printed number, at least


class AskedCurve(Asked):
    """A number of the card, by its path in the rules."""

    path: str = Field(max_length=MAX_TEXT)


class Left(BaseModel):
    """The tab of the browser that looks at no card any more."""

    model_config = ConfigDict(extra="forbid", strict=True)

    page: str = Field(max_length=64)


@dataclass(frozen=True)
class Card:
    """An item and the rules that it is looked at under."""

    item: Item
    question: Question

    @cached_property
    def rules(self) -> Rules:
        """The present rules: those of the variant."""
        return self.question.rules("variant")

    @property
    def same_kind(self) -> list[str]:
        """The items that it is compared with, itself first: its games are played first."""
        kind = [one.item for one in items_of(self.rules) if one.kind == self.item.kind]
        return sorted(kind, key=lambda item: item != self.item.item)

    def experiment(self, what: str, games: int, rules: Sequence[Rules] = (), **keys: Any) -> Experiment:
        """Games of the question's seats and bots by the present rules, or by these."""
        names, asked = self.question.names, self.question
        table: dict[str, Any] = {"seats": len(names), "lineups": [list(names)], "rotate": asked.is_mixed, "seed": asked.seed}
        file = ExperimentFile(title=asked.title, games=games, **table, **keys)
        return make_experiment(f"{asked.title}_{what}", file, rules or [self.rules])


def find_card(question: Question, item: str) -> Card:
    """The card of this name."""
    known = {one.item: one for one in items_of(question.rules("variant"))}
    if item not in known:
        raise unknown(f"item of {question.title}", item, known)
    return Card(known[item], question)


def card(bench: "Bench", asked: Question, item: str) -> dict[str, Any]:
    """What a card says under the present rules; nothing is played for it."""
    found, labels = find_card(asked, item), labels_of(asked.title)
    values = [_value(value, found) for value in _all_values(asked.title) if _is_of(found.item, value["path"])]
    return {
        "item": item,
        "label": labels[item],
        "kind": words(found.item.kind),
        "does": found.item.does,
        "others": [{"item": other, "label": labels[other]} for other in found.same_kind[1:]],
        "values": values,
    }


def _all_values(title: str) -> Iterator[dict[str, Any]]:
    return (value for section in rulebook(title)["sections"] for value in section["values"])


def _is_of(item: Item, path: str) -> bool:
    """Whether a value stands in the item's own table."""
    return bool(item.path) and path.startswith(f"{item.path}.")


def _value(value: dict[str, Any], card: Card) -> dict[str, Any]:
    """A value of the card, named by what it is in the card's own table, as it is now."""
    path = value["path"]
    label = sentence_case(path.removeprefix(f"{card.item.path}.").replace(".", ", "))
    return value | {"label": label, "value": card.rules.values[path], "points": curve_points(value)}


def study(bench: "Bench", asked: Asked, item: str) -> dict[str, str]:
    """Begin, or join, the games that tell how strong a card is."""
    found = find_card(asked, item)
    return {"id": bench.live.begin(study_stages(found), tell_study, f"{asked.page}:study")}


def curve(bench: "Bench", asked: AskedCurve, item: str) -> dict[str, str]:
    """Begin, or join, the games that tell how the game answers to a number of the card."""
    found = find_card(asked, item)
    return {"id": bench.live.begin(curve_stages(found, asked.path), partial(tell_curve, item), f"{asked.page}:curve")}


def leave(bench: "Bench", left: Left) -> dict[str, str]:
    """End the games of a card's page that was left: the live question needs the cores."""
    for games in ("study", "curve"):
        bench.live.leave(f"{left.page}:{games}")
    return {}


def study_stages(card: Card) -> list[Stage]:
    """The card taken from a seat; then each of its kind; then the card and those that go along with it, alone and both."""
    item = card.item.item
    alone = card.experiment("alone", ALONE_GAMES, without=[item])
    stages = [Stage(alone, partial(find_alone, item))]
    if len(card.same_kind) > 1:
        stages.append(Stage(card.experiment("kind", KIND_GAMES, without=card.same_kind), find_kind))
    if partners := _partners(alone, item):
        both = card.experiment("pairs", PAIR_GAMES, pairs=[item, *partners])
        cases = tuple(case for case in both.cases if len(case.without) < 2 or item in case.without)
        stages.append(Stage(replace(both, cases=cases), partial(find_partners, item)))
    return stages


def _partners(experiment: Experiment, item: str) -> list[str]:
    """The items that go along with this one most, by the first games of free play."""
    free = experiment.cases[0]
    rows = simulate(free.rules, free.lineup, np.arange(LOOKED_AT), experiment.seed)
    frame = to_frame(free.rules, rows, free.name, free.lineup.names)
    return companions(frame.lazy(), item, experiment.title.items)[:PARTNERS]


def curve_stages(card: Card, path: str) -> list[Stage]:
    """A number of the card at its printed value, at both ends and between; then at the values that lie between these."""
    value = next((one for one in _all_values(card.question.title) if one["path"] == path), None)
    if value is None or not _is_of(card.item, path):
        raise BadInput(f"{path} is no number of {card.item.name}")
    points = [point for point in curve_points(value) if point != value["printed"]]
    middle = points[len(points) // 2 : len(points) // 2 + 1]
    coarse = list(dict.fromkeys([*points[:1], *points[-1:], *middle]))
    stages = [coarse, [point for point in points if point not in coarse]]
    at_print = _with(card, path, value["printed"])
    rules = [[one for point in stage if (one := _with(card, path, point))] for stage in stages]
    if at_print is None or not rules[0]:
        raise BadInput(f"{path} has no other value to be played")
    played = [card.experiment("curve", CURVE_GAMES, [at_print, *others], without=[card.item.item]) for others in rules if others]
    return [Stage(experiment, partial(find_curve, path)) for experiment in played]


def _with(card: Card, path: str, value: Any) -> Rules | None:
    """The present rules with another value, unless they would be impossible."""
    changes = {**card.question.changes, path: value}
    try:
        return load_rules(card.question.title, changes, variant=f"{path}-{value}")
    except BadInput:
        return None


def curve_points(value: dict[str, Any]) -> list[Any]:
    """The values that a curve of a number has: the printed one, and around it as far as its limits and its own size reach.

    >>> curve_points({"kind": "integer", "printed": 3, "low": 0, "high": 8})
    [0, 1, 2, 3, 4, 5, 6]
    >>> curve_points({"kind": "integer", "printed": 21, "low": 1, "high": 200})
    [1, 8, 14, 21, 28, 35, 42]
    >>> curve_points({"kind": "integer", "printed": 0, "low": 0, "high": 1}), curve_points({"kind": "text", "printed": "ale"})
    ([0, 1], [])
    """
    if value["kind"] not in ("integer", "number") or value["low"] is None or value["high"] is None:
        return []
    printed = value["printed"]
    reach = max(LEAST_REACH, abs(printed))
    low, high = max(value["low"], printed - reach), min(value["high"], printed + reach)
    below = 0 if low == printed else MOST_POINTS - 1 if high == printed else MOST_POINTS // 2
    points = [*np.linspace(low, printed, below + 1), *np.linspace(printed, high, MOST_POINTS - below)]
    return sorted({round(point) if value["kind"] == "integer" else float(point) for point in points})


ROUTES = [
    post("/api/cards", Left, leave),
    post("/api/cards/{item}", Question, card),
    post("/api/cards/{item}/study", Asked, study),
    post("/api/cards/{item}/curve", AskedCurve, curve),
]
