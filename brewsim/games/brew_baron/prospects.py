"""How likely a seat wins, as it is believed when a round begins; nearly all that counts lies open then."""

from enum import IntEnum

from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.exact import exp

MOST_TOKENS = 6  # beyond the refill, that make a difference
exponential = inlined(exp)


class Sign(IntEnum):
    """What the logarithm of a seat's odds is a sum of. Each `late` part is multiplied by the leader's share of the trophies that win."""

    TROPHIES = 0
    TROPHIES_LATE = 1
    MATCH_POINT = 2  # 1 if one more trophy wins
    TOKENS = 3  # beyond those that the refill gives everybody
    INGREDIENTS = 4  # more with each draw
    INGREDIENTS_LATE = 5
    INCOME = 6  # tokens a round
    INCOME_LATE = 7
    ACTION_CARDS = 8  # more with each draw
    ACTION_CARDS_LATE = 9
    BEERS = 10  # beyond the first
    BEERS_LATE = 11
    ROOM = 12  # for more ingredients
    ROOM_LATE = 13
    HAND = 14  # action cards
    HAND_LATE = 15
    INGREDIENTS_BEERS = 16  # products of two of those above
    INGREDIENTS_INGREDIENTS = 17
    BEERS_BEERS = 18
    INCOME_INGREDIENTS = 19


SIGNS = tuple(sign.name.lower() for sign in Sign)


@inlined
def brewhouse_odds(signs, late, ingredients, income, action_cards, beers, room):
    """The part of the odds' logarithm that a brewhouse brings with these effects; `signs` are those of the number of seats."""
    odds = ingredients * (signs[Sign.INGREDIENTS] + late * signs[Sign.INGREDIENTS_LATE])
    odds += income * (signs[Sign.INCOME] + late * signs[Sign.INCOME_LATE])
    odds += action_cards * (signs[Sign.ACTION_CARDS] + late * signs[Sign.ACTION_CARDS_LATE])
    odds += beers * (signs[Sign.BEERS] + late * signs[Sign.BEERS_LATE])
    odds += room * (signs[Sign.ROOM] + late * signs[Sign.ROOM_LATE])
    odds += ingredients * (beers * signs[Sign.INGREDIENTS_BEERS] + ingredients * signs[Sign.INGREDIENTS_INGREDIENTS])
    return odds + beers * beers * signs[Sign.BEERS_BEERS] + income * ingredients * signs[Sign.INCOME_INGREDIENTS]


@compiled
def odds_of(rules, beliefs, state, seat, late):
    """The logarithm of a seat's odds, but for a number that is the same for all seats."""
    signs = beliefs.prospects[state.n_seats]
    trophies = state.trophies[seat]
    odds = trophies * (signs[Sign.TROPHIES] + late * signs[Sign.TROPHIES_LATE])
    odds += signs[Sign.MATCH_POINT] if trophies + 1 >= rules.trophies_to_win else 0.0
    odds += signs[Sign.TOKENS] * min(MOST_TOKENS, max(0, state.tokens[seat] - rules.refill_to))
    odds += state.n_cards[seat] * (signs[Sign.HAND] + late * signs[Sign.HAND_LATE])
    return odds + brewhouse_odds(
        signs, late, state.extra_ingredients[seat], state.tokens_per_round[seat], state.extra_actions[seat], state.max_beers[seat] - 1,
        state.limit[seat] - rules.ingredient_limit,
    )  # fmt: skip


@inlined
def lateness(rules, state):
    """The leader's share of the trophies that win."""
    lead = 0
    for seat in range(state.n_seats):
        lead = max(lead, state.trophies[seat])
    return lead / rules.trophies_to_win


@compiled
def prospect(rules, beliefs, state, seat):
    """The chance of a seat to win, when a round begins."""
    late = lateness(rules, state)
    own, total = odds_of(rules, beliefs, state, seat, late), 0.0
    for other in range(state.n_seats):
        total += exponential(odds_of(rules, beliefs, state, other, late) - own)
    return 1.0 / total
