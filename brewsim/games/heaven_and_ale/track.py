"""The common track: its kinds of spaces, the tiles and discs on them, prices and payment. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.heaven_and_ale.box import N_RESOURCES, N_SPACES, Card, Side, Space
from brewsim.games.heaven_and_ale.garden import has_room, is_resource
from brewsim.games.heaven_and_ale.state import Phase
from brewsim.parts.compiling import compiled, inlined

NO_TILE = 2**15 - 1  # a price that nobody can pay: the highest number that `cheapest` holds


@inlined
def is_tile_space(space_kind):
    """Whether tiles are sold on a space of this kind."""
    return space_kind == Space.RESOURCE or space_kind == Space.MONK


@inlined
def is_disc_space(space_kind):
    """Whether scoring discs lie on a space of this kind."""
    return not is_tile_space(space_kind) and space_kind != Space.BARREL


@inlined
def space_of(state, seat):
    """The space of the track that a figure stands on."""
    return state.position[seat] - 1


@inlined
def is_last_round(rules, state):
    """Whether the game ends with this round."""
    return state.rounds + 1 == rules.total_rounds[state.n_seats]


@compiled
def lay_out_round(rules, state):
    """A tile on top of what is left on each space, one disc on each disc space and the extra ones of the last round (HA-36, HA-37)."""
    for space in range(N_SPACES):
        space_kind = rules.space_kind[space]
        if is_tile_space(space_kind):
            kind = draw_resource(state) if space_kind == Space.RESOURCE else draw_monk(state)
            state.offer[space, state.n_offer[space]] = kind
            state.n_offer[space] += 1
            state.cheapest[space] = min(state.cheapest[space], price_of(rules, space, kind))
        elif is_disc_space(space_kind):
            wanted = 1 + (rules.extra_discs[state.n_seats, space] if is_last_round(rules, state) else 0)
            state.disc_supply -= wanted - state.space_discs[space]
            state.space_discs[space] = wanted


@compiled
def draw_resource(state):
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
    return rules.fertility[kind] if is_resource(kind) else rules.monk_price[space]


@inlined
def cost_of(rules, space, kind, side):
    """The price of a tile on a side of the garden (HA-11, HA-12)."""
    return price_of(rules, space, kind) * rules.price_factor[side]


@inlined
def funds(rules, state, seat):
    """What a seat can pay, with the cards that it could sell (HA-13)."""
    return state.money[seat] + rules.card_sale_ducats * state.n_held[seat]


@inlined
def highest_price(rules, state, seat):
    """The highest price in the shade of a tile that the seat can pay for and lay somewhere, NONE if it can lay none (HA-7)."""
    if has_room(state, seat, Side.SHADE):
        return funds(rules, state, seat)
    return funds(rules, state, seat) // rules.price_factor[Side.SUN] if has_room(state, seat, Side.SUN) else NONE


@compiled
def take_tile(rules, state, space, kind):
    """A tile leaves its space."""
    last = state.n_offer[space] - 1
    i = 0
    while state.offer[space, i] != kind:
        i += 1
    state.offer[space, i] = state.offer[space, last]
    state.n_offer[space] = last
    cheapest = NO_TILE
    for j in range(last):
        cheapest = min(cheapest, price_of(rules, space, state.offer[space, j]))
    state.cheapest[space] = cheapest


@compiled
def sell_card(rules, state, seat, card):
    """Return a privilege card to the box for ducats (HA-13)."""
    state.card[seat, card] = Card.SOLD
    state.n_held[seat] -= 1
    state.money[seat] += rules.card_sale_ducats


@compiled
def pay(rules, state):
    """Pay for the tile that was taken; while the ducats are not enough, a card must be sold (HA-11 to HA-13)."""
    seat = state.seat
    cost = cost_of(rules, space_of(state, seat), state.bought_kind, state.bought_side)
    if cost > state.money[seat]:
        state.phase = Phase.SELL
    else:
        state.money[seat] -= cost
        state.phase = Phase.LAY
