"""Commands that show what is there: titles, rules, a game in words."""

from dataclasses import asdict
from typing import Annotated, Any

import typer

from brewsim.commands import flags
from brewsim.commands.console import out
from brewsim.commands.tables import join, new_table, print_json
from brewsim.errors import BadInput


def games(as_json: flags.Json = False) -> None:
    """The titles, their seats, how sure their rules are, and their bots."""
    from brewsim.bots import read_bots
    from brewsim.games import TITLES, load_title
    from brewsim.rules import BASES, rule_values

    rows: list[dict[str, Any]] = []
    for name in TITLES:
        title = load_title(name)
        bases = [value.basis for value in rule_values(name)]
        rows.append(
            {
                "title": name,
                "label": title.label,
                "seats": list(title.seats),
                "rule_values": {basis: bases.count(basis) for basis in BASES},
                "bots": list(read_bots(title)),
            }
        )
    if as_json:
        print_json(rows)
        return
    table = new_table(
        "title", "game", "seats", *(f"{basis}" for basis in BASES), "bots", title="Titles, with the number of rule values by basis"
    )
    for row in rows:
        counts = [str(row["rule_values"][basis]) for basis in BASES]
        table.add_row(row["title"], row["label"], join(row["seats"]), *counts, join(row["bots"]))
    out.print(table)


def rules(
    title: flags.Title,
    assumed: Annotated[bool, typer.Option("--assumed", help="Only the values that rest on an assumption.")] = False,
    variant: flags.Variant = None,
    as_json: flags.Json = False,
) -> None:
    """Every rule value with its source and basis; with a variant, the difference."""
    from brewsim.rules import load_rules, read_variant, rule_values

    effective = read_variant(variant, title) if variant else load_rules(title)
    if variant:
        rows = [{"path": path, "printed": old, "variant": new} for path, (old, new) in effective.changes.items()]
    else:
        rows = [asdict(value) for value in rule_values(title) if not assumed or value.basis == "assumed"]
    if as_json:
        print_json(rows)
        return
    if not rows:
        out.print("No such values.")
        return
    table = new_table(*rows[0], title=f"{effective.title.label}: rules" + (f" of the variant {effective.variant}" if variant else ""))
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    out.print(table)


def replay(
    title: flags.Title,
    seed: Annotated[int, typer.Option("--seed", help="Seed of the series of games.")] = 0,
    game: Annotated[int, typer.Option("--game", help="Number of the game in the series.")] = 0,
    seats: flags.Seats = None,
    lineup: flags.Lineup = None,
    bot_file: flags.BotFile = None,
    variant: flags.Variant = None,
    settings: flags.Settings = None,
    rotate: Annotated[bool, typer.Option("--rotate", help="As in the run that the game is from.")] = False,
) -> None:
    """One game in words, every decision with what the bot gained."""
    from brewsim.experiment import MAX_GAMES, make_experiment, override, read_experiment
    from brewsim.reading import parse_settings
    from brewsim.replay import replay as tell
    from brewsim.rules import load_rules, read_variant

    if not 0 <= game < MAX_GAMES:
        raise BadInput(f"--game {game}: at least 0 and less than {MAX_GAMES}")
    if variant and settings:
        raise BadInput("--variant and --set: give one of them")
    name, file = read_experiment(title)
    file = override(file, games=1, seats=seats, seed=seed, lineups=flags.lineups(lineup), rotate=rotate, bot_file=bot_file)
    rules = read_variant(variant, file.title) if variant else load_rules(file.title, parse_settings(settings or []))
    case = make_experiment(name, file, [rules]).cases[0]
    for line in tell(case.rules, case.lineup, game, seed):
        out.print(line)
