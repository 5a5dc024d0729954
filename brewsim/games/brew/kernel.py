"""The rules of Brew: the deal, the turn, and what the drivers ask for. Clause numbers are those of RULES.md.

The topics have their own modules: board (dice and placing), potions, creatures, rounds (control, claims, scores), options
(what may be chosen), checks (invariants).
"""

from brewsim.engine.contract import AIMED, MISSING, NONE
from brewsim.games.brew import codes
from brewsim.games.brew.board import (
    exchange_die,
    gather,
    piles_have_card,
    place_die,
    put_die,
    reroll_marked,
    return_die,
    scorch_space,
    set_aside,
    spend_berries,
    take_die,
)
from brewsim.games.brew.codes import DEN_MOVE, DENS, MAX_STACK, N_BOARD_SPACES, SLOTS, SPACE_CODES, TOPPED, VILLAGE, VISIT, Phase
from brewsim.games.brew.creatures import (
    creature_limit,
    deal_piles,
    find_bottlenecks,
    housed_creatures,
    release_creature,
    take_berry,
    train_creature,
)
from brewsim.games.brew.options import only_forest
from brewsim.games.brew.potions import (
    can_brew_any,
    can_drink_any,
    drink_potion,
    has_open_space,
    is_move,
    missing_ingredients,
    pay_and_brew,
    refill_market,
    reserve_potion,
    reveal_potion,
    start_brewing,
)
from brewsim.games.brew.rounds import (
    begin_round,
    claim_forest,
    creature_score,
    end_round,
    end_turn,
    finish_claims,
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
    LELLO,
    LYRIC,
    MAX_ROUNDS,
    MAX_SPACES,
    MYLA,
    N_CARDS,
    N_CHARACTERS,
    N_ELEMENTS,
    N_FACES,
    N_FORESTS,
    N_GOODS,
    N_INGREDIENTS,
    N_POTIONS,
    N_SEASONS,
    N_SYMBOLS,
    RETURN,
    SWAP,
    WREN,
)
from brewsim.games.brew.state import (
    CHARACTER_ITEM,
    CHARACTER_STREAM,
    CREATURE_ITEM,
    CREATURE_STREAM,
    FOREST_ITEM,
    FOREST_STREAM,
    LUCK_STREAM,
    POTION_STREAM,
    VILLAGE_ITEM,
)
from brewsim.parts.chance import draw, stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck


@compiled
def setup(rules, state):
    """Forests, creatures, potions, characters, first dice; seat 0 begins (BR-1 to BR-7)."""
    state.luck = state.key
    for forest in range(N_FORESTS):
        state.counts[forest] = rules.forest_min_seats[forest] <= state.n_seats
    key = stream_key(state.key, FOREST_STREAM)
    state.n_forest_deck = order_deck(state.counts[:N_FORESTS], key, state.forest_deck[:], state.priorities)
    deal_piles(rules, state)
    key = stream_key(state.key, POTION_STREAM)
    state.n_potion_deck = order_deck(rules.potion_copies[:], key, state.potion_deck[:], state.priorities)
    state.shuffles = 1
    for place in range(len(state.market)):
        state.market[place] = NONE
    refill_market(rules, state)
    deal_characters(state)
    for seat in range(int(state.n_seats)):
        state.stock[seat, BERRY] = rules.start_berries
        for slot in range(SLOTS):
            state.trained[seat, slot] = NONE
        find_bottlenecks(state, seat)
    state.revealed = NONE
    state.brewing = NONE
    state.call_space = NONE
    begin_round(rules, state)


@compiled
def deal_characters(state):
    """Each seat another character, at random (BR-5)."""
    for character in range(N_CHARACTERS):
        state.counts[character] = 1
    order_deck(state.counts[:N_CHARACTERS], stream_key(state.key, CHARACTER_STREAM), state.character[:], state.priorities)


