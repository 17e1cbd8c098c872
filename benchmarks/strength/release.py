"""Builds the engine of a commit, and prints it as a player for ``pinochle match``.

    pinochle match default "$(python benchmarks/strength/release.py 74d4727)" --rules all

What a commit holds is written into ``build/releases/COMMIT``, and compiled there for the Python
that runs this. What was built before is found again. The player is a program of its own (``cmd:``),
which imports the package from there, so that it can play against the engine of today. POSIX only.
"""

from __future__ import annotations

if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

import shlex
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

import click

from benchmarks.common.starting import run
from benchmarks.common.variants import ROOT, BuildError, Project
from pinochle_solver.engines.engine import EngineError
from pinochle_solver.engines.external import engine_name
from pinochle_solver.errors import NotationError, quoted, visible
from pinochle_solver.matches.players import PlayerSpec

RELEASES = ROOT / "build" / "releases"
_ABBREVIATED = 12
_ANSWER_SECONDS = 60.0


class ReleaseError(ValueError):
    """A commit of which there is no player; one line says why."""


class NoCommitError(ReleaseError):
    """A name that git does not know a commit by."""


def release_player(commit: str, into: Path = RELEASES, engine: str | None = None) -> str:
    """The player of a commit, built if it was not yet.

    Args:
        commit: a commit of this repository, by any name that git knows it by.
        into: the folder in which releases lie, each in a folder of its own.
        engine: which of its engines is to play; None for the one that it takes by itself.

    Returns:
        ``cmd:`` and a command line.

    Raises:
        NoCommitError: when there is no such commit.
        ReleaseError: when its engine does not answer.
        BuildError: when it cannot be built.
    """
    name = _commit_name(commit)
    folder = into.resolve() / name
    if not folder.exists():
        _build(name, folder)
    player = _player(folder, engine)
    _check(player, folder)
    return player


def _git(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)


def _commit_name(commit: str) -> str:
    """The abbreviated name of a commit; raises `NoCommitError` if there is none."""
    asked = f"{commit}^{{commit}}"
    parsed = _git("rev-parse", "--verify", "--end-of-options", asked)
    if parsed.returncode:
        raise NoCommitError(f"{quoted(commit)} is no commit of this repository")
    return parsed.stdout.decode().strip()[:_ABBREVIATED]


def _build(commit: str, folder: Path) -> None:
    """Write what a commit holds into a folder and compile it; after an error there is no folder."""
    archive = _git("archive", "--format=zip", commit)
    if archive.returncode:
        raise BuildError(archive.stderr.decode(errors="replace"))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=f"{commit}-") as place:
        unfinished = Path(place) / "project"
        with ZipFile(BytesIO(archive.stdout)) as zipped:
            zipped.extractall(unfinished)
        Project(unfinished).build()
        unfinished.rename(folder)


def _player(folder: Path, engine: str | None) -> str:
    """The engine in a folder as a player; raises `ReleaseError` where there can be none."""
    imported_from = folder / "solver"
    if not (imported_from / "pinochle_solver").is_dir():
        # Else the package that is installed would play.
        raise ReleaseError(f"{visible(str(folder))} has no solver/pinochle_solver")
    words = [
        "env",
        f"PYTHONPATH={imported_from}",
        sys.executable,
        "-m",
        "pinochle_solver",
        "engine",
    ]
    if engine is not None:
        # It is told before all else that it is asked.
        _check_engine(words, engine)
        telling = f"echo {shlex.quote(f'setoption Engine {engine}')}; cat"
        words = ["sh", "-c", f"{{ {telling}; }} | {shlex.join(words)}"]
    try:
        return PlayerSpec.parse(f"cmd:{shlex.join(words)}").text()
    except NotationError as error:
        raise ReleaseError(error.fact) from None


def _check_engine(words: list[str], engine: str) -> None:
    """Raise `ReleaseError` if the program has no such engine: it would play by its own."""
    lines = f"setoption Engine {engine}\npn\nquit\n"
    told = subprocess.run(words, input=lines, capture_output=True, text=True, check=False)
    for line in told.stdout.splitlines():
        if line.startswith("error "):
            raise ReleaseError(line.removeprefix("error "))


def _check(player: str, folder: Path) -> None:
    """Raise `ReleaseError` unless the player answers."""
    try:
        engine_name(player.removeprefix("cmd:"), _ANSWER_SECONDS)
    except EngineError as error:
        advice = "remove it to have it built again"
        raise ReleaseError(f"the engine in {visible(str(folder))} {error}; {advice}") from None


@click.command(help=(__doc__ or "").splitlines()[0])
@click.argument("commit")
@click.option(
    "--into",
    default=RELEASES,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder in which releases lie; build/releases if not given.",
)
@click.option(
    "--engine",
    metavar="NAME",
    help="One of its engines, such as pimc; the one that it takes by itself if not given.",
)
def main(commit: str, into: Path, engine: str | None) -> None:
    try:
        click.echo(release_player(commit, into, engine))
    except NoCommitError as error:
        raise click.BadParameter(str(error), param_hint="COMMIT") from None
    except ReleaseError as error:
        raise click.ClickException(str(error)) from None
    except BuildError as error:
        raise click.ClickException(f"{visible(commit)} cannot be built:\n{error}") from None


if __name__ == "__main__":
    run(main)
