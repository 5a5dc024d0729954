"""The table as plain data in words, for drawing. What only its owner sees stands under `hidden`. Seats are counted from 1."""

from typing import Any

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.judges import knows
from brewsim.games.brew_baron.rules import (
    FIRST_ADJUNCT,
    FIRST_INSTANT,
    GRAIN,
    N_IMPROVEMENTS,
    N_KINDS,
    N_TYPES,
    TYPES,
    Kind,
)
from brewsim.games.brew_baron.state import Phase
from brewsim.games.brew_baron.words import name

DOING = {
    Phase.JUDGE: ("setup", "puts two cards face down as judges"),
    Phase.REVEAL: ("setup", "chooses the judge card to turn up"),
    Phase.TURN: ("turns", "takes a turn or passes"),
    Phase.LOOK: ("turns", "chooses a judge card to see"),
    Phase.SELL: ("turns", "sells an ingredient"),
    Phase.SWAP: ("turns", "swaps two judge cards"),
    Phase.ANSWER: ("turns", "answers a bribe"),
    Phase.TAX: ("turns", "pays the tax"),
    Phase.DISCARD: ("turns", "discards ingredients down to the limit"),
    Phase.DROP: ("turns", "discards action cards down to the limit"),
    Phase.BREW_GRAIN: ("brewing", "chooses the grain of a beer"),
    Phase.BREW_HOPS: ("brewing", "chooses the hops of the beer"),
    Phase.ADJUNCT: ("brewing", "may add an adjunct"),
}


def scene(rules: np.record, state: np.record) -> dict[str, Any]:
    """All that lies on the table."""
    phase, doing = DOING[Phase(state.phase)]
    return {
        "common": {
            "trophies_to_win": int(rules.trophies_to_win),
            "turn_cost": int(rules.turn_cost),
            "slot_costs": [int(cost) for cost in rules.slot_costs[: rules.n_slots]],
            "match_tokens": int(rules.match_tokens),
            "pair_tokens": int(rules.pair_tokens),
            "face_up": {name: _value(state.row[t]) for t, name in enumerate(TYPES)},
            "decks": {name: int(state.n_deck[t]) for t, name in enumerate(TYPES)},
            "discards": {name: _values(state.pile[t]) for t, name in enumerate(TYPES)},
            "action_deck": int(state.n_action_deck),
            "action_discards": _kinds(rules, state.action_pile),
        },
        "seats": [_seat(rules, state, seat) for seat in range(state.n_seats)],
        "now": {
            "phase": phase,
            "doing": doing,
            "first_seat": int(state.first) + 1,
            "bribe": _bribe(state),
        },
    }


def _seat(rules: np.record, state: np.record, seat: int) -> dict[str, Any]:
    return {
        "seat": seat + 1,
        "score": int(state.trophies[seat]),
        "score_from": {
            "clear trophies": int(state.trophies[seat] - state.trophies_tied[seat] - rules.start_points[seat]),
            "tied trophies": int(state.trophies_tied[seat]),
            **({"start": int(rules.start_points[seat])} if rules.start_points[seat] else {}),
        },
        "tokens": int(state.tokens[seat]),
        "won_at_last_fest": int(state.awarded[seat]),
        "has_passed": bool(state.passed[seat]),
        "judge": {name: _judge(state, seat, t) for t, name in enumerate(TYPES)},
        "brewhouse": [_action(rules, kind) for kind in range(N_IMPROVEMENTS) for _ in range(state.built[seat, kind])],
        "ingredients": {name: int(state.held[seat, t]) for t, name in enumerate(TYPES)},
        "ingredient_limit": int(state.limit[seat]),
        "seen_taken": {name: _values(state.public[seat, t]) for t, name in enumerate(TYPES)},
        "action_cards": int(state.n_cards[seat]),
        "action_limit": int(rules.action_limit),
        "beers": [{"adjunct_cost": _adjunct_cost(rules, state, seat, beer)} for beer in range(state.n_beers[seat])],
        "most_beers": int(state.max_beers[seat]),
        "hidden": _hidden(rules, state, seat),
    }


