"""What a bot weighs in an action. A bot is a row of weights over FEATURES, in bots.toml.

To pass, to be done or to decline has no features, so it is worth 0: a bot bids as long as what it gains is worth more to it
than the cards or cubes it gives. Hands are no secret, since every draw and payment is seen (WB-45).
"""

import math

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import Phase
from brewsim.games.wizards_brew.ingredient_phase import cards_for, missing_with, price_of
from brewsim.games.wizards_brew.rules import (
    CITY,
    LONGEST_GAME,
    MAX_CUBES,
    N_AREAS,
    N_ELEMENTS,
    N_INGREDIENTS,
    N_SPELLS,
    N_USES,
    STEPS,
    USES,
    WILD,
)
from brewsim.games.wizards_brew.table import owner_of
from brewsim.parts.compiling import compiled, inlined

FEATURES = (
    "gain_total",  # 1 for an ingredient
    "gain_different",  # 1 if it is new in the cauldron
    "gain_nearing",  # the part of what is missing to victory that it makes up
    "gain_win",  # 1 if it wins the game
    "gain_scarce",  # for a new one, the rarer on the board the more
    "gain_deny",  # opponents who lack it, those near victory more
    "price",  # cards that it costs; all three count less as the leader nears victory, and with more players
    "price_share",  # those cards as a share of the hand
    "price_purse",  # those cards as a share of what counts here
    "raise_extra",  # steps beyond the least raise
    "bid_marker",  # 1 if the win would bring the marker to this seat
    "deny_rival",  # how near to victory the rivals are who may else win here
    "deny_win",  # 1 if one of them would win the game here
    "bluff",  # 1 for a bid that cannot be paid
    "bluff_cards",  # cards that would be lost
    "bluff_cover",  # rivals still in who could outbid it, each as far as he could, up to 1
    "bluff_high",  # the bid: the higher, the less likely to be outbid
    "last_word",  # 1 for winning by equalling
    *(f"spell_{use}" for use in USES),  # worth of a spell over the rounds that its cubes last, by use
    "spell_cubes",  # cubes that it binds
    "spell_strain",  # the square of those cubes as a share of the free ones
    "spell_marker",  # 1 if the win would bring the marker to this seat
    "harm",  # what an opponent's spell loses, that of one near victory more
    "copied",  # worth of an opponent's spell that is copied, in cards
    "element_demand",  # how much an element that comes (or, negative, goes) is asked for; 0 far ahead of all others
    "element_lead",  # 1 if it brings ahead of all opponents in this element
    "element_need",  # the same as the demand, the less the more cards of it are already held
    "scavenge",  # 1 for a card kept of a payment
    "scavenge_short",  # 1 if fewer were paid than could be kept
    "horse_edge",  # cards that count in the area, against the best opponent's
    "horse_new",  # 1 if an ingredient there is new in the cauldron
    "horse_crowd",  # share of opponents who would find a new one there
    "horse_danger",  # 1 if an opponent could win the game there
    "horse_win",  # 1 if this seat could win the game there
    "horse_city",  # 1 for a city
)
(
    GAIN_TOTAL,
    GAIN_DIFFERENT,
    GAIN_NEARING,
    GAIN_WIN,
    GAIN_SCARCE,
    GAIN_DENY,
    PRICE,
    PRICE_SHARE,
    PRICE_PURSE,
    RAISE_EXTRA,
    BID_MARKER,
    DENY_RIVAL,
    DENY_WIN,
    IS_BLUFF,
    BLUFF_CARDS,
    BLUFF_COVER,
    BLUFF_HIGH,
    LAST_WORD,
    SPELL_WORTH,
) = range(19)
SPELL_CUBES = SPELL_WORTH + N_USES
(
    SPELL_STRAIN,
    SPELL_MARKER,
    HARM,
    COPIED,
    ELEMENT_DEMAND,
    ELEMENT_LEAD,
    ELEMENT_NEED,
    IS_SCAVENGE,
    SCAVENGE_SHORT,
    HORSE_EDGE,
    HORSE_NEW,
    HORSE_CROWD,
    HORSE_DANGER,
    HORSE_WIN,
    HORSE_CITY,
) = range(SPELL_CUBES + 1, SPELL_CUBES + 16)

