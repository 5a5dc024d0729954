"""Fuzz every title through the checking driver, far longer than the tests do: every bot, every number of seats."""

from rich.console import Console

from brewsim.bots import read_bots
from brewsim.games import TITLES, load_title
from brewsim.play import check

GAMES = 100_000

console = Console()
for name in TITLES:
    title = load_title(name)
    for seats in title.seats:
        for bot in read_bots(title):
            ended = check(name, seats, GAMES, bot, seed=77)
            console.print(f"{name}, {seats} seats, {bot}: {GAMES:,} games without a fault, {GAMES - ended:,} aborted")
