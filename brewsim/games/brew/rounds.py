"""The end of a round and of the game: control, claims, merchants, scores. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew.board import deal_row, roll_pools, spend_berries
from brewsim.games.brew.codes import ELEMENT_OWNER, Phase
from brewsim.games.brew.creatures import housed_creatures, settle_forest
from brewsim.games.brew.rules import (
    BERRY,
    BERRY_HERDER,
    BERRY_MERCHANT,
    HERALDS,
    INGREDIENT_MERCHANT,
    N_CARDS,
    N_GOODS,
    N_INGREDIENTS,
    N_SEASONS,
    WREN,
)
from brewsim.parts.compiling import compiled, inlined


@compiled
def begin_turn(state):
    """A turn: one die to place, at most one potion to brew and one to drink (BR-8)."""
    state.to_place = 1
    state.has_brewed = False
    state.has_drunk = False
    state.has_scorched = False
    for element in range(len(state.left_element)):
        state.left_element[element] = False
    state.turns[state.seat] += 1
    state.round_turns[state.seat] += 1
    state.phase = Phase.TURN


@compiled
def end_turn(state):
    """The next seat that has a die left; without any the round ends (BR-10, BR-11)."""
    state.phase = Phase.ROUND_END
    for _ in range(int(state.n_seats)):
        state.seat = (state.seat + 1) % state.n_seats
        if state.n_pool[state.seat] > 0:
            begin_turn(state)
            return


@compiled
def most_dice(state, place):
    """The most dice on top that one player has in a forest."""
    most = 0
    for seat in range(int(state.n_seats)):
        most = max(most, state.tops[place, seat])
    return most


@compiled
def controller(state, place):
    """The seat with more forage dice than each other seat and than all elements, or NONE (BR-32 to BR-34)."""
    most = most_dice(state, place)
    leader, leaders = NONE, 0
    for seat in range(int(state.n_seats)):
        if state.tops[place, seat] == most:
            leader = seat
            leaders += 1
    if leaders == 1 and most > state.tops[place, ELEMENT_OWNER]:
        return leader
    return NONE


@compiled
def is_tied(state, place, seat):
    """Whether the seat lacks control only because of a tie with players or elements (BR-68)."""
    own = state.tops[place, seat]
    best = own > 0 and own == most_dice(state, place) and own >= state.tops[place, ELEMENT_OWNER]
    return best and controller(state, place) == NONE


@compiled
def claim_forest(rules, state, seat, place):
    """Take a forest, and the VP of Forest Heralds for its seasons (BR-62, BR-63)."""
    forest = state.row[place]
    state.claimed[forest] = seat + 1
    state.vp_forests[seat] += rules.forest_vp[forest]
    state.n_won[seat] += 1
    settle_forest(rules, state, seat, forest)
    state.tokens[seat] += state.in_forest[seat, HERALDS, rules.forest_seasons[forest]]


@compiled
def end_round(rules, state):
    """Claim what is controlled; Wren may then claim a tie (BR-62, BR-68)."""
    dice = rules.forage_dice + rules.element_dice
    for seat in range(int(state.n_seats)):
        state.extra_turns[seat] += max(0, state.round_turns[seat] - dice)
        state.round_turns[seat] = 0
    for place in range(int(state.n_row)):
        seat = controller(state, place)
        if seat != NONE:
            claim_forest(rules, state, seat, place)
    for seat in range(int(state.n_seats)):
        if rules.power_of[state.character[seat]] == WREN and state.stock[seat, BERRY] >= rules.power_berries[WREN]:
            for place in range(int(state.n_row)):
                if is_tied(state, place, seat):
                    state.seat = seat
                    state.phase = Phase.CLAIM
                    return
    state.phase = Phase.CLAIMED


@compiled
def finish_claims(rules, state):
    """Discard what nobody claimed, and say why it was lost (BR-63)."""
    for place in range(int(state.n_row)):
        if state.claimed[state.row[place]] == 0:
            state.n_discarded += 1
            most = most_dice(state, place)
            leader, leaders = NONE, 0
            for seat in range(int(state.n_seats)):
                if state.tops[place, seat] == most:
                    leader = seat
                    leaders += 1
            for seat in range(int(state.n_seats)):
                state.n_lost_ties[seat] += most > 0 and leaders > 1 and state.tops[place, seat] == most
            if most > 0 and leaders == 1:
                state.n_lost_elements[leader] += 1
    for seat in range(int(state.n_seats)):
        herd_berries(rules, state, seat)
    state.trader = 0
    state.phase = Phase.TRADES


@inlined
def herd_berries(rules, state, seat):
    """Berries for each trained creature of a Berry Herder's season (BR-55)."""
    for season in range(N_SEASONS):
        herder = BERRY_HERDER + season
        if state.crew[seat, herder] > 0:
            creatures = 0
            for card in range(N_CARDS):
                creatures += state.crew[seat, card] * (rules.card_season[card] == season)
            state.stock[seat, BERRY] += state.crew[seat, herder] * rules.card_amount[herder] * creatures


