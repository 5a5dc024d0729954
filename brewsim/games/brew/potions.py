"""Potions: the market, reserving, paying, brewing, and what can be drunk. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew import codes
from brewsim.games.brew.board import owner_of, spend_berries
from brewsim.games.brew.codes import (
    DEN_MOVE,
    ELEMENT_DIE,
    ELEMENT_OWNER,
    ELEMENT_SPACES,
    FACE_CODES,
    MAX_STACK,
    N_BOARD_SPACES,
    VILLAGE,
    Phase,
)
from brewsim.games.brew.rules import (
    BERRY,
    CHANGE,
    MOVE,
    MYLA,
    N_INGREDIENTS,
    N_POTIONS,
    N_SYMBOLS,
    PLACE,
    POTION_HERALD,
    REMOVE_ANY,
    REMOVE_ELEMENT,
    REROLL,
    RETURN,
    SWAP,
)
from brewsim.games.brew.state import POTION_STREAM
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck


@compiled
def reveal_potion(rules, state):
    """The top potion; an empty deck is first made anew from all drunk potions, for VP tokens (BR-41). NONE if there is none."""
    if state.n_potion_deck == 0:
        for potion in range(N_POTIONS):
            state.counts[potion] = 0
            for seat in range(int(state.n_seats)):
                if state.drunk[seat, potion] > 0:
                    state.drunk[seat, potion] = 0
                    state.counts[potion] = 1
                    state.tokens[seat] += rules.potion_vp[potion]
                    state.vp_potions[seat] -= rules.potion_vp[potion]
        key = stream_key(state.luck, POTION_STREAM + int(state.shuffles))
        state.n_potion_deck = order_deck(state.counts[:N_POTIONS], key, state.potion_deck[:], state.priorities)
        state.shuffles += 1
    if state.n_potion_deck == 0:
        return NONE
    state.n_potion_deck -= 1
    return int(state.potion_deck[state.n_potion_deck])


@compiled
def refill_market(rules, state):
    """Reveal a potion for each gap in the market, as far as there are any (BR-37, BR-41)."""
    for place in range(int(rules.market_potions)):
        if state.market[place] == NONE:
            state.market[place] = reveal_potion(rules, state)


@inlined
def missing_ingredients(rules, state, seat, potion):
    """What the stock lacks for a potion, before berries."""
    missing = 0
    for ingredient in range(N_INGREDIENTS):
        missing += max(0, rules.cost[potion, ingredient] - state.stock[seat, ingredient])
    return missing


@inlined
def berry_cover(rules, state, seat):
    """Ingredients that the seat's berries stand for in a brewing (BR-38, BR-70)."""
    berries = state.stock[seat, BERRY]
    return berries + (rules.first_berry - 1 if berries > 0 and rules.power_of[state.character[seat]] == MYLA else 0)


@compiled
def list_brewable(rules, state, actions, n, base):
    """Append base + potion for what the seat can pay, of the market and of its reserve (BR-36, BR-40)."""
    seat = int(state.seat)
    cover = berry_cover(rules, state, seat)
    for place in range(int(rules.market_potions)):
        potion = int(state.market[place])
        actions[n] = base + potion
        n += potion != NONE and missing_ingredients(rules, state, seat, potion) <= cover
    for place in range(int(state.n_reserved[seat])):
        potion = int(state.reserved[seat, place])
        actions[n] = base + potion
        n += missing_ingredients(rules, state, seat, potion) <= cover
    return n


@compiled
def can_brew_any(rules, state):
    """Whether the seat can pay for any potion."""
    seat = int(state.seat)
    cover = berry_cover(rules, state, seat)
    for place in range(int(rules.market_potions)):
        potion = int(state.market[place])
        if potion != NONE and missing_ingredients(rules, state, seat, potion) <= cover:
            return True
    can_brew = False
    for place in range(int(state.n_reserved[seat])):
        can_brew = can_brew or missing_ingredients(rules, state, seat, int(state.reserved[seat, place])) <= cover
    return can_brew


@compiled
def start_brewing(rules, state, potion):
    """Pay at once, or ask Myla what her first berry stands for (BR-36, BR-38, BR-70)."""
    seat = int(state.seat)
    state.brewing = potion
    if (
        rules.power_of[state.character[seat]] == MYLA
        and rules.first_berry > 1
        and state.stock[seat, BERRY] > 0
        and rules.cost_total[potion] > 0
    ):
        state.phase = Phase.PAY
    else:
        pay_and_brew(rules, state, N_INGREDIENTS, N_INGREDIENTS, missing_ingredients(rules, state, seat, potion))


@compiled
def pay_and_brew(rules, state, spared, spared_too, berries):
    """Pay ingredients, with berries for what is missing or spared, and take the potion to the hand (BR-36 to BR-38)."""
    seat, potion = int(state.seat), state.brewing
    for ingredient in range(N_INGREDIENTS):
        paid = min(state.stock[seat, ingredient], rules.cost[potion, ingredient])
        paid -= spared == ingredient
        paid -= spared_too == ingredient
        state.stock[seat, ingredient] -= paid
    spend_berries(state, seat, berries)
    leave_offer(state, potion)
    state.hand[seat, potion] = 1
    state.in_hand[seat, rules.effect[potion]] += 1
    state.vp_potions[seat] += rules.potion_vp[potion]
    state.tokens[seat] += state.crew[seat, POTION_HERALD] * rules.card_amount[POTION_HERALD]
    state.n_brewed[seat] += 1
    state.has_brewed = True
    state.brewing = NONE
    state.phase = Phase.SETTLE
    refill_market(rules, state)


