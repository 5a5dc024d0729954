"""The notebooks run from start to end on fresh data."""

import pytest

from brewsim.games import TITLES
from tests.test_notebooks import FOLDER, NOTEBOOKS, execute

pytestmark = [pytest.mark.long, pytest.mark.compiled_only, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


def name_and_titles(name: str) -> str:
    """The name of a notebook and the titles that are played in it."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return "-".join([name, *(title for title in TITLES if f'\\"{title}\\"' in text)])


@pytest.mark.parametrize("name", NOTEBOOKS, ids=name_and_titles)
def test_a_notebook_runs_on_fresh_data(name, tmp_path):
    notebook = execute(name, tmp_path)
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    drawn = [cell for cell in notebook.cells if cell.cell_type == "code" and ".plot_" in cell.source]
    assert drawn
    assert all(any("image/png" in output.get("data", {}) for output in cell.outputs) for cell in drawn)
    assert not [output for output in outputs if output.output_type == "stream" and output.name == "stderr"]
