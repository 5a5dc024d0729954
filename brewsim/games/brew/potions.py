"""Potions: the market, reserving, paying, brewing, and what can be drunk. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import elements_placed, forage_placed, has_open_space
from brewsim.games.brew.codes import NO_INGREDIENT
from brewsim.games.brew.creatures import offers_space
from brewsim.games.brew.placing import bonus, has_power, spend_berries
from brewsim.games.brew.rules import N_EFFECTS, N_INGREDIENTS, N_POTIONS, N_SYMBOLS, Card, Character, Effect, Good
from brewsim.games.brew.spaces import N_BOARD_SPACES, SLOTS, VILLAGE
from brewsim.games.brew.state import POTION_STREAM, Phase
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck


@compiled
def reveal_potion(rules, state):
    """The top potion; an empty deck is first made again from all drunk potions, for VP tokens (BR-41). NONE if there is none."""
    if state.n_potion_deck == 0:
        pay_out_drunk(rules, state)
        key = stream_key(state.luck, POTION_STREAM + state.shuffles)
        state.n_potion_deck = order_deck(state.counts[:N_POTIONS], key, state.potion_deck, state.priorities)
        state.shuffles += state.n_potion_deck > 0
    if state.n_potion_deck == 0:
        return NONE
    state.n_potion_deck -= 1
    return state.potion_deck[state.n_potion_deck]


@compiled
def pay_out_drunk(rules, state):
    """Every drunk potion leaves its seat for VP tokens; `counts` tells which they were (BR-41)."""
    for potion in range(N_POTIONS):
        state.counts[potion] = 0
        for seat in range(state.n_seats):
            if state.drunk[seat, potion] > 0:
                state.drunk[seat, potion] = 0
                state.counts[potion] = 1
                state.tokens[seat] += rules.potion_vp[potion]
                state.tokens_for_potions[seat] += rules.potion_vp[potion]
                state.vp_potions[seat] -= rules.potion_vp[potion]


@compiled
def refill_market(rules, state):
    """Reveal a potion for each gap in the market, as far as there are any (BR-37, BR-41)."""
    for place in range(rules.market_potions):
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
def can_double(rules, state, seat):
    """Whether a berry of the seat can stand for more than one ingredient (BR-71)."""
    return state.stock[seat, Good.BERRY] > 0 and rules.first_berry > 1 and has_power(rules, state, seat, Character.MYLA)


@inlined
def berry_cover(rules, state, seat):
    """Ingredients that the seat's berries stand for in a brewing at most (BR-38, BR-71)."""
    return state.stock[seat, Good.BERRY] + (rules.first_berry - 1 if can_double(rules, state, seat) else 0)


@inlined
def berry_price(rules, state, seat, potion):
    """The berries that a potion costs: one for each missing ingredient, less what Myla's first stands for if it must (BR-38, BR-71)."""
    missing = missing_ingredients(rules, state, seat, potion)
    return missing if missing <= state.stock[seat, Good.BERRY] else missing - rules.first_berry + 1


@inlined
def may_use_potions(rules, state):
    """Whether the seat may still brew and drink in this turn: with a die left to place (BR-9)."""
    return state.n_pool[state.seat] > 0 or not rules.potions_need_die


@compiled
def can_brew_any(rules, state):
    """Whether the seat can pay for any potion."""
    seat = state.seat
    cover = berry_cover(rules, state, seat)
    for place in range(rules.market_potions):
        potion = state.market[place]
        if potion != NONE and missing_ingredients(rules, state, seat, potion) <= cover:
            return True
    can_brew = False
    for place in range(state.n_reserved[seat]):
        can_brew = can_brew or missing_ingredients(rules, state, seat, state.reserved[seat, place]) <= cover
    return can_brew


@compiled
def start_brewing(rules, state, potion):
    """Pay at once, or ask Myla whether and how to use her power (BR-36, BR-38, BR-71). Says whether the potion is brewed."""
    seat = state.seat
    state.brewing = potion
    needs_power = missing_ingredients(rules, state, seat, potion) > state.stock[seat, Good.BERRY]
    if can_double(rules, state, seat) and not needs_power and rules.cost_total[potion] > 0:
        state.phase = Phase.PAY
        return False
    pay_and_brew(rules, state, NO_INGREDIENT, NO_INGREDIENT, berry_price(rules, state, seat, potion))
    return True


@compiled
def pay_plainly(rules, state):
    """Myla does not use her power: each berry stands for one ingredient (BR-71)."""
    pay_and_brew(rules, state, NO_INGREDIENT, NO_INGREDIENT, missing_ingredients(rules, state, state.seat, state.brewing))


