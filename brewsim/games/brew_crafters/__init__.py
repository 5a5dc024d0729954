"""Brew Crafters Travel Card Game: a light hand-management game for 2 and 3 seats, and for 4 in two teams."""

from pathlib import Path

from brewsim.engine.contract import Title, bind
from brewsim.games.brew_crafters import features, kernel, words
from brewsim.games.brew_crafters.rules import N_KINDS, N_RECIPES, RULES, Values, build
from brewsim.games.brew_crafters.state import INVARIANTS, ITEM_KINDS, ITEMS, METRICS, PROGRESS, SCORE_SOURCES, STATE

TITLE = bind(
    Title(
        name="brew_crafters",
        label="Brew Crafters Travel Card Game",
        clause_prefix="BC",
        folder=Path(__file__).parent,
        seats=(2, 3, 4),
        default_seats=3,
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
        max_actions=2 * N_KINDS + N_RECIPES + 1,
        cap=2000,
        modules=(kernel, features),
        words=words,
    )
)
