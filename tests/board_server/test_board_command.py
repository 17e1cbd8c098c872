"""The command that serves the board, where its extra is not installed, and what imports it."""

from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, bare_environment
from pinochle_solver.cli.commands import board

SERVING = {"starlette", "uvicorn", "asyncio", "board_server", "webbrowser"}


def test_a_missing_extra_is_told_with_the_command_that_installs_it(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(board, "find_spec", lambda name: None)
    told = (
        "the board needs packages that are not installed (pip install 'pinochle-solver[board]')\n"
    )
    result = pinochle("board")
    assert (result.status, result.out, result.err) == (2, "", told)


@pytest.mark.parametrize("words", [["rules", "scarne"], ["help", "cards"]], ids=" ".join)
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


def test_the_token_is_kept_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    token = board._kept_token()
    assert len(token) >= 24
    assert board._kept_token() == token
    if sys.platform == "linux":
        (file,) = tmp_path.rglob("board-token")
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        file.write_text("short")
        assert len(board._kept_token()) >= 24


@pytest.mark.parametrize(
    ("host", "is_loopback"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False)],
)
def test_the_loopback_is_known(host: str, is_loopback: bool) -> None:
    assert board._is_loopback(host) is is_loopback
