"""Work in bulk: the same shards whoever does it and however often it was ended in between."""

from __future__ import annotations

import errno
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from multiprocessing import active_children
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any
from unittest.mock import Mock

import click
import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from benchmarks.speed import bulk_speed
from helpers.commandline import COMMAND, Pinochle, bare_environment
from helpers.paths import TESTS
from helpers.terminals import at_terminal
from pinochle_solver import (
    RULEBOOKS,
    PlayoffPosition,
    StockPosition,
    parse_position,
    processes,
)
from pinochle_solver.bulk import workers as bulk_workers
from pinochle_solver.bulk.files import UNFINISHED
from pinochle_solver.bulk.forms import PLAYOFF_POSITIONS
from pinochle_solver.bulk.jobs import PLAYOFFS, Answers, DealJob, Job, SolveJob
from pinochle_solver.bulk.manifest import MANIFEST, Manifest, read_manifest, shard_name
from pinochle_solver.bulk.output import LOCK, OutputFolder, faults_of
from pinochle_solver.bulk.parquet import read_facts
from pinochle_solver.bulk.running import Progress, asked_of, run
from pinochle_solver.bulk.shards import Shard, ShardFile, answer_shard, packed_rows
from pinochle_solver.bulk.sources import Numbers, Source, cut, open_source
from pinochle_solver.bulk.workers import Cluster, Processes, Scheduler, ThisProcess, Workers
from pinochle_solver.cli.input import parquet_files
from pinochle_solver.errors import BulkError, WorkerError
from pinochle_solver.hand.deals import random_playoffs

SCARNE = RULEBOOKS["scarne"]
ROWS, SHARD = 70, 8
SHARDS = 9
SAID = "trump=S south=A.-.-.- north=T.-.-.- turn=south"
IMPOSSIBLE = "trump=S south=AAA.-.-.- north=TTT.-.-.- turn=south"


def deals(folder: Path, rows: int = ROWS, shard_rows: int = 20) -> Source:
    """Playoffs of three cards a hand, in a folder of shards."""
    job = DealJob(what=PLAYOFFS, rules=SCARNE, count=SCARNE.count, seed=3, cards=3)
    fill(folder, job, Numbers(rows), shard_rows=shard_rows)
    return open_source(folder, PLAYOFF_POSITIONS)


def fill(
    folder: Path,
    job: Job,
    source: Source,
    workers: Workers | None = None,
    shard_rows: int = SHARD,
    **more: Any,
) -> Manifest:
    """Do a job on all rows that are not done yet."""
    with OutputFolder(folder, asked_of(job, source, shard_rows)) as output:
        return run(job, source, output, workers or ThisProcess(), **more)


def files_of(folder: Path) -> dict[str, bytes]:
    """What stands in a folder but for times and the lock."""
    found = {path.name: path.read_bytes() for path in folder.glob("*.parquet")}
    times = json.loads((folder / MANIFEST).read_bytes())
    for shard in times["shards"]:
        del shard["seconds"]
    return {**found, MANIFEST: json.dumps(times).encode()}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return deals(tmp_path_factory.mktemp("deals"))


