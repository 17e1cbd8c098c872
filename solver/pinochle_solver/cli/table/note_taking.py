"""What `pinochle new` says and asks while a hand of three or four is noted."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pinochle_solver.cli.dialogues.addressing import said_to
from pinochle_solver.cli.dialogues.corrections import CORRECT, Corrections, how_to_change
from pinochle_solver.cli.dialogues.notebook_file import NotebookFile
from pinochle_solver.cli.dialogues.reading import (
    CHANGE,
    GIVES_UP,
    QuitError,
    is_sure,
    read_line,
    thought,
    typed_token,
)
from pinochle_solver.cli.table.advice import advised, reason_for
from pinochle_solver.cli.table.listed_moves import list_moves, melds_in_words, tell_how, typed
from pinochle_solver.cli.table.missed import tell_missed
from pinochle_solver.cli.table.mistakes import MistakeReader, SaidWrong, mistake_lines
from pinochle_solver.cli.table.setup import seat_said
from pinochle_solver.double_dummy.analysis import ChanceAnalysis
from pinochle_solver.engines.table.hidden_hands import HiddenHandsEngine
from pinochle_solver.errors import IllegalMoveError, NotationError, PositionError, quoted
from pinochle_solver.game.table.notebook import TableCorrection, TableNotebook
from pinochle_solver.game.table.noted import (
    OTHER_CARD,
    UNASKED,
    NoteKind,
    TableEntry,
    TableQuestion,
    Wrong,
)
from pinochle_solver.limits import Limits
from pinochle_solver.notation.numbers import is_number
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Suit
from pinochle_solver.rules.show_text import says_nothing
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import CONCEDE, Bury, Call, Lay
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove

_CALL_OUT = "call out"
_STOPPED_PROMPT = "undo, or Enter to end> "
_CLAIMS = re.compile(r"(?:.*\s)?claims?$", re.IGNORECASE)
_NO_CLAIMS = (
    "no claim is noted: say who gives the rest up, as in west concedes, or note the cards left"
)
_CONCEDES = re.compile(r"(?:(.*)\s)?concedes?$", re.IGNORECASE)
_HELP = """\
  undo             takes back the last answer
  correct 3        changes an answer in trick 3; correct 0: before the play
{change}  change dealer west
                   west has dealt
{ends}  mistakes         lists what you can say that went wrong: a revoke, a misdeal
  table, advice    shows the cards, or the advice, once more
  record           shows the record
  position         the position as one line, for pinochle analyze or solve
  Enter            the answer in the brackets
  quit, q          ends; {kept}
"""
_MORE_HELP = "help lists what else can be said: undo, correct, change, mistakes"
_HELP_CONCEDE = """\
  west concedes    west gives up the contract, or the setting of it
"""
_HELP_CLAIM = """\
  claim            ends the hand once the contract is made, or cannot be
"""
_HELP_CALL = """\
  call out         you call out; west calls out: west does
"""
_CHANGE_OWN = """\
  change 9D 9S     replaces a card of your hand, or the upcard
"""
_CHANGE_ANY = """\
  change west 9D north 9S
                   two cards of the deal change places{widow}
"""
_CHANGE_STOCK = """\
  change west 9D 9S
                   west was dealt 9S, which you thought lay in the stock
