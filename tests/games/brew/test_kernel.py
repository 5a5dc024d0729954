"""The rules of Brew, clause by clause, on hand-set tables."""

import itertools
import re

import numpy as np
import pytest

from brewsim.engine.contract import AIMED, NONE, new_record
from brewsim.games.brew import TITLE, codes
from brewsim.games.brew.board import deal_row, die_of, put_die
from brewsim.games.brew.codes import (
    DENS,
    ELEMENT_DIE,
    ELEMENT_OWNER,
    ELEMENT_SPACES,
    FORCED,
    MAX_STACK,
    PLAIN,
    POURED,
    SLOTS,
    SPACE_CODES,
    TOPPED,
    VILLAGE,
    VISIT,
    Phase,
)
from brewsim.games.brew.creatures import change_crew, housed_creatures, settle_forest
from brewsim.games.brew.rounds import controller, score_of
from brewsim.games.brew.rules import (
    BERRY,
    CARDS,
    CHANGE,
    FIRE,
    FORESTS,
    LELLO,
    LYRIC,
    MAX_SPACES,
    MOVE,
    MYLA,
    N_FORESTS,
    PLACE,
    POTIONS,
    REMOVE_ANY,
    REMOVE_ELEMENT,
    REROLL,
    RETURN,
    SEASONS,
    SWAP,
    WATER,
    WIND,
    WREN,
)  # fmt: skip
from brewsim.games.brew.state import ITEMS, METRICS
from brewsim.play import SLACK, check, simulate
from brewsim.rules import load_rules
from tests.conftest import fewer_if_interpreted

MEADOW, GROVE, BROOK = range(3)
HERB, SHROOM, CRYSTAL = range(3)
ANY_1, ANY_2 = VILLAGE, VILLAGE + 1
VILLAGE_WATER, VILLAGE_FIRE, VILLAGE_WIND = range(ELEMENT_SPACES, ELEMENT_SPACES + 3)
# The row of most tests. F01 (spring): meadow creature, meadow herb, grove crystal, grove shroom, brook herb.
# F02 (summer): meadow crystal, grove creature, brook herb, brook shroom. F09 (summer, winter): meadow crystal, ...
ROW = ("f01", "f02", "f09")


class Table:
    """A game that a test sets by hand and plays on, action by action."""

    def __init__(self, seats=2, row=ROW, powers=False, changes=None):
        self.rules = load_rules("brew", {"game.character_powers": powers, **(changes or {})}).record
        self.state = new_record(TITLE.state_dtype)
        self.state.key, self.state.n_seats = np.uint64(12345), seats
        self.actions = np.zeros(TITLE.max_actions + SLACK, np.int32)
        with np.errstate(over="ignore"):
            TITLE.functions.setup(self.rules, self.state)
        if row:
            self.lay(*row)
            for seat in range(seats):
                self.pool(seat, MEADOW, GROVE, BROOK)

    def lay(self, *names):
        """These forests in the row, the others in the deck."""
        state, names = self.state, [FORESTS.index(name) for name in names]
        rest = [f for f in range(N_FORESTS) if self.rules.forest_min_seats[f] <= state.n_seats and f not in names]
        deck = rest + names[::-1]
        state.forest_deck[: len(deck)] = deck
        state.n_forest_deck = len(deck)
        deal_row(self.rules, state)

    def pool(self, seat, *faces):
        self.state.pool[seat] = np.bincount(faces, minlength=6)
        self.state.n_pool[seat] = len(faces)

    def stock(self, seat, herb=0, shroom=0, crystal=0, berry=0):
        self.state.stock[seat] = herb, shroom, crystal, berry

    def market(self, *names):
        self.state.market[: len(names)] = [POTIONS.index(name) for name in names]

    def hold(self, seat, name):
        """A brewed potion in hand."""
        potion = POTIONS.index(name)
        self.state.hand[seat, potion] = 1
        self.state.in_hand[seat, self.rules.effect[potion]] += 1
        self.state.vp_potions[seat] += self.rules.potion_vp[potion]

    def train(self, seat, kind, version=""):
        """A trained creature; returns the space that it may offer."""
        state, card = self.state, CARDS.index((kind, version))
        slot = state.trained[seat].tolist().index(NONE)
        state.trained[seat, slot] = card
        change_crew(self.rules, state, seat, card, 1)
        self.own(seat, SEASONS[self.rules.card_season[card]])
        return DENS + seat * SLOTS + slot

    def own(self, seat, season):
        """A creature of this season, somewhere."""
        self.state.n_creatures[seat] += 1
        for mask in range(16):
            self.state.creatures_in[seat, mask] += mask >> SEASONS.index(season) & 1

    def top_of_pile(self, season, kind, version=""):
        s = SEASONS.index(season)
        self.state.pile[s, self.state.n_pile[s] - 1] = CARDS.index((kind, version))

    def put(self, space, seat, face):
        """A die that lies there already. seat None: an element die."""
        put_die(self.state, space, ELEMENT_DIE + face - 3 if seat is None else die_of(seat, face))

    def legal(self):
        n = TITLE.functions.legal(self.rules, self.state, self.actions)
        assert 0 < n <= TITLE.max_actions
        return self.actions[:n].tolist()

    def groups(self):
        """The groups of placements on offer, each with its placements."""
        groups, state = {}, self.state
        for action in self.legal():
            if codes.OPEN_GROUP <= action < codes.END:
                state.phase, state.group = Phase.GROUP, action - codes.OPEN_GROUP
                groups[action] = self.legal()
                state.phase = Phase.TURN
        return groups

    def options(self):
        """All that the seat may do, with the placements of groups as if they were offered at once."""
        groups = self.groups()
        return [action for action in self.legal() if action not in groups] + [*itertools.chain(*groups.values())]

    def can(self, action):
        return action in self.options()

    def do(self, *actions):
        for action in actions:
            for group, placements in self.groups().items():
                if action in placements:
                    TITLE.functions.apply(self.rules, self.state, group)
            assert action in self.legal()
            with np.errstate(over="ignore"):
                TITLE.functions.apply(self.rules, self.state, action)
        return self

    def finish_round(self):
        """Let all dice be gone but one of seat 0, and place that in the village."""
        for seat in range(self.state.n_seats):
            self.pool(seat)
        self.pool(0, MEADOW)
        self.state.seat, self.state.phase, self.state.to_place = 0, Phase.TURN, 1
        self.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)
        while self.state.phase == Phase.TURN and self.state.n_pool.sum() == 0:
            self.do(codes.END)

    def goods(self, seat=0):
        return self.state.stock[seat].tolist()


