"""Heaven & Ale: a race around the track for tiles, monks and the moments to score them, for 2 to 4 seats."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.heaven_and_ale.box import MAX_ARROWS, N_PLACES, N_SPACES, SHEDS_OF_PLOT

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Heaven & Ale",
        clause_prefix="HA",
        seats=(2, 3, 4),
        default_seats=4,
        max_actions=max(N_SPACES + N_PLACES, SHEDS_OF_PLOT * MAX_ARROWS),  # a move, or two sheds of any four
        cap=3000,
    )
)
