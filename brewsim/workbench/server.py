"""The server: the routes of the page and its questions, started on loopback and stopped without a trace."""

import socket
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from brewsim.errors import BadInput, choice
from brewsim.games import load_title
from brewsim.workbench.endpoints import get, page_folder, refuse
from brewsim.workbench.rulebook import rulebook, titles
from brewsim.workbench.security import LOOPBACK, Guard, new_token

FURTHER = ("cards", "takeaway", "watching", "sitting")  # modules with ROUTES of their own


@dataclass(frozen=True)
class Bench:
    """What the routes work with."""

    out: Path  # all files are written below


def _titles(bench: Bench) -> object:
    return titles()


def _rules(bench: Bench, title: str) -> object:
    load_title(title)
    return rulebook(title)


async def _index(request: Request) -> Response:
    return FileResponse(page_folder() / "index.html", media_type="text/html")


def make_app(bench: Bench, token: str, hosts: frozenset[str]) -> ASGIApp:
    """All that is served, behind its guard."""
    routes: list[BaseRoute] = [
        Route("/", _index, methods=["GET"]),
        get("/api/titles", _titles),
        get("/api/rules/{title}", _rules),
    ]
    for module in FURTHER:
        if find_spec(f"brewsim.workbench.{module}"):
            routes += import_module(f"brewsim.workbench.{module}").ROUTES
    routes.append(Mount("/page", StaticFiles(directory=page_folder())))
    app = Starlette(routes=[Mount(f"/{token}", routes=routes)], exception_handlers={BadInput: refuse})
    app.state.bench = bench
    return Guard(app, token, hosts)


def serve(out: Path, host: str, port: int, token: str | None = None, started: Callable[[str], object] = print) -> None:
    """Serve until interrupted. `started` is told the address as soon as it answers."""
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    token = token or new_token()
    names = {host, LOOPBACK, "localhost"} if host == LOOPBACK else {host}
    app = make_app(Bench(out), token, frozenset(f"{name}:{port}" for name in names))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", access_log=False, server_header=False, timeout_graceful_shutdown=1))
    started(f"http://{host}:{port}/{token}/")
    server.run(sockets=[listener])


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, so that the address can be told before the server runs."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise BadInput(f"{choice('port', port)}: {host} cannot be listened to there: {error.strerror}") from None
    return listener
