"""The rules of Wizard's Brew. Clause numbers are those of RULES.md.

Each phase has a module of its own. A decision sets `state.stage` to what follows from it, and `run` carries the stages
out until somebody has to decide again.
"""

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew import codes, element_phase, energy_phase, ingredient_phase, preparation, spell_phase
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.components import ask
from brewsim.games.wizards_brew.horse import move_horse
from brewsim.games.wizards_brew.rules import N_ELEMENTS, TextPhase
from brewsim.games.wizards_brew.scoring import missing_with, place_of
from brewsim.games.wizards_brew.state import DIE_STREAM, FIRST_WIZARD_STREAM, SPELL_STREAM, Phase, Stage
from brewsim.games.wizards_brew.texts import start_phase, use_echo
from brewsim.parts.chance import below, draw, stream_key
from brewsim.parts.compiling import compiled
from brewsim.parts.decks import order_deck


@compiled
def setup(rules, state):
    """Lay out the board and hand out cubes and elements; the first wizard then places the Horse (WB-1 to WB-5, WB-74, WB-75)."""
    preparation.place_landmarks(rules, state)
    preparation.place_ingredients(rules, state)
    state.n_deck = order_deck(rules.in_deck, stream_key(state.key, SPELL_STREAM), state.deck, state.priorities)
    state.first_wizard = below(draw(stream_key(state.key, FIRST_WIZARD_STREAM), 0), state.n_seats)
    for element in range(N_ELEMENTS):
        state.stock[element] = rules.cards[element]
    for seat in range(state.n_seats):
        place = place_of(state, seat)
        state.free[seat] = rules.cubes + rules.start_cubes[place]
        state.start_points[seat] = rules.start_points[place]
        state.missing[seat] = missing_with(rules, state, seat, 0, 0)
        cards = rules.starting_elements + rules.start_cards[place]
        for element in range(N_ELEMENTS):
            state.hand[seat, element] = cards
            state.stock[element] -= cards
        state.n_hand[seat] = N_ELEMENTS * cards
        ingredient_phase.clear_blue(rules, state, seat)
    state.lot = NONE
    state.echo_seat = NONE
    state.echo_spell = NONE
    state.high_seat = NONE
    state.last_out = NONE
    state.horse = NONE
    state.die_key = stream_key(state.key, DIE_STREAM)
    state.marker = state.first_wizard
    ask(state, state.marker, Phase.CITY)


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    verb, what = codes.decode(action)
    if verb == Verb.BID:
        ingredient_phase.bid(state, what)
    elif verb == Verb.SPELL_BID:
        spell_phase.bid_for_spell(state, what)
    elif verb == Verb.HORSE and state.phase == Phase.CITY:
        state.horse = what
        preparation.deal_spells(rules, state)
    elif verb == Verb.HORSE:
        move_horse(rules, state, what)
    elif verb == Verb.HOLD:
        preparation.exchange(state, False)
    elif verb == Verb.EXCHANGE:
        preparation.exchange(state, True)
    elif verb == Verb.SEAL:
        preparation.seal(state, what)
    elif verb == Verb.CLAIM:
        spell_phase.claim_spell(state)
    elif verb == Verb.ECHO:
        use_echo(rules, state, what)
    elif verb == Verb.ECHO_NONE:
        use_echo(rules, state, NONE)
    elif verb == Verb.MIRROR:
        element_phase.copy_symbols(rules, state, what)
    elif verb == Verb.DRAW and state.phase == Phase.CONSOLE:
        ingredient_phase.console(state, what)
    elif verb == Verb.DRAW:
        element_phase.draw_choice(state, what)
    elif verb == Verb.GIVE:
        element_phase.give_toll(state, what)
    elif verb == Verb.SWAP:
        given, drawn = codes.swapped(what)
        element_phase.swap(state, given, drawn)
    elif verb == Verb.SWAP_DONE:
        element_phase.end_swaps(state)
    elif verb == Verb.EQUAL:
        ingredient_phase.equal_bid(state)
    elif verb == Verb.TAKE:
        ingredient_phase.choose_ingredient(rules, state, what)
    elif verb == Verb.PAY:
        ingredient_phase.pay(state, what)
    elif verb == Verb.SECOND:
        ingredient_phase.take_second(rules, state, what)
    elif verb == Verb.SECOND_NONE:
        ingredient_phase.start_aftermath(state)
    elif verb == Verb.SCAVENGE:
        ingredient_phase.scavenge(state, what)
    elif verb == Verb.SCAVENGE_NONE:
        ingredient_phase.decline_scavenging(state)
    else:
        energy_phase.use_yellow(rules, state, verb, what)
    run(rules, state)


@compiled
def run(rules, state):
    """Carry out one stage after the other until somebody has to decide or the game is over (WB-10). Frequent ones come first."""
    while state.stage != Stage.DECIDE:
        stage = state.stage
        if stage == Stage.BIDDER:
            ingredient_phase.next_bidder(state)
        elif stage == Stage.SPELL_BIDDER:
            spell_phase.next_spell_bidder(state)
        elif stage == Stage.TURN_UP:
            spell_phase.turn_up(rules, state)
        elif stage == Stage.COLLECT:
            element_phase.collect(rules, state)
        elif stage == Stage.PRODUCE:
            element_phase.next_producer(rules, state)
        elif stage == Stage.AUCTION:
            ingredient_phase.start_auction(rules, state)
        elif stage == Stage.WON:
            ingredient_phase.win(rules, state)
        elif stage == Stage.PAYING:
            ingredient_phase.continue_paying(state)
        elif stage == Stage.AWARD:
            ingredient_phase.award(rules, state)
        elif stage == Stage.AFTERMATH:
            ingredient_phase.aftermath(state)
        elif stage == Stage.LEAVE:
            ingredient_phase.leave(rules, state)
        elif stage == Stage.ROUND:
            spell_phase.begin_round(rules, state)
        elif stage == Stage.ELEMENTS:
            start_phase(rules, state, TextPhase.ELEMENT)
        elif stage == Stage.INGREDIENTS:
            start_phase(rules, state, TextPhase.INGREDIENT)
        elif stage == Stage.ROLL:
            ingredient_phase.roll(rules, state)
        elif stage == Stage.ENERGY:
            energy_phase.forget_yellow(state)
            start_phase(rules, state, TextPhase.ENERGY)
        elif stage == Stage.YELLOW:
            energy_phase.next_yellow(rules, state)
        elif stage == Stage.UPKEEP:
            energy_phase.upkeep(rules, state)
        elif stage == Stage.EXCHANGE:
            preparation.next_exchange(state)
        else:
            preparation.next_seal(state)
