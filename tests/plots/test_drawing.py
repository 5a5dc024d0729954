"""The style and the helpers of all plots."""

import re
import subprocess
import sys
from pathlib import Path

import matplotlib as mpl
import polars as pl

from brewsim.plots import drawing


def test_no_colours_in_code():
    """Looks live in the style file: the code names only the series, C0 to C5, and the style's neutral."""
    for path in Path(drawing.__file__).parent.glob("*.py"):
        source = path.read_text()
        assert not re.search(r"#[0-9a-fA-F]{6}|[\"'](black|white|red|blue|green|gr[ae]y|k|tab:\w+)[\"']", source), path


def test_the_style_is_left_behind_and_pyplot_never_loaded():
    before = dict(mpl.rcParams)
    with drawing.style():
        assert mpl.rcParams["svg.fonttype"] == "none"
        assert mpl.rcParams["figure.figsize"][0] < 5.5  # a phone shows it without shrinking the letters to dust
    assert dict(mpl.rcParams) == before
    code = "import sys, pkgutil, brewsim.plots as p, importlib\n"
    code += "[importlib.import_module(f'brewsim.plots.{m.name}') for m in pkgutil.iter_modules(p.__path__)]\n"
    code += "sys.exit('matplotlib.pyplot' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_series_differ_by_more_than_colour():
    looks = [drawing.marks(index) for index in range(6)]
    for key in ("color", "marker", "linestyle"):
        assert len({look[key] for look in looks}) == 6


def test_whiskers_reach_to_the_bounds():
    frame = pl.DataFrame({"value": [0.5, 0.2], "low": [0.4, 0.2], "high": [0.7, 0.5]})
    below, above = drawing.whiskers(frame)
    assert [round(x, 6) for x in (*below, *above)] == [0.1, 0.0, 0.2, 0.3]
