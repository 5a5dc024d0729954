"""What the tests of the commands share."""

from collections.abc import Callable

import pytest


@pytest.fixture
def ok(brewsim, monkeypatch, tmp_path) -> Callable[..., str]:
    """Runs a command in an empty folder; what it prints."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> str:
        done = brewsim(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run