def place(face, space):
    return codes.PLACE_DIE + face * SPACE_CODES + space


def at(forest, i):
    """Space i of the n-th forest of the row."""
    return forest * MAX_SPACES + i


def pick(space, level=0):
    return codes.PICK + space * MAX_STACK + level


def potion(name):
    return POTIONS.index(name)


def fresh_turn(table, seat=0):
    table.state.seat, table.state.phase, table.state.to_place = seat, Phase.TURN, 1
    table.state.has_brewed = table.state.has_drunk = False


# --- set-up ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "cards"), [(2, 12), (3, 16), (4, 20)])
def test_forest_deck_is_filtered(seats, cards):
    """BR-1: only forests of the player count."""
    table = Table(seats, row=None)
    assert table.state.n_forest_deck + table.state.n_row == cards
    assert all(table.rules.forest_min_seats[f] <= seats for f in table.state.row[: table.state.n_row])


@pytest.mark.parametrize(("seats", "size"), [(2, 3), (3, 4), (4, 5)])
def test_row(seats, size):
    """BR-2: 3, 4 or 5 forests, and none left after four rounds."""
    table = Table(seats, row=None)
    assert table.state.n_row == size
    assert table.state.n_forest_deck == 3 * size


def test_creature_piles():
    """BR-3: a pile of 9 for each season; the choice is among the four top cards."""
    table = Table()
    assert table.state.n_pile.tolist() == [9, 9, 9, 9]
    for season in range(4):
        assert (table.rules.card_season[table.state.pile[season, :9]] == season).all()
    table.do(place(MEADOW, at(0, 0)))
    assert table.options() == [codes.TRAIN, codes.TRAIN + 1, codes.TRAIN + 2, codes.TRAIN + 3]


def test_potion_market():
    """BR-4: 4 of 32 potions in the market, and hidden decks are dealt anew by conceal while hands stay."""
    table = Table()
    table.hold(1, "move_a")
    assert table.state.n_potion_deck == 28
    assert (table.state.market[:4] != NONE).all()
    before = table.state.potion_deck[:28].tolist()
    visible = [table.state.pile[s, 8] for s in range(4)]
    with np.errstate(over="ignore"):
        TITLE.functions.conceal(table.rules, table.state, 0, np.uint64(99))
    assert table.state.potion_deck[:28].tolist() != before
    assert sorted(table.state.potion_deck[:28].tolist()) == sorted(before)
    assert [table.state.pile[s, 8] for s in range(4)] == visible
    assert table.state.in_hand[1, MOVE] == 1


def test_characters():
    """BR-5: different characters; without powers no power is offered and the limit is 3 for all."""
    assert sorted(Table(4).state.character.tolist()) == [0, 1, 2, 3]
    for powers in (False, True):
        table = Table(powers=powers)
        table.state.character[0] = LELLO
        table.put(at(0, 0), 1, MEADOW)
        assert table.can(place(GROVE, at(0, 0))) == powers
    assert (Table().rules.creature_limit == 3).all()


def test_dice_faces():
    """BR-6: three symbols and three elements, each equally likely."""
    counts = np.zeros(6)
    for game in range(60):
        state = new_record(TITLE.state_dtype)
        state.key, state.n_seats = np.uint64(game * 7919 + 1), 4
        with np.errstate(over="ignore"):
            TITLE.functions.setup(load_rules("brew").record, state)
        counts += state.pool.sum(axis=0)
    assert counts[:3].sum() == 60 * 16
    assert np.abs(counts[:3] - 320).max() < 65
    assert np.abs(counts[3:] - 160).max() < 50


def test_start():
    """BR-7: 4 forage and 2 element dice each, 1 berry, day, seat 0 first."""
    state = Table(3, row=None).state
    assert state.pool[:3, :3].sum(axis=1).tolist() == [4, 4, 4]
    assert state.pool[:3, 3:].sum(axis=1).tolist() == [2, 2, 2]
    assert state.stock[:3, BERRY].tolist() == [1, 1, 1]
    assert (state.night, state.seat, state.first) == (0, 0, 0)


# --- turn --------------------------------------------------------------------------------------------------------------


def test_turn_in_any_order():
    """BR-8: brew, drink it, then place; but only one of each."""
    table = Table()
    table.market("change_a", "reroll_a", "place_a", "move_a")
    table.stock(0, herb=3, shroom=4, crystal=4)
    table.hold(0, "reroll_b")
    table.do(codes.BREW + potion("change_a"))
    assert not any(codes.BREW <= action < codes.DRINK for action in table.options())
    table.do(codes.DRINK + CHANGE, codes.CHANGE_DIE + MEADOW * 6 + BROOK)
    assert not any(codes.DRINK <= action < codes.CONVERT for action in table.options())
    assert not table.can(codes.END)
    table.do(place(BROOK, at(0, 4)))
    assert table.state.seat == 1


def test_brewing_after_the_last_die():
    """BR-9: the turn of the last die still allows brewing; it ends by itself when nothing can be done."""
    table = Table()
    table.pool(0, MEADOW)
    table.stock(0, shroom=1)
    table.market("change_a", "reroll_d", "place_d", "move_d")
    table.do(place(MEADOW, at(1, 0)))
    assert table.options() == [codes.END, codes.BREW + potion("change_a")]
    table = Table()
    table.stock(0)
    table.do(place(MEADOW, at(1, 0)))
    assert table.state.seat == 1


