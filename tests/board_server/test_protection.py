"""Which requests the board hears: host, origin, token, size and rate."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable

import pytest

from pinochle_solver.board_server.limits import MOST_AT_ONCE, MOST_BODY, REQUESTS_A_SECOND
from pinochle_solver.board_server.protection import (
    Message,
    Protected,
    Rate,
    Receive,
    Scope,
    Send,
)

TOKEN = "secret"
HOST = "127.0.0.1:8748"
JSON = ("content-type", "application/json")


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the path, and with how many bytes came."""
    size, more = 0, scope["method"] == "POST"
    while more:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    text = f"{scope['path']} {size}".encode()
    await send({"type": "http.response.body", "body": text})


def answer(
    path: str,
    *headers: tuple[str, str],
    host: str | None = HOST,
    method: str = "GET",
    chunks: Iterable[bytes] = (b"",),
    protected: Protected | None = None,
) -> tuple[int, str, dict[str, str]]:
    """The status, the text and the headers of an answer."""
    named = [] if host is None else [("host", host)]
    scope: Scope = {
        "type": "http",
        "method": method,
        "path": path,
        "client": ("127.0.0.1", 50_000),
        "headers": [(name.encode(), value.encode()) for name, value in (*named, *headers)],
    }
    left = list(chunks)
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    async def send(message: Message) -> None:
        sent.append(message)

    asyncio.run((protected or Protected(echo, TOKEN))(scope, receive, send))
    start, *bodies = sent
    text = b"".join(body["body"] for body in bodies).decode()
    found = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], text, found


def test_the_page_is_heard_without_its_token_in_the_path() -> None:
    status, text, headers = answer(f"/{TOKEN}/page/main.js")
    assert (status, text) == (200, "/page/main.js 0")
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe-inline" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8748", "127.0.0.1.evil.example", "", "localhost.evil", "[::1"],
)
def test_a_name_that_was_bound_to_this_machine_is_refused(host: str) -> None:
    assert answer(f"/{TOKEN}/", host=host)[0] == 421


def test_a_request_without_a_host_or_with_two_is_refused() -> None:
    assert answer(f"/{TOKEN}/", host=None)[0] == 421
    assert answer(f"/{TOKEN}/", ("host", HOST))[0] == 421


@pytest.mark.parametrize("host", ["localhost:8748", "[::1]:8748", "127.0.0.1", "LOCALHOST"])
def test_this_machine_may_be_named_by_each_of_its_addresses(host: str) -> None:
    assert answer(f"/{TOKEN}/", host=host)[0] == 200


def test_another_address_is_named_only_where_the_board_listens_there() -> None:
    assert answer(f"/{TOKEN}/", host="192.168.1.5:8748")[0] == 421
    outside = Protected(echo, TOKEN, loopback=False)
    assert answer(f"/{TOKEN}/", host="192.168.1.5:8748", protected=outside)[0] == 200
    assert answer(f"/{TOKEN}/", host="evil.example:8748", protected=outside)[0] == 421


@pytest.mark.parametrize(
    "headers",
    [
        [("origin", "http://evil.example")],
        [("origin", "null")],
        [("origin", "http://127.0.0.1:9999")],
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site"), ("sec-fetch-mode", "no-cors")],
    ],
    ids=str,
)
def test_another_page_is_refused(headers: list[tuple[str, str]]) -> None:
    status, text, _ = answer(f"/{TOKEN}/position", *headers, JSON, method="POST")
    assert status == 403
    assert json.loads(text) == {"error": "another page asks, only the board's own may"}


def test_a_link_from_elsewhere_may_be_followed() -> None:
    followed = [("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]
    assert answer(f"/{TOKEN}/", *followed)[0] == 200
    own = [("origin", f"http://{HOST}"), ("sec-fetch-site", "same-origin")]
    assert answer(f"/{TOKEN}/position", *own, JSON, method="POST")[0] == 200


@pytest.mark.parametrize("path", ["/", "/secre/", "/secret2/", "//secret/", "/page/main.js", "/.."])
def test_nothing_is_found_without_the_token(path: str) -> None:
    assert answer(path)[:2] == (404, '{"error": "not found"}')


def test_too_long_a_body_is_refused_whatever_its_length_is_said_to_be() -> None:
    said = ("content-length", str(MOST_BODY + 1))
    assert answer(f"/{TOKEN}/position", JSON, said, method="POST")[0] == 413
    assert answer(f"/{TOKEN}/position", JSON, ("content-length", "-1"), method="POST")[0] == 413
    chunks = [b"x" * 65_536] * (MOST_BODY // 65_536 + 1)
    assert answer(f"/{TOKEN}/position", JSON, method="POST", chunks=chunks)[0] == 413


def test_a_form_of_another_page_is_no_request() -> None:
    form = ("content-type", "application/x-www-form-urlencoded")
    assert answer(f"/{TOKEN}/position", form, method="POST")[0] == 415
    assert answer(f"/{TOKEN}/position", method="POST")[0] == 415


def test_who_asks_too_often_waits() -> None:
    now = 0.0
    rate = Rate(lambda: now)
    allowed = sum(rate.allows("a") for _ in range(int(MOST_AT_ONCE) + 50))
    assert allowed == MOST_AT_ONCE
    assert rate.allows("b")
    now += 1.0
    assert sum(rate.allows("a") for _ in range(200)) == REQUESTS_A_SECOND
    protected = Protected(echo, TOKEN, rate=rate)
    for _ in range(int(MOST_AT_ONCE)):
        rate.allows("127.0.0.1")
    status, _, headers = answer(f"/{TOKEN}/", protected=protected)
    assert (status, headers["retry-after"]) == (429, "1")


def test_other_protocols_are_closed() -> None:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        raise AssertionError

    asyncio.run(Protected(echo, TOKEN)({"type": "websocket"}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]
