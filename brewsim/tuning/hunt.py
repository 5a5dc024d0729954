"""Plans that nobody thought of: tunings from many starts with a reward for playing differently, and what they have found."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage

from brewsim.bots import ALL_ROUNDER, Bot
from brewsim.errors import BadInput, choice
from brewsim.experiment import MAX_GAMES, check_seed
from brewsim.matches import Table, Workers, relative_to_fair, share_of_fair, wins_of
from brewsim.stats.intervals import CONFIDENCE, Estimate
from brewsim.tuning.behaviour import Scale, describe, make_scale, watch
from brewsim.tuning.journal import Journal
from brewsim.tuning.space import rounded, space_around
from brewsim.tuning.tuner import Generation, Reward, Tuning, digest_of_facts, tune, win_share

MAX_STARTS = 100
START_STEPS = 2.0  # of each weight and belief, from a bot of the box to a random place around it
FLOOR = 0.8  # share of wins relative to fair from which on a plan can compete; below, only winning counts
NOVELTY_WORTH = 0.5  # share of wins that it is worth to play as differently from all known plans as two bots of the box do
MOST_NOVELTY = 2.0  # more than that is worth no more
SAME_PLAN = 0.5  # two bots that differ by less have the same plan; novelty as above
MATCH_SHARE = 0.25  # of the budget, for the matches between the plans
MIN_MATCH_GAMES, MAX_MATCH_GAMES = 300, 4_000  # of one plan among another
STARTING, TUNING, WATCHING, SORTING, MATCHES = range(5)  # purposes, each with chance of its own


@dataclass(frozen=True)
class Hunt:
    """All that decides what is found."""

    table: Table
    # The bots that it begins with, the usual one first; all have weights, none searches or makes mistakes on purpose.
    box: Mapping[str, Bot]
    starts: int
    budget: int  # games of all tunings
    seed: int

    def __post_init__(self) -> None:
        if not 1 <= self.starts <= MAX_STARTS:
            raise BadInput(f"{choice('starts', self.starts)}: 1 to {MAX_STARTS}")
        check_seed(self.seed)
        least = self.starts * Tuning((self.table,), ALL_ROUNDER, self.box[ALL_ROUNDER], (), MAX_GAMES, self.seed).least_budget
        if not least <= self.budget <= MAX_GAMES:
            raise BadInput(f"{choice('budget', self.budget)}: {least:,} to {MAX_GAMES:,} games for {self.starts} starts")

    def start_of(self, number: int) -> str:
        """The bot of the box that a start is, or is near to."""
        return list(self.box)[number % len(self.box)]

    def is_random(self, number: int) -> bool:
        """Whether a start is a random place around a bot of the box, and not the bot itself."""
        return number >= len(self.box)

    def tuning(self, number: int, found: Sequence[Bot] = ()) -> Tuning:
        """The tuning of one start, against the box and what was found before."""
        name = self.start_of(number)
        start = self.box[name]
        if self.is_random(number):
            rng = np.random.default_rng(self.seed_of(STARTING, number))
            space = space_around((self.table,), start, self.seed_of(STARTING, number))
            start = rounded(space.bot(START_STEPS * rng.standard_normal(len(space.steps))))
        league = (*self.box.values(), *found)
        return Tuning((self.table,), name, start, league, self.budget // self.starts, self.seed_of(TUNING, number) // 2)

    def seed_of(self, purpose: int, number: int = 0) -> int:
        """The seed of games for a purpose, which no usual run has."""
        return int(np.random.SeedSequence([self.seed, purpose, number], spawn_key=(2,)).generate_state(1, np.uint64)[0])

    @cached_property
    def generations(self) -> int:
        """Of all tunings, which have the same number of them."""
        return self.starts * self.tuning(0).generations

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What must be the same to go on with a hunt."""
        return {**self.tuning(0).facts, "seed": self.seed, "budget": self.budget, "starts": self.starts}

    @cached_property
    def digest(self) -> str:
        """Names the hunt by all that decides what it finds."""
        return digest_of_facts(self.facts)


def make_hunt(table: Table, bots: Mapping[str, Bot], starts: int, budget: int, seed: int) -> Hunt:
    """The hunt that begins with all of these bots that have weights, do not search and make no mistakes on purpose."""
    box = {name: bot for name, bot in bots.items() if any(bot.weights.values()) and not bot.playouts and not bot.temperature}
    return Hunt(table, {ALL_ROUNDER: box[ALL_ROUNDER], **box}, starts, budget, seed)


def seek(hunt: Hunt, work: Workers, journal: Journal | None = None) -> Iterator[Generation]:
    """Tune from every start, one after the other; the mean of the last generation of each is what was found (`found_in`).

    The first start looks for strength alone; all others are also rewarded for playing unlike the box and unlike what was found before.
    """
    table, box = hunt.table, list(hunt.box.values())
    rows = watch(table, box, box, hunt.seed_of(WATCHING), work)
    scale = make_scale(table.rules, rows)
    known, found = [scale.means(own) for own in rows], list[Bot]()
    for number in range(hunt.starts):
        tuning = hunt.tuning(number, found)
        reward = _reward(table, scale, np.array(known)) if number else None
        for generation in tune(tuning, work, journal.after(number * tuning.generations) if journal else None, reward):
            yield generation
        found.append(rounded(generation.mean))
        (own,) = watch(table, found[-1:], box, hunt.seed_of(WATCHING), work)
        known.append(scale.means(own))


