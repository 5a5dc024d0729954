"""What the dice that are still to come add to a lead in a forest: part of the view.

A lead of a die is no lead against a rival with two dice more in the pool. The drift is that part of a lead, the same in all forests,
in steps of a GRAIN-th of a die.
"""

import numpy as np

from brewsim.games.brew.beliefs import GRAIN, MAX_DRIFT
from brewsim.games.brew.placements import forage_in_pool
from brewsim.games.brew.spaces import DieKind
from brewsim.parts.compiling import inlined


@inlined
def steps_of(lead):
    """A lead in steps."""
    return int(np.floor(min(max(GRAIN * lead + 0.5, -MAX_DRIFT), MAX_DRIFT)))


@inlined
def survey_drift(beliefs, state, view):
    """The drift of this seat and of its best rival, who is taken to have as many dice to come as the rivals have on average.

    Returns both as they are with one own die less, a forage die or an element die.
    """
    if not beliefs.counts_dice:  # as most bots: 1.5 % more games
        view.drift, view.rival_drift = 0, 0
        return (0, 0), (0, 0)
    seat, rivals, all_forage, all_dice = state.seat, max(1, state.n_seats - 1), 0, 0
    for other in range(state.n_seats):
        all_forage += forage_in_pool(state, other)
        all_dice += state.n_pool[other]
    forage = forage_in_pool(state, seat)
    elements = state.n_pool[seat] - forage
    rival_forage, rival_elements = (all_forage - forage) / rivals, (all_dice - all_forage - elements) / rivals
    reach, element_reach = beliefs.reach[DieKind.FORAGE], beliefs.reach[DieKind.ELEMENT]
    loss, element_loss = beliefs.rival_reach[DieKind.FORAGE], beliefs.rival_reach[DieKind.ELEMENT]
    drift = reach * forage + element_reach * elements - loss * rival_forage - element_loss * rival_elements
    rival_drift = reach * rival_forage + element_reach * rival_elements
    rival_drift -= loss * (all_forage - rival_forage) / rivals + element_loss * (all_dice - all_forage - rival_elements) / rivals
    view.drift, view.rival_drift = steps_of(drift), steps_of(rival_drift)
    after_forage = steps_of(drift - reach), steps_of(rival_drift + loss / rivals)
    after_element = steps_of(drift - element_reach), steps_of(rival_drift + element_loss / rivals)
    return after_forage, after_element
