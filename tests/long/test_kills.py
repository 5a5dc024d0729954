"""Kills at renames and at random moments. The same command then ends with the same bytes, and nothing else is touched."""

import os
import random
import shutil
import signal
import subprocess
import sys

import psutil
import pytest

from brewsim.files import TEMPORARY
from brewsim.manifest import MANIFEST
from brewsim.outcomes import State
from brewsim.results import verify
from tests.long.conftest import ENVIRONMENT, PARTS, QUESTION, RUN, contents, enter
from tests.waiting import SECONDS, await_that

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

RENAMES = (1, 2, PARTS // 2, 1 + PARTS)  # the manifest's, the first part's, one in the middle, the last
RANDOM_KILLS = 6
USUAL_SECONDS = 4.0  # a command of this size takes about that long, with the start of Python


def assert_goes_on(desk, undisturbed) -> None:
    """The same command completes the run, and the user's files are as they were."""
    if (desk / "run" / MANIFEST).exists():
        states = {finding.state for finding in verify(desk / "run").findings}
        assert states <= {State.WHOLE, State.MISSING}, "a kill left half a part"
    done = enter(desk, *RUN)
    assert done.returncode == 0, done.stderr
    assert contents(desk / "run") == contents(undisturbed)
    assert (desk / "letter.txt").read_text() == "Dear publisher"
    assert (desk / "question.toml").read_text() == QUESTION
    assert sorted(os.listdir(desk)) == ["letter.txt", "question.toml", "run"]


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("number", RENAMES)
def test_a_kill_at_a_rename_loses_nothing(undisturbed, desk, number, moment):
    done = enter(desk, str(number), moment, *RUN, module="tests.long.dying")
    assert done.returncode == -signal.SIGKILL, done.stderr
    left = contents(desk / "run")
    renamed = [name for name in left if name.endswith((MANIFEST, ".parquet"))]
    own = moment == "after"  # two workers rename at once: the other one may be a rename behind or ahead
    assert number - 2 + own <= len(renamed) <= number + own
    if moment == "before":
        assert any(TEMPORARY.fullmatch(os.path.basename(name)) for name in left)
    assert_goes_on(desk, undisturbed)


def kill_after(seconds: float, desk, backend: str) -> bool:
    """Start the command and kill it and its workers after a while; whether it was still running."""
    command = [sys.executable, "-m", "brewsim", *RUN, "--backend", backend]
    process = subprocess.Popen(
        command, cwd=desk, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


@pytest.mark.parametrize("number", range(RANDOM_KILLS))
def test_a_kill_at_a_random_moment_loses_nothing(undisturbed, desk, number):
    seconds = random.Random(number).uniform(0.2, USUAL_SECONDS)
    while not kill_after(seconds, desk, ("threading", "loky")[number % 2]):  # too late on a fast machine: once more, and sooner
        shutil.rmtree(desk / "run")
        seconds /= 2
    assert_goes_on(desk, undisturbed)


def test_worker_processes_end_with_a_parent_that_was_killed(undisturbed, desk):
    command = [sys.executable, "-m", "brewsim", "run", "brew_crafters", "-n", "2000000", "-j", "2", "--backend", "loky", "-o", "run"]
    process = subprocess.Popen(command, cwd=desk, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    await_that(lambda: list(desk.rglob("*.parquet")))
    family = psutil.Process(process.pid).children(recursive=True)
    assert len(family) >= 2
    process.kill()
    process.wait()
    _, alive = psutil.wait_procs(family, timeout=SECONDS)
    assert [one for one in alive if one.status() != psutil.STATUS_ZOMBIE] == []
