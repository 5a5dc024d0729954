"""Brew: dice in forests and village, creatures and potions, for 2 to 4 seats."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.brew.options import MOST_ACTIONS

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Brew",
        clause_prefix="BR",
        seats=(2, 3, 4),
        default_seats=4,
        max_actions=MOST_ACTIONS,
        cap=3000,
    )
)