NEAR, FAR = 1.0, 0.25  # what an area counts in the demand for its element: next to the Horse, elsewhere
OLD = 0.4  # the same if it has nothing new
NEW_FIRST = 3  # cards of saving for which a bidder would take an old ingredient instead of a new one
MOST_EDGE = 4  # cards that an opponent can be ahead or behind to matter
ROUNDS_PER_MISSING = 0.7  # rounds that the game lasts for each ingredient that the leader is missing
USUAL_SEATS = 4  # with more players, the cards of one have fewer wins to pay for, so each may cost more
EXCHANGE_LIFE = 3  # rounds that a starting spell is thought to last
IDLE_CUBE = 0.5  # worth of a cube in hand against one that is bid, since more than one needs lie idle


@compiled
def survey(rules, state):
    """What the options of this decision have in common."""
    phase = state.phase
    lead = state.missing[0]
    for seat in range(1, state.n_seats):
        lead = min(lead, state.missing[seat])
    state.expected = min(max(int(ROUNDS_PER_MISSING * lead + 0.5), 1), LONGEST_GAME)
    state.fade = (lead + 1.0) / (rules.to_win_different[state.n_seats] + 1.0) * math.sqrt(USUAL_SEATS / state.n_seats)
    if phase == Phase.BID:
        survey_auction(rules, state)
    elif phase != Phase.SPELL_BID and phase != Phase.TAKE and phase != Phase.MOVE and phase != Phase.ENERGY:
        survey_elements(rules, state)


@compiled
def survey_auction(rules, state):
    """The ingredient that this seat would take, and what the rivals could do."""
    seat, area = state.seat, state.horse
    colours = state.colours[area]
    missing = state.missing[seat]
    if_old = missing_with(rules, state, state.n_different[seat], state.n_total[seat] + 1)
    if_new = missing_with(rules, state, state.n_different[seat] + 1, state.n_total[seat] + 1)
    best, best_less, best_is_new = -1, 0, 0
    for ingredient in range(N_INGREDIENTS):
        is_here = colours >> ingredient & 1
        is_new = 1 - (state.owned_colours[seat] >> ingredient & 1)
        less = state.less_for[seat, ingredient]
        value = (1 + less + NEW_FIRST * is_new) * is_here
        if value > best:
            best, best_less, best_is_new = value, less, is_new
    left = if_new if best_is_new > 0 else if_old
    state.best_less = state.less[seat] + state.less_once[seat] + best_less
    state.best_is_new = best_is_new
    state.best_nearing = (missing - left) / missing
    state.best_wins = 1.0 if wins_in(rules, state, seat, area) else 0.0
    pressing, rival_wins, cover = 0.0, 0.0, 0.0
    for rival in range(state.n_seats):
        can_win = state.limit[rival] > state.high or (rival == state.high_seat and state.limit[rival] >= state.high)
        if rival != seat and state.is_in[rival] > 0 and can_win:
            pressing = max(pressing, 1.0 / max(1, state.missing[rival]))
            cover += max(0, min(MOST_EDGE, state.limit[rival] - state.high - 1)) / MOST_EDGE
            if wins_in(rules, state, rival, area):
                rival_wins = 1.0
    state.pressing = pressing
    state.rival_wins = rival_wins
    state.cover = cover


@inlined
def has_new(state, seat, area):
    """Whether an area has an ingredient that this seat does not have."""
    return (state.colours[area] & ~state.owned_colours[seat]) != 0


@inlined
def wins_in(rules, state, seat, area):
    """Whether a win in this area would win the game for a seat: with one ingredient, or with two by Double Draught."""
    new = state.colours[area] & ~state.owned_colours[seat]
    different = 1 if new != 0 else 0
    total = 1
    if state.seconds[seat] > 0 and state.n_tokens[area] > 1:
        different += 1 if new & (new - 1) != 0 else 0
        total = 2
    return missing_with(rules, state, state.n_different[seat] + different, state.n_total[seat] + total) == 0


