"""A bot that plays games out before it decides. It needs no knowledge of a title, so it reacts to every rule.

The best options by the bot's own values are played out in halving rounds. Each play-out begins with a copy of the table on which
all that the seat cannot know was dealt again, and the same bot plays on for all seats. All options of a round meet the same
luck, so their differences have a small error. The bot's own choice stays in the race to the end, and another option takes its
place only if it is better by more than chance: so a search is not worse than the bot that plays its games out.

Where a title can tell a seat's chance to win when a round begins (`prospect`), a play-out ends there: the luck of later rounds, often far
greater than what one choice can bring, is left out, and a play-out takes a fraction of the time.
"""

import math

from brewsim.engine.contract import GAME, SEARCH_WIDTH, apply, conceal, legal, outcome, prospect
from brewsim.engine.deciding import decide, drop_banned
from brewsim.engine.ranking import rank
from brewsim.parts.chance import draw
from brewsim.parts.compiling import compiled

LUCK = 1 << 20  # play-out p of a decision has the luck of number LUCK + p; lower numbers belong to the actions
DOUBT = 1.6  # standard errors by which an option must be better than the own choice; less lets noise decide (Brew Baron), more hides gains
CLEARNESS = 0.5  # what a clear win counts beside the win itself: the margin as a share of the scores
ALL_ROUNDS = 1 << 15  # more than a game can have
OWN_CHOICE, RIVAL = 0, 1  # candidates


@compiled
def search(rules, players, bots, place, n, banned, restricted, cap, key, desk, trial):
    """The index of the option that the seat to move at `desk` takes after the play-outs, made at the desk `trial`.

    Its bot, at this `place` of the lineup, plays on for all seats.
    """
    player = players[bots[place]]
    choice = decide(rules, player, n, key, desk)
    left = rank_candidates(desk, n, choice, min(SEARCH_WIDTH, max(2, player.playouts // 4)))  # fewer candidates with few play-outs
    for i in range(left):
        desk.gain[i] = desk.squares[i] = 0.0
    rounds = halvings(left)
    played = 0
    for _ in range(rounds):
        more = max(1, player.playouts // (rounds * left))
        for p in range(played, played + more):
            compare_candidates(rules, players, bots, place, left, banned, restricted, cap, draw(key, LUCK + p), desk, trial)
        played += more
        if left > 2:
            left = drop_worse_half(desk, left)
    return desk.ranked[RIVAL] if left > 1 and is_better(desk, played) else desk.ranked[OWN_CHOICE]


@compiled
def rank_candidates(desk, n, choice, most):
    """Put the best options by the bot's values first in desk.ranked, its own choice at the head; return how many: `most`, or all."""
    ranked, values = desk.ranked, desk.values
    for i in range(n):
        ranked[i] = i
    ranked[OWN_CHOICE], ranked[choice] = choice, OWN_CHOICE
    width = min(n, most)
    for i in range(1, width):
        best = i
        for j in range(i + 1, n):
            if values[ranked[j]] > values[ranked[best]]:
                best = j
        ranked[i], ranked[best] = ranked[best], ranked[i]
    return width


@compiled
def halvings(left):
    """How many rounds it takes until the bot's own choice has one rival left, and that one is played out."""
    rounds = 1
    while left > 2:
        left = 1 + left // 2
        rounds += 1
    return rounds


@compiled
def compare_candidates(rules, players, bots, place, left, banned, restricted, cap, luck, desk, trial):
    """Play every candidate out once with the same luck, and add up what each gained over the bot's own choice."""
    own = 0.0
    for i in range(left):
        action = desk.actions[desk.ranked[i]]
        result = play_out(rules, players, bots, place, action, banned, restricted, cap, luck, desk, trial)
        if i == OWN_CHOICE:
            own = result
        desk.gain[i] += result - own
        desk.squares[i] += (result - own) * (result - own)


@compiled
def play_out(rules, players, bots, place, action, banned, restricted, cap, luck, desk, trial):
    """How a game ends for the seat to move if it takes the action now: its share of the win, and how clear it was.

    The bot at `place` of the lineup plays on for all seats. If the title knows a `prospect` for the next round, that is the result.
    """
    seat = desk.tables[GAME].seat
    begin_playout(rules, seat, luck, desk, trial)
    state = trial.tables[GAME]
    this_round = state.rounds
    beliefs = players[bots[place]].beliefs
    apply(rules, state, action)
    knows_prospects = prospect(rules, beliefs, state, seat) >= 0.0
    if knows_prospects:
        play_rounds(rules, players, bots, place, 0, banned, restricted, cap, luck, this_round, trial)
        if not state.over:
            return prospect(rules, beliefs, state, seat)
    finish_playout(rules, players, bots, place, 0, banned, restricted, cap, luck, trial)
    row = trial.rows[seat]
    if knows_prospects:
        return row.win_share  # on the scale of the chances above
    return result_of(row)


@compiled
def result_of(row):
    """How a finished game ended for a seat: its share of the win, and how clear it was."""
    return row.win_share + CLEARNESS * row.margin / (abs(row.margin) + abs(row.score) + 1.0)


@compiled
def begin_playout(rules, viewer, luck, desk, trial):
    """Copy the table to the desk `trial`, with other luck to come; what the viewer cannot know is dealt again."""
    trial.playouts += 1
    trial.tables[GAME] = desk.tables[GAME]
    trial.views = desk.blank_views  # nothing may be kept from another play-out: the key of the game is the same
    state = trial.tables[GAME]
    conceal(rules, state, viewer, luck)
    state.key = luck  # of the shuffles and dice to come


@compiled
def play_rounds(rules, players, bots, place, turns, banned, restricted, cap, luck, last_round, trial):
    """Play on to the end of the game, of the last round, or to the cap.

    The bot at `place` of the lineup plays for all seats, or, if `turns` is 1, the one at place + seat for each, counted around.
    """
    state = trial.tables[GAME]
    decisions = 0
    while not state.over and decisions < cap and state.rounds <= last_round:
        n = legal(rules, state, trial.actions)
        if restricted:
            n = drop_banned(rules, n, banned, trial)
        choice = 0
        if n > 1:
            choice = decide(rules, players[bots[(place + turns * state.seat) % len(bots)]], n, draw(luck, decisions), trial)
        apply(rules, state, trial.actions[choice])
        decisions += 1


@compiled
def finish_playout(rules, players, bots, place, turns, banned, restricted, cap, luck, trial):
    """Play on to the end, and rank the seats in trial.rows. Who plays: see `play_rounds`."""
    play_rounds(rules, players, bots, place, turns, banned, restricted, cap, luck, ALL_ROUNDS, trial)
    state = trial.tables[GAME]
    rows = trial.rows[: state.n_seats]
    outcome(rules, state, rows)
    rank(rows)


@compiled
def drop_worse_half(desk, left):
    """Keep the bot's own choice and the better half of the others; return how many are left."""
    ranked, gain, squares = desk.ranked, desk.gain, desk.squares
    kept = 1 + left // 2
    for i in range(1, kept):
        best = i
        for j in range(i + 1, left):
            if gain[j] > gain[best]:
                best = j
        ranked[i], ranked[best] = ranked[best], ranked[i]
        gain[i], gain[best] = gain[best], gain[i]
        squares[i], squares[best] = squares[best], squares[i]
    return kept


@compiled
def is_better(desk, played):
    """Whether the last rival is better than the bot's own choice by more than chance."""
    mean = desk.gain[RIVAL] / played
    variance = max(0.0, desk.squares[RIVAL] / played - mean * mean)
    return mean > DOUBT * math.sqrt(variance / played)
