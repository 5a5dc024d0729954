"""Lessons for a bot: at some of its decisions several options are played out, and what came of each is written down.

Nothing is dealt again before that: over many games, what the seat cannot know is as likely as it is at real tables, and those who play on
see no more than they may.
"""

import numpy as np

from brewsim.engine.contract import GAME, SEARCH_WIDTH, apply, features, legal
from brewsim.engine.deciding import bot_key, decide
from brewsim.engine.drivers import open_game
from brewsim.engine.search import LUCK, play_out, rank_candidates
from brewsim.parts.chance import draw, unit
from brewsim.parts.compiling import compiled

LEARNER = 0  # the player who gets lessons
AT_RANDOM = 3  # options of a lesson that are not the best by the bot's values, so that it may find out what it misjudges
TEACH, PICK = 1 << 30, 1 << 31  # numbers of draws that play-outs and actions do not have


def lesson_dtype(n_features: int) -> np.dtype:
    """What a lesson tells."""
    return np.dtype(
        [
            ("n", np.int32),  # options that were played out; the bot's own choice is the first
            ("phase", np.int32),
            ("rounds", np.int32),  # completed
            ("features", np.float64, (SEARCH_WIDTH, n_features)),  # (option, feature)
            ("results", np.float64, (SEARCH_WIDTH,)),  # (option) how it ended, the mean over play-outs
        ],
        align=True,
    )


@compiled
def give_lessons(rules, players, bots, banned, n_games, seed, cap, often, playouts, desks, lessons):
    """Play games of a lineup that rotates, and fill `lessons` at a share `often` of the learner's choices; return how many."""
    n_seats = len(bots)
    desk, trial = desks[0], desks[1]
    state = desk.tables[GAME]
    given = 0
    for game in range(n_games):
        open_game(rules, desk.tables, seed, game, n_seats)
        decisions = 0
        while not state.over and decisions < cap:
            n = legal(rules, state, desk.actions)
            choice = 0
            if n > 1:
                key = bot_key(state.key, state.seat, decisions)
                number = bots[(state.seat + game) % n_seats]
                choice = decide(rules, players[number], n, key, desk)
                if number == LEARNER and unit(draw(key, TEACH)) < often:
                    teach(rules, players, bots, game, banned, n, choice, cap, key, playouts, desk, trial, lessons[given])
                    given += 1
                    if given == len(lessons):
                        return given
            apply(rules, state, desk.actions[choice])
            decisions += 1
    return given


@compiled
def teach(rules, players, bots, place, banned, n, choice, cap, key, playouts, desk, trial, lesson):
    """Play out the options that the bot values most, and some others. All of them meet the same luck."""
    state, ranked = desk.tables[GAME], desk.ranked
    width = rank_candidates(desk, n, choice, SEARCH_WIDTH)
    for i in range(max(1, width - AT_RANDOM), width):
        j = i + int(unit(draw(key, PICK + i)) * (n - i))
        ranked[i], ranked[j] = ranked[j], ranked[i]
    lesson.n = width
    lesson.phase = state.phase
    lesson.rounds = state.rounds
    for i in range(width):
        action = desk.actions[ranked[i]]
        features(rules, players[LEARNER].beliefs, state, desk.views[state.seat], action, lesson.features[i])
        for p in range(playouts):
            luck = draw(key, LUCK + p)
            lesson.results[i] += play_out(rules, players, bots, place, 1, False, action, banned, False, cap, luck, desk, trial) / playouts
