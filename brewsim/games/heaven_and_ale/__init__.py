"""Heaven & Ale: a race around the track for tiles, monks and the moments to score them, for 2 to 4 seats."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.heaven_and_ale.beliefs import BELIEFS, believe
from brewsim.games.heaven_and_ale.box import MAX_ARROWS, N_PLACES, N_SPACES, SHEDS_OF_PLOT
from brewsim.games.heaven_and_ale.checks import INVARIANTS
from brewsim.games.heaven_and_ale.codes import ITEM_KINDS, ITEMS
from brewsim.games.heaven_and_ale.features import FEATURES
from brewsim.games.heaven_and_ale.rules import PRICES, RULES, Values, build
from brewsim.games.heaven_and_ale.scoring import METRICS, SCORE_SOURCES
from brewsim.games.heaven_and_ale.state import STATE
from brewsim.games.heaven_and_ale.view import VIEW

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Heaven & Ale",
        clause_prefix="HA",
        seats=(2, 3, 4),
        default_seats=4,
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
        max_actions=max(N_SPACES + N_PLACES, SHEDS_OF_PLOT * MAX_ARROWS),  # a move, or two sheds of any four
        cap=3000,
    )
)
