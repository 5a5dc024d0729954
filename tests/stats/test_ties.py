"""Planted ties and margins, and the coverage of their rates."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from brewsim.stats.ties import MEASURES, margins_by_case, ties_by_case
from tests.stats.planted import coverage, data_sets, outcomes

# Of ten games: a shared victory, two ties broken, and margins of 1, 2, 3 and 4; repeated often enough to be estimates.
SCORES = np.tile([[5, 5, 1], [5, 5, 1], [5, 0, 5], [4, 3, 1], [4, 2, 1], [1, 4, 2], [4, 1, 1], [5, 1, 1], [1, 1, 5], [5, 1, 0]], (10, 1))
TIEBREAKS = np.tile([[1, 1, 0], [1, 0, 9], [0, 9, 1]] + [[0, 0, 0]] * 7, (10, 1))


def test_planted_ties_are_counted():
    ties = ties_by_case([outcomes(SCORES, tiebreaks=TIEBREAKS).lazy()])
    assert dict(ties.select("measure", "value").iter_rows()) == pytest.approx(
        {"tied": 0.3, "tiebreak_decided": 0.2, "shared": 0.1, "within_1": 0.4, "within_2": 0.6, "within_3": 0.7, "aborted": 0.0}
    )
    assert ties["n"].to_list() == [100] * len(MEASURES)
    assert ties["measure"].to_list() == list(MEASURES)


def test_planted_margins_are_counted():
    margins = margins_by_case([outcomes(SCORES, tiebreaks=TIEBREAKS).lazy()])
    assert margins["margin"].to_list() == [0, 1, 2, 3, 4]
    assert margins["games"].to_list() == [30, 10, 20, 10, 30]
    assert margins["value"].to_list() == pytest.approx([0.3, 0.1, 0.2, 0.1, 0.3])
    assert (margins["low"] < margins["value"]).all()
    assert (margins["high"] > margins["value"]).all()


def test_a_team_that_wins_shares_nothing():
    frame = outcomes(np.tile([4, 2, 4, 2], (40, 1)), sides=(0, 1, 0, 1))
    ties = dict(ties_by_case([frame.lazy()]).select("measure", "value").iter_rows())
    assert (ties["tied"], ties["shared"], ties["within_1"], ties["within_2"]) == (0, 0, 0, 1)
    assert margins_by_case([frame.lazy()]).select("margin", "games").rows() == [(2, 40)]


def test_aborted_games_count_only_as_aborted():
    aborted = np.arange(100) >= 60
    frame = outcomes(np.tile([3, 3], (100, 1)), tiebreaks=np.where(aborted[:, None], [[0, 0]], [[1, 0]]), aborted=aborted)
    ties = ties_by_case([frame.lazy()])
    assert dict(ties.select("measure", "value").iter_rows()) == pytest.approx(
        {"tied": 1, "tiebreak_decided": 1, "shared": 0, "within_1": 1, "within_2": 1, "within_3": 1, "aborted": 0.4}
    )
    assert dict(ties.select("measure", "n").iter_rows()) == dict.fromkeys(MEASURES, 60) | {"aborted": 100}
    assert margins_by_case([frame.lazy()])["games"].to_list() == [60]
    only_aborted = frame.filter("aborted").lazy()
    assert ties_by_case([only_aborted])["n"].to_list() == [0] * 6 + [40]
    assert ties_by_case([only_aborted])["value"].to_list() == [None] * 6 + [1.0]
    assert margins_by_case([only_aborted]).is_empty()


def test_parts_add_up_and_cases_keep_their_order():
    frames = [outcomes(SCORES, case="b"), outcomes(SCORES[:50], case="a")]
    pieces = [piece.lazy() for frame in frames for piece in (frame.filter(pl.col("game") < 20), frame.filter(pl.col("game") >= 20))]
    for statistic in (ties_by_case, margins_by_case):
        assert_frame_equal(statistic(pieces), statistic([frame.lazy() for frame in frames]))
        assert statistic(pieces)["case"].unique(maintain_order=True).to_list() == ["b", "a"]


def test_coverage_of_the_rates():
    rng = np.random.default_rng(1)
    games, repeats = 200, 2000
    scores = rng.integers(0, 8, (games * repeats, 2))
    frame = data_sets(outcomes(scores, tiebreaks=rng.integers(0, 2, scores.shape)), games)
    ties = ties_by_case([frame.lazy()])
    within = {f"within_{k}": (8 + 2 * sum(8 - gap for gap in range(1, k + 1))) / 64 for k in (1, 2, 3)}
    for measure, truth in {"tied": 1 / 8, "tiebreak_decided": 1 / 16, "shared": 1 / 16, **within}.items():
        assert 0.93 <= coverage(ties.filter(measure=measure), truth) <= 0.97, measure
    margins = margins_by_case([frame.lazy()])
    for margin, truth in ((0, 1 / 8), (3, 10 / 64)):
        assert 0.93 <= coverage(margins.filter(margin=margin), truth) <= 0.97, margin
