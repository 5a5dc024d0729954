"""What a bot weighs in an action: effects, never names. A bot is a row of weights over the features, in bots.toml."""

from enum import IntEnum

from brewsim.parts.compiling import compiled

from orchard import codes
from orchard.codes import Verb


class Feature(IntEnum):
    POINTS_EARLY = 0  # buy: its points, less as the game goes on
    POINTS_LATE = 1  # buy: its points, more as the game goes on
    MONEY = 2  # buy: its money beyond that of an average card of the deck, fading; what follows fades too
    CARDS = 3  # buy: cards that it draws
    ACTIONS = 4  # buy: actions that it gives
    COINS = 5  # buy: coins and buys that it gives
    CLEARS = 6  # buy: cards that it removes, times the part of the deck that nobody needs
    WEEDS = 7  # buy: weeds that it gives to others
    CROWD = 8  # buy: if it gives no action back, such cards in a hand of the deck
    COST = 9  # buy: what it costs
    BUY = 10  # buy: 1
    PLAY_ACTIONS = 11  # play: actions that it gives
    PLAY_CARDS = 12  # play: cards that it draws
    PLAY_COINS = 13  # play: coins and buys that it gives
    PLAY_OTHER = 14  # play: cards that it removes, and weeds that it gives
    CLEAR = 15  # remove: 1
    CLEAR_MONEY = 16  # remove: the money of the card
    CLEAR_POINTS = 17  # remove: its points, more as the game goes on
    CLEAR_ACTION = 18  # remove: 1 if it can be played


FEATURES = tuple(feature.name.lower() for feature in Feature)


@compiled
def features(rules, beliefs, state, view, action, out):
    """The features of one action; having done is nothing at all."""
    early, (verb, kind) = 1.0 - view.late, codes.decode(action)
    if verb == Verb.BUY:
        out[Feature.POINTS_EARLY] += early * rules.points[kind]
        out[Feature.POINTS_LATE] += view.late * rules.points[kind]
        out[Feature.MONEY] += early * ((rules.money[kind] - view.money) if not rules.is_action[kind] else 0.0)
        out[Feature.CARDS] += early * rules.cards[kind]
        out[Feature.ACTIONS] += early * rules.actions[kind]
        out[Feature.COINS] += early * (rules.coins[kind] + rules.buys[kind])
        out[Feature.CLEARS] += early * view.junk * rules.clears[kind]
        out[Feature.WEEDS] += early * view.weeds_left * rules.weeds[kind]
        out[Feature.CROWD] += view.crowd if rules.is_action[kind] and rules.actions[kind] == 0 else 0.0
        out[Feature.COST] += rules.cost[kind]
        out[Feature.BUY] += 1.0
    elif verb == Verb.PLAY:
        out[Feature.PLAY_ACTIONS] += rules.actions[kind]
        out[Feature.PLAY_CARDS] += rules.cards[kind]
        out[Feature.PLAY_COINS] += rules.coins[kind] + rules.buys[kind]
        out[Feature.PLAY_OTHER] += rules.clears[kind] + rules.weeds[kind]
    elif verb == Verb.CLEAR:
        out[Feature.CLEAR] += 1.0
        out[Feature.CLEAR_MONEY] += rules.money[kind]
        out[Feature.CLEAR_POINTS] += view.late * rules.points[kind]
        out[Feature.CLEAR_ACTION] += 1.0 if rules.is_action[kind] else 0.0
