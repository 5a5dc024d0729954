"""Action codes are read as they are written."""

from brewsim.games.wizards_brew import codes
from brewsim.games.wizards_brew.codes import ITEMS, Verb
from brewsim.games.wizards_brew.rules import CITY, INGREDIENTS, LANDMARKS, MAX_CUBES, N_SPELLS, SPELLS

LAST = int(codes.shift(N_SPELLS - 1, N_SPELLS - 1))


def test_every_code_is_read_as_the_verb_that_begins_last_before_it():
    starts = sorted(Verb)
    for action in range(LAST + 1):
        expected = max(verb for verb in starts if verb <= action)
        verb, what = codes.decode(action)
        assert (verb, what) == (expected, action - expected)
        assert codes.encode(expected, what) == action


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
    assert ITEMS[codes.spell_item(7)] == SPELLS[7]
    assert ITEMS[codes.ingredient_item(3)] == INGREDIENTS[3]
    assert ITEMS[codes.landmark_item(2)] == LANDMARKS[2]
    assert ITEMS[codes.landmark_item(CITY)] == "city"
