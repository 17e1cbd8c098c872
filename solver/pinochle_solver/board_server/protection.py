"""Which requests are heard: an ASGI application around another that refuses all others.

The board listens on this machine, where any page that the browser has open may send requests to
it. A request is heard only if it names the board by an address (a name may have been bound anew, to
this machine, by whoever owns it), comes from the board's own page, and knows the token, which
stands in the address that the command has opened.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from secrets import compare_digest
from time import monotonic
from typing import Any

from pinochle_solver.board_server.limits import (
    MOST_ADDRESSES,
    MOST_AT_ONCE,
    MOST_BODY,
    MOST_SKIPPED,
    REQUESTS_A_SECOND,
    SKIP_SECONDS,
)

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
_TOO_LONG = f"longer than {MOST_BODY:,} bytes"
_OWN_PAGE = ("same-origin", "none")


class TooMuchError(Exception):
    """The body of a request is longer than allowed."""


class Rate:
    """How often each address may ask: a bucket that fills with time.

    Args:
        clock: gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._left: dict[str, tuple[float, float]] = {}

    def allows(self, address: str) -> bool:
        """Whether one more request of this address is heard now."""
        now = self._clock()
        left, then = self._left.pop(address, (MOST_AT_ONCE, now))
        left = min(MOST_AT_ONCE, left + (now - then) * REQUESTS_A_SECOND)
        if len(self._left) >= MOST_ADDRESSES:
            self._left.pop(next(iter(self._left)))
        self._left[address] = (max(left - 1, 0.0), now)
        return left >= 1


class Protected:
    """An application of which only the board's own page is heard.

    The application sees paths without the token.

    Args:
        application: what is protected.
        token: what the path of every request begins with.
        loopback: whether only addresses of this machine may name the board.
        rate: how often an address may ask.
    """

    def __init__(
        self,
        application: Application,
        token: str,
        *,
        loopback: bool = True,
        rate: Rate | None = None,
    ) -> None:
        self._application, self._token, self._loopback = application, token, loopback
        self._rate = rate or Rate()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._application(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        headers = _headers(scope["headers"])
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            if refusal[0] == 413:
                await _skip_body(receive)
            await _refuse(send, *refusal)
            return
        inner = dict(scope)
        inner["path"] = scope["path"].removeprefix(f"/{self._token}") or "/"
        inner["raw_path"] = inner["path"].encode()
        sent = 0
        is_begun = False

        async def received() -> Message:
            nonlocal sent
            message = await receive()
            sent += len(message.get("body", b""))
            if sent > MOST_BODY:
                if message.get("more_body", False):
                    await _skip_body(receive)
                raise TooMuchError(_TOO_LONG)
            return message

        async def sending(message: Message) -> None:
            nonlocal is_begun
            if message["type"] == "http.response.start":
                is_begun = True
                message["headers"] = [*message.get("headers", ()), *_encoded(_HEADERS)]
            await send(message)

        try:
            await self._application(inner, received, sending)
        except TooMuchError as error:
            if not is_begun:
                await _refuse(send, 413, str(error))

    def _refusal(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        """The status and the fact with which a request is refused; None if it is heard."""
        host = headers.get("host", "")
        if not _is_address(host, self._loopback):
            return 421, "open the board by the address that pinochle board has shown"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return 403, "another page asks, only the board's own may"
        if headers.get("sec-fetch-site", "none") not in _OWN_PAGE and (
            scope["method"] != "GET" or headers.get("sec-fetch-mode") != "navigate"
        ):
            return 403, "another page asks, only the board's own may"
        first = scope["path"].split("/")[1:2]
        if not first or not compare_digest(first[0].encode(), self._token.encode()):
            return 404, "not found"
        client = scope.get("client")
        if not self._rate.allows(client[0] if client else ""):
            return 429, "too many requests, wait a second"
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:20]) > MOST_BODY:
            return 413, _TOO_LONG
        if scope["method"] == "POST":
            kind = headers.get("content-type", "").partition(";")[0].strip()
            if kind != "application/json":
                return 415, "expected application/json"
        return None


async def _skip_body(receive: Receive) -> None:
    """Read on for a while: a connection closed with something unread may lose the answer."""

    async def skipped() -> None:
        left = MOST_SKIPPED
        while left > 0:
            message = await receive()
            if not message.get("more_body", False):
                return
            left -= len(message["body"])

    with suppress(asyncio.TimeoutError):
        await asyncio.wait_for(skipped(), SKIP_SECONDS)


def _headers(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers by name; one that is given twice has no value that anything accepts."""
    found: dict[str, str] = {}
    for name, value in pairs:
        key = name.decode("latin-1").lower()
        found[key] = "\0" if key in found else value.decode("latin-1")
    return found


def _is_address(host: str, loopback: bool) -> bool:
    """Whether a Host header names an address, not a name that anybody may own."""
    name, _, port = host.rpartition(":") if host.rpartition(":")[2].isdigit() else (host, "", "")
    if port and not port.isascii():
        return False
    if name.lower() == "localhost":
        return True
    try:
        address = ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return address.is_loopback or not loopback


def _encoded(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


async def _refuse(send: Send, status: int, fact: str) -> None:
    body = json.dumps({"error": fact}).encode()
    kind = {"Content-Type": "application/json", "Content-Length": str(len(body))}
    headers = {**_HEADERS, **kind}
    if status == 429:
        headers["Retry-After"] = "1"
    await send({"type": "http.response.start", "status": status, "headers": _encoded(headers)})
    await send({"type": "http.response.body", "body": body})
