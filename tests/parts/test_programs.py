"""How kernels are compiled and kept: whole programs, one code for all widths of integers, unsigned indices."""

from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from numba import from_dtype, types

from brewsim.engine import drivers
from brewsim.games import load_title
from brewsim.parts import decks, programs
from brewsim.parts.cache import Store
from brewsim.parts.compiling import compiled, inlined
from brewsim.parts.programs import ProgramCache, widest


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


@compiled
def draw_elsewhere(key, index):
    return key + np.uint64(index)


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


# With and without the devices


@pytest.mark.compiled_only
@pytest.mark.parametrize("device", sorted(programs.DEVICES))
def test_results_are_the_same_without_a_device(device, monkeypatch):
    monkeypatch.setattr(programs, "DEVICES", programs.DEVICES - {device})

    @inlined
    def last(values, n):
        return values[n - 1]

    @compiled
    def running_sum(values, sums):
        for i in range(len(values)):
            sums[i] = values[i] + (last(sums, i) if i > 0 else 0)
        return last(sums, len(sums))

    sums = np.zeros(4, np.int32)
    assert running_sum(np.array([1, 10, 100, 1000], np.int16), sums) == 1111
    assert sums.tolist() == [1, 11, 111, 1111]


# Programs on disk


@pytest.fixture
def store(tmp_path, monkeypatch):
    """An empty store in place of the usual one."""
    store = Store("version")
    monkeypatch.setenv("BREWSIM_CACHE", str(tmp_path))
    monkeypatch.setattr(programs, "store", lambda titles: store)
    return store


def deck_of_five() -> tuple[Any, list[int]]:
    """A kernel of the package as a new process would declare it, and what it deals."""
    order_deck = programs.kernel(decks.order_deck.py_func)
    deck = np.zeros(5, np.int64)
    order_deck(np.array([2, 3]), np.uint64(7), deck, np.zeros(5, np.uint64))
    return order_deck, deck.tolist()


def files(store: Store) -> list[Path]:
    return sorted(store.folder.glob("*.program"))


def hits(kernel: Any) -> int:
    return sum(kernel.stats.cache_hits.values())


@pytest.mark.compiled_only
def test_a_program_is_compiled_once_and_then_loaded(store):
    (first, dealt), (second, dealt_again) = deck_of_five(), deck_of_five()
    assert (hits(first), hits(second)) == (0, 1)
    assert dealt == dealt_again
    assert sorted(dealt) == [0, 0, 1, 1, 1]
    assert [path.name.split("-")[0] for path in files(store)] == ["order_deck"]


@pytest.mark.compiled_only
def test_bytes_are_checked_before_they_are_unpickled(store, monkeypatch):
    _, dealt = deck_of_five()
    [program] = files(store)
    whole = program.read_bytes()
    program.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    unpickled = []
    monkeypatch.setattr(programs.pickle, "loads", unpickled.append)
    kernel, dealt_again = deck_of_five()
    assert (unpickled, hits(kernel), dealt_again) == ([], 0, dealt)
    monkeypatch.undo()
    assert store.load(program.stem) is not None


@pytest.mark.compiled_only
def test_a_whole_file_of_no_use_is_compiled_again_and_replaced(store):
    _, dealt = deck_of_five()
    [program] = files(store)
    store.save(program.stem, b"no machine code")
    kernel, dealt_again = deck_of_five()
    assert (hits(kernel), dealt_again) == (0, dealt)
    assert hits(deck_of_five()[0]) == 1


@pytest.mark.compiled_only
def test_only_programs_whose_sources_are_digested_are_kept(store):
    """No digest would see an edit of any other, nor of a function from elsewhere that a program calls."""
    assert total(np.array([3, 300], np.int16), 1 << 41) > 0
    kept = decks.order_deck.py_func
    borrowing = FunctionType(kept.__code__, {**kept.__globals__, "draw": draw_elsewhere})
    borrower = programs.kernel(borrowing)
    borrower(np.array([2, 3]), np.uint64(7), np.zeros(5, np.int64), np.zeros(5, np.uint64))
    assert store.load("nothing") is None
    assert files(store) == []


@pytest.mark.compiled_only
def test_other_types_options_and_functions_are_other_programs():
    codegen = decks.order_deck.targetctx.codegen()
    name = ProgramCache(decks.order_deck.py_func, {"nogil": True})._name
    short, long = (types.Array(from_dtype(np.dtype([("a", np.int64, size)])), 1, "C") for size in (2, 3))
    names = {name((kind,), codegen) for kind in (types.int64, types.int32, types.uint64, short, long)}
    names.add(ProgramCache(decks.order_deck.py_func, {"nogil": False})._name((types.int64,), codegen))
    names.add(ProgramCache(add.py_func, {"nogil": True})._name((types.int64,), codegen))
    assert len(names) == 7
    assert name((types.int64,), codegen) in names


@pytest.mark.compiled_only
def test_the_store_is_named_by_sources_flags_and_devices(monkeypatch):
    def version(*titles: str) -> str:
        return programs.store.__wrapped__(tuple(load_title(title).folder for title in titles)).version

    assert version("brew_crafters") == version("brew_crafters")
    versions = [version(), version("brew_crafters"), version("brew")]
    monkeypatch.setattr(programs, "compiled_digest", lambda: "edited")
    versions.append(version("brew"))
    monkeypatch.setattr(programs, "title_digest", lambda folder: "edited")
    versions.append(version("brew"))
    monkeypatch.setattr(programs.numba.config, "BOUNDSCHECK", "other")
    versions.append(version("brew"))
    monkeypatch.setattr(programs, "DEVICES", frozenset())
    versions.append(version("brew"))
    assert len(set(versions)) == 7


@pytest.mark.compiled_only
def test_a_program_belongs_to_the_title_whose_rules_it_takes_or_whose_function_it_is():
    crafters, brew = load_title("brew_crafters"), load_title("brew")
    rules = {title.name: from_dtype(title.rules_dtype) for title in (crafters, brew)}

    def titles_of(kernel: Any, *arguments: Any) -> tuple[Path, ...]:
        return ProgramCache(kernel.py_func, {})._titles((*arguments, types.int64))

    assert titles_of(drivers.play_games, rules["brew"]) == (brew.folder,)
    assert titles_of(drivers.is_restricted, types.int64) == ()
    assert titles_of(crafters.functions.setup, rules["brew_crafters"]) == (crafters.folder,)
    assert titles_of(brew.functions.check, types.int64) == (brew.folder,)
