"""The part of the survey for the last round, in which the final score of a choice can be told: gains are tried on a copy of the markers."""

from brewsim.games.heaven_and_ale.barrels import owned_barrels
from brewsim.games.heaven_and_ale.box import BREWMASTER, DUCATS, N_COLOURS, N_MARKERS, N_WAYS, Barrel, Place, Privilege
from brewsim.games.heaven_and_ale.scoring import beer_points
from brewsim.games.heaven_and_ale.spots import colour_way, is_usable
from brewsim.games.heaven_and_ale.track import funds
from brewsim.parts.compiling import compiled, inlined


@inlined
def begin_trial(rules, state, view):
    """The markers and ducats as they are."""
    for marker in range(N_MARKERS):
        view.trial[marker] = state.marker[state.seat, marker]
    view.trial_ducats = funds(rules, state, state.seat)


@inlined
def try_steps(rules, view, colour, steps):
    """Steps of a resource marker, as `garden.advance` does them."""
    spot = view.trial[colour] + steps
    over = max(0, spot - rules.track_end)
    view.trial[colour] = spot - over
    view.trial_ducats += over * rules.overflow_ducats


@inlined
def try_brew(rules, view, steps):
    """Steps of the brewmaster, as `garden.advance_brewmaster` does them."""
    spot = view.trial[BREWMASTER] + steps
    over = max(0, spot - rules.track_end)
    view.trial[BREWMASTER] = spot - over
    view.trial_ducats += over * rules.brewmaster_overflow_ducats


@compiled
def trial_points(rules, view):
    """Points of the final scoring that the trial has gained."""
    return beer_points(rules, view.trial, view.trial_ducats) - view.beer_now


@compiled
def value_end(rules, state, view, has_discs):
    """The points of the beer if the game ended now, and what each way of scoring would add to them."""
    begin_trial(rules, state, view)
    view.beer_now = 0
    view.beer_now = trial_points(rules, view)
    if has_discs:
        for way in range(N_WAYS):
            view.way_points[way] = points_of_way(rules, state, view, way) if is_usable(state, state.seat, way) else 0


@inlined
def points_of_way(rules, state, view, way):
    """What a disc for this way of scoring adds to the final score."""
    begin_trial(rules, state, view)
    for colour in range(N_COLOURS):
        try_steps(rules, view, colour, state.gain[state.seat, way, colour])
    try_brew(rules, view, state.gain[state.seat, way, BREWMASTER])
    view.trial_ducats += state.gain[state.seat, way, DUCATS]
    return trial_points(rules, view)


@compiled
def points_of_place(rules, state, view, place):
    """What a place of the start area adds to the final score; on the resource place the best marker is moved."""
    if place == Place.FIRST:
        return rules.first_player_vp
    begin_trial(rules, state, view)
    if place == Place.RESOURCE:
        best = 0
        for colour in range(N_COLOURS):
            best = max(best, points_of_steps(rules, state, view, colour, rules.place_resource_steps))
        return best
    if place == Place.BREWMASTER:
        try_brew(rules, view, rules.place_brewmaster_steps)
    else:
        view.trial_ducats += rules.place_ducats
    return trial_points(rules, view)


@inlined
def points_of_steps(rules, state, view, colour, steps):
    """What steps of a resource marker add to the final score."""
    begin_trial(rules, state, view)
    try_steps(rules, view, colour, steps)
    return trial_points(rules, view)


@inlined
def points_of_ducats(rules, state, view, ducats):
    """What ducats add to the final score, or take from it if they are paid."""
    begin_trial(rules, state, view)
    view.trial_ducats += ducats
    return trial_points(rules, view)


@inlined
def points_of_card(rules, state, view, card, colour):
    """What a privilege card adds to the final score: the barrels that one has, or steps and ducats instead of what it would be sold for."""
    seat = state.seat
    if card == Privilege.NO_CARD:
        return 0
    begin_trial(rules, state, view)
    view.trial_ducats -= rules.card_sale_ducats
    if card == Privilege.COLOUR:
        try_steps(rules, view, colour, rules.steps_per_tile * state.n_tiles[seat, colour_way(colour)])
    elif card == Privilege.LOWEST:
        try_steps(rules, view, colour, rules.steps_per_disc * state.n_discs[seat])
    elif card == Privilege.MONEY:
        view.trial_ducats += rules.card_ducats
    elif card == Privilege.BREWMASTER:
        try_brew(rules, view, rules.card_brewmaster_steps)
    points = trial_points(rules, view)
    if card == Privilege.BARREL:
        points += rules.vp_per_barrel * (owned_barrels(state, seat, Barrel.LARGE) + owned_barrels(state, seat, Barrel.SMALL))
    return points
