"""`brewsim verify`: whole or not, by its code and in words, and repaired from the manifest alone."""

import json
import shutil
from pathlib import Path

import pytest

from brewsim.experiment import ExperimentFile, make_experiment
from brewsim.runner import execute, prepare

pytestmark = pytest.mark.compiled_only


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    file = ExperimentFile(title="brew_crafters", games=250, seats=2, seed=5)
    run = prepare(make_experiment("trial", file), tmp_path_factory.mktemp("run") / "whole", 100)
    assert sum(games for games, _ in execute(run, 1)) == 250
    return Path(run.folder)


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "copy")


def contents(folder) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_whole_run_ends_with_0(brewsim, folder):
    done = brewsim("verify", str(folder))
    assert (done.returncode, done.stdout) == (0, f"{folder} is whole: all 3 parts are as they were written.\n")
    assert json.loads(brewsim("verify", str(folder), "--json").stdout)["is_whole"] is True


def test_a_spoilt_run_ends_with_1_and_the_printed_command_repairs_it(brewsim, whole, folder):
    missing, damaged, _ = sorted(folder.rglob("*.parquet"))
    missing.unlink()
    damaged.write_bytes(damaged.read_bytes()[:-1])
    done = brewsim("verify", str(folder))
    assert done.returncode == 1
    assert done.stdout.splitlines()[:2] == [f"missing: {missing}", f"damaged: {damaged} (its checksum is wrong)"]
    found = json.loads(brewsim("verify", str(folder), "--json").stdout)
    assert (found["missing"], found["damaged"], found["foreign"]) == ([str(missing)], [str(damaged)], [])
    assert done.stdout.splitlines()[-1] == f"  brewsim verify {folder} --repair"
    done = brewsim("verify", str(folder), "--repair", "-j", "1")
    assert done.returncode == 0, done.stderr
    assert contents(folder) == contents(whole)


def test_what_belongs_to_another_run_is_named_and_stays(brewsim, folder):
    first, second, _ = sorted(folder.rglob("*.parquet"))
    shutil.copy(first, second)
    before = contents(folder)
    assert f"foreign: {second} (it holds 100 games from 0 on)" in brewsim("verify", str(folder)).stdout
    done = brewsim("verify", str(folder), "--repair")
    assert done.returncode == 2
    assert done.stderr.startswith(f"brewsim: {second} does not belong to this run")
    assert contents(folder) == before


def test_a_folder_without_a_run_is_a_bad_input(brewsim, tmp_path):
    done = brewsim("verify", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "holds no run" in done.stderr