def test_seats_without_dice_are_skipped():
    """BR-10: no die, no turn, and so no brewing."""
    table = Table(3, row=("f01", "f02", "f09", "f13"))
    table.pool(1)
    table.do(place(GROVE, at(0, 3)))
    assert table.state.seat == 2
    table.do(place(GROVE, at(0, 2)))
    assert table.state.seat == 0


def test_returned_dice_give_extra_turns():
    """BR-11: the round lasts until no dice are left, returned ones included."""
    table = Table()
    table.pool(1)
    table.pool(0, MEADOW, WIND)
    table.stock(0)
    table.do(place(MEADOW, at(0, 1)), place(WIND, at(0, 1)))
    assert table.state.seat == 0
    assert table.state.rounds == 0
    table.do(place(MEADOW, at(1, 0)))
    assert table.state.rounds == 1


def test_extra_turns_are_counted():
    """BR-11: turns beyond the dice of a round are extra turns."""
    rows = simulate("brew", ["greedy"] * 2, fewer_if_interpreted(200), seed=5)
    extra, turns = (rows["metrics"][:, METRICS.index(name)] for name in ("extra_turns", "turns"))
    assert extra.max() > 0
    assert (turns <= 24 + extra).all()


def test_gains_are_settled_in_order():
    """BR-12: ingredients of choice, then the reserve, then the scorch; a creature trained now does not act yet."""
    table = Table()
    table.train(0, "village_gatherer")
    table.train(0, "village_scorcher")
    table.pool(0, WIND, MEADOW)
    table.do(place(WIND, VILLAGE_WIND))
    assert table.state.phase == Phase.CHOOSE
    table.do(codes.CHOOSE + HERB)
    assert table.state.phase == Phase.RESERVE
    table.do(table.options()[0])
    assert table.state.phase == Phase.SCORCH
    table = Table()
    table.state.night = 1
    table.train(0, "village_gatherer")
    table.train(0, "village_scorcher")
    table.pool(0, WIND, MEADOW)
    table.do(place(WIND, VILLAGE_WIND), codes.CHOOSE + HERB)
    assert table.state.phase == Phase.TRAIN
    table.do(codes.TRAIN)
    assert table.state.phase == Phase.SCORCH


# --- forests -----------------------------------------------------------------------------------------------------------


def test_placing_uses_a_die():
    """BR-13: the die leaves the pool and lies on its space."""
    table = Table()
    table.do(place(MEADOW, at(0, 1)))
    assert table.state.pool[0].tolist() == [0, 1, 1, 0, 0, 0]
    assert table.state.stack[at(0, 1), 0] == MEADOW
    assert table.state.n_placed[0] == 1


def test_placements_in_two_steps():
    """BR-13: a kind of placement is offered if there is one of it, and no placement is offered twice."""
    table = Table(powers=True)
    table.state.character[:2] = LELLO, WREN
    table.pool(0, MEADOW, GROVE, WATER, WIND)
    table.stock(0, berry=1)
    assert [code - codes.OPEN_GROUP for code in table.groups()] == [FORCED, POURED, PLAIN, VISIT, VISIT + 1]
    table.put(at(0, 1), 1, MEADOW)
    assert codes.OPEN_GROUP + TOPPED in table.groups()
    assert len(set(table.options())) == len(table.options())
    table.pool(0, MEADOW)
    table.stock(0)
    assert [code - codes.OPEN_GROUP for code in table.groups()] == [VISIT, VISIT + 1]


def test_forage_die_needs_its_symbol():
    """BR-14: matching and empty; equal dice and equal spaces are offered once."""
    table = Table(changes={"forests.f02.spaces": ["meadow:crystal", "meadow:crystal", "brook:herb"]})
    table.stock(0)
    table.pool(0, MEADOW, MEADOW)
    table.put(at(0, 1), 1, MEADOW)
    spaces = [action for action in table.options() if action < VILLAGE]
    assert spaces == [place(MEADOW, at(0, 0)), place(MEADOW, at(1, 0)), place(MEADOW, at(2, 0)), place(MEADOW, at(2, 1))]
    table.put(at(1, 0), 1, MEADOW)
    assert table.can(place(MEADOW, at(1, 1)))


def test_element_die_fits_every_symbol():
    """BR-15: any empty space, but not one with a die (Water)."""
    table = Table()
    table.pool(0, WATER)
    table.put(at(0, 1), 1, MEADOW)
    spaces = {action - WATER * SPACE_CODES for action in table.options() if action < codes.BREW}
    empty = {s for f, n in ((0, 5), (1, 4), (2, 5)) for s in range(at(f, 0), at(f, n)) if s != at(0, 1)}
    assert spaces == empty | {ANY_1, ANY_2, VILLAGE_WATER}


def test_gathering():
    """BR-16: one of the ingredient shown."""
    assert Table().do(place(GROVE, at(0, 2))).goods() == [0, 0, 1, 1]


def test_training():
    """BR-17: the chosen visible creature joins the seat, the next one of the pile is visible."""
    table = Table()
    card = table.state.pile[1, 8]
    table.do(place(MEADOW, at(0, 0)), codes.TRAIN + 1)
    assert table.state.trained[0, 0] == card
    assert table.state.n_pile[1] == 8
    assert table.goods() == [0, 0, 0, 1]


def test_empty_piles():
    """BR-18: nothing is trained if there is no creature."""
    table = Table()
    table.state.n_pile[:] = 0
    table.do(place(MEADOW, at(0, 0)))
    assert table.state.seat == 1


def test_two_seasons():
    """BR-19: a forest of two seasons triggers powers of either."""
    for version in ("summer", "winter"):
        table = Table()
        table.train(0, "forest_gatherer", version)
        assert table.do(place(GROVE, at(2, 2))).goods()[HERB] == 2
    table = Table()
    table.train(0, "forest_gatherer", "winter")
    assert table.do(place(BROOK, at(1, 2))).goods()[HERB] == 1


