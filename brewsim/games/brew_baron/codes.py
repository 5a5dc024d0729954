"""Action codes: how a decision is written as one number, and read again. No other file does arithmetic on codes."""

from enum import IntEnum

from brewsim.games.brew_baron.rules import (
    ADJUNCTS,
    FIRST_ADJUNCT,
    FIRST_INSTANT,
    IMPROVEMENTS,
    INSTANTS,
    KINDS,
    MAX_SEATS,
    MAX_VALUES,
    N_IMPROVEMENTS,
    N_INSTANTS,
    N_KINDS,
    N_PRINTED,
    N_PRINTED_ADJUNCTS,
    N_SPARE,
    N_TYPES,
    TYPES,
)
from brewsim.parts.compiling import inlined


class Verb(IntEnum):
    # In a turn.
    PASS = 0
    TAKE = 1  # the face-up card of a type
    BLIND = 2  # the top card of a type
    DRAW_ACTION = 3
    BUILD = 4  # a kind of improvement
    BRIBE = 5
    INSTANT = 6  # a kind of instant
    # What follows in a turn.
    LOOK = 7  # at a judge card
    SELL = 8  # an ingredient card, for Buyback
    SWAP = 9  # two judge cards of one type
    ACCEPT = 10  # a bribe
    REFUSE = 11
    PAY_TOKEN = 12  # as tax
    PAY_CARD = 13  # an ingredient card, as tax
    DISCARD = 14  # an ingredient card beyond the limit
    DROP = 15  # a kind of action card beyond the limit
    # Sealed.
    JUDGE = 16  # a grain and a hops as judges
    REVEAL = 17  # the judge card of a type
    KEEP_HIDDEN = 18
    BREW_GRAIN = 19  # a value
    NO_BREW = 20
    BREW_HOPS = 21  # a value
    ADJUNCT = 22  # an adjunct
    NO_ADJUNCT = 23


# The first code of each verb; what it is about is added. First the actions of a turn.
PASS = 0
TAKE = PASS + 1
BLIND = TAKE + N_TYPES
DRAW_ACTION = BLIND + N_TYPES
BUILD = DRAW_ACTION + 1
BRIBE = BUILD + N_IMPROVEMENTS
INSTANT = BRIBE + 1
N_TURN = INSTANT + N_INSTANTS
BLACKMAIL, BUYBACK, PALATE_SWAP, SWAP_MEET, TAX_COLLECTOR = range(INSTANT, N_TURN)
LOOK = N_TURN
SELL = LOOK + MAX_SEATS * N_TYPES
SWAP = SELL + N_TYPES * MAX_VALUES
ACCEPT = SWAP + N_TYPES * MAX_SEATS * MAX_SEATS
REFUSE = ACCEPT + 1
PAY_TOKEN = REFUSE + 1
PAY_CARD = PAY_TOKEN + 1
DISCARD = PAY_CARD + N_TYPES * MAX_VALUES
DROP = DISCARD + N_TYPES * MAX_VALUES
JUDGE = DROP + N_PRINTED
REVEAL = JUDGE + MAX_VALUES * MAX_VALUES
KEEP_HIDDEN = REVEAL + N_TYPES
BREW_GRAIN = KEEP_HIDDEN + 1
NO_BREW = BREW_GRAIN + MAX_VALUES
BREW_HOPS = NO_BREW + 1
ADJUNCT = BREW_HOPS + MAX_VALUES
NO_ADJUNCT = ADJUNCT + N_PRINTED_ADJUNCTS
# Adjuncts that a variant adds have codes behind all others: so those of printed cards, and with them the luck of bots, stay as they are.
ADDED_ADJUNCT = NO_ADJUNCT + 1
ADDED_DROP = ADDED_ADJUNCT + N_SPARE

MAX_ACTIONS = 1 + N_TYPES * MAX_VALUES  # the tax: a token or any card

ITEMS = (*KINDS, *(f"{name}_{value + 1}" for name in TYPES for value in range(MAX_VALUES)))
ITEM_KINDS = (
    *("improvement" for _ in IMPROVEMENTS),
    *("instant" for _ in INSTANTS),
    *("adjunct" for _ in ADJUNCTS),
    *(name for name in TYPES for _ in range(MAX_VALUES)),
)


@inlined
def decode(action):
    """The verb of an action, and what it is about: a type, a kind, a value, an adjunct, something for a reader below, or 0."""
    if action < LOOK:
        return decode_turn(action)
    if is_answer(action):
        return decode_answer(action)
    return decode_sealed(action)


