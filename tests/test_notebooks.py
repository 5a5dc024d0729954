"""The notebooks are kept with their outputs, which `make notebooks` renews; tests/long runs them."""

import tempfile
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))
LONGEST_CELL = 8  # lines: a notebook asks and explains, brewsim answers


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