def _hidden(rules: np.record, state: np.record, seat: int) -> dict[str, Any]:
    """What this seat alone knows: hand, judges, and choices that are still sealed."""
    brews = state.phase == Phase.BREW_HOPS and state.seat == seat and not state.over
    is_sealed = state.phase == Phase.REVEAL and _has_chosen(state, seat) and state.sealed_reveal[seat] != NONE
    return {
        "hand": {name: _values(state.hand[seat, t]) for t, name in enumerate(TYPES)},
        "action_cards": _kinds(rules, state.cards[seat]),
        "judges": [
            {"of_seat": owner + 1, "type": name, "value": int(state.judge[owner, t]) + 1}
            for owner in range(state.n_seats)
            for t, name in enumerate(TYPES)
            if state.judge[owner, t] != NONE and not state.is_up[owner, t] and knows(state, seat, owner, t)
        ],
        "beers": [_beer(rules, state, seat, beer) for beer in range(state.n_beers[seat])],
        "grain_of_next_beer": int(state.beer[seat, state.n_beers[seat], GRAIN]) + 1 if brews else None,
        "will_turn_up": TYPES[state.sealed_reveal[seat]] if is_sealed else None,
    }


def _has_chosen(state: np.record, seat: int) -> bool:
    """Whether it has chosen which judge card to turn up: the seats choose from the first player on."""
    return bool((seat - state.first) % state.n_seats < (state.seat - state.first) % state.n_seats)


def _judge(state: np.record, owner: int, t: int) -> dict[str, Any]:
    is_up = bool(state.is_up[owner, t])
    return {"is_there": bool(state.judge[owner, t] != NONE), "is_up": is_up, "value": int(state.judge[owner, t]) + 1 if is_up else None}


def _beer(rules: np.record, state: np.record, seat: int, beer: int) -> dict[str, Any]:
    adjunct = state.beer_adjunct[seat, beer]
    made = {TYPES[t]: int(state.beer[seat, beer, t]) + 1 for t in range(N_TYPES)}
    return {**made, "adjunct": None if adjunct == NONE else name(rules, FIRST_ADJUNCT + adjunct)}


def _adjunct_cost(rules: np.record, state: np.record, seat: int, beer: int) -> int | None:
    """All see what an adjunct has cost."""
    adjunct = state.beer_adjunct[seat, beer]
    return None if adjunct == NONE else int(rules.cost[FIRST_ADJUNCT + adjunct])


def _bribe(state: np.record) -> dict[str, Any] | None:
    if state.over or state.phase != Phase.ANSWER:
        return None
    return {"by": int(state.active) + 1, "type": TYPES[state.bribed_type]}


def _values(counts: np.ndarray) -> list[int]:
    """The numbers on ingredient cards, which count from 1."""
    return [value + 1 for value, n in enumerate(counts) for _ in range(n)]


def _value(value: int) -> int | None:
    return None if value == NONE else int(value) + 1


def _kinds(rules: np.record, counts: np.ndarray) -> list[dict[str, Any]]:
    return [_action(rules, kind) for kind in range(N_KINDS) for _ in range(counts[kind])]


def _action(rules: np.record, kind: int) -> dict[str, Any]:
    group = "improvement" if kind < FIRST_INSTANT else "instant" if kind < FIRST_ADJUNCT else "adjunct"
    cost = None if kind < FIRST_INSTANT else int(rules.cost[kind])
    return {"name": name(rules, kind), "group": group, "cost": cost, "does": _does(rules, kind)}


def _does(rules: np.record, kind: int) -> str:
    """The effect of an action card in a few words."""
    if kind >= FIRST_ADJUNCT:
        adjunct = kind - FIRST_ADJUNCT
        told = [f"{TYPES[t]} {rules.shift[adjunct, t]:+d}" for t in range(N_TYPES) if rules.shift[adjunct, t]]
        return ", ".join(told + ["replace an ingredient"] * bool(rules.replaces[adjunct]))
    if kind >= FIRST_INSTANT:
        return {
            Kind.BLACKMAIL: "turn up a judge card" if rules.blackmail_shows_all else "see a judge card",
            Kind.BUYBACK: f"an ingredient for {rules.buyback_tokens} tokens",
            Kind.PALATE_SWAP: "swap two judge cards",
            Kind.SWAP_MEET: "a new hand of ingredients",
            Kind.TAX_COLLECTOR: f"all pay {rules.tax_tokens} or an ingredient",
        }[Kind(kind)]
    gives = {
        "+{} ingredient a draw": rules.extra_ingredients[kind],
        "+{} token a round": rules.tokens_per_round[kind],
        "+{} action card a draw": rules.extra_actions[kind],
        "+{} ingredients in hand": rules.extra_limit[kind],
        "judges may stay hidden": rules.keeps_hidden[kind],
        "+{} beer": rules.extra_beers[kind],
    }
    return ", ".join(told.format(n) for told, n in gives.items() if n)
