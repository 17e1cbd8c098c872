"""Counts the files that one has to open to follow a command: those with a function that it calls.

    python tools/files_followed.py
    python tools/files_followed.py --list replay hand.pnr

Without a command it counts those of `COMMANDS`, one line each: the files of the package in which a
function is called, and the lines of these files. What runs because a module is imported does not
count, and neither do compiled modules, which Python cannot look into.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import subprocess
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "solver" / "pinochle_solver"

_STOCK = (
    "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9 north=-.-.KQ.-+9"
    " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 points=40+31/20+13"
    " dealer=north"
)
_TABLE = "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"
COMMANDS = {
    "solve": ["solve", "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"],
    "analyze": ["analyze", "--worlds", "20", _STOCK],
    "review": ["review", "--worlds", "20", str(ROOT / "tests/corpus/records/whole.pnr")],
    "replay": ["replay", str(ROOT / "tests/corpus/records/whole.pnr")],
    "table replay": ["replay", str(ROOT / "tests/corpus/records/table-auction.pnr")],
    "table solve": ["solve", _TABLE],
}


def files_followed(arguments: list[str]) -> tuple[int, set[Path]]:
    """Run a command in this process.

    Returns:
        its exit status, and the files of the package in which it calls a function.
    """
    from pinochle_solver import cli

    codes: set[CodeType] = set()
    importing: list[CodeType] = []

    def called(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if code.co_name == "<module>":
            if event == "call":
                importing.append(code)
            elif event == "return":
                importing.remove(code)
        elif event == "call" and not importing:
            codes.add(code)

    threading.setprofile(called)
    sys.setprofile(called)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            status = cli.run(arguments)
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
    files = {Path(code.co_filename) for code in codes}
    return status, {file for file in files if file.is_relative_to(PACKAGE)}


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="name the files")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a command of pinochle")
    asked = parser.parse_args()
    if not asked.command:
        for name, arguments in COMMANDS.items():
            # Each in a process of its own: what one has made the next does not make again.
            run = subprocess.run(
                [sys.executable, __file__, *arguments], capture_output=True, text=True, check=True
            )
            print(f"{name:12} {run.stdout.strip()}")
        return
    status, files = files_followed(asked.command)
    if asked.list:
        for file in sorted(files):
            print(file.relative_to(PACKAGE))
    lines = sum(len(file.read_text().splitlines()) for file in files)
    print(f"{len(files)} files, {lines:,} lines")
    sys.exit(status)


if __name__ == "__main__":
    main()
