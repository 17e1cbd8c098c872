"""What a review found, written into a record as comments, and read again from there.

A block of comments follows the tricks. Its first line says how the hand was reviewed. Then each
decision has a line: the moment and the seat, what was played and its mark, what was best, and in
points, each with its standard error, what was lost and the seat's lead that was expected; in
chances to win the same. ``exact`` says that the loss is no estimate. What the moves were worth
follows, the expected lead and how far behind the best it is. In the playoff all is exact, and not
repeated. At the end stands the account: deal, draws and what was unseen::

    ; review: seconds 1 seed 1 belief inferred version 0.1.0
    ; 2r north AD ?? best 9H loss 84.612 25.53 win 0.21 0.06 expects 30.214 4.105 0.61 0.02
    ; | 9H 30.214 4.105 0.000 0.000 | TD 22.011 4.012 8.203 3.114
    ; 15l north JC ?! best QS loss 12.000 0.000 exact
    ; deal 14.213 3.904 result 84.000
    ; draw 3 south KD 12.107 4.012
    ; unseen 2r -3.204 2.106

A reader of records passes over comments, so that it is the same hand. A review by the same settings
takes what stands there instead of searching again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pinochle_solver.notation.position_lines import Position
from pinochle_solver.reviews.account import Account, Draw, Unseen
from pinochle_solver.reviews.decisions import Decision, Kind, MoveValue
from pinochle_solver.reviews.marks import Loss
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.version import __version__

_HEAD = "review:"
_BAR = "|"
_WIDTH = 100
_WORDS_OF_A_MOVE = 5
_DECISION_WORDS = ("best", "loss", "win", "expects")


def settings_text(settings: ReviewSettings) -> str:
    """How a hand was reviewed, as the first comment says it."""
    limits = settings.limits
    limit = f"seconds {limits.seconds:g}" if limits.seconds else f"worlds {limits.worlds}"
    return f"{limit} seed {settings.seed} belief {settings.belief} version {__version__}"


def is_head(line: str) -> bool:
    """Whether a line of a record's text begins the block of a review."""
    return line.lstrip().startswith(f"; {_HEAD}")


def comments_of(
    settings: ReviewSettings, decisions: Iterable[Decision], account: Account | None
) -> Iterator[str]:
    """The comments of a review, each a line."""
    yield f"; {_HEAD} {settings_text(settings)}"
    for decision in decisions:
        yield from _decision_lines(decision)
    if account is not None:
        yield f"; deal {_points(account.deal)} result {account.result:.2f}"
        for draw in account.draws:
            yield f"; draw {draw.trick} {draw.seat.text()} {draw.card.text()} {_points(draw.luck)}"
        for unseen in account.unseen:
            yield f"; unseen {unseen.decision.moment} {_points(unseen.points)}"


def _decision_lines(decision: Decision) -> Iterator[str]:
    loss = decision.loss
    mark = "" if decision.mark is None else f" {decision.mark.value}"
    words = (
        f"; {decision.moment} {decision.seat.text()} {decision.played.text()}{mark} best "
        f"{decision.best.text()} loss {_points(loss.points)}"
    )
    if loss.win is not None:
        words += f" win {_chance(loss.win)}"
        words += f" expects {_points(decision.expected)} {_chance(decision.win)}"
    yield words + " exact" * loss.exact
    if decision.kind is Kind.PLAYOFF:
        return
    line = ";"
    for each in decision.values:
        word = f" {_BAR} {each.move.text()} {_points(each.mean)} {_points(each.behind)}"
        if len(line) + len(word) > _WIDTH:
            yield line
            line = ";"
        line += word
    yield line


def _points(estimate: Estimate) -> str:
    return f"{estimate.mean:.3f} {estimate.se:.3f}"


def _chance(estimate: Estimate) -> str:
    return f"{estimate.mean:.4f} {estimate.se:.4f}"


@dataclass
class Notes:
    """What the comments of a record say by the settings asked for.

    Attributes:
        words: of the line of each decision of the stock phase, by moment,
        values: and of each move's value there.
        deal: words of the line of the deal; empty where there is no account.
        draws: words of the lines of draws, in order.
        unseen: and of what was unseen, by moment.
    """

    words: dict[str, list[str]] = field(default_factory=dict)
    values: dict[str, list[list[str]]] = field(default_factory=dict)
    deal: list[str] = field(default_factory=list)
    draws: list[list[str]] = field(default_factory=list)
    unseen: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, comments: Iterable[str], settings: ReviewSettings) -> Notes:
        """Read the comments of a record; nothing of a review by other settings.

        What does not read is left out: it is searched again.
        """
        notes, is_ours, moment = cls(), False, ""
        for comment in comments:
            words = comment.split()
            if words[:1] == [_HEAD]:
                is_ours = words[1:] == settings_text(settings).split()
                notes = cls() if is_ours else notes
            elif is_ours and words:
                with suppress(IndexError):
                    moment = notes._take(words, moment)
        return notes

    def _take(self, words: list[str], moment: str) -> str:
        """Note a line; return which decision lines of moves after it belong to."""
        if words[0] == _BAR:
            moves = " ".join(words[1:]).split(f" {_BAR} ")
            self.values.setdefault(moment, []).extend(move.split() for move in moves)
        elif words[0] == "deal":
            self.deal = words[1:]
        elif words[0] == "draw":
            self.draws.append(words[1:])
        elif words[0] == "unseen" and len(words) > 1:
            self.unseen[words[1]] = words[2:]
        else:
            self.words[words[0]] = words[1:]
            return words[0]
        return moment

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
        if words[0] != seat.text() or words[1] != played.text():
            return None
        by_text = {move.text(): move for move in position.legal_moves()}
        best, lost, win, expects = (words.index(word) for word in _DECISION_WORDS)
        values = tuple(
            MoveValue(by_text[move[0]], _estimate(move[1:3]), _estimate(move[3:_WORDS_OF_A_MOVE]))
            for move in self.values[f"{trick}{act}"]
        )
        if len(values) != len(by_text):
            return None
        return Decision(
            trick,
            act,
            seat,
            position,
            played,
            by_text[words[best + 1]],
            Loss(_estimate(words[lost + 1 :]), _estimate(words[win + 1 :]), words[-1] == "exact"),
            _estimate(words[expects + 1 :]),
            _estimate(words[expects + 3 :]),
            values,
        )

    def account(self, decisions: Sequence[Decision]) -> Account | None:
        """The account as it was noted; None if it was not, or not of these decisions."""
        in_stock = [each for each in decisions if each.kind is not Kind.PLAYOFF]
        try:
            return Account(
                _estimate(self.deal),
                tuple(map(_draw, self.draws)),
                tuple(Unseen(each, _estimate(self.unseen[each.moment])) for each in in_stock),
                (*decisions,),
                float(self.deal[self.deal.index("result") + 1]),
            )
        except (KeyError, IndexError, ValueError):
            return None


def _draw(words: Sequence[str]) -> Draw:
    return Draw(int(words[0]), Seat.parse(words[1]), Card.parse(words[2]), _estimate(words[3:]))


def _estimate(words: Sequence[str]) -> Estimate:
    return Estimate(float(words[0]), float(words[1]))
