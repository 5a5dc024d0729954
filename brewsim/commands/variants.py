"""Commands about variants as files: the rules as sheets, and what differs between two variants."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from brewsim.commands import flags
from brewsim.commands.console import out
from brewsim.commands.tables import fold, new_table, print_json
from brewsim.errors import BadInput

if TYPE_CHECKING:  # imported where they are used: a command loads only what it needs
    from brewsim.rules import Rules
    from brewsim.sheets.reading import Column
    from brewsim.sheets.writing import Columns

Side = Annotated[str, typer.Argument(metavar="FILE_OR_TITLE", help="A variant file, or a title for its printed rules.")]


def write_rules(title: str, sheet: Path, section: str | None, variant: Path | None, run: Path | None) -> None:
    """Write rules as sheets, with the columns that a sheet of the user has, and what a run found beside the cards."""
    from brewsim.rules import load_rules
    from brewsim.sheets.writing import write_sheets

    rules, description, columns = _read(variant, title) if variant else (load_rules(title), "", {})
    strengths = _strengths(run, title) if run else {}
    beside = {name: [*columns.get(name, ()), *strengths.get(name, ())] for name in {**columns, **strengths}}
    write_sheets(sheet, "--sheet", rules, section, description, beside)
    out.print(fold(f"{sheet} holds {f'{title}.{section}' if section else f'the rules of {title}'}; edit it, then: --variant {sheet}"))


def _read(file: Path, title: str | None) -> "tuple[Rules, str, Columns]":
    """The rules of a variant file, what it is for, and the columns that are the user's own."""
    from brewsim.rules import read_variant_file, variant_rules
    from brewsim.sheets import is_sheet
    from brewsim.sheets.reading import read_sheets

    columns: Columns = {}
    if is_sheet(file):
        content = read_sheets(file, title)
        said, columns = content.variant, content.own_columns
    else:
        said = read_variant_file(file, title)
    return variant_rules(said, file), said.description, columns


def _strengths(run: Path, title: str) -> "dict[str, list[Column]]":
    """What a run found of the items, as columns beside the cards that they are, by section."""
    from brewsim.results import open_run
    from brewsim.rules import items_of
    from brewsim.sheets.layout import tables_of
    from brewsim.sheets.reading import FROM_RUN, Column
    from brewsim.stats.cards import card_strength
    from brewsim.stats.digits import show

    results = open_run(run)
    if results.title.name != title:
        raise BadInput(f"--with {run}: it is a run of {results.title.name}, not of {title}")
    frame = card_strength(results)
    case = frame["case"][0]
    found = {row["item"]: row for row in frame.filter(case=case).iter_rows(named=True)}
    paths = [one.path for one in items_of(title)]
    items = {one.path: one.item for one in items_of(title) if one.item in found and paths.count(one.path) == 1}
    columns: dict[str, list[Column]] = {}
    for section, table in tables_of(title).items():
        rows = {row: found[items[path]] for row in table.rows if (path := f"{section}.{row}") in items}
        if not (table.is_of_cards and rows):
            continue
        columns[section] = []
        for head, key, unit, meaning in STRENGTHS:
            shown = {row: show(one[key], one[f"{key}_low"], one[f"{key}_high"], PERCENT) for row, one in rows.items()}
            numbers = {row: [value, *interval.split(" to ")] for row, (value, interval) in shown.items() if interval}
            note = f"{meaning}, in {unit}, with its 95 % interval. From {run}, {case}; it is not read."
            for place, end in enumerate(("", " low", " high")):
                columns[section].append(Column(f"{FROM_RUN}{head}{end}", {row: float(own[place]) for row, own in numbers.items()}, note))
        columns[section].append(Column(f"{FROM_RUN}note", {row: one["note"] for row, one in rows.items() if one["note"]}))
    return columns


PERCENT = 100.0
# head, column of `card_strength`, unit, meaning
STRENGTHS = (
    ("worth", "restricted", "points of win share", "What a seat loses that may not use it, for each game in which it would"),
    ("used", "used", "% of seats", "Seats that used it"),
    ("users win more", "observed", "points of win share", "Win share of seats that used it minus that of others; it is no worth"),
)


def variant(
    first: Side,
    second: Annotated[str | None, typer.Argument(metavar="[OTHER]", help="Another one; the printed rules by default.")] = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the variant as a file of another kind: .toml, .xlsx, .csv, .tsv.")
    ] = None,
    as_json: flags.Json = False,
) -> None:
    """What differs between two variants, or between one and the printed rules; or a variant as a file of another kind."""
    from brewsim.files import check_new_file, disk_errors, write_whole
    from brewsim.games import title_names
    from brewsim.manifest import PRINTED
    from brewsim.rules import load_rules, variant_text
    from brewsim.sheets.writing import write_sheets

    title = next((side for side in (first, second) if side in title_names()), None)
    rules, description, columns = (load_rules(first), "", {}) if first in title_names() else _read(Path(first), title)
    if save and second:
        raise BadInput("--save writes one variant; name one file")
    if save and save.suffix.lower() == ".toml":
        check_new_file(f"--save {save}", save, (".toml",))
        with disk_errors(save):
            write_whole(save, variant_text(rules, description).encode())
    elif save:
        write_sheets(save, "--save", rules, description=description, columns=columns)
    if save:
        out.print(f"{save} holds the variant {rules.variant} of {rules.title.name}.")
        return
    other = load_rules(second or rules.title.name) if second in (None, *title_names()) else _read(Path(second or ""), rules.title.name)[0]
    if other.title.name != rules.title.name:
        raise BadInput(f"{first} is a variant of '{rules.title.name}', {second} of '{other.title.name}'")
    before, after = (other, rules) if second is None else (rules, other)
    names = (PRINTED, first) if second is None else (first, second)
    _print_differences(names, before, after, [one.head for own in columns.values() for one in own], as_json)


def _print_differences(names: tuple[str, str], before: "Rules", after: "Rules", ignored: Sequence[str], as_json: bool) -> None:
    from brewsim.manifest import BLANK

    sides = [{BLANK: rules.blank, **rules.values} for rules in (before, after)]
    paths = [path for path in {**sides[0], **sides[1]} if sides[0].get(path) != sides[1].get(path)]
    rows: list[dict[str, Any]] = [{"path": path, "a": sides[0].get(path), "b": sides[1].get(path)} for path in paths]
    if as_json:
        print_json({"title": before.title.name, "a": names[0], "b": names[1], "differences": rows, "ignored_columns": ignored})
        return
    if ignored:
        out.print(fold(f"Columns that are no values of the rules: {', '.join(ignored)}."))
    if not rows:
        out.print(f"{before.title.label}: no difference between {names[0]} and {names[1]}.")
        return
    told = [row for row in rows if row["a"] or row["b"] or None not in row.values()]  # of a card that one of them lacks: what it has
    table = new_table("path", *names, title=f"{before.title.label}: {len(told):,} difference{'s' * (len(told) > 1)}")
    for row in told:
        table.add_row(*("" if value is None else str(value) for value in row.values()))
    out.print(table)
