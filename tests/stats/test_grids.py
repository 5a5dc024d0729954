"""Two rules at once: planted effects stand in their cells, a grid is told from other variants, and goals move its lines."""

from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest

from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.goals import measure_or_goal
from brewsim.manifest import EffectiveRules, Limits
from brewsim.results import PlayedCase, Results
from brewsim.stats.grids import check_measures, choose_grids, grid_in_words, grid_paths, grids, response_grid
from brewsim.stats.variants import measures_of
from tests.stats.planted import outcomes

SEATS, GAMES, PRINTED = 3, 4000, (2, 4)
TITLE = load_title("brew_crafters")


class PlantedGrid:
    """Every pair of two rules meets the same luck. The first gives the first seat points, the second takes them; it also adds rounds."""

    title = SimpleNamespace(items=(), metrics=(), score_sources=())
    owner, adapted_from = Results.owner, Results.adapted_from

    def __init__(self, gains=(0, 2, 6), costs=(2, 4, 6), left_out=()):
        rng = np.random.default_rng(0)
        luck = rng.normal(0, 10, (GAMES, SEATS))
        self.frames, rules = {}, {}
        cells = [cell for cell in product(gains, costs) if cell not in left_out]
        for gain, cost in (PRINTED, *(cell for cell in cells if cell != PRINTED)):
            name = "printed" if (gain, cost) == PRINTED else f"{gain}_{cost}"
            points = (gain - cost + 2) * (np.arange(SEATS) == 0)
            self.frames[name] = outcomes(np.round(luck + points).astype(int) + 50, case=name, rounds=np.full(GAMES, 5 + cost))
            changes = {} if name == "printed" else {"a.gain": (PRINTED[0], gain), "a.cost": (PRINTED[1], cost)}
            rules[name] = EffectiveRules(changes, {"a.gain": gain, "a.cost": cost})
        self.cases = tuple(PlayedCase(name, name, SEATS, ("bot",) * SEATS, False, (), GAMES) for name in self.frames)
        self.manifest = SimpleNamespace(seed=0, games=GAMES, chunk=GAMES, rules=rules, bots={}, limits=Limits())

    def parts(self, *cases):
        return [self.frames[case.name].lazy() for case in cases]

    def grids(self):
        return grids(self, response_grid(self, grid_paths(self)))


def asked(*texts):
    return [measure_or_goal(TITLE, text) for text in texts]


def test_a_planted_effect_stands_in_its_cell():
    run = PlantedGrid()
    assert grid_paths(run) == ("a.gain", "a.cost")
    (seat,) = choose_grids(run.grids())
    assert seat.name == "win share of seat 1"
    assert seat.values == ([0, 2, 6], [2, 4, 6])
    assert len(seat.cells) == 9
    for (gain, cost), row in seat.cells.items():
        name = "printed" if (gain, cost) == PRINTED else f"{gain}_{cost}"
        assert row["value"] == pytest.approx(run.frames[name].filter(seat=0)["win_share"].mean())
        assert seat.differs(row) == (gain - cost != -2)  # 0 and 2 do as 2 and 4 do
        assert seat.is_inside(row) == (gain - cost == -2)


def test_what_is_said_names_the_cells_within_the_limit():
    found = PlantedGrid().grids()
    (seat, rounds) = choose_grids(found, asked("seat 1", "rounds"))
    assert grid_in_words(seat) == "Win share of seat 1 (fair ± 2 points): surely so at 0 and 2; 2 and 4."
    assert grid_in_words(rounds) == "Rounds: surely other than by the printed rules at 6 of 9 pairs of values."
    (strict,) = choose_grids(found, asked("seat 1 40..41"))
    assert grid_in_words(strict) == "Win share of seat 1 (seat 1 40..41): surely so nowhere."


def test_lines_lie_at_the_limit_the_goal_or_the_printed_value():
    found = PlantedGrid().grids()
    usual = {grid.name: grid.lines for grid in found}
    assert usual["win share of seat 1"].levels == pytest.approx([1 / 3 - 0.02, 1 / 3 + 0.02])
    assert usual["first place tied"].levels == [0.2]
    assert usual["rounds"].middle == 9
    seats, rounds, ties = choose_grids(found, asked("seats within 5", "rounds 6..8", "ties below 3"))
    assert seats.lines.levels == pytest.approx([1 / 3 - 0.05, 1 / 3 + 0.05])
    assert (rounds.lines.levels, rounds.lines.middle) == ([6, 8], 7)
    assert {cell for cell, row in rounds.cells.items() if rounds.is_inside(row)} == {(gain, 2) for gain in (0, 2, 6)}
    assert (ties.lines.levels, ties.lines.middle) == ([0.03], 0.03)


def test_the_printed_rules_may_lie_outside():
    run = PlantedGrid(gains=(0, 6), costs=(2, 6))
    assert grid_paths(run) == ("a.gain", "a.cost")
    seat = choose_grids(run.grids())[0]
    assert set(seat.cells) == set(product((0, 6), (2, 6)))
    assert seat.printed == PRINTED


def test_variants_that_leave_out_a_pair_are_no_grid():
    assert grid_paths(PlantedGrid(left_out=[(0, 2)])) is None
    assert grid_paths(PlantedGrid(gains=(2,))) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("seat 4", "--measure seat 4 is not measured here: there are 3 seats"),
        ("ale", "--measure ale is not measured here; --items ale measures it"),
        ("items within 5", "--measure items within 5 is not measured here"),
    ],
)
def test_what_is_not_measured_is_refused_before_anything_is_played(text, complaint):
    measures = measures_of(TITLE, ["greedy"] * SEATS, rotates=False)
    with pytest.raises(BadInput, match=complaint):
        check_measures(asked(text), measures, SEATS, ())
    check_measures(asked("ale below 5", "seats", "ties", "ale used", "seat 3"), measures, SEATS, ["ale"])
