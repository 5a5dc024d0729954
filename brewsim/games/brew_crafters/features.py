"""What a bot weighs in an action. A bot is a row of weights over FEATURES, in bots.toml.

The value of a hand to a plan is the best beer it is near to: its Rep, times `patience` for each card that is missing.
`plan_any` looks at all beers, `plan_cheap` at those of at most four cards, `plan_dear` at the one that takes most.
"""

from brewsim.games.brew_crafters.rules import MAX_HAND, N_CLASSES, N_INGREDIENTS, N_RECIPES
from brewsim.games.brew_crafters.state import (
    BLIND,
    BREW,
    DISCARD,
    DONE,
    FETCH,
    GIVE,
    KEEP,
    NIGHT_PLAY,
    PASS,
    PAY,
    PLAY,
    SUBSTITUTE,
    TAKE,
    Phase,
)
from brewsim.parts.compiling import compiled, inlined

FEATURES = (
    "plan_any",  # change of the hand's value, looking at all beers
    "plan_cheap",  # the same for beers of at most four cards
    "plan_dear",  # the same for the beer that takes most cards
    "blind",  # 1 for a card from the stack
    "brew_rep",  # Rep that the beer scores with its bonuses
    "brew_cards",  # cards that it takes from the hand
    "brew_ends_ahead",  # 1 if it leads with the end triggered, by itself or before
    "brew_ends_behind",  # 1 if it reaches the target and does not lead
    "play",  # 1 for a card played into the brewery
    "play_bonus",  # its bonus Rep over all recipes, fading as the leader nears the target
    "play_match",  # its bonus Rep on recipes that earlier cards already favour, fading
    "play_saving",  # ingredients that it saves, fading
    "play_fetch",  # cards that it lets one take after brewing, fading
    "play_crew",  # cards that it lets one play after brewing, fading
    "play_end",  # end bonus that it brings with the brewery as it is
    "hold_bonus",  # the same of a card that comes to the hand, negative if it leaves: its bonus Rep, fading
    "hold_match",  # its bonus Rep on recipes that earlier cards already favour, fading
    "hold_effect",  # what it saves, fetches and lets one play, fading
    "hold_end",  # its end bonus
    "give_spare",  # 1 for giving a card that would else be discarded, or that neither plan nor brewery needs
)
LESS, MORE = 0, 1
(
    PLAN_ANY,
    PLAN_CHEAP,
    PLAN_DEAR,
    IS_BLIND,
    BREW_REP,
    BREW_CARDS,
    BREW_ENDS_AHEAD,
    BREW_ENDS_BEHIND,
    IS_PLAY,
    PLAY_BONUS,
    PLAY_MATCH,
    PLAY_SAVING,
    PLAY_FETCH,
    PLAY_CREW,
    PLAY_END,
    HOLD_BONUS,
    HOLD_MATCH,
    HOLD_EFFECT,
    HOLD_END,
    GIVE_SPARE,
) = range(len(FEATURES))


@compiled
def survey(rules, state):
    """Say how far the game has come, and value the hand with a card of each ingredient more or less."""
    seat = state.seat
    side = state.side[seat]
    lead = 0
    for other in range(state.n_seats):
        lead = max(lead, state.rep[other])
    state.remaining = max(0.0, 1.0 - lead / rules.target_rep)
    for recipe in range(N_RECIPES):
        lack = -state.balance[seat, recipe]  # cards that neither the hand nor its substitutes cover
        worth = state.worth[side, recipe]
        state.value[recipe] = worth * rules.patience[max(0, lack)]
        state.nearer[recipe] = worth * rules.patience[max(0, lack - 1)]
        state.farther[recipe] = worth * rules.patience[max(0, lack + 1)]
    best, cheap = 0.0, 0.0
    for recipe in range(N_RECIPES):
        best = max(best, state.value[recipe])
        cheap = max(cheap, state.value[recipe] * rules.is_cheap[recipe])
    state.plan[0], state.plan[1], state.plan[2] = best, cheap, state.value[rules.dearest_recipe]
    if state.phase == Phase.DRAW or state.phase == Phase.AFTER_BREW:
        change_plans(rules, state, MORE, state.nearer, state.plan_gain)
    if state.phase == Phase.DRAW:
        expect_blind_card(rules, state)
    elif state.phase != Phase.PAY:
        change_plans(rules, state, LESS, state.farther, state.plan_loss)


@inlined
def change_plans(rules, state, more, other_value, out):
    """How the value of the hand to each plan changes with a card of each ingredient more or less.

    One card either makes up one more missing ingredient (`other_value`) or does not matter (`state.value`).
    """
    seat = state.seat
    side = state.side[seat]
    for ingredient in range(N_INGREDIENTS):
        held = MAX_HAND + state.held[seat, ingredient]
        best, cheap = 0.0, 0.0
        for recipe in range(N_RECIPES):
            matters = rules.matters[more, held - state.needs[side, recipe, ingredient]]
            value = other_value[recipe] if matters else state.value[recipe]
            if value > best:
                best = value
            if value * rules.is_cheap[recipe] > cheap:
                cheap = value
        out[ingredient, 0] = best - state.plan[0]
        out[ingredient, 1] = cheap - state.plan[1]
        matters = rules.matters[more, held - state.needs[side, rules.dearest_recipe, ingredient]]
        out[ingredient, 2] = other_value[rules.dearest_recipe] - state.plan[2] if matters else 0.0


