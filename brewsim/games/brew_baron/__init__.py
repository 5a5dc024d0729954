"""Brew Baron: brew what the judges like, and find out what they like. 2 to 5 seats."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.brew_baron.beliefs import BELIEFS, believe
from brewsim.games.brew_baron.checks import INVARIANTS
from brewsim.games.brew_baron.codes import ITEM_KINDS, ITEMS, MAX_ACTIONS
from brewsim.games.brew_baron.features import FEATURES
from brewsim.games.brew_baron.rules import MAX_SEATS, MIN_SEATS, PRICES, RULES, SECTIONS, Values, build
from brewsim.games.brew_baron.scoring import METRICS, SCORE_SOURCES
from brewsim.games.brew_baron.state import STATE
from brewsim.games.brew_baron.view import VIEW

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Brew Baron",
        clause_prefix="BB",
        seats=tuple(range(MIN_SEATS, MAX_SEATS + 1)),
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
        max_actions=MAX_ACTIONS,
        cap=8000,
        sections=SECTIONS,
    )
)
