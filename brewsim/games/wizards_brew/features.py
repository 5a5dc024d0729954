"""What a bot weighs in an action. A bot is a row of weights over the features, in bots.toml.

To pass, to be done or to decline has no features, so it is worth 0: a bot bids as long as what it gains is worth more to it
than the cards or cubes it gives. Hands are no secret, since every draw and payment is seen (WB-45).
"""

from enum import IntEnum

from brewsim.engine.appraisal import weighs
from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.auctions import chance_to_hold, expect_auction, has_new, has_second, nearing_in, wins_in
from brewsim.games.wizards_brew.beliefs import Use
from brewsim.games.wizards_brew.codes import NO_BID, Verb
from brewsim.games.wizards_brew.components import owner_of
from brewsim.games.wizards_brew.ingredient_phase import cards_for, price_of
from brewsim.games.wizards_brew.rules import CITY, TextPhase
from brewsim.games.wizards_brew.scoring import missing_with
from brewsim.parts.compiling import inlined


class Feature(IntEnum):
    GAIN_TOTAL = 0  # 1 for an ingredient
    GAIN_DIFFERENT = 1  # 1 if it is new in the cauldron
    GAIN_NEARING = 2  # the part of what is missing to victory that it makes up
    GAIN_WIN = 3  # 1 if it wins the game
    GAIN_SCARCE = 4  # for a new one, more if it is rare on the board
    GAIN_DENY = 5  # opponents who lack it, those near victory more
    PRICE = 6  # cards that it costs; all four count less as the leader nears victory, and with more players
    PRICE_SHARE = 7  # those cards as a share of the hand
    PRICE_PURSE = 8  # those cards as a share of what counts here
    PRICE_TABLE = 9  # those cards as a share of the hand that a player has on average
    RAISE_EXTRA = 10  # steps beyond the least raise
    BID_COVER = 11  # how far the strongest rival who is still in could outbid it, up to 1
    BID_MARKER = 12  # 1 if the win would bring the marker to this seat
    DENY_RIVAL = 13  # how near to victory the rivals are who could win here instead
    DENY_WIN = 14  # 1 if one of them would win the game here
    BLUFF = 15  # 1 for a bid that cannot be paid
    BLUFF_CARDS = 16  # cards that would be lost
    BLUFF_COVER = 17  # rivals still in who could outbid it, each as far as he could, up to 1
    BLUFF_HIGH = 18  # the bid: the higher, the less likely to be outbid
    LAST_WORD = 19  # 1 for winning by equalling
    SPELL_CARDS = (
        20  # cards that a spell brings over the rounds that its cubes last; in a bid all of these count by the chance that nobody raises it
    )
    SPELL_SAVING = 21  # its worth for cheaper wins, over the same rounds
    SPELL_COLOUR = 22  # for cheaper wins of one colour
    SPELL_REACH = 23  # for more areas where one's cards count
    SPELL_ENERGY = 24  # for the energy phase
    SPELL_CONTROL = 25  # for control of marker, Horse and auctions
    SPELL_CUBES = 26  # cubes that it binds
    SPELL_STRAIN = 27  # the square of those cubes as a share of the free ones
    SPELL_MARKER = 28  # 1 if the win would bring the marker to this seat
    SPELL_DENY = 29  # the worth of a round that an opponent would get instead, as a share for each opponent
    HARM = 30  # what an opponent's spell loses beyond what it loses anyway, that of one near victory more
    VOID = 31  # 1 for a yellow effect that changes nothing: the cubes come back anyway, or the spell goes
    COPIED = 32  # worth of an opponent's spell that is copied, in cards
    ELEMENT_DEMAND = 33  # how much an element that comes (or, negative, goes) is asked for; 0 far ahead of all others
    ELEMENT_LEAD = 34  # 1 if it brings this seat ahead of all opponents in this element
    ELEMENT_NEED = 35  # the demand, less with each card of it that is already held
    SCAVENGE = 36  # 1 for a card kept of a payment
    SCAVENGE_SHORT = 37  # 1 if fewer were paid than could be kept
    HORSE_EDGE = 38  # cards that count in the area, against the best opponent's
    HORSE_NEW = 39  # 1 if an ingredient there is new in the cauldron
    HORSE_CROWD = 40  # share of opponents who would find a new one there
    HORSE_DANGER = 41  # 1 if an opponent could win the game there
    HORSE_WIN = 42  # 1 if this seat could win the game there
    HORSE_CITY = 43  # 1 for a city
    # Of a bid, by how the auction is expected to go; "holds" is the chance that nobody raises it.
    HOLDS_GAIN = 44  # what the ingredient is worth, if the bid holds
    HOLDS_NEARING = 45  # the part of what is missing to victory that it makes up, if the bid holds
    HOLDS_PRICE = 46  # the cards that it costs, if the bid holds
    HOLDS_STOP = 47  # how near to victory the rival is who would win otherwise, if the bid holds
    HOLDS_STOP_WIN = 48  # 1 if he would win the game, if the bid holds
    HOLDS_SPENT = 49  # cards that he would have paid, if the bid holds
    HOLDS_BLUFF = 50  # cards that are lost, if a bid holds that cannot be paid
    PUSH = 51  # cards that a rival is made to pay more, if the bid does not hold
    PUSH_NEAR = 52  # the same, more if he is near victory
    # Of the next area, by how the auction there is expected to go.
    MOVE_GAIN = 53  # what an ingredient there is worth, by the chance to win it
    MOVE_NEARING = 54  # the part of what is missing that it makes up, by the same chance
    MOVE_WIN = 55  # 1 if it wins the game, by the same chance
    MOVE_PRICE = 56  # cards that it costs, by the same chance
    MOVE_LOST_NEARING = 57  # the part of what he is missing that it makes up for the rival who wins otherwise
    MOVE_LOST_WIN = 58  # 1 if he wins the game
    MOVE_LOST_PRICE = 59  # cards that he pays
    MOVE_LOST_NEAR = 60  # how near to victory he is
    # What else an auction is about.
    GAIN_SECOND = 61  # 1 if the win brings a second ingredient
    PRICE_FLAT = 62  # the cards that a bid costs, which count as much at the end as at the beginning
    PRICE_TO_COME = 63  # those cards, times the areas still to come in this round
    MARKER_TO_COME = 64  # 1 if the win would bring the marker and so the next move of the Horse in this round
    SPELL_FIRST = 65  # 1 if a win would bring the marker for the last spell of the round, and so the first move of the Horse
    SPELL_CUBES_TO_COME = 66  # the cubes that a spell binds, times the share of the round's spells that are still to come
    # Of bids that cannot be paid. Everybody can see that, and a player who passes on one loses nothing: the auction is repeated (WB-34).
    BLUFF_PUSH = 67  # cards that a rival is made to pay more by such a bid, if it does not hold
    BLUFF_CALLED = 68  # cards that would be lost, divided by the rivals who would all have to pass
    # Of a raise of such a bid: its bidder would lose all his cards. All three by the chance that nobody else raises it.
    RESCUE = 69  # 1
    RESCUE_CARDS = 70  # those cards
    RESCUE_NEAR = 71  # those cards, more if he is near victory


