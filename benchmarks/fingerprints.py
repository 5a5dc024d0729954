"""A digest of the outcomes of every title, bot and number of seats: two versions that print the same lines play the same games.

python benchmarks/fingerprints.py [-n GAMES] [TITLE...] > before.txt
"""

import argparse
import hashlib

from brewsim.bots import read_bots
from brewsim.games import TITLES, load_title
from brewsim.play import simulate


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", type=int, default=20_000, metavar="GAMES")
    parser.add_argument("titles", nargs="*", metavar="TITLE")
    arguments = parser.parse_args()
    for name in arguments.titles or TITLES:
        title = load_title(name)
        for bot in read_bots(title):
            for seats in title.seats:
                rows = simulate(name, [bot] * seats, arguments.n)
                print(name, seats, bot, hashlib.sha256(rows.tobytes()).hexdigest()[:16], flush=True)


if __name__ == "__main__":
    main()
