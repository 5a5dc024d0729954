"""Brew Crafters Travel Card Game: a light hand-management game for 2 and 3 seats, and for 4 in two teams."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.brew_crafters.rules import N_KINDS, N_RECIPES

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Brew Crafters Travel Card Game",
        clause_prefix="BC",
        seats=(2, 3, 4),
        default_seats=3,
        max_actions=2 * N_KINDS + N_RECIPES + 1,
        cap=2000,
    )
)
