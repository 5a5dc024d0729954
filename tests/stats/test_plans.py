"""Planted tables, games with a known mix of plans, and the coverage of both."""

from itertools import combinations_with_replacement

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from brewsim.stats.plans import BLOCKS, SUMS, cycles, missing_tables, mix_of_plans, newcomers, win_share_by_table, wins_by_table
from tests.stats.planted import coverage, data_sets, outcomes

PLANS = ("paper", "rock", "scissors")
BEATS = {("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")}


def circle(bot, table):
    """Strength at a table of rock, paper and scissors: one more for each that it beats. What is called `rock2` plays as rock."""
    return 1.0 + sum((bot[:4] if bot == "rock2" else bot, other[:4] if other == "rock2" else other) in BEATS for other in table)


def sums_of(strength, plans, seats=3, games=8, rng=None, blocks=BLOCKS):
    """Games at all tables of these plans, where seats win in proportion to strength(bot, table): exactly so, or by chance."""
    rows = []
    for table in combinations_with_replacement(sorted(plans), seats):
        if len(set(table)) == 1:
            continue
        chances = np.array([strength(bot, table) for bot in table])
        chances /= chances.sum()
        won = rng.multinomial(games, chances, blocks) if rng else np.tile(games * chances, (blocks, 1))
        for bot in sorted(set(table)):
            sits = [seat for seat, name in enumerate(table) if name == bot]
            rows += [(", ".join(table), bot, block, games * len(sits), float(won[block, sits].sum())) for block in range(blocks)]
    return pl.DataFrame(rows, SUMS, orient="row")


def among(strength, weights, plan, seats=3):
    """The true win share of a plan among a mix."""
    found = 0.0
    for others in np.ndindex(*[len(weights)] * (seats - 1)):
        names = [list(weights)[index] for index in others]
        table = (plan, *names)
        found += np.prod([weights[name] for name in names]) * strength(plan, table) / sum(strength(bot, table) for bot in table)
    return found


def by_plan(mix):
    return mix.rows_by_key("plan", named=True, unique=True)


def table_of(frame, *bots):
    return dict(frame.filter(table=", ".join(sorted(bots))).select("bot", "value").iter_rows())


def test_a_table_counts_wins_not_places():
    """b is always ahead of c and never wins."""
    shares = win_share_by_table(wins_by_table([outcomes(np.tile([3, 2, 1], (40, 1)), bots=["a", "b", "c"]).lazy()]))
    assert table_of(shares, "a", "b", "c") == {"a": 1, "b": 0, "c": 0}
    assert shares["n"].to_list() == [40] * 3
    assert shares["fair"].to_list() == pytest.approx([1 / 3] * 3)


def test_the_seats_of_a_bot_are_averaged_and_orders_of_a_lineup_are_one_table():
    parts = [outcomes(np.tile([3, 1, 2], (40, 1)), bots=bots, case="".join(bots)).lazy() for bots in (["a", "a", "b"], ["b", "a", "a"])]
    shares = win_share_by_table(wins_by_table(parts))
    assert table_of(shares, "a", "a", "b") == {"a": 0.25, "b": 0.5}
    assert shares["n"].to_list() == [80, 80]


def test_a_plan_alone_and_teams_have_no_tables():
    mirror = outcomes(np.tile([1, 0], (40, 1)), bots=["a", "a"]).lazy()
    teams = outcomes(np.tile([3, 1, 3, 1], (40, 1)), bots=["a", "b", "a", "b"], sides=(0, 1, 0, 1)).lazy()
    sums = wins_by_table([mirror, teams])
    assert sums.is_empty()
    assert mix_of_plans(sums).is_empty()
    assert cycles(newcomers(win_share_by_table(sums))).is_empty()


def test_parts_add_up():
    frame = outcomes(np.random.default_rng(1).integers(0, 5, (300, 3)), bots=["a", "b", "c"])
    pieces = [frame.filter(pl.col("game") % 3 == rest).lazy() for rest in range(3)]
    assert_frame_equal(win_share_by_table(wins_by_table(pieces)), win_share_by_table(wins_by_table([frame.lazy()])))


def test_coverage_of_tables_that_play_the_same_shuffles():
    """Two cases that meet the same luck are no more than one: as if independent, the interval would be too short."""
    rng = np.random.default_rng(3)
    games, repeats = 100, 400
    frame = data_sets(outcomes(rng.multinomial(1, [0.6, 0.4], games * repeats), bots=["a", "b"]), games)
    frame = frame.with_columns(pl.concat_str("bot", "case").alias("bot"))
    twice = [frame.lazy(), frame.with_columns(pl.concat_str("case", pl.lit("again")).alias("case")).lazy()]
    found = win_share_by_table(wins_by_table(twice)).filter(pl.col("bot").str.starts_with("a"))
    assert found["n"].unique().to_list() == [2 * games]
    assert 0.93 <= coverage(found, 0.6) <= 0.97


