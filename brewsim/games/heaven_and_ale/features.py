"""What a bot weighs in an action, after `survey`. A bot is a row of weights over the features, in bots.toml."""

from enum import IntEnum

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.beliefs import MAX_LACKING
from brewsim.games.heaven_and_ale.box import (
    BREWMASTER,
    DUCATS,
    N_COLOURS,
    N_RESOURCES,
    N_SPACES,
    RING,
    Goal,
    Place,
    Privilege,
    Side,
    Space,
)
from brewsim.games.heaven_and_ale.cards_view import barrels_at_hand
from brewsim.games.heaven_and_ale.codes import Verb
from brewsim.games.heaven_and_ale.end_view import points_of_card, points_of_ducats, points_of_place, points_of_steps
from brewsim.games.heaven_and_ale.garden import is_monk, is_sunny
from brewsim.games.heaven_and_ale.garden_view import fit_of, harvest_of, touch_of
from brewsim.games.heaven_and_ale.goals_view import nearer, nearer_by_steps
from brewsim.games.heaven_and_ale.spots import FIRST_COLOUR, FIRST_MONK, colour_way, spot_of
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.games.heaven_and_ale.track import cost_of, space_of
from brewsim.parts.compiling import inlined


class Feature(IntEnum):
    DUCATS = 0  # points at the very end of the ducats that one gains, or pays
    DUCATS_EARLY = 1  # ducats gained or paid, times the share of the game that is left
    STEPS = 2  # value of steps of resource markers now
    STEPS_NEEDED = 3  # the same, the more the further a marker is behind
    BREW = 4  # value of steps of the brewmaster now
    LATER_STEPS = 5  # value of needed steps that a tile in the sun will bring by its colour's spot and by X
    LATER_DUCATS = 6  # ducats that one in the shade will bring so
    TOUCH = 7  # value that it will bring by the monks around it
    HARVEST = 8  # value that a monk will bring by the tiles around it
    BROTHERS = 9  # value of steps of the brewmaster that monks side by side will bring
    SHED_BREW = 10  # change of the value of the steps that the sheds around are expected to bring
    SHED_YIELD = 11  # change of the fertility that they are expected to activate
    SUN = 12  # 1 for a tile in the sun
    SHADE = 13  # 1 for a tile in the shade
    MONK = 14  # 1 for a monk
    MORE_TILES = 15  # further tiles on the space
    DONE = 16  # 1 for buying no more
    SELL = 17  # value of the cards that pairs will lack if they are sold for a tile
    CARD = 18  # value of the card that is sold
    SCORE_VALUE = 19  # rough value of what a disc scores
    SCORE_EARLY = 20  # share of the game that is left, for scoring a disc
    PAIR = 21  # value of the best card in hand, for the disc that completes a pair
    CARD_BARRELS = 22  # points of the barrel privilege with the barrels that one has or could claim
    BARREL_POINTS = 23  # points of the barrels that one can claim
    BARREL_RACE = 24  # those of them that one would lose if a rival came first
    BARREL_LOST = 25  # points of due barrels that one passes over in the last round, and so for good
    BARREL_PROGRESS = 26  # points of barrels, times the chance for them that a choice wins
    SKIP = 27  # spaces passed over
    SKIP_BUYS = 28  # value of the purchases passed over
    SKIP_SCORES = 29  # value of the scorings passed over
    SKIP_BARRELS = 30  # points of due barrels that one passes over for this round
    HOME = 31  # 1 for ending the round
    FIRST_PLACE = 32  # rivals that would on average be before one in the next round, for the first player's place
    FINAL_POINTS = 33  # points that a choice of the last round adds to the final score at once
    CONTESTED = 34  # value of the space, times the share of rivals that could take it first


FEATURES = tuple(feature.name.lower() for feature in Feature)


