"""The outcome schema and the parts on disk."""

import errno
import os

import numpy as np
import polars as pl
import pytest

from brewsim.engine.contract import MISSING
from brewsim.games import load_title
from brewsim.outcomes import is_whole, part_path, schema, to_frame, write_part
from brewsim.play import simulate

TITLE = load_title("brew_crafters")
LINEUP = ("greedy", "rush")


def frame(games: int = 5) -> pl.DataFrame:
    return to_frame(TITLE, simulate("brew_crafters", LINEUP, games), "a case", LINEUP)


def test_the_frame_has_the_schema():
    assert dict(frame().schema) == schema(TITLE)


def test_the_frame_has_the_numbers_of_the_records():
    rows = simulate("brew_crafters", LINEUP, 5)
    table = to_frame(TITLE, rows, "a case", LINEUP)
    assert table["game"].to_list() == rows["game"].tolist()
    assert table["bot"].to_list() == [LINEUP[bot] for bot in rows["bot"]]
    assert table["case"].unique().to_list() == ["a case"]
    for name in ("rep_recipes", "turns"):
        assert table[name].to_list() == rows["metrics"][:, TITLE.metrics.index(name)].tolist()
    for prefix, block in (("uses", "uses"), ("first", "first_use")):
        assert table[f"{prefix}_ale"].to_list() == rows[block][:, TITLE.items.index("ale")].tolist()


def test_rounds_never_played_are_null_and_played_ones_are_not():
    table = frame()
    rounds = table["rounds"][0]
    assert table[f"score_after_{rounds}"][0] is not None
    assert table[f"score_after_{rounds + 1}"][0] is None
    assert table[f"score_after_{rounds}"][0] <= table["score"][0]


def test_an_aborted_game_has_no_win_share():
    rows = simulate("brew_crafters", LINEUP, 2)
    rows["aborted"][:2] = True
    rows["win_share"][:2] = np.nan
    assert to_frame(TITLE, rows, "a case", LINEUP)["win_share"].null_count() == 2
    assert np.iinfo(np.int16).min == MISSING


def test_a_part_is_whole_or_not_there(tmp_path):
    path = part_path(tmp_path, "a case", 0)
    assert not is_whole(path, 10)
    write_part(frame(), path)
    assert is_whole(path, 10)
    assert not is_whole(path, 12)
    assert pl.read_parquet(path).equals(frame())
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert not is_whole(path, 10)


def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_part(frame(), part_path(tmp_path, "a case", 0))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
