"""My Game: boats with goods, a small game of pushing one's luck for 2 to 4 seats."""

from brewsim.engine.contract import Title, bind

from my_game.beliefs import BELIEFS, believe
from my_game.checks import INVARIANTS
from my_game.codes import ITEM_KINDS, ITEMS
from my_game.features import FEATURES
from my_game.rules import N_GOODS, PRICES, RULES, Values, build
from my_game.scoring import METRICS, SCORE_SOURCES
from my_game.state import STATE
from my_game.view import VIEW

TITLE = bind(
    Title(
        package=__name__,
        contract=1,  # the version of brewsim's contract that these files are written for
        label="My Game",
        clause_prefix="MG",
        seats=(2, 3, 4),
        default_seats=3,
        rules_dtype=RULES,
        state_dtype=STATE,
        view_dtype=VIEW,
        beliefs_dtype=BELIEFS,
        schema=Values,
        build=build,
        believe=believe,
        features=FEATURES,
        items=ITEMS,
        item_kinds=ITEM_KINDS,
        prices=PRICES,
        metrics=METRICS,
        score_sources=SCORE_SOURCES,
        invariants=INVARIANTS,
        max_actions=N_GOODS + 2,
        cap=3000,  # decisions: 50 rounds of 4 seats with at most N_GOODS + 3 of them
    )
)
