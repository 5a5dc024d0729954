"""The rules of Heaven & Ale: the table, the track and the turns. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale import state as codes
from brewsim.games.heaven_and_ale.garden import advance, advance_brewmaster, any_pending, build_shed, collect, lay_tile
from brewsim.games.heaven_and_ale.rules import (
    BARREL,
    BREWMASTER,
    DISC_A,
    EMPTY,
    MONK,
    N_BACKS,
    N_BARRELS,
    N_CARDS,
    N_COLOURS,
    N_FERTILITIES,
    N_MONKS,
    N_PLOTS,
    N_RESOURCES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    PLOTS_OF_SIDE,
    RESOURCE,
    RING,
    SHADE,
    SUN,
)
from brewsim.games.heaven_and_ale.scoring import due_barrels, first_due, lowest_marker, total_points
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck

NO_TILE = 1000  # dearer than anything


@compiled
def setup(rules, state):
    """Lay out the first round, give everybody what they start with, and let the places be chosen (HA-1 to HA-5)."""
    for back in range(N_BACKS):
        key = stream_key(state.key, codes.TILE_STREAM + back)
        state.n_piles[back] = order_deck(rules.copies[back], key, state.piles[back], state.priorities)
        key = stream_key(state.key, codes.MONK_STREAM + back)
        state.n_cloister[back] = order_deck(rules.monk_copies[back], key, state.cloister[back], state.priorities)
    state.disc_supply = rules.discs
    for barrel in range(N_BARRELS):
        state.large_left[barrel] = 1
        state.small_left[barrel] = 1
    for space in range(N_SPACES):
        state.cheapest[space] = NO_TILE
    for seat in range(state.n_seats):
        state.money[seat] = rules.starting_ducats
        state.n_held[seat] = N_CARDS
        state.place[seat] = NONE
        for card in range(N_CARDS):
            state.card[seat, card] = codes.HELD
        for marker in range(N_COLOURS + 1):
            state.marker[seat, marker] = rules.start[marker]
        for plot in range(N_PLOTS + 1):
            state.tile[seat, plot] = EMPTY
    state.bought_kind = NONE
    state.stamp = 1
    lay_out_round(rules, state)
    state.place[0] = codes.FIRST
    state.seat = state.n_seats - 1  # the others choose counter-clockwise
    state.phase = Phase.START


@compiled
def draw_tile(state):
    """The next resource tile: those with I on the back come before those with II (HA-36)."""
    back = 0 if state.n_piles[0] > 0 else 1
    state.n_piles[back] -= 1
    return state.piles[back, state.n_piles[back]]


@compiled
def draw_monk(state):
    """The next monk tile, of the stacks with I before those with II (HA-2)."""
    back = 0 if state.n_cloister[0] > 0 else 1
    state.n_cloister[back] -= 1
    return N_RESOURCES + state.cloister[back, state.n_cloister[back]]


@inlined
def price_of(rules, space, kind):
    """In the shade: the fertility of a resource, the price of the space for a monk (HA-11, HA-12)."""
    return rules.fertility[kind] if kind < N_RESOURCES else rules.monk_price[space]


@compiled
def lay_out_round(rules, state):
    """A tile on top of what is left on each space, one disc on each disc space and the extra ones of the last round (HA-36, HA-37)."""
    is_last = is_last_round(rules, state)
    for space in range(N_SPACES):
        space_kind = rules.space_kind[space]
        if space_kind <= MONK:
            kind = draw_tile(state) if space_kind == RESOURCE else draw_monk(state)
            state.offer[space, state.n_offer[space]] = kind
            state.n_offer[space] += 1
            state.cheapest[space] = min(state.cheapest[space], price_of(rules, space, kind))
        elif space_kind >= DISC_A:
            wanted = 1
            if is_last:
                wanted += rules.extra_discs[state.n_seats, space]
            state.disc_supply -= wanted - state.space_discs[space]
            state.space_discs[space] = wanted


@inlined
def funds(rules, state, seat):
    """What a seat can pay, with the cards that it could sell (HA-13)."""
    return state.money[seat] + rules.card_sale_ducats * state.n_held[seat]


@inlined
def has_room(state, seat, side):
    """Whether a plot of this side is free."""
    return state.side_tiles[seat, side] < PLOTS_OF_SIDE


@inlined
def cost_of(rules, space, kind, side):
    """The price of a tile on a side of the garden (HA-11, HA-12)."""
    return price_of(rules, space, kind) * rules.price_factor[side]


@inlined
def highest_price(rules, state, seat):
    """The highest price in the shade of a tile that the seat can pay for and place somewhere (HA-7)."""
    if has_room(state, seat, SHADE):
        return int(funds(rules, state, seat))
    return int(funds(rules, state, seat)) // rules.price_factor[SUN] if has_room(state, seat, SUN) else NONE


@inlined
def spot_of(option):
    """The scoring spot of an option: the five numbers share X."""
    return max(0, option - N_FERTILITIES + 1)


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    if action >= codes.DONE or codes.ENTER <= action < codes.BUY:
        state.stamp += 1
    if action < codes.ENTER:
        move(rules, state, action - codes.MOVE)
    elif action < codes.ADVANCE:
        enter(rules, state, action - codes.ENTER)
    elif action < codes.BUY:
        advance(rules, state, state.seat, action - codes.ADVANCE, rules.place_resource_steps)
        after_entering(rules, state)
    elif action < codes.SELL:
        buy(rules, state, (action - codes.BUY) // N_SIDES, (action - codes.BUY) % N_SIDES)
    elif action < codes.DONE:
        sell(rules, state, state.seat, action - codes.SELL)
        pay(rules, state)
    elif action == codes.DONE:
        end_turn(rules, state)
    elif action < codes.SHED:
        state.counted = first_enclosed(rules, state, state.seat, action - codes.PLACE)
        lay_tile(rules, state, state.seat, action - codes.PLACE, state.bought_kind)
        state.bought_kind = NONE
        after_tile(rules, state)
    elif action < codes.SCORE:
        build_shed(rules, state, state.seat, (action - codes.SHED) // codes.N_MASKS, (action - codes.SHED) % codes.N_MASKS)
        after_tile(rules, state)
    elif action < codes.COLOUR_CARD:
        score(rules, state, action - codes.SCORE)
    elif action < codes.CLAIM:
        place_card(rules, state, action)
        end_turn(rules, state)
    else:
        claim(rules, state, action - codes.CLAIM)


@compiled
def move(rules, state, space):
    """Step onto a space; its action follows (HA-6)."""
    seat = state.seat
    state.left_from = state.position[seat]
    state.position[seat] = space + 1
    state.place[seat] = NONE
    state.bought = 0
    space_kind = rules.space_kind[space]
    if space_kind <= MONK:
        state.phase = Phase.BUY
    elif space_kind == BARREL:
        state.counted = first_due(rules, state, seat)
        state.phase = Phase.CLAIM
    else:
        state.phase = Phase.SCORE


@compiled
def enter(rules, state, place):
    """Take a place of the start area and its reward; then one is out for this round (HA-5, HA-8, HA-14)."""
    seat = state.seat
    state.place[seat] = place
    if state.phase == Phase.MOVE:
        state.position[seat] = codes.HOME
        if is_last_round(rules, state):
            for card in range(N_CARDS):
                if state.card[seat, card] == codes.HELD:
                    sell(rules, state, seat, card)
    if place == codes.RESOURCE_PLACE:
        state.phase = Phase.ADVANCE
        return
    if place == codes.BREW_PLACE:
        advance_brewmaster(rules, state, seat, rules.place_brewmaster_steps)
    elif place == codes.DUCAT_PLACE:
        state.money[seat] += rules.place_ducats
    after_entering(rules, state)


@compiled
def after_entering(rules, state):
    """In a round the next turn; before the first one the next seat counter-clockwise chooses its place (HA-5)."""
    if state.position[state.seat] == codes.HOME:
        end_turn(rules, state)
    else:
        state.seat -= 1
        state.phase = Phase.START if state.seat > 0 else Phase.MOVE


@inlined
def is_last_round(rules, state):
    """Whether the game ends with this round."""
    return state.rounds + 1 == rules.total_rounds[state.n_seats]


@compiled
def sell(rules, state, seat, card):
    """Return a privilege card to the box for ducats (HA-13)."""
    state.card[seat, card] = codes.SOLD
    state.n_held[seat] -= 1
    state.money[seat] += rules.card_sale_ducats


@compiled
def buy(rules, state, kind, side):
    """Take a tile from the space and pay for it (HA-10)."""
    space = state.position[state.seat] - 1
    n = state.n_offer[space] - 1
    i = 0
    while state.offer[space, i] != kind:
        i += 1
    state.offer[space, i] = state.offer[space, n]
    state.n_offer[space] = n
    cheapest = NO_TILE
    for j in range(n):
        cheapest = min(cheapest, int(price_of(rules, space, state.offer[space, j])))
    state.cheapest[space] = cheapest
    state.bought += 1
    state.bought_kind = kind
    state.bought_side = side
    pay(rules, state)


@compiled
def pay(rules, state):
    """Pay for the tile that was taken; while the ducats do not suffice, a card must be sold (HA-11 to HA-13)."""
    seat = state.seat
    cost = cost_of(rules, state.position[seat] - 1, state.bought_kind, state.bought_side)
    if cost > state.money[seat]:
        state.phase = Phase.SELL
    else:
        state.money[seat] -= cost
        state.phase = Phase.PLACE


@compiled
def after_tile(rules, state):
    """Build the sheds that are enclosed, one after the other (HA-15, HA-19); then buy on, if anything can still be bought (HA-10)."""
    seat = state.seat
    if any_pending(state, seat):
        state.phase = Phase.SHED
    elif state.cheapest[state.position[seat] - 1] <= highest_price(rules, state, seat):
        state.phase = Phase.BUY
    else:
        end_turn(rules, state)


@compiled
def score(rules, state, option):
    """Put a disc on a scoring spot, collect its rewards, and see whether a pair is complete (HA-21 to HA-29)."""
    seat, spot = state.seat, spot_of(option)
    state.space_discs[state.position[seat] - 1] -= 1
    state.disc[seat, spot] = 1
    state.n_discs[seat] += 1
    collect(rules, state, seat, option)
    if state.disc[seat, rules.partner[spot]] > 0 and state.n_held[seat] > 0:
        state.phase = Phase.PRIVILEGE
    else:
        end_turn(rules, state)


@compiled
def place_card(rules, state, action):
    """Place a privilege card beside the completed pair and take its reward (HA-29 to HA-32)."""
    seat = state.seat
    card = NONE
    if action < codes.LOWEST_CARD:
        card, colour = 0, action - codes.COLOUR_CARD
        advance(rules, state, seat, colour, rules.steps_per_tile * state.n_colour[seat, colour])
    elif action < codes.BARREL_CARD:
        card = 1
        advance(rules, state, seat, action - codes.LOWEST_CARD, rules.steps_per_disc * state.n_discs[seat])
    elif action < codes.NO_CARD:
        card = 2 + action - codes.BARREL_CARD
        if action == codes.MONEY_CARD:
            state.money[seat] += rules.card_ducats
        elif action == codes.BREW_CARD:
            advance_brewmaster(rules, state, seat, rules.card_brewmaster_steps)
    if card != NONE:
        state.card[seat, card] = codes.PLACED
        state.n_held[seat] -= 1


@compiled
def claim(rules, state, barrel):
    """Take a barrel, the large one if it is left (HA-34); all that are due are taken (HA-35)."""
    seat = state.seat
    if state.large_left[barrel] > 0:
        state.large_left[barrel] = 0
        state.barrel[seat, barrel] = codes.LARGE
    else:
        state.small_left[barrel] = 0
        state.barrel[seat, barrel] = codes.SMALL
    if due_barrels(rules, state, seat) == 0:
        end_turn(rules, state)


@compiled
def end_turn(rules, state):
    """The next seat clockwise that is not yet back; when all are, the round ends (HA-6, HA-36)."""
    state.phase = Phase.MOVE
    for step in range(1, state.n_seats + 1):
        seat = (state.seat + step) % state.n_seats
        if state.position[seat] != codes.HOME:
            state.seat = seat
            return
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
        if state.place[seat] == codes.FIRST:
            state.seat = seat
    lay_out_round(rules, state)


@compiled
def first_enclosed(rules, state, seat, plot):
    """A shed that a tile on this plot would enclose, or NONE."""
    for i in range(2):
        shed = rules.near_sheds[plot, i]
        if shed < N_SHEDS and state.shed_fill[seat, shed] == RING - 1:
            return int(shed)
    return NONE


@compiled
def item_of(rules, state, action):
    """Tiles when bought, spots when scored, cards when placed; sheds and barrels with the last choice that leads to them.

    So a seat that may not use a shed tile can put the tile elsewhere, and one that may not use a barrel can stay away. Of several
    sheds or barrels at once the others count when they are built or claimed.
    """
    seat = state.seat
    if action < codes.ENTER:
        barrel = first_due(rules, state, seat) if rules.space_kind[action - codes.MOVE] == BARREL else NONE
        return codes.BARREL_ITEM + barrel if barrel != NONE else NONE
    if codes.BUY <= action < codes.SELL:
        return (action - codes.BUY) // N_SIDES
    if codes.PLACE <= action < codes.SHED:
        shed = first_enclosed(rules, state, seat, action - codes.PLACE)
        return codes.SHED_ITEM + rules.shed_type[state.shed_sum[seat, shed] + rules.fertility[state.bought_kind]] if shed != NONE else NONE
    if codes.SHED <= action < codes.SCORE:
        shed = (action - codes.SHED) // codes.N_MASKS
        return codes.SHED_ITEM + rules.shed_type[state.shed_sum[seat, shed]] if shed != state.counted else NONE
    if codes.SCORE <= action < codes.COLOUR_CARD:
        return codes.SPOT_ITEM + spot_of(action - codes.SCORE)
    if codes.COLOUR_CARD <= action < codes.LOWEST_CARD:
        return codes.CARD_ITEM
    if codes.LOWEST_CARD <= action < codes.BARREL_CARD:
        return codes.CARD_ITEM + 1
    if codes.BARREL_CARD <= action < codes.NO_CARD:
        return codes.CARD_ITEM + 2 + action - codes.BARREL_CARD
    if action >= codes.CLAIM and action - codes.CLAIM != state.counted:
        return codes.BARREL_ITEM + action - codes.CLAIM
    return NONE


@compiled
def conceal(rules, state, seat, key):
    """Shuffle each face-down pile anew; all else lies open."""
    for back in range(N_BACKS):
        for kind in range(N_RESOURCES):
            state.pool[kind] = 0
        for place in range(state.n_piles[back]):
            state.pool[state.piles[back, place]] += 1
        order_deck(state.pool, stream_key(key, codes.TILE_STREAM + back), state.piles[back], state.priorities)
        for kind in range(N_RESOURCES):
            state.pool[kind] = 0
        for place in range(state.n_cloister[back]):
            state.pool[state.cloister[back, place]] += 1
        order_deck(state.pool[:N_MONKS], stream_key(key, codes.MONK_STREAM + back), state.cloister[back], state.priorities)
