"""How kernels are compiled: whole programs, one code for all widths of integers, unsigned indices, no reference counts."""

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
def test_only_what_python_calls_becomes_a_program_and_a_part_can_still_be_called():
    @compiled
    def lowest(a):
        return a - 3

    @compiled
    def middle(a):
        return lowest(a) * 2

    @compiled
    def top(a):
        return middle(a) + lowest(a)

    def is_program(kernel):
        return [result.library.is_program for result in kernel.overloads.values()]

    assert top(10) == 21
    assert (is_program(top), is_program(middle), is_program(lowest)) == ([True], [False], [False])
    assert middle(10) == 14
    assert (is_program(middle), is_program(lowest)) == ([True], [False])
    assert lowest(10) == 7
    assert top(10) == 21


@pytest.mark.compiled_only
def test_a_program_hides_its_parts():
    """By name they could be taken for parts of another program: two arrays that differ only in length have one name."""
    record = np.zeros(1, [("short", np.int64, 2), ("long", np.int64, 5)])[0]

    @compiled
    def length(values):
        return len(values) if len(values) > 3 else add(values[0], -1)  # too much to vanish into its caller unnoticed

    @compiled
    def lengths(record):
        return 10 * length(record.short) + length(record.long)

    assert lengths(record) == -5
    program = next(iter(lengths.overloads.values())).library
    shown = [code.name for code in program.get_defined_functions() if code.linkage.name == "external"]
    assert shown
    assert all("lengths" in name for name in shown)


@pytest.mark.compiled_only
def test_one_copy_for_all_integers():
    for one in (types.literal(1), types.int8, types.int64):
        add.get_call_template((one, types.int16), {})
    assert add.signatures == [(types.int64, types.int64)]


@pytest.mark.compiled_only
def test_other_types_stay():
    for stays in (types.uint64, types.boolean, types.float64, types.int16[:]):
        assert widest(stays) == stays


@compiled
def corner(values, row, column):
    values[row, column] += 1
    part = values[row]
    return part[column]


@pytest.mark.compiled_only
def test_a_negative_index_is_out_of_bounds():
    values = np.zeros((2, 3), np.int64)
    assert corner(values, 1, 2) == 1
    for row, column in ((-1, 2), (1, -1)):
        with pytest.raises(IndexError):
            corner(values, row, column)


@pytest.mark.compiled_only
def test_kernels_count_no_references():
    corner(np.zeros((2, 3), np.int64), 0, 0)
    assert all("NRT_" not in code for code in corner.inspect_llvm().values())
