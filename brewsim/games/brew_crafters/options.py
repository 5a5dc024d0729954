"""What the seat to move may choose, and which item a choice uses. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_crafters import codes
from brewsim.games.brew_crafters.codes import Verb
from brewsim.games.brew_crafters.kernel import first_due, stack_has_card
from brewsim.games.brew_crafters.rules import N_INGREDIENTS, N_KINDS, N_RECIPES
from brewsim.games.brew_crafters.state import Phase
from brewsim.parts.compiling import compiled, inlined

# The lists below write every candidate and count it only if it is legal: a branch that nobody can predict costs more.


@inlined
def list_hand(state, actions, n, first):
    """Append the code for each kind in the hand of the seat to move."""
    for kind in range(N_KINDS):
        actions[n] = codes.about(first, kind)
        n += state.hand[state.seat, kind] > 0
    return n


@inlined
def list_playable(state, actions, n, first):
    """Append the code for each kind in hand that the brewery does not have yet (BC-9)."""
    side = state.side[state.seat]
    for kind in range(N_KINDS):
        actions[n] = codes.about(first, kind)
        n += (state.hand[state.seat, kind] > 0) & (state.brewery[side, kind] == 0)
    return n


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    n = 0
    seat = state.seat
    if state.phase == Phase.DRAW:
        for kind in range(N_KINDS):
            actions[n] = codes.about(codes.TAKE, kind)
            n += state.row[kind] > 0
        actions[n] = codes.BLIND
        n += stack_has_card(state)
    elif state.phase == Phase.ACT:
        n = list_playable(state, actions, n, codes.PLAY)
        for recipe in range(N_RECIPES):
            actions[n] = codes.BREW + recipe
            n += state.balance[seat, recipe] >= 0
        actions[n] = codes.PASS
        n += 1
    elif state.phase == Phase.SUBSTITUTE:
        for ingredient in range(N_INGREDIENTS):
            actions[n] = codes.SUBSTITUTE + ingredient
            n += state.held[seat, ingredient] - state.due[ingredient] >= rules.substitute_cards
    elif state.phase == Phase.PAY:
        ingredient = first_due(state)
        for kind in range(N_KINDS):
            actions[n] = codes.about(codes.PAY, kind)
            n += (state.hand[seat, kind] > 0) & (rules.ingredient[kind] == ingredient)
    elif state.phase == Phase.AFTER_BREW:
        for kind in range(N_KINDS):
            actions[n] = codes.about(codes.FETCH, kind)
            n += (state.row[kind] > 0) & (state.takes_left[rules.ingredient[kind]] > 0)
        if state.plays_left > 0:
            n = list_playable(state, actions, n, codes.NIGHT_PLAY)
        actions[n] = codes.DONE
        n += 1
    elif state.phase == Phase.GIVE:
        n = list_hand(state, actions, n, codes.GIVE)
        actions[n] = codes.KEEP
        n += 1
    else:
        n = list_hand(state, actions, n, codes.DISCARD)
    return n


@inlined
def item_of(rules, state, action):
    """Cards when they are played, recipes when they are brewed."""
    verb, what = codes.decode(action)
    if verb == Verb.PLAY or verb == Verb.NIGHT_PLAY:
        return codes.card_item(what)
    if verb == Verb.BREW:
        return codes.recipe_item(what)
    return NONE
