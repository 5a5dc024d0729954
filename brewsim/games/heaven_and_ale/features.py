"""What a bot weighs in an action. A bot is a row of weights over FEATURES, in bots.toml.

`survey` puts a rough value on steps and ducats, on each way of scoring, on each free plot and on each space ahead: what a move
there would be used for. The features then tell these uses apart, so that each bot can weigh them by its own plan.
"""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale.kernel import funds, has_room, is_in_garden, price_of, spot_of
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
from brewsim.games.heaven_and_ale.scoring import list_due
from brewsim.games.heaven_and_ale.state import (
    BARREL_CARD,
    BREW_CARD,
    BREW_PLACE,
    BUY,
    CLAIM,
    COLOUR_CARD,
    DONE,
    DUCAT_PLACE,
    ENTER,
    FIRST,
    HOME,
    LOWEST_CARD,
    MONEY_CARD,
    MOVE,
    N_MASKS,
    NO_CARD,
    PLACE,
    RESOURCE_PLACE,
    SCORE,
    SELL,
    SHED,
    Phase,
)
from brewsim.parts.compiling import compiled, inlined

FEATURES = (
    "ducats",  # gained now, or paid
    "ducats_early",  # the same times the share of the game that is left
    "ducats_scarce",  # the same, the more the less money one has
    "steps",  # of resource markers now
    "steps_needed",  # the same, the more the further a marker is behind
    "brew",  # steps of the brewmaster now
    "brew_early",  # the same times the share of the game that is left
    "later_steps",  # needed steps that a tile will bring by its colour's spot and by X
    "later_ducats",  # ducats that it will bring so
    "touch",  # value that it will bring by the monks around it
    "harvest",  # value that a monk will bring by the tiles around it
    "brothers",  # steps of the brewmaster that monks side by side will bring
    "shed_brew",  # change of the steps that the sheds around are expected to bring
    "shed_yield",  # change of the fertility that they are expected to activate
    "sun",  # 1 for a tile in the sun
    "shade",  # 1 for a tile in the shade
    "monk",  # 1 for a monk
    "more_tiles",  # further tiles on the space
    "done",  # 1 for buying no more
    "sell",  # 1 for selling a card
    "card",  # value of the card that is sold
    "score",  # 1 for scoring a disc
    "score_value",  # rough value of what it scores
    "score_early",  # share of the game that is left, for scoring a disc
    "pair",  # 1 if the disc completes a pair and a card is in hand
    "card_barrels",  # points of the barrel privilege with the barrels owned so far
    "barrel_points",  # points of the barrels that one can claim
    "barrel_progress",  # points of a barrel times the share of its goal that a tile or a disc contributes
    "skip",  # spaces passed over
    "skip_buys",  # value of the purchases passed over
    "skip_scores",  # value of the scorings passed over
    "skip_barrels",  # points of due barrels that one passes over for this round
    "home",  # 1 for ending the round
    "first_place",  # 1 for the first player's place
    "contested",  # value of the space, times the share of rivals that could take it first
    "shed_early",  # `shed_brew` times the share of the game that is left
)
(
    F_DUCATS,
    F_DUCATS_EARLY,
    F_DUCATS_SCARCE,
    F_STEPS,
    F_STEPS_NEEDED,
    F_BREW,
    F_BREW_EARLY,
    F_LATER_STEPS,
    F_LATER_DUCATS,
    F_TOUCH,
    F_HARVEST,
    F_BROTHERS,
    F_SHED_BREW,
    F_SHED_YIELD,
    F_SUN,
    F_SHADE,
    F_MONK,
    F_MORE_TILES,
    F_DONE,
    F_SELL,
    F_CARD,
    F_SCORE,
    F_SCORE_VALUE,
    F_SCORE_EARLY,
    F_PAIR,
    F_CARD_BARRELS,
    F_BARREL_POINTS,
    F_BARREL_PROGRESS,
    F_SKIP,
    F_SKIP_BUYS,
    F_SKIP_SCORES,
    F_SKIP_BARRELS,
    F_HOME,
    F_FIRST_PLACE,
    F_CONTESTED,
    F_SHED_EARLY,
) = range(len(FEATURES))

