"""A game of Brew Crafters in words: what a player at the table would say of each decision."""

import numpy as np

from brewsim.engine.levers import tell_levers
from brewsim.engine.sections import read_label
from brewsim.games.brew_crafters import codes
from brewsim.games.brew_crafters.codes import Verb
from brewsim.games.brew_crafters.rules import INGREDIENTS, N_KINDS, RECIPES
from brewsim.games.brew_crafters.state import TEAM_SEATS


def opening(rules: np.record, state: np.record) -> list[str]:
    """The table after the deal."""
    lines = [f"Face up: {cards(rules, state.row)}."]
    lines += [f"Seat {seat + 1} is dealt {cards(rules, state.hand[seat])}." for seat in range(state.n_seats)]
    if state.n_seats == TEAM_SEATS:
        lines.append("Seats 1 and 3 play as team 1, seats 2 and 4 as team 2.")
    levers = {"cards": rules.start_cards, "Rep": rules.start_points, "in the tie-break": rules.tie_break}
    return lines + tell_levers(levers, state.n_seats)


def tell(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """One decision of the seat to move, with what came of it."""
    seat = int(before.seat)
    verb, what = codes.decode(action)
    match verb:
        case Verb.TAKE:
            return f"takes {card(rules, what)} from the row"
        case Verb.BLIND:
            gained = int(np.argmax(after.hand[seat] - before.hand[seat]))
            return f"draws blind: {card(rules, gained)}"
        case Verb.PLAY:
            return f"plays {name(rules, what)}"
        case Verb.BREW:
            return f"brews {recipe(what)}{_result(rules, before, after)}"
        case Verb.PASS:
            return "passes"
        case Verb.SUBSTITUTE:
            return f"uses {rules.substitute_cards} {INGREDIENTS[what]} for a missing ingredient{_result(rules, before, after)}"
        case Verb.PAY:
            return f"puts {card(rules, what)} into the kettle{_result(rules, before, after, chosen=what)}"
        case Verb.FETCH:
            return f"takes {card(rules, what)} from the row after brewing"
        case Verb.NIGHT_PLAY:
            return f"plays {name(rules, what)} after brewing"
        case Verb.DONE:
            return "uses no more effects"
        case Verb.GIVE:
            return f"hands {card(rules, what)} to seat {(seat + 2) % TEAM_SEATS + 1}"
        case Verb.KEEP:
            return "hands nothing over"
        case _:
            return f"discards {card(rules, what)}"


def overheard(rules: np.record, before: np.record, action: int, after: np.record) -> str:
    """The same as another seat hears it: not which card was drawn face down or handed over."""
    match codes.decode(action)[0]:
        case Verb.BLIND:
            return "draws blind"
        case Verb.GIVE:
            return f"hands a card to seat {(int(before.seat) + 2) % TEAM_SEATS + 1}"
        case _:
            return tell(rules, before, action, after)


def standing(rules: np.record, state: np.record) -> str:
    """The scores and breweries, for the end of a round."""
    parts = []
    for side in range(2 if state.n_seats == TEAM_SEATS else state.n_seats):
        who = f"team {side + 1}" if state.n_seats == TEAM_SEATS else f"seat {side + 1}"
        brewery = ", ".join(name(rules, kind) for kind in range(N_KINDS) if state.brewery[side, kind]) or "nothing built"
        parts.append(f"{who} {state.rep[side]} Rep ({brewery})")
    return "; ".join(parts)


def _result(rules: np.record, before: np.record, after: np.record, chosen: int | None = None) -> str:
    """What a brewing step did: cards spent besides the one that was chosen, and the Rep once the beer is paid for."""
    side = before.side[before.seat]
    spent = before.hand[before.seat] - after.hand[before.seat]
    if chosen is not None:
        spent[chosen] -= 1
    used = f", using {cards(rules, spent)}" if spent.any() else ""
    scored = int(after.rep_recipes[side] + after.rep_bonuses[side] - before.rep_recipes[side] - before.rep_bonuses[side])
    return used + (f": +{scored} Rep" if scored else "")


def name(rules: np.record, kind: int) -> str:
    return read_label(rules.labels[kind])


def recipe(index: int) -> str:
    return RECIPES[index].replace("_", " ").title()


def card(rules: np.record, kind: int) -> str:
    return f"{name(rules, kind)} ({INGREDIENTS[rules.ingredient[kind]]})"


def cards(rules: np.record, counts: np.ndarray) -> str:
    """A list such as '2 Farm (hops), Brewmaster (fruit)'."""
    return (
        ", ".join(f"{counts[k]} {card(rules, k)}" if counts[k] > 1 else card(rules, k) for k in range(N_KINDS) if counts[k] > 0)
        or "nothing"
    )
