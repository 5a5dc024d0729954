"""Commands that show what is there: titles, rules, a game in words."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brewsim.commands import flags
from brewsim.commands.console import out, warn
from brewsim.commands.tables import fold, join, new_grid, new_table, print_json
from brewsim.commands.variants import write_rules
from brewsim.errors import BadInput, unknown

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.rules import Setting

VALUE_WIDTH = 24  # characters of a value in a table


def games(as_json: flags.Json = False) -> None:
    """The titles, their seats, and how sure their rules are."""
    from brewsim.bots import read_bots
    from brewsim.games import load_title, look_at_titles
    from brewsim.rules import BASES, rule_values

    def look(name: str) -> dict[str, Any]:
        title = load_title(name)
        bases = [value.basis for value in rule_values(name)]
        return {
            "title": name,
            "label": title.label,
            "seats": list(title.seats),
            "rule_values": {basis: bases.count(basis) for basis in BASES},
            "bots": list(read_bots(title)),
        }

    rows, problems = look_at_titles(look)
    warn(problems)
    if as_json:
        print_json(rows)
        return
    table = new_table("title", "game", "seats", *BASES, title="Titles, with the number of rule values by basis")
    for row in rows:
        counts = [str(row["rule_values"][basis]) for basis in BASES]
        table.add_row(row["title"], row["label"], join(row["seats"]), *counts)
    out.print(table)
    out.print("More of one: brewsim rules TITLE, brewsim bots TITLE, brewsim items TITLE")


def rules(
    title: flags.Title,
    word: Annotated[str | None, typer.Argument(metavar="[WORD]", help="Only what has this word in its path, value or meaning.")] = None,
    section: Annotated[str | None, typer.Option("--section", help="Only this table and those in it: game, cards.farm.")] = None,
    assumed: Annotated[bool, typer.Option("--assumed", help="Only the values that rest on an assumption.")] = False,
    variant: flags.Variant = None,
    sheet: Annotated[
        Path | None,
        typer.Option("--sheet", metavar="FILE", help="Write them as a sheet to edit, .xlsx, .csv or .tsv: a row a card, a column a value."),
    ] = None,
    run: Annotated[
        Path | None, typer.Option("--with", metavar="RUN", help="With --sheet: what the items are worth by this run, beside the cards.")
    ] = None,
    as_json: flags.Json = False,
) -> None:
    """Every path that can be set: its value, what is allowed, its meaning and source; with a variant, the difference; or as a sheet."""
    from brewsim.reading import upward
    from brewsim.rules import read_variant, settings

    if sheet:
        if word or assumed or as_json:
            raise BadInput("--sheet takes whole sections: without a word, --assumed and --json")
        write_rules(title, sheet, section, variant, run)
        return
    if run:
        raise BadInput("--with is for --sheet: it stands beside the cards")
    if variant:
        effective = read_variant(variant, title)
        rows = [{"path": path, "printed": old, "variant": new} for path, (old, new) in effective.changes.items()]
        if as_json:
            print_json(rows)
            return
        table = new_table("path", "printed", "variant", title=f"{effective.title.label}: what the variant {effective.variant} changes")
        for row in rows:
            table.add_row(*("" if value is None else str(value) for value in row.values()))
        out.print(table)
        return
    every = settings(title)
    chosen = [one for one in every if _is_in(section, one.path) and _has(word, one) and (one.basis == "assumed" or not assumed)]
    if section and not any(_is_in(section, one.path) for one in every):
        raise unknown(f"section of {title}", section, dict.fromkeys(place for one in every for place in upward(one.table)))
    if as_json:
        print_json([asdict(one) for one in chosen])
        return
    is_short = not (word or section)
    shown = [one for one in chosen if one.basis or not is_short]
    _print_settings(shown)
    hidden = f" {len(chosen) - len(shown):,} more are 0 or empty in print: --section lists them." if len(shown) < len(chosen) else ""
    out.print(fold(f"{len(shown):,} of the {len(every):,} paths that can be set, by --set or in a variant file.{hidden}"))


def _is_in(section: str | None, path: str) -> bool:
    return section is None or path == section or path.startswith(f"{section}.")


def _has(word: str | None, setting: "Setting") -> bool:
    """Whether a setting is about a word, however that is written."""
    text = f"{setting.path} {setting.value} {setting.meaning}".lower().replace("_", " ")
    return word is None or word.lower().replace("_", " ") in text


def _print_settings(chosen: Sequence["Setting"]) -> None:
    """A table for each of the file: a line for each key, with its basis where that is another one than most have."""
    for name, group in groupby(chosen, key=lambda one: one.table):
        rows = list(group)
        bases = [one.basis for one in rows if one.basis]
        basis = max(bases, key=bases.count) if bases else ""
        source = next((one.source for one in rows if one.source), "")
        out.print(fold(f"[{name}] {basis}: {source}" if basis else f"[{name}]"))
        grid = new_grid(4)
        for one in rows:
            own = f"({one.basis}) " if one.basis not in ("", basis) else ""
            grid.add_row(f"  {one.path.removeprefix(name + '.')}", _short(one.value), one.allowed, own + one.meaning)
        out.print(grid)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, list | bool) else str(value)
    return text if len(text) <= VALUE_WIDTH else f"{text[: VALUE_WIDTH - 3]}..."


def bots(
    title: flags.Title,
    name: Annotated[str | None, typer.Argument(metavar="[BOT]", help="A bot, to see its weights and beliefs.")] = None,
    as_json: flags.Json = False,
) -> None:
    """What each bot of a title does; of one bot, all that it weighs and believes."""
    from brewsim.bots import find_bot, read_bots
    from brewsim.games import load_title

    known = read_bots(load_title(title))
    chosen = {name: find_bot(load_title(title), name, known)} if name else known
    if as_json:
        print_json([{"bot": bot, **table.model_dump()} for bot, table in chosen.items()])
        return
    for bot, table in chosen.items():
        out.print(bot)
        out.print(fold(table.plan, indent=2))
        if name:
            _print_numbers("chooses", {"temperature": table.temperature, "playouts": float(table.playouts)})
            _print_numbers("weighs", table.weights)
            for place, rows in {"": table.moments, **{f" at {seats} seats": rows for seats, rows in table.by_seats.items()}}.items():
                for moment, weights in rows.items():
                    _print_numbers(f"weighs instead, {moment.replace('_', ' ')}{place}", weights)
            _print_numbers("believes", table.beliefs)
    if not name:
        out.print(
            fold(f"search:16 plays 16 games out before each decision, search:16/BOT with that bot. More of one: brewsim bots {title} BOT")
        )


def _print_numbers(what: str, numbers: Mapping[str, float]) -> None:
    """Numbers by name, the largest first; those that are 0 say nothing."""
    ordered = sorted(((key, value) for key, value in numbers.items() if value), key=lambda item: -abs(item[1]))
    if ordered:
        out.print(fold(f"{what}: " + ", ".join(f"{key} {value:g}" for key, value in ordered), indent=2))


def items(
    title: flags.Title,
    word: Annotated[str | None, typer.Argument(metavar="[WORD]", help="Only items with this word in their name, kind or text.")] = None,
    variant: flags.Variant = None,
    as_json: flags.Json = False,
) -> None:
    """The items of a title, whose strength `cards` measures: what each of them is and does by the printed rules, or by a variant."""
    from brewsim.rules import items_of, read_variant

    known = items_of(read_variant(variant, title) if variant else title)
    chosen = [one for one in known if word is None or word.lower() in f"{one.item} {one.kind} {one.name} {one.does}".lower()]
    if as_json:
        print_json([asdict(one) for one in chosen])
        return
    for kind in dict.fromkeys(one.kind for one in chosen):
        out.print(f"{kind}:")
        grid = new_grid(3)
        for one in (one for one in chosen if one.kind == kind):
            grid.add_row(f"  {one.item}", one.name, one.does)
        out.print(grid)
    out.print(fold(f"{len(chosen)} items. What an item is worth: brewsim cards {title} --items ITEM"))


def effects(
    title: flags.Title,
    word: Annotated[str | None, typer.Argument(metavar="[WORD]", help="Only what has this word in its name, meaning or cards.")] = None,
    as_json: flags.Json = False,
) -> None:
    """What new cards of a title can be made of: every effect, its limits, what it does, and which printed cards have it."""
    from brewsim.effects import effects_of
    from brewsim.games import load_title

    sections = load_title(title).sections
    chosen = [one for one in effects_of(title) if word is None or word.lower().replace("_", " ") in one.text]
    if as_json:
        told = [{"section": one.path, "printed": len(one.printed), "most": one.room} for one in sections]
        print_json({"sections": told, "effects": [asdict(one) for one in chosen]})
        return
    for section in sections:
        own = [one for one in chosen if one.section == section.path]
        if own:
            out.print(f"{section.path}: {len(section.printed)} printed cards, room for {section.spare} more")
        for one in own:
            out.print(fold(f"{one.effect}: {one.allowed}", indent=2))
            out.print(fold("; ".join(filter(None, (one.meaning, one.who))), indent=4))
    if not sections:
        out.print(fold(f"{title} has no table of the rules that takes new cards."))
        return
    out.print(fold(f"A new card is a table [add.SECTION.NAME] of a variant file: docs/new-cards.md. {len(chosen)} effects are listed."))


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
    page: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write the game as a page to step through, one file to send.")
    ] = None,
) -> None:
    """One game in words, every decision with what the bot gained; or as a page that shows it."""
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
    if page:
        from brewsim.workbench.onefile import write_replay

        write_replay(page, case.rules, case.lineup, game, seed)
        out.print(f"{page} holds game {game} as a page; open it in a browser.")
        return
    for line in tell(case.rules, case.lineup, game, seed):
        out.print(line)
