"""The server: the tools, offered to one client on standard input and output."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from threading import Thread, Timer
from typing import Any

import msgspec
from anyio import to_thread
from mcp import types
from mcp.server import Server
from mcp.server.stdio import stdio_server

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.errors import PositionError, visible
from pinochle_solver.mcp_server.answers import output_schema
from pinochle_solver.mcp_server.limits import CALL_SECONDS, MOST_MESSAGE, MOST_THREADS
from pinochle_solver.mcp_server.requests import input_schema
from pinochle_solver.mcp_server.tools import TOOLS, Means, Tool, all_rulebooks
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.version import __version__

_INSTRUCTIONS = """\
Pinochle for two, three and four players: exact values, estimates with 95% intervals, reviews.
A card is rank and suit: A T K Q J 9 (10 is T), S H D C. A position is typed in words \
(AS AS TS KH up 9S led AD dealer me) or in tokens (rules=scarne south=AAT.K.-.- upcard=9S).
Rulebooks: {rulebooks}.
Give every value with its interval (intervals: low to high). Moves share their luck: compare two \
by how far one is behind, not by their means. An error is one line that names the token and what \
is wrong with it."""


def pinochle_server(
    rulebooks: KnownRulebooks, threads: int, seconds: float = CALL_SECONDS
) -> Server[Any]:
    """The server with all tools.

    Args:
        rulebooks: the rulebooks that calls may name.
        threads: the number of threads of a search, of which at most `MOST_THREADS` are used.
        seconds: when the search of a call is stopped.
    """
    by_name = {tool.name: tool for tool in TOOLS}
    threads = min(threads, MOST_THREADS)
    one_at_a_time = asyncio.Lock()

    async def listed(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_described(tool) for tool in TOOLS])

    async def called(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = by_name.get(params.name)
        if tool is None:
            return _refusal(f"name: unknown tool; known: {', '.join(by_name)}")
        async with one_at_a_time:
            means = Means(rulebooks, threads, StopFlag())
            clock = Timer(seconds, means.stop.set)
            clock.daemon = True
            clock.start()
            try:
                # If the client gives up the call, the search ends behind it.
                found = await to_thread.run_sync(
                    tool.answer, params.arguments or {}, means, abandon_on_cancel=True
                )
            except PositionError as error:
                return _refusal(str(error))
            finally:
                clock.cancel()
                means.stop.set()
        plain = found.plain()
        # Clients that read no structured content find the same as text.
        text = msgspec.json.encode(plain).decode()
        return types.CallToolResult(
            content=[types.TextContent(text=text)], structured_content=plain
        )

    return Server(
        "pinochle",
        version=__version__,
        title="Pinochle",
        instructions=_INSTRUCTIONS.format(rulebooks=", ".join(all_rulebooks(rulebooks))),
        on_list_tools=listed,
        on_call_tool=called,
    )


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=input_schema(tool.request),
        output_schema=output_schema(tool.name),
        annotations=types.ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )


def _refusal(line: str) -> types.CallToolResult:
    return types.CallToolResult(content=[types.TextContent(text=visible(line))], is_error=True)


class TooLongError(Exception):
    """A message is longer than `MOST_MESSAGE` bytes."""


def serve(server: Server[Any], read: Callable[[], bytes]) -> None:
    """Serve one client on standard input and output, until it closes them.

    Args:
        server: the server.
        read: waits for standard input and gives what there is, nothing at the end.

    Raises:
        TooLongError: for a message that is too long.
        OSError: if standard input cannot be read, or standard output cannot be written.
    """
    wire = _Wire(read)
    try:
        asyncio.run(_serve(server, wire))
    except Exception:
        # What the wire met comes back within groups of exceptions.
        if wire.failure is None:
            raise
    if wire.failure is not None:
        raise wire.failure


async def _serve(server: Server[Any], wire: _Wire) -> None:
    wire.open()
    async with stdio_server(stdin=wire, stdout=wire) as (received, sent):
        await server.run(received, sent, server.create_initialization_options())


class _Wire:
    """Standard input and output, as the SDK takes them: lines to await, and ``write``.

    The SDK's own reader would hold up Ctrl-C until the next line, and read a line of any length.

    Args:
        read: as of `serve`.

    Attributes:
        failure: what ended it, other than the end of input.
    """

    def __init__(self, read: Callable[[], bytes]) -> None:
        self._read = read
        self._lines: asyncio.Queue[str | None]
        self.failure: TooLongError | OSError | None = None

    def open(self) -> None:
        """Begin to read; to be called where the event loop runs."""
        self._lines = asyncio.Queue(maxsize=1)
        Thread(target=self._read_all, args=(asyncio.get_running_loop(),), daemon=True).start()

    def __aiter__(self) -> _Wire:
        return self

    async def __anext__(self) -> str:
        line = await self._lines.get()
        if line is None:
            raise StopAsyncIteration
        return line

    async def write(self, text: str) -> None:
        """Write a message."""
        await self._kept(lambda: sys.stdout.write(text))

    async def flush(self) -> None:
        """Send what was written."""
        await self._kept(sys.stdout.flush)

    async def _kept(self, write: Callable[[], object]) -> None:
        try:
            await to_thread.run_sync(write)
        except OSError as error:
            self.failure = error
            raise

    def _read_all(self, loop: asyncio.AbstractEventLoop) -> None:
        """Hand on line by line, and None at the end."""
        try:
            for line in self._by_line():
                self._hand_on(line.decode("utf-8", "replace"), loop)
        except (OSError, TooLongError) as error:
            self.failure = error
        self._hand_on(None, loop)

    def _hand_on(self, line: str | None, loop: asyncio.AbstractEventLoop) -> None:
        put = self._lines.put(line)
        try:
            asyncio.run_coroutine_threadsafe(put, loop).result()
        except RuntimeError:  # the loop has ended, and nobody waits for lines
            put.close()

    def _by_line(self) -> Iterator[bytes]:
        rest = b""
        while block := self._read():
            *lines, last = block.split(b"\n")
            for line in lines:
                yield _short(rest + line)
                rest = b""
            rest = _short(rest + last)
        if rest:
            yield rest


def _short(line: bytes) -> bytes:
    """The line; raises `TooLongError` for one that is too long."""
    if len(line) > MOST_MESSAGE:
        raise TooLongError(f"a message of more than {MOST_MESSAGE:,} bytes")
    return line
