"""Wizard's Brew: spells bought with energy make elements, and elements buy ingredients in open auctions; 3 to 6 seats."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.wizards_brew.codes import MOST_ACTIONS

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Wizard's Brew",
        clause_prefix="WB",
        seats=(3, 4, 5, 6),
        default_seats=4,
        max_actions=MOST_ACTIONS,
        cap=20000,
        has_bids=True,
    )
)
