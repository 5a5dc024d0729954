"""Shifts of headlines: planted ones are found and nothing is found where nothing is; the interval over assumptions covers what it says."""

import numpy as np
import polars as pl
import pytest

from brewsim.stats.assumptions import headlines, over_assumptions, per_game, shift, summary, tabulate
from brewsim.stats.intervals import Estimate

SEATS = 2
N_HEADLINES = len(headlines(SEATS))


def games(n: int, seed: int, moved: float = 0.0) -> np.ndarray:
    """[game, headline] values with a spread of 1; the first headline is moved."""
    values = np.random.default_rng(seed).standard_normal((n, N_HEADLINES))
    values[:, 0] += moved
    return values


def test_a_planted_shift_is_seen_with_its_error():
    found = shift(games(4000, 1), games(4000, 2, moved=0.2))
    assert found.value[0] == pytest.approx(0.2, abs=4 * found.error[0])
    assert found.error[0] == pytest.approx(np.sqrt(2 / 4000), rel=0.05)
    assert found.is_seen


def test_identical_games_move_nothing_and_few_games_are_not_taken_for_nothing():
    same = games(500, 1)
    assert not shift(same, same).is_seen
    assert shift(same[:10], same[:10]).is_seen  # not known, so it is looked at further


def test_aborted_games_are_left_out():
    before, after = games(500, 1), games(500, 2)
    after[:100] = np.nan
    assert shift(before, after).n == 400


def test_nothing_is_sure_where_nothing_is_moved():
    """All rows of a table at once: 1 table in 20 has one that is called sure. 1.5 % is a standard error here."""
    tables, moves = 200, 10
    wrong = 0
    for number in range(tables):
        rng = np.random.default_rng(number)
        shifts = [shift(np.zeros((40, N_HEADLINES)), rng.standard_normal((40, N_HEADLINES))) for _ in range(moves)]
        wrong += tabulate([{"path": str(i)} for i in range(moves)], shifts, SEATS)["is_sure"].any()
    assert wrong / tables <= 0.09


def test_a_planted_shift_is_sure_and_named():
    """The idle move leaves every game as it is."""
    shifts = [shift(games(4000, 1), games(4000, 1)), shift(games(4000, 1), games(4000, 1, moved=0.3) + 0.1 * games(4000, 2))]
    table = tabulate([{"path": "a"}, {"path": "b"}], shifts, SEATS)
    sure = table.filter("is_sure")
    assert ("b", "win share", "seat 1") in sure.select("path", "measure", "group").rows()
    assert "a" not in sure["path"]
    assert sure["low"][0] < 0.3 < sure["high"][0]


def test_the_interval_over_assumptions_covers_whichever_value_is_another_one():
    """What each of ten values moves was measured against the same games, so their errors have a part in common."""
    rng = np.random.default_rng(0)
    paths, repeats, hits = 10, 400, 0
    for _ in range(repeats):
        effects = rng.normal(0, 1, paths)
        truth = np.append(0.0, effects)[rng.integers(0, paths + 1)]
        errors = rng.normal(0, 0.3) + rng.normal(0, 0.3, paths)
        found = pl.DataFrame({"measure": "score", "group": "", "value": effects + errors, "error": np.hypot(0.3, 0.3)})
        measured = rng.normal(0, 0.1)
        low, high = over_assumptions(found, "score", "", Estimate(measured, measured - 0.196, measured + 0.196, 100))
        hits += low <= truth <= high
        assert high - low <= np.ptp(np.append(0.0, effects + errors)) + 2 * 1.96 * np.hypot(0.1, np.hypot(0.3, 0.3)) + 1e-9
    assert hits / repeats >= 0.95


def test_shares_stay_shares():
    found = pl.DataFrame({"measure": ["win share"] * 2, "group": ["seat 1"] * 2, "value": [0.9, -0.9], "error": [0.1, 0.1]})
    assert over_assumptions(found, "win share", "seat 1", Estimate(0.5, 0.4, 0.6, 100)) == (0.0, 1.0)


def test_without_moves_the_interval_is_that_of_the_games():
    assert over_assumptions(pl.DataFrame(), "score", "", Estimate(5.0, 4.0, 6.0, 100)) == (4.0, 6.0)


def test_headlines_of_games():
    rows = np.zeros(4, [("win_share", "f4"), ("tied_first", "?"), ("rounds", "i2"), ("score", "i4"), ("aborted", "?")])
    rows["win_share"], rows["score"], rows["rounds"] = [1, 0, 0.5, 0.5], [10, 4, 7, 7], [5, 5, 6, 6]
    rows["tied_first"] = [False, False, True, True]
    assert per_game(rows, SEATS).tolist() == [[1, 0, 0, 5, 7], [0.5, 0.5, 1, 6, 7]]
    rows["aborted"][:2] = True
    assert np.isnan(per_game(rows, SEATS)[0]).all()


def test_the_summary_says_what_was_not_tested():
    text = summary({"values": 3, "moves": 5, "quiet": 4, "stuck": ["x.y"]}, [{"path": "a", "is_sure": True}])
    assert "1 of them surely move a headline." in text
    assert "1 values were not tested" in text
    assert "cancel each other" in text
