"""What the seat to move may choose, and which item a choice uses. Clause numbers are those of RULES.md.

The lists write every candidate and count it only if it is legal: a branch that nobody can predict costs more.
"""

from brewsim.engine.contract import AIMED, NONE
from brewsim.games.brew import codes
from brewsim.games.brew.board import is_first, top_level
from brewsim.games.brew.codes import N_GROUPS, NO_INGREDIENT, Group, Verb
from brewsim.games.brew.creatures import offers_space, on_show
from brewsim.games.brew.placements import has_free_twin, list_group, list_placements, only_forest
from brewsim.games.brew.potions import berry_cover, can_use, has_partner, may_use_potions, missing_ingredients
from brewsim.games.brew.rounds import can_match, is_tied
from brewsim.games.brew.rules import (
    FEWEST_MATCHING,
    MOST_BERRIES,
    MOST_MATCHING,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_INGREDIENTS,
    N_POTIONS,
    N_SEASONS,
    N_SYMBOLS,
    Card,
    Character,
    Good,
)
from brewsim.games.brew.spaces import (
    DENS,
    ELEMENT_SPACES,
    N_BOARD_SPACES,
    N_FOREST_SPACES,
    SLOTS,
    VILLAGE,
    den_of,
    element_face,
    is_forage,
    is_in_forest,
    owner_of,
    place_of,
    symbol_of,
)
from brewsim.games.brew.state import Phase, Purpose
from brewsim.parts.compiling import compiled, inlined

# The most that `legal` can list: in a turn, or of the placements of a group, if that is more.
MOST_PLACEMENTS = 2 * N_FOREST_SPACES + N_GROUPS + N_ELEMENTS + SLOTS * N_SYMBOLS  # on a die in a forest lie Fire or Wind
MOST_ACTIONS = max(MOST_PLACEMENTS + N_ELEMENTS * N_ELEMENTS + N_POTIONS + 1 + N_EFFECTS, N_FOREST_SPACES * N_SYMBOLS)


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    phase = state.phase
    if phase == Phase.TURN:
        return list_turn(rules, state, actions)
    if phase == Phase.GROUP:
        return list_group(state, actions)
    if phase == Phase.PAY:
        return list_payments(rules, state, actions)
    if phase == Phase.CALL:
        actions[0] = codes.CALL_GATHER
        actions[1] = codes.CALL_TRAIN
        return 2
    if phase == Phase.CHOOSE:
        for ingredient in range(N_INGREDIENTS):
            actions[ingredient] = codes.CHOOSE + ingredient
        return N_INGREDIENTS
    if phase == Phase.TRAIN:
        return list_creatures(state, actions)
    if phase == Phase.RELEASE:
        return list_releases(state, actions)
    if phase == Phase.RESERVE:
        return list_reserves(rules, state, actions)
    if phase == Phase.SCORCH:
        n = list_open_spaces(state, actions, codes.SCORCH)
        actions[n] = codes.NO_SCORCH
        return n + 1
    if phase == Phase.PICK or phase == Phase.PARTNER:
        return list_dice(state, actions)
    if phase == Phase.TARGET:
        return list_targets(rules, state, actions)
    if phase == Phase.CHANGE:
        return list_dice_changes(state, actions)
    if phase == Phase.REROLL:
        return list_rerolls(state, actions)
    if phase == Phase.CLAIM:
        return list_claims(state, actions)
    return list_trades(state, actions)


@compiled
def list_turn(rules, state, actions):
    """Place, change elements, brew, drink, or end the turn (BR-8, BR-9)."""
    if state.to_place > 0:
        n = list_placements(rules, state, actions)
        n = list_conversions(state, actions, n)
    else:
        actions[0] = codes.END
        n = 1
    if may_use_potions(rules, state):
        if not state.has_brewed:
            n = list_brewable(rules, state, actions, n)
        if not state.has_drunk:
            for effect in range(N_EFFECTS):
                if state.in_hand[state.seat, effect] > 0 and can_use(rules, state, effect):
                    actions[n] = codes.DRINK + effect
                    n += 1
    return n


@inlined
def list_conversions(state, actions, n):
    """Append what Element Shifters can do with the dice of the pool (BR-54)."""
    seat = state.seat
    for new in range(N_ELEMENTS):
        if state.crew[seat, Card.ELEMENT_SHIFTER + new] > 0 and not state.left_element[new]:
            for old in range(N_ELEMENTS):
                actions[n] = codes.convert(old, new)
                n += (old != new) & (state.pool[seat, element_face(old)] > 0)
    return n


