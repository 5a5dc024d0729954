"""Orchard: a small deck-building game for 2 to 4 seats."""

from brewsim.engine.contract import Title, bind

from orchard.rules import N_KINDS

TITLE = bind(
    Title(
        package=__name__,
        contract=1,  # the version of brewsim's contract that these files are written for
        label="Orchard",
        clause_prefix="OR",
        seats=(2, 3, 4),
        default_seats=3,
        max_actions=N_KINDS + 1,
        cap=30_000,  # decisions: 60 rounds of 4 seats, and a turn of a large deck can have a hundred
    )
)
