"""What a bot weighs in an action. A bot is a row of weights over the features, in bots.toml."""

from enum import IntEnum

from brewsim.games.brew_crafters import codes
from brewsim.games.brew_crafters.codes import Verb
from brewsim.games.brew_crafters.rules import N_CLASSES, N_INGREDIENTS, N_RECIPES
from brewsim.games.brew_crafters.view import Plan
from brewsim.parts.compiling import inlined


class Feature(IntEnum):
    PLAN_ANY = 0  # change of the hand's value, looking at all beers
    PLAN_CHEAP = 1  # the same for beers of at most four cards
    PLAN_LARGEST = 2  # the same for the beer that takes most cards
    BLIND = 3  # 1 for a card from the stack
    BREW_REP = 4  # Rep that the beer scores with its bonuses
    BREW_CARDS = 5  # cards that it takes from the hand
    BREW_ENDS_AHEAD = 6  # 1 if it leads with the end triggered, by itself or before
    BREW_ENDS_BEHIND = 7  # 1 if it reaches the target and does not lead
    PLAY = 8  # 1 for a card played into the brewery
    PLAY_BONUS = 9  # its bonus Rep over all recipes, fading as the leader nears the target
    PLAY_MATCH = 10  # its bonus Rep on recipes that earlier cards already favour, fading
    PLAY_SAVING = 11  # ingredients that it saves, fading
    PLAY_FETCH = 12  # cards that it lets one take after brewing, fading
    PLAY_CREW = 13  # cards that it lets one play after brewing, fading
    PLAY_END = 14  # end bonus that it brings with the brewery as it is
    HOLD_BONUS = 15  # the same of a card that comes to the hand, negative if it leaves: its bonus Rep, fading
    HOLD_MATCH = 16  # its bonus Rep on recipes that earlier cards already favour, fading
    HOLD_EFFECT = 17  # what it saves, fetches and lets one play, fading
    HOLD_END = 18  # its end bonus
    GIVE_SPARE = 19  # 1 for giving a card that would else be discarded, or that neither plan nor brewery needs


FEATURES = tuple(feature.name.lower() for feature in Feature)


@inlined
def features(rules, beliefs, state, view, action, out):
    """The features of one action. Each kind of thing is seen in one place, since every call is compiled into it."""
    verb, what = codes.decode(action)
    if verb == Verb.TAKE or verb == Verb.FETCH:
        gain_card(rules, beliefs, state, view, what, out)
    elif verb == Verb.BLIND:
        out[Feature.BLIND] += 1.0
        see_plan(view.blind_gain, out)
    elif verb == Verb.PLAY or verb == Verb.NIGHT_PLAY:
        see_play(rules, beliefs, state, view, what, out)
    elif verb == Verb.BREW:
        see_brew(rules, state, what, out)
    elif verb == Verb.SUBSTITUTE:
        see_plan(view.plan_loss[what], out)
    elif verb == Verb.PAY or verb == Verb.GIVE or verb == Verb.DISCARD:
        lose_card(rules, beliefs, state, view, verb, what, out)


@inlined
def see_plan(changes, out):
    """The three plan features of gaining or losing a card."""
    out[Feature.PLAN_ANY] += changes[Plan.ANY]
    out[Feature.PLAN_CHEAP] += changes[Plan.CHEAP]
    out[Feature.PLAN_LARGEST] += changes[Plan.LARGEST]


@inlined
def gain_card(rules, beliefs, state, view, kind, out):
    """A card comes to the hand; a second copy could not be played."""
    see_plan(view.plan_gain[rules.ingredient[kind]], out)
    see_hold(rules, beliefs, state, view, kind, 1.0 if state.hand[state.seat, kind] == 0 else 0.0, out)


@inlined
def lose_card(rules, beliefs, state, view, verb, kind, out):
    """A card leaves the hand, as payment, gift or discard; a second copy is no loss to the brewery."""
    see_hold(rules, beliefs, state, view, kind, -1.0 if state.hand[state.seat, kind] == 1 else 0.0, out)
    if verb == Verb.PAY:  # the ingredient is due anyhow
        return
    losses = view.plan_loss[rules.ingredient[kind]]
    see_plan(losses, out)
    is_built = state.brewery[state.side[state.seat], kind] > 0
    if verb == Verb.GIVE and (state.n_hand[state.seat] > rules.hand_limit or (is_built and losses[Plan.ANY] == 0.0)):
        out[Feature.GIVE_SPARE] += 1.0


@inlined
def see_play(rules, beliefs, state, view, kind, out):
    """A card goes from the hand to the brewery."""
    see_plan(view.plan_loss[rules.ingredient[kind]], out)
    side = state.side[state.seat]
    out[Feature.PLAY] += 1.0
    out[Feature.PLAY_BONUS] += view.remaining * beliefs.total_bonus[kind]
    out[Feature.PLAY_MATCH] += view.remaining * match_of(rules, state, side, kind)
    out[Feature.PLAY_SAVING] += view.remaining * beliefs.total_saved[kind]
    out[Feature.PLAY_FETCH] += view.remaining * beliefs.total_takes[kind]
    out[Feature.PLAY_CREW] += view.remaining * rules.extra_plays[kind]
    out[Feature.PLAY_END] += end_of(rules, state, side, kind)


@inlined
def see_hold(rules, beliefs, state, view, kind, factor, out):
    """What a card could do in the brewery if it is not there yet, times `factor`. Free of branches, for speed."""
    side = state.side[state.seat]
    factor *= 1 - state.brewery[side, kind]
    fading = factor * view.remaining
    out[Feature.HOLD_BONUS] += fading * beliefs.total_bonus[kind]
    out[Feature.HOLD_MATCH] += fading * match_of(rules, state, side, kind)
    out[Feature.HOLD_EFFECT] += fading * (beliefs.total_saved[kind] + beliefs.total_takes[kind] + rules.extra_plays[kind])
    out[Feature.HOLD_END] += factor * end_of(rules, state, side, kind)


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
    out[Feature.BREW_REP] += rep
    cards = 0
    for ingredient in range(N_INGREDIENTS):
        cards += state.needs[side, recipe, ingredient]
    out[Feature.BREW_CARDS] += cards
    was_triggered = state.end_round > 0
    if was_triggered or state.rep[side] + rep >= rules.target_rep:
        ahead = True
        for other in range(state.n_seats):
            if other != side and state.rep[other] + end_bonus(state, other) >= state.rep[side] + rep + end_bonus(state, side):
                ahead = False
        out[Feature.BREW_ENDS_AHEAD] += 1.0 if ahead else 0.0
        out[Feature.BREW_ENDS_BEHIND] += 0.0 if ahead or was_triggered else 1.0


@inlined
def end_bonus(state, side):
    """The end bonus of a brewery as it stands."""
    bonus = 0
    for card_class in range(N_CLASSES):
        bonus += state.end_rates[side, card_class] * state.classes[side, card_class]
    return bonus
