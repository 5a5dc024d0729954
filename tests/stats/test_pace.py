"""Planted lengths and leaders, and the coverage of their estimates."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from brewsim.stats.pace import drama_by_case, leader_by_round, length_by_case, rounds_by_case
from tests.stats.planted import coverage, data_sets, outcomes

PROGRESS = ("after_1", "after_2", "after_3", "after_4")


def played(rounds, final, repeats=40, **more):
    """Many times the same game: scores after each round by seat, shorter than PROGRESS if it ended before, and the final scores."""
    missing = [[np.nan] * len(final)] * (len(PROGRESS) - len(rounds))
    metrics = {name: np.tile(np.array(scores, float), (repeats, 1)) for name, scores in zip(PROGRESS, [*rounds, *missing])}
    return outcomes(np.tile(final, (repeats, 1)), metrics=metrics, rounds=len(rounds), **more)


def drama(frame):
    return dict(drama_by_case([frame.lazy()], PROGRESS).select("measure", "value").iter_rows())


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


def leading(rng, games, chance):
    """Two rounds: the leader after the first wins with this chance, the leader after the second always; seat 0 or 1 leads."""
    leader = rng.integers(0, 2, games)
    winner = np.where(rng.random(games) < chance, leader, 1 - leader)
    first, last = (np.eye(2)[who] * 3 for who in (leader, winner))
    return outcomes(last, metrics={"after_1": first, "after_2": last}, rounds=2)


def test_a_planted_leader_effect_is_found():
    curve = leader_by_round([leading(np.random.default_rng(2), 4000, 0.7).lazy()], PROGRESS[:2])
    assert curve["value"].to_list() == pytest.approx([0.7, 1.0], abs=0.02)
    assert curve["round"].to_list() == [1, 2]
    assert curve["low"][1] > 0.995


def test_coverage_of_the_leader_curve_and_of_drama():
    rng = np.random.default_rng(3)
    games, repeats = 100, 1000
    parts = [data_sets(leading(rng, games * repeats, 0.7), games).lazy()]
    curve = leader_by_round(parts, PROGRESS[:2]).filter(round=1)
    assert 0.93 <= coverage(curve, 0.7) <= 0.97
    estimates = drama_by_case(parts, PROGRESS[:2])
    truths = {"lead_changes": 0.3, "leader_at_half_wins": 0.7, "comeback": 0.3, "deficit_made_up": 0.9, "round_of_no_return": 1.3}
    for measure, truth in truths.items():
        assert 0.93 <= coverage(estimates.filter(measure=measure), truth) <= 0.97, measure


def test_coverage_of_the_leader_curve_with_shared_leads():
    rng = np.random.default_rng(4)
    games, repeats = 100, 1000
    after = rng.integers(0, 3, (games * repeats, 3))
    frame = outcomes(after + rng.integers(0, 3, after.shape), metrics={"after_1": after}, rounds=1)
    scores = frame.with_columns(leads=pl.col("after_1") == pl.col("after_1").max().over("game")).filter("leads")
    truth = scores.group_by("game").agg(pl.col("win_share").mean())["win_share"].mean()
    curve = leader_by_round([data_sets(frame, games).lazy()], PROGRESS[:1])
    assert 0.93 <= coverage(curve, truth) <= 0.97


def test_rounds_not_reached_are_not_counted():
    frame = pl.concat([played([[1, 0], [2, 0]], [3, 0], 60), played([[1, 0], [0, 9], [5, 9]], [1, 9], 40)])
    frame = frame.with_columns(game=pl.int_range(pl.len()) // 2)
    curve = leader_by_round([frame.lazy()], PROGRESS)
    assert curve.select("round", "n").rows() == [(1, 100), (2, 100), (3, 40)]
    assert curve["value"].to_list() == pytest.approx([0.6, 1.0, 1.0])


def test_a_shared_lead_is_a_fair_share_and_teams_lead_together():
    assert leader_by_round([played([[0, 0, 0]], [5, 1, 1]).lazy()], PROGRESS)["value"][0] == pytest.approx(1 / 3)
    teams = played([[2, 0, 2, 0], [0, 2, 0, 2], [4, 2, 4, 2]], [4, 2, 4, 2], sides=(0, 1, 0, 1))
    assert leader_by_round([teams.lazy()], PROGRESS)["value"].to_list() == [1.0, 0.0, 1.0]
    assert drama(teams) == {
        "lead_changes": 2, "leader_at_half_wins": 1, "comeback": 0, "deficit_made_up": 2, "round_of_no_return": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rounds", "final", "planted"),
    [
        # Seat 0 leads from the start to the end.
        ([[1, 0, 0], [2, 0, 1], [3, 0, 1], [4, 1, 1]], [4, 1, 1], (0, 1, 0, 0, 1)),
        # Seat 2 is last at half, takes the lead in round 4; a shared lead (round 3) changes nothing.
        ([[1, 2, 0], [3, 2, 1], [3, 2, 3], [3, 2, 5]], [3, 2, 5], (2, 0, 1, 2, 4)),
        # Level to the end, which alone decides: nobody leads, nobody comes back, and the round of no return is after the last.
        ([[0, 0, 0]] * 4, [1, 0, 0], (0, 1 / 3, 0, 0, 5)),
        # The last of three at half, but level with the leader: no come-back.
        ([[1, 1, 1], [1, 1, 1], [1, 1, 1], [0, 1, 2]], [0, 1, 2], (0, 1 / 3, 0, 0, 4)),
        # A shared victory counts as the mean of the winners.
        ([[2, 0, 1], [2, 0, 1], [2, 4, 1], [2, 4, 1]], [4, 4, 1], (1, 0.5, 0.5, (2 + 2) / 2, (5 + 3) / 2)),
    ],
)
def test_drama_of_a_planted_game(rounds, final, planted):
    measures = ("lead_changes", "leader_at_half_wins", "comeback", "deficit_made_up", "round_of_no_return")
    assert drama(played(rounds, final)) == pytest.approx(dict(zip(measures, planted)))


@pytest.mark.parametrize(("rounds", "at_half", "to_the_end"), [(4, 40, 40), (6, 40, 0), (10, 0, 0)])
def test_what_the_title_did_not_keep_is_left_out(rounds, at_half, to_the_end):
    frame = played([[1, 0], [1, 0], [0, 2], [0, 2]], [0, 2]).with_columns(rounds=pl.lit(rounds, pl.Int16))
    estimates = drama_by_case([frame.lazy()], PROGRESS).rows_by_key("measure", named=True, unique=True)
    assert (estimates["comeback"]["n"], estimates["leader_at_half_wins"]["n"]) == (at_half, at_half)
    assert (estimates["lead_changes"]["n"], estimates["round_of_no_return"]["n"]) == (to_the_end, to_the_end)
    assert (estimates["comeback"]["value"] is None) == (at_half == 0)


def test_parts_add_up_and_bad_rows_are_left_out():
    rng = np.random.default_rng(5)
    frames = [leading(rng, 100, 0.6).with_columns(case=pl.lit(name)) for name in ("b", "a")]
    whole = [frame.lazy() for frame in frames]
    pieces = [frame.filter(pl.col("game") % 2 == odd).lazy() for frame in frames for odd in (0, 1)]
    aborted = leading(rng, 50, 0.0).with_columns(case=pl.lit("a"), aborted=True, win_share=pl.lit(None, pl.Float32)).lazy()
    for statistic, more in (
        (length_by_case, ()),
        (rounds_by_case, ()),
        (leader_by_round, (PROGRESS[:2],)),
        (drama_by_case, (PROGRESS[:2],)),
    ):
        assert_frame_equal(statistic(whole, *more), statistic([*pieces, aborted], *more))
        assert statistic(whole, *more)["case"].unique(maintain_order=True).to_list() == ["b", "a"]
        assert statistic([aborted], *more).is_empty()


def test_a_title_without_progress_has_no_curve():
    parts = [outcomes(np.tile([1, 0], (40, 1))).lazy()]
    assert leader_by_round(parts, ()).is_empty()
    assert drama_by_case(parts, ()).columns == ["case", "measure", "value", "low", "high", "n"]
