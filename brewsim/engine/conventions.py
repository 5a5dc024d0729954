"""What those who play games and those who read the outcomes agree on. Free of the compiler, so that data is read without it."""

from typing import Any

NONE = -1  # no such thing
MISSING = -(2**15)  # a metric that this game has no value for, such as the score after a round never played; the least int16
# Of this number of games of a run one is followed, that is, played out from half-time.
# A prime, so that every rotation and every restricted seat has its part.
FOLLOW_EVERY = 101

PLACE = "place"  # the metric of a title that draws its first player by lot: the seat counted from that one, 0 being the first player


def restricted_seat(games: Any, seats: int) -> Any:
    """The seat that is restricted in a game of restricted play; with a rotating lineup every bot gets there at every seat."""
    return games // seats % seats
