"""How the assumed spells of Wizard's Brew were chosen: a ladder of strengths for each, and a program that climbs it.

    python benchmarks/assumed/wizards_brew.py [GAMES [GAMES_OF_THE_LAST_TABLE]]      # 0 games: only the table, of CHOSEN

A spell is worth the win share that a seat loses when it may not use the spell, over the games in which it would have (restricted play, as
`brewsim cards` does it), among like bots. Weakening all strong spells at once only makes the others worth more, since cards become
scarce. So in each pass the spells that are worth most go one rung down, and those that are worth least one rung up; what counts is the
most that a spell is likely worth at any number of seats. Of these moves a pass makes those that together leave a
sound deck (is_sound). Spells that differ in their element or colour alone stand on the same rung. Of all passes the set with the least
worth above MOST_WORTH is kept, and measured again in other games, among `expert` bots. The passes have a bot of their own
(wizards_brew_chooser.toml), since `expert` was tuned on what they chose. Rungs are too far apart for what is left then, so BY_HAND goes on
from there, in finer steps and among `expert`. rules.toml holds CHOSEN; tests/games/wizards_brew/test_assumed.py compares them. It takes
about ten minutes of one processor.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from wizards_brew_spells import BY_HAND, FIRST, GROUP_OF, LADDERS, PASSED, START, Rung, is_sound, patch_of, standing_at

from brewsim.bots import make_lineup, read_bot_file, read_bots
from brewsim.engine.conventions import restricted_seat
from brewsim.games import load_title
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import SPELLS, TextPhase
from brewsim.play import simulate, simulate_without, trace
from brewsim.rules import Rules, load_rules
from brewsim.stats.intervals import normal_quantile

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
CONFIDENCE = 0.95
OF_ONE = normal_quantile(CONFIDENCE)  # standard errors either way: of an interval by itself, and of intervals that all hold at once
OF_ALL = normal_quantile(1 - (1 - CONFIDENCE) / (len(SPELLS) * len(SEATS)))


class Worth(NamedTuple):
    """What a spell is worth to a seat that would use it: points of win share, half of the 95 % interval, share of seats that use it."""

    points: float
    half: float
    used: float


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
        return Worth(float(loss.mean()), float(OF_ONE * loss.std() / np.sqrt(len(loss))), float(used.mean()))

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
    sound = [moves for moves in some if len(dict(moves)) == len(moves) and is_sound(standing_at(moved(rungs, moves)))]
    return moved(rungs, max(sound, key=lambda moves: sum(gains[move] for move in moves)))


def choose(games: int) -> dict[str, int]:
    """Of the sets that the passes try, the rungs of the one with the least worth above MOST_WORTH."""
    rungs = dict(START)
    ladders = list(dict.fromkeys(GROUP_OF.values()))
    highest = dict.fromkeys(ladders, 0)  # above it stand rungs at which the spell was worth too much
    tried: list[tuple[float, dict[str, int]]] = []
    for number in range(1, PASSES + 1):
        rules = load_rules("wizards_brew", patch_of(standing_at(rungs)))
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


def print_table(spells: Mapping[str, Rung], games: int) -> None:
    """What the spells reach."""
    rules = load_rules("wizards_brew", patch_of(spells))
    first = load_rules("wizards_brew", {**patch_of(standing_at(START)), **FIRST})
    for name, some in (("first set", first), ("chosen", rules)):
        empty = ", ".join(f"{share_of_empty_stacks(some, seats):.1%} at {seats} seats" for seats in SEATS)
        print(f"{name}: {some.record.symbols.sum()} symbols; all stacks empty after the element phase: {empty}")
    print("void uses: " + "; ".join(f"{seats} seats: {void_uses(rules, seats)}" for seats in SEATS))
    found = [worths(rules, BOT, seats, games, LAST_SEED) for seats in SEATS]
    print(f"{'points of win share, used by':28}" + "".join(f"{f'{seats} seats':>20}" for seats in SEATS))
    for spell in sorted(SPELLS, key=lambda spell: -max(at[spell].points for at in found)):
        cells = [at[spell] for at in found]
        told = "".join(f"{cell.points:+8.1f} ± {cell.half:.1f} {cell.used:5.0%}" for cell in cells)
        surely = max(cell.points - OF_ALL / OF_ONE * cell.half for cell in cells) > MOST_WORTH
        print(f"{spell:28}{told}" + (f"  surely above {MOST_WORTH:g}" if surely else ""))
    print(f"{'mean':28}" + "".join(f"{np.mean([worth.points for worth in at.values()]):+8.1f}{'':12}" for at in found))


def main() -> None:
    games, last_games = (*(int(number) for number in sys.argv[1:]), *(GAMES, LAST_GAMES)[len(sys.argv) - 1 :])
    passed = choose(games) if games else PASSED
    spells = {**standing_at(passed), **BY_HAND}
    print(f"rungs after the passes: {passed}\nby hand: {', '.join(BY_HAND)}\nsound: {is_sound(spells)}")
    print_table(spells, last_games)


if __name__ == "__main__":
    main()