@compiled
def apply(rules, state, action):
    """Carry the action out, then pass the stations up to the next decision."""
    if action < codes.END:
        act_in_turn(rules, state, action)
    elif action < codes.SCORCH:
        settle_gain(rules, state, action)
    elif action < codes.CLAIM:
        act_on_dice(rules, state, action)
    elif action <= codes.NO_CLAIM:
        if action < codes.NO_CLAIM:
            spend_berries(state, int(state.seat), int(rules.power_berries[WREN]))
            claim_forest(rules, state, int(state.seat), action - codes.CLAIM)
        state.phase = Phase.CLAIMED
    elif action < codes.TRADE_MATCHING:
        trade_berries(rules, state, action - codes.TRADE_BERRIES + 1)
    elif action < codes.NO_TRADE:
        trade_matching(rules, state, (action - codes.TRADE_MATCHING) // 2, (action - codes.TRADE_MATCHING) % 2 + 2)
    else:
        state.trader += 1
        state.phase = Phase.TRADES
    if state.phase == Phase.SETTLE:
        go_on(rules, state)
    if state.phase == Phase.TURN_END:
        end_turn(state)
    if state.phase >= Phase.ROUND_END:
        pass_round(rules, state)
    if action < codes.BREW or state.phase < Phase.PICK or state.phase > Phase.REROLL:
        state.is_surveyed = state.phase == Phase.GROUP and state.is_surveyed


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
    """Place, brew, drink, change an element, or choose a group of placements."""
    if action < codes.BREW:
        place_die(rules, state, (action - codes.PLACE_DIE) // SPACE_CODES, (action - codes.PLACE_DIE) % SPACE_CODES)
        state.phase = Phase.SETTLE
    elif action < codes.DRINK:
        start_brewing(rules, state, action - codes.BREW)
    elif action < codes.CONVERT:
        drink_potion(rules, state, action - codes.DRINK)
    elif action >= codes.OPEN_GROUP:
        state.group = action - codes.OPEN_GROUP
        state.phase = Phase.GROUP
    else:
        convert_element(state, (action - codes.CONVERT) // N_ELEMENTS, (action - codes.CONVERT) % N_ELEMENTS)


@compiled
def settle_gain(rules, state, action):
    """The end of a turn, payments, and what a placement lets one take."""
    state.phase = Phase.SETTLE
    if action == codes.END:
        state.phase = Phase.TURN_END
    elif action < codes.CALL_GATHER:
        pay(rules, state, action)
    elif action < codes.CHOOSE:
        answer_call(rules, state, action == codes.CALL_TRAIN)
    elif action < codes.TRAIN:
        state.choices -= 1
        gather(rules, state, int(state.seat), action - codes.CHOOSE, 1)
    elif action == codes.TAKE_BERRY:
        take_berry(rules, state)
    elif action < codes.TAKE_BERRY:
        train_creature(rules, state, action - codes.TRAIN)
    elif action < codes.RESERVE:
        release_creature(rules, state, action - codes.RELEASE)
    else:
        reserve_potion(state, action - codes.RESERVE)


@compiled
def act_on_dice(rules, state, action):
    """Scorch, pick, move, turn and roll."""
    seat = int(state.seat)
    phase = state.phase
    state.phase = Phase.SETTLE
    if action == codes.NO_SCORCH:
        state.scorches = 0
    elif action < codes.NO_SCORCH:
        scorch_space(rules, state, action - codes.SCORCH)
    elif action < codes.NO_PICK:
        pick_die(state, phase, (action - codes.PICK) // MAX_STACK, (action - codes.PICK) % MAX_STACK)
    elif codes.TARGET <= action < codes.CHANGE_DIE:
        put_die(state, action - codes.TARGET, take_die(state, int(state.picked_space), int(state.picked_level)))
    elif codes.CHANGE_DIE <= action < codes.REROLL_DIE:
        state.pool[seat, (action - codes.CHANGE_DIE) // N_FACES] -= 1
        state.pool[seat, (action - codes.CHANGE_DIE) % N_FACES] += 1
    elif codes.REROLL_DIE <= action <= codes.ROLL:
        if action < codes.ROLL:
            state.marked[action - codes.REROLL_DIE] += 1
            state.n_marked += 1
        if action == codes.ROLL or state.n_marked == state.n_pool[seat]:
            reroll_marked(rules, state)
        else:
            state.phase = Phase.REROLL


@compiled
def go_on(rules, state):
    """The next thing that the placement or potion still asks for, in a fixed order; then the rest of the turn (BR-9, BR-12)."""
    if state.call_space != NONE:
        state.phase = Phase.CALL
        return
    if state.n_trained[state.seat] > creature_limit(rules, state, int(state.seat)):
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
        if state.n_scorched < rules.scorch_tokens and has_open_space(state):
            state.phase = Phase.SCORCH
            return
        state.scorches = 0
    if state.moves > 0:
        state.moves -= 1
        forage = 0
        for seat in range(int(state.n_seats)):
            forage += state.n_placed[seat]
        if forage > 0 and has_open_space(state):
            state.purpose = DEN_MOVE
            state.phase = Phase.PICK
            return
    state.phase = Phase.TURN
    if state.to_place > 0:
        return
    if not state.has_brewed and can_brew_any(rules, state):
        return
    if not state.has_drunk and can_drink_any(state):
        return
    state.phase = Phase.TURN_END


@compiled
def open_reserve(rules, state):
    """Reveal a potion and let the seat choose; without any potion there is nothing to reserve (BR-39)."""
    state.revealed = reveal_potion(rules, state)
    offers = state.revealed != NONE
    for place in range(int(rules.market_potions)):
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
    missing = missing_ingredients(rules, state, int(state.seat), int(state.brewing))
    if action == codes.PAY_PLAIN:
        pay_and_brew(rules, state, N_INGREDIENTS, N_INGREDIENTS, 0)
    else:
        berries = max(1, missing - rules.first_berry + 1)
        pay_and_brew(rules, state, (action - codes.PAY_SPARE) // N_GOODS, (action - codes.PAY_SPARE) % N_GOODS, berries)


@compiled
def answer_call(rules, state, trains):
    """Lyric gathers, or pays and trains instead (BR-69)."""
    if trains:
        spend_berries(state, int(state.seat), int(rules.power_berries[LYRIC]))
        state.trains += 1
    else:
        gather(rules, state, int(state.seat), int(state.icon_at[state.call_space]), int(state.call_amount))
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
    """Forests and village spaces when a die is placed there, potions brewed, creatures trained, characters' powers used.

    To choose an any-die space is to use it, whatever the die. A group of placements that are all in one forest strives for it.
    """
    if action < codes.BREW:
        space = (action - codes.PLACE_DIE) % SPACE_CODES
        if space >= DENS or (state.phase == Phase.GROUP and state.group >= VISIT):
            return NONE
        if space >= VILLAGE:
            return VILLAGE_ITEM + state.night * (N_BOARD_SPACES - VILLAGE) + space - VILLAGE
        return FOREST_ITEM + state.row[space // MAX_SPACES]
    if codes.OPEN_GROUP <= action < codes.OPEN_GROUP + TOPPED:
        place = only_forest(state, action - codes.OPEN_GROUP)
        return NONE if place == NONE else AIMED - FOREST_ITEM - state.row[place]
    if action == codes.OPEN_GROUP + TOPPED:
        return CHARACTER_ITEM + LELLO
    if codes.OPEN_GROUP + VISIT <= action < codes.END:
        return VILLAGE_ITEM + state.night * (N_BOARD_SPACES - VILLAGE) + action - codes.OPEN_GROUP - VISIT
    if action < codes.DRINK:
        return action - codes.BREW
    if codes.TRAIN <= action < codes.TAKE_BERRY:
        season = action - codes.TRAIN
        return CREATURE_ITEM + rules.card_kind[state.pile[season, state.n_pile[season] - 1]]
    if codes.PAY_SPARE <= action < codes.CALL_GATHER:
        return CHARACTER_ITEM + MYLA
    if action == codes.CALL_TRAIN:
        return CHARACTER_ITEM + LYRIC
    if codes.CLAIM <= action < codes.NO_CLAIM:
        return CHARACTER_ITEM + WREN
    return NONE


@compiled
def conceal(rules, state, seat, key):
    """Shuffle what lies face down, and let all chance to come be another. Hands are open: all saw what was brewed (BR-4)."""
    state.luck = draw(key, LUCK_STREAM)
    for potion in range(N_POTIONS):
        state.counts[potion] = 0
    for place in range(int(state.n_potion_deck)):
        state.counts[state.potion_deck[place]] += 1
    order_deck(state.counts[:N_POTIONS], stream_key(key, POTION_STREAM), state.potion_deck[:], state.priorities)
    for forest in range(N_FORESTS):
        state.counts[forest] = 0
    for place in range(int(state.n_forest_deck)):
        state.counts[state.forest_deck[place]] += 1
    order_deck(state.counts[:N_FORESTS], stream_key(key, FOREST_STREAM), state.forest_deck[:], state.priorities)
    for season in range(N_SEASONS):
        if state.n_pile[season] > 0:
            visible = state.pile[season, state.n_pile[season] - 1]
            for card in range(N_CARDS):
                state.counts[card] = 0
            for place in range(int(state.n_pile[season] - 1)):
                state.counts[state.pile[season, place]] += 1
            order_deck(state.counts[:N_CARDS], stream_key(key, CREATURE_STREAM + season), state.pile[season][:], state.priorities)
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
