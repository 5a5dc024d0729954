"""Runs: the same bytes whatever the workers, chunks and interruptions; nothing finished is lost; bad folders are refused."""

import hashlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from brewsim import experiment, runner
from brewsim.crews import Crew, Processes, Threads
from brewsim.errors import BadInput
from brewsim.experiment import Case, Experiment, ExperimentFile, make_experiment
from brewsim.files import write_whole
from brewsim.folders import LOCK
from brewsim.manifest import MANIFEST, read_manifest
from brewsim.outcomes import State
from brewsim.results import open_run, verify
from brewsim.runner import execute, prepare, reopen
from tests.waiting import SECONDS, await_parts, holding

pytestmark = pytest.mark.compiled_only


def plan(**values) -> Experiment:
    keys = {"title": "brew_crafters", "games": 450, "seats": [2, 3], "lineups": ["greedy"], "seed": 3, **values}
    return make_experiment("trial", ExperimentFile(**keys))


def play(folder: Path, crew: Crew | int = 1, chunk: int = 100, **values) -> Path:
    run = prepare(plan(**values), folder, chunk)
    assert sum(games for games, _ in execute(run, crew)) == run.games
    return folder


def files(folder: Path) -> dict[str, str]:
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(folder.rglob("*")) if p.is_file()}


def scan(folder: Path) -> pl.LazyFrame:
    results = open_run(folder)
    return pl.concat(results.parts(*results.cases))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory) -> Path:
    return play(tmp_path_factory.mktemp("run") / "one")


@pytest.mark.parametrize("crew", [Processes(2), Threads(2), Threads(1)])
def test_workers_do_not_matter(undisturbed, tmp_path, crew):
    assert files(play(tmp_path / "run", crew)) == files(undisturbed)


def test_the_size_of_chunks_does_not_matter(undisturbed, tmp_path):
    large = scan(play(tmp_path / "run", chunk=10_000)).collect()
    assert large.equals(scan(undisturbed).collect())
    assert large["game"].n_unique() == 450


@pytest.mark.parametrize("jobs", [1, 2])
def test_who_listens_hears_of_every_game_before_its_part_is_done_and_changes_none(undisturbed, tmp_path, monkeypatch, jobs):
    monkeypatch.setattr("brewsim.runner.STEP_SECONDS", 0.001)
    heard: list[int] = []
    run = prepare(plan(), tmp_path / "heard", 100)
    assert sum(games for games, _ in execute(run, jobs, hear=heard.append)) == run.games
    assert sum(heard) == run.games
    assert len(heard) > 2 * len(list(run.manifest.parts()))
    assert files(Path(run.folder)) == files(undisturbed)


def test_more_games_begin_with_the_same_games(undisturbed, tmp_path):
    more = scan(play(tmp_path / "run", games=600)).filter(pl.col("game") < 450).collect()
    assert more.equals(scan(undisturbed).collect())


def test_a_run_that_lost_parts_is_completed_byte_for_byte(undisturbed, tmp_path):
    folder = play(tmp_path / "run")
    parts = sorted(folder.rglob("*.parquet"))
    parts[1].unlink()
    parts[2].write_bytes(parts[2].read_bytes()[:100])
    parts[3].with_name("000000000000.parquet.99-5.brewsim-tmp").write_bytes(b"half a part")
    again = list(execute(prepare(plan(), folder, 100), 1))
    assert sum(games for games, is_new in again if is_new) == 200
    assert files(folder) == files(undisturbed)


def test_a_run_is_repaired_from_its_manifest_alone(undisturbed, tmp_path):
    folder = play(tmp_path / "run")
    parts = sorted(folder.rglob("*.parquet"))
    parts[1].unlink()
    parts[2].write_bytes(b"")
    assert sum(games for games, is_new in execute(reopen(folder), 1) if is_new) == 200
    assert files(folder) == files(undisturbed)


def test_levels_of_skill_are_resumed_like_all_cases(tmp_path):
    keys = {"seats": 2, "skill": ["random", "greedy", "search:2"], "search_games": 40}
    folder = play(tmp_path / "run", **keys)
    before, searched = files(folder), sorted((folder / "parts" / "printed.2.search~2").iterdir())
    assert len(searched) == 8  # they take long, so workers can share them
    searched[0].unlink()
    searched[1].write_bytes(b"damaged")
    assert {finding.state for finding in verify(folder).findings} == {State.WHOLE, State.MISSING, State.DAMAGED}
    assert sum(games for games, is_new in execute(reopen(folder), 1) if is_new) == 10
    assert files(folder) == before
    results = open_run(folder)
    assert [case.name for case in results.cases if case.is_plain] == ["printed.2.greedy"]
    assert pl.concat(results.parts()).select(pl.col("bot").unique()).collect()["bot"].to_list() == ["greedy"]
    by_case = scan(folder).group_by("case").agg(pl.col("game").n_unique()).collect()
    assert dict(by_case.iter_rows()) == {"printed.2.greedy": 450, "printed.2.random": 450, "printed.2.search~2": 40}