FEATURES = tuple(feature.name.lower() for feature in Feature)
NEXT_AUCTION = tuple(int(feature) for feature in Feature if feature.name.startswith("MOVE_"))  # what `see_next_auction` sees


@inlined
def features(rules, beliefs, state, view, action, out):
    """The features of one action."""
    verb, what = codes.decode(action)
    if verb == Verb.BID or verb == Verb.EQUAL:
        if verb == Verb.EQUAL or what != NO_BID:
            see_bid(rules, beliefs, state, view, verb, what, out)
    elif verb == Verb.SPELL_BID:
        if what != NO_BID:
            chance = view.win_chance[what]
            see_cubes(beliefs, state, view, state.lot, what, chance, out)
            out[Feature.SPELL_MARKER] += chance * (state.marker != state.seat)
            to_come = rules.spells_per_seat * state.n_seats - state.lots_done - 1
            out[Feature.SPELL_FIRST] += chance * (to_come == 0 and state.marker != state.seat)
            out[Feature.SPELL_CUBES_TO_COME] += chance * what * to_come / (rules.spells_per_seat * state.n_seats)
            out[Feature.SPELL_DENY] += chance * view.left_to_others * beliefs.total_worth[state.lot] / (state.n_seats - 1)
    elif verb == Verb.HORSE:
        see_area(rules, beliefs, state, what, out)
        if looks_ahead(out):
            see_next_auction(rules, beliefs, state, view, what, out)
    else:
        see_rare(rules, beliefs, state, view, verb, what, out)


