"""A game of Wizard's Brew in words: what a player at the table would say of each decision."""

import numpy as np

from brewsim.engine.levers import tell_levers
from brewsim.engine.sections import read_label
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import NO_BID, Verb
from brewsim.games.wizards_brew.components import owner_of
from brewsim.games.wizards_brew.rules import CITY, ELEMENTS, INGREDIENTS, LANDMARKS, N_AREAS, TextPhase
from brewsim.games.wizards_brew.scoring import place_of
from brewsim.games.wizards_brew.state import HorseRule, Phase

# By which rule the Horse moved, as far as a player would say it.
HORSE_RULES = {
    HorseRule.NEIGHBOUR: "",
    HorseRule.LINE: ", along a straight line",
    HorseRule.ANYWHERE: ", since no line leads to ingredients",
    HorseRule.SPELL: ", by spell",
}


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table after the board is laid out."""
    lines = [f"{place(state, area)}: {tokens(state.tokens[area])}." for area in range(N_AREAS)]
    places = [place_of(state, seat) for seat in range(state.n_seats)]
    levers = {
        "cubes": rules.start_cubes[places],
        "cards of each element": rules.start_cards[places],
        "ingredients to victory": -rules.start_points[places],
    }
    return [*lines, f"Seat {state.marker + 1} is the first wizard.", *tell_levers(levers, state.n_seats)]


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    return _decision(rules, before, action, after) + _consequences(rules, before, after)


def overheard(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """The same as another seat hears it: not which starting spells a seat has, exchanges or draws, nor the cubes on them (WB-45)."""
    match codes.decode(action)[0]:
        case Verb.HOLD:
            told = "keeps a starting spell"
        case Verb.EXCHANGE:
            told = "exchanges a starting spell"
        case Verb.SEAL:
            told = "puts cubes on a starting spell in secret"
        case _:
            return tell(rules, before, action, after)
    return told + _consequences(rules, before, after, names_drawn=False)


def _decision(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    verb, what = codes.decode(action)
    starting = before.own[before.seat, before.starting_place]
    match verb:
        case Verb.HORSE if before.phase == Phase.CITY:
            return f"places the Horse in {_target(before, what)}"
        case Verb.HORSE:
            rule = HorseRule((after.horse_moves - before.horse_moves).sum(axis=0).argmax())
            return f"moves the Horse to {_target(before, what)}{HORSE_RULES[rule]}"
        case Verb.HOLD:
            return f"keeps {spell(rules, starting)}"
        case Verb.EXCHANGE:
            return f"exchanges {spell(rules, starting)}"
        case Verb.SEAL:
            return f"puts {cubes(what)} on {spell(rules, starting)} in secret"
        case Verb.SPELL_BID:
            return f"passes on {spell(rules, before.lot)}" if what == NO_BID else f"bids {cubes(what)} for {spell(rules, before.lot)}"
        case Verb.CLAIM:
            return f"wins {spell(rules, before.lot)} with {cubes(before.high)}"
        case Verb.ECHO:
            return f"uses the text of {spell_of(rules, before, what)}"
        case Verb.ECHO_NONE:
            return "lets Echo rest"
        case Verb.MIRROR:
            return f"draws what {spell_of(rules, before, what)} makes"
        case Verb.DRAW:
            return f"draws {element(what)}" + (" as consolation" if before.phase == Phase.CONSOLE else " by choice")
        case Verb.GIVE:
            return f"gives {element(what)} to seat {before.acting + 1} as toll"
        case Verb.SWAP:
            given, drawn = codes.swapped(what)
            return f"transmutes {element(given)} into {element(drawn)}"
        case Verb.SWAP_DONE:
            return "transmutes no more"
        case Verb.BID | Verb.EQUAL | Verb.TAKE | Verb.PAY | Verb.SECOND | Verb.SECOND_NONE | Verb.SCAVENGE | Verb.SCAVENGE_NONE:
            return _auction(before, verb, what, after)
        case _:
            return _yellow(rules, before, verb, what)


def _auction(before: np.record, verb: Verb, what: int, after: np.record) -> str:
    match verb:
        case Verb.BID:
            return _bid(before, what)
        case Verb.EQUAL:
            return f"has the last word and equals the bid of {before.high}"
        case Verb.TAKE:
            price = after.due + after.cards_paid[before.seat] - before.cards_paid[before.seat]
            saving = f", which costs only {price}," if price < before.high else ""
            return f"wins for {before.high}{saving} and takes {INGREDIENTS[what]}"
        case Verb.PAY:
            return f"pays {element(what)}"
        case Verb.SECOND:
            return f"takes {INGREDIENTS[what]} as well"
        case Verb.SECOND_NONE:
            return "takes no second ingredient"
        case Verb.SCAVENGE:
            return f"keeps {element(what)} of the cards paid"
        case _:
            return "keeps none of the cards paid"


def _bid(before: np.record, step: int) -> str:
    if step == NO_BID:
        return "passes"
    can_pay, amount = before.limit[before.seat], before.high + step
    where = f" in {place(before, before.horse)}" if before.high == 0 else ""
    return f"bids {amount}{where}" + (f", a bluff: no more than {can_pay} can be paid" if amount > can_pay else "")


def _yellow(rules: np.record, before: np.record, verb: Verb, what: int) -> str:
    match verb:
        case Verb.RENEW:
            return f"adds a cube to {spell(rules, what)}"
        case Verb.KEEP:
            return f"keeps the cubes on {spell(rules, what)}"
        case Verb.DRAIN:
            return f"drains {spell_of(rules, before, what)}"
        case Verb.DISPEL:
            return f"dispels {spell_of(rules, before, what)}"
        case Verb.RECALL:
            source, amount = codes.recalled(what)
            return f"takes {cubes(amount)} back from {spell(rules, source)}"
        case Verb.SHIFT:
            source, target = codes.shifted(what)
            return f"shifts a cube from {spell(rules, source)} to {spell(rules, target)}"
        case _:
            return "uses no more yellow spells"


def _consequences(rules: np.record, before: np.record, after: np.record, names_drawn: bool = True) -> str:
    """What happened by itself after the decision, as far as a player would say it; `names_drawn`: with the spells of an exchange."""
    said = [
        f"seat {seat + 1} cannot pay and loses {before.n_hand[seat]} cards"
        for seat in range(after.n_seats)
        if after.failed[seat] > before.failed[seat]
    ]
    if before.lot >= 0 and after.lot != before.lot and (after.spells_won == before.spells_won).all():
        said.append(f"nobody takes {spell(rules, before.lot)}")
    if before.phase == Phase.EXCHANGE and names_drawn:
        had, has = (table.own[before.seat, : table.n_own[before.seat]].tolist() for table in (before, after))
        drawn = [spell(rules, s) for s in has if s not in had]
        said += [f"draws {', '.join(drawn)}"] if drawn else []
    if after.revealed and not before.revealed:
        said.append(
            "the spells are revealed: " + "; ".join(f"seat {seat + 1} {_spells(rules, after, seat)}" for seat in range(after.n_seats))
        )
    if _begins(TextPhase.ELEMENT, before, after) or (_is_spell_phase(before) and not _is_spell_phase(after)):
        said.append("elements are drawn")
    if after.cards_paid[before.seat] > before.cards_paid[before.seat] and before.phase == Phase.TAKE:
        spent = np.maximum(before.hand[before.seat] - after.hand[before.seat], 0)
        said.append(f"paying {elements(spent)}")
    if after.phase != Phase.ECHO and (
        _begins(TextPhase.INGREDIENT, before, after) or (after.text_phase == TextPhase.INGREDIENT and before.phase == Phase.ECHO)
    ):
        hands = "; ".join(f"seat {s + 1} {elements(after.hand[s])}" for s in range(after.n_seats))
        said.append(f"the die shows {after.die} areas; hands: {hands}")
    if before.phase == Phase.BID and after.text_phase != TextPhase.INGREDIENT:
        said.append("nobody bids and the phase ends")
    return f" ({'; '.join(said)})" if said else ""


def _begins(text_phase: TextPhase, before: np.record, after: np.record) -> bool:
    return bool(after.text_phase == text_phase != before.text_phase)


def _is_spell_phase(state: np.record) -> bool:
    return state.phase in (Phase.SPELL_BID, Phase.CLAIM)


def standing(rules: np.record, state: np.record) -> str:
    """Cauldrons, spells and cubes, for the end of a round."""
    parts = []
    for seat in range(state.n_seats):
        parts.append(
            f"seat {seat + 1} has {state.n_different[seat]} different of {state.n_total[seat]} ({tokens(state.cauldron[seat])}), "
            f"holds {elements(state.hand[seat])}, owns {_spells(rules, state, seat)}, {cubes(state.free[seat])} free"
        )
    return "; ".join(parts)


def _spells(rules: np.record, state: np.record, seat: int) -> str:
    return ", ".join(f"{spell(rules, s)} ({cubes(state.cubes[s])})" for s in state.own[seat, : state.n_own[seat]]) or "no spell"


def _target(state: np.record, area: int) -> str:
    return f"{place(state, area)} with {tokens(state.tokens[area])}"


def spell(rules: np.record, index: int) -> str:
    return read_label(rules.labels[index])


def spell_of(rules: np.record, state: np.record, index: int) -> str:
    return f"{spell(rules, index)} of seat {owner_of(state, index) + 1}"


def element(index: int) -> str:
    return ELEMENTS[index].title()


def cubes(amount: int) -> str:
    return "1 cube" if amount == 1 else f"{amount} cubes"


def place(state: np.record, area: int) -> str:
    landmark = state.landmark[area]
    return f"area {area} ({'city' if landmark == CITY else LANDMARKS[landmark]})"


def tokens(counts: np.ndarray) -> str:
    """A list such as '2 red, white'."""
    return counted(counts, INGREDIENTS) or "nothing"


def elements(counts: np.ndarray) -> str:
    """A list such as '3 earth, air'."""
    return counted(counts, ELEMENTS) or "no cards"


def counted(counts: np.ndarray, names: tuple[str, ...]) -> str:
    return ", ".join(f"{n} {name}" if n > 1 else name for n, name in zip(counts, names) if n > 0)
