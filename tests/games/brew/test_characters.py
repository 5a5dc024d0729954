"""The characters of Brew and their powers."""

from brewsim.games.brew import codes
from brewsim.games.brew.codes import NO_INGREDIENT
from brewsim.games.brew.rules import FORESTS
from brewsim.games.brew.state import Phase
from tests.games.brew.table import (
    ANY_1,
    BERRY,
    BROOK,
    DEAR_MARKET,
    FIRE,
    GROVE,
    HERB,
    LELLO,
    LYRIC,
    MEADOW,
    MYLA,
    SHROOM,
    VILLAGE_FIRE,
    WREN,
    Table,
    at,
    place,
    potion,
)


def test_wren():
    """BR-69: 2 berries for one tied forest a round, with players or elements; not where she is behind or absent."""
    table = Table(powers=True)
    table.cast(WREN, LELLO)
    table.stock(0, berry=3)
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(0, 2), 1, MEADOW)
    table.put(at(1, 0), 0, MEADOW)
    table.put(at(1, 2), None, FIRE)
    table.put(at(2, 0), 0, MEADOW)
    table.put(at(2, 1), None, FIRE)
    table.put(at(2, 2), None, FIRE)
    table.market(*DEAR_MARKET)
    table.finish_round()
    assert table.state.phase == Phase.CLAIM
    assert table.options() == [codes.CLAIM, codes.CLAIM + 1, codes.NO_CLAIM]
    table.do(codes.CLAIM + 1)
    assert table.state.claimed[FORESTS.index("f02")] == 1
    assert table.goods()[BERRY] == 1
    assert table.state.n_discarded == 2
    assert table.state.n_lost_ties[:2].tolist() == [1, 1]


def test_wren_pays_before_creatures_act():
    """BR-69: p. 18: berries of end-of-round powers come too late for the claim."""
    table = Table(powers=True)
    table.cast(WREN, LELLO)
    table.train(0, "berry_herder", "spring")
    table.stock(0, berry=1)
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(0, 2), 1, MEADOW)
    table.market(*DEAR_MARKET)
    table.finish_round()
    assert table.state.rounds == 1
    assert table.goods()[BERRY] == 2
    assert not table.state.claimed.any()


def test_lyric():
    """BR-70: a berry trains instead of gathering on an ingredient space, not for a forced die; her limit is 4."""
    table = Table(powers=True)
    table.cast(LYRIC, LELLO)
    table.do(place(MEADOW, at(0, 1)))
    assert table.options() == [codes.CALL_GATHER, codes.CALL_TRAIN]
    table.do(codes.CALL_TRAIN, codes.TRAIN)
    assert table.goods() == [0, 0, 0, 0]
    for _ in range(3):
        table.train(0, "potion_herald")
    table.fresh_turn()
    table.pool(0, GROVE)
    table.do(place(GROVE, at(1, 1)), codes.TRAIN + 1)
    assert table.state.phase == Phase.RELEASE
    table = Table(powers=True)
    table.cast(LYRIC, LELLO)
    table.stock(0, berry=2)
    table.do(place(MEADOW, at(0, 2)))
    assert table.state.seat == 1
    assert table.goods()[BERRY] == 1


def test_lyric_may_gather():
    """BR-70: or gather as usual."""
    table = Table(powers=True)
    table.cast(LYRIC, LELLO)
    assert table.do(place(MEADOW, at(0, 1)), codes.CALL_GATHER).goods() == [1, 0, 0, 1]


def test_myla():
    """BR-71: the first berry stands for two ingredients, different ones if she likes, the second for one."""
    table = Table(powers=True)
    table.cast(MYLA, LELLO)
    table.market("change_c", "reroll_d", "place_d", "move_d")
    table.stock(0, herb=1, berry=2)
    assert not table.can(codes.BREW + potion("change_c"))
    table.do(codes.DOUBLE_BERRY, codes.BREW + potion("change_c"))
    assert table.goods() == [0, 0, 0, 0]
    assert not table.can(codes.DOUBLE_BERRY)
    table = Table(powers=True)
    table.cast(MYLA, LELLO)
    table.market("change_c", "reroll_d", "place_d", "move_d")
    table.stock(0, 1, 2, 1, 1)
    table.do(codes.BREW + potion("change_c"))
    assert table.can(codes.PAY_PLAIN)
    assert not table.can(codes.pay_spare(HERB, HERB))
    table.do(codes.pay_spare(HERB, SHROOM))
    assert table.goods() == [1, 1, 0, 0]
    table = Table(powers=True)
    table.cast(MYLA, LELLO)
    table.market("change_c", "reroll_d", "place_d", "move_d")
    table.stock(0, herb=0, shroom=0, crystal=1, berry=1)
    assert not {codes.BREW + potion("change_c"), codes.DOUBLE_BERRY} & set(table.options())


def test_myla_may_pay_plainly():
    """BR-71: berries for what is missing, with her power or without; where it would change nothing it is not offered."""
    for payment, berries in ((codes.PAY_PLAIN, 1), (codes.pay_spare(NO_INGREDIENT, NO_INGREDIENT), 2)):
        table = Table(powers=True)
        table.cast(MYLA, LELLO)
        table.market("change_c", "reroll_d", "place_d", "move_d")
        table.stock(0, herb=1, shroom=1, berry=3)
        table.do(codes.BREW + potion("change_c"))
        assert len(table.options()) == 2
        assert table.do(payment).goods() == [0, 0, 0, berries]
    table = Table(powers=True, changes={"potions.change_c.cost.shroom": 0, "potions.change_c.cost.crystal": 0})
    table.cast(MYLA, LELLO)
    table.market("change_c", "reroll_d", "place_d", "move_d")
    table.stock(0, berry=1)
    table.do(codes.BREW + potion("change_c"))
    assert table.options() == [codes.PAY_PLAIN]


def test_mylas_power_leaves_the_turn_free():
    """BR-71: with the power chosen, other potions can still be brewed, and none need be."""
    table = Table(powers=True)
    table.cast(MYLA, LELLO)
    table.market("change_c", "change_a", "place_d", "move_d")
    table.stock(0, shroom=1, crystal=1, berry=1)
    table.do(codes.DOUBLE_BERRY)
    assert {codes.BREW + potion("change_c"), codes.BREW + potion("change_a"), place(MEADOW, at(0, 1))} <= set(table.options())
    table.do(place(MEADOW, at(1, 0)), codes.END)
    assert table.state.n_brewed[0] == 0
    assert not table.state.has_doubled


def test_lello():
    """BR-72: any forage die on top of any die in a forest for a berry; no gathering, but a placement."""
    table = Table(powers=True)
    table.cast(LELLO, WREN)
    table.train(0, "forest_scorcher", "spring")
    table.put(at(0, 1), 1, MEADOW)
    table.put(ANY_1, 1, MEADOW)
    table.put(VILLAGE_FIRE, None, FIRE)
    assert not table.can(place(BROOK, VILLAGE_FIRE))
    table.do(place(BROOK, at(0, 1)))
    assert table.goods() == [0, 0, 0, 0]
    assert table.state.tops[0].tolist() == [1, 0, 0, 0, 0]
    assert table.state.phase == Phase.SCORCH
    table = Table(powers=True)
    table.cast(LELLO, WREN)
    table.stock(0)
    table.put(at(0, 1), 1, MEADOW)
    assert not table.can(place(MEADOW, at(0, 1)))