def test_a_newcomer_sits_alone_among_others_who_are_alike():
    shares = win_share_by_table(sums_of(circle, PLANS))
    found = {(bot, opponent): value for bot, opponent, value in newcomers(shares).select("bot", "opponent", "value").iter_rows()}
    assert set(found) == {(one, other) for one in PLANS for other in PLANS if one != other}
    assert found["rock", "scissors"] == pytest.approx(3 / 5)  # it beats two, who have 1 each
    assert cycles(newcomers(shares)).select("first", "second", "third").rows() == [("paper", "rock", "scissors")]


@pytest.mark.parametrize("seats", [2, 4])
def test_rock_paper_scissors_are_played_alike(seats):
    mix = mix_of_plans(sums_of(circle, PLANS, seats, blocks=50))
    assert mix["weight"].to_list() == pytest.approx([1 / 3] * 3, abs=1e-3)
    assert mix["value"].to_list() == pytest.approx([1 / seats] * 3, abs=1e-3)


def test_a_circle_in_which_the_better_plan_always_wins_comes_to_rest():
    mix = mix_of_plans(sums_of(lambda bot, table: circle(bot, table) - 1, PLANS, seats=2, blocks=50))
    assert mix["weight"].to_list() == pytest.approx([1 / 3] * 3, abs=1e-3)


def test_a_dominant_plan_is_the_whole_mix():
    def strength(bot, table):
        return {"a": 3.0, "b": 2.0, "c": 1.0}[bot]

    mix = mix_of_plans(sums_of(strength, "abc", rng=np.random.default_rng(5)))
    assert mix["plan"].to_list() == ["a", "b", "c"]  # the most played first
    found = by_plan(mix)
    assert found["a"]["weight"] > 0.98
    assert found["a"]["value"] == pytest.approx(1 / 3, abs=0.01)  # among its like
    assert found["b"]["low"] < 2 / 8 < found["b"]["high"] < 0.3
    assert found["c"]["low"] < 1 / 7 < found["c"]["high"] < 0.2


def test_a_plan_that_wins_only_while_it_is_rare_is_in_the_mix():
    """Among two of the other plan one wins more than a fair share, of both plans: neither is alone in the mix."""

    def strength(bot, table):
        return 1.0 / table.count(bot)

    mix = mix_of_plans(sums_of(strength, "ab"))
    assert mix["weight"].to_list() == pytest.approx([0.5, 0.5], abs=1e-3)


def test_a_clone_counts_as_one_with_its_original():
    """Rock twice among paper and scissors: together the two are played as rock alone was."""
    mix = mix_of_plans(sums_of(circle, (*PLANS, "rock2"), games=30, rng=np.random.default_rng(4)))
    assert set(mix["plan"]) == {"paper", "scissors", "rock or rock2"}
    for row in mix.iter_rows(named=True):
        assert row["weight"] == pytest.approx(1 / 3, abs=0.03)
        assert row["value"] == pytest.approx(1 / 3, abs=0.02)


def test_plans_that_are_all_alike_are_one():
    mix = mix_of_plans(sums_of(lambda bot, table: 1.0, "abc", games=30, rng=np.random.default_rng(6)))
    assert mix.select("plan", "weight").rows() == [("a or b or c", 1.0)]
    assert mix["value"].to_list() == pytest.approx([1 / 3])


def test_few_games_make_no_plans_alike_and_no_plan_surely_weak():
    mix = mix_of_plans(sums_of(lambda bot, table: 1.0, "abc", games=3, blocks=20, rng=np.random.default_rng(7)))
    assert len(mix) == 3
    assert (mix["high"] > mix["fair"] - 0.01).all()
    assert (mix["weight_high"] - mix["weight_low"]).max() > 0.5


def test_coverage_of_weights_and_of_values_among_the_mix_that_was_found():
    """The mix is found by one half of the games and judged by the other: no plan looks good because of the luck that chose it."""

    def strength(bot, table):
        return 1.0 if bot == "weak" else circle(bot, table) + 0.5

    rng = np.random.default_rng(8)
    plans, repeats, found = ("paper", "rock", "scissors", "weak"), 40, []
    for _ in range(repeats):
        mix = mix_of_plans(sums_of(strength, plans, seats=2, games=10, rng=rng, blocks=100))
        weights = dict(mix.select("plan", "weight").iter_rows())
        found.append(mix.with_columns(expected=pl.Series([among(strength, weights, plan, 2) for plan in mix["plan"]])))
    mixes = pl.concat(found)
    assert 0.91 <= coverage(mixes, pl.col("expected")) <= 0.985
    weights = mixes.filter(pl.col("plan") != "weak").select(low="weight_low", high="weight_high")
    exact = by_plan(mix_of_plans(sums_of(strength, plans, seats=2)))["rock"]["weight"]
    assert 0.91 <= coverage(weights, exact) <= 0.985


def test_without_all_tables_there_is_no_mix():
    sums = sums_of(circle, PLANS)
    lacking = sums.filter(pl.col("table") != "paper, rock, rock")
    assert missing_tables(sums) == []
    assert missing_tables(lacking) == ["paper, rock, rock"]
    assert mix_of_plans(lacking).is_empty()
