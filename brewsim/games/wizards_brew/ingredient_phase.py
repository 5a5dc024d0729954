"""The ingredient phase: the Horse visits areas, and in each an ingredient is auctioned. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.codes import NO_BID
from brewsim.games.wizards_brew.components import ask, draw_card, has_choice_of_cards, return_card
from brewsim.games.wizards_brew.rules import CITY, N_ELEMENTS, N_FACES, N_INGREDIENTS, N_LANDMARKS, TextPhase
from brewsim.games.wizards_brew.scoring import missing_with, record_round
from brewsim.games.wizards_brew.state import Phase, Stage
from brewsim.games.wizards_brew.texts import echoes
from brewsim.parts.chance import below, draw
from brewsim.parts.compiling import compiled, inlined


@compiled
def roll(rules, state):
    """Blue texts come into force, the die is rolled, and from the second round on the Horse moves first (WB-24, WB-25)."""
    for seat in range(state.n_seats):
        clear_blue(rules, state, seat)
        for place in range(state.n_own[seat]):
            read_blue(rules, state, seat, state.own[seat, place])
        if echoes(state, seat):
            read_blue(rules, state, seat, state.echo_spell)
    state.die = rules.die[below(draw(state.die_key, state.rounds), N_FACES)]
    state.visits = 0
    if state.rounds == 0:
        state.stage = Stage.AUCTION
    else:
        ask(state, state.marker, Phase.MOVE)


@compiled
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
    for element in range(N_ELEMENTS):
        for landmark in range(N_LANDMARKS):
            state.usable[seat, landmark, element] = rules.landmark_element[landmark] == element
        state.usable[seat, CITY, element] = 1


@compiled
def read_blue(rules, state, seat, spell):
    """The text of a spell in the ingredient phase (WB-56 to WB-63, WB-71)."""
    if rules.has_text[spell, TextPhase.INGREDIENT] == 0:
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
        for element in range(N_ELEMENTS):
            state.usable[seat, landmark, element] |= rules.stand_ins[spell, rules.landmark_element[landmark], element]


@inlined
def cards_for(state, seat, landmark):
    """The cards of this player that count at such a landmark, or in a city (WB-26)."""
    cards = 0
    for element in range(N_ELEMENTS):
        cards += state.hand[seat, element] * state.usable[seat, landmark, element]
    return cards


@inlined
def highest_payable(rules, state, seat, purse):
    """The highest bid that a player can pay where the Horse is, with this many cards that count there (WB-31, WB-57)."""
    best_less = 0
    for ingredient in range(N_INGREDIENTS):
        if state.tokens[state.horse, ingredient] > 0:
            best_less = max(best_less, state.less_for[seat, ingredient])
    return purse + state.less[seat] + state.less_once[seat] + best_less if purse >= rules.least_price else 0


@compiled
def start_auction(rules, state):
    """A new auction where the Horse is, of all who have a card, from the player with the marker on (WB-27, WB-32)."""
    landmark = state.landmark[state.horse]
    state.auction += 1
    state.n_in = 0
    for seat in range(state.n_seats):
        state.purse[seat] = cards_for(state, seat, landmark)
        state.limit[seat] = highest_payable(rules, state, seat, state.purse[seat])
        state.is_in[seat] = state.n_hand[seat] > 0 or rules.bids_without_cards > 0
        state.n_in += state.is_in[seat]
    state.high = 0
    state.high_seat = NONE
    state.last_out = NONE
    state.bidder = (state.marker + state.n_seats - 1) % state.n_seats
    state.stage = Stage.BIDDER


@compiled
def next_bidder(state):
    """Ask the next player who is still in, until one is left who has bid, or nobody (WB-28, WB-29, WB-30)."""
    while True:
        if state.n_in == 0:
            state.stage = Stage.ENERGY
            return
        if state.n_in == 1 and state.high_seat != NONE:
            state.stage = Stage.WON
            return
        state.bidder = (state.bidder + 1) % state.n_seats
        if state.is_in[state.bidder] > 0:
            ask(state, state.bidder, Phase.BID)
            return


@compiled
def bid(state, step):
    """Raise the highest bid, or pass; a bid beyond what one can pay is legal (WB-27, WB-31)."""
    if step == NO_BID:
        pass_out(state, state.seat)
    else:
        state.high += step
        become_highest(state, state.seat)
    state.stage = Stage.BIDDER


@inlined
def pass_out(state, seat):
    """A player who passes may not re-enter the bidding (WB-28)."""
    state.is_in[seat] = 0
    state.n_in -= 1
    state.last_out = seat


@inlined
def become_highest(state, seat):
    """The highest bid is this player's, be it a bluff (WB-31)."""
    state.high_seat = seat
    state.bluffs[seat] += state.high > state.limit[seat]


