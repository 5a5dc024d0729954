"""The part of the survey that values privilege cards: what each would bring, and how many pairs there will be for them."""

import numpy as np

from brewsim.games.heaven_and_ale.box import BREWMASTER, DUCATS, N_CARDS, N_COLOURS, N_GOALS, N_SPOTS, Barrel, Card, Privilege
from brewsim.games.heaven_and_ale.garden import lowest_marker
from brewsim.games.heaven_and_ale.spots import colour_way
from brewsim.parts.compiling import compiled, inlined


@compiled
def value_cards(rules, state, view):
    """The value of each card in hand, with the barrel that it brings nearer, and the pairs that may still be completed."""
    best, least = 0.0, np.inf
    for card in range(N_CARDS):
        value = 0.0
        if state.card[state.seat, card] == Card.HELD:
            value = card_value(rules, state, view, card) + view.card_progress
            best, least = max(best, value), min(least, value)
        view.card_value[card] = value
    view.best_card, view.least_card = best, least if state.n_held[state.seat] > 0 else 0.0
    view.pairs_ahead = expected_pairs(rules, state, view)


@compiled
def card_value(rules, state, view, card):
    """Roughly what a card would bring beside a pair."""
    seat = state.seat
    value = 0.0
    if card == Privilege.COLOUR:
        for colour in range(N_COLOURS):
            value = max(value, rules.steps_per_tile * state.n_tiles[seat, colour_way(colour)] * view.worth[colour])
    elif card == Privilege.LOWEST:
        low = lowest_marker(state, seat)
        for colour in range(N_COLOURS):
            if state.marker[seat, colour] == low:
                value = max(value, rules.steps_per_disc * state.n_discs[seat] * view.worth[colour])
    elif card == Privilege.BARREL:
        value += barrels_at_hand(state, view) * rules.vp_per_barrel
    elif card == Privilege.MONEY:
        value += rules.card_ducats * view.worth[DUCATS]
    else:
        value += min(rules.track_end - state.marker[seat, BREWMASTER], rules.card_brewmaster_steps) * view.worth[BREWMASTER]
    return value


@compiled
def barrels_at_hand(state, view):
    """Barrels that the seat to move has or could claim."""
    barrels = 0
    for goal in range(N_GOALS):
        is_due = (view.lacking[goal] == 0) & (state.small_left[goal] > 0)
        barrels += (state.barrel[state.seat, goal] != Barrel.NOT_OWNED) | is_due
    return barrels


@inlined
def expected_pairs(rules, state, view):
    """Pairs that the discs to come may complete: first those that lack one disc, then two discs for each."""
    halves, empty = 0, 0
    for spot in range(N_SPOTS):
        partner = rules.partner[spot]
        if spot < partner:
            discs = state.disc[state.seat, spot] + state.disc[state.seat, partner]
            halves += discs == 1
            empty += discs == 0
    discs = view.discs_ahead
    return min(halves, discs) + min(empty, max(0.0, discs - halves) / 2)
