"""What must be true of the table after every action: the invariants of the contract."""

from brewsim.games.wizards_brew.codes import Phase
from brewsim.games.wizards_brew.ingredient_phase import missing_with
from brewsim.games.wizards_brew.rules import N_AREAS, N_ELEMENTS, N_INGREDIENTS, N_SPELLS
from brewsim.parts.compiling import compiled


@compiled
def check_seat(rules, state, seat):
    """The invariants of one player's things."""
    cubes = state.free[seat]
    for place in range(state.n_own[seat]):
        spell = state.own[seat, place]
        cubes += state.cubes[spell]
        if state.cubes[spell] < 0:
            return 5
        if state.revealed and state.cubes[spell] == 0 and state.phase != Phase.ENERGY:
            return 6
    if cubes != rules.cubes:
        return 1
    cards = 0
    for element in range(N_ELEMENTS):
        cards += state.hand[seat, element]
        if state.hand[seat, element] < 0:
            return 5
    total, different = 0, 0
    for ingredient in range(N_INGREDIENTS):
        total += state.cauldron[seat, ingredient]
        different += state.cauldron[seat, ingredient] > 0
        if (state.cauldron[seat, ingredient] > 0) != (state.owned_colours[seat] >> ingredient & 1 > 0):
            return 7
    if cards != state.n_hand[seat] or total != state.n_total[seat] or different != state.n_different[seat]:
        return 7
    if state.missing[seat] != missing_with(rules, state, different, total):
        return 7
    if state.free[seat] < 0 or state.equals[seat] < 0 or state.seconds[seat] < 0 or state.scavenge_times[seat] < 0:
        return 5
    return 0


@compiled
def check_spells(rules, state):
    """Each spell is in the deck, with a player or on auction, exactly once."""
    for spell in range(N_SPELLS):
        found = 1 if state.lot == spell else 0
        for place in range(state.n_deck):
            found += state.deck[(state.deck_top + place) % N_SPELLS] == spell
        for seat in range(state.n_seats):
            for place in range(state.n_own[seat]):
                found += state.own[seat, place] == spell
        if found != rules.in_deck[spell]:
            return 4
    return 0


@compiled
def check(rules, state):
    """0, or the number of the invariant (INVARIANTS) that is broken."""
    for element in range(N_ELEMENTS):
        cards = state.stock[element]
        for seat in range(state.n_seats):
            cards += state.hand[seat, element]
        if cards != rules.cards[element]:
            return 2
        if state.stock[element] < 0 or state.paid[element] < 0:
            return 5
    for ingredient in range(N_INGREDIENTS):
        tokens = state.bag[ingredient]
        for area in range(N_AREAS):
            tokens += state.tokens[area, ingredient]
            if state.tokens[area, ingredient] < 0:
                return 5
            if (state.tokens[area, ingredient] > 0) != (state.colours[area] >> ingredient & 1 > 0):
                return 7
        for seat in range(state.n_seats):
            tokens += state.cauldron[seat, ingredient]
        if tokens != rules.tokens[ingredient]:
            return 3
    if state.phase == Phase.BID and not state.over and state.n_tokens[state.horse] == 0:
        return 8
    if state.marker < 0 or state.marker >= state.n_seats:
        return 9
    has_won = False
    for seat in range(state.n_seats):
        broken = check_seat(rules, state, seat)
        if broken != 0:
            return broken
        has_won = has_won or state.missing[seat] == 0
    if has_won != state.over:
        return 10
    return check_spells(rules, state)
