"""The outcome schema and the parts on disk."""

import errno
import hashlib
import json
import os
import time
from dataclasses import replace

import numpy as np
import polars as pl
import pyarrow.parquet
import pytest

from brewsim import outcomes
from brewsim.engine.contract import MISSING
from brewsim.folders import DiskFolder
from brewsim.games import load_title
from brewsim.manifest import Part
from brewsim.outcomes import State, inspect, schema, sealed, to_frame, unsealed, write_part
from brewsim.play import simulate
from brewsim.rules import load_rules

TITLE = load_title("brew_crafters")
RULES = load_rules("brew_crafters")
LINEUP = ("greedy", "rush")


def frame(games: int = 5) -> pl.DataFrame:
    return to_frame(RULES, simulate("brew_crafters", LINEUP, games), "a case", LINEUP)


def test_the_frame_has_the_schema():
    assert dict(frame().schema) == schema(TITLE)


def test_the_frame_has_the_numbers_of_the_records():
    rows = simulate("brew_crafters", LINEUP, 5)
    table = to_frame(RULES, rows, "a case", LINEUP)
    assert table["game"].to_list() == rows["game"].tolist()
    assert table["bot"].to_list() == [LINEUP[bot] for bot in rows["bot"]]
    assert table["case"].unique().to_list() == ["a case"]
    for name in ("rep_recipes", "turns"):
        assert table[name].to_list() == rows["metrics"][:, TITLE.metrics.index(name)].tolist()
    for prefix, block in (("uses", "uses"), ("first", "first_use")):
        assert table[f"{prefix}_ale"].to_list() == rows[block][:, TITLE.item_numbers["ale"]].tolist()


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
    assert to_frame(RULES, rows, "a case", LINEUP)["win_share"].null_count() == 2
    assert np.iinfo(np.int16).min == MISSING


PART = Part("0123456789ab", "a case", 0, 5)


@pytest.fixture
def written(tmp_path):
    (tmp_path / PART.file).parent.mkdir(parents=True)
    assert write_part(frame(), PART, DiskFolder(tmp_path)) == (tmp_path / PART.file).stat().st_size
    return tmp_path / PART.file


def state(folder, part=PART) -> State:
    return inspect(part, DiskFolder(folder)).state


def test_a_part_is_whole_or_not_there(tmp_path, written):
    assert state(tmp_path) == State.WHOLE
    assert state(tmp_path, replace(PART, first_game=5)) == State.MISSING
    assert state(tmp_path / "nowhere") == State.MISSING
    assert os.listdir(written.parent) == [written.name]


def test_other_programs_read_a_part_and_its_seal(written):
    assert pl.read_parquet(written).equals(frame())
    table = pyarrow.parquet.read_table(written)
    assert table.num_rows == 10
    seal = json.loads(pyarrow.parquet.read_metadata(written).metadata[b"brewsim"])
    assert (seal["case"], seal["first_game"], seal["games"]) == ("a case", 0, 5)
    content = written.read_bytes()
    assert hashlib.sha256(content.replace(seal["sha256"].encode(), b"0" * 64)).hexdigest() == seal["sha256"]


def test_the_same_part_has_the_same_bytes():
    assert sealed(frame(), PART) == sealed(frame(), PART)


def test_a_single_changed_bit_anywhere_is_seen():
    content = sealed(frame(), PART)
    assert unsealed(content) == PART
    for at in range(len(content)):
        content[at] ^= 1 << at % 8
        assert unsealed(content) is None
        content[at] ^= 1 << at % 8


@pytest.mark.parametrize("size", [0, 1, 8, 64, 1000, -1])
def test_a_part_that_was_cut_is_damaged(tmp_path, written, size):
    written.write_bytes(written.read_bytes()[:size])
    assert state(tmp_path) == State.DAMAGED


def test_a_file_without_a_seal_is_damaged(tmp_path, written):
    pl.read_parquet(written).write_parquet(written)
    assert state(tmp_path) == State.DAMAGED


@pytest.mark.parametrize(
    ("change", "why"),
    [({"run": "ba9876543210"}, "another run, ba9876543210"), ({"case": "b"}, "the case b"), ({"games": 4}, "4 games from 0 on")],
)
def test_a_part_of_something_else_is_foreign(tmp_path, written, change, why):
    written.write_bytes(sealed(frame(), replace(PART, **change)))
    found = inspect(PART, DiskFolder(tmp_path))
    assert found.state == State.FOREIGN
    assert why in found.why


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink("elsewhere", path)])
def test_something_else_in_place_of_a_part_is_foreign_and_not_waited_for(tmp_path, written, make):
    written.rename(written.with_name("elsewhere"))
    make(written)
    assert state(tmp_path) == State.FOREIGN


def test_a_part_that_did_not_change_is_hashed_once(tmp_path, written, monkeypatch):
    long_ago = time.time() + 3600  # seen from there
    monkeypatch.setattr(time, "time", lambda: long_ago)
    hashed = []
    monkeypatch.setattr(outcomes, "unsealed", lambda content: hashed.append(1) or PART)
    assert [state(tmp_path) for _ in range(3)] == [State.WHOLE] * 3
    assert len(hashed) == 1
    os.utime(written, (1, 1))
    assert state(tmp_path) == State.WHOLE
    assert len(hashed) == 2


def test_a_full_disk_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / PART.file).parent.mkdir(parents=True)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_part(frame(), PART, DiskFolder(tmp_path))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


@pytest.mark.compiled_only
def test_the_first_estimate_of_room_is_not_too_low():
    rows = to_frame(RULES, simulate("brew_crafters", LINEUP, 16_384), "a case", LINEUP)
    assert len(sealed(rows, PART)) < rows.height * rows.width * outcomes.BYTES_PER_CELL
