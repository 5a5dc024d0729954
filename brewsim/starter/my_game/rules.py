"""The values of rules.toml: their schema, and the record that the kernel reads."""

import numpy as np
from brewsim.engine.contract import Price, new_record
from brewsim.engine.levers import FourSeats, Points
from brewsim.engine.schema import RuleModel
from pydantic import Field

GOODS = ("grain", "salt", "cloth", "wine", "spice", "gold")
N_GOODS = len(GOODS)
MAX_SEATS = 4
MAX_COPIES = 20  # of one good
MAX_DECK = N_GOODS * MAX_COPIES

PRICES = {"good": Price("points", is_reward=True)}  # the number of an item's table that makes it better

RULES = np.dtype(
    [
        ("is_my_game", np.bool_),  # means nothing: the drivers tell titles apart by the fields of RULES, so one must be its own
        ("rounds", np.int16),
        ("hand_size", np.int16),
        ("plays", np.int16),
        ("full_boat", np.int16),
        ("full_bonus", np.int16),
        ("copies", np.int16, (N_GOODS,)),  # (good) cards in the deck
        ("points", np.int16, (N_GOODS,)),  # (good)
        ("start_points", np.int16, (MAX_SEATS,)),  # (seat)
    ],
    align=True,
)


class Game(RuleModel):
    rounds: int = Field(ge=1, le=50)
    hand_size: int = Field(ge=0, le=10)
    plays: int = Field(ge=0, le=5)
    full_boat: int = Field(ge=1, le=N_GOODS)
    full_bonus: int = Field(ge=0, le=50)


class Good(RuleModel):
    name: str
    copies: int = Field(ge=1, le=MAX_COPIES)
    points: int = Field(ge=0, le=50)


class Goods(RuleModel):
    grain: Good
    salt: Good
    cloth: Good
    wine: Good
    spice: Good
    gold: Good


class Seats(RuleModel):
    start_points: FourSeats[Points]


class Values(RuleModel):
    game: Game
    goods: Goods
    seats: Seats


def build(values: Values) -> np.record:
    """The rules record of validated values."""
    rules = new_record(RULES)
    for name, value in values.game.model_dump().items():
        rules[name] = value
    for g, good in enumerate(GOODS):
        rules.copies[g] = getattr(values.goods, good).copies
        rules.points[g] = getattr(values.goods, good).points
    rules.start_points[:] = values.seats.start_points.in_order()
    return rules
