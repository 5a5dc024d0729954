"""How the assumed spells of Wizard's Brew do: what each is worth, and whether the element cards of the box suffice.

    python benchmarks/assumed/wizards_brew.py

The first set of spells that was tried and the one in rules.toml are played by `greedy` at every number of seats. A spell is worth the win
share that a seat loses when it may not use it, over the games in which it would have (restricted play). It takes about five minutes.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from brewsim.engine.conventions import restricted_seat
from brewsim.games.wizards_brew.rules import ELEMENTS, SPELLS, TextPhase
from brewsim.play import simulate, simulate_without, trace
from brewsim.rules import Rules, load_rules

BOT = "greedy"
SEATS = (3, 4, 5, 6)
GAMES = 10_000  # of each spell and number of seats: about 2 points of win share either way
TOLD_GAMES = 200  # looked at step by step
MOST_WORTH = 8.0  # points of win share
SEED = 1

# The first set: two symbols on most spells; Echo in all three phases; Dispel for the last cube only.
LETTERS = dict(zip("EFAW*", (*ELEMENTS, "wild")))
FIRST_SYMBOLS = "EEE FFF AAA WWW ** *** EFAW EF AW * * ** FF WW EE AA - EW * * EW FA FA EA FW EF EF AW EA FW * AW ** * EW FA"
FIRST: Mapping[str, Any] = {
    **{f"spells.{s}.makes.{LETTERS[x]}": symbols.count(x) for s, symbols in zip(SPELLS, FIRST_SYMBOLS.split()) for x in LETTERS},
    "spells.echo.echo": 3,
    "spells.toll.most_toll": 9,  # every opponent paid
    "spells.resonance.most_resonance": 3,
    "spells.four_winds.energy": 2,
    "spells.great_thrift.less": 2,
    "spells.great_thrift.less_once": 0,
    "spells.great_thrift.energy": 2,
    "spells.dispel.energy": 2,
    "spells.dispel.dispel_cubes": 1,
}


def worth_of(item: str, rules: Rules, seats: int, free: np.ndarray) -> tuple[float, float]:
    """Points of win share that a spell is worth to a seat that would use it, and half the width of the 95 % interval."""
    without = simulate_without(item, rules, [BOT] * seats, np.arange(GAMES), SEED)
    own = free["seat"] == restricted_seat(free["game"], seats)
    used = own & (free["uses"][:, rules.title.items.index(item)] > 0)
    loss = 100.0 * (free["win_share"] - without["win_share"])[used]
    return float(loss.mean()), float(1.96 * loss.std() / np.sqrt(len(loss)))


def share_of_empty_stacks(rules: Rules, seats: int) -> float:
    """The share of element phases after which no card is left in any stack."""
    phases, empty = 0, 0
    for game in range(TOLD_GAMES):
        for step in trace(rules, [BOT] * seats, game, SEED):
            if step.before.text_phase == TextPhase.ELEMENT and step.after.text_phase == TextPhase.INGREDIENT:
                phases += 1
                empty += not step.after.stock.any()
    return empty / phases


def main() -> None:
    for name, changes in (("rules.toml", {}), ("first set", FIRST)):
        rules = load_rules("wizards_brew", changes)
        print(f"{name}: {rules.record.symbols.sum()} symbols on {len(SPELLS)} spells")
        print("  all stacks empty after the element phase: ", end="")
        print(", ".join(f"{share_of_empty_stacks(rules, seats):.1%} at {seats} seats" for seats in SEATS))
        free = {seats: simulate(rules, [BOT] * seats, GAMES, SEED) for seats in SEATS}
        found = {item: [worth_of(item, rules, seats, free[seats]) for seats in SEATS] for item in SPELLS}
        print(f"  {'worth in points of win share':28}" + "".join(f"{f'{seats} seats':>14}" for seats in SEATS))
        for item, cells in sorted(found.items(), key=lambda row: -max(value for value, _ in row[1])):
            told = "".join(f"{value:+8.1f} ± {half:.1f}" for value, half in cells)
            print(f"  {item:28}{told}" + (f"  above {MOST_WORTH:g}" if max(value for value, _ in cells) > MOST_WORTH else ""))


if __name__ == "__main__":
    main()
