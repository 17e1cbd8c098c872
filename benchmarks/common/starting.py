"""How a command starts here, so that Ctrl-C ends it at every moment without a traceback.

It comes before the other imports, as these take a second::

    if __name__ == "__main__":
        import sys
        from pathlib import Path

        sys.path.insert(0, str(Path(__file__).parents[2]))
        from benchmarks.common.starting import end_at_ctrl_c

        end_at_ctrl_c()
"""

from __future__ import annotations

import signal
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import click


def end_at_ctrl_c() -> None:
    """Let Ctrl-C end the program at once, until it is `run`; not where it is to be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def run(command: click.Command) -> NoReturn:
    """Run a command and exit with its status: 130 after a Ctrl-C that it does not take itself."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    import click

    from pinochle_solver.cli import INTERRUPTED

    try:
        status = command.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        status = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    sys.exit(status)
