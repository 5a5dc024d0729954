"""Creatures of Brew: training, the limit, homes, and every power."""

from brewsim.games.brew import codes
from brewsim.games.brew.creatures import housed_creatures
from brewsim.games.brew.rules import SEASONS
from brewsim.games.brew.scoring import score_of
from brewsim.games.brew.state import Phase
from tests.games.brew.table import (
    ANY_1,
    ANY_2,
    BERRY,
    CRYSTAL,
    DEAR_MARKET,
    FIRE,
    GROVE,
    HERB,
    LELLO,
    LYRIC,
    MEADOW,
    SHROOM,
    VILLAGE_FIRE,
    VILLAGE_WATER,
    WATER,
    WIND,
    Table,
    at,
    creature,
    pick,
    place,
    potion,
)


def test_power_works_from_the_next_placement():
    """BR-49: the Village Scorcher trained in the village does not scorch for that die."""
    table = Table()
    table.top_of_pile("summer", "village_scorcher")
    table.pool(0, WATER, MEADOW)
    table.do(place(WATER, VILLAGE_WATER), codes.TRAIN + 1)
    assert table.state.seat == 1
    table.fresh_turn()
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)
    assert table.state.phase == Phase.SCORCH


def test_power_works_in_the_turn_of_its_training():
    """BR-49: a Potion Herald counts the potion brewed after it was trained, an Ash Forager the scorch of the same placement."""
    table = Table()
    table.top_of_pile("winter", "potion_herald")
    table.market("change_a", *DEAR_MARKET[1:])
    table.stock(0, shroom=1, crystal=1)
    table.do(place(MEADOW, at(0, 0)), codes.TRAIN + SEASONS.index("winter"), codes.BREW + potion("change_a"))
    assert table.state.tokens[0] == 1
    table = Table()
    table.train(0, "forest_scorcher", "spring")
    table.top_of_pile("spring", "ash_forager")
    table.do(place(MEADOW, at(0, 0)), codes.TRAIN + SEASONS.index("spring"), codes.SCORCH + at(0, 1))
    assert table.goods()[BERRY] == 2


def test_creature_limit():
    """BR-50: with a fourth creature one must be released."""
    table = Table()
    for _ in range(3):
        table.train(0, "potion_herald")
    table.do(place(MEADOW, at(0, 0)), codes.TRAIN)
    assert table.state.phase == Phase.RELEASE


def test_releasing():
    """BR-51: the new one may be released too; the power goes, the VP stay; equal ones are one choice."""
    table = Table()
    for kind in ("village_scorcher", "village_scorcher", "potion_herald"):
        table.train(0, kind)
    table.top_of_pile("spring", "ash_forager")
    table.do(place(MEADOW, at(0, 0)), codes.TRAIN)
    assert table.options() == [codes.RELEASE, codes.RELEASE + 2, codes.RELEASE + 3]
    table.do(codes.RELEASE + 3)
    assert table.state.crew[0].sum() == 3
    assert table.state.released[0].sum() == 1
    assert score_of(table.rules, table.state, 0) == 4


def test_homes():
    """BR-52: a forest houses one creature of any of its seasons."""
    table = Table()
    table.own(0, "summer")
    table.own(0, "winter")
    table.house(0, "f09")
    assert housed_creatures(table.state, 0) == 1
    table.house(0, "f01")
    assert housed_creatures(table.state, 0) == 1
    table.house(0, "f02")
    assert housed_creatures(table.state, 0) == 2


def test_scorchers():
    """BR-53: in a forest of the season with any die on any space, or in the village; the scorch may be anywhere."""
    table = Table()
    table.train(0, "forest_scorcher", "spring")
    table.do(place(MEADOW, at(0, 1)))
    assert {codes.SCORCH + at(0, 2), codes.SCORCH + at(1, 0), codes.SCORCH + at(2, 4)} <= set(table.options())
    table = Table()
    table.train(0, "forest_scorcher", "fall")
    table.stock(0)
    table.do(place(MEADOW, at(0, 1)))
    assert table.state.seat == 1
    table = Table()
    table.train(0, "village_scorcher")
    table.stock(0)
    table.do(place(MEADOW, at(0, 1)))
    assert table.state.seat == 1


def test_element_shifter():
    """BR-54: any element of the pool to the shown one, as often as wanted, but not back."""
    table = Table()
    table.train(0, "element_shifter", "wind")
    table.train(0, "element_shifter", "fire")
    table.pool(0, FIRE, FIRE, WATER, MEADOW)
    fire_to_wind, wind_to_fire = codes.convert(1, 2), codes.convert(2, 1)
    table.do(fire_to_wind, fire_to_wind)
    assert table.state.pool[0].tolist() == [1, 0, 0, 1, 0, 2]
    assert not table.can(wind_to_fire)
    assert table.can(codes.convert(0, 2))
    assert not table.can(codes.convert(0, 0))
    table.market("change_a", *DEAR_MARKET[1:])
    table.stock(0, shroom=1, crystal=1)
    table.do(place(MEADOW, at(0, 1)))  # the turn goes on, since a potion can be brewed; elements can wait
    assert table.verbs() == {codes.Verb.END, codes.Verb.BREW}


