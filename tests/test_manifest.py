"""The manifest: typed, sealed, free of the engine, and never a way to a path outside of its folder."""

import json
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from brewsim.errors import MAX_FOLDER_NAME, BadInput, check_folder_name
from brewsim.experiment import ExperimentFile, experiment_of, make_experiment
from brewsim.manifest import MANIFEST, Manifest, Part, read_manifest


def manifest(chunk: int = 100, **values) -> Manifest:
    keys = {"title": "brew_crafters", "games": 250, "seats": [2, 3], "seed": 3, **values}
    return make_experiment("trial", ExperimentFile(**keys)).manifest(chunk, ["brewsim", "run", "a b.toml"])


@pytest.fixture
def folder(tmp_path):
    manifest().write(tmp_path)
    return tmp_path


def edit(folder, change) -> None:
    path = folder / MANIFEST
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


def test_a_manifest_is_read_as_it_was_written(folder):
    found = read_manifest(folder)
    assert found == manifest()
    assert found.digest == manifest().digest
    assert found.command == ("brewsim", "run", "a b.toml")
    assert found.title.items[:2] == ("ale_and_porter_specialist", "barley_grower")
    assert found.rules["printed"].values["game.target_rep"] == 21
    assert os.listdir(folder) == [MANIFEST]


def test_the_manifest_says_which_parts_there_are():
    made = manifest()
    first, second = made.cases
    assert [(part.first_game, part.games) for part in made.parts(second)] == [(0, 100), (100, 100), (200, 50)]
    assert [part.case for part in made.parts()] == [first.name] * 3 + [second.name] * 3
    assert {part.run for part in made.parts()} == {made.digest}


def test_a_part_lies_in_the_folder_of_its_case(tmp_path):
    assert Part("d", "printed.2.greedy", 100, 50).file == "parts/printed.2.greedy/000000000100.parquet"


@pytest.mark.parametrize("key", sorted(Manifest.model_fields))
def test_an_edit_of_any_field_is_found(folder, key):
    def change(content) -> None:
        value = content[key]
        content[key] = value + 1 if isinstance(value, int) else None if value else "x"

    edit(folder, change)
    with pytest.raises(BadInput, match=f"{MANIFEST} was edited, or written by another version of brewsim"):
        read_manifest(folder)


@pytest.mark.parametrize("key", ["checksum", "digest", "cases", "title"])
def test_a_manifest_that_lacks_a_field_is_refused(folder, key):
    edit(folder, lambda content: content.pop(key))
    with pytest.raises(BadInput, match="another version of brewsim"):
        read_manifest(folder)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, "9" * 10_000, "\x00", '{"name": "\ud800"}'])
def test_a_manifest_that_is_no_manifest_is_one_line(folder, text):
    (folder / MANIFEST).write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(BadInput, match=MANIFEST) as told:
        read_manifest(folder)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: os.symlink("elsewhere.json", path)])
def test_something_else_in_place_of_a_manifest_is_refused_and_not_waited_for(folder, make):
    (folder / MANIFEST).rename(folder / "elsewhere.json")
    make(folder / MANIFEST)
    with pytest.raises(BadInput, match="is no manifest: it is a (pipe|folder|link), not a plain file"):
        read_manifest(folder)


BAD_NAMES = [
    "../victim",
    "..",
    ".",
    "",
    "a/b",
    "a\\b",
    "/etc",
    ".hidden",
    "a\nb",
    "a\0b",
    "x" * 201,
    "é" * 101,
    "\udcff",
    "con:",
    "dot.",
    "a ",
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_no_name_leads_out_of_a_folder(name):
    with pytest.raises(BadInput, match="name"):
        check_folder_name("run", name)
    with pytest.raises(BadInput):
        make_experiment(name, ExperimentFile(title="brew_crafters"))


@pytest.mark.parametrize("name", ["brew", "sweep_brew_game.target_rep", "short [2]", "中文", "x" * MAX_FOLDER_NAME])
def test_usual_names_are_fit_for_folders(name):
    check_folder_name("run", name)


@pytest.mark.parametrize("field", ["name", "case"])
def test_names_in_a_manifest_are_checked_even_if_its_checksum_is_right(tmp_path, field):
    made = manifest(seats=2)
    evil = {"name": "../victim"} if field == "name" else {"cases": (replace(made.cases[0], name="../victim"),)}
    made.model_copy(update=evil).write(tmp_path)
    with pytest.raises(BadInput, match=f"{MANIFEST}: (run|case) '../victim': its name cannot be that of a folder"):
        read_manifest(tmp_path)


def test_an_experiment_is_made_again_from_its_manifest():
    own = {"mine": {"plan": "Whatever comes.", "weights": {"blind": 0.5}}}
    made = manifest(
        lineups=["mine", "greedy"], bots=own, rotate=True, without=["ale"], variants={"short": {"game.target_rep": 15, "blank": ["farm"]}}
    )
    again = experiment_of(made)
    assert again.manifest(made.chunk, made.command) == made
    assert again.cases[-1].rules.blank == ["farm"]


def test_an_experiment_of_other_sources_is_not_made_again():
    with pytest.raises(BadInput, match="another version of brewsim"):
        experiment_of(manifest().model_copy(update={"code": "0" * 16}))


def test_data_is_read_without_the_compiler():
    names = ["manifest", "outcomes", "results"]
    names += [f"stats.{name}" for name in ("summary", "seats", "cards", "ties", "pace", "plans", "sources", "variants", "examples")]
    code = f"import sys, importlib\nfor name in {names}: importlib.import_module('brewsim.' + name)\nassert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
