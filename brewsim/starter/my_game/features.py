"""What a bot weighs in an action: effects, never names. A bot is a row of weights over the features, in bots.toml."""

from enum import IntEnum

from brewsim.parts.compiling import compiled

from my_game import codes


class Feature(IntEnum):
    POINTS = 0  # that a sale brings
    LOW_PRICE = 1  # sell: points that the cards would bring more at the full price; this and what follows only with rounds to come
    NEW_CARDS = 2  # cards that are drawn
    FULL_PRICE = 3  # of the cards that go
    ONE_SHORT = 4  # 1 if the cards that go are one fewer than a large sale


FEATURES = tuple(feature.name.lower() for feature in Feature)


@compiled
def features(rules, beliefs, state, view, action, out):
    """Add the features of one action to `out`: nothing that the seat may not see."""
    sells, good = codes.decode(action)
    cards, low = state.hand[state.seat, good], rules.price[good] - state.price[good]
    if sells:
        out[Feature.POINTS] += cards * state.price[good] + (rules.bulk_bonus if cards >= rules.bulk else 0)
    if state.rounds + 1 < rules.rounds:
        out[Feature.LOW_PRICE] += cards * low if sells else 0
        out[Feature.NEW_CARDS] += cards
        out[Feature.FULL_PRICE] += cards * rules.price[good]
        out[Feature.ONE_SHORT] += cards + 1 == rules.bulk
