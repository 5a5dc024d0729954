"""A cluster whose workers die: the same bytes, and what kills every worker is told, never dropped."""

import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("distributed", reason="needs the extra brewsim[dask]")

from tests.clusters import started
from tests.long.conftest import ENVIRONMENT, assert_is_one_line, contents, enter
from tests.waiting import SECONDS, await_parts, holding

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

GAMES = ["run", "brew_crafters", "--seats", "2", "--seed", "4", "-o", "run", "--json"]
LONG = [*GAMES, "-n", "80k"]  # 5 parts
SHORT = [*GAMES, "-n", "33k"]  # 3 parts, the last of them small


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The run of a command by threads."""

    @cache
    def play(*command: str) -> dict[str, bytes]:
        folder = tmp_path_factory.mktemp("threads")
        done = enter(folder, *command)
        assert done.returncode == 0, done.stderr
        return contents(folder / "run")

    return play


def on(address: str) -> list[str]:
    return ["--backend", "dask", "--scheduler", address]


def begun(folder: Path, address: str) -> subprocess.Popen[str]:
    """A run by a cluster that has written its first parts."""
    command = [sys.executable, "-m", "brewsim", *LONG, *on(address)]
    playing = subprocess.Popen(command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    await_parts(folder, playing)
    return playing


def test_a_worker_that_is_killed_in_mid_run_changes_no_byte(tmp_path, whole):
    with holding() as variables, started(tmp_path, "--no-nanny", **variables) as cluster:
        playing = begun(tmp_path, cluster.address)
        cluster.workers[0].send_signal(signal.SIGKILL)
        Path(variables["HELD"]).unlink()
        complaint = playing.communicate(timeout=SECONDS)[1]
    assert playing.returncode == 0, complaint
    assert contents(tmp_path / "run") == whole(*LONG)


@pytest.mark.parametrize(("most", "is_played"), [(10_000, True), (0, False)])
def test_a_part_that_kills_its_workers_is_halved_then_told(tmp_path, whole, most, is_played):
    """With 0 even half of the part kills its worker."""
    settings = {"KILLING": f"20000,{most}", "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with started(tmp_path, "--preload", "tests.long.killing", **settings) as cluster:
        done = enter(tmp_path, *SHORT, *on(cluster.address))
    expected = whole(*SHORT)
    if is_played:
        assert done.returncode == 0, done.stderr
    else:
        assert_is_one_line(done, "1 part ended its workers even in halves", "games 16,384 to 24,575", "run the same command again")
        left = contents(tmp_path / "run")
        assert expected.items() >= left.items()
        assert [name[-14:] for name in expected if name not in left] == ["016384.parquet"]
        assert enter(tmp_path, *SHORT).returncode == 0  # the same run goes on, here without the cluster
    assert contents(tmp_path / "run") == expected


def test_a_scheduler_that_goes_is_one_line_and_the_run_goes_on_later(tmp_path, whole):
    with holding() as variables, started(tmp_path, "--no-nanny", **variables) as cluster:
        playing = begun(tmp_path, cluster.address)
        cluster.scheduler.kill()
        complaint = playing.communicate(timeout=SECONDS)[1]
    assert_is_one_line(subprocess.CompletedProcess(playing.args, playing.returncode, "", complaint), "is gone; start it, and run the same")
    assert enter(tmp_path, *LONG).returncode == 0
    assert contents(tmp_path / "run") == whole(*LONG)


def test_workers_of_one_machine_compile_once(tmp_path):
    """An empty cache, and two workers that begin at once: only one of them compiles."""
    with started(tmp_path, "--no-nanny", "--preload", "tests.long.counting", BREWSIM_CACHE=str(tmp_path / "cache")) as cluster:
        done = enter(tmp_path, *SHORT, *on(cluster.address))
    assert done.returncode == 0, done.stderr
    compiled = (tmp_path / "compiled.txt").read_text().split()
    assert len(compiled) == len(set(compiled)) > 0
