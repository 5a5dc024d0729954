"""What the features of one decision have in common: rough values of steps, scorings, plots and spaces.

They say what a move to a space would be used for, and how good the plots are; the weights of a bot do the rest.
"""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale.kernel import funds, has_room, price_of
from brewsim.games.heaven_and_ale.options import usable_options
from brewsim.games.heaven_and_ale.rules import (
    BARREL,
    BREWMASTER,
    DISC_A,
    DUCATS,
    EMPTY,
    MONK,
    N_BARRELS,
    N_COLOURS,
    N_FERTILITIES,
    N_GAINS,
    N_MONKS,
    N_OPTIONS,
    N_PLOTS,
    N_RESOURCES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    N_SPOTS,
    PLOTS_OF_SIDE,
    RING,
    SHADE,
    SPACE_KINDS,
    SUN,
)
from brewsim.games.heaven_and_ale.scoring import due_barrels
from brewsim.games.heaven_and_ale.state import BUY, CLAIM, CLOSED, HOME, SCORE, Phase
from brewsim.parts.compiling import compiled, inlined

# In points.
STEP_VALUE = 0.8  # of a needed step
BREW_VALUE = 0.7  # of a step of the brewmaster
DUCAT_VALUE = 0.08  # of a ducat at the very end
EARLY_DUCAT_VALUE = 0.35  # and more of it, times the share of the game that is left
YIELD_VALUE = 0.35  # of a fertility that a shed will activate
PROSPECT = 0.8  # of a free plot beside a monk, times the share of the game that is left
X_SHARE = 0.35  # how much X counts among the expected activations of a tile
LEAST = -1000.0  # less than any value
BARREN_TILE, FERTILE_TILE, FERTILE_FROM = 1, 4, 3  # tiles below FERTILE_FROM look for the plot that suits a 1, the others a 4
BARREN, FERTILE, MONK_SPOTS, RESOURCE_SPOTS, CARDS_PLACED, SUN_FULL, SHADE_FULL = 2, 3, 4, 5, 9, 10, 11  # barrels


@compiled
def survey(rules, state):
    """Value what this decision needs.

    From the move of a turn to the plot for the tile nothing changes that the plots and steps depend on, so they are valued once:
    `stamp` counts the actions that change something.
    """
    phase = state.phase
    if state.surveyed != state.stamp:
        state.surveyed = state.stamp
        value_steps(rules, state)
        value_progress(rules, state)
        if Phase.MOVE <= phase <= Phase.PLACE:
            value_sheds(rules, state)
            value_plots(rules, state)
    if phase == Phase.MOVE or phase == Phase.SCORE:
        value_options(rules, state)
    if phase == Phase.MOVE:
        value_spaces(rules, state)


@inlined
def turn_start(state):
    """The spaces that the seat had behind it when its turn began: what is valued before the move still holds after it."""
    has_moved = Phase.MOVE < state.phase < Phase.ADVANCE
    return state.left_from if has_moved else min(N_SPACES, state.position[state.seat])


@compiled
def expected_discs(rules, state):
    """Discs that the seat may hope to place from now on: its part of those of later rounds, and of those that lie ahead of it now."""
    later = rules.total_rounds[state.n_seats] - state.rounds - 1
    rivals = 0
    for seat in range(state.n_seats):
        rivals += seat != state.seat and state.position[seat] != HOME
    ahead = 0
    for space in range(turn_start(state), N_SPACES):
        ahead += state.space_discs[space]
    return later * rules.n_disc_spaces / state.n_seats + ahead / (1 + rivals)


