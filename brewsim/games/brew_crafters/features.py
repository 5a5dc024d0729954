"""What a bot weighs in an action. A bot is a row of weights over the features, in bots.toml."""

from enum import IntEnum

from brewsim.engine.appraisal import weighs
from brewsim.games.brew_crafters import codes
from brewsim.games.brew_crafters.beliefs import LESS
from brewsim.games.brew_crafters.codes import Verb
from brewsim.games.brew_crafters.rules import MAX_HAND, N_CLASSES, N_INGREDIENTS, N_KINDS, N_RECIPES
from brewsim.games.brew_crafters.view import Plan, end_of
from brewsim.parts.compiling import compiled, inlined


class Feature(IntEnum):
    PLAN_ANY = 0  # change of the hand's value, looking at all beers
    PLAN_CHEAP = 1  # the same for cheap beers
    PLAN_LARGEST = 2  # the same for the beer that takes most cards
    PLAN_NEXT = 3  # what the next draw can add to the hand's value from the row
    LAST_REP = 4  # in the last turn: Rep that the action adds to the final score; of a draw, the most that the turn can then add
    BLIND = 5  # 1 for a card from the stack
    BREW_REP = 6  # Rep that the beer scores with its bonuses
    BREW_CARDS = 7  # cards that it takes from the hand, substitutes included
    BREW_ENDS_AHEAD = 8  # 1 if it leads with the end triggered, by itself or before
    BREW_ENDS_SAFE = 9  # if so, how safe the lead is: 1 if nobody who is still to move can catch up, else a share
    BREW_ENDS_BEHIND = 10  # 1 if it reaches the target and does not lead
    PLAY = 11  # 1 for a card played into the brewery
    PLAY_RATE = 12  # what it adds to the Rep of a card in the best beer, fading as the leader nears the target
    PLAY_BONUS = 13  # its bonus Rep over all recipes, fading
    PLAY_MATCH = 14  # its bonus Rep on recipes that earlier cards already favour, fading
    PLAY_SAVING = 15  # ingredients that it saves, fading
    PLAY_FETCH = 16  # cards that it lets one take after brewing, fading
    PLAY_CREW = 17  # cards that it lets one play after brewing, fading
    PLAY_END = 18  # end bonus that it brings with the brewery as it is
    HOLD_BONUS = 19  # the same of a card that comes to the hand, negative if it leaves: its bonus Rep, fading
    HOLD_MATCH = 20  # its bonus Rep on recipes that earlier cards already favour, fading
    HOLD_EFFECT = 21  # what it saves, fetches and lets one play, fading
    HOLD_END = 22  # its end bonus
    GIVE_SPARE = 23  # 1 for giving a card that would else be discarded, or that neither plan nor brewery needs
    PLAN_LATE = 24  # change of the hand's value, looking at all beers, growing as the leader nears the target
    BREW_REP_LATE = 25  # Rep that the beer scores with its bonuses, growing likewise
    SPENT_SPARE = 26  # cards that a beer or a card played takes of those that would else be discarded
    PLAY_HELPS = 27  # change of the hand's value by what the card does to beers, without its own ingredient
    HOLD_RATE = 28  # like HOLD_BONUS: what the card would add to the Rep of a card in the best beer, fading
    BLIND_NEW = 29  # of a card from the stack, the chance that neither the brewery nor the hand has it, fading


FEATURES = tuple(feature.name.lower() for feature in Feature)


@inlined
def features(rules, beliefs, state, view, action, out):
    """The features of one action. Each kind of thing is seen in one place, since every call is compiled into it."""
    verb, what = codes.decode(action)
    if verb == Verb.TAKE or verb == Verb.FETCH:
        gain_card(rules, beliefs, state, view, verb, what, out)
    elif verb == Verb.BLIND:
        out[Feature.BLIND] += 1.0
        if weighs(out, Feature.BLIND_NEW):
            out[Feature.BLIND_NEW] += view.remaining * share_of_new(beliefs, state)
        see_plan(view, view.blind_gain, out)
        out[Feature.PLAN_NEXT] += view.blind_next_gain
        if view.is_last_turn:
            out[Feature.LAST_REP] += view.blind_last_rep
    elif verb == Verb.PLAY or verb == Verb.NIGHT_PLAY:
        see_play(rules, beliefs, state, view, what, out)
    elif verb == Verb.BREW:
        see_brew(rules, state, view, what, out)
    elif verb == Verb.SUBSTITUTE:
        see_plan(view, view.plan_loss[what], out)
    elif verb == Verb.PAY or verb == Verb.GIVE or verb == Verb.DISCARD:
        lose_card(rules, beliefs, state, view, verb, what, out)


