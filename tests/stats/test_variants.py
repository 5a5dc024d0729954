"""Variants in pairs: planted differences are found with the right error, none is found where none is, and pairing pays."""

from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from brewsim.errors import BadInput
from brewsim.manifest import EffectiveRules
from brewsim.results import Merged, PlayedCase, Results
from brewsim.stats.seats import win_share_by_bot, win_share_by_seat
from brewsim.stats.ties import ties_by_case
from brewsim.stats.variants import bases, compare, compare_all, measures, notes, pairs, response, worth_showing
from brewsim.stats.verdicts import SURE, VERDICTS, Verdict, in_words
from tests.stats.planted import coverage, outcomes

SEATS = 3


class PlantedRun:
    """Two variants that meet the same luck. Seat 0 gets `bonus` points more in the second, and its games last `longer` rounds."""

    title = SimpleNamespace(items=("token",), metrics=("turns", "gold"), score_sources=("gold",), progress=("after_1", "after_2"))
    owner, adapted_from = Results.owner, Results.adapted_from

    def __init__(self, seed=0, games=4000, bonus=0, longer=0, shared_luck=1.0, lineup=("bot",) * SEATS):
        rng = np.random.default_rng(seed)
        luck, token = rng.normal(0, 10, (games, SEATS)), rng.random((games, SEATS)) < 0.3
        self.frames = {}
        for name, points, rounds in (("printed", 0, 0), ("changed", bonus, longer)):
            own = rng.normal(0, 10, (games, SEATS))
            scores = np.round(shared_luck * luck + np.sqrt(1 - shared_luck**2) * own + points * (np.arange(SEATS) == 0)).astype(int) + 50
            metrics = {"turns": np.full((games, SEATS), 7), "gold": scores, "after_1": scores // 2, "after_2": scores}
            length = 2 + rounds + rng.integers(0, 3, games)
            self.frames[name] = outcomes(scores, case=name, bots=lineup, rounds=length, metrics=metrics, items={"token": token})
        self.cases = tuple(PlayedCase(name, name, SEATS, lineup, False, (), games) for name in self.frames)
        rules = {"printed": EffectiveRules({}, {"bonus": 0}), "changed": EffectiveRules({"bonus": (0, bonus)}, {"bonus": bonus})}
        self.manifest = SimpleNamespace(seed=seed, games=games, chunk=games // 2, rules=rules, bots={})

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


def test_coverage_of_the_paired_difference_and_of_both_its_sides():
    """A large run cut into many; a title without items and standings, which only take time."""
    games, repeats = 300, 600
    run = PlantedRun(seed=99, games=games * repeats, bonus=2, shared_luck=0.8)
    run.title = SimpleNamespace(items=(), metrics=(), score_sources=(), progress=())
    truth, whole, found = run.compared(), run.frames, []
    for first in range(0, games * repeats * SEATS, games * SEATS):
        run.frames = {name: frame[first : first + games * SEATS] for name, frame in whole.items()}
        found.append(run.compared())
    estimates = pl.concat(found)
    for measure, group in (("win share", "seat 1"), ("margin within", "3"), ("score", "")):
        one, known = (frame.filter(measure=measure, group=group) for frame in (estimates, truth))
        assert len(one) == repeats
        assert 0.93 <= coverage(one, known["value"][0]) <= 0.97, measure
        for side in ("base", "variant") if measure != "win share" else ():
            sides = one.select(low=f"{side}_low", high=f"{side}_high")
            assert 0.93 <= coverage(sides, known[side][0]) <= 0.97, (measure, side)
    of_seats = pl.concat(frame.with_columns(repeat=index) for index, frame in enumerate(found)).filter(measure="win share")
    for side in ("base", "variant"):
        known = truth.filter(measure="win share").select("group", truth=side)
        sides = of_seats.select("repeat", "group", low=f"{side}_low", high=f"{side}_high").join(known, on="group")
        assert 0.93 <= coverage(sides, pl.col("truth"), together=["repeat"]) <= 0.97, side


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
    assert "comeback " in keys


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
