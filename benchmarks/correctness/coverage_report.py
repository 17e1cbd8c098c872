"""Shows how much of the program the tests reach, by room and by compiled module.

    python benchmarks/correctness/coverage_map.py coverage.jsonl
    python benchmarks/correctness/coverage_report.py coverage.jsonl
    python benchmarks/correctness/coverage_report.py coverage.jsonl --lines --only rules

The tables are Markdown. With --lines the statements that nothing reaches follow, with their text.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from benchmarks.common.variants import ROOT
from benchmarks.correctness.reach import ReachMap, is_of, load

_PACKAGE = "solver/pinochle_solver/"
_COMPILED = "ext/pinochle_solver/_core/"
_BESIDE = "pinochle_solver"


def read_map(path: Path, root: Path) -> ReachMap:
    """The map that a file holds of the program as it lies in a folder.

    Raises:
        click.BadParameter: if it cannot be read, is no map, or one of another program.
    """
    try:
        if is_of(path, root):
            return load(path)
        fact = f"{path} is of another state of the program"
    except OSError as error:
        fact = f"{path}: {(error.strerror or str(error)).lower()}"
    except (ValueError, KeyError, TypeError):
        fact = f"{path} is no map of coverage"
    raise click.BadParameter(fact, param_hint="MAP")


def tables(reach: ReachMap, only: tuple[str, ...]) -> Iterator[str]:
    """The lines of the tables: Python by room, what is compiled by file.

    Args:
        reach: what the tests reach.
        only: parts of file names, of which a file must have one; all files if empty.
    """
    python: dict[str, list[str]] = defaultdict(list)
    compiled: dict[str, list[str]] = defaultdict(list)
    for file in _chosen(reach, only):
        if file.endswith(".py"):
            room, _, inside = file.removeprefix(_PACKAGE).partition("/")
            python[room if inside else _BESIDE].append(file)
        else:
            compiled[file.removeprefix(_COMPILED)].append(file)
    yield "| | statements | reached | % |"
    yield "|---|--:|--:|--:|"
    for groups, name in ((python, "all of Python"), (compiled, "all that is compiled")):
        for group, files in sorted(groups.items()):
            yield _row(group, reach, files)
        if groups:
            yield _row(name, reach, [file for files in groups.values() for file in files])


def unreached(reach: ReachMap, texts: Mapping[str, str], only: tuple[str, ...]) -> Iterator[str]:
    """The statements that nothing reaches: each file's name, then number and text of the lines.

    Args:
        reach: what the tests reach.
        texts: the files that it speaks of.
        only: parts of file names, of which a file must have one; all files if empty.
    """
    for file in _chosen(reach, only):
        missing = [line for line in reach.statements[file] if line not in reach.reached[file]]
        if missing:
            yield file
            lines = texts[file].splitlines()
            for line in missing:
                yield f"{line:>5}  {lines[line - 1]}"


def _chosen(reach: ReachMap, only: tuple[str, ...]) -> list[str]:
    files = sorted(reach.statements)
    return [file for file in files if not only or any(part in file for part in only)]


def _row(name: str, reach: ReachMap, files: list[str]) -> str:
    statements = sum(len(reach.statements[file]) for file in files)
    reached = sum(len(reach.reached[file]) for file in files)
    return f"| {name} | {statements:,} | {reached:,} | {100 * reached / statements:.1f} |"


@click.command()
@click.argument("path", metavar="MAP", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--only", multiple=True, metavar="PART", help="Only files with this in their name.")
@click.option("--lines", "with_lines", is_flag=True, help="Write the lines nothing reaches, too.")
def main(path: Path, only: tuple[str, ...], with_lines: bool) -> None:
    """Show how much of the program the tests reach. MAP is made by coverage_map.py."""
    reach = read_map(path, ROOT)
    if not _chosen(reach, only):
        raise click.UsageError(f"--only: no file has {' or '.join(only)} in its name")
    for line in tables(reach, only):
        click.echo(line)
    if with_lines:
        texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in reach.statements}
        click.echo()
        for line in unreached(reach, texts, only):
            click.echo(line)


if __name__ == "__main__":
    main()
