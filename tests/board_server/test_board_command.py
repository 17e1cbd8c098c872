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


@pytest.mark.parametrize(
    ("host", "address", "told"),
    [
        ("127.0.0.1", "http://127.0.0.1:", ""),
        ("0.0.0.0", "http://127.0.0.1:", "from another machine: the same with this machine's "),
        ("::", "http://[::1]:", "from another machine: the same with this machine's address ins"),
    ],
)
def test_the_address_that_is_shown_can_be_opened(
    pinochle: Pinochle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    host: str,
    address: str,
    told: str,
) -> None:
    server = pytest.importorskip("pinochle_solver.board_server.server")
    listened: list[tuple[str, int]] = []

    def listening(host: str, port: int) -> _Listener:
        listened.append((host, port))
        return _Listener()

    monkeypatch.setattr(server, "serve", lambda board, listener: listener.close())
    monkeypatch.setattr(server, "listening", listening)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    result = pinochle("board", "--no-open", "--port", "0", "--host", host)
    assert result.out.startswith(f"{address}8748/")
    assert told in result.err
    assert ("from another" in result.err) is bool(told)
    assert listened == [(host, 0)]


class _Listener:
    """A socket that nothing connects to."""

    def getsockname(self) -> tuple[str, int]:
        return "", 8748

    def close(self) -> None:
        """Nothing is open."""


def test_an_address_of_another_machine_is_refused(pinochle: Pinochle) -> None:
    pytest.importorskip("uvicorn")
    result = pinochle("board", "--no-open", "--port", "0", "--host", "192.0.2.1")
    said = "--host 192.0.2.1: no address of this machine. Type 0.0.0.0 for all of them\n"
    assert (result.status, result.out, result.err) == (2, "", said)
