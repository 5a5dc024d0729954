"""Brew Baron: brew what the judges like, and find out what they like. 2 to 5 seats."""

from pathlib import Path

from brewsim.engine.contract import Title, bind
from brewsim.games.brew_baron import features, hidden, kernel, rating, words
from brewsim.games.brew_baron.codes import MAX_ACTIONS
from brewsim.games.brew_baron.rules import MAX_SEATS, MIN_SEATS, RULES, Values, build
from brewsim.games.brew_baron.state import INVARIANTS, ITEM_KINDS, ITEMS, METRICS, PROGRESS, SCORE_SOURCES, STATE

TITLE = bind(
    Title(
        name="brew_baron",
        label="Brew Baron",
        clause_prefix="BB",
        folder=Path(__file__).parent,
        seats=tuple(range(MIN_SEATS, MAX_SEATS + 1)),
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
        max_actions=MAX_ACTIONS,
        cap=8000,
        modules=(kernel, hidden, rating, features),
        words=words,
    )
)
