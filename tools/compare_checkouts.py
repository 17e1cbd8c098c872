"""Compares what two checkouts of the project print: all that a change may not change.

    git worktree add ../before main~5 && (cd ../before && make demo)
    python tools/compare_checkouts.py ../before --records 5000 --positions 20000

Writes random records of all games, right ones and such with irregularities, and positions out of
them; spoils some of both; and gives them to `replay`, `score` and `show`, as text and as JSON. A
share of the positions is solved and analysed by seed. All help, all pages and all rulebooks are
compared, too. What is printed on standard output and standard error and the exit status have to be
the same; one length of time is like another. Exits with 1 and names what differs if they are not.

Both are run by the Python that runs this; each checkout needs its compiled modules in place
(``python setup.py build_ext --inplace``). The inputs are made by the checkout that this file is in.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import click

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

_TIME = re.compile(r"\b\d+(?:\.\d+)?(?:e-\d+)? (?:ms|s|seconds)\b|\"seconds\":[\d.e-]+")
_TWO_HANDED = ("scarne", "hayes", "macdougall", "macdougall-bonus", "goulash", "glup")
_VARIANTS = ("goulash", "glup")
_PER_FILE = 25
_SPOILT = 0.25
_SOLVED = 60
_REVIEWED = 3
_DIFFERENCES = 12
_COMPLETED = ("rules=scarne ", "rules=scarne act=", "rules=auction ", "rules=check act=")
_MOMENTS = ("1", "2r", "3", "4m", "5r", "7", "9d", "10r", "11m", "12", "12d", "13r", "14", "end")


class Ran(NamedTuple):
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str


def spoilt(text: str, random: Random) -> str:
    """A text with one word or one character left out, doubled, exchanged or changed."""
    words = re.findall(r"\S+|\s+", text)
    place = random.randrange(len(words))
    word = words[place]
    match random.randrange(5):
        case 0:
            words[place] = ""
        case 1:
            words[place] = f"{word} {word}"
        case 2:
            other = random.randrange(len(words))
            words[place], words[other] = words[other], word
        case 3:
            at = random.randrange(len(word))
            words[place] = word[:at] + random.choice("AKQJT9SHDC01x.=:,-{}") + word[at + 1 :]
        case _:
            at = random.randrange(len(word))
            words[place] = word[:at] + word[at + 1 :]
    return "".join(words)


def records(number: int, seed: int) -> Iterator[tuple[str, str]]:
    """Random records of all games, each with the name of its rulebook; one in four is spoilt."""
    from helpers.irregularity_checks import STOCK_TABLES, TABLES
    from helpers.table_records import over_record
    from oracle.faulty_hands import faulty_record
    from oracle.records import write_record
    from oracle.table.faulty_hands import faulty_table
    from oracle.table.faulty_stock import faulty_stock

    random = Random(seed)
    names = cycle((*_TWO_HANDED, *TABLES, *STOCK_TABLES))
    for at, name in enumerate(islice(names, number)):
        place = seed + at
        if name in _TWO_HANDED:
            viewer = (None, None, "south", "north")[at % 4]
            right = write_record(name, place) if at % 3 == 0 and name not in _VARIANTS else None
            text = right.text if right is not None else faulty_record(name, place, viewer).text
        elif at % 3 == 0:
            text = over_record(name, place)
        else:
            text = (faulty_table if name in TABLES else faulty_stock)(name, place).text
        yield name, spoilt(text, random) if random.random() < _SPOILT else text


def printed(*arguments: str) -> str:
    """The standard output of a command, run in this process."""
    from pinochle_solver import cli

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        cli.run(list(arguments))
    return out.getvalue()


def positions(number: int, seed: int, files: list[Path]) -> Iterator[str]:
    """The lines of random positions: of moments of the records, and dealt ones."""
    random = Random(seed)
    made = 0
    dealt = cycle((*_TWO_HANDED, "auction", "partnership-auction", "check", "firehouse", "corners"))
    while made < number:
        if random.random() < 0.1:
            asked = ("deal", "--playoff", str(random.randint(1, 8)), "--number", "20")
            found = printed(*asked, "--rules", next(dealt), "--seed", str(random.randrange(10**6)))
        else:
            view = random.choice([(), (), ("--view", "all")])
            found = printed(
                "replay", str(random.choice(files)), "--at", random.choice(_MOMENTS), *view
            )
        for line in found.splitlines():
            yield spoilt(line, random) if random.random() < _SPOILT else line
            made += 1


def run(checkout: Path, arguments: list[str], words: str | None) -> Ran:
    """Run a command of a checkout; `words` are those of a line that a shell completes."""
    environment = os.environ | {"PYTHONPATH": str(checkout / "solver"), "COLUMNS": "80"}
    if words is not None:
        environment |= {
            "_PINOCHLE_COMPLETE": "bash_complete",
            "COMP_WORDS": words,
            "COMP_CWORD": str(len(words.split(" ")) - 1),
        }
    ran = subprocess.run(
        [sys.executable, "-m", "pinochle_solver", *arguments],
        cwd=checkout,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    return Ran(ran.returncode, _TIME.sub("TIME", ran.stdout), _TIME.sub("TIME", ran.stderr))


def commands(
    folder: Path, files: list[Path], lines: list[Path]
) -> Iterator[tuple[list[str], str | None]]:
    """The commands that are compared, each with the words that a shell completes, or None."""
    from pinochle_solver import cli
    from pinochle_solver.cli.help_pages import topics

    for name in cli.all_commands():
        yield [name, "--help"], None
        for words in (f"pinochle {name} ", f"pinochle {name} --", f"pinochle {name} rules="):
            yield [], words
    for words in (
        "rules=scarne ",
        "rules=scarne act=",
        "rules=auction ",
        "rules=check act=",
        "doubles=",
    ):
        yield [], f"pinochle analyze {words}"
    for name in ("bulk solve", "bulk deal", "bulk analyze", "bulk review", "bulk check"):
        yield [*name.split(), "--help"], None
    yield from ((["help", name], None) for name in topics())
    yield from ((["rules", *form], None) for form in ([], ["--json"]))
    for file in files:
        for name in ("replay", "score"):
            yield [name, str(file)], None
            yield [name, "--json", str(file)], None
    for file in lines:
        yield ["show", "-f", str(file)], None
        yield ["show", "--json", "-f", str(file)], None
    chosen = folder / "chosen.pn"
    for command in (["solve"], ["analyze", "--worlds", "10", "--seed", "3", "--threads", "1"]):
        yield [*command, "-f", str(chosen)], None
        yield [*command, "--json", "-f", str(chosen)], None
    for file in files[:: max(1, len(files) // 6)]:
        yield ["review", "--worlds", "5", "--seed", "3", "--threads", "1", str(file)], None
        yield (
            ["review", "--json", "--worlds", "5", "--seed", "3", "--threads", "1", str(file)],
            None,
        )


def write_inputs(folder: Path, number: int, lines: int, seed: int) -> tuple[list[Path], list[Path]]:
    """Write the records and the positions; return the files of each."""
    folder.mkdir(parents=True, exist_ok=True)
    texts: dict[str, list[str]] = {}
    for name, text in records(number, seed):
        texts.setdefault(name, []).append(text)
    files = []
    for name, all_texts in texts.items():
        for at in range(0, len(all_texts), _PER_FILE):
            files.append(folder / f"{name}-{at}.pnr")
            files[-1].write_text("\n\n".join(all_texts[at : at + _PER_FILE]) + "\n")
    single = []
    for at, text in enumerate(text for all_texts in texts.values() for text in all_texts[:10]):
        single.append(folder / f"one-{at}.pnr")
        single[-1].write_text(text)
    random, found = Random(seed), list(positions(lines, seed, single))
    (folder / "chosen.pn").write_text(
        "\n".join(random.sample(found, min(_SOLVED * 10, len(found))))
    )
    position_files = []
    for at in range(0, len(found), 1000):
        position_files.append(folder / f"positions-{at}.pn")
        position_files[-1].write_text("\n".join(found[at : at + 1000]) + "\n")
    return files + single, position_files


@click.command()
@click.argument("before", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--records", "number", default=200, help="How many records.")
@click.option("--positions", "lines", default=1000, help="How many positions.")
@click.option("--seed", default=1, help="Of the records and positions.")
@click.option("--folder", type=click.Path(path_type=Path), help="Keep the inputs there.")
@click.option("--processes", default=2, help="How many commands run at a time.")
def main(
    before: Path, number: int, lines: int, seed: int, folder: Path | None, processes: int
) -> None:
    """Compare this checkout with BEFORE."""
    with tempfile.TemporaryDirectory() as made:
        place = (folder or Path(made)).resolve()
        files, position_files = write_inputs(place, number, lines, seed)
        asked = list(commands(place, files, position_files))
        click.echo(f"{number:,} records, {lines:,} positions, {len(asked):,} commands", err=True)

        def both(row: tuple[list[str], str | None]) -> tuple[Ran, Ran]:
            return run(before.resolve(), *row), run(ROOT, *row)

        differing = 0
        with ThreadPoolExecutor(processes) as pool:
            for (arguments, words), (old, new) in zip(asked, pool.map(both, asked), strict=True):
                if old == new:
                    continue
                differing += 1
                click.echo(f"differs: pinochle {' '.join(arguments)} {words or ''}")
                was, now = (
                    f"status {ran.status}\n{ran.out}\n{ran.err}".splitlines() for ran in (old, new)
                )
                for line in islice(
                    unified_diff(was, now, "before", "now", n=0, lineterm=""), _DIFFERENCES
                ):
                    click.echo(f"    {line[:300]}")
        click.echo(f"{len(asked):,} commands, {differing} differ")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
