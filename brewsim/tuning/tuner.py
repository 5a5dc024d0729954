"""Finds better weights and beliefs: CMA-ES over the play of many candidates against a league. Goes on where it was stopped."""

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from importlib.metadata import version
from itertools import islice
from typing import Any

import numpy as np

from brewsim.bots import ALL_ROUNDER, Bot, check_held, find_bot
from brewsim.engine.contract import Title
from brewsim.errors import BadInput, choice, shorten
from brewsim.experiment import MAX_GAMES, check_seed
from brewsim.matches import Table, Workers, share_of_fair, whole_rotations, wins_of
from brewsim.parts.sources import code_digest, digest_of
from brewsim.rules import Rules
from brewsim.stats.intervals import Estimate
from brewsim.tuning.journal import Journal
from brewsim.tuning.space import Space, rounded, space_around

MIN_GENERATIONS, MIN_CANDIDATE_GAMES = 5, 24  # less than that finds nothing
GAMES_PER_GENERATION = 2.0  # games of a candidate for each generation: a larger budget buys more of both
MEETINGS = 4  # of a candidate in a generation, at least
NEWCOMERS = 20  # means of the tuning that enter the league, evenly over all generations
MAX_ROUNDS = 20
CONFIRMING_GAMES = 10_000
SAMPLING, PLAYING, CONFIRMING, LEGS = range(4)  # purposes, each with chance of its own; each leg after the first is one more


