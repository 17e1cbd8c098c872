"""Whether ``pinochle bulk`` loses nothing: workers, schedulers and commands killed in the middle.

    python benchmarks/correctness/bulk_faults.py [--rows 4000] [--times 3] [--seed 1]

The same playoffs are solved undisturbed, then so often while something is killed with SIGKILL at a
random moment, and the command given again until it has finished: the command itself, one of its
workers, the workers and the scheduler of a cluster of four worker processes that the command has
joined by its address. Every time the shards must be those of the undisturbed run, byte for byte.
Status 1 where they are not.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import NamedTuple

import click
import psutil

from benchmarks.common.starting import run

PINOCHLE = (sys.executable, "-m", "pinochle_solver")
_WORKERS = 4
_SECONDS = 120


class Cluster(NamedTuple):
    """A scheduler and its workers, which are processes of their own.

    Attributes:
        address: of the scheduler.
        scheduler: its process.
        workers: theirs.
    """

    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster on ports that are free, until the block ends."""
    file = folder / "scheduler.json"
    file.unlink(missing_ok=True)
    where = ("--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    processes = [_dask("scheduler", *where, "--scheduler-file", str(file))]
    try:
        _wait(file.exists)
        joined = ("--scheduler-file", str(file), "--nthreads", "1", "--no-dashboard")
        processes += [
            _dask("worker", *joined, "--memory-limit", "0", "--local-directory", str(folder))
            for _ in range(_WORKERS)
        ]
        address = _address(file)
        yield Cluster(address, processes[0], processes[1:])
    finally:
        for process in processes[::-1]:
            _kill(process)


def _dask(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _address(file: Path) -> str:
    return str(json.loads(file.read_text())["address"])


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started here and all that it has started."""
    for child in _children(process.pid):
        child.kill()
    process.kill()
    process.wait()


def _children(number: int) -> list[psutil.Process]:
    try:
        return list(psutil.Process(number).children(recursive=True))
    except psutil.NoSuchProcess:
        return []


def _wait(is_so: Callable[[], bool]) -> None:
    until = monotonic() + _SECONDS
    while not is_so():
        if monotonic() > until:
            raise click.ClickException("waited for nothing")
        sleep(0.05)


class Trial(NamedTuple):
    """How a command is disturbed.

    Attributes:
        name: in words.
        victim: is given the command and the cluster, and kills.
        joins: whether the command joins a cluster; else it makes its own.
    """

    name: str
    victim: Callable[[subprocess.Popen[bytes], Cluster | None, Random], None]
    joins: bool


def _kill_command(command: subprocess.Popen[bytes], _: Cluster | None, __: Random) -> None:
    command.kill()


def _kill_own_worker(command: subprocess.Popen[bytes], _: Cluster | None, random: Random) -> None:
    workers = [each for each in _children(command.pid) if "spawn_main" in " ".join(each.cmdline())]
    if workers:
        random.choice(workers).kill()


def _kill_joined_worker(_: subprocess.Popen[bytes], joined: Cluster | None, random: Random) -> None:
    assert joined is not None
    # The process that works, not its nurse, which starts another one.
    child = random.choice([each for worker in joined.workers for each in _children(worker.pid)])
    child.kill()


def _kill_nurse(_: subprocess.Popen[bytes], joined: Cluster | None, random: Random) -> None:
    assert joined is not None
    _kill(random.choice(joined.workers))


def _kill_scheduler(_: subprocess.Popen[bytes], joined: Cluster | None, __: Random) -> None:
    assert joined is not None
    joined.scheduler.kill()


def _interrupt(command: subprocess.Popen[bytes], _: Cluster | None, __: Random) -> None:
    command.send_signal(signal.SIGINT)


TRIALS = (
    Trial("the command killed", _kill_command, joins=False),
    Trial("one of its two workers killed", _kill_own_worker, joins=False),
    Trial("Ctrl-C", _interrupt, joins=False),
    Trial("four joined: a worker killed", _kill_joined_worker, joins=True),
    Trial("four joined: a worker gone for good", _kill_nurse, joins=True),
    Trial("four joined: the scheduler killed", _kill_scheduler, joins=True),
    Trial("four joined: the command killed", _kill_command, joins=True),
)


class Solving:
    """A command that solves some playoffs, and what has to come of it."""

    def __init__(self, folder: Path, rows: int) -> None:
        self.folder = folder
        self.deals = folder / "deals"
        self._shard = max(rows // 40, 1)
        dealt = ("--number", str(rows), "--playoff", "12", "--workers", "0")
        subprocess.run([*PINOCHLE, "bulk", "deal", self.deals, *dealt], check=True)
        self.start(folder / "undisturbed", "--workers", "0").wait()
        self.wanted = self.shards(folder / "undisturbed")
        if not self.wanted:
            raise click.ClickException("the undisturbed run has failed")

    def start(self, output: Path, *how: str) -> subprocess.Popen[bytes]:
        """Start it."""
        rows = ("--values", "--shard-rows", str(self._shard))
        return subprocess.Popen(
            [*PINOCHLE, "bulk", "solve", str(self.deals), str(output), *rows, *how],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def shards(self, output: Path) -> dict[str, bytes]:
        """What it has written, by name."""
        return {path.name: path.read_bytes() for path in output.glob("*.parquet")}

    def disturbed(self, trial: Trial, output: Path, random: Random) -> tuple[int, list[str]]:
        """Disturb it once, and give it again until it has ended well.

        Returns:
            how many shards were there after the first time, and what was told at last.
        """
        first, kept = True, 0
        told: list[str] = []
        for _ in range(4):
            if not trial.joins:
                status, said = self._once(trial, output, random, None, first)
            else:
                with cluster(self.folder) as joined:
                    status, said = self._once(trial, output, random, joined, first)
            told += said
            kept = len(self.shards(output)) if first else kept
            first = False
            if status == 0:
                return kept, told
        return kept, [*told, "did not end well"]

    def _once(
        self, trial: Trial, output: Path, random: Random, joined: Cluster | None, disturb: bool
    ) -> tuple[int, list[str]]:
        how = ("--workers", "2") if joined is None else ("--scheduler", joined.address)
        command = self.start(output, *how)
        if disturb:
            some = random.randrange(0, 12)
            _wait(lambda: len(self.shards(output)) > some or command.poll() is not None)
            sleep(random.random() / 10)
            trial.victim(command, joined, random)
        _, said = command.communicate()
        return command.returncode, said.decode().splitlines()


@click.command(help=(__doc__ or "").splitlines()[0])
@click.option("--rows", default=4000, show_default=True, type=click.IntRange(40))
@click.option("--times", default=3, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=1, show_default=True)
def main(rows: int, times: int, seed: int) -> None:
    """Kill and compare, as the head of this file says."""
    random = Random(seed)
    failed = 0
    # Workers that are started for it are to find the same package.
    os.environ.setdefault("PYTHONPATH", os.pathsep.join(sys.path))
    with tempfile.TemporaryDirectory() as name:
        solving = Solving(Path(name), rows)
        for trial in TRIALS:
            for number in range(times):
                output = Path(name) / f"{TRIALS.index(trial)}-{number}"
                kept, told = solving.disturbed(trial, output, random)
                same = solving.shards(output) == solving.wanted
                failed += not same
                after = f"{kept} of {len(solving.wanted)} shards kept"
                told_of = " | ".join(line.replace(name, "") for line in told)
                verdict = "the same" if same else "NOT THE SAME"
                click.echo(f"{trial.name}: {after}, then {verdict}; {told_of or 'nothing told'}")
    click.echo(f"{len(TRIALS) * times} times, {failed} not the same")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    run(main)
