"""The rules of Brew: the deal, the turn, and what the drivers ask for. Clause numbers are those of RULES.md.

The topics have their own modules: board (dice and placing), potions, creatures, rounds (control, claims, scores).
"""

from brewsim.engine.contract import MISSING, NONE
from brewsim.games.brew.board import can_force, gather, has_power, is_first_open, piles_have_card, place_die, put_die, reroll_marked
from brewsim.games.brew.board import exchange_die, owner_of, return_die, scorch_space, set_aside, spend_berries, take_die
from brewsim.games.brew.creatures import creature_limit, deal_piles, housed_creatures, release_creature, take_berry, train_creature
from brewsim.games.brew.potions import (
    can_brew_any,
    can_drink_any,
    can_use,
    drink_potion,
    has_target,
    is_move,
    list_brewable,
    list_dice,
    missing_ingredients,
    pay_and_brew,
    refill_market,
    reserve_potion,
    reveal_potion,
    start_brewing,
)
from brewsim.games.brew.rounds import (
    begin_round,
    can_match,
    claim_forest,
    creature_score,
    end_round,
    end_turn,
    finish_claims,
    is_tied,
    leftovers,
    next_round,
    open_trades,
    score_of,
    trade_berries,
    trade_matching,
)
from brewsim.games.brew.rules import (
    BERRY,
    CREATURE_FORAGER,
    ELEMENT_SHIFTER,
    ELEMENT_SPACE,
    FIRE,
    FORAGE_SPACE,
    LELLO,
    LYRIC,
    MAX_ROUNDS,
    MAX_SPACES,
    MOVE,
    MYLA,
    N_CARDS,
    N_CHARACTERS,
    N_EFFECTS,
    N_ELEMENTS,
    N_FACES,
    N_FORESTS,
    N_GOODS,
    N_INGREDIENTS,
    N_POTIONS,
    N_SEASONS,
    N_SYMBOLS,
    NO_DEN,
    RETURN,
    SWAP,
    WIND,
    WREN,
)
from brewsim.games.brew.state import (
    BREW,
    CALL_GATHER,
    CALL_TRAIN,
    CHANGE_DIE,
    CHARACTER_ITEM,
    CHARACTER_STREAM,
    CHOOSE,
    CLAIM,
    CONVERT,
    CREATURE_ITEM,
    CREATURE_STREAM,
    DEN_MOVE,
    DENS,
    DRINK,
    ELEMENT_DIE,
    ELEMENT_OWNER,
    ELEMENT_SPACES,
    END,
    FOREST_ITEM,
    FOREST_STREAM,
    LUCK_STREAM,
    MAX_STACK,
    N_BOARD_SPACES,
    N_FOREST_SPACES,
    N_SPACES,
    NO_CLAIM,
    NO_PICK,
    NO_SCORCH,
    NO_TRADE,
    PAY_PLAIN,
    PAY_SPARE,
    PICK,
    PLACE_DIE,
    POTION_STREAM,
    RELEASE,
    REROLL_DIE,
    RESERVE,
    ROLL,
    SCORCH,
    SLOTS,
    TAKE_BERRY,
    TARGET,
    TRADE_BERRIES,
    TRADE_MATCHING,
    TRAIN,
    VILLAGE,
    VILLAGE_ITEM,
    Phase,
)
from brewsim.parts.chance import draw, stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck

ELEMENT_FACES = (1 << N_FACES) - (1 << N_SYMBOLS)  # as a set
FORAGE_FACES = (1 << N_SYMBOLS) - 1


