"""Brew: dice in forests and village, creatures and potions, for 2 to 4 seats."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.brew.beliefs import BELIEFS, believe
from brewsim.games.brew.checks import INVARIANTS
from brewsim.games.brew.codes import ITEM_KINDS, ITEMS
from brewsim.games.brew.features import FEATURES
from brewsim.games.brew.options import MOST_ACTIONS
from brewsim.games.brew.rules import FOREST_CARDS, POTION_CARDS, PRICES, RULES, Values, build
from brewsim.games.brew.scoring import METRICS, SCORE_SOURCES
from brewsim.games.brew.state import STATE
from brewsim.games.brew.view import VIEW

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Brew",
        clause_prefix="BR",
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
        max_actions=MOST_ACTIONS,
        cap=3000,
        sections=(POTION_CARDS, FOREST_CARDS),
    )
)
