"""Action cards on the move: deck, hands, pile. Clause numbers are those of RULES.md."""

from brewsim.games.brew_baron.rules import N_KINDS
from brewsim.games.brew_baron.state import ACTION_STREAM
from brewsim.parts.chance import draw, stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck


@inlined
def add_action(state, seat, kind):
    """An action card comes into a hand."""
    state.cards[seat, kind] += 1
    state.n_cards[seat] += 1


@inlined
def remove_action(state, seat, kind):
    """An action card leaves a hand."""
    state.cards[seat, kind] -= 1
    state.n_cards[seat] -= 1


@inlined
def pile_action(state, kind):
    """An action card comes to the pile."""
    state.action_pile[kind] += 1
    state.n_action_pile += 1


@inlined
def discard_action(state, seat, kind):
    """An action card goes from a hand to the pile."""
    remove_action(state, seat, kind)
    pile_action(state, kind)


@inlined
def can_draw_action(state):
    """Whether an action card can be drawn, perhaps after a shuffle."""
    return (state.n_action_deck > 0) | (state.n_action_pile > 0)


@compiled
def shuffle_actions(state, counts):
    """Make the action deck of these cards."""
    key = draw(stream_key(state.key, ACTION_STREAM), state.action_shuffles)
    state.n_action_deck = order_deck(counts, key, state.action_deck, state.priorities)
    state.action_shuffles += 1


@compiled
def draw_action(state, seat):
    """A seat draws the top action card, if there is one; an empty deck is first made again from the pile (BB-13)."""
    if not can_draw_action(state):
        return
    if state.n_action_deck == 0:
        shuffle_actions(state, state.action_pile)
        state.n_action_pile = 0
        for kind in range(N_KINDS):
            state.action_pile[kind] = 0
    state.n_action_deck -= 1
    add_action(state, seat, state.action_deck[state.n_action_deck])
