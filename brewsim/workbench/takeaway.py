"""Take away: the variant as a file, the rules as a sheet, the report, the command that plays the question again, and a notebook with it."""

import base64
import io
import json
import threading
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field
from starlette.responses import FileResponse

from brewsim.errors import BadInput, check_name, command_line
from brewsim.experiment import Experiment, ExperimentFile, make_experiment
from brewsim.files import disk_errors, make_folder, open_plain, write_whole
from brewsim.manifest import PRINTED
from brewsim.reading import MAX_FILE
from brewsim.rules import load_rules, toml, variant_text
from brewsim.sheets.writing import sheet_content
from brewsim.workbench.endpoints import NotThere, WrongFields, get, post
from brewsim.workbench.questions import USUAL_GAMES, Question, effective

if TYPE_CHECKING:
    from brewsim.workbench.server import Bench

VARIANTS, REPORTS, QUESTIONS = "variants", "reports", "questions"  # folders below the workbench's own
BASE, CHANGED = "base", "changed"  # the second is what the command line calls rules that flags change
NAME_LENGTH = 64
_building = threading.Lock()  # figures share matplotlib's settings


class AskedVariant(Question):
    """A variant to be saved under a name; another one of that name stays unless it is to be replaced."""

    name: str = Field(max_length=NAME_LENGTH)
    replace: bool = False


def save_variant(bench: "Bench", asked: AskedVariant) -> dict[str, str]:
    """Save the variant as a file that `--variant` reads."""
    try:
        check_name("variant", asked.name, taken=PRINTED)
    except BadInput as error:
        raise WrongFields({"name": str(error)}) from None
    path, text = bench.out / VARIANTS / f"{asked.name}.toml", variant_text(asked.rules("variant"))
    if not asked.replace and _content(path) not in (None, text.encode()):
        raise WrongFields({"replace": f"there is another variant with the name {asked.name}; choose another name, or replace it"})
    _write(path, text)
    return {"name": asked.name, "file": str(path), "text": text}


def command(bench: "Bench", asked: Question) -> dict[str, str]:
    """The command that plays the question again. What it cannot say in words is in a file that it names."""
    experiment = experiment_of(asked)
    changes = changes_by_variant(experiment)
    if list(changes) == [PRINTED]:
        words = ["brewsim", "run", asked.title]
    elif list(changes) == [PRINTED, CHANGED]:
        words = ["brewsim", "compare", asked.title, *settings(changes[CHANGED])]
    else:
        path = bench.out / QUESTIONS / f"{experiment.digest}.toml"
        _write(path, question_text(asked.title, changes))
        words = ["brewsim", "compare", str(path)]
    return {"command": command_line([*words, *playing_words(experiment)]), "digest": experiment.digest}


def experiment_of(question: Question) -> Experiment:
    """The question as one experiment, under the names that the command line gives: what the command and the notebook play."""
    names, title = question.names, question.title
    base, changes = effective(title, question.base), effective(title, question.changes)
    sides = {BASE if base else PRINTED: base} | ({} if changes == base else {CHANGED: changes})
    rules = [load_rules(title, own, name) for name, own in sides.items()]
    file = ExperimentFile(
        title=title,
        games=question.games or USUAL_GAMES,
        seed=question.seed,
        seats=len(names),
        lineups=[list(names) if question.is_mixed else names[0]],
        rotate=question.is_mixed,
    )
    return make_experiment(f"{'compare_' if len(rules) > 1 else ''}{title}", file, rules)


def changes_by_variant(experiment: Experiment) -> dict[str, dict[str, Any]]:
    """What each of the rules that an experiment plays by changes, the base first."""
    return {case.rules.variant: {path: new for path, (_, new) in case.rules.changes.items()} for case in experiment.cases}


def settings(changes: Mapping[str, Any]) -> list[str]:
    """Changes as flags; a single sign before a minus would make it a change of the printed number."""
    return [word for path, value in changes.items() for word in ("--set", f"{path}{'==' if toml(value)[0] == '-' else '='}{toml(value)}")]


def playing_words(experiment: Experiment) -> list[str]:
    """Games, seats, bots and seed as flags."""
    lineup = experiment.cases[0].lineup
    names = lineup.names[:1] if len(set(lineup.names)) == 1 else lineup.names
    words = [
        "--games",
        str(experiment.games),
        "--seats",
        str(len(lineup.names)),
        "--lineup",
        ",".join(names),
        "--seed",
        str(experiment.seed),
    ]
    return [*words, "--rotate"] if lineup.rotates else words


def question_text(title: str, changes: Mapping[str, Mapping[str, Any]]) -> str:
    """An experiment file with a base of its own."""
    tables = [
        "\n".join([f"[variants.{toml(name)}]", *(f"{toml(path)} = {toml(value)}" for path, value in own.items())])
        for name, own in changes.items()
    ]
    return "\n\n".join([f"title = {toml(title)}\nbaseline = false", *tables]) + "\n"


