"""The titles in `examples/` are packages of their own: brewsim knows nothing of them, and their tests are green."""

from pathlib import Path

import pytest

from tests.outside import run_tests

PROJECTS = sorted(file.parent for file in (Path(__file__).parents[1] / "examples").glob("*/pyproject.toml"))


@pytest.mark.compiled_only
@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_the_tests_of_an_example_are_green(project, tmp_path):
    done = run_tests(project, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_brewsim_does_not_name_an_example(project):
    """All that it needs is the contract."""
    sources = Path(__file__).parents[1] / "brewsim"
    assert [file for file in sources.rglob("*.py") if project.name in file.read_text(encoding="utf-8")] == []
