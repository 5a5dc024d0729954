"""The table as plain data in words, for drawing. Hands are open here, so nothing is hidden but the decks. Seats are counted from 1."""

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew.creatures import on_show
from brewsim.games.brew.rules import (
    CARDS,
    CHARACTERS,
    EFFECTS,
    INGREDIENTS,
    N_CARDS,
    SEASONS,
    SIDES,
    VILLAGE_SPACES,
    Den,
    Icon,
)
from brewsim.games.brew.scoring import leftovers, score_of
from brewsim.games.brew.spaces import ELEMENT_OWNER, VILLAGE, den_of, forest_space, is_forage, owner_of, symbol_of
from brewsim.games.brew.state import Phase
from brewsim.games.brew.words import DOES, ELEMENTS, FACES, GOODS, SYMBOLS, creature, forest, potion_name

_PRINTED = tomllib.loads((Path(__file__).parent / "rules.toml").read_text(encoding="utf-8"))
CREATURE_POWERS = tuple(_PRINTED["creatures"][kind]["power"] for kind, _ in CARDS)  # (creature card)
CHARACTER_POWERS = tuple(_PRINTED["characters"][name]["power"] for name in CHARACTERS)
DOING = {
    Phase.TURN: "places a die, brews or drinks",
    Phase.PAY: "pays for a potion",
    Phase.CALL: "gathers, or trains instead",
    Phase.CHOOSE: "chooses an ingredient",
    Phase.TRAIN: "trains a creature",
    Phase.RELEASE: "releases a creature",
    Phase.RESERVE: "reserves a potion",
    Phase.SCORCH: "scorches a space",
    Phase.PICK: "picks a placed die",
    Phase.TARGET: "chooses where the die goes",
    Phase.PARTNER: "chooses the die to swap with",
    Phase.CHANGE: "turns a die",
    Phase.REROLL: "rolls dice again",
    Phase.CLAIM: "may claim a forest by a tie",
    Phase.TRADE: "trades with a merchant",
    Phase.GROUP: "places a die",
}
VILLAGE_GIVES = {  # words of what a village space gives, by field of the rules record
    "choice": "{} ingredient of choice",
    "each": "{} of each ingredient",
    "berries": "{} berry",
    "reserve": "reserve {} potion",
    "train": "train {} creature",
    "scorch": "scorch {} spaces",
    "clears_elements": "clear the element dice",
}


def scene(rules: np.record, state: np.record) -> dict[str, Any]:
    """All that lies on the table."""
    return {
        "common": {
            "rounds": int(rules.rounds),
            "side": SIDES[state.night],
            "forests": [_forest_in_row(rules, state, place) for place in range(state.n_row)],
            "row_size": int(rules.row_forests[state.n_seats]),
            "most_spaces": int(rules.forest_spaces.max()),
            "forest_deck": int(state.n_forest_deck),
            "forests_lost": int(state.n_discarded),
            "village": [_village_space(rules, state, i) for i in range(len(VILLAGE_SPACES))],
            "market": [None if state.market[i] == NONE else _potion(rules, state.market[i]) for i in range(rules.market_potions)],
            "revealed": _potion(rules, state.revealed) if state.phase == Phase.RESERVE and state.revealed != NONE else None,
            "potion_deck": int(state.n_potion_deck),
            "creatures": [_pile(rules, state, season) for season in range(len(SEASONS))],
            "scorch_tokens": int(rules.scorch_tokens - state.n_scorched),
            "elements_aside": int(state.aside[ELEMENT_OWNER]),
        },
        "seats": [_seat(rules, state, seat) for seat in range(state.n_seats)],
        "now": {
            "doing": DOING[Phase(state.phase)],
            "first_seat": int(state.first) + 1,
            "picked": _picked(state),
        },
    }


def _forest_in_row(rules: np.record, state: np.record, place: int) -> dict[str, Any]:
    card = state.row[place]
    return {
        **_forest(rules, card),
        "spaces": [_forest_space(state, forest_space(place, i)) for i in range(rules.forest_spaces[card])],
        "controlled_by": _controller(state, place),
        "claimed_by": int(state.claimed[card]) or None,
    }


def _forest_space(state: np.record, space: int) -> dict[str, Any]:
    return {
        "symbol": FACES[state.symbol_at[space]],
        "gives": Icon(state.icon_at[space]).name.lower(),
        "is_scorched": bool(state.is_scorched[space]),
        "dice": _dice(state, space),
    }


def _controller(state: np.record, place: int) -> int | None:
    """The seat that has more dice on top than everybody and the elements."""
    seats = state.tops[place, : state.n_seats]
    best = int(np.argmax(seats))
    others = [*np.delete(seats, best), state.tops[place, ELEMENT_OWNER]]
    return best + 1 if seats[best] > max(others) else None


