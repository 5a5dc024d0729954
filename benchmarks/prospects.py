"""Finds what brewsim/games/brew_baron/prospects.toml says: how a seat's chance to win follows from what it has when a round begins.

python benchmarks/prospects.py [GAMES] [BOT] plays games of one bot at every number of seats, fits the odds to who has won them, and
prints the file. Its last comment tells how well the odds foretell games that they were not fitted to.
"""

import sys

import numpy as np
from scipy.optimize import minimize

from brewsim.bots import DEFAULT_BOT, make_lineup
from brewsim.engine.contract import GAME, apply, legal, outcome
from brewsim.engine.deciding import bot_key, decide
from brewsim.engine.drivers import open_game
from brewsim.engine.ranking import rank
from brewsim.games.brew_baron import TITLE
from brewsim.games.brew_baron.prospects import SIGNS, lateness, odds_of
from brewsim.parts.compiling import compiled
from brewsim.play import new_desks
from brewsim.rules import load_rules

GAMES, SEED = 20_000, 3
ROUNDS = 40  # of one game that are noted at most
EVERY = 5  # every fifth game is kept to test the odds
CLOSENESS = 1e-6  # to 0, so that a sign that is never seen stays there


@compiled
def note_rounds(rules, player, units, n_seats, games, seed, cap, desk, signs, wins):
    """Note the signs of every seat when a round begins, [game, round, seat, sign], and who has won; `units` believe in one sign each."""
    state = desk.tables[GAME]
    for game in range(games):
        open_game(rules, desk.tables, seed, game, n_seats)
        decisions, noted = 0, 0
        while not state.over and decisions < cap:
            if state.rounds > noted and noted + 1 < ROUNDS:
                noted = state.rounds
                for seat in range(n_seats):
                    for sign in range(len(units)):
                        signs[game, noted, seat, sign] = odds_of(rules, units[sign], state, seat, lateness(rules, state))
            n = legal(rules, state, desk.actions)
            choice = decide(rules, player, n, bot_key(state.key, state.seat, decisions), desk) if n > 1 else 0
            apply(rules, state, desk.actions[choice])
            decisions += 1
        rows = desk.rows[:n_seats]
        outcome(rules, state, rows)
        rank(rows)
        for seat in range(n_seats):
            for played in range(1, noted + 1):
                wins[game, played, seat] = rows[seat].win_share


def play(bot: str, seats: int, games: int) -> tuple[np.ndarray, np.ndarray]:
    rules = load_rules(TITLE.name)
    players, _ = make_lineup(TITLE, [bot] * seats).players(rules)
    units = np.zeros(len(SIGNS), TITLE.beliefs_dtype).view(np.recarray)
    for sign in range(len(SIGNS)):
        units[sign].prospects[:, sign] = 1.0
    signs, wins = np.zeros((games, ROUNDS, seats, len(SIGNS)), np.float32), np.zeros((games, ROUNDS, seats), np.float32)
    with np.errstate(over="ignore"):  # the mixer wraps around on purpose
        note_rounds(rules.record, players[0], units, seats, games, np.uint64(SEED), TITLE.cap, new_desks(TITLE)[0], signs, wins)
    return signs, wins


def loss_of(weights: np.ndarray, signs: np.ndarray, wins: np.ndarray) -> tuple[float, np.ndarray]:
    """How badly these weights foretell the winners, and how that changes with each weight."""
    odds = signs @ weights
    chances = np.exp(odds - odds.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    loss = -(wins * np.log(chances)).sum() / len(wins) + CLOSENESS * weights @ weights
    return float(loss), np.tensordot(chances - wins, signs, 2) / len(wins) + 2 * CLOSENESS * weights


def main(games: int = GAMES, bot: str = DEFAULT_BOT) -> None:
    found, told = [], []
    for seats in TITLE.seats:
        signs, wins = play(bot, seats, games)
        is_noted, is_test = wins.sum(axis=2) > 0, (np.arange(games) % EVERY == 0)[:, None]
        fitted, tested = is_noted & ~is_test, is_noted & is_test
        start = np.zeros(len(SIGNS))
        best = minimize(loss_of, start, (signs[fitted].astype(float), wins[fitted].astype(float)), jac=True, method="L-BFGS-B")
        found.append(best.x)
        told.append(loss_of(best.x, signs[tested], wins[tested])[0])
    for sign, values in zip(SIGNS, np.array(found).T):
        print(f"{sign} = [{', '.join(f'{value:.3f}' for value in values)}]")
    chance = [np.log(seats) for seats in TITLE.seats]
    print(f"# loss in other games: {', '.join(f'{loss:.3f} of {most:.3f}' for loss, most in zip(told, chance))}")


if __name__ == "__main__":
    main(*(int(argument) if argument.isdigit() else argument for argument in sys.argv[1:]))  # type: ignore[arg-type]
