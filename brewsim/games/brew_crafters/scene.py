"""The table as plain data in words, for drawing. What only its owner sees stands under `hidden`. Seats are counted from 1."""

from typing import Any

import numpy as np

from brewsim.games.brew_crafters.rules import INGREDIENTS, N_KINDS, N_RECIPES, CardClass
from brewsim.games.brew_crafters.state import TEAM_SEATS, Phase
from brewsim.games.brew_crafters.words import name, recipe

DOING = {
    Phase.DRAW: "draws cards",
    Phase.ACT: "plays a card, brews or passes",
    Phase.SUBSTITUTE: "chooses what stands in for a missing ingredient",
    Phase.PAY: "puts cards into the kettle",
    Phase.AFTER_BREW: "uses what works after brewing",
    Phase.GIVE: "may hand a card to the team mate",
    Phase.DISCARD: "discards down to the hand limit",
}
CLASSES = tuple(card_class.name.lower() for card_class in CardClass)


def scene(rules: np.record, state: np.record) -> dict[str, Any]:
    """All that lies on the table."""
    return {
        "common": {
            "target_rep": int(rules.target_rep),
            "hand_limit": int(rules.hand_limit),
            "most_in_hand": int(rules.hand_limit + rules.cards_drawn + (rules.team_gift if state.n_seats == TEAM_SEATS else 0)),
            "row": _cards(rules, state.row),
            "row_size": int(rules.face_up_cards),
            "stack": int(state.n_deck),
            "discard": _cards(rules, state.discard),
            "recipes": [{"name": recipe(r), "rep": int(rules.rep[r]), "needs": _amounts(rules.needs[r])} for r in range(N_RECIPES)],
            "kinds": [_kind(rules, kind) for kind in range(N_KINDS) if rules.copies[kind]],
            "kettle": _kettle(state),
        },
        "seats": [_seat(rules, state, seat) for seat in range(state.n_seats)],
        "now": {
            "doing": DOING[Phase(state.phase)],
            "is_last_round": bool(state.end_round > 0),
        },
    }


def _seat(rules: np.record, state: np.record, seat: int) -> dict[str, Any]:
    side = int(state.side[seat])
    start_points = int(rules.start_points[: state.n_seats][state.side[: state.n_seats] == side].sum())
    return {
        "seat": seat + 1,
        "team": side + 1 if state.n_seats == TEAM_SEATS else None,
        "score": int(state.rep[side]),
        "score_from": {
            "beers": int(state.rep_recipes[side]),
            "bonuses": int(state.rep_bonuses[side]),
            "workers at the end": int(state.rep_end[side, CardClass.WORKER]),
            "equipment at the end": int(state.rep_end[side, CardClass.EQUIPMENT]),
            **({"start": start_points} if start_points else {}),
        },
        "brewery": [name(rules, kind) for kind in np.flatnonzero(state.brewery[side]).tolist()],
        "beers": [{"name": recipe(r), "count": int(n)} for r, n in enumerate(state.beers[seat])],
        "recipes": [
            {"name": recipe(r), "rep": int(state.worth[side, r]), "needs": _amounts(state.needs[side, r])} for r in range(N_RECIPES)
        ],
        "cards_in_hand": int(state.n_hand[seat]),
        "seen_in_hand": _cards(rules, state.public[seat]),
        "hidden": {"hand": _cards(rules, state.hand[seat])},
    }


def _kettle(state: np.record) -> dict[str, Any] | None:
    """What the seat to move is brewing, as long as it is not paid for or effects are left."""
    if state.over or state.phase not in (Phase.SUBSTITUTE, Phase.PAY, Phase.AFTER_BREW):
        return None
    return {
        "recipe": recipe(int(state.recipe)),
        "lacking": int(state.lacking) if state.phase == Phase.SUBSTITUTE else 0,
        "still_to_pay": _amounts(state.due) if state.phase != Phase.AFTER_BREW else {},
        "may_take": _amounts(state.takes_left) if state.phase == Phase.AFTER_BREW else {},
        "may_play": int(state.plays_left) if state.phase == Phase.AFTER_BREW else 0,
    }


def _cards(rules: np.record, counts: np.ndarray) -> list[dict[str, Any]]:
    """The cards of these counts, one entry a card."""
    return [
        {"name": name(rules, kind), "ingredient": INGREDIENTS[rules.ingredient[kind]]}
        for kind in np.repeat(np.arange(N_KINDS), counts).tolist()
    ]


def _kind(rules: np.record, kind: int) -> dict[str, Any]:
    return {
        "name": name(rules, kind),
        "ingredient": INGREDIENTS[rules.ingredient[kind]],
        "class": CLASSES[rules.card_class[kind]],
        "effects": _effects(rules, kind),
    }


def _effects(rules: np.record, kind: int) -> list[str]:
    """What the card does in a brewery."""
    told = [f"+{rep} {recipe(r)}" for r, rep in enumerate(rules.bonus_rep[kind]) if rep]
    told += [f"-{n} {what}: {recipe(r)}" for r, saved in enumerate(rules.saves[kind]) for what, n in _amounts(saved).items()]
    told += [f"take {n} {what}" for what, n in _amounts(rules.takes[kind]).items()]
    told += [f"play {rules.extra_plays[kind]} more"] if rules.extra_plays[kind] else []
    return told + [f"end: +{n} each {what}" for what, n in zip(CLASSES, rules.end_rep[kind]) if n]


def _amounts(counts: np.ndarray) -> dict[str, int]:
    return {INGREDIENTS[i]: int(n) for i, n in enumerate(counts) if n > 0}
