"""The assumed cards of Brew: built by the script that chose them, and what the box says of them holds."""

import importlib.util
from pathlib import Path

import pytest

from brewsim.games.brew import TITLE
from brewsim.play import simulate
from brewsim.rules import load_rules

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "assumed" / "brew.py"


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("assumed_brew", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_chosen_cards_are_those_of_the_rules(script):
    assert script.CHOSEN in script.CANDIDATES
    printed, cards = load_rules("brew").values, script.cards_of(*script.CHOSEN)
    assert {path: printed[path] for path in cards} == cards
    assert len(cards) == 20 * 2 + 32 * 4


def test_other_candidates_are_other_cards(script):
    chosen = script.cards_of(*script.CHOSEN)
    for candidate in script.CANDIDATES:
        cards = script.cards_of(*candidate)
        assert (cards == chosen) == (candidate == script.CHOSEN)
        assert sum("creature" in space for path, spaces in cards.items() if path.endswith("spaces") for space in spaces) == candidate[0]


@pytest.mark.compiled_only
@pytest.mark.parametrize("seats", TITLE.seats)
def test_an_empty_potion_deck_is_rare_and_creatures_are_few(seats):
    """BR-41, BR-50: "in the rare event that the Potion deck is empty"; trained creatures come about up to their limit."""
    rows = simulate("brew", ["greedy"] * seats, 1000, seed=41)
    metrics = {name: rows["metrics"][:, TITLE.metrics.index(name)] for name in ("potion_reshuffles", "creatures_trained")}
    assert (metrics["potion_reshuffles"] > 0).mean() < 0.03
    assert 3 < metrics["creatures_trained"].mean() < 5
