"""Brew Baron: brew what the judges like, and find out what they like. 2 to 5 seats."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.brew_baron.codes import MAX_ACTIONS
from brewsim.games.brew_baron.rules import MAX_SEATS, MIN_SEATS

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Brew Baron",
        clause_prefix="BB",
        seats=tuple(range(MIN_SEATS, MAX_SEATS + 1)),
        default_seats=4,
        max_actions=MAX_ACTIONS,
        cap=8000,
    )
)
