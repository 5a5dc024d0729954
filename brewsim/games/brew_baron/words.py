"""A game of Brew Baron in words: what a player at the table would say of each decision."""

import numpy as np

from brewsim.engine.contract import NONE
from brewsim.games.brew_baron.rules import ADJUNCTS, GRAIN, HOPS, KINDS, MAX_SEATS, MAX_VALUES, N_TYPES, TYPES
from brewsim.games.brew_baron.state import (
    ACCEPT,
    ADJUNCT,
    BLACKMAIL,
    BLIND,
    BREW_GRAIN,
    BREW_HOPS,
    BRIBE,
    BUILD,
    BUYBACK,
    DISCARD,
    DRAW_ACTION,
    DROP,
    JUDGE,
    KEEP_HIDDEN,
    NO_ADJUNCT,
    NO_BREW,
    PALATE_SWAP,
    PASS,
    PAY_CARD,
    PAY_TOKEN,
    REFUSE,
    REVEAL,
    SWAP_MEET,
    TAKE,
    TAX_COLLECTOR,
    Phase,
)


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table after the first deal."""
    lines = [f"Face up beside the decks: {row(state)}."]
    for seat in range(state.n_seats):
        lines.append(f"Seat {seat} is dealt {hand(state, seat)}; {actions(state, seat)}.")
    return lines


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    return _deed(rules, before, action, after) + _fest(before, action, after)


def standing(rules: np.record, state: np.record) -> str:
    """The trophies, tokens and brewhouses, for the end of a round."""
    parts = []
    for seat in range(state.n_seats):
        trophies = f"{state.trophies[seat]} {'trophy' if state.trophies[seat] == 1 else 'trophies'}"
        built = kinds(state.built[seat]) if state.n_built[seat] > 0 else "nothing built"
        parts.append(f"seat {seat} has {trophies} and {state.tokens[seat]} tokens ({built})")
    return "; ".join(parts)


def _deed(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    seat = int(before.seat)
    if action == PASS:
        return f"passes, keeping {before.tokens[seat]} tokens and {hand(before, seat)}"
    if action < BLIND:
        t = action - TAKE
        return f"takes {card(t, before.row[t])} from beside the deck{_more(before, after, seat, t, before.row[t])}"
    if action < DRAW_ACTION:
        return f"draws from the {TYPES[action - BLIND]} deck: {_gained(before, after, seat, action - BLIND)}"
    if action == DRAW_ACTION:
        return f"draws {kinds(np.maximum(after.cards[seat] - before.cards[seat], 0))}"
    if action < BLACKMAIL:
        slot = int(before.n_built[seat])
        return f"builds {name(action - BUILD)} in slot {slot + 1} for {rules.turn_cost + rules.slot_costs[slot]} tokens"
    if action < BUYBACK:
        owner, t = divmod(action - BLACKMAIL, N_TYPES)
        return f"plays Blackmail and sees the hidden {TYPES[t]} judge of seat {owner}: {before.judge[owner, t] + 1}"
    if action < PALATE_SWAP:
        return f"plays Buyback: {_card(action - BUYBACK)} for {rules.buyback_tokens} tokens"
    if action < SWAP_MEET:
        t, pair = divmod(action - PALATE_SWAP, MAX_SEATS * MAX_SEATS)
        a, b = divmod(pair, MAX_SEATS)
        swapped = f"{judge(before, a, t)} and {judge(before, b, t)}"
        return f"plays Palate Swap: the {TYPES[t]} judges of seats {a} and {b} change places ({swapped})"
    if action == SWAP_MEET:
        return f"plays Swap Meet: {hand(before, seat)} become {hand(after, seat)}"
    if action == TAX_COLLECTOR:
        return "plays Tax Collector: everybody gives a token or an ingredient"
    if action < ACCEPT:
        owner, t = divmod(action - BRIBE, N_TYPES)
        return f"offers seat {owner} a bribe to see the hidden {TYPES[t]} judge"
    if action in (ACCEPT, REFUSE):
        owner, t = divmod(int(before.bribed_place), N_TYPES)
        seen = f": seat {before.active} alone sees {TYPES[t]} {before.judge[owner, t] + 1}"
        return f"accepts the bribe{seen}" if action == ACCEPT else "refuses the bribe"
    if action == PAY_TOKEN:
        return "pays the tax with a token"
    if action < DISCARD:
        return f"pays the tax with {_card(action - PAY_CARD)}"
    if action < DROP:
        return f"discards {_card(action - DISCARD)}, over the limit"
    if action < JUDGE:
        return f"discards {name(action - DROP)}, over the limit"
    return _sealed(rules, before, action)


def _sealed(rules: np.record, before: np.record, action: int) -> str:
    """The choices that are made face down."""
    seat = int(before.seat)
    if action < REVEAL:
        grain, hops = divmod(action - JUDGE, MAX_VALUES)
        return f"has {hand(before, seat)} and puts grain {grain + 1} and hops {hops + 1} as judges"
    if action <= KEEP_HIDDEN:
        t = action - REVEAL
        return "keeps both judges hidden" if action == KEEP_HIDDEN else f"will turn up {card(t, before.judge[seat, t])}"
    if action < NO_BREW:
        return f"has {hand(before, seat)} and brews with grain {action - BREW_GRAIN + 1}"
    if action == NO_BREW:
        return "brews no more"
    if action < ADJUNCT:
        return f"adds hops {action - BREW_HOPS + 1}"
    if action < NO_ADJUNCT:
        kind = len(KINDS) - len(ADJUNCTS) + action - ADJUNCT
        return f"adds {name(kind)} for {rules.cost[kind]} tokens"
    return "adds no adjunct"


def _fest(before: np.record, action: int, after: np.record) -> str:
    """What all see when the last of a row of sealed choices is made: the face-up judges, or the fest."""
    seats = range(before.n_seats)
    if before.phase == Phase.REVEAL and after.phase != Phase.REVEAL:
        return f"; the judges: {', '.join(f'seat {s} {judge(after, s, GRAIN)} and {judge(after, s, HOPS)}' for s in seats)}"
    if after.rounds == before.rounds and not after.over:
        return ""
    judges = ", ".join(f"{before.judge[s, GRAIN] + 1}-{before.judge[s, HOPS] + 1}" for s in seats)
    parts = []
    for s in seats:
        beers = []
        for beer in range(after.beers_brewed[s] - before.beers_brewed[s]):
            adjunct = after.beer_adjunct[s, beer]
            with_it = "" if adjunct == NONE else f" with {name(len(KINDS) - len(ADJUNCTS) + adjunct)}"
            beers.append(f"{after.beer[s, beer, GRAIN] + 1}-{after.beer[s, beer, HOPS] + 1}{with_it}")
        won = ", a trophy" if after.trophies[s] > before.trophies[s] else ""
        parts.append(f"seat {s} brewed {' and '.join(beers) or 'nothing'} for {after.awarded[s]} tokens{won}")
    tie = "" if (after.trophies > before.trophies).any() else "; nobody wins the trophy"
    return f"\n  The fest: the judges (grain-hops, by seat) are {judges}; {'; '.join(parts)}{tie}"


def _gained(before: np.record, after: np.record, seat: int, t: int) -> str:
    gained = np.maximum(after.hand[seat, t] - before.hand[seat, t], 0)
    return ", ".join(card(t, value) for value in range(MAX_VALUES) for _ in range(gained[value])) or "nothing"


def _more(before: np.record, after: np.record, seat: int, t: int, value: int) -> str:
    gained = np.maximum(after.hand[seat, t] - before.hand[seat, t], 0)
    gained[value] -= 1
    drawn = ", ".join(card(t, v) for v in range(MAX_VALUES) for _ in range(gained[v]))
    return f", and draws {drawn}" if drawn else ""


def _card(code: int) -> str:
    return card(code // MAX_VALUES, code % MAX_VALUES)


def name(kind: int) -> str:
    """The printed name of an action card."""
    return {"farmers_market": "Farmer's Market", "barrel_aging": "Barrel-Aging"}.get(KINDS[kind], KINDS[kind].replace("_", " ").title())


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


def actions(state: np.record, seat: int) -> str:
    return kinds(state.cards[seat])


def kinds(counts: np.ndarray) -> str:
    """A list such as '2 Coffee, Buyback'."""
    return ", ".join(f"{n} {name(k)}" if n > 1 else name(k) for k, n in enumerate(counts) if n > 0) or "no action card"
