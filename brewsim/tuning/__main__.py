"""`python -m brewsim.tuning [TITLE ...]`: find the bots of the box again and put them into each title's bots.toml, as `make bots` does.

First `expert`: it begins as the all-rounder and learns by play, also among the plans of the box. Where beliefs matter most it is
tuned before, since play teaches weights only. Then the plans: each keeps its character, begins as the all-rounder in all else, and meets
that and `expert`.
"""

import subprocess
import sys
from pathlib import Path

from brewsim.bots import ALL_ROUNDER, DEFAULT_BOT, read_bots
from brewsim.games import TITLES, load_title
from brewsim.tuning.writing import put_into_box

FOLDER = Path("runs") / "bots"
TUNED = f"{ALL_ROUNDER}-tuned"
TUNING_GAMES = {"brew": 800_000, "heaven_and_ale": 600_000, "wizards_brew": 3_000_000, "brew_baron": 1_000_000}  # where that helps
TUNING_ROUNDS = {"wizards_brew": 1}  # against bots that exploit it: without them it learns to bid what it cannot pay
GAMES = {"brew": 3_000_000, "brew_crafters": 12_000_000, "heaven_and_ale": 4_000_000, "wizards_brew": 6_000_000}  # others learn nothing
SPREADS = {"brew_crafters": 1, "wizards_brew": 6}  # teams gain by trying more at first, and auctions by trying less
PLAN_GAMES = {"brew_crafters": 100_000}  # in Brew and Heaven & Ale a tuned plan lost its character; in others none was better
SEED = 3


def make_bots(title: str) -> None:
    """Find the bots of a title, each with a command that can be stopped and called again."""
    folder = FOLDER / title
    folder.mkdir(parents=True, exist_ok=True)
    bots = read_bots(load_title(title))
    if title in GAMES:
        _make_learned(title, ",".join(name for name, bot in bots.items() if name == ALL_ROUNDER or bot.character))
    else:
        _make(title, DEFAULT_BOT, "tune", title, "--budget", TUNING_GAMES[title], "--seed", SEED)
    for name, bot in bots.items():
        if bot.character and title in PLAN_GAMES:
            league = f"{ALL_ROUNDER},{DEFAULT_BOT}"
            _make(title, name, "tune", title, "--bot", name, "--from", ALL_ROUNDER, "--against", league, "--budget", PLAN_GAMES[title])
    _put_into_box(title, DEFAULT_BOT)  # again, so that it stands below the plans


def _make_learned(title: str, league: str) -> None:
    """Find `expert` by learning; where that helps, from a bot that was tuned against the league."""
    start, files = ALL_ROUNDER, list[object]()
    if title in TUNING_GAMES:
        start, file = TUNED, FOLDER / title / f"{TUNED}.toml"
        rounds = ["--rounds", TUNING_ROUNDS[title]] if title in TUNING_ROUNDS else []
        _call("tune", title, "--against", league, *rounds, "--budget", TUNING_GAMES[title], "--seed", SEED, "--out", file)
        files = ["--bot-file", file]
    spread = ["--spread", SPREADS[title]] if title in SPREADS else []
    _make(title, DEFAULT_BOT, "learn", title, "--bot", start, *files, "--budget", GAMES[title], *spread, "--seed", SEED)


def _make(title: str, name: str, *words: object) -> None:
    """Find a bot and put it into the box."""
    _call(*words, "--out", FOLDER / title / f"{name}.toml")
    _put_into_box(title, name)


def _put_into_box(title: str, name: str) -> None:
    """A bot that is not better than what it began as was not written: then the box stays as it is."""
    file = FOLDER / title / f"{name}.toml"
    if file.exists():
        put_into_box(load_title(title).folder / "bots.toml", file)


def _call(*words: object) -> None:
    print("brewsim", *words, flush=True)
    if code := subprocess.run([sys.executable, "-m", "brewsim", *map(str, words)]).returncode:
        sys.exit(code)


for chosen in sys.argv[1:] or TITLES:
    make_bots(chosen)
