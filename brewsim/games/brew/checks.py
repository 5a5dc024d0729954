"""The invariants of a table of Brew (INVARIANTS): dice, cards, counts."""

from brewsim.games.brew.board import (
    owner_of,
)
from brewsim.games.brew.codes import ELEMENT_DIE, ELEMENT_OWNER, ELEMENT_SPACES, N_SPACES, SLOTS, Phase
from brewsim.games.brew.creatures import creature_limit
from brewsim.games.brew.rules import (
    FOREST_POWERS,
    MAX_SPACES,
    N_CARDS,
    N_EFFECTS,
    N_FACES,
    N_FORESTS,
    N_GOODS,
    N_MASKS,
    N_POTIONS,
    N_SEASONS,
    N_SYMBOLS,
)
from brewsim.parts.compiling import compiled


@compiled
def check_dice(rules, state):
    """Each die is in a pool, on a space or set aside, exactly once; the counts kept of spaces are right."""
    elements = state.aside[ELEMENT_OWNER]
    for seat in range(int(state.n_seats)):
        forage, total = 0, 0
        for face in range(N_FACES):
            if state.pool[seat, face] < 0:
                return 6
            total += state.pool[seat, face]
            if face < N_SYMBOLS:
                forage += state.pool[seat, face]
        elements += total - forage
        forage += state.aside[seat]
        placed = 0
        for space in range(N_SPACES):
            for level in range(int(state.height[space])):
                placed += owner_of(state.stack[space, level]) == seat
        if forage + placed != rules.forage_dice or placed != state.n_placed[seat]:
            return 1
        if total != state.n_pool[seat]:
            return 10
    placed = 0
    for space in range(N_SPACES):
        for level in range(int(state.height[space])):
            placed += state.stack[space, level] >= ELEMENT_DIE
        if space >= ELEMENT_SPACES and state.height[space] > 1:
            return 11
    if elements + placed != state.n_seats * rules.element_dice or placed != state.n_placed[ELEMENT_OWNER]:
        return 2
    return 0


@compiled
def check_lists(state):
    """The lists of open and of taken spaces are whole and in order."""
    n_open, n_taken = 0, 0
    for space in range(N_SPACES):
        if state.height[space] > 0:
            if n_taken == state.n_taken_list or state.taken_list[n_taken] != space:
                return 7
            n_taken += 1
        elif space < state.n_row * MAX_SPACES and state.open_spaces[space // MAX_SPACES] >> space % MAX_SPACES & 1:
            if n_open == state.n_open_list or state.open_list[n_open] != space:
                return 7
            n_open += 1
    return 0 if n_open == state.n_open_list and n_taken == state.n_taken_list else 7


@compiled
def check_row(rules, state):
    """The counts kept of the forests in the row, and scorched spaces."""
    scorched, shown = 0, 0  # open spaces by symbol, a byte each
    for place in range(int(state.n_row)):
        n_open = 0
        for i in range(MAX_SPACES):
            space = place * MAX_SPACES + i
            exists = i < rules.forest_spaces[state.row[place]]
            scorched += state.is_scorched[space]
            is_open = state.open_spaces[place] >> i & 1
            if is_open != (exists and not state.is_scorched[space] and state.height[space] == 0):
                return 7
            if state.height[space] > 0 and (state.is_scorched[space] or not exists):
                return 8
            n_open += is_open
            shown += int(is_open) << 8 * max(0, int(state.symbol_at[space]))
        if n_open != state.n_open[place]:
            return 7
        for owner in range(ELEMENT_OWNER + 1):
            tops = 0
            for i in range(MAX_SPACES):
                space = place * MAX_SPACES + i
                tops += state.height[space] > 0 and owner_of(state.stack[space, state.height[space] - 1]) == owner
            if tops != state.tops[place, owner]:
                return 7
    for symbol in range(N_SYMBOLS):
        if shown >> 8 * symbol & 255 != state.open_symbols[symbol]:
            return 7
    if scorched != state.n_scorched or scorched > rules.scorch_tokens:
        return 8
    return 0


@compiled
def check_cards(rules, state):
    """Every potion, creature and forest is in exactly one place."""
    for potion in range(N_POTIONS):
        cards = int(state.revealed == potion)
        for place in range(int(state.n_potion_deck)):
            cards += state.potion_deck[place] == potion
        for place in range(len(state.market)):
            cards += state.market[place] == potion
        for seat in range(int(state.n_seats)):
            cards += state.hand[seat, potion] + state.drunk[seat, potion]
            for place in range(int(state.n_reserved[seat])):
                cards += state.reserved[seat, place] == potion
        if cards != rules.potion_copies[potion]:
            return 3
    for card in range(N_CARDS):
        cards = 0
        for season in range(N_SEASONS):
            for place in range(int(state.n_pile[season])):
                cards += state.pile[season, place] == card
        for seat in range(int(state.n_seats)):
            crew = 0
            for slot in range(SLOTS):
                crew += state.trained[seat, slot] == card
            if crew != state.crew[seat, card]:
                return 10
            cards += crew + state.released[seat, card]
        if cards != rules.card_copies[card]:
            return 4
    forests, dealt = 0, 0
    for forest in range(N_FORESTS):
        forests += rules.forest_min_seats[forest] <= state.n_seats
        dealt += state.claimed[forest] > 0
    in_row = 0
    for place in range(int(state.n_row)):
        in_row += state.claimed[state.row[place]] == 0
    if state.over or state.phase == Phase.TRADE:
        in_row = 0  # the unclaimed ones are already discarded
    if dealt + state.n_discarded + in_row + state.n_forest_deck != forests:
        return 5
    return 0


@compiled
def knows_forest_powers(rules, state, seat):
    """Whether what the trained creatures bring in forests is kept rightly."""
    for power in range(len(FOREST_POWERS)):
        for mask in range(N_MASKS):
            brings = 0
            for season in range(N_SEASONS):
                card = FOREST_POWERS[power] + season
                brings += (mask >> season & 1) * state.crew[seat, card] * rules.card_amount[card]
            if brings != state.in_forest[seat, power, mask]:
                return False
    return True


@compiled
def check(rules, state):
    """0, or the number of the invariant (INVARIANTS) that is broken."""
    broken = check_dice(rules, state)
    if broken == 0:
        broken = check_lists(state)
    if broken == 0:
        broken = check_row(rules, state)
    if broken == 0:
        broken = check_cards(rules, state)
    if broken != 0:
        return broken
    for seat in range(int(state.n_seats)):
        for good in range(N_GOODS):
            if state.stock[seat, good] < 0:
                return 6
        if state.tokens[seat] < 0:
            return 6
        creatures = 0
        for card in range(N_CARDS):
            creatures += state.crew[seat, card]
        if creatures != state.n_trained[seat] or not knows_forest_powers(rules, state, seat):
            return 10
        is_choosing = state.phase == Phase.RELEASE and state.seat == seat
        if creatures > creature_limit(rules, state, seat) + is_choosing:
            return 9
        vp, in_hand = 0, 0
        for potion in range(N_POTIONS):
            vp += (state.hand[seat, potion] + state.drunk[seat, potion]) * rules.potion_vp[potion]
            in_hand += state.hand[seat, potion]
        for effect in range(N_EFFECTS):
            in_hand -= state.in_hand[seat, effect]
        if vp != state.vp_potions[seat] or in_hand != 0:
            return 10
    return 0