@compiled
def leave_offer(state, potion):
    """Take a potion out of the market or of the seat's reserve."""
    for place in range(len(state.market)):
        if state.market[place] == potion:
            state.market[place] = NONE
            return
    kept = 0
    for place in range(int(state.n_reserved[state.seat])):
        if state.reserved[state.seat, place] != potion:
            state.reserved[state.seat, kept] = state.reserved[state.seat, place]
            kept += 1
    state.n_reserved[state.seat] = kept


@compiled
def reserve_potion(state, potion):
    """Keep a potion for oneself; the revealed one takes its place in the market (BR-39)."""
    seat = int(state.seat)
    if potion != state.revealed:
        for place in range(len(state.market)):
            if state.market[place] == potion:
                state.market[place] = state.revealed
    state.revealed = NONE
    state.reserved[seat, state.n_reserved[seat]] = potion
    state.n_reserved[seat] += 1
    state.reserves -= 1


@compiled
def drink_potion(rules, state, effect):
    """A potion of this effect goes from the hand to the drunk ones; its VP stay (BR-42)."""
    seat = int(state.seat)
    for potion in range(N_POTIONS):
        if state.hand[seat, potion] > 0 and rules.effect[potion] == effect:
            state.hand[seat, potion] = 0
            state.drunk[seat, potion] = 1
            break
    state.in_hand[seat, effect] -= 1
    state.n_drunk[seat] += 1
    state.has_drunk = True
    state.purpose = effect
    if effect == CHANGE:
        state.phase = Phase.CHANGE
    elif effect == REROLL:
        state.n_marked = 0
        state.phase = Phase.REROLL
    elif effect == PLACE:
        state.to_place += 1
        state.phase = Phase.SETTLE
    else:
        state.phase = Phase.PICK


@compiled
def can_use(state, effect):
    """Whether drinking would change anything (BR-42)."""
    seat = int(state.seat)
    if effect in (CHANGE, REROLL):
        return state.n_pool[seat] > 0
    if effect == PLACE:
        return state.n_pool[seat] > state.to_place
    if effect == RETURN:
        return state.n_placed[seat] > 0
    if effect == REMOVE_ELEMENT:
        return state.n_placed[ELEMENT_OWNER] > 0
    forage = 0
    for other in range(int(state.n_seats)):
        forage += state.n_placed[other]
    if effect == REMOVE_ANY:
        return forage + state.n_placed[ELEMENT_OWNER] > 0
    if effect == SWAP:
        return can_swap_any(state)
    free = has_open_space(state)
    for space in range(ELEMENT_SPACES, N_BOARD_SPACES):
        free = free or state.height[space] == 0
    return forage > 0 and free


@compiled
def can_drink_any(state):
    """Whether the seat holds a potion that would change anything."""
    can_drink = False
    for effect in range(state.in_hand.shape[1]):
        can_drink = can_drink or (state.in_hand[state.seat, effect] > 0 and can_use(state, effect))
    return can_drink


@inlined
def has_open_space(state):
    """Whether a forest has an empty space (BR-31, BR-45, BR-60)."""
    return state.n_open_list > 0


@inlined
def dice_seen(state):
    """The placed dice, forage and element, as a set: a bit for each owner and symbol."""
    seen = 0
    for i in range(int(state.n_taken_list)):
        space = state.taken_list[i]
        for level in range(int(state.height[space])):
            seen |= 1 << int(state.stack[space, level])
    return seen


@compiled
def can_swap_any(state):
    """Whether two players have placed dice that show the same symbol (BR-46)."""
    seen = dice_seen(state)
    for symbol in range(N_SYMBOLS):
        owners = 0
        for seat in range(int(state.n_seats)):
            owners += seen >> (seat * FACE_CODES + symbol) & 1
        if owners > 1:
            return True
    return False


@inlined
def is_repeated(state, space, level):
    """Whether an equal die of the same space was already listed: side by side, or both covered."""
    die = int(state.stack[space, level])
    side_by_side = VILLAGE <= space < ELEMENT_SPACES
    if level == state.height[space] - 1 and not side_by_side:
        return False
    is_listed = False
    for lower in range(level):
        is_listed = is_listed or state.stack[space, lower] == die
    return is_listed


@compiled
def list_dice(state, actions, n):
    """Append the placed dice that the purpose allows to pick (BR-44 to BR-48, BR-60)."""
    purpose, seat = int(state.purpose), int(state.seat)
    swaps_with = NONE
    if state.phase == Phase.PARTNER:
        swaps_with = int(state.stack[state.picked_space, state.picked_level])
    seen = dice_seen(state) if purpose == SWAP else 0
    for i in range(int(state.n_taken_list)):
        space = int(state.taken_list[i])
        for level in range(int(state.height[space])):
            die = int(state.stack[space, level])
            is_forage = die < ELEMENT_DIE
            fits = is_forage
            if purpose == REMOVE_ANY:
                fits = True
            elif purpose == REMOVE_ELEMENT:
                fits = not is_forage
            elif purpose == RETURN:
                fits = is_forage and owner_of(die) == seat
            elif purpose == SWAP and is_forage:
                if swaps_with == NONE:
                    others = 0
                    for other in range(int(state.n_seats)):
                        if other != owner_of(die):
                            others += seen >> (other * FACE_CODES + die % FACE_CODES) & 1
                    fits = others > 0
                else:
                    fits = die % FACE_CODES == swaps_with % FACE_CODES and die != swaps_with
            if fits and not is_repeated(state, space, level):
                actions[n] = codes.PICK + space * MAX_STACK + level
                n += 1
    return n


@inlined
def is_move(purpose):
    """Whether a picked die goes to another space."""
    return purpose in (MOVE, DEN_MOVE)
