"""A game of Brew in words: what a player at the table would say of each decision."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.engine.levers import tell_levers
from brewsim.engine.sections import read_label
from brewsim.games.brew import codes
from brewsim.games.brew.board import own_level
from brewsim.games.brew.codes import Verb
from brewsim.games.brew.creatures import on_show
from brewsim.games.brew.rules import (
    CARDS,
    CHARACTERS,
    EFFECTS,
    ELEMENTS,
    INGREDIENTS,
    N_GOODS,
    SEASONS,
    SIDES,
    SYMBOLS,
    Face,
    ForestPower,
    Good,
    Icon,
)
from brewsim.games.brew.scoring import leftovers, score_of
from brewsim.games.brew.spaces import (
    DENS,
    N_FOREST_SPACES,
    VILLAGE,
    is_element_face,
    is_forage,
    is_in_forest,
    owner_of,
    place_of,
    seat_and_slot,
    symbol_of,
)
from brewsim.games.brew.state import Phase, Purpose

FACES = (*SYMBOLS, *ELEMENTS)
VILLAGE_NAMES = ("first any-die", "second any-die", *ELEMENTS)
GOODS = tuple(good.name.lower() for good in Good)
GROUPS = (
    "decides to force a die",
    "decides to use a water die",
    "decides to use an element die without its power",
    "decides to cover a die (Lello)",
    "goes to the village's first any-die space",
    "goes to the village's second any-die space",
)
DOES = {
    "change": "to turn a die",
    "reroll": "to roll dice again",
    "place": "to place one die more",
    "move": "to move a forage die",
    "swap": "to swap two forage dice",
    "remove_element": "to remove an element die",
    "return": "to take a die back",
    "remove_any": "to remove a die",
}


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table after the deal."""
    powers = "with" if rules.character_powers else "without"
    lines = [f"Seat {seat + 1} is {CHARACTERS[state.character[seat]].title()}." for seat in range(state.n_seats)]
    lines.append(f"The game is played {powers} character powers.")
    levers = {
        "berries": rules.lever_berries,
        "of each ingredient": rules.lever_ingredients,
        "VP": rules.start_points,
        "in the tie-break": rules.tie_break,
    }
    return lines + tell_levers(levers, state.n_seats) + table(rules, state)


def table(rules: np.record, state: np.record) -> list[str]:
    """What lies open: forests, potions, creatures, dice."""
    forests = "; ".join(describe_forest(rules, state.row[place]) for place in range(state.n_row))
    lines = [f"Forests ({SIDES[state.night]}): {forests}."]
    market = ", ".join(describe_potion(rules, potion) for potion in state.market if potion != NONE)
    lines.append(f"Market: {market}.")
    shown = ", ".join(creature(on_show(state, season)) for season in range(len(SEASONS)) if state.n_pile[season] > 0)
    lines.append(f"Creatures on show: {shown or 'none'}.")
    lines += [f"Seat {seat + 1} rolls {dice(state.pool[seat])}." for seat in range(state.n_seats)]
    return lines


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    seat = int(before.seat)
    text = _choice(rules, before, int(action)) + _rolled(before, action, after) + _gains(rules, before, after, seat)
    text += _reshuffle(rules, before, after)
    if int(after.n_discarded) + int((after.claimed > 0).sum()) > int(before.n_discarded) + int((before.claimed > 0).sum()):
        text += _claims(rules, before, after)
    return text


def _choice(rules: np.record, before: np.record, action: int) -> str:
    seat = int(before.seat)
    verb, what = codes.decode(action)
    match verb:
        case Verb.PLACE_DIE:
            return _placing(rules, before, *codes.placement(action))
        case Verb.BREW:
            return f"brews {describe_potion(rules, what)}"
        case Verb.DRINK:
            return f"drinks a potion {DOES[EFFECTS[what]]}"
        case Verb.OPEN_GROUP:
            return GROUPS[what]
        case Verb.CONVERT:
            old, new = codes.old_and_new_element(what)
            return f"has the Element Shifter turn {ELEMENTS[old]} to {ELEMENTS[new]}"
        case Verb.END:
            return "ends the turn"
        case Verb.DOUBLE_BERRY:
            return "lets a berry stand for two ingredients (Myla)"
        case Verb.PAY_PLAIN:
            return "pays in full"
        case Verb.PAY_SPARE:
            return "pays with a berry that stands for two ingredients (Myla)"
        case Verb.CALL_GATHER:
            return "gathers"
        case Verb.CALL_TRAIN:
            return "trains a creature instead of gathering (Lyric)"
        case Verb.CHOOSE:
            return f"chooses {INGREDIENTS[what]}"
        case Verb.TRAIN:
            return f"trains {creature(on_show(before, what))}"
        case Verb.TAKE_BERRY:
            return "takes a berry instead of a creature"
        case Verb.NO_TRAIN:
            return "trains no creature"
        case Verb.RELEASE:
            return f"releases {creature(before.trained[seat, what])}"
        case Verb.RESERVE:
            name = describe_potion(rules, what)
            return f"reserves the revealed {name}" if what == before.revealed else f"reserves {name} of the market"
        case _:
            return _late_choice(rules, before, verb, what)


