"""``pinochle quiz`` for the games for three and four: positions to think about."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import cast

from pinochle_solver.cli.dialogues.addressing import said_to
from pinochle_solver.cli.dialogues.questions import Questions
from pinochle_solver.cli.output.colors import asked_color
from pinochle_solver.cli.output.progress import stopping_searches
from pinochle_solver.cli.table.listed_moves import list_moves, tell_how
from pinochle_solver.cli.table.refusals import why_refused
from pinochle_solver.double_dummy.solver import solve_open
from pinochle_solver.errors import IllegalMoveError, PositionError, quoted
from pinochle_solver.hidden_hands.comparing import difference
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.said_moves import said_move
from pinochle_solver.render.table.answers import is_close
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.reviews.table.bid_questions import good_calls
from pinochle_solver.reviews.table.choices import Choice, as_searched
from pinochle_solver.reviews.table.decisions import TableKind
from pinochle_solver.reviews.table.reviewing import best_of, judged
from pinochle_solver.stock.settings import SearchSettings
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import Call, PlayCard, TableMove

_STOPPED = "the search was stopped before it was known what this loses"
_HELP = """\
  a call             310, I bid 310; pass
  trump and burial   spades 9d jh tc, or by the numbers: spades 3 7 12
                     without a widow the suit alone; in auction also concede
  melds              all, none, run and pinochle, all but the dix; numbers: 1 3
  a card             QS, 10s, queen of spades, or its number
  ?                  what you may do, with the numbers
  skip               the next position; this one comes again another time
  quit               ends; q for short
"""


class TableQuestions(Questions[TablePosition, TableMove]):
    """Asks about positions at a table.

    Args:
        settings: how positions are analysed.
        ascii_only: whether suits are letters.
    """

    help_text = _HELP

    def __init__(self, settings: SearchSettings, ascii_only: bool) -> None:
        renderer = TableRenderer(sys.stdout, ascii_only, asked_color())
        super().__init__(renderer)
        self._renderer, self._settings = renderer, settings

    def heading(self, position: TablePosition) -> str:
        """As `Questions.heading`, with the seat of the person."""
        return f"{super().heading(position)}; you are {position.turn.text()}"

    def kind(self, position: TablePosition) -> str:
        """As `Questions.kind`."""
        return TableKind.of(position).plural_in(position.rules)

    def tell(self, paragraph: str) -> None:
        """As `Questions.tell`, in the words of the table."""
        self._renderer.play_told(paragraph)

    def show(self, position: TablePosition) -> None:
        """As `Questions.show`."""
        self._renderer.play_as(position.turn, position.names)
        self._renderer.play_whole_table(position, position.turn)
        list_moves(hand_of(position), self._renderer)

    def judge(self, position: TablePosition, move: TableMove, answer: str | None = None) -> bool:
        """As `Questions.judge`: whether it is best, too close to call, or loses little."""
        if isinstance(move, PlayCard) and position.is_open and position.sides is not None:
            return self._judge_open(position, move)
        settings = ReviewSettings(
            self._settings.limits, self._settings.seed or 1, self._settings.threads
        )
        hand = hand_of(position)
        assert isinstance(hand, TableHand)
        known = _known(hand, answer)
        if isinstance(move, Call):
            return self._judge_call(position, move, known if isinstance(known, Call) else None)
        choice = Choice(0, 0, position, as_searched(hand, move))
        with stopping_searches() as stop:
            found = judged(choice, settings, stop, known)
        if found is None:
            self._renderer.line(_STOPPED)
            return False
        analysis, decision = found
        self._renderer.table_chance_values(analysis, decision, has_verdict=known is None)
        # What the table calls too close to call is, unless the file knows the best move.
        tried = {each.move: each for each in analysis.moves}
        in_table = known is None and choice.played in tried
        is_shown = in_table and is_close(tried[choice.played], analysis.moves[0])
        close = decision.is_close or is_shown
        self._renderer.table_answered(decision, is_close=close)
        loss = decision.loss
        return loss is not None and (decision.is_best or close or loss.is_small)

    def _judge_open(self, position: TablePosition, move: PlayCard) -> bool:
        """Judge a card with all cards face up: only the best is right."""
        with stopping_searches() as stop:
            solution = solve_open(position, stop=stop)
        if not solution.exact:
            self._renderer.line(_STOPPED)
            return False
        self._renderer.play_solved(solution, move.card)
        lost = next(value.loss for value in solution.moves if value.card == move.card)
        return not lost

    def _judge_call(self, position: TablePosition, call: Call, known: Call | None) -> bool:
        """Judge a call, and tell which calls count as right."""
        limits, seed = self._settings.limits, self._settings.seed or 1
        with stopping_searches() as stop:
            analysis = analyze_hidden(position, limits, seed, self._settings.threads, stop)
        if not any(move.mean for move in analysis.moves):
            self._renderer.line(_STOPPED)
            return False
        best = known or cast("Call", best_of(analysis).move)
        good = good_calls(analysis, known)
        self._renderer.table_chance_values(analysis)
        lost = difference(analysis, best, call)
        self._renderer.table_called(
            analysis, call, best, good, None if lost is None else lost.ahead
        )
        return call in good.calls

    def _tell_moves(self, position: TablePosition) -> None:
        hand = hand_of(position)
        list_moves(hand, self._renderer)
        tell_how(hand, self._renderer)

    def _read(self, position: TablePosition, word: str) -> TableMove:
        hand = hand_of(position)
        assert isinstance(hand, TableHand)
        move = said_move(hand, word)
        fact = why_refused(hand, move)
        if fact is not None or not isinstance(move, TableMove):
            own, called = position.turn.text(), self._renderer.name_of_seat
            refused = said_to(fact or "no move of this game", own, called)
            raise IllegalMoveError(quoted(word), self._renderer.in_symbols(refused))
        return move


def _known(hand: TableHand, answer: str | None) -> TableMove | None:
    """The best move that a file names; None if it names none, or one that cannot be made."""
    with suppress(PositionError):
        move = None if answer is None else said_move(hand, answer)
        if isinstance(move, TableMove) and hand.is_legal(move):
            return as_searched(hand, move)
    return None
