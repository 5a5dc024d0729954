"""The rules of Orchard. Clause numbers are those of RULES.md."""

from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck

from orchard import codes
from orchard.codes import Verb
from orchard.rules import GROVE, N_KINDS, N_SOLD, WEED
from orchard.state import Phase


@compiled
def setup(rules, state):
    """The supply, and a deck and a hand for each seat (OR-1 to OR-3)."""
    for kind in range(N_KINDS):
        state.supply[kind] = rules.copies[kind] + state.n_seats * rules.copies_per_seat[kind]
        for seat in range(state.n_seats):
            gain(state, seat, kind, rules.start[kind])
    for seat in range(state.n_seats):
        draw(state, seat, rules.hand_size)
    begin_turn(rules, state)


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    verb, kind = codes.decode(action)
    if verb == Verb.PLAY:
        play_card(rules, state, kind)
    elif verb == Verb.CLEAR:
        clear_card(state, kind)
    elif verb == Verb.BUY:
        buy_card(rules, state, kind)
    elif state.phase == Phase.ACTION:
        state.actions = 0
    elif state.phase == Phase.CLEAR:
        state.clears = 0
    else:
        state.buys = 0
    if state.phase != Phase.BUY:
        go_on(rules, state)
    elif state.buys == 0:
        end_turn(rules, state)


@compiled
def begin_turn(rules, state):
    """One action and one buy (OR-4)."""
    state.actions, state.buys, state.coins = 1, 1, 0
    go_on(rules, state)


@compiled
def go_on(rules, state):
    """Remove cards if some are due, else play more actions while there are any (OR-4, OR-5), else buy with all money of the hand (OR-7)."""
    cards, playable, money = 0, 0, 0
    for kind in range(N_KINDS):
        cards += state.hand[state.seat, kind]
        playable += state.hand[state.seat, kind] * rules.is_action[kind]
        money += state.hand[state.seat, kind] * rules.money[kind]
    if state.clears > 0 and cards > 0:
        state.phase = Phase.CLEAR
    elif state.actions > 0 and playable > 0:
        state.phase = Phase.ACTION
    else:
        state.phase, state.clears = Phase.BUY, 0
        state.coins += money


@compiled
def play_card(rules, state, kind):
    """What a card does (OR-4 to OR-6)."""
    seat = state.seat
    state.hand[seat, kind] -= 1
    state.played[kind] += 1
    state.plays[seat] += 1
    state.actions += rules.actions[kind] - 1
    state.buys += rules.buys[kind]
    state.coins += rules.coins[kind]
    state.clears = rules.clears[kind]
    draw(state, seat, rules.cards[kind])
    for step in range(1, state.n_seats):
        for _ in range(rules.weeds[kind]):
            if state.supply[WEED] > 0:
                state.supply[WEED] -= 1
                gain(state, (seat + step) % state.n_seats, WEED, 1)


@compiled
def clear_card(state, kind):
    """A card of the hand leaves the game (OR-5)."""
    state.hand[state.seat, kind] -= 1
    state.owned[state.seat, kind] -= 1
    state.cleared[kind] += 1
    state.clears -= 1


@compiled
def buy_card(rules, state, kind):
    """A card from the supply to the discard pile (OR-7)."""
    state.coins -= rules.cost[kind]
    state.supply[kind] -= 1
    gain(state, state.seat, kind, 1)
    state.buys -= 1


@compiled
def gain(state, seat, kind, cards):
    """Cards come to the discard pile of a seat."""
    state.discard[seat, kind] += cards
    state.owned[seat, kind] += cards


@compiled
def end_turn(rules, state):
    """Discard everything and draw a new hand (OR-8); then the next seat, or the end (OR-3, OR-9)."""
    seat = state.seat
    for kind in range(N_KINDS):
        state.discard[seat, kind] += state.hand[seat, kind] + state.played[kind]
        state.hand[seat, kind] = state.played[kind] = 0
    draw(state, seat, rules.hand_size)
    state.seat = (seat + 1) % state.n_seats
    if state.seat == 0:
        state.over = state.rounds + 1 == rules.rounds or state.supply[GROVE] == 0 or empty_piles(state) >= rules.empty_piles
        state.rounds += not state.over
    begin_turn(rules, state)


@compiled
def empty_piles(state):
    """Piles of cards for sale that are empty (OR-9)."""
    piles = 0
    for kind in range(N_SOLD):
        piles += state.supply[kind] == 0
    return piles


@compiled
def draw(state, seat, cards):
    """Draw cards; an empty deck is made of the shuffled discard pile, as long as there is one (OR-8)."""
    for _ in range(cards):
        if state.n_deck[seat] == 0:
            key = stream_key(stream_key(state.key, seat), state.shuffles[seat])
            state.n_deck[seat] = order_deck(state.discard[seat], key, state.deck[seat], state.priorities)
            state.shuffles[seat] += 1
            for kind in range(N_KINDS):
                state.discard[seat, kind] = 0
        if state.n_deck[seat] > 0:
            state.n_deck[seat] -= 1
            state.hand[seat, state.deck[seat, state.n_deck[seat]]] += 1
