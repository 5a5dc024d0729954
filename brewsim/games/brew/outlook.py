"""What forests promise: part of the view.

A forest is weighed by the VP that this seat, and its best rival, may expect of it: what it is worth times a chance that
grows with the lead and sharpens as fewer dice can still come. Dice that a seat still has to place count as a part of a lead (the
"drift"), so that a die that is spent is missed in all forests. "Value" is the own VP less `spite` times the rival's.
"""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew.beliefs import GRAIN, LEVEL, MAX_LEAD
from brewsim.games.brew.board import top_level
from brewsim.games.brew.creatures import cut, housed_creatures
from brewsim.games.brew.drift import survey_drift
from brewsim.games.brew.placing import has_power
from brewsim.games.brew.rules import MAX_SEATS, N_SETS, Character, ForestPower
from brewsim.games.brew.spaces import ELEMENT_OWNER, N_OWNERS, DieKind, is_forage, is_in_forest, owner_of, place_of, symbol_of
from brewsim.parts.compiling import compiled, inlined

NEVER = -np.inf  # the value of what cannot be done


@inlined
def promise(beliefs, worth, rival_worth, own, best, second, elements, for_others, for_all, drifts):
    """VP that the seat and its best rival may expect of a forest with these dice on top: its worth times the chance to hold it.

    `for_others` and `for_all` are the spaces that dice of the others, and of all seats, may still come to; `drifts` what
    the dice to come add to a lead of the seat and of its rival, in steps.
    """
    drift, rival_drift = drifts
    newcomer = beliefs.newcomer  # read here, where it costs no branch
    lead, rival_lead = own - max(best, elements), best - max(own, second, elements)
    hold = beliefs.hold_chance[for_others, LEVEL + GRAIN * lead + drift] * worth
    rival = beliefs.hold_chance[for_all, LEVEL + GRAIN * rival_lead + rival_drift] * rival_worth
    return hold * (1.0 if own > 0 else newcomer), rival * (1.0 if best > 0 else newcomer)


@inlined
def promise_at(beliefs, view, place, own, best, second, elements, n_open):
    """The same for a forest of the row."""
    for_others, for_all = min(n_open, view.others_to_come), min(n_open, view.dice_to_come)
    worth, rival_worth = view.own_worth[place], view.rival_worth[place]
    return promise(beliefs, worth, rival_worth, own, best, second, elements, for_others, for_all, (view.drift, view.rival_drift))


@inlined
def with_one_less(best, second, third, dice):
    """The most and second most dice of rivals, if one with so many has one less."""
    return best - ((dice == best) & (dice > second)), second - ((dice == second) & (dice > third))


@inlined
def with_one_more(best, second, dice):
    """The most and second most dice of rivals, if one with so many has one more."""
    return max(best, dice + 1), second if dice == best else max(second, dice + 1)


@inlined
def outlook(beliefs, state, view, place, minus, plus, opened):
    """What a forest promises with one top die less, one more, and spaces opened; `minus` and `plus` are the owners, or NONE."""
    seat = state.seat
    elements = state.tops[place, ELEMENT_OWNER] - (minus == ELEMENT_OWNER) + (plus == ELEMENT_OWNER)
    own = state.tops[place, seat] - (minus == seat) + (plus == seat)
    best, second = view.best_other[place], view.second_other[place]
    if minus != plus:
        if is_rival(minus, seat):
            best, second = with_one_less(best, second, view.third_other[place], state.tops[place, minus])
        if is_rival(plus, seat):
            best, second = with_one_more(best, second, state.tops[place, plus])
    return promise_at(beliefs, view, place, own, best, second, elements, state.n_open[place] + opened)


@inlined
def is_rival(owner, seat):
    """Whether a die belongs to another seat."""
    return owner != NONE and owner != seat and owner != ELEMENT_OWNER


@inlined
def value_change(beliefs, view, place, own, rival):
    """The change of a forest's value, own VP and rival's as one."""
    return own - view.own_hold[place] - beliefs.spite * (rival - view.rival_hold[place])


@compiled
def survey_homes(state, view):
    """The bottlenecks of homes: cuts that are as low as the number of creatures with a home (`housed_creatures`).

    As one number, a bit for each set of seasons whose forests are such a cut: one operation asks all of them.
    """
    seat = state.seat
    housed, tight = housed_creatures(state, seat), 0
    for seasons in range(N_SETS):
        tight |= (1 if cut(state, seat, seasons) == housed else 0) << seasons
    view.tight = tight
    view.homes_key = state.key
    view.homes_creatures = state.n_creatures[seat]
    view.homes_forests = state.n_won[seat]


@inlined
def knows_homes(state, view):
    """Whether the bottlenecks are those that the view holds: creatures and forests of a seat only grow more in a game."""
    seat = state.seat
    is_same_game = view.homes_key == state.key
    return is_same_game and view.homes_creatures == state.n_creatures[seat] and view.homes_forests == state.n_won[seat]


