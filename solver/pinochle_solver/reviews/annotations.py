"""What a review found, written into a record as comments, and read again from there.

A block of comments follows the tricks. Its first line says how the hand was reviewed. Then each
decision has a line: the moment and the seat, what was played and its mark, what was best, and in
points, each with its standard error, what was lost and the seat's lead that was expected; in
chances to win the same; and the fewest worlds in which any of that was found, 0 if none were
sampled. ``exact`` says that the loss is no estimate. What the moves were worth follows, the
expected lead and how far behind the best it is: of the move played, its loss. In the playoff all is
exact, and not repeated. ``why`` has the parts of the reason for the best move, in the order of
`Reason`, and its cause. What was said to a double lost so many initial ``stakes``.
At the end stands the account: deal, draws and what was unseen::

    ; review: seconds 1 seed 1 belief inferred version 0.1.0 hand 5f3a90c2d1e4b687
    ; 2r north AD ?? best 9H loss 84.6 25.5 win 0.21 0.06 expects 30.2 4.1 0.61 0.02 worlds 512
    ; | 9H 30.214 4.105 0.000 0.000 | TD 22.011 4.012 8.203 3.114
    ; | AD -54.398 25.858 84.612 25.530
    ; why 0 52.3 9.1 11.0 8.3 20.0 0.0 1.3 7.0 63.3 9.9 21.3 7.0 1 own-melds melds-more yes -
    ; 4o south no-double ? best double stakes 0.112 0.031 worlds 512
    ; | double 0.214 0.052 0.000 0.000 | no-double 0.102 0.061 0.112 0.031
    ; 15l north JC ?! best QS loss 12.000 0.000 exact
    ; deal 14.213 3.904 result 84.00 draws 22
    ; draw 3 south KD 12.107 4.012
    ; unseen 2r -3.204 2.106
    ; end of review

A reader of records passes over comments, so that it is the same hand. A review of the same hand, as
its digest tells, by the same settings takes what stands there instead of searching again; what it
does not look at stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b

from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.position_lines import Position
from pinochle_solver.notation.rulebook_text import rulebook_text
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.reviews.account import Account, Draw, Unseen
from pinochle_solver.reviews.decisions import Decision, DecisionKind, MoveWorth
from pinochle_solver.reviews.doublings import AnyDecision, DoublingDecision
from pinochle_solver.reviews.marks import Loss
from pinochle_solver.reviews.settings import ACTS, ReviewSettings
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Doubling, Move
from pinochle_solver.rules.rulebooks import RULEBOOKS
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.analysis import POINTS
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.stock.reasons import Cause, Part, Reason, Takes, Turn
from pinochle_solver.version import __version__

HEAD = "review:"
END = "; end of review"
_BAR, _WHY = "|", "why"
# Where `Notes.lines` keeps those of the account.
_ACCOUNT = ""
_ISHEAD = re.compile(rf"; {HEAD} (?:seconds|worlds) .* version .*")
_MOMENT = re.compile(rf"[0-9]{{1,2}}[{ACTS}]")
# Of three and four: the trick and the place in the record (``reviews/table/annotations.py``).
_TABLE_MOMENT = r"[0-9]{1,2}\.[0-9]{1,4} (?:south|west|north|east)"
_IS_OURS = re.compile(
    rf"; (?:{_MOMENT.pattern} (?:south|north)|{_TABLE_MOMENT}|{re.escape(_BAR)}|{_WHY}|deal|draw|"
    rf"unseen) .*|{END}"
)
_WIDTH = 100
_NO_CARD, _LEAST_OF_A_CAUSE = "-", 4
_WORDS_OF_A_MOVE, _NUMBERS_OF_A_REASON = 5, 13
_DECISION_WORDS = ("best", "loss", "win", "expects", "worlds")
_DOUBLING_WORDS = ("best", "stakes", "worlds")


def settings_text(settings: ReviewSettings) -> str:
    """How a hand was reviewed, as the first comment says it."""
    limits = settings.limits
    limit = f"seconds {limits.seconds:.15g}" if limits.seconds else f"worlds {limits.worlds}"
    return f"{limit} seed {settings.seed} belief {settings.belief} version {__version__}"


def _head(record: HandRecord, settings: ReviewSettings) -> str:
    """The first line of a review of this hand, without its ``;``."""
    return f"{HEAD} {settings_text(settings)} hand {_digest(record)}"


def _digest(record: HandRecord) -> str:
    """What tells this hand from others."""
    text, rules = record.text(), record.rules
    if RULEBOOKS.get(rules.name) != rules:
        # The record only names it, and a hand is worth something else by other rules.
        text += rulebook_text(rules)
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def without_review(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a record's text but for those of a review; the reader's own comments stay."""
    is_review = False
    for line in lines:
        text = line.strip()
        if _ISHEAD.fullmatch(text):
            is_review = True
        elif not (is_review and _IS_OURS.fullmatch(text)):
            is_review = False
            yield line
        if text == END:
            is_review = False


