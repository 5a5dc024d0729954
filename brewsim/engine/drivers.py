"""The compiled loops that play any title: many games, and games that are checked after every action."""

import numpy as np

from brewsim.engine.contract import AIMED, BLANK, COPY, GAME, NONE, apply, check, conceal, item_of, legal, outcome, setup, survey
from brewsim.engine.deciding import appraise, bot_key, decide, drop_banned, moment_of, used_item
from brewsim.engine.ranking import rank
from brewsim.engine.search import LUCK, begin_playout, finish_playout, search
from brewsim.parts.chance import draw, game_key
from brewsim.parts.compiling import compiled, inlined

FOLLOW_PLAYOUTS = 16  # from the half of a game that is followed
TO_THE_END = 2**15  # rounds: no game has as many

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


@compiled
def open_game(rules, tables, seed, game, n_seats):
    """Lay the table for this game."""
    tables[GAME] = tables[BLANK]
    state = tables[GAME]
    state.key = game_key(seed, game)
    state.n_seats = n_seats
    setup(rules, state)


@compiled
def seat_bots(rows, game, rotates):
    """Say in the rows of a game, all zero before, which game it is and which bot of the lineup sits where."""
    n_seats = len(rows)
    for seat in range(n_seats):
        row = rows[seat]
        row.game = game
        row.seat = seat
        row.bot = (seat + game) % n_seats if rotates else seat


@inlined
def luck_of(player, row, state):
    """The key of the luck that the seat to move has in its next decision."""
    return bot_key(state.key ^ player.salt, state.seat, row.decisions)


@compiled
def choose(rules, players, bots, place, n, row, banned, restricted, cap, desk, trial):
    """The index of the option that the bot at this place of the lineup takes. If it searches, it plays out at the desk `trial`."""
    player = players[bots[place]]
    key = luck_of(player, row, desk.tables[GAME])
    if player.playouts > 0:
        return search(rules, players, bots, place, n, banned, restricted, cap, key, desk, trial)
    return decide(rules, player, n, key, desk)


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
def take(rules, row, action, state):
    """Carry out what the seat to move has chosen, and count it in its row."""
    row.decisions += 1
    item = used_item(item_of(rules, state, action))
    if item > NONE and row.uses[item] < 255:
        if row.uses[item] == 0:
            row.first_use[item] = min(state.rounds + 1, 255)
        row.uses[item] += 1
    apply(rules, state, action)


@compiled
def close_game(rules, state, rows):
    """Write down how a game has ended. One that was aborted has no winner."""
    outcome(rules, state, rows)
    rank(rows)
    for seat in range(len(rows)):
        row = rows[seat]
        row.rounds = state.rounds + 1
        row.chance_at_half = np.nan
        row.aborted = not state.over
        if row.aborted:
            row.rank = 0
            row.win_share = np.nan
            row.tied_first = False
            row.tiebreak_used = False


@compiled
def is_restricted(banned):
    """Whether any seat may not use some item."""
    for seat in range(banned.shape[0]):
        for item in range(banned.shape[1]):
            if banned[seat, item]:
                return True
    return False


@compiled
def play_on(rules, players, bots, asks, rounds, banned, cap, desks, steps, rows):
    """Play to the end of the game, or to a choice that is not a bot's to make; return how many options it has, 0 at the end.

    It stops too when this number of `rounds` is completed.
    The bits of `asks` are the places of the lineup that make their choices themselves. The other arguments as in `play_games`.
    """
    restricted = is_restricted(banned)
    desk, trial = desks[0], desks[1]
    state = desk.tables[GAME]
    decisions = 0
    for seat in range(len(bots)):
        decisions += rows[seat].decisions
    while not state.over and decisions < cap and state.rounds < rounds:
        row = rows[state.seat]
        n = legal(rules, state, desk.actions)
        if restricted:
            n = drop_banned(rules, n, banned, desk)
        row.options += n
        if n > 1 and (asks >> row.bot) & 1:
            return n
        choice, player = 0, players[bots[row.bot]]
        if n > 1 and player.playouts > 0:
            choice = choose(rules, players, bots, row.bot, n, row, banned, restricted, cap, desk, trial)
        elif n > 1:  # not by `choose`: who is handed arrays counts a reference to each, 4 % of the time of Brew Baron
            choice = decide(rules, player, n, luck_of(player, row, state), desk)
        if decisions < len(steps):
            note_step(steps[decisions], state, desk.actions, n, choice, desk.values)
        decisions += 1
        take(rules, row, desk.actions[choice], state)
    close_game(rules, state, rows)
    return 0


