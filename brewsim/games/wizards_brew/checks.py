"""What must be true of the table before every decision."""

from enum import IntEnum

from brewsim.games.wizards_brew.components import spell_in_deck
from brewsim.games.wizards_brew.ingredient_phase import cards_for, highest_payable
from brewsim.games.wizards_brew.rules import CITY, N_AREAS, N_ELEMENTS, N_INGREDIENTS, N_LANDMARKS, N_SPELLS, TextPhase
from brewsim.games.wizards_brew.scoring import missing_with, place_of
from brewsim.games.wizards_brew.state import Phase
from brewsim.games.wizards_brew.texts import echoes
from brewsim.parts.compiling import compiled, inlined


class Invariant(IntEnum):
    WHOLE = 0
    CUBE_LOST = 1
    CARD_LOST = 2
    INGREDIENT_LOST = 3
    SPELL_LOST = 4
    NEGATIVE_COUNT = 5
    SPELL_WITHOUT_CUBE = 6
    WRONG_COUNTS = 7
    NOTHING_TO_WIN = 8
    NO_MARKER = 9
    WRONG_END = 10
    WRONG_TEXTS = 11
    WRONG_AUCTION = 12


INVARIANTS: dict[int, str] = {
    Invariant.CUBE_LOST: "a player's cubes are not all there",
    Invariant.CARD_LOST: "an element card is lost or doubled",
    Invariant.INGREDIENT_LOST: "an ingredient is lost or doubled",
    Invariant.SPELL_LOST: "a spell is lost or doubled",
    Invariant.NEGATIVE_COUNT: "a count is negative",
    Invariant.SPELL_WITHOUT_CUBE: "a spell lies open without a cube",
    Invariant.WRONG_COUNTS: "the counts kept of hands, cauldrons or areas are wrong",
    Invariant.NOTHING_TO_WIN: "an auction is held where there is no ingredient",
    Invariant.NO_MARKER: "nobody at the table has the Wizard marker",
    Invariant.WRONG_END: "the game goes on though somebody has won, or ended though nobody has",
    Invariant.WRONG_TEXTS: "what a player's spells do in the ingredient phase is kept wrong",
    Invariant.WRONG_AUCTION: "the counts kept of an auction are wrong",
}


@compiled
def check(rules, state):
    """The invariant that is broken, or WHOLE."""
    broken = check_elements(rules, state)
    if broken == Invariant.WHOLE:
        broken = check_ingredients(rules, state)
    if broken == Invariant.WHOLE and state.phase == Phase.BID and not state.over and state.n_tokens[state.horse] == 0:
        broken = Invariant.NOTHING_TO_WIN
    if broken == Invariant.WHOLE and (state.marker < 0 or state.marker >= state.n_seats):
        broken = Invariant.NO_MARKER
    has_won = False
    for seat in range(state.n_seats):
        if broken == Invariant.WHOLE:
            broken = check_seat(rules, state, seat)
        has_won = has_won or state.missing[seat] == 0
    if broken == Invariant.WHOLE and has_won != state.over:
        broken = Invariant.WRONG_END
    if broken == Invariant.WHOLE and not is_auction_right(rules, state):
        broken = Invariant.WRONG_AUCTION
    if broken == Invariant.WHOLE and not is_every_spell_there(rules, state):
        broken = Invariant.SPELL_LOST
    return broken


@compiled
def check_elements(rules, state):
    """The element cards in stacks and hands."""
    paid = 0
    for element in range(N_ELEMENTS):
        cards = state.stock[element]
        for seat in range(state.n_seats):
            cards += state.hand[seat, element]
        if cards != rules.cards[element]:
            return Invariant.CARD_LOST
        if state.stock[element] < 0 or state.paid[element] < 0:
            return Invariant.NEGATIVE_COUNT
        paid += state.paid[element]
    return Invariant.WRONG_AUCTION if paid != state.n_paid else Invariant.WHOLE


@compiled
def check_ingredients(rules, state):
    """The ingredients on the board, in cauldrons and in the bag."""
    for ingredient in range(N_INGREDIENTS):
        tokens = state.bag[ingredient]
        for area in range(N_AREAS):
            tokens += state.tokens[area, ingredient]
        for seat in range(state.n_seats):
            tokens += state.cauldron[seat, ingredient]
        if tokens != rules.tokens[ingredient]:
            return Invariant.INGREDIENT_LOST
    for area in range(N_AREAS):
        tokens, colours = 0, 0
        for ingredient in range(N_INGREDIENTS):
            if state.tokens[area, ingredient] < 0:
                return Invariant.NEGATIVE_COUNT
            tokens += state.tokens[area, ingredient]
            colours += (state.tokens[area, ingredient] > 0) << ingredient
        if tokens != state.n_tokens[area] or colours != state.colours[area]:
            return Invariant.WRONG_COUNTS
    return Invariant.WHOLE


