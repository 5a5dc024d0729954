"""Orchard: a small deck-building game for 2 to 4 seats."""

from brewsim.engine.contract import Title, bind

from orchard.beliefs import BELIEFS, believe
from orchard.checks import INVARIANTS
from orchard.codes import ITEM_KINDS, ITEMS
from orchard.features import FEATURES
from orchard.rules import N_KINDS, PRICES, RULES, Values, build
from orchard.scoring import METRICS, SCORE_SOURCES
from orchard.state import STATE
from orchard.view import VIEW

TITLE = bind(
    Title(
        package=__name__,
        contract=1,  # the version of brewsim's contract that these files are written for
        label="Orchard",
        clause_prefix="OR",
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
        max_actions=N_KINDS + 1,
        cap=30_000,  # decisions: 60 rounds of 4 seats, and a turn of a large deck can have a hundred
    )
)
