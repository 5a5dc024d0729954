"""What a die that is placed costs and brings: in a forest, in the village, on a creature. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import clear_elements, close_space, own_level, put_die, return_die
from brewsim.games.brew.creatures import piles_have_card
from brewsim.games.brew.rules import N_INGREDIENTS, Card, Character, Face, ForestPower, Good, Icon
from brewsim.games.brew.spaces import (
    DENS,
    ELEMENT_SPACES,
    VILLAGE,
    die_of,
    element_face,
    is_element_face,
    is_in_forest,
    place_of,
    seat_and_slot,
)
from brewsim.parts.compiling import compiled, inlined


@inlined
def gain(state, seat, good, amount):
    """Goods from the supply."""
    state.stock[seat, good] += amount


@inlined
def spend_berries(state, seat, berries):
    """Berries go back to the supply."""
    state.stock[seat, Good.BERRY] -= berries
    state.berries_spent[seat] += berries


@inlined
def has_power(rules, state, seat, character):
    """Whether the seat plays this character, with its power (BR-5)."""
    return rules.power_of[state.character[seat]] == character


@inlined
def can_pay_power(rules, state, seat, character):
    """Whether the seat has this character's power, and the berries for it."""
    return has_power(rules, state, seat, character) and state.stock[seat, Good.BERRY] >= rules.power_berries[character]


@inlined
def bonus(rules, state, seat, card):
    """What the trained creatures of this card give together."""
    return state.crew[seat, card] * rules.card_amount[card]


@compiled
def gather(rules, state, seat, ingredient, amount):
    """Take ingredients; a Berry Barterer exchanges one of them in each placement (BR-58)."""
    gain(state, seat, ingredient, amount)
    exchanged = min(amount, bonus(rules, state, seat, Card.BERRY_BARTERER + ingredient) - state.exchanged[ingredient])
    if exchanged > 0:
        gain(state, seat, ingredient, -exchanged)
        gain(state, seat, Good.BERRY, exchanged)
        state.exchanged[ingredient] += exchanged


@inlined
def can_force(state, seat, icon):
    """Whether the seat can pay for a die that does not fit: the ingredient shown or a berry (BR-20, BR-21)."""
    return state.stock[seat, Good.BERRY] > 0 or (icon != Icon.CREATURE and state.stock[seat, icon] > 0)


@inlined
def force_price(state, seat, icon):
    """The good that forcing a die onto a space costs: the ingredient on it, and a berry only if there is none (BR-20, BR-21)."""
    return icon if icon != Icon.CREATURE and state.stock[seat, icon] > 0 else Good.BERRY.value


@inlined
def can_top(rules, state, seat):
    """Whether Lello can pay for a die on top of another (BR-72)."""
    return can_pay_power(rules, state, seat, Character.LELLO)


@inlined
def can_take_back(rules, state, seat, space):
    """Whether Wind can go to a space to take a die of the seat back: one that lies there, on top or covered (BR-28)."""
    if rules.wind_lifts_covered and state.height[space] > 1:
        return own_level(state, space, seat) != NONE
    return state.top[space] == seat


@inlined
def can_call(rules, state, seat):
    """Whether Lyric may train instead of gathering (BR-70)."""
    return can_pay_power(rules, state, seat, Character.LYRIC) and piles_have_card(state)


@inlined
def takes_element(state, element):
    """Whether the village space of an element takes a die: empty, and the first in this round (BR-23)."""
    return (state.height[ELEMENT_SPACES + element] == 0) & (not state.was_visited[element])


@compiled
def place_die(rules, state, face, space):
    """Place a die of the pool and collect what the placement brings (BR-13)."""
    seat = state.seat
    state.pool[seat, face] -= 1
    state.n_pool[seat] -= 1
    state.to_place -= 1
    for ingredient in range(N_INGREDIENTS):
        state.exchanged[ingredient] = 0
    if is_in_forest(space):
        place_in_forest(rules, state, face, space)
    elif space < DENS:
        place_in_village(rules, state, face, space)
    else:
        place_in_den(rules, state, face, space)


