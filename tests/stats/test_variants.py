"""Variants in pairs: planted differences are found with the right error, none is found where none is, and pairing pays."""

from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from brewsim.errors import BadInput
from brewsim.manifest import EffectiveRules, Limits
from brewsim.results import Merged, PlayedCase, Results
from brewsim.stats.intervals import two_sided_p
from brewsim.stats.ratios import Differences
from brewsim.stats.seats import win_share_by_bot, win_share_by_seat
from brewsim.stats.ties import ties_by_case
from brewsim.stats.variants import (
    answer,
    bases,
    changed_rules,
    compare,
    compare_all,
    difference_and_tests,
    measures,
    notes,
    pairs,
    ranked,
    response,
    response_in_words,
    swept_measures,
    worth_showing,
)
from brewsim.stats.verdicts import SURE, VERDICTS, Verdict, in_words, judge
from tests.stats.planted import outcomes

SEATS = 3


class PlantedRun:
    """Two variants that meet the same luck. Seat 0 gets `bonus` points more in the second, and its games last `longer` rounds.

    In both it is `ahead` by some points.
    """

    title = SimpleNamespace(items=("token",), metrics=("turns", "gold"), score_sources=("gold",))
    owner, adapted_from = Results.owner, Results.adapted_from

    def __init__(self, seed=0, games=4000, bonus=0, longer=0, shared_luck=1.0, lineup=("bot",) * SEATS, ahead=0):
        rng = np.random.default_rng(seed)
        luck, token = rng.normal(0, 10, (games, SEATS)), rng.random((games, SEATS)) < 0.3
        self.frames = {}
        for name, points, rounds in (("printed", ahead, 0), ("changed", ahead + bonus, longer)):
            own = rng.normal(0, 10, (games, SEATS))
            scores = np.round(shared_luck * luck + np.sqrt(1 - shared_luck**2) * own + points * (np.arange(SEATS) == 0)).astype(int) + 50
            metrics = {"turns": np.full((games, SEATS), 7), "gold": scores}
            length = 2 + rounds + rng.integers(0, 3, games)
            self.frames[name] = outcomes(scores, case=name, bots=lineup, rounds=length, metrics=metrics, items={"token": token})
        self.cases = tuple(PlayedCase(name, name, SEATS, lineup, False, (), games) for name in self.frames)
        rules = {"printed": EffectiveRules({}, {"bonus": 0}), "changed": EffectiveRules({"bonus": (0, bonus)}, {"bonus": bonus})}
        self.manifest = SimpleNamespace(seed=seed, games=games, chunk=games // 2, rules=rules, bots={}, limits=Limits())

    def parts(self, *cases):
        half = SEATS * (len(self.frames["printed"]) // SEATS // 2)
        return [self.frames[case.name].lazy().slice(*span) for case in cases for span in ((0, half), (half, None))]

    def abort(self, case, games):
        """Let these games of a case not come to an end."""
        stopped = pl.col("game").is_in(games)
        win_share = pl.when(~stopped).then("win_share")
        rank = pl.when(~stopped).then("rank").otherwise(0)
        self.frames[case] = self.frames[case].with_columns(win_share, rank.cast(pl.UInt8).alias("rank"), aborted=stopped)

    def compared(self):
        return compare(self, *self.cases)


def row(frame, measure, group=""):
    return frame.filter((pl.col("measure") == measure) & (pl.col("group") == group)).row(0, named=True)


def test_a_planted_bonus_moves_the_seat_and_is_judged():
    run = PlantedRun(bonus=3, longer=1)
    frame = run.compared()
    old, new = (run.frames[name].filter(pl.col("seat") == 0)["win_share"] for name in ("printed", "changed"))
    seat = row(frame, "win share", "seat 1")
    assert seat["base"] == pytest.approx(old.mean(), abs=1e-6)
    assert seat["variant"] == pytest.approx(new.mean(), abs=1e-6)
    assert seat["value"] == pytest.approx((new - old).mean(), abs=1e-6)
    assert (seat["high"] - seat["low"]) / 2 == pytest.approx(1.96 * (new - old).std() / np.sqrt(len(old)), rel=0.01)
    assert seat["verdict"] == Verdict.CHANGED
    assert in_words(seat) == "worse: higher"
    assert in_words(row(frame, "win share", "seat 2")) == "worse: lower"
    assert row(frame, "rounds")["value"] == pytest.approx(1, abs=0.1)
    assert row(frame, "rounds")["verdict"] == Verdict.CHANGED
    assert row(frame, "rounds")["is_better"] is None
    assert in_words(row(frame, "rounds")) == "higher"
    assert row(frame, "points from", "gold")["value"] == pytest.approx(1, abs=1e-6)
    assert row(frame, "turns")["verdict"] == Verdict.SAME


def test_only_shares_of_seats_that_bots_do_not_decide_have_a_fair_aim():
    """That two bots come nearer to each other is not fairness, nor is it at the seats where they sit."""
    mixed = PlantedRun(bonus=-6, lineup=("a", "b", "b")).compared().filter(measure="win share")
    assert mixed["verdict"].is_in(SURE).any()
    assert mixed["aim"].is_null().all()
    assert mixed["is_better"].is_null().all()
    run = PlantedRun(lineup=("a", "b", "b"))
    rotated = measures(run, replace(run.cases[0], rotates=True))
    assert {one.group: one.aim for one in rotated if one.name == "win share"} == {
        "seat 1": "fair", "seat 2": "fair", "seat 3": "fair", "a": "", "b": "",
    }  # fmt: skip


def test_what_crosses_its_aim_is_better_only_if_it_is_surely_nearer():
    """Seat 1 has 2 points more than the others in the base; a bonus of -2 takes that away, -4 turns it round, -9 makes it worse."""

    def moved(bonus):
        run = PlantedRun(games=20_000, bonus=bonus, ahead=2)
        return row(run.compared(), "win share", "seat 1")["is_better"]

    assert [moved(bonus) for bonus in (-2, -4, -9)] == [True, None, False]


def test_what_changes_in_few_games_or_cancels_out_is_not_the_same_in_every_game():
    run = PlantedRun(games=4000)
    assert row(run.compared(), "rounds")["verdict"] != Verdict.SAME  # drawn again, with the same mean
    assert row(run.compared(), "turns")["verdict"] == Verdict.SAME
    turns = pl.col("turns") + pl.when(pl.col("game") == 7).then(1).when(pl.col("game") == 3007).then(-1).otherwise(0)
    run.frames["changed"] = run.frames["changed"].with_columns(turns.cast(pl.Int16))
    one = row(run.compared(), "turns")
    assert (one["value"], one["verdict"]) == (0, Verdict.NO_CHANGE)


def test_sizes_that_matter_are_in_the_units_of_the_title_whatever_the_sign_of_the_score():
    run = PlantedRun(bonus=3)
    usual = row(run.compared(), "score")["relevant"]
    assert usual == pytest.approx(run.frames["printed"]["score"].std() / 10, rel=0.01)
    for name, frame in run.frames.items():
        run.frames[name] = frame.with_columns(pl.col("score") - 50)
    assert row(run.compared(), "score")["relevant"] == pytest.approx(usual)
    run.manifest.limits = Limits(change=3.0, change_score=0.5, change_length=10.0)
    frame = run.compared()
    assert row(frame, "score")["relevant"] == row(frame, "points from", "gold")["relevant"] == 0.5
    assert row(frame, "tied first place")["relevant"] == pytest.approx(0.03)
    assert row(frame, "rounds")["relevant"] == pytest.approx(0.1 * row(frame, "rounds")["base"])


@pytest.mark.parametrize(("value", "decided"), [(0.0, Verdict.NO_CHANGE), (0.004, Verdict.NO_CHANGE), (0.02, Verdict.CHANGED)])
def test_the_games_that_are_needed_give_a_verdict_in_four_of_five_cases(value, decided):
    """Differences of normal estimates, with the error that the number of games gives."""
    n, error, relevant, repeats = 1000, 0.01, 0.01, 4000
    p = two_sided_p(np.array([value]), np.array([error]))
    planted = Differences(*[np.zeros(1)] * 2, np.zeros((2, 1)), np.array([value]), np.array([error]), np.ones(1), n)
    needed = difference_and_tests(planted, np.array([relevant]))["games_needed"][0]
    found = np.random.default_rng(1).normal(value, error * np.sqrt(n / needed), repeats)
    half = np.full(repeats, 1.96 * error * np.sqrt(n / needed))
    frame = pl.DataFrame({"value": found, "low": found - half, "high": found + half}).with_columns(
        n=n, q_value=p[0] / 1e6, relevant=relevant
    )
    verdicts = judge(frame.with_columns(is_same=False))["verdict"]
    small = verdicts.is_in([Verdict.NO_CHANGE, Verdict.CHANGED_LITTLE])
    assert (small if decided == Verdict.NO_CHANGE else verdicts == decided).mean() == pytest.approx(0.8, abs=0.04)


def test_the_answer_comes_in_three_sentences():
    first, balance, rest = answer(PlantedRun(bonus=5, longer=1).compared())
    assert first.startswith("Surely changed, by enough to matter: win share of seat 1 from ")
    assert balance.startswith("Balance (seats and ties): worse in win share of seat 1 from ")
    assert rest.startswith(("Not known of", "Everything else"))
    first, balance, rest = answer(PlantedRun(seed=1, games=100, shared_luck=0.0).compared())
    assert first == "Nothing surely changes by enough to matter."
    assert balance.startswith("Balance (seats and ties): not known; about ")
    assert "games tell of most" in rest
    first, balance, rest = answer(PlantedRun(games=100_000, shared_luck=1.0).compared())
    assert balance == "Balance (seats and ties): surely no change above 1 point."


def test_what_matters_most_stands_first_and_what_does_not_last():
    groups = ranked(PlantedRun(bonus=4, longer=1).compared())
    assert next(iter(groups)) == "Surely changed, by enough to matter"
    assert list(groups)[-1] == "The same in every game"
    assert groups["Surely changed, by enough to matter"][0]["group"] == "seat 1"


def test_what_was_changed_is_told_by_path():
    run = PlantedRun(bonus=3)
    assert changed_rules(run, *run.cases) == {"bonus": (0, 3)}
    assert changed_rules(run, *run.cases[::-1]) == {"bonus": (3, 0)}


def test_nothing_is_found_where_nothing_changed():
    frame = PlantedRun(bonus=0, shared_luck=0.0).compared()
    assert set(frame["verdict"]) <= {Verdict.NOT_ENOUGH_GAMES, Verdict.NO_CHANGE, Verdict.SAME}
    assert frame["is_better"].is_null().all()


def test_rarely_is_anything_found_where_nothing_changed():
    """Benjamini-Hochberg over all measures: some verdict in about 5 % of comparisons."""
    wrong = sum(PlantedRun(seed, 100, shared_luck=0.0).compared()["verdict"].is_in(SURE).any() for seed in range(100))
    assert wrong <= 11


def test_few_games_are_not_enough_and_it_says_how_many_are():
    frame = PlantedRun(seed=1, games=100, shared_luck=0.0).compared()
    seat = row(frame, "win share", "seat 2")
    assert seat["verdict"] == Verdict.NOT_ENOUGH_GAMES
    assert in_words(seat) == f"not enough games (about {seat['games_needed']:,.0f} needed)"
    unsure = frame.filter(verdict=Verdict.NOT_ENOUGH_GAMES.value).drop_nulls("value")
    assert (unsure["games_needed"] > 100).all()
    assert row(PlantedRun(games=20, bonus=5).compared(), "score")["value"] is None


def test_pairing_gains_what_the_shared_luck_gives():
    """Scores with correlation r: independent runs have 1 / (1 - r) times the variance."""
    paired, unpaired = (row(PlantedRun(bonus=1, shared_luck=r).compared(), "score")["variance_ratio"] for r in (0.9, 0.0))
    assert paired == pytest.approx(1 / (1 - 0.81), rel=0.15)
    assert unpaired == pytest.approx(1, rel=0.1)


def test_duels_and_bots_of_a_mixed_lineup():
    run = PlantedRun(bonus=4, lineup=("a", "b", "b"))
    frame = run.compared()
    assert row(frame, "win share", "a")["value"] == pytest.approx(row(frame, "win share", "seat 1")["value"])
    duel = row(frame, "ahead of", "a, b")
    ranks = {name: run.frames[name]["rank"].cast(pl.Int64).to_numpy().reshape(-1, SEATS) for name in run.frames}
    ahead = {name: (1 + np.sign(r[:, 1:] - r[:, :1])).mean() / 2 for name, r in ranks.items()}
    assert duel["base"] == pytest.approx(ahead["printed"])
    assert duel["variant"] == pytest.approx(ahead["changed"])


def test_the_same_difference_in_every_game_is_a_change():
    frame = PlantedRun(bonus=3).compared()
    score = row(frame, "score")
    assert score["value"] == score["low"] == score["high"] == pytest.approx(1)
    assert in_words(score) == "higher, too small to matter"


def test_pairs_with_an_aborted_game_are_left_out_and_counted():
    run = PlantedRun(bonus=2)
    run.abort("changed", range(1000))
    frame = run.compared()
    assert frame["n"].unique().to_list() == [3000]
    kept = run.frames["printed"].filter((pl.col("seat") == 0) & (pl.col("game") >= 1000))
    seat = row(frame, "win share", "seat 1")
    assert seat["base"] == pytest.approx(kept["win_share"].mean(), abs=1e-6)
    alone = win_share_by_seat([run.frames["printed"].lazy().filter(pl.col("game") >= 1000)]).row(0, named=True)
    assert (seat["base_low"], seat["base_high"]) == pytest.approx((alone["low"], alone["high"]))
    assert "3,000 pairs in which both games were finished (0 games of the base and 1,000 of the variant" in notes(frame)[0]


@pytest.mark.parametrize("cases", [["changed"], ["printed", "changed"]])
@pytest.mark.parametrize("lineup", [("bot",) * SEATS, ("a", "b", "b")])
def test_where_no_game_was_finished_it_says_so(cases, lineup):
    run = PlantedRun(games=200, lineup=lineup)
    for case in cases:
        run.abort(case, range(200))
    frame = compare_all(run)
    assert set(frame["verdict"]) == {Verdict.NO_FINISHED_GAMES}
    assert frame["n"].unique().to_list() == [0]
    assert frame.select("value", "low", "high", "base", "variant", "games_needed").null_count().row(0) == (len(frame),) * 6
    assert {in_words(one) for one in frame.iter_rows(named=True)} == {"no finished games"}
    of_base = 200 if "printed" in cases else 0
    aborted = f"{of_base} games of the base and 200 of the variant were aborted"
    assert notes(frame) == [f"There is nothing to compare: no pair of games was finished ({aborted})."]
    assert response(run, "bonus")["verdict"].dtype == VERDICTS


def test_one_part_without_a_finished_game_does_not_matter():
    run = PlantedRun(games=200)
    run.abort("changed", range(100))
    assert run.compared()["n"].unique().to_list() == [100]


def test_base_and_variant_have_the_intervals_of_the_other_statistics():
    run = PlantedRun(bonus=3, lineup=("a", "b", "b"))
    frame = run.compared()
    for case, side in zip(run.cases, ("base", "variant")):
        bounds = [side, f"{side}_low", f"{side}_high"]
        for one in win_share_by_seat(run.parts(case)).iter_rows(named=True):
            of_seat = row(frame, "win share", f"seat {one['seat'] + 1}")
            assert [of_seat[name] for name in bounds] == pytest.approx([one["value"], one["low"], one["high"]])
        for one in win_share_by_bot(run.parts(case)).iter_rows(named=True):
            assert [row(frame, "win share", one["bot"])[name] for name in bounds] == pytest.approx([one["value"], one["low"], one["high"]])
        tied = ties_by_case(run.parts(case)).filter(measure="tied").row(0, named=True)
        assert [row(frame, "tied first place")[name] for name in bounds] == pytest.approx([tied["value"], tied["low"], tied["high"]])


def test_only_items_that_surely_changed_are_shown():
    run = PlantedRun(bonus=3)
    frame = worth_showing(run.compared())
    assert not len(frame.filter(pl.col("measure") == "used"))
    assert len(frame.filter(pl.col("measure") == "turns"))


def test_every_measure_has_a_key_of_its_own():
    run = PlantedRun(lineup=("a", "b", "c"), games=60)
    keys = [measure.key for measure in measures(run, run.cases[0])]
    assert len(set(keys)) == len(keys)
    assert "last_at_half_wins " in keys


def case(variant, lineup=("a", "b"), rotates=False, without=(), games=100):
    return PlayedCase(f"{variant}.{'-'.join(lineup)}.{rotates}.{without}", variant, len(lineup), lineup, rotates, without, games)


@dataclass
class Planned:
    """What is to be compared, before anything is read."""

    cases: tuple[PlayedCase, ...]
    manifest: SimpleNamespace
    owner, adapted_from = Results.owner, Results.adapted_from


def planned(*cases, seed=1, chunk=50):
    return Planned(cases, SimpleNamespace(seed=seed, chunk=chunk, bots={}))


def test_a_variant_is_paired_with_the_printed_rules_of_its_lineup():
    other, printed, lonely = case("other"), case("printed"), case("other", ("a", "a"))
    run = planned(other, printed, case("printed", without=("ale",)), case("other", rotates=True), lonely)
    assert pairs(run) == [(printed, other)]
    assert bases(planned(other, lonely, case("third"))) == [other, lonely]
    assert pairs(planned(other, case("third"))) == [(other, case("third"))]


def test_runs_on_other_shuffles_are_not_paired():
    printed, other = case("printed"), case("other")
    first = planned(printed)

    def paired(second):
        return pairs(Merged(Path(), first.manifest, (first, second)))

    assert paired(planned(other)) == [(printed, other)]
    assert paired(planned(other, seed=2)) == paired(planned(other, chunk=51)) == paired(planned(case("other", games=101))) == []


def test_a_run_without_variants_has_nothing_to_compare():
    with pytest.raises(BadInput, match="nothing to compare"):
        compare_all(planned(case("printed"), case("printed", ("a", "a"))))


def test_all_variants_and_the_response_curve():
    run = PlantedRun(bonus=3)
    assert compare_all(run).select("base_case", "case").unique().rows() == [("printed", "changed")]
    curve = response(run, "bonus").filter(pl.col("measure") == "score")
    assert curve["rule"].to_list() == [0, 3]
    assert curve["difference"].to_list() == pytest.approx([0, 1])
    assert (curve["low"] < curve["value"]).all()
    assert curve["verdict"].to_list() == [Verdict.SAME, Verdict.CHANGED_LITTLE]
    assert curve["value"][1] == pytest.approx(run.frames["changed"]["score"].mean())
    assert swept_measures(response(run, "bonus"))[0].name == "win share of seat 1"
    said = response_in_words(response(run, "bonus"))
    assert said[0].startswith("From 0 to 3: win share of seat 1 from ")
    assert said[1] == "Balance (seats and ties) is in some measure worse at 3."
