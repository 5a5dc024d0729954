"""Levels of skill with a planted truth: an effect that stays, turns, vanishes, is not there, or is not known."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from brewsim.engine.conventions import restricted_seat
from brewsim.manifest import Limits, PlayedCase
from brewsim.results import Results
from brewsim.stats.skill import SURE, Label, by_level, in_words, label, worth_showing
from tests.stats.planted import outcomes

SEATS = 3
LEVELS = {"random": -1, "greedy": 0, "expert": 1, "search:8": 2}
MANY, FEW = 20_000, 300
NO_BONUS = (0, 0, 0, 0)


class PlantedRun:
    """A case a level. Its seat 1 has a bonus in points, its games a length; the item `tool` gives whoever uses it `worth` points."""

    owner, adapted_from = Results.owner, Results.adapted_from

    def __init__(self, bonus=NO_BONUS, games=(MANY,) * 4, rounds=(10,) * 4, worth=None, tie=(0.0,) * 4, variant_bonus=None, seed=5):
        rng = np.random.default_rng(seed)
        self.frames, cases = {}, []
        for place, (level, skill) in enumerate(LEVELS.items()):
            n = games[place]
            luck, length = rng.normal(0, 10, (n, SEATS)), rounds[place] + rng.integers(0, 3, n)
            luck[rng.random(n) < tie[place]] = 0.0
            used = rng.random((n, SEATS)) < 0.5
            is_own = restricted_seat(np.arange(n), SEATS)[:, None] == np.arange(SEATS)
            extra = {"games": n, "skill": skill, "is_extra": level != "greedy"}
            for variant, shift in {"printed": 0, **({"changed": variant_bonus[place]} if variant_bonus else {})}.items():
                for without in ((), ("tool",)) if worth else ((),):
                    tool = used & ~(is_own & ("tool" in without))
                    points = (bonus[place] + shift) * (np.arange(SEATS) == 0) + (worth[place] if worth else 0) * tool
                    name = f"{variant}.{level}.{'+'.join(without)}"
                    scores = np.round(100 * (luck + points))
                    self.frames[name] = outcomes(scores, case=name, rounds=length, items={"tool": tool})
                    cases.append(PlayedCase(name, variant, SEATS, (level,) * SEATS, False, without, **extra))
        self.cases = tuple(cases)
        self.manifest = SimpleNamespace(seed=seed, chunk=MANY, bots={}, limits=Limits())
        self.title = SimpleNamespace(items=("tool",), item_kinds=("card",), metrics=(), score_sources=())

    def parts(self, *cases):
        return [self.frames[case.name].lazy() for case in cases]


def told(run, measure, group="", **keys):
    found = label(by_level(run)).filter(measure=measure, group=group, **{"base": "", **keys})
    assert len(found) == 1
    return found.row(0, named=True)


@pytest.mark.parametrize(
    ("bonus", "games", "expected"),
    [
        ((0, 3, 3, 3), (MANY,) * 4, Label.ROBUST),
        ((0, 2, 3, 5), (MANY,) * 4, Label.ROBUST),  # the sign decides, not the size
        ((5, 0, 0, 0), (MANY,) * 4, Label.ROBUST),  # from greedy up there is nothing
        (NO_BONUS, (MANY,) * 4, Label.ROBUST),
        ((3, 3, 3, -3), (MANY,) * 4, Label.DEPENDS),
        ((0, 0, 0, 3), (MANY,) * 4, Label.DEPENDS),
        ((3, 3, 3, 0), (MANY,) * 4, Label.DEPENDS),  # not only at greedy
        ((3, 3, 0, 0), (MANY,) * 4, Label.ARTEFACT),
        ((3, 3, 0, 0), (MANY, MANY, MANY, FEW), Label.ARTEFACT),  # the words say that the search is not known
        ((3, 3, 3, 0), (MANY, MANY, MANY, FEW), Label.NOT_KNOWN),
        (NO_BONUS, (MANY, MANY, MANY, FEW), Label.NOT_KNOWN),
        ((3, 3, 3, 3), (MANY, MANY, MANY, 20), Label.NOT_KNOWN),
        ((3, 3, 3, 9), (MANY, MANY, MANY, FEW), Label.ROBUST),  # a large effect shows in few games
    ],
)
def test_the_label_of_a_planted_seat_effect(bonus, games, expected):
    assert told(PlantedRun(bonus, games), "win share", "seat 1")["label"] == expected


def test_the_words_name_the_levels():
    few_searched = (MANY, MANY, MANY, FEW)
    assert in_words(told(PlantedRun((3, 3, 0, 0), few_searched), "win share", "seat 1")) == (
        "an artefact of weak play: more than a fair share at greedy, about a fair share at expert, too few games to tell at search:8"
    )
    assert in_words(told(PlantedRun((3, 3, 3, -3)), "win share", "seat 1")) == (
        "depends on skill: more than a fair share at greedy and expert, less than a fair share at search:8"
    )
    assert in_words(told(PlantedRun(), "win share", "seat 2")) == "robust: about a fair share at greedy and expert and search:8"
    assert in_words(told(PlantedRun(rounds=(10, 10, 10, 14)), "rounds")) == (
        "depends on skill: compared with greedy, about the same at expert, higher at search:8"
    )


def test_levels_that_stand_apart_only_by_chance_do_not_contradict_each_other():
    """A small effect, the same at all levels: many games show that it is small, few may show only that it is there."""
    labels = [told(PlantedRun((0, 1, 1, 1), (40, MANY, 40, 900), seed=seed), "win share", "seat 1")["label"] for seed in range(40)]
    assert sum(name in SURE for name in labels) <= 4
    found = {"label": "not_known_at_higher_skill", "measure": "win share", "base": "", "is_effect": True, "levels": ["greedy", "expert"]}
    assert in_words(found | {"standings": ["near", "above"]}) == (
        "not known at higher skill: about a fair share at greedy, more than a fair share at expert, which may be chance"
    )


def test_a_level_below_the_first_that_counts_has_no_say():
    found = told(PlantedRun((9, 3, 3, 3)), "win share", "seat 1")
    assert found["levels"] == ["greedy", "expert", "search:8"]


@pytest.mark.parametrize(
    ("rounds", "games", "expected"),
    [
        ((3, 10, 10, 10), (MANY,) * 4, Label.ROBUST),
        ((10, 10, 10, 7), (MANY,) * 4, Label.DEPENDS),
        ((10, 10, 10, 14), (MANY, MANY, MANY, 40), Label.DEPENDS),
        ((10, 10, 10, 10), (MANY, MANY, MANY, 20), Label.NOT_KNOWN),
    ],
)
def test_length_is_compared_with_the_first_level_that_counts(rounds, games, expected):
    assert told(PlantedRun(rounds=rounds, games=games), "rounds")["label"] == expected


def test_ties_are_compared_with_the_first_level_that_counts():
    games = (MANY, MANY, MANY, FEW)
    assert told(PlantedRun(tie=(0.0, 0.1, 0.1, 0.1), games=games), "tied first place")["label"] == Label.ROBUST
    assert told(PlantedRun(tie=(0.0, 0.1, 0.1, 0.4), games=games), "tied first place")["label"] == Label.DEPENDS
    assert told(PlantedRun(tie=(0.0, 0.1, 0.1, 0.1), games=(*games[:3], 60)), "tied first place")["label"] == Label.NOT_KNOWN
    assert told(PlantedRun(tie=(0.0, 0.1, 0.1, 0.4), games=games), "shared victory")["label"] == Label.DEPENDS


def test_the_worth_of_an_item_where_restricted_play_was_made():
    assert told(PlantedRun(worth=(5, 5, 5, 5)), "worth", "tool")["label"] == Label.ROBUST
    assert told(PlantedRun(worth=(5, 5, 5, -5)), "worth", "tool")["label"] == Label.DEPENDS
    assert told(PlantedRun(worth=(5, 5, 0.01, 0.01)), "worth", "tool")["label"] == Label.ARTEFACT
    assert told(PlantedRun(worth=(5, 5, 5, 0.5), games=(MANY, MANY, MANY, 60)), "worth", "tool")["label"] == Label.NOT_KNOWN
    assert by_level(PlantedRun()).filter(measure="worth").is_empty()


def test_what_a_variant_changes_is_judged_at_each_level():
    same = PlantedRun(variant_bonus=(3, 3, 3, 3))
    assert told(same, "win share", "seat 1", variant="changed", base="printed")["label"] == Label.ROBUST
    turned = PlantedRun(variant_bonus=(3, 3, 3, -3))
    found = told(turned, "win share", "seat 1", variant="changed", base="printed")
    assert in_words(found) == "depends on skill: higher at greedy and expert, lower at search:8"
    assert told(turned, "win share", "seat 1", variant="printed")["label"] == Label.ROBUST


def test_only_items_that_surely_depend_on_skill_are_worth_showing():
    robust, turned = (worth_showing(label(by_level(PlantedRun(worth=worth)))) for worth in ((5, 5, 5, 5), (5, 5, 5, -5)))
    assert robust.filter(measure="worth").is_empty()
    assert len(turned.filter(measure="worth")) == 1
    assert set(robust["measure"]) == {"win share", "tied first place", "shared victory", "rounds"}


def test_estimates_come_by_level_with_their_intervals():
    run = PlantedRun((0, 3, 3, 3), (MANY, MANY, MANY, FEW))
    found = by_level(run).filter(measure="win share", group="seat 1")
    assert found.select("level", "place", "n").rows() == [
        (name, place, n) for (name, place), n in zip(LEVELS.items(), (MANY,) * 3 + (FEW,))
    ]
    assert (found["low"] < found["value"]).all()
    assert (found["value"] < found["high"]).all()
    assert found["reference"].to_list() == pytest.approx([1 / 3] * 4)


def test_a_run_without_levels_has_no_rows():
    run = PlantedRun()
    run.cases = (PlayedCase("printed.greedy.", "printed", SEATS, ("greedy",) * SEATS, False, (), MANY),)
    assert by_level(run).is_empty()
    assert label(by_level(run)).is_empty()


def test_nothing_planted_is_seldom_taken_for_something():
    """Seats that are all alike at all levels: a label that says otherwise is an error, and there may be few of those."""
    runs = 100
    wrong = 0
    for seed in range(runs):
        found = label(by_level(PlantedRun(games=(40, 400, 400, 400), seed=seed)).filter(measure="win share"))
        wrong += found["label"].cast(pl.String).is_in(SURE).any()
    assert wrong < 0.15 * runs  # three levels with intervals of 95 %, each for all seats at once
