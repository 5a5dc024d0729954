"""Values as cells: each has one written form that reads back exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brewsim.sheets.cells import parse_list, value_of, written

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NUMBERS = st.integers(-(10**18), 10**18) | st.floats(allow_nan=False, allow_infinity=False)
LISTS = st.recursive(st.lists(TEXTS | NUMBERS | st.booleans(), max_size=5), lambda inner: st.lists(inner, max_size=4), max_leaves=8)


@given(TEXTS)
def test_every_text_reads_back(text):
    assert value_of(written(text), {"type": "string"}) == text


@given(NUMBERS)
def test_every_number_reads_back(number):
    kind = "integer" if isinstance(number, int) else "number"
    assert value_of(written(number), {"type": kind}) == number
    assert value_of(str(number), {"type": kind}) == number


@given(LISTS)
def test_every_list_reads_back(values):
    assert value_of(written(values), {"type": "array"}) == values


@pytest.mark.parametrize(
    ("cell", "schema", "value"),
    [
        (2.0, {"type": "integer"}, 2),
        (" 2 ", {"type": "integer"}, 2),
        ("2,0", {"type": "integer"}, 2),
        ("-8", {"type": "integer"}, -8),
        ("0,25", {"type": "number"}, 0.25),
        ("WAHR", {"type": "boolean"}, True),
        ("faux", {"type": "boolean"}, False),
        (1, {"type": "boolean"}, True),
        ("Remove Any", {"enum": ["remove_any", "return"]}, "remove_any"),
        (7.0, {"type": "array"}, [7]),
        ("3, 4", {"type": "array"}, [3, 4]),
        ('["a", "b"]', {"type": "array"}, ["a", "b"]),
        (12.0, {"type": "string"}, "12"),
    ],
)
def test_what_spreadsheet_programs_and_people_write_is_understood(cell, schema, value):
    found = value_of(cell, schema)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", ["[", "[1", "1]", "[1,]", "[,1]", "[1 2", "[[1]", '["a]', "[1][2]", "x"])
def test_what_is_no_list_is_refused(text):
    with pytest.raises(ValueError, match="is not a list"):
        parse_list(text)
