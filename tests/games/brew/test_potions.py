"""Potions of Brew: the market, brewing, reserving, and what drinking does."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.board import is_open
from brewsim.games.brew.scoring import score_of
from brewsim.games.brew.spaces import N_BOARD_SPACES, VILLAGE
from brewsim.games.brew.state import Phase
from tests.games.brew.table import (
    ANY_1,
    ANY_2,
    BROOK,
    CHANGE,
    DEAR_MARKET,
    FIRE,
    GROVE,
    MEADOW,
    MOVE,
    PLACE,
    REMOVE_ANY,
    REMOVE_ELEMENT,
    REROLL,
    RETURN,
    SWAP,
    VILLAGE_FIRE,
    VILLAGE_WATER,
    VILLAGE_WIND,
    WATER,
    WIND,
    Table,
    at,
    pick,
    place,
    potion,
)


def test_brewing():
    """BR-36: pay, take it to the hand, from the market or the own reserve."""
    table = Table()
    table.market("change_c", "reroll_d", "place_d", "move_d")
    table.stock(0, 2, 2, 1)
    table.do(codes.BREW + potion("change_c"))
    assert table.goods() == [1, 0, 0, 0]
    assert table.state.hand[0, potion("change_c")] == 1
    assert table.state.vp_potions[0] == 4
    table = Table()
    table.market(*DEAR_MARKET)
    table.reserve(0, "change_a")
    table.stock(0, 0, 1, 1)
    table.do(codes.BREW + potion("change_a"))
    assert table.state.n_reserved[0] == 0
    assert table.state.market[:4].tolist() == [potion(name) for name in ("change_d", "reroll_d", "place_d", "move_d")]


def test_market_is_refilled():
    """BR-37: by the top of the deck."""
    table = Table()
    table.market("change_a", "reroll_d", "place_d", "move_d")
    table.stock(0, 0, 1, 1)
    top = table.state.potion_deck[27]
    table.do(codes.BREW + potion("change_a"))
    assert table.state.market[0] == top
    assert table.state.n_potion_deck == 27


def test_berries_are_wild():
    """BR-38: berries pay what is missing, and only that. The rulebook's picture: two ingredients and a berry buy a potion of three."""
    table = Table()
    table.market("reroll_b", "reroll_d", "place_d", "move_d")
    table.stock(0, herb=1, shroom=1, berry=3)
    table.do(codes.BREW + potion("reroll_b"))
    assert table.goods() == [0, 0, 0, 2]
    assert table.state.berries_spent[0] == 1
    table = Table()
    table.market("reroll_b", "reroll_d", "place_d", "move_d")
    table.stock(0, herb=1, berry=1)
    assert not table.can(codes.BREW + potion("reroll_b"))


def test_reserving():
    """BR-39: Myla reserves an expensive potion: the revealed one, or one of the market that it replaces."""
    table = Table()
    table.market("change_a", "reroll_d", "place_d", "move_d")
    top = int(table.state.potion_deck[27])
    table.do(place(MEADOW, ANY_2))
    assert sorted(table.options()) == sorted(
        [codes.RESERVE + top, *(codes.RESERVE + potion(n) for n in ("change_a", "reroll_d", "place_d", "move_d"))]
    )
    table.do(codes.RESERVE + potion("move_d"))
    assert table.state.market[3] == top
    assert table.state.n_potion_deck == 27
    table = Table()
    table.do(place(MEADOW, ANY_2), codes.RESERVE + top)
    assert table.state.reserved[0, 0] == top
    table = Table()
    table.state.n_potion_deck = 0
    table.market("change_a", "reroll_d", "place_d", "move_d")
    table.do(place(MEADOW, ANY_2), codes.RESERVE + potion("move_d"))
    assert table.state.market[3] == NONE


def test_reserved_potions():
    """BR-40: worth nothing yet, and not for others."""
    table = Table()
    table.reserve(1, "change_a")
    table.stock(0, 5, 5, 5, 0)
    assert not table.can(codes.BREW + potion("change_a"))
    assert score_of(table.rules, table.state, 1) == 0
    table.state.in_hand[1] = 0
    table.fresh_turn(1)
    assert not table.can(codes.DRINK + CHANGE)


