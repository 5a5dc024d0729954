"""Variants in pairs: planted differences are found with the right error, none is found where none is, and pairing pays."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from brewsim.manifest import EffectiveRules
from brewsim.results import PlayedCase
from brewsim.stats.variants import compare, compare_all, measures, response
from tests.stats.planted import coverage, outcomes

SEATS = 3


class PlantedRun:
    """Two variants that meet the same luck. Seat 0 gets `bonus` points more in the second, and its games last `longer` rounds."""

    title = SimpleNamespace(items=("token",), metrics=("turns", "gold"), score_sources=("gold",), progress=("after_1", "after_2"))

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
        self.cases = tuple(PlayedCase(name, name, SEATS, lineup, False, None) for name in self.frames)
        rules = {"printed": EffectiveRules({}, {"bonus": 0}), "changed": EffectiveRules({"bonus": (0, bonus)}, {"bonus": bonus})}
        self.manifest = SimpleNamespace(rules=rules)

    def parts(self, *cases):
        half = SEATS * (len(self.frames["printed"]) // SEATS // 2)
        return [self.frames[case.name].lazy().slice(*span) for case in cases for span in ((0, half), (half, None))]

    def compared(self):
        return compare(self, *self.cases)


def row(frame, measure, group=""):
    return frame.filter((pl.col("measure") == measure) & (pl.col("group") == group)).row(0, named=True)


def test_a_planted_bonus_moves_the_seat_and_is_judged():
    run = PlantedRun(bonus=3, longer=1)
    frame = run.compared()
    old, new = (run.frames[name].filter(pl.col("seat") == 0)["win_share"] for name in ("printed", "changed"))
    seat = row(frame, "win share", "seat 0")
    assert seat["base"] == pytest.approx(old.mean(), abs=1e-6)
    assert seat["variant"] == pytest.approx(new.mean(), abs=1e-6)
    assert seat["value"] == pytest.approx((new - old).mean(), abs=1e-6)
    assert (seat["high"] - seat["low"]) / 2 == pytest.approx(1.96 * (new - old).std() / np.sqrt(len(old)), rel=0.01)
    assert seat["verdict"] == "worse: higher"
    assert row(frame, "win share", "seat 1")["verdict"] == "worse: lower"
    assert row(frame, "rounds")["value"] == pytest.approx(1, abs=0.1)
    assert row(frame, "rounds")["verdict"] == "higher"
    assert row(frame, "points from", "gold")["value"] == pytest.approx(1, abs=1e-6)
    assert row(frame, "turns")["verdict"] == "the same in every game"


def test_nothing_is_found_where_nothing_changed():
    frame = PlantedRun(bonus=0, shared_luck=0.0).compared()
    assert not frame["verdict"].str.contains("better|worse|higher|lower").any()
    assert set(frame["verdict"]) <= {"not enough games", "no difference that matters", "the same in every game"}


def test_rarely_is_anything_found_where_nothing_changed():
    """Benjamini-Hochberg over all measures: some verdict in about 5 % of comparisons."""
    wrong = sum(PlantedRun(seed, 100, shared_luck=0.0).compared()["verdict"].str.contains("higher|lower").any() for seed in range(100))
    assert wrong <= 11


def test_few_games_are_not_enough_and_it_says_how_many_are():
    frame = PlantedRun(seed=1, games=100, shared_luck=0.0).compared()
    seat = row(frame, "win share", "seat 1")
    assert seat["verdict"] == "not enough games"
    unsure = frame.filter(verdict="not enough games").drop_nulls("value")
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
    for measure, group in (("win share", "seat 0"), ("margin within", "3"), ("score", "")):
        one, known = (frame.filter(measure=measure, group=group) for frame in (estimates, truth))
        assert len(one) == repeats
        assert 0.93 <= coverage(one, known["value"][0]) <= 0.97, measure
        for side in ("base", "variant"):
            sides = one.select(low=f"{side}_low", high=f"{side}_high")
            assert 0.93 <= coverage(sides, known[side][0]) <= 0.97, (measure, side)


def test_duels_and_bots_of_a_mixed_lineup():
    run = PlantedRun(bonus=4, lineup=("a", "b", "b"))
    frame = run.compared()
    assert row(frame, "win share", "a")["value"] == pytest.approx(row(frame, "win share", "seat 0")["value"])
    duel = row(frame, "ahead of", "a, b")
    ranks = {name: run.frames[name]["rank"].cast(pl.Int64).to_numpy().reshape(-1, SEATS) for name in run.frames}
    ahead = {name: (1 + np.sign(r[:, 1:] - r[:, :1])).mean() / 2 for name, r in ranks.items()}
    assert duel["base"] == pytest.approx(ahead["printed"])
    assert duel["variant"] == pytest.approx(ahead["changed"])


def test_pairs_with_an_aborted_game_are_left_out():
    run = PlantedRun(bonus=2)
    stopped = run.frames["changed"].with_columns(aborted=pl.col("game") < 1000, win_share=pl.when(pl.col("game") >= 1000).then("win_share"))
    run.frames["changed"] = stopped
    frame = run.compared()
    assert frame["n"].unique().to_list() == [3000]
    kept = run.frames["printed"].filter((pl.col("seat") == 0) & (pl.col("game") >= 1000))
    assert row(frame, "win share", "seat 0")["base"] == pytest.approx(kept["win_share"].mean(), abs=1e-6)


def test_every_measure_has_a_key_of_its_own():
    run = PlantedRun(lineup=("a", "b", "c"), games=60)
    keys = [measure.key for measure in measures(run, run.cases[0])]
    assert len(set(keys)) == len(keys)
    assert "comeback " in keys


def test_all_variants_and_the_response_curve():
    run = PlantedRun(bonus=3)
    assert compare_all(run).select("base_case", "case").unique().rows() == [("printed", "changed")]
    curve = response(run, "bonus").filter(pl.col("measure") == "score")
    assert curve["rule"].to_list() == [0, 3]
    assert curve["difference"].to_list() == pytest.approx([0, 1])
    assert (curve["low"] < curve["value"]).all()
    assert curve["value"][1] == pytest.approx(run.frames["changed"]["score"].mean())
