"""The element phase, on hand-set tables."""

from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.state import Phase, Stage
from tests.games.wizards_brew.table import AIR, EARTH, FIRE, MONUMENT, RED, WATER, Table


def test_production_goes_round_from_the_marker():
    """WB-18: with two cards left in the stack the marker gets them, the next player a choice."""
    table = Table().ready(marker=2, spells={2: {"earth_font": 1}, 1: {"green_magic": 1}}, hands={0: (24, 0, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[2, EARTH] == 3
    assert table.state.hand[1, EARTH] == 1
    assert table.at == (1, Phase.DRAW)


def test_symbols_make_cards():
    """WB-19: one card for each symbol of every own spell."""
    table = Table().ready(spells={0: {"fair_winds": 1, "fire_font": 2}, 3: {"mud": 1}})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[0].tolist() == [1, 4, 1, 1]
    assert table.state.hand[3].tolist() == [1, 0, 0, 1]
    assert table.state.n_hand[:4].tolist() == [7, 0, 0, 2]


def test_cards_of_choice():
    """WB-20: wild symbols, and symbols of an empty stack, are drawn from any stack that has cards."""
    table = Table().ready(spells={0: {"small_wish": 1}, 1: {"green_magic": 1}}, hands={2: (28, 0, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert table.at == (0, Phase.DRAW)
    assert table.legal() == {Verb.DRAW + FIRE, Verb.DRAW + AIR, Verb.DRAW + WATER}
    table.act(Verb.DRAW + AIR, Verb.DRAW + WATER)
    assert table.state.hand[0].tolist() == [0, 0, 1, 1]
    assert table.at == (1, Phase.DRAW)
    table.act(Verb.DRAW + FIRE, Verb.DRAW + FIRE)
    assert table.state.hand[1].tolist() == [0, 2, 0, 0]


def test_order_of_choices():
    """WB-21: Mirror Pool, cards of choice, Toll, Transmute; only then the next player."""
    table = Table().ready(spells={0: {"transmute": 1, "toll": 1, "mirror_pool": 1}, 1: {"small_wish": 1}}, hands={1: (1, 1, 0, 0)})
    table.go(Stage.ELEMENTS)
    phases = []
    while table.state.acting == 0:
        phases.append(Phase(table.state.phase))
        table.act(min(table.legal()) if table.state.phase != Phase.SWAP else Verb.SWAP_DONE)
    assert phases == [Phase.MIRROR, *[Phase.DRAW] * 3, Phase.GIVE, Phase.SWAP]
    assert table.at == (1, Phase.DRAW)


def test_nothing_to_draw():
    """WB-22: with all stacks empty a production is lost; with one stack left there is no choice."""
    table = Table().ready(spells={0: {"great_wish": 1}}, hands={2: (28, 28, 28, 28)})
    table.go(Stage.ELEMENTS)
    assert table.state.n_hand[0] == 0
    table = Table().ready(spells={0: {"great_wish": 1}}, hands={2: (28, 28, 28, 26)})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[0].tolist() == [0, 0, 0, 2]


def test_a_table_can_have_endless_stacks():
    """WB-22: with rulings.empty_stacks = "endless" there is always a card to draw."""
    table = Table(changes={"rulings.empty_stacks": "endless"}).ready(spells={0: {"earth_font": 1}}, hands={2: (28, 28, 28, 28)})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[0].tolist() == [3, 0, 0, 0]
    assert (table.state.stock > 1000).all()


def test_paid_cards_return_to_the_stacks():
    """WB-23: a paid card can be drawn again at once."""
    table = Table().ready(hands={0: (28, 0, 0, 0)}).auction(MONUMENT)
    assert table.state.stock[EARTH] == 0
    table.act(Verb.BID + 3, Verb.TAKE + RED)
    assert table.state.stock[EARTH] == 3
    assert table.state.hand[0, EARTH] == 25
