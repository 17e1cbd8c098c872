"""The MCP server, asked by the SDK's own client: in this process, and as the command."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from helpers.commandline import COMMAND, bare_environment
from helpers.doc_pages import environment_in
from helpers.paths import ROOT
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.version import __version__

pytest.importorskip(
    "mcp", reason="the MCP SDK is not installed (pip install 'pinochle-solver[mcp]')"
)

from mcp import Client, StdioServerParameters

from pinochle_solver.mcp_server.limits import MOST_MESSAGE
from pinochle_solver.mcp_server.server import pinochle_server

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
STOCK = "south=AAT9.KQ.-.QQJJ99 upcard=9S"
RECORD = (ROOT / "tests/data/two-reneges.pnr").read_text()
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("solve", {"position": PLAYOFF}),
    ("solve", {"position": PLAYOFF, "nodes": 1}),
    ("analyze", {"position": STOCK, "worlds": 64}),
    ("review", {"record": RECORD, "seat": "north", "worlds": 16}),
    ("melds", {"hand": "AQ.KQ.J.KQJ9", "trump": "S", "turns": 3}),
    ("rules", {"names": ["auction", "glup"]}),
    ("score", {"records": RECORD}),
]


def asked(ask: Callable[[Client], Awaitable[Any]], server: Any = None) -> Any:
    """What a client is answered by a server, by one in this process if none is given."""

    async def connected() -> Any:
        async with Client(server or pinochle_server(KnownRulebooks(), 1)) as client:
            return await ask(client)

    return asyncio.run(connected())


def test_tools_are_listed_with_their_schemas() -> None:
    tools = asked(lambda client: client.list_tools()).tools
    assert [tool.name for tool in tools] == [
        "solve",
        "analyze",
        "review",
        "melds",
        "rules",
        "score",
    ]
    for tool in tools:
        assert tool.description.endswith(".")
        assert tool.annotations.read_only_hint
        assert not tool.annotations.open_world_hint
        assert tool.input_schema["additionalProperties"] is False
        assert set(tool.output_schema["required"]) == {"lines", "intervals"}


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_answers_fit_their_schemas(tool: str, arguments: dict[str, Any]) -> None:
    # The client checks what is structured by the schema of the tool.
    result = asked(lambda client: client.call_tool(tool, arguments))
    assert not result.is_error
    assert json.loads(result.content[0].text) == result.structured_content
    assert result.structured_content["lines"]


@pytest.mark.parametrize(
    ("tool", "arguments", "line"),
    [
        ("solve", {"position": "hand.pnr"}, "hand.pnr: no card, and no token of a position"),
        ("solve", {}, "position: missing"),
        ("bid", {}, "name: unknown tool; known: solve, analyze, review, melds, rules, score"),
    ],
)
def test_an_error_is_one_line(tool: str, arguments: dict[str, Any], line: str) -> None:
    result = asked(lambda client: client.call_tool(tool, arguments))
    assert (result.is_error, result.content[0].text) == (True, line)


def test_a_call_ends_when_its_time_is_over() -> None:
    server = pinochle_server(KnownRulebooks(), 1, seconds=0.2)
    began = time.monotonic()
    arguments = {"position": STOCK, "seconds": 40}
    result = asked(lambda client: client.call_tool("analyze", arguments), server)
    assert time.monotonic() - began < 10
    assert not result.structured_content["lines"][0]["finished"]


def test_a_call_that_is_given_up_holds_up_no_other() -> None:
    async def ask(client: Client) -> Any:
        with suppress(asyncio.TimeoutError):
            arguments = {"position": STOCK, "seconds": 40}
            await asyncio.wait_for(client.call_tool("analyze", arguments), 0.3)
        return await client.call_tool("solve", {"position": PLAYOFF})

    began = time.monotonic()
    assert not asked(ask).is_error
    assert time.monotonic() - began < 10


def test_the_command_serves_the_client() -> None:
    server = StdioServerParameters(
        command=COMMAND[0], args=[*COMMAND[1:], "serve-mcp"], env=bare_environment()
    )

    async def ask(client: Client) -> tuple[Any, Any]:
        solved = await client.call_tool("solve", {"position": PLAYOFF})
        wrong = await client.call_tool("rules", {"names": ["scarn"]})
        return solved, wrong

    solved, wrong = asked(ask, server)
    assert solved.structured_content["lines"][0]["value"] == {"south": 55, "north": 15}
    assert wrong.content[0].text == "names: unknown rulebook 'scarn', did you mean scarne?"


def test_the_program_of_the_page_prints_what_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs/MCP.md").read_text()
    _, program, says = re.split("```python\n|```\n\nprints ", page)
    env = environment_in(tmp_path, forked=True)
    ran = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True)
    assert ran.stdout.strip() == says.split("`")[1]
    assert ran.stderr == ""


def _serving() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*COMMAND, "serve-mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=bare_environment(),
    )


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


def test_an_older_client_is_told_who_serves() -> None:
    with _serving() as server:
        out, err = server.communicate(json.dumps(INITIALIZE).encode() + b"\n", timeout=60)
    said = json.loads(out)["result"]
    assert said["serverInfo"] == {"name": "pinochle", "title": "Pinochle", "version": __version__}
    assert "partnership-auction" in said["instructions"]
    assert (server.returncode, err) == (0, b"")


def test_a_message_that_is_too_long_ends_it() -> None:
    with _serving() as server:
        _, err = server.communicate(b"x" * (MOST_MESSAGE + 1), timeout=60)
    assert err == b"standard input: a message of more than 1,000,000 bytes\n"
    assert server.returncode == 2


def test_an_output_that_is_gone_ends_it() -> None:
    with _serving() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.flush()
        assert server.wait(60) == 141
        assert server.stderr.read() == b""
        server.stdin.close()


def test_ctrl_c_ends_it() -> None:
    with _serving() as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdin.write(json.dumps(INITIALIZE).encode() + b"\n")
        server.stdin.flush()
        assert server.stdout.readline()
        os.kill(server.pid, signal.SIGINT)
        assert server.wait(60) == 130
        assert server.stderr.read() == b""
