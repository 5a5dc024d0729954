"""The rules of My Game. Clause numbers are those of RULES.md."""

from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck

from my_game import codes
from my_game.codes import Verb
from my_game.rules import N_GOODS
from my_game.state import DECK_STREAM, Phase


@compiled
def setup(rules, state):
    """Shuffle and deal (MG-1); the first seat begins (MG-2)."""
    state.n_deck = order_deck(rules.copies, stream_key(state.key, DECK_STREAM), state.deck, state.priorities)
    state.shuffles = 1
    for seat in range(state.n_seats):
        state.score[seat] = rules.start_points[seat]
        fill_hand(rules, state, seat)
    begin_turn(rules, state)


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    verb, good = codes.decode(action)
    if verb == Verb.TURN_UP:
        load_from_deck(rules, state)
    elif verb == Verb.PLAY:
        state.hand[state.seat, good] -= 1
        state.boat[good] = 1
        state.plays_left -= 1
    elif verb == Verb.SEND_OFF:
        score_boat(rules, state)
        empty_boat(state)
        state.phase = Phase.DISCARD
        if cards_in_hand(state, state.seat) == 0:
            end_turn(rules, state)
    else:
        if verb == Verb.DISCARD:
            state.hand[state.seat, good] -= 1
            state.discard[good] += 1
        end_turn(rules, state)


@compiled
def begin_turn(rules, state):
    """An empty boat, and cards that may be played (MG-3)."""
    state.phase = Phase.LOAD
    state.plays_left = rules.plays


@compiled
def load_from_deck(rules, state):
    """Turn up a card; a good that the boat has already sinks it (MG-3, MG-4)."""
    good = draw_top(state)
    if state.boat[good] == 0:
        state.boat[good] = 1
        return
    state.discard[good] += 1
    state.sunk[state.seat] += 1
    empty_boat(state)
    end_turn(rules, state)


@compiled
def score_boat(rules, state):
    """Points of a boat that arrives (MG-5)."""
    seat, points, goods = state.seat, 0, 0
    for good in range(N_GOODS):
        points += state.boat[good] * rules.points[good]
        goods += state.boat[good]
    bonus = rules.full_bonus if goods >= rules.full_boat else 0
    state.goods_points[seat] += points
    state.bonus_points[seat] += bonus
    state.score[seat] += points + bonus
    state.arrived[seat] += goods > 0


@compiled
def empty_boat(state):
    """The cards of the boat go to the discard pile (MG-4, MG-5)."""
    for good in range(N_GOODS):
        state.discard[good] += state.boat[good]
        state.boat[good] = 0


@compiled
def end_turn(rules, state):
    """Fill the hand (MG-6); then the next seat, and after the last one the next round (MG-2)."""
    fill_hand(rules, state, state.seat)
    state.seat += 1
    if state.seat == state.n_seats:
        state.seat = 0
        if state.rounds + 1 == rules.rounds:
            state.over = True
            return
        state.rounds += 1
    begin_turn(rules, state)


@compiled
def fill_hand(rules, state, seat):
    """Draw up to the size of a hand, as long as there are cards (MG-1, MG-6)."""
    for _ in range(rules.hand_size - cards_in_hand(state, seat)):
        if deck_has_card(state):
            state.hand[seat, draw_top(state)] += 1


@compiled
def cards_in_hand(state, seat):
    """How many cards a seat holds."""
    cards = 0
    for good in range(N_GOODS):
        cards += state.hand[seat, good]
    return cards


@compiled
def deck_has_card(state):
    """Whether a card can be drawn, be it after a shuffle (MG-7)."""
    cards = state.n_deck
    for good in range(N_GOODS):
        cards += state.discard[good]
    return cards > 0


@compiled
def draw_top(state):
    """The top card of the deck; an empty deck is first made of the discard pile (MG-7)."""
    if state.n_deck == 0:
        state.n_deck = order_deck(state.discard, stream_key(state.key, DECK_STREAM + state.shuffles), state.deck, state.priorities)
        state.shuffles += 1
        for good in range(N_GOODS):
            state.discard[good] = 0
    state.n_deck -= 1
    return state.deck[state.n_deck]
