"""The ingredient phase: the Horse visits areas, and in each an ingredient is auctioned."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import Phase, Stage
from brewsim.games.wizards_brew.energy_phase import record_round
from brewsim.games.wizards_brew.rules import ALL_ELEMENTS, CITY, N_AREAS, N_ELEMENTS, N_FACES, N_INGREDIENTS, N_LANDMARKS, STEPS
from brewsim.games.wizards_brew.table import ask, draw_element, first_stack, return_element, stacks_left
from brewsim.parts.chance import below, draw
from brewsim.parts.compiling import compiled, inlined

N_STEPS = len(STEPS)


@compiled
def roll(rules, state):
    """Blue texts come into force, the die is rolled, and from the second round on the Horse moves first (WB-24, WB-25)."""
    for seat in range(state.n_seats):
        clear_blue(rules, state, seat)
        for place in range(state.n_own[seat]):
            read_blue(rules, state, seat, state.own[seat, place])
        if state.echo_seat == seat and state.echo_spell != NONE:
            read_blue(rules, state, seat, state.echo_spell)
    state.die = rules.die[below(draw(state.die_key, state.rounds), N_FACES)]
    state.visits = 0
    if state.rounds == 0:
        state.stage = Stage.AUCTION
    else:
        ask(state, state.marker, Phase.MOVE)


@inlined
def clear_blue(rules, state, seat):
    """A player without spells: pays in full, with the element that the landmark asks for (WB-26)."""
    state.less[seat] = 0
    state.less_once[seat] = 0
    state.seconds[seat] = 0
    state.free_horse[seat] = 0
    state.equals[seat] = 0
    state.consolation[seat] = 0
    state.scavenge_times[seat] = 0
    state.scavenges[seat] = 0
    for ingredient in range(N_INGREDIENTS):
        state.less_for[seat, ingredient] = 0
    for landmark in range(N_LANDMARKS):
        state.usable[seat, landmark] = 1 << rules.landmark_element[landmark]
    state.usable[seat, CITY] = ALL_ELEMENTS


@compiled
def read_blue(rules, state, seat, spell):
    """The text of a spell in the ingredient phase (WB-56 to WB-63, WB-71)."""
    if rules.has_text[spell, 1] == 0:
        return
    state.less[seat] += rules.less[spell]
    state.less_once[seat] += rules.less_once[spell]
    state.seconds[seat] += rules.second_ingredients[spell]
    state.free_horse[seat] = max(state.free_horse[seat], rules.free_horse[spell])
    state.equals[seat] += rules.equal_bids[spell]
    state.consolation[seat] += rules.consolation[spell]
    if rules.scavenges[spell] > 0:
        state.scavenge_times[seat] += 1
        state.scavenges[seat] = max(state.scavenges[seat], rules.scavenges[spell])
    for ingredient in range(N_INGREDIENTS):
        state.less_for[seat, ingredient] += rules.less_for[spell, ingredient]
    for landmark in range(N_LANDMARKS):
        state.usable[seat, landmark] |= rules.stand_ins[spell, rules.landmark_element[landmark]]


@inlined
def cards_for(state, seat, landmark):
    """The cards of this player that count at such a landmark, or in a city (WB-26)."""
    mask = state.usable[seat, landmark]
    cards = 0
    for element in range(N_ELEMENTS):
        cards += state.hand[seat, element] * (mask >> element & 1)
    return cards


@compiled
def start_auction(rules, state):
    """A new auction where the Horse is, of all who have a card, from the player with the marker on (WB-27, WB-32)."""
    landmark = state.landmark[state.horse]
    colours = state.colours[state.horse]
    n_in = 0
    for seat in range(state.n_seats):
        cards = cards_for(state, seat, landmark)
        best_less = 0
        for ingredient in range(N_INGREDIENTS):
            best_less = max(best_less, state.less_for[seat, ingredient] * (colours >> ingredient & 1))
        state.purse[seat] = cards
        state.limit[seat] = cards + state.less[seat] + state.less_once[seat] + best_less if cards >= rules.least_price else 0
        state.is_in[seat] = 1 if state.n_hand[seat] > 0 else 0
        n_in += state.n_hand[seat] > 0
    state.n_in = n_in
    state.high = 0
    state.high_seat = NONE
    state.last_out = NONE
    state.asked = (state.marker + state.n_seats - 1) % state.n_seats
    state.stage = Stage.BIDDER


@compiled
def next_bidder(rules, state):
    """Ask the next player who is still in, until one is left who has bid, or nobody (WB-28, WB-29, WB-30)."""
    while True:
        if state.n_in == 0:
            state.stage = Stage.ENERGY
            return
        if state.n_in == 1 and state.high > 0:
            state.stage = Stage.WON
            return
        seat = (state.asked + 1) % state.n_seats
        state.asked = seat
        if state.is_in[seat] > 0:
            ask(state, seat, Phase.BID)
            return


@inlined
def pass_out(state, seat):
    """A player who passes may not re-enter the bidding (WB-28)."""
    state.is_in[seat] = 0
    state.n_in -= 1
    state.last_out = seat


@compiled
def bid(rules, state, step):
    """Raise the highest bid, or pass; a bid beyond what one can pay is legal (WB-27, WB-31)."""
    seat = state.seat
    state.stage = Stage.BIDDER
    if step == 0:
        pass_out(state, seat)
    else:
        state.high += step
        state.high_seat = seat
        state.bluffs[seat] += state.high > state.limit[seat]


@compiled
def equal_bid(rules, state):
    """Last Word: equal the bid of the only rival who is left, and win at once (WB-61)."""
    seat = state.seat
    state.equals[seat] -= 1
    state.high_seat = seat
    state.bluffs[seat] += state.high > state.limit[seat]
    state.stage = Stage.WON


@inlined
def price_of(rules, state, seat, ingredient):
    """Cards that the winner pays if he takes this ingredient (WB-33, WB-57)."""
    less = state.less[seat] + state.less_once[seat] + state.less_for[seat, ingredient]
    return max(rules.least_price, state.high - less)


@inlined
def can_take(rules, state, seat, ingredient):
    """Whether the ingredient is here and the winner can pay for it."""
    is_here = state.colours[state.horse] >> ingredient & 1
    return (is_here > 0) & (price_of(rules, state, seat, ingredient) <= state.purse[seat])


@compiled
def win(rules, state):
    """The winner chooses; if he cannot pay he loses all cards and the auction is repeated (WB-33, WB-34)."""
    seat = state.high_seat
    can_pay = False
    for ingredient in range(N_INGREDIENTS):
        can_pay = can_pay or can_take(rules, state, seat, ingredient)
    if can_pay:
        ask(state, seat, Phase.TAKE)
        return
    for element in range(N_ELEMENTS):
        state.stock[element] += state.hand[seat, element]
        state.hand[seat, element] = 0
    state.n_hand[seat] = 0
    state.failed[seat] += 1
    state.stage = Stage.AUCTION


@compiled
def choose_ingredient(rules, state, ingredient):
    """Fix the price (WB-33); what Archmage saves once is used up if it saved anything (WB-71)."""
    seat = state.seat
    state.taken = ingredient
    state.due = price_of(rules, state, seat, ingredient)
    if state.high - state.less[seat] - state.less_for[seat, ingredient] > rules.least_price:
        state.less_once[seat] = 0
    for element in range(N_ELEMENTS):
        state.paid[element] = 0
    state.n_paid = 0
    state.stage = Stage.PAYING


@compiled
def pay(rules, state, element):
    """One card of the price (WB-33)."""
    seat = state.high_seat
    return_element(state, seat, element)
    state.purse[seat] -= 1
    state.due -= 1
    state.paid[element] += 1
    state.n_paid += 1
    state.cards_paid[seat] += 1
    state.stage = Stage.PAYING


@compiled
def continue_paying(rules, state):
    """Pay what needs no choice; stop where the winner can choose between elements (WB-33)."""
    seat = state.high_seat
    mask = state.usable[seat, state.landmark[state.horse]]
    kinds, last = 0, 0
    for element in range(N_ELEMENTS):
        if state.hand[seat, element] > 0 and mask >> element & 1:
            kinds += 1
            last = element
    if state.due > 0 and kinds > 1 and state.due < state.purse[seat]:
        ask(state, seat, Phase.PAY)
        return
    if kinds == 1:
        while state.due > 0:
            pay(rules, state, last)
    for element in range(N_ELEMENTS):
        while state.due > 0 and state.hand[seat, element] > 0 and mask >> element & 1:
            pay(rules, state, element)
    state.stage = Stage.AWARD


@compiled
def take_token(rules, state, seat, ingredient):
    """An ingredient goes into a cauldron; enough of them win at once (WB-35, WB-43)."""
    area = state.horse
    state.tokens[area, ingredient] -= 1
    state.n_tokens[area] -= 1
    if state.tokens[area, ingredient] == 0:
        state.colours[area] -= 1 << ingredient
    state.n_different[seat] += state.cauldron[seat, ingredient] == 0
    state.n_total[seat] += 1
    state.cauldron[seat, ingredient] += 1
    state.owned_colours[seat] |= 1 << ingredient
    state.missing[seat] = missing_with(rules, state, state.n_different[seat], state.n_total[seat])
    if state.missing[seat] == 0:
        state.over = True
        record_round(state)


@inlined
def missing_with(rules, state, different, total):
    """Ingredients still missing to victory, by the shorter of the two ways (WB-43)."""
    return max(0, min(rules.to_win_different[state.n_seats] - different, rules.to_win_total[state.n_seats] - total))


@compiled
def award(rules, state):
    """The winner gets the ingredient, and with Double Draught may choose another if there is one left (WB-35, WB-58)."""
    seat = state.high_seat
    take_token(rules, state, seat, state.taken)
    state.auctions[seat, state.landmark[state.horse]] += 1
    if state.over:
        state.stage = Stage.DECIDE
    elif state.seconds[seat] > 0 and state.n_tokens[state.horse] > 0:
        ask(state, seat, Phase.SECOND)
    else:
        start_aftermath(state)


@inlined
def start_aftermath(state):
    """Scavenger and Consolation come after the winner has what he won (WB-36)."""
    state.turns_done = 0
    state.picks_left = 0
    state.draws_due = 0
    state.acting = NONE
    state.stage = Stage.AFTERMATH


@compiled
def take_second(rules, state, ingredient):
    """A second ingredient from the same area, without payment (WB-58)."""
    if ingredient == NONE:
        start_aftermath(state)
        return
    state.seconds[state.seat] -= 1
    take_token(rules, state, state.seat, ingredient)
    if state.over:
        state.stage = Stage.DECIDE
    else:
        start_aftermath(state)


@compiled
def aftermath(rules, state):
    """Scavengers clockwise from the winner, then the consolation of the last to pass (WB-36, WB-62, WB-63)."""
    while state.turns_done < state.n_seats - 1:
        seat = (state.high_seat + 1 + state.turns_done) % state.n_seats
        if state.n_paid > 0 and (state.picks_left > 0 or state.scavenge_times[seat] > 0):
            if state.picks_left == 0:
                state.picks_left = state.scavenges[seat]
            ask(state, seat, Phase.SCAVENGE)
            return
        state.picks_left = 0
        state.turns_done += 1
    if state.acting == NONE and state.last_out != NONE:
        state.acting = state.last_out
        state.draws_due = state.consolation[state.last_out]
    while state.draws_due > 0:
        stacks = stacks_left(state)
        if stacks > 1:
            ask(state, state.acting, Phase.CONSOLE)
            return
        if stacks == 0:
            state.draws_due = 0
        else:
            draw_element(state, state.acting, first_stack(state))
            state.draws_due -= 1
    state.stage = Stage.LEAVE


@compiled
def scavenge(rules, state, element):
    """Keep one of the cards just paid, or none (WB-63)."""
    seat = state.seat
    state.stage = Stage.AFTERMATH
    if element == NONE:
        state.picks_left = 0
        state.turns_done += 1
        return
    if state.picks_left == state.scavenges[seat]:
        state.scavenge_times[seat] -= 1
    draw_element(state, seat, element)
    state.paid[element] -= 1
    state.n_paid -= 1
    state.picks_left -= 1
    if state.picks_left == 0:
        state.turns_done += 1


@compiled
def console(rules, state, element):
    """The last to pass draws a card of choice (WB-62)."""
    draw_element(state, state.seat, element)
    state.draws_due -= 1
    state.stage = Stage.AFTERMATH


@compiled
def leave(rules, state):
    """The winner takes the marker; after the last area the phase ends, else he moves the Horse (WB-37, WB-38)."""
    state.marker = state.high_seat
    state.visits += 1
    if state.visits == state.die:
        state.stage = Stage.ENERGY
    else:
        ask(state, state.marker, Phase.MOVE)


@compiled
def list_moves(rules, state, actions, n, base):
    """Where the Horse may go: a neighbour, else along straight lines, else anywhere (WB-39, WB-60)."""
    here = state.horse
    if state.free_horse[state.seat] == 0:
        start = n
        for step in range(N_STEPS):
            area = rules.neighbours[here, step]
            actions[n] = base + area
            n += (area != NONE) & (state.n_tokens[max(0, area)] > 0)
        if n > start:
            return n
        for step in range(N_STEPS):
            area = first_on_line(rules, state, here, step)
            actions[n] = base + area
            n += area != NONE
        if n > start:
            return n
    for area in range(N_AREAS):
        actions[n] = base + area
        n += (area != here) & (state.n_tokens[area] > 0)
    return n


@inlined
def first_on_line(rules, state, here, step):
    """The first area with ingredients on a straight line, or NONE (WB-39)."""
    area = rules.neighbours[here, step]
    while area != NONE and state.n_tokens[area] == 0:
        area = rules.neighbours[area, step]
    return area


@compiled
def move_horse(rules, state, area):
    """The Horse goes to the chosen area, and the next auction begins there; the rule that allowed it is counted (WB-39)."""
    has_neighbour, on_line, is_neighbour = False, False, False
    for step in range(N_STEPS):
        near = rules.neighbours[state.horse, step]
        if near != NONE and state.n_tokens[near] > 0:
            has_neighbour = True
            is_neighbour = is_neighbour or near == area
        on_line = on_line or first_on_line(rules, state, state.horse, step) == area
    rule = codes.ANYWHERE
    if is_neighbour:
        rule = codes.BY_NEIGHBOUR
    elif not has_neighbour and on_line:
        rule = codes.BY_LINE
    elif state.free_horse[state.seat] > 0:
        rule = codes.BY_SPELL
    state.horse_moves[state.seat, rule] += 1
    state.horse = area
    state.stage = Stage.AUCTION