def test_forcing():
    """BR-20: pay the ingredient, else a berry; gather nothing; it still counts as placing."""
    table = Table()
    table.stock(0, crystal=1, berry=1)
    table.train(0, "forest_scorcher", "spring")
    table.do(place(MEADOW, at(0, 2)))
    assert table.goods() == [0, 0, 0, 1]
    assert table.state.n_forced[0] == 1
    assert table.state.phase == Phase.SCORCH
    table = Table()
    table.stock(0, herb=2, berry=1)
    assert table.do(place(MEADOW, at(0, 2))).goods() == [2, 0, 0, 0]
    table = Table()
    table.stock(0, herb=2)
    assert not table.can(place(MEADOW, at(0, 2)))
    assert table.can(place(GROVE, at(0, 1)))


def test_forcing_onto_a_creature_space():
    """BR-21: a berry only, and no training."""
    table = Table()
    table.stock(0, 3, 3, 3)
    assert not table.can(place(GROVE, at(0, 0)))
    table.stock(0, 3, 3, 3, 1)
    table.do(place(GROVE, at(0, 0)))
    assert table.goods() == [3, 3, 3, 0]
    assert table.state.n_trained[0] == 0


# --- village -----------------------------------------------------------------------------------------------------------


def test_any_die_spaces_cannot_be_blocked():
    """BR-22: every die, even if others lie there."""
    table = Table()
    table.put(ANY_1, 1, MEADOW)
    table.put(ANY_1, None, FIRE)
    for face in range(6):
        table.pool(0, face)
        assert table.can(place(face, ANY_1))
        assert table.can(place(face, ANY_2))


def test_element_spaces():
    """BR-23: one die of the element; no element power: Fire does not cover, Wind does not return, Water gains no more."""
    table = Table()
    table.pool(0, WATER, FIRE, WIND, MEADOW)
    for face, space in ((WATER, VILLAGE_WATER), (FIRE, VILLAGE_FIRE), (WIND, VILLAGE_WIND)):
        assert [f for f in range(6) if table.can(place(f, space))] == [face]
    table.put(VILLAGE_FIRE, None, FIRE)
    assert not table.can(place(FIRE, VILLAGE_FIRE))
    table.put(VILLAGE_WIND, 0, MEADOW)
    assert not table.can(place(WIND, VILLAGE_WIND))
    assert table.do(place(WATER, ANY_1), codes.CHOOSE + HERB).goods() == [1, 0, 0, 1]


def test_village_by_day():
    """BR-24: choice, reserve, train, clear all forests of elements, berry and reserve."""
    table = Table()
    table.do(place(MEADOW, ANY_2))
    assert table.state.phase == Phase.RESERVE
    table = Table()
    table.pool(0, WATER)
    table.do(place(WATER, VILLAGE_WATER))
    assert table.state.phase == Phase.TRAIN
    table = Table()
    table.pool(0, FIRE)
    table.put(at(0, 1), None, WATER)
    table.put(at(1, 0), 1, MEADOW)
    table.put(at(1, 0), None, FIRE)
    table.put(at(1, 0), 0, MEADOW)
    table.put(VILLAGE_WIND, None, WIND)
    table.do(place(FIRE, VILLAGE_FIRE))
    assert table.state.aside[ELEMENT_OWNER] == 2
    assert table.state.n_placed[ELEMENT_OWNER] == 2
    assert table.state.stack[at(1, 0), :2].tolist() == [die_of(1, MEADOW), die_of(0, MEADOW)]
    table = Table()
    table.pool(0, WIND)
    table.do(place(WIND, VILLAGE_WIND))
    assert table.goods() == [0, 0, 0, 2]
    assert table.state.phase == Phase.RESERVE


def test_village_by_night():
    """BR-25: choice and reserve as by day; one of each; two scorches; berry and creature."""
    for space, phase in ((ANY_1, Phase.CHOOSE), (ANY_2, Phase.RESERVE)):
        table = Table()
        table.state.night = 1
        assert table.do(place(MEADOW, space)).state.phase == phase
    table = Table()
    table.state.night = 1
    table.pool(0, WATER)
    assert table.do(place(WATER, VILLAGE_WATER)).goods() == [1, 1, 1, 1]
    table = Table()
    table.state.night = 1
    table.pool(0, FIRE)
    table.do(place(FIRE, VILLAGE_FIRE), codes.SCORCH + at(0, 0), codes.SCORCH + at(2, 4))
    assert table.state.seat == 1
    assert table.state.n_scorched == 2
    table = Table()
    table.state.night = 1
    table.pool(0, WIND)
    table.do(place(WIND, VILLAGE_WIND))
    assert table.goods()[BERRY] == 2
    assert table.state.phase == Phase.TRAIN


def test_choice_is_no_berry():
    """BR-26: herb, shroom or crystal."""
    assert Table().do(place(MEADOW, ANY_1)).options() == [codes.CHOOSE, codes.CHOOSE + 1, codes.CHOOSE + 2]


# --- element dice ------------------------------------------------------------------------------------------------------


def test_water():
    """BR-27: 3 in all; nothing more on a creature space. Rulebook p. 12."""
    table = Table()
    table.pool(0, WATER)
    assert table.do(place(WATER, at(0, 3))).goods() == [0, 3, 0, 1]
    table = Table()
    table.pool(0, WATER)
    table.do(place(WATER, at(0, 0)), codes.TRAIN)
    assert table.goods() == [0, 0, 0, 1]


def test_wind():
    """BR-28: the own top die comes back as it shows, and the space is gathered from; not a rival's or a covered die."""
    table = Table()
    table.pool(0, WIND)
    table.put(at(0, 1), 0, BROOK)
    table.put(at(0, 2), 1, GROVE)
    table.put(at(0, 3), 0, GROVE)
    table.put(at(0, 3), None, FIRE)
    assert not table.can(place(WIND, at(0, 2)))
    assert not table.can(place(WIND, at(0, 3)))
    table.do(place(WIND, at(0, 1)))
    assert table.state.pool[0].tolist() == [0, 0, 1, 0, 0, 0]
    assert table.goods()[HERB] == 1
    assert table.state.height[at(0, 1)] == 1
    assert table.state.tops[0].tolist() == [0, 1, 0, 0, 2]
    table = Table()
    table.pool(0, WIND)
    table.put(at(0, 0), 0, MEADOW)
    assert table.do(place(WIND, at(0, 0))).state.phase == Phase.TRAIN


