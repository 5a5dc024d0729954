"""`brewsim new`: a small title that works, under a lawful name, and nothing overwritten."""

from pathlib import Path

import pytest

from brewsim import games
from brewsim.errors import BadInput
from brewsim.experiment import make_experiment, read_experiment
from brewsim.games import load_title
from brewsim.manifest import read_manifest
from brewsim.starting import NOT_COPIED, STARTER, check_title_name, new_title
from tests.outside import describe, installing, run_tests


def files(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Makes titles that this process finds installed; their names."""

    def install(*names: str) -> None:
        for name in names:
            monkeypatch.syspath_prepend(new_title(name, tmp_path / "projects"))
            describe(tmp_path / "projects" / name, tmp_path / "site")
        monkeypatch.syspath_prepend(tmp_path / "site")
        games.installed.cache_clear()

    with installing(tmp_path, monkeypatch):
        yield install


@pytest.mark.compiled_only
def test_the_tests_of_a_new_title_are_green(tmp_path):
    done = run_tests(new_title("night_market", tmp_path / "projects"), tmp_path / "site")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_name_stands_everywhere(tmp_path):
    project = new_title("night_market", tmp_path)
    assert files(project) == {name.replace("my_game", "night_market") for name in files(STARTER) if not NOT_COPIED & set(name.split("/"))}
    texts = "".join((project / name).read_text(encoding="utf-8") for name in files(project))
    assert not [word for word in ("my_game", "My Game", "MG-") if word in texts]
    assert all(word in texts for word in ('night_market = "night_market"', 'label="Night Market"', "**NM-1**"))


def test_two_new_titles_can_be_used_at_once(installed):
    """The drivers tell titles apart by the fields of their rules."""
    installed("flea_market", "day_market")
    assert [load_title(name).label for name in ("flea_market", "day_market")] == ["Flea Market", "Day Market"]


def test_the_question_of_a_new_title_can_be_asked(installed, tmp_path):
    """Its experiment names bots and items that the title has."""
    installed("fish_market")
    made = make_experiment(*read_experiment(str(tmp_path / "projects" / "fish_market" / "experiments" / "fish_market.toml")))
    assert {case.rules.title.name for case in made.cases} == {"fish_market"}
    assert any("without_gold" in case.name for case in made.cases)


@pytest.mark.compiled_only
def test_commands_know_a_new_title(installed, brewsim, tmp_path):
    installed("night_market")
    assert "night_market" in brewsim("games").stdout
    run = str(tmp_path / "run")
    assert brewsim("run", "night_market", "-n", "200", "-j", "1", "-o", run).returncode == 0
    assert read_manifest(Path(run)).versions["night_market"] == "0.1.0"
    assert brewsim("verify", run).returncode == 0
    assert brewsim("report", run, "-o", str(tmp_path / "report")).returncode == 0
    assert "Night Market" in (tmp_path / "report" / "index.html").read_text(encoding="utf-8")
    assert "sells" in brewsim("replay", "night_market", "--seed", "1", "--game", "0").stdout
    assert brewsim("replay", "night_market", "--seed", "1", "--game", "0", "--html", str(tmp_path / "game.html")).returncode == 0


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("My_Game", "a small letter, then small letters"),
        ("4x", "a small letter, then small letters"),
        ("my-game", "a small letter, then small letters"),
        ("../escape", "a small letter, then small letters"),
        ("", "a small letter, then small letters"),
        ("x" * 65, "at most 64"),
        ("class", "a Python package"),
        ("match", "a Python package"),
        ("brew", "there is a title of this name"),
        ("brewsim", "a Python package of this name already"),
        ("numpy", "a Python package of this name already"),
        ("random", "a Python package of this name already"),
    ],
)
def test_a_name_that_a_title_cannot_have_is_refused(name, why, tmp_path):
    with pytest.raises(BadInput, match=why):
        new_title(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_overwritten(tmp_path, brewsim):
    (tmp_path / "mine").mkdir()
    assert brewsim("new", "mine", "--in", str(tmp_path)).returncode == 0  # an empty folder is as good as none
    before = files(tmp_path)
    done = brewsim("new", "mine", "--in", str(tmp_path))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "is there already and is not an empty folder" in done.stderr
    (tmp_path / "letter").write_text("dear")
    assert brewsim("new", "letter", "--in", str(tmp_path)).returncode == 2
    assert brewsim("new", "title", "--in", str(tmp_path / "letter")).returncode == 2
    assert files(tmp_path) == before | {"letter"}


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(*arguments, **keywords):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(BadInput, match="no room left on the disk"):
        new_title("mine", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_lawful_name_is_lawful():
    check_title_name("a_game_of_7_seas")
