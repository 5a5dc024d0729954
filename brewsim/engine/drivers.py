"""The compiled loops that play any title: many games, and games that are checked after every action."""

import numpy as np

from brewsim.engine.appraisal import Appraisal
from brewsim.engine.contract import AHEAD, AIMED, LEADING, NONE, apply, check, conceal, features, item_of, legal, outcome, setup, survey
from brewsim.parts.chance import BOT_STREAM, draw, game_key, gumbel, stream_key
from brewsim.parts.compiling import compiled, inlined

# The tables of a desk.
GAME, BLANK, COPY, FIRST_AHEAD = 0, 1, 2, 3

# What `check_games` can find beyond a title's own invariants (those are positive).
WHOLE = 0
NO_ACTION, NO_SEAT, TOO_MANY, TWICE, BAD_DEAL, PEEKING_RULES, PEEKING_BOT, NO_ITEM, STALE_VIEW = range(-1, -10, -1)
FAULTS = {
    NO_ACTION: "no legal action",
    NO_SEAT: "the seat to move does not sit at the table",
    TOO_MANY: "more legal actions than the title declares",
    TWICE: "the same action is offered twice",
    BAD_DEAL: "conceal breaks an invariant",
    PEEKING_RULES: "the legal actions depend on what the seat cannot know",
    PEEKING_BOT: "the features depend on what the seat cannot know",
    NO_ITEM: "an item out of range",
    STALE_VIEW: "the features depend on what the view held before the survey",
}


@inlined
def appraise(rules, player, state, view, action, total):
    """The weighted sum of the features of an action; `total` is scratch of one element."""
    total[0] = 0.0
    features(rules, player.beliefs, state, view, action, Appraisal(player.weights, total))
    return total[0]


@inlined
def bot_key(key, seat, decision):
    """The key of the luck that a seat has in its n-th decision."""
    return draw(stream_key(key, BOT_STREAM + seat), decision)


@inlined
def is_leading(code):
    """Whether `item_of` says of an action that it leads to more."""
    return code < LEADING // 2


@inlined
def used_item(code):
    """The item that an action uses by what `item_of` says, or a number up to NONE."""
    return code - LEADING if is_leading(code) else code


@inlined
def is_banned(code, banned):
    """Whether an action uses a banned item or aims at it."""
    item = used_item(code)
    if item < NONE:
        item = AIMED - item
    return item != NONE and banned[item]


@compiled
def must_use_banned(rules, action, banned, desk):
    """Whether every way on from this action leads to a banned item before the turn of the seat ends.

    Tried on copies of the table, a few choices deep; a way that is still free then counts as free.
    """
    tables, tried, following = desk.tables, desk.tried, desk.spare_actions
    state = tables[GAME]
    tables[FIRST_AHEAD] = state
    apply(rules, tables[FIRST_AHEAD], action)
    depth = 0
    tried[depth] = 0
    while depth >= 0:
        after = tables[FIRST_AHEAD + depth]
        if after.over or after.seat != state.seat or after.rounds != state.rounds:
            return False
        n = legal(rules, after, following)
        i = tried[depth]
        while i < n and is_banned(item_of(rules, after, following[i]), banned):
            i += 1
        tried[depth] = i + 1
        if i == n:
            depth -= 1
        elif n == 1:  # no other way: go on at the same table
            apply(rules, after, following[0])
            tried[depth] = 0
        elif depth + 1 == AHEAD:
            return False
        else:
            depth += 1
            tables[FIRST_AHEAD + depth] = after
            apply(rules, tables[FIRST_AHEAD + depth], following[i])
            tried[depth] = 0
    return True


@compiled
def drop_banned(rules, n, banned, desk):
    """Take out the actions that use a banned item, aim at it or must lead to it, where at least one other is left.

    Returns how many remain.
    """
    actions, kept = desk.actions, 0
    for i in range(n):
        code = item_of(rules, desk.tables[GAME], actions[i])
        drops = is_banned(code, banned)
        if not drops and is_leading(code):
            drops = must_use_banned(rules, actions[i], banned, desk)
        if not drops:
            actions[kept] = actions[i]
            kept += 1
    return kept if kept > 0 else n


@compiled
def decide(rules, player, state, view, actions, n, key, total, values):
    """The index of the action that the bot chooses, with the value of each option left in `values`.

    A temperature turns the argmax into a softmax draw. The noise belongs to the action, not to its place in the list,
    and also breaks ties: two variants that offer the same actions meet the same luck.
    """
    survey(rules, player.beliefs, state, view)
    best_value = -np.inf
    temperature = player.temperature
    for i in range(n):
        value = appraise(rules, player, state, view, actions[i], total)
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
def open_game(rules, tables, seed, game, n_seats):
    """Lay the table for this game."""
    tables[GAME] = tables[BLANK]
    state = tables[GAME]
    state.key = game_key(seed, game)
    state.n_seats = n_seats
    setup(rules, state)


@compiled
def note_step(step, state, actions, n, choice, values):
    """Write down a decision for a game that is told."""
    step.before = state
    step.choice = choice
    step.n_options = n
    for i in range(n):
        step.actions[i] = actions[i]
        step.values[i] = values[i] if n > 1 else 0.0


