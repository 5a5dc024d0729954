"""Who may ask the server, and how: one layer around everything it serves.

A page of another site can make the browser send requests to this machine. It cannot read the token in the address, nor send JSON or
this server's own name as host and origin (a name that was made to point here would be another one).
"""

import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from brewsim.errors import BadInput

LOOPBACK = "127.0.0.1"
JSON = "application/json"
MAX_BODY = 64 * 1024  # bytes of a question
MAX_LOG = 1024 * 1024  # of the log of a game that is read back
LONG_BODIES = ("/api/sittings/read",)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}


class TooLong(BadInput):
    """More bytes came than a request may have."""

    status = 413


def new_token() -> str:
    """What the address holds that nobody can guess."""
    return secrets.token_urlsafe(24)


@dataclass(frozen=True)
class Guard:
    """Lets through what the page of this server asks, and nothing else."""

    app: ASGIApp
    token: str
    hosts: frozenset[str]  # by which the server is asked for: name and port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or hand it on with a bound on its body and with strict headers on its answer."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        safe = _with_headers(send)
        if refusal:
            status, why = refusal
            await JSONResponse({"message": why, "fields": {}}, status)(scope, receive, safe)
            return
        await self.app(scope, _bounded(receive, _most_bytes(scope["path"])), safe)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Why a request is refused, if it is."""
        headers = Headers(scope=scope)
        if headers.get("host", "").lower() not in self.hosts:
            return 421, "this server is not asked for by that name"
        origin = headers.get("origin")
        if origin is not None and (urlsplit(origin).scheme != "http" or urlsplit(origin).netloc.lower() not in self.hosts):
            return 403, "only the page of this server may ask"
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return 403, "only the page of this server may ask"
        given = scope["path"].split("/")[1]
        if not secrets.compare_digest(given.encode(), self.token.encode()):
            return 404, "there is nothing here; the address that `brewsim workbench` printed has a token in it"
        return _bad_method(scope["method"], headers, _most_bytes(scope["path"]))


def _bad_method(method: str, headers: Headers, most: int) -> tuple[int, str] | None:
    if method in ("GET", "HEAD"):
        return None
    if method != "POST":
        return 405, "only GET and POST"
    if headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        return 415, f"only {JSON}"
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or int(length[:12]) > most:
        return 413, f"the request is too long: at most {most:,} bytes"
    return None


def _most_bytes(path: str) -> int:
    return MAX_LOG if path.endswith(LONG_BODIES) else MAX_BODY


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(HEADERS)
        await send(message)

    return sending


def _bounded(receive: Receive, most: int) -> Receive:
    """The body, as far as it may be long: a length need not be told, or be true."""
    taken = 0

    async def receiving() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLong(f"the request is too long: at most {most:,} bytes")
        return message

    return receiving
