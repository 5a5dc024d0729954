"""The server as a page meets it, and the command as a user starts it."""

import json
import os
import signal
import socket
import subprocess
from collections.abc import Iterator

import httpx
import pytest

from brewsim.workbench.questions import MOST_GAMES
from tests.waiting import SECONDS
from tests.workbench.conftest import Workbench, serving

QUESTION = {"title": "brew_crafters", "games": 1024, "page": "test"}
LONG = QUESTION | {"changes": {"game.target_rep": 17}, "games": MOST_GAMES}


def ask(workbench: Workbench, question: dict) -> str:
    answer = workbench.ask("POST", "api/questions", json=question)
    assert answer.status_code == 200, answer.text
    return answer.json()["id"]


def events(workbench: Workbench, id: str) -> Iterator[dict]:
    with httpx.stream("GET", f"{workbench.address}api/questions/{id}/events", timeout=SECONDS) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("data: "):
                yield json.loads(line.removeprefix("data: "))


def test_the_page_and_its_files_are_served(workbench):
    page = workbench.ask("GET", "")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    script = workbench.ask("GET", "page/app.js")
    assert script.headers["content-type"].partition(";")[0] in ("text/javascript", "application/javascript")


def test_titles_and_rules(workbench):
    titles = workbench.ask("GET", "api/titles").json()
    for title in titles:
        assert workbench.ask("GET", f"api/rules/{title['name']}").json()["label"] == title["label"]
    wrong = workbench.ask("GET", "api/rules/brewx")
    assert wrong.status_code == 400
    assert "did you mean 'brew'" in wrong.json()["message"]


def test_a_wrong_value_is_told_at_its_field(workbench):
    wrong = {"title": "brew_crafters", "changes": {"game.target_rep": 1000}}
    assert "game.target_rep" in workbench.ask("POST", "api/check", json=wrong).json()["fields"]
    answer = workbench.ask("POST", "api/questions", json=wrong | {"page": "test"})
    assert answer.status_code == 400
    assert answer.json()["fields"]["game.target_rep"] == answer.json()["message"]


def test_answers_come_while_games_are_played_and_end_with_the_last(workbench):
    told = list(events(workbench, ask(workbench, QUESTION)))
    assert told[-1]["state"] == "done"
    assert told[-1]["games"] == 1024
    assert told[-1]["lines"]
    assert [one["games"] for one in told] == sorted(one["games"] for one in told)
    assert workbench.ask("GET", f"api/questions/{told[-1]['id']}").json() == told[-1]


def test_who_has_the_last_answer_is_told_not_to_come_again(workbench):
    id = ask(workbench, QUESTION)
    *_, last = events(workbench, id)
    with httpx.stream("GET", f"{workbench.address}api/questions/{id}/events", timeout=SECONDS) as stream:
        version = next(line for line in stream.iter_lines() if line.startswith("id: ")).removeprefix("id: ")
    again = workbench.ask("GET", f"api/questions/{id}/events", headers={"last-event-id": version})
    assert again.status_code == 204
    assert last["state"] == "done"


def test_pause_go_on_and_more(workbench):
    id = ask(workbench, LONG | {"page": "steered"})
    assert workbench.ask("POST", f"api/questions/{id}/pause", json={}).json()["state"] == "paused"
    *_, last = events(workbench, id)
    assert last["state"] == "paused"
    assert workbench.ask("POST", f"api/questions/{id}/go-on", json={}).json()["state"] in ("compiling", "playing")
    assert workbench.ask("POST", f"api/questions/{id}/more", json={}).status_code == 200
    assert workbench.ask("POST", f"api/questions/{id}/faster", json={}).status_code == 404
    ask(workbench, QUESTION | {"page": "steered"})
    assert workbench.ask("GET", f"api/questions/{id}").json()["state"] == "cancelled"


def test_a_client_that_never_reads_holds_up_nobody(workbench):
    id = ask(workbench, LONG | {"page": "deaf"})
    name, port = workbench.host.split(":")
    token = workbench.address.split("/")[3]
    lines = [socket.create_connection((name, int(port))) for _ in range(20)]
    for line in lines:
        line.sendall(f"GET /{token}/api/questions/{id}/events HTTP/1.1\r\nHost: {workbench.host}\r\n\r\n".encode())
    *_, last = events(workbench, ask(workbench, QUESTION))
    assert last["state"] == "done"
    ask(workbench, QUESTION | {"page": "deaf"})
    for line in lines:
        line.close()
    assert workbench.ask("GET", "api/titles").status_code == 200


def test_a_server_that_is_killed_loses_no_finished_part(tmp_path):
    with serving(tmp_path / "out") as first:
        games = next(one["games"] for one in events(first, ask(first, LONG)) if one["games"])
        first.process.send_signal(signal.SIGKILL)
        first.process.wait(SECONDS)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*.parquet")}
    with serving(tmp_path / "out") as second:
        assert next(one["games"] for one in events(second, ask(second, LONG)) if one["games"] >= games)
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_ctrl_c_ends_it_with_a_line_and_leaves_nothing(tmp_path):
    with serving(tmp_path / "out") as bench:
        ask(bench, LONG)
        with httpx.stream("GET", f"{bench.address}api/questions/{ask(bench, LONG)}/events", timeout=SECONDS):
            bench.process.send_signal(signal.SIGINT)
            bench.process.wait(SECONDS)
        assert bench.process.stdout
        assert "The workbench is closed." in bench.process.stdout.read()
    assert bench.process.returncode == 0
    if os.name == "posix":
        left = subprocess.run(["ps", "-o", "pid=", "--ppid", str(bench.process.pid)], capture_output=True, text=True).stdout
        assert not left.strip()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["brewx"], "did you mean 'brew'"),
        (["--port", "70000"], "--port 70000: 0 (any) to 65535"),
        (["--port", "-1"], "--port -1"),
        (["--port", "x"], "--port"),
        (["--host", "0.0.0.0"], "--host"),
        (["--host", "no such host"], "--host"),
        (["--out", "/dev/null/x"], "/dev/null"),
    ],
)
def test_a_wrong_word_is_told_in_one_line(brewsim, words, told):
    end = brewsim("workbench", "--no-browser", *words)
    assert end.returncode == 2
    assert told in end.stderr
    assert len(end.stderr.splitlines()) == 1


def test_a_port_in_use_is_told_in_one_line(brewsim, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        end = brewsim("workbench", "--no-browser", "--port", port, "--out", str(tmp_path / "out"))
    assert (end.returncode, len(end.stderr.splitlines())) == (2, 1)
    assert f"--port {port}" in end.stderr
