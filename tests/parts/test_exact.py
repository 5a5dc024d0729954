"""Functions that are exact everywhere, against the C library's, which are nearly exact somewhere."""

import math

import numpy as np
import pytest

from brewsim.parts.exact import exp, log, powers


@pytest.mark.parametrize("x", [-70.8, -3.0, -0.3, 0.0, 1e-9, 0.3465, 0.35, 1.0, 20.5, 70.0])
def test_exp_agrees_with_the_c_library_to_the_last_digits(x):
    assert exp(x) == pytest.approx(math.exp(x), rel=1e-14)


@pytest.mark.parametrize("x", [2.0**-53, 1e-5, 0.3, 0.7071, 0.99999, 1.0, 1.0001, 1.415, 36.7, 1e6])
def test_log_agrees_with_the_c_library_to_the_last_digits(x):
    assert log(x) == pytest.approx(math.log(x), rel=1e-14, abs=1e-16)


def test_powers_are_products_from_the_left():
    assert powers(0.7, 4).tolist() == [1.0, 0.7, 0.7 * 0.7, 0.7 * 0.7 * 0.7]
    assert powers(0.0, 3).tolist() == [1.0, 0.0, 0.0]
    assert len(powers(0.7, 0)) == 0
    assert powers(0.7, 5).dtype == np.float64