def comments_of(
    record: HandRecord,
    settings: ReviewSettings,
    decisions: Iterable[AnyDecision],
    account: Account | None,
) -> Iterator[str]:
    """The comments of a review, each a line.

    What the record's comments say of other decisions by the same settings is among them.

    Args:
        record: the hand.
        settings: how it was reviewed.
        decisions: those that were reviewed, of cards, shows and doubles.
        account: what the result was made of; None where that was not found.
    """
    known = Notes.read(record, settings)
    fresh = {each.moment: list(_lines_of(each)) for each in decisions}
    lines = {**{moment: its for moment, its in known.lines.items() if moment}, **fresh}
    yield f"; {_head(record, settings)}"
    for moment in sorted(lines, key=_order):
        yield from lines[moment]
    if account is None:
        yield from known.lines.get(_ACCOUNT, ())
    else:
        yield from _account_lines(account)
    yield END


def _order(moment: str) -> tuple[int, int]:
    return int(moment[:-1]), ACTS.index(moment[-1])


def _account_lines(account: Account) -> Iterator[str]:
    result = f"{'result' if account.is_over else 'stands'} {account.result:.2f}"
    yield f"; deal {_points(account.deal)} {result} draws {len(account.draws)}"
    for draw in account.draws:
        yield f"; draw {draw.trick} {draw.seat.text()} {draw.card.text()} {_points(draw.luck)}"
    for unseen in account.unseen:
        yield f"; unseen {unseen.decision.moment} {_points(unseen.points)}"


def _lines_of(decision: AnyDecision) -> Iterator[str]:
    mark = "" if decision.mark is None else f" {decision.mark.value}"
    words = (
        f"; {decision.moment} {decision.seat.text()} {decision.played.text()}{mark} best "
        f"{decision.best.text()} "
    )
    if isinstance(decision, DoublingDecision):
        yield f"{words}stakes {_points(decision.loss)} worlds {decision.worlds}" + (
            " exact" * decision.exact
        )
        yield from _value_lines(decision.values)
        return
    loss = decision.loss
    words += f"loss {_points(loss.points)}"
    if loss.win is not None and decision.kind is not DecisionKind.PLAYOFF:
        words += f" win {_chance(loss.win)}"
        words += f" expects {_points(decision.expected)} {_chance(decision.win)}"
        words += f" worlds {decision.worlds}"
    yield words + " exact" * loss.exact
    if decision.kind is not DecisionKind.PLAYOFF:
        yield from _value_lines(decision.values)
    if isinstance(decision.reason, Reason):
        yield f"; {_WHY} {_reason_words(decision.reason)}"


def _reason_words(reason: Reason) -> str:
    parts = (
        *(reason.own_melds, reason.other_melds, reason.trick, reason.later),
        *(reason.melds, reason.cards),
    )
    words = [f"{reason.now:g}", *map(_points, parts), str(int(reason.knows_trick))]
    cause = reason.cause
    if cause is not None:
        card = _NO_CARD if cause.card is None else cause.card.text()
        words += [cause.part.value, cause.turn.value, cause.takes.value, card, cause.meld]
    return " ".join(words).rstrip()


def _value_lines(values: Iterable[MoveWorth]) -> Iterator[str]:
    line = ";"
    for each in values:
        word = f" {_BAR} {each.move.text()} {_points(each.mean)} {_points(each.behind)}"
        if line != ";" and len(line) + len(word) > _WIDTH:
            yield line
            line = ";"
        line += word
    yield line


def _points(estimate: Estimate) -> str:
    return f"{estimate.mean:.3f} {estimate.se:.3f}"


