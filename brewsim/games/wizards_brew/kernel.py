"""The rules of Wizard's Brew: the functions of the contract. Clause numbers are those of RULES.md.

Each phase has a module of its own. A decision sets `state.stage` to what follows from it, and `run` carries the stages
out until somebody has to decide again.
"""

from brewsim.engine.contract import AIMED, MISSING, NONE
from brewsim.games.wizards_brew import codes, element_phase, energy_phase, ingredient_phase, spell_phase
from brewsim.games.wizards_brew.codes import Phase, Stage
from brewsim.games.wizards_brew.rules import CITY, N_AREAS, N_ELEMENTS, N_INGREDIENTS, N_LANDMARKS, N_SPELLS
from brewsim.games.wizards_brew.state import ROUNDS_KEPT
from brewsim.games.wizards_brew.table import ask, start_phase, use_echo
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck


@compiled
def setup(rules, state):
    """Lay out the board and hand out cubes and elements; the first wizard then places the Horse (WB-1 to WB-5)."""
    place_landmarks(rules, state)
    place_ingredients(rules, state)
    state.n_deck = order_deck(rules.in_deck, stream_key(state.key, codes.SPELL_STREAM), state.deck, state.priorities)
    for element in range(N_ELEMENTS):
        state.stock[element] = rules.cards[element] - state.n_seats * rules.starting_elements
    for seat in range(state.n_seats):
        state.free[seat] = rules.cubes
        state.missing[seat] = ingredient_phase.missing_with(rules, state, 0, 0)
        for element in range(N_ELEMENTS):
            state.hand[seat, element] = rules.starting_elements
        state.n_hand[seat] = N_ELEMENTS * rules.starting_elements
        for landmark in range(N_LANDMARKS):
            state.usable[seat, landmark] = 1 << rules.landmark_element[landmark]
        state.usable[seat, CITY] = (1 << N_ELEMENTS) - 1
    state.lot = NONE
    state.echo_seat = NONE
    state.echo_spell = NONE
    state.high_seat = NONE
    state.last_out = NONE
    state.horse = NONE
    state.die_key = stream_key(state.key, codes.DIE_STREAM)
    state.marker = below(draw(stream_key(state.key, codes.FIRST_STREAM), 0), state.n_seats)
    ask(state, state.marker, Phase.CITY)


@compiled
def place_landmarks(rules, state):
    """A random landmark on each area that is no city (WB-3)."""
    n = order_deck(rules.landmark_tokens, stream_key(state.key, codes.LANDMARK_STREAM), state.shuffled, state.priorities)
    for area in range(N_AREAS):
        state.landmark[area] = CITY
        if rules.is_city[area] == 0:
            n -= 1
            state.landmark[area] = state.shuffled[n]


@compiled
def place_ingredients(rules, state):
    """Three random ingredients in each city and two elsewhere (WB-2)."""
    n = order_deck(rules.tokens, stream_key(state.key, codes.INGREDIENT_STREAM), state.shuffled, state.priorities)
    for area in range(N_AREAS):
        for _ in range(rules.city_tokens if rules.is_city[area] > 0 else rules.area_tokens):
            n -= 1
            ingredient = state.shuffled[n]
            state.tokens[area, ingredient] += 1
            state.n_tokens[area] += 1
            state.colours[area] |= 1 << ingredient
    for i in range(n):
        state.bag[state.shuffled[i]] += 1