@pytest.fixture(scope="module")
def undisturbed(source: Source, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    assert fill(folder, SolveJob(), source).finished
    return folder


class Backwards:
    """Workers that answer in another order, and are lost after some shards."""

    def __init__(self, least: int, error: BaseException | None = None) -> None:
        self.least, self.error = least, error

    def answer(
        self,
        job: Job,
        shards: Iterator[Shard],
        found: Callable[[ShardFile], None],
        stopped: Callable[[], bool],
    ) -> None:
        for done, shard in enumerate(reversed(list(shards))):
            if self.error is not None and done == self.least:
                raise self.error
            found(answer_shard(job, shard))


def test_rows_keep_their_order_and_deals_their_numbers(undisturbed: Path) -> None:
    table = pq.read_table(undisturbed)
    values = [
        position.text() for position in PLAYOFF_POSITIONS.values(table, ()) if position is not None
    ]
    assert values == [each.text() for each in random_playoffs(3, ROWS, 3, SCARNE)]
    manifest, faults = faults_of(undisturbed)
    assert faults == []
    assert manifest.finished
    assert [each.rows for each in manifest.shards] == [SHARD] * 8 + [6]


@pytest.mark.parametrize("error", [KeyboardInterrupt(), WorkerError("lost"), OSError("any")])
def test_what_is_ended_goes_on(
    source: Source, undisturbed: Path, tmp_path: Path, error: BaseException
) -> None:
    for least in (3, 4):
        with pytest.raises(type(error)):
            fill(tmp_path / "out", SolveJob(), source, Backwards(least, error))
    assert len(read_manifest(tmp_path / "out").shards) == 7
    told: list[Progress] = []
    fill(tmp_path / "out", SolveJob(), source, progress=told.append)
    assert told[0] == Progress(54, ROWS, 0)
    assert told[-1] == Progress(ROWS, ROWS, 0)
    assert files_of(tmp_path / "out") == files_of(undisturbed)


def test_a_stop_leaves_what_is_done(source: Source, undisturbed: Path, tmp_path: Path) -> None:
    told: list[Progress] = []
    manifest = fill(
        tmp_path, SolveJob(), source, progress=told.append, stopped=lambda: len(told) > 4
    )
    assert len(manifest.shards) == 4
    assert not manifest.finished
    fill(tmp_path, SolveJob(), source)
    assert files_of(tmp_path) == files_of(undisturbed)


@pytest.mark.parametrize("moment", ["write", "fsync", "replace", "manifest"])
def test_a_kill_while_a_shard_is_written_loses_that_shard_alone(
    source: Source,
    undisturbed: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    moment: str,
) -> None:
    out = tmp_path / "out"
    fill(out, SolveJob(), source, stopped=lambda: len(list(out.glob("*.parquet"))) > 2)
    # What a kill leaves behind at these moments.
    half = (undisturbed / shard_name(3)).read_bytes()
    if moment == "write":
        (out / f"{shard_name(3)}{UNFINISHED}").write_bytes(half[:1000])
    elif moment == "fsync":
        (out / f"{shard_name(3)}{UNFINISHED}").write_bytes(half)
    elif moment == "replace":  # which the manifest does not know of yet
        (out / shard_name(3)).write_bytes(half)
    else:
        (out / f"{MANIFEST}{UNFINISHED}").write_bytes(b"{")
    fill(out, SolveJob(), source)
    assert files_of(out) == files_of(undisturbed)
    assert list(out.glob(f"*{UNFINISHED}")) == []


def test_wrong_rows_have_the_numbers_of_the_whole_input(tmp_path: Path) -> None:
    """In each shard, in its file, in the manifest, and as the command tells them."""
    lines = [SAID] * ROWS
    for row in (21, 23, 40, 69):
        lines[row] = IMPOSSIBLE
    file = tmp_path / "deals.pn"
    file.write_text("\n".join(lines) + "\n")
    source = open_source(file, PLAYOFF_POSITIONS)
    told: list[Progress] = []
    manifest = fill(tmp_path / "out", SolveJob(), source, progress=told.append)
    assert {shard.number: (shard.failed, shard.first_failed) for shard in manifest.shards} == {
        **dict.fromkeys(range(SHARDS), (0, None)),
        2: (2, 21),
        5: (1, 40),
        8: (1, 69),
    }
    assert (manifest.failed, manifest.first_failed) == (4, 21)
    assert [each.failed for each in told] == [0, 0, 0, 2, 2, 2, 3, 3, 3, 4]
    assert [each.rows for each in told] == [*range(0, 65, 8), 70]
    for number, first_failed in ((0, None), (2, 21), (8, 69)):
        path = tmp_path / "out" / shard_name(number)
        found = read_facts(path, pq.read_metadata(path).metadata)
        assert found is not None
        facts = found.more
        assert (facts["shard"], facts["first_row"]) == (number, number * SHARD)
        assert facts["first_failed"] == first_failed
    errors = pq.read_table(tmp_path / "out")["error"].to_pylist()
    assert [row for row, error in enumerate(errors) if error is not None] == [21, 23, 40, 69]


def test_other_settings_are_refused_and_named(source: Source, tmp_path: Path) -> None:
    fill(tmp_path / "out", SolveJob(), source)
    before = files_of(tmp_path / "out")
    others: list[tuple[Job, Source, int, str]] = [
        (SolveJob(moves=False), source, SHARD, "moves was on, now off"),
        (SolveJob(nodes=9), source, SHARD, "nodes was not given, now 9"),
        (SolveJob(table_mb=4.0), source, SHARD, "table-mb was not given, now 4.0"),
        (SolveJob(), source, 9, "--shard-rows was 8, now 9"),
        (SolveJob(), deals(tmp_path / "other", 71), SHARD, "the rows were 70, now 71"),
        (SolveJob(default=RULEBOOKS["hayes"]), source, SHARD, "rules was scarne, now hayes"),
    ]
    for job, rows, shard_rows, fact in others:
        with pytest.raises(BulkError) as refusal:
            fill(tmp_path / "out", job, rows, shard_rows=shard_rows)
        wanted = f"{tmp_path / 'out'}: made with other settings: {fact}; name another folder"
        assert str(refusal.value) == wanted
    assert files_of(tmp_path / "out") == before


def test_one_command_at_a_time(source: Source, tmp_path: Path) -> None:
    asked = asked_of(SolveJob(), source, SHARD)
    with (
        OutputFolder(tmp_path / "out", asked),
        pytest.raises(BulkError, match="another command is writing to it"),
    ):
        OutputFolder(tmp_path / "out", asked)
    OutputFolder(tmp_path / "out", asked).close()


def test_what_is_no_output_is_left_alone(source: Source, tmp_path: Path) -> None:
    asked = asked_of(SolveJob(), source, SHARD)
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(BulkError, match="a file; name a folder to write to"):
        OutputFolder(file, asked)
    with pytest.raises(BulkError, match="holds file and no _manifest"):
        OutputFolder(tmp_path, asked)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_damage_is_found(source: Source, tmp_path: Path) -> None:
    fill(tmp_path, SolveJob(), source)
    third, fourth, fifth = (tmp_path / shard_name(number) for number in (2, 3, 4))
    data = bytearray(third.read_bytes())
    data[100] ^= 1
    third.write_bytes(bytes(data))
    fourth.write_bytes(fifth.read_bytes())
    fifth.unlink()
    (tmp_path / shard_name(5)).write_bytes(b"PAR1")
    _, faults = faults_of(tmp_path)
    facts = [fault.removeprefix(str(tmp_path)) for fault in faults]
    assert [fact[:22] for fact in facts] == [
        "/part-000002.parquet: ",
        "/part-000003.parquet: ",
        "/part-000004.parquet: ",
        "/part-000005.parquet: ",
    ]
    for fact, wanted in zip(
        facts, ["its checksum is", "no shard 3", "missing", "damaged"], strict=True
    ):
        assert wanted in fact
    with pytest.raises(BulkError, match="has changed since it was written"):
        fill(tmp_path, SolveJob(), source)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "no manifest: Input data was truncated"),
        ("version", "version 2, this program reads 1"),
    ],
)
def test_a_manifest_that_does_not_read_is_left_as_it_is(
    undisturbed: Path, tmp_path: Path, text: str, said: str
) -> None:
    kept = json.loads((undisturbed / MANIFEST).read_text())
    wrong = json.dumps({**kept, "version": 2}) if text == "version" else text
    (tmp_path / MANIFEST).write_text(wrong)
    with pytest.raises(BulkError, match=f"{MANIFEST}: {said}"):
        read_manifest(tmp_path)
    assert (tmp_path / MANIFEST).read_text() == wrong


def test_an_unfinished_output_is_no_input(source: Source, tmp_path: Path) -> None:
    fill(tmp_path, SolveJob(), source, stopped=lambda: len(list(tmp_path.glob("*.parquet"))) > 2)
    with pytest.raises(BulkError, match="not finished, it has 3 of 9 shards"):
        open_source(tmp_path, PLAYOFF_POSITIONS)