@compiled
def setup(rules, state):
    """Forests, creatures, potions, characters, first dice; seat 0 begins (BR-1 to BR-7)."""
    state.luck = state.key
    for forest in range(N_FORESTS):
        state.counts[forest] = rules.forest_min_seats[forest] <= state.n_seats
    state.n_forest_deck = order_deck(state.counts[:N_FORESTS], stream_key(state.key, FOREST_STREAM), state.forest_deck, state.priorities)
    deal_piles(rules, state)
    key = stream_key(state.key, POTION_STREAM)
    state.n_potion_deck = order_deck(rules.potion_copies, key, state.potion_deck, state.priorities)
    state.shuffles = 1
    for place in range(len(state.market)):
        state.market[place] = NONE
    refill_market(rules, state)
    deal_characters(state)
    for seat in range(int(state.n_seats)):
        state.stock[seat, BERRY] = rules.start_berries
        for slot in range(SLOTS):
            state.trained[seat, slot] = NONE
    state.revealed = NONE
    state.brewing = NONE
    state.call_space = NONE
    begin_round(rules, state)


@compiled
def deal_characters(state):
    """Each seat another character, at random (BR-5)."""
    for character in range(N_CHARACTERS):
        state.counts[character] = 1
    order_deck(state.counts[:N_CHARACTERS], stream_key(state.key, CHARACTER_STREAM), state.character, state.priorities)


# The lists below write every candidate and count it only if it is legal: a branch that nobody can predict costs more.


@inlined
def list_faces(actions, n, faces, space):
    """Append the placing of each face of the set on a space."""
    for face in range(N_FACES):
        actions[n] = PLACE_DIE + face * N_SPACES + space
        n += faces >> face & 1
    return n


@compiled
def list_placements(rules, state, actions, n):
    """Every die of the pool on every space that takes it; equal dice and equal spaces once (BR-13 to BR-29)."""
    seat = int(state.seat)
    pool = 0
    for face in range(N_FACES):
        pool |= (state.pool[seat, face] > 0) << face
    topping = has_power(rules, state, seat, LELLO) and state.stock[seat, BERRY] >= rules.power_berries[LELLO]
    on_top = (1 << FIRE) | (FORAGE_FACES if topping else 0)
    for place in range(int(state.n_row)):
        for i in range(rules.forest_spaces[state.row[place]]):
            space = place * MAX_SPACES + i
            faces = 0
            if is_first_open(rules, state, place, i):
                forced = can_force(state, seat, state.icon_at[space])
                faces = ELEMENT_FACES | (FORAGE_FACES if forced else 1 << state.symbol_at[space])
            elif state.height[space] > 0:
                faces = on_top | (1 << WIND if state.top[space] == seat else 0)
            faces &= pool
            if faces:
                n = list_faces(actions, n, faces, space)
    for space in range(VILLAGE, ELEMENT_SPACES):
        n = list_faces(actions, n, pool, space)
    for element in range(N_ELEMENTS):
        actions[n] = PLACE_DIE + (N_SYMBOLS + element) * N_SPACES + ELEMENT_SPACES + element
        n += (pool >> (N_SYMBOLS + element) & 1) & (state.height[ELEMENT_SPACES + element] == 0)
    for slot in range(SLOTS):
        card = state.trained[seat, slot]
        if card != NONE and rules.card_den[card] != NO_DEN and state.height[DENS + seat * SLOTS + slot] == 0:
            twin = False
            for other in range(slot):
                twin = twin or (state.trained[seat, other] == card and state.height[DENS + seat * SLOTS + other] == 0)
            if not twin:
                faces = pool & (FORAGE_FACES if rules.card_den[card] == FORAGE_SPACE else ELEMENT_FACES)
                n = list_faces(actions, n, faces, DENS + seat * SLOTS + slot)
    return n


