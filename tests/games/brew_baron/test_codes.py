"""Action codes: what is written is read again."""

import itertools

from brewsim.games.brew_baron import codes
from brewsim.games.brew_baron.codes import ITEM_KINDS, ITEMS, Verb
from brewsim.games.brew_baron.rules import FIRST_INSTANT, GRAIN, HOPS, MAX_SEATS, MAX_VALUES, N_INSTANTS, N_TYPES, Kind

VALUES = range(MAX_VALUES)


def test_every_code_has_a_verb_in_the_order_of_verbs():
    verbs = [codes.decode(action)[0] for action in range(codes.NO_ADJUNCT + 1)]
    assert verbs == sorted(verbs)
    assert set(verbs) == set(Verb)


def test_what_a_code_is_about_begins_at_its_first():
    """Each verb counts what it is about from 0, but instants are kinds of action card."""
    for action in range(codes.NO_ADJUNCT + 1):
        verb, what = codes.decode(action)
        first = getattr(codes, verb.name)
        assert what == action - first + (FIRST_INSTANT if verb == Verb.INSTANT else 0)
    instants = [codes.BLACKMAIL, codes.BUYBACK, codes.PALATE_SWAP, codes.SWAP_MEET, codes.TAX_COLLECTOR]
    kinds = [Kind.BLACKMAIL, Kind.BUYBACK, Kind.PALATE_SWAP, Kind.SWAP_MEET, Kind.TAX_COLLECTOR]
    assert [codes.decode(action) for action in instants] == [(Verb.INSTANT, kind) for kind in kinds]
    assert len(instants) == N_INSTANTS


def test_cards_and_judges_are_read_as_they_were_written():
    for t, value in itertools.product(range(N_TYPES), VALUES):
        assert codes.read_card(codes.card(t, value)) == (t, value)
    for owner, t in itertools.product(range(MAX_SEATS), range(N_TYPES)):
        assert codes.read_judge_card(codes.judge_card(owner, t)) == (owner, t)
    for t, (a, b) in itertools.product(range(N_TYPES), itertools.combinations(range(MAX_SEATS), 2)):
        assert codes.read_swap(codes.swap(t, a, b)) == (t, a, b)
    for grain, hops in itertools.product(VALUES, VALUES):
        assert codes.read_judges(codes.judges(grain, hops)) == (grain, hops)


def test_items_are_found_by_name():
    assert ITEMS[codes.kind_item(Kind.TAX_COLLECTOR)] == "tax_collector"
    assert ITEMS[codes.adjunct_item(2)] == "coffee"
    assert [ITEMS[codes.ingredient_item(t, 4)] for t in (GRAIN, HOPS)] == ["grain_5", "hops_5"]
    assert ITEM_KINDS[codes.ingredient_item(HOPS, 0)] == "hops"
