"""Practice for a bot: it draws from its options by the softmax of its values, and each game tells which way its weights should lean.

What it did in a game is a direction: towards the features of what it chose, away from those of what it might have chosen. Games that
end better than usual count for that direction, others against it; the mean over many games is the gradient of what the bot wins.
"""

import math

import numpy as np

from brewsim.engine.contract import GAME, apply, legal, outcome
from brewsim.engine.deciding import bot_key, decide, moment_of, see_options
from brewsim.engine.drivers import open_game
from brewsim.engine.ranking import rank
from brewsim.engine.search import CLEARNESS, result_of
from brewsim.parts.chance import draw, unit
from brewsim.parts.compiling import compiled

LEARNER = 0  # the player who practises
LOOK = 8  # every so many choices of the learner tell how sure it is and how much features vary
CLEAR_LOSS = -CLEARNESS  # the worst result
CHANCE = 1 << 30  # the number of a draw that actions do not have


def notes_dtype(n_seats: int, room: int, n_moments: int, n_features: int) -> np.dtype:
    """What practice tells, and room to work it out."""
    weights = (n_moments, n_features)
    return np.dtype(
        [
            ("seen", np.float64, (room, n_features)),  # (option, feature) of a decision
            ("chances", np.float64, (room,)),  # (option) of a decision, to be chosen, relative to each other
            ("leans", np.float64, n_features),  # of a decision: features of what was chosen, less what they are on average
            ("lean", np.float64, (n_seats, *weights)),  # (seat, moment, feature) of a game: the sum of all these
            ("leans_all", np.float64, (n_seats, *weights)),  # of all games
            ("leans_won", np.float64, (n_seats, *weights)),  # of all games, each times its result
            ("results", np.float64, n_seats),  # (seat) of all games of the learner there
            ("wins", np.float64, n_seats),  # (seat) shares of the win
            ("games", np.float64, n_seats),  # (seat) of the learner there
            ("looks", np.float64, n_moments),  # (moment) choices that tell the following
            ("sureness", np.float64, (n_moments, n_features, n_features)),  # products of leans: what a step changes in its choices
            ("spread", np.float64, weights),  # variance among options
        ],
        align=True,
    )


@compiled
def practise(rules, players, bots, n_games, seed, cap, desk, notes):
    """Play games of a lineup that rotates, and add to the notes. One that is aborted is lost by all, or a bot learns never to end it."""
    n_seats = len(bots)
    state = desk.tables[GAME]
    for game in range(n_games):
        open_game(rules, desk.tables, seed, game, n_seats)
        notes.lean[:] = 0.0
        decisions = 0
        while not state.over and decisions < cap:
            n = legal(rules, state, desk.actions)
            choice = 0
            if n > 1:
                key = bot_key(state.key, state.seat, decisions)
                number = bots[(state.seat + game) % n_seats]
                player = players[number]
                if number == LEARNER:
                    choice = try_out(rules, player, n, key, desk, notes)
                    if (decisions + game) % LOOK == 0:
                        look(moment_of(player, state), n, notes)
                else:
                    choice = decide(rules, player, n, key, desk)
            apply(rules, state, desk.actions[choice])
            decisions += 1
        rows = desk.rows[:n_seats]
        if state.over:
            outcome(rules, state, rows)
            rank(rows)
        for seat in range(n_seats):
            if bots[(seat + game) % n_seats] == LEARNER:
                notes.wins[seat] += rows[seat].win_share if state.over else 0.0
                add_game(seat, result_of(rows[seat]) if state.over else CLEAR_LOSS, notes)


@compiled
def try_out(rules, player, n, key, desk, notes):
    """The index of an option, drawn by the softmax of the values; how it leans is noted."""
    state, seen, chances, leans = desk.tables[GAME], notes.seen, notes.chances, notes.leans
    moment = moment_of(player, state)
    n_features = len(leans)
    seen[:n] = 0.0
    see_options(rules, player.beliefs, n, desk, seen)
    best = -np.inf
    for i in range(n):
        value = 0.0
        for f in range(n_features):
            value += seen[i, f] * player.weights[moment, f]
        chances[i] = value
        best = max(best, value)
    total = 0.0
    for i in range(n):
        chances[i] = math.exp(chances[i] - best)
        total += chances[i]
    rest = unit(draw(key, CHANCE)) * total
    choice = 0
    while choice < n - 1 and rest >= chances[choice]:
        rest -= chances[choice]
        choice += 1
    lean = notes.lean[state.seat, moment]
    for f in range(n_features):
        usual = 0.0
        for i in range(n):
            usual += chances[i] * seen[i, f]
        leans[f] = seen[choice, f] - usual / total
        lean[f] += leans[f]
    return choice


@compiled
def look(moment, n, notes):
    """Note how sure the learner is at this moment, and how much features vary, by the decision that was just tried out."""
    seen, leans = notes.seen, notes.leans
    notes.looks[moment] += 1.0
    for f in range(len(leans)):
        total, squares = 0.0, 0.0
        for i in range(n):
            total += seen[i, f]
            squares += seen[i, f] * seen[i, f]
        notes.spread[moment, f] += max(0.0, squares / n - (total / n) * (total / n))
        if leans[f] != 0.0:
            for g in range(len(leans)):
                notes.sureness[moment, f, g] += leans[f] * leans[g]


@compiled
def add_game(seat, result, notes):
    """Note how a game of the learner at this seat has ended."""
    notes.games[seat] += 1.0
    notes.results[seat] += result
    lean = notes.lean[seat]
    for moment in range(lean.shape[0]):
        for f in range(lean.shape[1]):
            notes.leans_all[seat, moment, f] += lean[moment, f]
            notes.leans_won[seat, moment, f] += result * lean[moment, f]