def _late_choice(rules: np.record, before: np.record, verb: int, what: int) -> str:
    """Choices about spaces and dice, and those of the end of a round."""
    match verb:
        case Verb.SCORCH:
            return f"scorches {space_name(rules, before, what)}"
        case Verb.NO_SCORCH:
            return "scorches nothing more"
        case Verb.PICK:
            return _picking(rules, before, *codes.space_and_level(what))
        case Verb.NO_PICK:
            return "leaves all dice where they are"
        case Verb.TARGET:
            return f"moves it to {space_name(rules, before, what)}"
        case Verb.CHANGE_DIE:
            old, new = codes.old_and_new_face(what)
            return f"turns a {FACES[old]} die to {FACES[new]}"
        case Verb.REROLL_DIE:
            return f"takes up a {FACES[what]} die"
        case Verb.ROLL:
            return "rolls them"
        case Verb.CLAIM:
            return f"claims {forest(rules, before.row[what])} by the tie (Wren)"
        case Verb.NO_CLAIM:
            return "lets the ties be"
        case Verb.TRADE_BERRIES:
            return f"sells {codes.berries_traded(what)} to the Berry Merchant"
        case Verb.TRADE_MATCHING:
            ingredient, count = codes.ingredient_and_count(what)
            return f"sells {count} {INGREDIENTS[ingredient]} to the Ingredient Merchant"
        case _:
            return "trades no more"


def _placing(rules: np.record, before: np.record, face: int, space: int) -> str:
    seat = int(before.seat)
    where, die = space_name(rules, before, space), FACES[face]
    if before.phase == Phase.GROUP and space >= VILLAGE:
        return f"places {die} there"
    if space >= VILLAGE:
        clears = space < DENS and rules.clears_elements[before.night, space - VILLAGE]
        return f"places {die} on {where}" + (f" and sets {_element_dice(before)} aside" if clears else "")
    if before.height[space] == 0:
        forced = not is_element_face(face) and before.symbol_at[space] != face
        return f"forces {die} onto {where}" if forced else f"places {die} on {where}"
    if face == Face.WIND:
        return f"places wind on {where} and takes {die_name(before.stack[space, own_level(before, space, seat)], seat)} back"
    top = die_name(before.stack[space, before.height[space] - 1], seat)
    return f"places {die} on top of {top}, {where}"


def _element_dice(state: np.record) -> str:
    """How many element dice lie in the forests."""
    n = sum(not is_forage(die) for space in range(N_FOREST_SPACES) for die in state.stack[space, : state.height[space]])
    return f"{n} element {'die' if n == 1 else 'dice'}"


def _picking(rules: np.record, before: np.record, space: int, level: int) -> str:
    die = f"{die_name(before.stack[space, level], int(before.seat))} on {space_name(rules, before, space)}"
    if before.phase == Phase.PARTNER:
        return f"swaps it with {die}"
    if before.purpose in (Purpose.MOVE, Purpose.DEN_MOVE, Purpose.SWAP):
        return f"takes up {die}"
    return f"takes back {die}" if before.purpose == Purpose.RETURN else f"removes {die}"


def _rolled(before: np.record, action: int, after: np.record) -> str:
    """What dice show that were rolled again: by the word, or since the last die of the pool was taken up."""
    seat, rolled = int(before.seat), before.marked.copy()
    if after.rerolls[seat] == before.rerolls[seat]:
        return ""
    verb, face = codes.decode(action)
    if verb == Verb.REROLL_DIE:
        rolled[face] += 1
    return f"{' and rolls' if verb == Verb.REROLL_DIE else ''}: {dice(after.pool[seat] - before.pool[seat] + rolled)}"


def _gains(rules: np.record, before: np.record, after: np.record, seat: int) -> str:
    """Goods and tokens that a seat won or paid; tokens for claimed forests and for potions paid out are told with them."""
    change = after.stock[seat].astype(int) - before.stock[seat]
    parts = [f"{change[good]:+d} {GOODS[good]}" for good in range(N_GOODS) if change[good]]
    tokens = int(after.tokens[seat]) - int(before.tokens[seat]) - _paid_out(rules, before, after, seat)
    for card in np.flatnonzero((after.claimed == seat + 1) & (before.claimed == 0)).tolist():
        tokens -= _claim_vp(rules, after, seat, card)
    if tokens:
        parts.append(f"{tokens:+d} VP")
    return f": {', '.join(parts)}" if parts else ""