def _chance(estimate: Estimate) -> str:
    return f"{estimate.mean:.4f} {estimate.se:.4f}"


def noted_losses(record: HandRecord) -> list[tuple[Seat, float]]:
    """What the decisions of a hand lost, as the last review in its comments found.

    Args:
        record: the hand.

    Returns:
        the seat of each decision and the points of the final difference that it lost; what was said
        to doubles is not among them. Empty if no review of this hand is noted.
    """
    found: list[tuple[Seat, float]] = []
    is_ours, digest = False, _digest(record)
    for comment in record.comments:
        words = comment.split()
        if words[:1] == [HEAD]:
            is_ours = words[-1] == digest
            found = [] if is_ours else found
        elif is_ours and _MOMENT.fullmatch(words[0] if words else "") and "loss" in words:
            with suppress(IndexError, ValueError):
                lost = float(words[words.index("loss") + 1])
                found.append((Seat.parse(words[1]), lost))
    return found


@dataclass
class Notes:
    """What the comments of a record say by the settings asked for.

    Attributes:
        words: of the line of each decision of the stock phase, by moment,
        values: and of each move's value there.
        why: and of the reason for the best move.
        deal: words of the line of the deal; empty where there is no account.
        draws: words of the lines of draws, in order.
        unseen: and of what was unseen, by moment.
        lines: all lines, by the moment of the decision.
    """

    words: dict[str, list[str]] = field(default_factory=dict)
    values: dict[str, list[list[str]]] = field(default_factory=dict)
    why: dict[str, list[str]] = field(default_factory=dict)
    deal: list[str] = field(default_factory=list)
    draws: list[list[str]] = field(default_factory=list)
    unseen: dict[str, list[str]] = field(default_factory=dict)
    lines: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, record: HandRecord, settings: ReviewSettings) -> Notes:
        """Read the comments of a record; nothing of another hand, or of other settings.

        What does not read is left out: it is searched again.
        """
        notes, is_ours, moment = cls(), False, ""
        head = _head(record, settings).split()
        for comment in record.comments:
            words = comment.split()
            if words[:1] == [HEAD]:
                is_ours = words == head
                notes = cls() if is_ours else notes
            elif f";{comment}".strip() == END:
                is_ours = False
            elif is_ours and _IS_OURS.fullmatch(f"; {comment.strip()}"):
                with suppress(IndexError):
                    moment = notes._take(words, moment)
                    notes.lines.setdefault(moment, []).append(f"; {comment.strip()}")
        return notes

    def _take(self, words: list[str], moment: str) -> str:
        """Note a line; return the moment of the decision it belongs to."""
        if words[0] == _BAR:
            moves = " ".join(words[1:]).split(f" {_BAR} ")
            self.values.setdefault(moment, []).extend(move.split() for move in moves)
            return moment
        if words[0] == _WHY:
            self.why[moment] = words[1:]
            return moment
        if words[0] == "deal":
            self.deal = words[1:]
        elif words[0] == "draw":
            self.draws.append(words[1:])
        elif words[0] == "unseen":
            self.unseen[words[1]] = words[2:]
        else:
            self.words[words[0]] = words[1:]
            return words[0]
        return _ACCOUNT

    def decision(
        self, trick: int, act: str, seat: Seat, position: Position, played: Move
    ) -> Decision | None:
        """A decision of the stock phase as it was noted; None if it was not, or not so played."""
        moment = f"{trick}{act}"
        try:
            return self._decision(self.words[moment], trick, act, seat, position, played)
        except (KeyError, IndexError, ValueError):
            return None

    def _decision(
        self, words: list[str], trick: int, act: str, seat: Seat, position: Position, played: Move
    ) -> Decision | None:
        best, lost, win, expects, worlds = (words.index(word) for word in _DECISION_WORDS)
        moment = f"{trick}{act}"
        values = self._values(moment, words, seat, position, played)
        found, lost_points = _move_of(values, words[best + 1]), _estimate(words[lost + 1 :])
        why, unit = self.why.get(moment), position.rules.meld_unit
        return Decision(
            trick,
            act,
            seat,
            position,
            played,
            found,
            Loss(
                lost_points,
                _estimate(words[win + 1 :]),
                words[-1] == "exact",
                unit,
            ),
            _estimate(words[expects + 1 :]),
            _estimate(words[expects + 3 :]),
            _with_loss(values, found, played, lost_points),
            _count(words[worlds + 1]),
            reason=None if why is None else _reason(why, found, played, lost_points, unit),
        )

    def doubling(
        self, trick: int, act: str, seat: Seat, position: StockPosition, played: Doubling
    ) -> DoublingDecision | None:
        """What was said to a double as it was noted; None if it was not, or not so said."""
        moment = f"{trick}{act}"
        try:
            words = self.words[moment]
            best, lost, worlds = (words.index(word) for word in _DOUBLING_WORDS)
            values = self._values(moment, words, seat, position, played)
            said = _move_of(values, words[best + 1])
            assert isinstance(said, Doubling)
            lost_stakes, exact = _estimate(words[lost + 1 :]), words[-1] == "exact"
            values = _with_loss(values, said, played, lost_stakes)
            number = _count(words[worlds + 1])
        except (KeyError, IndexError, ValueError):
            return None
        return DoublingDecision(
            trick, act, seat, position, played, said, lost_stakes, exact, values, number
        )

    def _values(
        self, moment: str, words: list[str], seat: Seat, position: Position, played: Move
    ) -> tuple[MoveWorth, ...]:
        """What the moves of a decision were worth.

        Raises:
            KeyError, IndexError, ValueError: where there are none, or of another decision.
        """
        if words[:2] != [seat.text(), played.text()]:
            raise ValueError(words)
        by_text = {move.text(): move for move in position.legal_moves()}
        values = self.values[moment]
        if len(values) != len(by_text):
            raise ValueError(values)
        return tuple(
            MoveWorth(by_text[move[0]], _estimate(move[1:3]), _estimate(move[3:_WORDS_OF_A_MOVE]))
            for move in values
        )

    def account(self, decisions: Sequence[Decision]) -> Account | None:
        """The account as it was noted; None if it was not, or not of these decisions."""
        in_stock = [each for each in decisions if each.kind is not DecisionKind.PLAYOFF]
        try:
            if len(self.draws) != int(self.deal[self.deal.index("draws") + 1]):
                return None
            return Account(
                _estimate(self.deal),
                tuple(map(_draw, self.draws)),
                tuple(Unseen(each, _estimate(self.unseen[each.moment])) for each in in_stock),
                (*decisions,),
                float(self.deal[3]),
                is_over=self.deal[2] == "result",
            )
        except (KeyError, IndexError, ValueError):
            return None


