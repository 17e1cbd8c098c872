"""What each technique of the playoff search is worth: the search without one of them.

    python benchmarks/speed/ablation.py
    python benchmarks/speed/ablation.py --only "sure tricks" --deals 100

Each of `VARIANTS` is a small change of the program's text. The tree as it lies here is copied twice
and built; in one copy the changes are made, one variant after the other, and what they change is
built again. Both copies solve the deals of ``yardstick/`` for their values alone, in turn, each
time in a process of its own and every deal with an empty table. Nodes repeat exactly; the ratio of
processor time is the median over the runs, and no more than a hint on a machine that does other
work.

Exits with 1 if a text to be changed is no longer found, and if a variant finds another value:
techniques save work, and values are the same without them. Ctrl-C prints what there is, and the
status is 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from statistics import median
from time import process_time
from typing import NamedTuple

import click
import msgspec

import pinochle_solver
from benchmarks.common.measurements import end_command
from benchmarks.common.resumable import ResumeError, gather
from benchmarks.common.starting import run
from benchmarks.common.variants import ROOT, BuildError, ChangeError, Edit, Project, check, copied
from benchmarks.speed.tune_ordering import SET, TASKS, by_hand
from benchmarks.speed.yardstick import FOLDER, RULEBOOKS, Run, positions_of, run_solver
from pinochle_solver.bench import machine_line

_CORE = "ext/pinochle_solver/_core"
_SEARCH = f"{_CORE}/playoff/search.pyx"
_SUITS = f"{_CORE}/playoff/suits.pyx"
_PLAYOFF = f"{_CORE}/playoff/solver.pyx"
_TABLE = f"{_CORE}/playoff/table.pyx"
_BUCKETS = f"{_CORE}/playoff/table.pxd"


class Variant(NamedTuple):
    """The search, but for one technique.

    Attributes:
        name: what it does instead.
        edits: how the program's text is changed.
    """

    name: str
    edits: tuple[Edit, ...]


_LEADER_KNOWS_NOTHING = Edit(
    _SEARCH,
    "_bound_by_sure_tricks",
    "at.proven.low = at.outstanding if tricks >= at.tricks else points",
    "at.proven.low = 0",
)
_FOLLOWER_KNOWS_NOTHING = Edit(
    _SEARCH,
    "_bound_by_sure_tricks",
    "at.proven.high = 0 if tricks >= at.tricks else at.outstanding - points",
    "at.proven.high = at.outstanding",
)

# Those that change table.pxd come last: most modules are built again for it.
VARIANTS = (
    Variant(
        "ordering weights as set by hand, not tuned",
        (
            Edit(
                _SEARCH,
                "allocate_search",
                "    memcpy(search.weights, TUNED_WEIGHTS, sizeof(search.weights))\n",
                f"    cdef int16_t[{len(TASKS) * SET}] by_hand = {len(TASKS) * by_hand()}\n"
                "    memcpy(search.weights, by_hand, sizeof(search.weights))\n",
            ),
        ),
    ),
    Variant(
        "table entries for their own cards only (not payoff-similar)",
        (Edit(_TABLE, "allocate_table", "table.plain = False", "table.plain = True"),),
    ),
    Variant(
        "no lead and reply from the table",
        (
            Edit(
                _SEARCH,
                "_search_boundary",
                "at.lead, at.reply = card_at(held, at.bucket.lead), card_at(held, at.bucket.reply)",
                "pass",
            ),
        ),
    ),
    Variant("no bounds from sure tricks", (_LEADER_KNOWS_NOTHING, _FOLLOWER_KNOWS_NOTHING)),
    Variant("no bounds from sure tricks of the leader", (_LEADER_KNOWS_NOTHING,)),
    Variant("no bounds from sure tricks of the follower", (_FOLLOWER_KNOWS_NOTHING,)),
    Variant(
        "every lead, but for identical copies",
        (
            Edit(
                _SUITS,
                "_list_leads",
                "run = _lowest_run(layout, left, theirs)",
                "run = left & layout.identical[lowest_bit(left)]",
            ),
            Edit(_SEARCH, "_list_leads", "first, master = end - 1, True", "master = True"),
            Edit(_SEARCH, "_list_leads", "                end = 1\n", "                pass\n"),
        ),
    ),
    Variant(
        "every reply, but for identical copies",
        (
            Edit(
                _SUITS,
                "run_representatives",
                "run = _lowest_run(layout, cards, opposing)",
                "run = cards & layout.identical[lowest_bit(cards)]",
            ),
        ),
    ),
    Variant(
        "the last two tricks searched, not played out",
        (Edit(_SEARCH, "_search_boundary", "if tricks <= 2:", "if tricks == 0:"),),
    ),
    Variant(
        "first question at half of the points, not at the estimate",
        (
            Edit(
                _PLAYOFF,
                "_first_guess",
                "estimate = estimated_value(search, node)",
                "estimate = node.outstanding // 2",
            ),
        ),
    ),
    Variant(
        "questions step by one point, not by a 60th",
        (Edit(_PLAYOFF, "_close_in", "max(1, node.outstanding // STEPS)", "1"),),
    ),
    Variant(
        "questions after the first halve what is left",
        (Edit(_PLAYOFF, "_close_in", "max(1, node.outstanding // STEPS)", "node.outstanding"),),
    ),
    Variant(
        "steps between questions that double",
        (
            Edit(
                _PLAYOFF,
                "_close_in",
                "            bound = value + 1 - max(1, min(step, (value - low[0]) // 2))\n",
                "            bound = value + 1 - max(1, min(step, (value - low[0]) // 2))\n"
                "        step *= 2\n",
            ),
        ),
    ),
    Variant(
        "one position a bucket, not four",
        (Edit(_BUCKETS, "enum", "BUCKET_SIZE = 4", "BUCKET_SIZE = 1"),),
    ),
    Variant(
        "eight positions a bucket, not four",
        (Edit(_BUCKETS, "enum", "BUCKET_SIZE = 4", "BUCKET_SIZE = 8"),),
    ),
)


@dataclass(frozen=True)
class Compared:
    """A variant beside the full search; everything by rulebook.

    Attributes:
        number: which of the variants chosen, from 0.
        full: mean nodes a deal of the full search.
        nodes: the same of the variant.
        time: its processor time in parts of the full search's, the median over the runs.
        differ: how many values are not those of the full search.
    """

    number: int
    full: dict[str, float]
    nodes: dict[str, float]
    time: dict[str, float]
    differ: dict[str, int]


class Bench:
    """Two copies of the project, in one of which techniques are taken away.

    Args:
        variants: those to be measured.
        deals: how many deals of each rulebook to solve.
        runs: how many times.
        stack: what removes the copies in the end.
    """

    def __init__(
        self, variants: Sequence[Variant], deals: int, runs: int, stack: ExitStack
    ) -> None:
        self._variants, self._deals, self._runs = variants, deals, runs
        self._stack = stack

    @cached_property
    def _copies(self) -> tuple[Project, Project]:
        """The copy that stays as it is, and the one that is changed; made when first wanted."""
        full = self._stack.enter_context(copied())
        full.build()
        return full, self._stack.enter_context(copied(full.folder))

    def compare(self, number: int) -> Compared:
        """Measure the variant of this number beside the full search.

        Raises:
            ChangeError: when its changes cannot be made.
            BuildError: when it cannot be built.
        """
        whole, other = self._copies
        with other.changed(self._variants[number].edits):
            other.build_if_changed()
            pairs = [(self._run(whole), self._run(other)) for _ in range(self._runs)]
        full, without = pairs[0]
        return Compared(
            number,
            {name: full[name].nodes for name in RULEBOOKS},
            {name: without[name].nodes for name in RULEBOOKS},
            {
                name: median(b[name].milliseconds / a[name].milliseconds for a, b in pairs)
                for name in RULEBOOKS
            },
            {
                name: sum(
                    a != b for a, b in zip(full[name].values, without[name].values, strict=True)
                )
                for name in RULEBOOKS
            },
        )

    def _run(self, project: Project) -> dict[str, Run]:
        """Solve all deals in a process of a copy."""
        done = project.run("benchmarks/speed/ablation.py", "--solve", "--deals", str(self._deals))
        if done.returncode:
            raise click.ClickException(f"the deals were not solved\n{done.stderr}")
        return msgspec.json.decode(done.stdout, type=dict[str, Run])


def solved(deals: int) -> dict[str, Run]:
    """The first deals of each rulebook, solved by the program that lies here."""
    assert ROOT in Path(pinochle_solver.__file__).parents, "another program is imported"
    runs = {}
    for name in RULEBOOKS:
        lines = (FOLDER / f"deals-{name}.txt").read_text(encoding="utf-8").splitlines()
        positions = positions_of("\n".join(lines[:deals]))
        begun = process_time()
        run = run_solver(positions, every_card=False)
        # On a busy machine a search waits as long as it works.
        spent = 1000 * (process_time() - begun) / len(positions)
        runs[name] = replace(run, milliseconds=spent)
    return runs


def digest() -> str:
    """What tells the compiled sources as they lie here from others."""
    sources = sorted(file for file in (ROOT / "ext").rglob("*") if file.is_file())
    return sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()


def compared(
    variants: Sequence[Variant], deals: int, runs: int, resume: Path | None
) -> list[Compared]:
    """Measure variants, but those that a file holds; after Ctrl-C, as many as are done.

    Raises:
        click.ClickException: when one cannot be made or built.
        click.BadParameter: for a file that holds something else, or cannot be used.
    """
    settings = {
        "ablation": [[variant.name, *variant.edits] for variant in variants],
        "sources": digest(),
        "deals": deals,
        "runs": runs,
    }
    try:
        for variant in variants:
            check(variant.edits)
        with ExitStack() as stack:
            compare = Bench(variants, deals, runs, stack).compare
            return gather(compare, len(variants), kind=Compared, settings=settings, path=resume)
    except (BuildError, ChangeError) as error:
        raise click.ClickException(str(error)) from None
    except ResumeError as error:
        raise click.BadParameter(str(error), param_hint="--resume") from None
    except OSError as error:
        if resume is None or error.filename != str(resume):
            raise
        fact = f"{resume}: {(error.strerror or str(error)).lower()}"
        raise click.BadParameter(fact, param_hint="--resume") from None


def table(variants: Sequence[Variant], rows: Sequence[Compared]) -> list[str]:
    """The lines of the table, in Markdown."""
    columns = [f"{name}: {what}" for name in RULEBOOKS for what in ("nodes", "ratio", "time")]
    lines = [f"| search | {' | '.join(columns)} |", f"|---|{'--:|' * len(columns)}"]
    full = [f"{rows[0].full[name]:,.0f} | 1 | 1" for name in RULEBOOKS]
    lines.append(f"| **all techniques** | {' | '.join(full)} |")
    for row in rows:
        name = variants[row.number].name
        lines.append(f"| {name} | {' | '.join(_cells(row, each) for each in RULEBOOKS)} |")
    return lines


def _cells(row: Compared, rulebook: str) -> str:
    """Mean nodes, their ratio to those of the full search, and that of the times."""
    nodes = row.nodes[rulebook]
    return f"{nodes:,.0f} | {nodes / row.full[rulebook]:.3f} | {row.time[rulebook]:.2f}"


@click.command()
@click.option("--only", multiple=True, metavar="NAME", help="Only variants with this in the name.")
@click.option("--list", "lists", is_flag=True, help="Only write the names of the variants.")
@click.option("--deals", default=1000, show_default=True, type=click.IntRange(1, 1000))
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1))
@click.option(
    "--resume",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep what is done in this file, and go on with what it holds.",
)
@click.option("--solve", is_flag=True, hidden=True)
def main(
    only: tuple[str, ...], lists: bool, deals: int, runs: int, resume: Path | None, solve: bool
) -> None:
    """Search without one technique after the other, and print a table in Markdown."""
    if solve:  # what is run in each copy
        sys.stdout.buffer.write(msgspec.json.encode(solved(deals)))
        return
    chosen = [
        variant for variant in VARIANTS if not only or any(name in variant.name for name in only)
    ]
    if not chosen:
        raise click.UsageError(f"--only: no variant has {' or '.join(only)} in its name")
    if lists:
        click.echo("\n".join(variant.name for variant in chosen))
        return
    rows = compared(chosen, deals, runs, resume)
    if rows:
        click.echo(f"{deals} deals of each rulebook, {runs} runs; {machine_line()}\n")
        click.echo("\n".join(table(chosen, rows)))
    differ = sum(sum(row.differ.values()) for row in rows)
    click.echo(f"\n{differ} values differ")
    if differ:
        sys.exit(1)
    end_command(len(rows) == len(chosen))


if __name__ == "__main__":
    run(main)