@inlined
def see_bid(rules, beliefs, state, view, verb, step, out):
    """A bid for an ingredient: what it would win, what it would cost, and what it would prevent. Last Word raises by 0."""
    seat = state.seat
    amount = state.high + step
    holds = 1.0 if verb == Verb.EQUAL else chance_to_hold(beliefs, view, amount)
    push = see_push(state, view, amount, 1.0 - holds, out)
    out[Feature.RESCUE] += view.failing
    out[Feature.RESCUE_CARDS] += view.failing_cards
    out[Feature.RESCUE_NEAR] += view.failing_near
    if amount > state.limit[seat]:
        out[Feature.BLUFF_PUSH] += push
        out[Feature.BLUFF_CALLED] += state.n_hand[seat] / max(1, state.n_in - 1)
        out[Feature.HOLDS_BLUFF] += holds * state.n_hand[seat]
        out[Feature.BLUFF] += 1.0
        out[Feature.BLUFF_CARDS] += state.n_hand[seat]
        out[Feature.BLUFF_COVER] += 0.0 if verb == Verb.EQUAL else view.cover  # nobody can outbid the last word
        out[Feature.BLUFF_HIGH] += amount
        return
    out[Feature.LAST_WORD] += verb == Verb.EQUAL
    price = max(rules.least_price, amount - view.best_less)
    out[Feature.GAIN_TOTAL] += 1.0
    out[Feature.GAIN_DIFFERENT] += view.best_is_new
    out[Feature.GAIN_NEARING] += view.best_nearing
    out[Feature.GAIN_WIN] += view.best_wins
    out[Feature.PRICE] += price * view.fade
    out[Feature.PRICE_SHARE] += price * view.share_of_hand
    out[Feature.PRICE_PURSE] += price * view.share_of_purse
    out[Feature.PRICE_TABLE] += price * view.share_of_table
    if verb == Verb.BID and view.top_rival > amount:
        out[Feature.BID_COVER] += min(1.0, (view.top_rival - amount) / beliefs.most_edge)
    out[Feature.RAISE_EXTRA] += max(0, step - 1)
    out[Feature.BID_MARKER] += state.marker != seat
    out[Feature.DENY_RIVAL] += view.pressing
    out[Feature.DENY_WIN] += view.rival_wins
    to_come = state.die - state.visits - 1
    out[Feature.GAIN_SECOND] += has_second(state, seat, state.horse)
    out[Feature.PRICE_FLAT] += price
    out[Feature.PRICE_TO_COME] += price * to_come
    out[Feature.MARKER_TO_COME] += to_come > 0
    out[Feature.HOLDS_GAIN] += holds * view.worths[seat]
    if weighs(out, Feature.HOLDS_NEARING):
        out[Feature.HOLDS_NEARING] += holds * nearing_in(rules, state, seat, state.horse)
    out[Feature.HOLDS_PRICE] += holds * price * view.fade
    if view.top_seat != NONE:
        out[Feature.HOLDS_STOP] += holds / max(1, state.missing[view.top_seat])
        if weighs(out, Feature.HOLDS_STOP_WIN):
            out[Feature.HOLDS_STOP_WIN] += holds * wins_in(rules, state, view.top_seat, state.horse)
        out[Feature.HOLDS_SPENT] += holds * view.fade * max(view.next_reserve, state.high)


@inlined
def see_push(state, view, amount, chance, out):
    """A rival who raises this bid pays more than he would have to; returns how many cards."""
    if view.top_seat == NONE:
        return 0.0
    cards = chance * view.fade * max(0.0, amount - max(view.next_reserve, state.high))
    out[Feature.PUSH] += cards
    out[Feature.PUSH_NEAR] += cards / max(1, state.missing[view.top_seat])
    return cards


