"""Opening a run: whole ones open, all others are refused with a line that names the part and what to do."""

import errno
import os
import shutil
from pathlib import Path

import polars as pl
import pytest

from brewsim.engine.conventions import restricted_seat
from brewsim.errors import BadInput
from brewsim.experiment import ExperimentFile, make_experiment
from brewsim.manifest import Manifest, read_manifest
from brewsim.outcomes import State, uses
from brewsim.results import open_run, reading, verify
from brewsim.runner import execute, prepare

pytestmark = pytest.mark.compiled_only

FILE = ExperimentFile(title="brew_crafters", games=250, seats=2, lineups=[["greedy", "rush"]], without=["brewmaster"], seed=5)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    run = prepare(make_experiment("trial", FILE), tmp_path_factory.mktemp("run") / "whole", 100)
    assert sum(games for games, _ in execute(run, 1)) == 500
    return Path(run.folder)


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "copy")


def test_a_whole_run_opens(whole):
    results = open_run(whole)
    assert results.title.name == "brew_crafters"
    assert [case.without for case in results.cases] == [(), ("brewmaster",)]
    assert results.cases[0].lineup == ("greedy", "rush")
    assert len(results.parts()) == 3  # of the free case alone
    assert pl.concat(results.parts()).collect()["game"].to_list() == [game for game in range(250) for _ in range(2)]


def test_restricted_play_bans_the_item_at_one_seat_of_each_game(whole):
    results = open_run(whole)
    free, banned = (pl.concat(results.parts(case)).collect() for case in results.cases)
    own = pl.Series(restricted_seat(free["game"].to_numpy(), 2)) == free["seat"]
    assert free.filter(own)[uses("brewmaster")].sum() > 50
    assert banned.filter(own)[uses("brewmaster")].sum() < 5
    assert banned.filter(~own)[uses("brewmaster")].sum() > 50
    untouched = free.filter(own & (free[uses("brewmaster")] == 0))["game"]
    same = [frame.filter(pl.col("game").is_in(untouched.implode())).drop("case", "options") for frame in (free, banned)]
    assert same[0].equals(same[1])


def hint(folder) -> str:
    return f"to play again what is missing: brewsim verify {folder} --repair"


def test_a_missing_part_is_named(folder):
    part = sorted(folder.rglob("*.parquet"))[1]
    part.unlink()
    with pytest.raises(BadInput, match=f"half finished: 1 of 6 parts are missing.*{part.name}; {hint(folder)}"):
        open_run(folder)


def flip_a_bit(part) -> None:
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 1
    part.write_bytes(content)


def cut(part) -> None:
    part.write_bytes(part.read_bytes()[:100])


def empty(part) -> None:
    part.write_bytes(b"")


def rewrite(part) -> None:
    pl.read_parquet(part).write_parquet(part)


@pytest.mark.parametrize("spoil", [flip_a_bit, cut, empty, rewrite])
def test_a_part_that_was_changed_is_named_before_anything_reads_it(folder, spoil, monkeypatch):
    part = sorted(folder.rglob("*.parquet"))[1]
    spoil(part)
    monkeypatch.setattr(pl, "scan_parquet", lambda *_, **__: pytest.fail("a damaged part was read"))
    with pytest.raises(BadInput, match=f"{part.name} is damaged: its checksum is wrong; {hint(folder)}"):
        open_run(folder)


def test_a_part_that_is_changed_after_the_run_was_opened_is_not_read(folder):
    results = open_run(folder)
    flip_a_bit(sorted(folder.rglob("*.parquet"))[1])
    with pytest.raises(BadInput, match="is damaged"):
        results.parts()


def test_a_part_that_is_removed_while_it_is_read_is_one_line(folder):
    results = open_run(folder)
    rows = pl.concat(results.parts())
    sorted(folder.rglob("*.parquet"))[1].unlink()
    with pytest.raises(BadInput, match="1 of 6 parts are missing"), reading([results]):
        rows.collect()


