"""How the assumed spells of Wizard's Brew were chosen: a ladder of strengths for each, and a program that climbs it.

    python benchmarks/assumed/wizards_brew.py [GAMES [GAMES_OF_THE_LAST_TABLE]]      # 0 games: only the table, of CHOSEN

A spell is worth the win share that a seat loses when it may not use the spell, over the games in which it would have (restricted play, as
`brewsim cards` does it), among like bots. Weakening all strong spells at once only makes the others worth more, since cards become
scarce. So in each pass the spells that are worth most go one rung down, and those that are worth least one rung up; what counts is the
most that a spell is likely worth at any number of seats. Of these moves a pass makes those that together leave a
sound deck (is_sound). Spells that differ in their element or colour alone stand on the same rung. Of all passes the set with the least
worth above MOST_WORTH is kept, and measured again in other games, among `expert` bots. The passes have a bot of their own
(wizards_brew_chooser.toml), since `expert` was tuned on what they chose. rules.toml holds CHOSEN;
tests/games/wizards_brew/test_assumed.py compares them. It takes about ten minutes of one processor.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from brewsim.bots import make_lineup, read_bot_file, read_bots
from brewsim.engine.conventions import restricted_seat
from brewsim.games import load_title
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import ELEMENTS, SPELLS, TextPhase
from brewsim.play import simulate, simulate_without, trace
from brewsim.rules import Rules, load_rules

CHOOSER, BOT = "chooser", "expert"  # bots of the passes and of the last table
BOTS = read_bots(load_title("wizards_brew"), read_bot_file(Path(__file__).with_name("wizards_brew_chooser.toml")))
SEATS = (3, 4, 5, 6)
PASSES = 4
STEP = 6  # ladders that move in a pass at most
LOOKED_AT = 8  # the strongest and the weakest ladders, of which these are chosen
GAMES, LAST_GAMES = 5_000, 10_000  # of each spell and number of seats: intervals of about 3.5 and 2.5 points either way
TOLD_GAMES = 200  # looked at step by step
MOST_WORTH = 8.0  # points of win share
STRONG = 7.0  # points above which a spell may become weaker: some way below MOST_WORTH, so that errors do not bring it above
WEAK = 4.0  # points below which a spell may become stronger
LEAST_USED = 0.02  # share of seats that use a spell; one that fewer use does nothing
SEED, LAST_SEED = 1, 2
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

# Rungs where the passes begin and that they end with, counted from 0.
START: Mapping[str, int] = {
    **dict.fromkeys(SPELLS, 1),
    **dict.fromkeys(("small_wish", "transmute", "resonance", "scavenger", "echo"), 0),
    **dict.fromkeys(("late_start", "wayfarer", "last_word", "drain", "ward"), 2),
    **dict.fromkeys(("fair_winds", "thrift", "great_thrift", "shift", "dispel"), 3),
    "great_wish": 4,
}
CHOSEN: Mapping[str, int] = {
    **START,
    "great_wish": 3,
    "toll": 2,
    "wayfarer": 3,
    "last_word": 3,
    "recall": 0,
    "sceptre": 2,
}

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


class Worth(NamedTuple):
    """What a spell is worth to a seat that would use it: points of win share, half of the 95 % interval, share of seats that use it."""

    points: float
    half: float
    used: float


def dealt(rungs: Mapping[str, int]) -> dict[str, Rung]:
    """All spells at these rungs, with an element for each ANY: in the order of SPELLS the one that is made least so far."""
    spells = {spell: LADDERS[spell][rungs[spell]] for spell in SPELLS}
    made = Counter(letter for own in spells.values() for letter in own.symbols)
    for spell, own in spells.items():
        symbols = own.symbols
        while ANY in symbols:
            letter = min((one for one in "EFAW" if one not in symbols), key=lambda one: made[one])
            made[letter] += 1
            symbols = symbols.replace(ANY, letter, 1)
        spells[spell] = own._replace(symbols=symbols)
    return spells


def is_sound(rungs: Mapping[str, int]) -> bool:
    """Whether each element is made equally often, most spells make some, and no two spells are the same."""
    spells = list(dealt(rungs).values())
    made = Counter(letter for own in spells for letter in own.symbols)
    without = sum(not own.symbols for own in spells)
    unlike = all(one != other for one, other in combinations(spells, 2))
    return len({made[letter] for letter in "EFAW"}) == 1 and without <= MOST_WITHOUT_SYMBOLS and unlike


def patch_of(rungs: Mapping[str, int]) -> dict[str, Any]:
    """All spells at these rungs, as a change of the rules."""
    return {key: value for spell, own in dealt(rungs).items() for key, value in own.patch(spell).items()}


def worths(rules: Rules, bot: str, seats: int, games: int, seed: int) -> dict[str, Worth]:
    """What every spell is worth at this number of seats. Only games in which the seat used the spell are played again."""
    lineup = make_lineup(rules.title, [bot] * seats, BOTS)
    rows = simulate(rules, lineup, games, seed)
    free = rows[rows["seat"] == restricted_seat(rows["game"], seats)]

    def worth(spell: str) -> Worth:
        used = free["uses"][:, rules.title.items.index(spell)] > 0
        if not used.any():
            return Worth(0.0, 0.0, 0.0)
        again = simulate_without([spell], rules, lineup, free["game"][used], seed)
        without = again[again["seat"] == restricted_seat(again["game"], seats)]
        loss = 100.0 * (free["win_share"][used] - without["win_share"])
        return Worth(float(loss.mean()), float(1.96 * loss.std() / np.sqrt(len(loss))), float(used.mean()))

    return {spell: worth(spell) for spell in SPELLS}


def likely_worth(found: Sequence[Mapping[str, Worth]], group: Sequence[str]) -> float:
    """The most that a spell is likely worth at any number of seats: half of its error less than measured, since the most of several
    measurements is too high. Spells that differ in their element or colour alone are measured together."""

    def likely(at: Mapping[str, Worth]) -> float:
        points, halves = zip(*((at[spell].points, at[spell].half) for spell in group))
        return float(np.mean(points) - 0.5 * np.mean(halves) / np.sqrt(len(group)))

    return max(likely(at) for at in found)


def moved(rungs: Mapping[str, int], moves: Iterable[tuple[Sequence[str], int]]) -> dict[str, int]:
    """The rungs after some ladders went up (-1) or down (1)."""
    changes = {spell: change for group, change in moves for spell in group}
    return {spell: rungs[spell] + changes.get(spell, 0) for spell in SPELLS}


def next_rungs(rungs: Mapping[str, int], most: Mapping[Sequence[str], float], highest: Mapping[Sequence[str], int]) -> dict[str, int]:
    """The strongest one rung down, the weakest one up: of these moves those that together leave a sound deck and gain most.

    A move of a spell that is neither strong nor weak gains less than nothing, and is made only if others need it. `highest` is the
    highest rung that a ladder may go up to.
    """
    down = {(group, 1): most[group] - STRONG for group in most if rungs[group[0]] + 1 < len(LADDERS[group[0]])}
    up = {(group, -1): WEAK - most[group] for group in most if rungs[group[0]] > highest[group]}
    gains = {move: gain for moves in (down, up) for move, gain in Counter(moves).most_common(LOOKED_AT)}
    some = chain.from_iterable(combinations(gains, number) for number in range(STEP + 1))
    sound = [moves for moves in some if len(dict(moves)) == len(moves) and is_sound(moved(rungs, moves))]
    return moved(rungs, max(sound, key=lambda moves: sum(gains[move] for move in moves)))


def choose(games: int) -> dict[str, int]:
    """Of the sets that the passes try, the rungs of the one with the least worth above MOST_WORTH."""
    rungs = dict(START)
    ladders = list(dict.fromkeys(GROUP_OF.values()))
    highest = dict.fromkeys(ladders, 0)  # above it stand rungs at which the spell was worth too much
    tried: list[tuple[float, dict[str, int]]] = []
    for number in range(1, PASSES + 1):
        rules = load_rules("wizards_brew", patch_of(rungs))
        found = [worths(rules, CHOOSER, seats, games, SEED) for seats in SEATS]
        idle = [group for group in ladders if min(at[spell].used for at in found for spell in group) < LEAST_USED]
        most = {group: 0.0 if group in idle else likely_worth(found, group) for group in ladders}
        excess = sum(max(0.0, points - MOST_WORTH) for points in most.values()) + MOST_WORTH * len(idle)
        tried.append((excess, rungs))
        strong = ", ".join(f"{group[0]} {most[group]:.1f}" for group in ladders if most[group] > MOST_WORTH)
        unused = ", ".join(group[0] for group in idle)
        print(
            f"pass {number}: {excess:.1f} points too many; above {MOST_WORTH:g}: {strong or 'none'}; unused: {unused or 'none'}", flush=True
        )
        highest.update({group: rungs[group[0]] + 1 for group in ladders if most[group] > MOST_WORTH})
        rungs = next_rungs(rungs, most, highest)
        if excess == 0 or rungs == tried[-1][1]:
            break
    return min(tried, key=lambda one: one[0])[1]


def share_of_empty_stacks(rules: Rules, seats: int) -> float:
    """The share of element phases after which no card is left in any stack."""
    phases, empty = 0, 0
    for game in range(TOLD_GAMES):
        for step in trace(rules, [BOT] * seats, game, SEED):
            if step.before.text_phase == TextPhase.ELEMENT and step.after.text_phase == TextPhase.INGREDIENT:
                phases += 1
                empty += not step.after.stock.any()
    return empty / phases


def void_uses(rules: Rules, seats: int) -> str:
    """How often Dispel and Drain hit a spell that upkeep would have emptied anyway."""
    uses, void = {Verb.DISPEL: 0, Verb.DRAIN: 0}, {Verb.DISPEL: 0, Verb.DRAIN: 0}
    for game in range(TOLD_GAMES):
        for step in trace(rules, [BOT] * seats, game, SEED):
            verb, spell = codes.decode(step.action)
            if verb in uses:
                uses[verb] += 1
                void[verb] += step.before.cubes[spell] <= rules.record.energy[spell] and not step.before.kept[spell]
    return ", ".join(f"{verb.name.lower()} {void[verb]} of {uses[verb]}" for verb in uses)


def print_table(rungs: Mapping[str, int], games: int) -> None:
    """What the spells at these rungs reach."""
    rules = load_rules("wizards_brew", patch_of(rungs))
    first = load_rules("wizards_brew", {**patch_of(START), **FIRST})
    for name, some in (("first set", first), ("chosen", rules)):
        empty = ", ".join(f"{share_of_empty_stacks(some, seats):.1%} at {seats} seats" for seats in SEATS)
        print(f"{name}: {some.record.symbols.sum()} symbols; all stacks empty after the element phase: {empty}")
    print("void uses: " + "; ".join(f"{seats} seats: {void_uses(rules, seats)}" for seats in SEATS))
    found = [worths(rules, BOT, seats, games, LAST_SEED) for seats in SEATS]
    print(f"{'points of win share, used by':28}" + "".join(f"{f'{seats} seats':>20}" for seats in SEATS))
    for spell in sorted(SPELLS, key=lambda spell: -max(at[spell].points for at in found)):
        cells = [at[spell] for at in found]
        told = "".join(f"{cell.points:+8.1f} ± {cell.half:.1f} {cell.used:5.0%}" for cell in cells)
        print(f"{spell:28}{told}" + (f"  above {MOST_WORTH:g}" if max(cell.points - cell.half for cell in cells) > MOST_WORTH else ""))
    print(f"{'mean':28}" + "".join(f"{np.mean([worth.points for worth in at.values()]):+8.1f}{'':12}" for at in found))


def main() -> None:
    games, last_games = (*(int(number) for number in sys.argv[1:]), *(GAMES, LAST_GAMES)[len(sys.argv) - 1 :])
    rungs = choose(games) if games else dict(CHOSEN)
    print(f"chosen rungs: {rungs}")
    print_table(rungs, last_games)


if __name__ == "__main__":
    main()
