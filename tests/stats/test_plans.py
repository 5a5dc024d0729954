"""Planted duels, games with a known equilibrium, and the coverage of the duels."""

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from brewsim.stats import plans
from brewsim.stats.plans import BLOCKS, TWO_BOTS, cycles, dominant_plan, equilibrium, meetings
from tests.stats.planted import coverage, data_sets, outcomes


def table_of(chances, error=0.02, n=1000):
    """Duels with these chances of the first named against the second."""
    rows = [(a, b, p, p - error, p + error, n) for (a, b), p in chances.items()]
    rows += [(b, a, 1 - p, 1 - p - error, 1 - p + error, n) for (a, b), p in chances.items()]
    return pl.DataFrame(rows, ["bot", "opponent", "value", "low", "high", "n"], orient="row")


def duels(parts):
    return plans.duels(meetings(parts))


def meetings_of(chances, n=40, rng=None, blocks=BLOCKS):
    """Meetings of which exactly this share is won by the first named, or by chance; n games in each block."""
    rows = []
    for (a, b), p in chances.items():
        won = rng.binomial(n, p, blocks) if rng else np.full(blocks, n * p)
        rows += [(a, b, block, n, float(total)) for block, total in enumerate(won)]
        rows += [(b, a, block, n, float(n - total)) for block, total in enumerate(won)]
    return pl.DataFrame(rows, TWO_BOTS, orient="row")


def values(frame):
    return {(bot, opponent): value for bot, opponent, value in frame.select("bot", "opponent", "value").iter_rows()}


def test_duels_look_at_who_finishes_ahead_not_only_at_who_wins():
    scores = np.tile([[3, 2, 1], [3, 1, 1]], (20, 1))
    found = values(duels([outcomes(scores, bots=["a", "b", "c"]).lazy()]))
    planted = {("a", "b"): 1, ("a", "c"): 1, ("b", "c"): 0.75, ("b", "a"): 0, ("c", "a"): 0, ("c", "b"): 0.25}
    assert found == planted


def test_a_bot_at_two_seats_meets_its_rivals_once_a_game_and_never_itself():
    frame = duels([outcomes(np.tile([3, 1, 2], (40, 1)), bots=["a", "a", "b"]).lazy()])
    assert values(frame) == {("a", "b"): 0.5, ("b", "a"): 0.5}
    assert frame["n"].to_list() == [40, 40]


def test_partners_do_not_duel():
    frame = outcomes(np.tile([3, 1, 3, 1], (40, 1)), bots=["a", "b", "c", "d"], sides=(0, 1, 0, 1))
    assert set(values(duels([frame.lazy()]))) == {(x, y) for x in "abcd" for y in "abcd" if (x in "ac") != (y in "ac")}


def test_few_or_no_meetings():
    few = duels([outcomes(np.tile([1, 0], (20, 1)), bots=["a", "b"]).lazy()])
    assert few["n"].to_list() == [20, 20]
    assert few["value"].null_count() == 2
    none = duels([outcomes(np.tile([1, 0], (50, 1))).lazy()])
    assert none.is_empty()
    for empty in (none, few):
        assert dominant_plan(empty) is None
        assert cycles(empty).is_empty()
    for bots in (["a", "b"], ["a", "a"]):
        met = meetings([outcomes(np.tile([1, 0], (20, 1)), bots=bots).lazy()])
        assert equilibrium(met)["weight"].drop_nulls().is_empty()


def test_parts_add_up():
    frame = outcomes(np.random.default_rng(1).integers(0, 5, (300, 3)), bots=["a", "b", "c"])
    pieces = [frame.filter(pl.col("game") % 3 == rest).lazy() for rest in range(3)]
    assert_frame_equal(duels(pieces), duels([frame.lazy()]))


def test_coverage_of_duels():
    """One seat of a against two of b, which share the luck of the table: the game is the unit."""
    rng = np.random.default_rng(2)
    games, repeats = 100, 1000
    ahead = rng.random(games * repeats) < 0.6
    scores = np.where(ahead[:, None], [[2, 1, 0]], [[0, 1, 2]])
    frame = data_sets(outcomes(scores, bots=["a", "b", "b"]), games)
    frame = frame.with_columns(pl.concat_str("bot", "case").alias("bot"))
    found = duels([frame.lazy()]).filter(pl.col("bot").str.starts_with("a"))
    assert len(found) == repeats
    assert 0.93 <= coverage(found, 0.6) <= 0.97


def test_coverage_of_duels_over_cases_with_the_same_shuffles():
    """Two cases that meet the same luck are no more than one: as if independent, the interval would be too short."""
    rng = np.random.default_rng(3)
    games, repeats = 100, 1000
    frame = data_sets(outcomes(rng.multinomial(1, [0.6, 0.4], games * repeats), bots=["a", "b"]), games)
    frame = frame.with_columns(pl.concat_str("bot", "case").alias("bot"))
    twice = [frame.lazy(), frame.with_columns(pl.concat_str("case", pl.lit("again")).alias("case")).lazy()]
    found = duels(twice).filter(pl.col("bot").str.starts_with("a"))
    assert found["n"].unique().to_list() == [2 * games]
    assert 0.93 <= coverage(found, 0.6) <= 0.97