def test_berry_herder():
    """BR-55: 1 berry for each trained creature of the season at the end of the round, not for released ones."""
    table = Table()
    table.train(0, "berry_herder", "summer")
    table.train(0, "village_scorcher")
    table.train(0, "die_mover")
    table.state.released[0, creature("village_scorcher")] = 1
    table.stock(0)
    table.market(*DEAR_MARKET)
    for seat in range(2):
        table.pool(seat)
    table.pool(0, MEADOW)
    table.do(place(MEADOW, at(1, 0)))
    assert table.state.rounds == 1
    assert table.goods() == [0, 0, 1, 2]


def test_creature_forager():
    """BR-56: a berry instead of a creature, in forest and village, not for a forced die."""
    table = Table()
    table.train(0, "creature_forager")
    table.do(place(MEADOW, at(0, 0)), codes.TAKE_BERRY)
    assert table.goods()[BERRY] == 2
    assert table.state.n_trained[0] == 1
    table = Table()
    table.train(0, "creature_forager")
    table.pool(0, WATER)
    table.do(place(WATER, VILLAGE_WATER))
    assert table.can(codes.TAKE_BERRY)
    table = Table()
    table.train(0, "creature_forager")
    table.do(place(GROVE, at(0, 0)))
    assert table.goods()[BERRY] == 0
    assert table.state.seat == 1


def test_creature_forager_by_ruling():
    """BR-56: `rulings.forced_die_forages`: a forced die, or Lello's on top, gathers the berry, but only with the creature there."""
    for forages in (False, True):
        table = Table(powers=True, changes={"rulings.forced_die_forages": forages})
        table.cast(LELLO, LYRIC)
        table.train(0, "creature_forager")
        table.stock(0, berry=3)
        table.put(at(1, 1), 1, GROVE)
        table.do(place(GROVE, at(0, 0)))
        assert table.goods()[BERRY] == 2 + forages
        table.fresh_turn()
        table.do(place(MEADOW, at(1, 1)))
        assert table.goods()[BERRY] == 1 + 2 * forages
    table = Table(changes={"rulings.forced_die_forages": True})
    assert table.do(place(GROVE, at(0, 0))).goods()[BERRY] == 0


def test_ash_forager():
    """BR-57: 1 berry for the first scorch of a turn only."""
    table = Table()
    table.train(0, "ash_forager")
    table.state.night = 1
    table.pool(0, FIRE)
    table.train(0, "village_scorcher")
    table.pool(0, FIRE, MEADOW)
    table.do(place(FIRE, VILLAGE_FIRE), codes.SCORCH + at(0, 1), codes.SCORCH + at(0, 2), codes.SCORCH + at(0, 3))
    assert table.goods()[BERRY] == 2
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)  # seat 1
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB, codes.SCORCH + at(1, 0))
    assert table.goods()[BERRY] == 3


def test_berry_barterer():
    """BR-58: p. 19: Water on a shroom gives 1 berry and 2 shrooms; also of one's choice and on creatures; only one in a placement."""
    table = Table()
    table.train(0, "berry_barterer", "shroom")
    table.pool(0, WATER, MEADOW)
    assert table.do(place(WATER, at(0, 3))).goods() == [0, 2, 0, 2]
    table.fresh_turn()
    table.train(0, "village_gatherer")
    assert table.do(place(MEADOW, ANY_1), codes.CHOOSE + SHROOM, codes.CHOOSE + SHROOM).goods() == [0, 3, 0, 3]
    table = Table()
    table.train(0, "berry_barterer", "shroom")
    assert table.do(place(MEADOW, at(0, 1))).goods() == [1, 0, 0, 1]
    table = Table()
    table.train(0, "berry_barterer", "shroom")
    assert table.do(place(MEADOW, table.train(0, "forage_den", "shroom"))).goods() == [0, 1, 0, 2]


