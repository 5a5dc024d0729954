"""Heaven & Ale: a race around the track for tiles, monks and the moments to score them, for 2 to 4 seats."""

from pathlib import Path

from brewsim.engine.contract import Title, bind
from brewsim.games.heaven_and_ale import checking, features, kernel, options, scoring, survey, words
from brewsim.games.heaven_and_ale.rules import MAX_MASKS, N_SPACES, RULES, Values, build
from brewsim.games.heaven_and_ale.state import INVARIANTS, ITEM_KINDS, ITEMS, METRICS, N_PLACES, PROGRESS, SCORE_SOURCES, STATE

TITLE = bind(
    Title(
        name="heaven_and_ale",
        label="Heaven & Ale",
        clause_prefix="HA",
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
        max_actions=max(N_SPACES + N_PLACES, 2 * MAX_MASKS),  # a move, or two sheds of any four
        cap=3000,
        modules=(kernel, options, scoring, checking, survey, features),
        words=words,
    )
)
