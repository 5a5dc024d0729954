"""What the features of one decision have in common: VIEW, worked out once a decision by `survey`."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.wizards_brew.auctions import chance_to_hold, expect_auction, has_new, new_colours, wins_in
from brewsim.games.wizards_brew.horse import N_STEPS
from brewsim.games.wizards_brew.rules import CITY, MAX_CUBES, MAX_SEATS, N_AREAS, N_ELEMENTS, N_INGREDIENTS
from brewsim.games.wizards_brew.scoring import missing_with
from brewsim.games.wizards_brew.state import Phase
from brewsim.parts.compiling import compiled, inlined

HERE_FIRST = np.int64(1 << 40)  # more than any saving: only what is here can be taken

VIEW = np.dtype(
    [
        ("expected", np.int16),  # rounds that the game is expected to last from now
        ("fade", np.float64),  # what cards are still good for: the way that the leader still has to go, less with more players
        # Of an auction: what this seat would win stays the same from bid to bid. The first two say in which auction.
        ("game_key", np.uint64),
        ("auction", np.int16),  # `state.auction`
        ("best_less", np.int16),  # cards that a win costs less with the ingredient that this seat would take here
        ("best_is_new", np.float64),  # 1 if that ingredient is new in its cauldron
        ("best_nearing", np.float64),  # the part of what is missing that it makes up
        ("best_wins", np.float64),  # 1 if a win here wins the game
        ("share_of_hand", np.float64),  # a card as a share of the hand, times `fade`
        ("share_of_purse", np.float64),  # the same of the cards that count here
        ("pressing", np.float64),  # how near to victory the rivals are who could win here instead, from 0 to 1
        ("share_of_table", np.float64),  # the same of the hand that a player has on average
        ("top_rival", np.int16),  # the highest bid that a rival who is still in can pay
        ("rival_wins", np.float64),  # 1 if one of them would win the game here
        ("reserves", np.float64, (MAX_SEATS,)),  # (seat) how far each is expected to bid
        ("worths", np.float64, (MAX_SEATS,)),  # (seat) what a win is expected to be worth to him
        ("top_seat", np.int16),  # the rival who is still in and expected to bid most, or NONE
        ("top_reserve", np.float64),  # how far he is expected to bid
        ("next_reserve", np.float64),  # how far the next rival is
        ("cover", np.float64),  # how far rivals can outbid the least raise, each from 0 to 1
        ("failing", np.float64),  # the chance that the highest bidder is left with a bid that he cannot pay, if this seat passes
        ("failing_cards", np.float64),  # the cards that he would lose, by that chance, times `fade`
        ("failing_near", np.float64),  # the same, more if he is near victory
        # Of an auction of a spell.
        ("win_chance", np.float64, (MAX_CUBES + 1,)),  # (bid) that nobody who is still to be asked raises it
        ("left_to_others", np.float64),  # the chance that an opponent gets the spell if this seat passes
        # Where the Horse moves: scratch of the features.
        ("area_reserves", np.float64, (MAX_SEATS,)),  # (seat) how far each is expected to bid in an area
        ("area_worths", np.float64, (MAX_SEATS,)),  # (seat) what a win there is worth to him
        # Where element cards come or go.
        ("demand", np.float64, (N_ELEMENTS,)),  # (element) areas that ask for it, near ones more
        ("top_other", np.int16, (N_ELEMENTS,)),  # (element) the most cards that an opponent has
    ],
    align=True,
)


@compiled
def survey(rules, beliefs, state, view):
    """How long the game will last, and what the phase of this decision asks for."""
    phase = state.phase
    lead = state.missing[0]
    for seat in range(1, state.n_seats):
        lead = min(lead, state.missing[seat])
    view.expected = beliefs.expected[lead]
    view.fade = beliefs.fade[state.n_seats, lead]
    if phase == Phase.BID:
        if view.game_key != state.key or view.auction != state.auction:
            survey_own_win(rules, beliefs, state, view)
            expect_auction(rules, beliefs, state, view.fade, state.horse, view.reserves, view.worths)
        survey_price(state, view)
        survey_rivals(rules, beliefs, state, view)
        survey_failing_bid(beliefs, state, view)
    elif phase == Phase.SPELL_BID:
        survey_later_bidders(beliefs, state, view)
    elif is_about_elements(phase):
        survey_elements(rules, beliefs, state, view)


@inlined
def is_about_elements(phase):
    """Whether element cards come or go by this decision."""
    gains = phase == Phase.DRAW or phase == Phase.SWAP or phase == Phase.SCAVENGE or phase == Phase.CONSOLE
    return gains or phase == Phase.GIVE or phase == Phase.PAY


@compiled
def survey_own_win(rules, beliefs, state, view):
    """The ingredient that this seat would take: a new one first, unless an old one is much cheaper."""
    seat = state.seat
    here, new = state.colours[state.horse], new_colours(state, seat, state.horse)
    best, best_less, best_is_new = 0, 0, 0
    for ingredient in range(N_INGREDIENTS):  # in whole numbers and without branches: that gave 5 % more games per second
        less = state.less_for[seat, ingredient]
        is_new = new >> ingredient & 1
        value = HERE_FIRST * (here >> ingredient & 1) + 2 * less + beliefs.new_first * is_new
        if value > best:
            best, best_less, best_is_new = value, less, is_new
    missing = state.missing[seat]
    left = missing_with(rules, state, seat, state.n_different[seat] + best_is_new, state.n_total[seat] + 1)
    view.game_key = state.key
    view.auction = state.auction
    view.best_less = state.less[seat] + state.less_once[seat] + best_less
    view.best_is_new = best_is_new
    view.best_nearing = (missing - left) / missing
    view.best_wins = wins_in(rules, state, seat, state.horse)


@inlined
def survey_price(state, view):
    """What a card is to this seat, and at this table."""
    cards = 0
    for seat in range(state.n_seats):
        cards += state.n_hand[seat]
    view.share_of_hand = view.fade / max(1, state.n_hand[state.seat])
    view.share_of_purse = view.fade / max(1, state.purse[state.seat])
    view.share_of_table = view.fade * state.n_seats / max(1, cards)


@compiled
def survey_later_bidders(beliefs, state, view):
    """How likely each bid is to stay the highest: those still to be asked raise it if they can and if it is worth it to them."""
    for amount in range(state.high, state.free[state.seat] + 1):
        stays = 1.0
        for turn in range(state.bidders_asked, state.n_seats):
            if state.free[(state.marker + turn) % state.n_seats] > amount:
                stays *= 1.0 - beliefs.outbid[view.expected, state.lot, amount]
        view.win_chance[amount] = stays
    view.left_to_others = 1.0 - view.win_chance[0] if state.high_seat == NONE else 1.0


@compiled
def survey_rivals(rules, beliefs, state, view):
    """What the others who are still in could do here."""
    pressing, rival_wins, cover, top = 0.0, 0.0, 0.0, 0
    top_seat, top_reserve, next_reserve = NONE, 0.0, 0.0
    for rival in range(state.n_seats):
        can_win = state.limit[rival] > state.high or (rival == state.high_seat and state.limit[rival] >= state.high)
        if rival != state.seat and state.is_in[rival] > 0 and can_win:
            pressing = max(pressing, 1.0 / max(1, state.missing[rival]))
            cover += max(0.0, min(beliefs.most_edge, state.limit[rival] - state.high - 1)) / beliefs.most_edge
            top = max(top, state.limit[rival])
            if wins_in(rules, state, rival, state.horse):
                rival_wins = 1.0
            reserve = max(view.reserves[rival], state.high if rival == state.high_seat else 0)
            if reserve > top_reserve:
                top_seat, top_reserve, next_reserve = rival, reserve, top_reserve
            else:
                next_reserve = max(next_reserve, reserve)
    view.pressing = pressing
    view.rival_wins = rival_wins
    view.cover = cover
    view.top_rival = top
    view.top_seat = top_seat
    view.top_reserve = top_reserve
    view.next_reserve = next_reserve


@inlined
def survey_failing_bid(beliefs, state, view):
    """Whether the highest bid is one that cannot be paid: its bidder loses all his cards if nobody raises it (WB-34)."""
    bidder = state.high_seat
    view.failing = view.failing_cards = view.failing_near = 0.0
    if bidder != NONE and state.high > state.limit[bidder]:
        view.failing = chance_to_hold(beliefs, view, state.high)
        view.failing_cards = view.failing * view.fade * state.n_hand[bidder]
        view.failing_near = view.failing_cards / max(1, state.missing[bidder])


@compiled
def survey_elements(rules, beliefs, state, view):
    """How much each element is asked for on the board, and what the opponents have of it."""
    for element in range(N_ELEMENTS):
        view.demand[element] = 0.0
    for area in range(N_AREAS):
        add_demand(rules, beliefs, state, view, area, beliefs.far_area)
    if state.horse != NONE:
        for step in range(N_STEPS):
            area = rules.neighbours[state.horse, step]
            if area != NONE:
                add_demand(rules, beliefs, state, view, area, beliefs.near_area - beliefs.far_area)
    for element in range(N_ELEMENTS):
        top = 0
        for other in range(state.n_seats):
            if other != state.seat:
                top = max(top, state.hand[other, element])
        view.top_other[element] = top


@inlined
def add_demand(rules, beliefs, state, view, area, weight):
    """An area with ingredients asks for the element of its landmark, the more so if it has something new."""
    landmark = state.landmark[area]
    if state.n_tokens[area] > 0 and landmark != CITY:
        view.demand[rules.landmark_element[landmark]] += weight if has_new(state, state.seat, area) else beliefs.old_area * weight