def test_fire():
    """BR-29: on top of any die, an own one too, and the space is used as if empty."""
    table = Table()
    table.pool(0, FIRE)
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(1, 1), None, WIND)
    assert table.can(place(FIRE, at(1, 1)))
    table.do(place(FIRE, at(0, 1)))
    assert table.goods()[HERB] == 1
    assert table.state.tops[0].tolist() == [0, 0, 0, 0, 1]
    table = Table()
    table.pool(0, FIRE)
    table.put(at(0, 0), 0, MEADOW)
    assert table.do(place(FIRE, at(0, 0))).state.phase == Phase.TRAIN


def test_stacks():
    """BR-30: only the top counts; removed, the one below counts again; covered dice can be removed."""
    table = Table()
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(0, 1), None, FIRE)
    table.hold(0, "remove_element_a")
    table.do(codes.DRINK + REMOVE_ELEMENT, pick(at(0, 1), 1))
    assert table.state.tops[0].tolist() == [0, 1, 0, 0, 0]
    table = Table()
    table.put(at(0, 1), 1, MEADOW)
    table.put(at(0, 1), None, FIRE)
    table.hold(0, "remove_any_a")
    table.do(codes.DRINK + REMOVE_ANY, pick(at(0, 1), 0))
    assert table.state.tops[0].tolist() == [0, 0, 0, 0, 1]
    assert table.state.height[at(0, 1)] == 1


def test_scorching():
    """BR-31: only empty spaces; no die gets there; not counted against control; at most ten tokens; may be declined."""
    table = Table()
    table.train(0, "village_scorcher")
    table.put(at(0, 1), 1, MEADOW)
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)
    assert not table.can(codes.SCORCH + at(0, 1))
    assert table.can(codes.NO_SCORCH)
    table.do(codes.SCORCH + at(0, 2))
    table.pool(1, GROVE, FIRE, WIND)
    table.stock(1, 5, 5, 5, 5)
    assert not any(action % SPACE_CODES == at(0, 2) for action in table.options() if action < codes.BREW)
    assert controller(table.state, 0) == 1
    table = Table()
    table.train(0, "village_scorcher")
    table.state.n_scorched = 10
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)
    assert table.state.seat == 1


# --- control -----------------------------------------------------------------------------------------------------------

LELLO_SEAT, LYRIC_SEAT, MYLA_SEAT = 0, 1, 2


def controlled(dice):
    """Who controls a forest with these dice: seat or None for an element, bottom first for a list."""
    table = Table(4, row=("f01", "f02", "f09", "f13", "f17"))
    for i, stack in enumerate(dice):
        for seat in stack if isinstance(stack, list) else [stack]:
            table.put(at(0, i), seat, FIRE if seat is None else MEADOW)
    return controller(table.state, 0)


def test_most_dice_control():
    """BR-32: first picture of p. 10: Lello 2, Lyric 1, Myla 1: Lello controls."""
    assert controlled([LELLO_SEAT, LELLO_SEAT, LYRIC_SEAT, MYLA_SEAT]) == LELLO_SEAT


def test_elements_against_control():
    """BR-33: third and fourth picture of p. 10: one die against two elements, and a tie with the elements: nobody."""
    assert controlled([LELLO_SEAT, None, None]) == NONE
    assert controlled([LELLO_SEAT, LELLO_SEAT, LYRIC_SEAT, None, None]) == NONE
    assert controlled([LELLO_SEAT, LELLO_SEAT, LYRIC_SEAT, None]) == LELLO_SEAT


def test_ties():
    """BR-34: second picture of p. 10, Lello and Myla 1 each; and p. 17: a covered die of Lyric's leaves a tie."""
    assert controlled([LELLO_SEAT, MYLA_SEAT]) == NONE
    assert controlled([]) == NONE
    assert controlled([[LYRIC_SEAT, None], LYRIC_SEAT]) == NONE
    assert controlled([LYRIC_SEAT, LYRIC_SEAT, None]) == LYRIC_SEAT


def test_own_element_counts_against_its_placer():
    """BR-35: an element die belongs to nobody."""
    table = Table()
    table.put(at(0, 1), 0, MEADOW)
    assert controller(table.state, 0) == 0
    table.pool(0, WATER)
    table.do(place(WATER, at(0, 2)))
    assert controller(table.state, 0) == NONE


# --- potions -----------------------------------------------------------------------------------------------------------


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
    table.market("change_d", "reroll_d", "place_d", "move_d")
    table.state.reserved[0, 0], table.state.n_reserved[0] = potion("change_a"), 1
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
    table.state.reserved[1, 0], table.state.n_reserved[1] = potion("change_a"), 1
    table.stock(0, 5, 5, 5, 0)
    assert not table.can(codes.BREW + potion("change_a"))
    assert score_of(table.rules, table.state, 1) == 0
    table.state.in_hand[1] = 0
    fresh_turn(table, 1)
    assert not table.can(codes.DRINK + CHANGE)


def test_no_more_potions():
    """BR-41: drunk potions are paid out and shuffled anew; potions in hand stay."""
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
    table = Table()
    table.state.n_potion_deck = 0
    table.market("change_a", "reroll_d", "place_d", "move_d")
    table.stock(0, 0, 1, 1)
    table.do(codes.BREW + potion("change_a"))
    assert table.state.market[0] == NONE


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
    changes = [codes.CHANGE_DIE + a * 6 + b for a, b in ((MEADOW, GROVE), (MEADOW, BROOK), (WATER, FIRE), (WATER, WIND))]
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
    assert not table.can(codes.TARGET + ANY_1)
    table.do(codes.TARGET + at(0, 1))
    assert table.goods() == [0, 0, 0, 1]
    assert table.state.phase == Phase.TURN
    assert table.state.to_place == 1
    assert table.state.tops[0].tolist() == [0, 1, 0, 0, 0]
    assert table.state.height[den] == 0


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
    assert table.state.open_spaces[0] >> 1 & 1


