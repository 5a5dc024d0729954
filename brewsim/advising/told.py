"""An answer of the advisor as plain data: for `--json`, for the page of the workbench, and sealed in a file for a report."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from brewsim.advising.advice import Request, notes, stands, verdict
from brewsim.advising.answers import Advice, Answer, Reached
from brewsim.bots import find_bot
from brewsim.measured import Measured
from brewsim.parts.sources import code_digest

KIND: Literal["advice"] = "advice"
CONFIRMED, CLOSEST, AS_THEY_ARE = "confirmed", "closest", "the rules as they are"  # what is told of a set of rules


Files = Mapping[Advice, Path]  # the variant files, where they are written


def as_data(advice: Advice, files: Files) -> dict[str, Any]:
    """The rules as they are, a repair, or what came closest. Of each goal `worst` is farthest outside its limits, or least inside."""
    return {
        "is": AS_THEY_ARE if not advice.edits else CONFIRMED if advice.is_sure else CLOSEST,
        "edits": {lever.path: {"from": lever.old, "to": lever.new[step]} for lever, step in advice.edits},
        "words": list(advice.words),
        "changes": {path: new for path, (_, new) in advice.rules.changes.items()},  # of the printed rules
        "size": advice.size,
        "goals": {goal.text: str(standing) for goal, standing in advice.standings.items()},
        "worst": {goal.text: _reached(advice.worst(goal)) for goal in advice.standings},
        "reached": [_reached(one) for one in advice.reached],
        "has_adapted": advice.has_adapted,
        "moves": advice.moves,
        "file": str(files[advice]) if advice in files else None,
    }


def answer_as_data(request: Request, answer: Answer, files: Files) -> dict[str, Any]:
    """The whole answer."""
    return {
        "title": request.rules.title.name,
        "goals": [goal.text for goal in request.goals],
        "seats": list(request.seats),
        "skill": list(request.skill),
        "sure": request.sure,
        "stands": stands(answer),
        "base": as_data(answer.base, files),  # the rules as they are
        "verdict": verdict(answer),
        "is_met": answer.is_met,
        "repairs": [as_data(advice, files) for advice in answer.repairs],
        "closest": as_data(answer.closest, files) if answer.closest else None,
        "more_games": _finite(answer.more_games),
        "endless": [list(words) for words in answer.endless],
        "notes": notes(request, answer),
        "games": answer.games,
    }


def listed(told: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """All sets of rules of an answer with what they are called: the rules as they are first, then the repairs by number, or the closest."""
    repairs = [(str(number), one) for number, one in enumerate(told["repairs"], 1)]
    return [(AS_THEY_ARE, told["base"]), *repairs, *([(CLOSEST, told["closest"])] if told["closest"] else [])]


def as_measured(request: Request, answer: Answer, command: Sequence[str] = (), files: Files = MappingProxyType({})) -> Measured:
    """The answer for a report, with all that says what it is about."""
    told = answer_as_data(request, answer, files)
    rows = [{"repair": name, "edits": "; ".join(one["words"])} | reached for name, one in listed(told) for reached in one["reached"]]
    bots = {name: find_bot(request.rules.title, name, request.bots).model_dump() for name in request.skill}
    return Measured(
        kind=KIND,
        title=request.rules.title.name,
        variant=request.rules.variant,
        seats=request.seats[0],
        bots=bots,
        rules=request.rules.values,
        code=code_digest(request.rules.title.folder),
        games=answer.games,
        seed=request.seed,
        command=tuple(command),
        facts=told,
        rows=rows,
    )


def _reached(one: Reached) -> dict[str, Any]:
    component = one.component
    about = {"goal": component.goal.text, "what": component.name, "seats": component.seats, "skill": one.level}
    return about | {name: _finite(getattr(one, name)) for name in ("value", "low", "high")}


def _finite(number: float) -> float | None:
    """JSON has no other numbers."""
    return number if math.isfinite(number) else None