@inlined
def see_plan(view, changes, out):
    """The plan features of gaining or losing a card."""
    out[Feature.PLAN_ANY] += changes[Plan.ANY]
    out[Feature.PLAN_CHEAP] += changes[Plan.CHEAP]
    out[Feature.PLAN_LARGEST] += changes[Plan.LARGEST]
    out[Feature.PLAN_LATE] += changes[Plan.ANY] * (1.0 - view.remaining)


@inlined
def gain_card(rules, beliefs, state, view, verb, kind, out):
    """A card comes to the hand; a second copy could not be played."""
    ingredient = rules.ingredient[kind]
    see_plan(view, view.plan_gain[ingredient], out)
    see_hold(rules, beliefs, state, view, kind, 1.0 if state.hand[state.seat, kind] == 0 else 0.0, out)
    if verb == Verb.TAKE:
        out[Feature.PLAN_NEXT] += view.next_gain[ingredient]
        if view.is_last_turn:
            side = state.side[state.seat]
            end = 0 if state.brewery[side, kind] > 0 else end_of(rules, state, side, kind)
            out[Feature.LAST_REP] += max(view.last_rep[ingredient], end)


@inlined
def lose_card(rules, beliefs, state, view, verb, kind, out):
    """A card leaves the hand, as payment, gift or discard; a second copy is no loss to the brewery."""
    see_hold(rules, beliefs, state, view, kind, -1.0 if state.hand[state.seat, kind] == 1 else 0.0, out)
    if verb == Verb.PAY:  # the ingredient is due anyhow
        return
    losses = view.plan_loss[rules.ingredient[kind]]
    see_plan(view, losses, out)
    is_built = state.brewery[state.side[state.seat], kind] > 0
    if verb == Verb.GIVE and (state.n_hand[state.seat] > rules.hand_limit or (is_built and losses[Plan.ANY] == 0.0)):
        out[Feature.GIVE_SPARE] += 1.0


@inlined
def see_play(rules, beliefs, state, view, kind, out):
    """A card goes from the hand to the brewery."""
    see_plan(view, view.plan_loss[rules.ingredient[kind]], out)
    side = state.side[state.seat]
    out[Feature.PLAY] += 1.0
    out[Feature.PLAY_RATE] += view.remaining * rate_gain(rules, beliefs, state, view, side, kind)
    out[Feature.PLAY_BONUS] += view.remaining * beliefs.total_bonus[kind]
    out[Feature.PLAY_MATCH] += view.remaining * match_of(rules, state, side, kind)
    out[Feature.PLAY_SAVING] += view.remaining * beliefs.total_saved[kind]
    out[Feature.PLAY_FETCH] += view.remaining * beliefs.total_takes[kind]
    out[Feature.PLAY_CREW] += view.remaining * rules.extra_plays[kind]
    if weighs(out, Feature.PLAY_HELPS):
        out[Feature.PLAY_HELPS] += help_of(rules, beliefs, state, view, side, kind)
    out[Feature.SPENT_SPARE] += 1.0 if state.n_hand[state.seat] > rules.hand_limit else 0.0
    end = end_of(rules, state, side, kind)
    out[Feature.PLAY_END] += end
    if view.is_last_turn:
        out[Feature.LAST_REP] += end


@inlined
def see_hold(rules, beliefs, state, view, kind, factor, out):
    """What a card could do in the brewery if it is not there yet, times `factor`. Hardly a branch, for speed."""
    side = state.side[state.seat]
    factor *= 1 - state.brewery[side, kind]
    fading = factor * view.remaining
    out[Feature.HOLD_BONUS] += fading * beliefs.total_bonus[kind]
    if weighs(out, Feature.HOLD_MATCH):
        out[Feature.HOLD_MATCH] += fading * match_of(rules, state, side, kind)
    out[Feature.HOLD_EFFECT] += fading * (beliefs.total_saved[kind] + beliefs.total_takes[kind] + rules.extra_plays[kind])
    out[Feature.HOLD_END] += factor * end_of(rules, state, side, kind)
    if fading != 0.0 and weighs(out, Feature.HOLD_RATE):  # a rate takes longer than a branch
        out[Feature.HOLD_RATE] += fading * rate_gain(rules, beliefs, state, view, side, kind)


@inlined
def share_of_new(beliefs, state):
    """The share of the deck of which neither the brewery nor the hand has a card."""
    side = state.side[state.seat]
    share = 0.0
    for kind in range(N_KINDS):
        share += beliefs.kind_share[kind] * (state.brewery[side, kind] + state.hand[state.seat, kind] == 0)
    return share


@inlined
def match_of(rules, state, side, kind):
    """Bonus Rep of a card on the recipes that the brewery already favours."""
    match = 0
    for recipe in range(N_RECIPES):
        match += rules.bonus_rep[kind, recipe] * (state.worth[side, recipe] - rules.rep[recipe])
    return match


