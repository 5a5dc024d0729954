"""Stopping early: what is claimed holds however often one looks, and stopping at a width keeps the coverage of intervals."""

import numpy as np
import polars as pl
import pytest

from brewsim.results import Results
from brewsim.runner import GROWTH, LOOK_GAMES
from brewsim.stats.intervals import CONFIDENCE, normal_quantile
from brewsim.stats.sequential import LARGER, OPEN, SMALLER, Decision, Precision, decide, sequence_width
from tests.stats.test_variants import PlantedRun

LOOKS = LOOK_GAMES * np.unique(np.ceil(GROWTH ** np.arange(24)).astype(int))  # to 350,000 games
REPEATS = 4000


def walks(shift: float, differs: float = 0.3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """[repeat, look] the mean and the variance so far of differences of -1, 0 and 1, with this mean."""
    rng = np.random.default_rng(seed)
    up, down = (differs + shift) / 2, (differs - shift) / 2
    blocks = np.diff(LOOKS, prepend=0)
    counts = np.stack([rng.multinomial(size, [up, down, 1 - up - down], REPEATS) for size in blocks], axis=1).cumsum(axis=1)
    mean = (counts[..., 0] - counts[..., 1]) / LOOKS
    return mean, (counts[..., 0] + counts[..., 1]) / LOOKS - mean**2


def test_looking_often_raises_no_false_alarms():
    mean, variance = walks(0.0)
    alarms = (np.abs(mean) > sequence_width(LOOKS, variance, 1 - CONFIDENCE)).any(axis=1).mean()
    naive = (np.abs(mean) > normal_quantile(CONFIDENCE) * np.sqrt(variance / LOOKS)).any(axis=1).mean()
    assert alarms <= 0.05
    assert naive > 0.2  # what the sequence is for


@pytest.mark.parametrize("truth", [0.0, 0.004, 0.016, 0.03])
def test_a_decision_is_rarely_wrong_and_a_planted_difference_is_found(truth):
    limit = 0.01
    mean, variance = walks(truth)
    half = sequence_width(LOOKS, variance, 1 - CONFIDENCE)
    larger, smaller = (mean - half > limit) | (mean + half < -limit), (mean - half > -limit) & (mean + half < limit)
    right, wrong = (larger, smaller) if truth > limit else (smaller, larger)
    first_right, first_wrong = (np.where(found.any(axis=1), found.argmax(axis=1), len(LOOKS)) for found in (right, wrong))
    assert (first_wrong < first_right).mean() <= 0.05
    assert right.any(axis=1).mean() > 0.95
    if truth == 0.03:
        assert np.median(LOOKS[first_right]) < 20_000  # far from the limit it is decided soon


def test_stopping_at_a_width_keeps_the_coverage():
    truth, half_width = 0.02, 0.005
    mean, variance = walks(truth)
    half = normal_quantile(CONFIDENCE) * np.sqrt(variance / LOOKS)
    end = (half <= half_width).argmax(axis=1)
    assert (half.min(axis=1) <= half_width).all()
    covered = np.abs(np.take_along_axis(mean, end[:, None], 1)[:, 0] - truth) <= np.take_along_axis(half, end[:, None], 1)[:, 0]
    assert 0.94 <= covered.mean() <= 0.96


def row(found: pl.DataFrame, measure: str, group: str = "") -> dict:
    return found.filter(measure=measure, group=group).row(0, named=True)


def test_differences_of_a_run_are_decided():
    changed = decide(PlantedRun(games=6000, bonus=4), limit=0.01)
    seat = row(changed, "win share", "seat 1")
    assert seat["decision"] == LARGER
    assert seat["low"] < seat["value"] < seat["high"]
    same = decide(PlantedRun(games=40_000, shared_luck=0.995), limit=0.05)
    assert set(same["decision"]) == {SMALLER}
    few = decide(PlantedRun(games=500, shared_luck=0.0), limit=0.01)
    assert row(few, "win share", "seat 2")["decision"] == OPEN
    assert row(few, "win share", "seat 2")["games_needed"] > 500
    assert few.columns == changed.columns


def test_identical_games_are_not_taken_for_proof():
    run = PlantedRun(games=200)
    assert (decide(run, 0.01).filter(pl.col("value") == 0)["high"] > 0.005).all()


def test_pairs_with_an_aborted_game_are_left_out():
    run = PlantedRun(games=3000, bonus=3)
    run.abort("changed", list(range(100)))
    assert set(decide(run, 0.01)["n"]) == {2900}


class Run(PlantedRun):
    """A planted run as the runner shows it: with its number of games, and all its plain cases."""

    games = Results.games

    def parts(self, *cases):
        return super().parts(*(cases or self.cases))


def planted(games: int) -> Run:
    run = Run(games=games, shared_luck=0.0)
    run.manifest.stopped_at = None
    return run


def test_a_precision_tells_what_it_takes():
    precision = Precision(1.0)
    assert not precision(planted(4000))
    assert precision.reached == pytest.approx(1.75, abs=0.1)  # of 3 seats, all at once
    assert precision.games_needed == pytest.approx(4000 * precision.reached**2, rel=0.01)
    assert "±1 takes about" in precision.sentence
    assert precision(planted(16_000))
    assert precision.sentence.endswith("as asked (±1).")
    assert not precision(planted(20))  # too few for an estimate
    assert "too few" in precision.sentence


def test_a_decision_tells_what_it_takes():
    decision = Decision(1.0)
    assert not decision(planted(4000))
    assert decision.n_open > 0
    assert f"{decision.n_open} of 4 differences are open" in decision.sentence