# --- creatures ---------------------------------------------------------------------------------------------------------


def test_power_works_from_the_next_placement():
    """BR-49: the Village Scorcher trained in the village does not scorch for that die."""
    table = Table()
    table.top_of_pile("summer", "village_scorcher")
    table.pool(0, WATER, MEADOW)
    table.do(place(WATER, VILLAGE_WATER), codes.TRAIN + 1)
    assert table.state.seat == 1
    fresh_turn(table)
    table.do(place(MEADOW, ANY_1), codes.CHOOSE + HERB)
    assert table.state.phase == Phase.SCORCH


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
    settle_forest(table.rules, table.state, 0, FORESTS.index("f09"))
    assert housed_creatures(table.state, 0) == 1
    settle_forest(table.rules, table.state, 0, FORESTS.index("f01"))
    assert housed_creatures(table.state, 0) == 1
    settle_forest(table.rules, table.state, 0, FORESTS.index("f02"))
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
    fire_to_wind, wind_to_fire = codes.CONVERT + 1 * 3 + 2, codes.CONVERT + 2 * 3 + 1
    table.do(fire_to_wind, fire_to_wind)
    assert table.state.pool[0].tolist() == [1, 0, 0, 1, 0, 2]
    assert not table.can(wind_to_fire)
    assert table.can(codes.CONVERT + 0 * 3 + 2)
    assert not table.can(codes.CONVERT + 0 * 3 + 0)


def test_berry_herder():
    """BR-55: 1 berry for each trained creature of the season at the end of the round, not for released ones."""
    table = Table()
    table.train(0, "berry_herder", "summer")
    table.train(0, "village_scorcher")
    table.train(0, "die_mover")
    table.state.released[0, CARDS.index(("village_scorcher", ""))] = 1
    table.stock(0)
    table.market("change_d", "reroll_d", "place_d", "move_d")
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
    fresh_turn(table)
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
    fresh_turn(table)
    table.do(place(FIRE, bearer))
    assert table.goods()[BERRY] == 3
    fresh_turn(table)
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
    fresh_turn(table)
    table.state.reserved[0, 0], table.state.n_reserved[0] = potion("reroll_a"), 1
    table.stock(0, 1, 1, 0)
    table.do(codes.BREW + potion("reroll_a"))
    assert table.state.tokens[0] == 2
    table = Table()
    table.top_of_pile("winter", "creature_herald")
    table.pool(0, MEADOW, WATER)
    table.do(place(MEADOW, at(0, 0)), codes.TRAIN + 3)
    assert table.state.tokens[0] == 0
    fresh_turn(table)
    table.do(place(WATER, VILLAGE_WATER), codes.TRAIN)
    assert table.state.tokens[0] == 1


def test_gatherers():
    """BR-72: p. 14: one more in a forest of the season, Water's too; one of choice in the village, no berry; not for a forced die."""
    table = Table()
    table.train(0, "forest_gatherer", "summer")
    table.train(0, "village_gatherer")
    table.pool(0, WATER, MEADOW, GROVE)
    assert table.do(place(WATER, at(1, 2))).goods() == [4, 0, 0, 1]
    fresh_turn(table)
    assert table.do(place(GROVE, at(0, 3))).goods() == [4, 1, 0, 1]
    fresh_turn(table)
    table.do(place(MEADOW, ANY_2))
    assert table.options() == [codes.CHOOSE + HERB, codes.CHOOSE + SHROOM, codes.CHOOSE + CRYSTAL]
    table.do(codes.CHOOSE + HERB)
    assert table.state.phase == Phase.RESERVE
    table = Table()
    table.train(0, "forest_gatherer", "summer")
    assert table.do(place(GROVE, at(1, 0))).goods() == [0, 0, 0, 0]


# --- end of round ------------------------------------------------------------------------------------------------------


def test_claiming():
    """BR-62: controlled forests are claimed; a Forest Herald of a season gives 2 VP."""
    table = Table()
    table.train(0, "forest_herald", "summer")
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(2, 1), 0, MEADOW)
    table.put(at(1, 0), 1, MEADOW)
    table.finish_round()
    assert [table.state.claimed[FORESTS.index(name)] for name in ROW] == [1, 2, 1]
    assert table.state.vp_forests[:2].tolist() == [10, 4]
    assert table.state.tokens[:2].tolist() == [2, 0]
    assert table.state.n_won[:2].tolist() == [2, 1]


def test_unclaimed_forests():
    """BR-63: ties, elements and empty forests are discarded, and the reason is kept."""
    table = Table()
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(0, 2), 1, MEADOW)
    table.put(at(1, 1), 1, MEADOW)
    table.put(at(1, 2), None, FIRE)
    table.finish_round()
    assert table.state.n_discarded == 3
    assert table.state.n_lost_ties[:2].tolist() == [1, 1]
    assert table.state.n_lost_elements[:2].tolist() == [0, 1]
    assert not table.state.claimed.any()


def test_next_round():
    """BR-64: dice back, village flipped, new row, marker passed; after round 4 the game is over."""
    table = Table()
    table.put(at(0, 1), 0, MEADOW)
    deck = table.state.forest_deck[:9].tolist()
    table.finish_round()
    assert (table.state.rounds, table.state.night, table.state.first, table.state.seat) == (1, 1, 1, 1)
    assert table.state.row[:3].tolist() == deck[:-4:-1]
    assert table.state.height.sum() == 0
    assert table.state.n_pool[:2].tolist() == [6, 6]
    table.state.rounds = 3
    table.finish_round()
    assert table.state.over
    assert table.state.rounds == 3


