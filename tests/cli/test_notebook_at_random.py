"""Random sessions with `pinochle new`: legal answers, and anywhere words about what went wrong.

The answers come through the dialogue, whose file is opened again after each time it is left.
"""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from pinochle_solver import RULEBOOKS, Seat, cli, random_deals
from pinochle_solver.cli.dialogues.notebook_file import NotebookFile
from pinochle_solver.game.game import HandOutcome
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.notebook_entries import EntryKind, Question
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.record_reading import numbered_records
from pinochle_solver.rules.cards import Card

STOCK_WORDS = ("no-draw", "back", "out-of-turn", "+{}", "back:{}", "face-up:{}", "+?")
OTHER_WORDS = (
    *("looked", "north looked", "s:looked", "renege {}", "call out", "undo", "undo", "correct {n}"),
    *("table", "record", "position", "advice", "?", "", "{} {}", "1 {}", "yes", "nobody looked"),
)
SEEDS = range(1, 3)
VOID_WORDS = ("misdeal", "north misdeal", "S:misdeal")
_open = NotebookFile.open


class _Person:
    """Somebody who answers what is asked, mostly as the rules have it, through the input.

    Args:
        rules: the name of the rulebook.
        seed: of the deal, the answers and the slips.
        slips: how many words in a hundred are about something that went wrong.
    """

    def __init__(self, rules: str, seed: int, slips: int) -> None:
        self.chance = Random(f"{rules}/{seed}")
        (self.deal,) = random_deals(1, seed, RULEBOOKS[rules])
        self.seat = self.chance.choice([*Seat])
        self.slips = slips
        self.page: NotebookFile[Any, Any] | None = None
        self.said: list[str] = []
        self.buffer = self
        self._setup: Iterator[str] = iter(())
        self._left = 0

    # As the input

    def isatty(self) -> bool:
        return False

    def readline(self) -> bytes:
        self._left -= 1
        if self._left < 0:
            return b"q\n" if self.chance.random() < 0.5 else b""
        line = next(self._setup, None)
        if line is None:
            line = self._answer()
        self.said.append(line)
        return f"{line}\n".encode()

    # What is said

    def session(self, file: Path, lines: int) -> tuple[int, str]:
        """Talk with the command for some lines; its exit status, and what it wrote."""
        self.page = None
        self._left, self._setup = lines, self._answers_to_setup(file)
        written = io.StringIO()
        arguments = ["new", "--no-advice", "--ascii", "--seat", self.seat.text()]
        arguments += ["--rules", self.deal.rules.name, str(file)]
        with (
            patch.object(sys, "stdin", self),
            patch.object(NotebookFile, "open", self._opening()),
            redirect_stdout(written),
            redirect_stderr(written),
        ):
            status = cli.run(arguments)
        return status, written.getvalue()

    def _opening(self) -> Callable[..., None]:
        def opening(
            page: NotebookFile[Any, Any],
            begin: Callable[[], Notebook],
            resume: Callable[[Any], Notebook | None],
        ) -> None:
            _open(page, begin, resume)
            self.page = page

        return opening

    def _answers_to_setup(self, file: Path) -> Iterator[str]:
        """What is said until the hand has been given, if a new one is begun."""
        while self.page is None:
            deal = self.deal
            hand = deal.south if self.seat is Seat.SOUTH else deal.north
            yield "" if file.exists() else "you" if deal.dealer is not self.seat else "north"
            assert deal.upcard is not None
            yield deal.upcard.text()
            yield " ".join(card.text() for card in hand)

    def _answer(self) -> str:
        assert self.page is not None
        notebook = self.page.notebook
        if notebook.question is None:
            return self.chance.choice(("", "undo", "undo", "table"))
        if notebook.question.kind is EntryKind.DRAW and self.chance.random() < 0.15:
            return "no-draw"
        if self.chance.random() * 100 < self.slips:
            return self._slip(notebook.question)
        return self._legal(notebook, notebook.question)

    def _card(self) -> str:
        card: Card = self.chance.choice([*self.deal.rules.deck.cards()])
        return card.text()

    def _slip(self, asked: Question) -> str:
        words = self.chance.choice((STOCK_WORDS, STOCK_WORDS, OTHER_WORDS))
        word = self.chance.choice(VOID_WORDS if self.chance.random() < 0.03 else words)
        if words is STOCK_WORDS and not word.startswith("face-up"):
            word = self.chance.choice(("", "N:", "S:")) + word
        n = self.chance.randint(1, max(1, asked.trick))
        return word.format(self._card(), self._card(), n=n)

    def _legal(self, notebook: Notebook, asked: Question) -> str:
        if asked.kind is EntryKind.DRAW:
            return self._card()
        if asked.kind is EntryKind.CREDIT:
            return self.chance.choice(("?", *map(str, asked.credits)))
        moves = [move.text() for move in notebook.referee.moves()]
        return self.chance.choice(moves)


def _noted(rules: str, seed: int, file: Path) -> Counter[str]:
    """Note hands in sessions that are left anywhere; the kinds of what went wrong in them."""
    person = _Person(rules, seed, slips=seed % 3 * 12 + 4)
    for _ in range(person.chance.randint(2, 3)):
        status, written = person.session(file, person.chance.randint(5, 30))
        assert status == 0, (rules, seed, written)
    records = [record for _, record in numbered_records(file.read_text().splitlines())]
    assert all(isinstance(record, HandRecord) for record in records), (rules, seed)
    replays = [replay_record(record) for record in records if isinstance(record, HandRecord)]
    game = score_game(replays)
    for replay, hand in zip(replays, game.hands, strict=True):
        assert replay.record.unread is None
        # Whoever should deal has dealt: Enter says so.
        assert not hand.faults, (rules, seed, hand.faults)
        assert hand.outcome is not HandOutcome.DEAD
    return Counter(finding.kind.value for replay in replays for finding in replay.findings)


@pytest.mark.parametrize("rules", RULEBOOKS)
def test_random_sessions_keep_what_was_said(rules: str, tmp_path: Path) -> None:
    kinds = Counter[str]()
    for seed in SEEDS:
        kinds += _noted(rules, seed, tmp_path / f"{seed}.pnr")
    # Or nothing would have been tried.
    assert kinds["missed draw"] + kinds["two drawn"] + kinds["card face up"] > 0, kinds