@compiled
def go_on(rules, players, bots, asks, banned, cap, desks, steps, action, rows):
    """Carry out the action of a seat that was asked, if there is one yet, and play on to the next that is."""
    if action > NONE:
        state = desks[0].tables[GAME]
        take(rules, rows[state.seat], action, state)
    return play_on(rules, players, bots, asks, TO_THE_END, banned, cap, desks, steps, rows)


@compiled
def follow(rules, players, bots, rotates, banned, game, seed, cap, desks, steps, rows):
    """Write down with which chance each seat was to win a finished game after half of its rounds.

    The game is played again up to there, then played out several times by its own bots. Before each play-out what one of the
    seats cannot know is dealt again, the seats in turn: a chance that knows the decks would tell what nobody at the table can.
    """
    n_seats = len(bots)
    half = max(1, rows[0].rounds // 2)
    desk, trial = desks[0], desks[1]
    again = desk.rows[:n_seats]
    for seat in range(n_seats):
        again[seat].decisions = 0
    open_game(rules, desk.tables, seed, game, n_seats)
    seat_bots(again, game, rotates)
    play_on(rules, players, bots, 0, half, banned, cap, desks, steps, again)
    state = desk.tables[GAME]
    if state.over or state.rounds < half:
        return
    for seat in range(n_seats):
        rows[seat].chance_at_half = 0.0
    place = game % n_seats if rotates else 0
    for p in range(FOLLOW_PLAYOUTS):
        luck = draw(state.key, LUCK + p)
        begin_playout(rules, p % n_seats, luck, desk, trial)
        finish_playout(rules, players, bots, place, 1, banned, is_restricted(banned), cap, luck, trial)
        for seat in range(n_seats):
            rows[seat].chance_at_half += trial.rows[seat].win_share / FOLLOW_PLAYOUTS


@compiled
def play_games(rules, players, bots, rotates, banned, games, follow_every, seed, cap, desks, steps, out):
    """Play each game to its end, or to the cap on decisions, and write one row a seat into `out`.

    bots[seat] is the player of a seat; a lineup that rotates moves on by one seat with every game. banned[seat, item] are left
    out where there is another choice. Searching bots play out at the second desk. The first decisions of a game are written to
    `steps`, as many as it has room for. Games whose number `follow_every` divides are followed, none if it is 0.
    """
    n_seats = len(bots)
    for g in range(len(games)):
        rows = out[g * n_seats : (g + 1) * n_seats]
        open_game(rules, desks[0].tables, seed, games[g], n_seats)
        seat_bots(rows, games[g], rotates)
        play_on(rules, players, bots, 0, TO_THE_END, banned, cap, desks, steps, rows)
        if follow_every > 0 and games[g] % follow_every == 0:
            follow(rules, players, bots, rotates, banned, games[g], seed, cap, desks, steps, rows)


@compiled
def probed(rules, probe, state, view, action):
    """What the probe gives an action."""
    return appraise(rules, probe, moment_of(probe, state), state, view, action)


@compiled
def same_view(rules, probe, state, other, desk, n, nonsense):
    """Whether `other`, which differs from `state` only in what the seat cannot know, looks the same: WHOLE or a fault.

    `probe` weighs all features differently, so that a sum tells whether any of them has changed. The other view holds
    `nonsense` before the survey.
    """
    actions, spare_actions, spare_view = desk.actions, desk.spare_actions, desk.spare_view
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
        if probed(rules, probe, state, view, actions[i]) != probed(rules, probe, state, spare_view, actions[i]):
            return STALE_VIEW
    desk.spare_view = nonsense  # or a view that keeps things would hide a peek in them
    survey(rules, probe.beliefs, other, spare_view)
    for i in range(n):
        if probed(rules, probe, state, view, actions[i]) != probed(rules, probe, other, spare_view, actions[i]):
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
    if state.seat < 0 or state.seat >= state.n_seats:
        return NO_SEAT
    if n < 1:
        return NO_ACTION
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
    return same_view(rules, probe, state, tables[COPY], desk, n, desk.poison[decision % len(desk.poison)])


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
            choice = decide(rules, player, n, key, desk)
            apply(rules, state, desk.actions[choice])
            decisions += 1
        fault = check(rules, state)
        if fault != WHOLE:
            report[0], report[1], report[2] = game, decisions, fault
            return ended
        ended += state.over
    return ended
