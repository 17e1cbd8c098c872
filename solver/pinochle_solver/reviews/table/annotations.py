"""What a review of a hand of three or four found, written into its record as comments, and read.

The block of comments is like that of the game for two (``reviews/annotations.py``). Each decision
has a line: its trick (0 before the first lead) and its place in the record, the seat, what was done
and its mark, what was best; what was lost and its standard error, what was at stake, what the hand
was worth, the chance that goes with it, the worlds, and the currency. The moves that were tried
follow, with the fields of `MoveChance` from ``mean`` on; ``-`` stands for what is not known::

    ; review: worlds 400 seed 1 belief inferred version 0.1.0 hand 5f3a90c2d1e4b687
    ; 1.14 south 9S ?? best KD loss 27 6.2 stake 125 expects 64.1 5 win 0.753 0.02 worlds 400 cents
    ; | KD 64.1 5 0.753 0.02 0 0 0 0 no - - - - - - - 71.2 2.9 400
    ; end of review
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b

from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.move_reading import parse_move
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.rulebook_text import table_rulebook_text
from pinochle_solver.reviews.annotations import END, HEAD, settings_text
from pinochle_solver.reviews.settings import ReviewSettings
from pinochle_solver.reviews.table.choices import Choice
from pinochle_solver.reviews.table.decisions import JudgedDecision
from pinochle_solver.reviews.table.losses import TableLoss
from pinochle_solver.reviews.table.unlaid import unlaid_by
from pinochle_solver.rules.cards import Suit
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS, usual_rules
from pinochle_solver.table.views import AnyMove

_BAR, _UNKNOWN = "|", "-"
_EXACT, _UNLAID = "exact", "unlaid"
_YES, _NO = "yes", "no"


def table_comments_of(
    record: TableRecord, settings: ReviewSettings, decisions: Iterable[JudgedDecision]
) -> Iterator[str]:
    """The comments of a review, each a line.

    What the record's comments say of other decisions by the same settings is among them.

    Args:
        record: the hand.
        settings: how it was reviewed.
        decisions: those that were reviewed.
    """
    lines = dict(TableNotes.read(record, settings).lines)
    lines |= {_moment(each.trick, each.number): list(_lines_of(each)) for each in decisions}
    yield f"; {_head(record, settings)}"
    for moment in sorted(lines, key=lambda moment: int(moment.partition(".")[2])):
        yield from lines[moment]
    yield END


@dataclass
class TableNotes:
    """What the comments of a record say by the settings asked for.

    Attributes:
        lines: all lines of each decision, by its moment.
    """

    lines: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, record: TableRecord, settings: ReviewSettings) -> TableNotes:
        """Read the comments of a record; nothing of another hand, or of other settings."""
        notes, is_ours, moment = cls(), False, ""
        head = _head(record, settings).split()
        for comment in record.comments:
            words = comment.split()
            if words[:1] == [HEAD]:
                is_ours = words == head
                notes = cls() if is_ours else notes
            elif f";{comment}".strip() == END:
                is_ours = False
            elif is_ours and words:
                moment = moment if words[0] == _BAR else words[0]
                notes.lines.setdefault(moment, []).append(f"; {comment.strip()}")
        return notes

    def decision(self, choice: Choice) -> JudgedDecision | None:
        """A decision as it was noted; None if it was not, or does not read."""
        with suppress(KeyError, IndexError, ValueError, StopIteration):
            head, *values = self.lines[_moment(choice.trick, choice.number)]
            return _decision(choice, head.split()[2:], [line.split()[2:] for line in values])
        return None


def _head(record: TableRecord, settings: ReviewSettings) -> str:
    """The first line of a review of this hand, without its ``;``."""
    text, rules = record.text(), usual_rules(record.rules)
    if TABLE_RULEBOOKS.get(rules.name) != rules:
        text += table_rulebook_text(rules)
    digest = blake2b(text.encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    return f"{HEAD} {settings_text(settings)} hand {digest}"


def _moment(trick: int, number: int) -> str:
    return f"{trick}.{number}"


def _lines_of(decision: JudgedDecision) -> Iterator[str]:
    mark = "" if decision.mark is None else f" {decision.mark.value}"
    loss, known = decision.loss, "- - stake -"
    if loss is not None:
        known = f"{_estimate_text(loss.amount)} stake {loss.stake:g}"
    exact = loss is not None and loss.exact
    unlaid = ""
    if decision.unlaid is not None:
        unlaid = f" {_UNLAID} {_estimate_text(decision.unlaid.loss)}"
    yield (
        f"; {_moment(decision.trick, decision.number)} {decision.seat.text()} "
        f"{decision.played.text()}{mark} best {decision.best.text()} loss {known} "
        f"expects {_estimate_text(decision.expected)} win {_estimate_text(decision.win)}"
        f"{unlaid} worlds {decision.worlds} {decision.objective}{f' {_EXACT}' * exact}"
    )
    for each in decision.values:
        words = [
            *map(_estimate_text, (each.mean, each.win, each.behind, each.win_behind)),
            _YES if each.is_level else _NO,
            _estimate_text(each.chance),
            _number_text(each.melds),
            _number_text(each.buried),
            _UNKNOWN if each.trump is None else each.trump.letter,
            *map(_number_text, (each.trump_share, each.given_up)),
            _estimate_text(each.cards),
            str(each.worlds),
        ]
        yield f"; {_BAR} {each.move.text()} {' '.join(words)}"


def _estimate_text(estimate: Estimate | None) -> str:
    return "- -" if estimate is None else f"{estimate.mean:.6g} {estimate.se:.6g}"


def _number_text(number: float | None) -> str:
    return _UNKNOWN if number is None else f"{number:.6g}"


class _Words:
    """The words of a line, taken one after another."""

    def __init__(self, words: list[str]) -> None:
        self._words = iter(words)

    def word(self) -> str:
        return next(self._words)

    def number(self) -> float | None:
        word = self.word()
        return None if word == _UNKNOWN else float(word)

    def estimate(self) -> Estimate | None:
        mean, error = self.number(), self.number()
        return None if mean is None or error is None else Estimate(mean, error)


def _decision(choice: Choice, words: list[str], values: list[list[str]]) -> JudgedDecision:
    """Raises IndexError, ValueError, StopIteration for what does not read, or is not of it."""
    position = choice.position
    if words[:2] != [position.turn.text(), choice.played.text()]:
        raise ValueError(words)
    after = {name: _Words(words[words.index(name) + 1 :]) for name in _NAMES}
    amount, stake = after["loss"].estimate(), after["stake"].number()
    exact = words[-1] == _EXACT
    moves = _moves_of(position)
    chances = tuple(_chance(moves, each) for each in values)
    unlaid = unlaid_by(position, choice.played)
    if unlaid is not None and _UNLAID in words:
        cost = _Words(words[words.index(_UNLAID) + 1 :]).estimate()
        unlaid = unlaid._replace(loss=cost)
    return JudgedDecision(
        number=choice.number,
        trick=choice.trick,
        position=position,
        played=choice.played,
        best=moves(after["best"].word()),
        loss=None if amount is None or stake is None else TableLoss(amount, exact, stake),
        expected=after["expects"].estimate(),
        win=after["win"].estimate(),
        values=chances,
        objective=words[-2] if exact else words[-1],
        worlds=int(after["worlds"].word()),
        unlaid=unlaid,
    )


_NAMES = ("best", "loss", "stake", "expects", "win", "worlds")


def _chance(moves: Callable[[str], AnyMove], words: list[str]) -> MoveChance:
    given = _Words(words)
    move, mean, win, behind, win_behind = (
        moves(given.word()),
        *(given.estimate() for _ in range(4)),
    )
    is_level, chance = given.word() == _YES, given.estimate()
    melds, buried, trump = given.number(), given.number(), given.word()
    share, given_up, cards = given.number(), given.number(), given.estimate()
    return MoveChance(
        move=move,
        mean=mean,
        win=win,
        behind=behind,
        win_behind=win_behind,
        is_level=is_level,
        chance=chance,
        melds=melds,
        buried=None if buried is None else int(buried),
        trump=None if trump == _UNKNOWN else Suit.parse(trump),
        trump_share=share,
        given_up=given_up,
        cards=cards,
        worlds=int(given.word()),
    )


def _moves_of(position: TablePosition) -> Callable[[str], AnyMove]:
    """What reads a move of a position; it raises ValueError for another."""
    if position.has_stock:
        by_text: Mapping[str, AnyMove] = {move.text(): move for move in position.legal_moves()}

        def known(text: str) -> AnyMove:
            if text not in by_text:
                raise ValueError(text)
            return by_text[text]

        return known
    return lambda text: parse_move(text, position.act, position.trump)