@inlined
def houses_one_more(beliefs, view, seasons):
    """Whether a forest of these seasons gives one more creature a home: every bottleneck is wider with it."""
    return view.tight & beliefs.disjoint[seasons] == 0


@inlined
def finds_home(beliefs, view, season):
    """Whether a creature of this season would have a home: no bottleneck is in forests of its season."""
    return view.tight & ~beliefs.disjoint[1 << season] == 0


@compiled
def survey_forests(rules, beliefs, state, view):
    """What each forest promises, and what a die on an open space changes."""
    seat = state.seat
    dice_to_come = 0
    for other in range(state.n_seats):
        dice_to_come += state.n_pool[other]
    others_to_come = dice_to_come - state.n_pool[seat]
    view.others_to_come, view.dice_to_come = others_to_come, dice_to_come
    better = float(rules.creature_vp_in_forest - rules.creature_vp)
    best_move, hope, rivalry, claim_gain = 0.0, beliefs.hope[state.n_seats], beliefs.rivalry[state.n_seats], 0.0
    claims = has_power(rules, state, seat, Character.WREN)
    after_forage, after_element = survey_drift(beliefs, state, view)
    now = view.drift, view.rival_drift
    is_missed = after_forage != now or after_element != now  # not by bots that count no dice to come, who need not pay for it
    forage_spent, rival_forage_spent, element_spent, rival_element_spent = 0.0, 0.0, 0.0, 0.0
    for place in range(state.n_row):
        forest = state.row[place]
        seasons, forest_vp = rules.forest_seasons[forest], rules.forest_vp[forest]
        rival_worth = forest_vp * rivalry
        worth = forest_vp + better * houses_one_more(beliefs, view, seasons)
        worth = (worth + state.in_forest[seat, ForestPower.CLAIM, seasons]) * hope
        best, second, third = 0, 0, 0
        for other in range(MAX_SEATS):  # a fixed number, which the compiler unrolls; who is not there has no dice
            dice = state.tops[place, other] * (other != seat)
            third = max(third, min(second, dice))
            second = max(second, min(best, dice))
            best = max(best, dice)
        own_dice, elements, n_open = state.tops[place, seat], state.tops[place, ELEMENT_OWNER], state.n_open[place]
        for_others, for_all = min(n_open, others_to_come), min(n_open, dice_to_come)
        own, rival = promise(beliefs, worth, rival_worth, own_dice, best, second, elements, for_others, for_all, now)
        without_forage, rival_without_forage = without_element, rival_without_element = own, rival
        if is_missed:
            without_forage, rival_without_forage = promise(
                beliefs, worth, rival_worth, own_dice, best, second, elements, for_others, for_all, after_forage
            )
            without_element, rival_without_element = promise(
                beliefs, worth, rival_worth, own_dice, best, second, elements, for_others, for_all, after_element
            )
        left = max(0, n_open - 1)
        for_others, for_all = min(left, others_to_come), min(left, dice_to_come)
        forage_own, forage_rival = promise(
            beliefs, worth, rival_worth, own_dice + 1, best, second, elements, for_others, for_all, after_forage
        )
        element_own, element_rival = promise(
            beliefs, worth, rival_worth, own_dice, best, second, elements + 1, for_others, for_all, after_element
        )
        forage_own, forage_rival = forage_own - without_forage, forage_rival - rival_without_forage
        element_own, element_rival = element_own - without_element, element_rival - rival_without_element
        forage_spent += without_forage - own
        rival_forage_spent += rival_without_forage - rival
        element_spent += without_element - own
        rival_element_spent += rival_without_element - rival
        forage_value, element_value = forage_own - beliefs.spite * forage_rival, element_own - beliefs.spite * element_rival
        best_move = max(best_move, forage_value if n_open > 0 else 0.0)
        if claims and own_dice > 0:  # to win a tie is to have a die more
            lead = min(own_dice + 1 - max(best, elements), MAX_LEAD)
            claim_gain = max(claim_gain, beliefs.hold_chance[min(n_open, others_to_come), LEVEL + GRAIN * lead + view.drift] * worth - own)
        # All is stored at the end: the compiler cannot know that the view is none of the other records, and would read those again.
        scorches, more = state.in_forest[seat, ForestPower.SCORCH, seasons], state.in_forest[seat, ForestPower.GATHER, seasons]
        view.own_worth[place], view.rival_worth[place] = worth, rival_worth
        view.scorches_at[place], view.more_at[place] = scorches, more
        view.best_other[place], view.second_other[place], view.third_other[place] = best, second, third
        view.own_hold[place], view.rival_hold[place] = own, rival
        view.own_swing[place, DieKind.FORAGE], view.rival_swing[place, DieKind.FORAGE] = forage_own, forage_rival
        view.own_swing[place, DieKind.ELEMENT], view.rival_swing[place, DieKind.ELEMENT] = element_own, element_rival
        view.open_value[place, DieKind.FORAGE], view.open_value[place, DieKind.ELEMENT] = forage_value, element_value
    view.best_move, view.claim_gain = best_move, claim_gain
    view.own_spent[DieKind.FORAGE], view.own_spent[DieKind.ELEMENT] = forage_spent, element_spent
    view.rival_spent[DieKind.FORAGE], view.rival_spent[DieKind.ELEMENT] = rival_forage_spent, rival_element_spent


