"""Where a tuning looks: a bot as a list of numbers, each in steps that matter about as much as any other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from brewsim.bots import MAX_WEIGHT, Bot
from brewsim.engine.contract import new_record
from brewsim.engine.deciding import moment_of
from brewsim.matches import Table
from brewsim.play import trace

SAMPLE_DECISIONS = 400  # that tell how much features vary
SAMPLE_GAMES = 40  # at most, where there is seldom a choice
WEIGHT_STEP = 0.5  # of a weight: what it does to values, as a share of how much the values of the options differ
BELIEF_STEP = 0.25  # of a belief, as a share of its size
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
        own = {moment: {name: weight + by[name] for name, weight in told.items()} for moment, told in self.start.moments.items()}
        told = {"weights": dict(zip(self.features, moved)), "moments": own, "beliefs": dict(zip(self.start.beliefs, kept))}
        return self.start.model_copy(update=told)


def space_around(table: Table, start: Bot, seed: int, held: Sequence[str] = ()) -> Space:
    """The space around a bot, with steps by how its games go. What is held, by name, does not move.

    A step of a weight changes the values of options alike, whatever the feature: those of a feature that varies much are small. A
    feature that never varied gets the step of a usual one.
    """
    spreads, value_spread = _spreads(table, start, seed)
    steps = WEIGHT_STEP * value_spread / np.where(spreads > 0, spreads, np.median(spreads[spreads > 0]) if spreads.any() else 1.0)
    sizes = np.abs(list(start.beliefs.values()))
    all_steps = np.concatenate([steps, BELIEF_STEP * np.where(sizes > 0, sizes, NO_BELIEF)])
    is_free = np.array([name not in held for name in (*table.rules.title.features, *start.beliefs)])
    return Space(start, table.rules.title.features, is_free, all_steps[is_free])


def rounded(bot: Bot) -> Bot:
    """The bot with as many digits as are written down; weights of 0 are left out."""
    weights = {feature: _round(weight) for feature, weight in bot.weights.items() if weight}
    own = {moment: {feature: _round(weight) for feature, weight in told.items()} for moment, told in bot.moments.items()}
    beliefs = {name: _round(belief) for name, belief in bot.beliefs.items()}
    return bot.model_copy(update={"weights": weights, "moments": own, "beliefs": beliefs})


def _round(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def _spreads(table: Table, bot: Bot, seed: int) -> tuple[np.ndarray, float]:
    """(feature) how much it varies among the options of a decision, where it does at all; and how much the values do."""
    decisions = _sample(table, bot, seed)
    variances = np.array([features.var(axis=0) for features, _ in decisions])
    varies = variances > 0
    spreads = np.sqrt(np.divide(variances.sum(axis=0), varies.sum(axis=0), out=np.zeros(variances.shape[1]), where=varies.any(axis=0)))
    of_values = np.array([(features @ weights).std() for features, weights in decisions])
    return spreads, float(np.median(of_values[of_values > 0])) if of_values.any() else 1.0


def _sample(table: Table, bot: Bot, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """[option, feature] and (feature) the weights, of the first decisions of some games of the bot against itself."""
    rules, title = table.rules, table.rules.title
    lineup = table.lineup([bot] * table.n_sides)
    player, view = lineup.players(rules)[0][0], new_record(title.view_dtype)
    found: list[tuple[np.ndarray, np.ndarray]] = []
    for game in range(SAMPLE_GAMES):
        for step in trace(rules, lineup, game, seed):
            if len(step.options) < 2:
                continue
            features = np.zeros((len(step.options), len(title.features)))
            title.functions.survey(rules.record, player.beliefs, step.before, view)
            for action, row in zip(step.options, features):
                title.functions.features(rules.record, player.beliefs, step.before, view, int(action), row)
            found.append((features, player.weights[moment_of(player, step.before)]))
        if len(found) >= SAMPLE_DECISIONS:
            break
    return found
