"""Creatures: the piles, training, the limit, releasing, and homes in forests. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import set_aside
from brewsim.games.brew.rules import N_CARDS, N_SEASONS, N_SETS, Card, Den, Good
from brewsim.games.brew.spaces import den_of
from brewsim.games.brew.state import CREATURE_STREAM
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck


@inlined
def has_season(seasons, season):
    """Whether a season is in a set of seasons."""
    return seasons >> season & 1


@compiled
def deal_piles(rules, state):
    """A shuffled pile for each season, its top card visible (BR-3)."""
    for season in range(N_SEASONS):
        for card in range(N_CARDS):
            state.counts[card] = rules.card_copies[card] if rules.card_season[card] == season else 0
        key = stream_key(state.key, CREATURE_STREAM + season)
        state.n_pile[season] = order_deck(state.counts[:N_CARDS], key, state.pile[season], state.priorities)


@inlined
def piles_have_card(state):
    """Whether a creature can be trained at all (BR-18)."""
    cards = 0
    for season in range(N_SEASONS):
        cards += state.n_pile[season]
    return cards > 0


@inlined
def on_show(state, season):
    """The creature card on top of a pile."""
    return state.pile[season, state.n_pile[season] - 1]


@inlined
def offers_space(rules, state, seat, slot):
    """Whether there is a trained creature in this slot that offers a space, and no die on it (BR-59)."""
    card = state.trained[seat, slot]
    return card != NONE and rules.card_den[card] != Den.NO_DIE and state.height[den_of(seat, slot)] == 0


@compiled
def train_creature(rules, state, season):
    """Take the visible card of a pile; Creature Heralds count it (BR-17, BR-61)."""
    seat, card = state.seat, on_show(state, season)
    state.n_pile[season] -= 1
    heralds = state.crew[seat, Card.CREATURE_HERALD] + (rules.herald_counts_itself and card == Card.CREATURE_HERALD)
    state.tokens[seat] += heralds * rules.card_amount[Card.CREATURE_HERALD]
    slot = 0
    while state.trained[seat, slot] != NONE:
        slot += 1
    state.trained[seat, slot] = card
    change_crew(rules, state, seat, card, 1)
    add_creature(state, seat, rules.card_season[card])
    state.n_trainings[seat] += 1
    state.trains -= 1


@compiled
def add_creature(state, seat, season):
    """The seat has a creature of this season, for good (BR-51)."""
    state.n_creatures[seat] += 1
    for seasons in range(N_SETS):
        state.creatures_in[seat, seasons] += has_season(seasons, season)


@compiled
def change_crew(rules, state, seat, card, by):
    """A creature joins the trained ones or leaves them, and what they bring in forests is more or less (BR-53, BR-63, BR-62)."""
    state.crew[seat, card] += by
    state.n_trained[seat] += by
    power = rules.forest_power[card]
    if power != NONE:
        for seasons in range(N_SETS):
            state.in_forest[seat, power, seasons] += has_season(seasons, rules.power_season[card]) * by * rules.card_amount[card]


@compiled
def take_berry(rules, state):
    """A Creature Forager gathers instead of training (BR-56)."""
    state.stock[state.seat, Good.BERRY] += rules.card_amount[Card.CREATURE_FORAGER]
    state.trains -= 1


@inlined
def creature_limit(rules, state, seat):
    """Trained creatures that the seat may have (BR-50, BR-70)."""
    return rules.creature_limit[state.character[seat]]


@compiled
def release_creature(rules, state, slot):
    """Its power is lost, its VP stay; a die on it is set aside (BR-51, BR-59)."""
    seat = state.seat
    card, den = state.trained[seat, slot], den_of(seat, slot)
    if state.height[den] > 0:
        set_aside(state, den, 0)
    state.trained[seat, slot] = NONE
    change_crew(rules, state, seat, card, -1)
    state.released[seat, card] += 1


@compiled
def settle_forest(state, seat, forest_seasons):
    """A claimed forest can be the home of one creature of its seasons (BR-52)."""
    for seasons in range(N_SETS):
        state.homes_in[seat, seasons] += (seasons & forest_seasons) > 0


@inlined
def cut(state, seat, seasons):
    """A bound of how many creatures find a home: forests with one of these seasons, and creatures of all other seasons."""
    return state.homes_in[seat, seasons] + state.creatures_in[seat, N_SETS - 1 - seasons]


@compiled
def housed_creatures(state, seat):
    """The most creatures that find a matching forest each (BR-67).

    Creatures of a set of seasons, and forests for the other seasons: each such cut bounds the matching, and the least
    bound is reached (Koenig).
    """
    least = cut(state, seat, 0)
    for seasons in range(N_SETS):
        least = min(least, cut(state, seat, seasons))
    return least