@compiled
def value_steps(rules, state):
    """How long the game still is, what a free spot may hope for, and what steps and ducats are worth."""
    seat = state.seat
    total = rules.total_rounds[state.n_seats]
    left = total - state.rounds - turn_start(state) / N_SPACES
    share = left / total
    chance = 0.0
    free = N_SPOTS - state.n_discs[seat]
    if free > 0:
        chance = min(0.95, expected_discs(rules, state) / free)
    state.left, state.share, state.chance = left, share, chance
    x_uses = X_SHARE * chance * (1 - state.disc[seat, 0])
    ducat = DUCAT_VALUE + EARLY_DUCAT_VALUE * share
    mean = 0.0
    for colour in range(N_COLOURS):
        uses = chance * (1 - state.disc[seat, 1 + colour])
        state.uses[colour] = uses + x_uses
        state.need[colour] = state.marker[seat, colour] + uses * state.gain[seat, N_FERTILITIES + colour, colour]
        mean += state.need[colour]
    mean /= N_COLOURS
    neediest, most = 0, 0.0
    for colour in range(N_COLOURS):
        need = min(1.2, max(0.15, 0.55 + 0.07 * (mean - state.need[colour])))
        need = 0.1 if state.marker[seat, colour] >= rules.track_end else need
        uses, worth = state.uses[colour], STEP_VALUE * need
        state.need[colour] = need
        state.worth[colour] = worth
        state.surplus[SUN, colour] = uses * worth - rules.price_factor[SUN] * ducat
        state.surplus[SHADE, colour] = (uses - 1.0) * ducat
        neediest = colour if need > most else neediest
        most = max(most, need)
    state.neediest = neediest
    state.worth[BREWMASTER] = BREW_VALUE if state.marker[seat, BREWMASTER] < rules.track_end else 0.0
    state.worth[DUCATS] = ducat


@compiled
def goal_share(rules, state, barrel):
    """What the barrel of a goal would still bring this seat, for each tile, disc or card that the goal asks for."""
    return rules.goal_share[barrel, state.large_left[barrel] + state.small_left[barrel]] * (state.barrel[state.seat, barrel] == 0)


@compiled
def value_progress(rules, state):
    """How much nearer to a barrel a tile of each fertility, a tile of each side, a disc and a card would bring."""
    seat = state.seat
    for fertility in range(N_FERTILITIES + 1):
        state.fertility_progress[fertility] = 0.0
    for barrel in (BARREN, FERTILE):
        fertility = rules.goal_fertility[barrel]
        if state.n_fertility[seat, fertility - 1] < rules.goal[barrel]:
            state.fertility_progress[fertility] += goal_share(rules, state, barrel)
    state.side_progress[SUN] = goal_share(rules, state, SUN_FULL)
    state.side_progress[SHADE] = goal_share(rules, state, SHADE_FULL)
    state.spot_progress[1] = goal_share(rules, state, RESOURCE_SPOTS)
    state.spot_progress[2] = goal_share(rules, state, MONK_SPOTS)
    state.card_progress = goal_share(rules, state, CARDS_PLACED)


@compiled
def value_sheds(rules, state):
    """How a tile of each fertility would change what each shed is expected to bring; hope fades with the time that is left."""
    seat = state.seat
    hope = min(0.85, 0.35 + 0.25 * state.left, 3.0 * state.left)
    for shed in range(N_SHEDS):
        fill, total = state.shed_fill[seat, shed], state.shed_sum[seat, shed]
        if fill == RING:
            continue
        after = 1.0
        for _ in range(RING - 1 - fill):
            after *= hope
        before = after * hope
        brew, produce = before * rules.shed_brew[fill, total], before * rules.shed_yield[fill, total]
        for fertility in range(N_FERTILITIES + 1):
            more_brew = after * rules.shed_brew[fill + 1, total + fertility] - brew
            more_yield = after * rules.shed_yield[fill + 1, total + fertility] - produce
            state.brew_outlook[shed, fertility] = more_brew
            state.yield_outlook[shed, fertility] = more_yield
            state.shed_value[shed, fertility] = BREW_VALUE * more_brew + YIELD_VALUE * more_yield