@compiled
def play_games(rules, players, bots, rotates, banned, games, seed, cap, desk, steps, out):
    """Play each game to its end, or to the cap on decisions, and write one row a seat into `out`.

    bots[seat] is the player of a seat; a lineup that rotates moves on by one seat with every game. banned[seat, item] are left
    out where there is another choice. The first decisions of a game are written to `steps`, as many as it has room for.
    """
    n_seats = len(bots)
    restricted = False
    for seat in range(n_seats):
        for item in range(banned.shape[1]):
            restricted = restricted or banned[seat, item]
    tables, views, actions, total, values = desk.tables, desk.views, desk.actions, desk.total, desk.values
    state = tables[GAME]
    for g in range(len(games)):
        game = games[g]
        rows = out[g * n_seats : (g + 1) * n_seats]
        open_game(rules, tables, seed, game, n_seats)
        for seat in range(n_seats):
            row = rows[seat]
            row.game = game
            row.seat = seat
            row.bot = (seat + game) % n_seats if rotates else seat
        decisions = 0
        while not state.over and decisions < cap:
            row = rows[state.seat]
            n = legal(rules, state, actions)
            if restricted:
                n = drop_banned(rules, n, banned[state.seat], desk)
            row.options += n
            choice = 0
            if n > 1:
                key = bot_key(state.key, state.seat, row.decisions)
                choice = decide(rules, players[bots[row.bot]], state, views[state.seat], actions, n, key, total, values)
            row.decisions += 1
            action = actions[choice]
            if decisions < len(steps):
                note_step(steps[decisions], state, actions, n, choice, values)
            decisions += 1
            item = used_item(item_of(rules, state, action))
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
def same_view(rules, probe, state, other, desk, n, nonsense):
    """Whether `other`, which differs from `state` only in what the seat cannot know, looks the same: WHOLE or a fault.

    `probe` weighs all features differently, so that a sum tells whether any of them has changed. The other view holds
    `nonsense` before the survey.
    """
    actions, spare_actions, spare_view, total = desk.actions, desk.spare_actions, desk.spare_view, desk.total
    view = desk.views[state.seat]
    if legal(rules, other, spare_actions) != n:
        return PEEKING_RULES
    for i in range(n):
        if spare_actions[i] != actions[i]:
            return PEEKING_RULES
    survey(rules, probe.beliefs, state, view)
    desk.spare_view = nonsense
    survey(rules, probe.beliefs, state, spare_view)
    for i in range(n):
        if appraise(rules, probe, state, view, actions[i], total) != appraise(rules, probe, state, spare_view, actions[i], total):
            return STALE_VIEW
    desk.spare_view = nonsense  # or a view that keeps things would hide a peek in them
    survey(rules, probe.beliefs, other, spare_view)
    for i in range(n):
        if appraise(rules, probe, state, view, actions[i], total) != appraise(rules, probe, other, spare_view, actions[i], total):
            return PEEKING_BOT
    return WHOLE


@compiled
def find_fault(rules, probe, desk, n, max_actions, n_items, decision, key):
    """Look for a broken invariant or promise before a decision."""
    tables, actions = desk.tables, desk.actions
    state = tables[GAME]
    broken = check(rules, state)
    if broken != WHOLE:
        return broken
    if n < 1:
        return NO_ACTION
    if state.seat < 0 or state.seat >= state.n_seats:
        return NO_SEAT
    if n > max_actions:
        return TOO_MANY
    for i in range(n):
        item = used_item(item_of(rules, state, actions[i]))
        if item <= AIMED - n_items or item >= n_items:
            return NO_ITEM
        for j in range(i):
            if actions[j] == actions[i]:
                return TWICE
    tables[COPY] = state
    conceal(rules, tables[COPY], state.seat, key)
    if check(rules, tables[COPY]) != WHOLE:
        return BAD_DEAL
    return same_view(rules, probe, state, tables[COPY], desk, n, desk.poison[decision % 2])


@compiled
def check_games(rules, player, probe, games, seed, n_seats, cap, max_actions, n_items, desk, report):
    """Play games with one bot at all seats, looking for faults before every action.

    Returns how many games ended by themselves. At the first fault it stops and writes (game, decision, fault) to `report`.
    """
    ended = 0
    state = desk.tables[GAME]
    for game in games:
        open_game(rules, desk.tables, seed, game, n_seats)
        decisions = 0
        while not state.over and decisions < cap:
            n = legal(rules, state, desk.actions)
            key = bot_key(state.key, 0, decisions)
            fault = find_fault(rules, probe, desk, n, max_actions, n_items, decisions, key)
            if fault != WHOLE:
                report[0], report[1], report[2] = game, decisions, fault
                return ended
            choice = decide(rules, player, state, desk.views[state.seat], desk.actions, n, key, desk.total, desk.values)
            apply(rules, state, desk.actions[choice])
            decisions += 1
        fault = check(rules, state)
        if fault != WHOLE:
            report[0], report[1], report[2] = game, decisions, fault
            return ended
        ended += state.over
    return ended
