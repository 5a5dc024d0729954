"""Tables of the rules that take new cards: what is printed, how many cards the arrays of the kernels hold, and what is written on them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field

MAX_LABEL = 40  # characters of what is written on a card

Label = Annotated[str, Field(min_length=1, max_length=MAX_LABEL)]


@dataclass(frozen=True)
class Section:
    """A table of the rules that takes new cards. Its items follow one another in the kernels, with room for all that fit."""

    path: str  # of the table
    kind: str  # of its items
    printed: tuple[str, ...]
    room: int  # cards that fit into the arrays
    prefix: str = ""  # before the name of a card, where its item is called otherwise

    @property
    def items(self) -> tuple[str, ...]:
        """The items of the printed cards."""
        return tuple(map(self.item, self.printed))

    @property
    def spare(self) -> int:
        """Cards that fit beside the printed ones."""
        return self.room - len(self.printed)

    def item(self, card: str) -> str:
        """The item that a card is."""
        return f"{self.prefix}{card}"

    def slots(self, cards: Collection[str]) -> dict[str, int]:
        """Where each of these cards stands in the arrays: printed ones always at the same place, new ones behind them, then in gaps.

        >>> Section("cards", "card", ("farm", "kettle"), room=3).slots(["kettle", "cellar", "press"])
        {'kettle': 1, 'cellar': 2, 'press': 0}
        """
        gaps = [slot for slot, card in enumerate(self.printed) if card not in cards]
        free = iter([*range(len(self.printed), self.room), *gaps])
        return {card: self.printed.index(card) if card in self.printed else next(free) for card in cards}


def write_label(label: np.ndarray, text: str) -> None:
    """Write on a card of a record: a number for each character, then zeros."""
    label[:] = 0
    label[: len(text)] = [ord(character) for character in text]


def read_label(label: np.ndarray) -> str:
    """What is written on a card of a record.

    >>> label = np.zeros(MAX_LABEL, np.int32)
    >>> write_label(label, "Lager & Söhne")
    >>> read_label(label)
    'Lager & Söhne'
    """
    return "".join(map(chr, label[label > 0].tolist()))
