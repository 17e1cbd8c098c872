"""How the commands of the benchmarks start, and how Ctrl-C ends them."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import click
import pytest

from benchmarks.common.starting import end_at_ctrl_c, run
from helpers.paths import BENCHMARKS

BEGINNING = """\
if __name__ == "__main__":
    import sys
    from pathlib import Path

    sys.path.insert(0, str(Path(__file__).parents[2]))
    from benchmarks.common.starting import end_at_ctrl_c

    end_at_ctrl_c()

"""


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    """Leave the handler of Ctrl-C as it was."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    ("raised", "status", "said"),
    [
        (None, 0, ""),
        (KeyboardInterrupt(), 130, ""),
        (click.exceptions.Exit(3), 3, ""),
        (click.ClickException("no such file"), 1, "Error: no such file\n"),
        (click.BadParameter("is none"), 2, "Invalid value: is none\n"),
    ],
)
def test_a_command_ends_with_its_status(
    raised: BaseException | None,
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    @click.command()
    def command() -> None:
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
        if raised is not None:
            raise raised

    monkeypatch.setattr(sys, "argv", ["command"])
    end_at_ctrl_c()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    with pytest.raises(SystemExit) as ended:
        run(command)
    assert (ended.value.code or 0) == status
    # What click says of a Ctrl-C is the end of the line.
    assert capsys.readouterr().err.lstrip("\n").endswith(said)


def test_ctrl_c_stays_ignored_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def command() -> None:
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN

    monkeypatch.setattr(sys, "argv", ["command"])
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_at_ctrl_c()
    with pytest.raises(SystemExit):
        run(command)


def commands_of_the_benchmarks() -> dict[str, str]:
    """The texts of those that are run, by name."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in BENCHMARKS.rglob("*.py")}
    return {name: text for name, text in texts.items() if '\nif __name__ == "__main__"' in text}


def test_every_command_ends_at_ctrl_c_from_its_first_moment_on() -> None:
    commands = commands_of_the_benchmarks()
    assert {"check_records", "policy_duel", "tune_ordering"} < commands.keys()
    others = {
        name
        for name, text in commands.items()
        if not text.partition("from __future__ import annotations\n\n")[2].startswith(BEGINNING)
    }
    assert others == set()


def test_every_command_that_tells_of_ctrl_c_is_run_so() -> None:
    commands = commands_of_the_benchmarks()
    telling = {name for name, text in commands.items() if "Ctrl-C" in text.split('"""')[1]}
    assert {"calibration", "mutate", "posterior"} < telling
    assert {name for name in telling if not commands[name].endswith("    run(main)\n")} == set()