@compiled
def survey_elements(rules, state):
    """How much each element is asked for on the board, and what the opponents have of it."""
    seat = state.seat
    for element in range(N_ELEMENTS):
        state.demand[element] = 0.0
    for area in range(N_AREAS):
        add_demand(rules, state, area, FAR)
    if state.horse != NONE:
        for step in range(len(STEPS)):
            area = rules.neighbours[state.horse, step]
            if area != NONE:
                add_demand(rules, state, area, NEAR - FAR)
    for element in range(N_ELEMENTS):
        top = 0
        for other in range(state.n_seats):
            if other != seat:
                top = max(top, state.hand[other, element])
        state.top_other[element] = top


@inlined
def add_demand(rules, state, area, weight):
    """An area with ingredients asks for the element of its landmark, the more so if it has something new."""
    landmark = state.landmark[area]
    if state.n_tokens[area] > 0 and landmark != CITY:
        state.demand[rules.landmark_element[landmark]] += weight if has_new(state, state.seat, area) else OLD * weight


@inlined
def features(rules, state, action, out):
    """The features of one action."""
    if codes.BID <= action < codes.TAKE:
        if action != codes.BID:
            see_bid(rules, state, action, out)
    elif codes.SPELL_BID <= action <= codes.CLAIM:
        if codes.SPELL_BID < action < codes.CLAIM:
            see_spell_bid(rules, state, action - codes.SPELL_BID, out)
    elif action < codes.HOLD:
        see_area(rules, state, action - codes.HORSE, out)
    else:
        see_other(rules, state, action, out)


@inlined
def see_bid(rules, state, action, out):
    """A bid for an ingredient: what it would win, what it would cost, and what it would prevent."""
    seat = state.seat
    step = 0 if action == codes.EQUAL else action - codes.BID
    amount = state.high + step
    if amount > state.limit[seat]:
        out[IS_BLUFF] += 1.0
        out[BLUFF_CARDS] += state.n_hand[seat]
        out[BLUFF_COVER] += state.cover if step > 0 else 0.0  # nobody can outbid the last word
        out[BLUFF_HIGH] += amount
        return
    out[LAST_WORD] += 1.0 if action == codes.EQUAL else 0.0
    price = state.fade * max(rules.least_price, amount - state.best_less)
    out[GAIN_TOTAL] += 1.0
    out[GAIN_DIFFERENT] += state.best_is_new
    out[GAIN_NEARING] += state.best_nearing
    out[GAIN_WIN] += state.best_wins
    out[PRICE] += price
    out[PRICE_SHARE] += price / state.n_hand[seat]
    out[PRICE_PURSE] += price / state.purse[seat]
    out[RAISE_EXTRA] += step - 1 if step > 1 else 0
    out[BID_MARKER] += 1.0 if state.marker != seat else 0.0
    out[DENY_RIVAL] += state.pressing
    out[DENY_WIN] += state.rival_wins


@compiled
def add_spell(rules, state, spell, rounds, out):
    """The worth of a spell for so many rounds."""
    for use in range(N_USES):
        out[SPELL_WORTH + use] += rounds * rules.worth[spell, use]


@inlined
def see_spell_bid(rules, state, amount, out):
    """A bid for a spell: so many cubes make it last so long."""
    rounds = rules.annuity[state.expected, rules.life[state.lot, amount]]
    for use in range(N_USES):
        out[SPELL_WORTH + use] += rounds * rules.worth[state.lot, use]
    out[SPELL_CUBES] += amount
    strain = amount / state.free[state.seat]
    out[SPELL_STRAIN] += strain * strain
    out[SPELL_MARKER] += 1.0 if state.marker != state.seat else 0.0


