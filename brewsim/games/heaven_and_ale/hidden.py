"""What a seat cannot know, dealt again: the order of the face-down tiles. All else lies open."""

from brewsim.games.heaven_and_ale.box import N_BACKS, N_MONKS, N_RESOURCES
from brewsim.games.heaven_and_ale.state import MONK_STREAM, TILE_STREAM
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck


@compiled
def conceal(rules, state, seat, key):
    """Shuffle each face-down pile again."""
    for back in range(N_BACKS):
        shuffle(state, state.piles[back], state.n_piles[back], N_RESOURCES, stream_key(key, TILE_STREAM + back))
        shuffle(state, state.cloister[back], state.n_cloister[back], N_MONKS, stream_key(key, MONK_STREAM + back))


@compiled
def shuffle(state, pile, n, n_kinds, key):
    """Put the first n tiles of a pile into another order."""
    for kind in range(n_kinds):
        state.unseen[kind] = 0
    for i in range(n):
        state.unseen[pile[i]] += 1
    order_deck(state.unseen[:n_kinds], key, pile, state.priorities)
