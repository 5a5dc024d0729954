"""The compiled loops that play any title: many games, one decision, and games under suspicion."""

import numpy as np

from brewsim.engine.appraisal import Appraisal
from brewsim.engine.contract import AIMED, NONE, apply, check, conceal, features, item_of, legal, outcome, setup, survey
from brewsim.parts.chance import BOT_STREAM, draw, game_key, gumbel, stream_key
from brewsim.parts.compiling import compiled, inlined

# What `check_games` can find beyond a title's own invariants (those are positive).
FAULTS = {
    -1: "no legal action",
    -2: "the seat to move does not sit at the table",
    -3: "more legal actions than the title declares",
    -4: "the same action is offered twice",
    -5: "conceal breaks an invariant",
    -6: "the legal actions depend on what the seat cannot know",
    -7: "the features depend on what the seat cannot know",
    -8: "an item out of range",
}


@inlined
def appraise(rules, state, action, weights, total):
    """The weighted sum of the features of an action; `total` is scratch of one element."""
    total[0] = 0.0
    features(rules, state, action, Appraisal(weights, total))
    return total[0]


@inlined
def bot_key(key, seat, decision):
    """The key of the luck that a seat has in its n-th decision."""
    return draw(stream_key(key, BOT_STREAM + seat), decision)


@compiled
def drop_banned(rules, state, actions, n, banned):
    """Take out the actions that use a banned item or strive for it, where at least one other is left; return how many remain."""
    kept = 0
    for i in range(n):
        item = item_of(rules, state, actions[i])
        if item < NONE:
            item = AIMED - item
        if item == NONE or not banned[item]:
            actions[kept] = actions[i]
            kept += 1
    return kept if kept > 0 else n


@compiled
def decide(rules, state, actions, n, weights, temperature, key, total, values):
    """The index of the action that the bot chooses, with the value of each option left in `values`.

    A temperature turns the argmax into a softmax draw. The noise belongs to the action, not to its place in the list,
    and also breaks ties: two variants that offer the same actions meet the same luck.
    """
    survey(rules, state)
    best_value = -np.inf
    for i in range(n):
        value = appraise(rules, state, actions[i], weights, total)
        if temperature > 0.0:
            value += temperature * gumbel(draw(key, actions[i]))
        values[i] = value
        best_value = max(best_value, value)
    best, ties = 0, 0
    for i in range(n):  # free of branches, since nobody can predict where the best one stands
        is_best = values[i] == best_value
        best = i if is_best else best
        ties += is_best
    if ties > 1:
        for i in range(n):
            if values[i] == best_value and draw(key, actions[i]) > draw(key, actions[best]):
                best = i
    return best


@compiled
def rank(rows):
    """Rank the sides by score, then tie-break; share the win among the sides that are still equal."""
    n = len(rows)
    top = rows[0].score
    for a in range(n):
        top = max(top, rows[a].score)
    winners, tied = 0, 0
    for a in range(n):
        row = rows[a]
        row.rank = 1
        first_of_side = True
        has_rival = False
        for b in range(n):
            other = rows[b]
            if other.side == row.side:
                first_of_side = first_of_side and b >= a
                continue
            if not has_rival or row.score - other.score < row.margin:
                row.margin = row.score - other.score
            has_rival = True
            counted = False  # a side counts once, by its first seat
            for c in range(b):
                counted = counted or rows[c].side == other.side
            better = other.score > row.score or (other.score == row.score and other.tiebreak > row.tiebreak)
            if better and not counted:
                row.rank += 1
        if first_of_side:
            winners += row.rank == 1
            tied += row.score == top
    for a in range(n):
        row = rows[a]
        row.win_share = 1.0 / winners if row.rank == 1 else 0.0
        row.tied_first = tied > 1 and row.score == top
        row.tiebreak_used = tied > winners


@compiled
def open_game(rules, table, seed, game, n_seats):
    """Lay table[0] anew for this game. table[1] stays blank."""
    table[0] = table[1]
    state = table[0]
    state.key = game_key(seed, game)
    state.n_seats = n_seats
    setup(rules, state)


