"""Coverage of intervals in as many data sets as take a minute; the other ones are with their statistics."""

from types import SimpleNamespace

import polars as pl
import pytest

from tests.stats.planted import coverage
from tests.stats.test_variants import SEATS, PlantedRun

pytestmark = pytest.mark.long


def test_coverage_of_the_paired_difference_and_of_both_its_sides():
    """A large run cut into many; a title without items and standings, which only take time."""
    games, repeats = 300, 600
    run = PlantedRun(seed=99, games=games * repeats, bonus=2, shared_luck=0.8)
    run.title = SimpleNamespace(items=(), metrics=(), score_sources=())
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