@inlined
def is_answer(action):
    """Whether an action that is none of a turn follows one, and is not made face down."""
    return (action < JUDGE) | (action >= ADDED_DROP)


@inlined
def decode_turn(action):
    """`decode` for the actions of a turn."""
    if action < TAKE:
        return Verb.PASS, 0
    if action < BLIND:
        return Verb.TAKE, action - TAKE
    if action < DRAW_ACTION:
        return Verb.BLIND, action - BLIND
    if action < BUILD:
        return Verb.DRAW_ACTION, 0
    if action < BRIBE:
        return Verb.BUILD, action - BUILD
    if action < INSTANT:
        return Verb.BRIBE, 0
    return Verb.INSTANT, FIRST_INSTANT + action - INSTANT


@inlined
def decode_answer(action):
    """`decode` for what follows an action of a turn."""
    if action < SELL:
        return Verb.LOOK, action - LOOK
    if action < SWAP:
        return Verb.SELL, action - SELL
    if action < ACCEPT:
        return Verb.SWAP, action - SWAP
    if action < REFUSE:
        return Verb.ACCEPT, 0
    if action < PAY_TOKEN:
        return Verb.REFUSE, 0
    if action < PAY_CARD:
        return Verb.PAY_TOKEN, 0
    if action < DISCARD:
        return Verb.PAY_CARD, action - PAY_CARD
    if action < DROP:
        return Verb.DISCARD, action - DISCARD
    if action < JUDGE:
        return Verb.DROP, action - DROP
    return Verb.DROP, N_PRINTED + action - ADDED_DROP


@inlined
def decode_sealed(action):
    """`decode` for choices that are made face down."""
    if action < REVEAL:
        return Verb.JUDGE, action - JUDGE
    if action < KEEP_HIDDEN:
        return Verb.REVEAL, action - REVEAL
    if action < BREW_GRAIN:
        return Verb.KEEP_HIDDEN, 0
    if action < NO_BREW:
        return Verb.BREW_GRAIN, action - BREW_GRAIN
    if action < BREW_HOPS:
        return Verb.NO_BREW, 0
    if action < ADJUNCT:
        return Verb.BREW_HOPS, action - BREW_HOPS
    if action < NO_ADJUNCT:
        return Verb.ADJUNCT, action - ADJUNCT
    if action < ADDED_ADJUNCT:
        return Verb.NO_ADJUNCT, 0
    return Verb.ADJUNCT, N_PRINTED_ADJUNCTS + action - ADDED_ADJUNCT


@inlined
def drop(kind):
    """The code of DROP about a kind."""
    return DROP + kind if kind < N_PRINTED else ADDED_DROP + kind - N_PRINTED


@inlined
def add(adjunct):
    """The code of ADJUNCT about an adjunct."""
    return ADJUNCT + adjunct if adjunct < N_PRINTED_ADJUNCTS else ADDED_ADJUNCT + adjunct - N_PRINTED_ADJUNCTS


# What SELL, PAY_CARD and DISCARD are about, written and read.


@inlined
def card(t, value):
    """An ingredient card."""
    return t * MAX_VALUES + value


@inlined
def read_card(what):
    """Its type and value."""
    return what // MAX_VALUES, what % MAX_VALUES


# What LOOK is about.


@inlined
def judge_card(owner, t):
    """The judge card of a type on an owner's mat."""
    return owner * N_TYPES + t


@inlined
def read_judge_card(what):
    """Its owner and type."""
    return what // N_TYPES, what % N_TYPES


# What SWAP is about.


@inlined
def swap(t, owner, later_owner):
    """The judge cards of a type on two mats."""
    return (t * MAX_SEATS + owner) * MAX_SEATS + later_owner


@inlined
def read_swap(what):
    """Their type and both owners."""
    return what // (MAX_SEATS * MAX_SEATS), what // MAX_SEATS % MAX_SEATS, what % MAX_SEATS


# What JUDGE is about.


@inlined
def judges(grain, hops):
    """The values of the two cards that become judges."""
    return grain * MAX_VALUES + hops


@inlined
def read_judges(what):
    """The values of the grain and the hops."""
    return what // MAX_VALUES, what % MAX_VALUES


@inlined
def kind_item(kind):
    """The item that an action card is."""
    return kind


@inlined
def adjunct_item(adjunct):
    """The item that an adjunct is."""
    return FIRST_ADJUNCT + adjunct


@inlined
def ingredient_item(t, value):
    """The item that an ingredient card is."""
    return N_KINDS + card(t, value)
