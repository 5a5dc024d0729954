"""A game of Wizard's Brew in words: what a player at the table would say of each decision."""

import numpy as np

from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import Phase
from brewsim.games.wizards_brew.rules import (
    CITY,
    ELEMENTS,
    INGREDIENTS,
    LANDMARKS,
    MAX_CUBES,
    N_AREAS,
    N_ELEMENTS,
    N_INGREDIENTS,
    N_SPELLS,
    SPELLS,
)
from brewsim.games.wizards_brew.table import owner_of

# By which rule the Horse moved (codes.BY_NEIGHBOUR and so on), as far as a table would remark on it.
HORSE_RULES = ("", ", along a straight line", ", since no line leads to ingredients", ", by spell")


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table after the board is laid out."""
    lines = [f"{place(state, area)}: {tokens(state.tokens[area])}." for area in range(N_AREAS)]
    return [*lines, f"Seat {state.marker} is the first wizard."]


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    return _decision(rules, before, action, after) + _consequences(rules, before, after)


def _decision(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    seat = int(before.seat)
    if action < codes.HOLD:
        verb = "places the Horse in" if before.phase == Phase.CITY else "moves the Horse to"
        rule = int((after.horse_moves - before.horse_moves).sum(axis=0).argmax())
        return f"{verb} {place(before, action - codes.HORSE)} with {tokens(before.tokens[action - codes.HORSE])}{HORSE_RULES[rule]}"
    if action < codes.SEAL:
        verb = "keeps" if action == codes.HOLD else "exchanges"
        return f"{verb} {spell(int(before.own[seat, before.asked]))}"
    if action < codes.SPELL_BID:
        return f"puts {cubes(action - codes.SEAL)} on {spell(int(before.own[seat, before.asked]))} in secret"
    if action == codes.CLAIM:
        return f"wins {spell(int(before.lot))} with {cubes(int(before.high))}"
    if action < codes.CLAIM:
        amount = action - codes.SPELL_BID
        return f"bids {cubes(amount)} for {spell(int(before.lot))}" if amount else f"passes on {spell(int(before.lot))}"
    if action <= codes.ECHO_NONE:
        return "lets Echo rest" if action == codes.ECHO_NONE else f"uses the text of {spell_of(before, action - codes.ECHO)} by Echo"
    if action < codes.DRAW:
        return f"draws what {spell_of(before, action - codes.MIRROR)} makes, by Mirror Pool"
    if action < codes.GIVE:
        return f"draws {element(action - codes.DRAW)}" + (" as consolation" if before.phase == Phase.CONSOLE else " by choice")
    if action < codes.SWAP:
        return f"gives {element(action - codes.GIVE)} to seat {before.acting} as toll"
    if action <= codes.SWAP_DONE:
        pair = divmod(action - codes.SWAP, N_ELEMENTS)
        return "transmutes no more" if action == codes.SWAP_DONE else f"transmutes {element(pair[0])} into {element(pair[1])}"
    if action < codes.EQUAL:
        return _bid(before, action - codes.BID)
    if action == codes.EQUAL:
        return f"has the last word and equals the bid of {before.high}"
    if action < codes.PAY:
        price = int(after.due + after.cards_paid[seat] - before.cards_paid[seat])
        saving = f", which costs only {price}," if price < before.high else ""
        return f"wins for {before.high}{saving} and takes {INGREDIENTS[action - codes.TAKE]}"
    if action < codes.SECOND:
        return f"pays {element(action - codes.PAY)}"
    if action < codes.SECOND_NONE:
        return f"takes {INGREDIENTS[action - codes.SECOND]} as well, by Double Draught"
    if action == codes.SECOND_NONE:
        return "takes no second ingredient"
    if action < codes.SCAVENGE_NONE:
        return f"keeps {element(action - codes.SCAVENGE)} of the cards paid"
    if action == codes.SCAVENGE_NONE:
        return "keeps none of the cards paid"
    return _yellow(before, action)


def _bid(before: np.record, step: int) -> str:
    if step == 0:
        return "passes"
    can_pay = int(before.limit[before.seat])
    amount = int(before.high) + step
    where = f" in {place(before, int(before.horse))}" if before.high == 0 else ""
    return f"bids {amount}{where}" + (f", a bluff: no more than {can_pay} can be paid" if amount > can_pay else "")


def _yellow(before: np.record, action: int) -> str:
    if action < codes.KEEP:
        return f"adds a cube to {spell(action - codes.RENEW)}"
    if action < codes.DRAIN:
        return f"keeps the cubes on {spell(action - codes.KEEP)}"
    if action < codes.DISPEL:
        return f"drains {spell_of(before, action - codes.DRAIN)}"
    if action < codes.DONE:
        return f"dispels {spell_of(before, action - codes.DISPEL)}"
    if action == codes.DONE:
        return "uses no more yellow spells"
    if action < codes.SHIFT:
        source, amount = divmod(action - codes.RECALL, MAX_CUBES + 1)
        return f"takes {cubes(amount)} back from {spell(source)}"
    source, target = divmod(action - codes.SHIFT, N_SPELLS)
    return f"shifts a cube from {spell(source)} to {spell(target)}"


def _consequences(rules: np.record, before: np.record, after: np.record) -> str:
    """What happened by itself after the decision, as far as the table would remark on it."""
    said = []
    for seat in range(after.n_seats):
        if after.failed[seat] > before.failed[seat]:
            said.append(f"seat {seat} cannot pay and loses {before.n_hand[seat]} cards")
    if before.lot >= 0 and after.lot != before.lot and (after.spells_won == before.spells_won).all():
        said.append(f"nobody takes {spell(int(before.lot))}")
    if before.phase == Phase.EXCHANGE:
        had, has = (table.own[before.seat, : table.n_own[before.seat]].tolist() for table in (before, after))
        drawn = [spell(s) for s in has if s not in had]
        said += [f"draws {', '.join(drawn)}"] if drawn else []
    if after.revealed and not before.revealed:
        said.append("the spells are revealed: " + "; ".join(f"seat {seat} {_spells(after, seat)}" for seat in range(after.n_seats)))
    was_bidding, is_bidding = (table.phase in (Phase.SPELL_BID, Phase.CLAIM) for table in (before, after))
    if (after.text_phase == 0 and before.text_phase != 0) or (was_bidding and not is_bidding):
        said.append("elements are drawn")
    if after.cards_paid[before.seat] > before.cards_paid[before.seat] and before.phase == Phase.TAKE:
        spent = np.maximum(before.hand[before.seat] - after.hand[before.seat], 0)
        said.append(f"paying {elements(spent)}")
    if after.text_phase == 1 and after.phase != Phase.ECHO and (before.text_phase != 1 or before.phase == Phase.ECHO):
        said.append(
            f"the die shows {after.die} areas; hands: " + "; ".join(f"seat {s} {elements(after.hand[s])}" for s in range(after.n_seats))
        )
    if before.phase == Phase.BID and before.text_phase == 1 and after.text_phase != 1:
        said.append("nobody bids and the phase ends")
    return f" ({'; '.join(said)})" if said else ""


def standing(rules: np.record, state: np.record) -> str:
    """Cauldrons, spells and cubes, for the end of a round."""
    parts = []
    for seat in range(state.n_seats):
        parts.append(
            f"seat {seat} has {state.n_different[seat]} different of {state.n_total[seat]} ({tokens(state.cauldron[seat])}), "
            f"holds {elements(state.hand[seat])}, owns {_spells(state, seat)}, {cubes(int(state.free[seat]))} free"
        )
    return "; ".join(parts)


def _spells(state: np.record, seat: int) -> str:
    return ", ".join([f"{spell(int(s))} ({cubes(int(state.cubes[s]))})" for s in state.own[seat, : state.n_own[seat]]]) or "no spell"


def spell(index: int) -> str:
    return SPELLS[index].replace("_", " ").title()


def spell_of(state: np.record, index: int) -> str:
    return f"{spell(index)} of seat {owner_of(state, index)}"


def element(index: int) -> str:
    return ELEMENTS[index].title()


def cubes(amount: int) -> str:
    return "1 cube" if amount == 1 else f"{amount} cubes"


def place(state: np.record, area: int) -> str:
    landmark = int(state.landmark[area])
    return f"area {area} ({'city' if landmark == CITY else LANDMARKS[landmark]})"


def tokens(counts: np.ndarray) -> str:
    """A list such as '2 red, white'."""
    return counted([int(n) for n in counts[:N_INGREDIENTS]], INGREDIENTS) or "nothing"


def elements(counts: np.ndarray) -> str:
    """A list such as '3 earth, air'."""
    return counted([int(n) for n in counts], ELEMENTS) or "no cards"


def counted(counts: list[int], names: tuple[str, ...]) -> str:
    return ", ".join(f"{n} {name}" if n > 1 else name for n, name in zip(counts, names) if n > 0)
