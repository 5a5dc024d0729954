"""A game in words."""

from brewsim.games.brew_baron import words
from brewsim.games.brew_baron.codes import BREW_GRAIN, BREW_HOPS
from tests.games.brew_baron.table import Table, kind


def test_cards_have_their_printed_names():
    """BB-1: names in the story of a game are those of rules.toml."""
    assert [words.name(Table().rules, kind(name)) for name in ("farmers_market", "tax_collector", "barrel_aging")] == [
        "Farmer's Market",
        "Tax Collector",
        "Barrel-Aging",
    ]


def test_a_fest_is_told_with_its_reason():
    """BB-33: the story says whether a trophy was not given for a tie or because no judge was pleased."""
    for judges, said in (("g1 h1 g4 h4", "a tie: nobody wins"), ("g4 h4 g4 h4", "no judge is pleased: nobody wins")):
        new = Table(hands=("g1 h1", "g1 h1"), judges=judges, changes={"rulings.tie": "no_trophy"}).brewing().brew("g1 h1").do(BREW_GRAIN)
        before = new.copy().state
        assert said in words.tell(new.rules, before, BREW_HOPS, new.do(BREW_HOPS).state)