@compiled
def see_area(rules, state, area, out):
    """The next area: who is strong there, and who wants something there."""
    seat, landmark = state.seat, state.landmark[area]
    mine, best_other, crowd, danger = cards_for(state, seat, landmark), 0, 0, 0.0
    for other in range(state.n_seats):
        if other != seat:
            cards = cards_for(state, other, landmark)
            best_other = max(best_other, cards)
            crowd += has_new(state, other, area) and cards > 0
            if cards > 0 and wins_in(rules, state, other, area):
                danger = 1.0 if cards >= mine else max(danger, 0.5)
    out[HORSE_EDGE] += max(-MOST_EDGE, min(MOST_EDGE, mine - best_other))
    out[HORSE_NEW] += 1.0 if has_new(state, seat, area) and mine > 0 else 0.0
    out[HORSE_CROWD] += crowd / (state.n_seats - 1)
    out[HORSE_DANGER] += danger
    out[HORSE_WIN] += 1.0 if mine > 0 and wins_in(rules, state, seat, area) else 0.0
    out[HORSE_CITY] += 1.0 if landmark == CITY else 0.0


@compiled
def see_other(rules, state, action, out):
    """Everything that is decided more rarely."""
    if action < codes.SEAL:
        if action == codes.EXCHANGE:
            see_exchange(rules, state, out)
    elif action < codes.SPELL_BID:
        spell = state.own[state.seat, state.asked]
        add_spell(rules, state, spell, rules.annuity[state.expected, rules.life[spell, action - codes.SEAL]], out)
        out[SPELL_CUBES] += action - codes.SEAL
        strain = (action - codes.SEAL) / state.free[state.seat]
        out[SPELL_STRAIN] += strain * strain
    elif action < codes.ECHO_NONE:
        out[COPIED] += rules.phase_worth[action - codes.ECHO, state.text_phase]
    elif codes.MIRROR <= action < codes.DRAW:
        spell = action - codes.MIRROR
        out[COPIED] += rules.symbols[spell] + 0.3 * rules.makes[spell, WILD]
    elif codes.DRAW <= action < codes.GIVE:
        see_element(state, action - codes.DRAW, 1, out)
    elif codes.GIVE <= action < codes.SWAP:
        see_element(state, action - codes.GIVE, -1, out)
    elif codes.SWAP <= action < codes.SWAP_DONE:
        see_element(state, (action - codes.SWAP) // N_ELEMENTS, -1, out)
        see_element(state, (action - codes.SWAP) % N_ELEMENTS, 1, out)
    elif codes.TAKE <= action < codes.PAY:
        see_ingredient(rules, state, action - codes.TAKE, out)
        out[PRICE] += state.fade * price_of(rules, state, state.seat, action - codes.TAKE)
    elif codes.PAY <= action < codes.SECOND:
        see_element(state, action - codes.PAY, -1, out)
    elif codes.SECOND <= action < codes.SECOND_NONE:
        see_ingredient(rules, state, action - codes.SECOND, out)
    elif codes.SCAVENGE <= action < codes.SCAVENGE_NONE:
        see_element(state, action - codes.SCAVENGE, 1, out)
        out[IS_SCAVENGE] += 1.0
        out[SCAVENGE_SHORT] += 1.0 if state.n_paid < state.picks_left else 0.0
    elif action >= codes.RENEW and action != codes.DONE:
        see_yellow(rules, state, action, out)


@compiled
def see_exchange(rules, state, out):
    """The mean spell of the game against the one that goes."""
    rounds = rules.annuity[state.expected, EXCHANGE_LIFE]
    spell = state.own[state.seat, state.asked]
    for use in range(N_USES):
        out[SPELL_WORTH + use] += rounds * (rules.mean_worth[use] - rules.worth[spell, use])


@compiled
def see_element(state, element, change, out):
    """A card of an element comes (1) or goes (-1)."""
    seat = state.seat
    have, top = state.hand[seat, element], state.top_other[element]
    before = have - 1 if change < 0 else have
    if before < top + MOST_EDGE:  # nobody needs to be further ahead
        out[ELEMENT_DEMAND] += change * state.demand[element]
        out[ELEMENT_LEAD] += change if before == top else 0
        out[ELEMENT_NEED] += change * state.demand[element] / (1.0 + before)


@compiled
def see_ingredient(rules, state, ingredient, out):
    """An ingredient for the cauldron."""
    seat = state.seat
    is_new = 1 - (state.owned_colours[seat] >> ingredient & 1)
    on_board = rules.tokens[ingredient] - state.bag[ingredient]
    deny = 0.0
    for other in range(state.n_seats):
        on_board -= state.cauldron[other, ingredient]
        if other != seat and state.cauldron[other, ingredient] == 0:
            deny += 1.0 / max(1, state.missing[other])
    out[GAIN_TOTAL] += 1.0
    out[GAIN_DIFFERENT] += is_new
    left = missing_with(rules, state, state.n_different[seat] + is_new, state.n_total[seat] + 1)
    out[GAIN_NEARING] += (state.missing[seat] - left) / max(1, state.missing[seat])
    out[GAIN_WIN] += 1.0 if left == 0 else 0.0
    out[GAIN_SCARCE] += is_new / (1.0 + on_board)
    out[GAIN_DENY] += deny / (state.n_seats - 1)


@inlined
def rounds_left(rules, state, spell, cubes):
    """Rounds that a spell with so many cubes will still be of use after this upkeep, and what it is already drained of."""
    if state.kept[spell] > 0:
        return rules.annuity[state.expected, rules.life[spell, cubes]]
    return rules.annuity[state.expected, max(0, rules.life[spell, max(0, cubes - state.drained[spell])] - 1)]


@compiled
def see_yellow(rules, state, action, out):
    """A yellow effect: rounds that spells gain or lose, cubes that it binds or frees."""
    if action >= codes.SHIFT:
        giver, getter = (action - codes.SHIFT) // N_SPELLS, (action - codes.SHIFT) % N_SPELLS
        lost = rounds_left(rules, state, giver, state.cubes[giver] - 1) - rounds_left(rules, state, giver, state.cubes[giver])
        gained = rounds_left(rules, state, getter, state.cubes[getter] + 1) - rounds_left(rules, state, getter, state.cubes[getter])
        add_spell(rules, state, giver, lost, out)
        add_spell(rules, state, getter, gained, out)
    elif action >= codes.RECALL:
        spell, amount = (action - codes.RECALL) // (MAX_CUBES + 1), (action - codes.RECALL) % (MAX_CUBES + 1)
        lost = rounds_left(rules, state, spell, state.cubes[spell] - amount) - rounds_left(rules, state, spell, state.cubes[spell])
        add_spell(rules, state, spell, lost, out)
        out[SPELL_CUBES] -= IDLE_CUBE * amount
    elif action >= codes.DRAIN:
        see_attack(rules, state, action, out)
    elif action >= codes.KEEP:
        spell = action - codes.KEEP
        cubes = state.cubes[spell]
        gained = rules.annuity[state.expected, rules.life[spell, cubes]] - rounds_left(rules, state, spell, cubes)
        add_spell(rules, state, spell, gained, out)
    else:
        spell = action - codes.RENEW
        cubes = state.cubes[spell]
        add_spell(rules, state, spell, rounds_left(rules, state, spell, cubes + 1) - rounds_left(rules, state, spell, cubes), out)
        out[SPELL_CUBES] += IDLE_CUBE


@compiled
def see_attack(rules, state, action, out):
    """Drain or Dispel: what the opponent loses, weighed by how near he is to victory."""
    spell = action - codes.DISPEL if action >= codes.DISPEL else action - codes.DRAIN
    if action < codes.DISPEL and state.kept[spell] > 0:  # Stasis stops Drain
        return
    cubes = state.cubes[spell]
    worth = 0.0
    for use in range(N_USES):
        worth += rules.worth[spell, use]
    lost = 0.1 + rounds_left(rules, state, spell, cubes)
    if action < codes.DISPEL:
        lost -= rounds_left(rules, state, spell, max(0, cubes - 1))
    out[HARM] += worth * lost / max(1, state.missing[owner_of(state, spell)])