def test_an_input_that_changes_meanwhile_is_noticed(tmp_path: Path) -> None:
    lines = tmp_path / "deals.pn"
    lines.write_text(f"{SAID}\n" * 20)
    source = open_source(lines, PLAYOFF_POSITIONS)
    lines.write_text(f"{SAID}\n" * 5)
    with pytest.raises(BulkError, match="the input has changed while it was read"):
        fill(tmp_path / "out", SolveJob(), source)


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_rows_are_cut_in_order(size: int) -> None:
    tables = [pa.table({"row": range(first, first + 5)}) for first in range(0, 20, 5)]
    pieces = list(cut(tables, size))
    assert [row for piece in pieces for row in piece["row"].to_pylist()] == list(range(20))
    assert all(piece.num_rows == size for piece in pieces[:-1])
    assert 0 < pieces[-1].num_rows <= size


# Several processes


def sockets_listening(process: int) -> set[str]:
    """The sockets at which a process takes connections, of any kind that has an address."""
    links = [each for each in Path(f"/proc/{process}/fd").iterdir() if each.is_symlink()]
    held = {str(each.readlink()) for each in links}
    found = set()
    for kind, state, inode, listens in (
        ("tcp", 3, 9, "0A"),
        ("tcp6", 3, 9, "0A"),
        ("unix", 3, 6, "00010000"),
    ):
        for line in Path(f"/proc/net/{kind}").read_text().splitlines()[1:]:
            words = line.split()
            if words[state] == listens and f"socket:[{words[inode]}]" in held:
                found.add(line)
    return found


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="does not list sockets")
def test_processes_give_the_same_outlive_a_lost_one_and_listen_nowhere(
    source: Source, undisturbed: Path, tmp_path: Path
) -> None:
    """Who cannot reach them cannot have them run anything."""
    before, listening = sockets_listening(os.getpid()), set[str]()
    seen: set[int] = set()
    killed: list[int] = []

    def disturb(_: Progress) -> None:
        workers = [each.pid for each in active_children() if each.pid is not None]
        seen.update(workers)
        for process in {*workers, os.getpid()}.difference(killed):
            listening.update(sockets_listening(process))
        if len(workers) == 2 and not killed:
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    with bulk_workers.open_workers(2, None) as workers:
        assert isinstance(workers, Processes)
        assert active_children() == []
        manifest = fill(tmp_path / "killed", SolveJob(), source, workers, progress=disturb)
        assert manifest.finished
        assert (len(killed), len(seen)) == (1, 3)
        stopped = fill(tmp_path / "stopped", SolveJob(), source, workers, stopped=lambda: True)
        assert (stopped.finished, stopped.shards) == (False, ())
        fill(tmp_path / "again", SolveJob(), source, workers)
    assert active_children() == []
    assert listening == before
    assert files_of(tmp_path / "killed") == files_of(undisturbed)
    assert files_of(tmp_path / "again") == files_of(undisturbed)


def _start_late(connection: Connection) -> None:
    """Answer shards, but only when the file LATE is there; end if it never is."""
    until = monotonic() + 60
    while not Path(os.environ["LATE"]).exists() and monotonic() < until:
        sleep(0.02)
    if Path(os.environ["LATE"]).exists():
        bulk_workers._work(connection)


def test_no_process_waits_for_another_to_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shards too large for a pipe to hold are sent when somebody reads them."""
    rows, number = 6000, 2
    source = deals(tmp_path / "deals", rows, shard_rows=rows // number)
    tables = cut(source.tables(), rows // number)
    assert all(len(packed_rows(table)) > 180_000 for table in tables)
    late = tmp_path / "late"
    monkeypatch.setenv("LATE", str(late))
    started: list[bool] = []

    def start(work: Callable[[Connection], None]) -> tuple[Connection, BaseProcess]:
        assert work is bulk_workers._work
        begun = processes.start(_start_late)
        started.append(late.exists())
        if len(started) == number:
            late.touch()
        return begun

    monkeypatch.setattr(bulk_workers, "start", start)
    job = SolveJob(moves=False)
    with bulk_workers.open_workers(number, None) as workers:
        manifest = fill(tmp_path / "out", job, source, workers, rows // number)
    assert started == [False] * number
    assert (manifest.finished, len(manifest.shards)) == (True, number)


@dataclass(frozen=True, kw_only=True)
class _EndingJob(SolveJob):
    """A job that ends its process in the first shard, or fails in it."""

    fails: bool = False

    def answer(self, table: pa.Table, first: int) -> Answers:
        if self.fails:
            raise LookupError("nothing found")
        os._exit(3)


def test_a_shard_that_ends_process_after_process_is_given_up(
    source: Source, tmp_path: Path
) -> None:
    with (
        bulk_workers.open_workers(1, None) as workers,
        pytest.raises(WorkerError) as given_up,
    ):
        fill(tmp_path / "out", _EndingJob(), source, workers)
    fact = "shard 0 has cost 3 processes, the last one ended with status 3"
    assert str(given_up.value) == fact
    assert active_children() == []


def test_what_goes_wrong_in_a_process_is_told_with_its_shard(
    source: Source, tmp_path: Path
) -> None:
    other = Shard(0, 0, b"", {}, program="0.0.0")
    with bulk_workers.open_workers(1, None) as workers:
        with pytest.raises(RuntimeError, match=r"^in shard 0:\n(.*\n)*LookupError: nothing found"):
            fill(tmp_path / "out", _EndingJob(fails=True), source, workers)
        with pytest.raises(BulkError, match="a worker has pinochle-solver"):
            workers.answer(SolveJob(), iter([other]), lambda _: None, lambda: False)


def test_a_process_that_cannot_be_started_is_told(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail = Mock(side_effect=BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"))
    monkeypatch.setattr("multiprocessing.context.SpawnProcess.start", fail)
    fact = "^a process cannot be started: resource temporarily unavailable$"
    with bulk_workers.open_workers(1, None) as workers, pytest.raises(WorkerError, match=fact):
        fill(tmp_path / "out", SolveJob(), source, workers)


def test_processes_listen_on_no_port_and_end_with_a_command_that_is_killed(tmp_path: Path) -> None:
    command = [*COMMAND, "bulk", "deal", "out", "--number", "200000", "--playoff", "12"]
    with subprocess.Popen(
        [*command, "--workers", "2", "--shard-rows", "100"], cwd=tmp_path, env=bare_environment()
    ) as process:
        until = monotonic() + 60
        while not (tmp_path / "out" / shard_name(3)).exists() and monotonic() < until:
            sleep(0.02)
        children = psutil.Process(process.pid).children(recursive=True)
        listening = [
            each
            for member in (psutil.Process(process.pid), *children)
            for each in member.net_connections("inet")
            if each.status == psutil.CONN_LISTEN
        ]
        process.kill()
    assert len(children) >= 2
    assert listening == []
    assert psutil.wait_procs(children, timeout=60)[1] == []


# A cluster


def certificates(name: str) -> dict[str, str]:
    """A certificate, its key and who has signed it: they stand in one file."""
    file = str(TESTS / "certificates" / f"{name}.pem")
    return dict.fromkeys(("tls_ca", "tls_cert", "tls_key"), file)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of one worker that takes certificates of its own alone."""
    from distributed import LocalCluster
    from distributed.security import Security

    ours = certificates("cluster")["tls_ca"]
    parts = [
        f"tls_{who}_{what}" for who in ("scheduler", "worker", "client") for what in ("cert", "key")
    ]
    with bulk_workers._quiet():
        running = LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=False,
            protocol="tls://",
            host="127.0.0.1",
            dashboard_address=":0",
            security=Security(
                require_encryption=True, tls_ca_file=ours, **dict.fromkeys(parts, ours)
            ),
        )
        yield running.scheduler_address
        running.close()


