"""Planted seats and bots, none at all, and the coverage of the intervals."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy.stats import chisquare, kstest, norm

from brewsim.stats.intervals import critical_value, of_several, with_shares
from brewsim.stats.seats import win_share_by_bot, win_share_by_bot_and_seat, win_share_by_seat
from tests.stats.planted import coverage, data_sets, outcomes

REPEATS = 500
BAND = 0.03  # 3.1 standard errors of a rate of 5 % in that many repeats: a false alarm in 1 of 500 seeds


def won_by(rng, chances, games):
    """Scores with one winner a game, drawn with these chances by seat."""
    return rng.multinomial(1, chances, games)


def test_a_planted_seat_bias_is_found():
    frame = outcomes(won_by(np.random.default_rng(1), [0.5, 0.3, 0.2], 5000))
    seats = win_share_by_seat([frame.lazy()])
    assert seats["value"].to_list() == pytest.approx([0.5, 0.3, 0.2], abs=0.02)
    assert seats["advantage"].to_list() == pytest.approx([1 / 6, -1 / 30, -2 / 15], abs=0.02)
    assert seats.filter(pl.col("low") <= pl.col("fair"), pl.col("high") >= pl.col("fair")).is_empty()
    assert seats["p_value"].max() < 1e-20
    assert seats["n"].to_list() == [5000] * 3


def test_without_a_bias_nothing_is_found_more_often_than_it_should():
    """The test errs as often as it says, and the intervals of shares and of points hold the truth."""
    scores = np.round(100 * np.random.default_rng(2).gamma(2.0, 1.0, (100 * REPEATS, 4)))
    seats = win_share_by_seat([data_sets(outcomes(scores), 100).lazy()])
    p_values = seats.group_by("case").agg(pl.col("p_value").first())["p_value"]
    assert (p_values < 0.05).mean() == pytest.approx(0.05, abs=BAND)
    assert kstest(p_values, "uniform").pvalue > 0.001
    assert coverage(seats, 0.25, ["case"]) == pytest.approx(0.95, abs=BAND)
    assert coverage(seats.select("case", low="score_low", high="score_high"), 0.0, ["case"]) == pytest.approx(0.95, abs=BAND)


def test_the_test_of_two_seats_is_pearsons():
    seats = win_share_by_seat([outcomes(won_by(np.random.default_rng(3), [0.55, 0.45], 200)).lazy()])
    counts = [200 * value for value in seats["value"]]
    # Strata take a little of the variance, so the two agree nearly, not exactly.
    assert seats["p_value"][0] == pytest.approx(chisquare(counts).pvalue, rel=0.1)


@pytest.mark.parametrize(("chances", "games"), [([0.5, 0.3, 0.15, 0.05], 200), ([0.5, 0.5], 60)])
def test_joint_coverage_of_the_seats(chances, games):
    rng = np.random.default_rng(4)
    frame = data_sets(outcomes(won_by(rng, chances, games * REPEATS)), games)
    seats = win_share_by_seat([frame.lazy()])
    truth = pl.col("seat").replace_strict(dict(enumerate(chances)), return_dtype=pl.Float64)
    assert coverage(seats, truth, ["case"]) == pytest.approx(0.95, abs=BAND)


@pytest.mark.parametrize("cases", [4, 12])
def test_of_seats_that_are_all_equal_one_is_named_in_few_reports(cases):
    """Reports name a seat by the interval for all seats of all cases. By the interval of a case alone one would be named far too often."""
    reports, games, seats = 2000, 1000, 4
    wins = np.random.default_rng(8).multinomial(games, [1 / seats] * seats, (reports, cases)).ravel()
    counts = pl.DataFrame({"n": games, "total": wins.astype(float), "report": np.repeat(np.arange(reports), cases * seats)})
    counts = counts.with_columns(spread=pl.col("total") * (1 - pl.col("total") / games))

    def named(z: float) -> float:
        """The share of reports with a seat that is surely not fair."""
        is_fair = pl.lit(1 / seats).is_between("low", "high")
        return with_shares(counts, z).group_by("report").agg(is_fair.all())["literal"].not_().mean()

    of_case = critical_value(np.eye(seats) - 1 / seats)
    assert named(of_several(of_case, cases)) <= 0.05 + 3.1 * (0.05 * 0.95 / reports) ** 0.5  # a false alarm in 1 of 1,000 seeds
    assert named(of_case) > 1 - 0.95**cases - 0.05


def test_intervals_for_all_cases_count_those_with_enough_games():
    rng = np.random.default_rng(8)
    few = outcomes(won_by(rng, [0.25] * 4, 20), case="few")
    frame = pl.concat([data_sets(outcomes(won_by(rng, [0.25] * 4, 600)), 200), few])
    alone = win_share_by_seat([frame.filter(case="0").lazy()])
    assert alone["all_low"].to_list() == pytest.approx(alone["low"].to_list())
    beside = win_share_by_seat([frame.lazy()]).filter(case="0")
    assert beside["low"].to_list() == pytest.approx(alone["low"].to_list())
    half = {name: (beside[name] - beside["value"]).abs().mean() for name in ("low", "high", "all_low", "all_high")}
    of_case = critical_value(np.eye(4) - 1 / 4)
    wider = of_several(of_case, 3) / of_case  # not 4: the case with few games names nobody
    assert (half["all_low"] + half["all_high"]) / (half["low"] + half["high"]) == pytest.approx(wider, rel=0.01)


def test_places_are_counted_from_a_first_player_drawn_by_lot():
    """The planted advantage of the first player is invisible by seat, and found by place."""
    rng = np.random.default_rng(9)
    first, games = rng.integers(0, 3, 3000), 3000
    place = (np.arange(3) - first[:, None]) % 3
    by_place = won_by(rng, [0.5, 0.3, 0.2], games)
    frame = outcomes(np.take_along_axis(by_place, place, axis=1), metrics={"place": place})
    seats = win_share_by_seat([frame.lazy()])
    assert seats["who"].to_list() == ["the first player", "the second player", "the third player"]
    assert seats["value"].to_list() == pytest.approx(by_place.mean(axis=0))
    assert seats["team"].to_list() == [0, 1, 2]
    bots = win_share_by_bot_and_seat([frame.lazy()])
    assert bots["value"].to_list() == pytest.approx(by_place.mean(axis=0))
    assert bots["who"].to_list() == seats["who"].to_list()
    plain = win_share_by_seat([frame.drop("place").lazy()])
    assert plain["who"].to_list() == ["seat 1", "seat 2", "seat 3"]
    assert plain["value"].to_list() == pytest.approx([1 / 3] * 3, abs=0.03)


def test_seats_that_win_together_are_a_team():
    wins = won_by(np.random.default_rng(10), [0.5, 0.5], 100)[:, [0, 1, 0, 1]]
    assert win_share_by_seat([outcomes(wins, sides=(0, 1, 0, 1)).lazy()])["team"].to_list() == [0, 1, 0, 1]


def test_joint_coverage_with_shared_wins():
    rng = np.random.default_rng(5)
    frame = data_sets(outcomes(rng.integers(0, 3, (150 * REPEATS, 3))), 150)  # small scores tie often
    assert frame["win_share"].n_unique() == 4
    assert coverage(win_share_by_seat([frame.lazy()]), 1 / 3, ["case"]) == pytest.approx(0.95, abs=BAND)


def test_joint_coverage_with_teams():
    """Two sides are one estimate: at the critical value of four the intervals would be far too wide."""
    rng = np.random.default_rng(6)
    wins = won_by(rng, [0.55, 0.45], 100 * REPEATS)[:, [0, 1, 0, 1]]
    seats = win_share_by_seat([data_sets(outcomes(wins, sides=(0, 1, 0, 1)), 100).lazy()])
    assert seats["fair"].to_list() == pytest.approx([0.5] * len(seats))
    truth = pl.when(pl.col("seat") % 2 == 0).then(0.55).otherwise(0.45)
    assert coverage(seats, truth, ["case"]) == pytest.approx(0.95, abs=BAND)


def rotated(rng, games, strengths, seat_bonus):
    """Games of a lineup that rotates: points are the bot's strength, the seat's bonus and chance. Scores and bots."""
    seats = len(strengths)
    bot = (np.arange(seats) + np.arange(games)[:, None]) % seats
    noise = rng.normal(size=(games, seats))
    return np.round(100 * (np.asarray(strengths)[bot] + np.asarray(seat_bonus) + noise)), np.array(["a", "b", "c", "d"])[bot]


def test_joint_coverage_when_unequal_bots_rotate():
    """The bot explains most of who wins; what a rotation takes out of the error must not be left in."""
    strengths, bonus, games = (3.0, 0.0, 0.0), (0.5, 0.0, 0.0), 150
    rng = np.random.default_rng(7)
    scores, bots = rotated(rng, games * REPEATS, strengths, bonus)
    frame = data_sets(outcomes(scores, bots=bots), games)
    seats = win_share_by_seat([frame.lazy()])
    truth = frame.group_by("seat").agg(pl.col("win_share").mean())
    truth = pl.col("seat").replace_strict(dict(truth.rows()), return_dtype=pl.Float64)
    assert coverage(seats, truth, ["case"]) == pytest.approx(0.95, abs=BAND)
    naive = (seats["value"] * (1 - seats["value"]) / games).sqrt().mean()
    assert (seats["high"] - seats["low"]).mean() / 2 < 2 * naive  # shorter than without strata


def test_points_of_a_seat_are_paired_within_games():
    rng = np.random.default_rng(8)
    luck_of_the_table = rng.integers(0, 1000, (400, 1))
    scores = luck_of_the_table + rng.integers(0, 10, (400, 3)) + np.array([6, 0, 0])
    seats = win_share_by_seat([outcomes(scores).lazy()])
    assert seats["score"].to_list() == pytest.approx([4, -2, -2], abs=0.5)
    assert (seats["score_high"] - seats["score_low"]).max() < 1
    assert seats["score_low"][0] < 4 < seats["score_high"][0]


def test_parts_add_up_and_cases_stay_apart():
    rng = np.random.default_rng(10)
    frames = [outcomes(won_by(rng, [0.6, 0.4], 300), case="b"), outcomes(won_by(rng, [0.2, 0.3, 0.5], 300), case="a")]
    whole = [frame.lazy() for frame in frames]
    pieces = [frame.filter(pl.col("game").is_between(first, first + 99)).lazy() for frame in frames for first in (0, 100, 200)]
    for statistic in (win_share_by_seat, win_share_by_bot, win_share_by_bot_and_seat):
        assert_frame_equal(statistic(whole), statistic(pieces))
        assert_frame_equal(statistic(whole), statistic([pl.concat(frames).lazy()]))
        assert statistic(whole)["case"].unique(maintain_order=True).to_list() == ["b", "a"]


def test_aborted_games_and_few_games_tell_nothing():
    rng = np.random.default_rng(11)
    scores = won_by(rng, [0.5, 0.5], 60)
    frame = outcomes(np.where(np.arange(60)[:, None] < 25, scores, [[1, 0]]), aborted=np.arange(60) >= 25)
    for statistic in (win_share_by_seat, win_share_by_bot, win_share_by_bot_and_seat):
        few = statistic([frame.lazy()])
        assert few["n"].to_list() == [25] * len(few)
        assert few.select("value", "low", "high").null_count().row(0) == (len(few),) * 3
        assert statistic([frame.filter("aborted").lazy()]).is_empty()
    assert win_share_by_seat([frame.lazy()]).select("p_value", "score", "score_low").null_count().row(0) == (2, 2, 2)


def test_a_seat_that_always_wins_still_has_an_interval():
    seats = win_share_by_seat([outcomes(np.tile([1, 0], (100, 1))).lazy()])
    assert seats["value"].to_list() == [1.0, 0.0]
    assert 0.95 < seats["low"][0] < 1
    assert 0 < seats["high"][1] < 0.05
    assert seats["p_value"][0] < 1e-10


def test_rotation_tells_bots_from_seats():
    scores, bots = rotated(np.random.default_rng(12), 40_000, (0.5, 0.0), (0.0, 0.8))
    parts = [outcomes(scores, bots=bots).lazy()]
    by_both = win_share_by_bot_and_seat(parts)
    share = {(bot, seat): value for bot, seat, value in by_both.select("bot", "seat", "value").iter_rows()}
    at_0, at_1 = norm.cdf((0.5 - 0.8) / 2**0.5), norm.cdf((0.5 + 0.8) / 2**0.5)
    planted = {("a", 0): at_0, ("a", 1): at_1, ("b", 0): 1 - at_1, ("b", 1): 1 - at_0}
    assert share == pytest.approx(planted, abs=0.01)
    assert by_both["n"].to_list() == [20_000] * 4
    assert win_share_by_bot(parts)["value"].to_list() == pytest.approx([(at_0 + at_1) / 2, 1 - (at_0 + at_1) / 2], abs=0.01)


def test_coverage_of_a_bot_at_two_seats():
    """Its two seats win against each other: as if they were two games, the interval would be much too wide."""
    rng = np.random.default_rng(13)
    frame = outcomes(won_by(rng, [0.4, 0.35, 0.25], 100 * REPEATS), bots=["a", "a", "b"])
    bots = win_share_by_bot([data_sets(frame, 100).lazy()])
    assert coverage(bots.filter(bot="a"), 0.375) == pytest.approx(0.95, abs=BAND)
    assert coverage(bots.filter(bot="b"), 0.25) == pytest.approx(0.95, abs=BAND)
    assert bots["fair"].to_list() == pytest.approx([1 / 3] * len(bots))


def test_coverage_by_bot_and_seat():
    rng = np.random.default_rng(14)
    frame = outcomes(won_by(rng, [0.7, 0.3], 80 * REPEATS), bots=["a", "b"])
    both = win_share_by_bot_and_seat([data_sets(frame, 80).lazy()])
    assert coverage(both.filter(bot="a"), 0.7) == pytest.approx(0.95, abs=BAND)


def test_cases_stay_apart_in_the_order_in_which_they_appear():
    rng = np.random.default_rng(5)
    parts = [outcomes(rng.integers(0, 30, (50, 2)), case=case).lazy() for case in ("b", "a", "b")]
    assert win_share_by_seat(parts).select("case", "seat").rows() == [("b", 0), ("b", 1), ("a", 0), ("a", 1)]
