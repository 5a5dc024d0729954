"""A cluster: the same bytes as threads, and one clear line for each thing that can be wrong with it."""

import sys
from pathlib import Path

import pytest

from brewsim.errors import BadInput
from brewsim.folders import DiskFolder
from brewsim.runner import execute, prepare
from tests.clusters import started
from tests.test_runner import files, plan

pytest.importorskip("distributed", reason="needs the extra brewsim[dask]")
from brewsim import cluster

pytestmark = pytest.mark.compiled_only
NOBODY = "tcp://127.0.0.1:9"  # no scheduler listens at the port that discards all


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with started(tmp_path_factory.mktemp("cluster"), "--no-nanny") as running:
        yield running.address


@pytest.fixture(scope="module")
def by_threads(tmp_path_factory) -> Path:
    run = prepare(plan(), tmp_path_factory.mktemp("threads") / "run", 100)
    list(execute(run, 2))
    return Path(run.folder)


def test_a_cluster_writes_the_same_bytes_as_threads(address, by_threads, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # workers are in another folder
    with cluster.connected(address) as crew:
        played = list(execute(prepare(plan(), "run", 100), crew))
        assert sum(games for games, _ in played) == 900
        assert all(is_new for _, is_new in execute(prepare(plan(seed=9), "other", 450), crew))  # the same workers once more
    assert files(tmp_path / "run") == files(by_threads)


def test_a_worker_of_another_version_is_refused(address, tmp_path, monkeypatch):
    monkeypatch.setattr(cluster, "code_digest", lambda folder: "0" * 16)
    with cluster.connected(address) as crew, pytest.raises(BadInput, match="has another version of brewsim; install the same"):
        list(execute(prepare(plan(), tmp_path / "run", 100), crew))


def test_a_worker_that_does_not_see_the_folder_says_so(tmp_path):
    with DiskFolder(tmp_path).shared() as seen:
        seen.write("manifest.json", b"{}")
        (tmp_path / seen.probe).unlink()  # as on a machine that has a folder of this name, and not this one
        with pytest.raises(BadInput, match=f"the worker on .* does not see {tmp_path}; use a folder that all machines share"):
            seen.write("manifest.json", b"{ }")
    assert [path.name for path in tmp_path.iterdir()] == ["manifest.json"]


def test_no_scheduler_and_no_workers_are_one_line_each(tmp_path):
    with pytest.raises(BadInput, match=f"no Dask scheduler answers at {NOBODY}"), cluster.connected(NOBODY, answer_seconds=0.5):
        pass
    with pytest.raises(BadInput, match="no Dask scheduler answers at here"), cluster.connected("here", answer_seconds=0.5):
        pass
    with (
        started(tmp_path, workers=0) as running,
        pytest.raises(BadInput, match="has no workers; start one on each machine: dask worker tcp://127.0.0.1"),
        cluster.connected(running.address, worker_seconds=0.5),
    ):
        pass


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--backend", "dask", "--scheduler", NOBODY], "no Dask scheduler answers"),
        (["--backend", "dask"], "--backend dask needs --scheduler"),
        (["--scheduler", NOBODY], "--scheduler is for --backend dask"),
        (["--backend", "dask", "--scheduler", NOBODY, "-j", "2"], "--jobs is for this machine"),
        (["--backend", "desk"], "did you mean 'dask'?"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_nothing_is_written(brewsim, tmp_path, monkeypatch, flags, words):
    monkeypatch.setattr(cluster.connected.__wrapped__, "__defaults__", (0.5, 0.5))
    done = brewsim("run", "brew_crafters", "-n", "100", "-o", str(tmp_path / "run"), *flags)
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_it_says_what_to_install(brewsim, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "brewsim.cluster")
    done = brewsim("run", "brew_crafters", "-n", "100", "-o", str(tmp_path / "run"), "--backend", "dask", "--scheduler", NOBODY)
    assert (done.returncode, done.stderr) == (2, "brewsim: --backend dask needs more libraries: pip install 'brewsim[dask]'\n")
    assert list(tmp_path.iterdir()) == []
