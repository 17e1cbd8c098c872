"""The server of the board, asked as a browser asks it."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from helpers.commandline import COMMAND, bare_environment
from pinochle_solver.notation.known_rulebooks import KnownRulebooks

pytest.importorskip(
    "uvicorn", reason="the extra is not installed (pip install 'pinochle-solver[board]')"
)
pytest.importorskip(
    "starlette", reason="the extra is not installed (pip install 'pinochle-solver[board]')"
)

from pinochle_solver.board_server import server
from pinochle_solver.board_server.server import Board, BoardServer, listening

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
HAND = "AS TS AH TH 9H AD KD QD 9D KC JC 9C up KD led TD"
TOKEN = "secret"


class Answer(NamedTuple):
    """What a request was answered with."""

    status: int
    kind: str
    text: str


class Client:
    """Asks a board; paths are those behind the token."""

    def __init__(self, port: int, path: str = f"/{TOKEN}/") -> None:
        self.port, self.path = port, path

    def ask(
        self, path: str, asked: object = None, *, whole: bool = False, **headers: str
    ) -> Answer:
        """The answer to a GET, or to what is posted; a whole path has the token itself."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=20)
        body = asked if isinstance(asked, bytes) or asked is None else json.dumps(asked).encode()
        sent = {"Content-Type": "application/json"} if body is not None else {}
        at = path if whole else f"{self.path}{path}"
        connection.request("GET" if body is None else "POST", at, body, sent | headers)
        with closing(connection), connection.getresponse() as answer:
            kind = answer.getheader("Content-Type") or ""
            return Answer(answer.status, kind, answer.read().decode())


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    listener = listening("127.0.0.1", 0)
    running = BoardServer(Board(KnownRulebooks(), 2, TOKEN))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
    thread.start()
    yield Client(listener.getsockname()[1])
    running.should_exit = True
    thread.join(20)


def test_the_page_and_its_files_are_served_without_inline_scripts(client: Client) -> None:
    page = client.ask("")
    assert (page.status, page.kind) == (200, "text/html; charset=utf-8")
    assert 'id="face-QS"' in page.text
    assert re.findall(r"<script(?![^>]* src=)", page.text) == []
    assert re.findall(r"<style|\sstyle=|\son\w+=", page.text) == []
    for name in re.findall(r'(?:src|href)="(page/[^"]+)"', page.text):
        assert client.ask(name).status == 200
    assert client.ask("page/main.js").kind == "text/javascript; charset=utf-8"


@pytest.mark.parametrize(
    "path",
    [
        "page/../server.py",
        "page/..%2fserver.py",
        "page/%2e%2e/server.py",
        "page//etc/passwd",
        "page/%2fetc%2fpasswd",
        "page/server.py",
        "page/index.html",
        "page/",
        "etc/passwd",
        "position",
    ],
)
def test_no_path_of_the_disk_is_reachable(client: Client, path: str) -> None:
    assert client.ask(path).status in (404, 405)


def test_names_of_others_and_other_pages_are_refused(client: Client) -> None:
    asked = {"text": PLAYOFF}
    assert client.ask("position", asked).status == 200
    assert client.ask("position", asked, Host="evil.example:8748").status == 421
    assert client.ask("position", asked, Origin="http://evil.example").status == 403
    assert client.ask("/position", asked, whole=True).status == 404
    assert client.ask("position", b"x" * 300_000).status == 413


def raw(port: int, request: bytes) -> tuple[int, str, str]:
    """The status, the headers and the body of the answer to bytes that no client would send."""
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        connection.sendall(request)
        with connection.makefile("rb") as answer:
            head, _, body = answer.read().decode().partition("\r\n\r\n")
    return int(head.split()[1]), head, body


POSITION = json.dumps({"text": PLAYOFF})
ELSEWHERE = "another page asks, only the board's own may"
ITS_ADDRESS = "open the board by the address that pinochle board has shown"
JSON = "Content-Type: application/json"


