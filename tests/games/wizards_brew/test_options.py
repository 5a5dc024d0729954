"""Which items actions use."""

from brewsim.engine.contract import AIMED, NONE
from brewsim.games import load_title
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import ELEMENTS, LANDMARKS, N_ELEMENTS, N_SPELLS, SPELLS
from brewsim.games.wizards_brew.scoring import METRICS
from brewsim.games.wizards_brew.state import Phase, Stage
from brewsim.play import simulate
from tests.games.wizards_brew.table import MONUMENT, PASS, PASS_SPELL, PINK, RED, TEMPLE, TOWER, Table, spell_table


def test_actions_name_their_items():
    """A spell that is kept or won, an ingredient and an area each name the item; a pass names none."""
    table = spell_table()
    state = table.state
    items = {number: item for item, number in load_title("wizards_brew").item_numbers.items()}
    assert table.item(Verb.SPELL_BID + 1) == AIMED - state.lot
    assert table.item(Verb.CLAIM) == state.lot
    assert table.item(PASS_SPELL) == NONE
    assert items[table.item(Verb.TAKE + PINK)] == "pink"
    assert items[table.item(Verb.SECOND + PINK)] == "pink"
    assert items[table.item(Verb.HORSE + 11)] == "city"
    assert items[table.item(Verb.HORSE + 5)] == LANDMARKS[state.landmark[5]]
    assert table.item(PASS) == NONE
    assert len(ELEMENTS) == N_ELEMENTS


def test_a_bid_aims_at_the_only_ingredient_that_it_can_win():
    """With several to take it aims at none; a bluff wins none; savings for one colour can leave only that one to take."""
    hands = {0: (3, 0, 0, 0), 1: (9, 0, 0, 0)}
    only_pink = Table().ready(hands=hands).auction(MONUMENT, (PINK, PINK))
    assert only_pink.item(Verb.BID + 3) == AIMED - codes.ingredient_item(PINK)
    assert only_pink.item(Verb.BID + 4) == NONE
    assert only_pink.item(PASS) == NONE
    assert Table().ready(hands=hands).auction(MONUMENT, (PINK, RED)).item(Verb.BID + 3) == NONE
    cheaper_red = Table().ready(spells={0: {"red_magic": 1}}, hands=hands).auction(MONUMENT, (PINK, RED))
    assert cheaper_red.item(Verb.BID + 3) == NONE
    assert cheaper_red.item(Verb.BID + 4) == AIMED - codes.ingredient_item(RED)


def test_the_last_word_aims_as_a_bid_does():
    table = Table().ready(spells={1: {"last_word": 1}}, hands={0: (3, 0, 0, 0), 1: (3, 0, 0, 0)})
    table.auction(MONUMENT, (PINK,)).act(Verb.BID + 3)
    assert table.item(Verb.EQUAL) == AIMED - codes.ingredient_item(PINK)


def test_a_landmark_counts_if_there_was_another_one():
    """The first city, and areas that are all of one kind, are not chosen."""
    table = Table()
    assert table.item(Verb.HORSE + 6) == NONE
    table = Table().ready(horse=0).go(Stage.INGREDIENTS)
    assert table.state.phase == Phase.MOVE
    for area in (1, 4, 5):
        table.area(area, TOWER, PINK)
    assert table.item(Verb.HORSE + 1) == NONE
    table.area(4, TEMPLE, PINK)
    assert table.item(Verb.HORSE + 1) == codes.landmark_item(TOWER)
    assert table.item(Verb.HORSE + 4) == codes.landmark_item(TEMPLE)


def test_a_starting_spell_counts_once():
    """It counts when it is kept; if it came by exchange and could not be refused, when it gets more cubes than it must."""
    table = Table().act(Verb.HORSE + 6)
    state, marker = table.state, int(table.state.marker)
    first, second = state.own[marker, :2].tolist()
    assert table.item(Verb.HOLD) == first
    assert table.item(Verb.EXCHANGE) == NONE
    table.act(Verb.HOLD)
    assert table.item(Verb.HOLD) == second
    table.act(Verb.EXCHANGE, *[Verb.HOLD] * 6)
    assert table.at == (marker, Phase.SEAL)
    assert table.item(Verb.SEAL + 2) == NONE
    table.act(Verb.SEAL + 1)
    assert table.item(Verb.SEAL + 1) == NONE
    assert table.item(Verb.SEAL + 2) == state.own[marker, 1] != second


def test_spells_count_when_they_are_won():
    """As many uses as spells won, and starting spells that were chosen; who may not use a spell neither bids for it nor keeps it."""
    rows = simulate("wizards_brew", ["greedy"] * 4, 40, seed=5)
    chosen = rows["uses"][:, :N_SPELLS].sum(axis=1) - rows["metrics"][:, METRICS.index("spells_won")]
    assert set(chosen.tolist()) == {0, 1, 2}
    rows = simulate("wizards_brew", ["greedy"] * 4, 40, seed=5, banned=[SPELLS])
    assert (rows["uses"][rows["seat"] == 0, :N_SPELLS] == 0).all()