@inlined
def reopened(beliefs, state, view, place, elements, n_open):
    """What a forest promises with other numbers of element dice and open spaces."""
    own, best, second = state.tops[place, state.seat], view.best_other[place], view.second_other[place]
    return promise_at(beliefs, view, place, own, best, second, elements, n_open)


@compiled
def survey_scorches(beliefs, state, view):
    """What scorching a space of each forest is worth."""
    best = 0.0
    for place in range(state.n_row):
        view.scorch_value[place] = 0.0
        if state.n_open[place] > 0:
            elements, left = state.tops[place, ELEMENT_OWNER], state.n_open[place] - 1
            own, rival = reopened(beliefs, state, view, place, elements, left)
            view.scorch_value[place] = value_change(beliefs, view, place, own, rival)
            best = max(best, view.scorch_value[place])
    view.scorch_gain = best


@compiled
def survey_clearing(beliefs, state, view):
    """What setting all element dice in the forests aside changes; covered dice are left out of account."""
    view.clear_own, view.clear_rival = 0.0, 0.0
    for place in range(state.n_row):
        elements = state.tops[place, ELEMENT_OWNER]
        if elements > 0:
            own, rival = reopened(beliefs, state, view, place, 0, state.n_open[place] + elements)
            view.clear_own += own - view.own_hold[place]
            view.clear_rival += rival - view.rival_hold[place]


@compiled
def survey_tops(beliefs, state, view, plus, kind):
    """What a die on top of another changes, by forest and by whose die is covered.

    `plus` is who owns the die on top, `kind` what die it is.
    """
    for place in range(state.n_row):
        for owner in range(N_OWNERS):
            if owner == plus:  # like covers like
                view.own_top[place, owner, kind], view.rival_top[place, owner, kind] = 0.0, 0.0
            elif state.tops[place, owner] > 0:
                own, rival = outlook(beliefs, state, view, place, owner, plus, 0)
                view.own_top[place, owner, kind] = own - view.own_hold[place]
                view.rival_top[place, owner, kind] = rival - view.rival_hold[place]


@inlined
def top_value(beliefs, view, place, owner, kind):
    """The value of a die on top of one of this owner's."""
    return view.own_top[place, owner, kind] - beliefs.spite * view.rival_top[place, owner, kind]


@compiled
def lift_value(beliefs, state, view, space, level):
    """Own and rival change when a die is lifted from its space."""
    if not is_in_forest(space) or level < top_level(state, space):
        return 0.0, 0.0
    place, below_top = place_of(space), NONE
    if level > 0:
        below_top = owner_of(state.stack[space, level - 1])
    own, rival = outlook(beliefs, state, view, place, state.top[space], below_top, 1 if level == 0 else 0)
    return own - view.own_hold[place], rival - view.rival_hold[place]


@compiled
def survey_swaps(beliefs, state, view, with_all):
    """What a die of another seat in the place of one on top does to a forest; `with_all`: not only where one of the two is own."""
    for place in range(state.n_row):
        for owner in range(state.n_seats):
            if state.tops[place, owner] > 0:
                for other in range(state.n_seats):
                    if other != owner and (with_all or owner == state.seat or other == state.seat):
                        own, rival = outlook(beliefs, state, view, place, owner, other, 0)
                        view.swap_gain[place, owner, other] = value_change(beliefs, view, place, own, rival)


@compiled
def best_swap(state, view, space, level):
    """The best that a swap of this die brings; NEVER if there is no other to swap it with."""
    die, best = state.stack[space, level], NEVER
    for i in range(state.n_taken_list):
        other_space = state.taken_list[i]
        for other_level in range(state.height[other_space]):
            other = state.stack[other_space, other_level]
            if is_forage(other) and other != die and symbol_of(other) == symbol_of(die):
                best = max(best, swap_value(state, view, space, level, other_space, other_level))
    return best


@inlined
def swap_value(state, view, space, level, other_space, other_level):
    """The value of two dice changing places; if both are on top in one forest, nothing changes."""
    is_top, other_is_top = level == top_level(state, space), other_level == top_level(state, other_space)
    place, other_place = place_of(space), place_of(other_space)
    if is_top and other_is_top and place == other_place:
        return 0.0
    owner, other = owner_of(state.stack[space, level]), owner_of(state.stack[other_space, other_level])
    value = 0.0
    if is_top and is_in_forest(space):
        value += view.swap_gain[place, owner, other]
    if other_is_top and is_in_forest(other_space):
        value += view.swap_gain[other_place, other, owner]
    return value