@dataclass(frozen=True)
class Tuning:
    """All that decides what is found.

    With `rounds` it has several legs, which share the budget. In each round a bot is first tuned against what was found, and against
    its own earlier means; then the tuning goes on from that bot, and the league has all that was found before. The aim is a bot that
    such opponents cannot exploit. Without those means the result was weaker (Wizard's Brew, one seed: 1.73 to 2.49 among `greedy`
    instead of 1.85 to 2.83, and exploited no less).
    """

    tables: tuple[Table, ...]  # where the candidates play, one for each number of seats
    name: str  # of the bot that it begins with
    start: Bot
    league: tuple[Bot, ...]  # opponents beside earlier means; the start among them, if it is to be
    budget: int  # games
    seed: int
    held: tuple[str, ...] = ()  # weights and beliefs that stay as they are
    rounds: int = 0
    meets_itself: bool = False  # in half of the meetings all opponents are the latest mean; so where there are rounds
    is_exploit: bool = False  # it meets the league alone, and none of its own earlier means

    def __post_init__(self) -> None:
        check_start(self.name, self.start)
        check_held(self.rules.title, self.start.beliefs, self.held, f"name in {choice('hold')}")
        if not self.dimensions:
            raise BadInput(f"all weights and beliefs of bot '{shorten(self.name)}' are held, so there is nothing to tune")
        check_seed(self.seed)
        if not 0 <= self.rounds <= MAX_ROUNDS:
            raise BadInput(f"{choice('rounds', self.rounds)}: 0 to {MAX_ROUNDS}")
        if not self.least_budget <= self.budget <= MAX_GAMES:
            raise BadInput(f"{choice('budget', self.budget)}: {self.least_budget:,} to {MAX_GAMES:,} games")

    @property
    def rules(self) -> Rules:
        return self.tables[0].rules

    @property
    def dimensions(self) -> int:
        return sum(name not in self.held for name in (*self.rules.title.features, *self.start.beliefs))

    @property
    def candidates(self) -> int:
        """Of a generation, as many as CMA-ES is known to need (Hansen 2016, table 1)."""
        return 4 + int(3 * math.log(self.dimensions))

    @property
    def legs(self) -> int:
        """Tunings that follow each other: the first one, and two in a round."""
        return 1 + 2 * self.rounds

    @property
    def least_budget(self) -> int:
        return self.legs * MIN_GENERATIONS * self.candidates * sum(self._at_tables(MIN_CANDIDATE_GAMES))

    @property
    def table_games(self) -> list[int]:
        """Of each candidate in a generation, at each table."""
        wanted = math.sqrt(GAMES_PER_GENERATION * self.budget / self.legs / self.candidates)
        return self._at_tables(max(MIN_CANDIDATE_GAMES, int(wanted)))

    @property
    def candidate_games(self) -> int:
        """Of each candidate in a generation."""
        return sum(self.table_games)

    @property
    def meetings(self) -> int:
        """That the games of a candidate at a table are divided into, each with other opponents."""
        return math.ceil(MEETINGS / len(self.tables))

    def _at_tables(self, games: int) -> list[int]:
        """At least this many games, shared between the tables."""
        return [whole_rotations(math.ceil(games / len(self.tables)), self.meetings * table.seats) for table in self.tables]

    @property
    def generations(self) -> int:
        """Of all legs, which have equally many."""
        return self.legs * (self.budget // (self.legs * self.candidates * self.candidate_games))

    @property
    def games(self) -> int:
        """That are played: the budget, but for a rest that makes no generation."""
        return self.generations * self.candidates * self.candidate_games

    def seed_of(self, purpose: int) -> int:
        """The seed of games for a purpose, which no other purpose and no usual run has."""
        return int(np.random.SeedSequence([self.seed, purpose]).generate_state(1, np.uint64)[0])

    @cached_property
    def digest(self) -> str:
        """Names the tuning by all that decides what it finds."""
        return digest_of_facts(self.facts)

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What must be the same to go on with a tuning."""
        common = common_facts(self.rules, (self.start, *self.league), self.budget, self.seed)
        return common | {"seats": [table.seats for table in self.tables], "hold": sorted(self.held), "rounds": self.rounds}

    @property
    def origin(self) -> str:
        """Where its bot comes from."""
        return f"Tuned by play, from '{self.name}'"

    @property
    def effort(self) -> str:
        """What was done to find it."""
        rounds = f" in {self.rounds} round{'s' * (self.rounds > 1)} against bots that exploit it" if self.rounds else ""
        held = f" Held: {', '.join(self.held)}." if self.held else ""
        return f"{self.games:,} games{rounds}, {self.generations:,} generations of {self.candidates} candidates.{held}"


def make_tuning(
    tables: Sequence[Table],
    name: str,
    bots: Mapping[str, Bot],
    budget: int,
    seed: int,
    own_name: str = "",
    held: Sequence[str] | None = None,
    against: Sequence[str] | None = None,
    rest: str | None = None,
    rounds: int = 0,
) -> Tuning:
    """The tuning of a bot against a league, see `league_of`.

    What is `held` stays as it is; if nothing is said, that is the bot's character, so that a plan stays the same plan. All else can be
    taken over from another bot: `rest`. `own_name` is what will be found: an earlier bot of that name is no opponent, so that the same
    command finds the same bot again.
    """
    title = tables[0].rules.title
    start = find_bot(title, name, bots)
    held = start.character if held is None else held
    if rest is not None:
        start = _with_rest(start, held, find_bot(title, rest, bots))
    return Tuning(tuple(tables), name, start, league_of(title, bots, name, own_name, against), budget, seed, tuple(held), rounds)


def _with_rest(bot: Bot, held: Sequence[str], other: Bot) -> Bot:
    """The other bot, but for what is held of this one."""

    def mixed(own: Mapping[str, float], others: Mapping[str, float]) -> dict[str, float]:
        free = {name: number for name, number in others.items() if name not in held}
        return free | {name: number for name, number in own.items() if name in held}

    moments = {moment: mixed(bot.moments.get(moment, bot.weights), weights) for moment, weights in other.moments.items()}
    by_seats = {
        seats: {moment: mixed(bot.weights_at(moment, int(seats)), weights) for moment, weights in rows.items()}
        for seats, rows in other.by_seats.items()
    }
    mixtures = {
        "weights": mixed(bot.weights, other.weights),
        "beliefs": mixed(bot.beliefs, other.beliefs),
        "moments": moments,
        "by_seats": by_seats,
    }
    taken_over = {name: getattr(other, name) for name in ("late_round", "late_round_by_seats", "temperature")}
    return bot.model_copy(update=mixtures | taken_over)


def league_of(title: Title, bots: Mapping[str, Bot], name: str, own_name: str, against: Sequence[str] | None = None) -> tuple[Bot, ...]:
    """The opponents of the bot with this name: those that are named, or itself and all others that have weights, do not search and make
    no mistakes on purpose."""
    if against is not None:
        return tuple(find_bot(title, other, bots) for other in against)
    steady = {other: bot for other, bot in bots.items() if not bot.temperature or other == name}
    return tuple(bot for other, bot in steady.items() if any(bot.weights.values()) and not bot.playouts and other != own_name)


def check_start(name: str, start: Bot) -> None:
    """Refuse a bot that has nothing to make better."""
    if start.playouts:
        raise BadInput(f"bot '{shorten(name)}' searches; tune the bot that plays its games out")
    if not any(start.weights.values()):
        raise BadInput(f"bot '{shorten(name)}' has no weights, so there is nothing to tune")


def common_facts(rules: Rules, bots: Sequence[Bot], budget: int, seed: int) -> dict[str, Any]:
    """What must be the same to go on with anything that finds bots."""
    code = [code_digest(rules.title.folder), digest_of("tuning", "matches.py"), version("cma"), version("numpy"), version("scipy")]
    return {
        "title": rules.title.name,
        "seed": seed,
        "budget": budget,
        "rules": digest_of_facts(rules.values),
        "bots": digest_of_facts([bot.model_dump() for bot in bots]),
        "code": digest_of_facts(code),
    }


def make_exploit(table: Table, name: str, bots: Mapping[str, Bot], budget: int, seed: int) -> Tuning:
    """The tuning of a bot against this one alone. It begins as the same bot, or as the usual one if that has nothing to tune."""
    target = find_bot(table.rules.title, name, bots)
    start = name if any(target.weights.values()) and not target.playouts else ALL_ROUNDER
    return Tuning((table,), start, bots[start], (target,), budget, seed, is_exploit=True)


@dataclass(frozen=True)
class Generation:
    """How far a tuning is."""

    number: int  # from 1
    share: float  # of wins, mean over the candidates, relative to the fair share among the league of this generation
    mean: Bot  # what has been found so far
    is_new: bool  # played now, and not read from the journal


Reward = Callable[[Sequence[np.ndarray]], float]  # (table) outcome rows of a candidate -> its share of wins relative to fair, and more


def tune(tuning: Tuning, work: Workers, journal: Journal | None = None, reward: Reward | None = None) -> Iterator[Generation]:
    """Tune, generation by generation; the mean of the last one is what was found. What the journal has is not played again.

    The share of wins is all that counts, unless there is a `reward` that takes its place.
    """
    leg = replace(tuning, budget=tuning.budget // tuning.legs, rounds=0, meets_itself=tuning.rounds > 0)
    league = tuning.league
    for number in range(tuning.legs):
        before = number * leg.generations
        for generation in _tune_once(leg, work, journal.after(before) if journal else None, reward):
            yield replace(generation, number=before + generation.number)
        found = rounded(generation.mean)
        league = (*league, found)
        exploits = number % 2 == 0  # the next leg
        opponents = (found,) if exploits else league
        leg = replace(leg, start=found, league=opponents, seed=tuning.seed_of(LEGS + number) // 2, meets_itself=not exploits)


def _tune_once(tuning: Tuning, work: Workers, journal: Journal | None, reward: Reward | None) -> Iterator[Generation]:
    """One leg of a tuning."""
    import cma  # loads matplotlib, which no other part of a tuning needs

    space = space_around(tuning.tables, tuning.start, tuning.seed_of(SAMPLING), tuning.held)
    rng = np.random.default_rng(tuning.seed_of(PLAYING))
    options = {"popsize": tuning.candidates, "randn": lambda *shape: rng.standard_normal(shape), "seed": np.nan, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy(np.zeros(tuning.dimensions), 1.0, options)
    means: list[Bot] = []
    for number in range(1, tuning.generations + 1):
        places = strategy.ask()
        shares = journal.numbers(number) if journal else None
        is_new = shares is None
        if shares is None:
            shares = _play_generation(tuning, space, places, means, number, work, reward or partial(win_share, tuning.tables))
            if journal:
                journal.add(number, shares)
        strategy.tell(places, [-share for share in shares])
        mean = space.bot(strategy.mean)
        if not tuning.is_exploit and number % max(1, tuning.generations // NEWCOMERS) == 0:
            means.append(mean)
        yield Generation(number, float(np.mean(shares)), mean, is_new)


def win_share(tables: Sequence[Table], rows: Sequence[np.ndarray]) -> float:
    """The share of wins in these rows of one side, relative to fair, the mean over the tables."""
    return float(np.mean([wins_of(own).mean() * table.n_sides for table, own in zip(tables, rows)]))


def _play_generation(
    tuning: Tuning, space: Space, places: Sequence[np.ndarray], means: Sequence[Bot], number: int, work: Workers, reward: Reward
) -> list[float]:
    """(candidate) its reward. All candidates meet the same opponents in the same games."""
    rng = np.random.default_rng([tuning.seed, number])
    meetings = []
    for table, games in zip(tuning.tables, tuning.table_games):
        parts = np.split(np.arange(games) + (number - 1) * games, tuning.meetings)
        meetings += [(table, _draw_opponents(tuning, means, table, rng), part, tuning.seed_of(PLAYING)) for part in parts]
    tasks = [(table, (bot, *others), part, seed) for bot in map(space.bot, places) for table, others, part, seed in meetings]
    rows = iter(work(Table.first_rows, tasks))
    return [reward([np.concatenate(list(islice(rows, tuning.meetings))) for _ in tuning.tables]) for _ in places]


def _draw_opponents(tuning: Tuning, means: Sequence[Bot], table: Table, rng: np.random.Generator) -> list[Bot]:
    """The opponents of a meeting: the start, another bot of the league and an earlier mean are equally likely.

    Where a tuning meets itself, all of them are the latest mean in half of the meetings: an exploiter sits at a table where all others
    play alike, and there other play pays than at a mixed one.
    """
    if tuning.meets_itself and rng.random() < 0.5:
        return [means[-1] if means else tuning.start] * (table.n_sides - 1)
    others = [bot for bot in tuning.league if bot != tuning.start]
    groups = [group for group in ([tuning.start] if tuning.start in tuning.league else [], others, means) if group]

    def draw() -> Bot:
        group = groups[int(rng.integers(len(groups)))]
        return group[int(rng.integers(len(group)))]

    return [draw() for _ in range(table.n_sides - 1)]


@dataclass(frozen=True)
class Confirmation:
    """What a bot that was found is worth, in games that it was not tuned by. Shares are relative to fair."""

    among_start: Estimate  # the new bot among the old one
    start_among: Estimate  # the old bot among the new one

    @property
    def is_better(self) -> bool:
        """Whether the new bot is surely better."""
        return self.among_start.low > 1 > self.start_among.high


def confirm(tuning: Tuning, found: Bot, work: Workers, games: int = CONFIRMING_GAMES) -> dict[int, Confirmation]:
    """By number of seats, what the bot that was found and the one that it began as win among each other."""
    return duels(tuning.tables, found, tuning.start, games, tuning.seed_of(CONFIRMING), work)


def duels(tables: Sequence[Table], found: Bot, start: Bot, games: int, seed: int, work: Workers) -> dict[int, Confirmation]:
    """By number of seats, each of two bots among the other one."""
    return {table.seats: duel(table, found, start, games, seed, work) for table in tables}


def duel(table: Table, found: Bot, start: Bot, games: int, seed: int, work: Workers) -> Confirmation:
    """Each of two bots among the other one."""
    others = table.n_sides - 1
    return Confirmation(
        share_of_fair(table, [found, *[start] * others], games, seed, work),
        share_of_fair(table, [start, *[found] * others], games, seed, work),
    )


def digest_of_facts(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]
