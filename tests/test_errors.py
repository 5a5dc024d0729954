"""Names that become folders, and messages that stay short."""

import pytest

from brewsim.errors import MAX_FOLDER_NAME, MAX_NAME, BadInput, check_folder_name, check_name, unknown


@pytest.mark.parametrize("name", ["short", "größer-2_b", "x" * MAX_NAME])
def test_a_name_of_letters_and_digits_is_taken(name):
    check_name("variant", name, taken="printed")


@pytest.mark.parametrize("name", ["", "..", "a/b", "a b", "a\nb", "printed", "x" * (MAX_NAME + 1), "x" * 10**6])
def test_any_other_name_is_refused_in_a_short_line(name):
    with pytest.raises(BadInput, match="a name has letters, digits, - and _") as error:
        check_name("variant", name, taken="printed")
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("name", ["brew", "v[1]", "my variant", "game.target_rep-12", "größer", "x" * MAX_FOLDER_NAME])
def test_a_name_fit_for_a_folder_is_taken(name):
    check_folder_name("experiment", name)


@pytest.mark.parametrize(
    "name", ["", ".", "..", ".hidden", "a/b", "a\\b", "c:", "a\nb", "a\x00b", "a ", "a.", "\udcff", "é" * MAX_FOLDER_NAME, "x" * 10**6]
)
def test_a_name_that_is_no_folder_is_refused_in_a_short_line(name):
    with pytest.raises(BadInput, match="(?s)experiment '.*folder") as error:
        check_folder_name("experiment", name)
    assert len(str(error.value)) < 300


def test_an_unknown_name_of_any_length_is_answered_at_once():
    message = str(unknown("rule", "game.target_reb" + "x" * 10**6, ["game.target_rep", "game.hand_limit"]))
    assert len(message) < 300
    assert "game.hand_limit" in message