# The rough values of `survey`, in points. They only choose what a space would be used for; the weights do the rest.
STEP_VALUE = 0.8  # of a needed step
BREW_VALUE = 0.7  # of a step of the brewmaster
DUCAT_VALUE = 0.08  # of a ducat at the very end
EARLY_DUCAT_VALUE = 0.35  # and more of it, times the share of the game that is left
YIELD_VALUE = 0.35  # of a fertility that a shed will activate
PROSPECT = 0.8  # of a free plot beside a monk, times the share of the game that is left
X_SHARE = 0.35  # how much X counts among the expected activations of a tile
CLOSED = N_FERTILITIES + 1  # the column of `best_plot` for a monk whose spot is used
LEAST = -1000.0  # less than any value
BARREN_TILE, FERTILE_TILE, FERTILE_FROM = 1, 4, 3  # tiles below FERTILE_FROM look for the plot that suits a 1, the others a 4
BARREN, FERTILE, MONK_SPOTS, RESOURCE_SPOTS, CARDS_PLACED, SUN_FULL, SHADE_FULL = 2, 3, 4, 5, 9, 10, 11  # barrels
SCARCE = 10.0  # ducats at which money counts as half scarce


@compiled
def survey(rules, state):
    """What the features of this decision have in common.

    From the move of a turn to the plot for the tile nothing changes that the plots and steps depend on, so they are valued once:
    `stamp` counts the actions that change something.
    """
    phase = state.phase
    state.scarcity = SCARCE / (SCARCE + state.money[state.seat])
    if state.surveyed != state.stamp:
        state.surveyed = state.stamp
        value_steps(rules, state)
        value_progress(rules, state)
        if phase == Phase.MOVE or phase == Phase.BUY or phase == Phase.PLACE:
            value_plots(rules, state)
            value_sheds(rules, state)
            find_best_plots(rules, state)
    if phase == Phase.MOVE or phase == Phase.SCORE:
        value_options(rules, state)
    if phase == Phase.MOVE:
        value_spaces(rules, state)


@compiled
def value_steps(rules, state):
    """How long the game still is, what a free spot may hope for, and what steps and ducats are worth."""
    seat = state.seat
    total = rules.total_rounds[state.n_seats]
    left = total - state.rounds - 0.5
    share = left / total
    chance = 0.0
    free = N_SPOTS - state.n_discs[seat]
    if free > 0:
        chance = min(0.95, left * rules.n_disc_spaces / (state.n_seats * free))
    state.left, state.share, state.chance = left, share, chance
    x_uses = X_SHARE * chance * (1 - state.disc[seat, 0])
    mean = 0.0
    for colour in range(N_COLOURS):
        uses = chance * (1 - state.disc[seat, 1 + colour])
        state.uses[colour] = uses + x_uses
        state.need[colour] = state.marker[seat, colour] + uses * state.gain[seat, N_FERTILITIES + colour, colour]
        mean += state.need[colour]
    mean /= N_COLOURS
    for colour in range(N_COLOURS):
        need = min(1.2, max(0.15, 0.55 + 0.07 * (mean - state.need[colour])))
        if state.marker[seat, colour] >= rules.track_end:
            need = 0.1
        state.need[colour] = need
        state.worth[colour] = STEP_VALUE * need
    state.worth[BREWMASTER] = BREW_VALUE if state.marker[seat, BREWMASTER] < rules.track_end else 0.0
    state.worth[DUCATS] = DUCAT_VALUE + EARLY_DUCAT_VALUE * share


@compiled
def value_options(rules, state):
    """The value of each way of scoring, and the best one for each kind of disc space."""
    seat = state.seat
    for space_kind in range(DISC_A, len(SPACE_KINDS)):
        state.best_option[space_kind] = NONE
    for option in range(N_OPTIONS):
        spot = spot_of(option)
        value = -1.0
        if state.disc[seat, spot] == 0 and is_in_garden(state, seat, option):
            value = 0.0
            for gained in range(N_GAINS):
                value += state.gain[seat, option, gained] * state.worth[gained]
            for space_kind in range(DISC_A, len(SPACE_KINDS)):
                best = state.best_option[space_kind]
                if rules.allows[space_kind, spot] > 0 and (best == NONE or value > state.option_value[best]):
                    state.best_option[space_kind] = option
        state.option_value[option] = value


