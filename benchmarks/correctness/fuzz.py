"""Give parsers, protocol, results and rulebook files whatever one can think of.

    python benchmarks/correctness/fuzz.py [--seconds 600] [--seed 1] [TARGET]...

The targets and what must hold are in ``tests/helpers/fuzz_targets.py``, what to begin with is in
``tests/corpus``. Each target has a process of its own and an equal part of the time. With atheris
(the extra ``fuzz``) it is led by which lines of the package were reached; without, what there is to
begin with is changed at random. The first failure ends a target: what was given is kept under
``--findings``, and the status is 1. Put it into the corpus under a name that says what was wrong,
and it is tested for ever.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import monotonic
from traceback import print_exc
from typing import NamedTuple

import click

from benchmarks.common.starting import run

_HERE = Path(__file__).resolve()
_TESTS = _HERE.parents[2] / "tests"
_CORPUS = _TESTS / "corpus"
_NAMES = sorted(folder.name for folder in _CORPUS.iterdir())
# What a child ends with that has found something; libFuzzer has the other number for it.
_FOUND, _FOUND_BY_LIBFUZZER = 1, 77
_LONGEST, _SECONDS_A_TRY, _MEMORY = 8192, 20, 2048
_MOST_CHANGES, _LONGEST_CHANGE = 4, 24


class Fuzzed(NamedTuple):
    """What became of a target: how many tries, how much of the code they reached, what failed."""

    tries: int
    reached: int | None
    failure: Path | None


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("targets", nargs=-1, type=click.Choice(_NAMES))
@click.option("--seconds", default=600, show_default=True, type=click.IntRange(1), help="In all.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(1))
@click.option("--findings", default="fuzz-findings", show_default=True, type=click.Path())
@click.option("--child", is_flag=True, hidden=True)
def main(targets: tuple[str, ...], seconds: int, seed: int, findings: str, child: bool) -> None:
    """Fuzz the targets one after the other."""
    names = targets or tuple(_NAMES)
    if child:
        _fuzz(names[0], seconds, seed, Path(findings))
        return
    how = "atheris" if _has_atheris() else "random changes (atheris is not installed)"
    click.echo(f"{seconds} s for {len(names)} targets, seed {seed}, by {how}")
    failed = False
    for name in names:
        part = max(1, seconds // len(names))
        found = _fuzzed(name, part, seed, Path(findings))
        reached = "" if found.reached is None else f", {found.reached:,} edges"
        end = "nothing found" if found.failure is None else f"FAILED by {found.failure}"
        click.echo(f"  {name:10} {found.tries:10,} tries{reached}: {end}")
        failed |= found.failure is not None
    sys.exit(1 if failed else 0)


def _has_atheris() -> bool:
    return find_spec("atheris") is not None


def _fuzzed(name: str, seconds: int, seed: int, findings: Path) -> Fuzzed:
    """Fuzz a target in a process of its own."""
    folder = findings / name
    folder.mkdir(parents=True, exist_ok=True)
    before = _written(folder)
    command = [sys.executable, str(_HERE), name, "--child", f"--seconds={seconds}"]
    command += [f"--seed={seed}", f"--findings={findings}"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as child:
        assert child.stderr is not None
        try:
            said = child.stderr.read()
        except KeyboardInterrupt:
            child.send_signal(signal.SIGINT)
            child.wait()
            raise click.Abort from None
    # The same failure has the same name again.
    failure = next((file for file, _ in sorted(_written(folder) - before)), None)
    if child.returncode not in (0, _FOUND, _FOUND_BY_LIBFUZZER) or (
        child.returncode and failure is None
    ):
        raise click.ClickException(f"{name}: the process ended with {child.returncode}:\n{said}")
    if failure is not None:
        click.echo(said[-2000:], err=True)
    return Fuzzed(
        _last_number(r"(?:stat::number_of_executed_units:|tries) +(\d+)", said) or 0,
        _last_number(r"cov: (\d+)", said),
        failure,
    )


def _written(folder: Path) -> set[tuple[Path, int]]:
    """The files of a folder, and when each was written."""
    return {(file, file.stat().st_mtime_ns) for file in folder.iterdir()}


def _last_number(pattern: str, text: str) -> int | None:
    found = re.findall(pattern, text)
    return int(found[-1]) if found else None


def _fuzz(name: str, seconds: int, seed: int, findings: Path) -> None:
    """Fuzz a target until its time is over or it fails; in the child."""
    sys.path.insert(0, str(_TESTS))
    if not _has_atheris():
        from helpers.fuzz_targets import TARGETS

        _by_random_changes(TARGETS[name], name, seconds, seed, findings / name)
        return
    import atheris

    with atheris.instrument_imports(include=["pinochle_solver"]):
        from helpers.fuzz_targets import TARGETS
    made = findings / f"{name}.made"
    made.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-artifact_prefix={findings / name}/",
        f"-max_len={_LONGEST}",
        f"-timeout={_SECONDS_A_TRY}",
        f"-rss_limit_mb={_MEMORY}",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *options, str(made), str(_CORPUS / name)], TARGETS[name])
    atheris.Fuzz()


def _by_random_changes(
    target: Callable[[bytes], None], name: str, seconds: int, seed: int, folder: Path
) -> None:
    """Change what there is to begin with at random, again and again."""
    random = Random(f"fuzz/{name}/{seed}")
    beginnings = [file.read_bytes() for file in sorted((_CORPUS / name).iterdir())]
    tries, end = 0, monotonic() + seconds
    while monotonic() < end:
        data = changed(beginnings, random)
        tries += 1
        try:
            target(data)
        except Exception:
            print_exc()
            (folder / f"failure-{seed}-{tries}").write_bytes(data)
            break
    print(f"tries {tries}", file=sys.stderr)
    sys.exit(_FOUND if monotonic() < end else 0)


def changed(beginnings: Sequence[bytes], random: Random) -> bytes:
    """One of some texts with parts of it lost, doubled, in another place, or those of another."""
    data = random.choice(beginnings)
    for _ in range(random.randint(1, _MOST_CHANGES)):
        start = random.randint(0, len(data))
        end = min(len(data), start + random.randint(0, _LONGEST_CHANGE))
        other = random.choice(beginnings)
        place = random.randint(0, len(other))
        put = random.choice(
            (
                b"",
                data[start:end] * 2,
                other[place : place + random.randint(0, _LONGEST_CHANGE)],
                bytes(random.randrange(256) for _ in range(random.randint(1, 4))),
            )
        )
        data = data[:start] + put + data[end:]
    return data[:_LONGEST]


if __name__ == "__main__":
    run(main)
