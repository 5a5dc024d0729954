"""Where a tuning looks: a bot as a list of numbers, each in steps that matter about as much as any other."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from brewsim.bots import MAX_WEIGHT, Bot
from brewsim.engine.contract import new_record
from brewsim.engine.deciding import moment_of
from brewsim.matches import Table, whole_rotations
from brewsim.play import trace
from brewsim.rules import Rules

SAMPLE_DECISIONS = 400  # that tell how soon a bot chooses otherwise
BELIEF_DECISIONS = 100  # of them, for beliefs: each has to be thought through again
SAMPLE_GAMES = 40  # at most, where there is seldom a choice
CHANGED = 0.2  # share of the choices that change, about, if everything moves by one step at once
RARE = 10  # a weight that counts seldom changes at most one in ten of the choices where it does
BELIEF_STEP = 0.25  # that is tried of a belief, as a share of its size; the step itself is between these parts of it:
LEAST_BELIEF_STEP, MOST_BELIEF_STEP = 0.1, 4.0
TRIAL_GAMES = 60  # that show whether a step ruins the bot
RUINED = 0.65  # share of wins among the bot itself, relative to fair, below which a step is
TEMPER = 0.25  # times as long; at most twice
TRIAL_PLACES = 16  # at random that show whether all steps together do, one of these lengths after the other
LENGTHS = (1.0, 0.7, 0.5, 0.35, 0.25, 0.18, 0.12)
SENSIBLE = 0.7  # share of wins of such a place from which on a tuning can begin
NO_BELIEF = 1.0  # the size of a belief that begins at 0
DIGITS = 4  # of a number of a bot that was found; more than play can tell apart


@dataclass(frozen=True)
class Space:
    """All bots that differ from one in weights and beliefs alone, but not in those that are held. The origin is the bot itself.

    A weight moves by as much in all moments.
    """

    start: Bot
    features: tuple[str, ...]
    is_free: np.ndarray  # (feature, then belief) whether it may move
    steps: np.ndarray  # (those that are free) what 1 means

    def bot(self, numbers: np.ndarray) -> Bot:
        """The bot at a place. A belief keeps its sign: it turns back at 0, since a chance or a worth below that means nothing."""
        weights = np.array([self.start.weights.get(feature, 0.0) for feature in self.features])
        beliefs = np.array(list(self.start.beliefs.values()))
        places = np.concatenate([weights, beliefs])
        places[self.is_free] += self.steps * numbers
        moved = np.clip(places, -MAX_WEIGHT, MAX_WEIGHT).tolist()
        kept = [abs(value) if start >= 0 else -abs(value) for start, value in zip(beliefs, moved[len(weights) :])]
        by = dict(zip(self.features, np.array(moved[: len(weights)]) - weights))
        told = {"weights": dict(zip(self.features, moved)), "beliefs": dict(zip(self.start.beliefs, kept))}
        return self.start.model_copy(update=told | change_moments(self.start, lambda name, weight: weight + by[name]))


def space_around(tables: Sequence[Table], start: Bot, seed: int, held: Sequence[str] = ()) -> Space:
    """The space around a bot. What is held, by name, does not move.

    A step of any weight or belief changes about as many of the bot's choices as one of any other, so few of them that all steps together
    leave most choices as they are: else nearly every candidate of a bot with many weights would play badly.
    """
    title = tables[0].rules.title
    is_free = np.array([name not in held for name in (*title.features, *start.beliefs)])
    share = CHANGED / math.sqrt(max(1, is_free.sum()))
    sample = [decision for table in tables for decision in sample_decisions(table, start, seed, SAMPLE_DECISIONS // len(tables))]
    steps = np.concatenate([_weight_steps(sample, share), _belief_steps(tables[0].rules, start, sample, share)])
    return _tempered(Space(start, title.features, is_free, steps[is_free]), tables, seed)


def _tempered(space: Space, tables: Sequence[Table], seed: int) -> Space:
    """The same space with shorter steps: where a single one ruins the bot, and all of them as long as a random place is a bad bot.

    Some choices, such as a bluff, cost far more than others; the share of choices that change cannot tell.
    """

    def share(table: Table, numbers: np.ndarray) -> float:
        games = np.arange(whole_rotations(TRIAL_GAMES, table.seats))
        return float(table.wins([space.bot(numbers), *[space.start] * (table.n_sides - 1)], games, seed).mean()) * table.n_sides

    factors = np.ones(len(space.steps))
    usual = [share(table, 0 * factors) for table in tables]  # less than 1 where games are aborted
    for place, unit in enumerate(np.eye(len(space.steps))):
        for _ in range(2):
            if min(share(tables[0], way * factors[place] * unit) for way in (1, -1)) >= RUINED * usual[0]:
                break
            factors[place] *= TEMPER
    places = np.random.default_rng(seed).standard_normal((TRIAL_PLACES, len(factors)))
    for length in LENGTHS:
        numbers = length * factors * places
        if np.mean([share(table, one) for table in tables for one in numbers]) >= SENSIBLE * np.mean(usual):
            break
    return replace(space, steps=space.steps * factors * length)


def rounded(bot: Bot) -> Bot:
    """The bot with as many digits as are written down; weights of 0 are left out."""
    weights = {feature: _round(weight) for feature, weight in bot.weights.items() if weight}
    beliefs = {name: _round(belief) for name, belief in bot.beliefs.items()}
    told = {"weights": weights, "beliefs": beliefs}
    return bot.model_copy(update=told | change_moments(bot, lambda _, weight: _round(weight)))


def change_moments(bot: Bot, change: Callable[[str, float], float]) -> dict[str, Any]:
    """What the bot weighs at its moments, with another number for each (feature, weight)."""

    def changed(rows: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
        return {moment: {feature: change(feature, weight) for feature, weight in own.items()} for moment, own in rows.items()}

    return {"moments": changed(bot.moments), "by_seats": {seats: changed(rows) for seats, rows in bot.by_seats.items()}}


def _round(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


@dataclass(frozen=True)
class Decision:
    """A choice of the bot, as it saw it."""

    state: np.record
    options: np.ndarray
    features: np.ndarray  # [option, feature]
    weights: np.ndarray  # (feature) at this moment

    @property
    def choice(self) -> int:
        return int(np.argmax(self.features @ self.weights))


def sample_decisions(table: Table, bot: Bot, seed: int, wanted: int) -> list[Decision]:
    """The first decisions of some games of the bot against itself."""
    rules, lineup = table.rules, table.lineup([bot] * table.n_sides)
    player = lineup.players(rules)[0][0]
    found: list[Decision] = []
    for game in range(SAMPLE_GAMES):
        for step in trace(rules, lineup, game, seed):
            if len(step.options) > 1:
                seen = _see(rules, player.beliefs, step.before, step.options)
                found.append(Decision(step.before.copy(), step.options, seen, player.weights[moment_of(player, step.before)]))
        if len(found) >= wanted:
            break
    return found[:: max(1, len(found) // wanted)][:wanted]


def _see(rules: Rules, beliefs: np.record, state: np.record, options: np.ndarray) -> np.ndarray:
    """[option, feature] what a bot with these beliefs sees."""
    title = rules.title
    view, seen = new_record(title.view_dtype), np.zeros((len(options), len(title.features)))
    title.functions.survey(rules.record, beliefs, state, view)
    for action, row in zip(options, seen):
        title.functions.features(rules.record, beliefs, state, view, int(action), row)
    return seen


def _weight_steps(sample: Sequence[Decision], share: float) -> np.ndarray:
    """(feature) By how much its weight must move, up or down, to change this share of the choices.

    A feature that counts in fewer of them gets a step that changes some of those; one that never counts gets a usual one.
    """
    moves = np.array([_least_moves(decision) for decision in sample]).reshape(2 * len(sample), -1)
    steps = np.zeros(moves.shape[1])
    for feature, own in enumerate(moves.T):
        known = np.sort(own[np.isfinite(own) & (own > 0)])
        if len(known):
            steps[feature] = known[min(int(share * len(own)), len(known) // RARE)]
    steps[steps == 0] = np.median(steps[steps > 0]) if steps.any() else 1.0
    return steps


def _least_moves(decision: Decision) -> np.ndarray:
    """[up or down, feature] The least move of the weight with which another option is chosen."""
    values = decision.features @ decision.weights
    best = decision.choice
    behind = (values[best] - values)[:, None]
    more = decision.features - decision.features[best]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.array([np.where(way > 0, behind / way, np.inf).min(axis=0) for way in (more, -more)])


def _belief_steps(rules: Rules, bot: Bot, sample: Sequence[Decision], share: float) -> np.ndarray:
    """(belief) The same for beliefs, from what one move of each changes."""
    few = sample[:: max(1, len(sample) // BELIEF_DECISIONS)]
    steps = []
    for name, belief in bot.beliefs.items():
        tried = BELIEF_STEP * (abs(belief) or NO_BELIEF)
        moved = rules.title.believe(rules.record, {**bot.beliefs, name: belief + tried})
        now = [np.argmax(_see(rules, moved, one.state, one.options) @ one.weights) != one.choice for one in few]
        factor = share / np.mean(now) if any(now) else MOST_BELIEF_STEP
        steps.append(tried * min(max(factor, LEAST_BELIEF_STEP), MOST_BELIEF_STEP))
    return np.array(steps)