@inlined
def goal_share(rules, state, barrel):
    """What the barrel of a goal would still bring this seat, for each tile, disc or card that the goal asks for."""
    if state.barrel[state.seat, barrel] > 0 or state.small_left[barrel] == 0:
        return 0.0
    return (rules.large_vp if state.large_left[barrel] > 0 else rules.small_vp) / max(1, rules.goal[barrel])


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
    state.disc_progress[0] = 0.0
    state.disc_progress[1] = goal_share(rules, state, RESOURCE_SPOTS)
    state.disc_progress[2] = goal_share(rules, state, MONK_SPOTS)
    state.card_progress = goal_share(rules, state, CARDS_PLACED)


@compiled
def value_plots(rules, state):
    """For each free plot what the monks around would bring a tile, and what a monk would find around it."""
    seat = state.seat
    for monk in range(N_MONKS):
        state.monk_open[N_RESOURCES + monk] = state.chance * (1 - state.disc[seat, 1 + N_COLOURS + monk])
    prospect = PROSPECT * state.share
    ducat = state.worth[DUCATS]
    n, n_sunny = 0, 0
    for plot in range(N_PLOTS):
        kind = state.tile[seat, plot]
        is_free = kind == EMPTY
        worth = state.worth[rules.colour[kind]] if plot < PLOTS_OF_SIDE else ducat
        state.plot_value[plot] = rules.fertility[kind] * worth + (prospect if is_free else 0.0)
        state.plot_open[plot] = state.monk_open[kind]
        state.plot_monk[plot] = 1.0 if N_RESOURCES <= kind < EMPTY else 0.0
        state.free_plots[n] = plot
        n += is_free
        n_sunny += is_free and plot < PLOTS_OF_SIDE
    state.n_free[SUN], state.n_free[SHADE] = n_sunny, n - n_sunny
    for j in range(n):
        plot = state.free_plots[j]
        touch, harvest, brothers = 0.0, 0.0, 0.0
        for i in range(RING):
            near = rules.near[plot, i]
            touch += state.plot_open[near]
            harvest += state.plot_value[near]
            brothers += state.plot_monk[near]
        state.touch[plot], state.harvest[plot], state.brothers[plot] = touch, harvest, brothers


@compiled
def value_sheds(rules, state):
    """How a tile of each fertility would change what each shed is expected to bring; hope fades with the time that is left."""
    seat = state.seat
    hope = 0.35 + 0.5 * min(1.0, 0.5 * state.left)
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
def find_best_plots(rules, state):
    """The best free plot of either side for a monk, for a monk whose spot is used, for a barren tile and for a fertile one."""
    mean_worth = 0.0
    for colour in range(N_COLOURS):
        mean_worth += state.worth[colour] / N_COLOURS
    chance = state.chance
    for side in range(N_SIDES):
        worth = mean_worth if side == SUN else state.worth[DUCATS]
        first = 0 if side == SUN else state.n_free[SUN]
        best_open, best_closed, best_barren, best_fertile = LEAST, LEAST, LEAST, LEAST
        at_open, at_closed, at_barren, at_fertile = NONE, NONE, NONE, NONE
        for j in range(first, first + state.n_free[side]):
            plot = int(state.free_plots[j])
            one, two = rules.near_sheds[plot, 0], rules.near_sheds[plot, 1]
            touch = state.touch[plot]
            closed = state.shed_value[one, 0] + state.shed_value[two, 0] + BREW_VALUE * touch
            is_open = closed + chance * (state.harvest[plot] + BREW_VALUE * state.brothers[plot])
            touch *= worth
            barren = state.shed_value[one, BARREN_TILE] + state.shed_value[two, BARREN_TILE] + BARREN_TILE * touch
            fertile = state.shed_value[one, FERTILE_TILE] + state.shed_value[two, FERTILE_TILE] + FERTILE_TILE * touch
            at_open = plot if is_open > best_open else at_open
            best_open = is_open if is_open > best_open else best_open
            at_closed = plot if closed > best_closed else at_closed
            best_closed = closed if closed > best_closed else best_closed
            at_barren = plot if barren > best_barren else at_barren
            best_barren = barren if barren > best_barren else best_barren
            at_fertile = plot if fertile > best_fertile else at_fertile
            best_fertile = fertile if fertile > best_fertile else best_fertile
        state.best_plot[side, 0], state.best_value[side, 0] = at_open, best_open
        state.best_plot[side, CLOSED], state.best_value[side, CLOSED] = at_closed, best_closed
        for fertility in range(1, N_FERTILITIES + 1):
            plot = at_barren if fertility < FERTILE_FROM else at_fertile
            state.best_plot[side, fertility] = plot
            if plot != NONE:
                value = state.shed_value[rules.near_sheds[plot, 0], fertility] + state.shed_value[rules.near_sheds[plot, 1], fertility]
                state.best_value[side, fertility] = value + fertility * worth * state.touch[plot]


