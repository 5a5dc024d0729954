"""What a seat cannot know, dealt again: the decks, the piles below the creatures on show, and all chance to come."""

from brewsim.games.brew.rules import N_CARDS, N_FORESTS, N_POTIONS, N_SEASONS
from brewsim.games.brew.state import CREATURE_STREAM, FOREST_STREAM, LUCK_STREAM, POTION_STREAM
from brewsim.parts.chance import draw, stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck


@compiled
def shuffle_again(counts, deck, n, key, priorities):
    """Put the first n cards of a deck into the order that `key` gives them; `counts` is scratch, one for each kind."""
    for kind in range(len(counts)):
        counts[kind] = 0
    for place in range(n):
        counts[deck[place]] += 1
    order_deck(counts, key, deck, priorities)


@compiled
def conceal(rules, state, seat, key):
    """Shuffle what lies face down, and let all chance to come be another. Hands are open: all saw what was brewed (BR-4)."""
    state.luck = draw(key, LUCK_STREAM)
    n, priorities = state.n_potion_deck, state.priorities
    shuffle_again(state.counts[:N_POTIONS], state.potion_deck, n, stream_key(key, POTION_STREAM), priorities)
    shuffle_again(state.counts[:N_FORESTS], state.forest_deck, state.n_forest_deck, stream_key(key, FOREST_STREAM), priorities)
    for season in range(N_SEASONS):
        below_top = max(0, state.n_pile[season] - 1)
        shuffle_again(state.counts[:N_CARDS], state.pile[season], below_top, stream_key(key, CREATURE_STREAM + season), priorities)
