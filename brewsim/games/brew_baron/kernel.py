"""Brew Baron as the drivers play it: the set-up, and what each action does. The rules are in the files of the phases. Clauses: RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.action_cards import discard_action, draw_action, shuffle_actions
from brewsim.games.brew_baron.brewing_phase import add_adjunct, add_hops, end_brewing, start_beer
from brewsim.games.brew_baron.codes import Verb
from brewsim.games.brew_baron.ingredients import discard_ingredient
from brewsim.games.brew_baron.judges import swap_judges
from brewsim.games.brew_baron.rounds import begin_round, end_turn, offer_brew
from brewsim.games.brew_baron.setup_phase import choose_reveal, place_judges
from brewsim.games.brew_baron.turn_phase import (
    accept_bribe,
    build_improvement,
    draw_actions,
    draw_ingredients,
    look_at_judge,
    pass_turn,
    pay_tax_card,
    pay_tax_token,
    play_instant,
    refuse_bribe,
    sell_ingredient,
    start_bribe,
)
from brewsim.parts.compiling import compiled, inlined


@compiled
def setup(rules, state):
    """Shuffle the action deck, deal two cards each, then set up the first round (BB-1, BB-4, BB-40, BB-41)."""
    shuffle_actions(state, rules.copies)
    for seat in range(state.n_seats):
        state.limit[seat] = rules.ingredient_limit
        state.max_beers[seat] = 1
    for _ in range(rules.actions_dealt):
        for seat in range(state.n_seats):
            draw_action(state, seat)
    for seat in range(state.n_seats):
        state.trophies[seat] = rules.start_points[seat]
        for _ in range(rules.start_cards[seat]):
            draw_action(state, seat)
    begin_round(rules, state)


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    verb, what = codes.decode(action)
    if action < codes.N_TURN:
        take_turn(rules, state, verb, what)
    elif codes.is_answer(action):
        answer(rules, state, verb, what)
    elif verb == Verb.JUDGE:
        grain, hops = codes.read_judges(what)
        place_judges(state, grain, hops)
    elif verb == Verb.REVEAL:
        choose_reveal(rules, state, what)
    elif verb == Verb.KEEP_HIDDEN:
        choose_reveal(rules, state, NONE)
    elif verb == Verb.BREW_GRAIN:
        start_beer(state, what)
    elif verb == Verb.BREW_HOPS:
        add_hops(rules, state, what)
    elif verb == Verb.NO_BREW:
        end_brewing(rules, state)
    elif verb == Verb.ADJUNCT:
        add_adjunct(rules, state, what)
    else:
        offer_brew(rules, state)


@inlined
def take_turn(rules, state, verb, what):
    """An action of a turn (BB-11)."""
    if verb == Verb.PASS:
        pass_turn(rules, state)
    elif verb == Verb.TAKE or verb == Verb.BLIND:
        draw_ingredients(rules, state, what, verb == Verb.BLIND)
    elif verb == Verb.DRAW_ACTION:
        draw_actions(rules, state)
    elif verb == Verb.BUILD:
        build_improvement(rules, state, what)
        end_turn(rules, state)
    elif verb == Verb.BRIBE:
        start_bribe(state)
    else:
        play_instant(rules, state, what)


@inlined
def answer(rules, state, verb, what):
    """What an action of a turn is aimed at, and what it makes seats say, pay or discard."""
    if verb == Verb.LOOK:
        owner, t = codes.read_judge_card(what)
        look_at_judge(rules, state, owner, t)
    elif verb == Verb.SWAP:
        t, owner, later_owner = codes.read_swap(what)
        swap_judges(state, t, owner, later_owner)
        end_turn(rules, state)
    elif verb == Verb.ACCEPT:
        accept_bribe(rules, state)
    elif verb == Verb.REFUSE:
        refuse_bribe(state)
    elif verb == Verb.PAY_TOKEN:
        pay_tax_token(rules, state)
    elif verb == Verb.DROP:
        discard_action(state, state.seat, what)
        end_turn(rules, state)
    else:
        t, value = codes.read_card(what)
        if verb == Verb.SELL:
            sell_ingredient(rules, state, t, value)
        elif verb == Verb.PAY_CARD:
            pay_tax_card(rules, state, t, value)
        else:
            discard_ingredient(state, state.seat, t, value)
            end_turn(rules, state)
