"""The server: the routes of the page and its questions, started on loopback and stopped without a trace."""

import asyncio
import errno
import json
import logging
import os
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from brewsim.errors import BadInput, choice
from brewsim.files import disk_errors, make_folder
from brewsim.games import load_title
from brewsim.play import simulate
from brewsim.workbench.endpoints import Nothing, NotThere, bench_of, confess, get, page_folder, post, refuse
from brewsim.workbench.live import Live
from brewsim.workbench.playing import Playing
from brewsim.workbench.questions import Asked, Question, check
from brewsim.workbench.repairing import REPAIRS, Repairs
from brewsim.workbench.rulebook import rulebook, titles
from brewsim.workbench.security import LOOPBACK, Guard, new_token

EVENT_PAUSE = 0.25  # seconds between two answers
HEARTBEAT = 15.0  # seconds after which a client that is gone is noticed
ENDED = ("done", "paused", "cancelled", "failed")
EVERYWHERE = ("", "0.0.0.0", "::", "*")  # what a socket takes for all addresses
FURTHER = ("cards", "takeaway", "watching", "sitting", "repairs")  # modules with ROUTES of their own


@dataclass(frozen=True)
class Bench:
    """What the routes work with."""

    out: Path  # all files are written below
    live: Live
    repairs: Repairs


def _titles(bench: Bench) -> object:
    return titles()


def _rules(bench: Bench, title: str) -> object:
    load_title(title)
    return rulebook(title)


def _check(bench: Bench, question: Question) -> object:
    return check(question)


def _ask(bench: Bench, asked: Asked) -> object:
    return {"id": bench.live.ask(asked)}


def _answer(bench: Bench, id: str) -> object:
    return bench.live.get(id).answer


def _steer(bench: Bench, asked: Nothing, id: str, how: str) -> object:
    steer = {"pause": bench.live.pause, "go-on": bench.live.go_on, "more": bench.live.more}
    if how not in steer:
        raise NotThere("pause, go-on or more")
    return steer[how](id).answer


async def _events(request: Request) -> Response:
    """The answers of a question as they come. It ends with the last one; who has that already need not come again (204)."""
    playing = bench_of(request).live.get(request.path_params["id"])
    if not playing.is_active and request.headers.get("last-event-id") == str(playing.version):
        return Response(status_code=204)
    return StreamingResponse(_told(playing), media_type="text/event-stream")


async def _told(playing: Playing) -> AsyncIterator[str]:
    """The latest answer each time, never one after the other: a client that reads slowly misses some and holds up nobody."""
    told, at = -1, time.monotonic()
    with playing.watched():
        while True:
            if playing.version != told:
                told, at = playing.version, time.monotonic()
                answer = playing.answer
                yield f"id: {told}\nevent: answer\ndata: {json.dumps(answer)}\n\n"
                if answer["state"] in ENDED and playing.version == told:
                    return
            elif time.monotonic() - at > HEARTBEAT:
                at = time.monotonic()
                yield ": still here\n\n"
            await asyncio.sleep(EVENT_PAUSE)


async def _index(request: Request) -> Response:
    return FileResponse(page_folder() / "index.html", media_type="text/html")


def make_app(bench: Bench, token: str, hosts: frozenset[str]) -> ASGIApp:
    """All that is served, behind its guard."""
    routes: list[BaseRoute] = [
        Route("/", _index, methods=["GET"]),
        get("/api/titles", _titles),
        get("/api/rules/{title}", _rules),
        post("/api/check", Question, _check),
        post("/api/questions", Asked, _ask),
        get("/api/questions/{id}", _answer),
        Route("/api/questions/{id}/events", _events, methods=["GET"]),
        post("/api/questions/{id}/{how}", Nothing, _steer),
    ]
    for module in FURTHER:
        if find_spec(f"brewsim.workbench.{module}"):
            routes += import_module(f"brewsim.workbench.{module}").ROUTES
    routes.append(Mount("/page", StaticFiles(directory=page_folder())))
    app = Starlette(routes=[Mount(f"/{token}", routes=routes)], exception_handlers={BadInput: refuse, Exception: confess})
    app.state.bench = bench
    return Guard(app, token, hosts)


def serve(
    out: Path, host: str, port: int, workers: int, started: Callable[[str], object], title: str | None = None, token: str | None = None
) -> None:
    """Serve until interrupted. `started` is told the address as soon as it answers; `title` is the one that is asked about first."""
    with disk_errors(out):
        make_folder(out)
    listener = _listen(host, port)
    port = listener.getsockname()[1]
    token = token or new_token()
    names = {host, "localhost"} if host == LOOPBACK else {host}
    live = Live(out, workers)
    repairs = Repairs(out / REPAIRS, workers, live.wait_for_rest)
    app = make_app(Bench(out, live, repairs), token, frozenset(f"{name}:{port}" for name in names))
    config = uvicorn.Config(app, log_level="error", access_log=False, server_header=False, timeout_graceful_shutdown=1, lifespan="off")
    threading.Thread(target=_warm_up, args=(title,), daemon=True).start()
    started(f"http://{host}:{port}/{token}/")
    try:
        _Server(config).run(sockets=[listener])
    finally:
        repairs.close()
        live.close()


class _Server(uvicorn.Server):
    """One that ends at the first signal, without a word about the streams that this cuts off, and raises no signal again."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End; a second time at once."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        self.force_exit = self.should_exit
        self.should_exit = True


def _warm_up(title: str | None) -> None:
    """Load what the first answer needs while its question is still being thought of."""
    import scipy.stats  # noqa: F401 - what the intervals of seats take from it loads for a second

    if title is not None:
        case = Question(title=title).case("base")
        simulate(case.rules, case.lineup, 0)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there, so that the address can be told before the server runs."""
    if host in EVERYWHERE:
        raise BadInput(f"{choice('host', host)}: name one address of this machine, by which the page is then asked for")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
    except (OSError, UnicodeError):
        raise BadInput(f"{choice('host', host)}: not an address of this machine") from None
    if os.name == "posix":  # a port that was just closed; on Windows this would let two servers listen at one
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        name = choice("port", port) if error.errno == errno.EADDRINUSE or host == LOOPBACK else choice("host", host)
        raise BadInput(f"{name}: nothing can be served there ({error.strerror})") from None
    return listener
