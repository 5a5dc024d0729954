"""Titles outside of the package, known to brewsim as if they were installed."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from brewsim import games


@contextmanager
def installing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Meanwhile packages below a folder are put on the path; after that nothing is left of them."""
    known = set(sys.modules)
    try:
        yield
    finally:
        monkeypatch.undo()
        games.installed.cache_clear()
        for module in set(sys.modules) - known:
            if Path(str(getattr(sys.modules[module], "__file__", None) or "")).is_relative_to(folder):
                del sys.modules[module]


def describe(project: Path, site: Path) -> None:
    """Write into `site` what pip would write for the project: the entry points of its pyproject.toml."""
    facts = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = site / f"{facts['name']}-{facts['version']}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {facts['name']}\nVersion: {facts['version']}\n")
    groups = facts["entry-points"].items()
    text = "".join(f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items()) for group, points in groups)
    (folder / "entry_points.txt").write_text(text)


def run_tests(project: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """The tests of a project, in a process of its own that finds it installed."""
    describe(project, site)
    paths = [str(site), str(project), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "tests"]
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, timeout=900)
