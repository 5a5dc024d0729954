"""What a bot weighs in an action. A bot is a row of weights over the features, in bots.toml."""

from enum import IntEnum

from brewsim.parts.compiling import compiled

from my_game import codes
from my_game.codes import Verb


class Feature(IntEnum):
    GAIN = 0  # turn up: expected points of the card
    RISK = 1  # turn up: chance that it sinks the boat
    LOSS = 2  # turn up: points of the boat, times that chance
    PLAY_POINTS = 3  # play: points that the card adds, with the bonus of a full boat
    PLAY_RISK = 4  # play: goods in the boat before; each card more makes the next one riskier
    HAND = 5  # play or discard: change of what the hand is worth later, when it is filled up again
    SEND_OFF = 6  # 1 for sending the boat off
    SEND_POINTS = 7  # send off: points of the boat
    LAST_CHANCE = 8  # send off: 1 if it is the last round and the seat would be behind


FEATURES = tuple(feature.name.lower() for feature in Feature)


@compiled
def features(rules, beliefs, state, view, action, out):
    """The features of one action: nothing that the seat may not see."""
    verb, good = codes.decode(action)
    if verb == Verb.TURN_UP:
        out[Feature.GAIN] += view.gain
        out[Feature.RISK] += view.risk
        out[Feature.LOSS] += view.risk * view.worth
    elif verb == Verb.PLAY:
        out[Feature.PLAY_POINTS] += rules.points[good] + (rules.full_bonus if view.goods + 1 == rules.full_boat else 0)
        out[Feature.PLAY_RISK] += view.goods
        out[Feature.HAND] += beliefs.average - beliefs.kept[good]
    elif verb == Verb.SEND_OFF:
        out[Feature.SEND_OFF] += 1.0
        out[Feature.SEND_POINTS] += view.worth
        out[Feature.LAST_CHANCE] += 1.0 if view.is_last_round and view.lead + view.worth < 0 else 0.0
    elif verb == Verb.DISCARD:
        out[Feature.HAND] += beliefs.average - beliefs.kept[good]