@inlined
def rate_gain(rules, beliefs, state, view, side, kind):
    """What a card in the brewery would add to the Rep of a card in its best beer: by bonus Rep, and by cards that it saves."""
    best = view.best_rate
    if beliefs.total_saved[kind] > 0:
        for recipe in range(N_RECIPES):
            cards = state.recipe_cards[side, recipe]
            for ingredient in range(N_INGREDIENTS):
                cards -= min(state.needs[side, recipe, ingredient], rules.saves[kind, recipe, ingredient])
            best = max(best, (state.worth[side, recipe] + rules.bonus_rep[kind, recipe]) * beliefs.per_card[cards])
    elif beliefs.total_bonus[kind] > 0.0:
        for recipe in range(N_RECIPES):
            best = max(best, (state.worth[side, recipe] + rules.bonus_rep[kind, recipe]) * view.per_card[recipe])
    return best - view.best_rate


@inlined
def help_of(rules, beliefs, state, view, side, kind):
    """Change of the hand's value to a plan that looks at all beers, once this card of it works in the brewery."""
    seat = state.seat
    own = rules.ingredient[kind]
    if beliefs.total_saved[kind] == 0 and beliefs.total_bonus[kind] == 0.0:  # all that changes is that its ingredient is gone
        return view.plan_loss[own, Plan.ANY]
    best = 0.0
    for recipe in range(N_RECIPES):
        lack = beliefs.matters[LESS, MAX_HAND + state.held[seat, own] - state.needs[side, recipe, own]] - state.balance[seat, recipe]
        if beliefs.total_saved[kind] > 0:
            lack = 0
            for ingredient in range(N_INGREDIENTS):
                needs = max(0, state.needs[side, recipe, ingredient] - rules.saves[kind, recipe, ingredient])
                lack -= rules.cover[MAX_HAND + state.held[seat, ingredient] - (ingredient == own) - needs]
        best = max(best, (state.worth[side, recipe] + rules.bonus_rep[kind, recipe]) * beliefs.patience[max(0, lack)])
    return best - view.plan[Plan.ANY]


@inlined
def see_brew(rules, state, view, recipe, out):
    """A beer: its Rep, its cards, and whether it ends the game well."""
    seat = state.seat
    side = state.side[seat]
    rep = state.worth[side, recipe]
    cards = state.recipe_cards[side, recipe]
    for ingredient in range(N_INGREDIENTS):
        missing = max(0, state.needs[side, recipe, ingredient] - state.held[seat, ingredient])
        cards += missing * (rules.substitute_cards - 1)
    out[Feature.BREW_REP] += rep
    out[Feature.BREW_REP_LATE] += rep * (1.0 - view.remaining)
    out[Feature.BREW_CARDS] += cards
    out[Feature.SPENT_SPARE] += max(0, min(cards, state.n_hand[seat] - rules.hand_limit))
    if view.is_last_turn:
        out[Feature.LAST_REP] += rep
    if view.is_last_turn or state.rep[side] + rep >= rules.target_rep:
        safety = safety_of_end(rules, state, rep, cards)
        out[Feature.BREW_ENDS_AHEAD] += 1.0 if safety > 0.0 else 0.0
        out[Feature.BREW_ENDS_SAFE] += safety
        out[Feature.BREW_ENDS_BEHIND] += 0.0 if safety > 0.0 or view.is_last_turn else 1.0


@compiled
def safety_of_end(rules, state, rep, cards):
    """How safe the lead is that a beer of so many Rep and cards gives at the end: 0 without a lead, 1 if nobody can catch up."""
    seat = state.seat
    side = state.side[seat]
    standing = state.rep[side] + rep + end_bonus(state, side)
    safety = 1.0
    for other in range(state.n_seats):
        rival = state.side[other]
        if rival == side:
            continue
        lead = standing - state.rep[rival] - end_bonus(state, rival)
        if lead < 0 or (lead == 0 and cards_of_side(state, side) - cards <= cards_of_side(state, rival)):
            return 0.0
        if state.turns[other] < state.turns[seat]:  # it still has its last turn
            threat = best_beer_in_reach(rules, state, other)
            if threat >= lead:
                safety = min(safety, (lead + 1) / (threat + 2))
    return safety


@inlined
def cards_of_side(state, side):
    """Cards in the hands of a side: the tie-break."""
    cards = 0
    for seat in range(state.n_seats):
        cards += state.n_hand[seat] if state.side[seat] == side else 0
    return cards


@inlined
def best_beer_in_reach(rules, state, seat):
    """The best beer for which a hand has cards enough after its draw, whatever they are."""
    side = state.side[seat]
    best = 0
    for recipe in range(N_RECIPES):
        if state.recipe_cards[side, recipe] <= state.n_hand[seat] + rules.cards_drawn:
            best = max(best, state.worth[side, recipe])
    return best


@inlined
def end_bonus(state, side):
    """The end bonus of a brewery as it stands."""
    bonus = 0
    for card_class in range(N_CLASSES):
        bonus += state.end_rates[side, card_class] * state.classes[side, card_class]
    return bonus
