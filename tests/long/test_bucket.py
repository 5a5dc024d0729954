"""A run in a bucket that is killed: the same command goes on when its lease has run out, with the same bytes."""

import os
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("obstore", reason="needs the extra brewsim[s3]")
pytest.importorskip("moto", reason="needs moto, of the extra brewsim[dev]")

from brewsim.bucket import LEASE_SECONDS
from brewsim.folders import LOCK, folder_of
from tests import stores
from tests.clusters import started
from tests.long.conftest import ENVIRONMENT, assert_is_one_line, contents, enter
from tests.waiting import SECONDS, await_that

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

OUT = "s3://lab/runs/trial"
GAMES = ["run", "brew_crafters", "--seats", "2", "--seed", "4", "--json"]
RUN = [*GAMES, "-n", "400k", "-o"]  # 25 parts: it is not over soon
SHORT = [*GAMES, "-n", "40k", "-o"]


@pytest.fixture
def variables(monkeypatch):
    with stores.serving() as endpoint:
        for name, value in stores.empty(endpoint).items():
            monkeypatch.setenv(name, value)
            monkeypatch.setitem(ENVIRONMENT, name, value)
        yield


def objects() -> dict[str, bytes]:
    folder = folder_of(OUT)
    return {name: folder.read(name) for name in folder.looked_at("").listed if name != LOCK}


def begin(desk) -> subprocess.Popen:
    """A run that has begun to write its parts."""
    process = subprocess.Popen([sys.executable, "-m", "brewsim", *RUN, OUT], cwd=desk, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
    await_that(lambda: len(objects()) > 3)
    return process


def test_run_kill_resume_report(tmp_path, variables):
    process = begin(tmp_path)
    assert_is_one_line(enter(tmp_path, *RUN, OUT), f"another process is running the experiment in {OUT}")
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = objects()
    assert len(kept) < 26, "it was killed too late"
    assert_is_one_line(enter(tmp_path, *RUN, OUT), "if that one was killed, try again in")
    deadline = time.monotonic() + LEASE_SECONDS + SECONDS
    while (done := enter(tmp_path, *RUN, OUT)).returncode and time.monotonic() < deadline:
        assert "another process" in done.stderr
        time.sleep(5)
    assert done.returncode == 0, done.stderr
    assert LOCK not in folder_of(OUT).names()
    assert enter(tmp_path, *RUN, "run").returncode == 0
    expected = {name: content for name, content in contents(tmp_path / "run").items() if name not in (LOCK, "manifest.json")}
    assert {name: content for name, content in objects().items() if name != "manifest.json"} == expected
    assert kept.items() <= objects().items()
    reported = enter(tmp_path, "report", OUT, "-o", "page")
    assert reported.returncode == 0, reported.stderr
    assert OUT in (tmp_path / "page" / "index.html").read_text()
    assert sorted(os.listdir(tmp_path)) == ["page", "run"]  # no copy


def test_a_cluster_writes_to_a_bucket(tmp_path, variables):
    pytest.importorskip("distributed", reason="needs the extra brewsim[dask]")
    with started(tmp_path, "--no-nanny", **{name: value for name, value in os.environ.items() if name.startswith("AWS_")}) as cluster:
        done = enter(tmp_path, *SHORT, OUT, "--backend", "dask", "--scheduler", cluster.address)
    assert done.returncode == 0, done.stderr
    assert len(objects()) == 4
    assert enter(tmp_path, "verify", OUT).returncode == 0