@inlined
def features(rules, beliefs, state, view, action, out):
    """The features of one action. A move is seen as what its space would be used for."""
    space = space_of(state, state.seat)
    verb, what = codes.decode(action)
    if verb == Verb.MOVE:
        space = what
        see_move(rules, state, view, space, out)
        if view.use[space] == NONE:
            return
        verb, what = codes.decode(view.use[space])
    if verb == Verb.BUY:
        kind, side = codes.purchase(what)
        see_purchase(rules, beliefs, state, view, space, kind, side, out)
    elif verb == Verb.LAY:
        see_plot(rules, beliefs, state, view, state.bought_kind, what, out)
    elif verb == Verb.SCORE:
        see_way(rules, beliefs, state, view, what, out)
    elif verb == Verb.ENTER:
        see_place(rules, beliefs, state, view, what, out)
    elif verb == Verb.ADVANCE:
        see_steps(rules, beliefs, state, view, what, rules.place_resource_steps, out)
        if view.is_last_round:
            out[Feature.FINAL_POINTS] += points_of_steps(rules, state, view, what, rules.place_resource_steps)
    elif verb == Verb.SELL:
        out[Feature.CARD] += view.card_value[what]
    elif verb == Verb.DONE:
        out[Feature.DONE] += 1.0
    elif verb == Verb.BUILD:
        shed, arrows = codes.shed_and_arrows(what)
        see_shed(rules, beliefs, state, view, shed, arrows, out)
    elif verb == Verb.PLACE_CARD:
        card, colour = codes.privilege(what)
        see_card(rules, beliefs, state, view, card, colour, out)


@inlined
def see_move(rules, state, view, space, out):
    """What is passed over on the way to a space, and what waits there besides its first use."""
    is_barrel = rules.space_kind[space] == Space.BARREL
    out[Feature.SKIP] += space - state.position[state.seat]
    out[Feature.SKIP_BUYS] += view.skipped_buys[space]
    out[Feature.SKIP_SCORES] += view.skipped_scores[space]
    out[Feature.MORE_TILES] += max(0, state.n_offer[space] - 1)
    out[Feature.BARREL_POINTS] += view.due_points if is_barrel else 0.0
    out[Feature.SKIP_BARRELS] += view.due_points if not is_barrel and space > view.last_barrel_space else 0.0
    out[Feature.BARREL_RACE] += view.risky_points if is_barrel else 0.0
    out[Feature.BARREL_LOST] += view.due_points if view.is_last_round and space > view.last_barrel_space else 0.0
    out[Feature.CONTESTED] += view.contest[space]