def _reason(words: list[str], best: Move, played: Move, loss: Estimate, unit: int) -> Reason:
    now, *numbers = words[:_NUMBERS_OF_A_REASON]
    knows, *cause = words[_NUMBERS_OF_A_REASON:]
    own, other, trick, later, melds, cards = (
        _estimate(numbers[place:]) for place in range(0, len(numbers), 2)
    )
    return Reason(
        move=best,
        other=played,
        objective=POINTS,
        ahead=loss,
        points=loss,
        now=float(now),
        own_melds=own,
        other_melds=other,
        trick=trick,
        later=later,
        melds=melds,
        cards=cards,
        knows_trick=knows == "1",
        cause=_cause(cause) if cause else None,
        meld_unit=unit,
    )


def _cause(words: list[str]) -> Cause:
    if len(words) < _LEAST_OF_A_CAUSE:
        raise ValueError(words)
    part, turn, takes, card, *meld = words
    about = None if card == _NO_CARD else Card.parse(card)
    return Cause(Part(part), Turn(turn), about, " ".join(meld), Takes(takes))


def _move_of(values: Iterable[MoveWorth], text: str) -> Move:
    return {each.move.text(): each.move for each in values}[text]


def _with_loss(
    values: tuple[MoveWorth, ...], best: Move, played: Move, loss: Estimate
) -> tuple[MoveWorth, ...]:
    """The values; raises `ValueError` if they say something else of the move played."""
    behind = {each.move: each.behind for each in values}[played]
    if played != best and behind != loss:
        raise ValueError(behind)
    return values


def _count(word: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", word):
        raise ValueError(word)
    return int(word)


def _draw(words: Sequence[str]) -> Draw:
    return Draw(int(words[0]), Seat.parse(words[1]), Card.parse(words[2]), _estimate(words[3:]))


def _estimate(words: Sequence[str]) -> Estimate:
    return Estimate(float(words[0]), float(words[1]))
