"""Learning by play: a bot plays against itself and others, and its weights move towards what wins, at each number of seats by themselves.

The gradient of what it wins is measured in whole games (`engine/learning.py`), for each moment: a phase in the early or the late part
of a game. A step goes along the natural gradient: it is as long as the choices that it changes allow, not as the weights happen to be
measured. Steps become shorter, so that the bot settles.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from brewsim.bots import ALL_ROUNDER, Bot, find_bot, moments
from brewsim.engine.deciding import moment_of
from brewsim.engine.learning import notes_dtype, practise
from brewsim.errors import BadInput, choice
from brewsim.experiment import MAX_GAMES, MAX_SEED, check_seed
from brewsim.matches import Table, Workers, whole_rotations
from brewsim.play import new_desks
from brewsim.rules import Rules
from brewsim.tuning.journal import Journal
from brewsim.tuning.space import DIGITS, Decision, sample_decisions
from brewsim.tuning.tuner import CONFIRMING_GAMES, Confirmation, check_start, common_facts, digest_of_facts, duels, league_of

STEPS = 80  # at each table
ITSELF, SHARP, ALL_ROUNDERS, START, MIXED = 3, 1, 2, 1, 1  # pieces of a step by who sits at the other seats, see `_pieces`
PIECES = ITSELF + SHARP + ALL_ROUNDERS + START + MIXED
EARLIER = 6  # learners that it still meets, each ten steps older than the next
LENGTH = 0.04  # of the first step: how far the choices may move, as the mean information (nats) in one of them
DAMPING = 0.02  # of a step where the bot is sure already, and games tell little: as a share of how much features vary
RARE = 0.03  # share of the choices below which a moment is damped as if it had that
LEAST_LOOKS = 50  # at a moment in a step, or its weights stay
LEAST_SPREAD, MOST_SPREAD = 0.1, 100.0
TRYING = 1.0  # temperature of the learner
SAMPLE, LEAST_SAMPLE = 1500, 5  # decisions that tell the spread; of a moment, or it is taken for that of the others
CONFIRMING = 0  # beside the numbers of the steps


@dataclass(frozen=True)
class Learning:
    """All that decides what is learned."""

    tables: tuple[Table, ...]  # one for each number of seats
    name: str  # of the bot that it begins with
    start: Bot
    league: tuple[Bot, ...]
    all_rounder: Bot
    budget: int  # games
    seed: int
    spread: float  # of the values of options in a decision when it begins: less of it tries more

    def __post_init__(self) -> None:
        check_start(self.name, self.start)
        check_seed(self.seed)
        least = sum(STEPS * PIECES * table.seats for table in self.tables)
        if not least <= self.budget <= MAX_GAMES:
            raise BadInput(f"{choice('budget', self.budget)}: {least:,} to {MAX_GAMES:,} games")
        if not LEAST_SPREAD <= self.spread <= MOST_SPREAD:
            raise BadInput(f"{choice('spread', self.spread)}: {LEAST_SPREAD:g} to {MOST_SPREAD:g}")

    @property
    def rules(self) -> Rules:
        return self.tables[0].rules

    @property
    def steps(self) -> int:
        """At all tables, one table after the other."""
        return STEPS * len(self.tables)

    def piece_games(self, table: Table) -> int:
        """Of a piece of a step."""
        return whole_rotations(self.budget // (self.steps * PIECES) - table.seats + 1, table.seats)

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What must be the same to go on."""
        common = common_facts(self.rules, (self.start, *self.league, self.all_rounder), self.budget, self.seed)
        return common | {"seats": [table.seats for table in self.tables], "spread": self.spread}

    @property
    def origin(self) -> str:
        """Where its bot comes from."""
        return f"Has learned by play, from '{self.name}'"

    @property
    def effort(self) -> str:
        """What was done to find it."""
        games = sum(STEPS * PIECES * self.piece_games(table) for table in self.tables)
        return f"{games:,} games, {STEPS} steps at each number of seats."

    @cached_property
    def digest(self) -> str:
        """Names it by all that decides what is learned."""
        return digest_of_facts(self.facts)

    def rng(self, number: int) -> np.random.Generator:
        """The chance of a step, or of the games that confirm what was learned: CONFIRMING."""
        return np.random.default_rng([self.seed, number])