def test_a_run_of_other_sources_is_not_repaired(undisturbed, monkeypatch):
    monkeypatch.setattr(experiment, "code_digest", lambda folder: "0" * 16)
    with pytest.raises(BadInput, match="was played by another version of brewsim"):
        reopen(undisturbed)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink("letter", path)])
def test_what_is_not_ours_is_neither_read_nor_replaced(tmp_path, make):
    folder = play(tmp_path / "run")
    part = sorted(folder.rglob("*.parquet"))[1]
    part.unlink()
    make(part)
    kind = part.lstat().st_mode
    with pytest.raises(BadInput, match=f"{part.name} does not belong to this run"):
        list(execute(prepare(plan(), folder, 100), 1))
    assert part.lstat().st_mode == kind


def test_a_part_of_another_run_is_not_replaced(undisturbed, tmp_path):
    folder = play(tmp_path / "run", seed=4)
    part = sorted(folder.rglob("*.parquet"))[1]
    shutil.copy(undisturbed / part.relative_to(folder), part)
    before = files(folder)
    with pytest.raises(BadInput, match=f"{part.name} does not belong to this run: it is a part of another run"):
        list(execute(prepare(plan(seed=4), folder, 100), 1))
    assert files(folder) == before


@pytest.mark.parametrize("left", [[], [LOCK], [LOCK, f"{MANIFEST}.99-5.brewsim-tmp"], [f"{MANIFEST}.99-5.brewsim-tmp"]])
def test_a_folder_as_a_kill_before_the_manifest_leaves_it_is_used(undisturbed, tmp_path, left):
    folder = tmp_path / "run"
    folder.mkdir()
    for name in left:
        (folder / name).write_bytes(b"" if name == LOCK else b"{ half a manif")
    assert files(play(folder)) == files(undisturbed)


def test_the_manifest_is_synced_before_it_is_renamed(tmp_path, monkeypatch):
    steps = []
    monkeypatch.setattr(os, "fsync", lambda handle: steps.append("sync"))
    monkeypatch.setattr(os, "replace", lambda *paths: steps.append("rename"))
    write_whole(tmp_path / MANIFEST, b"{}")
    assert steps == ["sync", "rename", "sync"]


LONG_RUN = [sys.executable, "-m", "brewsim", "run", "brew_crafters", "-n", "80000", "--seats", "2", "--seed", "4", "-j", "2", "-o", "run"]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("long")
    subprocess.run(LONG_RUN, check=True, capture_output=True, cwd=folder)
    return folder / "run"


@pytest.mark.parametrize(
    ("backend", "how"),
    [
        ("threading", signal.SIGINT),
        ("threading", signal.SIGKILL),
        ("loky", signal.SIGINT),
        ("loky", signal.SIGTERM),
    ],
)
def test_a_killed_run_goes_on_and_ends_byte_for_byte_the_same(whole, tmp_path, backend, how):
    broken = tmp_path / "run"
    command = [*LONG_RUN, "--backend", backend]
    with holding() as variables:
        options = {"stderr": subprocess.PIPE, "stdout": subprocess.DEVNULL, "text": True, "start_new_session": True}
        process = subprocess.Popen(command, cwd=tmp_path, env=os.environ | variables, **options)
        await_parts(broken, process)
        if how == signal.SIGTERM:
            os.kill(process.pid, how)
        else:  # a terminal's Ctrl-C reaches the workers too, and so does a power cut
            os.killpg(process.pid, how)
    complaint = process.communicate(timeout=SECONDS)[1]
    kept = files(broken)
    finished = [name for name in kept if name.endswith(".parquet")]
    assert 2 <= len(finished) < 5
    if how != signal.SIGKILL:
        assert process.returncode == 128 + how
        assert "Traceback" not in complaint
        assert shlex.split(complaint.splitlines()[-1]) == command
    subprocess.run(command, check=True, capture_output=True, cwd=tmp_path)
    assert files(broken) == files(whole)
    assert {name: files(broken)[name] for name in finished} == {name: kept[name] for name in finished}


def test_a_folder_with_another_experiment_is_refused(undisturbed):
    before = files(undisturbed)
    with pytest.raises(BadInput, match="holds a different experiment \\(seed 3 instead of 4\\)"):
        prepare(plan(seed=4), undisturbed)
    with pytest.raises(BadInput, match="other rules|other cases"):
        prepare(plan(variants={"x": {"game.target_rep": 18}}), undisturbed)
    assert files(undisturbed) == before


def test_other_limits_hold_for_the_same_games(tmp_path):
    folder = play(tmp_path / "run", games=100)
    before = files(folder)
    play(folder, games=100, limits={"seat": 1.0})
    assert read_manifest(folder).limits.seat == 1.0
    assert {name for name, digest in files(folder).items() if digest != before[name]} == {MANIFEST}


def test_a_folder_with_something_else_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear publisher")
    with pytest.raises(BadInput, match="not empty and holds no run"):
        prepare(plan(), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]
    with pytest.raises(BadInput, match="is a file"):
        prepare(plan(), tmp_path / "letter.txt")


