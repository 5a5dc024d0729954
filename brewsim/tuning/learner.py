"""Learning from search: options of a bot are played out, its weights are fitted to what came of them, and the bot that results goes on.

Weights are fitted for each moment, a phase in the early or the late part of a game. What is better in one decision while all others stay
as they are need not be better when all change at once: so a round tries to go different parts of the way, and plays games to choose.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.optimize import minimize

from brewsim.bots import Bot, find_bot, moments
from brewsim.engine.contract import SEARCH_WIDTH
from brewsim.engine.learning import give_lessons, lesson_dtype
from brewsim.errors import BadInput, choice
from brewsim.experiment import MAX_GAMES, MAX_SEED, check_seed
from brewsim.matches import Table, Workers, whole_rotations
from brewsim.play import banned_mask, new_desks
from brewsim.rules import Rules
from brewsim.tuning.journal import Journal
from brewsim.tuning.tuner import CONFIRMING_GAMES, Confirmation, check_start, common_facts, digest_of_facts, duels, league_of

ROUNDS = 12
PLAYOUTS = 4  # of an option; more lessons tell more than more play-outs
OFTEN = 0.1  # share of a bot's choices that become lessons, so that those of a game are not all alike
PIECES = 12  # that the lessons of a round are cut into, each with other opponents
OTHERS = 0.3  # share of the opponents that are not the learner itself, but of the league or an earlier learner
STEPS = (0.08, 0.2, 0.5, 1.0)  # parts of the way to the fitted weights that are tried
TRIAL_GAMES = 2_000  # of each of them among the bot before and among the start, at each table
CLOSENESS = 1e-5  # what it costs to go away from the weights before, in results of games
SPREAD = 2.0  # of the values of options in a decision, where a bot is about as sure as it should be of its choice
LEAST_LESSONS = 100  # of a moment, or its weights stay
CONFIRMING = 0  # beside the numbers of the rounds
MOST_GAMES = 1 << 20  # that the lessons of a piece are taken from; fewer are enough unless there is hardly a choice


@dataclass(frozen=True)
class Learning:
    """All that decides what is learned."""

    tables: tuple[Table, ...]  # one for each number of seats
    name: str  # of the bot that it begins with
    start: Bot
    league: tuple[Bot, ...]
    budget: int  # play-outs
    seed: int

    def __post_init__(self) -> None:
        check_start(self.name, self.start)
        check_seed(self.seed)
        least = ROUNDS * PIECES * len(self.tables) * PLAYOUTS * SEARCH_WIDTH
        if not least <= self.budget <= MAX_GAMES:
            raise BadInput(f"{choice('budget', self.budget)}: {least:,} to {MAX_GAMES:,} play-outs")

    @property
    def rules(self) -> Rules:
        return self.tables[0].rules

    @property
    def lessons(self) -> int:
        """Of a round at each table."""
        return self.budget // (ROUNDS * PLAYOUTS * SEARCH_WIDTH * len(self.tables)) // PIECES * PIECES

    @cached_property
    def facts(self) -> dict[str, Any]:
        """What must be the same to go on."""
        common = common_facts(self.tables[0].rules, (self.start, *self.league), self.budget, self.seed)
        return common | {"seats": [table.seats for table in self.tables]}

    @property
    def origin(self) -> str:
        """Where its bot comes from."""
        return f"Has learned from play-outs, beginning as '{self.name}'"

    @property
    def effort(self) -> str:
        """What was done to find it."""
        return f"{ROUNDS} rounds of {self.lessons:,} lessons at each number of seats."

    @cached_property
    def digest(self) -> str:
        """Names it by all that decides what is learned."""
        return digest_of_facts(self.facts)

    def rng(self, number: int) -> np.random.Generator:
        """The chance of a round, or of the games that confirm what was learned: CONFIRMING."""
        return np.random.default_rng([self.seed, number])


def make_learning(
    tables: Sequence[Table],
    name: str,
    bots: Mapping[str, Bot],
    budget: int,
    seed: int,
    own_name: str = "",
    against: Sequence[str] | None = None,
) -> Learning:
    """The learning of a bot among itself and the league that a tuning has. `own_name` is what will be found."""
    title = tables[0].rules.title
    league = league_of(title, bots, name, own_name, against)
    return Learning(tuple(tables), name, find_bot(title, name, bots), league, budget, seed)


@dataclass(frozen=True)
class Round:
    """How far a learning is."""

    number: int  # from 1
    share: float  # of wins, of the bot among the one before and the start, relative to fair
    bot: Bot
    is_new: bool  # played now, and not read from the journal


def learn(learning: Learning, work: Workers, journal: Journal | None = None) -> Iterator[Round]:
    """Learn, round by round; the bot of the last round is what was found. What the journal has is not played again."""
    title = learning.tables[0].rules.title
    weights = np.array([[_weight(learning.start, moment, feature) for feature in title.features] for moment in moments(title)])
    late_round = float(learning.start.late_round)
    bot, earlier, lessons = learning.start, list[Bot](), dict[int, np.ndarray]()
    first = 1  # round with this bot: its lessons count until the weights move
    for number in range(1, ROUNDS + 1):
        known = journal.numbers(number) if journal else None
        if known is not None:
            share, late_round, *flat = known
            moved = np.array(flat).reshape(weights.shape)
        else:
            rng = learning.rng(number)
            lessons |= {n: _collect(learning, bot, earlier, learning.rng(n), work) for n in range(first, number) if n not in lessons}
            lessons[number] = _collect(learning, bot, earlier, rng, work)
            late_round = late_round or max(1.0, np.round(np.median(lessons[first]["rounds"])))
            start, end = fit(np.concatenate([lessons[n] for n in range(first, number + 1)]), weights, int(late_round), len(title.phases))
            places = [start, *(start + step * (end - start) for step in STEPS)]
            shares = _try(learning, [_bot(learning, place, int(late_round)) for place in places], bot, int(rng.integers(MAX_SEED)), work)
            best = int(np.argmax(shares))
            share, moved = shares[best], places[best] if best else weights
            if journal:
                journal.add(number, [share, late_round, *moved.ravel().tolist()])
        if not np.array_equal(moved, weights):
            earlier.append(bot)
            weights, bot = moved, _bot(learning, moved, int(late_round))
            lessons, first = {}, number + 1
        yield Round(number, share, bot, known is None)


def _try(learning: Learning, bots: Sequence[Bot], before: Bot, seed: int, work: Workers) -> list[float]:
    """(bot) its share of wins among the bot before and among the start, the mean over all tables, relative to fair."""
    meetings = [(table, other) for table in learning.tables for other in (before, learning.start)]
    tasks = [(table, (bot, *[other] * (table.n_sides - 1)), seed) for bot in bots for table, other in meetings]
    shares = np.array(work(_trial_share, tasks)).reshape(len(bots), len(meetings))
    return [float(share) for share in shares.mean(axis=1)]


def _trial_share(table: Table, bots: Sequence[Bot], seed: int) -> float:
    games = np.arange(whole_rotations(TRIAL_GAMES, table.seats))
    return float(table.wins(bots, games, seed).mean()) * table.n_sides


def confirm(learning: Learning, found: Bot, work: Workers) -> dict[int, Confirmation]:
    """By number of seats, what the bot that was found and the one that it began as win among each other, in other games."""
    seed = int(learning.rng(CONFIRMING).integers(MAX_SEED))
    return duels(learning.tables, found, learning.start, CONFIRMING_GAMES, seed, work)


def _weight(bot: Bot, moment: str, feature: str) -> float:
    return bot.moments.get(moment, {}).get(feature, bot.weights.get(feature, 0.0))


def _bot(learning: Learning, weights: np.ndarray, late_round: int) -> Bot:
    """The start with these weights, [moment, feature]."""
    title = learning.tables[0].rules.title
    rows = {moment: dict(zip(title.features, row.tolist())) for moment, row in zip(moments(title), weights)}
    start = learning.start
    own = {moment: row for moment, row in rows.items() if any(_weight(start, moment, name) != weight for name, weight in row.items())}
    return learning.start.model_copy(update={"moments": own, "late_round": late_round})


def _collect(learning: Learning, bot: Bot, earlier: Sequence[Bot], rng: np.random.Generator, work: Workers) -> np.ndarray:
    """The lessons of a round, at all tables."""
    others = (*learning.league, *earlier)
    tasks = []
    for table in learning.tables:
        for _ in range(PIECES):
            opponents = [others[rng.integers(len(others))] if rng.random() < OTHERS else bot for _ in range(table.n_sides - 1)]
            tasks.append((table, (bot, *opponents), learning.lessons // PIECES, int(rng.integers(MAX_SEED))))
    return np.concatenate(work(_take_lessons, tasks))


def _take_lessons(table: Table, bots: Sequence[Bot], n: int, seed: int) -> np.ndarray:
    """Lessons of the first of these bots."""
    rules, title = table.rules, table.rules.title
    lessons = np.zeros(n, lesson_dtype(len(title.features)))
    with np.errstate(over="ignore"):  # the mixer wraps around on purpose; it warns only when interpreted
        given = give_lessons(
            rules.record, *table.lineup(bots).players(rules), banned_mask(rules, table.seats), MOST_GAMES, np.uint64(seed),
            title.cap, OFTEN, PLAYOUTS, new_desks(title), lessons.view(np.recarray),
        )  # fmt: skip
    return lessons[:given]


def fit(lessons: np.ndarray, weights: np.ndarray, late_round: int, n_phases: int) -> tuple[np.ndarray, np.ndarray]:
    """[moment, feature] the weights in a size that changes no choice but suits a fit, and those that the lessons ask for."""
    is_option = np.arange(SEARCH_WIDTH) < lessons["n"][:, None]
    results = np.where(is_option, lessons["results"], 0.0)
    gains = np.where(is_option, results - (results.sum(axis=1) / lessons["n"])[:, None], 0.0)
    features = np.where(is_option[:, :, None], lessons["features"] - lessons["features"][:, :1], 0.0)
    scales = np.sqrt((features**2).sum(axis=(0, 1)) / is_option.sum())
    scales[scales == 0] = 1.0
    features = (features / scales).astype(np.float32)
    moment = lessons["phase"] + n_phases * (lessons["rounds"] >= late_round)
    start, end = weights.copy(), weights.copy()
    for number in np.unique(moment):
        own = moment == number
        spread = np.std(features[own] @ (weights[number] * scales), axis=1, where=is_option[own])
        if own.sum() >= LEAST_LESSONS and spread.any():
            begin = weights[number] * scales * (SPREAD / np.median(spread[spread > 0]))
            start[number] = begin / scales
            end[number] = _fit_moment(features[own], gains[own], is_option[own], begin) / scales
    return start, end


def _fit_moment(features: np.ndarray, gains: np.ndarray, is_option: np.ndarray, start: np.ndarray) -> np.ndarray:
    """Weights with which a bot that draws by the softmax of its values gains most, not far from the start.

    What it gains is linear in the results of play-outs, so their noise makes no choice look better than it is on average.
    """
    flat = features.reshape(-1, features.shape[2])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        values = np.where(is_option, (flat @ weights.astype(np.float32)).reshape(gains.shape), -np.inf).astype(np.float64)
        chances = np.exp(values - values.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        gained = (chances * gains).sum(axis=1)
        slopes = (chances * (gains - gained[:, None])).astype(np.float32).ravel() @ flat / len(gains)
        away = weights - start
        return CLOSENESS * float(away @ away) - float(gained.mean()), 2 * CLOSENESS * away - slopes

    return np.asarray(minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 60}).x)
