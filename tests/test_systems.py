"""Other systems, by simulation: what they lack is taken away, and what they have is put in its place."""

import os
import socket

import pytest

from brewsim import crews, errors
from brewsim.files import make_folder, open_plain, write_whole
from brewsim.workbench import server


@pytest.mark.parametrize(("system", "typed"), [("posix", "brewsim report 'my run'"), ("nt", 'brewsim report "my run"')])
def test_a_command_is_printed_as_the_shell_reads_it(monkeypatch, system, typed):
    with monkeypatch.context() as patch:
        patch.setattr(errors.os, "name", system)
        told = errors.command_line(["brewsim", "report", "my run"])
    assert told == typed


def test_without_affinity_all_cores_count(monkeypatch):
    """macOS and Windows."""
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert crews.cores() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert crews.cores() == 1


def test_files_are_written_and_read_without_the_flags_of_unix(monkeypatch, tmp_path):
    for flag in ("O_DIRECTORY", "O_NONBLOCK", "O_NOFOLLOW"):
        monkeypatch.delattr(os, flag, raising=False)
    make_folder(tmp_path / "a" / "b")
    write_whole(tmp_path / "a" / "b" / "file", b"line\r\n\x1a")
    with open_plain(tmp_path / "a" / "b" / "file") as file:
        assert file.read() == b"line\r\n\x1a"
    assert [path.name for path in (tmp_path / "a" / "b").iterdir()] == ["file"]


def test_on_windows_no_two_servers_share_a_port(monkeypatch):
    asked = []

    class Socket(socket.socket):
        def setsockopt(self, *words):
            asked.append(words)

    monkeypatch.setattr(server.socket, "socket", Socket)
    addresses = [(socket.AF_INET, socket.SOCK_STREAM, 0, "", ("127.0.0.1", 0))]
    monkeypatch.setattr(server.socket, "getaddrinfo", lambda *words, **options: addresses)
    for system in ("posix", "nt"):
        with monkeypatch.context() as patch:
            patch.setattr(server.os, "name", system)
            listener = server._listen("127.0.0.1", 0)
        listener.close()
    assert asked == [(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)]
