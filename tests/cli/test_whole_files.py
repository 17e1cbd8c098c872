"""Files that commands write: the old one or the new one, and never what is no file."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from helpers.commandline import COMMAND, Pinochle, bare_environment
from pinochle_solver.cli.whole_files import replace_file

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="has no such files")
HAND = "AATTKKQQJJ9.-.J.-"
STOCK = "upcard=9S south=AAT9.KQ.-.QQJJ99"


@POSIX
@pytest.mark.parametrize(
    "arguments",
    [
        ["equity", "620/840", "--svg", "drawn.svg"],
        ["show", *STOCK.split(), "--svg", "drawn.svg"],
        ["melds", HAND, "--trump", "S", "--turns", "3", "--graph", "drawn.graphml"],
    ],
)
def test_without_room_the_old_file_stays(arguments: list[str], tmp_path: Path) -> None:
    import resource

    file = tmp_path / arguments[-1]
    file.write_text("the old one")
    ended = subprocess.run(
        [*COMMAND, *arguments],
        cwd=tmp_path,
        # What Python writes for itself it would leave cut off.
        env=bare_environment(PYTHONDONTWRITEBYTECODE="1"),
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )
    assert ended.returncode == 2
    assert ended.stderr.splitlines()[-1] == f"{arguments[-1]}: file too large"
    assert file.read_text() == "the old one"
    assert [*tmp_path.iterdir()] == [file]


@POSIX
def test_a_pipe_is_written_to_and_stays(tmp_path: Path, pinochle: Pinochle) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    assert pinochle("show", *STOCK.split(), "--svg", str(pipe)).status == 0
    reader.join(10)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert read[0].startswith("<svg")


@POSIX
def test_a_link_is_followed(tmp_path: Path) -> None:
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    link.symlink_to(file)
    replace_file(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