@inlined
def trading_seat(state):
    """The seat whose turn it is with the merchants: in turn order from the first player."""
    return (state.first + state.trader) % state.n_seats


@compiled
def open_trades(state):
    """Go to the next seat that has a merchant and something to trade, or on to the next round (BR-64, BR-65)."""
    while state.trader < state.n_seats:
        seat = trading_seat(state)
        state.seat = seat
        state.berry_trades = state.crew[seat, BERRY_MERCHANT]
        state.match_trades = state.crew[seat, INGREDIENT_MERCHANT]
        if can_trade(state):
            state.phase = Phase.TRADE
            return
        state.trader += 1
    state.phase = Phase.NEXT_ROUND


@compiled
def can_trade(state):
    """Whether the trading seat can still trade anything."""
    if state.berry_trades > 0 and state.stock[state.seat, BERRY] > 0:
        return True
    if state.match_trades > 0:
        for ingredient in range(N_INGREDIENTS):
            if can_match(state, ingredient, 2):
                return True
    return False


@compiled
def can_match(state, ingredient, count):
    """Whether so many of an ingredient are there, with berries for the rest; only berries count as the first one (BR-65)."""
    seat = int(state.seat)
    has_real = state.stock[seat, ingredient] > 0
    if not has_real:
        for other in range(N_INGREDIENTS):
            has_real = has_real or state.stock[seat, other] > 0
        if has_real or ingredient > 0:
            return False
    return state.stock[seat, ingredient] + state.stock[seat, BERRY] >= count


@compiled
def trade_berries(rules, state, count):
    """Berries for VP (BR-65)."""
    spend_berries(state, int(state.seat), count)
    state.tokens[state.seat] += rules.berry_trade_vp[count]
    state.berry_trades -= 1
    go_on_trading(state)


@compiled
def trade_matching(rules, state, ingredient, count):
    """Matching ingredients for VP, berries only for what is missing (BR-65)."""
    seat = int(state.seat)
    paid = min(count, state.stock[seat, ingredient])
    state.stock[seat, ingredient] -= paid
    spend_berries(state, seat, count - paid)
    state.tokens[seat] += rules.match_trade_vp[count]
    state.match_trades -= 1
    go_on_trading(state)


@compiled
def go_on_trading(state):
    """The same seat again while it can, then the next."""
    if not can_trade(state):
        state.trader += 1
        state.phase = Phase.TRADES


@compiled
def next_round(rules, state):
    """After the last round the game is over; else dice back, village flipped, a new row, the marker passed (BR-64)."""
    for seat in range(int(state.n_seats)):
        state.score_after[state.rounds, seat] = score_of(rules, state, seat)
    if state.rounds + 1 == rules.rounds:
        state.over = True
        return
    state.rounds += 1
    state.night = 1 - state.night
    state.first = (state.first + 1) % state.n_seats
    state.phase = Phase.DEAL


@compiled
def begin_round(rules, state):
    """Roll, deal a row, and the first player begins (BR-7)."""
    roll_pools(rules, state)
    deal_row(rules, state)
    state.seat = state.first
    begin_turn(state)


@inlined
def creature_score(rules, state, seat):
    """VP of creatures, those with a home and those without (BR-66)."""
    better = max(0, rules.creature_vp_in_forest - rules.creature_vp)
    return state.n_creatures[seat] * rules.creature_vp + housed_creatures(state, seat) * better


@compiled
def leftovers(state, seat):
    """Ingredients and berries in stock (BR-66, BR-67)."""
    total = 0
    for good in range(N_GOODS):
        total += state.stock[seat, good]
    return total


@compiled
def score_of(rules, state, seat):
    """What the seat would score if the game ended now (BR-66)."""
    score = state.vp_potions[seat] + state.vp_forests[seat] + state.tokens[seat]
    return score + creature_score(rules, state, seat) + leftovers(state, seat) // rules.leftovers_per_vp