def test_merchants():
    """BR-65: 2 berries for 3 VP; 3 equal ingredients, berries as any, for 2 VP; Herder's berries come first; one trade each."""
    table = Table()
    table.train(0, "berry_merchant")
    table.train(0, "ingredient_merchant")
    table.train(0, "berry_herder", "winter")
    table.market("change_d", "reroll_d", "place_d", "move_d")
    table.stock(0, herb=1)
    table.finish_round()
    assert table.state.phase == Phase.TRADE
    assert table.goods() == [2, 0, 0, 2]
    assert sorted(table.options()) == sorted(
        [codes.TRADE_BERRIES, codes.TRADE_BERRIES + 1, codes.TRADE_MATCHING, codes.TRADE_MATCHING + 1, codes.NO_TRADE]
    )
    table.do(codes.TRADE_MATCHING + 1)
    assert table.goods() == [0, 0, 0, 1]
    assert table.state.tokens[0] == 2
    assert table.options() == [codes.TRADE_BERRIES, codes.NO_TRADE]
    table.do(codes.TRADE_BERRIES)
    assert table.state.tokens[0] == 3
    assert table.state.rounds == 1


# --- end ---------------------------------------------------------------------------------------------------------------


def test_score():
    """BR-66: potions in hand and drunk, forests, creatures, tokens, a third of the leftovers; reserved potions nothing."""
    table = Table()
    table.hold(0, "change_d")
    table.state.vp_forests[0] = 9
    table.state.tokens[0] = 4
    table.stock(0, 2, 2, 2, 2)
    for season in ("summer", "summer", "spring"):
        table.own(0, season)
    settle_forest(table.rules, table.state, 0, FORESTS.index("f09"))
    assert score_of(table.rules, table.state, 0) == 6 + 9 + 4 + (3 + 1 + 1) + 2
    out = np.zeros(2, TITLE.outcome_dtype).view(np.recarray)
    TITLE.functions.outcome(table.rules, table.state, out)
    assert out[0].metrics[:5].tolist() == [6, 9, 5, 4, 2]


def brute_force_homes(creatures, forests):
    """The most creatures with a home of their own, by trying everything."""
    best = 0
    for order in itertools.permutations(range(len(creatures))):
        best = max(best, sum(forest >> creatures[c] & 1 for c, forest in zip(order, forests)))
    return best


def test_best_assignment_of_creatures():
    """BR-66: equals trying every assignment."""
    generator = np.random.default_rng(1)
    for _ in range(60):
        table = Table(row=None)
        creatures = generator.integers(0, 4, 5).tolist()
        names = generator.choice(N_FORESTS, 4, replace=False)
        for creature in creatures:
            table.own(0, SEASONS[creature])
        for forest in names:
            settle_forest(table.rules, table.state, 0, int(forest))
        assert housed_creatures(table.state, 0) == brute_force_homes(creatures, table.rules.forest_seasons[names].tolist())


def test_tie_break():
    """BR-67: by leftover ingredients and berries."""
    table = Table()
    table.stock(0, 1, 0, 0, 1)
    table.stock(1, 1, 0, 0, 0)
    out = np.zeros(2, TITLE.outcome_dtype).view(np.recarray)
    TITLE.functions.outcome(table.rules, table.state, out)
    assert out.score.tolist() == [0, 0]
    assert out.tiebreak.tolist() == [2, 1]


# --- characters --------------------------------------------------------------------------------------------------------


def test_wren():
    """BR-68: 2 berries for one tied forest a round, with players or elements; not where she is behind or absent."""
    table = Table(powers=True)
    table.state.character[:2] = WREN, LELLO
    table.stock(0, berry=3)
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(0, 2), 1, MEADOW)
    table.put(at(1, 0), 0, MEADOW)
    table.put(at(1, 2), None, FIRE)
    table.put(at(2, 0), 0, MEADOW)
    table.put(at(2, 1), None, FIRE)
    table.put(at(2, 2), None, FIRE)
    table.market("change_d", "reroll_d", "place_d", "move_d")
    table.finish_round()
    assert table.state.phase == Phase.CLAIM
    assert table.options() == [codes.CLAIM, codes.CLAIM + 1, codes.NO_CLAIM]
    table.do(codes.CLAIM + 1)
    assert table.state.claimed[FORESTS.index("f02")] == 1
    assert table.goods()[BERRY] == 1
    assert table.state.n_discarded == 2
    assert table.state.n_lost_ties[:2].tolist() == [1, 1]


def test_wren_pays_before_creatures_act():
    """BR-68: p. 18: berries of end-of-round powers come too late for the claim."""
    table = Table(powers=True)
    table.state.character[:2] = WREN, LELLO
    table.train(0, "berry_herder", "spring")
    table.stock(0, berry=1)
    table.put(at(0, 1), 0, MEADOW)
    table.put(at(0, 2), 1, MEADOW)
    table.market("change_d", "reroll_d", "place_d", "move_d")
    table.finish_round()
    assert table.state.rounds == 1
    assert table.goods()[BERRY] == 2
    assert not table.state.claimed.any()


def test_lyric():
    """BR-69: a berry trains instead of gathering on an ingredient space, not for a forced die; her limit is 4."""
    table = Table(powers=True)
    table.state.character[:2] = LYRIC, LELLO
    table.do(place(MEADOW, at(0, 1)))
    assert table.options() == [codes.CALL_GATHER, codes.CALL_TRAIN]
    table.do(codes.CALL_TRAIN, codes.TRAIN)
    assert table.goods() == [0, 0, 0, 0]
    for _ in range(3):
        table.train(0, "potion_herald")
    fresh_turn(table)
    table.pool(0, GROVE)
    table.do(place(GROVE, at(1, 1)), codes.TRAIN + 1)
    assert table.state.phase == Phase.RELEASE
    table = Table(powers=True)
    table.state.character[:2] = LYRIC, LELLO
    table.stock(0, berry=2)
    table.do(place(MEADOW, at(0, 2)))
    assert table.state.seat == 1
    assert table.goods()[BERRY] == 1


def test_lyric_may_gather():
    """BR-69: or gather as usual."""
    table = Table(powers=True)
    table.state.character[:2] = LYRIC, LELLO
    assert table.do(place(MEADOW, at(0, 1)), codes.CALL_GATHER).goods() == [1, 0, 0, 1]