@compiled
def play_games(rules, table, games, seed, bots, rotates, weights, temperatures, banned, cap, goes_on, actions, total, values, out):
    """Play each game to its end, or to the cap on decisions, and write one row a seat into `out`.

    bots[seat] names the row of `weights`; a lineup that rotates moves on by one seat with every game. A game that
    `goes_on` lies on the table with its rows in `out`; its last decision stays in `actions` and `values`, the chosen one
    first.
    """
    n_seats = len(bots)
    restricted = False
    for seat in range(n_seats):
        for item in range(banned.shape[1]):
            restricted = restricted or banned[seat, item]
    state = table[0]
    for g in range(len(games)):
        game = games[g]
        rows = out[g * n_seats : (g + 1) * n_seats]
        if not goes_on:
            open_game(rules, table, seed, game, n_seats)
        for seat in range(n_seats):
            row = rows[seat]
            row.game = game
            row.seat = seat
            row.bot = bots[(seat + game) % n_seats] if rotates else bots[seat]
        decisions = 0
        while not state.over and decisions < cap:
            decisions += 1
            row = rows[state.seat]
            n = legal(rules, state, actions)
            if restricted:
                n = drop_banned(rules, state, actions, n, banned[state.seat])
            row.options += n
            choice = 0
            if n > 1:
                key = bot_key(state.key, state.seat, row.decisions)
                choice = decide(rules, state, actions, n, weights[row.bot], temperatures[row.bot], key, total, values)
            row.decisions += 1
            action = actions[choice]
            if goes_on:
                actions[0], actions[choice] = action, actions[0]
                values[0], values[choice] = values[choice], values[0]
            item = item_of(rules, state, action)
            if item > NONE and row.uses[item] < 255:
                if row.uses[item] == 0:
                    row.first_use[item] = min(state.rounds + 1, 255)
                row.uses[item] += 1
            apply(rules, state, action)
        outcome(rules, state, rows)
        rank(rows)
        for seat in range(n_seats):
            row = rows[seat]
            row.rounds = state.rounds + 1
            row.aborted = not state.over
            if row.aborted:
                row.rank = 0
                row.win_share = np.nan
                row.tied_first = False
                row.tiebreak_used = False


@compiled
def same_view(rules, state, other, actions, n, spare_actions, probe, total):
    """Whether `other`, which differs from `state` only in what the seat cannot know, looks the same: 0 or a fault.

    `probe` weighs all features differently, so that a sum tells whether any of them has changed.
    """
    if legal(rules, other, spare_actions) != n:
        return -6
    for i in range(n):
        if spare_actions[i] != actions[i]:
            return -6
    survey(rules, state)
    survey(rules, other)
    for i in range(n):
        if appraise(rules, state, actions[i], probe, total) != appraise(rules, other, actions[i], probe, total):
            return -7
    return 0


@compiled
def find_fault(rules, table, actions, n, max_actions, n_items, key, spare_actions, probe, total):
    """Look for a broken invariant or promise in table[0] before a decision; table[2] is scratch."""
    state = table[0]
    broken = check(rules, state)
    if broken != 0:
        return broken
    if n < 1:
        return -1
    if state.seat < 0 or state.seat >= state.n_seats:
        return -2
    if n > max_actions:
        return -3
    for i in range(n):
        item = item_of(rules, state, actions[i])
        if item <= AIMED - n_items or item >= n_items:
            return -8
        for j in range(i):
            if actions[j] == actions[i]:
                return -4
    table[2] = table[0]
    conceal(rules, table[2], state.seat, key)
    if check(rules, table[2]) != 0:
        return -5
    return same_view(rules, state, table[2], actions, n, spare_actions, probe, total)


@compiled
def check_games(
    rules, table, games, seed, n_seats, weights, cap, max_actions, n_items, actions, spare_actions, probe, total, values, report
):
    """Play games with one bot at all seats, looking for faults after every action.

    Returns how many games ended by themselves. At the first fault it stops and writes (game, decision, fault) to `report`.
    """
    ended = 0
    state = table[0]
    for game in games:
        open_game(rules, table, seed, game, n_seats)
        decisions = 0
        while not state.over and decisions < cap:
            n = legal(rules, state, actions)
            key = bot_key(state.key, 0, decisions)
            fault = find_fault(rules, table, actions, n, max_actions, n_items, key, spare_actions, probe, total)
            if fault != 0:
                report[0], report[1], report[2] = game, decisions, fault
                return ended
            apply(rules, state, actions[decide(rules, state, actions, n, weights, 0.0, key, total, values)])
            decisions += 1
        fault = check(rules, state)
        if fault != 0:
            report[0], report[1], report[2] = game, decisions, fault
            return ended
        ended += state.over
    return ended