def sheet(bench: "Bench", asked: Question) -> dict[str, str]:
    """The rules of the question as a workbook to edit."""
    content = sheet_content(".xlsx", asked.rules("variant"), None, "", {})
    return {"name": f"{asked.title}.xlsx", "base64": base64.b64encode(content).decode()}


def notebook(bench: "Bench", asked: Question) -> dict[str, str]:
    """A notebook that asks the same and draws the answer."""
    experiment = experiment_of(asked)
    lineup, changes = experiment.cases[0].lineup, changes_by_variant(experiment)
    keys: dict[str, Any] = {
        "games": experiment.games,
        "seats": len(lineup.names),
        "lineups": [lineup.names[0] if len(set(lineup.names)) == 1 else list(lineup.names)],
        "seed": experiment.seed,
    }
    keys |= {"rotate": True} if lineup.rotates else {}
    cells = [
        _markdown(f"# {experiment.title.label}\n\nThe question of the workbench, with `brewsim`."),
        *_question_cells(asked.title, changes, keys),
    ]
    content = {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 4}
    return {"name": f"{experiment.name}.ipynb", "text": json.dumps(content, indent=1, ensure_ascii=False) + "\n"}


KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}, "language_info": {"name": "python"}}


def _question_cells(title: str, changes: Mapping[str, Mapping[str, Any]], keys: Mapping[str, Any]) -> list[dict[str, Any]]:
    given = ", ".join(f"{key}={value!r}" for key, value in keys.items())
    if list(changes) == [PRINTED]:
        return [
            _code(f"import brewsim as bs\n\nrun = bs.run({title!r}, {given})\nbs.seats(run)"),
            _code("ax = bs.plot_seats(run)"),
        ]
    if list(changes) == [PRINTED, CHANGED]:
        asked = [f"changes = {_python(changes[CHANGED])}", f"change = bs.compare({title!r}, changes, {given})"]
    else:  # a base of its own
        played = f"run = bs.run({title!r}, variants=variants, baseline=False, {given})"
        asked = [f"variants = {_python(changes)}", played, "change = bs.compare(run)"]
    return [
        _code("\n".join(["import brewsim as bs", "", *asked, "change"])),
        _markdown("Every measure is in `change.frame`. The figure has what is a share of games."),
        _code('shares = change.frame.filter(is_share=True)\nax = bs.plot_compare(shares.filter(shares["measure"] != "used"))'),
    ]


def _python(table: Mapping[str, Any]) -> str:
    """A dictionary, an entry a line."""
    return "\n".join(["{", *(f"    {key!r}: {value!r}," for key, value in table.items()), "}"])


def _markdown(text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(text: str) -> dict[str, Any]:
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": text.splitlines(keepends=True)}


def report(bench: "Bench", asked: Question) -> dict[str, str]:
    """Make the report of what is played of the question so far."""
    from brewsim.report.build import build  # which loads matplotlib

    results = bench.live.results(asked)
    if not results:
        raise BadInput("nothing is played of this question yet; the report can be made as soon as there are numbers")
    name = f"{asked.title}_{asked.id}"
    with _building:
        page = build(results, bench.out / REPORTS / name)
        archive = page.parent.with_suffix(".zip")
        with disk_errors(bench.out):
            write_whole(archive, _zipped(page.parent))
    return {"name": archive.name, "file": str(page), "download": f"takeaway/reports/{archive.name}"}


def _zipped(folder: Path) -> bytes:
    """The page of a report with its figures and tables."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.name.startswith("."):
                archive.write(path, Path(folder.name) / path.relative_to(folder))
    return packed.getvalue()


def download_report(bench: "Bench", name: str) -> FileResponse:
    """A report that was made. The name is looked up among those that are there, and never becomes a path."""
    folder = bench.out / REPORTS
    found = {path.name: path for path in folder.glob("*.zip") if path.is_file() and not path.is_symlink()}
    if name not in found:
        raise NotThere("this report is not there any more; make it again")
    return FileResponse(found[name], media_type="application/zip", filename=name)


def _content(path: Path) -> bytes | None:
    """What is in a file of ours; None where there is none."""
    try:
        with open_plain(path) as file:
            return file.read(MAX_FILE)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None


def _write(path: Path, text: str) -> None:
    with disk_errors(path.parent):
        make_folder(path.parent)
        write_whole(path, text.encode())


ROUTES = [
    post("/api/takeaway/variant", AskedVariant, save_variant),
    post("/api/takeaway/command", Question, command),
    post("/api/takeaway/sheet", Question, sheet),
    post("/api/takeaway/notebook", Question, notebook),
    post("/api/takeaway/report", Question, report),
    get("/api/takeaway/reports/{name}", download_report),
]
