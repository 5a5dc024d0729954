"""What a designer wants of a game, as the page asks for it: what goals can be about, what may change, and the search for repairs."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from brewsim.advising.advice import LEAST_BUDGET, LEAST_SURE, LEVELS, MOST_SURE, Request, make_request
from brewsim.advising.levers import find_levers
from brewsim.bots import read_bots
from brewsim.errors import BadInput, shorten
from brewsim.games import load_title
from brewsim.goals import ITEMS, POINTS_FROM, SEATS, SURE, USED, WIN_SHARE, WORTH, Subject, subjects
from brewsim.rules import items_of, load_rules
from brewsim.stats.names import measure_name
from brewsim.workbench.answers import FAIRNESS, GROUPS
from brewsim.workbench.endpoints import Nothing, WrongFields, get, post
from brewsim.workbench.questions import Changes, Name, Question, wrong_changes
from brewsim.workbench.rulebook import rulebook, sentence_case

if TYPE_CHECKING:
    from brewsim.workbench.server import Bench

MOST_GOALS = 12
MOST_GAMES = 5_000_000
USUAL_GAMES = 200_000
ADAPTING_GAMES = 20_000  # to tune players with for each repair
MOST_SECTIONS = 100
IN_POINTS = "points"
UNITS = {  # what stands behind the number of a goal; all others are shares
    SEATS: "points of its fair share",
    ITEMS: IN_POINTS,
    WORTH: IN_POINTS,
    POINTS_FROM: IN_POINTS,
    "score": IN_POINTS,
    "margin": IN_POINTS,
    USED: "% of seats",
    "rounds": "",
    "turns": "",
    "decisions": "",
}
OWN_GROUPS = {SEATS: "seats", ITEMS: "cards", WORTH: "cards", USED: "used"}


class AskedRepair(BaseModel):
    """Goals for the rules `base`, which are changes of the printed ones."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    title: Name
    base: Changes = {}
    goals: list[Annotated[str, Field(max_length=200)]] = Field(min_length=1, max_length=MOST_GOALS)
    sections: list[Name] = Field(default=[], max_length=MOST_SECTIONS)  # of the rules that may change; none: all
    seats: list[Annotated[int, Field(ge=1, le=20)]] = Field(default=[], max_length=20)
    skill: list[Name] = Field(default=list(LEVELS), min_length=1, max_length=4)
    games: int = Field(default=USUAL_GAMES, ge=LEAST_BUDGET, le=MOST_GAMES)
    sure: float = Field(default=SURE, ge=LEAST_SURE, le=MOST_SURE)
    adapts: bool = False  # whether players do

    def request(self) -> Request:
        """What the advisor is asked; a goal that is wrong is named by its place."""
        title = load_title(self.title)
        if wrong := wrong_changes(self.title, self.base):
            raise WrongFields(wrong)
        rules = Question(title=self.title, base=self.base).rules("base")
        adapt = ADAPTING_GAMES if self.adapts else 0
        try:
            never = list(_never(self.title, self.sections))
            return make_request(
                rules, self.goals, read_bots(title), self.seats, self.skill, (), never, None, self.games, 0, adapt, self.sure
            )
        except BadInput as error:
            raise _in_place(error, self.goals) from None


class AskedStart(AskedRepair):
    """The same, to be looked for, and instead of another search if that is said."""

    instead: bool = False


def _in_place(error: BadInput, goals: Sequence[str]) -> WrongFields:
    """What is wrong, at the goal that it is about."""
    why = str(error)
    for place, text in enumerate(goals):
        start = f"goal '{shorten(' '.join(text.split()))}': "
        if why.startswith(start):
            return WrongFields({f"goals.{place}": why.removeprefix(start)})
    return WrongFields({"goals": why})


def _never(title: str, chosen: Sequence[str]) -> Iterator[str]:
    """Patterns of what may not change where only some sections may."""
    sections = {section["name"]: [value["path"] for value in section["values"]] for section in rulebook(title)["sections"]}
    for name in chosen:
        if name not in sections:
            raise BadInput(f"{title} has no section '{shorten(name)}'; allowed: {', '.join(sections)}")
    numbers = {lever.path for lever in find_levers(load_rules(title))}
    for name, paths in sections.items() if chosen else ():
        movable = [path for path in paths if path in numbers]
        if name not in chosen and movable:
            inside = any(other.startswith(f"{name}.") for other in chosen)  # a section of its own, below this one
            yield from movable if inside or not movable[0].startswith(f"{name}.") else [f"{name}.*"]


@cache
def wishes(title_name: str) -> dict[str, Any]:
    """What goals of a title can be about, and the sections with the number of values that may change in each."""
    title = load_title(title_name)
    names = {subject: name for name, subject in subjects(title).items()}  # of several names the last, which says most
    levers = {lever.path for lever in find_levers(load_rules(title_name))}
    labels = {one.item: sentence_case(one.name) for one in items_of(title_name)}
    counted = [
        {"name": section["name"], "label": section["label"], "levers": sum(value["path"] in levers for value in section["values"])}
        for section in rulebook(title_name)["sections"]
    ]
    return {
        "subjects": [_wish(subject, name, labels) for subject, name in names.items()],
        "sections": [section for section in counted if section["levers"]],
    }


def _wish(subject: Subject, name: str, labels: dict[str, str]) -> dict[str, Any]:
    """One thing that a goal can be about: its name in a goal, and as the page says it."""
    measure, group = subject.measure, subject.group
    told = {
        SEATS: "Every seat",
        ITEMS: f"Worth of every {group or 'item'}",
        WORTH: f"Worth of {labels.get(group, group)}",
        USED: f"{labels.get(group, group)} is used by",
        WIN_SHARE: f"{sentence_case(group)} wins",
    }
    keys = {SEATS: FAIRNESS, ITEMS: "" if group else "cards"}
    return {
        "name": name,
        "label": told.get(measure) or sentence_case(measure_name({"measure": measure, "group": group})),
        "group": OWN_GROUPS.get(measure) or GROUPS.get(measure, "scores"),
        "relations": list(subject.relations),
        "unit": UNITS.get(measure, "%"),
        "least": subject.least if isfinite(subject.least) else None,
        "most": subject.most if isfinite(subject.most) else None,
        "key": keys.get(measure, f"{measure} {group}".strip()),  # of the measure in a live answer
    }


def _wishes(bench: "Bench", title: str) -> object:
    load_title(title)
    return wishes(title)


def _look(bench: "Bench", asked: AskedRepair) -> object:
    return bench.repairs.look(asked.request())


def _begin(bench: "Bench", asked: AskedStart) -> object:
    return bench.repairs.begin(asked.request(), asked.instead)


def _get(bench: "Bench", id: str) -> object:
    return bench.repairs.get(id)


def _stop(bench: "Bench", asked: Nothing, id: str) -> object:
    return bench.repairs.stop(id)


ROUTES = [
    get("/api/wishes/{title}", _wishes),
    post("/api/repairs", AskedStart, _begin),
    post("/api/repairs/look", AskedRepair, _look),
    get("/api/repairs/{id}", _get),
    post("/api/repairs/{id}/stop", Nothing, _stop),
]
