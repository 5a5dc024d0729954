"""The chance of each seat to win, over a game: play-outs from the table as it was, by the bots of the game with other luck."""

import time
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl

from brewsim.bots import Lineup
from brewsim.stats.intervals import with_shares
from brewsim.stepping import Game
from brewsim.workbench.frames import Played, turning_points

MOST_POINTS = 40  # of a game
MOST_PLAYOUTS = 96  # from each point
LEAST_PLAYOUTS = 32  # so that there is an interval; beyond them the time decides
SECONDS = 3.0


def chances_of(played: Played, seconds: float = SECONDS) -> dict[str, Any]:
    """Points of a game with the chance of each seat there and its interval. The last point is how the game ended."""
    points = turning_points(played, MOST_POINTS)
    table = Game(played.rules, without_search(played.lineup), ())
    seats = len(played.lineup.names)
    total, squares = np.zeros((len(points), seats)), np.zeros((len(points), seats))
    until = time.monotonic() + seconds
    playouts = 0
    while playouts < MOST_PLAYOUTS and (playouts < LEAST_PLAYOUTS or time.monotonic() < until):
        for place, point in enumerate(points):
            share = np.nan_to_num(table.play_out(played.steps[point].before, played.game, playouts)["win_share"])
            total[place] += share
            squares[place] += share**2
        playouts += 1
    sums = pl.DataFrame({"n": playouts, "total": total.ravel(), "spread": (squares - total**2 / playouts).clip(0).ravel()})
    found = with_shares(sums)
    value, low, high = (found[name].to_numpy().reshape(total.shape) for name in ("value", "low", "high"))
    chances = [_point(point, value[i], low[i], high[i]) for i, point in enumerate(points)]
    end = np.nan_to_num(played.rows["win_share"])
    return {"playouts": playouts, "points": [*chances, _point(len(played.steps), end, end, end)]}


def without_search(lineup: Lineup) -> Lineup:
    """The same bots without the games that they would play out before they decide, as the play-outs of a search have them."""
    return replace(lineup, bots=tuple(bot.model_copy(update={"playouts": 0}) for bot in lineup.bots))


def _point(frame: int, value: np.ndarray, low: np.ndarray, high: np.ndarray) -> dict[str, Any]:
    return {"frame": frame, "value": _rounded(value), "low": _rounded(low), "high": _rounded(high)}


def _rounded(chances: np.ndarray) -> list[float]:
    return [round(float(chance), 4) for chance in chances]
