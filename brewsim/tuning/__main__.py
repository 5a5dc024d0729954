"""`python -m brewsim.tuning TITLE FILE`: put a bot that was tuned into the title's bots.toml, as `make bots` does."""

import sys
from pathlib import Path

from brewsim.errors import BadInput
from brewsim.games import load_title
from brewsim.tuning.writing import put_into_box

_, title, file = sys.argv
try:
    if Path(file).exists():  # a tuning that found nothing better has written nothing
        put_into_box(load_title(title).folder / "bots.toml", Path(file))
except BadInput as error:
    sys.exit(f"brewsim: {error}")
