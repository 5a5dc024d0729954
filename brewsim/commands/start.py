"""The command that begins a title of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from brewsim.commands import flags
from brewsim.commands.console import out


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the title and its package: small letters, digits and _.")],
    parent: Annotated[Path, typer.Option("--in", callback=flags.check_folder, help="The folder that it is written into.")] = Path("."),
) -> None:
    """Begin a title of your own: a small game that works, with its rules, bots, tests and experiment, to be changed step by step."""
    from brewsim.starting import new_title

    folder = new_title(name, parent)
    out.print(f"{folder} holds a small game that works. What comes next:")
    for command, what in (
        (f"cd {folder}", ""),
        ("pip install -e '.[dev]'", "brewsim knows the title from now on"),
        ("pytest", "what every title must fulfil, and a test for every clause"),
        (f"brewsim replay {name} --seed 1 --game 0", "one game in words"),
        (f"brewsim run experiments/{name}.toml --report", "who wins, and why"),
    ):
        out.print(f"  {command:<45}  # {what}" if what else f"  {command}")
    out.print(f"The rules are in {name}/RULES.md; docs/new-title.md leads from there to your own game.")
