"""The rules of Heaven & Ale: the table, the track and the turns. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale.garden import (
    advance,
    advance_brewmaster,
    any_pending,
    build_shed,
    collect,
    is_pending,
    is_plain_choice,
    lay_tile,
)
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
    N_OPTIONS,
    N_PLOTS,
    N_RESOURCES,
    N_SHEDS,
    N_SIDES,
    N_SPACES,
    N_SPOTS,
    PLOTS_OF_SIDE,
    RESOURCE,
    RING,
    SHADE,
    SPACE_KINDS,
    SUN,
)
from brewsim.games.heaven_and_ale.scoring import list_due, lowest_marker, total_points
from brewsim.games.heaven_and_ale.state import (
    BARREL_CARD,
    BARREL_ITEM,
    BREW_CARD,
    BREW_PLACE,
    BUY,
    CARD_ITEM,
    CLAIM,
    COLOUR_CARD,
    DONE,
    DUCAT_PLACE,
    ENTER,
    FIRST,
    HELD,
    HOME,
    LARGE,
    LOWEST_CARD,
    MONEY_CARD,
    MONK_STREAM,
    MOVE,
    N_MASKS,
    NO_CARD,
    PLACE,
    PLACED,
    RESOURCE_PLACE,
    SCORE,
    SELL,
    SHED,
    SHED_ITEM,
    SMALL,
    SOLD,
    SPOT_ITEM,
    TILE_STREAM,
    Phase,
)
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck

NO_TILE = 1000  # dearer than anything


@compiled
def setup(rules, state):
    """Lay out the first round, give everybody what they start with, and let the places be chosen (HA-1 to HA-5)."""
    for back in range(N_BACKS):
        key = stream_key(state.key, TILE_STREAM + back)
        state.n_piles[back] = order_deck(rules.copies[back], key, state.piles[back], state.priorities)
        key = stream_key(state.key, MONK_STREAM + back)
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
            state.card[seat, card] = HELD
        for marker in range(N_COLOURS + 1):
            state.marker[seat, marker] = rules.start[marker]
        for plot in range(N_PLOTS + 1):
            state.tile[seat, plot] = EMPTY
    state.bought_kind = NONE
    state.pair_spot = NONE
    state.stamp = 1
    lay_out_round(rules, state)
    state.place[0] = FIRST
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
    is_last = state.rounds + 1 == rules.total_rounds[state.n_seats]
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
def price_factor(rules, state, seat):
    """How many times the price in the shade the cheapest free plot costs (HA-11)."""
    if has_room(state, seat, SHADE):
        return 1
    return int(rules.sun_price) if has_room(state, seat, SUN) else NO_TILE


@inlined
def has_tiles_for(state, seat, spot):
    """Whether a scoring spot scores something that lies in the garden (HA-20)."""
    if spot == 0:
        tiles = 0
        for fertility in range(N_FERTILITIES):
            tiles += state.n_fertility[seat, fertility]
        return tiles > 0
    if spot <= N_COLOURS:
        return state.n_colour[seat, spot - 1] > 0
    return state.n_monk[seat, spot - 1 - N_COLOURS] > 0


@inlined
def can_use_spot(state, seat, spot):
    """A spot without a disc and with something to score (HA-20)."""
    return state.disc[seat, spot] == 0 and has_tiles_for(state, seat, spot)


@compiled
def can_use_disc(rules, state, seat, space_kind):
    """Whether a disc of this kind of space could go anywhere (HA-20)."""
    n = 0
    for spot in range(N_SPOTS):
        n += rules.allows[space_kind, spot] > 0 and can_use_spot(state, seat, spot)
    return n > 0


@inlined
def spot_of(option):
    """The scoring spot of an option: the five numbers share X."""
    return max(0, option - N_FERTILITIES + 1)


@inlined
def is_in_garden(state, seat, option):
    """Whether an option of X, a colour or a monk scores at least one tile."""
    if option < N_FERTILITIES:
        return state.n_fertility[seat, option] > 0
    return has_tiles_for(state, seat, spot_of(option))


@compiled
def list_moves(rules, state, actions, n):
    """The spaces ahead whose action the seat can do (HA-6, HA-7)."""
    seat = state.seat
    money = funds(rules, state, seat)
    factor = price_factor(rules, state, seat)
    can_claim = list_due(rules, state, seat, actions) > 0  # the list is overwritten below
    for space_kind in range(DISC_A, len(SPACE_KINDS)):
        state.usable[space_kind] = can_use_disc(rules, state, seat, space_kind)
    for space in range(state.position[seat], N_SPACES):
        space_kind = rules.space_kind[space]
        if space_kind <= MONK:
            is_open = int(state.cheapest[space]) * factor <= money
        elif space_kind == BARREL:
            is_open = can_claim
        else:
            is_open = state.usable[space_kind] > 0 and state.space_discs[space] > 0
        actions[n] = MOVE + space
        n += is_open
    return n


@inlined
def is_free_place(state, place):
    """Whether no other figure stands on a place of the start area (HA-8)."""
    figures = 0
    for other in range(state.n_seats):
        figures += other != state.seat and state.place[other] == place
    return figures == 0


@inlined
def is_last_in(state):
    """Whether all others have returned (HA-9)."""
    out = 0
    for other in range(state.n_seats):
        out += other != state.seat and state.position[other] != HOME
    return out == 0


@compiled
def list_places(state, actions, n):
    """The free places of the start area, the resource place once for each colour (HA-8, HA-9)."""
    if state.phase == Phase.MOVE:
        is_first_free = is_free_place(state, FIRST)
        actions[n] = ENTER + FIRST
        n += is_first_free
        if is_first_free and is_last_in(state):
            return n
    for place in range(BREW_PLACE, RESOURCE_PLACE):
        actions[n] = ENTER + place
        n += is_free_place(state, place)
    if is_free_place(state, RESOURCE_PLACE):
        for colour in range(N_COLOURS):
            actions[n] = ENTER + RESOURCE_PLACE + colour
            n += 1
    return n


@inlined
def is_offered_before(state, space, i):
    """Whether an equal tile lies before this one on the space: equal tiles are one action."""
    equal = 0
    for j in range(i):
        equal += state.offer[space, j] == state.offer[space, i]
    return equal > 0


@compiled
def list_purchases(rules, state, actions, n):
    """Tiles of this space and sides for them, cards to sell where that lets one buy more, and the end (HA-10 to HA-13)."""
    seat = state.seat
    space = state.position[seat] - 1
    money, most = state.money[seat], funds(rules, state, seat)
    sale_helps = False
    for i in range(state.n_offer[space]):
        kind = state.offer[space, i]
        if not is_offered_before(state, space, i):
            price = price_of(rules, space, kind)
            for side in range(N_SIDES):
                cost = price * rules.sun_price if side == SUN else price
                room = has_room(state, seat, side)
                actions[n] = BUY + N_SIDES * kind + side
                n += room and cost <= money
                sale_helps = sale_helps or (room and money < cost <= most)
    if sale_helps:
        for card in range(N_CARDS):
            actions[n] = SELL + card
            n += state.card[seat, card] == HELD
    actions[n] = DONE
    n += state.bought > 0
    return n


@compiled
def list_sheds(rules, state, actions, n):
    """For each enclosed shed the tiles that it may activate (HA-17, HA-19)."""
    seat = state.seat
    for shed in range(N_SHEDS):
        if is_pending(state, seat, shed):
            shed_type = rules.shed_type[state.shed_sum[seat, shed]]
            for i in range(rules.n_masks[shed_type]):
                mask = rules.masks[shed_type, i]
                if rules.is_free_choice[shed_type] == 0 or is_plain_choice(rules, state, seat, shed, mask):
                    actions[n] = SHED + N_MASKS * shed + mask
                    n += 1
    return n


@compiled
def list_cards(state, actions, n):
    """The privilege cards in hand, with the marker that they move, and none (HA-29 to HA-31)."""
    seat = state.seat
    low = lowest_marker(state, seat)
    for colour in range(N_COLOURS):
        actions[n] = COLOUR_CARD + colour
        n += state.card[seat, 0] == HELD and state.n_colour[seat, colour] > 0
    for colour in range(N_COLOURS):
        actions[n] = LOWEST_CARD + colour
        n += state.card[seat, 1] == HELD and state.marker[seat, colour] == low
    for card in range(2, N_CARDS):
        actions[n] = BARREL_CARD + card - 2
        n += state.card[seat, card] == HELD
    actions[n] = NO_CARD
    return n + 1


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    n = 0
    seat = state.seat
    if state.phase == Phase.MOVE:
        n = list_moves(rules, state, actions, n)
        n = list_places(state, actions, n)
    elif state.phase == Phase.START:
        n = list_places(state, actions, n)
    elif state.phase == Phase.BUY:
        n = list_purchases(rules, state, actions, n)
    elif state.phase == Phase.PLACE:
        first = PLOTS_OF_SIDE * state.bought_side
        for plot in range(first, first + PLOTS_OF_SIDE):
            actions[n] = PLACE + plot
            n += state.tile[seat, plot] == EMPTY
    elif state.phase == Phase.SHED:
        n = list_sheds(rules, state, actions, n)
    elif state.phase == Phase.SCORE:
        space_kind = rules.space_kind[state.position[seat] - 1]
        for option in range(N_OPTIONS):
            spot = spot_of(option)
            actions[n] = SCORE + option
            n += rules.allows[space_kind, spot] > 0 and state.disc[seat, spot] == 0 and is_in_garden(state, seat, option)
    elif state.phase == Phase.PRIVILEGE:
        n = list_cards(state, actions, n)
    else:
        list_due(rules, state, seat, actions)
        for barrel in range(N_BARRELS):
            is_due = actions[barrel] != 0
            actions[n] = CLAIM + barrel
            n += is_due
    return n


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    if action >= DONE or ENTER <= action < BUY:
        state.stamp += 1
    if action < ENTER:
        move(rules, state, action - MOVE)
    elif action < BUY:
        enter(rules, state, action - ENTER)
    elif action < SELL:
        buy(rules, state, (action - BUY) // N_SIDES, (action - BUY) % N_SIDES)
    elif action < DONE:
        sell(rules, state, state.seat, action - SELL)
    elif action == DONE:
        end_turn(rules, state)
    elif action < SHED:
        state.counted = first_enclosed(rules, state, state.seat, action - PLACE)
        lay_tile(rules, state, state.seat, action - PLACE, state.bought_kind)
        state.bought_kind = NONE
        after_tile(rules, state)
    elif action < SCORE:
        build_shed(rules, state, state.seat, (action - SHED) // N_MASKS, (action - SHED) % N_MASKS)
        after_tile(rules, state)
    elif action < COLOUR_CARD:
        score(rules, state, action - SCORE)
    elif action < CLAIM:
        place_card(rules, state, action)
        state.pair_spot = NONE
        end_turn(rules, state)
    else:
        claim(rules, state, action - CLAIM)


@compiled
def move(rules, state, space):
    """Step onto a space; its action follows (HA-6)."""
    seat = state.seat
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
    state.place[seat] = min(place, RESOURCE_PLACE)
    if place == BREW_PLACE:
        advance_brewmaster(rules, state, seat, rules.place_brewmaster_steps)
    elif place == DUCAT_PLACE:
        state.money[seat] += rules.place_ducats
    elif place >= RESOURCE_PLACE:
        advance(rules, state, seat, place - RESOURCE_PLACE, rules.place_resource_steps)
    if state.phase == Phase.START:
        state.seat -= 1
        if state.seat == 0:
            state.phase = Phase.MOVE
        return
    state.position[seat] = HOME
    if state.rounds + 1 == rules.total_rounds[state.n_seats]:
        for card in range(N_CARDS):
            if state.card[seat, card] == HELD:
                sell(rules, state, seat, card)
    end_turn(rules, state)


@compiled
def sell(rules, state, seat, card):
    """Return a privilege card to the box for ducats (HA-13)."""
    state.card[seat, card] = SOLD
    state.n_held[seat] -= 1
    state.money[seat] += rules.card_sale_ducats


@compiled
def buy(rules, state, kind, side):
    """Pay for a tile and take it from the space (HA-11, HA-12)."""
    seat = state.seat
    space = state.position[seat] - 1
    price = price_of(rules, space, kind)
    state.money[seat] -= price * rules.sun_price if side == SUN else price
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
    state.phase = Phase.PLACE


@compiled
def after_tile(rules, state):
    """Build the sheds that are enclosed, one after the other (HA-15, HA-19); then buy on, if anything can still be bought (HA-10)."""
    seat = state.seat
    if any_pending(state, seat):
        state.phase = Phase.SHED
    elif int(state.cheapest[state.position[seat] - 1]) * price_factor(rules, state, seat) <= funds(rules, state, seat):
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
        state.pair_spot = spot
        state.phase = Phase.PRIVILEGE
    else:
        end_turn(rules, state)


@compiled
def place_card(rules, state, action):
    """Place a privilege card beside the completed pair and take its reward (HA-29 to HA-32)."""
    seat = state.seat
    card = NONE
    if action < LOWEST_CARD:
        card, colour = 0, action - COLOUR_CARD
        advance(rules, state, seat, colour, rules.steps_per_tile * state.n_colour[seat, colour])
    elif action < BARREL_CARD:
        card = 1
        advance(rules, state, seat, action - LOWEST_CARD, rules.steps_per_disc * state.n_discs[seat])
    elif action < NO_CARD:
        card = 2 + action - BARREL_CARD
        if action == MONEY_CARD:
            state.money[seat] += rules.card_ducats
        elif action == BREW_CARD:
            advance_brewmaster(rules, state, seat, rules.card_brewmaster_steps)
    if card != NONE:
        state.card[seat, card] = PLACED
        state.n_held[seat] -= 1


@compiled
def claim(rules, state, barrel):
    """Take a barrel, the large one if it is left (HA-34); all that are due are taken (HA-35)."""
    seat = state.seat
    if state.large_left[barrel] > 0:
        state.large_left[barrel] = 0
        state.barrel[seat, barrel] = LARGE
    else:
        state.small_left[barrel] = 0
        state.barrel[seat, barrel] = SMALL
    if list_due(rules, state, seat, state.pool) == 0:
        end_turn(rules, state)


@compiled
def end_turn(rules, state):
    """The next seat clockwise that is not yet back; when all are, the round ends (HA-6, HA-36)."""
    state.phase = Phase.MOVE
    for step in range(1, state.n_seats + 1):
        seat = (state.seat + step) % state.n_seats
        if state.position[seat] != HOME:
            state.seat = seat
            return
    for seat in range(state.n_seats):
        state.score_after[state.rounds, seat] = total_points(rules, state, seat)
        state.lowest_after[state.rounds, seat] = lowest_marker(state, seat)
        state.brewmaster_after[state.rounds, seat] = state.marker[seat, BREWMASTER]
    if state.rounds + 1 == rules.total_rounds[state.n_seats]:
        state.over = True
        return
    state.rounds += 1
    for seat in range(state.n_seats):
        state.position[seat] = 0
        if state.place[seat] == FIRST:
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
def first_due(rules, state, seat):
    """A barrel that the seat could claim, or NONE."""
    list_due(rules, state, seat, state.pool)
    for barrel in range(N_BARRELS):
        if state.pool[barrel] != 0:
            return barrel
    return NONE


@compiled
def item_of(rules, state, action):
    """Tiles when bought, spots when scored, cards when placed; sheds and barrels with the last choice that leads to them.

    So a seat that may not use a shed tile can put the tile elsewhere, and one that may not use a barrel can stay away. Of several
    sheds or barrels at once the others count when they are built or claimed.
    """
    seat = state.seat
    if action < ENTER:
        barrel = first_due(rules, state, seat) if rules.space_kind[action - MOVE] == BARREL else NONE
        return BARREL_ITEM + barrel if barrel != NONE else NONE
    if BUY <= action < SELL:
        return (action - BUY) // N_SIDES
    if PLACE <= action < SHED:
        shed = first_enclosed(rules, state, seat, action - PLACE)
        return SHED_ITEM + rules.shed_type[state.shed_sum[seat, shed] + rules.fertility[state.bought_kind]] if shed != NONE else NONE
    if SHED <= action < SCORE:
        shed = (action - SHED) // N_MASKS
        return SHED_ITEM + rules.shed_type[state.shed_sum[seat, shed]] if shed != state.counted else NONE
    if SCORE <= action < COLOUR_CARD:
        return SPOT_ITEM + spot_of(action - SCORE)
    if COLOUR_CARD <= action < LOWEST_CARD:
        return CARD_ITEM
    if LOWEST_CARD <= action < BARREL_CARD:
        return CARD_ITEM + 1
    if BARREL_CARD <= action < NO_CARD:
        return CARD_ITEM + 2 + action - BARREL_CARD
    if action >= CLAIM and action - CLAIM != state.counted:
        return BARREL_ITEM + action - CLAIM
    return NONE


@compiled
def conceal(rules, state, seat, key):
    """Shuffle each face-down pile anew; all else lies open."""
    for back in range(N_BACKS):
        for kind in range(N_RESOURCES):
            state.pool[kind] = 0
        for place in range(state.n_piles[back]):
            state.pool[state.piles[back, place]] += 1
        order_deck(state.pool, stream_key(key, TILE_STREAM + back), state.piles[back], state.priorities)
        for kind in range(N_RESOURCES):
            state.pool[kind] = 0
        for place in range(state.n_cloister[back]):
            state.pool[state.cloister[back, place]] += 1
        order_deck(state.pool[:N_MONKS], stream_key(key, MONK_STREAM + back), state.cloister[back], state.priorities)
