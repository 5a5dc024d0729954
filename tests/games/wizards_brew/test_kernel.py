"""One test per clause of RULES.md, on a hand-set table."""

import re
from pathlib import Path

import numpy as np
import pytest

from brewsim.bots import read_bots
from brewsim.engine.contract import AIMED, NONE
from brewsim.games import load_title
from brewsim.games.wizards_brew import checking, features, ingredient_phase, kernel
from brewsim.games.wizards_brew.codes import (
    ANYWHERE,
    BID,
    BY_LINE,
    BY_NEIGHBOUR,
    BY_SPELL,
    CLAIM,
    DISPEL,
    DONE,
    DRAIN,
    DRAW,
    ECHO,
    ECHO_NONE,
    EQUAL,
    EXCHANGE,
    GIVE,
    HOLD,
    HORSE,
    KEEP,
    MIRROR,
    MOST_ACTIONS,
    PAY,
    RECALL,
    RENEW,
    SCAVENGE,
    SCAVENGE_NONE,
    SEAL,
    SECOND,
    SECOND_NONE,
    SHIFT,
    SPELL_BID,
    SWAP,
    SWAP_DONE,
    TAKE,
    Phase,
    Stage,
)
from brewsim.games.wizards_brew.rules import CITY, ELEMENTS, INGREDIENTS, LANDMARKS, MAX_CUBES, N_AREAS, N_ELEMENTS, N_SPELLS, SPELLS
from brewsim.games.wizards_brew.state import METRICS, STATE
from brewsim.play import SLACK, simulate
from brewsim.rules import load_rules

EARTH, FIRE, AIR, WATER = range(4)
RED, BLUE, GREEN, WHITE, YELLOW, PURPLE, GRAY, ORANGE, PINK, BROWN = range(10)
MONUMENT, TOWER, TEMPLE, FOUNTAIN = range(4)  # earth, air, fire, water
PASS = BID
PASS_SPELL = SPELL_BID


def spell(name: str) -> int:
    return SPELLS.index(name)


@pytest.fixture(autouse=True)
def _mixer_may_wrap():
    with np.errstate(over="ignore"):
        yield


class Table:
    """A table on which a test puts what it needs. Every action is checked to be legal and to keep the invariants."""

    def __init__(self, seats=4, key=1, changes=None):
        self.rules = load_rules("wizards_brew", changes).record
        self.state = np.zeros(1, STATE).view(np.recarray)[0]
        self.state.key = np.uint64(key)
        self.state.n_seats = seats
        kernel.setup(self.rules, self.state)

    def ready(self, marker=0, horse=6, spells=None, hands=None):
        """Skip the preparation: {seat: {spell: cubes}} lie open, {seat: cards by element} are held, nothing else."""
        state = self.state
        state.marker, state.horse, state.revealed = marker, horse, True
        state.rounds = 1
        for seat in range(state.n_seats):
            self.hand(seat, *(hands or {}).get(seat, (0, 0, 0, 0)))
            for name, cubes in (spells or {}).get(seat, {}).items():
                self.give(seat, name, cubes)
        return self

    def hand(self, seat, *cards):
        state = self.state
        state.stock[:] += state.hand[seat] - np.array(cards, np.int16)
        state.hand[seat] = cards
        state.n_hand[seat] = sum(cards)

    def give(self, seat, name, cubes):
        state = self.state
        deck = [s for s in self.deck() if s != spell(name)]
        state.deck[: len(deck)], state.deck_top, state.n_deck = deck, 0, len(deck)
        state.own[seat, state.n_own[seat]] = spell(name)
        state.n_own[seat] += 1
        state.cubes[spell(name)] = cubes
        state.free[seat] -= cubes

    def area(self, area, landmark, *ingredients):
        """Put exactly these ingredients into an area; the others come from or go to the bag."""
        state = self.state
        for i in range(len(INGREDIENTS)):
            wanted = ingredients.count(i)
            state.bag[i] += state.tokens[area, i] - wanted
            state.tokens[area, i] = wanted
        state.n_tokens[area] = len(ingredients)
        state.colours[area] = sum(1 << i for i in set(ingredients))
        state.landmark[area] = landmark

    def brew(self, seat, *ingredients):
        """Put ingredients from the bag into a cauldron."""
        state = self.state
        for i in ingredients:
            state.bag[i] -= 1
            state.cauldron[seat, i] += 1
        state.owned_colours[seat] = sum(1 << i for i in range(10) if state.cauldron[seat, i])
        state.n_total[seat] = state.cauldron[seat].sum()
        state.n_different[seat] = (state.cauldron[seat] > 0).sum()
        state.missing[seat] = ingredient_phase.missing_with(self.rules, state, state.n_different[seat], state.n_total[seat])

    def go(self, stage):
        self.state.stage = stage
        kernel.run(self.rules, self.state)
        return self

    def auction(self, landmark=CITY, ingredients=(RED, BLUE, GREEN), die=5):
        """An auction where the Horse is, with the texts of the spells in force."""
        state = self.state
        self.area(state.horse, landmark, *ingredients)
        state.stage = Stage.INGREDIENTS
        rounds, state.rounds = state.rounds, 0  # the first round begins without a move
        kernel.run(self.rules, state)
        if state.phase == Phase.ECHO:
            return self
        state.rounds, state.die = rounds, die
        return self

    def legal(self):
        actions = np.zeros(MOST_ACTIONS + SLACK, np.int32)
        n = kernel.legal(self.rules, self.state, actions)
        found = [int(action) for action in actions[:n]]
        assert len(set(found)) == n
        return set(found)

    def act(self, *actions):
        for action in actions:
            assert not self.state.over
            assert action in self.legal(), (action, sorted(self.legal()), Phase(self.state.phase))
            kernel.apply(self.rules, self.state, action)
            assert checking.check(self.rules, self.state) == 0
        return self

    def deck(self):
        state = self.state
        return [int(state.deck[(state.deck_top + i) % N_SPELLS]) for i in range(state.n_deck)]

    def owned(self, seat):
        return {SPELLS[s]: int(self.state.cubes[s]) for s in self.state.own[seat, : self.state.n_own[seat]]}

    @property
    def at(self):
        return int(self.state.seat), Phase(self.state.phase)


def with_spare_tokens(table):
    """More ingredients in the bag, to put into cauldrons without taking them off the board."""
    table.state.bag[:] += 4
    table.rules.tokens[:] += 4
    return table


def test_every_clause_has_a_test():
    """The clauses of RULES.md and the docstrings of this module name the same numbers."""
    clauses = re.findall(r"^- \*\*(WB-\d+)\*\*", (load_title("wizards_brew").folder / "RULES.md").read_text(), re.MULTILINE)
    assert clauses == [f"WB-{i + 1}" for i in range(len(clauses))]
    tested = re.findall(r'"""(WB-\d+):', Path(__file__).read_text())
    assert set(tested) == set(clauses)


# --- preparation -------------------------------------------------------------------------------------------------------------


def test_cubes_and_elements_at_the_start():
    """WB-1: ten cubes, one card of each element, the rest in the stacks."""
    state = Table(5).state
    assert state.free[:5].tolist() == [10] * 5
    assert (state.hand[:5] == 1).all()
    assert state.stock.tolist() == [23] * 4


def test_ingredients_are_spread_over_the_board():
    """WB-2: three in each city, two elsewhere, all 52; another game lies differently; more than fit stay in the bag."""
    table, other = Table(key=1), Table(key=2)
    assert [int(n) for n in table.state.n_tokens] == [3 if a in (6, 11, 12, 17) else 2 for a in range(N_AREAS)]
    assert table.state.tokens.sum(axis=0).tolist() == [7] * 4 + [4] * 6
    assert (table.state.tokens != other.state.tokens).any()
    assert Table(changes={"ingredients.brown.tokens": 9}).state.bag.sum() == 5


def test_landmarks_lie_outside_the_cities():
    """WB-3: five of each landmark on the twenty areas that are no city."""
    landmark = Table().state.landmark
    assert np.flatnonzero(landmark == CITY).tolist() == [6, 11, 12, 17]
    assert np.bincount(landmark, minlength=5).tolist() == [5, 5, 5, 5, 4]
    assert (landmark != Table(key=2).state.landmark).any()


def test_the_first_wizard_is_random():
    """WB-4: every seat is first wizard in some game, and decides first."""
    tables = [Table(6, key) for key in range(60)]
    assert {int(table.state.marker) for table in tables} == set(range(6))
    assert all(table.at == (table.state.marker, Phase.CITY) for table in tables)


