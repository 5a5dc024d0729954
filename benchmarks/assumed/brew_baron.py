"""How the assumed values of Brew Baron fit its box: candidates, and what games of `greedy` make of them.

    python benchmarks/assumed/brew_baron.py [GAMES]

First the ingredient cards and the rule for ties, against the 60 tokens and 10 trophies of the box; then the slots of the brewhouse:
by how many points of win share a seat falls that may not build an improvement, and how many seats build it.
"""

import sys

import numpy as np

from brewsim.engine.conventions import restricted_seat
from brewsim.games.brew_baron import TITLE
from brewsim.games.brew_baron.rules import IMPROVEMENTS
from brewsim.play import simulate, simulate_without
from brewsim.rules import load_rules

GAMES = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
SEED = 20
TOKENS, TROPHIES = 60, 10  # in the box
SCALES = {"5 x 13": (5, 13), "13 x 5": (13, 5)}
TIES = ("all_tied", "first_judged", "most_tokens", "no_trophy")
SLOTS = ([0, 1, 2, 3, 4], [1, 2, 3, 4, 5], [0, 2, 4, 6, 8], [2, 3, 4, 5, 6], [0, 0, 1, 1, 2])


def margin(values: np.ndarray) -> float:
    """Half of the 95 % interval of a mean."""
    return float(1.96 * values.std() / np.sqrt(len(values)))


def deck(values: int, copies: int) -> dict[str, int]:
    """A change of both ingredient decks."""
    return {f"ingredients.{name}.{key}": n for name in ("grain", "hops") for key, n in (("values", values), ("copies", copies))}


def print_box(seats: int) -> None:
    """What a deck of values x copies and a rule for ties ask of the box."""
    for scale, cards in SCALES.items():
        for tie in TIES:
            rows = simulate(load_rules("brew_baron", {**deck(*cards), "rulings.tie": tie}), ["greedy"] * seats, GAMES, SEED)
            games = rows.reshape(-1, seats)
            metric = {name: games["metrics"][:, 0, i] for i, name in enumerate(TITLE.metrics)}
            rounds = games["rounds"][:, 0]
            too_many_tokens = metric["most_tokens_out"] > TOKENS
            too_many_trophies = games["score"].sum(axis=1) > TROPHIES
            print(
                f"{seats} seats  {scale:6}  {tie:12}  tokens {metric['most_tokens_out'].mean():4.0f}, above {TOKENS} in"
                f" {100 * too_many_tokens.mean():5.1f} ± {100 * margin(too_many_tokens):.1f} %;"
                f" trophies above {TROPHIES} in {100 * too_many_trophies.mean():5.1f} ± {100 * margin(too_many_trophies):.1f} %;"
                f" rounds {rounds.mean():5.1f}; fests without a trophy"
                f" {100 * metric['fests_without_trophy'].sum() / rounds.sum():4.1f} %; aborted {games['aborted'][:, 0].sum()}",
                flush=True,
            )


def print_slots(seats: int, scale: str, costs: list[int], stacks: bool) -> None:
    """What the improvements are worth with these slots, and how many seats build them."""
    rules = load_rules("brew_baron", {**deck(*SCALES[scale]), "brewhouse.slot_costs": costs, "brewhouse.copies_stack": stacks})
    free = simulate(rules, ["greedy"] * seats, GAMES, SEED)
    built = (free["uses"][:, : len(IMPROVEMENTS)] > 0).mean(axis=0)
    told = []
    for k, item in enumerate(IMPROVEMENTS):
        rows = simulate_without([item], rules, ["greedy"] * seats, np.arange(GAMES), SEED)
        without = rows["win_share"][restricted_seat(rows["game"], seats) == rows["seat"]]
        told.append(f"{item} {100 * (1 / seats - without.mean()):+.1f} ± {100 * margin(without):.1f} ({100 * built[k]:.0f} %)")
    print(f"{seats} seats  {scale}  slots {costs}  {'copies stack' if stacks else 'one copy each'}: {', '.join(told)}", flush=True)


if __name__ == "__main__":
    for n_seats in TITLE.seats:
        print_box(n_seats)
    for n_seats in (2, 4):
        print_slots(n_seats, "5 x 13", SLOTS[0], stacks=True)
        for slot_costs in SLOTS:
            for copies_stack in (True, False):
                print_slots(n_seats, "13 x 5", slot_costs, copies_stack)