@inlined
def see_purchase(rules, beliefs, state, view, space, kind, side, out):
    """A tile on a side of the garden, at its best plot."""
    fertility, colour = rules.fertility[kind], rules.colour[kind]
    cost = cost_of(rules, space, kind, side)
    if view.is_last_round:
        out[Feature.FINAL_POINTS] += points_of_ducats(rules, state, view, -cost)
    lacking = cost - state.money[state.seat]
    if lacking > 0:
        cards = -(-lacking // rules.card_sale_ducats)
        cost -= cards * rules.card_sale_ducats
        out[Feature.SELL] += cards_missed(state, view, cards) * view.least_card
    see_ducats(beliefs, view, -cost, out)
    see_plot(rules, beliefs, state, view, kind, view.best_plot[side, fit_of(rules, view, kind)], out)
    out[Feature.SUN if side == Side.SUN else Feature.SHADE] += 1.0
    out[Feature.BARREL_PROGRESS] += view.side_progress[side] + view.fertility_progress[fertility]
    later = fertility * view.uses[colour]
    if side == Side.SUN:
        spot, steps = state.marker[state.seat, colour], int(max(0.0, min(later, MAX_LACKING)))
        out[Feature.BARREL_PROGRESS] += nearer_by_steps(beliefs, view, wanted_steps(rules, spot, steps), spot + steps)
        out[Feature.LATER_STEPS] += later * view.need[colour] * beliefs.step_worth
    else:
        out[Feature.LATER_DUCATS] += later
    out[Feature.MONK] += 1.0 if is_monk(kind) else 0.0


@inlined
def see_plot(rules, beliefs, state, view, kind, plot, out):
    """A tile on a plot: the sheds, monks and tiles around it."""
    fertility = rules.fertility[kind]
    one, two = rules.near_sheds[plot, 0], rules.near_sheds[plot, 1]
    out[Feature.SHED_BREW] += (view.brew_outlook[one, fertility] + view.brew_outlook[two, fertility]) * beliefs.brew_worth
    out[Feature.BARREL_PROGRESS] += view.shed_goals[one, fertility] + view.shed_goals[two, fertility]
    out[Feature.SHED_YIELD] += view.yield_outlook[one, fertility] + view.yield_outlook[two, fertility]
    if is_monk(kind):
        chance = view.chance * view.monk_open[kind - N_RESOURCES]
        out[Feature.HARVEST] += chance * harvest_of(rules, view, plot)
        out[Feature.BROTHERS] += (chance * state.monks_near[state.seat, plot] + touch_of(state, view, plot)) * beliefs.brew_worth
    else:
        worth = view.worth[rules.colour[kind] if is_sunny(plot) else DUCATS]
        out[Feature.TOUCH] += fertility * worth * touch_of(state, view, plot)


@inlined
def see_ducats(beliefs, view, ducats, out):
    """Ducats gained or paid: what they score at the end, and what they buy before."""
    out[Feature.DUCATS] += ducats * beliefs.ducat_worth
    out[Feature.DUCATS_EARLY] += ducats * view.share


@inlined
def see_steps(rules, beliefs, state, view, colour, steps, out):
    """Steps of a resource marker; those beyond the end are ducats."""
    spot = state.marker[state.seat, colour]
    walked = min(rules.track_end - spot, steps)
    out[Feature.STEPS] += walked * beliefs.step_worth
    out[Feature.STEPS_NEEDED] += walked * view.need[colour] * beliefs.step_worth
    out[Feature.BARREL_PROGRESS] += nearer_by_steps(beliefs, view, wanted_steps(rules, spot, walked), spot + walked)
    see_ducats(beliefs, view, (steps - walked) * rules.overflow_ducats, out)


@inlined
def wanted_steps(rules, spot, steps):
    """How many of the steps of a marker bring the goal for all resources nearer."""
    return min(steps, max(0, rules.goal[Goal.ALL_RESOURCES] - spot))


@inlined
def see_brew(rules, beliefs, state, view, steps, out):
    """Steps of the brewmaster up to the end of the track."""
    walked = min(rules.track_end - state.marker[state.seat, BREWMASTER], steps)
    out[Feature.BREW] += walked * beliefs.brew_worth
    out[Feature.BARREL_PROGRESS] += nearer(beliefs, view, Goal.BREWMASTER, walked)


@inlined
def see_way(rules, beliefs, state, view, way, out):
    """A disc on a scoring spot: what it brings, and what it leads to."""
    seat = state.seat
    walked, needed, ducats = 0.0, 0.0, 0.0 + state.gain[seat, way, DUCATS]
    wanted, reached = 0, view.highest
    for colour in range(N_COLOURS):
        gained, spot = state.gain[seat, way, colour], state.marker[seat, colour]
        steps = min(rules.track_end - spot, gained)
        walked += steps
        needed += steps * view.need[colour]
        ducats += (gained - steps) * rules.overflow_ducats
        wanted += wanted_steps(rules, spot, steps)
        reached = max(reached, spot + steps)
    out[Feature.STEPS] += walked * beliefs.step_worth
    out[Feature.STEPS_NEEDED] += needed * beliefs.step_worth
    out[Feature.BARREL_PROGRESS] += nearer_by_steps(beliefs, view, wanted, reached)
    see_ducats(beliefs, view, ducats, out)
    see_brew(rules, beliefs, state, view, state.gain[seat, way, BREWMASTER], out)
    out[Feature.SCORE_VALUE] += view.way_value[way]
    out[Feature.SCORE_EARLY] += view.share
    completes_pair = state.disc[seat, rules.partner[spot_of(way)]] > 0
    out[Feature.PAIR] += view.best_card if completes_pair else 0.0
    if view.is_last_round:
        out[Feature.FINAL_POINTS] += view.way_points[way]
    if way >= FIRST_MONK:
        out[Feature.BARREL_PROGRESS] += view.monk_spot_progress
    elif way >= FIRST_COLOUR:
        out[Feature.BARREL_PROGRESS] += view.colour_spot_progress


@inlined
def cards_missed(state, view, cards):
    """Cards that pairs are expected to lack if so many are sold."""
    held = state.n_held[state.seat]
    return max(0.0, view.pairs_ahead - (held - cards)) - max(0.0, view.pairs_ahead - held)


@inlined
def see_place(rules, beliefs, state, view, place, out):
    """A place of the start area and the end of one's round: its reward, or in the last round what it adds to the final score."""
    if state.phase == Phase.MOVE:
        out[Feature.HOME] += 1.0
        out[Feature.SKIP] += N_SPACES - state.position[state.seat]
        out[Feature.SKIP_BUYS] += view.skipped_buys[N_SPACES]
        out[Feature.SKIP_SCORES] += view.skipped_scores[N_SPACES]
        out[Feature.SKIP_BARRELS] += view.due_points
        if view.is_last_round:
            out[Feature.BARREL_LOST] += view.due_points
            out[Feature.FINAL_POINTS] += points_of_place(rules, state, view, place)
            return
    if place == Place.RESOURCE:
        see_steps(rules, beliefs, state, view, view.neediest, rules.place_resource_steps, out)
    elif place == Place.BREWMASTER:
        see_brew(rules, beliefs, state, view, rules.place_brewmaster_steps, out)
    elif place == Place.DUCATS:
        see_ducats(beliefs, view, rules.place_ducats, out)
    else:
        out[Feature.FIRST_PLACE] += (state.n_seats - 1) / 2


@inlined
def see_shed(rules, beliefs, state, view, shed, arrows, out):
    """What the arrows of a shed tile would activate."""
    for i in range(RING):
        if codes.points_to(arrows, i):
            plot = rules.ring[shed, i]
            kind = state.tile[state.seat, plot]
            if is_monk(kind):
                see_brew(rules, beliefs, state, view, 1, out)
            elif is_sunny(plot):
                see_steps(rules, beliefs, state, view, rules.colour[kind], rules.fertility[kind], out)
            else:
                see_ducats(beliefs, view, rules.fertility[kind], out)


@inlined
def see_card(rules, beliefs, state, view, card, colour, out):
    """A privilege card: its reward."""
    seat = state.seat
    if card == Privilege.COLOUR:
        see_steps(rules, beliefs, state, view, colour, rules.steps_per_tile * state.n_tiles[seat, colour_way(colour)], out)
    elif card == Privilege.LOWEST:
        see_steps(rules, beliefs, state, view, colour, rules.steps_per_disc * state.n_discs[seat], out)
    elif card == Privilege.BARREL:
        out[Feature.CARD_BARRELS] += barrels_at_hand(state, view) * rules.vp_per_barrel
    elif card == Privilege.MONEY:
        see_ducats(beliefs, view, rules.card_ducats, out)
    elif card == Privilege.BREWMASTER:
        see_brew(rules, beliefs, state, view, rules.card_brewmaster_steps, out)
    if card != Privilege.NO_CARD:
        out[Feature.BARREL_PROGRESS] += view.card_progress
    if view.is_last_round:
        out[Feature.FINAL_POINTS] += points_of_card(rules, state, view, card, colour)