@inlined
def doubled_price(rules, missing):
    """The berries that a potion costs if Myla's first one stands for missing ingredients, or for others (BR-71)."""
    return max(1, missing - rules.first_berry + 1)


@compiled
def pay_with_berry(rules, state, spared, spared_too):
    """Myla's first berry stands for missing ingredients first, then for those that she spares (BR-71)."""
    missing = missing_ingredients(rules, state, state.seat, state.brewing)
    pay_and_brew(rules, state, spared, spared_too, doubled_price(rules, missing))


@compiled
def pay_and_brew(rules, state, spared, spared_too, berries):
    """Pay ingredients, with berries for what is missing or spared, and take the potion to the hand (BR-36 to BR-38)."""
    seat, potion = state.seat, state.brewing
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
    state.tokens[seat] += bonus(rules, state, seat, Card.POTION_HERALD)
    state.n_brewed[seat] += 1
    state.has_brewed = True
    state.brewing = NONE
    refill_market(rules, state)


@compiled
def leave_offer(state, potion):
    """Take a potion out of the market or of the seat's reserve."""
    for place in range(len(state.market)):
        if state.market[place] == potion:
            state.market[place] = NONE
            return
    kept = 0
    for place in range(state.n_reserved[state.seat]):
        if state.reserved[state.seat, place] != potion:
            state.reserved[state.seat, kept] = state.reserved[state.seat, place]
            kept += 1
    state.n_reserved[state.seat] = kept


@compiled
def open_reserve(rules, state):
    """Reveal a potion and let the seat choose (BR-39). Says whether there is any potion to reserve."""
    state.revealed = reveal_potion(rules, state)
    has_offer = state.revealed != NONE
    for place in range(rules.market_potions):
        has_offer = has_offer or state.market[place] != NONE
    if has_offer:
        state.phase = Phase.RESERVE
    else:
        state.reserves = 0
    return has_offer


@compiled
def reserve_potion(state, potion):
    """Keep a potion for oneself; the revealed one takes its place in the market (BR-39)."""
    seat = state.seat
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
    seat = state.seat
    for potion in range(N_POTIONS):
        if state.hand[seat, potion] > 0 and rules.effect[potion] == effect:
            state.hand[seat, potion] = 0
            state.drunk[seat, potion] = 1
            break
    state.in_hand[seat, effect] -= 1
    state.n_drunk[seat] += 1
    state.has_drunk = True


@compiled
def can_use(rules, state, effect):
    """Whether drinking would change anything (BR-42)."""
    seat = state.seat
    if effect == Effect.CHANGE or effect == Effect.REROLL:
        return state.n_pool[seat] > 0
    if effect == Effect.PLACE:
        return state.n_pool[seat] > state.to_place
    if effect == Effect.RETURN:
        return state.n_placed[seat] > 0
    if effect == Effect.REMOVE_ELEMENT:
        return elements_placed(state) > 0
    if effect == Effect.REMOVE_ANY:
        return forage_placed(state) + elements_placed(state) > 0
    if effect == Effect.SWAP:
        return can_swap_any(state)
    return forage_placed(state) > 0 and has_target(rules, state)


@compiled
def has_target(rules, state):
    """Whether a space is empty that a die can be moved to (BR-45)."""
    if has_open_space(state):
        return True
    for space in range(VILLAGE, N_BOARD_SPACES):
        if state.height[space] == 0:
            return True
    is_offered = False
    for seat in range(state.n_seats if rules.move_to_creatures else 0):
        for slot in range(SLOTS):
            is_offered = is_offered or offers_space(rules, state, seat, slot)
    return is_offered


@compiled
def can_drink_any(rules, state):
    """Whether the seat holds a potion that would change anything."""
    can_drink = False
    for effect in range(N_EFFECTS):
        can_drink = can_drink or (state.in_hand[state.seat, effect] > 0 and can_use(rules, state, effect))
    return can_drink


@compiled
def can_swap_any(state):
    """Whether two players have placed dice that show the same symbol (BR-46)."""
    for symbol in range(N_SYMBOLS):
        owners = 0
        for seat in range(state.n_seats):
            owners += state.placed[seat, symbol] > 0
        if owners > 1:
            return True
    return False


@compiled
def has_partner(state, owner, symbol):
    """Whether another player has placed a die that shows this symbol (BR-46)."""
    partners = 0
    for other in range(state.n_seats):
        partners += (other != owner) & (state.placed[other, symbol] > 0)
    return partners > 0