def test_no_room_on_the_disk_is_seen_before_anything_is_written(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10_000))
    with pytest.raises(BadInput, match="no room on the disk: 900 games need about 0.1 MB in .*, 0.0 MB are free"):
        prepare(plan(), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_the_first_part_tells_whether_the_rest_will_fit(tmp_path, monkeypatch):
    run = prepare(plan(), tmp_path / "run", 100)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10_000))
    with pytest.raises(BadInput, match="no room on the disk: 800 games need about"):
        list(execute(run, 1))
    assert len(verify(run.folder).paths(State.WHOLE)) == 1


def test_a_folder_that_cannot_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(BadInput, match="no room left on the disk"):
        prepare(plan(), tmp_path / "deep" / "run")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_is_one_clear_line(tmp_path, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    run = prepare(plan(), tmp_path / "run", 100)
    monkeypatch.setattr(runner, "write_part", full)
    with pytest.raises(BadInput, match="no room left on the disk .* run the same command again"):
        list(execute(run, 1))


def test_a_folder_that_is_removed_while_it_is_played_is_one_line_and_stays_removed(tmp_path):
    run = prepare(plan(), tmp_path / "run", 100)
    playing = execute(run, 1)
    next(playing)
    shutil.rmtree(run.folder)
    with pytest.raises(BadInput, match=f"{run.folder} cannot be written: No such file or directory"):
        list(playing)
    with pytest.raises(BadInput, match="No such file or directory"):
        list(execute(run, 1))
    assert list(tmp_path.iterdir()) == []


def test_names_that_the_file_system_does_not_take_are_one_line(tmp_path):
    with pytest.raises(BadInput, match="cannot be written: File name too long"):
        prepare(plan(), tmp_path / ("x" * 300))
    (tmp_path / "file").write_text("text")
    with pytest.raises(BadInput, match="cannot be written: Not a directory"):
        prepare(plan(), tmp_path / "file" / "run")


def die(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_parts_that_end_their_workers_are_played_in_halves_with_the_same_bytes(undisturbed, tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "play_part", die)
    assert files(play(tmp_path / "run", Processes(2))) == files(undisturbed)


def test_halves_that_end_their_workers_are_told_and_the_others_are_safe(tmp_path, monkeypatch):
    run = prepare(plan(games=150, seats=2), tmp_path / "run", 100)
    monkeypatch.setattr(runner, "play_part", die)
    monkeypatch.setattr(runner, "play_games", die_at_50)
    told = "1 part ended its workers even in halves .*: printed.2.greedy games 50 to 99; all others are safe in .*; run the same command"
    with pytest.raises(BadInput, match=told):
        list(execute(run, Processes(2)))
    assert [finding.state for finding in verify(run.folder).findings] == [State.MISSING, State.WHOLE]


def die_at_50(case: Case, ids: np.ndarray, seed: int, play=runner.play_games) -> np.ndarray:
    return play(case, ids, seed) if 50 not in ids else die()


def test_workers_that_always_end_are_not_started_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "MOST_LOST", 2)
    monkeypatch.setattr(runner, "play_part", die)
    with pytest.raises(BadInput, match="3 parts ended their workers; see what ends them"):
        list(execute(prepare(plan(), tmp_path / "run", 100), Processes(2)))


def test_two_processes_do_not_write_the_same_run(tmp_path):
    run = prepare(plan(), tmp_path / "run", 100)
    first = execute(run, 1)
    next(first)
    with pytest.raises(BadInput, match="another process"):
        next(execute(run, 1))
    first.close()


def test_the_manifest_tells_what_was_played(undisturbed):
    manifest = read_manifest(undisturbed)
    assert manifest.title.name == "brew_crafters"
    assert [case.name for case in manifest.cases] == ["printed.2.greedy", "printed.3.greedy"]
    assert manifest.rules["printed"].values["game.target_rep"] == 21
    assert manifest.bots["greedy"]["weights"]
    assert {"brewsim", "python", "numba", "numpy", "polars"} == set(manifest.versions)


def test_variants_meet_the_same_shuffles(tmp_path):
    """Common random numbers: a variant that changes nothing that happens gives the very same games."""
    folder = play(tmp_path / "run", seats=2, variants={"x": {"cards.farm.name": "Hop Farm"}})
    table = scan(folder).collect()
    printed, renamed = (table.filter(pl.col("case").str.starts_with(name)).drop("case") for name in ("printed", "x."))
    assert printed.equals(renamed)


@pytest.mark.parametrize("crew", [Threads(2), Processes(2)])
def test_a_run_that_is_stopped_says_nothing_and_frees_the_folder(tmp_path, crew, recwarn):
    run = prepare(plan(), tmp_path / "run", 20)
    playing = execute(run, crew)
    next(playing)
    playing.close()
    assert [str(warning.message) for warning in recwarn] == []
    assert sum(games for games, _ in execute(run, 1)) == run.games