@compiled
def run(rules, state):
    """Carry out one stage after the other until somebody has to decide or the game is over (WB-10)."""
    while state.stage != Stage.DECIDE:
        stage = state.stage
        if stage == Stage.BIDDER:
            ingredient_phase.next_bidder(rules, state)
        elif stage == Stage.SPELL_BIDDER:
            spell_phase.next_spell_bidder(rules, state)
        elif stage == Stage.TURN_UP:
            spell_phase.turn_up(rules, state)
        elif stage == Stage.COLLECT:
            element_phase.collect(rules, state)
        elif stage == Stage.PRODUCE:
            element_phase.next_producer(rules, state)
        elif stage == Stage.AUCTION:
            ingredient_phase.start_auction(rules, state)
        elif stage == Stage.WON:
            ingredient_phase.win(rules, state)
        elif stage == Stage.PAYING:
            ingredient_phase.continue_paying(rules, state)
        elif stage == Stage.AWARD:
            ingredient_phase.award(rules, state)
        elif stage == Stage.AFTERMATH:
            ingredient_phase.aftermath(rules, state)
        elif stage == Stage.LEAVE:
            ingredient_phase.leave(rules, state)
        elif stage == Stage.ROUND:
            state.lots_done = 0
            state.stage = Stage.TURN_UP
        elif stage == Stage.ELEMENTS:
            start_phase(rules, state, 0, Stage.PRODUCE)
        elif stage == Stage.INGREDIENTS:
            start_phase(rules, state, 1, Stage.ROLL)
        elif stage == Stage.ROLL:
            ingredient_phase.roll(rules, state)
        elif stage == Stage.ENERGY:
            energy_phase.start_energy(state)
            start_phase(rules, state, 2, Stage.YELLOW)
        elif stage == Stage.YELLOW:
            energy_phase.next_yellow(rules, state)
        elif stage == Stage.UPKEEP:
            energy_phase.upkeep(rules, state)
        elif stage == Stage.EXCHANGE:
            spell_phase.next_exchange(rules, state)
        else:
            spell_phase.next_seal(rules, state)


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    phase = state.phase
    if phase == Phase.BID:
        return list_bids(rules, state, actions)
    if phase == Phase.SPELL_BID:
        actions[0] = codes.SPELL_BID
        n = 1
        for amount in range(state.high + 1, state.free[state.seat] + 1):
            actions[n] = codes.SPELL_BID + amount
            n += 1
        return n
    if phase == Phase.TAKE:
        n = 0
        for ingredient in range(N_INGREDIENTS):
            actions[n] = codes.TAKE + ingredient
            n += ingredient_phase.can_take(rules, state, state.seat, ingredient)
        return n
    if phase == Phase.CLAIM:
        actions[0] = codes.CLAIM
        return 1
    if phase == Phase.MOVE:
        return ingredient_phase.list_moves(rules, state, actions, 0, codes.HORSE)
    if phase == Phase.ENERGY:
        return energy_phase.list_energy(rules, state, actions, 0)
    if phase < Phase.SPELL_BID:
        return list_preparation(rules, state, actions)
    return list_effects(rules, state, actions)


@compiled
def list_bids(rules, state, actions):
    """Pass, raise by a step that one can pay, or bluff by the least raise (WB-27, WB-31); Last Word (WB-61)."""
    seat = state.seat
    actions[0] = codes.BID
    actions[1] = codes.BID + 1
    n = 2
    for step in range(2, rules.largest_raise + 1):
        actions[n] = codes.BID + step
        n += state.high + step <= state.limit[seat]
    actions[n] = codes.EQUAL
    n += (state.equals[seat] > 0) & (state.n_in == 2) & (state.high > 0)
    return n


@compiled
def list_preparation(rules, state, actions):
    """The city of the Horse (WB-5), the exchange (WB-7), the secret cubes (WB-8)."""
    n = 0
    if state.phase == Phase.CITY:
        for area in range(N_AREAS):
            actions[n] = codes.HORSE + area
            n += rules.is_city[area]
    elif state.phase == Phase.EXCHANGE:
        actions[0] = codes.HOLD
        actions[1] = codes.EXCHANGE
        n = 2
    else:
        for amount in range(rules.starting_cubes, spell_phase.most_to_seal(rules, state) + 1):
            actions[n] = codes.SEAL + amount
            n += 1
    return n


@compiled
def list_spells_of_others(rules, state, actions, n, base):
    """The spells of opponents that Echo or Mirror Pool can use (WB-52, WB-73)."""
    for seat in range(state.n_seats):
        if seat != state.seat:
            for place in range(state.n_own[seat]):
                spell = state.own[seat, place]
                actions[n] = base + spell
                n += rules.symbols[spell] > 0 if base == codes.MIRROR else rules.has_text[spell, state.text_phase] > 0
    return n


