"""Wizard's Brew: spells bought with energy make elements, and elements buy ingredients in open auctions; 3 to 6 seats."""

from pathlib import Path

from brewsim.engine.contract import Title, bind
from brewsim.games.wizards_brew import checking, features, kernel, words
from brewsim.games.wizards_brew.codes import MOST_ACTIONS
from brewsim.games.wizards_brew.rules import RULES, Values, build
from brewsim.games.wizards_brew.state import INVARIANTS, ITEM_KINDS, ITEMS, METRICS, PROGRESS, SCORE_SOURCES, STATE

TITLE = bind(
    Title(
        name="wizards_brew",
        label="Wizard's Brew",
        clause_prefix="WB",
        folder=Path(__file__).parent,
        seats=(3, 4, 5, 6),
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
        max_actions=MOST_ACTIONS,
        cap=20000,
        modules=(kernel, features, checking),
        words=words,
    )
)
