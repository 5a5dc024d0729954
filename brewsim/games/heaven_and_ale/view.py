"""What the features of one decision have in common: VIEW, worked out once a decision by `survey`.

Steps, ducats and discs are valued here, the plots of the garden in garden_view.py, the spaces of the track in track_view.py.
Values are rough and in points; the weights of a bot do the rest.
"""

import numpy as np

from brewsim.games.heaven_and_ale.box import (
    BREWMASTER,
    DUCATS,
    N_CARDS,
    N_COLOURS,
    N_FERTILITIES,
    N_GAINS,
    N_GOALS,
    N_MARKERS,
    N_MONKS,
    N_PLOTS,
    N_SHED_TYPES,
    N_SHEDS,
    N_SIDES,
    N_SPACE_KINDS,
    N_SPACES,
    N_SPOTS,
    N_WAYS,
    RING,
    Side,
    Space,
)
from brewsim.games.heaven_and_ale.cards_view import value_cards
from brewsim.games.heaven_and_ale.end_view import value_end
from brewsim.games.heaven_and_ale.garden import is_monk, is_resource
from brewsim.games.heaven_and_ale.garden_view import (
    N_FITS,
    find_monk_plots,
    find_tile_plots,
    see_free_plots,
    see_monks,
    value_neighbours,
    value_sheds,
)
from brewsim.games.heaven_and_ale.goals_view import value_goals
from brewsim.games.heaven_and_ale.spots import X_SPOT, colour_spot, colour_way
from brewsim.games.heaven_and_ale.state import HOME, Phase
from brewsim.games.heaven_and_ale.track import is_last_round, space_of
from brewsim.games.heaven_and_ale.track_view import offers_ahead, value_spaces, value_ways
from brewsim.parts.compiling import compiled, inlined

