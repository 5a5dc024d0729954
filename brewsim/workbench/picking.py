"""Which game of a sample to look at: the typical one, the closest one, the most surprising one."""

from dataclasses import dataclass

import numpy as np

from brewsim.bots import Lineup
from brewsim.engine.drivers import FOLLOW_PLAYOUTS
from brewsim.play import simulate
from brewsim.rules import Rules
from brewsim.stats.digits import with_unit

SAMPLE = 2000  # games that are looked through
FOLLOW_EVERY = 8  # games whose id it divides are played out from half-time: among these one is surprising
LEAST_SAMPLE = 16
SEARCH_COST = 8  # a play-out makes a decision slower by about this much
KINDS = ("typical", "closest", "surprising")


@dataclass(frozen=True)
class Pick:
    """A game, and in a sentence why it is the one."""

    game: int
    why: str


def pick_games(rules: Rules, lineup: Lineup, seed: int) -> dict[str, Pick]:
    """The games to look at by kind; the same for the same rules, bots and seed."""
    playouts = max(bot.playouts for bot in lineup.bots)
    sample = max(LEAST_SAMPLE, SAMPLE // (SEARCH_COST * playouts)) if playouts else SAMPLE
    rows = simulate(rules, lineup, sample, seed, follow_every=FOLLOW_EVERY if not playouts else 1)
    return pick_from(rows.reshape(sample, len(lineup.names)))


def pick_from(games: np.ndarray) -> dict[str, Pick]:
    """The same from outcomes, [game, seat]. Of equals the first is taken."""
    ended = games[~games["aborted"][:, 0]]
    if len(ended) == 0:
        lost = Pick(int(games["game"][0, 0]), f"None of {len(games):,} games came to an end.")
        return dict.fromkeys(KINDS, lost)
    return {"typical": _typical(ended), "closest": _closest(ended), "surprising": _surprising(ended)}


def _typical(games: np.ndarray) -> Pick:
    """The game nearest to the medians of the winner's score, his lead and the length, each by its own spread."""
    measures = np.array([games["score"].max(axis=1), games["margin"].max(axis=1), games["rounds"][:, 0], games["decisions"].sum(axis=1)])
    middle = np.median(measures, axis=1, keepdims=True)
    spread = np.median(np.abs(measures - middle), axis=1, keepdims=True)
    found = int((np.abs(measures - middle) / np.maximum(spread, 1)).sum(axis=0).argmin())
    score, margin, rounds, _ = measures[:, found]
    scored = f"won with {score:.0f}, " if score > 0 else "won "  # some titles count down to 0
    why = f"{rounds:.0f} rounds, {scored}{margin:.0f} ahead: nearest to the middle of {len(games):,} games."
    return Pick(int(games["game"][found, 0]), why)


def _closest(games: np.ndarray) -> Pick:
    """The game with the smallest lead of its winner."""
    margin = games["margin"].max(axis=1)
    found = int(margin.argmin())
    lead = with_unit(f"{margin[found]}", " points")
    told = f"The winner was {lead} ahead" if margin[found] else "The best were level on points"
    why = f"{told}: of {len(games):,} games none was closer."
    return Pick(int(games["game"][found, 0]), why)


def _surprising(games: np.ndarray) -> Pick:
    """The game whose winner had the smallest chance at half-time."""
    followed = games[~np.isnan(games["chance_at_half"]).any(axis=1)]
    if len(followed) == 0:
        pick = _closest(games)
        return Pick(pick.game, f"No game was long enough to have a half-time. {pick.why}")
    chance = np.where(followed["win_share"] > 0, followed["chance_at_half"], np.inf)
    found = int(chance.min(axis=1).argmin())
    winner = int(chance[found].argmin())
    least = 1 / FOLLOW_PLAYOUTS
    share = f"{100 * chance[found, winner]:.0f} %" if chance[found, winner] > 0 else f"less than {100 * least:.0f} %"
    why = f"Seat {winner + 1} won with a chance of {share} at half-time: of {len(followed):,} games none surprises more."
    return Pick(int(followed["game"][found, 0]), why)
