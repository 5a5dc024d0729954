"""`python -m brewsim.tuning [TITLE ...]`: find the bots of the box again and put them into each title's bots.toml, as `make bots` does.

First `expert`: it begins as the all-rounder, and meets that, the plans of the box and what was found before; among the all-rounder alone
it was found to be weaker. Then the plans: each keeps its character, begins as the all-rounder in all else, and meets that and `expert`.
"""

import subprocess
import sys
from pathlib import Path

from brewsim.bots import ALL_ROUNDER, DEFAULT_BOT, read_bots
from brewsim.games import TITLES, load_title
from brewsim.tuning.writing import put_into_box

FOLDER = Path("runs") / "bots"
LEARNED = "learned"
PLAYOUTS = {"brew_crafters": 24_000_000, "heaven_and_ale": 3_000_000}  # that an expert learns from, where that was measured to help
GAMES = {"brew": 800_000, "heaven_and_ale": 600_000, "wizards_brew": 3_000_000, "brew_baron": 1_000_000}  # that it is tuned with, too
ROUNDS = {"wizards_brew": 1}  # against bots that exploit it, where one tuning alone left it open to them; a second round made it weaker
PLAN_GAMES = {"brew": 100_000, "brew_crafters": 100_000}  # in Heaven & Ale a tuned plan lost its character; in others none was better
SEED = 3


def make_bots(title: str) -> None:
    """Find the bots of a title, each with a command that can be stopped and called again."""
    folder = FOLDER / title
    folder.mkdir(parents=True, exist_ok=True)
    if title not in GAMES:
        _make(title, DEFAULT_BOT, "learn", title, "--budget", PLAYOUTS[title])
    elif title in PLAYOUTS:
        learned = folder / f"{LEARNED}.toml"
        _call("learn", title, "--budget", PLAYOUTS[title], "--out", learned)
        _make(title, DEFAULT_BOT, "tune", title, "--bot", LEARNED, "--bot-file", learned, "--budget", GAMES[title], "--seed", SEED)
    else:
        rounds = ["--rounds", ROUNDS[title]] if title in ROUNDS else []
        _make(title, DEFAULT_BOT, "tune", title, *rounds, "--budget", GAMES[title], "--seed", SEED)
    for name, bot in read_bots(load_title(title)).items():
        if bot.character and title in PLAN_GAMES:
            league = f"{ALL_ROUNDER},{DEFAULT_BOT}"
            _make(title, name, "tune", title, "--bot", name, "--from", ALL_ROUNDER, "--against", league, "--budget", PLAN_GAMES[title])


def _make(title: str, name: str, *words: object) -> None:
    """Find a bot and put it into the box. One that is not better than what it began as is not written, so the box stays as it is."""
    file = FOLDER / title / f"{name}.toml"
    _call(*words, "--out", file)
    if file.exists():
        put_into_box(load_title(title).folder / "bots.toml", file)


def _call(*words: object) -> None:
    print("brewsim", *words, flush=True)
    if code := subprocess.run([sys.executable, "-m", "brewsim", *map(str, words)]).returncode:
        sys.exit(code)


for chosen in sys.argv[1:] or TITLES:
    make_bots(chosen)
