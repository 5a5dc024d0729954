"""The command that opens the workbench."""

import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from brewsim.commands import flags
from brewsim.commands.console import out as console
from brewsim.commands.console import warn
from brewsim.errors import BadInput, shorten

MAX_PORT = 65_535
OUT = Path("runs/workbench")


def workbench(
    title: Annotated[str | None, typer.Argument(metavar="[TITLE]", help="The title to begin with; `brewsim games` lists them.")] = None,
    port: Annotated[int, typer.Option("--port", help="Of this machine, for the page; any free one by default.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Print the address, and open no browser.")] = False,
    out: Annotated[Path, typer.Option("--out", callback=flags.check_folder, help="Where all that is played and saved lies.")] = OUT,
    host: Annotated[str, typer.Option("--host", help="Another address to listen to; who reaches it and knows the token can play.")] = "",
) -> None:
    """A page in the browser: change a rule and watch the balance move."""
    from brewsim.games import load_title
    from brewsim.workbench.rulebook import look
    from brewsim.workbench.security import LOOPBACK
    from brewsim.workbench.server import serve

    if title is not None:
        load_title(title)
    if not 0 <= port <= MAX_PORT:
        raise BadInput(f"--port {shorten(str(port))}: 0 (any) to {MAX_PORT}")

    warn(look()[1])

    def started(address: str) -> None:
        address += f"#/{title}/rules" if title else ""
        console.print(f"The workbench is open at {address}")
        console.print("Ctrl-C closes it. What was played stays in " + str(out))
        if not no_browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    serve(out, host or LOOPBACK, port, flags.cores(), started, title)
    console.print("\nThe workbench is closed.")
