"""What a bot weighs in an action, after `survey`. A bot is a row of weights over FEATURES, in bots.toml."""

from brewsim.games.heaven_and_ale import state as codes
from brewsim.games.heaven_and_ale.kernel import cost_of, is_last_round, spot_of
from brewsim.games.heaven_and_ale.rules import (
    BARREL,
    BREWMASTER,
    DUCATS,
    N_BARRELS,
    N_COLOURS,
    N_RESOURCES,
    N_SIDES,
    N_SPACES,
    PLOTS_OF_SIDE,
    RING,
    SUN,
)
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.parts.compiling import compiled, inlined

FEATURES = (
    "ducats",  # gained now, or paid
    "ducats_early",  # the same times the share of the game that is left
    "steps",  # of resource markers now
    "steps_needed",  # the same, the more the further a marker is behind
    "brew",  # steps of the brewmaster now
    "later_steps",  # needed steps that a tile in the sun will bring by its colour's spot and by X
    "later_ducats",  # ducats that one in the shade will bring so
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
    "sell",  # cards that must be sold for a tile, times the chance that a free spot will be used
    "card",  # value of the card that is sold
    "score_value",  # rough value of what a disc scores
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
    "first_place",  # points of the first player's place in the last round
    "contested",  # value of the space, times the share of rivals that could take it first
)
(
    F_DUCATS,
    F_DUCATS_EARLY,
    F_STEPS,
    F_STEPS_NEEDED,
    F_BREW,
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
) = range(len(FEATURES))


