"""What the commands of ``pinochle bulk`` share: their options, and the run of a job."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast
from urllib.parse import urlsplit

import click

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli import BAD_INPUT, DONE, INTERRUPTED, completion
from pinochle_solver.cli.input.options import Whole, rulebooks_of_files, usable_processors
from pinochle_solver.cli.input.rulebooks import default_of_any
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.streams import tell
from pinochle_solver.errors import BulkError, PositionError, WorkerError
from pinochle_solver.notation.known_rulebooks import KnownRulebooks
from pinochle_solver.notation.table.all_games import is_table_game
from pinochle_solver.rules.checks import counted

if TYPE_CHECKING:
    from pinochle_solver.bulk.jobs import Job
    from pinochle_solver.bulk.manifest import Manifest
    from pinochle_solver.bulk.output import OutputFolder
    from pinochle_solver.bulk.running import Progress
    from pinochle_solver.bulk.sources import Source
    from pinochle_solver.bulk.workers import Workers

_Command = TypeVar("_Command", bound=Callable[..., Any])
_MOST_WORKERS = 1024
_MOST_ROWS = 10**6
_SCHEMES = ("tls", "tcp")


class RunOptions(NamedTuple):
    """How a job is run.

    Attributes:
        workers: how many processes of this machine; none is the command's own alone.
        scheduler: the address of a cluster in place of them.
        shard_rows: rows a shard; None for what the command has by itself.
        tls: the files of a certificate for the cluster: the authority's, ours, and our key.
        chosen: whether somebody chose the workers or the cluster.
    """

    workers: int
    scheduler: str | None
    shard_rows: int | None
    tls: tuple[str | None, str | None, str | None] = (None, None, None)
    chosen: bool = False


def run_options(command: _Command) -> _Command:
    """Give a command its ``how``: by whom it is done, and ``--shard-rows``."""

    @wraps(command)
    def with_how(
        *arguments: Any,
        workers: int | None,
        scheduler: str | None,
        tls_ca: str | None,
        tls_cert: str | None,
        tls_key: str | None,
        shard_rows: int | None,
        **more: Any,
    ) -> Any:
        if workers is not None and scheduler is not None:
            raise click.UsageError("--workers or --scheduler, not both")
        tls = (tls_ca, tls_cert, tls_key)
        scheduler = None if scheduler is None else _address(scheduler)
        for option, file in zip(("--tls-ca", "--tls-cert", "--tls-key"), tls, strict=True):
            if file is not None and not (scheduler or "").startswith("tls://"):
                raise click.UsageError(f"{option}: goes with --scheduler tls://ADDRESS")
        chosen = workers is not None or scheduler is not None
        workers = usable_processors() if workers is None else workers
        how = RunOptions(workers, scheduler, shard_rows, tls, chosen)
        return command(*arguments, how=how, **more)

    wrapped: Any = with_how
    for decorate in (
        click.option(
            "--shard-rows",
            metavar="N",
            type=Whole(1, _MOST_ROWS),
            help="Rows in a shard. A killed process loses one shard at most.",
        ),
        _pem_file("--tls-key", "The private key of --tls-cert."),
        _pem_file("--tls-cert", "Your certificate for the cluster."),
        _pem_file("--tls-ca", "The authority that has signed the cluster's certificates."),
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Use a Dask cluster that is running, such as tls://10.0.0.1:8786. With tcp:// "
            "anyone who can reach it can run programs as you.",
        ),
        click.option(
            "--workers",
            metavar="N",
            type=Whole(0, _MOST_WORKERS),
            help="Number of processes on this machine, one thread each; 0: only the command's "
            "own. Default: one for each processor.",
        ),
    ):
        wrapped = decorate(wrapped)
    return cast(_Command, wrapped)


def _address(text: str) -> str:
    """The address of a scheduler, its scheme in lower case; without a scheme ``tcp`` is meant.

    Raises:
        click.UsageError: for what is no address.
    """
    scheme, separator, place = text.rpartition("://")
    scheme = scheme.lower() if separator else "tcp"
    try:
        parts = urlsplit(f"//{place}")
        is_place = parts.hostname is not None and place == parts.netloc and "@" not in place
        port = parts.port
    except ValueError:  # for a port above 65,535, or a bracket alone
        is_place, port = False, None
    if scheme not in _SCHEMES:
        fact = "begins with neither tls:// nor tcp://"
    elif not is_place or not port:
        fact = "is no host with a port from 1 to 65535"
    else:
        return f"{scheme}://{place}"
    raise click.UsageError(f"--scheduler: {text!r} {fact}. Type tls://HOST:PORT")


def _pem_file(option: str, what: str) -> Callable[[_Command], _Command]:
    return click.option(
        option,
        metavar="FILE",
        type=click.Path(exists=True, dir_okay=False),
        shell_complete=completion.files,
        help=f"{what} A PEM file; default: that of Dask's settings.",
    )


def input_argument(command: _Command) -> _Command:
    """Give a command its ``input``."""
    return click.argument(
        "input", metavar="INPUT", type=click.Path(path_type=Path), shell_complete=completion.files
    )(command)


def output_argument(command: _Command) -> _Command:
    """Give a command its ``output``."""
    return click.argument(
        "output", metavar="OUTPUT", type=click.Path(path_type=Path), shell_complete=completion.files
    )(command)


def is_of_tables(rows: Path) -> bool:
    """Whether the first row is of a game for three or four; of none that cannot be read."""
    from pinochle_solver.bulk.sources import first_rulebook

    known = KnownRulebooks(rulebooks_of_files(), default_of_any())
    return is_table_game(first_rulebook(rows), known)


def run_job(job: Job, rows: Path | int | Sequence[int], output: Path, how: RunOptions) -> int:
    """Do a job on all rows, and tell what came of it; return the exit status.

    Args:
        job: what is done with every row.
        rows: where they are; a number of rows that are only counted; the number of each row.
        output: the folder to write to.
        how: by whom.

    Raises:
        click.ClickException: for what cannot begin, in a line.
    """
    from pinochle_solver.bulk.output import OutputFolder
    from pinochle_solver.bulk.running import asked_of

    try:
        source = _source(rows, job)
        job = job.reading(source.rulebooks)
        with (
            stopping_searches() as stop,
            OutputFolder(output, asked_of(job, source, how.shard_rows)) as folder,
        ):
            is_written = folder.manifest.finished or _fill(folder, job, source, how, stop)
            manifest = folder.manifest
    except (BulkError, PositionError) as error:
        raise click.ClickException(str(error)) from None
    if stop.is_set and not manifest.finished:
        return INTERRUPTED
    return tell_whole(output, manifest) if is_written and manifest.finished else BAD_INPUT


def _source(rows: Path | int | Sequence[int], job: Job) -> Source:
    from pinochle_solver.bulk.sources import Numbers, open_source

    if not isinstance(rows, Path):
        return Numbers(rows)
    assert job.takes is not None
    return open_source(rows, job.takes)


def _fill(folder: OutputFolder, job: Job, source: Source, how: RunOptions, stop: StopFlag) -> bool:
    """Add the shards that are missing; tell why not all of them, where that is so.

    Returns:
        whether all that was asked for, up to a stop, is written.
    """
    from pinochle_solver.bulk.running import run

    if folder.kept:
        tell(f"{folder.path}: going on, {_shards(folder.manifest)} are there")
    try:
        with opened_workers(how) as workers, bulk_progress() as progress:
            run(job, source, folder, workers, progress=progress, stopped=lambda: stop.is_set)
    except (BulkError, WorkerError) as error:
        tell(str(error))
        return False
    finally:
        if not folder.manifest.finished:
            kept = f"{_shards(folder.manifest)} are kept"
            tell(f"{folder.path}: {kept}; the same command goes on with them")
    return True


@contextmanager
def opened_workers(how: RunOptions) -> Iterator[Workers]:
    """The workers of these options, until the block ends; an open cluster is told of.

    Raises:
        BulkError: where nobody is there.
    """
    from pinochle_solver.bulk.workers import Scheduler, open_workers

    scheduler = None if how.scheduler is None else Scheduler(how.scheduler, *how.tls)
    if scheduler is not None and not scheduler.is_secure:
        fact = "anyone who can reach it can run programs as you; tls:// is safe"
        tell(f"--scheduler: {scheduler.address} is open: {fact}")
    with open_workers(how.workers, scheduler) as workers:
        yield workers


def tell_whole(output: Path, manifest: Manifest) -> int:
    """Say what a finished output holds; return the exit status."""
    rows, shards = counted(manifest.rows, "row"), counted(manifest.number_of_shards, "shard")
    click.echo(f"{output}: {rows} in {shards}, checksum {manifest.checksum[:16]}")
    if not manifest.failed:
        return DONE
    wrong = "1 row is" if manifest.failed == 1 else f"{manifest.failed:,} rows are"
    first = "" if manifest.failed == 1 else "the first "
    tell(f"{output}: {wrong} wrong, {first}row {manifest.first_failed}; column error says why")
    return BAD_INPUT


def _shards(manifest: Manifest) -> str:
    return f"{len(manifest.shards)} of {manifest.number_of_shards} shards"


@contextmanager
def bulk_progress() -> Iterator[Callable[[Progress], None] | None]:
    """Show how many rows are done, how fast, how long it takes yet, and how many are wrong.

    Yields:
        what to tell; None where standard error is no terminal.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich import progress as parts
    from rich.console import Console
    from rich.text import Text

    class RateColumn(parts.ProgressColumn):
        def render(self, task: parts.Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.1f} rows/s" if speed else "")

    columns = (
        parts.BarColumn(),
        parts.MofNCompleteColumn(),
        RateColumn(),
        parts.TimeRemainingColumn(),
        parts.TextColumn("{task.description}"),
    )
    # The speed is that of the last minutes: shards come seldom.
    with parts.Progress(
        *columns, console=Console(stderr=True), transient=True, speed_estimate_period=300
    ) as shown:
        task: Any = None

        def report(progress: Progress) -> None:
            nonlocal task
            wrong = f"{progress.failed:,} wrong" if progress.failed else ""
            if task is None:
                task = shown.add_task(wrong, total=progress.total, completed=progress.rows)
            shown.update(task, completed=progress.rows, description=wrong)

        yield report
