"""The command that serves tools of MCP, where its SDK is not installed, and what imports it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from helpers.commandline import Pinochle, bare_environment
from pinochle_solver.cli.commands import serve_mcp

PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
# What serving needs, and nothing else does.
SERVING = {"mcp", "anyio", "asyncio", "mcp_server"}


def test_a_missing_sdk_is_told_with_the_command_that_installs_it(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serve_mcp, "find_spec", lambda name: None)
    told = "MCP needs its SDK, which is not installed (pip install 'pinochle-solver[mcp]')\n"
    result = pinochle("serve-mcp")
    assert (result.status, result.out, result.err) == (2, "", told)


@pytest.mark.parametrize(
    "words", [["solve", PLAYOFF], ["rules", "scarne"], ["serve-mcp", "--help"]], ids=" ".join
)
def test_no_other_command_imports_what_serving_needs(words: list[str]) -> None:
    code = (
        "import sys; from pinochle_solver import cli; status = cli.run(sys.argv[1:]); "
        "print(status, *(part for name in sys.modules for part in name.split('.')))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *words],
        env=bare_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    status, *modules = ran.stdout.splitlines()[-1].split()
    assert status == "0"
    assert not SERVING & set(modules)
