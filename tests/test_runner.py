"""Runs: the same bytes whatever the workers, chunks and interruptions; nothing finished is lost; bad folders are refused."""

import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest

from brewsim import runner
from brewsim.errors import BadInput
from brewsim.experiment import Experiment, ExperimentFile, make_experiment
from brewsim.outcomes import scan
from brewsim.runner import execute, prepare, read_manifest

pytestmark = pytest.mark.compiled_only


def plan(**values) -> Experiment:
    keys = {"title": "brew_crafters", "games": 450, "seats": [2, 3], "lineups": ["greedy"], "seed": 3, **values}
    return make_experiment("trial", ExperimentFile(**keys))


def play(folder: Path, jobs: int = 1, backend: str = "threading", chunk: int = 100, **values) -> Path:
    run = prepare(plan(**values), folder, chunk)
    assert sum(games for games, _ in execute(run, jobs, backend)) == run.games
    return folder


def files(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory) -> Path:
    return play(tmp_path_factory.mktemp("run") / "one")


@pytest.mark.parametrize(("jobs", "backend"), [(2, "loky"), (2, "threading"), (1, "threading")])
def test_workers_and_backend_do_not_matter(undisturbed, tmp_path, jobs, backend):
    assert files(play(tmp_path / "run", jobs, backend)) == files(undisturbed)


def test_the_size_of_chunks_does_not_matter(undisturbed, tmp_path):
    large = scan(play(tmp_path / "run", chunk=10_000)).collect()
    assert large.equals(scan(undisturbed).collect())
    assert large["game"].n_unique() == 450


def test_more_games_begin_with_the_same_games(undisturbed, tmp_path):
    more = scan(play(tmp_path / "run", games=600)).filter(pl.col("game") < 450).collect()
    assert more.equals(scan(undisturbed).collect())


def test_a_run_that_lost_parts_is_completed_byte_for_byte(undisturbed, tmp_path):
    folder = play(tmp_path / "run")
    parts = sorted(folder.rglob("*.parquet"))
    parts[1].unlink()
    parts[2].write_bytes(parts[2].read_bytes()[:100])
    leftover = parts[3].with_name("000000000000.parquet.99.tmp")
    leftover.write_bytes(b"half a part")
    again = list(execute(prepare(plan(), folder, 100), 1))
    assert sum(games for games, is_new in again if is_new) == 200
    assert files(folder) == files(undisturbed)


LONG_RUN = [sys.executable, "-m", "brewsim", "run", "brew_crafters", "-n", "120000", "--seats", "2", "--seed", "4", "-j", "2", "-o"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long") / "whole"
    subprocess.run([*LONG_RUN, str(folder)], check=True, capture_output=True)
    return folder


@pytest.mark.parametrize(
    ("backend", "how"),
    [
        ("threading", signal.SIGINT),
        ("threading", signal.SIGTERM),
        ("threading", signal.SIGKILL),
        ("loky", signal.SIGINT),
        ("loky", signal.SIGTERM),
    ],
)
def test_a_killed_run_goes_on_and_ends_byte_for_byte_the_same(whole, tmp_path, backend, how):
    broken = tmp_path / "broken"
    command = [*LONG_RUN, str(broken), "--backend", backend]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, start_new_session=True)
    deadline = time.monotonic() + 120
    while len(list(broken.rglob("*.parquet"))) < 2 and time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.02)
    assert process.poll() is None, "the run ended before it could be interrupted"
    if how == signal.SIGTERM:
        os.kill(process.pid, how)
    else:  # a terminal's Ctrl-C reaches the workers too, and so does a power cut
        os.killpg(process.pid, how)
    complaint = process.communicate(timeout=60)[1]
    kept = files(broken)
    finished = [name for name in kept if name.endswith(".parquet")]
    assert 2 <= len(finished) < 8
    if how != signal.SIGKILL:
        assert process.returncode == 130
        assert "Traceback" not in complaint
        assert shlex.split(complaint.splitlines()[-1]) == command
    subprocess.run(command, check=True, capture_output=True)
    assert files(broken) == files(whole)
    assert {name: files(broken)[name] for name in finished} == {name: kept[name] for name in finished}


def test_a_folder_with_another_experiment_is_refused(undisturbed):
    before = files(undisturbed)
    with pytest.raises(BadInput, match="holds a different experiment \\(seed 3 instead of 4\\)"):
        prepare(plan(seed=4), undisturbed)
    with pytest.raises(BadInput, match="other rules|other cases"):
        prepare(plan(variants={"x": {"game.target_rep": 18}}), undisturbed)
    assert files(undisturbed) == before


def test_a_folder_with_something_else_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear publisher")
    with pytest.raises(BadInput, match="not empty and holds no run"):
        prepare(plan(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(BadInput, match="is a file"):
        prepare(plan(), tmp_path / "letter.txt")


def test_no_room_on_the_disk_is_seen_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10_000))
    with pytest.raises(BadInput, match="no room on the disk: 450 games a case need about 0.1 MB in .*, 0.0 MB are free"):
        prepare(plan(), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadInput, match="cannot be written: No space left on device"):
        prepare(plan(), tmp_path / "deep" / "run")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_is_one_clear_line(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(runner, "write_part", full)
    run = prepare(plan(), tmp_path / "run", 100)
    with pytest.raises(BadInput, match="no room left on the disk .* run the same command again"):
        list(execute(run, 1))


def test_two_processes_do_not_write_the_same_run(tmp_path):
    run = prepare(plan(), tmp_path / "run", 100)
    first = execute(run, 1)
    next(first)
    with pytest.raises(BadInput, match="another process"):
        next(execute(run, 1))
    first.close()


def test_the_manifest_tells_what_was_played(undisturbed):
    manifest = read_manifest(undisturbed)
    assert manifest["title"] == "brew_crafters"
    assert [case["name"] for case in manifest["cases"]] == ["printed.2.greedy", "printed.3.greedy"]
    assert manifest["rules"]["printed"]["values"]["game.target_rep"] == 21
    assert manifest["bots"]["greedy"]["weights"]
    assert {"brewsim", "python", "numba", "numpy", "polars"} == set(manifest["versions"])
    (undisturbed.parent / "bad").mkdir()
    (undisturbed.parent / "bad" / "manifest.json").write_text("{")
    with pytest.raises(BadInput, match="is damaged"):
        read_manifest(undisturbed.parent / "bad")


def test_variants_meet_the_same_shuffles(tmp_path):
    """Common random numbers: a variant that changes nothing that happens gives the very same games."""
    folder = play(tmp_path / "run", seats=2, variants={"x": {"cards.farm.name": "Hop Farm"}})
    table = scan(folder).collect()
    printed, renamed = (table.filter(pl.col("case").str.starts_with(name)).drop("case") for name in ("printed", "x."))
    assert printed.equals(renamed)
