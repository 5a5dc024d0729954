"""What a bot does in a game: how often it uses what, where its points come from, how long its games last; as numbers and in words."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from brewsim.bots import Bot
from brewsim.engine.contract import MISSING, Title
from brewsim.matches import Table, Workers, whole_rotations
from brewsim.rules import Rules
from brewsim.stats.digits import with_unit
from brewsim.stats.names import words

WATCHED_GAMES = 2_000  # of a bot, in which it is seen what it does
MEETINGS = 20  # that these games are divided into, each with other opponents
LEAST_SPREAD = 0.1  # uses, points or rounds; a trait that varies less matters no more than one that varies this much
LEAST_USUAL = 1.0  # distance between two bots; those that are nearer to each other play about the same
SAME = 0.95  # correlation from which on two traits are one
RELATED = 0.6  # and from which on a sentence tells only one of them
CLEAR = 0.2  # spreads by which a bot must differ from the others to be told
MOST_TOLD = 4  # differences in a sentence


@dataclass(frozen=True)
class Trait:
    """Something that can be counted in a game of a bot."""

    phrase: Callable[[bool], str]  # what a bot does that has more of it, or less
    unit: str
    values: Callable[[np.ndarray], np.ndarray]  # outcome rows -> (row) how much of it


@dataclass(frozen=True)
class Scale:
    """How bots of a title are compared: each trait in units of how much it varies from game to game among these bots."""

    traits: Sequence[Trait]
    spreads: np.ndarray  # (trait)
    related: np.ndarray  # [trait, trait] correlation over games, without its sign
    usual: float  # distance between two of the bots, the median, unless they all play about the same

    def means(self, rows: np.ndarray) -> np.ndarray:
        """(trait) what a bot does in a game, on average. Games without a value do not count."""
        return _means(_measured(self.traits, rows))

    def distance(self, one: np.ndarray, other: np.ndarray) -> float:
        """How differently two bots play, given their means."""
        return float(np.linalg.norm((one - other) / self.spreads))


def watch(
    table: Table, bots: Sequence[Bot], field: Sequence[Bot], seed: int, work: Workers, games: int = WATCHED_GAMES
) -> list[np.ndarray]:
    """The outcome rows of each bot in games among opponents drawn from the field, which are the same for all bots."""
    rng = np.random.default_rng(seed)
    size = whole_rotations(max(1, games // MEETINGS), table.seats)
    opponents = [[field[i] for i in rng.integers(len(field), size=table.n_sides - 1)] for _ in range(MEETINGS)]
    tasks = [([bot, *others], np.arange(size) + number * size, seed) for bot in bots for number, others in enumerate(opponents)]
    played = work(table.first_rows, tasks)
    return [np.concatenate(played[first : first + MEETINGS]) for first in range(0, len(played), MEETINGS)]


def make_scale(rules: Rules, rows: Sequence[np.ndarray]) -> Scale:
    """The scale by the rows of some bots. Of traits that say the same in all games, the first one is kept."""
    traits = _traits(rules)
    values = _measured(traits, np.concatenate(rows))
    values = np.where(np.isnan(values), _means(values), values)
    spreads = values.std(axis=0)
    varies = spreads > 0
    standard = np.divide(values - values.mean(axis=0), spreads, out=np.zeros_like(values), where=varies)
    related = np.abs(standard.T @ standard) / len(values)
    kept = [i for i in range(len(traits)) if not (related[i, :i] >= SAME).any()]
    scale = Scale([traits[i] for i in kept], np.maximum(spreads[kept], LEAST_SPREAD), related[np.ix_(kept, kept)], 0.0)
    means = [scale.means(own) for own in rows]
    distances = [scale.distance(one, other) for i, one in enumerate(means) for other in means[:i]]
    return replace(scale, usual=max(LEAST_USUAL, float(np.median(distances or 0.0))))


def describe(scale: Scale, own: np.ndarray, others: np.ndarray) -> str:
    """A sentence on what a bot does more and less than others: (trait) its means, and [bot, trait] theirs."""
    usual = others.mean(axis=0)
    differences = (own - usual) / scale.spreads
    told: list[int] = []
    for i in np.argsort(-np.abs(differences), kind="stable"):
        if len(told) < MOST_TOLD and abs(differences[i]) >= CLEAR and (scale.related[i, told] < RELATED).all():
            told.append(i)
    phrases = [
        f"{scale.traits[i].phrase(differences[i] > 0)} ({with_unit(_number(own[i]), scale.traits[i].unit)}, others {_number(usual[i])})"
        for i in told
    ]
    sentence = ", ".join(phrases) or "does about the same as the others"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _traits(rules: Rules) -> list[Trait]:
    """All that can be seen of a bot in the outcomes of games by these rules."""
    title = rules.title
    found = [_uses(words(item), [number]) for item, number in rules.numbers.items()]
    kinds = dict(zip(title.items, title.item_kinds))
    for kind in dict.fromkeys(title.item_kinds):
        found.append(_uses(f"{kind} items", [number for item, number in rules.numbers.items() if kinds[item] == kind]))
    found += [_metric(title, source, "earns {} from {}", "more", "less", " points") for source in title.score_sources]
    found.append(Trait(lambda more: f"ends {'later' if more else 'earlier'}", " rounds", lambda rows: rows["rounds"]))
    found.append(Trait(lambda more: f"decides {'more' if more else 'less'} often", " times", lambda rows: rows["decisions"]))
    others = [name for name in title.metrics if name not in title.score_sources and not re.search(r"_after_\d+$", name)]  # no standings
    return found + [_metric(title, name, "has {} {}", "more", "fewer", "") for name in others]


def _uses(name: str, items: list[int]) -> Trait:
    return Trait(lambda more: f"uses {name} {'more' if more else 'less'}", " a game", lambda rows: rows["uses"][:, items].sum(axis=1))


def _metric(title: Title, name: str, phrase: str, more: str, less: str, unit: str) -> Trait:
    column = title.metrics.index(name)

    def values(rows: np.ndarray) -> np.ndarray:
        found = rows["metrics"][:, column]
        return np.where(found == MISSING, np.nan, found)

    return Trait(lambda is_more: phrase.format(more if is_more else less, words(name)), unit, values)


def _measured(traits: Sequence[Trait], rows: np.ndarray) -> np.ndarray:
    """[row, trait] how much of it; nan where there is no value."""
    return np.column_stack([trait.values(rows) for trait in traits]).astype(np.float64)


def _means(values: np.ndarray) -> np.ndarray:
    """(trait) the mean over the rows that have a value; 0 if none has."""
    has = ~np.isnan(values)
    return np.divide(np.where(has, values, 0.0).sum(axis=0), has.sum(axis=0), out=np.zeros(values.shape[1]), where=has.any(axis=0))


def _number(number: float) -> str:
    """A mean as people read it.

    >>> _number(12.345), _number(0.456), _number(0.0)
    ('12.3', '0.46', '0')
    """
    return f"{number:.1f}" if abs(number) >= 1 else f"{number:.2f}" if abs(number) >= 0.005 else "0"
