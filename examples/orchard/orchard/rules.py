"""The values of rules.toml: their schema, and the record that the kernel reads."""

import numpy as np
from brewsim.engine.contract import Price, new_record
from brewsim.engine.schema import RuleModel
from pydantic import Field, create_model, model_validator

KINDS = ("apple", "basket", "wagon", "sapling", "tree", "grove", "well", "bees", "market", "gardener", "fox", "weed")
N_KINDS = len(KINDS)
GROVE, WEED = KINDS.index("grove"), KINDS.index("weed")
N_SOLD = WEED  # weeds, the last kind, are not for sale
MAX_SEATS, MAX_ROUNDS = 4, 60
MAX_DECK = 250  # cards that a seat could ever have

PRICES = dict.fromkeys(("money", "points", "action"), Price("cost"))
EFFECTS = ("money", "points", "cards", "actions", "coins", "buys", "clears", "weeds")

RULES = np.dtype(
    [
        *((value, np.int16) for value in ("hand_size", "empty_piles", "rounds")),
        *((value, np.int16, (N_KINDS,)) for value in ("cost", "copies", "copies_per_seat", "start", *EFFECTS)),  # (kind)
        ("is_action", np.int16, (N_KINDS,)),  # (kind) 1 if it does something when it is played
    ],
    align=True,
)


class Game(RuleModel):
    hand_size: int = Field(ge=1, le=10)
    empty_piles: int = Field(ge=1, le=N_SOLD)
    rounds: int = Field(ge=1, le=MAX_ROUNDS)


class Card(RuleModel):
    name: str
    cost: int = Field(ge=0, le=20)
    copies: int = Field(0, ge=0, le=20)
    copies_per_seat: int = Field(0, ge=0, le=8)
    start: int = Field(0, ge=0, le=10)
    money: int = Field(0, ge=0, le=9)
    points: int = Field(0, ge=-9, le=20)
    cards: int = Field(0, ge=0, le=5)
    actions: int = Field(0, ge=0, le=3)
    coins: int = Field(0, ge=0, le=5)
    buys: int = Field(0, ge=0, le=3)
    clears: int = Field(0, ge=0, le=4)
    weeds: int = Field(0, ge=0, le=2)


class Values(RuleModel):
    game: Game
    cards: create_model("Cards", __base__=RuleModel, **dict.fromkeys(KINDS, (Card, ...)))  # a table for each

    @model_validator(mode="after")
    def all_cards_fit_a_deck(self) -> "Values":
        cards = [getattr(self.cards, kind) for kind in KINDS]
        most = sum(card.copies + MAX_SEATS * card.copies_per_seat + card.start for card in cards)
        if most > MAX_DECK:
            raise ValueError(f"cards: {most} of them could come into one deck; at most {MAX_DECK}")
        return self


def build(values: Values) -> np.record:
    """The rules record of validated values."""
    rules = new_record(RULES)
    for name, value in values.game.model_dump().items():
        rules[name] = value
    for k, kind in enumerate(KINDS):
        for name, value in getattr(values.cards, kind).model_dump(exclude={"name"}).items():
            rules[name][k] = value
    rules.is_action[:] = rules.cards + rules.actions + rules.coins + rules.buys + rules.clears + rules.weeds > 0
    return rules