VIEW = np.dtype(
    [
        # What steps and plots are worth holds from the move of a turn to the plot for the tile: these say for which turn.
        ("game_key", np.uint64),
        ("changes", np.int32),  # `state.changes` when they were valued
        ("is_whole", np.int16),  # 1 if they were valued for all that a turn can bring
        ("left", np.float64),  # rounds still to play, with the rest of this one
        ("share", np.float64),  # the same as a share of the game
        ("chance", np.float64),  # that a free scoring spot will be used
        ("discs_ahead", np.float64),  # that the seat may hope to place
        ("expected", np.float64, (N_COLOURS,)),  # (colour) spot of the marker after its own spot is scored, if it will be
        ("need", np.float64, (N_COLOURS,)),  # (colour) how much a step of its marker is needed, about 0 to 1
        ("neediest", np.int16),  # the colour that needs a step most
        ("worth", np.float64, (N_GAINS,)),  # (gain) value of a step or a ducat
        ("uses", np.float64, (N_COLOURS,)),  # (colour) expected activations of a tile by its own spot and by X
        ("surplus", np.float64, (N_SIDES, N_COLOURS)),  # (side, colour) value of these less the price, for each fertility
        # What comes next is worked out only in the phases whose features ask for it.
        ("prize", np.float64, (N_GOALS,)),  # (goal) points of the barrel that the seat may still get, the more the later it is
        ("lacking", np.int16, (N_GOALS,)),  # (goal) steps, tiles, discs, cards or sheds that it is away
        ("rounds_left", np.int16),  # with this one
        ("highest", np.int16),  # spot of the most advanced resource marker
        ("shed_progress", np.float64, (N_SHED_TYPES,)),  # (shed type) points of barrels that building one brings nearer
        ("fertility_progress", np.float64, (N_FERTILITIES + 1,)),  # (fertility) points of barrels that a tile brings nearer
        ("side_progress", np.float64, (N_SIDES,)),  # (side) the same for any tile on a side
        ("colour_spot_progress", np.float64),  # the same for a disc on the spot of a resource
        ("monk_spot_progress", np.float64),  # the same for a disc on the spot of a monk
        ("card_progress", np.float64),  # the same for a privilege card
        ("way_value", np.float64, (N_WAYS,)),  # (way) value of scoring it now, UNUSABLE if impossible
        ("best_way", np.int16, (N_SPACE_KINDS,)),  # (space kind) the best one, NONE if there is none
        ("monk_open", np.int16, (N_MONKS,)),  # (type) 1 if its spot is free
        ("free_plots", np.int16, (N_PLOTS + 1,)),  # (i) the free plots, the sunny ones first
        ("n_free", np.int16, (N_SIDES,)),  # (side) free plots
        ("touch", np.float64, (RING + 1,)),  # (open monks around a plot) activations that they are expected to bring
        ("plot_value", np.float64, (N_PLOTS + 1,)),  # (plot) value of activating its tile
        ("hope", np.float64, (RING + 1,)),  # (plots) chance that so many free plots around a shed will all be used
        ("brew_outlook", np.float64, (N_SHEDS + 1, N_FERTILITIES + 1)),  # (shed, fertility) change of the steps with such a tile more
        ("yield_outlook", np.float64, (N_SHEDS + 1, N_FERTILITIES + 1)),  # (shed, fertility) change of the fertility it activates
        ("shed_value", np.float64, (N_SHEDS + 1, N_FERTILITIES + 1)),  # (shed, fertility) value of both changes
        ("shed_goals", np.float64, (N_SHEDS + 1, N_FERTILITIES + 1)),  # (shed, fertility) points of barrels that such a tile brings nearer
        ("best_plot", np.int16, (N_SIDES, N_FITS)),  # (side, fit) the best free plot
        ("best_value", np.float64, (N_SIDES, N_FITS)),  # (side, fit) value of that plot
        ("use", np.int16, (N_SPACES,)),  # (space) code of the best purchase or scoring there, NONE if there is none
        ("figures", np.int16, (HOME + 1,)),  # (position) seats that stand there
        ("contest", np.float64, (N_SPACES,)),  # (space) value of that, times the share of rivals that could come first
        ("skipped_buys", np.float64, (N_SPACES + 1,)),  # (space) value of the purchases before it
        ("skipped_scores", np.float64, (N_SPACES + 1,)),  # (space) value of the scorings before it
        ("due_points", np.float64),  # points of the barrels that could be claimed now
        ("risky_points", np.float64),  # those of them that would be lost if a rival came first
        ("last_barrel_space", np.int16),  # the last one ahead, NONE if there is none
        # For the last round: the final score.
        ("is_last_round", np.int16),
        ("trial", np.int16, (N_MARKERS,)),  # (marker) spot after a gain that is tried
        ("trial_ducats", np.int64),  # with those that cards would bring
        ("beer_now", np.int64),  # points of the beer as things stand
        ("way_points", np.int16, (N_WAYS,)),  # (way) points of the beer that it would add
        # Privilege cards.
        ("card_value", np.float64, (N_CARDS + 1,)),  # (privilege) value of placing it, 0 if it is not held
        ("best_card", np.float64),  # the highest of them
        ("least_card", np.float64),  # the lowest of those in hand
        ("pairs_ahead", np.float64),  # pairs that the seat may hope to complete
    ],
    align=True,
)


@compiled
def survey(rules, beliefs, state, view):
    """Value what this decision needs. Each part is called in one place: that keeps the machine code small, and it is faster."""
    if view.game_key != state.key or view.changes != state.changes or view.is_whole != 1:
        value_turn(rules, beliefs, state, view)
    if state.phase == Phase.MOVE:
        value_spaces(rules, state, view)


@inlined
def value_turn(rules, beliefs, state, view):
    """Value steps and goals; plots, cards and discs, as far as the turn can still ask for them.

    The rest of a turn takes what its move has found. A card that is sold in it changes the worth of no other.
    """
    phase = state.phase
    sells_resources, sells_monks, has_discs = offers(rules, state)
    sells = sells_resources or sells_monks
    value_steps(rules, beliefs, state, view)
    value_goals(rules, beliefs, state, view)
    if sells and phase != Phase.SELL:
        value_garden(rules, beliefs, state, view, sells_resources, sells_monks)
    if (sells and phase != Phase.LAY) or has_discs:
        value_cards(rules, state, view)
    view.is_last_round = is_last_round(rules, state)
    if view.is_last_round and phase != Phase.LAY and phase != Phase.BUILD:
        value_end(rules, state, view, has_discs)
    if has_discs:
        value_ways(state, view)
    view.game_key = state.key
    view.changes = state.changes
    view.is_whole = phase == Phase.MOVE