def test_the_horse_begins_in_a_city():
    """WB-5: any of the four cities, before the spells are dealt."""
    table = Table()
    assert table.legal() == {HORSE + a for a in (6, 11, 12, 17)}
    assert table.state.n_own.sum() == 0
    table.act(HORSE + 17)
    assert table.state.horse == 17
    assert table.state.n_own[:4].tolist() == [2] * 4


def test_two_spells_each():
    """WB-6: two spells each from the top of the deck, each known to its owner alone."""
    table = Table()
    deck = table.deck()
    marker = int(table.state.marker)
    table.act(HORSE + 6)
    assert table.state.own[marker, :2].tolist() == [deck[0], deck[4]]
    assert table.deck() == deck[8:]
    assert table.state.knows[deck[0]] == 1 << marker


def test_exchange_once():
    """WB-7: each spell stays or goes; those that go are at the bottom before as many come from the top; then the next player."""
    table = Table().act(HORSE + 6)
    state, marker = table.state, int(table.state.marker)
    assert table.legal() == {HOLD, EXCHANGE}
    deck, (first, second) = table.deck(), state.own[marker, :2].tolist()
    table.act(EXCHANGE)
    assert table.deck() == deck  # nothing is drawn before all is decided
    assert table.at == (marker, Phase.EXCHANGE)
    table.act(EXCHANGE)
    assert state.own[marker, :2].tolist() == deck[:2]
    assert table.deck()[-2:] == [first, second]
    assert table.at == ((marker + 1) % 4, Phase.EXCHANGE)
    kept, gone = state.own[(marker + 1) % 4, :2].tolist()
    table.act(HOLD, EXCHANGE)
    assert state.own[(marker + 1) % 4, :2].tolist() == [kept, deck[2]]
    assert table.deck()[-1] == gone
    before = table.deck()
    table.act(*[HOLD] * 4)
    assert table.deck() == before
    assert state.phase == Phase.SEAL


def sealed_table():
    """All have kept their spells; the first wizard is to place cubes."""
    return Table().act(HORSE + 6, *[HOLD] * 8)


def test_secret_cubes():
    """WB-8: at least one on each spell, at most what leaves one for the other; nobody sees the others' before all are placed."""
    table = sealed_table()
    state, marker = table.state, int(table.state.marker)
    assert table.legal() == {SEAL + n for n in range(1, 10)}
    table.act(SEAL + 7)
    assert table.legal() == {SEAL + n for n in range(1, 4)}
    table.act(SEAL + 3)
    assert state.free[marker] == 0
    assert table.at == ((marker + 1) % 4, Phase.SEAL)
    assert not state.revealed


def test_spells_lie_open_after_the_reveal():
    """WB-9: when the last cubes are placed everybody knows all starting spells, and the first round begins."""
    table = sealed_table().act(*[SEAL + 2] * 7)
    assert not table.state.revealed
    table.act(SEAL + 3)
    state = table.state
    assert state.revealed
    assert all(state.knows[s] == 0b1111 for seat in range(4) for s in state.own[seat, :2])
    assert state.free[:4].sum() == 40 - 17
    assert table.at == (state.marker, Phase.SPELL_BID)


def test_order_of_the_phases():
    """WB-10: spells, elements, ingredients, energy, and again."""
    table = Table().ready(spells={0: {"small_wish": 5, "renewal": 4}}).go(Stage.ROUND)
    seen = []
    while table.state.rounds < 3:
        if seen[-1:] != [Phase(table.state.phase)]:
            seen.append(Phase(table.state.phase))
        table.act(DONE if table.state.phase == Phase.ENERGY else min(table.legal()))
    assert seen == [Phase.SPELL_BID, Phase.DRAW, Phase.MOVE, Phase.BID, Phase.ENERGY] * 2


# --- spell phase ---------------------------------------------------------------------------------------------------------------


def spell_table(marker=1, **options):
    return Table().ready(marker=marker, **options).go(Stage.ROUND)


def test_the_marker_turns_up_the_first_spell():
    """WB-11: the top spell lies open and the player with the marker bids first."""
    table = Table().ready(marker=1)
    top = table.deck()[0]
    table.go(Stage.ROUND)
    assert table.state.lot == top
    assert table.state.knows[top] == 0b1111
    assert table.at == (1, Phase.SPELL_BID)


def test_one_bid_each():
    """WB-12: pass or raise up to the free cubes, once; who has too few is passed over."""
    table = spell_table(spells={2: {"toll": 6}, 3: {"mud": 9}})
    assert table.legal() == {PASS_SPELL + n for n in range(11)}
    table.act(SPELL_BID + 3)
    assert table.legal() == {PASS_SPELL, SPELL_BID + 4}
    table.act(PASS_SPELL)
    assert table.at == (0, Phase.SPELL_BID)
    assert table.legal() == {PASS_SPELL, *(SPELL_BID + n for n in range(4, 11))}
    table.act(PASS_SPELL, CLAIM)
    assert table.state.lots_done == 1


def test_the_winner_pays_with_cubes_and_takes_the_marker():
    """WB-13: the bid lies on the card, the marker moves."""
    table = spell_table()
    lot = SPELLS[table.state.lot]
    table.act(SPELL_BID + 1, PASS_SPELL, SPELL_BID + 4, PASS_SPELL)
    assert table.at == (3, Phase.CLAIM)
    table.act(CLAIM)
    assert table.owned(3) == {lot: 4}
    assert table.state.free[3] == 6
    assert table.state.free[1] == 10
    assert table.state.marker == 3
    assert table.state.spells_won.tolist()[:4] == [0, 0, 0, 1]


def test_a_spell_that_nobody_wants():
    """WB-14: it goes to the bottom and is not replaced; the marker stays."""
    table = spell_table()
    lot = table.state.lot
    table.act(*[PASS_SPELL] * 4)
    assert table.deck()[-1] == lot
    assert table.state.lots_done == 1
    assert table.at == (1, Phase.SPELL_BID)


def test_as_many_spells_as_players():
    """WB-15: the new marker begins the next auction; after four the element phase comes."""
    table = spell_table()
    table.act(PASS_SPELL, SPELL_BID + 1, PASS_SPELL, PASS_SPELL, CLAIM)
    assert table.at == (2, Phase.SPELL_BID)
    table.act(*[PASS_SPELL] * 8)
    assert table.state.phase == Phase.SPELL_BID
    table.act(*[PASS_SPELL] * 4)
    assert table.state.lots_done == 4
    assert table.state.phase != Phase.SPELL_BID


def test_an_empty_deck_ends_the_phase():
    """WB-16: with one spell left there is one auction."""
    table = Table(6).ready()
    names = [SPELLS[s] for s in table.deck()]
    for i, name in enumerate(names[:-1]):
        table.give(i % 6, name, 1)
    table.go(Stage.ROUND).act(*[SPELL_BID + i for i in range(1, 5)], PASS_SPELL, CLAIM)
    assert table.state.lots_done == 1
    assert table.state.n_deck == 0
    assert table.state.phase != Phase.SPELL_BID


def test_cubes_on_spells_are_bound():
    """WB-17: only free cubes can be bid, and a player may own many spells."""
    table = spell_table(spells={1: {"toll": 3, "mud": 2, "smoke": 4}})
    assert table.legal() == {PASS_SPELL, SPELL_BID + 1}
    table.act(SPELL_BID + 1, *[PASS_SPELL] * 3, CLAIM)
    assert table.state.n_own[1] == 4
    assert table.at == (2, Phase.SPELL_BID)


# --- element phase -------------------------------------------------------------------------------------------------------------


