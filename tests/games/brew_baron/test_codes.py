"""Action codes: what is written is read again."""

import itertools

from brewsim.games.brew_baron import TITLE, codes
from brewsim.games.brew_baron.codes import Verb
from brewsim.games.brew_baron.rules import (
    FIRST_INSTANT,
    GRAIN,
    HOPS,
    MAX_SEATS,
    MAX_VALUES,
    N_ADJUNCTS,
    N_INSTANTS,
    N_KINDS,
    N_PRINTED,
    N_PRINTED_ADJUNCTS,
    N_TYPES,
    Kind,
)

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
    numbers = TITLE.item_numbers
    assert codes.kind_item(Kind.TAX_COLLECTOR) == numbers["tax_collector"]
    assert codes.adjunct_item(2) == numbers["coffee"]
    assert [codes.ingredient_item(t, 4) for t in (GRAIN, HOPS)] == [numbers["grain_5"], numbers["hops_5"]]
    assert codes.kind_item(N_KINDS - 1) not in numbers.values()


def test_added_adjuncts_have_codes_of_their_own_behind_all_others():
    dropped = [int(codes.drop(kind)) for kind in range(N_KINDS)]
    put = [int(codes.add(adjunct)) for adjunct in range(N_ADJUNCTS)]
    assert [codes.decode(action) for action in dropped] == [(Verb.DROP, kind) for kind in range(N_KINDS)]
    assert [codes.decode(action) for action in put] == [(Verb.ADJUNCT, adjunct) for adjunct in range(N_ADJUNCTS)]
    assert len({*dropped, *put, codes.NO_ADJUNCT}) == N_KINDS + N_ADJUNCTS + 1
    assert min(dropped[N_PRINTED:] + put[N_PRINTED_ADJUNCTS:]) > codes.NO_ADJUNCT