def make_learning(
    tables: Sequence[Table],
    name: str,
    bots: Mapping[str, Bot],
    budget: int,
    seed: int,
    spread: float,
    own_name: str = "",
    against: Sequence[str] | None = None,
) -> Learning:
    """The learning of a bot among itself and the league that a tuning has. `own_name` is what will be found."""
    title = tables[0].rules.title
    league = league_of(title, bots, name, own_name, against)
    return Learning(tuple(tables), name, find_bot(title, name, bots), league, bots[ALL_ROUNDER], budget, seed, spread)


@dataclass(frozen=True)
class Step:
    """How far a learning is."""

    number: int  # from 1, over all tables
    share: float  # of wins of the learner among others, relative to fair
    bot: Bot
    is_new: bool  # played now, and not read from the journal


def learn(learning: Learning, work: Workers, journal: Journal | None = None) -> Iterator[Step]:
    """Learn, table by table and step by step; the bot of the last step is what was found. What the journal has is not played again."""
    learned = learning.start
    for place, table in enumerate(learning.tables):
        decisions = sample_decisions(table, learning.start, learning.seed, SAMPLE)
        learned = _with_late_part(learned, table, decisions)
        for step in _learn_at(learning, table, learned, decisions, place * STEPS, work, journal):
            yield step
        learned = step.bot


def _with_late_part(bot: Bot, table: Table, decisions: Sequence[Decision]) -> Bot:
    """The bot with a late part of the game that has half of its decisions at this table; if it has one already, as it is."""
    if bot.late_round_at(table.seats):
        return bot
    usual = round(float(np.median([decision.state.rounds for decision in decisions])))
    return bot.model_copy(update={"late_round_by_seats": {**bot.late_round_by_seats, str(table.seats): max(1, usual)}})


def _learn_at(
    learning: Learning, table: Table, learned: Bot, decisions: Sequence[Decision], before: int, work: Workers, journal: Journal | None
) -> Iterator[Step]:
    """The steps at one table. The bot has `learned` at others already."""
    start = table.lineup([learned] * table.n_sides).players(table.rules)[0][0]
    scales = _scales(start, decisions, learning.spread)[:, None]
    first = weights = np.vectorize(_told)(start.weights * scales)
    earlier: list[Bot] = []
    for number in range(before + 1, before + STEPS + 1):
        known = journal.numbers(number) if journal else None
        bot = _with_rows(learned, table, weights, np.ones(weights.shape, bool)).model_copy(update={"temperature": TRYING})
        if (number - before) % 10 == 0:
            earlier = [*earlier, _sharpened(bot)][-EARLIER:]
        if known is not None:
            share, *flat = known
        else:
            tasks = _pieces(learning, table, bot, earlier, learning.rng(number))
            played = work(_practise, tasks)
            share = _share(table, tasks, played)
            length = LENGTH * (1 - (number - before - 1) / STEPS) ** 2
            flat = [_told(weight) for weight in (weights + step_along(*gather(played), length)).ravel()]
            if journal:
                journal.add(number, [share, *flat])
        weights = np.array(flat).reshape(weights.shape)
        yield Step(number, share, _with_rows(learned, table, weights / scales, weights != first), known is None)


def _scales(player: np.record, decisions: Sequence[Decision], wanted: float) -> np.ndarray:
    """(moment) What weights are multiplied by, so that the values of options are spread as wanted, in the median decision."""
    spreads: dict[int, list[float]] = {}
    for decision in decisions:
        moment = int(moment_of(player, decision.state))
        spread = float(np.std(decision.features @ player.weights[moment]))
        if spread > 0:
            spreads.setdefault(moment, []).append(spread)
    known = {moment: wanted / float(np.median(found)) for moment, found in spreads.items() if len(found) >= LEAST_SAMPLE}
    usual = float(np.median(list(known.values()))) if known else 1.0
    return np.array([known.get(moment, usual) for moment in range(len(player.weights))])


def _told(number: float) -> float:
    """As many digits as a journal keeps: more than a bot that was found has, fewer than a number has."""
    return float(f"{number:.{DIGITS + 3}g}")


def _with_rows(bot: Bot, table: Table, weights: np.ndarray, is_told: np.ndarray) -> Bot:
    """The bot with these weights, [moment, feature], at this number of seats; those that are not told stay as they are."""
    title = table.rules.title
    rows = {
        moment: {feature: float(weight) for feature, weight, told in zip(title.features, row, own) if told}
        for moment, row, own in zip(moments(title), weights, is_told)
    }
    return bot.model_copy(update={"by_seats": {**bot.by_seats, str(table.seats): {moment: row for moment, row in rows.items() if row}}})


