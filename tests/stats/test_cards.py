"""Card strength: planted effects are found, and nothing is found where nothing is."""

from itertools import combinations
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from brewsim.engine.conventions import restricted_seat
from brewsim.results import PlayedCase, open_run
from brewsim.runner import execute, prepare
from brewsim.stats import cards
from brewsim.stats.bans import NUMBERS, Losses
from brewsim.stats.ratios import JointSums
from brewsim.studies import card_study
from tests.stats.planted import coverage, data_sets, outcomes

SEATS = 3


def contest(rng, strength, games=20_000):
    """Scores by which a seat's chance grows with its strength [game, seat]; ties are left to chance."""
    return (1000 * (rng.gumbel(size=(games, SEATS)) + strength)).astype(int)


def row(frame, item):
    return frame.filter(pl.col("item") == item).row(0, named=True)


def planted(seed=0, games=20_000):
    """`cause` makes seats win. `shadow` does nothing, but those who use `cause` tend to use it too. `none` is never used."""
    rng = np.random.default_rng(seed)
    cause = rng.random((games, SEATS)) < 0.4
    shadow = rng.random((games, SEATS)) < np.where(cause, 0.7, 0.2)
    dud = rng.random((games, SEATS)) < 0.3
    items = {"cause": cause, "shadow": shadow, "dud": dud, "none": np.zeros_like(cause)}
    return outcomes(contest(rng, 0.6 * cause, games), items=items), list(items)


def test_observed_finds_the_cause_and_is_fooled_by_its_shadow():
    frame, items = planted()
    found = cards.observed([frame.lazy()], items)
    used = frame.filter(pl.col("uses_cause") > 0)["win_share"].mean() - frame.filter(pl.col("uses_cause") == 0)["win_share"].mean()
    assert row(found, "cause")["value"] == pytest.approx(used, abs=1e-6)
    assert row(found, "cause")["n"] == frame["uses_cause"].sum()
    assert row(found, "cause")["used"] == pytest.approx(0.4, abs=0.01)
    assert row(found, "cause")["used_low"] < 0.4 < row(found, "cause")["used_high"]
    assert row(found, "none")["used_high"] < 0.001
    assert row(found, "shadow")["low"] > 0.03
    assert row(found, "dud")["low"] < 0 < row(found, "dud")["high"]
    assert row(found, "dud")["q_value"] > 0.05 > row(found, "shadow")["q_value"]


def test_an_item_never_used_has_no_number():
    frame, items = planted(games=2000)
    found = row(cards.observed([frame.lazy()], items), "none")
    assert (found["value"], found["low"], found["q_value"]) == (None, None, None)


def test_by_round_compares_with_those_who_had_not_used_it_yet():
    """An item that helps only if used in the first of two rounds."""
    rng = np.random.default_rng(7)
    first = rng.choice([0, 1, 2], p=[0.4, 0.3, 0.3], size=(20_000, SEATS))
    frame = outcomes(contest(rng, 0.8 * (first == 1)), rounds=2, items={"seed": first > 0}, first={"seed": first})
    found = {r["round"]: r for r in cards.observed_by_round([frame.lazy()], ["seed"]).iter_rows(named=True)}
    assert found[1]["low"] > 0.1
    assert found[2]["low"] < 0 < found[2]["high"]
    assert found[2]["n"] == (first == 2).sum()


