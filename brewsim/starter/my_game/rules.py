"""The values of rules.toml: what each may be (Values), and the record that the kernel reads (RULES)."""

import numpy as np
from brewsim.engine.contract import Price, new_record
from brewsim.engine.schema import RuleModel
from pydantic import Field, create_model

GOODS = ("grain", "salt", "wine", "silk", "gold")
N_GOODS, MAX_SEATS = len(GOODS), 4
PRICES = {"good": Price("price", is_reward=True)}  # the number of an item's table that makes it dearer or, as here, better

RULES = np.dtype(
    [
        ("is_my_game", np.bool_),  # means nothing: the drivers tell titles apart by the fields of RULES, so one must be its own
        *((value, np.int16) for value in ("rounds", "hand_size", "bulk", "bulk_bonus")),
        ("rise", np.int16, (MAX_SEATS + 1,)),  # (number of seats)
        ("copies", np.int16, (N_GOODS,)),  # (good)
        ("price", np.int16, (N_GOODS,)),  # (good)
    ],
    align=True,
)


class BySeats(RuleModel):
    two: int = Field(ge=0, le=9)
    three: int = Field(ge=0, le=9)
    four: int = Field(ge=0, le=9)


class Game(RuleModel):
    rounds: int = Field(ge=1, le=50)
    hand_size: int = Field(ge=1, le=5)  # 4 seats hold 20 cards at most, so the bag, with 4 of each good, is never empty
    bulk: int = Field(ge=2, le=5)
    bulk_bonus: int = Field(ge=0, le=50)
    rise: BySeats


class Good(RuleModel):
    name: str
    copies: int = Field(ge=4, le=40)
    price: int = Field(ge=1, le=50)


class Values(RuleModel):
    game: Game
    goods: create_model("Goods", __base__=RuleModel, **dict.fromkeys(GOODS, (Good, ...)))  # a table for each


def build(values: Values) -> np.record:
    """The record of values that keep to the limits above."""
    rules = new_record(RULES)
    for name, value in values.game.model_dump(exclude={"rise"}).items():
        rules[name] = value
    rules.rise[2:] = list(values.game.rise.model_dump().values())
    for g, good in enumerate(GOODS):
        rules.copies[g] = getattr(values.goods, good).copies
        rules.price[g] = getattr(values.goods, good).price
    return rules
