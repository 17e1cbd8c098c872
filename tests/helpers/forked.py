"""Commands run one after another by a process that has imported all of the program before.

Each batch gets a process of its own, forked from that one, with the streams and the environment
that it is given; so it sees of a terminal what a program that was started sees.
"""

from __future__ import annotations

import array
import atexit
import json
import os
import pkgutil
import re
import select
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import pinochle_solver

_MOST = 1 << 16
_HERE = Path(__file__).resolve()


@cache
def _server() -> tuple[socket.socket, str]:
    """The process of all tests of this one: what asks it, and the name that it listens at."""
    name = str(Path(mkdtemp(prefix="pinochle-")) / "s")
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        process = subprocess.Popen(
            [sys.executable, str(_HERE), str(its.fileno()), name],
            pass_fds=[its.fileno()],
            stdin=subprocess.DEVNULL,
        )
    assert ours.recv(1)  # it listens
    atexit.register(rmtree, Path(name).parent)
    atexit.register(process.wait)
    atexit.register(ours.close)
    return ours, name


def run_forked(
    commands: Sequence[Sequence[str]],
    streams: tuple[int, int, int],
    environment: Mapping[str, str],
    between: str = "",
    benched: str = "",
) -> int:
    """Run commands as one process; the status of the last.

    Args:
        commands: the arguments of each.
        streams: the descriptors of standard input, output and error.
        environment: all of it.
        between: written after every command.
        benched: what a bench is to have measured, as JSON; it is not run.
    """
    wanted = json.dumps([commands, dict(environment), between, benched]).encode()
    assert len(wanted) < _MOST
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", streams))]
    server, _ = _server()
    server.sendmsg([wanted], rights)
    return int(server.recv(_MOST))


def forked_command() -> list[str]:
    """The words of a command that does what ``pinochle`` does, for all tests of this process.

    It is a process of its own that has not to be imported first. No signal gets through to it, and
    each of its streams has to be open.
    """
    _, name = _server()
    return [sys.executable, "-I", "-S", str(_HERE.with_name("forked_client.py")), name]


def _import_all() -> None:
    for module in pkgutil.walk_packages(pinochle_solver.__path__, "pinochle_solver."):
        if not re.search(r"openspiel|mcp_server|board_server\.server|__main__$", module.name):
            import_module(module.name)


def _serve(parent: socket.socket, name: str) -> None:
    """Run what the parent asks for, and what is called by that name, until the parent has gone."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listening:
        listening.bind(name)
        listening.listen()
        parent.send(b".")
        while True:
            ready, _, _ = select.select([listening, parent], [], [])
            if parent in ready and not _run_batch(parent):
                return
            if listening in ready:
                asked, _ = listening.accept()
                with asked:
                    if os.fork() == 0:
                        _answer(asked)
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _answer(asked: socket.socket) -> None:
    status = 70
    try:
        text, streams, _, _ = socket.recv_fds(asked, _MOST, 3)
        folder, number, *words = text.decode().split("\0")
        os.chdir(folder)
        variables = dict(word.split("=", 1) for word in words[: int(number)])
        _take(streams, variables)
        from pinochle_solver import cli

        status = cli.run(words[int(number) :])
        sys.stdout.flush()
    finally:
        asked.send(str(status).encode())
        os._exit(status)


def _run_batch(asked: socket.socket) -> bool:
    """Run a batch to its end; False if nobody can ask for one any more."""
    text, streams, _, _ = socket.recv_fds(asked, _MOST, 3)
    if not text:
        return False
    child = os.fork()
    if child == 0:
        _run(json.loads(text), streams)
    for stream in streams:
        os.close(stream)
    asked.send(str(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])).encode())
    return True


def _run(wanted: list[Any], streams: Sequence[int]) -> None:
    status = 70
    try:
        commands, environment, between, benched = wanted
        _take(streams, environment)
        if benched:
            _bench(benched)
        from pinochle_solver import cli

        for command in commands:
            status = cli.run(command)
            if between:
                print(between, flush=True)
        sys.stdout.flush()
    finally:
        os._exit(status)


def _take(streams: Sequence[int], environment: Mapping[str, str]) -> None:
    """Take these as the streams and this as the environment."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.environ.clear()
    os.environ.update(environment)
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        # By lines, where somebody reads them.
        buffering = 1 if number == 2 or os.isatty(number) else -1
        file = os.fdopen(number, "w" if number else "r", buffering, encoding="utf-8")
        setattr(sys, name, file)
        setattr(sys, f"__{name}__", file)


def _bench(benched: str) -> None:
    import msgspec

    from pinochle_solver.bench import BenchResult
    from pinochle_solver.cli.commands import bench

    result = msgspec.json.decode(benched, type=BenchResult)
    vars(bench)["run_bench"] = lambda *_: result


if __name__ == "__main__":
    _import_all()
    with socket.socket(fileno=int(sys.argv[1])) as its:
        _serve(its, sys.argv[2])