def test_a_cluster_gives_the_same(
    cluster: str, source: Source, undisturbed: Path, tmp_path: Path
) -> None:
    asked = Scheduler(cluster, **certificates("cluster"))
    with bulk_workers.open_workers(None, asked) as joined:
        assert isinstance(joined, Cluster)
        fill(tmp_path / "joined", SolveJob(), source, joined)
        stopped = fill(tmp_path / "stopped", SolveJob(), source, joined, stopped=lambda: True)
        assert not stopped.finished
        other = Shard(0, 0, b"", {}, program="0.0.0")
        with pytest.raises(BulkError, match="a worker has pinochle-solver"):
            joined.answer(SolveJob(), iter([other]), lambda _: None, lambda: False)
    assert files_of(tmp_path / "joined") == files_of(undisturbed)


def test_the_command_shows_its_certificate(
    cluster: str, source: Source, undisturbed: Path, tmp_path: Path, pinochle: Pinochle
) -> None:
    deals(tmp_path / "deals")
    files = certificates("cluster")
    options = [
        word for name, file in files.items() for word in (f"--{name.replace('_', '-')}", file)
    ]
    ran = pinochle(
        *("bulk", "solve", str(tmp_path / "deals"), str(tmp_path / "out")),
        *("--shard-rows", str(SHARD), "--scheduler", cluster.replace("tls", "TLS"), *options),
    )
    assert (ran.status, ran.err) == (0, "")
    assert files_of(tmp_path / "out") == files_of(undisturbed)


