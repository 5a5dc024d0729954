"""The rules of Brew: the deal, and what each action does. Clause numbers are those of RULES.md.

The topics have their own files: board (forests and dice), placing (what a placed die costs and brings), potions, creatures,
rounds (turns, control, claims, merchants), scoring.
"""

from brewsim.engine.contract import NONE
from brewsim.games.brew import codes
from brewsim.games.brew.board import (
    forage_placed,
    has_open_space,
    put_die,
    reroll_marked,
    return_die,
    set_aside,
    swap_dice,
    take_die,
)
from brewsim.games.brew.codes import Verb
from brewsim.games.brew.creatures import creature_limit, deal_piles, piles_have_card, release_creature, take_berry, train_creature
from brewsim.games.brew.placing import convert_element, gather, place_die, scorch_space, spend_berries, turn_die
from brewsim.games.brew.potions import (
    can_brew_any,
    can_drink_any,
    drink_potion,
    may_use_potions,
    open_reserve,
    pay_plainly,
    pay_with_berry,
    refill_market,
    reserve_potion,
    start_brewing,
)
from brewsim.games.brew.rounds import (
    begin_round,
    claim_forest,
    end_trading,
    end_turn,
    finish_claims,
    trade_berries,
    trade_matching,
)
from brewsim.games.brew.rules import N_CHARACTERS, N_FORESTS, N_INGREDIENTS, Card, Character, Effect, Good
from brewsim.games.brew.spaces import SLOTS
from brewsim.games.brew.state import CHARACTER_STREAM, FOREST_STREAM, POTION_STREAM, Phase, Purpose, is_further_step
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck


@compiled
def setup(rules, state):
    """Forests, creatures, potions, characters, first dice; seat 0 begins (BR-1 to BR-7)."""
    state.luck = state.key
    for forest in range(N_FORESTS):
        state.counts[forest] = rules.forest_min_seats[forest] <= state.n_seats
    key = stream_key(state.key, FOREST_STREAM)
    state.n_forest_deck = order_deck(state.counts[:N_FORESTS], key, state.forest_deck, state.priorities)
    deal_piles(rules, state)
    key = stream_key(state.key, POTION_STREAM)
    state.n_potion_deck = order_deck(rules.potion_copies, key, state.potion_deck, state.priorities)
    state.shuffles = 1
    for place in range(len(state.market)):
        state.market[place] = NONE
    refill_market(rules, state)
    deal_characters(state)
    for seat in range(state.n_seats):
        state.stock[seat, Good.BERRY] = rules.start_berries + rules.lever_berries[seat]  # BR-73
        for ingredient in range(N_INGREDIENTS):
            state.stock[seat, ingredient] = rules.lever_ingredients[seat]
        for slot in range(SLOTS):
            state.trained[seat, slot] = NONE
    state.revealed = NONE
    state.brewing = NONE
    state.call_space = NONE
    begin_round(rules, state)


@compiled
def deal_characters(state):
    """Each seat another character, at random (BR-5)."""
    for character in range(N_CHARACTERS):
        state.counts[character] = 1
    order_deck(state.counts[:N_CHARACTERS], stream_key(state.key, CHARACTER_STREAM), state.character, state.priorities)


@compiled
def apply(rules, state, action):
    """Carry the action out, then go on to the next decision."""
    verb, what = codes.decode(action)
    if verb == Verb.PLACE_DIE:
        face, space = codes.placement(action)
        place_die(rules, state, face, space)
        go_on(rules, state)
    elif verb == Verb.OPEN_GROUP:
        state.group = what
        state.phase = Phase.GROUP
    elif verb == Verb.CONVERT:
        old, new = codes.old_and_new_element(what)
        convert_element(state, old, new)
    elif verb == Verb.END:
        end_turn(rules, state)
    elif verb == Verb.DOUBLE_BERRY:
        state.has_doubled = True
    elif verb == Verb.BREW:
        if start_brewing(rules, state, what):
            go_on(rules, state)
    elif verb == Verb.DRINK:
        drink_potion(rules, state, what)
        use_effect(rules, state, what)
    elif verb == Verb.CLAIM:
        spend_berries(state, state.seat, rules.power_berries[Character.WREN])
        claim_forest(rules, state, state.seat, what)
        finish_claims(rules, state)
    elif verb == Verb.NO_CLAIM:
        finish_claims(rules, state)
    elif verb == Verb.TRADE_BERRIES:
        trade_berries(rules, state, codes.berries_traded(what))
    elif verb == Verb.TRADE_MATCHING:
        ingredient, count = codes.ingredient_and_count(what)
        trade_matching(rules, state, ingredient, count)
    elif verb == Verb.NO_TRADE:
        end_trading(rules, state)
    elif verb == Verb.PICK:
        space, level = codes.space_and_level(what)
        pick_die(rules, state, space, level)
    elif verb == Verb.REROLL_DIE:
        mark_die(rules, state, what)
    else:
        settle(rules, state, verb, what)
        go_on(rules, state)
    if not is_further_step(state):
        state.changes += 1


