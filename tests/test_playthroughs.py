"""One seeded game of every title and number of seats, told in full: a change of rules shows as a readable diff.

`make playthroughs` writes them again; read the diff before you commit it.
"""

import sys
from pathlib import Path

from brewsim.bots import make_lineup, read_bots
from brewsim.play import simulate
from brewsim.replay import replay
from brewsim.rules import load_rules
from tests.conftest import TABLES

SEED, GAMES = 2026, 9  # of these games the one of middling length is told


def path_of(name: str, seats: int) -> Path:
    return Path(__file__).parent / "games" / name / f"playthrough_{seats}.txt"


def story(name: str, seats: int) -> str:
    """A game of the planning bots against each other, preferences left out: weights may change, rules may not."""
    rules = load_rules(name)
    plans = [bot for bot in read_bots(rules.title) if bot not in ("random", "novice", "expert")]
    lineup = make_lineup(rules.title, [plans[seat % len(plans)] for seat in range(seats)])
    decisions = simulate(rules, lineup, GAMES, SEED)["decisions"].reshape(GAMES, seats).sum(axis=1)
    game = int(decisions.argsort(kind="stable")[GAMES // 2])
    lines = "\n".join(replay(rules, lineup, game, SEED)).split("\n")
    return "\n".join(line.split("  [")[0] for line in lines) + "\n"


def test_the_recorded_game_is_played_again(table):
    assert story(*table) == path_of(*table).read_text(encoding="utf-8"), "if the change is meant, run `make playthroughs` and read the diff"


if __name__ == "__main__":
    for name, seats in TABLES:
        path_of(name, seats).write_text(story(name, seats), encoding="utf-8")
        sys.stdout.write(f"{path_of(name, seats)}\n")