@inlined
def largest_raise(rules, state):
    """The largest raise that differs from smaller ones: to one card more than anybody who is still in can pay (WB-27)."""
    top = state.high
    for seat in range(state.n_seats):
        top = max(top, state.limit[seat] if state.is_in[seat] > 0 else 0)
    return min(rules.largest_raise, top + 1 - state.high)


@inlined
def can_equal(state, seat):
    """Whether Last Word works: against the bid of the only rival who is left (WB-61)."""
    return (state.equals[seat] > 0) & (state.n_in == 2) & (state.high > 0)


@compiled
def equal_bid(state):
    """Last Word: equal the bid of the rival, and win at once (WB-61)."""
    state.equals[state.seat] -= 1
    become_highest(state, state.seat)
    state.stage = Stage.WON


@inlined
def price_of(rules, state, seat, ingredient, bid):
    """Cards that a player pays who wins with this bid and takes this ingredient (WB-33, WB-57)."""
    less = state.less[seat] + state.less_once[seat] + state.less_for[seat, ingredient]
    return max(rules.least_price, bid - less)


@inlined
def can_take(rules, state, seat, ingredient, bid):
    """Whether the ingredient is here and a player who wins with this bid can pay for it."""
    return (state.tokens[state.horse, ingredient] > 0) & (price_of(rules, state, seat, ingredient, bid) <= state.purse[seat])


@compiled
def win(rules, state):
    """The winner chooses; if he cannot pay he loses all cards and the auction is repeated (WB-33, WB-34)."""
    seat = state.high_seat
    can_pay = False
    for ingredient in range(N_INGREDIENTS):
        can_pay = can_pay or can_take(rules, state, seat, ingredient, state.high)
    if can_pay:
        ask(state, seat, Phase.TAKE)
    else:
        lose_hand(state, seat)
        state.failed[seat] += 1
        state.stage = Stage.AUCTION


@compiled
def lose_hand(state, seat):
    """All element cards of a player go back to their stacks (WB-34)."""
    for element in range(N_ELEMENTS):
        state.stock[element] += state.hand[seat, element]
        state.hand[seat, element] = 0
    state.n_hand[seat] = 0


@compiled
def choose_ingredient(rules, state, ingredient):
    """Fix the price (WB-33); what Archmage saves once is used up if it saved anything (WB-71)."""
    seat = state.seat
    state.taken = ingredient
    state.due = price_of(rules, state, seat, ingredient, state.high)
    if state.high - state.less[seat] - state.less_for[seat, ingredient] > rules.least_price:
        state.less_once[seat] = 0
    for element in range(N_ELEMENTS):
        state.paid[element] = 0
    state.n_paid = 0
    state.stage = Stage.PAYING


@inlined
def can_pay_with(state, seat, element):
    """Whether the winner has a card of this element, and it counts where the Horse is (WB-33)."""
    return (state.hand[seat, element] > 0) & (state.usable[seat, state.landmark[state.horse], element] > 0)


@compiled
def pay(state, element):
    """One card of the price (WB-33)."""
    seat = state.high_seat
    return_card(state, seat, element)
    state.purse[seat] -= 1
    state.due -= 1
    state.paid[element] += 1
    state.n_paid += 1
    state.cards_paid[seat] += 1
    state.stage = Stage.PAYING


