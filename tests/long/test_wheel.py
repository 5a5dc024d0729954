"""The wheel carries all that brewsim reads: rules, bots, templates, styles and the experiments."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[2]


def test_the_wheel_has_every_file_that_is_no_python(tmp_path):
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "-w", str(tmp_path), str(ROOT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode:
        pytest.skip(f"pip cannot build here: {built.stderr.strip().splitlines()[-1]}")
    names = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    expected = {f"brewsim/experiments/{path.name}" for path in (ROOT / "experiments").glob("*.toml")}
    package = [path for path in (ROOT / "brewsim").rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")]
    expected |= {path.relative_to(ROOT).as_posix() for path in package}
    assert len(expected) > 30
    assert sorted(expected - names) == []