@inlined
def features(rules, state, action, out):
    """The features of one action. A move is seen as what its space would be used for."""
    space = state.position[state.seat] - 1
    if action < codes.ENTER:
        space = action - codes.MOVE
        see_move(rules, state, space, out)
        action = state.use[space]
    if codes.BUY <= action < codes.SELL:
        see_purchase(rules, state, space, (action - codes.BUY) // N_SIDES, (action - codes.BUY) % N_SIDES, out)
    elif codes.PLACE <= action < codes.SHED:
        see_plot(rules, state, state.bought_kind, action - codes.PLACE, out)
    elif codes.SCORE <= action < codes.COLOUR_CARD:
        see_option(rules, state, action - codes.SCORE, out)
    elif action < codes.BUY:
        see_place(rules, state, action, out)
    elif action < codes.DONE:
        out[F_CARD] += card_value(rules, state, action - codes.SELL)
    elif action == codes.DONE:
        out[F_DONE] += 1.0
    elif action < codes.SCORE:
        see_shed(rules, state, (action - codes.SHED) // codes.N_MASKS, (action - codes.SHED) % codes.N_MASKS, out)
    elif action < codes.CLAIM:
        see_card(rules, state, action, out)


@inlined
def see_move(rules, state, space, out):
    """What is passed over on the way to a space, and what waits there besides its first use."""
    is_barrel = rules.space_kind[space] == BARREL
    out[F_SKIP] += space - state.position[state.seat]
    out[F_SKIP_BUYS] += state.skipped_buys[space]
    out[F_SKIP_SCORES] += state.skipped_scores[space]
    out[F_MORE_TILES] += max(0, state.n_offer[space] - 1)
    out[F_BARREL_POINTS] += state.due_points if is_barrel else 0.0
    out[F_SKIP_BARRELS] += state.due_points if not is_barrel and space > state.last_barrel_space else 0.0
    out[F_CONTESTED] += state.contest[space]


@inlined
def see_purchase(rules, state, space, kind, side, out):
    """A tile on a side of the garden, at its best plot."""
    fertility, colour = rules.fertility[kind], rules.colour[kind]
    cost = cost_of(rules, space, kind, side)
    lacking = cost - state.money[state.seat]
    if lacking > 0:
        cards = -(-lacking // rules.card_sale_ducats)
        cost -= cards * rules.card_sale_ducats
        out[F_SELL] += cards * state.chance
    see_ducats(state, -cost, out)
    see_plot(rules, state, kind, state.best_plot[side, fertility + state.closed[kind]], out)
    out[F_SUN + side] += 1.0
    out[F_BARREL_PROGRESS] += state.side_progress[side] + state.fertility_progress[fertility]
    later = fertility * state.uses[colour]
    out[F_LATER_STEPS + side] += later * state.need[colour] if side == SUN else later
    out[F_MONK] += 1.0 if kind >= N_RESOURCES else 0.0


@inlined
def see_plot(rules, state, kind, plot, out):
    """A tile on a plot: monks and tiles around it, and the sheds. Monks have no fertility, resources no chance to be triggered."""
    fertility = rules.fertility[kind]
    one, two = rules.near_sheds[plot, 0], rules.near_sheds[plot, 1]
    touch, is_open = state.touch[plot], state.monk_open[kind]
    worth = state.worth[rules.colour[kind] if plot < PLOTS_OF_SIDE else DUCATS]
    out[F_SHED_BREW] += state.brew_outlook[one, fertility] + state.brew_outlook[two, fertility]
    out[F_SHED_YIELD] += state.yield_outlook[one, fertility] + state.yield_outlook[two, fertility]
    out[F_TOUCH] += fertility * worth * touch
    out[F_HARVEST] += is_open * state.harvest[plot]
    out[F_BROTHERS] += is_open * state.brothers[plot] + (touch if kind >= N_RESOURCES else 0.0)


@inlined
def see_ducats(state, ducats, out):
    """Ducats gained or paid, now and early."""
    out[F_DUCATS] += ducats
    out[F_DUCATS_EARLY] += ducats * state.share


@compiled
def see_steps(rules, state, colour, steps, out):
    """Steps of a resource marker; those beyond the end are ducats."""
    walked = min(rules.track_end - state.marker[state.seat, colour], steps)
    out[F_STEPS] += walked
    out[F_STEPS_NEEDED] += walked * state.need[colour]
    see_ducats(state, steps - walked, out)


@inlined
def see_brew(rules, state, steps, out):
    """Steps of the brewmaster up to the end of the track."""
    out[F_BREW] += min(rules.track_end - state.marker[state.seat, BREWMASTER], steps)


@inlined
def see_option(rules, state, option, out):
    """A disc on a scoring spot: what it brings, and what it leads to."""
    seat, spot = state.seat, spot_of(option)
    walked, needed, ducats = 0.0, 0.0, float(state.gain[seat, option, DUCATS])
    for colour in range(N_COLOURS):
        gained = state.gain[seat, option, colour]
        steps = min(rules.track_end - state.marker[seat, colour], gained)
        walked += steps
        needed += steps * state.need[colour]
        ducats += gained - steps
    out[F_STEPS] += walked
    out[F_STEPS_NEEDED] += needed
    see_ducats(state, ducats, out)
    see_brew(rules, state, state.gain[seat, option, BREWMASTER], out)
    out[F_SCORE_VALUE] += state.option_value[option]
    out[F_SCORE_EARLY] += state.share
    out[F_PAIR] += 1.0 if state.disc[seat, rules.partner[spot]] > 0 and state.n_held[seat] > 0 else 0.0
    out[F_BARREL_PROGRESS] += state.spot_progress[2 if spot > N_COLOURS else min(1, spot)]


@compiled
def see_place(rules, state, action, out):
    """A place of the start area: its reward, and the end of one's round; or the marker that the resource place moves."""
    if action >= codes.ADVANCE:
        see_steps(rules, state, action - codes.ADVANCE, rules.place_resource_steps, out)
        return
    place = action - codes.ENTER
    if place == codes.RESOURCE_PLACE:
        see_steps(rules, state, state.neediest, rules.place_resource_steps, out)
    elif place == codes.BREW_PLACE:
        see_brew(rules, state, rules.place_brewmaster_steps, out)
    elif place == codes.DUCAT_PLACE:
        see_ducats(state, rules.place_ducats, out)
    elif is_last_round(rules, state):
        out[F_FIRST_PLACE] += rules.first_player_vp
    if state.phase == Phase.MOVE:
        out[F_HOME] += 1.0
        out[F_SKIP] += N_SPACES - state.position[state.seat]
        out[F_SKIP_BUYS] += state.skipped_buys[N_SPACES]
        out[F_SKIP_SCORES] += state.skipped_scores[N_SPACES]
        out[F_SKIP_BARRELS] += state.due_points


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
def see_card(rules, state, action, out):
    """A privilege card: its reward."""
    seat = state.seat
    if action < codes.LOWEST_CARD:
        colour = action - codes.COLOUR_CARD
        see_steps(rules, state, colour, rules.steps_per_tile * state.n_colour[seat, colour], out)
    elif action < codes.BARREL_CARD:
        see_steps(rules, state, action - codes.LOWEST_CARD, rules.steps_per_disc * state.n_discs[seat], out)
    elif action == codes.BARREL_CARD:
        out[F_CARD_BARRELS] += own_barrels(state) * rules.vp_per_barrel
    elif action == codes.MONEY_CARD:
        see_ducats(state, rules.card_ducats, out)
    elif action == codes.BREW_CARD:
        see_brew(rules, state, rules.card_brewmaster_steps, out)
    if action != codes.NO_CARD:
        out[F_BARREL_PROGRESS] += state.card_progress


@compiled
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
