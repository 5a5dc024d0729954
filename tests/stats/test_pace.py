"""Planted lengths and leaders, and the coverage of their estimates."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from brewsim.stats.pace import half_time_by_case, length_by_case, rounds_by_case
from tests.stats.planted import coverage, data_sets, outcomes


def test_length_has_mean_and_quantiles_of_games():
    rounds = np.repeat([4, 5, 9], [15, 70, 15])
    turns, decisions = np.array([[3, 2]]), np.arange(100)[:, None] + np.array([[0, 1]])
    frame = outcomes(np.tile([1, 0], (100, 1)), rounds=rounds, decisions=decisions, metrics={"turns": turns})
    lengths = length_by_case([frame.lazy()]).rows_by_key("measure", named=True, unique=True)
    assert list(lengths) == ["rounds", "turns", "decisions"]
    assert lengths["rounds"]["value"] == pytest.approx(rounds.mean())
    assert [lengths["rounds"][q] for q in ("p10", "p50", "p90")] == [4, 5, 9]
    # The median is the 50th game, its interval reaches from the 41st to the 60th, at odd numbers of decisions.
    assert [lengths["decisions"][q] for q in ("p50_low", "p50", "p50_high")] == [81, 99, 119]
    assert lengths["turns"]["value"] == 5  # of both seats
    assert lengths["decisions"]["value"] == pytest.approx(2 * 49.5 + 1)
    half = 1.9842 * rounds.std(ddof=1) / 10
    assert lengths["rounds"]["high"] - lengths["rounds"]["value"] == pytest.approx(half, rel=1e-4)
    counted = rounds_by_case([frame.lazy()])
    assert counted.select("rounds", "games", "value").rows() == [(4, 15, 0.15), (5, 70, 0.7), (9, 15, 0.15)]
    assert (counted["low"] < counted["value"]).all()
    few = length_by_case([frame.filter(pl.col("game") < 20).lazy()])
    assert few.select("value", "p10", "p50", "p90").null_count().row(0) == (3, 3, 3, 3)


def test_a_title_without_turns_has_no_turns():
    assert length_by_case([outcomes(np.tile([1, 0], (40, 1))).lazy()])["measure"].to_list() == ["rounds", "decisions"]


def test_coverage_of_length():
    rng = np.random.default_rng(1)
    games, repeats = 60, 2000
    rounds = 5 + rng.poisson(2.0, games * repeats)
    lengths = length_by_case([data_sets(outcomes(np.tile([1, 0], (len(rounds), 1)), rounds=rounds), games).lazy()])
    assert 0.93 <= coverage(lengths.filter(measure="rounds"), 7.0) <= 0.97


@pytest.mark.parametrize(("name", "part"), [("p10", 0.1), ("p50", 0.5), ("p90", 0.9)])
def test_coverage_of_quantiles(name, part):
    """Of lengths that are nearly continuous: then the interval covers as often as it says."""
    rng = np.random.default_rng(2)
    games, repeats, longest = 400, 1000, 100_000
    decisions = np.stack([rng.integers(0, longest, games * repeats), np.zeros(games * repeats, int)], axis=1)
    frame = data_sets(outcomes(np.tile([1, 0], (len(decisions), 1)), decisions=decisions), games)
    lengths = length_by_case([frame.lazy()]).filter(measure="decisions")
    assert 0.93 <= coverage(lengths.select(value=name, low=f"{name}_low", high=f"{name}_high"), part * longest) <= 0.97


def leading(rng, games, wins, seats=3, followed=1.0):
    """Games with these chances of winning for the leader at half-time, the second, ... and the last; the seats by lot."""
    order = rng.permuted(np.tile(np.arange(seats), (games, 1)), axis=1)  # the place of each seat at half-time
    won = rng.random((games, 1)) < np.cumsum(wins)
    chances = np.where(rng.random((games, 1)) < followed, 1 - order / seats, np.nan)
    return outcomes(order == won.argmax(axis=1)[:, None], chances=chances)


def half_time(frame):
    return half_time_by_case([frame.lazy()]).rows_by_key("measure", named=True, unique=True)


def test_planted_leaders_and_comebacks_are_found():
    found = half_time(leading(np.random.default_rng(2), 8000, [0.6, 0.3, 0.1], followed=0.5))
    leader, last = found["leader_at_half_wins"], found["last_at_half_wins"]
    assert list(found) == ["leader_at_half_wins", "last_at_half_wins"]
    assert (leader["value"], last["value"]) == pytest.approx((0.6, 0.1), abs=0.02)
    assert 3800 < leader["n"] == last["n"] < 4200  # those that were followed
    assert (leader["chance"], last["chance"]) == pytest.approx((1 / 3, 1 / 3))


def test_where_the_standing_says_nothing_both_win_as_by_lot():
    games, repeats = 100, 1000
    frame = data_sets(leading(np.random.default_rng(3), games * repeats, [1 / 3] * 3), games)
    found = half_time_by_case([frame.lazy()])
    for measure in ("leader_at_half_wins", "last_at_half_wins"):
        assert 0.93 <= coverage(found.filter(measure=measure), pl.col("chance")) <= 0.97, measure


def test_who_shares_the_last_place_has_a_part_in_it():
    """Two of three are level behind the leader. By lot one of the two wins in 67 % of games: that is no come-back."""
    rng = np.random.default_rng(4)
    winner = rng.integers(0, 3, 9000)
    last = half_time(outcomes(np.eye(3)[winner], chances=[[0.6, 0.2, 0.2]]))["last_at_half_wins"]
    assert last["chance"] == pytest.approx(1 / 3)
    assert last["low"] < 1 / 3 < last["high"]
    assert last["value"] == pytest.approx((winner > 0).mean() / 2)
    level = half_time(outcomes(np.eye(3)[winner], chances=1 / 3))
    assert [row["value"] for row in level.values()] == pytest.approx([1 / 3, 1 / 3])


def test_coverage_of_half_time_with_shared_places():
    rng = np.random.default_rng(5)
    games, repeats = 100, 1000
    after = rng.integers(0, 3, (games * repeats, 3))
    frame = outcomes(after + rng.integers(0, 3, after.shape), chances=after / 2)
    found = half_time_by_case([data_sets(frame, games).lazy()])
    truth = half_time(frame)
    for measure in truth:
        assert 0.93 <= coverage(found.filter(measure=measure), truth[measure]["value"]) <= 0.97, measure


def test_teams_lead_together():
    teams = outcomes(np.tile([4, 2, 4, 2], (40, 1)), sides=(0, 1, 0, 1), chances=[[0.7, 0.3, 0.7, 0.3]])
    assert [(row["value"], row["chance"]) for row in half_time(teams).values()] == [(1.0, 0.5), (0.0, 0.5)]


def test_parts_add_up_and_bad_rows_are_left_out():
    rng = np.random.default_rng(6)
    frames = [leading(rng, 100, [0.6, 0.4], seats=2).with_columns(case=pl.lit(name)) for name in ("b", "a")]
    whole = [frame.lazy() for frame in frames]
    pieces = [frame.filter(pl.col("game") % 2 == odd).lazy() for frame in frames for odd in (0, 1)]
    aborted = leading(rng, 50, [0, 1], seats=2).with_columns(case=pl.lit("a"), aborted=True, win_share=pl.lit(None, pl.Float32)).lazy()
    for statistic in (length_by_case, rounds_by_case, half_time_by_case):
        assert_frame_equal(statistic(whole), statistic([*pieces, aborted]))
        assert statistic(whole)["case"].unique(maintain_order=True).to_list() == ["b", "a"]
        assert statistic([aborted]).is_empty()


def test_without_followed_games_nobody_leads():
    assert half_time_by_case([outcomes(np.tile([1, 0], (40, 1))).lazy()]).is_empty()
