"""``pinochle play``: a person against an engine, in the terminal or through a pipe."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import SystemRandom

import click

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.cli import DONE
from pinochle_solver.cli.lines import STDIN
from pinochle_solver.cli.options import (
    Positive,
    ascii_only,
    card_count_option,
    rulebook_option,
    usable_processors,
)
from pinochle_solver.decisions import Decision, Effort
from pinochle_solver.engines import DEFAULT, ENGINES
from pinochle_solver.errors import IllegalMoveError, PositionError
from pinochle_solver.play import HandInPlay, Sitting
from pinochle_solver.position_fields import Act
from pinochle_solver.records import read_records
from pinochle_solver.render import Renderer
from pinochle_solver.rulebooks import RULEBOOKS
from pinochle_solver.rules import COUNTS, Seat

_HELP = """\
  a card             QS, 10s, qs; QS@hand or QS@1 where a copy of it lies on your table
  a meld             marriage:KH.QH, dix, dix+run:AS.TS.KS.QS.JS, or pass
  ?                  the legal moves; their numbers are moves, too
  hint               what the default engine would do
  undo               takes back your last decision and all that followed
  table score melds  what lies before you, the points, what you can meld
  quit               ends; the record is kept
"""
_PROMPTS = {Act.PLAY: "card", Act.MELD: "meld", Act.DIX: "dix"}
_MOST_NEW_SEED = 10**6


@click.command("play")
@click.option(
    "--engine",
    type=click.Choice(ENGINES, case_sensitive=False),
    default=DEFAULT,
    show_default=True,
    help="Whom to play against.",
)
@click.option(
    "--seconds",
    metavar="S",
    type=Positive(),
    default=1.0,
    show_default=True,
    help="How long it thinks about a move.",
)
@rulebook_option
@card_count_option()
@click.option(
    "--seed",
    metavar="N",
    type=click.IntRange(0),
    help="The same seed, the same cards; another one each time if not given.",
)
@click.option(
    "--seat",
    type=click.Choice([seat.text() for seat in Seat], case_sensitive=False),
    default=Seat.SOUTH.text(),
    show_default=True,
    help="Where you sit.",
)
@click.option("--game", "whole_game", is_flag=True, help="Hands until one has won the game.")
@click.option(
    "--record",
    "file",
    metavar="FILE",
    help="Keep the record there, after every move; an older one in it stays.",
)
@ascii_only
def command(
    engine: str,
    seconds: float,
    rulebook: str,
    card_count: str | None,
    seed: int | None,
    seat: str,
    whole_game: bool,
    file: str | None,
    ascii_only: bool,
) -> int:
    """Play a hand, or a game, against an engine; it sees no more than you would in its place.

    Cards and melds are given as in records; help tells how, and what else can be asked.
    """
    rules = RULEBOOKS[rulebook]
    count = COUNTS[card_count] if card_count else rules.count
    if seed is None:
        seed = SystemRandom().randrange(_MOST_NEW_SEED)
    sitting = Sitting(rules, count, seed, Seat.parse(seat), whole_game)
    effort = Effort(engine=engine, seconds=seconds, threads=usable_processors())
    keeper = _RecordKeeper(file, sitting)
    renderer = Renderer(ascii_only)
    renderer.line(f"{rules.name}, {count.name} count, seed {seed}; help tells what can be said")
    try:
        _Dialogue(sitting, effort, renderer, keeper).run()
    finally:
        # Whatever ends it: nothing of the hand is lost.
        keeper.close(sitting)
    return DONE


class _QuitError(Exception):
    """The person has had enough."""


class _Dialogue:
    """What is said and asked while hands are played."""

    def __init__(
        self, sitting: Sitting, effort: Effort, renderer: Renderer, keeper: _RecordKeeper
    ) -> None:
        self._sitting, self._effort = sitting, effort
        self._renderer, self._keeper = renderer, keeper
        self._commands: dict[str, Callable[[], None]] = {
            "?": self._tell_moves,
            "hint": self._hint,
            "undo": self._undo,
            "table": self._tell_table,
            "score": self._tell_score,
            "melds": self._tell_melds,
            "help": self._help,
            "quit": self._quit,
        }

    @property
    def _hand(self) -> HandInPlay:
        return self._sitting.hand

    def run(self) -> None:
        """Play until the hand or the game is over, or the person quits."""
        with contextlib.suppress(_QuitError):
            while True:
                self._play_hand()
                game = self._sitting.finish_hand()
                self._renderer.play_end(self._hand.referee.points, self._hand.person)
                if self._sitting.whole_game:
                    self._renderer.line()
                    self._renderer.game(game)
                if self._sitting.is_over:
                    return
                self._sitting.begin_hand()

    def _play_hand(self) -> None:
        self._renderer.line()
        dealer = self._hand.dealer
        self._renderer.line(f"{'you' if dealer is self._hand.person else dealer.text()} dealt")
        is_shown = False
        while not self._hand.is_over:
            if not self._hand.is_persons_turn:
                self._push(self._think(self._hand.decision).move.text())
                is_shown = False
                continue
            if not is_shown:
                self._tell_table()
            is_shown = not self._take_word(_read_line(self._prompt()))

    def _take_word(self, line: str) -> bool:
        """Do what was asked for; return whether the table has changed."""
        word = line.strip()
        made = len(self._hand.referee.history)
        asked = self._commands.get(word.lower())
        if asked is not None:
            asked()
        elif word:
            try:
                self._push(self._numbered(word))
            except IllegalMoveError as error:
                self._renderer.line(f"{error} (? lists the moves)")
        return len(self._hand.referee.history) != made

    def _numbered(self, word: str) -> str:
        """The move of a number in the list of legal moves; other words as they are."""
        moves = self._hand.referee.moves()
        if word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= len(moves):
            return moves[int(word) - 1].text()
        return word

    def _push(self, move: str) -> None:
        happened = self._hand.push(move)
        self._keeper.save(self._sitting)
        self._renderer.play_happened(happened, self._hand.person)

    def _think(self, decision: Callable[[Effort, StopFlag], Decision]) -> Decision:
        """Have an engine think; Ctrl-C stops it."""
        stop = StopFlag()
        with ThreadPoolExecutor(1) as pool:
            future = pool.submit(decision, self._effort, stop)
            try:
                return future.result()
            except BaseException:
                stop.set()
                raise

    def _prompt(self) -> str:
        due = self._hand.referee.due
        return f"{_PROMPTS[due if due is not None else Act.PLAY]}> "

    # Commands

    def _tell_moves(self) -> None:
        self._renderer.play_moves(self._hand.referee.moves(), self._hand.referee.options())

    def _hint(self) -> None:
        self._renderer.play_hint(self._think(self._hand.hint), self._hand.person)

    def _undo(self) -> None:
        if self._hand.take_back():
            self._keeper.save(self._sitting)
        else:
            self._renderer.line("nothing to take back in this hand")

    def _tell_table(self) -> None:
        self._renderer.play_table(self._hand.table())

    def _tell_score(self) -> None:
        self._renderer.play_points(self._hand.referee.points, self._hand.table())

    def _tell_melds(self) -> None:
        if self._hand.referee.in_playoff:
            self._renderer.line("no melds in the playoff")
        else:
            self._renderer.meld_options(self._hand.melds())

    def _help(self) -> None:
        for line in _HELP.splitlines():
            self._renderer.line(line)

    def _quit(self) -> None:
        raise _QuitError


def _read_line(prompt: str) -> str:
    """Ask for a line; the end of input is a quit. What comes through a pipe is shown."""
    if sys.stdin is None:
        raise click.ClickException(f"{STDIN}: closed")
    sys.stdout.write(prompt)
    sys.stdout.flush()
    try:
        raw = sys.stdin.buffer.readline()
    except OSError as error:
        fact = (error.strerror or str(error)).lower()
        raise click.ClickException(f"{STDIN}: {fact}") from None
    line = raw.decode("utf-8", "backslashreplace").rstrip("\r\n")
    if not sys.stdin.isatty() or not raw:
        sys.stdout.write(f"{line}\n")
    if not raw:
        raise _QuitError
    return line


class _RecordKeeper:
    """Keeps the records of a sitting in a file, behind what is in it already."""

    def __init__(self, name: str | None, sitting: Sitting) -> None:
        self._path = None if name is None else Path(name).resolve()
        self._name = name
        self._before = "" if self._path is None else self._read(self._path)
        self._save(sitting)

    def _read(self, path: Path) -> str:
        if not path.exists():
            return ""
        if not path.is_file():
            raise click.ClickException(f"{self._name}: no regular file")
        try:
            text = path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise click.ClickException(f"{self._name}: {_fact(error)}") from None
        for line, record in read_records(text.splitlines()):
            if isinstance(record, PositionError):
                fact = f"no record, nothing is added to it: {record}"
                raise click.ClickException(f"{self._name}:{line}: {fact}")
        return text.rstrip() + "\n\n" if text.strip() else ""

    def save(self, sitting: Sitting) -> None:
        """Write the records as far as they have come; play goes on where that fails."""
        try:
            self._save(sitting)
        except click.ClickException as error:
            click.echo(error.format_message(), err=True)

    def _save(self, sitting: Sitting) -> None:
        """Write them whole or not at all; a failure is a `ClickException`."""
        if self._path is None:
            return
        text = self._before + "\n".join(record.text() for record in sitting.records())
        try:
            _replace_file(self._path, text)
        except OSError as error:
            raise click.ClickException(f"{self._name}: {_fact(error)}") from None

    def close(self, sitting: Sitting) -> None:
        """Write them a last time, and say where they are."""
        if self._path is not None:
            self._save(sitting)
            with contextlib.suppress(OSError):
                click.echo(f"the record is in {self._name}", err=True)


def _replace_file(path: Path, text: str) -> None:
    """Put a text in the place of a file; who reads it meanwhile finds the old one or the new."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _fact(error: OSError | UnicodeDecodeError) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "not UTF-8 text"
    return (error.strerror or str(error)).lower()
