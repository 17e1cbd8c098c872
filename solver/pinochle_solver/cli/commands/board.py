"""``pinochle board``: the board in the browser, from a server on this machine."""

from __future__ import annotations

import ipaddress
import os
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EADDRNOTAVAIL
from importlib.util import find_spec
from pathlib import Path
from secrets import token_urlsafe

import click

from pinochle_solver.board_server.limits import MOST_BODY
from pinochle_solver.cli import DONE, INTERRUPTED, completion
from pinochle_solver.cli.command import PinochleCommand
from pinochle_solver.cli.input.options import Whole, usable_processors
from pinochle_solver.cli.input.rulebooks import known_rulebooks, rulebook_files
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.streams import tell
from pinochle_solver.cli.whole_files import fact_of, read_small
from pinochle_solver.errors import PositionError
from pinochle_solver.notation.sources import decoded

_NEEDED = ("starlette", "uvicorn")
_LOOPBACK, _PORT, _MOST_PORT = "127.0.0.1", 8748, 65535
_TOKEN = 24


@click.command(
    "board",
    cls=PinochleCommand,
    heeds_settings=False,
    example="pinochle board --help",
)
@click.argument("file", required=False, shell_complete=completion.files)
@click.option(
    "--port",
    metavar="N",
    type=Whole(0, _MOST_PORT),
    default=_PORT,
    help=f"The port, 0 for any free one. Default: {_PORT}.",
)
@click.option(
    "--host",
    metavar="ADDRESS",
    default=_LOOPBACK,
    help="The address to listen on. Anyone who reaches it and knows the token can use the board. "
    f"Default: {_LOOPBACK}, this machine alone.",
)
@click.option(
    "--export",
    "folder",
    metavar="FOLDER",
    help="Write FILE into a new folder that opens from disk, without a server: a record reviewed, "
    "a study or a position with its values.",
)
@click.option("--no-open", is_flag=True, help="Only show the address, open no browser.")
@rulebook_files
def command(file: str | None, port: int, host: str, folder: str | None, no_open: bool) -> int:
    """Set up hands in the browser and see the values of every move.

    Click cards into hands, or paste a position, and read the values on the cards. FILE is a
    position to begin with, a record or a study. The server listens on this machine alone, and the
    page needs nothing from elsewhere. Ctrl-C ends the board.
    """
    if folder is not None:
        if file is None:
            fact = "needs a file. Type pinochle board FILE --export FOLDER"
            raise click.UsageError(f"--export: {fact}")
        return _export(file, Path(folder))
    if any(find_spec(name) is None for name in _NEEDED):
        fact = (
            "the board needs packages that are not installed (pip install 'pinochle-solver[board]')"
        )
        raise click.ClickException(fact)
    from pinochle_solver.board_server.server import Board, listening, serve

    opened = "" if file is None else _text_of(file)
    loopback = _is_loopback(host)
    try:
        listener = listening(host, port)
    except OSError as error:
        if error.errno == EADDRNOTAVAIL:
            fact = "no address of this machine. Type 0.0.0.0 for all of them"
            raise click.ClickException(f"--host {host}: {fact}") from None
        fact = f"{fact_of(error)}. Add --port 0 to take any free port"
        raise click.ClickException(f"--port {port}: {fact}") from None
    token = _kept_token()
    # 0.0.0.0 stands for all addresses of this machine, and is none that a browser can open.
    is_any = not loopback and ipaddress.ip_address(host).is_unspecified
    near = ("::1" if ":" in host else _LOOPBACK) if is_any else host
    at = f"[{near}]" if ":" in near else near
    address = f"http://{at}:{listener.getsockname()[1]}/{token}/"
    board = Board(known_rulebooks(), usable_processors(), token, loopback=loopback, opened=opened)
    click.echo(address)
    tell("open this address in a browser; Ctrl-C ends the board")
    if is_any:
        tell(f"from another machine: the same with this machine's address instead of {at}")
    if not no_open:
        webbrowser.open(address)
    with suppress(KeyboardInterrupt):
        serve(board, listener)
    return DONE


def _export(file: str, folder: Path) -> int:
    """Write a folder that opens from disk; print the page that opens it."""
    from pinochle_solver.board_server.exporting import exported, write_folder

    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise click.ClickException(f"--export {folder}: not empty. Name a new folder")
    text = _text_of(file)
    try:
        with stopping_searches() as stop, _progress() as told:
            files = exported(text, known_rulebooks(), usable_processors(), stop, told)
    except PositionError as error:
        raise click.ClickException(f"{file}: {error}") from None
    if stop.is_set:
        return INTERRUPTED
    try:
        page = write_folder(folder, files)
    except OSError as error:
        raise click.ClickException(f"--export {folder}: {fact_of(error)}") from None
    click.echo(page)
    return DONE


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Show how far an export is, where standard error is a terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda done, of: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    from pinochle_solver.cli.output.colors import error_console

    columns = BarColumn(), MofNCompleteColumn()
    with Progress(*columns, console=error_console(), transient=True) as shown:
        task = shown.add_task("", total=None)
        yield lambda done, of: shown.update(task, completed=done, total=of)


def _text_of(name: str) -> str:
    """What stands in a file; raises `click.ClickException` where it cannot be read."""
    try:
        return decoded(read_small(Path(name), MOST_BODY // 2))
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{name}: {fact_of(error)}") from None


def _is_loopback(host: str) -> bool:
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        fact = "no address. Type one such as 127.0.0.1, or 0.0.0.0 for all of this machine"
        raise click.UsageError(f"--host {host}: {fact}") from None


def _kept_token() -> str:
    """The token of the address, kept so that a page finds a board that was started again."""
    from platformdirs import user_state_path

    file = user_state_path("pinochle-solver", appauthor=False) / "board-token"
    with suppress(OSError, UnicodeDecodeError):
        token = file.read_text(encoding="ascii").strip()
        if len(token) >= _TOKEN and token.replace("-", "").replace("_", "").isalnum():
            return token
    token = token_urlsafe(_TOKEN)
    with suppress(OSError):
        _write_for_owner(file, token)
    return token


def _write_for_owner(file: Path, text: str) -> None:
    """Write a file that nobody else may read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(text)