@inlined
def column_of(rules, state, kind):
    """The column of `best_plot` for a kind of tile."""
    if kind < N_RESOURCES:
        return int(rules.fertility[kind])
    return 0 if state.disc[state.seat, 1 + N_COLOURS + kind - N_RESOURCES] == 0 else CLOSED


@inlined
def cost_of(rules, space, kind, side):
    """The price on a side of the garden."""
    price = price_of(rules, space, kind)
    return price * rules.sun_price if side == SUN else price


@inlined
def sort_rivals(state):
    """The positions of the others in rising order; behind them one that no space reaches."""
    n = 0
    for other in range(state.n_seats):
        if other != state.seat:
            place = n
            while place > 0 and state.standing[place - 1] > state.position[other]:
                state.standing[place] = state.standing[place - 1]
                place -= 1
            state.standing[place] = state.position[other]
            n += 1
    state.standing[n] = HOME


@compiled
def value_spaces(rules, state):
    """The best use of each space ahead, and the values passed over on the way to it."""
    seat = state.seat
    money = funds(rules, state, seat)
    room_sun, room_shade = has_room(state, seat, SUN), has_room(state, seat, SHADE)
    points = 0.0
    list_due(rules, state, seat, state.pool)
    for barrel in range(N_BARRELS):
        if state.pool[barrel] != 0:
            points += rules.large_vp if state.large_left[barrel] > 0 else rules.small_vp
    state.due_points = points
    state.last_barrel_space = NONE
    buys, scores = 0.0, 0.0
    ducat = state.worth[DUCATS]
    per_rival = 1.0 / (state.n_seats - 1)
    next_rival = 0
    sort_rivals(state)
    for space in range(state.position[seat], N_SPACES):
        state.skipped_buys[space], state.skipped_scores[space] = buys, scores
        choice, space_value = NONE, 0.0
        space_kind = rules.space_kind[space]
        if space_kind <= MONK:
            best = LEAST
            for i in range(state.n_offer[space]):
                kind = state.offer[space, i]
                column = column_of(rules, state, kind)
                price = price_of(rules, space, kind)
                colour = rules.colour[kind]
                later = rules.fertility[kind] * state.uses[colour]
                value = state.best_value[SHADE, column] + (later - price) * ducat
                is_better = value > best and price <= money and room_shade
                choice = N_SIDES * kind + SHADE if is_better else choice
                best = value if is_better else best
                price *= rules.sun_price
                value = state.best_value[SUN, column] + later * state.worth[colour] - price * ducat
                is_better = value > best and price <= money and room_sun
                choice = N_SIDES * kind + SUN if is_better else choice
                best = value if is_better else best
            space_value = max(0.0, best)
            buys += space_value
        elif space_kind == BARREL:
            state.last_barrel_space = space
        elif state.space_discs[space] > 0 and state.best_option[space_kind] != NONE:
            choice = int(state.best_option[space_kind])
            space_value = state.option_value[choice]
            scores += space_value
        while next_rival < state.n_seats and state.standing[next_rival] <= space:
            next_rival += 1
        state.space_choice[space] = choice
        state.contest[space] = space_value * next_rival * per_rival
    state.skipped_buys[N_SPACES], state.skipped_scores[N_SPACES] = buys, scores