@compiled
def list_turn(rules, state, actions):
    """Place, brew, drink, change elements, or end the turn (BR-8, BR-9)."""
    n, seat = 0, int(state.seat)
    if state.to_place > 0:
        n = list_placements(rules, state, actions, n)
        for element in range(N_ELEMENTS):
            if state.crew[seat, ELEMENT_SHIFTER + element] > 0 and not state.left_element[element]:
                for other in range(N_ELEMENTS):
                    actions[n] = CONVERT + other * N_ELEMENTS + element
                    n += (other != element) & (state.pool[seat, N_SYMBOLS + other] > 0)
    else:
        actions[n] = END
        n += 1
    if not state.has_brewed:
        n = list_brewable(rules, state, actions, n, BREW)
    if not state.has_drunk:
        for effect in range(N_EFFECTS):
            if state.in_hand[seat, effect] > 0 and can_use(rules, state, effect):
                actions[n] = DRINK + effect
                n += 1
    return n


@compiled
def list_payments(rules, state, actions):
    """What Myla's first berry stands for: missing ingredients first, then those that she wants to spare (BR-70)."""
    n, seat, potion = 0, int(state.seat), state.brewing
    missing = missing_ingredients(rules, state, seat, potion)
    if missing == 0:
        actions[n] = PAY_PLAIN
        n += 1
    spares = rules.first_berry - missing
    listed = n
    if spares == 2:
        for i in range(N_INGREDIENTS):
            for j in range(i, N_INGREDIENTS):
                actions[n] = PAY_SPARE + i * N_GOODS + j
                n += (rules.cost[potion, i] > 0) & (rules.cost[potion, j] > (i == j))
    if spares >= 1 and n == listed:
        for i in range(N_INGREDIENTS):
            actions[n] = PAY_SPARE + i * N_GOODS + N_INGREDIENTS
            n += min(rules.cost[potion, i], state.stock[seat, i]) > 0
    if missing > 0 and n == listed:
        actions[n] = PAY_SPARE + N_INGREDIENTS * N_GOODS + N_INGREDIENTS
        n += 1
    return n


@compiled
def list_open_spaces(rules, state, actions, n, base):
    """Append base + space for each empty forest space, equal ones once."""
    for place in range(int(state.n_row)):
        for i in range(rules.forest_spaces[state.row[place]]):
            actions[n] = base + place * MAX_SPACES + i
            n += is_first_open(rules, state, place, i)
    return n


@compiled
def list_releases(state, actions):
    """Each of the trained creatures, equal ones without a die once (BR-51)."""
    n, seat = 0, int(state.seat)
    for slot in range(SLOTS):
        card = state.trained[seat, slot]
        if card != NONE:
            twin = False
            for other in range(slot):
                both_free = state.height[DENS + seat * SLOTS + slot] == 0 and state.height[DENS + seat * SLOTS + other] == 0
                twin = twin or (state.trained[seat, other] == card and both_free)
            actions[n] = RELEASE + slot
            n += not twin
    return n


@compiled
def list_trades(rules, state, actions):
    """The merchants' trades that the seat can still make (BR-65)."""
    n = 0
    for count in range(1, 3):
        actions[n] = TRADE_BERRIES + count - 1
        n += state.berry_trades > 0 and state.stock[state.seat, BERRY] >= count
    for ingredient in range(N_INGREDIENTS):
        for count in range(2, 4):
            actions[n] = TRADE_MATCHING + ingredient * 2 + count - 2
            n += state.match_trades > 0 and can_match(state, ingredient, count)
    actions[n] = NO_TRADE
    return n + 1


@compiled
def list_dice_changes(state, actions):
    """A die of the pool and another face of the same kind of die (BR-43)."""
    n = 0
    for face in range(N_FACES):
        for new in range(N_FACES):
            actions[n] = CHANGE_DIE + face * N_FACES + new
            n += (state.pool[state.seat, face] > 0) & (new != face) & ((new < N_SYMBOLS) == (face < N_SYMBOLS))
    return n


