"""Bots as data: weights over a title's named features, read from its bots.toml or given by the user."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from brewsim.engine.contract import Title
from brewsim.errors import BadInput, check_name, unknown
from brewsim.reading import read_toml
from brewsim.rules import explain

DEFAULT_BOT = "greedy"
MAX_WEIGHT = 1e9  # sums of larger ones could overflow, and no option would be the best


class Bot(BaseModel):
    """One table of bots.toml."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)

    plan: str  # a sentence that tells how it plays
    temperature: float = Field(0.0, ge=0.0, le=MAX_WEIGHT)  # 0: the best action; above: softmax over the values
    weights: dict[str, Annotated[float, Field(ge=-MAX_WEIGHT, le=MAX_WEIGHT)]] = {}


@dataclass(frozen=True)
class Lineup:
    """Bots by seat, as the drivers take them."""

    names: tuple[str, ...]  # (seat) bot
    rotates: bool  # whether the bots move on by one seat with every game
    weights: np.ndarray  # (seat, feature padded to a multiple of four)
    temperatures: np.ndarray  # (seat)


def read_bots(title: Title, own: Mapping[str, Any] | None = None) -> dict[str, Bot]:
    """The title's bots, and the user's `own` in the same form."""
    bots: dict[str, Bot] = {}
    for name, table in {**read_toml(title.folder / "bots.toml"), **(own or {})}.items():
        check_name("bot", name)
        try:
            bots[name] = Bot.model_validate(table)
        except ValidationError as error:
            raise BadInput(f"bot '{name}': {explain(error, Bot.model_fields)}") from None
        for feature in bots[name].weights:
            if feature not in title.features:
                raise unknown(f"feature of bot '{name}'", feature, title.features)
    return bots


def make_lineup(title: Title, names: Sequence[str], bots: Mapping[str, Bot] | None = None, rotates: bool = False) -> Lineup:
    """The lineup of these bots, one a seat."""
    bots = bots if bots is not None else read_bots(title)
    if len(names) not in title.seats:
        raise bad_seats(title, len(names))
    weights = np.zeros((len(names), len(title.features)))
    for seat, name in enumerate(names):
        if name not in bots:
            raise unknown(f"bot of {title.name}", name, bots)
        for feature, weight in bots[name].weights.items():
            weights[seat, title.features.index(feature)] = weight
    temperatures = np.array([bots[name].temperature for name in names])
    return Lineup(tuple(names), rotates, weights, temperatures)


def bad_seats(title: Title, seats: int) -> BadInput:
    """The error for a number of seats that the title is not played with."""
    return BadInput(f"{title.name} is not played with {seats} seats; allowed: {', '.join(map(str, title.seats))}")