@compiled
def value_plots(rules, state):
    """Which plots are free, what the monks around would bring a tile there, and the best plots of either side."""
    seat = state.seat
    for monk in range(N_MONKS):
        is_used = state.disc[seat, 1 + N_COLOURS + monk]
        state.monk_open[N_RESOURCES + monk] = state.chance * (1 - is_used)
        state.closed[N_RESOURCES + monk] = CLOSED * is_used
    n_sunny, n, monks = 0, 0, 0
    for plot in range(N_PLOTS):
        kind = state.tile[seat, plot]
        state.free_plots[n] = plot
        state.monk_plots[monks] = plot
        n += kind == EMPTY
        n_sunny += kind == EMPTY and plot < PLOTS_OF_SIDE
        monks += N_RESOURCES <= kind < EMPTY
        state.touch[plot], state.brothers[plot] = 0.0, 0.0
    for j in range(monks):
        plot = state.monk_plots[j]
        is_open = state.monk_open[state.tile[seat, plot]]
        for i in range(RING):
            near = rules.near[plot, i]
            state.touch[near] += is_open
            state.brothers[near] += 1.0
    state.n_free[SUN], state.n_free[SHADE] = n_sunny, n - n_sunny
    find_tile_plots(rules, state)
    if is_monk_ahead(rules, state):
        value_neighbours(rules, state)
        find_monk_plots(rules, state)


@compiled
def find_tile_plots(rules, state):
    """The best free plot of either side for a barren tile and for a fertile one."""
    mean_worth = 0.0
    for colour in range(N_COLOURS):
        mean_worth += state.worth[colour] / N_COLOURS
    for side in range(N_SIDES):
        worth = mean_worth if side == SUN else state.worth[DUCATS]
        first = 0 if side == SUN else state.n_free[SUN]
        best_barren, best_fertile = LEAST, LEAST
        at_barren, at_fertile = 0, 0
        for j in range(first, first + state.n_free[side]):
            plot = state.free_plots[j]
            one, two = rules.near_sheds[plot, 0], rules.near_sheds[plot, 1]
            touch = state.touch[plot] * worth
            barren = state.shed_value[one, BARREN_TILE] + state.shed_value[two, BARREN_TILE] + BARREN_TILE * touch
            fertile = state.shed_value[one, FERTILE_TILE] + state.shed_value[two, FERTILE_TILE] + FERTILE_TILE * touch
            at_barren = plot if barren > best_barren else at_barren
            best_barren = max(barren, best_barren)
            at_fertile = plot if fertile > best_fertile else at_fertile
            best_fertile = max(fertile, best_fertile)
        for fertility in range(1, N_FERTILITIES + 1):
            plot = at_barren if fertility < FERTILE_FROM else at_fertile
            value = state.shed_value[rules.near_sheds[plot, 0], fertility] + state.shed_value[rules.near_sheds[plot, 1], fertility]
            state.best_plot[side, fertility] = plot
            state.best_value[side, fertility] = value + fertility * worth * state.touch[plot]


@compiled
def is_monk_ahead(rules, state):
    """Whether the seat to move could buy a monk or has one to place; only then plots for monks are looked for."""
    monks = int(state.bought_kind >= N_RESOURCES)
    for space in range(max(0, state.position[state.seat] - 1), N_SPACES):
        monks += state.n_offer[space] if rules.space_kind[space] == MONK else 0
    return monks > 0


@compiled
def value_neighbours(rules, state):
    """What activating the tile on each plot is worth; a free plot has prospects."""
    seat = state.seat
    prospect = PROSPECT * state.share
    ducat = state.worth[DUCATS]
    for plot in range(N_PLOTS):
        kind = state.tile[seat, plot]
        worth = state.worth[rules.colour[kind]] if plot < PLOTS_OF_SIDE else ducat
        state.plot_value[plot] = prospect if kind == EMPTY else rules.fertility[kind] * worth


