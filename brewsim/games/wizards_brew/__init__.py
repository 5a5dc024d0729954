"""Wizard's Brew: spells bought with energy make elements, and elements buy ingredients in open auctions; 3 to 6 seats."""

from brewsim.engine.contract import CONTRACT, Title, bind
from brewsim.games.wizards_brew.beliefs import BELIEFS, believe
from brewsim.games.wizards_brew.checks import INVARIANTS
from brewsim.games.wizards_brew.codes import ITEM_KINDS, ITEMS, MOST_ACTIONS
from brewsim.games.wizards_brew.features import FEATURES
from brewsim.games.wizards_brew.rules import PRICES, RULES, SECTIONS, Values, build
from brewsim.games.wizards_brew.scoring import METRICS, SCORE_SOURCES
from brewsim.games.wizards_brew.state import STATE
from brewsim.games.wizards_brew.view import VIEW

TITLE = bind(
    Title(
        package=__name__,
        contract=CONTRACT,
        label="Wizard's Brew",
        clause_prefix="WB",
        seats=(3, 4, 5, 6),
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
        cap=20000,
        has_bids=True,
        sections=SECTIONS,
    )
)
