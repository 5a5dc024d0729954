"""Action codes are read as they are written."""

from brewsim.games.wizards_brew import TITLE, codes
from brewsim.games.wizards_brew.codes import Verb
from brewsim.games.wizards_brew.rules import CITY, INGREDIENTS, LANDMARKS, MAX_CUBES, N_PRINTED, N_SPELLS, SPELLS

LAST = int(codes.shift(N_PRINTED - 1, N_PRINTED - 1))


def test_every_code_is_read_as_the_verb_that_begins_last_before_it():
    starts = sorted(Verb)
    for action in range(Verb.SHIFT):
        expected = max(verb for verb in starts if verb <= action)
        verb, what = codes.decode(action)
        assert (verb, what) == (expected, action - expected)
        assert codes.encode(expected, what) == action


def test_added_spells_have_codes_of_their_own_behind_all_others():
    verbs = (Verb.ECHO, Verb.MIRROR, Verb.RENEW, Verb.KEEP, Verb.DRAIN, Verb.DISPEL)
    written = {(verb, spell): int(codes.about(verb, spell)) for verb in verbs for spell in range(N_SPELLS)}
    written |= {(Verb.RECALL, spell, n): int(codes.recall(spell, n)) for spell in range(N_SPELLS) for n in range(1, MAX_CUBES + 1)}
    written |= {(Verb.SHIFT, one, other): int(codes.shift(one, other)) for one in range(N_SPELLS) for other in range(N_SPELLS)}
    assert len(set(written.values())) == len(written)
    assert all((code > LAST) == (max(about[1:2] + about[2:] * (about[0] == Verb.SHIFT)) >= N_PRINTED) for about, code in written.items())
    for (verb, *about), code in written.items():
        assert codes.decode(code)[0] == verb
        assert len(about) > 1 or codes.decode(code)[1] == about[0]


def test_codes_stay_as_they_were():
    """Ties between actions are broken by their codes, so another number plays another game."""
    assert [int(verb) for verb in (Verb.HOLD, Verb.CLAIM, Verb.BID, Verb.TAKE, Verb.RENEW, Verb.SHIFT)] == [24, 68, 167, 409, 439, 1340]
    assert LAST == 2635


def test_pairs_are_taken_apart_again():
    for make, take, firsts, seconds in (
        (codes.swap, codes.swapped, range(4), range(4)),
        (codes.recall, codes.recalled, range(N_SPELLS), range(1, MAX_CUBES + 1)),
        (codes.shift, codes.shifted, range(N_SPELLS), range(N_SPELLS)),
    ):
        for first in firsts:
            for second in seconds:
                assert take(codes.decode(make(first, second))[1]) == (first, second)


def test_items_stand_where_the_helpers_say():
    numbers = TITLE.item_numbers
    assert codes.spell_item(7) == numbers[SPELLS[7]]
    assert codes.ingredient_item(3) == numbers[INGREDIENTS[3]]
    assert codes.landmark_item(2) == numbers[LANDMARKS[2]]
    assert codes.landmark_item(CITY) == numbers["city"]