@compiled
def list_effects(rules, state, actions):
    """The choices that spells bring with them, and the payment."""
    n = 0
    phase, seat = state.phase, state.seat
    if phase == Phase.ECHO:
        n = list_spells_of_others(rules, state, actions, n, codes.ECHO)
        actions[n] = codes.ECHO_NONE
        n += 1
    elif phase == Phase.MIRROR:
        n = list_spells_of_others(rules, state, actions, n, codes.MIRROR)
    elif phase == Phase.DRAW or phase == Phase.CONSOLE:
        for element in range(N_ELEMENTS):
            actions[n] = codes.DRAW + element
            n += state.stock[element] > 0
    elif phase == Phase.GIVE:
        for element in range(N_ELEMENTS):
            actions[n] = codes.GIVE + element
            n += state.hand[seat, element] > 0
    elif phase == Phase.SWAP:
        for given in range(N_ELEMENTS):
            for drawn in range(N_ELEMENTS):
                actions[n] = codes.SWAP + N_ELEMENTS * given + drawn
                n += (given != drawn) & (state.hand[seat, given] > 0) & (state.stock[drawn] > 0)
        actions[n] = codes.SWAP_DONE
        n += 1
    elif phase == Phase.PAY:
        mask = state.usable[seat, state.landmark[state.horse]]
        for element in range(N_ELEMENTS):
            actions[n] = codes.PAY + element
            n += (state.hand[seat, element] > 0) & ((mask >> element & 1) > 0)
    elif phase == Phase.SECOND:
        for ingredient in range(N_INGREDIENTS):
            actions[n] = codes.SECOND + ingredient
            n += state.colours[state.horse] >> ingredient & 1
        actions[n] = codes.SECOND_NONE
        n += 1
    else:
        for element in range(N_ELEMENTS):
            actions[n] = codes.SCAVENGE + element
            n += state.paid[element] > 0
        actions[n] = codes.SCAVENGE_NONE
        n += 1
    return n


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    phase = state.phase
    if phase == Phase.BID:
        if action == codes.EQUAL:
            ingredient_phase.equal_bid(rules, state)
        else:
            ingredient_phase.bid(rules, state, action - codes.BID)
    elif phase == Phase.SPELL_BID:
        spell_phase.bid_for_spell(rules, state, action - codes.SPELL_BID)
    elif phase == Phase.CLAIM:
        spell_phase.claim_spell(state)
    elif phase == Phase.TAKE:
        ingredient_phase.choose_ingredient(rules, state, action - codes.TAKE)
    elif phase == Phase.PAY:
        ingredient_phase.pay(rules, state, action - codes.PAY)
    elif phase == Phase.MOVE:
        ingredient_phase.move_horse(rules, state, action - codes.HORSE)
    elif phase == Phase.DRAW:
        element_phase.draw_choice(rules, state, action - codes.DRAW)
    elif phase == Phase.ENERGY:
        energy_phase.use_yellow(rules, state, action)
    elif phase == Phase.CITY:
        state.horse = action - codes.HORSE
        spell_phase.deal_spells(rules, state)
    elif phase == Phase.EXCHANGE:
        spell_phase.exchange(rules, state, action - codes.HOLD)
    elif phase == Phase.SEAL:
        spell_phase.seal(rules, state, action - codes.SEAL)
    elif phase == Phase.ECHO:
        use_echo(rules, state, NONE if action == codes.ECHO_NONE else action - codes.ECHO)
    elif phase == Phase.MIRROR:
        element_phase.copy_symbols(rules, state, action - codes.MIRROR)
    elif phase == Phase.GIVE:
        element_phase.give_toll(rules, state, action - codes.GIVE)
    elif phase == Phase.SWAP:
        if action == codes.SWAP_DONE:
            state.swaps = 0
            state.stage = Stage.COLLECT
        else:
            element_phase.swap(rules, state, (action - codes.SWAP) // N_ELEMENTS, (action - codes.SWAP) % N_ELEMENTS)
    elif phase == Phase.SECOND:
        ingredient_phase.take_second(rules, state, NONE if action == codes.SECOND_NONE else action - codes.SECOND)
    elif phase == Phase.SCAVENGE:
        ingredient_phase.scavenge(rules, state, NONE if action == codes.SCAVENGE_NONE else action - codes.SCAVENGE)
    else:
        ingredient_phase.console(rules, state, action - codes.DRAW)
    run(rules, state)


@inlined
def item_of(rules, state, action):
    """Spells when kept at the start or won, ingredients when taken, landmarks when the Horse goes there.

    A bid strives for the spell. A starting spell that came by exchange cannot be refused; it counts with its first cubes.
    """
    if action < codes.HOLD:
        return N_SPELLS + N_INGREDIENTS + state.landmark[action - codes.HORSE]
    if action == codes.HOLD:
        return state.own[state.seat, state.asked]
    if codes.SEAL <= action < codes.SPELL_BID:
        return state.own[state.seat, state.asked] if state.replaced[state.seat] >> state.asked & 1 else NONE
    if codes.SPELL_BID < action < codes.CLAIM:
        return AIMED - state.lot
    if action == codes.CLAIM:
        return state.lot
    if codes.TAKE <= action < codes.PAY:
        return N_SPELLS + action - codes.TAKE
    if codes.SECOND <= action < codes.SECOND_NONE:
        return N_SPELLS + action - codes.SECOND
    return NONE


@compiled
def conceal(rules, state, seat, key):
    """Deal anew the spells whose place `seat` does not know, the secret cubes of the others, and the die (WB-45)."""
    for spell in range(N_SPELLS):
        state.shuffled[spell] = 0  # counts of the spells to deal anew
    for place in range(state.n_deck):
        spell = state.deck[(state.deck_top + place) % N_SPELLS]
        state.shuffled[spell] = 1 - (state.knows[spell] >> seat & 1)
    if not state.revealed:
        for other in range(state.n_seats):
            for place in range(state.n_own[other]):
                spell = state.own[other, place]
                state.shuffled[spell] = 1 - (state.knows[spell] >> seat & 1)
    n = order_deck(state.shuffled[:N_SPELLS], stream_key(key, codes.CONCEAL_SPELLS), state.pool, state.priorities)
    # What the others know belongs to the place, not to the spell that now lies there.
    for spell in range(N_SPELLS):
        state.known_before[spell] = state.knows[spell]
    for place in range(state.n_deck):
        here = (state.deck_top + place) % N_SPELLS
        if state.shuffled[state.deck[here]] > 0:
            n -= 1
            state.knows[state.pool[n]] = state.known_before[state.deck[here]]
            state.deck[here] = state.pool[n]
    if not state.revealed:
        for other in range(state.n_seats):
            state.sealed[other] = lift_cubes(state, other) if other != seat else 0
        for other in range(state.n_seats):
            if other != seat:
                n = conceal_seals(rules, state, other, n, stream_key(key, codes.CONCEAL_CUBES))
    state.die_key = stream_key(key, codes.CONCEAL_DIE)


@compiled
def lift_cubes(state, other):
    """Take the cubes off a player's starting spells, and return how many spells had some."""
    sealed = 0
    for place in range(state.n_own[other]):
        spell = state.own[other, place]
        sealed += state.cubes[spell] > 0
        state.free[other] += state.cubes[spell]
        state.cubes_spent[other] -= state.cubes[spell]
        state.cubes[spell] = 0
    return sealed


@compiled
def conceal_seals(rules, state, other, n, key):
    """Other starting spells, and other numbers of cubes on those that already have some."""
    for place in range(state.n_own[other]):
        n -= 1
        state.knows[state.pool[n]] = state.known_before[state.own[other, place]]
        state.own[other, place] = state.pool[n]
    for place in range(state.sealed[other]):
        most = state.free[other] - (state.n_own[other] - place - 1) * rules.starting_cubes
        amount = rules.starting_cubes + below(draw(key, other * N_SPELLS + place), most - rules.starting_cubes + 1)
        state.cubes[state.own[other, place]] = amount
        state.free[other] -= amount
        state.cubes_spent[other] += amount
    return n


@compiled
def outcome(rules, state, out):
    """The winner has 0, the others minus what they were missing (WB-44)."""
    for seat in range(state.n_seats):
        row = out[seat]
        row.side = seat
        row.score = -state.missing[seat]
        row.tiebreak = 0
        metrics = row.metrics
        metrics[0] = state.n_different[seat]
        metrics[1] = state.n_total[seat]
        metrics[2] = state.missing[seat]
        metrics[3] = state.cubes_spent[seat]
        metrics[4] = state.cards_drawn[seat]
        metrics[5] = state.cards_paid[seat]
        metrics[6] = state.n_hand[seat]
        metrics[7] = state.spells_won[seat]
        metrics[8] = state.auctions[seat, CITY]
        m = 9
        for landmark in range(N_LANDMARKS):
            metrics[m + landmark] = state.auctions[seat, landmark]
        m += N_LANDMARKS
        metrics[m] = state.bluffs[seat]
        metrics[m + 1] = state.failed[seat]
        for rule in range(codes.N_MOVES):
            metrics[m + 2 + rule] = state.horse_moves[seat, rule]
        m += 2 + codes.N_MOVES
        metrics[m] = state.missing[seat] == 0 and state.n_different[seat] >= rules.to_win_different[state.n_seats]
        metrics[m + 1] = state.rounds + 1
        m += 2
        for spell in range(N_SPELLS):
            metrics[m + spell] = state.held[seat, spell]
        m += N_SPELLS
        for played in range(ROUNDS_KEPT):
            was_played = played < state.rounds or (played == state.rounds and state.over)
            metrics[m + played] = state.after[played, seat] if was_played else MISSING