def _village_space(rules: np.record, state: np.record, i: int) -> dict[str, Any]:
    element = VILLAGE_SPACES[i] if VILLAGE_SPACES[i] in ELEMENTS else None
    gives = [(told, int(rules[field][state.night, i])) for field, told in VILLAGE_GIVES.items()]
    return {
        "takes": element or "any die",
        "gives": [told.format(n) for told, n in gives if n],
        "is_used": bool(element and state.was_visited[ELEMENTS.index(element)]),
        "dice": _dice(state, VILLAGE + i),
    }


def _pile(rules: np.record, state: np.record, season: int) -> dict[str, Any]:
    """A pile of creatures with the one on show."""
    n = int(state.n_pile[season])
    return {"season": SEASONS[season], "count": n, "on_show": _creature(rules, on_show(state, season)) if n else None}


def _seat(rules: np.record, state: np.record, seat: int) -> dict[str, Any]:
    character = int(state.character[seat])
    score, goods = int(score_of(rules, state, seat)), int(leftovers(state, seat))
    sources = {
        "potions": int(state.vp_potions[seat]),
        "forests": int(state.vp_forests[seat]),
        "tokens": int(state.tokens[seat]),
        "goods": goods // int(rules.leftovers_per_vp),
        **({"start": int(rules.start_points[seat])} if rules.start_points[seat] else {}),
    }
    slots = [slot for slot, card in enumerate(state.trained[seat]) if card != NONE]
    return {
        "seat": seat + 1,
        "score": score,
        "score_from": {**sources, "creatures": score - sum(sources.values())},
        "character": CHARACTERS[character].title(),
        "power": CHARACTER_POWERS[character] if rules.character_powers else None,
        "pool": [face for face, count in zip(FACES, state.pool[seat]) for _ in range(count)],
        "most_dice": int(rules.forage_dice + rules.element_dice),
        "aside": int(state.aside[seat]),
        "goods": {good: int(n) for good, n in zip(GOODS, state.stock[seat])},
        "tokens": int(state.tokens[seat]),
        "creatures": [{**_creature(rules, state.trained[seat, slot]), "dice": _dice(state, den_of(seat, slot))} for slot in slots],
        "creature_limit": int(rules.creature_limit[character]),
        "released": [_creature(rules, card) for card in np.repeat(np.arange(N_CARDS), state.released[seat]).tolist()],
        "forests": [_forest(rules, card) for card in np.flatnonzero(state.claimed == seat + 1).tolist()],
        "potions": [_potion(rules, potion) for potion in np.flatnonzero(state.hand[seat]).tolist()],
        "drunk": [_potion(rules, potion) for potion in np.flatnonzero(state.drunk[seat]).tolist()],
        "reserved": [_potion(rules, potion) for potion in state.reserved[seat, : state.n_reserved[seat]]],
        "hidden": {},
    }


def _picked(state: np.record) -> dict[str, Any] | None:
    """The placed die that is about to be moved or swapped."""
    if state.over or state.phase not in (Phase.TARGET, Phase.PARTNER):
        return None
    return _die(state.stack[state.picked_space, state.picked_level])


def _dice(state: np.record, space: int) -> list[dict[str, Any]]:
    """The dice on a space, the lowest first; only the last counts."""
    return [_die(die) for die in state.stack[space, : state.height[space]]]


def _die(die: int) -> dict[str, Any]:
    if is_forage(die):
        return {"shows": SYMBOLS[symbol_of(die)], "seat": int(owner_of(die)) + 1}
    return {"shows": ELEMENTS[symbol_of(die)], "seat": None}


def _forest(rules: np.record, card: int) -> dict[str, Any]:
    seasons = [name for s, name in enumerate(SEASONS) if rules.forest_seasons[card] >> s & 1]
    return {"name": forest(rules, card), "seasons": seasons, "vp": int(rules.forest_vp[card])}


def _potion(rules: np.record, potion: int) -> dict[str, Any]:
    effect = EFFECTS[rules.effect[potion]]
    cost = {good: int(n) for good, n in zip(INGREDIENTS, rules.cost[potion]) if n}
    return {"name": potion_name(rules, potion), "does": DOES[effect], "cost": cost, "vp": int(rules.potion_vp[potion])}


def _creature(rules: np.record, card: int) -> dict[str, Any]:
    return {
        "name": creature(card),
        "season": SEASONS[rules.card_season[card]],
        "power": CREATURE_POWERS[card],
        "amount": int(rules.card_amount[card]) if "amount" in _PRINTED["creatures"][CARDS[card][0]] else None,
        "takes_die": {Den.NO_DIE: None, Den.FORAGE: "forage", Den.ELEMENT: "element"}[Den(rules.card_den[card])],
    }
