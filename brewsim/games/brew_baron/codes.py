"""The codes of phases and actions."""

from enum import IntEnum

from brewsim.games.brew_baron.rules import MAX_SEATS, MAX_VALUES, N_ADJUNCTS, N_IMPROVEMENTS, N_INSTANTS, N_KINDS, N_TYPES


class Phase(IntEnum):
    JUDGE = 0  # which grain and hops to put face down as judges
    REVEAL = 1  # which of the two to turn up, sealed until all have chosen
    TURN = 2
    LOOK = 3  # the judge card that a bribe is offered for, or that Blackmail shows
    SELL = 4  # the ingredient card for Buyback
    SWAP = 5  # the judge cards for Palate Swap
    ANSWER = 6  # to a bribe
    TAX = 7  # a token or an ingredient card, after Tax Collector
    DISCARD = 8  # down to the limit of ingredient cards
    DROP = 9  # down to the limit of action cards
    BREW_GRAIN = 10  # the grain of the next beer, sealed until all have brewed
    BREW_HOPS = 11  # the hops of that beer
    ADJUNCT = 12  # with that beer


# A base plus a kind, a type, a place (owner * 2 + type) or a card (type * MAX_VALUES + value - 1). First the actions of a turn.
PASS = 0
TAKE = PASS + 1  # + type, the face-up card
BLIND = TAKE + N_TYPES  # + type, the top of the deck
DRAW_ACTION = BLIND + N_TYPES
BUILD = DRAW_ACTION + 1  # + improvement
BRIBE = BUILD + N_IMPROVEMENTS
INSTANT = BRIBE + 1  # + instant
N_TURN = INSTANT + N_INSTANTS
BLACKMAIL, BUYBACK, PALATE_SWAP, SWAP_MEET, TAX_COLLECTOR = range(INSTANT, N_TURN)
LOOK = N_TURN  # + place
SELL = LOOK + MAX_SEATS * N_TYPES  # + card
SWAP = SELL + N_TYPES * MAX_VALUES  # + (type * MAX_SEATS + lower owner) * MAX_SEATS + higher owner
ACCEPT = SWAP + N_TYPES * MAX_SEATS * MAX_SEATS
REFUSE = ACCEPT + 1
PAY_TOKEN = REFUSE + 1
PAY_CARD = PAY_TOKEN + 1  # + card
DISCARD = PAY_CARD + N_TYPES * MAX_VALUES  # + card
DROP = DISCARD + N_TYPES * MAX_VALUES  # + kind
JUDGE = DROP + N_KINDS  # + grain * MAX_VALUES + hops
REVEAL = JUDGE + MAX_VALUES * MAX_VALUES  # + type
KEEP_HIDDEN = REVEAL + N_TYPES
BREW_GRAIN = KEEP_HIDDEN + 1  # + grain
NO_BREW = BREW_GRAIN + MAX_VALUES
BREW_HOPS = NO_BREW + 1  # + hops
ADJUNCT = BREW_HOPS + MAX_VALUES  # + adjunct
NO_ADJUNCT = ADJUNCT + N_ADJUNCTS

MAX_ACTIONS = 1 + N_TYPES * MAX_VALUES  # the tax: a token or any card
