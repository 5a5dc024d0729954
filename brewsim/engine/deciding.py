"""How a bot chooses: what its seat may do, with bans, and which of it its weights and beliefs value most."""

import numpy as np

from brewsim.engine.appraisal import Appraisal
from brewsim.engine.contract import AHEAD, AIMED, FIRST_AHEAD, GAME, LEADING, N_PARTS, NONE, apply, features, item_of, legal, survey
from brewsim.parts.chance import BOT_STREAM, draw, gumbel, stream_key
from brewsim.parts.compiling import compiled, inlined


@inlined
def appraise(rules, player, moment, state, view, action):
    """The weighted sum of the features of an action."""
    appraisal = Appraisal(player.weights, moment)
    features(rules, player.beliefs, state, view, action, appraisal)
    return appraisal.total


@inlined
def moment_of(player, state):
    """The row of weights that counts now."""
    n_phases = len(player.weights) // N_PARTS
    return state.phase + (n_phases if state.rounds >= player.late_round else 0)


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
def is_banned(code, banned, seat):
    """Whether an action uses an item that is banned for this seat, or aims at it."""
    item = used_item(code)
    if item < NONE:
        item = AIMED - item
    return item != NONE and banned[seat, item]


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
        while i < n and is_banned(item_of(rules, after, following[i]), banned, state.seat):
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
    state, actions, kept = desk.tables[GAME], desk.actions, 0
    seat = state.seat
    for i in range(n):
        code = item_of(rules, state, actions[i])
        drops = is_banned(code, banned, seat)
        if not drops and is_leading(code):
            drops = must_use_banned(rules, actions[i], banned, desk)
        if not drops:
            actions[kept] = actions[i]
            kept += 1
    return kept if kept > 0 else n


@compiled
def see_options(rules, beliefs, n, desk, out):
    """Add to `out`, [option, feature], what a bot with these beliefs sees of each option at this desk."""
    state = desk.tables[GAME]
    view = desk.views[state.seat]
    survey(rules, beliefs, state, view)
    for i in range(n):
        features(rules, beliefs, state, view, desk.actions[i], out[i])


@compiled
def decide(rules, player, n, key, desk):
    """The index of the option that the bot chooses at this desk, with the value of each left in desk.values.

    A temperature turns the argmax into a softmax draw. The noise belongs to the action, not to its place in the list,
    and also breaks ties: two variants that offer the same actions meet the same luck.
    """
    state, actions, values = desk.tables[GAME], desk.actions, desk.values
    view = desk.views[state.seat]
    survey(rules, player.beliefs, state, view)
    best, best_value, ties = 0, -np.inf, 0
    temperature = player.temperature
    moment = moment_of(player, state)
    for i in range(n):
        value = appraise(rules, player, moment, state, view, actions[i])
        if temperature > 0.0:
            value += temperature * gumbel(draw(key, actions[i]))
        values[i] = value
        best_value = max(best_value, value)
    best, ties = 0, 0
    for i in range(n):  # free of branches, since nobody can predict where the best one stands
        is_best = values[i] == best_value
        best = i if is_best else best
        ties += is_best
    if ties > 1:  # `best` is the last of them; a third of the decisions of Brew Baron come here, so free of branches too
        best_luck = draw(key, actions[best])
        for i in range(best):
            luck = draw(key, actions[i])
            is_best = (values[i] == best_value) & (luck > best_luck)
            best = i if is_best else best
            best_luck = luck if is_best else best_luck
    return best
