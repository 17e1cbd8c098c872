r"""Draws small changes of the program, makes each in a copy, and says whether a test notices.

    python benchmarks/correctness/coverage_map.py coverage.jsonl
    python benchmarks/correctness/mutate.py coverage.jsonl --python 150 --compiled 50 \
        --resume mutants.jsonl

Where planted bugs are chosen, these are drawn by a seed (`mutants`), from `SUBJECTS`, the parts of
the program where an error would be a wrong answer: as many from each. A compiled one is built. The
test files that reach the changed line run one after the other, by the map that `coverage_map.py`
made of the same program: the nearest, named for the module, and the cheapest first. They stop at
the first test that fails, or when they have run for --seconds in all. A test that fails in the
right program, too, tells nothing. One that does not end has noticed the change.

A change that no test notices is printed as a diff: it does not change what the program does, or a
test is missing. Exits with 1 if there is one. Ctrl-C tells what was tried, and the status is 130.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import resource
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from difflib import unified_diff
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path

import click

from benchmarks.common.measurements import end_command, gathered, resume_option
from benchmarks.common.starting import run
from benchmarks.common.variants import ROOT, BuildError
from benchmarks.correctness.coverage_report import read_map
from benchmarks.correctness.mutants import Mutation, draw
from benchmarks.correctness.mutation_trials import Trials, UntestableError, Verdict
from benchmarks.correctness.reach import PLACES, digest

_CORE = "ext/pinochle_solver/_core/"
_SOLVER = "solver/pinochle_solver/"


def _files(compiled: str, python: str) -> tuple[str, ...]:
    return (
        *(_CORE + name for name in compiled.split()),
        *(_SOLVER + name for name in python.split()),
    )


# By subject, how the names of its files begin; the longest beginning counts.
SUBJECTS = {
    "rules": _files(
        "hand/hand hand/game hand/packing layout double_dummy/deal",
        "rules/ hand/ table/ game/rulings game/turns",
    ),
    "scoring": _files(
        "hand/melds hand/kinds hand/seat_melds hand/scores networks/meld_prospects",
        "rules/melds rules/meld_ rules/counts rules/doubles game/scoring game/game game/shows"
        " game/last_dix table/scoring table/melds table/game table/money table/checks_paid"
        " table/stock_melds table/stock_kinds melding/",
    ),
    "search bounds": _files(
        "playoff/ double_dummy/ stock/open_ stock/keys stock/keyed_table stock/windows hashing",
        "playoff/ double_dummy/s double_dummy/packing double_dummy/open_hands stock/open_",
    ),
    "beliefs": _files(
        "stock/inference stock/posterior hand/worlds networks/policy networks/features",
        "stock/beliefs stock/histories stock/sampling stock/problem stock/behaviour"
        " stock/observed_trees hand/hidden_cards double_dummy/unseen double_dummy/absent"
        " double_dummy/worlds game/unknown_cards game/seat_cards",
    ),
    "statistics": _files(
        "stock/playouts stock/expectation stock/trees stock/search networks/value_net",
        "matches/statistics matches/report matches/results matches/luck stock/analysis"
        " stock/comparing stock/estimates stock/expectation stock/playout_search stock/optimism"
        " stock/tree_values stock/chances stock/valued_chances stock/standings"
        " double_dummy/outcomes double_dummy/finishing double_dummy/analysis double_dummy/estimates"
        " equities/ reviews/accounting",
    ),
}
_NOTHING = "no subject"
# A changed program may want endless memory.
_MOST_MEMORY = 6 * 2**30


def subject_of(file: str) -> str:
    """The subject that a file is of, or "no subject"."""
    found = max(
        (
            (len(begins), subject)
            for subject, names in SUBJECTS.items()
            for begins in names
            if file.startswith(begins)
        ),
        default=(0, _NOTHING),
    )
    return found[1]


def drawn(root: Path, seed: int, python: int, compiled: int) -> list[Mutation]:
    """Mutations of a project, as many of each subject, mixed so that fewer are like more.

    Args:
        root: the project's folder.
        seed: what is drawn depends on it.
        python: how many in Python.
        compiled: how many in Cython.
    """
    groups = [
        _by_subject(root, seed, number, is_python)
        for number, is_python in ((python, True), (compiled, False))
    ]
    places = [
        ((place + 0.5) / len(group), mutation)
        for group in groups
        for place, mutation in enumerate(group)
    ]
    return [mutation for _, mutation in sorted(places, key=lambda each: each[0])]


def _by_subject(root: Path, seed: int, number: int, is_python: bool) -> list[Mutation]:
    """So many mutations, of each subject in turn."""

    def is_chosen(subject: str, file: str) -> bool:
        return file.endswith(".py") == is_python and subject_of(file) == subject

    each = -(-number // len(SUBJECTS))
    groups = [draw(root, seed, each, partial(is_chosen, subject)) for subject in SUBJECTS]
    return [mutation for mutation in chain(*zip_longest(*groups)) if mutation][:number]


def diff(mutation: Mutation) -> str:
    """A mutation as a change of lines."""
    old, new = mutation.old.splitlines(), mutation.new.splitlines()
    _, _, _, *lines = unified_diff(old, new, lineterm="", n=0)
    return "\n".join(f"    {line}" for line in lines)


def report(mutations: Sequence[Mutation], verdicts: Sequence[Verdict]) -> Iterator[str]:
    """The lines that say what became of mutations."""
    for verdict in verdicts:
        mutation = mutations[verdict.number]
        how = "caught" if verdict.caught else "NOT CAUGHT"
        by = verdict.caught or f"by none, {verdict.ran} of {verdict.reaching} test files begun"
        what = f"{mutation.file}:{mutation.line}: {mutation.what}"
        yield f"{how:<10}  {verdict.seconds:5.1f} s  {what}  ({by})"
        if not verdict.caught:
            yield diff(mutation)
    for subject in SUBJECTS:
        of_subject = [
            verdict for verdict in verdicts if subject_of(mutations[verdict.number].file) == subject
        ]
        if of_subject:
            yield f"{subject}: {_caught(of_subject)}"
    if verdicts:
        yield f"all: {_caught(verdicts)}"


def _caught(verdicts: Sequence[Verdict]) -> str:
    caught = sum(verdict.caught is not None for verdict in verdicts)
    return f"{caught} of {len(verdicts)} caught, {caught / len(verdicts):.0%}"


@click.command()
@click.argument("path", metavar="MAP", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--seed", default=1, show_default=True, help="What is drawn depends on it.")
@click.option("--python", default=15, show_default=True, type=click.IntRange(0))
@click.option("--compiled", default=5, show_default=True, type=click.IntRange(0))
@click.option(
    "--seconds",
    default=120,
    show_default=True,
    type=click.IntRange(1),
    help="How long the tests of one change may take.",
)
@click.option("--list", "lists", is_flag=True, help="Only write the mutations.")
@resume_option
def main(
    path: Path,
    seed: int,
    python: int,
    compiled: int,
    seconds: int,
    lists: bool,
    resume: Path | None,
) -> None:
    """Change the program a little in many ways, and say which changes no test notices.

    MAP says which test files reach a line; coverage_map.py makes it.
    """
    reach = read_map(path, ROOT)
    mutations = drawn(ROOT, seed, python, compiled)
    if not mutations:
        raise click.UsageError("--python and --compiled: none are asked for, or there are none")
    if lists:
        for mutation in mutations:
            what = f"{mutation.file}:{mutation.line}: {mutation.what}"
            click.echo(f"{subject_of(mutation.file)}: {what}")
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, most))
    settings = {
        "mutations": [seed, python, compiled, seconds],
        "digest": digest(ROOT, (*PLACES, "tests")),
    }
    try:
        with ExitStack() as stack:
            judge = Trials(mutations, reach, seconds, stack).judge
            verdicts = gathered(judge, len(mutations), Verdict, settings, resume, 1)
    except (BuildError, UntestableError) as error:
        raise click.ClickException(str(error)) from None
    for line in report(mutations, verdicts):
        click.echo(line)
    if len(verdicts) < len(mutations):
        end_command(finished=False)
    sys.exit(any(verdict.caught is None for verdict in verdicts))


if __name__ == "__main__":
    run(main)
