"""Which source files name the compile cache and the runs."""

import subprocess
import sys
from pathlib import Path

import pytest

from brewsim.parts import sources
from tests.test_layers import ROOT, imports_of


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A small package in place of brewsim, with two titles, one of them outside; (write a file, the digests)."""
    for name in sources.COMPILED:
        (tmp_path / "brewsim" / name).mkdir(parents=True)
    titles = tmp_path / "brewsim" / "games" / "brew", tmp_path / "elsewhere" / "my_game"
    for title in titles:
        title.mkdir(parents=True)
    for name in set(sources.DECISIVE) - set(sources.COMPILED):
        (tmp_path / "brewsim" / name).write_text("")
    monkeypatch.setattr(sources, "PACKAGE", tmp_path / "brewsim")

    def digests_after(name: str) -> tuple[str, ...]:
        (tmp_path / name).write_text("edited = True\n")
        for digest in (sources.compiled_digest, sources.title_digest, sources.code_digest):
            digest.cache_clear()
        return sources.compiled_digest(), *map(sources.title_digest, titles), *map(sources.code_digest, titles)

    yield digests_after
    monkeypatch.undo()
    for digest in (sources.compiled_digest, sources.title_digest, sources.code_digest):
        digest.cache_clear()


SHARED, BREW, MY_GAME, BREW_RUNS, MY_RUNS = "shared", "brew", "my_game", "runs of brew", "runs of my_game"
DIGESTS = (SHARED, BREW, MY_GAME, BREW_RUNS, MY_RUNS)


@pytest.mark.parametrize(
    ("file", "changed"),
    [
        ("brewsim/engine/drivers.py", {SHARED, BREW_RUNS, MY_RUNS}),
        ("brewsim/parts/chance.py", {SHARED, BREW_RUNS, MY_RUNS}),
        ("brewsim/games/brew/kernel.py", {BREW, BREW_RUNS}),
        ("elsewhere/my_game/kernel.py", {MY_GAME, MY_RUNS}),
        ("elsewhere/my_game/odds.toml", {MY_GAME, MY_RUNS}),
        ("brewsim/games/__init__.py", {BREW_RUNS, MY_RUNS}),
        ("brewsim/play.py", {BREW_RUNS, MY_RUNS}),
        ("brewsim/bots.py", {BREW_RUNS, MY_RUNS}),
        ("brewsim/rules.py", {BREW_RUNS, MY_RUNS}),
        ("brewsim/outcomes.py", {BREW_RUNS, MY_RUNS}),
        ("brewsim/games/brew/words.py", set()),
        ("elsewhere/my_game/scene.py", set()),
        ("elsewhere/my_game/rules.toml", set()),  # the manifest of a run has its values
        ("elsewhere/test_my_game.py", set()),
        ("brewsim/cli.py", set()),
    ],
)
def test_an_edit_changes_the_digests_of_what_it_concerns(package, file, changed):
    before, after = package("notes.py"), package(file)
    assert {name for name, old, new in zip(DIGESTS, before, after) if old != new} == changed


def test_the_digest_of_a_title_does_not_tell_where_it_lies(tmp_path):
    for place in ("here", "there"):
        (tmp_path / place / "my_game").mkdir(parents=True)
        (tmp_path / place / "my_game" / "kernel.py").write_text("rounds = 3\n")
    assert sources.title_digest(tmp_path / "here" / "my_game") == sources.title_digest(tmp_path / "there" / "my_game")


def test_an_edit_after_a_title_was_loaded_is_not_in_its_digest(tmp_path):
    """What runs is what was loaded; under the digest of the edited file old machine code would be kept."""
    (tmp_path / "kernel.py").write_text("rounds = 3\n")
    loaded = sources.title_digest(tmp_path)
    (tmp_path / "kernel.py").write_text("rounds = 4\n")
    assert sources.title_digest(tmp_path) == loaded


def test_every_module_that_plays_a_game_is_in_the_digest_of_runs():
    """Whatever `play` and the titles import, directly or not; these only speak, or read what the manifest then holds as values."""
    titles = [file.parent for file in ROOT.glob("games/*/__init__.py")]
    covered = {file for title in titles for file in sources.decisive_files(title)}
    open_files, seen = [ROOT / "play.py", *(title / "__init__.py" for title in titles)], set()
    while open_files:
        path = open_files.pop()
        if path in seen or path.name in sources.NOT_DECISIVE:
            continue
        seen.add(path)
        open_files += [file for module in imports_of(path) for file in files_of(module)]
    assert len(seen) > 30
    speaking = {"errors.py", "faults.py", "showing.py"}
    reading = {"bucket.py", "files.py", "folders.py", "goals.py", "manifest.py", "reading.py"}
    assert {path.name for path in seen - covered if path.parent.name != "sheets"} == speaking | reading


def files_of(module: str) -> list[Path]:
    """The file of a brewsim module, or of the module that a name is imported from."""
    parts = module.split(".")
    if parts[0] != "brewsim":
        return []
    paths = [ROOT.joinpath(*parts[1:]), ROOT.joinpath(*parts[1:-1])]
    files = [file for path in paths for file in (path.with_suffix(".py"), path / "__init__.py")]
    return [file for file in files if file.exists() and file != ROOT / "__init__.py"][:1]


def test_digests_need_no_compiler():
    code = f"""
import sys
from pathlib import Path
from brewsim.parts.sources import code_digest
code_digest(Path({str(ROOT / "games" / "brew")!r}))
print({{"numba", "numpy"}} & set(sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "set()"