@inlined
def features(rules, state, action, out):
    """The features of one action."""
    seat = state.seat
    if action < ENTER:
        see_move(rules, state, action - MOVE, out)
    elif action < BUY:
        see_place(rules, state, action - ENTER, out)
    elif action < SELL:
        kind, side = (action - BUY) // N_SIDES, (action - BUY) % N_SIDES
        see_purchase(rules, state, state.position[seat] - 1, kind, side, out)
    elif action < DONE:
        out[F_SELL] = 1.0
        out[F_CARD] = card_value(rules, state, action - SELL)
    elif action == DONE:
        out[F_DONE] = 1.0
    elif action < SHED:
        see_plot(rules, state, state.bought_kind, action - PLACE, out)
    elif action < SCORE:
        see_shed(rules, state, (action - SHED) // N_MASKS, (action - SHED) % N_MASKS, out)
    elif action < COLOUR_CARD:
        see_option(rules, state, action - SCORE, out)
    elif action < CLAIM:
        see_card(rules, state, action, out)


@inlined
def see_ducats(state, ducats, out):
    """Ducats gained or paid, early and when they are scarce."""
    out[F_DUCATS] += ducats
    out[F_DUCATS_EARLY] += ducats * state.share
    out[F_DUCATS_SCARCE] += ducats * state.scarcity


@inlined
def see_steps(rules, state, colour, steps, out):
    """Steps of a resource marker; those beyond the end are ducats."""
    room = rules.track_end - state.marker[state.seat, colour]
    walked = min(room, steps)
    out[F_STEPS] += walked
    out[F_STEPS_NEEDED] += walked * state.need[colour]
    if steps > room:
        see_ducats(state, steps - room, out)


@inlined
def see_brew(rules, state, steps, out):
    """Steps of the brewmaster up to the end of the track."""
    walked = min(rules.track_end - state.marker[state.seat, BREWMASTER], steps)
    out[F_BREW] += walked
    out[F_BREW_EARLY] += walked * state.share


@compiled
def see_move(rules, state, space, out):
    """What the space would be used for, and what is passed over to get there."""
    space_kind = rules.space_kind[space]
    choice = state.space_choice[space]
    out[F_SKIP] = space - state.position[state.seat]
    out[F_SKIP_BUYS] = state.skipped_buys[space]
    out[F_SKIP_SCORES] = state.skipped_scores[space]
    if space_kind <= MONK:
        out[F_MORE_TILES] = state.n_offer[space] - 1
        if choice != NONE:
            see_purchase(rules, state, space, choice // N_SIDES, choice % N_SIDES, out)
    elif space_kind == BARREL:
        out[F_BARREL_POINTS] = state.due_points
    elif choice != NONE:
        see_option(rules, state, choice, out)
    if space_kind != BARREL and space > state.last_barrel_space:
        out[F_SKIP_BARRELS] = state.due_points
    out[F_CONTESTED] = state.contest[space]


@compiled
def see_place(rules, state, place, out):
    """A place of the start area: its reward, and the end of one's round."""
    seat = state.seat
    if place == FIRST:
        out[F_FIRST_PLACE] = 1.0
    elif place == BREW_PLACE:
        see_brew(rules, state, rules.place_brewmaster_steps, out)
    elif place == DUCAT_PLACE:
        see_ducats(state, rules.place_ducats, out)
    else:
        see_steps(rules, state, place - RESOURCE_PLACE, rules.place_resource_steps, out)
    if state.phase == Phase.MOVE:
        out[F_HOME] = 1.0
        out[F_SKIP] = N_SPACES - state.position[seat]
        out[F_SKIP_BUYS] = state.skipped_buys[N_SPACES]
        out[F_SKIP_SCORES] = state.skipped_scores[N_SPACES]
        out[F_SKIP_BARRELS] = state.due_points


@inlined
def see_purchase(rules, state, space, kind, side, out):
    """A tile on a side of the garden, at its best plot."""
    see_ducats(state, -cost_of(rules, space, kind, side), out)
    plot = state.best_plot[side, column_of(rules, state, kind)]
    see_plot(rules, state, kind, plot, out)
    out[F_SUN + side] = 1.0
    fertility = rules.fertility[kind]
    out[F_BARREL_PROGRESS] = state.side_progress[side] + state.fertility_progress[fertility]
    if kind < N_RESOURCES:
        colour = rules.colour[kind]
        later = fertility * state.uses[colour]
        if side == SUN:
            out[F_LATER_STEPS] = later * state.need[colour]
        else:
            out[F_LATER_DUCATS] = later
    else:
        out[F_MONK] = 1.0


@inlined
def see_plot(rules, state, kind, plot, out):
    """A tile on a plot: monks and tiles around it, and the sheds."""
    fertility = rules.fertility[kind]
    one, two = rules.near_sheds[plot, 0], rules.near_sheds[plot, 1]
    brew = state.brew_outlook[one, fertility] + state.brew_outlook[two, fertility]
    out[F_SHED_BREW] = brew
    out[F_SHED_EARLY] = brew * state.share
    out[F_SHED_YIELD] = state.yield_outlook[one, fertility] + state.yield_outlook[two, fertility]
    if kind < N_RESOURCES:
        worth = state.worth[rules.colour[kind]] if plot < PLOTS_OF_SIDE else state.worth[DUCATS]
        out[F_TOUCH] = fertility * worth * state.touch[plot]
    else:
        is_open = state.monk_open[kind]
        out[F_HARVEST] = is_open * state.harvest[plot]
        out[F_BROTHERS] = is_open * state.brothers[plot] + state.touch[plot]


@compiled
def see_shed(rules, state, shed, mask, out):
    """What the arrows of a shed tile would activate."""
    seat = state.seat
    for i in range(RING):
        if mask >> i & 1:
            plot = rules.ring[shed, i]
            kind = state.tile[seat, plot]
            if kind >= N_RESOURCES:
                see_brew(rules, state, 1, out)
            elif plot < PLOTS_OF_SIDE:
                see_steps(rules, state, rules.colour[kind], rules.fertility[kind], out)
            else:
                see_ducats(state, rules.fertility[kind], out)


@compiled
def see_option(rules, state, option, out):
    """A disc on a scoring spot: what it brings, and what it leads to."""
    seat, spot = state.seat, spot_of(option)
    for colour in range(N_COLOURS):
        see_steps(rules, state, colour, state.gain[seat, option, colour], out)
    see_brew(rules, state, state.gain[seat, option, BREWMASTER], out)
    see_ducats(state, state.gain[seat, option, DUCATS], out)
    out[F_SCORE] = 1.0
    out[F_SCORE_VALUE] = state.option_value[option]
    out[F_SCORE_EARLY] = state.share
    out[F_PAIR] = 1.0 if state.disc[seat, rules.partner[spot]] > 0 and state.n_held[seat] > 0 else 0.0
    out[F_BARREL_PROGRESS] = state.disc_progress[2 if spot > N_COLOURS else min(1, spot)]


@compiled
def see_card(rules, state, action, out):
    """A privilege card: its reward."""
    seat = state.seat
    if action < LOWEST_CARD:
        colour = action - COLOUR_CARD
        see_steps(rules, state, colour, rules.steps_per_tile * state.n_colour[seat, colour], out)
    elif action < BARREL_CARD:
        see_steps(rules, state, action - LOWEST_CARD, rules.steps_per_disc * state.n_discs[seat], out)
    elif action == BARREL_CARD:
        out[F_CARD_BARRELS] = own_barrels(state) * rules.vp_per_barrel
    elif action == MONEY_CARD:
        see_ducats(state, rules.card_ducats, out)
    elif action == BREW_CARD:
        see_brew(rules, state, rules.card_brewmaster_steps, out)
    if action != NO_CARD:
        out[F_BARREL_PROGRESS] = state.card_progress


@inlined
def own_barrels(state):
    """Barrels of the seat to move."""
    barrels = 0
    for barrel in range(N_BARRELS):
        barrels += state.barrel[state.seat, barrel] > 0
    return barrels


@compiled
def card_value(rules, state, card):
    """A rough value of a card that is sold."""
    seat = state.seat
    value = 0.0
    if card == 0:
        for colour in range(N_COLOURS):
            value = max(value, state.n_colour[seat, colour] * state.worth[colour])
    elif card == 1:
        for colour in range(N_COLOURS):
            value = max(value, state.n_discs[seat] * state.worth[colour])
    elif card == 2:
        value = float(own_barrels(state) * rules.vp_per_barrel)
    elif card == 3:
        value = rules.card_ducats * state.worth[DUCATS]
    else:
        value = rules.card_brewmaster_steps * state.worth[BREWMASTER]
    return value
