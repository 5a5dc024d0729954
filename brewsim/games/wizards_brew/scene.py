"""The table as plain data in words, for drawing. What only its owner sees stands under `hidden`. Seats are counted from 1."""

from typing import Any

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.rules import CITY, COLOURS, ELEMENTS, INGREDIENTS, LANDMARKS, N_AREAS, N_ELEMENTS, STEPS
from brewsim.games.wizards_brew.scoring import place_of
from brewsim.games.wizards_brew.state import Phase
from brewsim.games.wizards_brew.words import spell as spell_name

PREPARATION, SPELL_PHASE, ELEMENT_PHASE = "preparation", "spell phase", "element phase"
INGREDIENT_PHASE, ENERGY_PHASE = "ingredient phase", "energy phase"
TEXT_PHASES = (ELEMENT_PHASE, INGREDIENT_PHASE, ENERGY_PHASE)
DOING = {
    Phase.CITY: (PREPARATION, "places the Horse in a city"),
    Phase.EXCHANGE: (PREPARATION, "keeps or exchanges a starting spell"),
    Phase.SEAL: (PREPARATION, "puts cubes on a starting spell"),
    Phase.SPELL_BID: (SPELL_PHASE, "bids for the spell or passes"),
    Phase.CLAIM: (SPELL_PHASE, "takes the spell"),
    Phase.ECHO: (None, "may use the text of another spell by Echo"),
    Phase.MIRROR: (ELEMENT_PHASE, "chooses a spell for Mirror Pool"),
    Phase.DRAW: (ELEMENT_PHASE, "draws an element of choice"),
    Phase.GIVE: (ELEMENT_PHASE, "gives a card as toll"),
    Phase.SWAP: (ELEMENT_PHASE, "may transmute cards"),
    Phase.BID: (INGREDIENT_PHASE, "bids for an ingredient or passes"),
    Phase.TAKE: (INGREDIENT_PHASE, "takes an ingredient"),
    Phase.PAY: (INGREDIENT_PHASE, "pays cards"),
    Phase.SECOND: (INGREDIENT_PHASE, "may take a second ingredient"),
    Phase.SCAVENGE: (INGREDIENT_PHASE, "may keep a card that was paid"),
    Phase.CONSOLE: (INGREDIENT_PHASE, "draws a card as consolation"),
    Phase.MOVE: (INGREDIENT_PHASE, "moves the Horse"),
    Phase.ENERGY: (ENERGY_PHASE, "may use yellow spells"),
}
AUCTION = (Phase.BID, Phase.TAKE, Phase.PAY, Phase.SECOND, Phase.SCAVENGE, Phase.CONSOLE)
TEXTS = {  # the texts of spells, by field of the rules record
    "swaps": "exchange cards, up to {}",
    "mirrors": "also get the cards of {} rival spell",
    "tolls": "rivals give {} card",
    "cards_per_other_spell": "{} card for each other own spell",
    "cards_if_last": "{} card if nobody has fewer ingredients",
    "extra_cards": "{} card of choice",
    "less": "each win costs {} less",
    "less_once": "one win a round costs {} less",
    "second_ingredients": "{} ingredient more after a win",
    "free_horse": "moves the Horse anywhere",
    "equal_bids": "equals the bid of the last rival",
    "consolation": "{} card for the last to pass",
    "scavenges": "keep {} of the cards a rival paid",
    "renews": "{} free cube on an own spell",
    "keeps": "{} other own spell loses no cube",
    "drains": "{} times: a rival spell loses a cube",
    "recalls": "take cubes back from {} own spell",
    "shifts": "move cubes between own spells",
    "dispels": "discard {} rival spell with few cubes",
    "ward": "rival spells do not touch the owner",
    "echo": "use the text of a rival spell",
    "sceptre": "takes the marker each phase",
}


def scene(rules: np.record, state: np.record) -> dict[str, Any]:
    """All that lies on the table."""
    layout = _layout(rules)
    phase, doing = DOING[Phase(state.phase)]
    return {
        "common": {
            "to_win": {"different": int(rules.to_win_different[state.n_seats]), "total": int(rules.to_win_total[state.n_seats])},
            "areas": [_area(rules, state, area, layout[area]) for area in range(N_AREAS)],
            "stacks": _amounts(state.stock, ELEMENTS),
            "spell_deck": int(state.n_deck),
            "auction": None if state.over else _auction(rules, state),
            "die": _die(state),
        },
        "seats": [_seat(rules, state, seat) for seat in range(state.n_seats)],
        "now": {
            "phase": phase or TEXT_PHASES[state.text_phase],
            "doing": doing,
        },
    }