@pytest.fixture
def handshakes(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Whatever the cluster's side says of connections that do not come about."""
    told = Mock()
    monkeypatch.setattr("distributed.comm.tcp.logger.warning", told)
    return told


def refused_for(handshakes: Mock) -> str:
    """Why the cluster took no connection, as OpenSSL names it; '' if that is not told in time."""
    until = monotonic() + 60
    while not handshakes.called and monotonic() < until:
        sleep(0.02)
    told = [each.args[0] % each.args[1:] for each in handshakes.call_args_list]
    assert all("TLS handshake failed" in each for each in told)
    return " ".join(told)


# What the cluster says to a client that speaks no TLS, to a certificate that it does not know, and
# when the client does not know that of the cluster.
_NO_TLS, _UNKNOWN, _ALERT = "WRONG_VERSION_NUMBER", "CERTIFICATE_VERIFY_FAILED", "UNKNOWN_CA"


@pytest.mark.parametrize(
    ("shown", "reason"),
    [
        ({}, _NO_TLS),
        (certificates("stranger"), _ALERT),
        ({**certificates("stranger"), "tls_ca": certificates("cluster")["tls_ca"]}, _UNKNOWN),
        ({**certificates("cluster"), "tls_ca": certificates("stranger")["tls_ca"]}, _ALERT),
    ],
)
def test_neither_side_takes_another_certificate(
    cluster: str,
    shown: dict[str, str],
    reason: str,
    handshakes: Mock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The refusal is that of TLS, and no time that is up."""
    from distributed.comm.core import CommClosedError

    monkeypatch.setattr(bulk_workers, "_CONNECT_SECONDS", 60)
    address = cluster if shown else cluster.replace("tls", "tcp")
    fact = f"nobody answers at {address}"
    if shown:
        fact += ", or one side refuses the other's certificate"
    with (
        pytest.raises(BulkError, match=f"^--scheduler: {fact}$") as refused,
        bulk_workers.open_workers(None, Scheduler(address, **shown)),
    ):
        pytest.fail("it was let in")
    assert isinstance(refused.value.__cause__, CommClosedError)
    assert reason in refused_for(handshakes)


def test_what_cannot_connect_is_closed() -> None:
    """A client of a wrong address, or of a server that is no scheduler, waits for nothing."""
    from distributed import Client

    with socket.create_server(("127.0.0.1", 0)) as server:

        def greet() -> None:
            with suppress(OSError):
                while True:
                    server.accept()[0].sendall(b"SSH-2.0-OpenSSH_9.2\r\n")

        Thread(target=greet, daemon=True).start()
        for address in ("nonsense", f"tcp://127.0.0.1:{server.getsockname()[1]}"):
            with (
                pytest.raises(BulkError, match=f"^--scheduler: nobody answers at {address}$"),
                bulk_workers.open_workers(None, Scheduler(address)),
            ):
                pytest.fail("it was joined")
            made = [each for each in gc.get_objects() if type(each) is Client]
            assert "connecting" not in [each.status for each in made]


def test_a_worker_lost_with_its_result_is_no_lost_scheduler() -> None:
    """The shard is waited for again: another worker does it."""
    file = ShardFile(0, rows=1, failed=0, first_failed=None, data=b"", seconds=0.0)
    future = Mock(key="0-a", status="lost")
    future.result.return_value = file

    def call(callback: Callable[[Mock], None]) -> None:
        future.status = "finished" if future.add_done_callback.call_count > 1 else "lost"
        callback(future)

    future.add_done_callback.side_effect = call
    client = Mock(status="running")
    client.nthreads.return_value = {"tcp://10.0.0.1:1": 1}
    client.submit.return_value = future
    found: list[ShardFile] = []
    asked = iter([Shard(0, 0, b"", {})])
    Cluster(client, "x").answer(SolveJob(), asked, found.append, lambda: False)
    assert found == [file]
    assert (future.add_done_callback.call_count, client.submit.call_count) == (2, 1)


# Another user, with some certificate or none.
_CALLER = """
import os, sys
from pathlib import Path
from distributed import Client
from distributed.comm.core import CommClosedError
from distributed.security import Security
address, certificate, told = sys.argv[1:]
security = None
if certificate:
    shown = Path(certificate).read_text()
    security = Security(tls_ca_file=shown, tls_client_cert=shown, tls_client_key=shown)
os.setgroups([])
os.setgid(65534)
os.setuid(65534)
def run():
    Path(told).write_text("run")
try:
    Client(address, security=security, timeout=60).submit(run).result(timeout=60)
except CommClosedError:
    print("refused", os.getuid())
else:
    print("let in", os.getuid())
"""


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become another user"
)
@pytest.mark.parametrize(
    ("shown", "reason"), [(None, _NO_TLS), ("stranger", _ALERT), ("cluster", None)]
)
def test_another_user_is_refused_and_runs_nothing(
    cluster: str, shown: str | None, reason: str | None, handshakes: Mock, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    address, certificate = cluster.replace("tls", "tcp"), ""
    if shown is not None:
        address, certificate = cluster, certificates(shown)["tls_cert"]
    ran = subprocess.run(
        [sys.executable, "-c", _CALLER, address, certificate, str(told)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert ran.stdout == ("let in" if reason is None else "refused") + " 65534\n", ran.stderr
    assert told.exists() is (reason is None)
    if reason is not None:
        assert reason in refused_for(handshakes)


def test_certificates_that_cannot_be_used_are_told(
    tmp_path: Path,
) -> None:
    address, ours, theirs = "tls://127.0.0.1:1", certificates("cluster"), certificates("stranger")
    no_pem = tmp_path / "no.pem"
    no_pem.write_text("nothing")
    no_certificate = "no PEM certificate in it. Name the file of the authority's certificate"
    no_pair = "no PEM certificate and key that fit"
    for files, fact in (
        (
            {},
            f"--scheduler: {address} needs certificates: add --tls-ca, --tls-cert and --tls-key",
        ),
        (
            {"tls_ca": ours["tls_ca"]},
            f"--scheduler: {address} needs certificates: add --tls-cert and --tls-key",
        ),
        (
            {"tls_cert": ours["tls_cert"]},
            f"--scheduler: {address} needs certificates: add --tls-ca",
        ),
        *(
            (files, f"--tls-ca: {no_pem}: {no_certificate}")
            for files in (dict.fromkeys(ours, str(no_pem)), {"tls_ca": str(no_pem)})
        ),
        (
            {**ours, "tls_cert": str(no_pem)},
            f"--scheduler: {ours['tls_ca']} and {no_pem}: {no_pair}",
        ),
        (
            {**ours, "tls_key": theirs["tls_key"]},
            f"--scheduler: {ours['tls_ca']} and {theirs['tls_key']}: {no_pair}",
        ),
        (
            {**ours, "tls_ca": str(tmp_path / "none")},
            f"--tls-ca: {tmp_path / 'none'}: no such file or directory",
        ),
    ):
        with (
            pytest.raises(BulkError) as refused,
            bulk_workers.open_workers(None, Scheduler(address, **files)),
        ):
            pytest.fail("it was opened")
        assert str(refused.value) == fact


def test_a_cluster_that_anyone_can_reach_is_told_once(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_workers, "_CONNECT_SECONDS", 0.5)
    monkeypatch.chdir(tmp_path)
    Path("some.pn").write_text(f"{SAID}\n")
    ran = pinochle("bulk", "solve", "some.pn", "out", "--scheduler", "tcp://127.0.0.1:1")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.splitlines() == [
        "--scheduler: tcp://127.0.0.1:1 is open: anyone who can reach it can run programs as you; "
        "tls:// is safe",
        "--scheduler: nobody answers at tcp://127.0.0.1:1",
        "out: 0 of 1 shards are kept; the same command goes on with them",
    ]


# Commands


def test_lines_read_as_other_commands_read_them(pinochle: Pinochle, tmp_path: Path) -> None:
    """A byte that is not UTF-8 makes a line wrong, and only ``#`` begins a comment."""
    lines, out = tmp_path / "deals.pn", tmp_path / "out"
    other = f"{SAID} id=J\xfcrgen\n".encode("latin-1")
    lines.write_bytes(f"  # Jürgen's\n{SAID} player.south=Jürgen\n; no comment\n".encode() + other)
    assert pinochle("bulk", "solve", str(lines), str(out), "--workers", "0").status == 2
    errors = pq.read_table(out)["error"].to_pylist()
    told = pinochle("solve", "-f", str(lines)).err
    assert errors == [
        None,
        "';': not a key=value token",
        r"id: 'J\xfcrgen' is not UTF-8 text",
    ]
    assert told == "".join(f"{lines}:{n}: {errors[n - 2]}\n" for n in (3, 4))


def test_a_command_from_lines_to_shards(pinochle: Pinochle, tmp_path: Path) -> None:
    lines = tmp_path / "deals.pn"
    lines.write_text(f"# three\n{SAID} id=a\n\n{IMPOSSIBLE}\n{SAID} id=c\n")
    out = tmp_path / "out"
    arguments = ("bulk", "solve", str(lines), str(out), "--workers", "0", "--shard-rows", "2")
    ran = pinochle(*arguments)
    assert ran.status == 2
    assert ran.out.startswith(f"{out}: 3 rows in 2 shards, checksum ")
    assert ran.err == f"{out}: 1 row is wrong, row 1; column error says why\n"
    table = pq.read_table(out)
    assert table["id"].to_pylist() == ["a", None, "c"]
    assert table["south_value"].to_pylist() == [31, None, 31]
    assert table["error"].to_pylist()[1].startswith("south: ")
    assert pinochle(*arguments) == ran
    assert pinochle("bulk", "check", str(out)).status == 2
    (out / shard_name(1)).unlink()
    checked = pinochle("bulk", "check", str(out))
    assert checked.status == 1
    assert checked.err == f"{out / shard_name(1)}: missing\n"
    assert pinochle(*arguments).out == ran.out
    # What was solved is a position as it was.
    shown = pinochle("show", "--json", str(out / shard_name(1)))
    assert json.loads(shown.out)["position"].endswith("id=c")


def test_deals_are_analyzed_and_reviewed(pinochle: Pinochle, tmp_path: Path) -> None:
    openings, hands = str(tmp_path / "openings"), str(tmp_path / "hands")
    here = ("--workers", "0")
    dealt = ("bulk", "deal", "--number", "3", "--seed", "5", "--rules", "hayes", *here)
    assert pinochle(*dealt, openings, "--opening").status == 0
    assert pinochle(*dealt, hands).status == 0
    by_hand = pinochle("deal", "--number", "3", "--seed", "5", "--rules", "hayes").out
    assert "\n".join(pq.read_table(hands)["record"].to_pylist()) == by_hand
    analyzed = str(tmp_path / "analyzed")
    assert pinochle("bulk", "analyze", openings, analyzed, "--worlds", "8", *here).status == 0
    for row in pq.read_table(analyzed).to_pylist():
        found = pinochle(
            "analyze", "--json", "--worlds", "8", "--seed", str(row["seed"]), row["position"]
        )
        assert json.loads(found.out)["choice"] == row["choice"]
        position = parse_position(row["position"])
        assert isinstance(position, StockPosition)
        assert position.turn.text() == row["turn"]
    reviewed = str(tmp_path / "reviewed")
    assert pinochle("bulk", "review", hands, reviewed, "--worlds", "16", *here).status == 0
    assert pq.read_table(reviewed)["decisions"].to_pylist() == [[], [], []]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["solve", "none.parquet", "out"], "none.parquet: no such file or directory"),
        (["solve", "empty.parquet", "out"], "empty.parquet: empty, no Parquet file"),
        (["solve", "empty.pn", "out"], "empty.pn: no positions of the playoff in it"),
        (["solve", "no-rows.parquet", "out"], "no-rows.parquet: no rows in it"),
        (["solve", "folder", "out"], "folder: no Parquet files in it"),
        (["analyze", "no-rows.parquet", "out"], "no-rows.parquet: no column position, which"),
        (["check", "folder"], "folder: no output of a bulk command, for _manifest.json is"),
        (["solve", "some.pn", "empty.pn"], "empty.pn: a file; name a folder to write to"),
        (
            ["solve", "some.pn", "out", "--scheduler", "tcp://127.0.0.1:1", "--tls-ca", "some.pn"],
            "pinochle bulk solve: --tls-ca: goes with --scheduler tls://ADDRESS",
        ),
        *(
            (
                ["solve", "some.pn", "out", "--scheduler", address],
                f"pinochle bulk solve: --scheduler: '{address}' {fact}. Type tls://HOST:PORT",
            )
            for address, fact in (
                ("nonsense", "is no host with a port from 1 to 65535"),
                ("TCP://10.0.0.1", "is no host with a port from 1 to 65535"),
                ("tcp://10.0.0.1:0", "is no host with a port from 1 to 65535"),
                ("10.0.0.1:65536", "is no host with a port from 1 to 65535"),
                ("tls://:8786", "is no host with a port from 1 to 65535"),
                ("tls://10.0.0.1:8786/", "is no host with a port from 1 to 65535"),
                ("tls://[::1:8786", "is no host with a port from 1 to 65535"),
                ("http://10.0.0.1:8786", "begins with neither tls:// nor tcp://"),
            )
        ),
        (
            ["solve", "some.pn", "out", "--tls-key", "some.pn"],
            "pinochle bulk solve: --tls-key: goes with --scheduler tls://ADDRESS",
        ),
        (
            ["solve", "some.pn", "out", "--tls-cert", "none.pem"],
            "pinochle bulk solve: Invalid value for '--tls-cert': File 'none.pem' does not exist",
        ),
        (
            ["solve", "some.pn", "out", "--scheduler", "x", "--workers", "1"],
            "pinochle bulk solve: --workers or --scheduler, not both",
        ),
        (["deal", "out", "--number", "1", "--playoff", "13"], "pinochle bulk deal: Invalid value"),
        (
            ["deal", "out", "--number", "1", "--playoff", "3", "--opening"],
            "pinochle bulk deal: --playoff or --opening, not both",
        ),
        (["sovle", "a", "b"], "pinochle bulk: No such command 'sovle'. Did you mean solve?"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    pinochle: Pinochle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.parquet").touch()
    Path("empty.pn").write_text("# nothing\n")
    Path("some.pn").write_text(f"{SAID}\n")
    Path("folder").mkdir()
    pq.write_table(PLAYOFF_POSITIONS.schema.empty_table().drop_columns("id"), "no-rows.parquet")
    ran = pinochle("bulk", *arguments)
    assert ran.status == 2
    assert ran.out == ""
    lines = ran.err.splitlines()
    assert lines[0].startswith(said)
    assert len(lines) == 1


def test_without_pyarrow_or_dask_a_line_says_what_to_install(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = tmp_path / "deals.pn"
    lines.write_text(f"{SAID}\n")
    out, table = str(tmp_path / "out"), str(tmp_path / "x.parquet")
    monkeypatch.setattr(bulk_workers, "find_spec", lambda _: None)
    ran = pinochle("bulk", "solve", str(lines), out, "--scheduler", "tls://127.0.0.1:1")
    assert ran.status == 2
    assert "Dask is not installed (pip install 'pinochle-solver[bulk]')" in ran.err
    monkeypatch.setattr(parquet_files, "find_spec", lambda _: None)
    for arguments in (
        ("bulk", "solve", str(lines), out),
        ("solve", "-f", str(lines), "--output", table),
        ("solve", "-f", table),
    ):
        ran = pinochle(*arguments)
        assert ran.status == 2
        assert ran.err.splitlines()[-1] == (
            "Parquet needs pyarrow, which is not installed (pip install 'pinochle-solver[bulk]')"
        )


def test_no_room_is_one_line_and_loses_nothing(tmp_path: Path) -> None:
    command = " ".join([*COMMAND, "bulk deal out --number 300 --playoff 12 --shard-rows 100"])
    # No file may be longer than so many blocks of 1024 bytes: the manifest is, at last.
    for blocks, kept in ((4, "0 of 3 shards are kept"), ("unlimited", None)):
        ran = subprocess.run(
            ["bash", "-c", f"ulimit -f {blocks}; exec {command} --workers 0"],
            cwd=tmp_path,
            # What is compiled would be cut short as well.
            env=bare_environment(PYTHONDONTWRITEBYTECODE="1"),
            capture_output=True,
            text=True,
            check=False,
        )
        if kept is None:
            assert ran.returncode == 0, ran.stderr
            assert "300 rows in 3 shards" in ran.stdout
        else:
            assert ran.returncode == 2
            assert ran.stderr.splitlines() == [
                f"out/{shard_name(0)}: file too large",
                f"out: {kept}; the same command goes on with them",
            ]
            assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
                "_lock",
                "_manifest.json",
            ]


@pytest.mark.parametrize(
    ("synced", "told", "kept", "finished"),
    [
        # The manifest, a shard, and the manifest at the end: each time the file, then its name.
        (1, "out", 0, False),
        (2, "out", 0, False),
        (3, "out/part-000000.parquet", 0, False),
        (4, "out/part-000000.parquet", 1, False),
        (5, "out/_manifest.json", 1, False),
        (6, "out/_manifest.json", 1, True),
    ],
)
def test_what_does_not_reach_the_disk_is_not_there(
    pinochle: Pinochle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    synced: int,
    told: str,
    kept: int,
    finished: bool,
) -> None:
    """Nothing is lost either, and another command can have the folder at once."""
    times = count(1)

    def sync(_: int) -> None:
        if next(times) >= synced:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.chdir(tmp_path)
    command = ("bulk", "deal", "out", "--number", "3", "--playoff", "3", "--workers", "0")
    with monkeypatch.context() as failing:
        failing.setattr(os, "fsync", sync)
        ran = pinochle(*command)
    assert (ran.status, ran.err.splitlines()[0]) == (2, f"{told}: input/output error")
    assert not [*tmp_path.glob("out/*.part")]
    assert len([*tmp_path.glob("out/*.parquet")]) == kept
    assert next(times) > synced
    assert [each for each in psutil.Process().open_files() if each.path.endswith(LOCK)] == []
    if synced > 1:
        checked = pinochle("bulk", "check", "out")
        unfinished = "out: not finished, 0 of 1 shards are there\n"
        assert (checked.status, checked.err) == ((0, "") if finished else (1, unfinished))
    assert pinochle(*command).status == 0
    assert pinochle("bulk", "check", "out").status == 0


def test_what_cannot_be_gone_on_with_is_told_in_a_line(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ("bulk", "deal", "out", "--number", "3", "--playoff", "3", "--workers", "0")
    # So much is left by a kill before the first manifest.
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "_manifest.json.part").touch()
    assert pinochle(*command).status == 0
    text = pinochle("rules", "scarne", "--toml").out.replace('name = "scarne"', 'name = "mine"')
    Path("mine.toml").write_text(text)
    told = pinochle(*command, "--rules", "mine", "--rulebook", "mine.toml").err
    assert told.startswith("out: made with other settings: rules was scarne")
    own = ("--rules", "mine", "--rulebook", "mine.toml", "--number", "3", "--workers", "0")
    assert pinochle("bulk", "deal", "own", *own).status == 0
    Path("mine.toml").write_text(text.replace("target = 1000", "target = 1250", 1))
    told = pinochle("bulk", "deal", "own", *own).err
    fact = "made with other settings: the rulebooks were mine, now others of these names"
    assert told == f"own: {fact}; name another folder\n"
    (tmp_path / "out" / "left.part").mkdir()
    assert pinochle(*command).err == "out: is a directory\n"
    (tmp_path / "out" / "left.part").rmdir()
    shard = tmp_path / "out" / shard_name(0)
    shard.unlink()
    shard.mkdir()
    assert pinochle(*command).err == f"out/{shard.name}: is a directory\n"
    (tmp_path / "out" / "_manifest.json").unlink()
    (tmp_path / "out" / "_manifest.json").mkdir()
    assert pinochle("bulk", "check", "out").err == "out/_manifest.json: is a directory\n"
    below = pinochle("bulk", "deal", "mine.toml/out", "--number", "3", "--playoff", "3")
    assert (below.status, below.err) == (2, "mine.toml/out: not a directory\n")


def test_two_rulebooks_of_one_name_are_not_mixed(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in").mkdir()
    text = pinochle("rules", "scarne", "--toml").out.replace('name = "scarne"', 'name = "mine"')
    for number, target in enumerate(("1000", "1250")):
        Path("mine.toml").write_text(text.replace("target = 1000", f"target = {target}", 1))
        asked = ("deal", "--playoff", "3", "--rules", "mine", "--rulebook", "mine.toml")
        Path("deals.pn").write_text(pinochle(*asked).out)
        written = ("--output", f"in/{number}.parquet", "--rulebook", "mine.toml")
        assert pinochle("show", "-f", "deals.pn", *written).status == 0
    ran = pinochle("bulk", "solve", "in", "out", "--workers", "0")
    assert (ran.status, ran.err) == (2, "in/1.parquet: another rulebook named mine\n")
    assert not Path("out").exists()


def test_ctrl_c_says_what_is_kept(tmp_path: Path) -> None:
    command = [*COMMAND, "bulk", "deal", "out", "--number", "200000", "--playoff", "12"]
    with subprocess.Popen(
        [*command, "--workers", "0", "--shard-rows", "100"],
        cwd=tmp_path,
        env=bare_environment(),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        until = monotonic() + 60
        while not (tmp_path / "out" / shard_name(3)).exists() and monotonic() < until:
            sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == 130
    shards = len(read_manifest(tmp_path / "out").shards)
    assert shards == len(list((tmp_path / "out").glob("*.parquet"))) >= 4
    kept = f"out: {shards} of 2000 shards are kept; the same command goes on with them\n"
    assert told == kept


def test_progress_is_seen_in_a_terminal(tmp_path: Path) -> None:
    command = ("bulk", "deal", str(tmp_path / "out"), "--number", "40", "--workers", "0")
    with at_terminal("never", *command) as terminal:
        terminal.read_to_prompt()
        shown = terminal.text
    assert "40/40" in shown


# Parquet in and out of the other commands


def test_solve_and_analyze_read_and_write_parquet(pinochle: Pinochle, tmp_path: Path) -> None:
    lines = tmp_path / "deals.pn"
    positions = [
        f"{each.text()} id=d{row}" for row, each in enumerate(random_playoffs(4, 5, 1, SCARNE))
    ]
    lines.write_text("\n".join(positions))
    shown, solved = str(tmp_path / "shown.parquet"), str(tmp_path / "solved.parquet")
    assert pinochle("show", "-f", str(lines), "--output", shown).status == 0
    ran = pinochle("solve", "-f", shown, "--output", solved, "--nodes", "100000")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    table = pq.read_table(solved)
    assert table["id"].to_pylist() == [f"d{row}" for row in range(5)]
    values = [
        json.loads(line)["value"]
        for line in pinochle("solve", "--json", "-f", solved).out.splitlines()
    ]
    assert values == [
        json.loads(line)["value"]
        for line in pinochle("solve", "--json", "-f", str(lines)).out.splitlines()
    ]
    assert values == [
        {"south": row["south_value"], "north": row["north_value"]} for row in table.to_pylist()
    ]
    said = json.loads(pq.read_metadata(solved).metadata[b"pinochle-solver"])
    assert (said["schema"], said["version"]) == ("playoff-solutions", 1)
    assert said["settings"]["nodes"] == 100000
    # As bulk gives them, but for errors.
    out = tmp_path / "out"
    pinochle("bulk", "solve", shown, str(out), "--workers", "0", "--nodes", "100000")
    assert pq.read_table(out).drop_columns("error").equals(table)
    stock = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
    analyzed = str(tmp_path / "analyzed.parquet")
    assert pinochle("analyze", "--worlds", "8", stock, "--output", analyzed).status == 0
    (row,) = pq.read_table(analyzed).to_pylist()
    found = json.loads(pinochle("analyze", "--worlds", "8", "--json", analyzed).out)
    assert [each["move"] for each in row["moves"]] == [each["move"] for each in found["moves"]]


def test_wrong_rows_of_parquet_are_told_with_their_number(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    rows = PLAYOFF_POSITIONS.table([PlayoffPosition.parse(SAID)] * 3).to_pylist()
    rows[1]["south_spades"] = 3 << 28
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.Table.from_pylist(rows, schema=PLAYOFF_POSITIONS.schema), path)
    ran = pinochle("solve", "--json", "-f", str(path))
    assert ran.status == 2
    assert ran.err.startswith(f"{path}: row 1: south: ")
    assert len(ran.out.splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["-f", "a.parquet", "-f", "b.pn"],
            "-f: b.pn is not Parquet, others are; give them separately",
        ),
        (["-f", "a.parquet"], "a.parquet: no such file or directory"),
        ([SAID, "--output", "x.csv"], "--output: x.csv does not end in .parquet"),
        ([SAID, "--output", "no/x.parquet"], "no/x.parquet: no such file or directory"),
        ([SAID, "--output", "x.parquet", "--json"], "--output or --json, not both"),
    ],
)
def test_parquet_that_cannot_be_is_one_line(
    pinochle: Pinochle,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = pinochle("solve", *arguments)
    assert ran.status == 2
    assert ran.err.splitlines()[-1].removeprefix("pinochle solve: ") == said
    assert list(tmp_path.iterdir()) == []


def test_many_rows_are_written_some_at_a_time(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(parquet_files, "_AT_A_TIME", 2)
    Path("deals.pn").write_text("\n".join(map(str, random_playoffs(2, 5, 1, SCARNE))))
    assert pinochle("show", "-f", "deals.pn", "--output", "shown.parquet").status == 0
    metadata = pq.read_metadata("shown.parquet")
    assert (metadata.num_rows, metadata.num_row_groups) == (5, 3)
    lines = pinochle("show", "-f", "shown.parquet", "--json").out.splitlines()
    assert len(lines) == 5


def test_where_every_position_is_wrong_there_is_no_file(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.pn").write_text("nonsense\n")
    assert pinochle("show", "-f", "bad.pn", "--output", "shown.parquet").status == 2
    assert [*Path().iterdir()] == [Path("bad.pn")]


def test_positions_of_both_phases_have_no_table_together(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(parquet_files, "_AT_A_TIME", 1)
    stock = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
    Path("both.pn").write_text(f"{SAID}\n{stock}\n")
    ran = pinochle("show", "-f", "both.pn", "--output", "shown.parquet")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "--output: positions of several kinds; give them apart\n"
    assert [*Path().iterdir()] == [Path("both.pn")]


def test_rows_that_a_command_does_not_take_are_told(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    stock = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"
    assert pinochle("show", stock, "--output", "stock.parquet").status == 0
    ran = pinochle("solve", "-f", "stock.parquet")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("stock.parquet: row 0: ")
    pq.write_table(PLAYOFF_POSITIONS.schema.empty_table(), "none.parquet")
    ran = pinochle("solve", "-f", "none.parquet")
    assert (ran.status, ran.err) == (2, "none.parquet: no position in it\n")


def test_a_table_whose_folder_is_gone_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    writer = parquet_files.ParquetWriter(str(folder / "x.parquet"), (), {})
    writer.write_together([PlayoffPosition.parse(SAID)] * 2)
    folder.rmdir()
    with pytest.raises(click.ClickException, match=r"x\.parquet: no such file or directory$"):
        writer.finish()
    writer.discard()


def test_lines_of_a_part_of_the_deals_are_not_timed_as_if_they_were_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals(tmp_path / "deals")
    lines = tmp_path / "deals.pn"
    first = pq.read_table(tmp_path / "deals" / shard_name(0))

    def interrupted(path: Path, **_: object) -> pa.Table:
        if path.name == shard_name(0):
            return first
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("benchmarks.speed.bulk_speed.pq.read_table", interrupted)
        with pytest.raises(KeyboardInterrupt):
            bulk_speed._write_lines(tmp_path / "deals", lines)
    assert not lines.exists()
    bulk_speed._write_lines(tmp_path / "deals", lines)
    assert len(lines.read_text().splitlines()) == ROWS