def test_dens():
    """BR-59: their die, their gain, one die, own creature only; the die of a released creature is set aside."""
    table = Table()
    forage, bearer = table.train(0, "forage_den", "crystal"), table.train(0, "berry_bearer")
    rival = table.train(1, "element_den")
    table.pool(0, MEADOW, FIRE, WIND)
    assert not table.can(place(FIRE, forage))
    assert not table.can(place(MEADOW, bearer))
    assert not table.can(place(FIRE, rival))
    table.do(place(MEADOW, forage))
    assert table.goods() == [0, 0, 2, 1]
    table.fresh_turn()
    table.do(place(FIRE, bearer))
    assert table.goods()[BERRY] == 3
    table.fresh_turn()
    assert not table.can(place(WIND, bearer))
    table.train(0, "potion_herald")
    table.do(place(WIND, at(0, 0)), codes.TRAIN, codes.RELEASE)
    assert table.state.aside.tolist() == [1, 0, 0, 0, 0]
    table = Table()
    den = table.train(0, "element_den")
    table.pool(0, FIRE)
    assert table.do(place(FIRE, den)).goods() == [1, 1, 1, 1]


def test_dice_on_creatures_are_in_no_forest():
    """BR-59: a die on a creature gives no control and triggers no forest or village power."""
    table = Table()
    table.train(0, "village_gatherer")
    den = table.train(0, "forage_den", "herb")
    table.do(place(MEADOW, den))
    assert table.goods()[HERB] == 2
    assert table.state.tops.sum() == 0


def test_die_mover():
    """BR-60: any placed forage die to an empty forest space, not to the village; it may be left."""
    table = Table()
    den = table.train(0, "die_mover")
    table.pool(0, FIRE, MEADOW)
    table.put(at(0, 1), 1, MEADOW)
    table.do(place(FIRE, den))
    assert sorted(table.options()) == sorted([pick(at(0, 1)), codes.NO_PICK])
    table.do(pick(at(0, 1)))
    assert not table.can(codes.TARGET + VILLAGE_FIRE)
    table.do(codes.TARGET + at(1, 0))
    assert table.state.tops[1].tolist() == [0, 1, 0, 0, 0]
    table = Table()
    table.pool(0, FIRE, MEADOW)
    table.put(at(0, 1), 1, MEADOW)
    table.do(place(FIRE, table.train(0, "die_mover")), codes.NO_PICK)
    assert table.state.seat == 1
    assert table.state.tops[0].tolist() == [0, 1, 0, 0, 0]


def test_heralds():
    """BR-61: 1 VP for a potion brewed, a reserved one too, for a creature trained, but not for itself."""
    table = Table()
    table.train(0, "potion_herald")
    table.market("change_a", "reroll_d", "place_d", "move_d")
    table.stock(0, 0, 1, 1)
    table.do(codes.BREW + potion("change_a"))
    assert table.state.tokens[0] == 1
    table.fresh_turn()
    table.reserve(0, "reroll_a")
    table.stock(0, 1, 1, 0)
    table.do(codes.BREW + potion("reroll_a"))
    assert table.state.tokens[0] == 2
    table = Table()
    table.top_of_pile("winter", "creature_herald")
    table.pool(0, MEADOW, WATER)
    table.do(place(MEADOW, at(0, 0)), codes.TRAIN + 3)
    assert table.state.tokens[0] == 0
    table.fresh_turn()
    table.do(place(WATER, VILLAGE_WATER), codes.TRAIN)
    assert table.state.tokens[0] == 1


def test_a_creature_herald_counts_itself_by_ruling():
    """BR-61: `rulings.herald_counts_itself`: 1 VP for its own training too."""
    table = Table(changes={"rulings.herald_counts_itself": True})
    table.top_of_pile("winter", "creature_herald")
    table.pool(0, MEADOW, WATER)
    table.do(place(MEADOW, at(0, 0)), codes.TRAIN + 3)
    assert table.state.tokens[0] == 1
    table.fresh_turn()
    table.top_of_pile("spring", "ash_forager")
    table.do(place(WATER, VILLAGE_WATER), codes.TRAIN)
    assert table.state.tokens[0] == 2


def test_gatherers():
    """BR-62: p. 14: one more in a forest of the season, Water's too; one of choice in the village, no berry; not for a forced die."""
    table = Table()
    table.train(0, "forest_gatherer", "summer")
    table.train(0, "village_gatherer")
    table.pool(0, WATER, MEADOW, GROVE)
    assert table.do(place(WATER, at(1, 2))).goods() == [4, 0, 0, 1]
    table.fresh_turn()
    assert table.do(place(GROVE, at(0, 3))).goods() == [4, 1, 0, 1]
    table.fresh_turn()
    table.do(place(MEADOW, ANY_2))
    assert table.options() == [codes.CHOOSE + HERB, codes.CHOOSE + SHROOM, codes.CHOOSE + CRYSTAL]
    table.do(codes.CHOOSE + HERB)
    assert table.state.phase == Phase.RESERVE
    table = Table()
    table.train(0, "forest_gatherer", "summer")
    assert table.do(place(GROVE, at(1, 0))).goods() == [0, 0, 0, 0]
