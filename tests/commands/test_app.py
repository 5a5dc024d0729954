"""The program as it is started: help, version, what it loads, how it ends."""

import errno
import os
import shlex
import signal
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.waiting import SECONDS, await_parts, holding

PROGRAM = [sys.executable, "-m", "brewsim"]
needs_a_shell = pytest.mark.skipif(os.name == "nt", reason="needs a Unix shell")


def in_a_process(*arguments: str | bytes, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, env=os.environ | environment, timeout=180)


def in_a_shell(arguments: str, rest: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["bash", "-c", f"{shlex.join(PROGRAM)} {arguments} {rest}"], capture_output=True, text=True, timeout=180)


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


@needs_a_shell
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", ["--version", "--help", "games", "games --json"])
def test_a_full_output_is_one_line(arguments):
    done = in_a_shell(arguments, "> /dev/full")
    assert (done.returncode, done.stderr) == (2, "brewsim: standard output cannot be written: No space left on device\n")


@needs_a_shell
@pytest.mark.parametrize("arguments", ["--version", "games --json"])
def test_a_closed_output_is_one_line(arguments):
    done = in_a_shell(arguments, ">&-")
    assert done.returncode == 2
    assert done.stderr.startswith("brewsim: standard output is closed")
    assert done.stderr.count("\n") == 1


@needs_a_shell
@pytest.mark.parametrize("arguments", ["--help", "games", "rules brew --json"])
def test_a_pipe_that_closes_ends_the_program_without_a_word(arguments):
    done = in_a_shell(arguments, "| true; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (141, "")


@needs_a_shell
@pytest.mark.parametrize("rest", ["2>&-", "2> /dev/full"])
def test_messages_that_nobody_can_read_change_nothing(rest):
    assert in_a_shell("--version", rest).stdout == f"brewsim {version('brewsim')}\n"
    assert in_a_shell("rules chess", rest).returncode == 2
    assert in_a_shell("rules chess", f"{rest} >&-").returncode == 2


@needs_a_shell
def test_an_argument_that_is_not_utf_8_is_one_line():
    done = in_a_process("rules", b"brew\xff")
    assert (done.returncode, done.stderr) == (2, "brewsim: the argument brew\\udcff is not UTF-8\n")


@pytest.mark.compiled_only
def test_a_pipe_that_knows_only_ascii_gets_a_readable_substitute(tmp_path):
    arguments = ["sweep", "brew_crafters", "--set", "game.target_rep=20,21", "-n", "40", "--seats", "2", "-o", str(tmp_path / "r")]
    for environment in ({"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}):
        done = in_a_process(*arguments, **environment)
        assert done.returncode == 0, done.stderr
        assert "+-: " in done.stdout
        assert done.stdout.isascii()


@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C"}])
def test_a_message_that_cannot_be_encoded_is_one_readable_line(environment):
    done = in_a_process("rules", "grösser±", **environment)
    assert done.returncode == 2
    assert done.stderr.startswith("brewsim: unknown title 'gr")
    assert done.stderr.count("\n") == 1


@needs_a_shell
@pytest.mark.compiled_only
def test_whoever_stops_a_run_is_told_what_is_safe_and_how_to_go_on(tmp_path):
    """The command that is printed completes the very run. `tests/test_runner.py` stops runs in all other ways."""
    run = [*PROGRAM, "run", "brew_crafters", "-n", "80000", "--seats", "2", "-j", "1", "-o", str(tmp_path / "my run")]
    parts = tmp_path / "my run" / "parts"
    with holding() as variables:
        playing = subprocess.Popen(run, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=os.environ | variables)
        await_parts(parts, playing)  # then the first is counted
        playing.send_signal(signal.SIGTERM)
    printed, said = playing.communicate(timeout=SECONDS)
    assert (playing.returncode, printed) == (143, "")
    message, hint = [line for line in said.splitlines() if not line.startswith("Compiling")]
    assert message.endswith(f"games are safe in {tmp_path / 'my run'}. To go on:")
    safe = int(message.split()[1].replace(",", ""))
    assert 0 < safe < 80_000
    kept = {path: path.stat().st_mtime_ns for path in parts.glob("*/*.parquet")}
    done = subprocess.run(hint, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=180)
    assert done.returncode == 0, done.stderr
    assert "were there already" in done.stdout
    assert {path: path.stat().st_mtime_ns for path in kept} == kept
    assert [path.name for path in tmp_path.iterdir()] == ["my run"]


def test_an_error_of_the_disk_is_one_line(brewsim, monkeypatch):
    def fail(*arguments: object, **keywords: object) -> None:
        raise OSError(errno.EIO, "Input/output error", "runs/x")

    monkeypatch.setattr("brewsim.runner.prepare", fail)
    done = brewsim("run", "brew_crafters")
    assert (done.returncode, done.stderr) == (2, "brewsim: runs/x: Input/output error\n")


def test_an_interrupt_after_playing_tells_that_all_is_safe(brewsim, monkeypatch, tmp_path):
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("brewsim.stats.summary.summarize", interrupt)
    done = brewsim("run", "brew_crafters", "-n", "2", "--seats", "2", "-j", "1", "-o", str(tmp_path / "r"))
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr.startswith(f"Interrupted: 2 of 2 games are safe in {tmp_path / 'r'}. To go on:\n")
