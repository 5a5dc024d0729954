"""Codes as people read them: seats, items and measures."""

from collections.abc import Mapping
from typing import Any

TIES = {
    "tied": "first place tied",
    "tiebreak_decided": "tie-break decided",
    "shared": "victory shared",
    "within_1": "won by 1 point or less",
    "within_2": "won by 2 points or less",
    "within_3": "won by 3 points or less",
    "aborted": "aborted",
}
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
MEASURES = {
    "win share": "win share of {}",
    "tied first place": TIES["tied"],
    "shared victory": TIES["shared"],
    "used": "{} is used",
    "worth": "worth of {}",
    "leader_at_half_wins": "leader at half-time wins",
    "last_at_half_wins": "last at half-time wins",
}


def words(code: str) -> str:
    """A code as words.

    >>> words("special_reserve")
    'special reserve'
    """
    return code.replace("_", " ")


def seat_name(seat: int, is_place: bool = False) -> str:
    """A seat as people count it: the data begin with 0, people with 1; or a place, counted from a first player drawn by lot.

    >>> seat_name(0), seat_name(1, is_place=True)
    ('seat 1', 'the second player')
    """
    return f"the {ORDINALS[seat]} player" if is_place else f"seat {seat + 1}"


def measure_name(row: Mapping[str, Any]) -> str:
    """The `measure` and `group` of a row of `variants.compare` in words.

    >>> measure_name({"measure": "win share", "group": "seat 1"}), measure_name({"measure": "ahead of", "group": "rush, engine"})
    ('win share of seat 1', 'rush ahead of engine')
    >>> measure_name({"measure": "points from", "group": "beer_sold"}), measure_name({"measure": "last_at_half_wins", "group": ""})
    ('points from beer sold', 'last at half-time wins')
    """
    measure, group = row["measure"], row["group"] or ""
    if measure == "ahead of":
        return " ahead of ".join(group.split(", "))
    if measure == "margin within":
        return TIES[f"within_{group}"]
    name = MEASURES.get(measure, measure)
    return words(name.format(group) if "{}" in name else f"{name} {group}".strip())
