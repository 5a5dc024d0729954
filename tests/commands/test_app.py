"""The program as it is started: help, version, what it loads, how it ends."""

import os
import subprocess
import sys
from importlib.metadata import version


def in_a_process(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "brewsim", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=os.environ | environment, timeout=180)


def test_without_a_command_there_is_help():
    done = in_a_process()
    assert done.returncode == 2
    assert "Usage" in done.stdout + done.stderr
    assert "brewsim:" not in done.stderr


def test_help_and_version_load_nothing_heavy():
    code = "import sys; from brewsim.commands.app import app; app(sys.argv[1:], standalone_mode=False); print(sorted(sys.modules))"
    for flag in ("--help", "--version"):
        done = subprocess.run([sys.executable, "-c", code, flag], capture_output=True, text=True, check=True)
        assert not {"numpy", "polars", "numba", "pydantic", "joblib", "matplotlib"} & set(done.stdout.split("'"))


def test_the_version_is_that_of_the_package(ok):
    assert ok("--version") == f"brewsim {version('brewsim')}\n"


def test_an_unwritable_cache_is_no_obstacle(tmp_path):
    """Without a home the machine code goes to a temporary folder."""
    nowhere = dict.fromkeys(("BREWSIM_CACHE", "XDG_CACHE_HOME", "HOME"), "/proc/nowhere")
    done = in_a_process("games", **nowhere, TMPDIR=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert any(tmp_path.iterdir())
