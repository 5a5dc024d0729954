"""The notebooks run from start to end on fresh data, and are kept with their outputs. `make notebooks` renews the outputs."""

import tempfile
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from brewsim.games import TITLES

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))
LONGEST_CELL = 8  # lines: a notebook asks and explains, brewsim answers

pytestmark = [pytest.mark.compiled_only, pytest.mark.filterwarnings("ignore::DeprecationWarning")]


def execute(name: str, folder: Path) -> nbformat.NotebookNode:
    """Run a notebook in an empty folder, where it finds no data of earlier runs."""
    notebook = nbformat.read(FOLDER / name, as_version=4)
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}}).execute()
    return notebook


def test_all_notebooks_are_there():
    assert NOTEBOOKS == [
        "01_first_look.ipynb",
        "02_card_strength.ipynb",
        "03_seating_advantage.ipynb",
        "04_tie_frequency.ipynb",
        "05_compare_variants.ipynb",
        "06_repairs.ipynb",
    ]


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


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_kept_with_its_outputs_and_defines_nothing(name):
    notebook = nbformat.read(FOLDER / name, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert all(len(cell.source.splitlines()) <= LONGEST_CELL for cell in code)
    assert not any("def " in cell.source for cell in code)
    titles = [line for cell in notebook.cells if cell.cell_type == "markdown" for line in cell.source.splitlines()]
    for part in ("**Question.**", "**Method.**", "## Answer", "## How to change it"):
        assert any(line.startswith(part) for line in titles), part


if __name__ == "__main__":
    for name in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            notebook = execute(name, Path(folder))
        for cell in notebook.cells:
            cell.get("metadata", {}).pop("execution", None)
        nbformat.write(notebook, FOLDER / name)
        print(name)