@compiled
def find_monk_plots(rules, state):
    """What a monk would find around each free plot, the best one of either side for a monk, and for a monk whose spot is used."""
    chance = state.chance
    for side in range(N_SIDES):
        first = 0 if side == SUN else state.n_free[SUN]
        best_open, best_closed = LEAST, LEAST
        at_open, at_closed = 0, 0
        for j in range(first, first + state.n_free[side]):
            plot = state.free_plots[j]
            harvest = 0.0
            for i in range(RING):
                harvest += state.plot_value[rules.near[plot, i]]
            state.harvest[plot] = harvest
            one, two = rules.near_sheds[plot, 0], rules.near_sheds[plot, 1]
            closed = state.shed_value[one, 0] + state.shed_value[two, 0] + BREW_VALUE * state.touch[plot]
            is_open = closed + chance * (harvest + BREW_VALUE * state.brothers[plot])
            at_open = plot if is_open > best_open else at_open
            best_open = max(is_open, best_open)
            at_closed = plot if closed > best_closed else at_closed
            best_closed = max(closed, best_closed)
        state.best_plot[side, 0], state.best_value[side, 0] = at_open, best_open
        state.best_plot[side, CLOSED], state.best_value[side, CLOSED] = at_closed, best_closed


@compiled
def value_options(rules, state):
    """The value of each way of scoring, and the best one for each kind of disc space."""
    seat = state.seat
    usable = usable_options(state, seat)
    for option in range(N_OPTIONS):
        value = 0.0
        for gained in range(N_GAINS):
            value += state.gain[seat, option, gained] * state.worth[gained]
        state.option_value[option] = value if usable >> option & 1 else -1.0
    for space_kind in range(DISC_A, len(SPACE_KINDS)):
        allowed = rules.allows[space_kind]
        best, best_value = NONE, -1.0
        for option in range(N_OPTIONS):
            is_better = state.option_value[option] > best_value and allowed >> option & 1 != 0
            best = option if is_better else best
            best_value = state.option_value[option] if is_better else best_value
        state.best_option[space_kind] = best


@compiled
def value_due(rules, state):
    """The points of the barrels that the seat could claim now."""
    points = 0
    due = due_barrels(rules, state, state.seat)
    if due != 0:
        for barrel in range(N_BARRELS):
            if due >> barrel & 1:
                points += rules.large_vp if state.large_left[barrel] > 0 else rules.small_vp
    state.due_points = points


@compiled
def value_spaces(rules, state):
    """The best use of each space ahead, and the values passed over on the way to it."""
    seat = state.seat
    money = int(funds(rules, state, seat))
    for_sun = money if has_room(state, seat, SUN) else NONE
    for_shade = money if has_room(state, seat, SHADE) else NONE
    ducat = state.worth[DUCATS]
    per_rival = 1.0 / (state.n_seats - 1)
    buys, scores = 0.0, 0.0
    value_due(rules, state)
    state.last_barrel_space = NONE
    for space in range(state.position[seat], N_SPACES):
        state.skipped_buys[space], state.skipped_scores[space] = buys, scores
        use, value = CLAIM, 0.0
        space_kind = rules.space_kind[space]
        if space_kind <= MONK:
            best = LEAST
            monk_price = rules.monk_price[space] * ducat
            for i in range(state.n_offer[space]):
                kind = state.offer[space, i]
                price = price_of(rules, space, kind)
                fertility, colour = rules.fertility[kind], rules.colour[kind]
                column = fertility + state.closed[kind]
                in_shade = state.best_value[SHADE, column] + fertility * state.surplus[SHADE, colour] - monk_price
                is_better = in_shade > best and price <= for_shade
                use = BUY + N_SIDES * kind + SHADE if is_better else use
                best = in_shade if is_better else best
                factor = rules.price_factor[SUN]
                in_sun = state.best_value[SUN, column] + fertility * state.surplus[SUN, colour] - factor * monk_price
                is_better = in_sun > best and factor * price <= for_sun
                use = BUY + N_SIDES * kind + SUN if is_better else use
                best = in_sun if is_better else best
            value = max(0.0, best)
            buys += value
        elif space_kind == BARREL:
            state.last_barrel_space = space
        elif state.space_discs[space] > 0 and state.best_option[space_kind] != NONE:
            option = state.best_option[space_kind]
            use, value = SCORE + option, state.option_value[option]
            scores += value
        rivals = -1  # the seat itself is among those before the space
        for other in range(state.n_seats):
            rivals += state.position[other] <= space
        state.use[space] = use
        state.contest[space] = value * rivals * per_rival
    state.skipped_buys[N_SPACES], state.skipped_scores[N_SPACES] = buys, scores