def test_no_more_potions():
    """BR-41: drunk potions are paid out and shuffled again; potions in hand stay. The points still count as those of potions."""
    table = Table()
    table.state.n_potion_deck = 0
    table.market("change_a", "reroll_d", "place_d", "move_d")
    for seat, name in ((0, "change_d"), (1, "reroll_c")):
        table.state.drunk[seat, potion(name)] = 1
        table.state.vp_potions[seat] += table.rules.potion_vp[potion(name)]
    table.stock(0, 0, 1, 1)
    table.do(codes.BREW + potion("change_a"))
    assert table.state.tokens[:2].tolist() == [6, 4]
    assert table.state.vp_potions[:2].tolist() == [2, 0]
    assert table.state.market[0] in (potion("change_d"), potion("reroll_c"))
    assert table.state.n_potion_deck == 1
    out = np.zeros(2, TITLE.outcome_dtype).view(np.recarray)
    TITLE.functions.outcome(table.rules, table.state, out)
    assert out.metrics[:, TITLE.metrics.index("potion_reshuffles")].tolist() == [1, 1]
    assert out.metrics[:, TITLE.metrics.index("vp_potions")].tolist() == [8, 4]
    assert out.metrics[:, TITLE.metrics.index("vp_tokens")].tolist() == [0, 0]
    table = Table()
    table.state.n_potion_deck = 0
    table.market("change_a", "reroll_d", "place_d", "move_d")
    table.stock(0, 0, 1, 1)
    table.do(codes.BREW + potion("change_a"))
    assert table.state.market[0] == NONE
    assert table.state.shuffles == 1
    table.fresh_turn()
    table.do(codes.DRINK + CHANGE, codes.change_die(MEADOW, GROVE))
    assert table.state.market[0] == NONE
    table.fresh_turn(1)
    table.reserve(1, "reroll_a")
    table.stock(1, 1, 1)
    table.do(codes.BREW + potion("reroll_a"))
    assert table.state.market[0] == potion("change_a")


def test_drinking():
    """BR-42: the potion keeps its VP; not without effect; one choice for equal effects."""
    table = Table()
    table.hold(0, "return_a")
    table.hold(0, "return_b")
    assert not table.can(codes.DRINK + RETURN)
    table.put(ANY_1, 0, MEADOW)
    assert table.options().count(codes.DRINK + RETURN) == 1
    before = score_of(table.rules, table.state, 0)
    table.do(codes.DRINK + RETURN, pick(ANY_1))
    assert score_of(table.rules, table.state, 0) == before
    assert table.state.in_hand[0, RETURN] == 1
    assert table.state.drunk[0].sum() == 1


def test_change_reroll_place():
    """BR-43: another face of the same die; any number of dice; one die more, if there is one."""
    table = Table()
    table.pool(0, MEADOW, WATER)
    table.hold(0, "change_a")
    table.do(codes.DRINK + CHANGE)
    changes = [codes.change_die(a, b) for a, b in ((MEADOW, GROVE), (MEADOW, BROOK), (WATER, FIRE), (WATER, WIND))]
    assert table.options() == changes
    table.do(changes[2])
    assert table.state.pool[0].tolist() == [1, 0, 0, 0, 1, 0]
    table = Table()
    table.pool(0, MEADOW, MEADOW, WATER)
    table.hold(0, "reroll_a")
    table.do(codes.DRINK + REROLL)
    assert not table.can(codes.ROLL)
    table.do(codes.REROLL_DIE + MEADOW, codes.REROLL_DIE + WATER)
    assert table.options() == [codes.ROLL]
    table.do(codes.ROLL)
    assert table.state.rerolls[0] == 2
    assert table.state.pool[0, :3].sum() == 2
    assert table.state.pool[0, MEADOW] >= 1
    table = Table()
    table.pool(0, MEADOW, GROVE)
    table.hold(0, "place_a")
    table.do(codes.DRINK + PLACE, place(MEADOW, at(0, 1)))
    assert table.state.seat == 0
    table.do(place(GROVE, at(0, 2)))
    assert table.state.n_pool[0] == 0
    table = Table()
    table.pool(0, MEADOW)
    table.hold(0, "place_a")
    assert not table.can(codes.DRINK + PLACE)


def test_any_placed_die():
    """BR-44: forests, village, creatures of any seat; covered or not; equal dice side by side once."""
    table = Table()
    den = table.train(1, "forage_den", "herb")
    table.put(den, 1, BROOK)
    table.put(ANY_1, 1, MEADOW)
    table.put(ANY_1, 1, MEADOW)
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(0, 1), None, FIRE)
    table.hold(0, "remove_any_a")
    table.do(codes.DRINK + REMOVE_ANY)
    assert sorted(table.options()) == sorted([pick(den), pick(ANY_1, 0), pick(at(0, 1), 0), pick(at(0, 1), 1)])


def test_move():
    """BR-45: p. 13: Lyric moves a die from a creature to a forest, without gathering; the symbol does not matter."""
    table = Table()
    den = table.train(1, "forage_den", "herb")
    table.put(den, 1, BROOK)
    table.train(0, "forest_scorcher", "spring")
    table.hold(0, "move_a")
    table.do(codes.DRINK + MOVE, pick(den))
    assert table.can(codes.TARGET + VILLAGE_FIRE)
    table.do(codes.TARGET + at(0, 1))
    assert table.goods() == [0, 0, 0, 1]
    assert table.state.phase == Phase.TURN
    assert table.state.to_place == 1
    assert table.state.tops[0].tolist() == [0, 1, 0, 0, 0]
    assert table.state.height[den] == 0


