"""A game of Brew in words: what a player at the table would say of each decision."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew import codes
from brewsim.games.brew.codes import DEN_MOVE, DENS, ELEMENT_DIE, FACE_CODES, MAX_STACK, N_FOREST_SPACES, SLOTS, SPACE_CODES, VILLAGE, Phase
from brewsim.games.brew.rounds import leftovers, score_of
from brewsim.games.brew.rules import (
    BERRY,
    CARDS,
    CHARACTERS,
    EFFECTS,
    ELEMENTS,
    FORESTS,
    INGREDIENTS,
    MAX_SPACES,
    N_ELEMENTS,
    N_FACES,
    N_SYMBOLS,
    POTIONS,
    SEASONS,
    SIDES,
    SYMBOLS,
    WIND,
)

FACES = (*SYMBOLS, *ELEMENTS)
VILLAGE_NAMES = ("first any-die", "second any-die", *ELEMENTS)
GOODS = (*INGREDIENTS, "berry")
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
    lines = [f"Seat {seat} is {CHARACTERS[state.character[seat]].title()}." for seat in range(state.n_seats)]
    lines.append(f"The game is played {powers} character powers.")
    return lines + table(rules, state)


def table(rules: np.record, state: np.record) -> list[str]:
    """What lies open: forests, potions, creatures, dice."""
    forests = "; ".join(describe_forest(rules, state.row[place]) for place in range(state.n_row))
    lines = [f"Forests ({SIDES[state.night]}): {forests}."]
    market = ", ".join(describe_potion(rules, potion) for potion in state.market if potion != NONE)
    lines.append(f"Market: {market}.")
    shown = ", ".join(creature(state.pile[season, state.n_pile[season] - 1]) for season in range(len(SEASONS)) if state.n_pile[season] > 0)
    lines.append(f"Creatures on show: {shown or 'none'}.")
    lines += [f"Seat {seat} rolls {dice(state.pool[seat])}." for seat in range(state.n_seats)]
    return lines


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    seat = int(before.seat)
    text = _choice(rules, before, int(action)) + _rolled(before, action, after) + _gains(before, after, seat)
    if int(after.n_discarded) + int((after.claimed > 0).sum()) > int(before.n_discarded) + int((before.claimed > 0).sum()):
        text += _claims(before, after)
    return text


def _choice(rules: np.record, before: np.record, action: int) -> str:
    seat = int(before.seat)
    if action < codes.BREW:
        return _placing(rules, before, action // SPACE_CODES, action % SPACE_CODES)
    if action < codes.DRINK:
        return f"brews {describe_potion(rules, action - codes.BREW)}"
    if action < codes.CONVERT:
        effect = EFFECTS[action - codes.DRINK]
        return f"drinks a potion {DOES[effect]}"
    if codes.OPEN_GROUP <= action < codes.END:
        return GROUPS[action - codes.OPEN_GROUP]
    if action < codes.END:
        old, new = divmod(action - codes.CONVERT, N_ELEMENTS)
        return f"has the Element Shifter turn {ELEMENTS[old]} to {ELEMENTS[new]}"
    if action == codes.END:
        return "ends the turn"
    if action < codes.CALL_GATHER:
        return "pays in full" if action == codes.PAY_PLAIN else "pays with a berry that stands for two ingredients (Myla)"
    if action < codes.CHOOSE:
        return "trains a creature instead of gathering (Lyric)" if action == codes.CALL_TRAIN else "gathers"
    if action < codes.TRAIN:
        return f"chooses {INGREDIENTS[action - codes.CHOOSE]}"
    if action < codes.TAKE_BERRY:
        season = action - codes.TRAIN
        return f"trains {creature(before.pile[season, before.n_pile[season] - 1])}"
    if action == codes.TAKE_BERRY:
        return "takes a berry instead of a creature"
    if action < codes.RESERVE:
        return f"releases {creature(before.trained[seat, action - codes.RELEASE])}"
    if action < codes.SCORCH:
        potion = action - codes.RESERVE
        where = (
            f"the revealed {describe_potion(rules, potion)}"
            if potion == before.revealed
            else f"{describe_potion(rules, potion)} of the market"
        )
        return f"reserves {where}"
    if action < codes.PICK:
        return "scorches nothing more" if action == codes.NO_SCORCH else f"scorches {space_name(rules, before, action - codes.SCORCH)}"
    if action < codes.TARGET:
        return "leaves all dice where they are" if action == codes.NO_PICK else _picking(rules, before, action - codes.PICK)
    if action < codes.CHANGE_DIE:
        return f"moves it to {space_name(rules, before, action - codes.TARGET)}"
    if action < codes.REROLL_DIE:
        old, new = divmod(action - codes.CHANGE_DIE, N_FACES)
        return f"turns a {FACES[old]} die to {FACES[new]}"
    if action < codes.ROLL:
        return f"takes up a {FACES[action - codes.REROLL_DIE]} die"
    if action == codes.ROLL:
        return "rolls them"
    if action <= codes.NO_CLAIM:
        return "lets the ties be" if action == codes.NO_CLAIM else f"claims {forest(before.row[action - codes.CLAIM])} by the tie (Wren)"
    if action < codes.TRADE_MATCHING:
        return f"sells {action - codes.TRADE_BERRIES + 1} to the Berry Merchant"
    if action < codes.NO_TRADE:
        ingredient, three = divmod(action - codes.TRADE_MATCHING, 2)
        return f"sells {2 + three} {INGREDIENTS[ingredient]} to the Ingredient Merchant"
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
        forced = face < N_SYMBOLS and before.symbol_at[space] != face
        return f"forces {die} onto {where}" if forced else f"places {die} on {where}"
    top = die_name(before.stack[space, before.height[space] - 1], seat)
    if face == WIND:
        return f"places wind on {where} and takes {top} back"
    return f"places {die} on top of {top}, {where}"


def _element_dice(state: np.record) -> str:
    """How many element dice lie in the forests."""
    n = sum(int((state.stack[space, : state.height[space]] >= ELEMENT_DIE).sum()) for space in range(N_FOREST_SPACES))
    return f"{n} element {'die' if n == 1 else 'dice'}"


def _picking(rules: np.record, before: np.record, code: int) -> str:
    space, level = divmod(code, MAX_STACK)
    die = f"{die_name(before.stack[space, level], int(before.seat))} on {space_name(rules, before, space)}"
    if before.phase == Phase.PARTNER:
        return f"swaps it with {die}"
    if before.purpose == DEN_MOVE or EFFECTS[before.purpose] in ("move", "swap"):
        return f"takes up {die}"
    return f"takes back {die}" if EFFECTS[before.purpose] == "return" else f"removes {die}"


def _rolled(before: np.record, action: int, after: np.record) -> str:
    """What dice show that were rolled again: by the word, or since the last die of the pool was taken up."""
    seat, rolled = int(before.seat), before.marked.copy()
    if after.rerolls[seat] == before.rerolls[seat]:
        return ""
    if action < codes.ROLL:
        rolled[action - codes.REROLL_DIE] += 1
    return f"{'' if action == codes.ROLL else ' and rolls'}: {dice(after.pool[seat] - before.pool[seat] + rolled)}"


def _gains(before: np.record, after: np.record, seat: int) -> str:
    """Goods and tokens that a seat won or paid."""
    change = after.stock[seat].astype(int) - before.stock[seat]
    parts = [f"{change[good]:+d} {GOODS[good]}" for good in range(BERRY + 1) if change[good]]
    tokens = int(after.tokens[seat]) - int(before.tokens[seat])
    if tokens:
        parts.append(f"{tokens:+d} VP")
    return f": {', '.join(parts)}" if parts else ""


def _claims(before: np.record, after: np.record) -> str:
    """Who got the forests of a round that has ended, and what its end brought the seats that were not to move."""
    parts = []
    for place in range(before.n_row):
        owner = int(after.claimed[before.row[place]]) - 1
        parts.append(f"{forest(before.row[place])} " + (f"goes to seat {owner}" if owner >= 0 else "is lost"))
    for seat in range(before.n_seats):
        gains = _gains(before, after, seat)
        if gains and seat != before.seat:
            parts.append(f"seat {seat}{gains}")
    return "; the round ends: " + ", ".join(parts)


def standing(rules: np.record, state: np.record) -> str:
    """The scores and what they rest on at the end of a round, and the table of the next."""
    parts = []
    for seat in range(state.n_seats):
        forests = int((state.claimed == seat + 1).sum())
        crew = ", ".join(creature(card) for card in state.trained[seat] if card != NONE) or "no creature"
        parts.append(
            f"seat {seat} {score_of(rules, state, seat)} VP ({forests} forest{'s' * (forests != 1)}, "
            f"{state.vp_potions[seat]} VP of potions, {state.tokens[seat]} in tokens, {leftovers(state, seat)} goods; {crew})"
        )
    return "; ".join(parts) + ("" if state.over else "".join(f"\n  {line}" for line in table(rules, state)))


def die_name(die: int, seat: int) -> str:
    """A placed die as this seat calls it."""
    if die >= ELEMENT_DIE:
        return f"a {ELEMENTS[die - ELEMENT_DIE]} die"
    owner, face = divmod(int(die), FACE_CODES)
    return f"{'its own' if owner == seat else f'seat {owner}' + chr(39) + 's'} {FACES[face]} die"


def space_name(rules: np.record, state: np.record, space: int) -> str:
    if space < N_FOREST_SPACES:
        icon = (*INGREDIENTS, "creature")[state.icon_at[space]]
        return f"{forest(state.row[space // MAX_SPACES])} ({FACES[state.symbol_at[space]]}: {icon})"
    if space < DENS:
        return f"the village's {VILLAGE_NAMES[space - VILLAGE]} space by {SIDES[state.night]}"
    seat, slot = divmod(space - DENS, SLOTS)
    return f"{creature(state.trained[seat, slot])}" + (f" of seat {seat}" if seat != state.seat else "")


def forest(card: int) -> str:
    return FORESTS[card].upper()


def describe_forest(rules: np.record, card: int) -> str:
    seasons = "/".join(name for s, name in enumerate(SEASONS) if rules.forest_seasons[card] >> s & 1)
    return f"{forest(card)} {seasons} {rules.forest_vp[card]} VP"


def describe_potion(rules: np.record, potion: int) -> str:
    cost = "".join(name[0].upper() * int(rules.cost[potion, i]) for i, name in enumerate(INGREDIENTS))
    return f"{POTIONS[potion].replace('_', ' ')} ({cost} for {rules.potion_vp[potion]} VP)"


def creature(card: int) -> str:
    kind, version = CARDS[card]
    return kind.replace("_", " ").title() + (f" ({version})" if version else "")


def dice(counts: np.ndarray) -> str:
    """A list such as '2 meadow, brook, fire', from dice by face."""
    return ", ".join(f"{count} {face}" if count > 1 else face for face, count in zip(FACES, counts) if count > 0) or "nothing"
