"""Text of the user's becomes values: what is understood, and where it ends."""

import os

import pytest

from brewsim.errors import BadInput
from brewsim.reading import (
    MAX_DEPTH,
    MAX_FILE,
    MAX_TEXT,
    Change,
    parse_count,
    parse_setting,
    parse_settings,
    parse_sweep,
    parse_toml,
    read_toml,
)

DIGITS = "9" * 5000
HEX = "0x" + "f" * 5000  # Python has no limit for these, but cannot print them
DEEP = "[" * 1000 + "]" * 1000


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


def test_settings_are_toml_values_or_words():
    assert parse_setting("a.b=[1, 2]") == ("a.b", [1, 2])
    assert parse_setting("a = true") == ("a", True)
    assert parse_setting('a="x = y"') == ("a", "x = y")
    assert parse_setting("tie=all_tied") == ("tie", "all_tied")


def test_a_sign_makes_a_change_and_two_equal_signs_a_number():
    assert parse_setting("a=+1") == ("a", Change(1))
    assert parse_setting("a=-0.5") == ("a", Change(-0.5))
    assert parse_setting("a==-1") == ("a", -1)
    assert parse_setting("a == +2") == ("a", 2)
    assert parse_setting("a=-word") == ("a", "-word")
    assert Change(-1).of("a", 0) == -1
    for value in (True, "word", [1]):
        with pytest.raises(BadInput, match=r"a=\+2: a is .*; \+ and - change numbers only"):
            Change(2).of("a", value)


def test_several_settings_are_kept_by_path():
    assert parse_settings(["a=1", "b=x"]) == {"a": 1, "b": "x"}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("a=19..22", [19, 20, 21, 22]),
        ("a==-1..1", [-1, 0, 1]),
        ("a=-1..+1", [Change(-1), Change(0), Change(1)]),
        ("a=-2,+2", [Change(-2), Change(2)]),
        ("a=+1,18", [Change(1), 18]),
        ("a==-2,2", [-2, 2]),
        ("a=12..27..3", [12, 15, 18, 21, 24, 27]),
        ("a=1..8..3", [1, 4, 7]),
        ("a=-4..-0..2", [Change(-4), Change(-2), Change(0)]),
        ("a=15, 21", [15, 21]),
        ("a=true,false", [True, False]),
        ("a=shared,none", ["shared", "none"]),
        ('a=1,word,"x, y"', [1, "word", '"x', 'y"']),
        ('a="x, y","z"', ["x, y", "z"]),
        ("a=[1, 2],[3]", [[1, 2], [3]]),
        ("a=1..100", list(range(1, 101))),
    ],
)
def test_a_sweep_is_a_range_or_a_list(text, values):
    assert parse_sweep(text) == ("a", values)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a", "write path=value"),
        ("a=", "write path=value"),
        ("=1", "write path=value"),
        (" =1", "write path=value"),
        ("a=1\nb=2", "no line breaks"),
        ("a\r=1", "no line breaks"),
        (f"a={DIGITS}", f"5,002 characters; at most {MAX_TEXT:,}"),
        (f"a={'9' * 4000}", "more than 19 digits"),
        (f"a={HEX[:4000]}", "more than 19 digits"),
        ("a=-99999999999999999999", "more than 19 digits"),
        (f"a={nested(1000)}", f"at most {MAX_DEPTH} levels"),
        (f"a={nested(MAX_DEPTH + 1)}", f"at most {MAX_DEPTH} levels"),
        ("a={" + ".".join("x" * 200) + "=1}", "more than 100 dots"),
    ],
)
def test_a_setting_has_bounds(text, complaint):
    for parse in (parse_setting, parse_sweep):
        with pytest.raises(BadInput, match=complaint) as error:
            parse(text)
        assert len(str(error.value)) < 300


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a=1..1000000000", "1,000,000,000 values; at most 100"),
        ("a=1..101", "101 values"),
        ("a=1..99999999999999999999", "more than 19 digits"),
        ("a=5..4", "at least two values"),
        ("a=5", "at least two values"),
        ("a=" + ",".join(map(str, range(101))), "101 values"),
        ("a=3,3", "listed twice"),
        ("a=-1..1", "a sign at both ends"),
        ("a=1..+3", "a sign at both ends"),
        ("a=1..9..0", "at least 1"),
        ("a=1..9..20", "at least two values"),
        ("a=1.5..3", "whole numbers"),
        ("a=1..9..-1", "whole numbers"),
    ],
)
def test_a_sweep_is_counted_before_it_is_listed(text, complaint):
    with pytest.raises(BadInput, match=complaint):
        parse_sweep(text)


@pytest.mark.parametrize("again", [" a.b =1", "a.b=+1", "a.b==-1"])
def test_a_path_set_twice_is_refused(again):
    with pytest.raises(BadInput, match="a.b is set twice"):
        parse_settings(["a.b=1", "c=2", again])


def test_numbers_of_games_may_be_in_thousands_and_millions():
    counts = [parse_count(text) for text in ("7", "1_000", "20,000", "100k", "2M", "0.5m", "-3")]
    assert counts == [7, 1000, 20_000, 100_000, 2_000_000, 500_000, -3]
    for text in ("", "k", "1e6", "ten", "1.5", "0.0001k", "5 k", "9" * 20):
        with pytest.raises(BadInput, match="number of games"):
            parse_count(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("a = ", "x.toml is not valid TOML"),
        (f"a = {DIGITS}", "more than 19 digits"),
        (f"a = {HEX}", "more than 19 digits"),
        (f"a = {DEEP}", f"at most {MAX_DEPTH} levels"),
        ("a = " + "{a = " * 1000 + "1" + "}" * 1000, f"at most {MAX_DEPTH} levels"),
        (".".join("a" * 50) + " = 1", f"at most {MAX_DEPTH} levels"),
        (".".join("a" * 200_000) + " = 1", "more than 100 dots"),
        (f"a = '{'x' * 5000}'", "a text of 5,000 characters"),
        (f"{'x' * 5000} = 1", "a text of 5,000 characters"),
    ],
)
def test_a_text_in_toml_has_bounds(text, complaint):
    with pytest.raises(BadInput, match=complaint) as error:
        parse_toml(text, "x.toml")
    assert len(str(error.value)) < 300


def test_what_is_within_the_bounds_is_read(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text(f"a = {nested(MAX_DEPTH)}\nb = {2**63 - 1}\nc = '{'x' * MAX_TEXT}'\n")
    tables = read_toml(path)
    assert (tables["b"], len(tables["c"])) == (2**63 - 1, MAX_TEXT)


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    (tmp_path / "large.toml").write_text("#" * (MAX_FILE + 1))
    (tmp_path / "latin.toml").write_bytes(b"a = '\xe9'")
    (tmp_path / "folder.toml").mkdir()
    for name, complaint in (
        ("large.toml", "large.toml is too large; at most 1,000,000 bytes"),
        ("latin.toml", "not UTF-8"),
        ("folder.toml", "is not a file"),
        ("nowhere.toml", "no such file"),
        ("large.toml/x.toml", "no such file|Not a directory"),
        ("x" * 300 + ".toml", "File name too long"),
        ("x/" * 3000 + ".toml", "File name too long"),
    ):
        with pytest.raises(BadInput, match=complaint):
            read_toml(tmp_path / name)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(BadInput, match="is not a file"):
        read_toml(tmp_path / "pipe.toml")