def test_the_equilibrium_of_rock_paper_scissors():
    """Payoffs of 1, 2 and 3 above even: the weight of each is the payoff of the duel it takes no part in."""
    chances = {("rock", "scissors"): 0.6, ("scissors", "paper"): 0.7, ("paper", "rock"): 0.8}
    beats, mix = table_of(chances), equilibrium(meetings_of(chances))
    assert mix["bot"].to_list() == ["paper", "rock", "scissors"]
    assert mix["weight"].to_list() == pytest.approx([1 / 6, 2 / 6, 3 / 6])
    assert mix["value"].to_list() == pytest.approx([0.5] * 3)
    assert mix["viable"].all()
    assert (mix["weight_low"] <= mix["weight"]).all()
    assert (mix["weight_high"] >= mix["weight"]).all()
    assert dominant_plan(beats) is None
    assert cycles(beats).select("first", "second", "third").rows() == [("paper", "rock", "scissors")]
    assert cycles(beats)["value"][0] == pytest.approx(0.6)


def test_coverage_of_the_equilibrium():
    """Rock, paper and scissors as above, and a plan that loses to the mix. Its value is that against the mix that was found."""
    rng = np.random.default_rng(6)
    chances = {("rock", "scissors"): 0.6, ("scissors", "paper"): 0.7, ("paper", "rock"): 0.8}
    chances |= {("rock", "weak"): 0.8, ("paper", "weak"): 0.6, ("scissors", "weak"): 0.55}
    truth = {"paper": 1 / 6, "rock": 2 / 6, "scissors": 3 / 6, "weak": 0.0}
    repeats, mixes = 400, []
    for _ in range(repeats):
        mix = equilibrium(meetings_of(chances, 40, rng, blocks=60))
        expected = 1 - sum(chances[plan, "weak"] * weight for plan, weight in mix.select("bot", "weight").iter_rows() if plan != "weak")
        mixes.append(mix.with_columns(expected=expected))
    found = pl.concat(mixes)
    for plan in ("paper", "rock", "scissors"):
        weights = found.filter(bot=plan).select(low="weight_low", high="weight_high")
        assert 0.93 <= coverage(weights, truth[plan]) <= 0.97, plan
    assert 0.93 <= coverage(found.filter(bot="weak"), pl.col("expected")) <= 0.97


def test_the_mix_knows_that_duels_of_one_table_go_together():
    """Three bots at one table: the same draws as from three separate tables would make the weights look surer or less sure."""
    rng = np.random.default_rng(7)
    scores = rng.normal(size=(6000, 3))
    mix = equilibrium(meetings([outcomes(np.round(1000 * scores), bots=["a", "b", "c"]).lazy()]))
    assert mix["viable"].all()
    assert (mix["weight_high"] - mix["weight_low"]).min() > 0.3  # all even, so nothing is sure


def test_a_dominant_plan_is_the_whole_mix():
    chances = {("a", "b"): 0.6, ("a", "c"): 0.7, ("b", "c"): 0.6}
    beats = table_of(chances)
    mix = equilibrium(meetings_of(chances, rng=np.random.default_rng(5))).rows_by_key("bot", named=True, unique=True)
    assert dominant_plan(beats) == "a"
    assert (mix["a"]["weight"], mix["a"]["weight_low"]) == (1, 1)
    assert (mix["a"]["viable"], mix["b"]["viable"], mix["c"]["viable"]) == (True, False, False)
    assert mix["c"]["low"] < 0.3 < mix["c"]["high"] < 0.32
    assert cycles(beats).is_empty()


def test_a_difference_within_the_error_makes_no_verdict():
    beats = table_of({("a", "b"): 0.51, ("b", "c"): 0.51, ("c", "a"): 0.51}, error=0.02)
    assert dominant_plan(beats) is None
    assert cycles(beats).is_empty()
    near = meetings_of({("a", "b"): 0.51}, n=4, rng=np.random.default_rng(1))
    assert dominant_plan(plans.duels(near)) is None
    mix = equilibrium(near)
    assert mix["viable"].to_list() == [True, True]
    assert mix.select("weight_low", "weight_high").rows() == [(0, 1), (0, 1)]


def test_plans_that_never_met_have_no_equilibrium():
    mix = equilibrium(meetings_of({("a", "b"): 0.6, ("b", "c"): 0.6}))
    assert mix["bot"].to_list() == ["a", "b", "c"]
    assert mix["weight"].null_count() == 3
    assert dominant_plan(table_of({("a", "b"): 0.6, ("c", "b"): 0.6})) is None