class PlantedRun:
    """A run in memory: the free case, and those in which the restricted seat cannot use some items.

    `effects` is what each item adds to the strength of the seats that use it, `pairs` what two of them add together. `left` is the share of
    an item's uses that remain under its ban; `replaces` says which item is used in place of a banned one.
    """

    def __init__(
        self, effects=None, pairs=None, bans=None, left=None, replaces=None, times=1, seed=8, games=6000, fewer=None, variants=None
    ):
        effects = effects or {"cause": 0.6, "dud": 0.0}
        rng = np.random.default_rng(seed)
        luck = rng.gumbel(size=(games, SEATS))
        wanted = {item: rng.random((games, SEATS)) < 0.4 for item in effects}
        is_own = restricted_seat(np.arange(games), SEATS)[:, None] == np.arange(SEATS)
        slips = rng.random((games, SEATS))
        self.title = SimpleNamespace(items=tuple(effects), item_kinds=("card",) * len(effects))
        self.manifest = SimpleNamespace(seed=seed, chunk=games, bots={})
        self.frames, cases = {}, []
        for variant, changed in {"printed": {}, **(variants or {})}.items():
            for without in [(), *(bans or [(item,) for item in effects])]:
                used = {}
                for item in effects:
                    other = (replaces or {}).get(item)
                    takes = wanted[item] | (wanted[other] & is_own if other in without else False)
                    used[item] = takes & ~(is_own & (item in without) & (slips >= (left or {}).get(item, 0.0)))
                strength = sum((effects | changed)[item] * used[item] for item in effects)
                strength = strength + sum(extra * used[a] * used[b] for (a, b), extra in (pairs or {}).items())
                name = f"{variant}.{'+'.join(without)}"
                n = fewer if without and fewer else games
                scores = (1000 * (luck + strength)).astype(int)[:n]
                counts = {item: times * used[item][:n] for item in effects}
                self.frames[name] = outcomes(
                    scores, case=name, rounds=10 + used["cause"][:n].any(axis=1) if "cause" in used else 10, items=counts
                )
                cases.append(PlayedCase(name, variant, SEATS, ("bot",) * SEATS, False, without, n))
        self.cases = tuple(cases)

    def owner(self, case):
        return self

    def adapted_from(self, case):
        return ""

    def parts(self, *cases):
        """In two parts, cut at the same game in all cases."""
        half = SEATS * (len(self.frames["printed."]) // SEATS // 2)
        chosen = cases or [case for case in self.cases if case.is_plain]
        return [self.frames[case.name].lazy().slice(*span) for case in chosen for span in ((0, half), (half, None))]


def test_restricted_play_measures_the_loss_with_the_counts_that_belong_to_it():
    run = PlantedRun(times=2)
    free, banned = run.frames["printed."], run.frames["printed.cause"]
    own = (pl.col("game") // SEATS % SEATS) == pl.col("seat")
    pairs = free.filter(own).select("win_share", "uses_cause").with_columns(without=banned.filter(own)["win_share"])
    used = pairs.filter(pl.col("uses_cause") > 0)
    loss = used["win_share"] - used["without"]
    found = row(cards.restricted(run), "cause")
    assert found["value"] == pytest.approx(loss.mean(), abs=1e-6)
    assert found["low"] > 0.05
    assert (found["high"] - found["low"]) / 2 == pytest.approx(1.96 * loss.std() / np.sqrt(len(used)), rel=0.01)
    assert found["per_use"] == pytest.approx(found["value"] / 2)
    assert found["per_game"] == pytest.approx(loss.sum() / 6000, abs=1e-6)
    assert (found["n"], found["uses"], found["games"], found["left"]) == (len(used), 2 * len(used), 6000, 0)
    assert found["longer_low"] < found["longer"] == pytest.approx(0.36, abs=0.05)  # nobody else uses it in 36 % of games


def test_restricted_cases_may_have_fewer_games():
    run = PlantedRun(fewer=1000)
    found = row(cards.restricted(run), "cause")
    assert found["games"] == 1000
    assert found["low"] > 0


def test_what_changes_no_game_is_worth_nothing_within_what_its_games_leave_open():
    found = row(cards.restricted(PlantedRun()), "dud")
    assert found["value"] == 0
    assert found["high"] == -found["low"] == pytest.approx(3 / found["n"])


@pytest.mark.parametrize(("left", "note"), [(0.005, ""), (0.05, "cannot be tested: 5 % of its uses remain under the ban")])
def test_a_ban_that_does_not_hold_tells_nothing(left, note):
    strength = cards.graded(cards.card_strength(PlantedRun(effects=MANY_ITEMS, left={"a": left})), 0.05)
    found = row(strength, "a")
    assert found["note"] == note
    assert (found["restricted"] is None) == (found["grade"] == "not_tested") == bool(note)


def test_a_seat_that_may_not_aim_at_an_item_meets_other_luck():
    """The item does nothing. Half of the seats aim at it and get it if their game goes well; under the ban the game goes another way."""
    rng = np.random.default_rng(15)
    games = 20_000
    is_own = restricted_seat(np.arange(games), SEATS)[:, None] == np.arange(SEATS)
    aims, luck, other = rng.random((games, SEATS)) < 0.5, rng.gumbel(size=(games, SEATS)), rng.gumbel(size=(games, SEATS))
    used = aims & (luck > 1)
    run = PlantedRun(effects={"prize": 0.0}, games=games)
    met = np.where((aims & is_own).any(axis=1, keepdims=True), other, luck)
    for name, scores, uses in (("printed.", luck, used), ("printed.prize", met, used & ~is_own)):
        run.frames[name] = outcomes((1000 * scores).astype(int), case=name, items={"prize": uses})
    found = row(cards.restricted(run), "prize")
    assert found["low"] < 0 < found["high"]
    assert row(cards.observed(run.parts(), ["prize"]), "prize")["low"] > 0.2


def losses(rng, worths, games, runs):
    """For each of many runs the sums of bans with these worths: losses of -1, 0 and 1 that share the luck of the free game."""
    for _ in range(runs):
        used = rng.random((games, len(worths))) < 0.6
        won = rng.random((games, 1)) < 0.35
        loss = used * (won.astype(float) - (rng.random((games, len(worths))) < 0.35 - np.asarray(worths)))
        one, none = np.ones_like(loss), np.zeros_like(loss)
        sums = JointSums(len(NUMBERS) * len(worths))
        sums.add(np.stack([loss, used, used, used, none, one, none], axis=1).reshape(games, -1))
        yield Losses(sums, len(worths))


def test_coverage_of_worth_and_of_its_distance_from_the_kind():
    truth = np.array([0.0, 0.02, 0.05, 0.1, 0.2])
    distance = [worth - np.median(np.delete(truth, i)) for i, worth in enumerate(truth)]
    hits = []
    for found in losses(np.random.default_rng(16), truth, 300, 300):
        worth, covariance = found.ratios("loss", "used")
        beyond, error = cards._beyond(worth, covariance, ["card"] * 5)
        hits.append(np.abs([worth - truth, beyond - distance]) < 1.96 * np.array([np.sqrt(np.diag(covariance)), error]))
    covered = np.mean(hits, axis=0)
    assert 0.93 <= covered[0].mean() <= 0.97
    assert 0.93 <= covered[1].mean() <= 0.97


MANY_ITEMS = dict.fromkeys("abcdef", 0.3)


def grades(run, limit=0.05):
    return dict(cards.graded(cards.card_strength(run), limit).select("item", "grade").iter_rows())


def test_a_strong_item_is_a_problem_and_its_kind_is_not():
    found = grades(PlantedRun(effects=MANY_ITEMS | {"c": 1.5}, games=12_000))
    assert found == dict.fromkeys("abdef", "no_problem") | {"c": "problem"}


def test_with_few_games_nothing_is_known():
    strength = cards.graded(cards.card_strength(PlantedRun(effects=MANY_ITEMS, games=150)), 0.05)
    assert set(strength["grade"]) == {"not_known"}
    assert strength["games_needed"].min() > 100


def test_alike_items_are_hardly_ever_a_problem():
    """Six items of the same worth, and a limit of nothing at all: in at most 5 % of runs one of them is named."""
    named = 0
    for found in losses(np.random.default_rng(17), [0.1] * 6, 200, 200):
        beyond, error = cards._beyond(*found.ratios("loss", "used"), ["card"] * 6)
        half = 1.96 * error
        nothing = dict.fromkeys(("restricted_high", "restricted_q"), 1.0)
        frame = pl.DataFrame({"case": "a", "beyond": beyond, "beyond_low": beyond - half, "beyond_high": beyond + half})
        judged = cards.graded(frame.with_columns(restricted=0.1, games=300, left=0.0, **nothing), 0.0)
        named += (judged["grade"] == "problem").any()
    assert named / 200 <= 0.06


def test_an_item_that_harms_who_uses_it_is_misplayed_and_not_weak():
    strength = cards.graded(cards.card_strength(PlantedRun(effects=MANY_ITEMS | {"c": -1.0})), 0.05)
    assert (row(strength, "c")["note"], row(strength, "c")["grade"]) == ("the bots misplay it", "not_tested")


def test_a_kind_of_two_has_no_middle():
    strength = cards.graded(cards.card_strength(PlantedRun()), 0.05)
    assert row(strength, "cause")["beyond"] is None
    assert row(strength, "cause")["grade"] == "not_tested"


def test_without_restricted_play_nothing_is_tested():
    run = PlantedRun(effects=MANY_ITEMS)
    run.cases = run.cases[:1]
    strength = cards.graded(cards.card_strength(run), 0.05)
    assert set(strength["grade"]) == {"not_tested"}
    assert set(strength["note"]) == {""}
    assert strength["observed"].is_not_null().all()


PAIRS = [("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c")]


def test_items_that_are_strong_together_are_found_and_others_are_not():
    run = PlantedRun(effects=dict.fromkeys("abc", 0.3), pairs={("a", "b"): 1.0}, bans=PAIRS, games=20_000)
    found = {(r["item"], r["other"]): r for r in cards.together(run).iter_rows(named=True)}
    assert found["a", "b"]["low"] > 0.01
    assert found["a", "b"]["value"] == pytest.approx(
        found["a", "b"]["worth"] + found["a", "b"]["other_worth"] - found["a", "b"]["both_worth"]
    )
    assert found["a", "b"]["used_both"] == pytest.approx(0.16, abs=0.01)
    for other in (("a", "c"), ("b", "c")):
        assert abs(found[other]["value"]) < 0.005
        assert cards.pair_in_words(found[other]) != "strong together"
    assert cards.pair_in_words(found["a", "b"]) == "strong together"


def test_items_that_replace_each_other_are_found():
    run = PlantedRun(effects={"a": 0.8, "b": 0.8}, replaces={"a": "b", "b": "a"}, bans=PAIRS[:2] + PAIRS[3:4])
    found = cards.together(run).row(0, named=True)
    assert cards.pair_in_words(found) == "replace each other"


def test_pairs_without_any_effect_on_each_other_are_hardly_ever_named():
    """Four items with additive losses, six pairs: in about 5 % of runs the interval of some pair leaves out 0."""
    rng, named, runs, games = np.random.default_rng(18), 0, 300, 200
    bans = [(i,) for i in range(4)] + list(combinations(range(4), 2))
    is_in = np.array([[item in ban for item in range(4)] for ban in bans]).T.astype(float)
    for _ in range(runs):
        noise = rng.normal(0, 0.3, (games, len(bans)))
        loss = rng.normal(0.1, 0.3, (games, 4)) @ is_in + noise
        one = np.ones_like(loss)
        sums = JointSums(len(NUMBERS) * len(bans))
        sums.add(np.stack([loss, one, one, one, 0 * one, one, 0 * one], axis=1).reshape(games, -1))
        low, high = cards._interactions(Losses(sums, len(bans)), [ban for ban in bans if len(ban) == 2])[:2]
        named += ((low > 0) | (high < 0)).any()
    assert 0.02 <= named / runs <= 0.08


def test_a_change_of_worth_is_found_and_none_where_there_is_none():
    run = PlantedRun(effects=dict.fromkeys("abc", 0.3), variants={"better": {"a": 0.9}})
    found = cards.worth_change(run)
    assert set(found["base_case"]) == {"printed."}
    assert set(found["case"]) == {"better."}
    assert row(found, "a")["low"] > 0.03
    assert cards.change_in_words(row(found, "a")) == "worth more"
    assert row(found, "a")["value"] == pytest.approx(row(found, "a")["after"] - row(found, "a")["before"])
    for item in "bc":
        assert abs(row(found, item)["value"]) < 0.03
        assert cards.change_in_words(row(found, item)) == "no sure change"
    apart = np.hypot(*((row(found, "a")[f"{side}_high"] - row(found, "a")[side]) for side in ("before", "after")))
    assert row(found, "a")["high"] - row(found, "a")["value"] < 0.9 * apart  # paired
    assert cards.worth_change(run, ["b"])["item"].to_list() == ["b"]
    assert cards.worth_change(PlantedRun()).is_empty()


def test_coverage_of_how_often_an_item_is_used():
    """The seats of a game share its mood, so the game is the unit."""
    rng = np.random.default_rng(13)
    games, repeats = 100, 1000
    used = rng.random((games * repeats, SEATS)) < rng.choice([0.1, 0.5], (games * repeats, 1))
    frame = data_sets(outcomes(np.zeros(used.shape), items={"moody": used}), games)
    found = cards.observed([part.lazy() for part in frame.partition_by("case")], ["moody"])
    assert 0.93 <= coverage(found.select(low="used_low", high="used_high"), 0.3) <= 0.97


@pytest.mark.compiled_only
@pytest.mark.parametrize(
    ("item", "settings", "found"),
    [
        ("coffee_stout", ["recipes.coffee_stout.rep=12"], "worth more"),  # 5 by the printed rules
        ("mash_tun", [f"cards.mash_tun.saves.{recipe}.malt=0" for recipe in ("coffee_stout", "special_reserve")], "worth less"),
    ],
)
def test_a_real_item_made_strong_or_useless_is_found_so(item, settings, found, tmp_path):
    """In Brew Crafters; a Mash Tun that saves nothing only takes time to build."""
    plan = prepare(card_study("brew_crafters", [item], settings=settings, games=1200, lineups=["greedy"]), tmp_path / "run")
    assert sum(games for games, _ in execute(plan, 1)) == 4 * 1200
    change = row(cards.worth_change(open_run(plan.folder)), item)
    assert cards.change_in_words(change) == found
    assert change["after_low"] > 0.2 if found == "worth more" else change["after_high"] < 0.05


def test_q_values_do_not_find_what_is_not_there():
    """Under no effect at all, some item is found in about 5 % of runs."""
    rng = np.random.default_rng(10)
    found = sum((cards.adjust_p(rng.random(30)) < 0.05).any() for _ in range(2000))
    assert 0.03 <= found / 2000 <= 0.07
