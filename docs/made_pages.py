"""Pages of the manual that are made from the code, so that they cannot be out of date: commands, files, columns, titles.

`write_all` puts them into docs/made/, which git does not keep; Sphinx calls it before it reads (conf.py).
"""

import inspect
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import typer

from brewsim import api
from brewsim.commands.app import app
from brewsim.engine import contract
from brewsim.experiment import ExperimentFile
from brewsim.games import TITLES, load_title
from brewsim.manifest import Limits
from brewsim.outcomes import COLUMNS
from brewsim.rules import rule_values

ROOT = Path(__file__).parents[1]
NOT_KEYS = ("model_config", "self")


def write_all(docs: Path) -> None:
    """Make all pages again."""
    folder = docs / "made"
    shutil.rmtree(folder, ignore_errors=True)  # ours alone
    (folder / "notebooks").mkdir(parents=True)
    pages = {
        "commands": commands(),
        "experiment-file": experiment_file(),
        "columns": columns(),
        "python": python(),
        "contract": functions(),
    }
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    for title in TITLES:
        (folder / f"{title}.md").write_text(title_page(title), encoding="utf-8")
    for notebook in sorted((ROOT / "notebooks").glob("*.ipynb")):
        shutil.copy(notebook, folder / "notebooks")


def table(head: str, rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    names = head.split("|")
    lines = [names, ["---"] * len(names), *([cell.replace("|", "\\|").replace("\n", " ") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def commands() -> str:
    """Every command with its arguments and flags, as `--help` tells them."""
    parts = ["# Commands\n\nWhat `brewsim COMMAND --help` says, in one place.\n"]
    group = typer.main.get_command(app)
    for name, command in group.commands.items():  # type: ignore[attr-defined]
        parts.append(f"## brewsim {name}\n\n{inspect.cleandoc(command.help or '')}\n")
        rows = []
        for parameter in command.params:
            if parameter.name == "help":
                continue
            flags = ", ".join(f"`{flag}`" for flag in [*parameter.opts, *parameter.secondary_opts] if flag.startswith("-"))
            default = parameter.default if isinstance(parameter.default, (str, int, float)) and parameter.default is not False else ""
            rows.append(
                (flags or f"`{parameter.metavar or parameter.name.upper()}`", parameter.help or "", f"`{default}`" if default else "")
            )
        parts.append(table("argument or flag|meaning|by default", rows))
    return "\n".join(parts)


def experiment_file() -> str:
    """Every key of an experiment file, with the comment beside it in the code."""
    keys = commented(inspect.getsource(ExperimentFile))
    rows = [(f"`{name}`", keys.get(name, ""), _default(field)) for name, field in ExperimentFile.model_fields.items()]
    limits = commented(inspect.getsource(Limits))
    sizes = [(f"`{name}`", limits.get(name, ""), str(getattr(Limits(), name))) for name in limits if hasattr(Limits(), name)]
    text = (ROOT / "experiments" / "brew_crafters.toml").read_text(encoding="utf-8")
    return (
        "# The experiment file\n\nA file in TOML asks a question; `brewsim run FILE` plays it. One of those in the box:\n\n"
        f"```toml\n{text}```\n\n## Keys\n\n{table('key|meaning|by default', rows)}\n## Limits\n\n"
        f"What makes a problem, under `[limits]`:\n\n{table('key|meaning|by default', sizes)}"
    )


def _default(field) -> str:
    if field.is_required():
        return "must be there"
    value = field.get_default(call_default_factory=True)
    return "" if value in (None, "", [], {}) or not isinstance(value, (int, str, list)) else f"`{value}`"


def columns() -> str:
    """Every column of the data set."""
    meanings = dict(re.findall(r'\("(\w+)", .*?\),  # (.*)', inspect.getsource(contract.outcome_dtype)))
    meanings |= {"case": "title x variant x lineup x number of seats", "bot": "the bot at this seat"}
    rows = [(f"`{name}`", str(dtype), meanings.get(name, "")) for name, dtype in COLUMNS.items()]
    parts = [
        "# Columns of the data set\n\nA run is parquet files with a row per game and seat. "
        "`pl.scan_parquet('RUN/parts/**/*.parquet')` reads them in any program; `bs.open_run('RUN')` also checks them. "
        "Every title has these columns:\n\n",
        table("column|type|meaning", rows),
        "\nThen come the metrics of the title, and for each of its items `uses_ITEM` (how often the seat used it) and `first_ITEM` "
        "(the round in which it first did, from 1; 0 is never).\n\n## Metrics\n\n",
    ]
    metrics = [(load_title(title).label, ", ".join(f"`{name}`" for name in load_title(title).metrics)) for title in TITLES]
    return "".join([*parts, table("title|metrics", metrics)])


def python() -> str:
    """What `import brewsim as bs` offers, with the columns of every answer."""
    parts = ["# From Python\n\n`import brewsim as bs`. An answer is a polars frame; `plot_...` draws it.\n"]
    for name in api.__all__:
        thing = getattr(api, name)
        signature = "" if inspect.isclass(thing) else _signature(thing)
        parts.append(f"## {name}\n\n```python\nbs.{name}{signature}\n```\n\n{_prose(inspect.getdoc(thing) or '')}\n")
    return "\n".join(parts)


def _signature(function) -> str:
    """Names and defaults; the kinds of things stand in the text."""
    parameters = inspect.signature(function).parameters.values()
    plain = [parameter.replace(annotation=parameter.empty) for parameter in parameters]
    return str(inspect.Signature(plain))


def _prose(doc: str) -> str:
    """A docstring in numpy's form as Markdown: sections become bold lines, their blocks are kept as they stand."""

    def section(found: re.Match[str]) -> str:
        return f"**{found[1]}**\n\n```text\n{found[2].rstrip()}\n```\n\n"

    return re.sub(r"^(\w[\w ]*)\n-{3,}\n(.*?)(?=^\w[\w ]*\n-{3,}\n|\Z)", section, doc, flags=re.MULTILINE | re.DOTALL)


def functions() -> str:
    """The functions of a title, as the drivers call them."""
    parts = [f"# The contract of a title\n\n{inspect.getdoc(contract)}\n\n## Functions\n"]
    for name, file in contract.FUNCTIONS.items():
        stub = getattr(contract, name)
        parts.append(f"### {name}\n\n`{name}{inspect.signature(stub)}` in `{file}.py`\n\n{_prose(inspect.getdoc(stub) or '')}\n")
    fields = commented(inspect.getsource(contract.Title))
    parts.append("## Facts\n\n" + table("fact|meaning", [(f"`{name}`", comment) for name, comment in fields.items()]))
    return "\n".join(parts)


def title_page(name: str) -> str:
    """Rules, how strong the bots are, what is assumed, and what was found."""
    title = load_title(name)
    assumed = [(f"`{value.path}`", f"`{value.value}`", value.source) for value in rule_values(name) if value.basis == "assumed"]
    listed = table("path|value|source", assumed) if assumed else "Nothing is assumed.\n"
    found = Path(__file__).parent / "findings" / f"{name}.md"
    findings = f"\n## What was found\n\n{found.read_text(encoding='utf-8')}" if found.exists() else ""
    rules = (title.folder / "RULES.md").read_text(encoding="utf-8")
    heading, _, body = rules.partition("\n")
    return (
        f"# {title.label}\n\n{_seats(title.seats)}. "
        f"{heading.partition(': ')[2].capitalize()}, then what was found, and what is assumed.\n\n"
        f"{body.strip()}\n{findings}\n## Assumed values\n\n"
        "What a rulebook does not say, or a scan has lost, is assumed; `brewsim assumptions` tells what rests on it.\n\n"
        f"{listed}"
    )


def _seats(numbers: tuple[int, ...]) -> str:
    return f"{numbers[0]} to {numbers[-1]} seats"


def commented(source: str) -> dict[str, str]:
    """The fields of a class, with the comment beside each or on the lines above it."""
    return dict(_commented(source))


def _commented(source: str) -> Iterator[tuple[str, str]]:
    above: list[str] = []
    for line in source.splitlines():
        code, _, comment = line.strip().partition("  # ")
        field = re.match(r"(\w+): ", code)
        if code.startswith("# "):
            above.append(code[2:])
        elif field and field[1] not in NOT_KEYS and not field[1].startswith("_"):
            yield field[1], (comment or " ".join(above)).strip()
            above = []
        else:
            above = []
