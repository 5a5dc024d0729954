"""Creatures: the piles, training, the limit, releasing, and homes in forests. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import set_aside
from brewsim.games.brew.codes import DENS, SLOTS
from brewsim.games.brew.rules import BERRY, CREATURE_FORAGER, CREATURE_HERALD, FOREST_POWERS, N_CARDS, N_MASKS, N_SEASONS
from brewsim.games.brew.state import CREATURE_STREAM
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck


@compiled
def deal_piles(rules, state):
    """A shuffled pile for each season, its top card visible (BR-3)."""
    for season in range(N_SEASONS):
        for card in range(N_CARDS):
            state.counts[card] = rules.card_copies[card] if rules.card_season[card] == season else 0
        key = stream_key(state.key, CREATURE_STREAM + season)
        state.n_pile[season] = order_deck(state.counts[:N_CARDS], key, state.pile[season][:], state.priorities)


@compiled
def train_creature(rules, state, season):
    """Take the visible card of a pile; a Creature Herald that was there before counts it (BR-17, BR-61)."""
    seat = int(state.seat)
    state.n_pile[season] -= 1
    card = int(state.pile[season, state.n_pile[season]])
    state.tokens[seat] += state.crew[seat, CREATURE_HERALD] * rules.card_amount[CREATURE_HERALD]
    slot = 0
    while state.trained[seat, slot] != NONE:
        slot += 1
    state.trained[seat, slot] = card
    change_crew(rules, state, seat, card, 1)
    state.n_creatures[seat] += 1
    state.n_trainings[seat] += 1
    state.trains -= 1
    for mask in range(N_MASKS):
        state.creatures_in[seat, mask] += mask >> rules.card_season[card] & 1
    find_bottlenecks(state, seat)


@compiled
def change_crew(rules, state, seat, card, by):
    """A creature joins the trained ones or leaves them, and what they bring in forests is more or less (BR-53, BR-62, BR-72)."""
    state.crew[seat, card] += by
    state.n_trained[seat] += by
    for power in range(len(FOREST_POWERS)):
        season = card - FOREST_POWERS[power]
        if 0 <= season < N_SEASONS:
            for mask in range(N_MASKS):
                state.in_forest[seat, power, mask] += (mask >> season & 1) * by * rules.card_amount[card]


@compiled
def take_berry(rules, state):
    """A Creature Forager gathers instead of training (BR-56)."""
    state.stock[state.seat, BERRY] += rules.card_amount[CREATURE_FORAGER]
    state.trains -= 1


@inlined
def creature_limit(rules, state, seat):
    """Trained creatures that the seat may have (BR-50, BR-69)."""
    return rules.creature_limit[state.character[seat]]


@compiled
def release_creature(rules, state, slot):
    """Its power is lost, its VP stay; a die on it is set aside (BR-51, BR-59)."""
    seat = int(state.seat)
    card = int(state.trained[seat, slot])
    space = DENS + seat * SLOTS + slot
    if state.height[space] > 0:
        set_aside(state, space, 0)
    state.trained[seat, slot] = NONE
    change_crew(rules, state, seat, card, -1)
    state.released[seat, card] += 1


@compiled
def settle_forest(rules, state, seat, forest):
    """A claimed forest can be the home of one creature of its seasons (BR-52)."""
    for mask in range(N_MASKS):
        state.homes_in[seat, mask] += (mask & rules.forest_seasons[forest]) > 0
    find_bottlenecks(state, seat)


@compiled
def find_bottlenecks(state, seat):
    """The cuts that bound how many creatures have a home, by the seasons of their forests: what a new one would bring."""
    housed, tight = housed_creatures(state, seat), 0
    for mask in range(N_MASKS):
        rest = N_MASKS - 1 - mask
        is_tight = state.creatures_in[seat, mask] + state.homes_in[seat, rest] == housed
        tight |= (1 if is_tight else 0) << rest
    state.tight[seat] = tight


@compiled
def housed_creatures(state, seat):
    """The most creatures that find a matching forest each (BR-66).

    Creatures of a set of seasons, and forests for the other seasons: each such cut bounds the matching, and the least
    bound is reached (Koenig).
    """
    least = state.creatures_in[seat, N_MASKS - 1] + 0
    for mask in range(N_MASKS):
        bound = state.creatures_in[seat, mask] + state.homes_in[seat, N_MASKS - 1 - mask]
        if bound < least:
            least = bound
    return int(least)
