"""The summary of a run, on rows written by hand."""

from types import SimpleNamespace

import polars as pl
import pytest

from brewsim.stats.summary import summarize

COLUMNS = ("case", "game", "seat", "side", "bot", "win_share", "rank", "tied_first", "tiebreak_used", "aborted", "rounds", "decisions")


def rows(game, shares, bots=("a", "b"), tied=False, tiebreak=False, aborted=False, sides=None, rounds=5):
    for seat, win in enumerate(shares):
        rank = 0 if aborted else (1 if win else 2)
        yield ("c", game, seat, (sides or range(9))[seat], bots[seat], None if aborted else win, rank, tied, tiebreak, aborted, rounds, 10)


def summary_of(*games):
    parts = []
    for chunk in (games[:2], games[2:]):
        data = [row for game in chunk for row in game]
        types = {"win_share": pl.Float32, "rank": pl.UInt8}
        parts.append(pl.LazyFrame(data, COLUMNS, orient="row", schema_overrides=types))
    return summarize(SimpleNamespace(cases=("c",), parts=lambda *cases: parts))["c"]


def test_wins_ties_and_aborted_games_are_counted_apart():
    summary = summary_of(
        rows(0, (1.0, 0.0)),
        rows(1, (0.5, 0.5), tied=True),
        rows(2, (0.0, 1.0), tied=True, tiebreak=True, rounds=8),
        rows(3, (0.0, 0.0), aborted=True, rounds=99),
    )
    assert (summary.games, summary.aborted) == (4, 1)
    assert [estimate.value for estimate in summary.win_share_by_seat] == [0.5, 0.5]
    assert [estimate.n for estimate in summary.win_share_by_seat] == [3, 3]
    assert summary.tie_rate.value == pytest.approx(2 / 3)
    assert summary.tiebreak_rate.value == pytest.approx(1 / 3)
    assert summary.shared_rate.value == pytest.approx(1 / 3)
    assert summary.rounds.value == 6
    assert summary.decisions.value == 20
    assert summary.fair_share == 0.5


def test_a_bot_at_two_seats_counts_once_a_game():
    """The unit is the game: the error of a bot's share must not pretend that its two seats were two games."""
    bots = ("a", "a", "b")
    games = [rows(g, (1.0, 0.0, 0.0) if g % 2 else (0.0, 0.0, 1.0), bots) for g in range(4)]
    summary = summary_of(*games)
    assert summary.win_share_by_bot["a"].value == pytest.approx(0.25)
    assert summary.win_share_by_bot["a"].n == 4
    assert summary.win_share_by_bot["b"].value == pytest.approx(0.5)


def test_a_teams_win_is_not_a_shared_one():
    summary = summary_of(*(rows(g, (1.0, 0.0, 1.0, 0.0), "abab", sides=(0, 1, 0, 1)) for g in range(4)))
    assert summary.shared_rate.value == 0
    assert summary.fair_share == 0.5
