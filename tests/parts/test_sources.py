"""Which source files name the compile cache and the runs."""

import subprocess
import sys
from pathlib import Path

import pytest

from brewsim.parts import sources
from tests.test_layers import ROOT, imports_of


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A small package in place of brewsim; (write a file, the two digests)."""
    for name in sources.COMPILED:
        (tmp_path / name).mkdir()
    for name in set(sources.DECISIVE) - set(sources.COMPILED):
        (tmp_path / name).write_text("")
    monkeypatch.setattr(sources, "PACKAGE", tmp_path)

    def digests_after(name: str) -> tuple[str, str]:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("edited = True\n")
        return sources.compiled_digest.__wrapped__(), sources.code_digest.__wrapped__()

    return digests_after


def test_an_edit_of_a_compiled_file_changes_both_digests(package):
    before = package("notes.py")
    for name in ("engine/drivers.py", "games/brew/kernel.py"):
        after = package(name)
        assert (after[0] != before[0], after[1] != before[1]) == (True, True)
        before = after


def test_what_decides_outcomes_but_is_not_compiled_changes_only_the_digest_of_runs(package):
    before = package("notes.py")
    for name in ("play.py", "bots.py", "rules.py", "outcomes.py"):
        after = package(name)
        assert (after[0] != before[0], after[1] != before[1]) == (False, True)
        before = after


def test_words_and_other_files_change_neither(package):
    before = package("notes.py")
    assert package("games/brew/words.py") == before
    assert package("games/brew/scene.py") == before
    assert package("cli.py") == before


def test_every_module_that_plays_a_game_is_in_the_digest_of_runs():
    """Whatever `play` and the titles import, directly or not; these only speak, or read what the manifest then holds as values."""
    covered, open_files, seen = set(sources.decisive_files()), [ROOT / "play.py", *ROOT.glob("games/*/__init__.py")], set()
    while open_files:
        path = open_files.pop()
        if path in seen or path.name in sources.TELLING:
            continue
        seen.add(path)
        open_files += [file for module in imports_of(path) for file in files_of(module)]
    assert len(seen) > 30
    assert {path.name for path in seen - covered} == {"errors.py", "files.py", "manifest.py", "reading.py", "showing.py"}


def files_of(module: str) -> list[Path]:
    """The file of a brewsim module, or of the module that a name is imported from."""
    parts = module.split(".")
    if parts[0] != "brewsim":
        return []
    paths = [ROOT.joinpath(*parts[1:]), ROOT.joinpath(*parts[1:-1])]
    files = [file for path in paths for file in (path.with_suffix(".py"), path / "__init__.py")]
    return [file for file in files if file.exists() and file != ROOT / "__init__.py"][:1]


def test_digests_need_no_compiler():
    code = "import sys; from brewsim.parts.sources import code_digest; code_digest(); print({'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "set()"
