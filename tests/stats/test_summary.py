"""The summary of a run: what is counted, and that it has the numbers and intervals of the other statistics."""

import math
import subprocess
import sys

import polars as pl
import pytest

from brewsim.stats.seats import win_share_by_seat
from brewsim.stats.summary import summarize

COLUMNS = ("case", "game", "seat", "side", "bot", "win_share", "rank", "tied_first", "tiebreak_used", "aborted", "rounds", "decisions")
TIMES = 20  # each game is written this often, since fewer than 30 make no estimate


def rows(shares, bots=("a", "b"), tied=False, tiebreak=False, aborted=False, sides=None, rounds=5):
    for seat, win in enumerate(shares):
        rank = 0 if aborted else (1 if win else 2)
        yield (seat, (sides or range(9))[seat], bots[seat], None if aborted else win, rank, tied, tiebreak, aborted, rounds, 10)


def parts(*games):
    data = [("c", game, *row) for game, kind in enumerate([list(kind) for kind in games] * TIMES) for row in kind]
    types = {"win_share": pl.Float32, "rank": pl.UInt8, "side": pl.UInt8}
    frame = pl.DataFrame(data, COLUMNS, orient="row", schema_overrides=types).with_columns(score=pl.lit(1), margin=pl.lit(0))
    half = len(games) * TIMES // 2
    return [frame.lazy().filter(pl.col("game") < half), frame.lazy().filter(pl.col("game") >= half)]


def test_wins_ties_and_aborted_games_are_counted_apart():
    summary = summarize(
        parts(
            rows((1.0, 0.0)),
            rows((0.5, 0.5), tied=True),
            rows((0.0, 1.0), tied=True, tiebreak=True, rounds=8),
            rows((0.0, 0.0), aborted=True, rounds=99),
        )
    )["c"]
    assert (summary.games, summary.aborted) == (4 * TIMES, TIMES)
    assert [estimate.value for estimate in summary.win_share_by_seat] == [0.5, 0.5]
    assert [estimate.n for estimate in summary.win_share_by_seat] == [3 * TIMES] * 2
    assert summary.tie_rate.value == pytest.approx(2 / 3)
    assert summary.tiebreak_rate.value == pytest.approx(1 / 3)
    assert summary.shared_rate.value == pytest.approx(1 / 3)
    assert summary.rounds.value == 6
    assert summary.decisions.value == 20
    assert summary.fair_share == 0.5


def test_a_bot_at_two_seats_counts_once_a_game():
    """The unit is the game: the error of a bot's share must not pretend that its two seats were two games."""
    bots = ("a", "a", "b")
    summary = summarize(parts(rows((1.0, 0.0, 0.0), bots), rows((0.0, 0.0, 1.0), bots)))["c"]
    assert summary.win_share_by_bot["a"].value == pytest.approx(0.25)
    assert summary.win_share_by_bot["a"].n == 2 * TIMES
    assert summary.win_share_by_bot["b"].value == pytest.approx(0.5)


def test_a_teams_win_is_not_a_shared_one():
    summary = summarize(parts(*(rows((1.0, 0.0, 1.0, 0.0), "abab", sides=(0, 1, 0, 1)) for _ in range(2))))["c"]
    assert summary.shared_rate.value == 0
    assert summary.fair_share == 0.5


def test_the_intervals_of_seats_hold_for_all_seats_at_once():
    data = parts(rows((1.0, 0.0, 0.0), "abc"), rows((0.0, 1.0, 0.0), "abc"), rows((0.0, 0.0, 1.0), "abc"))
    expected = win_share_by_seat(data).select("value", "low", "high", "n").rows()
    found = summarize(data)["c"].win_share_by_seat
    assert [(estimate.value, estimate.low, estimate.high, estimate.n) for estimate in found] == expected


def test_where_no_game_was_finished_there_is_no_number():
    summary = summarize(parts(rows((0.0, 0.0), aborted=True), rows((0.0, 0.0), aborted=True)))["c"]
    assert (summary.games, summary.aborted) == (2 * TIMES, 2 * TIMES)
    estimates = [*summary.win_share_by_seat, summary.tie_rate, summary.shared_rate, summary.rounds, summary.decisions]
    assert len(estimates) == 6
    assert all(math.isnan(estimate.value) for estimate in estimates)


def test_a_summary_does_not_wait_for_slow_imports():
    code = "import sys, brewsim.stats.summary; sys.exit('scipy.stats' in sys.modules or 'matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
