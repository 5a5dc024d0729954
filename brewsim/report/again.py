"""How to do it again: versions, seeds, and the commands that run the experiment and replay games worth looking at."""

import json

import polars as pl

from brewsim.bots import base_bot, read_bots
from brewsim.errors import command_line
from brewsim.games import load_title
from brewsim.report.page import Cell, Section, make_table, number, percent
from brewsim.report.study import Study
from brewsim.results import PlayedCase, Results
from brewsim.stats.examples import examples_by_case

NAMES = {"typical": "a typical game", "closest": "the closest game", "comeback": "the biggest come-back"}


def again(study: Study) -> Section:
    """Versions, seeds, commands."""
    section = Section("again", "Do it again")
    for run in study.runs:
        manifest = run.manifest
        versions = ", ".join(f"{name} {version}" for name, version in manifest.versions.items())
        machine = ", ".join(manifest.machine.values())
        what = f"seed {manifest.seed}, {run.games:,} games of each case, digest {manifest.digest}"
        section.sentences.append(f"Run {manifest.name}: {what}; {versions}; {machine}.")
    runs = pl.DataFrame({"run": [run.manifest.name for run in study.runs], "command": [run_command(run) for run in study.runs]})
    columns = {"run": lambda row: row["run"], "command": lambda row: Cell(row["command"], is_code=True)}
    section.tables.append(make_table("commands", runs, columns, "To run it again"))
    frame = examples_by_case(study.parts())
    commands = [replay_command(study.owners[case.name], case, game) for case, game in _cases_and_games(study, frame)]
    frame = frame.with_columns(pl.Series("command", commands, pl.String))
    if len(frame):
        columns = {
            "case": lambda row: row["case"],
            "game": lambda row: NAMES[row["which"]],
            "margin": lambda row: number(row["margin"]),
            "rounds": lambda row: number(row["rounds"]),
            "the winner's chance at half-time": lambda row: percent(row["chance"]),
            "command": lambda row: Cell(row["command"], is_code=True),
        }
        section.tables.append(make_table("replays", study.labelled(frame), columns, "To see a game in words"))
    else:
        section.sentences.append("No game was finished, so there is none to replay.")
    return section


def _cases_and_games(study: Study, frame: pl.DataFrame) -> list[tuple[PlayedCase, int]]:
    cases = {case.name: case for case in study.cases}
    return [(cases[name], game) for name, game in frame.select("case", "game").iter_rows()]


def run_command(run: Results) -> str:
    """What plays the run again."""
    made_from_python = ("brewsim", "run", run.title.name, "-n", str(run.games), "--seed", str(run.manifest.seed))
    return command_line(run.manifest.command or made_from_python)


def replay_command(run: Results, case: PlayedCase, game: int) -> str:
    """The command that tells a game of a case in words. It names all that is needed: rules, bots, seed."""
    lineup = case.lineup[0] if len(set(case.lineup)) == 1 else ",".join(case.lineup)
    words = ["brewsim", "replay", _title_or_file(run, case), "--seed", str(run.manifest.seed), "--game", str(game)]
    words += ["--seats", str(case.seats), "--lineup", lineup]
    bot_file = next((run.manifest.bot_files[name] for name in map(base_bot, case.lineup) if name in run.manifest.bot_files), None)
    words += ["--bot-file", bot_file] if bot_file else []
    words += ["--rotate"] if case.rotates else []
    for path, (_, value) in run.manifest.rules[case.variant].changes.items():
        text = json.dumps(value)
        words += ["--set", f"{path}{'==' if text.startswith('-') else '='}{text}"]  # a single one before a minus would make it a change
    return command_line(words)


def _title_or_file(run: Results, case: PlayedCase) -> str:
    """The title, or the experiment file where the case has bots of that file's own."""
    known = read_bots(load_title(run.title.name))
    others = [name for name in map(base_bot, case.lineup) if name not in run.manifest.bot_files]
    own = [name for name in others if name not in known or known[name].model_dump() != run.manifest.bots[name]]
    file = run.manifest.experiment_file
    return file if own and file else run.title.name