def found_in(hunt: Hunt, generations: Iterable[Generation]) -> list[Bot]:
    """(start) The bot that it has led to."""
    means = [rounded(generation.mean) for generation in generations]
    each = hunt.generations // hunt.starts
    return means[each - 1 :: each]


def _reward(table: Table, scale: Scale, known: np.ndarray) -> Reward:
    """Winning, and playing unlike these [plan, trait] as long as one can compete."""

    def reward(rows: Sequence[np.ndarray]) -> float:
        share, own = win_share((table,), rows), scale.means(rows[0])
        novelty = min(scale.distance(own, other) for other in known) / scale.usual
        return share + (NOVELTY_WORTH * min(novelty, MOST_NOVELTY) if share >= FLOOR else 0.0)

    return reward


@dataclass(frozen=True)
class Plan:
    """A way to play that was found, and the best bot that plays so."""

    bot: Bot
    start: int  # that led to it
    n_starts: int  # that led to bots of this plan
    share: Estimate  # of its wins among the box and all that was found, relative to fair
    does: str  # a sentence
    nearest: str  # bot of the box
    is_new: bool  # whether it plays otherwise than that one


@dataclass(frozen=True)
class Match:
    """A bot alone at a table of another one."""

    bot: str
    other: str
    share: Estimate  # of its wins, relative to fair; the intervals of all matches hold at once


def sort_plans(hunt: Hunt, found: Sequence[Bot], work: Workers) -> list[Plan]:
    """What was found, a plan for each group of bots that do about the same; who wins most comes first. Who cannot compete is left out."""
    table, box = hunt.table, list(hunt.box.values())
    rows = watch(table, [*box, *found], [*box, *found], hunt.seed_of(SORTING), work)
    scale = make_scale(table.rules, rows[: len(box)])
    known, means = (np.array([scale.means(own) for own in part]) for part in (rows[: len(box)], rows[len(box) :]))
    shares = [relative_to_fair(table, wins_of(own)) for own in rows[len(box) :]]
    able = [number for number, share in enumerate(shares) if share.value >= FLOOR]
    plans = []
    for group in _groups(means[able] / scale.spreads, SAME_PLAN * scale.usual):
        numbers = [able[i] for i in group]
        best = max(numbers, key=lambda number: shares[number].value)
        distances = [scale.distance(means[best], other) for other in known]
        nearest = int(np.argmin(distances))
        is_new = distances[nearest] >= SAME_PLAN * scale.usual
        does = describe(scale, means[best], known)
        plans.append(Plan(found[best], best, len(numbers), shares[best], does, list(hunt.box)[nearest], is_new))
    return sorted(plans, key=lambda plan: -plan.share.value)


def _groups(places: np.ndarray, distance: float) -> list[list[int]]:
    """The rows of places that are on average nearer to each other than this (hierarchical clustering by average linkage).

    >>> _groups(np.array([[0.0], [5.0], [0.1]]), 1.0)
    [[0, 2], [1]]
    """
    if len(places) < 2:
        return [[i] for i in range(len(places))]
    labels = fcluster(linkage(places, "average"), distance, "distance")
    return [np.flatnonzero(labels == label).tolist() for label in dict.fromkeys(labels)]


def play_matches(hunt: Hunt, plans: Mapping[str, Bot], work: Workers) -> list[Match]:
    """Each of these bots and of the box alone at tables of each other one, at every seat equally often.

    The intervals hold for all matches at once (Bonferroni).
    """
    players = {**plans, **hunt.box}
    pairs = list(permutations(players, 2))
    games = int(np.clip(MATCH_SHARE * hunt.budget / len(pairs), MIN_MATCH_GAMES, MAX_MATCH_GAMES))
    confidence = 1 - (1 - CONFIDENCE) / len(pairs)
    others = hunt.table.n_sides - 1
    return [
        Match(
            bot,
            other,
            share_of_fair(hunt.table, [players[bot], *[players[other]] * others], games, hunt.seed_of(MATCHES, number), work, confidence),
        )
        for number, (bot, other) in enumerate(pairs)
    ]


@dataclass(frozen=True)
class Verdict:
    """Who beats all others."""

    leaders: tuple[str, ...]  # the fewest bots of which each surely beats all bots that are not among them; maybe all
    least: Match | None  # in which a leader wins least among another bot
    most: Match | None  # in which another bot wins most among a leader

    @property
    def dominant(self) -> str | None:
        """The bot that beats all others by itself."""
        return self.leaders[0] if len(self.leaders) == 1 else None


def judge(matches: Sequence[Match]) -> Verdict:
    """Who beats whom: a bot that surely wins more than its share among another one, which surely wins less among it."""
    shares = {(match.bot, match.other): match.share for match in matches}
    bots = dict.fromkeys(match.bot for match in matches)
    beaten = {bot: {one for one in bots if one != bot and shares[bot, one].low > 1 > shares[one, bot].high} for bot in bots}
    ordered = sorted(bots, key=lambda bot: -len(beaten[bot]))
    n = next(n for n in range(1, len(ordered) + 1) if all(beaten[bot].issuperset(ordered[n:]) for bot in ordered[:n]))
    leaders, rest = ordered[:n], ordered[n:]
    ahead = [match for match in matches if match.bot in leaders and match.other in rest]
    behind = [match for match in matches if match.bot in rest and match.other in leaders]
    least = min(ahead, key=lambda match: match.share.value, default=None)
    return Verdict(tuple(leaders), least, max(behind, key=lambda match: match.share.value, default=None))