def moving(changes=None):
    """Seat 0 moves a die; two equal creatures of seat 1 and one of seat 0 offer spaces, and an any-die space is taken."""
    table = Table(changes=changes)
    dens = [table.train(1, "element_den"), table.train(1, "element_den"), table.train(0, "forage_den", "herb")]
    table.train(1, "potion_herald")
    table.put(at(0, 1), 0, MEADOW)
    table.put(ANY_2, 1, MEADOW)
    table.put(VILLAGE_FIRE, None, FIRE)
    table.hold(0, "move_a")
    table.do(codes.DRINK + MOVE, pick(at(0, 1)))
    return table, dens, {code - codes.TARGET for code in table.options()}


def test_move_reaches_every_empty_space():
    """BR-45: forests, the village with its any-die spaces, creatures of any seat, equal ones once; not spaces with a die."""
    table, dens, targets = moving()
    in_forests = {at(f, i) for f, n in ((0, 5), (1, 4), (2, 5)) for i in range(n)} - {at(0, 1)}
    assert targets == in_forests | {ANY_1, VILLAGE_WATER, VILLAGE_WIND, dens[0], dens[2]}
    table.do(codes.TARGET + dens[0])
    assert table.state.top[dens[0]] == 0
    assert table.goods(1) == [0, 0, 0, 1]
    table.fresh_turn(1)
    table.pool(1, FIRE)
    assert not table.can(place(FIRE, dens[0]))
    assert table.can(place(FIRE, dens[1]))


def test_move_leaves_creatures_out_by_ruling():
    """BR-45: `rulings.move_reaches = "board"`: forests and village only."""
    _, dens, targets = moving({"rulings.move_reaches": "board"})
    assert ANY_1 in targets
    assert not targets & set(dens)


def test_move_needs_an_empty_space():
    """BR-45: with forests and village full, a creature's space is enough, unless the ruling leaves it out."""
    for reach, can_drink in (("all_spaces", True), ("board", False)):
        table = Table(row=("f02", "f04", "f07"), changes={"rulings.move_reaches": reach})
        table.train(1, "element_den")
        table.hold(0, "move_a")
        for space in (*(at(f, i) for f in range(3) for i in range(4)), *range(VILLAGE, N_BOARD_SPACES)):
            table.put(space, 1, MEADOW)
        assert table.can(codes.DRINK + MOVE) == can_drink


def test_swap():
    """BR-46: two dice of one symbol and different owners change places, without gathering; not other symbols."""
    table = Table()
    table.put(at(0, 1), 0, BROOK)
    table.put(at(1, 0), 1, BROOK)
    table.put(at(1, 2), 1, GROVE)
    table.put(at(2, 0), 0, BROOK)
    table.hold(0, "swap_a")
    table.do(codes.DRINK + SWAP)
    assert not table.can(pick(at(1, 2)))
    table.do(pick(at(0, 1)))
    assert table.options() == [pick(at(1, 0))]
    table.do(pick(at(1, 0)))
    assert table.state.tops[0].tolist() == [0, 1, 0, 0, 0]
    assert table.state.tops[1].tolist() == [1, 1, 0, 0, 0]
    assert table.goods() == [0, 0, 0, 1]


def test_remove():
    """BR-47: an element, or any die, out of play until the round ends, also for its owner."""
    table = Table()
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(1, 0), None, FIRE)
    table.hold(0, "remove_element_a")
    table.do(codes.DRINK + REMOVE_ELEMENT)
    assert table.options() == [pick(at(1, 0))]
    table.do(pick(at(1, 0)))
    assert table.state.aside.tolist() == [0, 0, 0, 0, 1]
    assert table.state.n_pool.tolist() == [3, 3, 0, 0]
    table.finish_round()
    assert table.state.aside.sum() == 0
    assert table.state.n_pool.tolist() == [6, 6, 0, 0]
    table = Table()
    table.put(at(0, 1), 1, MEADOW)
    table.hold(0, "remove_any_a")
    table.do(codes.DRINK + REMOVE_ANY, pick(at(0, 1)))
    assert table.state.aside.tolist() == [0, 1, 0, 0, 0]
    assert table.state.n_pool.tolist() == [3, 3, 0, 0]
    assert table.state.n_open[0] == 5


def test_return():
    """BR-48: an own forage die, not an element or a rival's; it gives one more turn."""
    table = Table()
    table.put(at(0, 1), 0, GROVE)
    table.put(at(0, 2), 1, GROVE)
    table.put(at(1, 0), None, FIRE)
    table.hold(0, "return_a")
    table.do(codes.DRINK + RETURN)
    assert table.options() == [pick(at(0, 1))]
    table.do(pick(at(0, 1)))
    assert table.state.pool[0, GROVE] == 2
    assert table.state.n_pool[0] == 4
    assert is_open(table.state, at(0, 1))
