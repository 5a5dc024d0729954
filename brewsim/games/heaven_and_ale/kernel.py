"""The rules of Heaven & Ale: the setup, the turns and the rounds. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale import codes
from brewsim.games.heaven_and_ale.barrels import due_barrels, offered_barrel
from brewsim.games.heaven_and_ale.box import (
    BREWMASTER,
    EMPTY,
    N_BACKS,
    N_CARDS,
    N_GOALS,
    N_MARKERS,
    N_PLOTS,
    N_SPACES,
    Barrel,
    Card,
    Order,
    Place,
    Privilege,
    Space,
)
from brewsim.games.heaven_and_ale.codes import Verb
from brewsim.games.heaven_and_ale.garden import (
    advance,
    advance_brewmaster,
    any_pending,
    build_shed,
    close_monks,
    collect,
    lay_tile,
    lowest_marker,
)
from brewsim.games.heaven_and_ale.scoring import total_points
from brewsim.games.heaven_and_ale.spots import FIRST_MONK, colour_way, spot_of
from brewsim.games.heaven_and_ale.state import HOME, MONK_STREAM, TILE_STREAM, Phase
from brewsim.games.heaven_and_ale.track import (
    NO_TILE,
    highest_price,
    is_last_round,
    is_tile_space,
    lay_out_round,
    pay,
    sell_card,
    space_of,
    take_tile,
)
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck


@compiled
def setup(rules, state):
    """Lay out the first round, give everybody what they start with, and let the places be chosen (HA-1 to HA-5)."""
    for back in range(N_BACKS):
        key = stream_key(state.key, TILE_STREAM + back)
        state.n_piles[back] = order_deck(rules.copies[back], key, state.piles[back], state.priorities)
        key = stream_key(state.key, MONK_STREAM + back)
        state.n_cloister[back] = order_deck(rules.monk_copies[back], key, state.cloister[back], state.priorities)
    state.disc_supply = rules.discs
    for goal in range(N_GOALS):
        state.large_left[goal] = 1
        state.small_left[goal] = 1
    for space in range(N_SPACES):
        state.cheapest[space] = NO_TILE
    for seat in range(state.n_seats):
        state.money[seat] = rules.starting_ducats + rules.start_ducats[seat]  # HA-46
        state.place[seat] = NONE
        state.n_held[seat] = N_CARDS
        for card in range(N_CARDS):
            state.card[seat, card] = Card.HELD
        for marker in range(N_MARKERS):
            state.marker[seat, marker] = rules.start[marker]
        advance_brewmaster(rules, state, seat, rules.start_brewmaster[seat])
        for plot in range(N_PLOTS):
            state.tile[seat, plot] = EMPTY
    state.bought_kind = NONE
    lay_out_round(rules, state)
    state.place[0] = Place.FIRST
    choose_next_place(rules, state)


@compiled
def choose_next_place(rules, state):
    """The next seat chooses its place, counter-clockwise unless the levers say otherwise (HA-5, HA-49); then the first seat moves."""
    step = 1 if rules.order == Order.PLACES_CLOCKWISE else -1
    state.seat = (state.seat + step) % state.n_seats
    state.phase = Phase.START if state.seat > 0 else Phase.MOVE


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    verb, what = codes.decode(action)
    if verb != Verb.MOVE and verb != Verb.BUY and verb != Verb.SELL:
        state.changes += 1
    if verb == Verb.MOVE:
        move(rules, state, what)
    elif verb == Verb.ENTER:
        enter(rules, state, what)
    elif verb == Verb.ADVANCE:
        advance(rules, state, state.seat, what, rules.place_resource_steps)
        after_entering(rules, state)
    elif verb == Verb.BUY:
        kind, side = codes.purchase(what)
        buy(rules, state, kind, side)
    elif verb == Verb.SELL:
        sell_card(rules, state, state.seat, what)
        pay(rules, state)
    elif verb == Verb.DONE:
        end_turn(rules, state)
    elif verb == Verb.LAY:
        lay_tile(rules, state, state.seat, what, state.bought_kind)
        state.bought_kind = NONE
        after_tile(rules, state)
    elif verb == Verb.BUILD:
        shed, arrows = codes.shed_and_arrows(what)
        build_shed(rules, state, state.seat, shed, arrows)
        after_tile(rules, state)
    elif verb == Verb.SCORE:
        score(rules, state, what)
    elif verb == Verb.PLACE_CARD:
        card, colour = codes.privilege(what)
        place_card(rules, state, card, colour)
        end_turn(rules, state)
    else:
        claim(rules, state, what)


@compiled
def move(rules, state, space):
    """Step onto a space; its action follows (HA-6)."""
    seat = state.seat
    state.left_from = state.position[seat]
    state.position[seat] = space + 1
    state.place[seat] = NONE
    state.bought = 0
    space_kind = rules.space_kind[space]
    if is_tile_space(space_kind):
        state.phase = Phase.BUY
    elif space_kind == Space.BARREL:
        state.phase = Phase.CLAIM
    else:
        state.phase = Phase.SCORE


@compiled
def enter(rules, state, place):
    """Take a place of the start area and its reward; then one is out for this round (HA-5, HA-8)."""
    seat = state.seat
    state.place[seat] = place
    if state.phase == Phase.MOVE:
        state.position[seat] = HOME
    if place == Place.RESOURCE:
        state.phase = Phase.ADVANCE
        return
    if place == Place.BREWMASTER:
        advance_brewmaster(rules, state, seat, rules.place_brewmaster_steps)
    elif place == Place.DUCATS:
        state.money[seat] += rules.place_ducats
    after_entering(rules, state)


@compiled
def after_entering(rules, state):
    """In a round the next turn; before the first one the next seat chooses its place (HA-5)."""
    if state.position[state.seat] == HOME:
        end_turn(rules, state)
    else:
        choose_next_place(rules, state)


@compiled
def buy(rules, state, kind, side):
    """Take a tile from the space and pay for it (HA-10)."""
    take_tile(rules, state, space_of(state, state.seat), kind)
    state.bought += 1
    state.bought_kind = kind
    state.bought_side = side
    pay(rules, state)


@compiled
def after_tile(rules, state):
    """Build the sheds that are enclosed, one after the other (HA-15, HA-19); then buy on, if anything can still be bought (HA-10)."""
    seat = state.seat
    if any_pending(state, seat):
        state.phase = Phase.BUILD
    elif state.cheapest[space_of(state, seat)] <= highest_price(rules, state, seat):
        state.phase = Phase.BUY
    else:
        end_turn(rules, state)


@compiled
def score(rules, state, way):
    """Put a disc on a scoring spot, collect its rewards, and see whether a pair is complete (HA-21 to HA-29)."""
    seat, spot = state.seat, spot_of(way)
    state.space_discs[space_of(state, seat)] -= 1
    state.disc[seat, spot] = 1
    state.n_discs[seat] += 1
    if way >= FIRST_MONK:
        close_monks(rules, state, seat, way)
    collect(rules, state, seat, way)
    if state.disc[seat, rules.partner[spot]] > 0 and state.n_held[seat] > 0:
        state.phase = Phase.PRIVILEGE
    else:
        end_turn(rules, state)


@compiled
def place_card(rules, state, card, colour):
    """Place a privilege card beside the completed pair and take its reward (HA-29 to HA-32)."""
    seat = state.seat
    if card == Privilege.NO_CARD:
        return
    if card == Privilege.COLOUR:
        advance(rules, state, seat, colour, rules.steps_per_tile * state.n_tiles[seat, colour_way(colour)])
    elif card == Privilege.LOWEST:
        advance(rules, state, seat, colour, rules.steps_per_disc * state.n_discs[seat])
    elif card == Privilege.MONEY:
        state.money[seat] += rules.card_ducats
    elif card == Privilege.BREWMASTER:
        advance_brewmaster(rules, state, seat, rules.card_brewmaster_steps)
    state.card[seat, card] = Card.PLACED
    state.n_held[seat] -= 1


@compiled
def claim(rules, state, goal):
    """Take the barrel of a goal, the large one if it is left (HA-34); all that are due are taken (HA-35)."""
    seat = state.seat
    state.barrel[seat, goal] = offered_barrel(state, goal)
    if state.barrel[seat, goal] == Barrel.LARGE:
        state.large_left[goal] = 0
    else:
        state.small_left[goal] = 0
    if due_barrels(rules, state, seat) == 0:
        end_turn(rules, state)


@compiled
def end_turn(rules, state):
    """The next seat clockwise that is not yet back; when all are, the round ends (HA-6)."""
    state.phase = Phase.MOVE
    for step in range(1, state.n_seats + 1):
        seat = (state.seat + step) % state.n_seats
        if state.position[seat] != HOME:
            state.seat = seat
            return
    end_round(rules, state)


@compiled
def end_round(rules, state):
    """Note how things stand; then the holder of the first player's place begins the next round, unless this was the last (HA-36, HA-49)."""
    for seat in range(state.n_seats):
        state.score_after[state.rounds, seat] = total_points(rules, state, seat)
        state.lowest_after[state.rounds, seat] = lowest_marker(state, seat)
        state.brewmaster_after[state.rounds, seat] = state.marker[seat, BREWMASTER]
    if is_last_round(rules, state):
        state.over = True
        return
    state.rounds += 1
    for seat in range(state.n_seats):
        state.position[seat] = 0
        if state.place[seat] == Place.FIRST:
            state.seat = seat
    if rules.order == Order.START_PLAYER_MOVES_ON:
        state.seat = state.rounds % state.n_seats
    lay_out_round(rules, state)