def _area(rules: np.record, state: np.record, area: int, at: list[int]) -> dict[str, Any]:
    landmark = int(state.landmark[area])
    return {
        "number": area,
        "at": at,
        "landmark": "city" if landmark == CITY else LANDMARKS[landmark],
        "element": None if landmark == CITY else ELEMENTS[rules.landmark_element[landmark]],
        "ingredients": [INGREDIENTS[i] for i, n in enumerate(state.tokens[area]) for _ in range(n)],
        "has_horse": bool(state.horse == area),
    }


def _auction(rules: np.record, state: np.record) -> dict[str, Any] | None:
    """What is being auctioned, the highest bid and who may still bid."""
    bid = {"bid": int(state.high), "bid_by": int(state.high_seat) + 1 if state.high_seat != NONE else None}
    if state.phase in (Phase.SPELL_BID, Phase.CLAIM):
        return {"for": "spell", "spell": _spell(rules, int(state.lot)), "number": int(state.lots_done) + 1, **bid}
    if state.phase in AUCTION:
        return {
            "for": "ingredient",
            "area": int(state.horse),
            **bid,
            "still_in": [seat + 1 for seat in range(state.n_seats) if state.is_in[seat]],
            "cards_due": int(state.due) if state.phase == Phase.PAY else 0,
            "takes": INGREDIENTS[state.taken] if state.phase == Phase.PAY else None,
            "paid": _amounts(state.paid, ELEMENTS) if state.phase == Phase.SCAVENGE else {},
        }
    return None


def _die(state: np.record) -> dict[str, int] | None:
    """How many areas are visited in this round, once that was rolled."""
    if state.phase not in (*AUCTION, Phase.MOVE):
        return None
    return {"areas": int(state.die), "visited": int(state.visits)}


def _seat(rules: np.record, state: np.record, seat: int) -> dict[str, Any]:
    owned = [int(spell) for spell in state.own[seat, : state.n_own[seat]]]
    secret = {
        "spells": [{**_spell(rules, spell), "cubes": int(state.cubes[spell])} for spell in owned],
        "free_cubes": int(state.free[seat]),
    }
    return {
        "seat": seat + 1,
        "score": -int(state.missing[seat]),
        "score_from": {},
        "missing": int(state.missing[seat]),
        "different": int(state.n_different[seat]),
        "total": int(state.n_total[seat]),
        "cauldron": _amounts(state.cauldron[seat], INGREDIENTS),
        "elements": {element: int(n) for element, n in zip(ELEMENTS, state.hand[seat])},
        "cubes": int(rules.cubes + rules.start_cubes[place_of(state, seat)]),
        "has_marker": bool(state.marker == seat),
        **(secret if state.revealed else {"spells": [], "free_cubes": None}),
        "secret_spells": 0 if state.revealed else len(owned),
        "hidden": {} if state.revealed else secret,
    }


def _spell(rules: np.record, spell: int) -> dict[str, Any]:
    texts = [told.format(rules[field][spell]) for field, told in TEXTS.items() if rules[field][spell]]
    texts += [f"{ingredient} costs {n} less" for ingredient, n in zip(INGREDIENTS, rules.less_for[spell]) if n]
    stand_ins = rules.stand_ins[spell]
    if stand_ins.all():
        texts.append("every element counts everywhere")
    else:
        pairs = [(a, b) for a in range(N_ELEMENTS) for b in range(a) if stand_ins[a, b]]
        texts += [f"{ELEMENTS[b]} and {ELEMENTS[a]} stand for each other" for a, b in pairs]
    return {
        "name": spell_name(rules, spell),
        "colour": COLOURS[rules.colour[spell]],
        "makes": _amounts(rules.makes[spell], (*ELEMENTS, "wild")),
        "energy": int(rules.energy[spell]),
        "text": texts,
    }


def _amounts(counts: np.ndarray, names: tuple[str, ...]) -> dict[str, int]:
    return {name: int(n) for name, n in zip(names, counts) if n > 0}


def _layout(rules: np.record) -> list[list[int]]:
    """Where the areas lie, in doubled coordinates, as their neighbours tell; what has none that is tied to the first lies below."""
    found: dict[int, tuple[int, int]] = {0: (0, 0)}
    waiting = [0]
    while waiting:
        area = waiting.pop()
        for (dx, dy), other in zip(STEPS, rules.neighbours[area]):
            if other != NONE and int(other) not in found:
                found[int(other)] = (found[area][0] + dx, found[area][1] + dy)
                waiting.append(int(other))
    below = 2 + max(y for _, y in found.values())
    return [list(found.get(area, (2 * area, below))) for area in range(N_AREAS)]