def test_a_part_of_other_games_is_foreign(folder):
    parts = sorted(folder.rglob("*.parquet"))
    shutil.copy(parts[0], parts[1])
    with pytest.raises(BadInput, match=f"{parts[1].name} does not belong to this run: it holds 100 games from 0 on; move it elsewhere"):
        open_run(folder)


def test_a_part_of_another_case_is_foreign(folder):
    parts = sorted(folder.rglob("*.parquet"))
    shutil.copy(parts[3], parts[0])
    with pytest.raises(BadInput, match="it is a part of the case printed.2.greedy-rush.without_brewmaster"):
        open_run(folder)


def test_a_part_of_another_seed_is_foreign(folder, tmp_path):
    other = prepare(make_experiment("trial", FILE.model_copy(update={"seed": 6})), tmp_path / "other", 100)
    assert sum(games for games, _ in execute(other, 1)) == 500
    part = sorted(folder.rglob("*.parquet"))[2]
    shutil.copy(other.folder / part.relative_to(folder), part)
    with pytest.raises(BadInput, match=f"{part.name} does not belong to this run: it is a part of another run, {other.manifest.digest}"):
        open_run(folder)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink("elsewhere", path)])
def test_something_else_in_place_of_a_part_is_refused_by_name(folder, make):
    part = sorted(folder.rglob("*.parquet"))[1]
    part.rename(part.with_name("elsewhere"))
    make(part)
    with pytest.raises(BadInput, match=f"{part.name} does not belong to this run: it is a (pipe|folder|link)"):
        open_run(folder)


def test_a_run_with_other_columns_is_of_another_version(folder):
    manifest = read_manifest(folder)
    columns = {name: kind for name, kind in manifest.columns.items() if name != "margin"}
    Manifest.model_validate(manifest.model_dump() | {"columns": columns}).write(folder)
    with pytest.raises(BadInput, match="another version of brewsim, with other columns \\(margin\\)"):
        open_run(folder)


def test_verify_sorts_the_parts_by_what_became_of_them(folder):
    assert verify(folder).is_whole
    parts = sorted(folder.rglob("*.parquet"))
    parts[0].unlink()
    flip_a_bit(parts[1])
    shutil.copy(parts[2], parts[3])
    found = verify(folder)
    assert not found.is_whole
    assert [found.paths(state) for state in (State.MISSING, State.DAMAGED, State.FOREIGN)] == [[str(parts[n])] for n in (0, 1, 3)]
    assert len(found.paths(State.WHOLE)) == 3


def test_a_folder_without_a_run_holds_none(tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(BadInput, match="holds no run"):
            open_run(folder)


def test_a_folder_with_one_run_in_it_stands_for_that_run(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "runs" / "first")
    (tmp_path / "runs" / "notes.txt").write_text("mine")
    assert open_run(tmp_path / "runs").folder.path == tmp_path / "runs" / "first"
    assert verify(tmp_path / "runs").is_whole
    shutil.copytree(whole, tmp_path / "runs" / "second")
    with pytest.raises(BadInput, match="holds 2 runs; name one of them: .*first, .*second"):
        open_run(tmp_path / "runs")


def test_a_whole_run_is_read_and_run_again_without_a_write(folder, monkeypatch):
    """As in a read-only folder, which does not stop every user."""

    def read_only(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    for function in ("mkdir", "replace", "unlink"):
        monkeypatch.setattr(os, function, read_only)
    monkeypatch.setattr("filelock.FileLock", read_only)
    assert open_run(folder).games == 250
    assert [is_new for _, is_new in execute(prepare(make_experiment("trial", FILE), folder), 1)] == [False] * 6
    monkeypatch.undo()
    sorted(folder.rglob("*.parquet"))[1].unlink()
    monkeypatch.setattr("filelock.FileLock", read_only)
    with pytest.raises(BadInput, match=f"{folder} cannot be written: Read-only file system"):
        list(execute(prepare(make_experiment("trial", FILE), folder), 1))
