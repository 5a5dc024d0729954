"""One machine code for all widths of integers and all constants."""

import numpy as np
import pytest
from numba import types

from brewsim.parts.compiling import compiled, inlined, widest


@compiled
def add(a, b):
    return a + b


@inlined
def scale(a, factor):
    return a * factor


@compiled
def total(values, big):
    sum_ = add(1, 2) + add(values[0], -1) + scale(values[1], 2.0)
    for i in range(values[0]):
        sum_ += add(i, 1) + add(i, big) + scale(i, 0.5)
    return sum_


def test_results_are_those_of_plain_python():
    values = np.array([3, 300], np.int16)
    assert total(values, 1 << 40) == 3 + 2 + 600.0 + (1 + 2 + 3) + 3 * (1 << 40) + 3 + 1.5


@pytest.mark.compiled_only
def test_one_copy_for_all_integers():
    for one in (types.literal(1), types.int8, types.int64):
        add.get_call_template((one, types.int16), {})
    assert add.signatures == [(types.int64, types.int64)]


@pytest.mark.compiled_only
def test_other_types_stay():
    for stays in (types.uint64, types.boolean, types.float64, types.int16[:]):
        assert widest(stays) == stays