@inlined
def offers(rules, state):
    """Whether the turn can still bring a resource tile, a monk and a disc."""
    phase = state.phase
    if phase == Phase.MOVE:
        return offers_ahead(rules, state)
    if phase == Phase.LAY:
        return is_resource(state.bought_kind), is_monk(state.bought_kind), False
    if phase == Phase.BUY or phase == Phase.SELL:
        sells_monks = rules.space_kind[space_of(state, state.seat)] == Space.MONK
        return not sells_monks, sells_monks, False
    return False, False, phase == Phase.SCORE


@inlined
def value_garden(rules, beliefs, state, view, sells_resources, sells_monks):
    """The plots, for what the turn can still bring: the best ones, or only what is around each if the tile is bought."""
    see_monks(state, view)
    value_sheds(rules, beliefs, state, view)
    if sells_monks:
        value_neighbours(rules, beliefs, state, view)
    if state.phase == Phase.LAY:
        return
    see_free_plots(state, view)
    if sells_resources:
        find_tile_plots(rules, beliefs, state, view)
    if sells_monks:
        find_monk_plots(rules, beliefs, state, view)


@inlined
def turn_start(state):
    """The spaces that the seat had behind it when its turn began, so that a turn is valued alike from its move to its end."""
    is_on_space = state.phase != Phase.START and state.phase != Phase.MOVE and state.phase != Phase.ADVANCE
    return state.left_from if is_on_space else min(N_SPACES, state.position[state.seat])


@compiled
def expected_discs(rules, beliefs, state):
    """Discs that the seat may hope to place from now on: its part of those of later rounds, and of those that lie ahead of it now."""
    later = rules.total_rounds[state.n_seats] - state.rounds - 1
    rivals = 0
    for seat in range(state.n_seats):
        rivals += (seat != state.seat) & (state.position[seat] != HOME)
    ahead = 0
    for space in range(turn_start(state), N_SPACES):
        ahead += state.space_discs[space]
    return later * beliefs.disc_spaces / state.n_seats + ahead / (1 + rivals)


@compiled
def value_steps(rules, beliefs, state, view):
    """How long the game still is, what a free spot may hope for, and what steps and ducats are worth."""
    seat = state.seat
    total = rules.total_rounds[state.n_seats]
    left = total - state.rounds - turn_start(state) / N_SPACES
    share = left / total
    chance = 0.0
    free = N_SPOTS - state.n_discs[seat]
    view.discs_ahead = expected_discs(rules, beliefs, state)
    if free > 0:
        chance = min(beliefs.chance_most, view.discs_ahead / free)
    view.left, view.share, view.chance = left, share, chance
    view.worth[BREWMASTER] = beliefs.brew_worth if state.marker[seat, BREWMASTER] < rules.track_end else 0.0
    view.worth[DUCATS] = beliefs.ducat_worth + beliefs.early_ducat_worth * share
    value_colours(rules, beliefs, state, view)


@inlined
def value_colours(rules, beliefs, state, view):
    """What steps of each marker are worth: the more, the further it will be behind; and what tiles of its colour bring."""
    seat, chance, ducat = state.seat, view.chance, view.worth[DUCATS]
    x_uses = beliefs.x_share * chance * (1 - state.disc[seat, X_SPOT])
    mean = 0.0
    for colour in range(N_COLOURS):
        uses = chance * (1 - state.disc[seat, colour_spot(colour)])
        view.uses[colour] = uses + x_uses
        view.expected[colour] = state.marker[seat, colour] + uses * state.gain[seat, colour_way(colour), colour]
        mean += view.expected[colour]
    mean /= N_COLOURS
    neediest, most = 0, 0.0
    for colour in range(N_COLOURS):
        need = beliefs.need_mean + beliefs.need_per_step * (mean - view.expected[colour])
        need = min(beliefs.need_most, max(beliefs.need_least, need))
        need = beliefs.need_at_end if state.marker[seat, colour] >= rules.track_end else need
        uses, worth = view.uses[colour], beliefs.step_worth * need
        view.need[colour] = need
        view.worth[colour] = worth
        view.surplus[Side.SUN, colour] = uses * worth - rules.price_factor[Side.SUN] * ducat
        view.surplus[Side.SHADE, colour] = (uses - 1.0) * ducat
        neediest = colour if need > most else neediest
        most = max(most, need)
    view.neediest = neediest
