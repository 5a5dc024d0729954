"""Who is refused: other hosts and origins, a wrong token, anything but small JSON; and what every answer carries."""

import asyncio
import socket

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from brewsim.errors import BadInput
from brewsim.workbench.endpoints import confess, refuse
from brewsim.workbench.security import MAX_BODY, Guard
from tests.waiting import SECONDS

TOKEN, HOST = "secret", "127.0.0.1:1"


async def take_all(request: Request) -> Response:
    """Reads the whole request and says how long it was."""
    return PlainTextResponse(str(len(await request.body())))


APP = Starlette(
    routes=[Route("/{path:path}", take_all, methods=["GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])],
    exception_handlers={BadInput: refuse, Exception: confess},
)


def ask(method: str, path: str, **options) -> httpx.Response:
    async def asked() -> httpx.Response:
        transport = httpx.ASGITransport(app=Guard(APP, TOKEN, frozenset({HOST})))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.request(method, path, **options)

    return asyncio.run(asked())


def test_the_page_itself_is_let_through():
    assert ask("GET", f"/{TOKEN}/").status_code == 200
    assert ask("POST", f"/{TOKEN}/api", json={"a": 1}, headers={"origin": f"http://{HOST}"}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/secre/", "/secrets/", "//", "/api/titles", "/SECRET/", "/%73ecre/", "/é/"])
def test_without_the_token_there_is_nothing(path):
    assert ask("GET", path).status_code == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:1", "127.0.0.1", "127.0.0.1:2", "", "127.0.0.1:1.evil.example"])
def test_another_name_of_the_server_is_refused(host):
    assert ask("GET", f"/{TOKEN}/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", f"https://{HOST}", "null", "http://127.0.0.1", f"http://{HOST}.evil.example"])
def test_the_page_of_another_site_is_refused(origin):
    assert ask("POST", f"/{TOKEN}/api", json={}, headers={"origin": origin}).status_code == 403
    assert ask("GET", f"/{TOKEN}/", headers={"origin": origin}).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_browser_that_says_it_is_on_another_site_is_refused(site):
    assert ask("GET", f"/{TOKEN}/page/app.js", headers={"sec-fetch-site": site}).status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "application/jsonp"])
def test_only_json_is_taken(kind):
    assert ask("POST", f"/{TOKEN}/api", content=b"{}", headers={"content-type": kind}).status_code == 415


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])
def test_other_methods_are_refused(method):
    assert ask(method, f"/{TOKEN}/api").status_code == 405


def test_a_long_body_is_refused_whatever_it_says_of_its_length():
    async def pieces():
        for _ in range(100):
            yield b"x" * 1024

    json = {"content-type": "application/json"}
    assert ask("POST", f"/{TOKEN}/api", content=b"x" * MAX_BODY, headers=json).text == str(MAX_BODY)
    assert ask("POST", f"/{TOKEN}/api", content=b"x" * (MAX_BODY + 1), headers=json).status_code == 413
    assert ask("POST", f"/{TOKEN}/api", content=pieces(), headers=json).status_code == 413
    assert ask("POST", f"/{TOKEN}/api", content=b"x", headers=json | {"content-length": "-1"}).status_code == 413


def test_the_log_of_a_game_may_be_longer():
    log = ask("POST", f"/{TOKEN}/api/sittings/read", content=b"x" * (MAX_BODY + 1), headers={"content-type": "application/json"})
    assert log.text == str(MAX_BODY + 1)


@pytest.mark.parametrize("path", [f"/{TOKEN}/", "/nothing/"])
def test_every_answer_has_strict_headers(path):
    headers = ask("GET", path).headers
    assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
    assert "access-control-allow-origin" not in headers


def test_the_server_listens_on_this_machine_only(workbench):
    name, port = workbench.host.split(":")
    assert name == "127.0.0.1"
    other = next((info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)), "127.0.0.1")
    if not other.startswith("127."):
        with pytest.raises(OSError, match="refused"):
            socket.create_connection((other, int(port)), timeout=SECONDS)


@pytest.mark.parametrize(
    "path",
    [
        "page/../server.py",
        "page/..%2fserver.py",
        "page/%2e%2e/server.py",
        "page//etc/passwd",
        "page/..\\server.py",
        "api/rules/..%2f..",
        "api/rules/%00",
    ],
)
def test_nothing_outside_the_page_is_served(workbench, path):
    with socket.create_connection(tuple(workbench.host.split(":")), timeout=SECONDS) as line:  # as it is: clients would tidy the path up
        token = workbench.address.split("/")[3]
        line.sendall(f"GET /{token}/{path} HTTP/1.1\r\nHost: {workbench.host}\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.split()[1] in (b"400", b"404"), answer[:200]


@pytest.mark.parametrize("id", ["../x", "%2e%2e", "x" * 5000, "0" * 16, "fe3a27fcd1613403%00"])
def test_an_id_that_nobody_was_given_is_not_there(workbench, id):
    assert workbench.ask("GET", f"api/questions/{id}").status_code in (400, 404)
    assert workbench.ask("GET", f"api/questions/{id}/events").status_code in (400, 404)
    assert workbench.ask("POST", f"api/questions/{id}/more", json={}).status_code in (400, 404)
