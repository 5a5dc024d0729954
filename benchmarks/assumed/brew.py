"""How the assumed cards of Brew were chosen: a table of candidates, and what they reach at every number of seats.

python benchmarks/assumed/brew.py [GAMES]

The rulebook calls an empty potion deck rare, and lets a seat have three trained creatures at a time. So the cards are built by
rules with two numbers in them, the forests with a creature space and the price of potions, and games are played for each pair.
The pair that rules.toml holds is marked; tests/games/brew/test_assumed.py builds its cards again.
"""

import sys
from typing import Any

from scipy.stats import binomtest

from brewsim.bots import make_lineup
from brewsim.games import load_title
from brewsim.play import simulate
from brewsim.rules import load_rules

INGREDIENTS = ("herb", "shroom", "crystal")

# Forests that have a creature space, the first ones first: its place on the card, and what is there without a creature.
# Spread over seasons and numbers of seats: of any number of them, about the same share is in the game at 2, 3 and 4 seats.
CREATURE_SPACES = {
    "f02": (1, "crystal"), "f06": (2, "herb"), "f13": (0, "shroom"), "f10": (0, "herb"), "f20": (0, "herb"), "f04": (2, "crystal"),
    "f16": (2, "crystal"), "f05": (4, "shroom"), "f17": (0, "crystal"), "f11": (1, "shroom"), "f14": (3, "crystal"), "f03": (0, "crystal"),
    "f19": (2, "shroom"), "f07": (3, "shroom"), "f15": (1, "herb"), "f01": (0, "shroom"), "f08": (1, "herb"), "f12": (0, "crystal"),
}  # fmt: skip
LETTERS = "abcd"
WEAK, STRONG = ("change", "reroll"), ("return", "remove_any")  # effects that help a little, or much; the others are between
CHOSEN = (6, 4)  # forests with a creature space, ingredients of the cheapest potion
CANDIDATES = [(spaces, price) for spaces in (18, 12, 9, 6, 4) for price in (2, 3, 4, 5)]
MIXED = ("greedy", "brewer", "trainer", "forests")


def potion_cards(cheapest: int) -> dict[str, Any]:
    """Potions of each effect cost from `cheapest` ingredients up, one more for each letter; of which kind most changes from card to card.

    A potion is worth as many VP as it has ingredients; one less if its effect helps, two less if it helps much.
    """
    cards: dict[str, Any] = {}
    potions = [name for name in load_rules("brew").values if name.startswith("potions.") and name.endswith(".vp")]
    for number, path in enumerate(potions):
        effect, letter = path.split(".")[1].rsplit("_", 1)
        total = cheapest + LETTERS.index(letter)
        main = number % 3
        cost = [total // 3 + (place < total % 3) for place in range(3)]
        if letter != "a":  # less even, so that not all potions ask for the same
            cost[0], cost[2] = cost[0] + 1, cost[2] - 1
        for place, count in enumerate(cost):
            cards[f"{path.removesuffix('.vp')}.cost.{INGREDIENTS[(main + place) % 3]}"] = count
        cards[path] = total - (effect not in WEAK) - (effect in STRONG)
    return cards


def forest_cards(creature_spaces: int) -> dict[str, Any]:
    """The first forests of CREATURE_SPACES have one. VP: 3, one more each for a fifth space, a single season, no creature space."""
    printed = load_rules("brew").values
    cards: dict[str, Any] = {}
    with_creature = list(CREATURE_SPACES)[:creature_spaces]
    for path, spaces in printed.items():
        if path.startswith("forests.") and path.endswith(".spaces"):
            name, spaces = path.split(".")[1], list(spaces)
            if name in CREATURE_SPACES:
                place, ingredient = CREATURE_SPACES[name]
                icon = "creature" if name in with_creature else ingredient
                spaces[place] = f"{spaces[place].split(':')[0]}:{icon}"
            cards[path] = spaces
            is_single = len(printed[f"forests.{name}.seasons"]) == 1
            cards[f"forests.{name}.vp"] = 3 + (len(spaces) == 5) + is_single + (name not in with_creature)
    return cards


def cards_of(creature_spaces: int, cheapest: int) -> dict[str, Any]:
    """All assumed cards of a candidate, as a patch of the rules."""
    return forest_cards(creature_spaces) | potion_cards(cheapest)


def measure(creature_spaces: int, cheapest: int, games: int) -> str:
    """A line of the table."""
    title = load_title("brew")
    rules = load_rules("brew", cards_of(creature_spaces, cheapest))
    line = f"{creature_spaces:7d} {cheapest:8d} "
    for seats in title.seats:
        rows = simulate(rules, ["greedy"] * seats, games)
        metric = {name: rows["metrics"][:, title.metrics.index(name)] for name in title.metrics}
        emptied = int((metric["potion_reshuffles"][::seats] > 0).sum())
        low, high = binomtest(emptied, games).proportion_ci(method="wilson")
        line += f"| {100 * emptied / games:5.1f} ({100 * low:.1f} to {100 * high:.1f}) "
        line += f"{metric['creatures_trained'].mean():4.1f} {metric['potions_brewed'].mean():4.1f} "
        line += f"{metric['vp_tokens'].mean() * seats:5.1f} {rows['score'].mean():5.1f} "
    rows = simulate(rules, make_lineup(title, MIXED, rotates=True), games)
    mixed = (rows["metrics"][:: len(MIXED), title.metrics.index("potion_reshuffles")] > 0).mean()
    return line + f"| {100 * mixed:5.1f}" + (" <- chosen" if (creature_spaces, cheapest) == CHOSEN else "")


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    print("At 2, 3 and 4 seats of greedy: potion deck emptied in % of the games (95 % interval), creatures trained and potions brewed")
    print("by a seat, VP tokens of all seats, score of a seat. Last column: deck emptied in % of the games at 4 seats of")
    print(f"{', '.join(MIXED)}. {games} games each.")
    print("forests  cheapest")
    for creature_spaces, cheapest in CANDIDATES:
        print(measure(creature_spaces, cheapest, games), flush=True)


if __name__ == "__main__":
    main()