@compiled
def list_rerolls(state, actions):
    """One more die to roll again, in the order of faces, or the roll (BR-43)."""
    n, last = 0, 0
    for face in range(N_FACES):
        if state.marked[face] > 0:
            last = face
    for face in range(last, N_FACES):
        actions[n] = REROLL_DIE + face
        n += state.pool[state.seat, face] > state.marked[face]
    actions[n] = ROLL
    n += state.n_marked > 0
    return n


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    n, seat, phase = 0, int(state.seat), state.phase
    if phase == Phase.TURN:
        n = list_turn(rules, state, actions)
    elif phase == Phase.PAY:
        n = list_payments(rules, state, actions)
    elif phase == Phase.CALL:
        actions[0] = CALL_GATHER
        actions[1] = CALL_TRAIN
        n = 2
    elif phase == Phase.CHOOSE:
        for ingredient in range(N_INGREDIENTS):
            actions[n] = CHOOSE + ingredient
            n += 1
    elif phase == Phase.TRAIN:
        for season in range(N_SEASONS):
            actions[n] = TRAIN + season
            n += state.n_pile[season] > 0
        actions[n] = TAKE_BERRY
        n += state.on_creature_space and state.crew[seat, CREATURE_FORAGER] > 0
    elif phase == Phase.RELEASE:
        n = list_releases(state, actions)
    elif phase == Phase.RESERVE:
        actions[n] = RESERVE + state.revealed
        n += state.revealed != NONE
        for place in range(rules.market_potions):
            actions[n] = RESERVE + state.market[place]
            n += state.market[place] != NONE
    elif phase == Phase.SCORCH:
        n = list_open_spaces(rules, state, actions, n, SCORCH)
        actions[n] = NO_SCORCH
        n += 1
    elif phase == Phase.PICK or phase == Phase.PARTNER:
        n = list_dice(rules, state, actions, n)
        actions[n] = NO_PICK
        n += state.purpose == DEN_MOVE
    elif phase == Phase.TARGET:
        n = list_open_spaces(rules, state, actions, n, TARGET)
        for space in range(ELEMENT_SPACES, N_BOARD_SPACES):
            actions[n] = TARGET + space
            n += (state.purpose == MOVE) & (state.height[space] == 0)
    elif phase == Phase.CHANGE:
        n = list_dice_changes(state, actions)
    elif phase == Phase.REROLL:
        n = list_rerolls(state, actions)
    elif phase == Phase.CLAIM:
        for place in range(int(state.n_row)):
            actions[n] = CLAIM + place
            n += is_tied(state, place, seat)
        actions[n] = NO_CLAIM
        n += 1
    else:
        n = list_trades(rules, state, actions)
    return n


