"""Use the package as it is installed, from the first import to the manual pages.

    python tools/try_installed.py

It needs nothing but the package; what is wrong ends it.
"""

from __future__ import annotations

import contextlib
import io
import os
import pkgutil
import sys
import tempfile
from importlib import import_module
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import pinochle_solver
from pinochle_solver import cli

POSITION = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south bm=KD value=55/15"
STOCK = "south=AAT9.KQ.-.QQJJ99 upcard=9S"
NAME = "pinochle_solver"
OF_EXTRAS = {"anyio", "dask", "distributed", "mcp", "open_spiel", "pyarrow", "pyspiel"}


def main() -> None:
    """Try it all."""
    root = Path(__file__).resolve().parents[1]
    package = Path(pinochle_solver.__file__).resolve().parent
    assert root not in package.parents, f"{package} is the checkout's"
    assert pinochle_solver.__version__ == version("pinochle-solver")
    for module in pkgutil.walk_packages([str(package)], f"{NAME}."):
        if module.name != f"{NAME}.__main__":  # which is the command itself
            imported(module.name)
    for folder, what in (("puzzles", "*.pn"), ("cli/topics", "*.md"), (".", "py.typed")):
        assert sorted((package / folder).glob(what)), f"{folder}/{what} is missing"
    assert (files(NAME) / "board" / "review.html.j2").is_file()
    for page in ("man1/pinochle.1", "man1/pinochle-solve.1", "man7/pinochle-cards.7"):
        assert (Path(sys.prefix) / "share" / "man" / page).exists(), f"{page} is missing"
    said("solve", "--check", POSITION)
    said("verify", POSITION)
    said("analyze", "--worlds", "32", STOCK)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PINOCHLE_SETTINGS"] = str(Path(folder) / "settings.toml")
        said("settings", "rulebook", "hayes")
        assert said("deal").startswith('[Rules "hayes"]')
        said("settings", "--unset", "rulebook")
        record, html = Path(folder) / "hand.pnr", Path(folder) / "hand.html"
        record.write_text(said("deal", "--seed", "1"), encoding="utf-8")
        said("review", "--worlds", "16", "--html", str(html), str(record))
        assert html.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    for rules in pinochle_solver.RULEBOOKS:
        said("deal", "--rules", rules)
        said("match", "default", "greedy", "--worlds", "2", "--pairs", "1", "--rules", rules)
    assert said("--version") == f"pinochle, version {pinochle_solver.__version__}\n"
    print(f"{NAME} {pinochle_solver.__version__} on Python {sys.version.split()[0]}: all well")


def imported(name: str) -> None:
    """Import a module; nothing may be missing but what an extra installs."""
    try:
        import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in OF_EXTRAS:
            raise


def said(*arguments: str) -> str:
    """What a command writes; it has to be done without a fault."""
    with contextlib.redirect_stdout(io.StringIO()) as written:
        status = cli.run(list(arguments))
    assert status == 0, f"{arguments}: status {status}"
    return written.getvalue()


if __name__ == "__main__":
    main()
