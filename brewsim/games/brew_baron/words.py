"""A game of Brew Baron in words: what a player at the table would say of each decision."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.engine.levers import tell_levers
from brewsim.engine.sections import read_label
from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.codes import Verb
from brewsim.games.brew_baron.rules import FIRST_ADJUNCT, GRAIN, HOPS, MAX_VALUES, N_TYPES, TYPES, Kind
from brewsim.games.brew_baron.state import Phase


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table after the first deal."""
    lines = [f"Face up beside the decks: {row(state)}."]
    for seat in range(state.n_seats):
        lines.append(f"Seat {seat + 1} is dealt {hand(state, seat)}; {actions(rules, state, seat)}.")
    levers = {
        "tokens": rules.start_tokens,
        "action cards": rules.start_cards,
        "trophies": rules.start_points,
        "in the tie-break": rules.tie_break,
    }
    return lines + tell_levers(levers, state.n_seats)


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    verb, what = codes.decode(action)
    if action < codes.N_TURN:
        told = _turn(rules, before, verb, what, after)
    elif codes.is_answer(action):
        told = _answer(rules, before, verb, what)
    else:
        told = _sealed(rules, before, verb, what)
    return told + _fest(rules, before, after)


def overheard(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """The same as another seat hears it: no cards of a hand, none that were drawn or shown to one seat alone, no sealed choice (BB-37)."""
    verb, what = codes.decode(action)
    told = _unseen(rules, before, verb, what, action)
    return told + _fest(rules, before, after) if told else tell(rules, before, action, after)


def _unseen(rules: np.record, before: np.record, verb: Verb, what: int, action: int) -> str:
    """A decision without what others do not see of it, or nothing if they see it all."""
    if action < codes.N_TURN:
        return _unseen_turn(rules, before, verb, what)
    match verb:
        case Verb.LOOK if not before.bribes and not rules.blackmail_shows_all:
            owner, t = codes.read_judge_card(what)
            return f"alone sees the hidden {TYPES[t]} judge of seat {owner + 1}"
        case Verb.ACCEPT:
            return f"accepts the bribe: seat {before.active + 1} alone sees the {TYPES[before.bribed_type]} judge"
        case Verb.JUDGE:
            return "puts two judges face down"
        case Verb.REVEAL | Verb.KEEP_HIDDEN:
            return "has chosen which judge to turn up"
        case Verb.BREW_GRAIN:
            return "puts a grain face down"
        case Verb.BREW_HOPS:
            return "adds a hops face down"
        case Verb.ADJUNCT:
            return f"adds an adjunct face down for {_tokens(rules.cost[FIRST_ADJUNCT + what])}"
    return ""


def _unseen_turn(rules: np.record, before: np.record, verb: Verb, what: int) -> str:
    """The same of an action of a turn."""
    match verb:
        case Verb.PASS:
            return f"passes, keeping {_tokens(before.tokens[before.seat])}"
        case Verb.TAKE:
            return f"takes {card(what, before.row[what])} from beside the deck"
        case Verb.BLIND:
            return f"draws from the {TYPES[what]} deck"
        case Verb.DRAW_ACTION:
            return "draws from the action deck"
        case Verb.INSTANT if what == Kind.SWAP_MEET:
            return f"plays {name(rules, what)}: as many other ingredients"
    return ""


def standing(rules: np.record, state: np.record) -> str:
    """The trophies, tokens and brewhouses, for the end of a round."""
    parts = []
    for seat in range(state.n_seats):
        trophies = f"{state.trophies[seat]} {'trophy' if state.trophies[seat] == 1 else 'trophies'}"
        built = kinds(rules, state.built[seat]) if state.n_built[seat] > 0 else "nothing built"
        parts.append(f"seat {seat + 1} has {trophies} and {_tokens(state.tokens[seat])} ({built})")
    return "; ".join(parts)


def _turn(rules: np.record, before: np.record, verb: Verb, what: int, after: np.record) -> str:
    """An action of a turn."""
    seat = int(before.seat)
    match verb:
        case Verb.PASS:
            return f"passes, keeping {_tokens(before.tokens[seat])} and {hand(before, seat)}"
        case Verb.TAKE:
            return f"takes {card(what, before.row[what])} from beside the deck{_more(before, after, seat, what, before.row[what])}"
        case Verb.BLIND:
            return f"draws from the {TYPES[what]} deck: {_gained(before, after, seat, what)}"
        case Verb.DRAW_ACTION:
            return f"draws {kinds(rules, np.maximum(after.cards[seat] - before.cards[seat], 0))}"
        case Verb.BUILD:
            slot = int(before.n_built[seat])
            return f"builds {name(rules, what)} in slot {slot + 1} for {_tokens(rules.turn_cost + rules.slot_costs[slot])}"
        case Verb.BRIBE:
            return "wants to bribe somebody"
        case _:
            return f"plays {name(rules, what)}{_instant(rules, before, what, after)}"


def _instant(rules: np.record, before: np.record, kind: int, after: np.record) -> str:
    """What an instant does at once."""
    if kind == Kind.SWAP_MEET:
        return f": {hand(before, before.seat)} become {hand(after, before.seat)}"
    return f": everybody gives {_tokens(rules.tax_tokens)} or an ingredient" if kind == Kind.TAX_COLLECTOR else ""


def _answer(rules: np.record, before: np.record, verb: Verb, what: int) -> str:
    """What an action of a turn is aimed at, and what it makes seats say, pay or discard."""
    match verb:
        case Verb.LOOK:
            owner, t = codes.read_judge_card(what)
            if before.bribes:
                return f"offers seat {owner + 1} a bribe to see the hidden {TYPES[t]} judge"
            shows = "turns up" if rules.blackmail_shows_all else "alone sees"
            return f"{shows} the hidden {TYPES[t]} judge of seat {owner + 1}: {before.judge[owner, t] + 1}"
        case Verb.SELL:
            return f"gives {card(*codes.read_card(what))} for {_tokens(rules.buyback_tokens)}"
        case Verb.SWAP:
            t, a, b = codes.read_swap(what)
            swapped = f"{judge(before, a, t)} and {judge(before, b, t)}"
            return f"lets the {TYPES[t]} judges of seats {a + 1} and {b + 1} change places ({swapped})"
        case Verb.ACCEPT:
            t = int(before.bribed_type)
            return f"accepts the bribe: seat {before.active + 1} alone sees {card(t, before.judge[before.seat, t])}"
        case Verb.REFUSE:
            return "refuses the bribe"
        case Verb.PAY_TOKEN:
            return "pays the tax with a token"
        case Verb.PAY_CARD:
            return f"pays the tax with {card(*codes.read_card(what))}"
        case Verb.DISCARD:
            return f"discards {card(*codes.read_card(what))}, over the limit"
        case _:
            return f"discards {name(rules, what)}, over the limit"


def _sealed(rules: np.record, before: np.record, verb: Verb, what: int) -> str:
    """The choices that are made face down."""
    seat = int(before.seat)
    match verb:
        case Verb.JUDGE:
            grain, hops = codes.read_judges(what)
            return f"has {hand(before, seat)} and puts {card(GRAIN, grain)} and {card(HOPS, hops)} as judges"
        case Verb.REVEAL:
            return f"will turn up {card(what, before.judge[seat, what])}"
        case Verb.KEEP_HIDDEN:
            return "keeps both judges hidden"
        case Verb.BREW_GRAIN:
            return f"has {hand(before, seat)} and brews with {card(GRAIN, what)}"
        case Verb.BREW_HOPS:
            return f"adds {card(HOPS, what)}"
        case Verb.NO_BREW:
            taken_back = "takes the grain back and " if before.phase == Phase.BREW_HOPS else ""
            return f"{taken_back}brews {'no more' if before.n_beers[seat] > 0 else 'nothing'}"
        case Verb.ADJUNCT:
            kind = FIRST_ADJUNCT + what
            return f"adds {name(rules, kind)} for {_tokens(rules.cost[kind])}"
        case _:
            return "adds no adjunct"


def _fest(rules: np.record, before: np.record, after: np.record) -> str:
    """What all see when the last of a row of sealed choices is made: the face-up judges and the refill, or the fest."""
    seats = range(before.n_seats)
    if before.phase == Phase.REVEAL and after.phase != Phase.REVEAL:
        judges = ", ".join(f"seat {s + 1} {judge(after, s, GRAIN)} and {judge(after, s, HOPS)}" for s in seats)
        return f"; the judges: {judges}; tokens after the refill, by seat: {', '.join(str(after.tokens[s]) for s in seats)}"
    if after.rounds == before.rounds and not after.over:
        return ""
    judges = ", ".join(f"{before.judge[s, GRAIN] + 1}-{before.judge[s, HOPS] + 1}" for s in seats)
    parts = []
    for s in seats:
        beers = []
        for beer in range(after.beers_brewed[s] - before.beers_brewed[s]):
            adjunct = after.beer_adjunct[s, beer]
            with_it = "" if adjunct == NONE else f" with {name(rules, FIRST_ADJUNCT + adjunct)}"
            beers.append(f"{after.beer[s, beer, GRAIN] + 1}-{after.beer[s, beer, HOPS] + 1}{with_it}")
        won = ", a trophy" if after.trophies[s] > before.trophies[s] else ""
        parts.append(f"seat {s + 1} brewed {' and '.join(beers) or 'nothing'} for {_tokens(after.awarded[s])}{won}")
    why = "a tie" if after.awarded.any() else "no judge is pleased"
    nobody = "" if (after.trophies > before.trophies).any() else f"; {why}: nobody wins the trophy"
    return f"\n  The fest: the judges (grain-hops, by seat) are {judges}; {'; '.join(parts)}{nobody}"


def _gained(before: np.record, after: np.record, seat: int, t: int) -> str:
    gained = np.maximum(after.hand[seat, t] - before.hand[seat, t], 0)
    return ", ".join(card(t, value) for value in range(MAX_VALUES) for _ in range(gained[value])) or "nothing"


def _more(before: np.record, after: np.record, seat: int, t: int, value: int) -> str:
    gained = np.maximum(after.hand[seat, t] - before.hand[seat, t], 0)
    gained[value] -= 1
    drawn = ", ".join(card(t, v) for v in range(MAX_VALUES) for _ in range(gained[v]))
    return f", and draws {drawn}" if drawn else ""


def _tokens(n: int) -> str:
    return "a token" if n == 1 else f"{n} tokens"


def card(t: int, value: int) -> str:
    return f"{TYPES[t]} {value + 1}"


def judge(state: np.record, owner: int, t: int) -> str:
    """A judge card as the table sees it."""
    return card(t, state.judge[owner, t]) if state.is_up[owner, t] else f"{TYPES[t]} hidden"


def row(state: np.record) -> str:
    return " and ".join(card(t, state.row[t]) if state.row[t] != NONE else f"no {TYPES[t]}" for t in range(N_TYPES))


def hand(state: np.record, seat: int) -> str:
    """The ingredients in a hand, such as 'grain 2 2 5, hops 1'."""
    parts = []
    for t in range(N_TYPES):
        values = " ".join(str(value + 1) for value in range(MAX_VALUES) for _ in range(state.hand[seat, t, value]))
        if values:
            parts.append(f"{TYPES[t]} {values}")
    return ", ".join(parts) or "no ingredients"


def actions(rules: np.record, state: np.record, seat: int) -> str:
    return kinds(rules, state.cards[seat])


def kinds(rules: np.record, counts: np.ndarray) -> str:
    """A list such as '2 Coffee, Buyback'."""
    return ", ".join(f"{n} {name(rules, k)}" if n > 1 else name(rules, k) for k, n in enumerate(counts) if n > 0) or "no action card"


def name(rules: np.record, kind: int) -> str:
    return read_label(rules.labels[kind])
