"""The assumed spells of Wizard's Brew at several strengths: the ladders on which wizards_brew.py looks for them, and the set it ends with.

Rungs go from rich to poor. What cannot be written as a rung between two others stands in HAND_STEPS, apart from the ladders, so that the
passes of the program stay what they were.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import Any, NamedTuple

from brewsim.games.wizards_brew.rules import ELEMENTS, SPELLS

MOST_WITHOUT_SYMBOLS = 9  # "Most Spells produce elemental energy"
SYMBOLS = dict(zip("EFAW*", (*ELEMENTS, "wild")))
ANY = "?"  # a symbol of some element, other than the spell's other ones: `dealt` says which


class Rung(NamedTuple):
    """A spell at one strength: a letter or ANY for each symbol, the cubes it loses in a round, and the numbers of its text."""

    symbols: str
    energy: int
    text: Mapping[str, Any]

    def patch(self, spell: str) -> dict[str, Any]:
        """It as a change of the rules."""
        makes = {f"spells.{spell}.makes.{name}": self.symbols.count(letter) for letter, name in SYMBOLS.items()}
        return {**makes, f"spells.{spell}.energy": self.energy, **{f"spells.{spell}.{key}": value for key, value in self.text.items()}}


def rung(symbols: str, energy: int, **text: Any) -> Rung:
    return Rung(symbols, energy, text)


def font(symbol: str) -> list[Rung]:
    return [rung(3 * symbol, 1), rung(3 * symbol, 2), rung(2 * symbol, 1), rung(symbol, 1)]


def magic(symbol: str, colour: str) -> list[Rung]:
    rungs = ((2 * symbol, 2), (symbol, 3), (symbol, 2), (symbol, 1), ("", 2))
    return [Rung(symbols, 1, {f"less_for.{colour}": less}) for symbols, less in rungs]


def with_text(energy: int, *symbols: str, **text: Any) -> list[Rung]:
    """The same text on spells that make fewer and fewer cards."""
    return [rung(some, energy, **text) for some in symbols]


# From rich to poor. The box has 112 element cards, so that most spells make one card or two (the first set made more, and the stacks ran
# out); a spell loses one or two cubes a round, as the rulebook says; the strongest texts stand on spells that make few cards.
LADDERS: Mapping[str, list[Rung]] = {
    "earth_font": font("E"),
    "fire_font": font("F"),
    "air_font": font("A"),
    "water_font": font("W"),
    "small_wish": [rung("?*", 1), rung("*", 1)],
    "great_wish": [rung("****", 2), rung("***", 2), rung("?**", 2), rung("??*", 2), rung("**", 1)],
    "fair_winds": [rung("????", 1), rung("????", 2), rung("???", 2), rung("??", 1), rung("??", 2)],
    "transmute": [rung("??", 1, swaps=4), rung("??", 1, swaps=3), rung("??", 1, swaps=2), rung("?", 1, swaps=3)],
    "mirror_pool": with_text(2, "?", "", mirrors=1),
    "toll": [rung("?", 2, tolls=1, most_toll=2), rung("", 2, tolls=1, most_toll=2), rung("?", 2, tolls=1, most_toll=1)],
    "resonance": [
        *with_text(1, "", cards_per_other_spell=1, most_resonance=3),
        *with_text(1, "", cards_per_other_spell=1, most_resonance=2),
        *with_text(2, "?", "", cards_per_other_spell=1, most_resonance=3),
    ],
    "late_start": with_text(1, "**", "?*", "*", "?", cards_if_last=1),
    "red_magic": magic("F", "red"),
    "blue_magic": magic("W", "blue"),
    "green_magic": magic("E", "green"),
    "white_magic": magic("A", "white"),
    "double_draught": with_text(2, "?", "", second_ingredients=1),
    "thrift": [*with_text(1, "?", "", less=1), *with_text(2, "?", "", less=1)],
    "great_thrift": [*with_text(1, "?", "", less_once=2), *with_text(2, "?", "", less_once=2)],
    "quintessence": [
        *with_text(2, "?", "", any_element=True, stand_in=[]),
        rung("", 2, any_element=False, stand_in=["earth", "fire", "air"]),
    ],
    "mud": with_text(1, "EW", "E", "", stand_in=["earth", "water"]),
    "smoke": with_text(1, "FA", "F", "", stand_in=["fire", "air"]),
    "wayfarer": with_text(1, "?*", "??", "?", "", free_horse=True),
    "last_word": [rung("?", 1, equal_bids=2), *with_text(1, "?", "", equal_bids=1), rung("", 2, equal_bids=1)],
    "consolation": with_text(1, "??", "?", "", consolation=1),
    "scavenger": [*with_text(1, "?", "", scavenges=2), *with_text(1, "?", "", scavenges=1)],
    "renewal": [rung("??", 1, renews=2), rung("??", 1, renews=1), rung("?", 1, renews=2), rung("?", 1, renews=1)],
    "stasis": with_text(1, "??", "?", "", keeps=1),
    "drain": [rung("??", 1, drains=2), rung("??", 1, drains=1), rung("?", 1, drains=2), rung("?", 1, drains=1)],
    "recall": with_text(1, "?*", "??", "?", recalls=1),
    "shift": with_text(1, "?*", "??", "*", "?", shifts=True),
    "dispel": [
        *with_text(1, "?*", "??", dispels=1, dispel_cubes=3),
        *with_text(1, "??", "*", "?", dispels=1, dispel_cubes=2),
    ],
    "ward": with_text(1, "?*", "??", "*", "?", ward=True),
    "archmage": [
        *with_text(2, "?", "", extra_cards=1, less_once=1, renews=1),
        rung("", 2, extra_cards=0, less_once=1, renews=1),
    ],
    "echo": with_text(2, "?", "", echo=1),
    "sceptre": with_text(1, "?*", "??", "?", "", sceptre=True),
}
FONTS = ("earth_font", "fire_font", "air_font", "water_font")
MAGICS = ("red_magic", "blue_magic", "green_magic", "white_magic")
GROUPS = (FONTS, MAGICS, ("mud", "smoke"))  # differ in their element or colour alone, so that they stand on the same rung
GROUP_OF = {spell: next((group for group in GROUPS if spell in group), (spell,)) for spell in SPELLS}


def standing_at(rungs: Mapping[str, int]) -> dict[str, Rung]:
    """All spells at these rungs of their ladders."""
    return {spell: LADDERS[spell][rungs[spell]] for spell in SPELLS}


# Rungs where the passes begin and that they end with, counted from 0.
START: Mapping[str, int] = {
    **dict.fromkeys(SPELLS, 1),
    **dict.fromkeys(("small_wish", "transmute", "resonance", "scavenger", "echo"), 0),
    **dict.fromkeys(("late_start", "wayfarer", "last_word", "drain", "ward"), 2),
    **dict.fromkeys(("fair_winds", "thrift", "great_thrift", "shift", "dispel"), 3),
    "great_wish": 4,
}
PASSED: Mapping[str, int] = {
    **START,
    "great_wish": 3,
    "toll": 2,
    "wayfarer": 3,
    "last_word": 3,
    "recall": 0,
    "sceptre": 2,
}

# The last steps, each for a reason, measured at 3 seats first, where a card more or less moves a spell by 5 to 10 points.
HAND_STEPS: Mapping[str, Mapping[str, Rung]] = {
    "what was worth most at 3 seats": {
        "great_wish": rung("**", 2),
        "transmute": rung("??", 2, swaps=1),
        "resonance": rung("", 1, cards_per_other_spell=1, most_resonance=2),
        "consolation": rung("?", 2, consolation=1),
        "scavenger": rung("?", 2, scavenges=2),
        "archmage": rung("?", 2, extra_cards=0, less_once=1, renews=1),
    },
    "texts that nearly nobody wanted": {
        "wayfarer": rung("*", 2, free_horse=True),
        "last_word": rung("?", 2, equal_bids=1),
    },
    "what was worth least, since a deck of better spells makes each of them worth less": {
        "mud": rung("EW", 2, stand_in=["earth", "water"]),
        "smoke": rung("FA", 2, stand_in=["fire", "air"]),
        "mirror_pool": rung("", 1, mirrors=1),
        "great_thrift": rung("", 2, less_once=3),
        "recall": rung("??*", 2, recalls=1),
        "shift": rung("*", 1, shifts=True),
        "ward": rung("??", 1, ward=True),
    },
}
BY_HAND: Mapping[str, Rung] = {spell: own for step in HAND_STEPS.values() for spell, own in step.items()}
CHOSEN: Mapping[str, Rung] = {**standing_at(PASSED), **BY_HAND}

# The first set that was tried, as far as it differs from START: two symbols on most spells. Its stacks run out.
FIRST_SYMBOLS = "EEE FFF AAA WWW ** *** EFAW EF AW * * ** FF WW EE AA - EW * * EW FA FA EA FW EF EF AW EA FW * AW ** * EW FA"
FIRST: Mapping[str, Any] = {
    **{f"spells.{s}.makes.{SYMBOLS[x]}": symbols.count(x) for s, symbols in zip(SPELLS, FIRST_SYMBOLS.split()) for x in SYMBOLS},
    "spells.echo.echo": 3,
    "spells.toll.most_toll": 9,  # every opponent paid
    "spells.great_thrift.less": 2,
    "spells.great_thrift.less_once": 0,
    "spells.great_thrift.energy": 2,
    "spells.dispel.energy": 2,
    "spells.dispel.dispel_cubes": 1,
}


def dealt(spells: Mapping[str, Rung]) -> dict[str, Rung]:
    """The spells with an element for each ANY: in the order of SPELLS the one that is made least so far."""
    spells = {spell: spells[spell] for spell in SPELLS}
    made = Counter(letter for own in spells.values() for letter in own.symbols)
    for spell, own in spells.items():
        symbols = own.symbols
        while ANY in symbols:
            letter = min((one for one in "EFAW" if one not in symbols), key=lambda one: made[one])
            made[letter] += 1
            symbols = symbols.replace(ANY, letter, 1)
        spells[spell] = own._replace(symbols=symbols)
    return spells


def is_sound(spells: Mapping[str, Rung]) -> bool:
    """Whether each element is made equally often, most spells make some, and no two spells are the same."""
    deck = list(dealt(spells).values())
    made = Counter(letter for own in deck for letter in own.symbols)
    without = sum(not own.symbols for own in deck)
    unlike = all(one != other for one, other in combinations(deck, 2))
    return len({made[letter] for letter in "EFAW"}) == 1 and without <= MOST_WITHOUT_SYMBOLS and unlike


def patch_of(spells: Mapping[str, Rung]) -> dict[str, Any]:
    """The spells as a change of the rules."""
    return {key: value for spell, own in dealt(spells).items() for key, value in own.patch(spell).items()}