def _paid_out(rules: np.record, before: np.record, after: np.record, seat: int) -> int:
    """VP tokens for the drunk potions of a seat that went into a new deck."""
    return int(rules.potion_vp[(before.drunk[seat] > 0) & (after.drunk[seat] == 0)].sum())


def _reshuffle(rules: np.record, before: np.record, after: np.record) -> str:
    """That the potion deck was empty, and who got VP tokens for the potions of the new one."""
    if after.shuffles == before.shuffles:
        return ""
    paid = [(seat, _paid_out(rules, before, after, seat)) for seat in range(before.n_seats)]
    tokens = ", ".join(f"seat {seat + 1} {vp:+d} VP" for seat, vp in paid if vp)
    return f"\n    The potion deck is empty, so all drunk potions make a new one: {tokens}"


def _claim_vp(rules: np.record, state: np.record, seat: int, card: int) -> int:
    """What the Forest Heralds of a seat give for a forest."""
    return int(state.in_forest[seat, ForestPower.CLAIM, rules.forest_seasons[card]])


def _claims(rules: np.record, before: np.record, after: np.record) -> str:
    """Who got the forests of a round that has ended, and what its end brought the seats that were not to move."""
    parts = []
    for card in before.row[: before.n_row]:
        owner = int(after.claimed[card]) - 1
        told = f"{forest(rules, card)} " + (f"goes to seat {owner + 1}" if owner >= 0 else "is lost")
        vp = _claim_vp(rules, after, owner, card) if owner >= 0 and before.claimed[card] == 0 else 0
        parts.append(told + (f" ({vp:+d} VP, Forest Herald)" if vp else ""))
    for seat in range(before.n_seats):
        gains = _gains(rules, before, after, seat)
        if gains and seat != before.seat:
            parts.append(f"seat {seat + 1}{gains}")
    return "\n  The round ends: " + ", ".join(parts)


def standing(rules: np.record, state: np.record) -> str:
    """The scores and what they rest on at the end of a round, and the table of the next."""
    parts = []
    for seat in range(state.n_seats):
        forests = int((state.claimed == seat + 1).sum())
        crew = ", ".join(creature(card) for card in state.trained[seat] if card != NONE) or "no creature"
        parts.append(
            f"seat {seat + 1} {score_of(rules, state, seat)} VP ({forests} forest{'s' * (forests != 1)}, "
            f"{state.vp_potions[seat]} VP of potions, {state.tokens[seat]} in tokens, {leftovers(state, seat)} goods; {crew})"
        )
    return "; ".join(parts) + ("" if state.over else "".join(f"\n  {line}" for line in table(rules, state)))


def die_name(die: int, seat: int) -> str:
    """A placed die as this seat calls it."""
    if not is_forage(die):
        return f"a {ELEMENTS[symbol_of(die)]} die"
    owner = owner_of(die)
    return f"{'its own' if owner == seat else f'seat {owner + 1}' + chr(39) + 's'} {SYMBOLS[symbol_of(die)]} die"


def space_name(rules: np.record, state: np.record, space: int) -> str:
    if is_in_forest(space):
        icon = Icon(state.icon_at[space]).name.lower()
        return f"{forest(rules, state.row[place_of(space)])} ({FACES[state.symbol_at[space]]}: {icon})"
    if space < DENS:
        return f"the village's {VILLAGE_NAMES[space - VILLAGE]} space by {SIDES[state.night]}"
    seat, slot = seat_and_slot(space)
    return f"{creature(state.trained[seat, slot])}" + (f" of seat {seat + 1}" if seat != state.seat else "")


def forest(rules: np.record, card: int) -> str:
    return read_label(rules.forest_labels[card])


def describe_forest(rules: np.record, card: int) -> str:
    seasons = "/".join(name for s, name in enumerate(SEASONS) if rules.forest_seasons[card] >> s & 1)
    return f"{forest(rules, card)} {seasons} {rules.forest_vp[card]} VP"


def potion_name(rules: np.record, potion: int) -> str:
    return read_label(rules.potion_labels[potion])


def describe_potion(rules: np.record, potion: int) -> str:
    cost = "".join(name[0].upper() * int(rules.cost[potion, i]) for i, name in enumerate(INGREDIENTS))
    return f"{potion_name(rules, potion)} ({cost} for {rules.potion_vp[potion]} VP)"


def creature(card: int) -> str:
    kind, version = CARDS[card]
    return kind.replace("_", " ").title() + (f" ({version})" if version else "")


def dice(counts: np.ndarray) -> str:
    """A list such as '2 meadow, brook, fire', from dice by face."""
    return ", ".join(f"{count} {face}" if count > 1 else face for face, count in zip(FACES, counts) if count > 0) or "nothing"
