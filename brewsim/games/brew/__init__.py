"""Brew: dice in forests and village, creatures and potions, for 2 to 4 seats."""

from pathlib import Path

from brewsim.engine.contract import Title, bind
from brewsim.games.brew import checks, features, kernel, options, survey, words
from brewsim.games.brew.rules import RULES, Values, build
from brewsim.games.brew.state import INVARIANTS, ITEM_KINDS, ITEMS, METRICS, PROGRESS, SCORE_SOURCES, STATE

TITLE = bind(
    Title(
        name="brew",
        label="Brew",
        clause_prefix="BR",
        folder=Path(__file__).parent,
        seats=(2, 3, 4),
        default_seats=4,
        rules_dtype=RULES,
        state_dtype=STATE,
        schema=Values,
        build=build,
        features=features.FEATURES,
        items=ITEMS,
        item_kinds=ITEM_KINDS,
        metrics=METRICS,
        progress=PROGRESS,
        score_sources=SCORE_SOURCES,
        invariants=INVARIANTS,
        max_actions=320,
        cap=3000,
        modules=(kernel, options, survey, features, checks),
        words=words,
    )
)
