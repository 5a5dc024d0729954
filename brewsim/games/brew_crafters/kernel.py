"""The rules of the Brew Crafters Travel Card Game. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import NONE
from brewsim.games.brew_crafters import codes
from brewsim.games.brew_crafters.codes import Verb
from brewsim.games.brew_crafters.rules import MAX_HAND, N_CLASSES, N_INGREDIENTS, N_KINDS, N_RECIPES
from brewsim.games.brew_crafters.scoring import add_end_bonuses
from brewsim.games.brew_crafters.state import DECK_STREAM, ROUNDS_KEPT, TEAM_SEATS, Phase
from brewsim.games.brew_crafters.turn_order import place_of, seat_at
from brewsim.parts.chance import stream_key
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.decks import order_deck


@compiled
def setup(rules, state):
    """Deal the hands, lay out the row, seat 0 begins (BC-1 to BC-4)."""
    state.n_deck = order_deck(rules.copies, stream_key(state.key, DECK_STREAM), state.deck, state.priorities)
    state.shuffles = 1
    for seat in range(state.n_seats):
        state.side[seat] = seat % 2 if state.n_seats == TEAM_SEATS else seat
        for recipe in range(N_RECIPES):
            state.worth[seat, recipe] = rules.rep[recipe]
            for ingredient in range(N_INGREDIENTS):
                state.needs[seat, recipe, ingredient] = rules.needs[recipe, ingredient]
                state.recipe_cards[seat, recipe] += rules.needs[recipe, ingredient]
        count_balance(rules, state, seat)
    for _ in range(rules.starting_hand):
        for seat in range(state.n_seats):
            add_card(rules, state, seat, draw_top(rules, state))
    refill_row(rules, state)
    use_levers(rules, state)
    begin_turn(rules, state)


@compiled
def use_levers(rules, state):
    """What single seats have at the start and others have not (BC-26, BC-27)."""
    for seat in range(state.n_seats):
        state.rep[state.side[seat]] += rules.start_points[seat]
        for _ in range(rules.start_cards[seat]):
            add_card(rules, state, seat, draw_top(rules, state))


@compiled
def count_balance(rules, state, seat):
    """What a hand has too much or too little for each recipe, with the savings of its brewery (BC-11, BC-12)."""
    side = state.side[seat]
    for recipe in range(N_RECIPES):
        balance = 0
        for ingredient in range(N_INGREDIENTS):
            balance += rules.cover[MAX_HAND + state.held[seat, ingredient] - state.needs[side, recipe, ingredient]]
        state.balance[seat, recipe] = balance


@compiled
def change_hand(rules, state, seat, kind, change):
    """A card comes into a hand (1) or leaves it (-1)."""
    ingredient = rules.ingredient[kind]
    held = MAX_HAND + state.held[seat, ingredient]
    side = state.side[seat]
    for recipe in range(N_RECIPES):
        surplus = held - state.needs[side, recipe, ingredient]
        state.balance[seat, recipe] += rules.cover[surplus + change] - rules.cover[surplus]
    state.held[seat, ingredient] += change
    state.hand[seat, kind] += change
    state.n_hand[seat] += change


@inlined
def add_card(rules, state, seat, kind):
    """A card comes into a hand."""
    change_hand(rules, state, seat, kind, 1)


@inlined
def remove_card(rules, state, seat, kind):
    """A card leaves a hand for all to see."""
    change_hand(rules, state, seat, kind, -1)
    state.public[seat, kind] -= state.public[seat, kind] > 0


@compiled
def discard_card(rules, state, seat, kind):
    """A card goes from a hand to the discard pile."""
    remove_card(rules, state, seat, kind)
    state.discard[kind] += 1
    state.n_discard += 1


@compiled
def take_face_up(rules, state, kind):
    """The seat to move takes a card from the row (BC-5); everybody sees it."""
    state.row[kind] -= 1
    state.n_row -= 1
    add_card(rules, state, state.seat, kind)
    state.public[state.seat, kind] += 1


@inlined
def stack_has_card(state):
    """Whether a card can be drawn face down, be it after a shuffle."""
    return state.n_deck > 0 or state.n_discard > 0


@compiled
def shuffle_discards(state):
    """The discard pile becomes the stack (BC-6)."""
    key = stream_key(state.key, DECK_STREAM + state.shuffles)
    state.n_deck = order_deck(state.discard, key, state.deck, state.priorities)
    state.shuffles += 1
    state.n_discard = 0
    for kind in range(N_KINDS):
        state.discard[kind] = 0


@compiled
def draw_top(rules, state):
    """The top card of the stack; an empty stack is first made again, or as soon as its last card is drawn if so ruled (BC-6)."""
    if state.n_deck == 0:
        shuffle_discards(state)
    state.n_deck -= 1
    kind = state.deck[state.n_deck]
    if state.n_deck == 0 and state.n_discard > 0 and rules.reshuffle_when_empty:
        shuffle_discards(state)
    return kind


@compiled
def refill_row(rules, state):
    """Turn up cards until the row is full again, or no card is left (BC-5, BC-7)."""
    while state.n_row < rules.face_up_cards and stack_has_card(state):
        state.row[draw_top(rules, state)] += 1
        state.n_row += 1


@compiled
def begin_turn(rules, state):
    """Step 1, unless there is no card at all to draw (BC-7)."""
    state.turns[state.seat] += 1
    state.drawn = 0
    state.phase = Phase.DRAW if state.n_row > 0 or stack_has_card(state) else Phase.ACT


@compiled
def apply(rules, state, action):
    """Carry the action out and go on to the next decision."""
    verb, what = codes.decode(action)
    if verb == Verb.TAKE or verb == Verb.BLIND:
        draw_one(rules, state, verb, what)
    elif verb == Verb.PLAY:
        play_card(rules, state, what)
        end_step_two(rules, state)
    elif verb == Verb.BREW:
        start_brewing(rules, state, what)
    elif verb == Verb.PASS:
        if rules.gift_after_pass:
            end_step_two(rules, state)
        else:
            end_turn(rules, state)
    elif verb == Verb.SUBSTITUTE:
        state.due[what] += rules.substitute_cards
        state.lacking -= 1
        collect_ingredients(rules, state)
    elif verb == Verb.PAY:
        discard_card(rules, state, state.seat, what)
        state.due[rules.ingredient[what]] -= 1
        collect_ingredients(rules, state)
    elif verb == Verb.FETCH:
        take_face_up(rules, state, what)
        state.takes_left[rules.ingredient[what]] -= 1
        if rules.refill_at_once:
            refill_row(rules, state)
        after_brewing(rules, state)
    elif verb == Verb.NIGHT_PLAY:
        play_card(rules, state, what)
        state.plays_left -= 1
        after_brewing(rules, state)
    elif verb == Verb.DONE:
        refill_row(rules, state)
        end_step_two(rules, state)
    elif verb == Verb.GIVE:
        give_card(rules, state, what)
        end_turn(rules, state)
    elif verb == Verb.KEEP:
        end_turn(rules, state)
    else:
        discard_card(rules, state, state.seat, what)
        end_turn(rules, state)


@compiled
def draw_one(rules, state, verb, kind):
    """One card of step 1; the row is refilled only after the last (BC-5)."""
    if verb == Verb.BLIND:
        add_card(rules, state, state.seat, draw_top(rules, state))
    else:
        take_face_up(rules, state, kind)
    state.drawn += 1
    if state.drawn == rules.cards_drawn or (state.n_row == 0 and not stack_has_card(state)):
        refill_row(rules, state)
        state.phase = Phase.ACT


@compiled
def play_card(rules, state, kind):
    """A card goes from the hand into the brewery for good and works from now on (BC-8)."""
    side = state.side[state.seat]
    remove_card(rules, state, state.seat, kind)
    state.brewery[side, kind] = 1
    state.classes[side, rules.card_class[kind]] += 1
    state.cards_played[state.seat] += 1
    for card_class in range(N_CLASSES):
        state.end_rates[side, card_class] += rules.end_rep[kind, card_class]
    for recipe in range(N_RECIPES):
        state.worth[side, recipe] += rules.bonus_rep[kind, recipe]
        for ingredient in range(N_INGREDIENTS):
            saved = min(state.needs[side, recipe, ingredient], rules.saves[kind, recipe, ingredient])
            state.needs[side, recipe, ingredient] -= saved
            state.recipe_cards[side, recipe] -= saved
    for seat in range(state.n_seats):
        if state.side[seat] == side:
            count_balance(rules, state, seat)
    if state.phase == Phase.AFTER_BREW:  # what Night Shift brings in is usable at once (BC-15)
        grant_effects(rules, state, kind)


@compiled
def grant_effects(rules, state, kind):
    """The effects after brewing that this card of the brewery allows once."""
    state.plays_left += rules.extra_plays[kind]
    for ingredient in range(N_INGREDIENTS):
        state.takes_left[ingredient] += rules.takes[kind, ingredient]


@compiled
def start_brewing(rules, state, recipe):
    """Fix what the recipe takes: of each ingredient what is there, the rest by substitutes (BC-11, BC-12)."""
    seat = state.seat
    state.recipe = recipe
    state.lacking = 0
    for ingredient in range(N_INGREDIENTS):
        need = state.needs[state.side[seat], recipe, ingredient]
        state.due[ingredient] = min(need, state.held[seat, ingredient])
        state.lacking += need - state.due[ingredient]
    collect_ingredients(rules, state)


@inlined
def first_due(state):
    """The first ingredient of which cards are still to be paid."""
    for ingredient in range(N_INGREDIENTS):
        if state.due[ingredient] > 0:
            return ingredient
    return NONE


@compiled
def collect_ingredients(rules, state):
    """Discard what the recipe takes, stopping where the player has a choice (BC-13)."""
    seat = state.seat
    while state.lacking > 0:
        ways, way = 0, 0
        for ingredient in range(N_INGREDIENTS):
            if state.held[seat, ingredient] - state.due[ingredient] >= rules.substitute_cards:
                ways += 1
                way = ingredient
        if ways > 1:
            state.phase = Phase.SUBSTITUTE
            return
        state.due[way] += rules.substitute_cards
        state.lacking -= 1
    ingredient = first_due(state)
    while ingredient != NONE:
        kinds = 0
        for kind in range(N_KINDS):
            kinds += state.hand[seat, kind] > 0 and rules.ingredient[kind] == ingredient
        if kinds > 1 and state.due[ingredient] < state.held[seat, ingredient]:
            state.phase = Phase.PAY
            return
        for kind in range(N_KINDS):
            while state.due[ingredient] > 0 and state.hand[seat, kind] > 0 and rules.ingredient[kind] == ingredient:
                discard_card(rules, state, seat, kind)
                state.due[ingredient] -= 1
        ingredient = first_due(state)
    score_beer(rules, state)


@compiled
def score_beer(rules, state):
    """Score the beer with its bonuses and open the effects after brewing (BC-14, BC-15, BC-18)."""
    seat, recipe = state.seat, state.recipe
    side = state.side[seat]
    state.beers[seat, recipe] += 1
    state.rep[side] += state.worth[side, recipe]
    state.rep_recipes[side] += rules.rep[recipe]
    state.rep_bonuses[side] += state.worth[side, recipe] - rules.rep[recipe]
    if state.rep[side] >= rules.target_rep and state.end_round == 0:
        state.end_round = state.rounds + 1
        state.end_side = side
    state.plays_left = 0
    for ingredient in range(N_INGREDIENTS):
        state.takes_left[ingredient] = 0
    for kind in range(N_KINDS):
        if state.brewery[side, kind] > 0:
            grant_effects(rules, state, kind)
    after_brewing(rules, state)


@compiled
def after_brewing(rules, state):
    """Offer what is left of the effects, or go on if there is nothing that could be done (BC-15, BC-16)."""
    can_act = False
    for kind in range(N_KINDS):
        can_take = state.row[kind] > 0 and state.takes_left[rules.ingredient[kind]] > 0
        can_play = state.plays_left > 0 and state.hand[state.seat, kind] > 0 and state.brewery[state.side[state.seat], kind] == 0
        can_act = can_act or can_take or can_play
    if can_act:
        state.phase = Phase.AFTER_BREW
    else:
        refill_row(rules, state)
        end_step_two(rules, state)


@compiled
def end_step_two(rules, state):
    """After step 2 a team player may hand a card over (BC-22); then the turn ends."""
    if state.n_seats == TEAM_SEATS and rules.team_gift > 0 and state.n_hand[state.seat] > 0:
        state.phase = Phase.GIVE
    else:
        end_turn(rules, state)


@compiled
def give_card(rules, state, kind):
    """Hand a card face down to the team mate (BC-22). The others no longer know for sure what either holds."""
    seat = state.seat
    for other in range(N_KINDS):
        if state.public[seat, other] > 0:
            state.public[seat, other] -= 1
    change_hand(rules, state, seat, kind, -1)
    add_card(rules, state, (seat + 2) % TEAM_SEATS, kind)


@compiled
def end_turn(rules, state):
    """Discard down to the limit (BC-17), then the next seat (BC-4, BC-29); after the last one the round ends (BC-18)."""
    if state.n_hand[state.seat] > rules.hand_limit:
        state.phase = Phase.DISCARD
        return
    place = place_of(rules, state, state.seat) + 1
    if place == state.n_seats:
        place = 0
        if state.rounds < ROUNDS_KEPT:
            for side in range(state.n_seats):
                state.rep_after[state.rounds, side] = state.rep[side]
        if state.end_round > 0:
            add_end_bonuses(rules, state)
            state.over = True
            return
        state.rounds += 1
    state.seat = seat_at(rules, state, place)
    begin_turn(rules, state)