@inlined
def list_brewable(rules, state, actions, n):
    """Append the potions of market and reserve that the seat can pay (BR-36, BR-40), and Myla's power if it pays for more (BR-71)."""
    seat, n_market = state.seat, rules.market_potions
    cover = berry_cover(rules, state, seat)
    plain = cover if state.has_doubled else state.stock[seat, Good.BERRY]
    needs_power = False
    for offer in range(n_market + state.n_reserved[seat]):
        potion = state.market[offer] if offer < n_market else state.reserved[seat, offer - n_market]
        if potion != NONE:
            missing = missing_ingredients(rules, state, seat, potion)
            actions[n] = codes.brew(potion)
            n += missing <= plain
            needs_power |= (plain < missing) & (missing <= cover)
    actions[n] = codes.DOUBLE_BERRY
    return n + needs_power


@compiled
def list_payments(rules, state, actions):
    """Plainly, or what Myla's first berry stands for: missing ingredients first, then those that she wants to spare (BR-71)."""
    n, seat, potion = 1, state.seat, state.brewing
    missing = missing_ingredients(rules, state, seat, potion)
    actions[0] = codes.PAY_PLAIN
    spares = rules.first_berry - missing
    listed = n
    if spares == 2:
        for i in range(N_INGREDIENTS):
            for j in range(i, N_INGREDIENTS):
                actions[n] = codes.pay_spare(i, j)
                n += (rules.cost[potion, i] > 0) & (rules.cost[potion, j] > (i == j))
    if spares >= 1 and n == listed:
        for i in range(N_INGREDIENTS):
            actions[n] = codes.pay_spare(i, NO_INGREDIENT)
            n += min(rules.cost[potion, i], state.stock[seat, i]) > 0
    if missing >= rules.first_berry:
        actions[n] = codes.pay_spare(NO_INGREDIENT, NO_INGREDIENT)
        n += 1
    return n


@compiled
def list_creatures(state, actions):
    """The creatures on show, a Creature Forager's berry, or nothing (BR-17, BR-56)."""
    n = 0
    for season in range(N_SEASONS):
        actions[n] = codes.TRAIN + season
        n += state.n_pile[season] > 0
    actions[n] = codes.TAKE_BERRY
    n += state.on_creature_space and state.crew[state.seat, Card.CREATURE_FORAGER] > 0
    actions[n] = codes.NO_TRAIN
    return n + 1


@compiled
def list_releases(state, actions):
    """Each of the trained creatures, equal ones without a die once (BR-51)."""
    n, seat = 0, state.seat
    for slot in range(SLOTS):
        is_free = state.height[den_of(seat, slot)] == 0
        actions[n] = codes.RELEASE + slot
        n += state.trained[seat, slot] != NONE and not (is_free and has_free_twin(state, seat, slot))
    return n


@compiled
def list_reserves(rules, state, actions):
    """The revealed potion and those of the market (BR-39)."""
    actions[0] = codes.reserve(state.revealed)
    n = 1 if state.revealed != NONE else 0
    for place in range(rules.market_potions):
        actions[n] = codes.reserve(state.market[place])
        n += state.market[place] != NONE
    return n


@compiled
def list_open_spaces(state, actions, first):
    """first + space for each open forest space, equal ones once."""
    n = 0
    for i in range(state.n_open_list):
        space = state.open_list[i]
        actions[n] = first + space
        n += is_first(state, space)
    return n


@compiled
def list_targets(rules, state, actions):
    """Where a picked die may go: an open forest space, and by a potion any other empty space (BR-45, BR-60)."""
    n = list_open_spaces(state, actions, codes.TARGET)
    if state.purpose == Purpose.DEN_MOVE:
        return n
    for space in range(VILLAGE, N_BOARD_SPACES):
        actions[n] = codes.TARGET + space
        n += state.height[space] == 0
    if rules.move_to_creatures:
        for seat in range(state.n_seats):
            for slot in range(SLOTS):
                if offers_space(rules, state, seat, slot) and not has_free_twin(state, seat, slot):
                    actions[n] = codes.TARGET + den_of(seat, slot)
                    n += 1
    return n


@compiled
def list_dice(state, actions):
    """The placed dice that the seat may pick; a Die Mover may leave all where they are (BR-44 to BR-48, BR-60)."""
    n = 0
    for i in range(state.n_taken_list):
        space = state.taken_list[i]
        for level in range(state.height[space]):
            if can_pick(state, state.stack[space, level]) and not is_repeated(state, space, level):
                actions[n] = codes.pick(space, level)
                n += 1
    actions[n] = codes.NO_PICK
    return n + (state.purpose == Purpose.DEN_MOVE)


