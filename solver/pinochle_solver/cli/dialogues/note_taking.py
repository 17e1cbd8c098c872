"""What `pinochle new` says and asks while a hand is noted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from pinochle_solver.cli.dialogues.corrections import CORRECT, Corrections, how_to_change
from pinochle_solver.cli.dialogues.notebook_file import NotebookFile
from pinochle_solver.cli.dialogues.question_words import QuestionWords
from pinochle_solver.cli.dialogues.reading import (
    CHANGE,
    YES_OR_NO,
    QuitError,
    meant_move,
    read_line,
    thought,
)
from pinochle_solver.engines.engine import Engine, values_of
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.entry_text import StockWord
from pinochle_solver.game.notebook import WRONG_DRAWS, Correction, Notebook
from pinochle_solver.game.notebook_entries import Entry, EntryKind, Question
from pinochle_solver.limits import Limits
from pinochle_solver.matches.person_view import MoveOutcome, PersonView, TakenTrick, person_view
from pinochle_solver.notation.calls import Calls, known_points
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.marks import LOOKED, MISDEAL
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.playoff.solution import Solution
from pinochle_solver.render.renderer import Renderer
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.meld_table import MeldOption, best_option
from pinochle_solver.rules.moves import Doubling, Show
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import Analysis

_AT_ANY_TIME = re.compile(rf"(?:(.*)[\s:])?({LOOKED.word}|{MISDEAL.word})$", re.IGNORECASE)
"""A word about the whole hand, and before it whose it is."""
_CALLS_OUT = re.compile(r"(?:^|\s)calls?(?: |-)?out$", re.IGNORECASE)
_NO_POSITION = "a hand has a wrong number of cards, or the next card is known: there is no position"
_VOID_PROMPT = "the hand is void (Enter: that is so)> "
_IF, _AND = "if", re.compile(r",?\s+and\s+", re.IGNORECASE)
_SAY_DRAW = "say first which card you drew"
_HELP_COMMANDS = """\
  undo           takes back the last answer
  correct 3      changes an answer in trick 3
  change 9D 9S   replaces a card of your hand, or the upcard
  change north   gives north the first lead; change me: gives it to you
  cards          shows the chance that north holds each card
  help all       lists all commands
"""
_HELP = """\
  a card         QS, 10s, queen of spades; QS@hand, or on the table QS@1
  a meld         marriage hearts, KH QH, run, dix, dix and pinochle
  no meld        pass, nothing, no meld
  a double       double, no-double; accept, refuse, redouble; or a first letter
  Enter          the answer in the brackets
  two answers    may stand on one line: JC QS
  renege 9S      9S was played against the rules; it stays played
  no-draw        you drew no card; N:no-draw: north drew none
  +9C            you drew a second card; N:+? N:+?: north drew two
  back, back:9C  you put the last card drawn back, unseen or shown
  N:back         north did
  face-up:9C     this card lay face up in the stock
  out-of-turn    the loser of the trick drew first
  looked         you have looked through your tricks; north looked: north has
  misdeal        the hand is void, by nobody's fault; north misdeal: by north's
  call out       you call out; north calls out: north does
  undo           takes back the last answer
  correct 3      changes an answer in trick 3
  change 9D 9S   you were dealt 9S, not 9D; or it is the upcard
  change north   north has the first lead; change me: you have
  table, advice  shows the cards, or the advice, once more
  if N holds AS  shows the advice if north held AS; 0.7: before it weighs that
  cards          shows the chances of the cards that you have not seen
  record         shows the record
  position       the position as one line, for pinochle analyze or solve
  quit, q        ends; {kept}