@inlined
def expect_blind_card(rules, state):
    """Average the gain over the deck as a whole, as a player does who knows its composition."""
    gain, cheap, dear = 0.0, 0.0, 0.0
    for ingredient in range(N_INGREDIENTS):
        share = rules.deck_share[ingredient]
        gain += share * state.plan_gain[ingredient, 0]
        cheap += share * state.plan_gain[ingredient, 1]
        dear += share * state.plan_gain[ingredient, 2]
    state.blind_gain[0], state.blind_gain[1], state.blind_gain[2] = gain, cheap, dear


@inlined
def features(rules, state, action, out):
    """The features of one action. Each kind of thing is seen in one place, since every call is compiled into it."""
    if action < BLIND or FETCH <= action < NIGHT_PLAY:
        gain_card(rules, state, action - (TAKE if action < BLIND else FETCH), out)
    elif action == BLIND:
        out[IS_BLIND] += 1.0
        see_plan(state.blind_gain, out)
    elif action < BREW or NIGHT_PLAY <= action < DONE:
        see_play(rules, state, action - (PLAY if action < BREW else NIGHT_PLAY), out)
    elif action < PASS:
        see_brew(rules, state, action - BREW, out)
    elif action in (PASS, DONE, KEEP):
        return
    elif action < PAY:
        see_plan(state.plan_loss[action - SUBSTITUTE], out)
    else:
        lose_card(rules, state, action, out)


@inlined
def see_plan(changes, out):
    """The three plan features of gaining or losing a card."""
    out[PLAN_ANY] += changes[0]
    out[PLAN_CHEAP] += changes[1]
    out[PLAN_DEAR] += changes[2]


@inlined
def gain_card(rules, state, kind, out):
    """A card comes to the hand; a second copy could not be played."""
    see_plan(state.plan_gain[rules.ingredient[kind]], out)
    see_hold(rules, state, kind, 1.0 if state.hand[state.seat, kind] == 0 else 0.0, out)


@inlined
def lose_card(rules, state, action, out):
    """A card leaves the hand, as payment, gift or discard; a second copy is no loss to the brewery."""
    is_payment, is_gift = action < FETCH, action < KEEP
    kind = action - (PAY if is_payment else GIVE if is_gift else DISCARD)
    see_hold(rules, state, kind, -1.0 if state.hand[state.seat, kind] == 1 else 0.0, out)
    if is_payment:  # the ingredient is due anyhow
        return
    losses = state.plan_loss[rules.ingredient[kind]]
    see_plan(losses, out)
    is_built = state.brewery[state.side[state.seat], kind] > 0
    if is_gift and (state.n_hand[state.seat] > rules.hand_limit or (is_built and losses[0] == 0.0)):
        out[GIVE_SPARE] += 1.0


@inlined
def see_play(rules, state, kind, out):
    """A card goes from the hand to the brewery."""
    see_plan(state.plan_loss[rules.ingredient[kind]], out)
    side = state.side[state.seat]
    out[IS_PLAY] += 1.0
    out[PLAY_BONUS] += state.remaining * rules.total_bonus[kind]
    out[PLAY_MATCH] += state.remaining * match_of(rules, state, side, kind)
    out[PLAY_SAVING] += state.remaining * rules.total_saved[kind]
    out[PLAY_FETCH] += state.remaining * rules.total_takes[kind]
    out[PLAY_CREW] += state.remaining * rules.extra_plays[kind]
    out[PLAY_END] += end_of(rules, state, side, kind)


@inlined
def see_hold(rules, state, kind, factor, out):
    """What a card could do in the brewery if it is not there yet, times `factor`. Free of branches, for speed."""
    side = state.side[state.seat]
    factor *= 1 - state.brewery[side, kind]
    fading = factor * state.remaining
    out[HOLD_BONUS] += fading * rules.total_bonus[kind]
    out[HOLD_MATCH] += fading * match_of(rules, state, side, kind)
    out[HOLD_EFFECT] += fading * (rules.total_saved[kind] + rules.total_takes[kind] + rules.extra_plays[kind])
    out[HOLD_END] += factor * end_of(rules, state, side, kind)


@inlined
def match_of(rules, state, side, kind):
    """Bonus Rep of a card on the recipes that the brewery already favours."""
    match = 0
    for recipe in range(N_RECIPES):
        match += rules.bonus_rep[kind, recipe] * (state.worth[side, recipe] - rules.rep[recipe])
    return match


@inlined
def end_of(rules, state, side, kind):
    """End bonus that a card brings: it counts for itself and for earlier cards, and earlier cards count for it."""
    card_class = rules.card_class[kind]
    end = rules.end_rep[kind, card_class] + state.end_rates[side, card_class]
    for other_class in range(N_CLASSES):
        end += rules.end_rep[kind, other_class] * state.classes[side, other_class]
    return end


@inlined
def see_brew(rules, state, recipe, out):
    """A beer: its Rep, its cards, and whether it ends the game well."""
    side = state.side[state.seat]
    rep = state.worth[side, recipe]
    out[BREW_REP] += rep
    cards = 0
    for ingredient in range(N_INGREDIENTS):
        cards += state.needs[side, recipe, ingredient]
    out[BREW_CARDS] += cards
    was_triggered = state.end_round > 0
    if was_triggered or state.rep[side] + rep >= rules.target_rep:
        ahead = True
        for other in range(state.n_seats):
            if other != side and state.rep[other] + end_bonus(state, other) >= state.rep[side] + rep + end_bonus(state, side):
                ahead = False
        out[BREW_ENDS_AHEAD] += 1.0 if ahead else 0.0
        out[BREW_ENDS_BEHIND] += 0.0 if ahead or was_triggered else 1.0


@inlined
def end_bonus(state, side):
    """The end bonus of a brewery as it stands."""
    bonus = 0
    for card_class in range(N_CLASSES):
        bonus += state.end_rates[side, card_class] * state.classes[side, card_class]
    return bonus
