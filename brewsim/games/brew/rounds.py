"""Turns and rounds: whose turn it is, control, claims, merchants, the next round. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import deal_row, roll_pools
from brewsim.games.brew.creatures import settle_forest
from brewsim.games.brew.placing import bonus, can_pay_power, gain, spend_berries
from brewsim.games.brew.rules import (
    FEWEST_MATCHING,
    N_CARDS,
    N_ELEMENTS,
    N_INGREDIENTS,
    N_SEASONS,
    Card,
    Character,
    ForestPower,
    Good,
    Order,
)
from brewsim.games.brew.scoring import score_of
from brewsim.games.brew.spaces import ELEMENT_OWNER
from brewsim.games.brew.state import Phase
from brewsim.parts.compiling import compiled, inlined


@compiled
def begin_round(rules, state):
    """Roll, deal a row, and the first player begins (BR-7)."""
    roll_pools(rules, state)
    deal_row(rules, state)
    state.seat = state.first
    begin_turn(state)


@compiled
def begin_turn(state):
    """A turn: one die to place, at most one potion to brew and one to drink (BR-8)."""
    state.to_place = 1
    state.has_brewed = False
    state.has_drunk = False
    state.has_scorched = False
    state.has_doubled = False
    for element in range(N_ELEMENTS):
        state.left_element[element] = False
    state.turns[state.seat] += 1
    state.round_turns[state.seat] += 1
    state.phase = Phase.TURN


@compiled
def end_turn(rules, state):
    """The next seat that has a die left; without any the round ends (BR-10, BR-11)."""
    for _ in range(state.n_seats):
        state.seat = (state.seat + 1) % state.n_seats
        if state.n_pool[state.seat] > 0:
            begin_turn(state)
            return
    end_round(rules, state)


@compiled
def most_dice(state, place):
    """The most dice on top that one player has in a forest."""
    most = 0
    for seat in range(state.n_seats):
        most = max(most, state.tops[place, seat])
    return most


@compiled
def only_leader(state, place):
    """The seat that has more forage dice in a forest than each other seat, or NONE (BR-32, BR-34)."""
    most = most_dice(state, place)
    leader, leaders = NONE, 0
    for seat in range(state.n_seats):
        if state.tops[place, seat] == most:
            leader = seat
            leaders += 1
    return leader if leaders == 1 else NONE


@compiled
def controller(state, place):
    """The seat with more forage dice than each other seat and than all elements, or NONE (BR-32 to BR-34)."""
    leader = only_leader(state, place)
    if leader != NONE and state.tops[place, leader] > state.tops[place, ELEMENT_OWNER]:
        return leader
    return NONE


@compiled
def is_tied(state, place, seat):
    """Whether the seat lacks control only because of a tie with players or elements (BR-69)."""
    own = state.tops[place, seat]
    is_best = own > 0 and own == most_dice(state, place) and own >= state.tops[place, ELEMENT_OWNER]
    return is_best and controller(state, place) == NONE


@compiled
def claim_forest(rules, state, seat, place):
    """Take a forest, and the VP of Forest Heralds for its seasons (BR-63, BR-64)."""
    forest = state.row[place]
    seasons = rules.forest_seasons[forest]
    state.claimed[forest] = seat + 1
    state.vp_forests[seat] += rules.forest_vp[forest]
    state.n_won[seat] += 1
    settle_forest(state, seat, seasons)
    state.tokens[seat] += state.in_forest[seat, ForestPower.CLAIM, seasons]


@compiled
def end_round(rules, state):
    """Claim what is controlled; Wren may then claim a tie (BR-63, BR-69)."""
    dice = rules.forage_dice + rules.element_dice
    for seat in range(state.n_seats):
        state.extra_turns[seat] += max(0, state.round_turns[seat] - dice)
        state.round_turns[seat] = 0
    for place in range(state.n_row):
        seat = controller(state, place)
        if seat != NONE:
            claim_forest(rules, state, seat, place)
    for seat in range(state.n_seats):
        if can_pay_power(rules, state, seat, Character.WREN):
            for place in range(state.n_row):
                if is_tied(state, place, seat):
                    state.seat = seat
                    state.phase = Phase.CLAIM
                    return
    finish_claims(rules, state)


@compiled
def finish_claims(rules, state):
    """Discard what nobody claimed; then the powers of the end of the round (BR-64, BR-65)."""
    for place in range(state.n_row):
        if state.claimed[state.row[place]] == 0:
            state.n_discarded += 1
            note_loss(state, place)
    for seat in range(state.n_seats):
        herd_berries(rules, state, seat)
    state.trader = 0
    open_trades(rules, state)


@compiled
def note_loss(state, place):
    """Say who lost an unclaimed forest, and why: to a tie with other players, or to elements."""
    most, leader = most_dice(state, place), only_leader(state, place)
    if most == 0:
        return
    if leader != NONE:
        state.n_lost_elements[leader] += 1
        return
    for seat in range(state.n_seats):
        state.n_lost_ties[seat] += state.tops[place, seat] == most


@inlined
def herd_berries(rules, state, seat):
    """Berries for each trained creature of a Berry Herder's season (BR-55)."""
    for season in range(N_SEASONS):
        berries = bonus(rules, state, seat, Card.BERRY_HERDER + season)
        if berries > 0:
            creatures = 0
            for card in range(N_CARDS):
                creatures += state.crew[seat, card] * (rules.card_season[card] == season)
            gain(state, seat, Good.BERRY, berries * creatures)