"""


class NotebookDialogue:
    """What is said and asked while a hand is noted.

    Args:
        file: the record, in its file.
        adviser: says what to play in the stock phase.
        assuming: makes an adviser that assumes such conditions of the hidden cards.
        limits: how long it may think; None for no advice.
        renderer: shows what happens.
    """

    def __init__(
        self,
        file: NotebookFile[Notebook, HandRecord],
        adviser: Engine,
        assuming: Callable[[tuple[str, ...]], Engine],
        limits: Limits | None,
        renderer: Renderer,
    ) -> None:
        self._file, self._adviser, self._limits = file, adviser, limits
        self._assuming, self._renderer = assuming, renderer
        self._words = QuestionWords(file)
        self._corrections = Corrections(file, self._words, renderer, self._change_leader)
        self._advice: tuple[HandRecord, Analysis | Solution] | None = None
        self._rest = ""
        self._commands: dict[str, Callable[[], None]] = {
            "?": self._help,
            "help": self._help,
            "help all": self._help_all,
            "undo": self._corrections.undo,
            "table": self._tell_table,
            "advice": self._tell_advice,
            "cards": self._tell_cards,
            "hint": self._tell_advice,
            "record": self._tell_record,
            "position": self._tell_position,
            "quit": self._quit,
            "q": self._quit,
        }

    @property
    def _notebook(self) -> Notebook:
        return self._file.notebook

    @property
    def _person(self) -> Seat:
        return self._notebook.seat

    def run(self) -> None:
        """Ask until the hand is over; raises `QuitError`."""
        players = self._notebook.record.players
        self._renderer.name_players(
            Players(*(None if seat is self._person else players[seat] for seat in Seat))
        )
        if self._file.resumed is not None and self._notebook.entries:
            self._renderer.line(f"going on with the hand {_when(self._trick)}")
        if self._file.resumed is None:
            self._read_back()
        is_shown = False
        while True:
            while self._notebook.question is not None:
                if not (self._rest or is_shown):
                    self._tell_situation()
                is_shown = not self._take_line(self._notebook.question)
            self._tell_end()
            if not self._notebook.replay.is_void or not self._is_taken_back():
                return

    def _is_taken_back(self) -> bool:
        """Whether a hand that was said to be void goes on after all."""
        self._rest = ""
        while (said := read_line(_VOID_PROMPT).strip().lower()) not in ("", "quit", "q"):
            if said == "undo":
                self._corrections.undo()
                return True
            self._renderer.line("undo takes back what has made the hand void, Enter ends")
        return False

    @property
    def _trick(self) -> int:
        question = self._notebook.question
        return 0 if question is None else question.trick

    def _change_leader(self, who: str) -> tuple[Correction, str] | None:
        """Another seat has the first lead; None if the word names none."""
        leader = self._words.named_seat(who)
        if leader is None:
            return None
        leads = "you lead" if leader is self._person else f"{self._name(leader)} leads"
        return self._notebook.with_leader(leader), f"{leads} first"

    def _name(self, seat: Seat) -> str:
        return self._notebook.record.players.name(seat)

    # Asking

    def _take_line(self, question: Question) -> bool:
        """Ask for what comes next; return whether something was noted or taken back."""
        line, self._rest = self._rest or self._asked(question), ""
        before = len(self._notebook.entries)
        word, _, argument = line.partition(" ")
        command = self._commands.get(line.lower())
        try:
            if command is not None:
                command()
            elif word.lower() in CORRECT:
                self._corrections.correct(argument)
                return True
            elif word.lower() == CHANGE:
                self._corrections.change(argument)
                if not self._notebook.is_own_choice:
                    self._tell_table()
                return True
            elif word.lower() == _IF:
                self._tell_advice_if(argument)
            elif word.lower() == Irregularity.RENEGE.value:
                self._note_renege(argument)
            elif (said := _AT_ANY_TIME.match(line)) is not None:
                who, what = (said[1] or "").strip(), said[2].lower()
                (self._note_looking if what == LOOKED.word else self._note_misdeal)(who)
            elif (called := _CALLS_OUT.search(line)) is not None:
                self._note_call_out(line[: called.start()].strip())
            elif line or self._default(question) is not None:
                self._note(question, line)
            else:
                self._renderer.line("? tells what can be said here")
        except PositionError as error:
            self._rest = ""
            self._tell_error(question, error)
        return len(self._notebook.entries) != before

    def _asked(self, question: Question) -> str:
        prompt = self._words.prompt(question, self._default(question))
        return read_line(self._renderer.in_symbols(prompt)).strip()

    def _tell_error(self, question: Question, error: PositionError) -> None:
        fact = self._words.addressed(error.fact)
        if question.kind is EntryKind.PLAY and error.fact.endswith("does not hold it"):
            if question.seat is not self._person:
                fact += ": you have seen every copy"
            fact += f"; {CHANGE} puts right a wrong card of your hand"
        token = "your cards" if error.token == self._person.text() else error.token
        self._renderer.line(self._renderer.in_symbols(f"{token}: {fact} (? helps)"))

    def _note_renege(self, card: str) -> None:
        """Note a card that was played though the rules did not allow it."""
        finding = self._notebook.note_renege(card)
        self._file.save()
        self._renderer.line(self._words.addressed(str(finding)))

    def _note_looking(self, who: str) -> None:
        """Note that a player has looked through his tricks."""
        finding = self._notebook.note_looking(self._words.seat_of(who))
        self._file.save()
        self._renderer.line(self._words.addressed(str(finding)))

    def _note_misdeal(self, who: str) -> None:
        """Note that the hand is void; its end tells it."""
        self._notebook.note_misdeal(self._words.seat_of(who) if who else None)
        self._file.save()

    def _note_call_out(self, who: str) -> None:
        """Note that a player has called out, and say what follows."""
        rulings = self._notebook.note_call_out(self._words.seat_of(who))
        self._file.save()
        for ruling in rulings:
            self._renderer.line(self._words.addressed(ruling))

    def _default(self, question: Question) -> str | None:
        """What Enter says; None where something has to be said."""
        if question.kind is EntryKind.DRAW:
            return None
        if question.kind is EntryKind.CREDIT:
            return "not known"
        if question.seat is not self._person:
            moves = self._notebook.referee.moves()
            if question.kind is EntryKind.SHOW:
                return "nothing"
            if question.kind is EntryKind.SAY:
                return self._said_by_default
            is_only = self._notebook.referee.in_playoff and len(moves) == 1
            return moves[0].text() if is_only else None
        if not self._notebook.is_own_choice:
            return self._notebook.moves()[0].text()
        if self._limits is None or not self._notebook.has_position:
            if question.kind is EntryKind.SAY:
                return self._said_by_default
            return "pass" if question.kind is EntryKind.SHOW else None
        values = self._values()
        if isinstance(values, Solution):
            return values.moves[0].card.text()
        return values.choice.text()

    @property
    def _said_by_default(self) -> str | None:
        """That there is no double; an answer to one has to be said."""
        is_offer = self._notebook.referee.due is Act.DOUBLE
        return Doubling.NO_DOUBLE.text() if is_offer else None

    def _note(self, question: Question, line: str) -> None:
        """Note what was said; of two answers the second one is kept for the next question."""
        text = line or self._default(question) or ""
        if question.kind is EntryKind.CREDIT and text == "not known":
            text = "?"
        word, _, rest = text.partition(" ")
        is_of_stock = StockWord.read(word) is not None
        if is_of_stock:
            text, self._rest = word, rest.strip()
        elif question.kind in (EntryKind.PLAY, EntryKind.DRAW):
            text, self._rest = _first_card(text)
        if question.kind is EntryKind.SHOW and self._notebook.referee.due in (Act.DIX, Act.SHOW):
            text = YES_OR_NO.get(text.lower(), text)
        is_own_show = question.kind is EntryKind.SHOW and question.seat is self._person
        if is_own_show and not is_of_stock:
            text = meant_move(text, self._notebook.referee)
        before = len(self._notebook.entries)
        options = self._notebook.referee.options()
        in_playoff = self._notebook.referee.in_playoff
        found = len(self._notebook.replay.findings)
        self._notebook.note(text)
        self._file.save()
        for entry in self._notebook.entries[before:]:
            self._tell_entry(entry)
        if is_own_show:
            self._warn(self._notebook.entries[before].text, options)
        for finding in self._notebook.replay.findings[found:]:
            if finding.kind in WRONG_DRAWS and not finding.is_void:  # or the end tells it
                self._renderer.line(self._words.addressed(str(finding)))
        if self._notebook.referee.in_playoff and not in_playoff:
            self._renderer.line("the stock is gone: every card is known now, the advice is exact")

    # Telling

    def _read_back(self) -> None:
        """Show the hand as it was noted."""
        if not self._notebook.is_own_choice:
            self._tell_table()
        hand = self._notebook.record.hand(self._person)
        assert hand is not None
        self._renderer.line(how_to_change(hand))

    def _warn(self, shown: str, options: Sequence[MeldOption]) -> None:
        """Say what the person could have shown and has not: a meld passed up, a dix forgotten."""
        if shown == Show().text():
            passed = MoveOutcome(self._person, Show(), passed_up=best_option(options))
            self._renderer.play_move(passed, self._person)
            return
        points = {option.show.text(): option.points for option in options}
        with_dix = points.get(f"{DIX}+{shown}")
        if with_dix is not None:
            more = counted(with_dix - points[shown], "point")
            self._renderer.line(f"you have not melded the dix: {more} (undo takes that back)")

    def _tell_situation(self) -> None:
        """What lies there and what to do, where the person has a choice."""
        if self._notebook.is_own_choice:
            self._tell_table()
            if self._limits is not None:
                self._tell_advice()

    def _tell_entry(self, entry: Entry) -> None:
        question, replay = entry.question, self._notebook.replay
        if question.kind is EntryKind.PLAY and not question.leads:
            taken = self._last_taken()
            assert taken is not None
            self._renderer.play_taken(taken, self._person)
        elif question.kind is EntryKind.DRAW and entry.is_automatic:
            outcome = MoveOutcome(self._person, Show(), drawn=Card.parse(entry.text))
            self._renderer.play_move(outcome, self._person)
        elif question.kind is EntryKind.SAY:
            said = Doubling(entry.text)
            outcome = MoveOutcome(question.seat, said, stakes=self._notebook.referee.stakes)
            self._renderer.play_move(outcome, self._person)
        elif question.kind is EntryKind.SHOW:
            shows = replay.tricks[question.trick - 1].shown if question.trick else replay.opening
            for shown in shows:
                if shown.seat is question.seat and shown.show.text() == entry.text:
                    outcome = MoveOutcome(shown.seat, shown.show, points=shown.points)
                    self._renderer.play_move(outcome, self._person)

    def _tell_table(self) -> None:
        if self._is_drawing:
            self._renderer.line(_SAY_DRAW)
        else:
            self._renderer.play_table(self._table())

    @property
    def _is_drawing(self) -> bool:
        question = self._notebook.question
        return question is not None and question.kind is EntryKind.DRAW

    def _table(self) -> PersonView:
        record, referee, last = self._notebook.record, self._notebook.referee, self._last_taken()
        table = person_view(referee, self._person, last, record.score, record.target, record.ahead)
        if not referee.in_playoff:
            return table
        return replace(table, others_hand=referee.hand(self._person.other))

    def _last_taken(self) -> TakenTrick | None:
        """The last completed trick; None before there is one."""
        for trick in reversed(self._notebook.replay.tricks):
            if trick.winner is not None:
                led, reply = trick.plays
                return TakenTrick(led.card, reply.card, trick.leader, trick.winner)
        return None

    def _tell_advice(self) -> None:
        if not self._notebook.is_own_choice:
            self._renderer.line("there is nothing for you to decide now")
        elif not self._notebook.has_position:
            self._renderer.line(_NO_POSITION)
        elif self._limits is None:
            self._renderer.line("no advice was asked for (--no-advice)")
        else:
            self._renderer.advice(self._values(), self._person)
            view = self._notebook.view()
            points = known_points(view)
            if Agreed.CALL_OUT in view.agreed and points is not None:
                self._renderer.play_may_call(Calls.of(view), self._person, points)

    def _tell_advice_if(self, said: str) -> None:
        """What to play if the hidden cards met a condition; the advice that Enter takes stays."""
        if not said:
            raise NotationError(
                _IF, f"say what you assume: {_IF} {self._person.other.text()} holds AS"
            )
        if not self._notebook.is_own_choice or self._limits is None:
            self._tell_advice()
            return
        if not self._notebook.has_position or self._notebook.referee.in_playoff:
            known = "every card is known now, there is nothing to assume"
            self._renderer.line(known if self._notebook.has_position else _NO_POSITION)
            return
        view, limits = self._notebook.view(), self._limits
        adviser = self._assuming(tuple(map(self._as_condition, _AND.split(said))))
        try:
            values = thought(lambda stop: values_of(view, adviser, limits, stop))
        except PositionError as error:
            raise NotationError(_IF, error.fact) from None
        self._renderer.advice(values, self._person)

    def _as_condition(self, said: str) -> str:
        """A condition about a player by name, about the seat."""
        weight, colon, words = said.strip(" \"'").rpartition(":")
        who, _, rest = words.strip().partition(" ")
        seat = self._words.named_seat(who) if who else None
        return f"{weight}{colon}{seat.text() if seat is not None else who} {rest}"

    def _values(self) -> Analysis | Solution:
        """What the moves are worth; thought about once."""
        record = self._notebook.record
        if self._advice is None or self._advice[0] != record:
            view, limits = self._notebook.view(), self._limits
            assert limits is not None
            values = thought(lambda stop: values_of(view, self._adviser, limits, stop))
            self._advice = record, values
        return self._advice[1]

    def _tell_cards(self) -> None:
        """Where the cards are that the person has not seen."""
        if self._is_drawing:
            self._renderer.line(_SAY_DRAW)
        elif not self._notebook.has_position:
            self._renderer.line(_NO_POSITION)
        else:
            view = self._notebook.view()
            if not isinstance(view, StockPosition):
                self._renderer.line("every card is known:")
                self._tell_table()
            elif view.turn is not self._person:
                self._renderer.line("ask for the cards when it is your turn")
            else:
                from pinochle_solver.stock.card_chances import card_chances

                self._renderer.card_chances(thought(lambda _: card_chances(view)))

    def _tell_record(self) -> None:
        for line in self._notebook.record.text().splitlines():
            self._renderer.line(line)

    def _tell_position(self) -> None:
        if self._is_drawing:
            self._renderer.line(_SAY_DRAW)
        elif not self._notebook.has_position:
            self._renderer.line(_NO_POSITION)
        else:
            self._renderer.notation(self._notebook.view().text())

    def _tell_end(self) -> None:
        replay = self._notebook.replay
        by_call_out = self._notebook.is_called_out
        if replay.points is None:
            self._renderer.line()
        else:
            self._renderer.play_end(
                replay.points, self._person, replay.payment, replay.refuser, by_call_out=by_call_out
            )
        if self._notebook.game is not None and by_call_out:
            self._renderer.line(self._notebook.game.verdict)
        for remark in (*replay.findings, *replay.unknown):
            self._renderer.line(self._words.addressed(str(remark)))

    def _help(self) -> None:
        """What can be said to the question that is asked."""
        question = self._notebook.question
        assert question is not None
        self._renderer.line(f"  {self._words.help_to(question)}")
        if question.kind is EntryKind.SHOW and question.seat is self._person:
            referee = self._notebook.referee
            self._renderer.play_moves(referee.moves(), referee.options())
        default = self._default(question)
        if default is not None:
            self._renderer.line(f"  Enter says {default}")
        for line in _HELP_COMMANDS.splitlines():
            self._renderer.line(self._words.addressed(line))

    def _help_all(self) -> None:
        """All that can be said at any time."""
        for line in _HELP.splitlines():
            self._renderer.line(self._words.addressed(line).format(kept=self._file.promise))

    def _quit(self) -> None:
        raise QuitError


def _when(trick: int) -> str:
    return f"at trick {trick}" if trick else "before the first trick"


def _first_card(text: str) -> tuple[str, str]:
    """The card that is meant, and what is said after it."""
    name = text.partition("@")[0].removeprefix("+")
    first, _, rest = text.partition(" ")
    try:
        Card.parse(name)
    except NotationError:
        try:
            Card.parse(first.partition("@")[0].removeprefix("+"))
        except NotationError:
            return text, ""
        return first, rest.strip()
    return text, ""
