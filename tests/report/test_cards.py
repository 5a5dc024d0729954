"""The findings about items: by grade, each with its numbers, and never a weak item where the bots misplay it."""

from types import SimpleNamespace

import polars as pl
import pytest

from brewsim.manifest import Limits
from brewsim.report import cards as of_items
from brewsim.report.cards import _findings, _pairs
from brewsim.report.page import Section
from brewsim.stats import cards
from brewsim.stats.verdicts import Grade
from tests.stats.test_cards import MANY_ITEMS, PAIRS, PlantedRun

WHERE = {"games": 12_000, "seed": 3}


def study(run):
    return SimpleNamespace(
        results=run,
        title=run.title,
        limits=Limits(),
        cases=run.cases[:1],
        labels={"printed.": "all bot"},
        assumed=[],
    )


def findings(monkeypatch, run):
    monkeypatch.setattr(of_items, "noted", lambda study, finding, *_: finding)
    frame = cards.graded(cards.card_strength(run), 0.05)
    return {finding.headline: finding for finding in _findings(study(run), frame, {"card": "cards_1"})}


def test_a_strong_item_is_named_and_the_others_are_fine(monkeypatch):
    found = findings(monkeypatch, PlantedRun(effects=MANY_ITEMS | {"c": 1.5}, **WHERE))
    assert found["c is too strong"].grade is Grade.PROBLEM
    assert found["c is too strong"].limit == "5 points"
    assert found["c is too strong"].figure == "cards_1"
    assert found["5 of 6 items do not stand out"].grade is Grade.NO_PROBLEM


def test_alike_items_are_fine_and_few_games_tell_nothing(monkeypatch):
    assert findings(monkeypatch, PlantedRun(effects=MANY_ITEMS, **WHERE))["no item stands out"].grade is Grade.NO_PROBLEM
    few = findings(monkeypatch, PlantedRun(effects=MANY_ITEMS, games=150))["how strong 6 of 6 items are"]
    assert few.grade is Grade.NOT_KNOWN
    assert few.games_needed > 100


def test_an_item_that_stands_out_only_by_itself_is_said_to_do_so(monkeypatch):
    """Its own interval lies beyond the limit of 5 points, the one for six items at once does not."""
    monkeypatch.setattr(of_items, "noted", lambda study, finding, *_: finding)
    run = PlantedRun(effects=MANY_ITEMS, games=150)
    sizes = {"beyond": -0.09, "beyond_low": -0.125, "beyond_high": -0.055}
    is_c = pl.col("item") == "c"
    strength = cards.card_strength(run).with_columns(pl.when(is_c).then(size).otherwise(name).alias(name) for name, size in sizes.items())
    (finding,) = _findings(study(run), cards.graded(strength, 0.05), {"card": "cards_1"})
    assert "c is farthest from its kind: -9 points (-12 to -6 points). By its own interval it stands out" in finding.sentence


@pytest.mark.parametrize(
    ("planted", "headline"),
    [
        ({"effects": MANY_ITEMS | {"c": -1.0}}, "how strong c would be in better hands"),
        ({"effects": MANY_ITEMS, "left": {"c": 0.2}}, "c (a seat that may not use it often has no other choice)"),
    ],
)
def test_what_says_nothing_about_an_item_is_not_tested(monkeypatch, planted, headline):
    found = findings(monkeypatch, PlantedRun(**planted))
    assert found[headline].grade is Grade.NOT_TESTED
    assert not [finding for finding in found.values() if finding.grade is Grade.PROBLEM]


def test_a_pair_that_is_strong_together_is_a_fact():
    run = PlantedRun(effects=dict.fromkeys("abc", 0.3), pairs={("a", "b"): 1.0}, bans=PAIRS, **WHERE)
    section = Section("cards", "Cards")
    (finding,) = _pairs(study(run), section, {"printed.": {"card": "cards_1"}})
    assert finding.figure == "cards_1"
    assert finding.headline == "a and b are strong together"
    assert finding.grade is None
    assert [table.name for table in section.tables] == ["pairs"]