def test_production_goes_round_from_the_marker():
    """WB-18: with two cards left in the stack the marker gets them, the next player a choice."""
    table = Table().ready(marker=2, spells={2: {"earth_font": 1}, 1: {"green_magic": 1}}, hands={0: (24, 0, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[2, EARTH] == 3
    assert table.state.hand[1, EARTH] == 1
    assert table.at == (1, Phase.DRAW)


def test_symbols_make_cards():
    """WB-19: one card for each symbol of every own spell."""
    table = Table().ready(spells={0: {"four_winds": 1, "fire_font": 2}, 3: {"mud": 1}})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[0].tolist() == [1, 4, 1, 1]
    assert table.state.hand[3].tolist() == [1, 0, 0, 1]
    assert table.state.n_hand[:4].tolist() == [7, 0, 0, 2]


def test_cards_of_choice():
    """WB-20: wild symbols, and symbols of an empty stack, are drawn from any stack that has cards."""
    table = Table().ready(spells={0: {"small_wish": 1}, 1: {"green_magic": 1}}, hands={2: (28, 0, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert table.at == (0, Phase.DRAW)
    assert table.legal() == {DRAW + FIRE, DRAW + AIR, DRAW + WATER}
    table.act(DRAW + AIR, DRAW + WATER)
    assert table.state.hand[0].tolist() == [0, 0, 1, 1]
    assert table.at == (1, Phase.DRAW)
    table.act(DRAW + FIRE, DRAW + FIRE)
    assert table.state.hand[1].tolist() == [0, 2, 0, 0]


def test_order_of_choices():
    """WB-21: Mirror Pool, cards of choice, Toll, Transmute; only then the next player."""
    table = Table().ready(spells={0: {"transmute": 1, "toll": 1, "mirror_pool": 1}, 1: {"small_wish": 1}}, hands={1: (1, 1, 0, 0)})
    table.go(Stage.ELEMENTS)
    phases = []
    while table.state.acting == 0 and table.state.phase < Phase.BID:
        phases.append(Phase(table.state.phase))
        table.act(min(table.legal()) if table.state.phase != Phase.SWAP else SWAP_DONE)
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


def test_paid_cards_return_to_the_stacks():
    """WB-23: a paid card can be drawn again at once."""
    table = Table().ready(hands={0: (28, 0, 0, 0)}).auction(MONUMENT)
    assert table.state.stock[EARTH] == 0
    table.act(BID + 3, TAKE + RED)
    assert table.state.stock[EARTH] == 3
    assert table.state.hand[0, EARTH] == 25


# --- ingredient phase ------------------------------------------------------------------------------------------------------------


def test_the_die_tells_the_number_of_areas():
    """WB-24: the six faces come with their frequency; another player's spells do not change the roll."""
    rolls = []
    for key in range(600):
        table = Table(key=key).ready()
        table.go(Stage.INGREDIENTS)
        rolls.append(int(table.state.die))
    counts = np.bincount(rolls, minlength=7)
    assert counts[:3].tolist() == [0, 0, 0]
    assert (np.abs(counts[3:] - np.array([100, 200, 200, 100])) < 45).all()
    table = Table(key=599).ready(spells={1: {"thrift": 2}})
    table.go(Stage.INGREDIENTS)
    assert table.state.die == rolls[-1]


def test_the_horse_moves_first_from_the_second_round_on():
    """WB-25: in round 1 the auction begins in the chosen city, later the marker moves first, and not after the last area."""
    table = Table().ready(marker=2, hands={0: (1, 0, 0, 0), 2: (2, 2, 2, 2)})
    table.state.rounds = 0
    table.go(Stage.INGREDIENTS)
    assert table.at == (2, Phase.BID)
    table = Table().ready(marker=2, hands={2: (2, 2, 2, 2)})
    table.go(Stage.INGREDIENTS)
    assert table.at == (2, Phase.MOVE)
    table = Table().ready(hands={0: (5, 0, 0, 0)}).auction(MONUMENT, die=1).act(BID + 1, TAKE + RED)
    assert table.state.horse == 6
    assert table.state.phase != Phase.MOVE


def test_which_elements_count():
    """WB-26: all in a city, one at a landmark."""
    hands = {0: (1, 2, 3, 4)}
    assert Table().ready(hands=hands).auction(CITY).state.purse[0] == 10
    for landmark, cards in ((MONUMENT, 1), (TOWER, 3), (TEMPLE, 2), (FOUNTAIN, 4)):
        assert Table().ready(hands=hands).auction(landmark).state.purse[0] == cards


def test_bids_rise():
    """WB-27: the marker begins; raises by one to three as far as one can pay; then clockwise."""
    table = Table().ready(marker=1, hands={0: (2, 0, 0, 0), 1: (9, 0, 0, 0), 2: (4, 0, 0, 0)}).auction(MONUMENT)
    assert table.at == (1, Phase.BID)
    assert table.legal() == {PASS, BID + 1, BID + 2, BID + 3}
    table.act(BID + 2)
    assert table.at == (2, Phase.BID)
    assert table.legal() == {PASS, BID + 1, BID + 2}
    table.act(BID + 1)
    assert table.state.high == 3
    assert table.at == (0, Phase.BID)
    assert Table(changes={"rulings.largest_raise": 6}).ready(hands={0: (9, 0, 0, 0)}).auction(MONUMENT).legal() == {
        BID + n for n in range(7)
    }


def test_who_passes_is_out():
    """WB-28: no return after a pass, while the others bid on."""
    table = Table().ready(hands=dict.fromkeys(range(4), (6, 0, 0, 0))).auction(MONUMENT)
    table.act(BID + 1, PASS, BID + 1, PASS, BID + 1)
    assert table.at == (2, Phase.BID)
    table.act(BID + 1)
    assert table.at == (0, Phase.BID)
    table.act(PASS)
    assert table.at == (2, Phase.TAKE)
    assert table.state.high == 4


def test_the_last_one_wins():
    """WB-29: the only bidder left has won without another raise; the last player may bid after three passes."""
    table = Table().ready(hands=dict.fromkeys(range(4), (3, 0, 0, 0))).auction(MONUMENT).act(PASS, PASS, PASS)
    assert table.at == (3, Phase.BID)
    table.act(BID + 1)
    assert table.at == (3, Phase.TAKE)


def test_no_bid_ends_the_phase():
    """WB-30: after four passes the energy phase comes and the Horse stays."""
    table = Table().ready(spells={1: {"renewal": 3}}, hands=dict.fromkeys(range(4), (3, 0, 0, 0))).auction(MONUMENT, die=6).act(*[PASS] * 4)
    assert table.at == (1, Phase.ENERGY)
    assert table.state.horse == 6
    assert table.state.visits == 0


def test_no_bid_in_a_later_or_repeated_auction():
    """WB-30: the phase ends as well in the second area of six, and after a bid that could not be paid; the marker stays."""
    table = Table().ready(spells={1: {"renewal": 3}}, hands={2: (3, 0, 0, 0), 3: (3, 0, 0, 0)}).auction(MONUMENT, die=6)
    table.act(BID + 1, PASS, TAKE + RED, HORSE + 12, PASS, PASS)
    assert table.at == (1, Phase.ENERGY)
    assert (table.state.horse, table.state.marker, table.state.visits) == (12, 2, 1)
    table = Table().ready(marker=2, spells={1: {"renewal": 3}}, hands={2: (3, 0, 0, 0), 3: (0, 3, 0, 0)}).auction(MONUMENT, die=6)
    table.act(PASS, BID + 1)
    assert table.at == (2, Phase.BID)  # in again, since the auction is repeated
    table.act(PASS)
    assert table.at == (1, Phase.ENERGY)
    assert (table.state.horse, table.state.marker, table.state.visits) == (6, 2, 0)


def test_bluffing_is_legal():
    """WB-31: beyond what one can pay only the least raise is offered, and it is counted as a bluff."""
    table = Table().ready(hands={0: (2, 0, 0, 0), 1: (0, 5, 0, 0)}).auction(MONUMENT).act(BID + 2)
    assert table.at == (1, Phase.BID)
    assert table.legal() == {PASS, BID + 1}
    table.act(BID + 1)
    assert table.legal() == {PASS, BID + 1}
    assert table.state.bluffs[:4].tolist() == [0, 1, 0, 0]


def test_without_cards_no_bid():
    """WB-32: players without any card are not in the auction; if all have none the phase ends."""
    table = Table().ready(hands={2: (1, 0, 0, 0)}).auction(MONUMENT)
    assert table.at == (2, Phase.BID)
    assert table.state.n_in == 1
    table = Table().ready(spells={1: {"renewal": 2}}).auction(MONUMENT)
    assert table.at == (1, Phase.ENERGY)


def test_payment_is_of_ones_choice():
    """WB-33: in a city any cards; at a landmark its own; only ingredients that can be paid for."""
    table = Table().ready(hands={0: (2, 1, 0, 1)}).auction(CITY).act(BID + 3)
    assert table.legal() == {TAKE + RED, TAKE + BLUE, TAKE + GREEN}
    table.act(TAKE + BLUE)
    assert table.legal() == {PAY + EARTH, PAY + FIRE, PAY + WATER}
    table.act(PAY + WATER, PAY + EARTH)
    assert table.legal() == {PAY + EARTH, PAY + FIRE}
    table.act(PAY + FIRE)
    assert table.state.hand[0].tolist() == [1, 0, 0, 0]
    table = Table().ready(hands={0: (2, 9, 9, 9)}).auction(MONUMENT).act(BID + 2, TAKE + RED)
    assert table.state.hand[0].tolist() == [0, 9, 9, 9]
    assert table.state.cards_paid[0] == 2


def test_a_bid_that_cannot_be_paid():
    """WB-34: all cards are lost, nothing is taken, the marker begins anew in the same area, which is not visited yet."""
    table = Table().ready(hands={0: (2, 0, 0, 0), 1: (1, 5, 0, 2)}).auction(MONUMENT).act(BID + 2, BID + 1, PASS)
    state = table.state
    assert state.n_hand[1] == 0
    assert state.failed[1] == 1
    assert state.n_total[1] == 0
    assert state.visits == 0
    assert state.marker == 0
    assert table.at == (0, Phase.BID)
    assert state.high == 0
    assert state.n_tokens[6] == 3


def test_the_winner_takes_an_ingredient():
    """WB-35: from the area into the cauldron."""
    table = Table().ready(hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (PINK, PINK, GRAY)).act(BID + 1)
    assert table.legal() == {TAKE + PINK, TAKE + GRAY}
    table.act(TAKE + PINK)
    assert table.state.cauldron[0, PINK] == 1
    assert table.state.tokens[6, PINK] == 1
    assert table.state.n_tokens[6] == 2
    assert table.state.auctions[0].tolist() == [1, 0, 0, 0, 0]


def test_order_after_a_win():
    """WB-36: payment, Double Draught, Scavenger, Consolation, and only then the Horse."""
    spells = {0: {"double_draught": 2}, 1: {"scavenger": 2}, 3: {"consolation": 2}}
    table = Table().ready(spells=spells, hands=dict.fromkeys(range(4), (4, 0, 0, 0))).auction(CITY, (RED, BLUE, GREEN))
    table.act(BID + 2, PASS, PASS, PASS, TAKE + RED)
    assert table.at == (0, Phase.SECOND)
    assert table.state.stock[EARTH] == 28 - 14
    table.act(SECOND + BLUE)
    assert table.at == (1, Phase.SCAVENGE)
    table.act(SCAVENGE + EARTH, SCAVENGE + EARTH)
    assert table.at == (3, Phase.CONSOLE)
    table.act(DRAW + AIR)
    assert table.at == (0, Phase.MOVE)


def test_two_scavengers_and_a_victory_before_all_else():
    """WB-36: an Echo of Scavenger comes before it clockwise from the winner; a winning ingredient leaves nothing to decide."""
    spells = {0: {"scavenger": 2}, 3: {"echo": 2}}
    table = Table().ready(marker=2, spells=spells, hands={2: (4, 0, 0, 0)}).auction(MONUMENT)
    table.act(ECHO + spell("scavenger"), BID + 3, TAKE + RED)
    assert table.at == (3, Phase.SCAVENGE)
    table.act(SCAVENGE + EARTH, SCAVENGE + EARTH)
    assert table.at == (0, Phase.SCAVENGE)
    table.act(SCAVENGE + EARTH)
    assert table.state.hand[:4, EARTH].tolist() == [1, 0, 1, 2]
    spells = {0: {"double_draught": 2}, 1: {"scavenger": 2}}
    table = with_spare_tokens(Table()).ready(spells=spells, hands={0: (4, 0, 0, 0)})
    table.brew(0, RED, BLUE, GREEN, WHITE, YELLOW, PURPLE)
    table.auction(MONUMENT, (PINK, GRAY)).act(BID + 1, TAKE + PINK)
    assert table.state.over
    assert table.state.n_total[0] == 7


def test_the_winner_takes_the_marker():
    """WB-37: and moves the Horse."""
    table = Table().ready(hands={2: (3, 0, 0, 0)}).auction(MONUMENT).act(BID + 1)
    assert table.state.marker == 0
    table.act(TAKE + RED)
    assert table.state.marker == 2
    assert table.at == (2, Phase.MOVE)


def test_the_phase_ends_after_the_last_area():
    """WB-38: with a die of two the second win ends it."""
    table = Table().ready(spells={3: {"renewal": 2}}, hands={2: (0, 0, 0, 6)}).auction(CITY, die=2).act(BID + 1, TAKE + RED)
    table.area(12, CITY, PINK)
    table.act(HORSE + 12, BID + 1, TAKE + PINK)
    assert table.at == (3, Phase.ENERGY)
    assert table.state.visits == 2


def test_the_horse_moves_by_three_rules():
    """WB-39: neighbours with ingredients; else the first on each straight line; else anywhere; never stays."""
    table = Table().ready(horse=0)
    table.area(4, TOWER)
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {HORSE + 1, HORSE + 5}
    table.act(HORSE + 5)
    assert table.state.horse_moves[0, BY_NEIGHBOUR] == 1
    table = Table().ready(horse=0)
    for area in (1, 4, 5, 2, 11):
        table.area(area, CITY if area == 11 else TOWER)
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {HORSE + 3, HORSE + 17, HORSE + 9}
    table.act(HORSE + 17)
    assert table.state.horse_moves[0, BY_LINE] == 1
    table = Table().ready(horse=0)
    for area in range(N_AREAS):
        table.area(area, int(table.state.landmark[area]), *((RED,) if area in (0, 13, 23) else ()))
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {HORSE + 13, HORSE + 23}
    table.act(HORSE + 23)
    assert table.state.horse_moves[0, ANYWHERE] == 1


def test_an_area_may_be_visited_again():
    """WB-39: the Horse goes back to where it was in the same phase, as long as there are ingredients."""
    table = Table().ready(hands={0: (9, 0, 0, 0)}).auction(MONUMENT, (RED, BLUE))
    table.area(12, CITY, PINK, GRAY)
    table.act(BID + 1, TAKE + RED, HORSE + 12, BID + 1, TAKE + PINK, HORSE + 6, BID + 1, TAKE + BLUE)
    assert table.state.visits == 3
    assert HORSE + 12 in table.legal()
    table.act(HORSE + 12, BID + 1, TAKE + GRAY)
    assert not table.legal() & {HORSE + 6, HORSE + 12}  # both are empty now


# --- energy phase and victory ------------------------------------------------------------------------------------------------------


def test_yellow_spells_come_first_in_turn():
    """WB-40: from the marker clockwise, in any order, each once, or not at all."""
    table = Table().ready(marker=2, spells={1: {"renewal": 1}, 3: {"stasis": 2, "drain": 2, "mud": 1}})
    table.go(Stage.ENERGY)
    assert table.at == (3, Phase.ENERGY)
    table.act(DRAIN + spell("renewal"), KEEP + spell("mud"))
    assert table.legal() == {DONE}
    table.act(DONE)
    assert table.at == (1, Phase.ENERGY)
    table.act(DONE)
    assert table.owned(1) == {}
    assert table.owned(3) == {"stasis": 1, "drain": 1, "mud": 1}


def test_upkeep():
    """WB-41: each spell loses its cost to the free cubes, never more than it has."""
    table = Table().ready(spells={0: {"toll": 5, "mud": 3, "four_winds": 1}})
    table.go(Stage.ENERGY)
    assert table.owned(0) == {"toll": 3, "mud": 2}
    assert table.state.free[0] == 5


def test_empty_spells_go_under_the_deck():
    """WB-42: from the marker clockwise, of one player the newest first."""
    table = Table().ready(marker=3, spells={0: {"mud": 1, "smoke": 1}, 3: {"toll": 2}})
    table.go(Stage.ENERGY)
    assert [table.owned(s) for s in range(4)] == [{}, {}, {}, {}]
    turned_up = 1
    assert table.deck()[-3:] == [spell("toll"), spell("smoke"), spell("mud")]
    assert table.state.n_deck == 36 - turned_up


@pytest.mark.parametrize(("seats", "different", "total"), [(3, 7, 8), (4, 7, 8), (5, 6, 7), (6, 5, 6)])
def test_victory_at_once(seats, different, total):
    """WB-43: enough different ingredients or enough in all end the game in the middle of the phase."""
    table = Table(seats, changes={"ingredients.brown.tokens": 16}).ready(hands={0: (3, 0, 0, 0)})
    table.brew(0, *([BROWN] * (total - 2)))
    table.auction(MONUMENT, (BROWN,)).act(BID + 1, TAKE + BROWN)
    assert not table.state.over
    for kind in ("total", "different"):
        table = Table(seats, changes={"ingredients.brown.tokens": 16}).ready(hands={0: (3, 0, 0, 0)})
        for area in range(N_AREAS):
            if area != 6:
                table.area(area, int(table.state.landmark[area]))
        table.brew(0, *([BROWN] * (total - 1) if kind == "total" else range(different - 1)))
        table.auction(MONUMENT, (BROWN,)).act(BID + 1, TAKE + BROWN)
        assert table.state.over
        assert table.state.n_hand[0] == 2


def outcome(table):
    title = load_title("wizards_brew")
    out = np.zeros(int(table.state.n_seats), title.outcome_dtype).view(np.recarray)
    kernel.outcome(table.rules, table.state, out)
    return out


def test_how_close_the_others_were():
    """WB-44: the winner has 0, the others minus the ingredients missing by the shorter way."""
    table = Table(changes={"ingredients.brown.tokens": 16}).ready(hands={0: (3, 0, 0, 0)})
    for area in range(N_AREAS):
        if area != 6:
            table.area(area, int(table.state.landmark[area]))
    table.brew(0, *[BROWN] * 7)
    table.brew(1, RED, BLUE, WHITE)
    table.brew(2, GREEN, GREEN, GREEN, GREEN, GREEN)
    table.auction(MONUMENT, (BROWN,)).act(BID + 1, TAKE + BROWN)
    rows = outcome(table)
    assert rows.score.tolist() == [0, -4, -3, -7]
    assert rows.metrics[:, METRICS.index("ingredients_total")].tolist() == [8, 3, 5, 0]
    assert rows.metrics[:, METRICS.index("won_by_different")].tolist() == [0, 0, 0, 0]
    assert rows.side.tolist() == [0, 1, 2, 3]


def test_there_is_one_winner():
    """WB-44: in played games nobody shares the win; who misses as many shares a rank."""
    rows = simulate("wizards_brew", ["greedy"] * 4, 20, seed=3)
    assert sorted(set(rows["win_share"].tolist())) == [0.0, 1.0]
    assert not rows["tied_first"].any()
    for game in rows.reshape(-1, 4):
        assert game["rank"].tolist() == [1 + (game["score"] > score).sum() for score in game["score"]]


def test_what_is_hidden():
    """WB-45: concealing deals unknown spells and secret cubes anew, but nothing that the seat has seen."""
    table = Table().act(HORSE + 6)
    state, marker = table.state, int(table.state.marker)
    mine = state.own[marker, :2].tolist()
    table.act(EXCHANGE, *[HOLD] * 7, SEAL + 2, SEAL + 3, SEAL + 4, SEAL + 5)
    kept, other = state.own[marker, :2].tolist(), (marker + 1) % 4
    others = set()
    for key in range(30):
        copy = np.zeros(1, STATE).view(np.recarray)
        copy[0] = state
        kernel.conceal(table.rules, copy[0], marker, np.uint64(key))
        assert checking.check(table.rules, copy[0]) == 0
        assert copy[0].own[marker, :2].tolist() == kept
        assert copy[0].deck[(copy[0].deck_top + copy[0].n_deck - 1) % N_SPELLS] == mine[0]
        assert [copy[0].cubes[s] for s in kept] == [2, 3]
        others.add((*copy[0].own[other, :2].tolist(), *(int(copy[0].cubes[s]) for s in copy[0].own[other, :2])))
        assert copy[0].die_key != state.die_key
    assert len(others) > 20
    table = Table().ready(spells={0: {"mud": 1}})
    table.go(Stage.ENERGY)
    hidden = set()
    for key in range(10):
        copy = np.zeros(1, STATE).view(np.recarray)
        copy[0] = table.state
        copy[0].knows[spell("mud")] = 0b1111
        kernel.conceal(table.rules, copy[0], 2, np.uint64(key))
        deck = [int(copy[0].deck[(copy[0].deck_top + i) % N_SPELLS]) for i in range(copy[0].n_deck)]
        assert deck[-1] == spell("mud")
        hidden.add(tuple(deck))
    assert len(hidden) == 10


def test_a_game_in_which_nobody_bids_goes_on():
    """WB-46: passes alone never end a game, so it would be aborted at the cap."""
    table = Table().act(HORSE + 6, *[HOLD] * 8, *[SEAL + 1] * 8)
    for _ in range(1500):
        options = table.legal()
        table.act(DONE if DONE in options else ECHO_NONE if ECHO_NONE in options else min(options))
    assert not table.state.over
    assert table.state.rounds > 20
    assert table.state.free[:4].tolist() == [10] * 4
    assert load_title("wizards_brew").cap == 20000


# --- spells ------------------------------------------------------------------------------------------------------------------------


def test_the_colour_tells_the_phase():
    """WB-47: a text works in its phase only; Archmage in all three; symbols always count."""
    table = Table().ready(spells={0: {"renewal": 5}, 1: {"archmage": 5}}, hands={1: (5, 0, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[0].tolist() == [1, 1, 0, 0]
    assert table.at == (1, Phase.DRAW)
    assert table.state.draws_due == 2
    table.act(DRAW + AIR, DRAW + AIR)
    assert table.state.less_once[:2].tolist() == [0, 1]
    table.go(Stage.ENERGY)
    assert (table.at, table.state.renews) == ((0, Phase.ENERGY), 1)
    table.act(DONE)
    assert (table.at, table.state.renews) == ((1, Phase.ENERGY), 1)


def test_texts_add_up():
    """WB-48: Thrift, Great Thrift and Red Magic take five off together, but never below one card."""
    spells = {0: {"thrift": 1, "great_thrift": 1, "red_magic": 1}}
    table = Table().ready(spells=spells, hands={0: (2, 0, 0, 0), 1: (9, 0, 0, 0)}).auction(MONUMENT, (RED, BLUE, BLUE))
    assert table.state.limit[0] == 7
    table.act(BID + 3, BID + 1, BID + 2, PASS)
    assert table.legal() == {TAKE + RED}
    table.act(TAKE + RED)
    assert table.state.cards_paid[0] == 1


def test_once_a_round_is_ready_again():
    """WB-49: Double Draught is used up by the first second ingredient, and back in the next ingredient phase."""
    table = Table().ready(spells={0: {"double_draught": 9}}, hands={0: (9, 9, 9, 9)}).auction(CITY, (RED, BLUE, GREEN))
    table.act(BID + 1, TAKE + RED, *[PAY + EARTH], SECOND + BLUE)
    table.area(12, CITY, PINK, GRAY)
    table.act(HORSE + 12, BID + 1, TAKE + PINK, PAY + EARTH)
    assert table.at == (0, Phase.MOVE)
    table.go(Stage.INGREDIENTS)
    assert table.state.seconds[0] == 1


def test_spells_without_text():
    """WB-50: seven spells only make cards, and there is nothing for Echo in them."""
    rules = load_rules("wizards_brew").record
    plain = [SPELLS[s] for s in range(N_SPELLS) if not rules.has_text[s].any()]
    assert plain == ["earth_font", "fire_font", "air_font", "water_font", "small_wish", "great_wish", "four_winds", "echo"]


def test_transmute():
    """WB-51: up to three cards one for one, never into an empty stack or the same element."""
    table = Table().ready(spells={0: {"transmute": 1}}, hands={0: (1, 0, 0, 0), 1: (0, 0, 0, 28)})
    table.go(Stage.ELEMENTS)
    assert table.state.hand[0].tolist() == [2, 1, 0, 0]
    swaps = {SWAP + N_ELEMENTS * a + b for a, b in ((EARTH, FIRE), (EARTH, AIR), (FIRE, EARTH), (FIRE, AIR))}
    assert table.legal() == {*swaps, SWAP_DONE}
    table.act(SWAP + N_ELEMENTS * EARTH + AIR, SWAP + N_ELEMENTS * EARTH + AIR, SWAP + N_ELEMENTS * FIRE + AIR)
    assert table.state.hand[0].tolist() == [0, 0, 3, 0]
    assert table.state.cards_drawn[0] == 2  # those of its symbols; a swap brings no card more
    assert table.state.phase != Phase.SWAP


def test_mirror_pool():
    """WB-52: the printed cards of one spell of an opponent, wild ones of choice; not of a spell without symbols."""
    spells = {0: {"mirror_pool": 2}, 1: {"great_wish": 2, "double_draught": 2}, 2: {"earth_font": 2}}
    table = Table().ready(spells=spells)
    table.go(Stage.ELEMENTS)
    assert table.legal() == {MIRROR + spell("great_wish"), MIRROR + spell("earth_font")}
    table.act(MIRROR + spell("great_wish"))
    assert table.state.draws_due == 3
    table.act(DRAW + FIRE, DRAW + FIRE, DRAW + AIR)
    assert table.state.hand[0].tolist() == [0, 2, 2, 1]
    assert table.owned(1) == {"great_wish": 2, "double_draught": 2}


def test_toll():
    """WB-53: each opponent with cards gives one of his choice, before he has produced."""
    table = Table().ready(spells={0: {"toll": 2}, 2: {"earth_font": 2}}, hands={1: (1, 0, 2, 0), 3: (0, 0, 0, 1)})
    table.go(Stage.ELEMENTS).act(DRAW + FIRE)
    assert table.at == (1, Phase.GIVE)
    assert table.legal() == {GIVE + EARTH, GIVE + AIR}
    table.act(GIVE + AIR)
    assert table.at == (3, Phase.GIVE)
    table.act(GIVE + WATER)
    assert table.state.hand[0].tolist() == [0, 1, 1, 1]
    assert table.state.hand[2].tolist() == [3, 0, 0, 0]
    assert table.state.n_hand[:4].tolist() == [3, 2, 3, 0]


@pytest.mark.parametrize(("others", "cards"), [((), 1), (("mud",), 2), (("mud", "smoke", "thrift", "wayfarer"), 4)])
def test_resonance(others, cards):
    """WB-54: one card of choice for each other own spell, at most three, beside its own symbol."""
    table = Table().ready(spells={0: {"resonance": 1, **dict.fromkeys(others, 1)}})
    table.go(Stage.ELEMENTS)
    assert table.state.draws_due == cards


def test_late_start():
    """WB-55: the third card comes only to one with the fewest ingredients; a tie counts."""
    for mine, theirs, due in (((), (), 3), ((RED,), (), 2), ((RED,), (RED,), 3)):
        table = Table(3, changes={"ingredients.red.tokens": 15}).ready(spells={0: {"late_start": 1}})
        table.brew(0, *mine)
        table.brew(1, *theirs)
        table.brew(2, *theirs)
        table.go(Stage.ELEMENTS)
        assert table.state.draws_due == due


@pytest.mark.parametrize(("name", "colour"), [("red_magic", RED), ("blue_magic", BLUE), ("green_magic", GREEN), ("white_magic", WHITE)])
def test_colour_magic(name, colour):
    """WB-56: two cards less for its colour only."""
    other = PINK
    table = Table().ready(spells={0: {name: 1}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (colour, other)).act(BID + 3)
    table.act(TAKE + colour)
    assert table.state.cards_paid[0] == 1
    table = Table().ready(spells={0: {name: 1}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (colour, other)).act(BID + 3)
    table.act(TAKE + other)
    assert table.state.cards_paid[0] == 3


def test_thrift():
    """WB-57: one or two cards less for every win, so one can bid more than one holds; the bid itself stays."""
    for name, less in (("thrift", 1), ("great_thrift", 2)):
        table = Table().ready(spells={0: {name: 1}}, hands={0: (3, 0, 0, 0), 1: (9, 0, 0, 0)}).auction(MONUMENT)
        assert table.state.limit[0] == 3 + less
        table.act(BID + 3, PASS)
        assert table.state.high == 3
        table.act(TAKE + RED)
        assert table.state.cards_paid[0] == 3 - less


def test_double_draught():
    """WB-58: a second ingredient without payment, which may win the game; or not."""
    table = Table().ready(spells={0: {"double_draught": 2}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (RED, BLUE))
    table.act(BID + 1, TAKE + RED)
    assert table.legal() == {SECOND + BLUE, SECOND_NONE}
    table.act(SECOND + BLUE)
    assert table.state.n_total[0] == 2
    assert table.state.cards_paid[0] == 1
    table = Table().ready(spells={0: {"double_draught": 2}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (RED,)).act(BID + 1, TAKE + RED)
    assert table.at == (0, Phase.MOVE)
    table = Table().ready(spells={0: {"double_draught": 2}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT, (RED, BLUE))
    table.act(BID + 1, TAKE + RED, SECOND_NONE)
    assert table.state.n_total[0] == 1
    assert table.state.seconds[0] == 1  # still there for another win of this round
    table = with_spare_tokens(Table()).ready(spells={0: {"double_draught": 2}}, hands={0: (3, 0, 0, 0)})
    table.brew(0, RED, BLUE, GREEN, WHITE, YELLOW)
    table.auction(MONUMENT, (PINK, GRAY)).act(BID + 1, TAKE + PINK, SECOND + GRAY)
    assert table.state.over


def test_stand_ins():
    """WB-59: Quintessence makes all count; Mud pairs earth and water, Smoke fire and air; pairs do not chain."""
    hands = {0: (1, 2, 4, 8)}
    expected = {"quintessence": (15, 15, 15, 15), "mud": (9, 4, 2, 9), "smoke": (1, 6, 6, 8)}
    for name, purses in expected.items():
        for landmark, purse in zip(range(len(LANDMARKS)), purses):
            assert Table().ready(spells={0: {name: 1}}, hands=hands).auction(landmark).state.purse[0] == purse, (name, landmark)
    table = Table().ready(spells={0: {"mud": 1}}, hands=hands).auction(MONUMENT).act(BID + 3, TAKE + RED)
    assert table.legal() == {PAY + EARTH, PAY + WATER}
    chained = {"spells.mud.stand_in": ["earth", "air"]}  # with Smoke, fire stands for air and air for earth, but not fire for earth
    table = Table(changes=chained).ready(spells={0: {"mud": 1, "smoke": 1}}, hands=hands).auction(MONUMENT)
    assert table.state.purse[0] == 5


def test_wayfarer():
    """WB-60: any other area with ingredients, counted as a move by spell if no rule of the Horse allowed it."""
    table = Table().ready(horse=0, spells={0: {"wayfarer": 1}})
    table.area(20, TOWER)
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {HORSE + a for a in range(N_AREAS) if a not in (0, 20)}
    table.act(HORSE + 23)
    assert table.state.horse_moves[0, BY_SPELL] == 1


def test_last_word():
    """WB-61: against the only rival left, the same bid wins; not against two, and once a round."""
    hands = {0: (5, 0, 0, 0), 1: (5, 0, 0, 0), 2: (5, 0, 0, 0)}
    table = Table().ready(spells={2: {"last_word": 1}}, hands=hands).auction(MONUMENT).act(BID + 3, BID + 1)
    assert EQUAL not in table.legal()
    table.act(BID + 1, PASS, PASS)
    assert table.at == (2, Phase.TAKE)
    table = Table().ready(spells={2: {"last_word": 1}}, hands=hands).auction(MONUMENT).act(BID + 3, PASS)
    assert EQUAL in table.legal()
    table.act(EQUAL)
    assert table.at == (2, Phase.TAKE)
    table.act(TAKE + RED)
    assert table.state.cards_paid[2] == 3
    table.area(12, CITY, PINK)
    table.act(HORSE + 12, BID + 1, BID + 1, PASS)
    assert table.at == (2, Phase.BID)
    assert EQUAL not in table.legal()
    table = Table().ready(spells={2: {"last_word": 1}}, hands={0: (5, 0, 0, 0), 2: (2, 0, 4, 0)}).auction(MONUMENT).act(BID + 3, EQUAL)
    assert table.state.n_hand[2] == 0
    assert table.state.failed[2] == 1
    assert table.at == (0, Phase.BID)


def test_consolation():
    """WB-62: the last to pass draws a card of choice, but not if the winner could not pay."""
    hands = {0: (5, 0, 0, 0), 1: (2, 0, 0, 0)}
    table = Table().ready(spells={1: {"consolation": 1}}, hands=hands).auction(MONUMENT).act(BID + 1, BID + 1, BID + 1, PASS, TAKE + RED)
    assert table.at == (1, Phase.CONSOLE)
    table.act(DRAW + AIR)
    assert table.state.hand[1].tolist() == [2, 0, 1, 0]
    table = Table().ready(spells={1: {"consolation": 1}}, hands={**hands, 3: (1, 0, 0, 0)}).auction(MONUMENT)
    table.act(BID + 1, PASS, PASS, TAKE + RED)
    assert table.at == (0, Phase.MOVE)  # seat 3 was the last to pass
    hands = {0: (0, 5, 0, 0), 3: (2, 0, 0, 0)}
    table = Table().ready(spells={3: {"consolation": 1}}, hands=hands).auction(MONUMENT).act(BID + 1, PASS)
    assert table.state.failed[0] == 1
    assert table.at == (3, Phase.BID)
    assert table.state.n_hand[3] == 2
    table = Table().ready(spells={1: {"consolation": 1}}, hands={0: (1, 0, 0, 0), 1: (1, 0, 0, 0)}).auction(MONUMENT).act(PASS, PASS)
    assert table.state.n_hand[1] == 1  # nobody has won
    table = Table().ready(spells={0: {"consolation": 1}, 1: {"last_word": 1}}, hands={0: (5, 0, 0, 0), 1: (5, 0, 0, 0)})
    table.auction(MONUMENT).act(BID + 2, EQUAL, TAKE + RED)
    assert table.at == (1, Phase.MOVE)  # the rival beaten by Last Word did not pass


def test_scavenger():
    """WB-63: up to two cards of one payment in a round; nothing of a failed bid."""
    hands = {0: (5, 5, 0, 0), 1: (1, 0, 0, 0)}
    table = (
        Table()
        .ready(spells={1: {"scavenger": 1}}, hands=hands)
        .auction(CITY)
        .act(BID + 3, PASS, TAKE + RED, PAY + EARTH, PAY + EARTH, PAY + FIRE)
    )
    assert table.at == (1, Phase.SCAVENGE)
    assert table.legal() == {SCAVENGE + EARTH, SCAVENGE + FIRE, SCAVENGE_NONE}
    table.act(SCAVENGE + FIRE, SCAVENGE + EARTH)
    assert table.state.hand[1].tolist() == [2, 1, 0, 0]
    assert table.state.scavenge_times[1] == 0
    assert table.at == (0, Phase.MOVE)
    table = (
        Table().ready(spells={1: {"scavenger": 1}}, hands=hands).auction(CITY).act(BID + 1, PASS, TAKE + RED, PAY + EARTH, SCAVENGE_NONE)
    )
    assert table.state.scavenge_times[1] == 1
    table = Table().ready(spells={1: {"scavenger": 1}}, hands={0: (0, 5, 0, 0), 1: (1, 0, 0, 0)}).auction(MONUMENT).act(BID + 1, PASS)
    assert table.state.failed[0] == 1
    assert table.at == (1, Phase.BID)


def test_renewal():
    """WB-64: one free cube onto an own spell, before the upkeep."""
    table = Table().ready(spells={0: {"renewal": 3, "mud": 1}})
    table.go(Stage.ENERGY)
    assert table.legal() == {RENEW + spell("renewal"), RENEW + spell("mud"), DONE}
    table.act(RENEW + spell("mud"))
    assert table.legal() == {DONE}
    table.act(DONE)
    assert table.owned(0) == {"renewal": 2, "mud": 1}
    table = Table().ready(spells={0: {"renewal": 9, "mud": 1}})
    table.go(Stage.ENERGY)
    assert table.legal() == {DONE}  # no free cube


def test_stasis():
    """WB-65: another own spell loses nothing, not even to Drain; never itself."""
    table = Table().ready(spells={0: {"stasis": 2, "mud": 2}, 1: {"drain": 2}})
    table.go(Stage.ENERGY)
    assert table.legal() == {KEEP + spell("mud"), DONE}
    table.act(KEEP + spell("mud"), DONE, DRAIN + spell("mud"), DONE)
    assert table.owned(0) == {"stasis": 1, "mud": 2}


def test_drain():
    """WB-66: an opponent's spell loses one cube more, which its owner gets back."""
    table = Table().ready(spells={0: {"drain": 2}, 1: {"mud": 4}})
    table.go(Stage.ENERGY)
    assert table.legal() == {DRAIN + spell("mud"), DONE}
    table.act(DRAIN + spell("mud"), DONE)
    assert table.owned(1) == {"mud": 2}
    assert table.state.free[1] == 8


def test_recall():
    """WB-67: any number of cubes from one own spell; an emptied one is discarded at the end of the phase."""
    table = Table().ready(spells={0: {"recall": 2, "mud": 3}})
    table.go(Stage.ENERGY)
    recalls = {RECALL + spell("recall") * (MAX_CUBES + 1) + n for n in (1, 2)} | {
        RECALL + spell("mud") * (MAX_CUBES + 1) + n for n in (1, 2, 3)
    }
    assert table.legal() == {*recalls, DONE}
    table.act(RECALL + spell("mud") * (MAX_CUBES + 1) + 3)
    assert table.legal() == {DONE}
    assert table.owned(0) == {"recall": 2, "mud": 0}
    table.act(DONE)
    assert table.owned(0) == {"recall": 1}
    assert table.state.free[0] == 9


def test_shift():
    """WB-68: cubes move between own spells one by one; no way back in the same turn."""
    table = Table().ready(spells={0: {"shift": 3, "mud": 1, "smoke": 1}})
    table.go(Stage.ENERGY)

    def moved(giver, getter):
        return SHIFT + spell(giver) * N_SPELLS + spell(getter)

    names = ("shift", "mud", "smoke")
    assert table.legal() == {DONE, *(moved(a, b) for a in names for b in names if a != b)}
    table.act(moved("shift", "mud"))
    assert table.legal() == {DONE, moved("shift", "mud"), moved("shift", "smoke"), moved("smoke", "mud")}
    table.act(moved("shift", "mud"), moved("smoke", "mud"))
    assert table.owned(0) == {"shift": 1, "mud": 4, "smoke": 0}
    table.act(DONE)
    assert table.owned(0) == {"mud": 3}


def test_dispel():
    """WB-69: an opponent's spell with one cube goes at once, its owner gets the cube and cannot use its text."""
    table = Table().ready(spells={0: {"dispel": 2}, 1: {"renewal": 1, "mud": 2}})
    table.go(Stage.ENERGY)
    assert table.legal() == {DISPEL + spell("renewal"), DONE}
    table.act(DISPEL + spell("renewal"))
    assert table.owned(1) == {"mud": 2}
    assert table.state.free[1] == 8
    table.act(DONE)
    assert table.state.phase == Phase.SPELL_BID
    table = Table().ready(spells={0: {"dispel": 2}, 1: {"echo": 1, "mud": 2}, 2: {"renewal": 3}})
    table.go(Stage.ENERGY).act(ECHO + spell("renewal"), DISPEL + spell("echo"), DONE)
    assert table.at == (2, Phase.ENERGY)  # what Echo copied is gone with it
    table = Table().ready(spells={0: {"dispel": 2}, 1: {"echo": 3, "mud": 2}, 2: {"renewal": 1}})
    table.go(Stage.ENERGY).act(ECHO + spell("renewal"), DISPEL + spell("renewal"), DONE)
    assert table.at == (1, Phase.ENERGY)  # the copy outlives the spell
    assert RENEW + spell("mud") in table.legal()
    table = Table().ready(marker=1, spells={1: {"recall": 2, "mud": 2}, 2: {"dispel": 2}})
    table.go(Stage.ENERGY).act(RECALL + spell("mud") * (MAX_CUBES + 1) + 2, DONE)
    assert table.legal() == {DONE}  # an emptied spell has no last cube


def test_ward():
    """WB-70: Toll, Drain and Dispel leave the owner alone; Mirror Pool, Echo and Scavenger do not touch him."""
    table = Table(3).ready(spells={0: {"toll": 1, "mirror_pool": 1}, 1: {"ward": 1}}, hands={1: (2, 0, 0, 0), 2: (0, 2, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert MIRROR + spell("ward") in table.legal()
    table.act(MIRROR + spell("ward"), DRAW, DRAW, DRAW)
    assert table.at == (2, Phase.GIVE)
    table.act(GIVE + FIRE)
    assert table.state.hand[1, EARTH] == 2
    table = Table(3).ready(spells={0: {"drain": 1, "dispel": 2}, 1: {"ward": 2, "mud": 1}, 2: {"smoke": 1}})
    table.go(Stage.ENERGY)
    assert table.legal() == {DRAIN + spell("smoke"), DISPEL + spell("smoke"), DONE}
    table = Table(3).ready(spells={0: {"ward": 1}, 1: {"scavenger": 1}}, hands={0: (3, 0, 0, 0)}).auction(MONUMENT).act(BID + 2, TAKE + RED)
    assert table.at == (1, Phase.SCAVENGE)
    table = Table(3).ready(spells={0: {"ward": 1}, 1: {"sceptre": 1}}).go(Stage.ENERGY)
    assert table.state.marker == 1
    hands = {0: (3, 0, 0, 0), 1: (3, 0, 0, 0)}
    table = Table(3).ready(spells={0: {"ward": 1}, 1: {"last_word": 1}}, hands=hands).auction(MONUMENT).act(BID + 2)
    assert EQUAL in table.legal()


def test_archmage():
    """WB-71: a card of choice; one card less for the first win where it saves something; a cube."""
    table = Table().ready(spells={0: {"archmage": 4}}, hands={0: (9, 9, 9, 9)}).auction(CITY)
    table.act(BID + 1, TAKE + RED, PAY + EARTH)
    assert table.state.less_once[0] == 1  # one card is the least price anyway
    table.area(12, CITY, PINK, GRAY)
    table.act(HORSE + 12, BID + 3, TAKE + PINK, PAY + EARTH, PAY + EARTH)
    assert table.state.cards_paid[0] == 3
    assert table.state.less_once[0] == 0


def test_sceptre():
    """WB-72: the owner has the marker at the beginning of the element, ingredient and energy phase, not of the spell phase."""
    for stage in (Stage.ELEMENTS, Stage.INGREDIENTS, Stage.ENERGY):
        table = Table().ready(marker=1, spells={3: {"sceptre": 2}, 0: {"late_start": 1, "renewal": 3}})
        table.go(stage)
        assert table.state.marker == 3
    table = Table().ready(marker=1, spells={3: {"sceptre": 2}}).go(Stage.ROUND)
    assert table.at == (1, Phase.SPELL_BID)


def test_echo():
    """WB-73: in each phase the text of one opponent's spell, beside him; once a round counts for each."""
    spells = {0: {"echo": 2}, 1: {"late_start": 2, "thrift": 1, "renewal": 1}, 2: {"archmage": 2, "sceptre": 1}, 3: {"earth_font": 1}}
    table = Table().ready(spells=spells, hands={1: (1, 0, 0, 0)})
    table.go(Stage.ELEMENTS)
    assert table.at == (0, Phase.ECHO)
    assert table.state.marker == 2
    assert table.legal() == {ECHO + spell(name) for name in ("late_start", "archmage", "sceptre")} | {ECHO_NONE}
    table.act(ECHO + spell("sceptre"))
    assert table.state.marker == 0
    table.go(Stage.INGREDIENTS)
    assert table.legal() == {ECHO + spell(name) for name in ("thrift", "archmage", "sceptre")} | {ECHO_NONE}
    table.act(ECHO + spell("thrift"))
    assert table.state.less[:3].tolist() == [1, 1, 0]
    assert table.state.less_once[:3].tolist() == [0, 0, 1]
    table.go(Stage.ENERGY)
    assert table.legal() == {ECHO + spell(name) for name in ("renewal", "archmage", "sceptre")} | {ECHO_NONE}
    table.act(ECHO_NONE)
    assert table.state.echo_spell == NONE
    assert table.at == (2, Phase.ENERGY)


def test_echo_of_resonance_and_stasis():
    """WB-73: a copied Resonance counts one's own other spells; a copied Stasis cannot keep Echo."""
    table = Table().ready(spells={0: {"echo": 2, "mud": 1, "smoke": 1}, 1: {"resonance": 1, "stasis": 1}})
    table.go(Stage.ELEMENTS).act(ECHO + spell("resonance"))
    assert table.state.draws_due == 2
    table.go(Stage.ENERGY).act(ECHO + spell("stasis"))
    assert table.legal() == {KEEP + spell("mud"), KEEP + spell("smoke"), DONE}


def test_echo_of_last_word_and_ward():
    """WB-73: what works once a round works once for each of the two; a copied Ward protects the owner of Echo."""
    hands = {0: (3, 0, 0, 0), 1: (3, 0, 0, 0)}
    table = Table().ready(spells={0: {"echo": 2}, 1: {"last_word": 1}}, hands=hands).auction(MONUMENT).act(ECHO + spell("last_word"))
    table.act(BID + 1, EQUAL)
    assert table.state.equals[:2].tolist() == [1, 0]
    table = Table().ready(spells={0: {"echo": 1, "mud": 1}, 1: {"ward": 1}, 2: {"drain": 1, "dispel": 1}})
    table.go(Stage.ENERGY).act(ECHO + spell("ward"))
    assert table.at == (2, Phase.ENERGY)
    assert table.legal() == {DONE}


def test_actions_name_their_items():
    """A spell that is kept or won, an ingredient and an area each name the item; a pass names none."""
    table = spell_table()
    state, rules = table.state, table.rules
    items = load_title("wizards_brew").items
    assert kernel.item_of(rules, state, SPELL_BID + 1) == AIMED - state.lot
    assert kernel.item_of(rules, state, CLAIM) == state.lot
    assert kernel.item_of(rules, state, PASS_SPELL) == NONE
    assert items[kernel.item_of(rules, state, TAKE + PINK)] == "pink"
    assert items[kernel.item_of(rules, state, SECOND + PINK)] == "pink"
    assert items[kernel.item_of(rules, state, HORSE + 6)] == "city"
    assert items[kernel.item_of(rules, state, HORSE + 0)] == LANDMARKS[state.landmark[0]]
    assert kernel.item_of(rules, state, PASS) == NONE
    assert len(ELEMENTS) == N_ELEMENTS


def test_a_starting_spell_counts_once():
    """It counts when it is kept, or with its first cubes if it came by exchange and could not be refused."""
    table = Table().act(HORSE + 6)
    state, rules, marker = table.state, table.rules, int(table.state.marker)
    first, second = state.own[marker, :2].tolist()
    assert kernel.item_of(rules, state, HOLD) == first
    assert kernel.item_of(rules, state, EXCHANGE) == NONE
    table.act(HOLD)
    assert kernel.item_of(rules, state, HOLD) == second
    table.act(EXCHANGE, *[HOLD] * 6)
    assert table.at == (marker, Phase.SEAL)
    assert kernel.item_of(rules, state, SEAL + 1) == NONE
    table.act(SEAL + 1)
    assert kernel.item_of(rules, state, SEAL + 1) == state.own[marker, 1] != second


@pytest.mark.parametrize(("seconds", "ingredients", "wins"), [(0, (PINK, GRAY), False), (1, (PINK, GRAY), True), (1, (PINK, PINK), False)])
def test_bots_see_a_victory_by_double_draught(seconds, ingredients, wins):
    """Who is two colours short wins an area with two new ones, if he may take both."""
    table = with_spare_tokens(Table(5)).ready(spells={1: {"double_draught": 2}} if seconds else {}, hands={1: (3, 0, 0, 0)})
    table.brew(1, RED, BLUE, GREEN, WHITE)
    table.auction(MONUMENT, ingredients)
    assert features.wins_in(table.rules, table.state, 1, table.state.horse) == wins


def features_of(table, action):
    features.survey(table.rules, table.state)
    out = np.zeros(len(features.FEATURES))
    features.features(table.rules, table.state, action, out)
    return dict(zip(features.FEATURES, out.tolist()))


def test_bots_know_that_nobody_outbids_the_last_word():
    """A raise that one cannot pay may be covered by a richer rival, an equal bid never is."""
    table = Table().ready(spells={2: {"last_word": 1}}, hands={0: (9, 0, 0, 0), 2: (2, 0, 4, 0)}).auction(MONUMENT).act(BID + 3)
    assert features_of(table, BID + 1)["bluff_cover"] == 1.0
    seen = features_of(table, EQUAL)
    assert (seen["bluff"], seen["bluff_cover"], seen["last_word"]) == (1.0, 0.0, 0.0)


def test_bots_see_what_is_already_drained_or_kept():
    """A spell that will be empty anyway is hardly worth another Drain, one under Stasis none at all."""
    table = Table().ready(spells={0: {"drain": 3}, 1: {"small_wish": 2, "mud": 2, "stasis": 3}}).go(Stage.ENERGY)
    fresh = features_of(table, DRAIN + spell("small_wish"))["harm"]
    table.state.drained[spell("small_wish")] = 1
    table.state.kept[spell("mud")] = 1
    assert 0 < features_of(table, DRAIN + spell("small_wish"))["harm"] < fresh / 3
    assert features_of(table, DRAIN + spell("mud"))["harm"] == 0
    assert features_of(table, DRAIN + spell("stasis"))["harm"] > 0


def test_greedy_leaves_its_cubes_where_they_work():
    """Recall is no reason to empty a spell that makes cards for rounds to come."""
    weights = read_bots(load_title("wizards_brew"))["greedy"].weights
    table = Table().ready(spells={0: {"recall": 2, "earth_font": 5}}).go(Stage.ENERGY)
    worth = {a: sum(weights.get(name, 0) * x for name, x in features_of(table, a).items()) for a in table.legal()}
    assert max(worth, key=worth.get) == DONE


def test_spells_count_when_they_are_won():
    """As many uses as spells won and starting spells; who may not use a spell does not bid for it and keeps none by choice."""
    rows = simulate("wizards_brew", ["greedy"] * 4, 40, seed=5)
    won = rows["metrics"][:, METRICS.index("spells_won")]
    np.testing.assert_array_equal(rows["uses"][:, :N_SPELLS].sum(axis=1), won + 2)
    rows = simulate("wizards_brew", ["greedy"] * 4, 40, seed=5, banned=[SPELLS])
    assert (rows["metrics"][rows["seat"] == 0, METRICS.index("spells_won")] == 0).all()
