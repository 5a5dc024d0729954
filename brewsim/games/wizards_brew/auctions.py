"""How a bot believes that an auction for an ingredient would go: how far each player would bid, and who would win it.

In an auction with open bids the player who would go furthest wins, and pays little more than the next one would have. A player goes as far
as his cards are worth what he gains: more for something new, and as far as he can if a rival would win the game.
"""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.ingredient_phase import cards_for
from brewsim.games.wizards_brew.rules import N_INGREDIENTS
from brewsim.games.wizards_brew.scoring import missing_with
from brewsim.parts.compiling import compiled, inlined

LEAST_COST = 0.01  # of a card; what is divided by is never 0


@inlined
def new_colours(state, seat, area):
    """The ingredients of an area that this seat does not have, one bit each: a loop over them cost a quarter of the games per second."""
    return state.colours[area] & ~state.owned_colours[seat]


@inlined
def has_new(state, seat, area):
    """Whether an area has an ingredient that this seat does not have."""
    return new_colours(state, seat, area) != 0


@inlined
def has_two_new(state, seat, area):
    """Whether an area has two different ingredients that this seat does not have: bits are left without the lowest one."""
    new = new_colours(state, seat, area)
    return new & (new - 1) != 0


@inlined
def has_second(state, seat, area):
    """Whether a win in this area brings a second ingredient, by Double Draught (WB-58)."""
    return state.seconds[seat] > 0 and state.n_tokens[area] > 1


@inlined
def missing_after(rules, state, seat, area):
    """Ingredients that a seat would still be missing to victory after a win in this area."""
    different, total = state.n_different[seat] + has_new(state, seat, area), state.n_total[seat] + 1
    if has_second(state, seat, area):
        different += has_two_new(state, seat, area)
        total += 1
    return missing_with(rules, state, seat, different, total)


@inlined
def wins_in(rules, state, seat, area):
    """Whether a win in this area would win the game for a seat."""
    return missing_after(rules, state, seat, area) == 0


@inlined
def nearing_in(rules, state, seat, area):
    """The part of what a seat is missing to victory that a win in an area makes up."""
    missing = max(1, state.missing[seat])
    return (missing - missing_after(rules, state, seat, area)) / missing


@compiled
def expect_auction(rules, beliefs, state, fade, area, reserves, worths):
    """Fill `reserves`, (seat) the bid up to which each player is expected to go in an area, and `worths`, what a win is worth to him.

    `fade`: what cards are still good for.
    """
    landmark = state.landmark[area]
    lead = state.missing[0]
    winner, n_winners = NONE, 0
    for seat in range(state.n_seats):
        reserves[seat] = cards_for(state, seat, landmark)
        lead = min(lead, state.missing[seat])
        if reserves[seat] >= rules.least_price and wins_in(rules, state, seat, area):
            winner = seat
            n_winners += 1
    for seat in range(state.n_seats):
        new = new_colours(state, seat, area)
        worth = beliefs.rival_ingredient + beliefs.rival_new * (new != 0) + beliefs.rival_nearing * nearing_in(rules, state, seat, area)
        worth += beliefs.rival_pressing / max(1, lead)
        if n_winners > 1 or (n_winners == 1 and winner != seat):
            worth += beliefs.rival_stops
        if wins_in(rules, state, seat, area):
            worth += beliefs.rival_wins
        worths[seat] = worth
        if reserves[seat] >= rules.least_price:
            cost = max(LEAST_COST, fade * (beliefs.rival_card + beliefs.rival_share / max(1, state.n_hand[seat])))
            reserves[seat] = min(reserves[seat], worth / cost) + saving(state, seat, new if new != 0 else state.colours[area])
        else:
            reserves[seat] = 0.0


@inlined
def saving(state, seat, colours):
    """Cards that a win costs this seat less if it takes the best of these colours."""
    best = 0
    for ingredient in range(N_INGREDIENTS):
        best = max(best, state.less_for[seat, ingredient] * (colours >> ingredient & 1))
    return state.less[seat] + state.less_once[seat] + best


@inlined
def chance_to_hold(beliefs, view, amount):
    """The chance that nobody raises a bid for an ingredient: surely if nobody can, and by how far the others are expected to go."""
    if amount >= view.top_rival:
        return 1.0
    return max(0.0, min(1.0, 0.5 + 0.5 * (amount + 0.5 - view.top_reserve) / beliefs.rival_doubt))