"""
_EXCHANGE = f"{CHANGE} west 9D north 9S"
_WIDOW = "widow"
_CALLS_OUT = re.compile(r"(?:(.*)\s)?calls?[ -]out$", re.IGNORECASE)
_ONE_BY_ONE = frozenset((NoteKind.CALL, NoteKind.DIX, NoteKind.PLAY, NoteKind.DRAW))
"""Of these answers several may stand on a line."""
_LONGEST_ANSWER = 6
"""The most words of such an answer: I play the queen of spades."""
_SPEAKERS = frozenset(("i", "we"))
_ASKED = {
    NoteKind.CALL: "call",
    NoteKind.DIX: "exchange the nine of trumps",
    NoteKind.SHOW: "meld",
    NoteKind.MELDS: "meld",
    NoteKind.PLAY: "play",
}
_SAY = {
    NoteKind.CALL: "a number, such as 310, or pass",
    NoteKind.WIDOW: "the cards that were turned up, such as AS TH JH",
    NoteKind.TRUMP: "the trump suit",
    NoteKind.MELDS: "melds, such as run and pinochle, marriage hearts, KC QC; or none",
    NoteKind.DIX: "dix, or pass",
    NoteKind.SHOW: "a meld, such as marriage hearts or KH QH; dix, dix and KH QH; or pass",
    NoteKind.PLAY: "the card: QS, 10s, queen of spades",
    NoteKind.DRAW: "the card that was drawn",
}


def _in_words(entry: TableEntry) -> str:
    """What was noted, as a person says it."""
    said = entry.said
    if isinstance(said, (Call, Bury, Lay)):
        return typed(said)
    if isinstance(said, tuple):
        return melds_in_words(said)
    return said.name.lower() if isinstance(said, Suit) else entry.text


class TableNotebookDialogue:
    """What is said and asked while a hand is noted.

    Args:
        file: the record, in its file.
        adviser: says what to do.
        limits: how long it may think; None for no advice.
        renderer: shows what happens.
    """

    def __init__(
        self,
        file: NotebookFile[TableNotebook, TableRecord],
        adviser: HiddenHandsEngine,
        limits: Limits | None,
        renderer: TableRenderer,
    ) -> None:
        self._file, self._adviser, self._limits = file, adviser, limits
        self._renderer = renderer
        self._corrections = Corrections(file, self, renderer, self._change_deal, self._seat_said)
        self._advice: tuple[str, tuple[AnyMove, ChanceAnalysis | None] | str] | None = None
        self._commands: dict[str, Callable[[], None]] = {
            "?": self._help,
            "help": self._help_all,
            "help all": self._help_all,
            "undo": self._corrections.undo,
            "table": self._tell_whole_table,
            "advice": self._tell_advice,
            "hint": self._tell_advice,
            "record": self._tell_record,
            "position": self._tell_position,
            "mistakes": self._tell_mistakes,
            "quit": self._quit,
            "q": self._quit,
        }

    @property
    def _notebook(self) -> TableNotebook:
        return self._file.notebook

    @property
    def _person(self) -> Seat | None:
        """The seat of the person; None for a kibitzer."""
        return self._notebook.seat

    def run(self) -> None:
        """Ask until the hand is over; raises `QuitError`."""
        record = self._notebook.record
        self._renderer.play_as(self._person, record.names)
        is_shown = False
        if self._file.resumed is None:
            self._read_back()
        elif self._notebook.entries:
            self._renderer.line("going on with the hand")
            is_shown = self._notebook.question is not None
            if is_shown:
                self._tell_whole_table()
                self._tell_own_advice()
        while True:
            while (question := self._notebook.question) is not None:
                if not is_shown and self._notebook.is_seen_choice:
                    self._tell_situation()
                is_shown = not self._take_line(question)
            self._tell_end()
            if not self._is_stopped or not self._is_taken_back():
                return
            is_shown = False

    @property
    def _is_stopped(self) -> bool:
        """Whether a word has ended the hand, and not its cards."""
        return bool(self._notebook.entries) and self._notebook.entries[-1].question.kind in UNASKED

    def _is_taken_back(self) -> bool:
        """Whether a hand that was ended by a word goes on after all."""
        while (said := read_line(_STOPPED_PROMPT).strip().lower()) not in ("", "quit", "q"):
            if said == "undo":
                self._corrections.undo()
                return True
            self._renderer.line("undo takes back what has ended the hand, Enter ends")
        return False

    # Asking

    def _take_line(self, question: TableQuestion) -> bool:
        """Ask for what comes next; return whether something was noted or taken back."""
        line = read_line(self._prompt(question)).strip()
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
                return True
            elif _CLAIMS.match(line):
                self._claims()
            elif self._gives_up(line, question) or self._calls_out(line):
                pass
            elif (said := self._mistakes.read(line, question, self._notebook.hand)) is not None:
                self._note_wrong(said)
            elif line:
                self._note_each(line)
            elif (default := self._default(question)) is not None:
                self._note(default)
            else:
                self._renderer.line(f"say {_SAY[question.kind]} (? helps)")
        except PositionError as error:
            self._tell_error(error, line, is_rest=len(self._notebook.entries) > before)
        return len(self._notebook.entries) != before

    def _claims(self) -> None:
        """Note that a hand ends because its contract is settled; no other claim is noted."""
        if self._notebook.note_settled():
            self._file.save()
        else:
            self._renderer.line(_NO_CLAIMS)

    def _gives_up(self, line: str, question: TableQuestion) -> bool:
        """Note that somebody gives up a hand in play, if the line says so."""
        said = _CONCEDES.match(line)
        if said is None or question.kind is NoteKind.TRUMP:
            return False
        seat = question.seat if self._person is None else self._person
        if said[1] and said[1].lower() != "i":
            seat = self._seat_said(said[1])
        self._notebook.note_given_up(seat)
        self._file.save()
        return True

    def _calls_out(self, line: str) -> bool:
        """Note that somebody calls out, if the line says so."""
        said = _CALLS_OUT.match(line)
        if said is None:
            return False
        if said[1] is None and self._person is None:
            raise NotationError(_CALL_OUT, "say who does: west calls out")
        rulings = self._notebook.note_call_out(self._seat_said(said[1] or "me"))
        self._file.save()
        for ruling in rulings:
            self._renderer.line(self.addressed(ruling))
        return True

    @property
    def _mistakes(self) -> MistakeReader:
        return MistakeReader(self._notebook.rules, self._person, self._seat_said)

    def _note_wrong(self, said: SaidWrong) -> None:
        """Note what went wrong; what has ended the hand its end tells."""
        findings = self._notebook.note_wrong(said.wrong, said.seat)
        self._file.save()
        for finding in findings if self._notebook.question is not None else ():
            self._renderer.line(self.addressed(str(finding)))

    def _seat_said(self, word: str) -> Seat:
        notebook = self._notebook
        return seat_said(word, notebook.rules, self._person, {**notebook.record.names})

    def _change_deal(self, argument: str) -> tuple[TableCorrection, str] | None:
        """Another seat has dealt, or of a kibitzer two cards change places; None for neither."""
        word, _, who = argument.partition(" ")
        if word.lower() != "dealer":
            return self._exchange(argument.split()) if self._person is None else None
        dealer, record = self._seat_said(who), self._notebook.record
        done = f"{self._renderer.who(dealer)} dealt"
        if record.rules.out_dealer:
            done += " and is out"
            if dealer in record.hands:
                done += f"; the hand that you noted for it is {self._renderer.who(record.dealer)}'s"
        return self._notebook.with_dealer(dealer), done

    def _exchange(self, words: Sequence[str]) -> tuple[TableCorrection, str]:
        if len(words) == 3:
            seat, card, new = self._seat_said(words[0]), *map(Card.parse, words[1:])
            done = f"{self._renderer.who(seat)} was dealt {new}, not {card}"
            return self._notebook.with_drawn(seat, card, new), done
        if len(words) != 4:
            raise NotationError(CHANGE, f"say whose cards change places: {_EXCHANGE}")
        (place, card), (other, instead) = sorted(
            ((words[0], Card.parse(words[1])), (words[2], Card.parse(words[3]))),
            key=lambda side: side[0].lower() == _WIDOW,
        )
        seat = self._seat_said(place)
        holder = None if other.lower() == _WIDOW else self._seat_said(other)
        where = f"the {_WIDOW}" if holder is None else self._renderer.who(holder)
        done = f"{self._renderer.who(seat)} was dealt {instead}, and {card} was {where}'s"
        return self._notebook.with_exchanged(seat, card, holder, instead), done

    def _note_each(self, line: str) -> None:
        """Note the answers on a line: several calls or cards, or one answer of another kind.

        Raises:
            PositionError: for the first that cannot be; those before it are noted.
        """
        words = line.split()
        while words:
            noted = len(self._notebook.entries)
            words = self._note_first(words)
            if len(self._notebook.entries) == noted:
                return

    def _note_first(self, words: list[str]) -> list[str]:
        """Note the answer that words begin with; return the words behind it."""
        question = self._notebook.question
        if question is None:
            raise NotationError(quoted(" ".join(words)), "the hand is over")
        words = self._without_seat(words, question)
        length = self._length_of_answer(words, question)
        text = " ".join(words[:length])
        self._note(text.rstrip(",;") if length < len(words) else text)
        return words[length:]

    def _without_seat(self, words: list[str], question: TableQuestion) -> list[str]:
        """The words without the seat that is asked, if they begin with it: ``west 210``."""
        word = words[0].rstrip(":").lower()
        if len(words) == 1 or word in _SPEAKERS:
            return words
        try:
            seat = self._seat_said(word)
        except NotationError:
            return words
        if seat is question.seat:
            return words[1:]
        fact = f"{question.seat.text()} is asked now; {CORRECT[0]} {question.trick} changes answers"
        raise NotationError(quoted(" ".join(words[:2])), fact)

    def _length_of_answer(self, words: list[str], question: TableQuestion) -> int:
        """How many of the words answer a question, which others may follow."""
        kind = question.kind
        is_one_word = kind is NoteKind.TRUMP and not self._notebook.sees(question.seat)
        if kind in (NoteKind.MELDS, NoteKind.SHOW) and says_nothing(words[0].rstrip(",;")):
            return 1
        if not is_one_word and kind not in _ONE_BY_ONE:
            return len(words)
        for length in range(min(len(words), _LONGEST_ANSWER), 0, -1):
            if self._is_answer(words[:length]):
                return length
        return 1 if any(self._is_answer([word]) for word in words[1:]) else len(words)

    def _is_answer(self, words: list[str]) -> bool:
        """Whether words can be read as an answer, possible or not."""
        try:
            self._notebook.read(" ".join(words).rstrip(",;"))
        except PositionError:
            return False
        return True

    def _note(self, text: str) -> None:
        before = len(self._notebook.entries)
        said = self._notebook.read(text)
        if said == CONCEDE and not is_sure(GIVES_UP):
            return
        self._notebook.note_said(said)
        self._file.save()
        step = self._notebook.step_since(before)
        if step is not None:
            self._renderer.play_followed(step, self._person)
            if step.seat is self._person:
                tell_missed(step, self._renderer)
        # What is found by the last card, the end tells.
        for finding in self._notebook.found_since(before) if self._notebook.question else ():
            fact = self.addressed(str(finding))
            self._renderer.line(f"{fact} ({CORRECT[0]} {finding.trick} or undo puts a slip right)")

    def _tell_error(self, error: PositionError, line: str, *, is_rest: bool) -> None:
        """Write what is wrong with a line, or with the rest of one that was noted in part."""
        fact = self.addressed(error.fact)
        if isinstance(error, IllegalMoveError) and error.fact.endswith("does not hold it"):
            if self._person not in (None, self._notebook.hand.turn):
                fact += ": you have seen every copy"
            whose = "a" if self._person is None else "your"
            fact += f"; {CHANGE} puts right a wrong card of {whose} hand"
        if is_rest:
            fact += "; all before it is noted"
        is_own = self._person is not None and error.token == self._person.text()
        token = "your cards" if is_own else typed_token(error, line)
        token = quoted(token) if is_number(token) else token
        self._renderer.line(self._renderer.in_symbols(f"{token}: {fact} (? helps)"))

    def _prompt(self, question: TableQuestion) -> str:
        default = self._default(question)
        brackets = "" if default is None else f" [{default}]"
        return self._renderer.in_symbols(f"{self.text(question)}{brackets}> ")

    def _default(self, question: TableQuestion) -> str | None:
        """What Enter says; None where something has to be said."""
        if question.kind in (NoteKind.WIDOW, NoteKind.DRAW):
            return OTHER_CARD if None in question.choices else None
        if not self._notebook.sees(question.seat):
            if question.kind is NoteKind.MELDS:
                return "none"
            return "pass" if question.kind in (NoteKind.DIX, NoteKind.SHOW) else None
        moves = self._first_moves()
        if len(moves) == 1:
            return typed(moves[0])
        # What others did is not what they were advised to do: Enter notes nothing for a kibitzer.
        is_advised = self._person is not None and self._limits is not None
        advice = self._advised() if is_advised else None
        if advice is not None and not isinstance(advice, str):
            return typed(advice[0])
        if question.kind is NoteKind.MELDS:
            return "all"
        return "pass" if question.kind in (NoteKind.DIX, NoteKind.SHOW) else None

    def _first_moves(self) -> list[AnyMove]:
        """At most two of the legal moves of a seat whose cards are seen."""
        moves = self._notebook.hand.legal_moves()
        return [move for _, move in zip(range(2), moves, strict=False)]

    # Words

    def addressed(self, text: str) -> str:
        """A sentence about seats, said to the person."""
        own = "" if self._person is None else self._person.text()
        return self._renderer.in_symbols(said_to(text, own, self._renderer.name_of_seat))

    def text(self, question: TableQuestion) -> str:
        """What is asked: ``you lead``, ``west plays``."""
        who, own = self._renderer.who(question.seat), question.seat is self._person
        if question.kind is NoteKind.WIDOW:
            return "the widow"
        if question.kind is NoteKind.DRAW:
            return f"{who} drew"
        if question.kind is NoteKind.TRUMP:
            ending = "" if own else "s"
            buries = self._notebook.sees(question.seat) and self._notebook.rules.widow
            burial = f" and bur{'y' if own else 'ies'}" if buries else ""
            return f"{who} name{ending} trump{burial}"
        verb = "lead" if question.leads else _ASKED[question.kind]
        if question.kind is NoteKind.DIX and self._notebook.rules.stock is not None:
            verb = "show a dix"
        if own:
            return f"you {verb}"
        first, _, rest = verb.partition(" ")
        return f"{who} {first}s{rest and ' '}{rest}"

    def noted(self, entry: TableEntry) -> str:
        """What was noted, with whose it is."""
        if entry.question.kind is NoteKind.CALL_OUT:
            return f"{self._renderer.who(entry.question.seat)}: {_CALL_OUT}"
        if isinstance(entry.said, Wrong) and entry.said.move is None:
            return self.addressed(entry.text)
        if entry.question.kind in UNASKED:
            return f"{self._renderer.who(entry.question.seat)}: {entry.text}"
        return f"{self.text(entry.question)} {_in_words(entry)}"

    # Telling

    def _tell_situation(self) -> None:
        self._renderer.play_table(self._notebook.whole_position, self._seen_from)
        self._tell_choices()
        self._tell_own_advice()

    def _read_back(self) -> None:
        """Show the hand as it was noted."""
        notebook = self._notebook
        if not notebook.is_seen_choice:
            self._renderer.play_table(notebook.whole_position, self._seen_from)
        if self._person is not None:
            self._renderer.line(how_to_change(notebook.record.hands[self._person]))
        else:
            self._renderer.line(f"if two cards are wrong, exchange them: {_EXCHANGE}")

    def _tell_own_advice(self) -> None:
        """The advice where there is something to decide."""
        is_choice = self._notebook.is_seen_choice and len(self._first_moves()) > 1
        if self._limits is not None and is_choice:
            self._tell_advice()

    def _tell_whole_table(self) -> None:
        position, last_call = self._notebook.whole_position, self._notebook.last_call
        self._renderer.play_whole_table(position, self._seen_from, last_call)
        self._tell_choices()

    @property
    def _seen_from(self) -> Seat:
        """The seat of the person; for a kibitzer the last one, so that the order stays."""
        return self._notebook.hand.players[-1] if self._person is None else self._person

    def _tell_choices(self) -> None:
        hand = self._notebook.hand
        if self._notebook.is_seen_choice and hand.act is not Act.PLAY:
            list_moves(hand, self._renderer)

    def _advised(self) -> tuple[AnyMove, ChanceAnalysis | None] | str:
        """The advice here, thought about once; where no cards explain what was noted, the fact."""
        position = self._notebook.position
        line, limits = position.text(), self._limits
        assert limits is not None
        if self._advice is None or self._advice[0] != line:
            adviser = self._adviser
            try:
                self._advice = line, thought(lambda stop: advised(adviser, position, limits, stop))
            except PositionError as error:
                self._advice = line, self.addressed(error.fact)
        return self._advice[1]

    def _tell_advice(self) -> None:
        if not self._notebook.is_seen_choice:
            self._renderer.line("it is not your turn")
            return
        if self._limits is None:
            self._renderer.line("no advice is given here")
            return
        advice = self._advised()
        if isinstance(advice, str):
            self._renderer.line(f"no advice: {advice}; correct puts right what was noted wrongly")
            return
        move, analysis = advice
        self._renderer.play_advice(analysis, move, reason_for(analysis))

    def _tell_mistakes(self) -> None:
        for said, meaning in mistake_lines(self._notebook.rules):
            self._renderer.line(f"  {said:22} {meaning}")

    def _tell_end(self) -> None:
        result = self._notebook.result
        assert result is not None
        self._renderer.play_end(self._notebook.hand, result)
        for finding in self._notebook.findings:
            self._renderer.line(self.addressed(str(finding)))

    def _tell_record(self) -> None:
        for line in self._notebook.record.text().splitlines():
            self._renderer.line(line)

    def _tell_position(self) -> None:
        question = self._notebook.question
        if question is not None and question.kind in (NoteKind.WIDOW, NoteKind.DRAW):
            first = "the widow" if question.kind is NoteKind.WIDOW else "the card that was drawn"
            self._renderer.line(f"no position yet: note {first} first")
            return
        self._renderer.notation(self._notebook.position.text())

    def _help(self) -> None:
        question = self._notebook.question
        assert question is not None
        if self._notebook.is_seen_choice:
            list_moves(self._notebook.hand, self._renderer)
            tell_how(self._notebook.hand, self._renderer)
        else:
            self._renderer.line(f"{self.text(question)}: {_SAY[question.kind]}")
        self._renderer.line(_MORE_HELP)

    def _help_all(self) -> None:
        notebook = self._notebook
        rules, change = notebook.rules, _CHANGE_OWN
        if self._person is None:
            change = _CHANGE_ANY.format(widow=" (also: widow)" if rules.widow else "")
            change += _CHANGE_STOCK if rules.stock is not None else ""
        ends = _HELP_CONCEDE if rules.auction is not None else ""
        ends += _HELP_CLAIM if rules.melds_win else ""
        ends += _HELP_CALL if Agreed.CALL_OUT in notebook.record.agreed else ""
        promise = self._file.promise
        for line in _HELP.format(kept=promise, change=change, ends=ends).splitlines():
            self._renderer.line(line)

    def _quit(self) -> None:
        raise QuitError