@compiled
def open_trades(rules, state):
    """In turn order from the first player, the next seat that has a merchant and something to trade, or the next round (BR-65, BR-66)."""
    while state.trader < state.n_seats:
        state.seat = (state.first + state.trader) % state.n_seats
        state.berry_trades = state.crew[state.seat, Card.BERRY_MERCHANT]
        state.match_trades = state.crew[state.seat, Card.INGREDIENT_MERCHANT]
        if can_trade(state):
            state.phase = Phase.TRADE
            return
        state.trader += 1
    next_round(rules, state)


@compiled
def can_trade(state):
    """Whether the trading seat can still trade anything."""
    if state.berry_trades > 0 and state.stock[state.seat, Good.BERRY] > 0:
        return True
    if state.match_trades > 0:
        for ingredient in range(N_INGREDIENTS):
            if can_match(state, ingredient, FEWEST_MATCHING):
                return True
    return False


@compiled
def can_match(state, ingredient, count):
    """Whether `count` of an ingredient are there, with berries for the rest; berries alone count as the first ingredient (BR-66)."""
    seat = state.seat
    if state.stock[seat, ingredient] == 0:
        for other in range(N_INGREDIENTS):
            if state.stock[seat, other] > 0:
                return False
        if ingredient > 0:
            return False
    return state.stock[seat, ingredient] + state.stock[seat, Good.BERRY] >= count


@compiled
def trade_berries(rules, state, count):
    """Berries for VP (BR-66)."""
    spend_berries(state, state.seat, count)
    state.tokens[state.seat] += rules.berry_trade_vp[count]
    state.berry_trades -= 1
    go_on_trading(rules, state)


@compiled
def trade_matching(rules, state, ingredient, count):
    """Matching ingredients for VP, berries only for what is missing (BR-66)."""
    seat = state.seat
    paid = min(count, state.stock[seat, ingredient])
    gain(state, seat, ingredient, -paid)
    spend_berries(state, seat, count - paid)
    state.tokens[seat] += rules.match_trade_vp[count]
    state.match_trades -= 1
    go_on_trading(rules, state)


@compiled
def go_on_trading(rules, state):
    """The same seat again while it can, then the next."""
    if not can_trade(state):
        end_trading(rules, state)


@compiled
def end_trading(rules, state):
    """The seat is through with the merchants."""
    state.trader += 1
    open_trades(rules, state)


@compiled
def next_round(rules, state):
    """After the last round the game is over; else dice back, village flipped, a new row, the marker passed (BR-65)."""
    for seat in range(state.n_seats):
        state.score_after[state.rounds, seat] = score_of(rules, state, seat)
    if state.rounds + 1 == rules.rounds:
        state.over = True
        return
    state.rounds += 1
    state.night = 1 - state.night
    move_marker(rules, state)
    begin_round(rules, state)


@inlined
def move_marker(rules, state):
    """Clockwise (BR-65), unless the levers say otherwise (BR-76)."""
    step = 0 if rules.order == Order.MARKER_STAYS else -1 if rules.order == Order.MARKER_MOVES_BACK else 1
    state.first = (state.first + step) % state.n_seats
