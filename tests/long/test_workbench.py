"""The workbench under pressure: many changes, clients that never read, several pages, a kill in mid-run, an hour in a minute."""

import json
import os
import re
import signal
import socket
import threading
import time
from pathlib import Path

import httpx
import psutil
import pytest

from brewsim.outcomes import State
from brewsim.results import verify
from brewsim.workbench.questions import MOST_GAMES
from tests.waiting import SECONDS
from tests.workbench.conftest import Workbench, serving

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

MANY = MOST_GAMES  # more than are played while a test looks
PATIENCE = 4 * SECONDS  # a question is done when also all its cards and plans are played


def question(rep: int = 21, page: str = "page", **keys: object) -> dict[str, object]:
    return {"title": "brew_crafters", "seats": 2, "changes": {"game.target_rep": rep}, "page": page, "games": 1_000} | keys


def ask(bench: Workbench, **keys: object) -> str:
    answer = bench.ask("POST", "api/questions", json=question(**keys))
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


def state(bench: Workbench, id: str) -> dict[str, object]:
    answer: dict[str, object] = bench.ask("GET", f"api/questions/{id}").json()
    return answer


def wait_for(bench: Workbench, id: str, *states: str) -> dict[str, object]:
    """The answer as soon as it is in one of these states."""
    end = time.monotonic() + PATIENCE
    while (found := state(bench, id))["state"] not in states:
        assert time.monotonic() < end, found
        time.sleep(0.1)
    return found


def wait_for_games(bench: Workbench, id: str) -> int:
    """The number of games, as soon as there are some."""
    end = time.monotonic() + PATIENCE
    while not (found := state(bench, id))["games"]:
        assert time.monotonic() < end, found
        time.sleep(0.1)
    return int(str(found["games"]))


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("bench") / "out") as running:
        wait_for(running, ask(running), "done")  # compiled
        yield running


def test_a_hundred_changes_leave_one_question_that_is_played(bench):
    ids = [ask(bench, rep=30 + i, games=MANY, page="hasty") for i in range(100)]
    assert len(set(ids)) == 100
    states = [bench.ask("GET", f"api/questions/{id}") for id in ids]
    known = [answer.json()["state"] for answer in states if answer.status_code == 200]
    assert known[-1] in ("compiling", "playing")
    assert set(known[:-1]) == {"cancelled"}
    assert wait_for_games(bench, ids[-1])
    bench.ask("POST", f"api/questions/{ids[-1]}/pause", json={})


def test_a_client_that_never_reads_holds_up_nobody(bench):
    id = ask(bench, rep=60, games=MANY, page="deaf")
    path = re.sub(r"^http://[^/]+", "", bench.address) + f"api/questions/{id}/events"
    host, port = bench.host.split(":")
    deaf = [socket.create_connection((host, int(port))) for _ in range(50)]
    try:
        for client in deaf:
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: {bench.host}\r\n\r\n".encode())
        before = wait_for_games(bench, id)
        end = time.monotonic() + PATIENCE
        while int(str(state(bench, id)["games"])) <= before:
            assert time.monotonic() < end
            time.sleep(0.2)
        assert wait_for_games(bench, ask(bench, rep=61, page="quick"))
    finally:
        for client in deaf:
            client.close()
    bench.ask("POST", f"api/questions/{id}/pause", json={})


def test_two_pages_share_a_question_and_one_that_leaves_does_not_end_it(bench):
    id = ask(bench, rep=70, games=MANY, page="one")
    assert ask(bench, rep=70, games=MANY, page="two") == id
    other = ask(bench, rep=71, games=MANY, page="one")
    assert state(bench, id)["state"] in ("compiling", "playing")
    ask(bench, rep=71, games=MANY, page="two")
    assert state(bench, id)["state"] == "cancelled"
    bench.ask("POST", f"api/questions/{other}/pause", json={})


def test_threads_that_ask_at_once_are_all_answered(bench):
    answers: list[dict[str, object]] = []

    def page(number: int) -> None:
        id = ask(bench, rep=80 + number % 2, page=f"page-{number}")
        answers.append(wait_for(bench, id, "done"))

    threads = [threading.Thread(target=page, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert len(answers) == 12
    same = [json.dumps(answer["measures"]) for answer in answers if answer["id"] == answers[0]["id"]]
    assert len(set(same)) == 1


def test_memory_does_not_grow_over_many_changes(bench):
    process = psutil.Process(bench.process.pid)

    def settle(first: int, n: int) -> float:
        for rep in range(first, first + n):
            ask(bench, rep=rep % 180 + 10, games=4_000, seed=rep, page="patient")
            time.sleep(0.1)
        wait_for(bench, ask(bench, rep=21, page="patient"), "done")
        return process.memory_info().rss / 1e6

    settle(0, 40)  # caches fill: more questions than are kept
    before = settle(1_000, 20)
    after = settle(2_000, 60)
    assert after - before < 60, f"{before:.0f} MB, then {after:.0f} MB"
    assert len(process.children(recursive=True)) == 0


def test_a_server_killed_in_mid_run_goes_on_from_what_was_played(tmp_path):
    out = tmp_path / "out"
    with serving(out) as first:
        id = ask(first, rep=25, games=MANY)
        wait_for_games(first, id)
        children = psutil.Process(first.process.pid).children(recursive=True)
        os.kill(first.process.pid, signal.SIGKILL)
        first.process.wait(SECONDS)
    assert not [child for child in children if child.is_running()], "an orphan"
    for manifest in out.rglob("manifest.json"):
        assert {finding.state for finding in verify(manifest.parent).findings} <= {State.WHOLE, State.MISSING}
    whole = sum(1 for _ in out.rglob("*.parquet"))
    assert whole
    written = {path: path.stat().st_mtime_ns for path in out.rglob("*.parquet")}
    with serving(out) as again:
        assert ask(again, rep=25, games=MANY) == id, "the same question has the same id"
        wait_for_games(again, id)
        assert all(path.stat().st_mtime_ns == written[path] for path in written), "nothing is played twice"
        again.ask("POST", f"api/questions/{id}/pause", json={})


def test_a_server_ends_at_once_and_leaves_nothing_half_written(tmp_path):
    out = tmp_path / "out"
    with serving(out) as bench:
        id = ask(bench, rep=25, games=MANY)
        wait_for_games(bench, id)
        with httpx.stream("GET", f"{bench.address}api/questions/{id}/events", timeout=SECONDS) as events:
            next(events.iter_lines())
            bench.process.send_signal(signal.SIGINT)
            bench.process.wait(SECONDS)
    assert not [path for path in Path(out).rglob("*") if path.name.endswith(".brewsim-tmp")]
