"""What the seat to move may choose, and which item a choice uses. Clause numbers are those of RULES.md."""

from brewsim.engine.contract import AIMED, NONE
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import NO_BID, Verb, about, encode
from brewsim.games.wizards_brew.energy_phase import is_keeper
from brewsim.games.wizards_brew.horse import candidate, n_candidates, rule_in_force
from brewsim.games.wizards_brew.ingredient_phase import can_equal, can_pay_with, can_take, largest_raise
from brewsim.games.wizards_brew.preparation import most_to_seal
from brewsim.games.wizards_brew.rules import N_AREAS, N_ELEMENTS, N_INGREDIENTS
from brewsim.games.wizards_brew.state import Phase, Shifted
from brewsim.parts.compiling import compiled, inlined

# The lists below write every candidate and count it only if it is legal: a branch that nobody can predict costs more.


@compiled
def legal(rules, state, actions):
    """The actions that the seat to move may choose."""
    phase = state.phase
    if phase == Phase.BID:
        return list_bids(rules, state, actions)
    if phase == Phase.SPELL_BID:
        return list_spell_bids(state, actions)
    if phase == Phase.TAKE:
        n = 0
        for ingredient in range(N_INGREDIENTS):
            actions[n] = encode(Verb.TAKE, ingredient)
            n += can_take(rules, state, state.seat, ingredient, state.high)
        return n
    if phase == Phase.CLAIM:
        actions[0] = Verb.CLAIM
        return 1
    if phase == Phase.MOVE:
        return list_moves(rules, state, actions)
    if phase == Phase.ENERGY:
        return list_energy(rules, state, actions)
    if phase == Phase.CITY or phase == Phase.EXCHANGE or phase == Phase.SEAL:
        return list_preparation(rules, state, actions)
    return list_effects(rules, state, actions)


@compiled
def list_preparation(rules, state, actions):
    """The city of the Horse (WB-5), the exchange (WB-7), the secret cubes (WB-8)."""
    n = 0
    if state.phase == Phase.CITY:
        for area in range(N_AREAS):
            actions[n] = encode(Verb.HORSE, area)
            n += rules.is_city[area]
    elif state.phase == Phase.EXCHANGE:
        actions[0] = Verb.HOLD
        actions[1] = Verb.EXCHANGE
        n = 2
    else:
        for amount in range(rules.starting_cubes, most_to_seal(rules, state) + 1):
            actions[n] = encode(Verb.SEAL, amount)
            n += 1
    return n


@compiled
def list_spell_bids(state, actions):
    """Pass, or raise as far as the free cubes reach (WB-12)."""
    actions[0] = encode(Verb.SPELL_BID, NO_BID)
    n = 1
    for amount in range(state.high + 1, state.free[state.seat] + 1):
        actions[n] = encode(Verb.SPELL_BID, amount)
        n += 1
    return n


@compiled
def list_bids(rules, state, actions):
    """Pass, or raise, be it beyond what one can pay (WB-27, WB-31); Last Word (WB-61)."""
    actions[0] = encode(Verb.BID, NO_BID)
    n = 1
    for step in range(1, largest_raise(rules, state) + 1):
        actions[n] = encode(Verb.BID, step)
        n += 1
    actions[n] = Verb.EQUAL
    n += can_equal(state, state.seat)
    return n


@compiled
def list_moves(rules, state, actions):
    """Where the Horse may go: a neighbour, else along straight lines, else anywhere (WB-39, WB-60)."""
    n = 0
    rule = rule_in_force(rules, state)
    for i in range(n_candidates(rule)):
        area = candidate(rules, state, rule, i)
        actions[n] = encode(Verb.HORSE, area)
        n += area != NONE
    return n


@compiled
def list_effects(rules, state, actions):
    """The choices that spells bring with them, and the payment."""
    n = 0
    phase, seat = state.phase, state.seat
    if phase == Phase.ECHO:
        n = list_spells_of_others(rules, state, actions, Verb.ECHO)
        actions[n] = Verb.ECHO_NONE
        n += 1
    elif phase == Phase.MIRROR:
        n = list_spells_of_others(rules, state, actions, Verb.MIRROR)
    elif phase == Phase.DRAW or phase == Phase.CONSOLE:
        for element in range(N_ELEMENTS):
            actions[n] = encode(Verb.DRAW, element)
            n += state.stock[element] > 0
    elif phase == Phase.GIVE:
        for element in range(N_ELEMENTS):
            actions[n] = encode(Verb.GIVE, element)
            n += state.hand[seat, element] > 0
    elif phase == Phase.SWAP:
        for given in range(N_ELEMENTS):
            for drawn in range(N_ELEMENTS):
                actions[n] = codes.swap(given, drawn)
                n += (given != drawn) & (state.hand[seat, given] > 0) & (state.stock[drawn] > 0)
        actions[n] = Verb.SWAP_DONE
        n += 1
    elif phase == Phase.PAY:
        for element in range(N_ELEMENTS):
            actions[n] = encode(Verb.PAY, element)
            n += can_pay_with(state, seat, element)
    elif phase == Phase.SECOND:
        for ingredient in range(N_INGREDIENTS):
            actions[n] = encode(Verb.SECOND, ingredient)
            n += state.tokens[state.horse, ingredient] > 0
        actions[n] = Verb.SECOND_NONE
        n += 1
    else:
        for element in range(N_ELEMENTS):
            actions[n] = encode(Verb.SCAVENGE, element)
            n += state.paid[element] > 0
        actions[n] = Verb.SCAVENGE_NONE
        n += 1
    return n


