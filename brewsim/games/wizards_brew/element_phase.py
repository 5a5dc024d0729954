"""The element phase: spells make cards, and green texts work. Clause numbers are those of RULES.md."""

from brewsim.games.wizards_brew.components import ask, draw_card, give_card, has_choice_of_cards, return_card
from brewsim.games.wizards_brew.rules import N_ELEMENTS, WILD
from brewsim.games.wizards_brew.state import Phase, Stage
from brewsim.games.wizards_brew.texts import echoes
from brewsim.parts.compiling import compiled, inlined


@compiled
def next_producer(rules, state):
    """From the marker clockwise each collects what the spells make (WB-18, WB-19)."""
    if state.turns_done == state.n_seats:
        state.stage = Stage.INGREDIENTS
        return
    seat = (state.marker + state.turns_done) % state.n_seats
    state.turns_done += 1
    state.acting = seat
    state.draws_due = 0
    state.mirrors = 0
    state.tolls = 0
    state.toll_left = 0
    state.toll_asked = 0
    state.swaps = 0
    for place in range(state.n_own[seat]):
        spell = state.own[seat, place]
        state.held[seat, spell] += 1
        draw_symbols(rules, state, seat, spell)
        read_green(rules, state, seat, spell)
    if echoes(state, seat):
        read_green(rules, state, seat, state.echo_spell)
    state.stage = Stage.COLLECT


@compiled
def draw_symbols(rules, state, seat, spell):
    """A card for each symbol; of an empty stack, and for a wild symbol, a card of choice later (WB-19, WB-20)."""
    due = rules.makes[spell, WILD]
    for element in range(N_ELEMENTS):
        for _ in range(rules.makes[spell, element]):
            if state.stock[element] > 0:
                draw_card(state, seat, element)
            else:
                due += 1
    state.draws_due += due


@inlined
def read_green(rules, state, seat, spell):
    """The text of a spell in the element phase (WB-51 to WB-55, WB-71)."""
    state.mirrors += rules.mirrors[spell]
    state.tolls += rules.tolls[spell]
    state.toll_left += rules.most_toll[spell]
    state.swaps += rules.swaps[spell]
    state.draws_due += rules.extra_cards[spell]
    if rules.cards_per_other_spell[spell] > 0:
        state.draws_due += min(rules.cards_per_other_spell[spell] * (state.n_own[seat] - 1), rules.most_resonance[spell])
    if rules.cards_if_last[spell] > 0 and has_fewest(state, seat):
        state.draws_due += rules.cards_if_last[spell]


@compiled
def has_fewest(state, seat):
    """Whether nobody has fewer ingredients (WB-55)."""
    fewest = state.n_total[seat]
    for other in range(state.n_seats):
        fewest = min(fewest, state.n_total[other])
    return fewest == state.n_total[seat]


@compiled
def collect(rules, state):
    """What the acting player still has to choose, in this order: Mirror Pool, cards of choice, Toll, Transmute (WB-21)."""
    seat = state.acting
    if state.mirrors > 0:
        if can_mirror(rules, state, seat):
            ask(state, seat, Phase.MIRROR)
            return
        state.mirrors = 0
    if has_choice_of_cards(state, seat):
        ask(state, seat, Phase.DRAW)
        return
    while state.toll_left > 0 and state.toll_asked < state.tolls * (state.n_seats - 1):
        other = (seat + 1 + state.toll_asked % (state.n_seats - 1)) % state.n_seats
        state.toll_asked += 1
        if state.n_hand[other] > 0 and state.ward[other] == 0:
            ask(state, other, Phase.GIVE)
            return
    if state.swaps > 0 and state.n_hand[seat] > 0:
        ask(state, seat, Phase.SWAP)
        return
    state.stage = Stage.PRODUCE


@compiled
def can_mirror(rules, state, seat):
    """Whether an opponent has a spell with symbols (WB-52)."""
    for other in range(state.n_seats):
        for place in range(state.n_own[other]):
            if other != seat and rules.symbols[state.own[other, place]] > 0:
                return True
    return False


@compiled
def copy_symbols(rules, state, spell):
    """Mirror Pool gets the printed cards of an opponent's spell (WB-52)."""
    state.mirrors -= 1
    draw_symbols(rules, state, state.acting, spell)
    state.stage = Stage.COLLECT


@compiled
def draw_choice(state, element):
    """One card of choice (WB-20)."""
    draw_card(state, state.acting, element)
    state.draws_due -= 1
    state.stage = Stage.COLLECT


@compiled
def give_toll(state, element):
    """The card that the asked player chose goes to the owner of Toll (WB-53)."""
    give_card(state, state.seat, state.acting, element)
    state.toll_left -= 1
    state.stage = Stage.COLLECT


@compiled
def swap(state, given, drawn):
    """Transmute: one card back to its stack, one of another kind instead (WB-51)."""
    return_card(state, state.acting, given)
    draw_card(state, state.acting, drawn)
    state.cards_drawn[state.acting] -= 1  # it has no card more than before
    state.swaps -= 1
    state.stage = Stage.COLLECT


@compiled
def end_swaps(state):
    """No more Transmute (WB-51)."""
    state.swaps = 0
    state.stage = Stage.COLLECT
