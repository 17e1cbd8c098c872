"""``pinochle bench``: speed on fixed positions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from pinochle_solver.bench import BenchReport, BenchResult, bench_sets, open_sets, run_bench
from pinochle_solver.cli import CHECK_FAILED, DONE, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.options import Whole
from pinochle_solver.cli.output.progress import with_progress
from pinochle_solver.cli.output.writers import Writer, writes
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import fact_of, read_small
from pinochle_solver.sizes import MOST_LINE


@click.command(
    "bench",
    cls=PinochleCommand,
    example="pinochle bench",
)
@writes
@click.option(
    "--compare",
    "earlier_file",
    metavar="FILE",
    shell_complete=completion.files,
    help="Compare with an earlier result (--json > FILE).",
)
@click.option(
    "--signature",
    "expected",
    metavar="N",
    type=Whole(0),
    help="Status 1 if the node signature differs.",
)
@click.option(
    "--hand-signature",
    "expected_hands",
    metavar="N",
    type=Whole(0),
    help="Status 1 if the hand signature differs.",
)
@click.option(
    "--open-signature",
    "expected_open",
    metavar="N",
    type=Whole(0),
    help="Status 1 if the signature of the face-up solver differs.",
)
def command(
    writer: Writer,
    earlier_file: str | None,
    expected: int | None,
    expected_hands: int | None,
    expected_open: int | None,
) -> int:
    """Solve fixed positions and deals, and play whole hands at random.

    The command shows nodes, time and memory of the playoff solver and of the face-up solver for
    three and four, the speed of the rules, and a signature of each.
    """
    if earlier_file is not None and not writer.compares:
        raise click.UsageError("--compare: a comparison cannot be JSON; leave out --json")
    earlier = None if earlier_file is None else _read_result(earlier_file)
    sets, questions = bench_sets(), open_sets()
    total = 2 * sum(map(len, sets.values())) + sum(map(len, questions.values()))

    def progress(answers: Iterable[object]) -> Iterator[object]:
        return with_progress(answers, total)

    result = run_bench(sets, questions, progress)
    writer.write(BenchReport(result, earlier))
    status = DONE
    for name, signature, wanted in (
        ("signature", result.signature, expected),
        ("hand signature", result.hand_signature, expected_hands),
        ("open signature", result.open_signature, expected_open),
    ):
        if wanted not in (None, signature):
            tell(f"{name}: {signature}, expected {wanted}")
            status = CHECK_FAILED
    return status


def _read_result(file: str) -> BenchResult:
    import msgspec

    try:
        return msgspec.json.decode(read_small(Path(file), MOST_LINE), type=BenchResult)
    except OSError as error:
        raise click.ClickException(f"{file}: {fact_of(error)}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise click.ClickException(f"{file}: no result of pinochle bench: {error}") from None