def test_myla():
    """BR-70: the first berry stands for two ingredients, different ones if she likes, the second for one."""
    table = Table(powers=True)
    table.state.character[:2] = MYLA, LELLO
    table.market("change_c", "reroll_d", "place_d", "move_d")
    table.stock(0, herb=1, berry=2)
    table.do(codes.BREW + potion("change_c"))
    assert len(table.options()) == 1
    table.do(table.options()[0])
    assert table.goods() == [0, 0, 0, 0]
    table = Table(powers=True)
    table.state.character[:2] = MYLA, LELLO
    table.market("change_c", "reroll_d", "place_d", "move_d")
    table.stock(0, 1, 2, 1, 1)
    table.do(codes.BREW + potion("change_c"))
    assert table.can(codes.PAY_PLAIN)
    assert not table.can(codes.PAY_SPARE + HERB * 4 + HERB)
    table.do(codes.PAY_SPARE + HERB * 4 + SHROOM)
    assert table.goods() == [1, 1, 0, 0]
    table = Table(powers=True)
    table.state.character[:2] = MYLA, LELLO
    table.market("change_c", "reroll_d", "place_d", "move_d")
    table.stock(0, herb=0, shroom=0, crystal=1, berry=1)
    assert not table.can(codes.BREW + potion("change_c"))


def test_lello():
    """BR-71: any forage die on top of any die in a forest for a berry; no gathering, but a placement."""
    table = Table(powers=True)
    table.state.character[:2] = LELLO, WREN
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
    table.state.character[:2] = LELLO, WREN
    table.stock(0)
    table.put(at(0, 1), 1, MEADOW)
    assert not table.can(place(MEADOW, at(0, 1)))


# --- items -----------------------------------------------------------------------------------------------------------


def test_a_group_in_one_forest_strives_for_it():
    """So that a seat that may not use the forest is not led into it by a group that has nothing else."""
    table = Table(powers=True)
    table.state.character[:2] = LELLO, WREN
    table.pool(0, WATER, GROVE)
    poured, f02 = codes.OPEN_GROUP + POURED, ITEMS.index("forest_f02")
    assert TITLE.functions.item_of(table.rules, table.state, poured) == NONE
    for i in range(5):
        table.put(at(0, i), 1, MEADOW)
        table.put(at(2, i), 1, MEADOW)
    assert TITLE.functions.item_of(table.rules, table.state, poured) == AIMED - f02
    table.do(poured)
    assert TITLE.functions.item_of(table.rules, table.state, place(WATER, at(1, 0))) == f02


def test_covering_a_die_uses_lello_and_then_the_forest():
    table = Table(powers=True)
    table.state.character[:2] = LELLO, WREN
    table.put(at(1, 0), 1, MEADOW)
    topped = codes.OPEN_GROUP + TOPPED
    assert TITLE.functions.item_of(table.rules, table.state, topped) == ITEMS.index("lello")
    table.do(topped)
    assert TITLE.functions.item_of(table.rules, table.state, place(GROVE, at(1, 0))) == ITEMS.index("forest_f02")


def test_a_visit_uses_its_village_space_once():
    table = Table()
    visit = codes.OPEN_GROUP + VISIT + 1
    assert TITLE.functions.item_of(table.rules, table.state, visit) == ITEMS.index("day_any_2")
    table.do(visit)
    assert TITLE.functions.item_of(table.rules, table.state, place(GROVE, ANY_2)) == NONE


# --- the title as a whole ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_without_powers_keep_every_promise(seats):
    rules = load_rules("brew", {"game.character_powers": False})
    games = fewer_if_interpreted(300)
    assert check(rules, seats, games, "random", seed=3) == games
    rows = simulate(rules, ["random"] * seats, fewer_if_interpreted(300), seed=3)
    powers = [ITEMS.index(name) for name in ("lello", "wren", "lyric", "myla")]
    assert rows["uses"][:, powers].sum() == 0


def test_games_of_a_flat_box_keep_every_promise():
    """Two copies of each kind, as if there were no versions: equal creatures at one seat."""
    changes = {"creatures.die_mover.copies": 4, "creatures.element_den.copies": 4, "creatures.berry_merchant.copies": 4}
    games = fewer_if_interpreted(200)
    assert check(load_rules("brew", changes), 4, games, "random", seed=4) == games


def test_action_codes_do_not_overlap():
    assert codes.PLACE_DIE == 0
    assert codes.N_ACTIONS < 2**15


def test_every_clause_has_a_test():
    clauses = set(re.findall(r"\*\*(BR-\d+)\*\*", (TITLE.folder / "RULES.md").read_text(encoding="utf-8")))
    docstrings = [value.__doc__ or "" for name, value in globals().items() if name.startswith("test_")]
    tested = {clause for text in docstrings for clause in re.findall(r"^(BR-\d+):", text)}
    assert sorted(clauses - tested) == []
    assert sorted(tested - clauses) == []


def test_docstrings_name_existing_clauses():
    clauses = set(re.findall(r"\*\*(BR-\d+)\*\*", (TITLE.folder / "RULES.md").read_text(encoding="utf-8")))
    named = {clause for path in TITLE.folder.glob("*.py") for clause in re.findall(r"BR-\d+", path.read_text(encoding="utf-8"))}
    assert named <= clauses


@pytest.mark.parametrize(
    ("counts", "fault"),
    [("open_list", 7), ("n_open_list", 7), ("taken_list", 7), ("n_taken_list", 7), ("open_symbols", 7), ("in_forest", 10)],
)
def test_counts_that_are_kept_wrongly_are_noticed(counts, fault):
    table = Table()
    table.pool(0, MEADOW, GROVE, BROOK, BROOK, WATER, WATER)
    table.pool(1, MEADOW, GROVE, BROOK, BROOK, WATER, WATER)
    table.do(place(MEADOW, at(0, 1)))
    assert TITLE.functions.check(table.rules, table.state) == 0
    table.state[counts] += 1
    assert TITLE.functions.check(table.rules, table.state) == fault