@inlined
def looks_ahead(out):
    """Whether anybody asks what the next auction may bring."""
    asked = False
    for feature in NEXT_AUCTION:
        asked |= weighs(out, feature)
    return asked


@inlined
def see_next_auction(rules, beliefs, state, view, area, out):
    """The next area: who is expected to win there, at which price."""
    seat, reserves = state.seat, view.area_reserves
    expect_auction(rules, beliefs, state, view.fade, area, reserves, view.area_worths)
    top, next_reserve = NONE, 0.0
    for other in range(state.n_seats):
        if other != seat:
            if top == NONE or reserves[other] > reserves[top]:
                next_reserve = 0.0 if top == NONE else reserves[top]
                top = other
            else:
                next_reserve = max(next_reserve, reserves[other])
    wins = 0.0
    if reserves[seat] > 0.0:
        wins = max(0.0, min(1.0, 0.5 + 0.5 * (reserves[seat] - reserves[top]) / beliefs.rival_doubt))
    loses = 1.0 - wins if reserves[top] > 0.0 else 0.0
    out[Feature.MOVE_GAIN] += wins * view.area_worths[seat]
    out[Feature.MOVE_NEARING] += wins * nearing_in(rules, state, seat, area)
    out[Feature.MOVE_WIN] += wins * wins_in(rules, state, seat, area)
    out[Feature.MOVE_PRICE] += wins * view.fade * min(reserves[seat], reserves[top] + 1.0)
    out[Feature.MOVE_LOST_NEARING] += loses * nearing_in(rules, state, top, area)
    out[Feature.MOVE_LOST_WIN] += loses * wins_in(rules, state, top, area)
    out[Feature.MOVE_LOST_PRICE] += loses * view.fade * min(reserves[top], max(reserves[seat], next_reserve) + 1.0)
    out[Feature.MOVE_LOST_NEAR] += loses / max(1, state.missing[top])


@inlined
def see_cubes(beliefs, state, view, spell, amount, chance, out):
    """A spell with cubes on it, if it comes to that: what it is worth as long as they last, and that they are bound."""
    see_worth(beliefs.worth[spell], chance * rounds_with(beliefs, view, spell, amount), out)
    out[Feature.SPELL_CUBES] += chance * amount
    strain = amount / state.free[state.seat]
    out[Feature.SPELL_STRAIN] += chance * strain * strain


@inlined
def see_worth(worth, rounds, out):
    """The worth of a spell, by use, for this number of rounds."""
    out[Feature.SPELL_CARDS] += rounds * worth[Use.CARDS]
    out[Feature.SPELL_SAVING] += rounds * worth[Use.SAVING]
    out[Feature.SPELL_COLOUR] += rounds * worth[Use.COLOUR]
    out[Feature.SPELL_REACH] += rounds * worth[Use.REACH]
    out[Feature.SPELL_ENERGY] += rounds * worth[Use.ENERGY]
    out[Feature.SPELL_CONTROL] += rounds * worth[Use.CONTROL]


@inlined
def rounds_with(beliefs, view, spell, cubes):
    """Rounds that a spell will be of use with these cubes, from the next upkeep on."""
    return beliefs.annuity[view.expected, beliefs.life[spell, cubes]]


@inlined
def see_area(rules, beliefs, state, area, out):
    """The next area: who is strong there, and who wants something there."""
    seat, landmark = state.seat, state.landmark[area]
    mine, best_other, crowd, danger = cards_for(state, seat, landmark), 0, 0, 0.0
    for other in range(state.n_seats):
        if other != seat:
            cards = cards_for(state, other, landmark)
            best_other = max(best_other, cards)
            crowd += has_new(state, other, area) and cards > 0
            if cards > 0 and wins_in(rules, state, other, area):
                danger = 1.0 if cards >= mine else max(danger, beliefs.weak_danger)
    out[Feature.HORSE_EDGE] += max(-beliefs.most_edge, min(beliefs.most_edge, mine - best_other))
    out[Feature.HORSE_NEW] += has_new(state, seat, area) and mine > 0
    out[Feature.HORSE_CROWD] += crowd / (state.n_seats - 1)
    out[Feature.HORSE_DANGER] += danger
    out[Feature.HORSE_WIN] += mine > 0 and wins_in(rules, state, seat, area)
    out[Feature.HORSE_CITY] += landmark == CITY


