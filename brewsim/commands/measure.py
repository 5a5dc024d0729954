"""Commands that measure what a run does not show: where wins come from, and what rests on assumptions.

Both write a file that a report can be given.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brewsim.commands import flags
from brewsim.commands.console import SpeedColumn, notice_compiling, out, progress
from brewsim.commands.tables import MOST_SHOWN, new_table, print_json
from brewsim.errors import command_line

if TYPE_CHECKING:
    from brewsim.measured import Measured

LUCK_GAMES = 20_000
MOVE_GAMES = 2_000  # with each value that is moved: minutes for the title with most assumed values


File = Annotated[Path | None, typer.Option("-o", "--out", callback=flags.check_file, help="File for `brewsim report --with`.")]


def luck(
    title: flags.Title,
    levels: Annotated[str | None, typer.Option("--levels", help="Bots a,b,c from weak to strong; novice,greedy,expert by default.")] = None,
    games: Annotated[int, flags.games_flag("Games in all.")] = LUCK_GAMES,
    seats: flags.Seats = None,
    bot_file: flags.BotFile = None,
    seed: flags.Seed = 0,
    jobs: flags.Jobs = None,
    file: File = None,
    as_json: flags.Json = False,
) -> None:
    """How much of who wins is seat, skill, deal and chance in play."""
    from brewsim.bots import read_bots
    from brewsim.experiment import check_seed
    from brewsim.luck import choose_levels, measure_luck
    from brewsim.matches import workers
    from brewsim.play import simulate
    from brewsim.rules import load_rules

    check_seed(seed)
    rules = load_rules(title)
    seats = rules.title.default_seats if seats is None else seats
    bots = read_bots(rules.title, flags.own_bots(bot_file))
    chosen = choose_levels(bots, () if levels is None else flags.split_names(levels), title)
    with notice_compiling():
        simulate(rules, ["random"] * seats, 0)
    given = {"levels": levels, "games": games, "seats": seats, "bot-file": bot_file, "seed": seed, "out": file}
    command = ("brewsim", "luck", title, *flags.flag_words(given))
    with workers(jobs or flags.cores()) as work, progress("playing", games, SpeedColumn()) as advance:
        measured = measure_luck(rules, seats, bots, chosen, games, seed, work, lambda done: advance(done, True), command)
    path = _keep(measured, file)
    if as_json:
        print_json({**_facts(measured, path), "levels": chosen, "luck": measured.rows})
        return
    _print_luck(rules.title.label, measured)
    _say_where(path)


def assumptions(
    title: flags.Title,
    bot: Annotated[str, typer.Option("--bot", help="The bot at all seats.")] = "expert",
    games: Annotated[int, flags.games_flag("Games with each value.")] = MOVE_GAMES,
    seats: flags.Seats = None,
    bot_file: flags.BotFile = None,
    seed: flags.Seed = 0,
    jobs: flags.Jobs = None,
    file: File = None,
    as_json: flags.Json = False,
) -> None:
    """Which assumed values move who wins by seat, ties, length or scores, and by how much."""
    from brewsim.assumptions import CONFIRMING, list_moves, measure_assumptions
    from brewsim.bots import make_lineup, read_bots
    from brewsim.experiment import check_seed
    from brewsim.matches import workers
    from brewsim.play import simulate
    from brewsim.rules import load_rules

    check_seed(seed)
    rules = load_rules(title)
    seats = rules.title.default_seats if seats is None else seats
    bots = read_bots(rules.title, flags.own_bots(bot_file))
    lineup = make_lineup(rules.title, [bot] * seats, bots)
    with notice_compiling():
        simulate(rules, lineup, 0)
    moves = list_moves(title)
    about = games * (1 + CONFIRMING + len({move.kind for move in moves.allowed}))  # if no group is taken apart
    given = {"bot": bot, "games": games, "seats": seats, "bot-file": bot_file, "seed": seed, "out": file}
    command = ("brewsim", "assumptions", title, *flags.flag_words(given))
    with workers(jobs or flags.cores()) as work, progress("playing", about, SpeedColumn()) as advance:
        measured = measure_assumptions(moves, lineup, games, seed, work, lambda done: advance(done, True), command)
    path = _keep(measured, file)
    if as_json:
        print_json({**_facts(measured, path), "bot": bot, **measured.facts, "assumptions": measured.rows})
        return
    _print_assumptions(rules.title.label, measured)
    _say_where(path)


def _print_assumptions(label: str, measured: "Measured") -> None:
    from itertools import groupby
    from textwrap import fill

    from brewsim.stats.assumptions import ALL_MOVES, summary
    from brewsim.stats.digits import show
    from brewsim.stats.names import measure_name

    out.print(f"{label}, {measured.seats} seats, {', '.join(measured.bots)}: what assumed values move")
    sure = [row for row in measured.rows if row["is_sure"]]
    for headline, rows in groupby(sure, measure_name):
        moving = list(rows)
        table = new_table(headline, "moved", "change", "95 % interval", title="")
        for row in moving[:MOST_SHOWN]:
            unit = (100, " points") if row["is_share"] else (1, "")
            change, interval = show(row["value"], row["low"], row["high"], *unit)
            moved = f"{row['old']} to {row['new']}" + ("" if row["is_given"] else " *")
            table.add_row(row["path"], moved, change, interval.removesuffix(" points"))
        out.print(table)
        if len(moving) > MOST_SHOWN:
            out.print(f"and {len(moving) - MOST_SHOWN} more by less")
    if sure:
        out.print(f"{ALL_MOVES}. * A usual step: rules.toml gives no range.")
    out.print(fill(summary(measured.facts, measured.rows), 80))
    out.print(f"{measured.games:,} games.")


def _print_luck(label: str, measured: "Measured") -> None:
    from textwrap import fill

    from brewsim.stats.digits import show
    from brewsim.stats.intervals import EACH
    from brewsim.stats.luck import DEFINITION

    table = new_table("source", "part of the variance", "95 % interval", title=f"{label}, {measured.seats} seats: who wins")
    for row in measured.rows:
        table.add_row(row["source"], *show(row["value"], row["low"], row["high"], 100, " %"))
    out.print(table)
    out.print(f"{EACH}; {measured.games:,} games.")
    out.print(fill(DEFINITION.format(levels=", ".join(measured.bots)), 80))


def _keep(measured: "Measured", file: Path | None) -> Path:
    """Write what was measured, by default into the folder of runs."""
    path = file or Path("runs") / f"{measured.kind}_{measured.title}_{measured.seats}.json"
    measured.write(path)
    return path


def _facts(measured: "Measured", path: Path) -> dict[str, object]:
    """What a JSON object says first."""
    return {**measured.model_dump(include={"title", "seats", "games", "seed"}), "out": str(path)}


def _say_where(path: Path) -> None:
    out.print(f"Data: {path}. In a report: {command_line(['brewsim', 'report', 'RUN', '--with', str(path)])}")
