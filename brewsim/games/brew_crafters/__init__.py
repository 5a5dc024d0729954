"""Brew Crafters Travel Card Game: a light hand-management game for 2 and 3 seats, and for 4 in two teams."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.brew_crafters.beliefs import BELIEFS, believe
from brewsim.games.brew_crafters.checks import INVARIANTS
from brewsim.games.brew_crafters.codes import ITEM_KINDS, ITEMS
from brewsim.games.brew_crafters.features import FEATURES
from brewsim.games.brew_crafters.rules import N_KINDS, N_RECIPES, PRICES, RULES, SECTIONS, Values, build
from brewsim.games.brew_crafters.scoring import METRICS, SCORE_SOURCES
from brewsim.games.brew_crafters.state import STATE
from brewsim.games.brew_crafters.view import VIEW

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Brew Crafters Travel Card Game",
        clause_prefix="BC",
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
        max_actions=2 * N_KINDS + N_RECIPES + 1,
        cap=2000,
        sections=SECTIONS,
    )
)