@compiled
def apply(rules, state, action):
    """Carry the action out, then pass the stations up to the next decision."""
    if action < END:
        act_in_turn(rules, state, action)
    elif action < SCORCH:
        settle_gain(rules, state, action)
    elif action < CLAIM:
        act_on_dice(rules, state, action)
    elif action <= NO_CLAIM:
        if action < NO_CLAIM:
            spend_berries(state, state.seat, rules.power_berries[WREN])
            claim_forest(rules, state, int(state.seat), action - CLAIM)
        state.phase = Phase.CLAIMED
    elif action < TRADE_MATCHING:
        trade_berries(rules, state, action - TRADE_BERRIES + 1)
    elif action < NO_TRADE:
        trade_matching(rules, state, (action - TRADE_MATCHING) // 2, (action - TRADE_MATCHING) % 2 + 2)
    else:
        state.trader += 1
        state.phase = Phase.TRADES
    if state.phase == Phase.SETTLE:
        go_on(rules, state)
    if state.phase == Phase.TURN_END:
        end_turn(state)
    if state.phase >= Phase.ROUND_END:
        pass_round(rules, state)


@compiled
def pass_round(rules, state):
    """The stations between two rounds (BR-62 to BR-65)."""
    if state.phase == Phase.ROUND_END:
        end_round(rules, state)
    if state.phase == Phase.CLAIMED:
        finish_claims(rules, state)
    if state.phase == Phase.TRADES:
        open_trades(state)
    if state.phase == Phase.NEXT_ROUND:
        next_round(rules, state)
    if state.phase == Phase.DEAL:
        begin_round(rules, state)


@compiled
def act_in_turn(rules, state, action):
    """Place, brew, drink, or change an element."""
    if action < BREW:
        place_die(rules, state, (action - PLACE_DIE) // N_SPACES, (action - PLACE_DIE) % N_SPACES)
        state.phase = Phase.SETTLE
    elif action < DRINK:
        start_brewing(rules, state, action - BREW)
    elif action < CONVERT:
        drink_potion(rules, state, action - DRINK)
    else:
        convert_element(state, (action - CONVERT) // N_ELEMENTS, (action - CONVERT) % N_ELEMENTS)


@compiled
def settle_gain(rules, state, action):
    """The end of a turn, payments, and what a placement lets one take."""
    state.phase = Phase.SETTLE
    if action == END:
        state.phase = Phase.TURN_END
    elif action < CALL_GATHER:
        pay(rules, state, action)
    elif action < CHOOSE:
        answer_call(rules, state, action == CALL_TRAIN)
    elif action < TRAIN:
        state.choices -= 1
        gather(rules, state, int(state.seat), action - CHOOSE, 1)
    elif action == TAKE_BERRY:
        take_berry(rules, state)
    elif action < TAKE_BERRY:
        train_creature(rules, state, action - TRAIN)
    elif action < RESERVE:
        release_creature(state, action - RELEASE)
    else:
        reserve_potion(state, action - RESERVE)


@compiled
def act_on_dice(rules, state, action):
    """Scorch, pick, move, turn and roll."""
    seat = int(state.seat)
    phase = state.phase
    state.phase = Phase.SETTLE
    if action == NO_SCORCH:
        state.scorches = 0
    elif action < NO_SCORCH:
        scorch_space(rules, state, action - SCORCH)
    elif action < NO_PICK:
        pick_die(state, phase, (action - PICK) // MAX_STACK, (action - PICK) % MAX_STACK)
    elif TARGET <= action < CHANGE_DIE:
        put_die(state, action - TARGET, take_die(state, int(state.picked_space), int(state.picked_level)))
    elif CHANGE_DIE <= action < REROLL_DIE:
        state.pool[seat, (action - CHANGE_DIE) // N_FACES] -= 1
        state.pool[seat, (action - CHANGE_DIE) % N_FACES] += 1
    elif REROLL_DIE <= action <= ROLL:
        if action < ROLL:
            state.marked[action - REROLL_DIE] += 1
            state.n_marked += 1
        if action == ROLL or state.n_marked == state.n_pool[seat]:
            reroll_marked(rules, state)
        else:
            state.phase = Phase.REROLL


@compiled
def go_on(rules, state):
    """The next thing that the placement or potion still asks for, in a fixed order; then the rest of the turn (BR-9, BR-12)."""
    if state.call_space != NONE:
        state.phase = Phase.CALL
        return
    if state.n_trained[state.seat] > creature_limit(rules, state, state.seat):
        state.phase = Phase.RELEASE
        return
    if state.choices > 0:
        state.phase = Phase.CHOOSE
        return
    if state.trains > 0:
        if piles_have_card(state) or (state.on_creature_space and state.crew[state.seat, CREATURE_FORAGER] > 0):
            state.phase = Phase.TRAIN
            return
        state.trains = 0
    state.on_creature_space = False
    if state.reserves > 0 and open_reserve(rules, state):
        return
    if state.scorches > 0:
        if state.n_scorched < rules.scorch_tokens and has_target(state, NONE):
            state.phase = Phase.SCORCH
            return
        state.scorches = 0
    if state.moves > 0:
        state.moves -= 1
        forage = 0
        for seat in range(int(state.n_seats)):
            forage += state.n_placed[seat]
        if forage > 0 and has_target(state, DEN_MOVE):
            state.purpose = DEN_MOVE
            state.phase = Phase.PICK
            return
    state.phase = Phase.TURN
    if state.to_place > 0:
        return
    if not state.has_brewed and can_brew_any(rules, state):
        return
    if not state.has_drunk and can_drink_any(rules, state):
        return
    state.phase = Phase.TURN_END


@compiled
def open_reserve(rules, state):
    """Reveal a potion and let the seat choose; without any potion there is nothing to reserve (BR-39)."""
    state.revealed = reveal_potion(rules, state)
    offers = state.revealed != NONE
    for place in range(rules.market_potions):
        offers = offers or state.market[place] != NONE
    if offers:
        state.phase = Phase.RESERVE
    else:
        state.reserves = 0
    return offers


@compiled
def convert_element(state, old, new):
    """An Element Shifter turns a die; none goes back in the same turn to what it showed (BR-54)."""
    state.pool[state.seat, N_SYMBOLS + old] -= 1
    state.pool[state.seat, N_SYMBOLS + new] += 1
    state.left_element[old] = True


@compiled
def pay(rules, state, action):
    """Myla pays (BR-70)."""
    missing = missing_ingredients(rules, state, state.seat, state.brewing)
    if action == PAY_PLAIN:
        pay_and_brew(rules, state, N_INGREDIENTS, N_INGREDIENTS, 0)
    else:
        berries = max(1, missing - rules.first_berry + 1)
        pay_and_brew(rules, state, (action - PAY_SPARE) // N_GOODS, (action - PAY_SPARE) % N_GOODS, berries)


@compiled
def answer_call(rules, state, trains):
    """Lyric gathers, or pays and trains instead (BR-69)."""
    if trains:
        spend_berries(state, state.seat, rules.power_berries[LYRIC])
        state.trains += 1
    else:
        gather(rules, state, state.seat, state.icon_at[state.call_space], state.call_amount)
    state.call_space = NONE


@compiled
def pick_die(state, phase, space, level):
    """Carry out what a die was picked for, or ask where it goes (BR-44 to BR-48)."""
    purpose = state.purpose
    if phase == Phase.PARTNER:
        first_space, first_level = int(state.picked_space), int(state.picked_level)
        first, other = int(state.stack[first_space, first_level]), int(state.stack[space, level])
        exchange_die(state, first_space, first_level, other)
        exchange_die(state, space, level, first)
    elif is_move(purpose) or purpose == SWAP:
        state.picked_space = space
        state.picked_level = level
        state.phase = Phase.PARTNER if purpose == SWAP else Phase.TARGET
    elif purpose == RETURN:
        return_die(state, space, level)
    else:
        set_aside(state, space, level)


@compiled
def item_of(rules, state, action):
    """Forests and village spaces when a die is placed there, potions brewed, creatures trained, characters' powers used."""
    if action < BREW:
        face, space = (action - PLACE_DIE) // N_SPACES, (action - PLACE_DIE) % N_SPACES
        if space >= DENS:
            return NONE
        if space >= VILLAGE:
            return VILLAGE_ITEM + state.night * (N_BOARD_SPACES - VILLAGE) + space - VILLAGE
        if face < N_SYMBOLS and state.height[space] > 0:
            return CHARACTER_ITEM + LELLO
        return FOREST_ITEM + state.row[space // MAX_SPACES]
    if action < DRINK:
        return action - BREW
    if TRAIN <= action < TAKE_BERRY:
        season = action - TRAIN
        return CREATURE_ITEM + rules.card_kind[state.pile[season, state.n_pile[season] - 1]]
    if PAY_SPARE <= action < CALL_GATHER:
        return CHARACTER_ITEM + MYLA
    if action == CALL_TRAIN:
        return CHARACTER_ITEM + LYRIC
    if CLAIM <= action < NO_CLAIM:
        return CHARACTER_ITEM + WREN
    return NONE


@compiled
def conceal(rules, state, seat, key):
    """Shuffle what lies face down, and let all chance to come be another. Hands are open: all saw what was brewed (BR-4)."""
    state.luck = draw(key, LUCK_STREAM)
    for potion in range(N_POTIONS):
        state.counts[potion] = 0
    for place in range(state.n_potion_deck):
        state.counts[state.potion_deck[place]] += 1
    order_deck(state.counts[:N_POTIONS], stream_key(key, POTION_STREAM), state.potion_deck, state.priorities)
    for forest in range(N_FORESTS):
        state.counts[forest] = 0
    for place in range(state.n_forest_deck):
        state.counts[state.forest_deck[place]] += 1
    order_deck(state.counts[:N_FORESTS], stream_key(key, FOREST_STREAM), state.forest_deck, state.priorities)
    for season in range(N_SEASONS):
        if state.n_pile[season] > 0:
            visible = state.pile[season, state.n_pile[season] - 1]
            for card in range(N_CARDS):
                state.counts[card] = 0
            for place in range(state.n_pile[season] - 1):
                state.counts[state.pile[season, place]] += 1
            order_deck(state.counts[:N_CARDS], stream_key(key, CREATURE_STREAM + season), state.pile[season], state.priorities)
            state.pile[season, state.n_pile[season] - 1] = visible


@compiled
def outcome(rules, state, out):
    """Score by source, tie by leftover ingredients (BR-66, BR-67)."""
    for seat in range(int(state.n_seats)):
        row = out[seat]
        row.side = seat
        row.score = score_of(rules, state, seat)
        row.tiebreak = leftovers(state, seat)
        row.metrics[0] = state.vp_potions[seat]
        row.metrics[1] = state.vp_forests[seat]
        row.metrics[2] = creature_score(rules, state, seat)
        row.metrics[3] = state.tokens[seat]
        row.metrics[4] = leftovers(state, seat) // rules.leftovers_per_vp
        row.metrics[5] = state.n_won[seat]
        row.metrics[6] = state.n_lost_ties[seat]
        row.metrics[7] = state.n_lost_elements[seat]
        row.metrics[8] = state.n_forced[seat]
        row.metrics[9] = state.n_brewed[seat]
        row.metrics[10] = state.n_drunk[seat]
        row.metrics[11] = state.n_trainings[seat]
        row.metrics[12] = housed_creatures(state, seat)
        row.metrics[13] = state.berries_spent[seat]
        row.metrics[14] = state.turns[seat]
        row.metrics[15] = state.extra_turns[seat]
        row.metrics[16] = leftovers(state, seat)
        for played in range(MAX_ROUNDS):
            was_played = played < state.rounds or (played == state.rounds and state.over)
            row.metrics[17 + played] = state.score_after[played, seat] if was_played else MISSING


@compiled
def check_dice(rules, state):
    """Each die is in a pool, on a space or set aside, exactly once; the counts kept of spaces are right."""
    elements = state.aside[ELEMENT_OWNER]
    for seat in range(int(state.n_seats)):
        forage, total = 0, 0
        for face in range(N_FACES):
            if state.pool[seat, face] < 0:
                return 6
            total += state.pool[seat, face]
            if face < N_SYMBOLS:
                forage += state.pool[seat, face]
        elements += total - forage
        forage += state.aside[seat]
        placed = 0
        for space in range(N_SPACES):
            for level in range(state.height[space]):
                placed += owner_of(state.stack[space, level]) == seat
        if forage + placed != rules.forage_dice or placed != state.n_placed[seat]:
            return 1
        if total != state.n_pool[seat]:
            return 10
    placed = 0
    for space in range(N_SPACES):
        for level in range(state.height[space]):
            placed += state.stack[space, level] >= ELEMENT_DIE
        if space >= ELEMENT_SPACES and state.height[space] > 1:
            return 11
    if elements + placed != state.n_seats * rules.element_dice or placed != state.n_placed[ELEMENT_OWNER]:
        return 2
    return 0


@compiled
def check_row(rules, state):
    """The counts kept of the forests in the row, and scorched spaces."""
    scorched = 0
    for place in range(int(state.n_row)):
        n_open = 0
        for i in range(MAX_SPACES):
            space = place * MAX_SPACES + i
            exists = i < rules.forest_spaces[state.row[place]]
            scorched += state.is_scorched[space]
            if state.is_open[space] != (exists and not state.is_scorched[space] and state.height[space] == 0):
                return 7
            if state.height[space] > 0 and (state.is_scorched[space] or not exists):
                return 8
            n_open += state.is_open[space]
        if n_open != state.n_open[place]:
            return 7
        for owner in range(ELEMENT_OWNER + 1):
            tops = 0
            for i in range(MAX_SPACES):
                space = place * MAX_SPACES + i
                tops += state.height[space] > 0 and owner_of(state.stack[space, state.height[space] - 1]) == owner
            if tops != state.tops[place, owner]:
                return 7
    if scorched != state.n_scorched or scorched > rules.scorch_tokens:
        return 8
    return 0


@compiled
def check_cards(rules, state):
    """Every potion, creature and forest is in exactly one place."""
    for potion in range(N_POTIONS):
        cards = int(state.revealed == potion)
        for place in range(state.n_potion_deck):
            cards += state.potion_deck[place] == potion
        for place in range(len(state.market)):
            cards += state.market[place] == potion
        for seat in range(int(state.n_seats)):
            cards += state.hand[seat, potion] + state.drunk[seat, potion]
            for place in range(state.n_reserved[seat]):
                cards += state.reserved[seat, place] == potion
        if cards != rules.potion_copies[potion]:
            return 3
    for card in range(N_CARDS):
        cards = 0
        for season in range(N_SEASONS):
            for place in range(state.n_pile[season]):
                cards += state.pile[season, place] == card
        for seat in range(int(state.n_seats)):
            crew = 0
            for slot in range(SLOTS):
                crew += state.trained[seat, slot] == card
            if crew != state.crew[seat, card]:
                return 10
            cards += crew + state.released[seat, card]
        if cards != rules.card_copies[card]:
            return 4
    forests, dealt = 0, 0
    for forest in range(N_FORESTS):
        forests += rules.forest_min_seats[forest] <= state.n_seats
        dealt += state.claimed[forest] > 0
    in_row = 0
    for place in range(int(state.n_row)):
        in_row += state.claimed[state.row[place]] == 0
    if state.over or state.phase == Phase.TRADE:
        in_row = 0  # the unclaimed ones are already discarded
    if dealt + state.n_discarded + in_row + state.n_forest_deck != forests:
        return 5
    return 0


@compiled
def check(rules, state):
    """0, or the number of the invariant (INVARIANTS) that is broken."""
    broken = check_dice(rules, state)
    if broken == 0:
        broken = check_row(rules, state)
    if broken == 0:
        broken = check_cards(rules, state)
    if broken != 0:
        return broken
    for seat in range(int(state.n_seats)):
        for good in range(N_GOODS):
            if state.stock[seat, good] < 0:
                return 6
        if state.tokens[seat] < 0:
            return 6
        creatures = 0
        for card in range(N_CARDS):
            creatures += state.crew[seat, card]
        if creatures != state.n_trained[seat]:
            return 10
        is_choosing = state.phase == Phase.RELEASE and state.seat == seat
        if creatures > creature_limit(rules, state, seat) + is_choosing:
            return 9
        vp, in_hand = 0, 0
        for potion in range(N_POTIONS):
            vp += (state.hand[seat, potion] + state.drunk[seat, potion]) * rules.potion_vp[potion]
            in_hand += state.hand[seat, potion]
        for effect in range(N_EFFECTS):
            in_hand -= state.in_hand[seat, effect]
        if vp != state.vp_potions[seat] or in_hand != 0:
            return 10
    return 0
