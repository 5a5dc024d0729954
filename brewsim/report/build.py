"""Build a report: one HTML file that needs no network, and beside it the figures and the tables."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from brewsim.measured import Measured
from brewsim.plots.drawing import order_of_cases
from brewsim.report.again import again
from brewsim.report.assumptions import assumptions
from brewsim.report.candidates import COLUMNS, candidates, frame, order_in_words, ranking
from brewsim.report.cards import cards
from brewsim.report.figures import roles, save
from brewsim.report.findings import beside, choose, verdict
from brewsim.report.folder import default_folder, replacing
from brewsim.report.grades import explanation
from brewsim.report.luck import luck
from brewsim.report.pace import leaders, length
from brewsim.report.page import Section
from brewsim.report.plans import plans
from brewsim.report.repairs import repairs
from brewsim.report.rules import rules
from brewsim.report.seats import seats
from brewsim.report.skill import skill
from brewsim.report.sources import sources
from brewsim.report.study import Study, make_study
from brewsim.report.tables import write_table
from brewsim.report.ties import ties
from brewsim.report.variants import variants
from brewsim.results import Results, reading
from brewsim.stats.cards import card_strength
from brewsim.stats.intervals import MIXED

INDEX = "index.html"
TEMPLATES = Path(__file__).with_name("templates")
TOPICS: tuple[Callable[..., Section], ...] = (
    rules, seats, cards, ties, length, leaders, plans, sources, variants, repairs, skill, assumptions, luck, again,
)  # fmt: skip


def build(results: Sequence[Results], out: Path | None = None, measured: Sequence[Measured] = ()) -> Path:
    """Write the report of these runs of one title into the folder `out`, or into reports/NAME; returns the page.

    The folder is there whole or not at all: an earlier report is replaced, anything else is refused.
    """
    study = make_study(results, measured)
    out = out or default_folder(results[0].manifest.name)
    with replacing(out) as folder, reading(results):
        _write(study, folder)
    return out / INDEX


def sections_of(study: Study) -> list[Section]:
    """The sections in order. Card strength takes as long as all others together, so it is worked out beside them."""
    with ThreadPoolExecutor(1) as pool:
        strength = pool.submit(card_strength, study.results)
        made = {topic: topic(study) for topic in TOPICS if topic is not cards}
        made[cards] = cards(study, strength.result())
    return [made[topic] for topic in TOPICS]


def _write(study: Study, folder: Path) -> None:
    with order_of_cases(study.places):
        sections = sections_of(study)
    for name in ("figures", "tables"):
        (folder / name).mkdir()
    pictures = [picture for section in sections for picture in section.pictures]
    drawn = {picture.name: Markup(save(picture.ax, folder / "figures", picture.name)) for picture in pictures}
    for table in (table for section in sections for table in section.tables):
        write_table(table.frame, folder / "tables", table.name)
    rows = candidates(study, sections)
    ranks = ranking(rows)
    write_table(frame(rows), folder / "tables", "candidates")
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    page = environment.get_template("report.html.jinja").render(
        study=study,
        questions=list(dict.fromkeys(run.manifest.question for run in study.runs if run.manifest.question)),
        verdict=verdict(study, sections),
        made=f"{date.today().day} {date.today():%B %Y}",
        version=version("brewsim"),
        candidates=rows,
        columns=COLUMNS,
        ranks=ranks,
        order=order_in_words(rows, ranks),
        findings=choose(sections),
        beside=beside,
        intervals=MIXED,
        explanation=explanation(study.limits),
        doubt=study.doubt,
        sections=sections,
        drawn=drawn,
        numbers={picture.name: index for index, picture in enumerate(pictures, start=1)},
        figure_of={finding.sentence: finding.figure for section in sections for finding in section.findings if finding.figure},
        colours=roles(),
        css=Markup((TEMPLATES / "report.css").read_text(encoding="utf-8")),
        js=Markup((TEMPLATES / "report.js").read_text(encoding="utf-8")),
    )
    (folder / INDEX).write_text(page, encoding="utf-8")
