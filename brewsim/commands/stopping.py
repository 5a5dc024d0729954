"""The flags that let a run end as soon as it knows enough, and what is told of that."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import Task
from rich.text import Text

from brewsim.commands.console import SpeedColumn, out
from brewsim.commands.tables import new_table

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.runner import Run
    from brewsim.stats.sequential import Decision, Precision


def _checked(name: str) -> Callable[[float | None], float | None]:
    """A callback that refuses bad points of the flag with this name."""

    def check(points: float | None) -> float | None:
        from brewsim.stats.sequential import check_points

        if points is not None:
            check_points(name, points)
        return points

    return check


PrecisionFlag = Annotated[
    float | None,
    typer.Option(
        "--precision",
        metavar="POINTS",
        callback=_checked("precision"),
        help="Stop when the win shares of all seats are known to ± this; the games are then the most that are played.",
    ),
]
DecideFlag = Annotated[
    float | None,
    typer.Option(
        "--decide",
        metavar="POINTS",
        callback=_checked("decide"),
        help="Stop when every difference of win shares by seat and of ties is surely larger than this, or surely smaller.",
    ),
]


class StoppingColumn(SpeedColumn):
    """Games per second, and what is known so far."""

    def __init__(self, stop: "Precision | Decision") -> None:
        super().__init__()
        self.stop = stop

    def render(self, task: Task) -> Text:
        """The cell of a task."""
        return super().render(task).append(f"; {self.stop.briefly}" if self.stop.games else "")


def seconds_needed(stop: "Precision | Decision", plan: "Run", games_per_second: float) -> float | None:
    """About how long the games take that are still needed; None if nobody can say."""
    if stop.is_reached:
        return 0.0
    if stop.games_needed is None or not games_per_second:
        return None
    n_cases = sum(case.games == plan.manifest.games for case in plan.manifest.cases)  # those that are stopped
    return max(0, stop.games_needed - stop.games) * n_cases / games_per_second


def tell(stop: "Precision | Decision", plan: "Run", games_per_second: float) -> None:
    """What is known at the end, and what more would take."""
    seconds = seconds_needed(stop, plan, games_per_second)
    more = f" That is about {_duration(seconds)} more; raise the most games with -n." if seconds else ""
    out.print(stop.sentence + more)


def _duration(seconds: float) -> str:
    return f"{math.ceil(seconds):,} s" if seconds < 120 else f"{math.ceil(seconds / 60):,} min"


def as_json(stop: "Precision | Decision", plan: "Run", games_per_second: float) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "asked": stop.points,
        "is_reached": stop.is_reached,
        "games": stop.games,
        "games_needed": stop.games_needed,
        "seconds_needed": seconds_needed(stop, plan, games_per_second),
        **stop.details,
    }


def print_decision(heading: str, stop: "Decision") -> None:
    """Every difference that was to be decided."""
    from brewsim.stats.digits import show
    from brewsim.stats.names import measure_name
    from brewsim.stats.sequential import ANY_TIME, LARGER, SMALLER

    said = {LARGER: f"larger than {stop.points:g}", SMALLER: f"smaller than {stop.points:g}"}
    for frame in stop.found.partition_by("case", maintain_order=True):
        table = new_table("measure", "difference", "95 % interval", "points", title=f"{heading}: {frame['case'][0]}")
        for row in frame.iter_rows(named=True):
            number, interval = show(row["value"], row["low"], row["high"], 100)
            table.add_row(measure_name(row), number, interval, said.get(row["decision"], "not decided"))
        out.print(table)
    out.print(f"In points. {ANY_TIME}. Those of other tables are for a number of games that was fixed before.")