@compiled
def continue_paying(state):
    """Pay what needs no choice; stop where the winner can choose between elements (WB-33)."""
    seat = state.high_seat
    kinds = 0
    for element in range(N_ELEMENTS):
        kinds += can_pay_with(state, seat, element)
    if kinds > 1 and 0 < state.due < state.purse[seat]:
        ask(state, seat, Phase.PAY)
        return
    for element in range(N_ELEMENTS):
        while state.due > 0 and can_pay_with(state, seat, element):
            pay(state, element)
    state.stage = Stage.AWARD


@compiled
def take_ingredient(rules, state, seat, ingredient):
    """An ingredient goes from the area into a cauldron; enough of them win at once (WB-35, WB-43)."""
    area = state.horse
    state.tokens[area, ingredient] -= 1
    state.n_tokens[area] -= 1
    if state.tokens[area, ingredient] == 0:
        state.colours[area] -= 1 << ingredient
    state.n_different[seat] += state.cauldron[seat, ingredient] == 0
    state.n_total[seat] += 1
    state.cauldron[seat, ingredient] += 1
    state.owned_colours[seat] |= 1 << ingredient
    state.missing[seat] = missing_with(rules, state, seat, state.n_different[seat], state.n_total[seat])
    if state.missing[seat] == 0:
        state.over = True
        state.stage = Stage.DECIDE
        record_round(state)


@compiled
def award(rules, state):
    """The winner gets the ingredient, and with Double Draught may choose another if there is one left (WB-35, WB-58)."""
    seat = state.high_seat
    take_ingredient(rules, state, seat, state.taken)
    state.auctions[seat, state.landmark[state.horse]] += 1
    if not state.over:
        if state.seconds[seat] > 0 and state.n_tokens[state.horse] > 0:
            ask(state, seat, Phase.SECOND)
        else:
            start_aftermath(state)


@compiled
def take_second(rules, state, ingredient):
    """A second ingredient from the same area, without payment (WB-58)."""
    state.seconds[state.seat] -= 1
    take_ingredient(rules, state, state.seat, ingredient)
    if not state.over:
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
def aftermath(state):
    """Scavengers clockwise from the winner, then the consolation of the last to pass (WB-36, WB-62, WB-63)."""
    while state.turns_done < state.n_seats - 1:
        seat = (state.high_seat + 1 + state.turns_done) % state.n_seats
        if state.n_paid > 0 and (state.picks_left > 0 or state.scavenge_times[seat] > 0):
            if state.picks_left == 0:
                state.picks_left = state.scavenges[seat]
            ask(state, seat, Phase.SCAVENGE)
            return
        end_scavenging(state)
    if state.acting == NONE and state.last_out != NONE:
        state.acting = state.last_out
        state.draws_due = state.consolation[state.last_out]
    if has_choice_of_cards(state, state.acting):
        ask(state, state.acting, Phase.CONSOLE)
    else:
        state.stage = Stage.LEAVE


@inlined
def end_scavenging(state):
    """The next player may scavenge."""
    state.picks_left = 0
    state.turns_done += 1


@compiled
def scavenge(state, element):
    """Keep one of the cards just paid; the first one uses Scavenger up for this round (WB-63)."""
    seat = state.seat
    if state.picks_left == state.scavenges[seat]:
        state.scavenge_times[seat] -= 1
    draw_card(state, seat, element)
    state.paid[element] -= 1
    state.n_paid -= 1
    state.picks_left -= 1
    if state.picks_left == 0:
        end_scavenging(state)
    state.stage = Stage.AFTERMATH


@compiled
def decline_scavenging(state):
    """Keep no more of the cards just paid (WB-63)."""
    end_scavenging(state)
    state.stage = Stage.AFTERMATH


@compiled
def console(state, element):
    """The last to pass draws a card of choice (WB-62)."""
    draw_card(state, state.seat, element)
    state.draws_due -= 1
    state.stage = Stage.AFTERMATH


@compiled
def leave(rules, state):
    """The winner takes the marker; after the last area the phase ends, else he moves the Horse (WB-25, WB-37, WB-38)."""
    state.marker = state.high_seat
    state.visits += 1
    if state.visits == state.die and rules.moves_after_last == 0:
        state.stage = Stage.ENERGY
    else:
        ask(state, state.marker, Phase.MOVE)