@inlined
def settle(rules, state, verb, what):
    """One of the things that a placement or potion lets the seat choose; the turn goes on after it."""
    seat = state.seat
    if verb == Verb.PAY_PLAIN:
        pay_plainly(rules, state)
    elif verb == Verb.PAY_SPARE:
        spared, spared_too = codes.spared_ingredients(what)
        pay_with_berry(rules, state, spared, spared_too)
    elif verb == Verb.CALL_GATHER:
        gather(rules, state, seat, state.icon_at[state.call_space], state.call_amount)
        state.call_space = NONE
    elif verb == Verb.CALL_TRAIN:
        spend_berries(state, seat, rules.power_berries[Character.LYRIC])
        state.trains += 1
        state.call_space = NONE
    elif verb == Verb.CHOOSE:
        state.choices -= 1
        gather(rules, state, seat, what, 1)
    elif verb == Verb.TRAIN:
        train_creature(rules, state, what)
    elif verb == Verb.TAKE_BERRY:
        take_berry(rules, state)
    elif verb == Verb.NO_TRAIN:
        state.trains = 0
    elif verb == Verb.RELEASE:
        release_creature(rules, state, what)
    elif verb == Verb.RESERVE:
        reserve_potion(state, what)
    elif verb == Verb.SCORCH:
        scorch_space(rules, state, what)
    elif verb == Verb.NO_SCORCH:
        state.scorches = 0
    elif verb == Verb.TARGET:
        put_die(state, what, take_die(state, state.picked_space, state.picked_level))
    elif verb == Verb.CHANGE_DIE:
        old, new = codes.old_and_new_face(what)
        turn_die(state, old, new)
    elif verb == Verb.ROLL:
        reroll_marked(rules, state)
    # NO_PICK: the die mover moves nothing (BR-60)


@compiled
def go_on(rules, state):
    """The next thing that the placement or potion still asks for, in a fixed order; then the rest of the turn (BR-9, BR-12)."""
    if state.call_space != NONE:
        state.phase = Phase.CALL
        return
    if state.n_trained[state.seat] > creature_limit(rules, state, state.seat):
        state.phase = Phase.RELEASE
        return
    if state.choices > 0:
        state.phase = Phase.CHOOSE
        return
    if state.trains > 0:
        if piles_have_card(state) or (state.on_creature_space and state.crew[state.seat, Card.CREATURE_FORAGER] > 0):
            state.phase = Phase.TRAIN
            return
        state.trains = 0
    state.on_creature_space = False
    if state.reserves > 0 and open_reserve(rules, state):
        return
    if state.scorches > 0:
        if state.n_scorched < rules.scorch_tokens and has_open_space(state):
            state.phase = Phase.SCORCH
            return
        state.scorches = 0
    if state.moves > 0:
        state.moves -= 1
        if forage_placed(state) > 0 and has_open_space(state):
            state.purpose = Purpose.DEN_MOVE
            state.phase = Phase.PICK
            return
    state.phase = Phase.TURN
    if state.to_place > 0:
        return
    if may_use_potions(rules, state):
        if not state.has_brewed and can_brew_any(rules, state):
            return
        if not state.has_drunk and can_drink_any(rules, state):
            return
    end_turn(rules, state)


@compiled
def use_effect(rules, state, effect):
    """Ask what the potion that was drunk is to do (BR-43 to BR-48)."""
    if effect == Effect.CHANGE:
        state.phase = Phase.CHANGE
    elif effect == Effect.REROLL:
        state.phase = Phase.REROLL
    elif effect == Effect.PLACE:
        state.to_place += 1
        go_on(rules, state)
    else:
        state.purpose = effect
        state.phase = Phase.PICK


@compiled
def mark_die(rules, state, face):
    """Take up one more die of the pool to roll again; with all of them taken up they are rolled at once (BR-43)."""
    state.marked[face] += 1
    state.n_marked += 1
    if state.n_marked == state.n_pool[state.seat]:
        reroll_marked(rules, state)
        go_on(rules, state)


@inlined
def is_move(purpose):
    """Whether a picked die goes to another space."""
    return purpose == Purpose.MOVE or purpose == Purpose.DEN_MOVE


@compiled
def pick_die(rules, state, space, level):
    """Carry out what a die was picked for, or ask where it goes (BR-44 to BR-48)."""
    if state.phase == Phase.PICK and (is_move(state.purpose) or state.purpose == Purpose.SWAP):
        state.picked_space = space
        state.picked_level = level
        state.phase = Phase.PARTNER if state.purpose == Purpose.SWAP else Phase.TARGET
        return
    if state.phase == Phase.PARTNER:
        swap_dice(state, state.picked_space, state.picked_level, space, level)
    elif state.purpose == Purpose.RETURN:
        return_die(state, space, level)
    else:
        set_aside(state, space, level)
    go_on(rules, state)