@inlined
def see_rare(rules, beliefs, state, view, verb, what, out):
    """Everything that is decided more rarely."""
    if verb == Verb.TAKE:
        see_ingredient(rules, state, what, out)
        out[Feature.PRICE] += view.fade * price_of(rules, state, state.seat, what, state.high)
    elif verb == Verb.SECOND:
        see_ingredient(rules, state, what, out)
    elif verb == Verb.PAY or verb == Verb.GIVE:
        lose_element(beliefs, state, view, what, out)
    elif verb == Verb.DRAW:
        gain_element(beliefs, state, view, what, out)
    elif verb == Verb.SWAP:
        given, drawn = codes.swapped(what)
        lose_element(beliefs, state, view, given, out)
        gain_element(beliefs, state, view, drawn, out)
    elif verb == Verb.SCAVENGE:
        gain_element(beliefs, state, view, what, out)
        out[Feature.SCAVENGE] += 1.0
        out[Feature.SCAVENGE_SHORT] += state.n_paid < state.picks_left
    elif verb == Verb.EXCHANGE:
        spell = state.own[state.seat, state.starting_place]
        see_worth(beliefs.exchange_gain[spell], beliefs.exchange_rounds[view.expected], out)
    elif verb == Verb.SEAL:
        see_cubes(beliefs, state, view, state.own[state.seat, state.starting_place], what, 1.0, out)
    elif verb == Verb.ECHO:
        out[Feature.COPIED] += beliefs.text_worth[what, state.text_phase]
    elif verb == Verb.MIRROR:
        out[Feature.COPIED] += beliefs.symbol_worth[what]
    else:
        see_yellow(rules, beliefs, state, view, verb, what, out)


@inlined
def see_ingredient(rules, state, ingredient, out):
    """An ingredient for the cauldron."""
    seat = state.seat
    is_new = state.cauldron[seat, ingredient] == 0
    on_board = rules.tokens[ingredient] - state.bag[ingredient]
    deny = 0.0
    for other in range(state.n_seats):
        on_board -= state.cauldron[other, ingredient]
        if other != seat and state.cauldron[other, ingredient] == 0:
            deny += 1.0 / max(1, state.missing[other])
    left = missing_with(rules, state, seat, state.n_different[seat] + is_new, state.n_total[seat] + 1)
    out[Feature.GAIN_TOTAL] += 1.0
    out[Feature.GAIN_DIFFERENT] += is_new
    out[Feature.GAIN_NEARING] += (state.missing[seat] - left) / max(1, state.missing[seat])
    out[Feature.GAIN_WIN] += left == 0
    out[Feature.GAIN_SCARCE] += is_new / (1.0 + on_board)
    out[Feature.GAIN_DENY] += deny / (state.n_seats - 1)


@inlined
def gain_element(beliefs, state, view, element, out):
    """A card of an element comes."""
    see_element(beliefs, view, element, state.hand[state.seat, element], 1, out)


@inlined
def lose_element(beliefs, state, view, element, out):
    """A card of an element goes."""
    see_element(beliefs, view, element, state.hand[state.seat, element] - 1, -1, out)


@inlined
def see_element(beliefs, view, element, others, change, out):
    """A card of an element comes (1) or goes (-1), beside the others that this seat has of it."""
    top = view.top_other[element]
    if others < top + beliefs.most_edge:  # nobody needs to be further ahead
        out[Feature.ELEMENT_DEMAND] += change * view.demand[element]
        out[Feature.ELEMENT_LEAD] += change if others == top else 0
        out[Feature.ELEMENT_NEED] += change * view.demand[element] / (1.0 + others)


