"""Commands about speed: compile in advance, measure the kernels."""

from dataclasses import asdict
from typing import Annotated

import typer
from rich.progress import TextColumn

from brewsim.commands import flags
from brewsim.commands.console import notice_compiling, out, progress, warn
from brewsim.commands.tables import new_table, print_json
from brewsim.errors import BadInput

MAX_SECONDS = 3600


def compile_titles(
    titles: Annotated[list[str] | None, typer.Argument(metavar="[TITLE]...", help="Titles; all of them by default.")] = None,
    jobs: flags.Jobs = None,
) -> None:
    """Compile titles now, several at once, and not when they are first used."""
    import joblib

    chosen = _all_titles() if not titles else [_name(title) for title in dict.fromkeys(titles)]
    with progress("compiling", len(chosen), TextColumn("titles")) as advance:
        work = joblib.Parallel(n_jobs=min(jobs or flags.cores(), len(chosen)), return_as="generator_unordered", batch_size=1)
        for _ in work(joblib.delayed(_compile)(title) for title in chosen):
            advance(1, True)


def bench(
    title: Annotated[str | None, typer.Argument(metavar="[TITLE]", help="A title; all of them by default.")] = None,
    seats: flags.Seats = None,
    seconds: Annotated[float, typer.Option("--seconds", help="How long to play each title, and again with a search.")] = 3.0,
    as_json: flags.Json = False,
) -> None:
    """Games and play-outs per second of the kernels on one core, with the greedy bot; compile time apart."""
    from brewsim.bench import bench as measure

    if not 0 < seconds <= MAX_SECONDS:
        raise BadInput(f"--seconds {seconds}: more than 0, and at most {MAX_SECONDS:,}")
    speeds = [measure(name, seats, seconds, notice_compiling) for name in ([title] if title else _all_titles())]
    if as_json:
        print_json(asdict(speeds[0]) if title else [asdict(speed) for speed in speeds])
        return
    table = new_table("title", "seats", "games/s", "decisions/s", "options/s", "play-outs/s", "ready in", title="One core, bot greedy")
    for speed in speeds:
        rates = (speed.games_per_second, speed.decisions_per_second, speed.options_per_second, speed.playouts_per_second)
        how = f"{speed.compile_seconds:.1f} s" + ("" if speed.from_cache else "*")
        table.add_row(speed.title, str(speed.seats), *(f"{rate:,.0f}" for rate in rates), how)
    out.print(table)
    if not all(speed.from_cache for speed in speeds):
        out.print("* compiled; the others came from the cache. Compiling counts in no speed.")


def _name(title: str) -> str:
    """The name of a title that can be loaded."""
    from brewsim.games import load_title

    return load_title(title).name


def _all_titles() -> list[str]:
    """Every title that can be loaded; what is wrong with the others is told."""
    from brewsim.games import look_at_titles

    names, problems = look_at_titles(_name)
    warn(problems)
    return names


def _compile(title: str) -> None:
    """Compile a title, or find it compiled; in a worker process."""
    from brewsim.bots import DEFAULT_BOT
    from brewsim.games import load_title
    from brewsim.play import simulate

    simulate(title, [DEFAULT_BOT] * load_title(title).default_seats, 0)
