"""The folder of a report: nothing of the user's is ever removed, and a kill leaves the old report or the new one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from brewsim.errors import BadInput
from brewsim.report.folder import MARKER, default_folder, replacing

KILLED = 77
# Replaces a report and dies without a word just before or just after the n-th change of the file system.
REPLACE_AND_DIE = f"""
import os, sys
from pathlib import Path
from brewsim.report.folder import replacing
out, last, dies_before = Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "before"
calls = 0
def deadly(change):
    def changed(*arguments, **options):
        global calls
        calls += 1
        if calls == last and dies_before:
            os._exit({KILLED})
        done = change(*arguments, **options)
        if calls == last:
            os._exit({KILLED})
        return done
    return changed
for name in ("rename", "mkdir", "rmdir", "unlink"):
    setattr(os, name, deadly(getattr(os, name)))
with replacing(out) as folder:
    (folder / "index.html").write_text("new")
    (folder / "tables").mkdir()
    (folder / "tables" / "seats.csv").write_text("new")
"""


def write_report(out: Path, text: str) -> None:
    with replacing(out) as folder:
        (folder / "index.html").write_text(text)
        (folder / "tables").mkdir()
        (folder / "tables" / "seats.csv").write_text(text)


def text_of(report: Path) -> str:
    """What a report says, if it is whole."""
    first, second = (report / "index.html").read_text(), (report / "tables" / "seats.csv").read_text()
    assert first == second
    assert (report / MARKER).exists()
    return first


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def foreign_folder(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "index.html").write_text("my own page")
    (folder / "photo.jpg").write_text("a photo")
    return folder


def test_an_earlier_report_is_replaced_whole(tmp_path):
    out = tmp_path / "reports" / "x"
    write_report(out, "old")
    write_report(out, "new")
    assert text_of(out) == "new"
    assert names_in(tmp_path / "reports") == ["x"]


def test_an_empty_folder_is_used(tmp_path):
    (tmp_path / "x").mkdir()
    write_report(tmp_path / "x", "new")
    assert text_of(tmp_path / "x") == "new"


def test_a_folder_without_the_marker_is_refused_and_says_what_to_do(tmp_path):
    out = foreign_folder(tmp_path / "site")
    with pytest.raises(BadInput, match="remove it yourself if it is an old report"):
        write_report(out, "new")
    assert (out / "index.html").read_text() == "my own page"
    assert names_in(out) == ["index.html", "photo.jpg"]
    assert names_in(tmp_path) == ["site"]


def test_the_parent_folder_is_refused(tmp_path, monkeypatch):
    inside = foreign_folder(tmp_path / "home") / "work"
    inside.mkdir()
    monkeypatch.chdir(inside)
    with pytest.raises(BadInput, match="is not empty"):
        write_report(Path(".."), "new")
    assert names_in(tmp_path / "home") == ["index.html", "photo.jpg", "work"]


@pytest.mark.parametrize("name", ["notes.txt", "tables/mine.csv", "mine/letter.txt"])
def test_a_report_with_a_file_of_the_users_is_refused(tmp_path, name):
    out = tmp_path / "x"
    write_report(out, "old")
    (out / name).parent.mkdir(exist_ok=True)
    (out / name).write_text("mine")
    with pytest.raises(BadInput, match=f"holds {name}, which is not part of the report"):
        write_report(out, "new")
    assert text_of(out) == "old"
    assert (out / name).read_text() == "mine"


def test_a_file_that_comes_while_the_report_is_written_is_kept(tmp_path):
    out = tmp_path / "x"
    write_report(out, "old")
    with pytest.raises(BadInput, match="late.txt"), replacing(out):
        (out / "late.txt").write_text("mine")
    assert text_of(out) == "old"
    assert (out / "late.txt").exists()
    assert names_in(tmp_path) == ["x"]


def test_what_a_desktop_leaves_in_every_folder_does_not_count(tmp_path):
    write_report(tmp_path / "x", "old")
    (tmp_path / "x" / "tables" / ".DS_Store").write_text("")
    write_report(tmp_path / "x", "new")
    assert text_of(tmp_path / "x") == "new"


def test_links_are_not_followed(tmp_path):
    write_report(tmp_path / "x", "old")
    (tmp_path / "link").symlink_to(tmp_path / "x")
    with pytest.raises(BadInput, match="is a link"):
        write_report(tmp_path / "link", "new")
    assert text_of(tmp_path / "x") == "old"
    photos = foreign_folder(tmp_path / "photos")
    (tmp_path / "x" / "album").symlink_to(photos)
    with pytest.raises(BadInput, match="holds album"):
        write_report(tmp_path / "x", "new")
    (photos / MARKER).symlink_to(tmp_path / "x" / MARKER)
    with pytest.raises(BadInput, match="is not empty"):
        write_report(photos, "new")
    assert (photos / "photo.jpg").exists()


def test_a_file_in_the_way_is_refused(tmp_path):
    (tmp_path / "x").write_text("mine")
    with pytest.raises(BadInput, match="is not a folder"):
        write_report(tmp_path / "x", "new")
    with pytest.raises(BadInput, match="cannot be written"):
        write_report(tmp_path / "x" / "y", "new")
    with pytest.raises(BadInput, match="cannot be written"):
        write_report(tmp_path / ("long" * 100), "new")
    assert names_in(tmp_path) == ["x"]


def test_a_report_that_fails_leaves_the_one_before(tmp_path):
    write_report(tmp_path / "x", "old")
    with pytest.raises(BadInput, match="cannot be written: No such file"), replacing(tmp_path / "x") as folder:
        (folder / "no such folder" / "index.html").write_text("half")
    assert text_of(tmp_path / "x") == "old"
    assert names_in(tmp_path) == ["x"]


@pytest.mark.parametrize("failing", [1, 2])
def test_a_swap_that_fails_leaves_the_one_before(tmp_path, monkeypatch, failing):
    write_report(tmp_path / "x", "old")
    rename, calls = os.rename, []

    def fail_once(source, target):
        calls.append(source)
        if len(calls) == failing:
            raise OSError(5, "Input/output error")
        rename(source, target)

    monkeypatch.setattr(os, "rename", fail_once)
    with pytest.raises(BadInput, match="cannot be written: Input/output error"):
        write_report(tmp_path / "x", "new")
    assert text_of(tmp_path / "x") == "old"
    assert names_in(tmp_path) == ["x"]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_kill_at_any_moment_leaves_the_old_report_or_the_new_one(tmp_path, moment):
    outcomes = []
    for number in range(1, 100):
        folder = tmp_path / str(number)
        out = folder / "x"
        write_report(out, "old")
        foreign_folder(folder / ".x.0123abcd.brewsim-old")  # named like ours, but not marked
        code = subprocess.run([sys.executable, "-c", REPLACE_AND_DIE, str(out), str(number), moment], check=False).returncode
        if code == 0:
            break
        assert code == KILLED
        beside = [path for path in folder.glob(".x.*.brewsim-old") if (path / MARKER).exists()]
        outcomes.append(text_of(out) if out.exists() else f"{text_of(*beside)} beside")
        with pytest.raises(RuntimeError), replacing(out):
            raise RuntimeError  # the next call, which makes no report either
        assert names_in(folder) == [".x.0123abcd.brewsim-old", "x"]
        assert text_of(out) == outcomes[-1].removesuffix(" beside")
        assert names_in(folder / ".x.0123abcd.brewsim-old") == ["index.html", "photo.jpg"]
    assert list(dict.fromkeys(outcomes)) == ["old", "old beside", "new"]


def test_a_name_from_a_file_does_not_lead_elsewhere():
    assert default_folder("brew_crafters") == Path("reports/brew_crafters")
    assert default_folder("sweep_brew_game.rounds") == Path("reports/sweep_brew_game.rounds")  # as sweeps are named
    for name in ("../victim", "/victim", "..", "", "a/b"):
        with pytest.raises(BadInput, match="its name cannot be that of a folder"):
            default_folder(name)
