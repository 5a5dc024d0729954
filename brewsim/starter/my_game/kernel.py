"""The rules of My Game. Clause numbers are those of RULES.md."""

from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled

from my_game import codes
from my_game.rules import N_GOODS


@compiled
def setup(rules, state):
    """Fill the bag and the hands (MG-1). All else begins at 0: the first seat is to move (MG-2)."""
    for good in range(N_GOODS):
        state.bag[good] = rules.copies[good]
        state.price[good] = rules.price[good]
    for seat in range(state.n_seats):
        fill_hand(rules, state, seat)


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    sells, good = codes.decode(action)
    if sells:
        sell(rules, state, good)
    state.bag[good] += state.hand[state.seat, good]
    state.hand[state.seat, good] = 0
    fill_hand(rules, state, state.seat)
    end_turn(rules, state)


@compiled
def sell(rules, state, good):
    """Points for the cards, and a lower price (MG-3)."""
    cards = state.hand[state.seat, good]
    state.score[state.seat] += cards * state.price[good]
    if cards >= rules.bulk:
        state.score[state.seat] += rules.bulk_bonus
        state.large_sales[state.seat] += 1
    state.price[good] = max(1, state.price[good] - cards)


@compiled
def end_turn(rules, state):
    """The next seat (MG-2); after the last one prices rise (MG-6), and the next round begins."""
    state.seat = (state.seat + 1) % state.n_seats
    if state.seat == 0:
        for good in range(N_GOODS):
            state.price[good] = min(rules.price[good], state.price[good] + rules.rise[state.n_seats])
        state.over = state.rounds + 1 == rules.rounds
        state.rounds += not state.over


@compiled
def fill_hand(rules, state, seat):
    """Draw up to the size of a hand (MG-5). Each seat has a stream of chance of its own, so no choice moves the luck of another."""
    key = stream_key(state.key, seat)
    for _ in range(rules.hand_size - state.hand[seat].sum()):
        state.hand[seat, take_from(state.bag, draw(key, state.draws[seat]))] += 1
        state.draws[seat] += 1


@compiled
def take_from(bag, bits):
    """Take a card out of the bag, each as likely as any other, and return its good; `bits` are the luck of it."""
    good, place = 0, below(bits, bag.sum())
    while place >= bag[good]:
        place -= bag[good]
        good += 1
    bag[good] -= 1
    return good
