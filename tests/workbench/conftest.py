"""What the tests of the workbench share: the server as a user starts it, and a real browser that lets no mistake of a page pass."""

import importlib.util
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
import pytest

import brewsim
from tests.report.browser import CHROMIUM
from tests.waiting import SECONDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

ROOT = Path(brewsim.__file__).parents[1]
REFUSAL = "the server responded with a status of 400"
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


@dataclass(frozen=True)
class Workbench:
    """A running server."""

    address: str  # of the page, with its token
    out: Path
    process: subprocess.Popen[str]

    @property
    def host(self) -> str:
        """Name and port."""
        return urlsplit(self.address).netloc

    def ask(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Ask the server without a page."""
        return httpx.request(method, self.address + path, timeout=SECONDS, **options)


@contextmanager
def serving(out: Path) -> Iterator[Workbench]:
    """`brewsim workbench brew_crafters --no-browser`, ended at the end of the block as Ctrl-C ends it."""
    command = [sys.executable, "-m", "brewsim", "workbench", "brew_crafters", "--no-browser", "--out", str(out)]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=out.parent, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            found = re.search(r"http://[^\s#]+/", process.stdout.readline())
            assert found, "the command did not print the address of the page"
            yield Workbench(found[0], out, process)
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                process.wait(SECONDS)


@pytest.fixture(scope="module")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workbench]:
    """One server for all tests of a module."""
    with serving(tmp_path_factory.mktemp("bench") / "out") as bench:
        yield bench
    assert bench.process.returncode in (0, 130)  # as the shell counts Ctrl-C


@pytest.fixture(scope="module")
def browser() -> "Iterator[Browser]":
    """The system's Chromium; nothing is ever downloaded."""
    if CHROMIUM is None:
        pytest.skip("chromium is not installed (apt-get install chromium)")
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("playwright is not installed (pip install playwright)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        one = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        yield one
        one.close()


@pytest.fixture
def new_page(workbench: Workbench, browser: "Browser", tmp_path: Path) -> "Iterator[Callable[..., Page]]":
    """Opens pages of the workbench at a fragment. In the end none of them may have told of an error, or asked anybody else.

    With `may_be_refused` a page may ask what the server answers with 400, of which the browser tells too.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(fragment: str = "", may_be_refused: bool = False, **options: Any) -> "Page":
        context = browser.new_context(**{"viewport": WIDE, "accept_downloads": True, "reduced_motion": "reduce"} | options)
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=f"http://{workbench.host}")
        context.set_default_timeout(SECONDS * 1000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: None if may_be_refused and REFUSAL in message.text else hear(message))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: None if is_own(request.url) else faults.append(f"asked for {request.url}"))
        page.goto(workbench.address + fragment)
        return page

    def hear(message: "ConsoleMessage") -> None:
        if message.type in ("error", "warning"):
            faults.append(message.text)

    def is_own(address: str) -> bool:
        """Whether a request stays with this server."""
        parts = urlsplit(address)
        return parts.netloc == workbench.host or parts.scheme in ("data", "blob")

    yield open_page
    for context in contexts:
        context.close()
    assert not faults
