"""My Game: goods of a market whose prices fall as they are sold, for 2 to 4 seats."""

from brewsim.engine.contract import Title, bind

from my_game.rules import N_GOODS

TITLE = bind(
    Title(
        package=__name__,
        contract=1,  # the version of brewsim's contract that these files are written for
        label="My Game",
        clause_prefix="MG",
        seats=(2, 3, 4),
        default_seats=3,
        max_actions=2 * N_GOODS,  # that a seat can ever choose from
        cap=500,  # decisions, after which a game is aborted
    )
)