@inlined
def can_pick(state, die):
    """Whether the purpose allows to pick this die (BR-44 to BR-48, BR-60)."""
    purpose = state.purpose
    if purpose == Purpose.REMOVE_ANY:
        return True
    if purpose == Purpose.REMOVE_ELEMENT:
        return not is_forage(die)
    if not is_forage(die):
        return False
    if purpose == Purpose.RETURN:
        return owner_of(die) == state.seat
    if purpose == Purpose.SWAP and state.phase == Phase.PARTNER:
        first = state.stack[state.picked_space, state.picked_level]
        return symbol_of(die) == symbol_of(first) and die != first
    return purpose != Purpose.SWAP or has_partner(state, owner_of(die), symbol_of(die))


@inlined
def is_repeated(state, space, level):
    """Whether an equal die of the same space was already listed: side by side, or both covered."""
    side_by_side = VILLAGE <= space < ELEMENT_SPACES
    if level == top_level(state, space) and not side_by_side:
        return False
    is_listed = False
    for lower in range(level):
        is_listed = is_listed or state.stack[space, lower] == state.stack[space, level]
    return is_listed


@compiled
def list_dice_changes(state, actions):
    """A die of the pool and another face of the same kind of die (BR-43)."""
    n = 0
    for old in range(N_FACES):
        for new in range(N_FACES):
            actions[n] = codes.change_die(old, new)
            n += (state.pool[state.seat, old] > 0) & (new != old) & ((new < N_SYMBOLS) == (old < N_SYMBOLS))
    return n


@compiled
def list_rerolls(state, actions):
    """One more die to roll again, in the order of faces, or the roll (BR-43)."""
    n, last = 0, 0
    for face in range(N_FACES):
        if state.marked[face] > 0:
            last = face
    for face in range(last, N_FACES):
        actions[n] = codes.REROLL_DIE + face
        n += state.pool[state.seat, face] > state.marked[face]
    actions[n] = codes.ROLL
    return n + (state.n_marked > 0)


@compiled
def list_claims(state, actions):
    """The forests that Wren is tied in, or none of them (BR-69)."""
    n = 0
    for place in range(state.n_row):
        actions[n] = codes.CLAIM + place
        n += is_tied(state, place, state.seat)
    actions[n] = codes.NO_CLAIM
    return n + 1


@compiled
def list_trades(state, actions):
    """The merchants' trades that the seat can still make (BR-66)."""
    n = 0
    for count in range(1, MOST_BERRIES + 1):
        actions[n] = codes.trade_berries(count)
        n += state.berry_trades > 0 and state.stock[state.seat, Good.BERRY] >= count
    for ingredient in range(N_INGREDIENTS):
        for count in range(FEWEST_MATCHING, MOST_MATCHING + 1):
            actions[n] = codes.trade_matching(ingredient, count)
            n += state.match_trades > 0 and can_match(state, ingredient, count)
    actions[n] = codes.NO_TRADE
    return n + 1


@compiled
def item_of(rules, state, action):
    """Forests and village spaces when a die is placed there, potions brewed, creatures trained, characters' powers used.

    To choose an any-die space is to use it, whatever the die. A group of placements that are all in one forest aims at it.
    """
    verb, what = codes.decode(action)
    if verb == Verb.PLACE_DIE:
        _, space = codes.placement(action)
        return item_of_space(state, space)
    if verb == Verb.OPEN_GROUP:
        return item_of_group(state, what)
    if verb == Verb.BREW:
        return codes.potion_item(what)
    if verb == Verb.TRAIN:
        return codes.creature_item(rules.card_kind[on_show(state, what)])
    if verb == Verb.DOUBLE_BERRY or (verb == Verb.PAY_SPARE and not state.has_doubled):
        return codes.character_item(Character.MYLA)
    if verb == Verb.CALL_TRAIN:
        return codes.character_item(Character.LYRIC)
    if verb == Verb.CLAIM:
        return codes.character_item(Character.WREN)
    return NONE


@inlined
def item_of_space(state, space):
    """What a die that is placed there uses; an any-die space was already used when it was chosen."""
    if is_in_forest(space):
        return codes.forest_item(state.row[place_of(space)])
    if space >= DENS or (state.phase == Phase.GROUP and state.group >= Group.VISIT):
        return NONE
    return codes.village_item(state.night, space - VILLAGE)


@inlined
def item_of_group(state, group):
    """What it is to choose a group of placements."""
    if group >= Group.VISIT:
        return codes.village_item(state.night, group - Group.VISIT)
    if group == Group.TOPPED:
        return codes.character_item(Character.LELLO)
    place = only_forest(state, group)
    return NONE if place == NONE else AIMED - codes.forest_item(state.row[place])
