"""Write what was found of each title, for its page: `python docs/findings.py [TITLE...] [--runs FOLDER]`. Nothing is played twice.

The sentences are those of the report, with the commands that measured them. What is written lies in docs/findings/ and is kept in git.
"""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from made_pages import table as in_markdown

from brewsim.games import TITLES
from brewsim.measured import read_measured
from brewsim.report.build import sections_of
from brewsim.report.findings import beside, verdict
from brewsim.report.page import Cell, Finding, Section, Table
from brewsim.report.study import Study, make_study
from brewsim.results import open_run, reading

FOLDER = Path(__file__).with_name("findings")
EXPERIMENTS = Path(__file__).parents[1] / "experiments"
# name of the section -> heading, in this order
TOPICS = {
    "seats": "Seats",
    "ties": "Ties and margins",
    "length": "Length",
    "leaders": "Who leads, and who wins",
    "cards": "Cards and other items",
    "plans": "Plans",
    "luck": "Luck",
    "assumptions": "Assumptions",
}
MOST = 5  # findings of a topic
ENDS = 3  # items at each end of the table
SHOWN = ("item", "kind", "worth", "95 %", "from its kind", "95 % ", "used by ± 95 %", "verdict")  # columns of that table


def commands(title: str) -> dict[str, list[str]]:
    """What is measured, with the words of its command."""
    return {
        "run": ["run", f"experiments/{title}.toml", "--precision", "0.5"],
        "luck": ["luck", title, "-o", f"luck_{title}.json"],
        "assumptions": ["assumptions", title, "-o", f"assumptions_{title}.json"],
    }


def measure(title: str, runs: Path) -> Study:
    """Play all of it, and take it together."""
    asked = commands(title)
    played = json.loads(brewsim(runs, *asked["run"], "--json"))
    for name in ("luck", "assumptions"):
        brewsim(runs, *asked[name])
    measured = [read_measured(runs / asked[name][-1]) for name in ("luck", "assumptions")]
    return make_study([open_run(runs / played["out"])], measured)


def brewsim(folder: Path, *words: str) -> str:
    """What a command prints that is entered in a folder; one that wrote its file already is not entered again."""
    if words[-2] == "-o" and (folder / words[-1]).exists():
        return ""
    print("$ brewsim", shlex.join(words), file=sys.stderr, flush=True)
    return subprocess.run([sys.executable, "-m", "brewsim", *words], cwd=folder, stdout=subprocess.PIPE, text=True, check=True).stdout


def page(title: str, study: Study) -> str:
    """What was found, in Markdown."""
    with reading(study.runs):
        sections = {section.name: section for section in sections_of(study)}
    lines = [f"- {line}" for line in verdict(study, list(sections.values()))]
    for name, heading in TOPICS.items():
        told = list(told_of(sections[name]))
        lines += ["", f"### {heading}", "", *told] if told else []
    asked = "\n".join(f"$ brewsim {shlex.join(words)}" for words in commands(title).values())
    return "\n".join([*lines, "", study.doubt, "", "### Measured by", "", f"```console\n{asked}\n```", ""])


def told_of(section: Section) -> Iterator[str]:
    """The lines of a topic: its findings, the weightiest first, or its sentences; of many items the ends of their table."""
    findings = sorted((one for one in section.findings if one.sentence), key=lambda one: (one.grade or 0, one.weight), reverse=True)
    yield from map(told, findings[:MOST])
    if not findings:
        yield from (f"- {sentence}" for sentence in section.sentences)
    for table in section.tables:
        if table.name in SHORTENED:
            yield from ["", SHORTENED[table.name](table)]


def ends(table: Table) -> str:
    """The items that are worth most and least to a seat that would use them."""
    columns = [table.header.index(name) for name in SHOWN]
    known = [(worth, cells) for worth, cells in zip(table.frame["restricted"], table.rows) if worth is not None]
    rows = [cells for _, cells in sorted(known, key=lambda row: row[0], reverse=True)]
    shown = rows if len(rows) <= 2 * ENDS else [*rows[:ENDS], None, *rows[-ENDS:]]
    texts = [("...",) * len(SHOWN) if cells is None else tuple(cells[column].text for column in columns) for cells in shown]
    return in_markdown("|".join(name.strip() for name in SHOWN), texts)


def movers(table: Table) -> str:
    """Of the assumed values that surely move a headline, the one that moves it most, for each headline."""
    headline = table.header.index("headline")
    most: dict[str, tuple[float, list[Cell]]] = {}
    for change, cells in zip(table.frame["value"], table.rows):
        if abs(change) > abs(most.get(cells[headline].text, (0.0,))[0]):
            most[cells[headline].text] = change, cells
    return in_markdown("|".join(table.header), [tuple(cell.text for cell in cells) for _, cells in most.values()])


SHORTENED = {"card_strength": ends, "assumptions": movers}  # tables, by their name in the report


def told(finding: Finding) -> str:
    """A finding with its grade, and what becomes of it at other levels of skill and with other assumptions."""
    grade = beside(finding)
    return "- " + " ".join(filter(None, [f"*{grade}.*" if grade else "", finding.sentence, finding.skill, finding.assumptions]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", metavar="TITLE", default=TITLES)
    parser.add_argument("--runs", type=Path, default=Path.cwd(), help="the folder whose runs/ they go to")
    chosen = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for title in chosen.titles:
        (FOLDER / f"{title}.md").write_text(page(title, measure(title, chosen.runs)), encoding="utf-8")


if __name__ == "__main__":
    main()