def _sharpened(bot: Bot) -> Bot:
    """The learner as it will play when it has learned: it tries nothing."""
    return bot.model_copy(update={"temperature": 0.0})


def _pieces(learning: Learning, table: Table, bot: Bot, earlier: Sequence[Bot], rng: np.random.Generator) -> list[tuple[Any, ...]]:
    """What is played for a step: with itself as it tries things and as it will play, with the all-rounder, with what it began as, and with
    a mix of the league and of what it was."""
    sharp = _sharpened(bot)
    circles: list[tuple[tuple[Bot, ...], int]] = [
        ((bot,), ITSELF),
        ((sharp,), SHARP),
        ((learning.all_rounder,), ALL_ROUNDERS),
        ((learning.start,), START),
        ((*learning.league, *earlier, sharp), MIXED),
    ]
    tasks = []
    for circle in (circle for circle, pieces in circles for _ in range(pieces)):
        opponents = [circle[rng.integers(len(circle))] for _ in range(table.n_sides - 1)]
        tasks.append((table, (bot, *opponents), learning.piece_games(table), int(rng.integers(MAX_SEED))))
    return tasks


def _practise(table: Table, bots: Sequence[Bot], games: int, seed: int) -> np.recarray:
    """The notes on games of the first of these bots."""
    rules, title = table.rules, table.rules.title
    players, seats = table.lineup(bots).players(rules)
    desks = new_desks(title)
    dtype = notes_dtype(table.seats, len(desks[0].actions), *players[0].weights.shape)
    notes = np.zeros(1, dtype).view(np.recarray)
    with np.errstate(over="ignore"):  # the mixer wraps around on purpose; it warns only when interpreted
        practise(rules.record, players, seats, games, np.uint64(seed), title.cap, desks[0], notes[0])
    return notes[0]


def _share(table: Table, tasks: Sequence[tuple[Any, ...]], played: Sequence[np.record]) -> float:
    """How well the learner does among others, relative to fair; 1 if it met nobody else."""
    shares = [
        float(notes["wins"].sum() / max(1.0, notes["games"].sum())) * table.n_sides
        for (_, bots, *_), notes in zip(tasks, played)
        if any(other != bots[0] for other in bots)
    ]
    return float(np.mean(shares)) if shares else 1.0


def gather(played: Sequence[np.record]) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The gradient of the result of a game, [moment, feature]; and by moment, for one choice of the game: its share of all choices, how
    sure the bot is of it, [moment, feature, feature], and how much features vary among its options, [moment, feature].

    The usual result, from which a game counts as better or worse, is that of its seat in its piece.
    """
    gradient = np.mean([_gradient(notes) for notes in played], axis=0)
    looks = np.sum([notes["looks"] for notes in played], axis=0)
    sureness, spread = (np.sum([notes[what] for notes in played], axis=0) / looks.sum() for what in ("sureness", "spread"))
    gradient[looks < LEAST_LOOKS] = 0.0
    return gradient, looks / looks.sum(), sureness, spread


def _gradient(notes: np.record) -> np.ndarray:
    usual = notes["results"] / np.maximum(1.0, notes["games"])
    return np.asarray((notes["leans_won"] - usual[:, None, None] * notes["leans_all"]).sum(axis=0) / max(1.0, notes["games"].sum()))


def step_along(gradient: np.ndarray, shares: np.ndarray, sureness: np.ndarray, spread: np.ndarray, length: float) -> np.ndarray:
    """[moment, feature] The step that gains most among those that change the choices by this `length`."""
    step = np.zeros_like(gradient)
    changed = 0.0
    for moment in np.flatnonzero(shares):
        varies = spread[moment] > 1e-12
        damping = DAMPING * max(1.0, RARE / shares[moment]) * spread[moment, varies]
        curvature = sureness[moment][np.ix_(varies, varies)]
        way = np.linalg.solve(curvature + np.diag(damping), gradient[moment, varies])
        step[moment, varies] = way
        changed += float(way @ curvature @ way) / 2
    return step * np.sqrt(length / changed) if changed > 0 else step


def confirm(learning: Learning, found: Bot, work: Workers) -> dict[int, Confirmation]:
    """By number of seats, what the bot that was found and the one that it began as win among each other, in other games."""
    seed = int(learning.rng(CONFIRMING).integers(MAX_SEED))
    return duels(learning.tables, found, learning.start, CONFIRMING_GAMES, seed, work)
