"""What one takes away is the question itself: the file gives the same rules, the command the same experiment, the notebook runs."""

import base64
import shlex
import tomllib
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest

from brewsim.commands import play
from brewsim.errors import BadInput
from brewsim.manifest import PRINTED
from brewsim.rules import load_rules, read_variant
from brewsim.workbench import takeaway
from brewsim.workbench.endpoints import NotThere, WrongFields
from brewsim.workbench.questions import Question
from brewsim.workbench.takeaway import AskedVariant
from tests.conftest import fewer_if_interpreted

CHANGES = {"game.target_rep": 18, "cards.brewmaster.name": 'The "boss" \\ ü', "blank": ["mash_tun"]}
QUESTIONS = {
    "printed": {},
    "one change": {"changes": {"game.target_rep": 18}},
    "many changes": {"changes": CHANGES},
    "another base": {"changes": {"game.target_rep": 18}, "base": {"game.target_rep": 24}},
    "back to print": {"base": {"game.target_rep": 24}},
    "bots by seat": {"changes": {"game.target_rep": 18}, "bots": ["greedy", "expert"], "seats": 2, "seed": 7},
}


@pytest.fixture
def bench(tmp_path):
    return SimpleNamespace(out=tmp_path / "out")


@pytest.fixture(params=QUESTIONS)
def question(request):
    return Question(title="brew_crafters", games=fewer_if_interpreted(500), **QUESTIONS[request.param])


def test_the_file_of_a_variant_gives_the_same_rules(bench, question):
    saved = takeaway.save_variant(bench, AskedVariant(**question.model_dump(), name="mine"))
    assert Path(saved["file"]) == bench.out / "variants" / "mine.toml"
    assert Path(saved["file"]).read_text(encoding="utf-8") == saved["text"]
    rules = read_variant(Path(saved["file"]), "brew_crafters")
    assert rules.values == load_rules("brew_crafters", question.changes).values
    assert rules.variant == "mine"


def test_the_sheet_gives_the_same_rules(bench, question, tmp_path):
    made = takeaway.sheet(bench, question)
    assert made["name"] == "brew_crafters.xlsx"
    (tmp_path / made["name"]).write_bytes(base64.b64decode(made["base64"]))
    assert read_variant(tmp_path / made["name"]).values == load_rules("brew_crafters", question.changes).values


def test_a_variant_never_replaces_another_one_unasked(bench):
    def save(rep, **keys):
        return takeaway.save_variant(bench, AskedVariant(title="brew_crafters", changes={"game.target_rep": rep}, name="mine", **keys))

    first = save(18)
    assert save(18) == first, "the same one again is no other one"
    with pytest.raises(WrongFields, match="there is another variant") as refused:
        save(19)
    assert list(refused.value.fields) == ["replace"]
    assert Path(first["file"]).read_text() == first["text"]
    assert "19" in Path(save(19, replace=True)["file"]).read_text()


@pytest.mark.parametrize("name", ["", "../mine", "/tmp/mine", "a/b", "..", "mine.toml", "a b", "a\nb", "x" * 65, PRINTED])
def test_a_name_that_is_no_name_is_refused_and_nothing_is_written(bench, name):
    with pytest.raises((WrongFields, ValueError)):
        takeaway.save_variant(bench, AskedVariant(title="brew_crafters", name=name))
    assert not bench.out.exists()


def test_a_link_in_the_place_of_a_variant_is_not_followed(bench, tmp_path):
    (tmp_path / "letter.txt").write_text("Dear publisher")
    (bench.out / "variants").mkdir(parents=True)
    (bench.out / "variants" / "mine.toml").symlink_to(tmp_path / "letter.txt")
    with pytest.raises(BadInput, match="link"):
        takeaway.save_variant(bench, AskedVariant(title="brew_crafters", name="mine"))
    takeaway.save_variant(bench, AskedVariant(title="brew_crafters", name="mine", replace=True))
    assert (tmp_path / "letter.txt").read_text() == "Dear publisher"


def test_the_command_names_the_same_experiment(bench, question, brewsim, monkeypatch, tmp_path):
    told = takeaway.command(bench, question)
    played = []

    def note(experiment, *others, **options):
        played.append(experiment.digest)
        raise BadInput("far enough")

    monkeypatch.setattr(play, "_played", note)
    monkeypatch.chdir(tmp_path)
    words = shlex.split(told["command"])
    assert words[0] == "brewsim"
    brewsim(*words[1:])
    assert played == [told["digest"]]


def test_the_notebook_asks_the_same_and_runs(bench, question, monkeypatch, tmp_path):
    from matplotlib import pyplot

    made = takeaway.notebook(bench, question)
    notebook = nbformat.reads(made["text"], as_version=4)
    nbformat.validate(notebook)
    monkeypatch.chdir(tmp_path)
    names = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            exec(cell.source, names)
    pyplot.close("all")
    run = names["run"] if "run" in names else names["change"].run
    assert run.manifest.digest == takeaway.command(bench, question)["digest"]


def test_a_report_is_found_by_its_name_alone(bench, tmp_path):
    (bench.out / "reports").mkdir(parents=True)
    (bench.out / "reports" / "one.zip").write_bytes(b"PK")
    (bench.out / "secret.zip").write_bytes(b"PK")
    assert Path(takeaway.download_report(bench, "one.zip").path).name == "one.zip"
    for name in ("../secret.zip", "secret.zip", "two.zip", "/etc/passwd", ""):
        with pytest.raises(NotThere):
            takeaway.download_report(bench, name)


def test_values_are_written_as_toml_reads_them():
    for value in (0, -3, 0.5, True, 'a "b" \\ \n \x7f ü 🍺', ["x", "y"], [1, 2], []):
        assert tomllib.loads(f"value = {takeaway.toml(value)}") == {"value": value}
