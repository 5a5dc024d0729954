"""Only the digits that the error supports."""

import math

import pytest

from brewsim.stats.digits import show


@pytest.mark.parametrize(
    ("numbers", "text"),
    [
        ((0.123456, 0.12, 0.13), ("0.1235", "0.1200 to 0.1300")),
        ((123.456, 100.0, 150.0), ("123", "100 to 150")),
        ((-0.0004, -0.3, 0.3), ("0.00", "-0.30 to 0.30")),
        ((5.0, 5.0, 5.0), ("5.0", "5.0 to 5.0")),
        ((math.nan, 0.0, 1.0), ("not enough games", "")),
        ((0.5, None, None), ("not enough games", "")),
    ],
)
def test_show(numbers, text):
    assert show(*numbers) == text


def test_a_wider_interval_shows_fewer_digits():
    assert len(show(0.5, 0.49, 0.51, 100)[0]) > len(show(0.5, 0.3, 0.7, 100)[0])