@compiled
def list_spells_of_others(rules, state, actions, verb):
    """The spells of opponents that Echo or Mirror Pool can use (WB-52, WB-73)."""
    n = 0
    for seat in range(state.n_seats):
        if seat != state.seat:
            for place in range(state.n_own[seat]):
                spell = state.own[seat, place]
                actions[n] = about(verb, spell)
                n += rules.symbols[spell] > 0 if verb == Verb.MIRROR else rules.has_text[spell, state.text_phase] > 0
    return n


@compiled
def list_energy(rules, state, actions):
    """All that the acting player can still do with yellow texts, and to be done (WB-64 to WB-69)."""
    n = list_own_energy(rules, state, actions)
    if state.drains > 0 or state.dispels > 0:
        n = list_attacks(state, actions, n)
    actions[n] = Verb.DONE
    return n + 1


@compiled
def list_own_energy(rules, state, actions):
    """Renewal, Stasis, Recall and Shift, spell by spell (WB-64, WB-65, WB-67, WB-68)."""
    seat = state.seat
    n = 0
    for place in range(state.n_own[seat]):
        spell = state.own[seat, place]
        cubes = state.cubes[spell]
        actions[n] = about(Verb.RENEW, spell)
        n += (state.renews > 0) & (state.free[seat] > 0)
        actions[n] = about(Verb.KEEP, spell)
        n += (state.keeps > 0) & (state.kept[spell] == 0) & (not is_keeper(rules, state, spell))
        if state.recalls > 0:
            for amount in range(1, cubes + 1):
                actions[n] = codes.recall(spell, amount)
                n += 1
        if state.shifts > 0 and cubes > 0 and state.shifted[spell] != Shifted.GOT:
            for other_place in range(state.n_own[seat]):
                other = state.own[seat, other_place]
                actions[n] = codes.shift(spell, other)
                n += (other != spell) & (state.shifted[other] != Shifted.GAVE)
    return n


@compiled
def list_attacks(state, actions, n):
    """Drain and Dispel on the spells of opponents without a Ward (WB-66, WB-69, WB-70)."""
    for other in range(state.n_seats):
        if other != state.seat and state.ward[other] == 0:
            for place in range(state.n_own[other]):
                spell = state.own[other, place]
                actions[n] = about(Verb.DRAIN, spell)
                n += state.drains > 0
                actions[n] = about(Verb.DISPEL, spell)
                n += (state.dispels > 0) & (state.cubes[spell] > 0) & (state.cubes[spell] <= state.dispel_cubes)
    return n


@inlined
def item_of(rules, state, action):
    """Spells when kept at the start or won, ingredients when taken, landmarks when the Horse goes there by choice.

    A bid aims at the spell, or at the ingredient that it would win if there is only one to take. A starting spell that came by
    exchange cannot be refused; it counts if it gets more cubes than it must. A Horse that can reach one kind of landmark only is
    not led there by choice.
    """
    verb, what = codes.decode(action)
    if verb == Verb.BID or verb == Verb.EQUAL:
        return ingredient_aimed_at(rules, state, state.high + what) if verb == Verb.EQUAL or what != NO_BID else NONE
    if verb == Verb.SPELL_BID and what != NO_BID:
        return AIMED - codes.spell_item(state.lot)
    if verb == Verb.CLAIM:
        return codes.spell_item(state.lot)
    if verb == Verb.TAKE or verb == Verb.SECOND:
        return codes.ingredient_item(what)
    if verb == Verb.HORSE:
        return codes.landmark_item(state.landmark[what]) if can_choose_landmark(rules, state) else NONE
    if verb == Verb.HOLD:
        return codes.spell_item(state.own[state.seat, state.starting_place])
    if verb == Verb.SEAL and what > rules.starting_cubes and state.replaced[state.seat, state.starting_place] > 0:
        return codes.spell_item(state.own[state.seat, state.starting_place])
    return NONE


@compiled
def ingredient_aimed_at(rules, state, amount):
    """The only ingredient that the bidder could take if it won with this bid, as an item aimed at, or NONE."""
    seat, colours, only = state.seat, state.colours[state.horse], NONE
    if colours & (colours - 1) != 0 and amount - state.less[seat] - state.less_once[seat] <= state.purse[seat]:
        return NONE  # most bids: several kinds are here, and all can be paid
    for ingredient in range(N_INGREDIENTS):
        if can_take(rules, state, seat, ingredient, amount):
            if only != NONE:
                return NONE
            only = ingredient
    return NONE if only == NONE else AIMED - codes.ingredient_item(only)


@compiled
def can_choose_landmark(rules, state):
    """Whether the Horse can reach areas with different landmarks, cities among them (WB-39, WB-60); at the start it cannot (WB-5)."""
    if state.phase == Phase.CITY:
        return False
    first = NONE
    rule = rule_in_force(rules, state)
    for i in range(n_candidates(rule)):
        area = candidate(rules, state, rule, i)
        if area != NONE:
            if first != NONE and state.landmark[area] != first:
                return True
            first = state.landmark[area]
    return False