@compiled
def check_seat(rules, state, seat):
    """One player's cubes, cards, cauldron and texts."""
    cubes = state.free[seat]
    for place in range(state.n_own[seat]):
        spell = state.own[seat, place]
        cubes += state.cubes[spell]
        if state.cubes[spell] < 0:
            return Invariant.NEGATIVE_COUNT
        if state.revealed and state.cubes[spell] == 0 and state.phase != Phase.ENERGY:
            return Invariant.SPELL_WITHOUT_CUBE
    if cubes != rules.cubes + rules.start_cubes[place_of(state, seat)]:
        return Invariant.CUBE_LOST
    cards = 0
    for element in range(N_ELEMENTS):
        cards += state.hand[seat, element]
        if state.hand[seat, element] < 0:
            return Invariant.NEGATIVE_COUNT
    total, different, colours = 0, 0, 0
    for ingredient in range(N_INGREDIENTS):
        total += state.cauldron[seat, ingredient]
        different += state.cauldron[seat, ingredient] > 0
        colours += (state.cauldron[seat, ingredient] > 0) << ingredient
    if cards != state.n_hand[seat] or total != state.n_total[seat] or different != state.n_different[seat]:
        return Invariant.WRONG_COUNTS
    if colours != state.owned_colours[seat] or state.missing[seat] != missing_with(rules, state, seat, different, total):
        return Invariant.WRONG_COUNTS
    if state.free[seat] < 0 or state.equals[seat] < 0 or state.seconds[seat] < 0 or state.scavenge_times[seat] < 0:
        return Invariant.NEGATIVE_COUNT
    texts_work = state.text_phase == TextPhase.INGREDIENT and state.phase != Phase.ECHO
    return Invariant.WRONG_TEXTS if texts_work and not are_texts_right(rules, state, seat) else Invariant.WHOLE


@inlined
def n_texts(state, seat):
    """The texts that a player uses: those of his spells, and the one that Echo copies."""
    return state.n_own[seat] + (1 if echoes(state, seat) else 0)


@inlined
def text(state, seat, i):
    """The spell of a text that a player uses; the one that Echo copies comes last."""
    return state.own[seat, i] if i < state.n_own[seat] else state.echo_spell


@compiled
def are_texts_right(rules, state, seat):
    """Whether what is kept of a player's blue texts is what the spells say."""
    less, consolation, scavenges, free_horse = 0, 0, 0, 0
    for i in range(n_texts(state, seat)):
        spell = text(state, seat, i)
        less += rules.less[spell]
        consolation += rules.consolation[spell]
        scavenges = max(scavenges, rules.scavenges[spell])
        free_horse = max(free_horse, rules.free_horse[spell])
    if less != state.less[seat] or consolation != state.consolation[seat]:
        return False
    if scavenges != state.scavenges[seat] or free_horse != state.free_horse[seat]:
        return False
    for ingredient in range(N_INGREDIENTS):
        less = 0
        for i in range(n_texts(state, seat)):
            less += rules.less_for[text(state, seat, i), ingredient]
        if less != state.less_for[seat, ingredient]:
            return False
    for element in range(N_ELEMENTS):
        for landmark in range(N_LANDMARKS):
            if state.usable[seat, landmark, element] != is_usable(rules, state, seat, landmark, element):
                return False
        if state.usable[seat, CITY, element] != 1:
            return False
    return True


@compiled
def is_usable(rules, state, seat, landmark, element):
    """Whether an element counts at a landmark, by itself or by a text."""
    asked = rules.landmark_element[landmark]
    for i in range(n_texts(state, seat)):
        if rules.stand_ins[text(state, seat, i), asked, element] > 0:
            return True
    return asked == element


@compiled
def is_auction_right(rules, state):
    """Whether the counts of who is in are right, and while bids are made, what each can pay."""
    n_in = 0
    for seat in range(state.n_seats):
        n_in += state.is_in[seat]
        if state.phase == Phase.BID and not state.over:
            purse = cards_for(state, seat, state.landmark[state.horse])
            if purse != state.purse[seat] or highest_payable(rules, state, seat, purse) != state.limit[seat]:
                return False
    return n_in == state.n_in


@compiled
def is_every_spell_there(rules, state):
    """Whether each spell is in the deck, with a player or on auction, exactly once."""
    for spell in range(N_SPELLS):
        found = 1 if state.lot == spell else 0
        for place in range(state.n_deck):
            found += spell_in_deck(state, place) == spell
        for seat in range(state.n_seats):
            for place in range(state.n_own[seat]):
                found += state.own[seat, place] == spell
        if found != rules.in_deck[spell]:
            return False
    return True