@compiled
def place_in_forest(rules, state, face, space):
    """Forage or element die on a forest space: force, cover, take back, then gather or train (BR-14 to BR-29)."""
    seat, icon = state.seat, state.icon_at[space]
    is_covering, is_element = state.height[space] > 0, is_element_face(face)
    is_forced = not is_element and not is_covering and state.symbol_at[space] != face
    if is_forced:
        pay_forcing(state, seat, icon)
    elif is_covering and not is_element:
        spend_berries(state, seat, rules.power_berries[Character.LELLO])
    elif is_covering and face == Face.WIND:
        return_die(state, space, own_level(state, space, seat))
    put_die(state, space, die_of(seat, face))
    seasons = rules.forest_seasons[state.row[place_of(space)]]
    state.scorches += state.in_forest[seat, ForestPower.SCORCH, seasons]
    if is_forced or (is_covering and not is_element):
        if rules.forced_die_forages and icon == Icon.CREATURE and state.crew[seat, Card.CREATURE_FORAGER] > 0:
            gain(state, seat, Good.BERRY, rules.card_amount[Card.CREATURE_FORAGER])
        return
    amount = 1 + (rules.water_bonus if face == Face.WATER else 0) + state.in_forest[seat, ForestPower.GATHER, seasons]
    if icon == Icon.CREATURE:
        state.trains += 1
        state.on_creature_space = True
    elif can_call(rules, state, seat):
        state.call_space = space
        state.call_amount = amount
    else:
        gather(rules, state, seat, icon, amount)


@inlined
def pay_forcing(state, seat, icon):
    """Pay for a die that does not fit (BR-20, BR-21)."""
    state.n_forced[seat] += 1
    good = force_price(state, seat, icon)
    if good == Good.BERRY:
        spend_berries(state, seat, 1)
    else:
        gain(state, seat, good, -1)


@compiled
def place_in_village(rules, state, face, space):
    """The special action of a village space; element powers don't work there (BR-22 to BR-26)."""
    seat, side, v = state.seat, state.night, space - VILLAGE
    if rules.clears_elements[side, v]:
        clear_elements(state)
    put_die(state, space, die_of(seat, face))
    if space >= ELEMENT_SPACES:
        state.was_visited[space - ELEMENT_SPACES] = True
    state.choices += rules.choice[side, v] + bonus(rules, state, seat, Card.VILLAGE_GATHERER)
    state.scorches += rules.scorch[side, v] + bonus(rules, state, seat, Card.VILLAGE_SCORCHER)
    gain(state, seat, Good.BERRY, rules.berries[side, v])
    state.reserves += rules.reserve[side, v]
    state.trains += rules.train[side, v]
    state.on_creature_space = rules.train[side, v] > 0
    if rules.each[side, v] > 0:
        gather_each(rules, state, seat, rules.each[side, v])


@compiled
def gather_each(rules, state, seat, amount):
    """Gather of every ingredient."""
    for ingredient in range(N_INGREDIENTS):
        gather(rules, state, seat, ingredient, amount)


@compiled
def place_in_den(rules, state, face, space):
    """A die on a creature that offers a space (BR-59)."""
    seat = state.seat
    card = creature_at(state, space)
    amount = rules.card_amount[card]
    put_die(state, space, die_of(seat, face))
    if card == Card.DIE_MOVER:
        state.moves += amount
    elif card == Card.BERRY_BEARER:
        gain(state, seat, Good.BERRY, amount)
    elif card == Card.ELEMENT_DEN:
        gather_each(rules, state, seat, amount)
    else:
        gather(rules, state, seat, card - Card.FORAGE_DEN, amount)


@inlined
def creature_at(state, den):
    """The creature card that offers a space."""
    seat, slot = seat_and_slot(den)
    return state.trained[seat, slot]


@compiled
def scorch_space(rules, state, space):
    """The space no longer exists; the first scorch of a turn feeds an Ash Forager (BR-31, BR-57)."""
    state.is_scorched[space] = True
    close_space(state, space)
    state.n_scorched += 1
    state.scorches -= 1
    if not state.has_scorched:
        gain(state, state.seat, Good.BERRY, bonus(rules, state, state.seat, Card.ASH_FORAGER))
    state.has_scorched = True


@compiled
def convert_element(state, old, new):
    """An Element Shifter turns a die; none goes back in the same turn to what it showed (BR-54)."""
    turn_die(state, element_face(old), element_face(new))
    state.left_element[old] = True


@inlined
def turn_die(state, old, new):
    """A die of the pool shows another face (BR-43, BR-54)."""
    state.pool[state.seat, old] -= 1
    state.pool[state.seat, new] += 1