@pytest.mark.parametrize(
    ("line", "headers", "body", "status", "fact"),
    [
        # A name that its owner has bound anew, to this machine.
        ("GET /secret/", ["Host: evil.example:8748"], "", 421, ITS_ADDRESS),
        ("GET http://evil.example/secret/", ["Host: evil.example"], "", 421, ITS_ADDRESS),
        ("GET /secret/", ["Host: 127.0.0.1.evil.example"], "", 421, ITS_ADDRESS),
        # Another page that the browser has open.
        ("POST /secret/move", [JSON, "Origin: http://evil.example"], POSITION, 403, ELSEWHERE),
        ("POST /secret/search", [JSON, "Origin: null"], POSITION, 403, ELSEWHERE),
        ("GET /secret/first", ["Sec-Fetch-Site: cross-site"], "", 403, ELSEWHERE),
        ("OPTIONS /secret/move", ["Origin: https://127.0.0.1"], "", 403, ELSEWHERE),
        ("POST /secret/move", ["Content-Type: text/plain"], POSITION, 415, "application/json"),
        # No token, or a wrong one.
        ("GET /", [], "", 404, "not found"),
        ("GET /first", [], "", 404, "not found"),
        ("POST /secret2/position", [JSON], POSITION, 404, "not found"),
        ("GET /%00/first", [], "", 404, "not found"),
        # Paths of the disk.
        ("GET /../../../../etc/passwd", [], "", 404, "not found"),
        ("GET /secret/../../etc/passwd", [], "", 404, ""),
        ("GET /secret/page/../server.py", [], "", 404, ""),
        ("GET /secret/page/..%2f..%2fserver.py", [], "", 404, ""),
        ("GET /secret/page/%2e%2e%5cserver.py", [], "", 404, "not found"),
        ("GET /secret/page/%c0%ae%c0%ae/server.py", [], "", 404, ""),
        ("GET /secret/page/main.js%00.py", [], "", 404, "not found"),
        # Too much.
        ("POST /secret/position", [JSON], "x" * 300_000, 413, "longer than 200,000 bytes"),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else None,
)
def test_forged_requests_are_refused_in_a_line(
    client: Client,
    capfd: pytest.CaptureFixture[str],
    line: str,
    headers: list[str],
    body: str,
    status: int,
    fact: str,
) -> None:
    sent = [f"{line} HTTP/1.1", "Connection: close", *headers]
    if not any(header.startswith("Host:") for header in headers):
        sent.append(f"Host: 127.0.0.1:{client.port}")
    sent.append(f"Content-Length: {len(body)}")
    found, head, told = raw(client.port, "\r\n".join([*sent, "", body]).encode())
    assert found == status
    assert fact in told
    assert len(told.splitlines()) == 1
    assert "access-control-allow" not in head.lower()
    assert capfd.readouterr().err == ""


def test_a_body_in_chunks_is_refused_when_it_is_too_long(client: Client) -> None:
    connection = HTTPConnection("127.0.0.1", client.port, timeout=20)
    chunks = iter([b"x" * 50_000] * 6)
    kind = {"Content-Type": "application/json"}
    connection.request("POST", f"{client.path}position", chunks, kind, encode_chunked=True)
    with closing(connection), connection.getresponse() as answer:
        assert answer.status == 413
        assert json.loads(answer.read()) == {"error": "longer than 200,000 bytes"}


def test_who_asks_too_often_is_told_to_wait() -> None:
    listener = listening("127.0.0.1", 0)
    running = BoardServer(Board(KnownRulebooks(), 1, TOKEN))
    thread = threading.Thread(target=running.run, kwargs={"sockets": [listener]})
    thread.start()
    with socket.create_connection(listener.getsockname()[:2], 20) as connection:
        asked = f"GET /{TOKEN}/page/none.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        connection.sendall(asked * 600)
        connection.shutdown(socket.SHUT_WR)
        with connection.makefile("rb") as answers:
            told = answers.read().decode()
    running.should_exit = True
    thread.join(20)
    statuses = re.findall(r"HTTP/1.1 (\d+)", told)
    assert (len(statuses), set(statuses)) == (600, {"404", "429"})
    assert told.count('{"error": "too many requests, wait a second"}') == statuses.count("429")
    assert told.lower().count("retry-after: 1") == statuses.count("429")


def test_what_is_impossible_is_a_sentence(client: Client) -> None:
    answer = client.ask("position", {"text": "rules=hoyle"})
    said = json.loads(answer.text)
    assert (answer.status, said["refused"], said["token"]) == (200, True, "rules")
    assert said["text"] == f"rules: {said['fact']}"


def test_an_error_tells_no_more_than_that(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(server, "read_request", broken)
    answer = client.ask("position", {"text": PLAYOFF})
    assert (answer.status, answer.text) == (500, '{"error":"internal error"}')
    assert capsys.readouterr().err == "board: internal error: RuntimeError: a secret\n"


def test_a_search_is_a_stream_of_events(client: Client) -> None:
    answer = client.ask("search", {"text": PLAYOFF})
    assert answer.kind == "text/event-stream"
    events = dict(re.findall(r"^event: (\w+)\ndata: (.*)$", answer.text, re.M))
    assert json.loads(events["line"])["line"]["value"] == {"south": 55, "north": 15}
    assert "done" in events


def test_searches_whose_pages_have_gone_are_stopped(client: Client) -> None:
    body = json.dumps({"text": HAND, "seconds": 60})
    for _ in range(5):
        connection = HTTPConnection("127.0.0.1", client.port, timeout=20)
        kind = {"Content-Type": "application/json"}
        connection.request("POST", f"{client.path}search", body, kind)
        answer = connection.getresponse()
        assert answer.readline() in (b"event: line\n", b"event: waiting\n")
        answer.close()
        connection.close()
    begun = time.monotonic()
    assert "event: done" in client.ask("search", {"text": PLAYOFF}).text
    assert time.monotonic() - begun < 10


def test_the_puzzles_are_positions_with_something_to_decide(client: Client) -> None:
    puzzles = json.loads(client.ask("puzzles").text)
    assert len(puzzles) > 50
    assert any("claim 1" in " ".join(puzzle["why"]) for puzzle in puzzles)
    assert "id=" not in puzzles[0]["text"]
    view = json.loads(client.ask("position", {"text": puzzles[0]["text"]}).text)
    assert view["knows"]
    assert len(view["moves"]) > 1


def test_the_rulebooks_come_first(client: Client) -> None:
    first = json.loads(client.ask("first").text)
    assert first["opened"] == ""
    assert first["rulebooks"][0]["rules"] == "scarne"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command, and the address that it shows."""
    environment = bare_environment(XDG_STATE_HOME=str(tmp_path))
    process = subprocess.Popen(
        [*COMMAND, "board", "--no-open", "--port", "0"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def test_the_command_serves_and_ends_quietly_while_a_search_runs(
    running: tuple[subprocess.Popen[str], str],
) -> None:
    process, address = running
    parts = urlsplit(address)
    assert parts.hostname == "127.0.0.1"
    connection = HTTPConnection("127.0.0.1", parts.port or 0, timeout=10)
    body = json.dumps({"text": HAND, "seconds": 60})
    kind = {"Content-Type": "application/json"}
    connection.request("POST", f"{parts.path}search", body, kind)
    with closing(connection), connection.getresponse() as answer:
        assert answer.readline() == b"event: line\n"
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    assert time.monotonic() - begun < 5
    assert (process.returncode, out) == (0, "")
    assert err == "open this address in a browser; Ctrl-C ends the board\n"


def test_a_port_in_use_is_said_in_a_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = subprocess.run(
            [*COMMAND, "board", "--no-open", "--port", port],
            env=bare_environment(),
            capture_output=True,
            text=True,
            check=False,
        )
    said = f"--port {port}: address already in use. Add --port 0 to take any free port\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", said)