@inlined
def see_yellow(rules, beliefs, state, view, verb, what, out):
    """A yellow effect: rounds that spells gain or lose, cubes that it binds or frees beyond those that come back anyway; or none."""
    changes = True  # to decline and to be done are no effects that could be void
    if verb == Verb.RENEW:
        changes = change_cubes(rules, beliefs, state, view, what, 1, out)
    elif verb == Verb.KEEP:
        changes = see_keep(rules, beliefs, state, view, what, out)
    elif verb == Verb.DRAIN or verb == Verb.DISPEL:
        changes = see_attack(rules, beliefs, state, view, verb, what, out)
    elif verb == Verb.RECALL:
        spell, amount = codes.recalled(what)
        changes = change_cubes(rules, beliefs, state, view, spell, -amount, out)
    elif verb == Verb.SHIFT:
        giver, getter = codes.shifted(what)
        gives = change_cubes(rules, beliefs, state, view, giver, -1, out)
        gets = change_cubes(rules, beliefs, state, view, getter, 1, out)
        changes = gives or gets
    out[Feature.VOID] += not changes


@inlined
def change_cubes(rules, beliefs, state, view, spell, change, out):
    """The rounds that a spell gains or loses with more or fewer cubes, and the cubes on it after the upkeep; whether any change."""
    cubes = state.cubes[spell]
    rounds = rounds_left(beliefs, state, view, spell, cubes + change) - rounds_left(beliefs, state, view, spell, cubes)
    bound = cubes_left(rules, state, spell, cubes + change) - cubes_left(rules, state, spell, cubes)
    see_worth(beliefs.worth[spell], rounds, out)
    out[Feature.SPELL_CUBES] += beliefs.idle_cube * bound
    return rounds != 0.0 or bound != 0


@inlined
def see_keep(rules, beliefs, state, view, spell, out):
    """Stasis: the rounds that a spell gains, and the cubes that stay on it."""
    cubes = state.cubes[spell]
    gained = rounds_with(beliefs, view, spell, cubes) - rounds_left(beliefs, state, view, spell, cubes)
    see_worth(beliefs.worth[spell], gained, out)
    out[Feature.SPELL_CUBES] += beliefs.idle_cube * (cubes - cubes_left(rules, state, spell, cubes))
    return gained != 0.0


@inlined
def rounds_left(beliefs, state, view, spell, cubes):
    """Rounds that a spell with these cubes will still be of use after this upkeep, and what it is already drained of."""
    if state.kept[spell] > 0:
        return rounds_with(beliefs, view, spell, cubes)
    life = beliefs.life[spell, max(0, cubes - state.drained[spell])]
    return beliefs.annuity[view.expected, max(0, life - 1)]


@inlined
def cubes_left(rules, state, spell, cubes):
    """Cubes that are still on a spell with these cubes after this upkeep; the others come back (WB-41)."""
    return cubes if state.kept[spell] > 0 else max(0, cubes - rules.energy[spell] - state.drained[spell])


@inlined
def see_attack(rules, beliefs, state, view, verb, spell, out):
    """Drain or Dispel: what the opponent loses, less the cubes that he gets back earlier, weighed by how near he is to victory."""
    cubes, owner = state.cubes[spell], owner_of(state, spell)
    lost = rounds_left(beliefs, state, view, spell, cubes)
    freed = cubes_left(rules, state, spell, cubes)
    text = 0.0
    if verb == Verb.DRAIN and state.kept[spell] > 0:  # Stasis stops Drain
        lost, freed = 0.0, 0
    elif verb == Verb.DRAIN:
        lost -= rounds_left(beliefs, state, view, spell, max(0, cubes - 1))
        freed -= cubes_left(rules, state, spell, max(0, cubes - 1))
    elif acts_later(state, owner):
        text = beliefs.text_worth[spell, TextPhase.ENERGY]
    harm = beliefs.total_worth[spell] * lost + text - beliefs.freed_cube * freed
    out[Feature.HARM] += harm / max(1, state.missing[owner])
    return lost > 0.0 or freed > 0 or text > 0.0


@inlined
def acts_later(state, seat):
    """Whether a player's turn in the energy phase is still to come (WB-40)."""
    return (seat - state.marker + state.n_seats) % state.n_seats >= state.turns_done
