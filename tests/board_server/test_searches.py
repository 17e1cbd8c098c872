"""Searches of the board: how many run, who waits, and what ends them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from threading import Event as Flag

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.board_server.searches import Event, EventStream, Report, Searches
from pinochle_solver.errors import NotationError

FAILED: list[BaseException] = []


def searches(processors: int = 1) -> Searches:
    FAILED.clear()
    return Searches(processors, FAILED.append)


def until_stopped(threads: int, stop: StopFlag, report: Report) -> None:
    report(b'{"threads":%d}' % threads)
    waiting = Flag()
    while not stop.is_set:
        waiting.wait(0.005)


async def kinds(events: AsyncGenerator[Event, None]) -> list[str]:
    return [event.kind async for event in events if event.kind not in ("", "waiting")]


def test_lines_come_in_order_and_then_the_end() -> None:
    def work(threads: int, stop: StopFlag, report: Report) -> None:
        report(b"1")

    found = asyncio.run(kinds(searches().events(work)))
    assert found[-1] == "done"
    assert set(found[:-1]) <= {"line"}


def test_what_is_refused_is_said_and_what_fails_is_not() -> None:
    def refused(threads: int, stop: StopFlag, report: Report) -> None:
        raise NotationError("upcard", "missing")

    def failed(threads: int, stop: StopFlag, report: Report) -> None:
        raise RuntimeError("a secret")

    async def last(work: object) -> Event:
        return [event async for event in searches().events(work)][-1]  # type: ignore[arg-type]

    event = asyncio.run(last(refused))
    assert event == (
        "refused",
        b'{"refused":true,"token":"upcard","fact":"missing","text":"upcard: missing"}',
    )
    assert asyncio.run(last(failed)) == ("failed", b'{"error":"internal error"}')
    assert [str(error) for error in FAILED] == ["a secret"]


def test_a_search_waits_until_there_is_a_processor_and_ends_with_its_page() -> None:
    async def run() -> None:
        all_of_them = searches()
        first, second = (all_of_them.events(until_stopped) for _ in range(2))
        assert await first.__anext__() == ("line", b'{"threads":1}')
        assert await second.__anext__() == ("waiting", b'{"before":1}')
        await first.aclose()
        while (event := await second.__anext__()).kind != "line":
            pass
        assert event.data == b'{"threads":1}'
        await second.aclose()
        third = all_of_them.events(until_stopped)
        assert (await third.__anext__()).kind == "line"
        await third.aclose()

    asyncio.run(asyncio.wait_for(run(), 20))


def test_one_who_gives_up_waiting_takes_no_place() -> None:
    async def run() -> None:
        all_of_them = searches()
        first, second, third = (all_of_them.events(until_stopped) for _ in range(3))
        await first.__anext__()
        await second.__anext__()
        assert (await third.__anext__()).data == b'{"before":2}'
        await second.aclose()
        await first.aclose()
        while (await third.__anext__()).kind != "line":
            pass
        await third.aclose()

    asyncio.run(asyncio.wait_for(run(), 20))


def test_a_lone_search_has_all_processors() -> None:
    async def run() -> None:
        all_of_them = searches(4)
        first, second = (all_of_them.events(until_stopped) for _ in range(2))
        assert (await first.__anext__()).data == b'{"threads":4}'
        assert (await second.__anext__()).data == b'{"threads":2}'
        await first.aclose()
        await second.aclose()

    asyncio.run(asyncio.wait_for(run(), 20))


def test_the_end_of_the_server_stops_all() -> None:
    async def run() -> list[str]:
        all_of_them = searches()
        events = all_of_them.events(until_stopped)
        assert (await events.__anext__()).kind == "line"
        all_of_them.end()
        return await kinds(events)

    assert asyncio.run(asyncio.wait_for(run(), 20)) == ["done"]


def test_a_stream_ends_when_its_page_goes() -> None:
    async def run() -> tuple[list[bytes], Searches]:
        all_of_them = searches()
        sent: list[bytes] = []
        listening = asyncio.Event()

        async def send(message: object) -> None:
            assert isinstance(message, dict)
            sent.append(message.get("body", b""))
            if b"line" in sent[-1]:
                listening.set()

        async def receive() -> dict[str, str]:
            await listening.wait()
            return {"type": "http.disconnect"}

        await EventStream(all_of_them.events(until_stopped))({}, receive, send)
        again = all_of_them.events(until_stopped)
        assert (await again.__anext__()).kind == "line"
        await again.aclose()
        return sent, all_of_them

    sent, _ = asyncio.run(asyncio.wait_for(run(), 20))
    assert b'event: line\ndata: {"threads":1}\n\n' in sent
