"""As many searches at a time as there are processors, each stopped when its page goes.

A search runs in a thread. What it reports comes as events to the page that waits for it, in order;
of reports that come faster than they are sent only the newest is kept.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from threading import Thread
from typing import NamedTuple

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board_server.limits import HEARTBEAT, MOST_WAITING
from pinochle_solver.board_server.protection import Receive, Scope, Send
from pinochle_solver.errors import PositionError


class Event(NamedTuple):
    """What a page is told; the kind is empty for a sign of life.

    Attributes:
        kind: ``waiting``, ``line``, ``done``, ``refused`` or ``failed``.
        data: JSON.
    """

    kind: str
    data: bytes = b"{}"


Report = Callable[[bytes], None]
Work = Callable[[int, StopFlag, Report], None]
"""A search: takes the number of its threads, what stops it, and what it reports lines to."""


class Searches:
    """The searches under way, and those that wait.

    Args:
        processors: how many may run at a time.
        failed: is told the error of a search that failed.
    """

    def __init__(self, processors: int, failed: Callable[[BaseException], None]) -> None:
        self._processors, self._failed = processors, failed
        self._running = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._stops: set[StopFlag] = set()
        self._is_over = False

    def end(self) -> None:
        """Stop all searches."""
        self._is_over = True
        for stop in self._stops:
            stop.set()

    async def events(self, work: Work) -> AsyncGenerator[Event, None]:
        """Run a search as soon as there is a processor for it; closing this stops it.

        Yields:
            how many others wait before it, again and again; then its lines; at last one of
            ``done``, ``refused`` or ``failed``.
        """
        if len(self._waiting) >= MOST_WAITING or self._is_over:
            yield Event("failed", b'{"error":"too many searches, wait a moment"}')
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            self._admit()
            while not turn.done():
                before = self._waiting.index(turn) + 1
                yield Event("waiting", b'{"before":%d}' % before)
                await asyncio.wait({turn}, timeout=1.0)
            threads = max(1, self._processors // self._running)
            async with aclosing(self._run(work, threads)) as events:
                async for event in events:
                    yield event
        finally:
            if turn.done():
                self._running -= 1
                self._admit()
            else:
                self._waiting.remove(turn)

    def _admit(self) -> None:
        while self._waiting and self._running < self._processors:
            self._running += 1
            self._waiting.popleft().set_result(None)

    async def _run(self, work: Work, threads: int) -> AsyncGenerator[Event, None]:
        loop, stop = asyncio.get_running_loop(), StopFlag()
        newest: list[Event] = []
        ended: list[Event] = []
        heard, over = asyncio.Event(), asyncio.Event()

        def keep(line: bytes) -> None:
            newest[:] = [Event("line", line)]
            heard.set()

        def end(event: Event) -> None:
            ended.append(event)
            heard.set()
            over.set()

        def told(call: Callable[..., None], argument: object) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(call, argument)

        def searched() -> None:
            try:
                work(threads, stop, lambda line: told(keep, line))
                told(end, Event("done"))
            except PositionError as error:
                told(end, Event("refused", refused(error)))
            except Exception as error:
                self._failed(error)
                told(end, Event("failed", b'{"error":"internal error"}'))

        self._stops.add(stop)
        Thread(target=searched, daemon=True).start()
        try:
            while not ended or newest:
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(heard.wait(), HEARTBEAT)
                heard.clear()
                if newest:
                    yield newest.pop()
                elif not ended:
                    yield Event("")
            yield ended[0]
        finally:
            stop.set()
            # Its processor is free only when the search has ended.
            await asyncio.shield(over.wait())
            self._stops.discard(stop)


class EventStream:
    """An answer of server-sent events, which ends when the page goes.

    Args:
        events: what is sent; closed as soon as nobody listens.
    """

    def __init__(self, events: AsyncGenerator[Event, None]) -> None:
        self._events = events

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the events as a response."""
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        sent = asyncio.ensure_future(self._send(send))
        gone = asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait({sent, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            sent.cancel()
            results = await asyncio.gather(sent, gone, return_exceptions=True)
            await self._events.aclose()
        for result in results:
            # Whoever has gone hears nothing any more.
            if isinstance(result, Exception) and not isinstance(result, OSError):
                raise result

    async def _send(self, send: Send) -> None:
        async for kind, data in self._events:
            text = b"event: %s\ndata: %s\n\n" % (kind.encode(), data) if kind else b":\n\n"
            await send({"type": "http.response.body", "body": text, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def refused(error: PositionError) -> bytes:
    """The program's own sentence about what is wrong, as JSON: ``token``, ``fact``, ``text``."""
    import msgspec

    said = {"refused": True, "token": error.token, "fact": error.fact, "text": str(error)}
    return msgspec.json.encode(said)
