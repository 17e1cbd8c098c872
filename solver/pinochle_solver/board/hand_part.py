"""The part of a review's page that shows a two-handed hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil

from pinochle_solver.board.charts import Point, chart
from pinochle_solver.board.review_parts import (
    MOST_MOVES,
    PER_CENT,
    PRINTED,
    CardLine,
    Curve,
    HandPart,
    MoveLine,
    Step,
    card_words,
    cards_words,
    figure,
    signed,
)
from pinochle_solver.board.svg import picture
from pinochle_solver.board.table_pictures import DRAWING_WIDTH, table_drawing
from pinochle_solver.intervals import SURE
from pinochle_solver.reviews.account import sign
from pinochle_solver.reviews.decisions import Decision, DecisionKind, MoveWorth
from pinochle_solver.reviews.review import Review
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.rules.rules import Seat

# A draw of so much luck is shown on the curve.
_LUCKY = 20.0
SIGNS = (
    ("1l", "the lead to trick 1"),
    ("1r", "the reply in trick 1"),
    ("1m", "melds after trick 1"),
    ("1s, 1d", "the dix after trick 1, for the player to lead and for the other"),
    ("★", "the best move, by what the player saw"),
    ("bold", "the move played"),
    ("?! ? ??", "a loss of at least 5, 15 or 40 points"),
    ("too close", "not surely worse than the best move"),
    ("margin", "the player's points minus the opponent's, as expected at the end of the hand"),
    ("loss", "points below the best move"),
    ("±, shade", "95% intervals"),
    ("○", "a lucky or unlucky draw; point at it to read which"),
)
_NOTE = (
    "Luck of the moves: the value of the moves as the cards really lay, minus the value that the "
    "players could expect."
)


def part_of(number: int, review: Review, readers: Sequence[str]) -> HandPart:
    """A two-handed hand as the page shows it.

    Args:
        number: of the hand on the page, from 1.
        review: the hand.
        readers: the players, first the one whose curves are shown first.
    """
    record, points = review.replay.record, review.replay.points
    name = record.players.name
    result = "void" if review.replay.is_void else "not finished"
    if review.replay.has_unpriced_renege:
        result = "not scored, after a renege"
    if points is not None and review.replay.is_played_out:
        result = ", ".join(f"{name(seat)} {sum(points[seat])}" for seat in Seat)
    return HandPart(
        number=number,
        title=f"{record.rules.name}, {record.count.name} count, {name(record.dealer)} dealt",
        result=result,
        tags=record.other_tags,
        curves=tuple(curves(review, readers)),
        steps=tuple(_steps(review)),
        totals=tuple(_totals(review)),
        account=tuple(_account(review)),
        note=_NOTE,
        doublings=tuple(_doublings(review)),
        findings=tuple(map(str, review.replay.findings)),
        settings=review.how,
        record=record.text(),
    )


def curves(review: Review, readers: Sequence[str]) -> Iterable[Curve]:
    """The charts of each player, of points and of chances; none where nothing was decided."""
    if not review.decisions:
        return
    name = review.replay.record.players.name
    names = {seat: name(seat) for seat in review.seats}
    first = readers[0] if readers[0] in names.values() else name(review.side)
    for seat, who in names.items():
        for chances in (False, True):
            picture, words = _chart(review, seat, chances=chances)
            yield Curve(who, who == first, picture, words)


def _chart(review: Review, side: Seat, *, chances: bool) -> tuple[str, str]:
    """A chart as a seat sees it, and what it shows in words."""
    name = review.replay.record.players.name
    points, before = [], 0
    for decision in review.decisions:
        if chances:
            value, (low, high) = decision.win_of(side).mean, decision.win_interval_of(side)
            value, low, high = (PER_CENT * each for each in (value, low, high))
        else:
            value, reach = decision.expected_of(side).mean, SURE * decision.expected_of(side).se
            low, high = value - reach, value + reach
        is_new = decision.trick != before
        label = str(decision.trick) if is_new and decision.trick % 2 else ""
        drawn = _draws_text(review, before) if is_new else ""
        before = decision.trick
        mark = "" if decision.mark is None else decision.mark.value
        tooltip = f"{decision.moment}: {name(decision.seat)} {_words(decision.played)} {mark}"
        points.append(Point(value, low, high, label, mark, tooltip, drawn))
    if chances:
        won = "game" if any(decision.is_of_game for decision in review.decisions) else "hand"
        title = f"{name(side)}'s chance to win the {won}, per cent, by trick"
        return chart(points, title, limits=(0.0, 100.0)), title
    title = f"{name(side)}'s points minus {name(side.other)}'s, as expected, by trick"
    return chart(points, title), title


def _draws_text(review: Review, trick: int) -> str:
    """What was drawn after a trick, if it was more than a little luck."""
    name = review.replay.record.players.name
    drawn = [draw for draw in review.draws if draw.trick == trick]
    luck = sum(sign(draw.seat) * draw.luck.mean for draw in drawn)
    if abs(luck) < _LUCKY:
        return ""
    texts = (
        f"{name(draw.seat)} draws {card_words(draw.card)} ({draw.luck.mean:+.0f})" for draw in drawn
    )
    return f"after trick {trick}: {', '.join(texts)}"


def _steps(review: Review) -> Iterable[Step]:
    worst = review.worst(PRINTED)
    name = review.replay.record.players.name
    for number, decision in enumerate(review.decisions, start=1):
        drawn, height = table_drawing(decision.position)
        is_best = decision.played == decision.best
        lines = _lines(decision)
        yield Step(
            number=number,
            moment=decision.moment,
            when=_when(decision),
            who=name(decision.seat),
            kind=decision.kind.value,
            played=_words(decision.played),
            best="" if is_best else _words(decision.best),
            loss="" if is_best else figure(decision.loss.points),
            why=decision.why(name(decision.seat.other)) or "",
            is_close=decision.is_close,
            mark="" if decision.mark is None else decision.mark.value,
            is_printed=any(each is decision for each in worst),
            table=picture(DRAWING_WIDTH, height, "", [drawn], decision.position.text()),
            moves=lines[:MOST_MOVES],
            later_moves=lines[MOST_MOVES:],
            is_measured=not (is_best or decision.loss.exact),
            value_head=f"{name(decision.seat)}'s margin",
            counts_now=decision.kind is DecisionKind.MELD,
            opponent=review.replay.record.players.name(decision.seat.other),
            cards=tuple(_card_lines(decision)),
        )


def _card_lines(decision: Decision) -> Iterable[CardLine]:
    """Where the cards were, suit by suit; nothing if that was not asked for."""
    found = () if decision.cards is None else decision.cards.cards
    for each in sorted(found, key=lambda each: (each.card.suit, -each.card.rank)):
        one, both, *_ = (*zip(each.at_least, each.at_least_se, strict=True), None, None)
        counted = (*map(_whole, each.by_counting), "")
        yield CardLine(
            card=card_words(each.card),
            one=_chance(*one) if one else "",
            one_by_counting=counted[0],
            both=_chance(*both) if both else "",
            both_by_counting=counted[1],
            held="" if decision.held is None else str(decision.held.count(each.card)),
            moved_by="".join(
                card_words(part) if isinstance(part, Card) else part
                for part in (each.shift.seen.parts() if each.shift else ())
            ),
        )


def _chance(chance: float, error: float) -> str:
    """A chance with its 95% interval."""
    reach = ceil(SURE * PER_CENT * error)
    return f"{_whole(chance)} ± {reach}" if error else _whole(chance)


def _whole(chance: float) -> str:
    """A chance in whole per cent; what is not certain never looks so."""
    return "<1%" if 0 < chance < 0.005 else ">99%" if 0.995 <= chance < 1 else f"{chance:.0%}"


def _when(decision: Decision) -> str:
    """When a decision was made, in words."""
    trick, act = decision.trick, decision.act
    if act == "l":
        return f"lead to trick {trick}"
    if act == "r":
        return f"reply in trick {trick}"
    what = "melds" if act == "m" else "the dix"
    return f"{what} after trick {trick}" if trick else f"{what} before the first lead"


def _lines(decision: Decision) -> tuple[MoveLine, ...]:
    return tuple(
        MoveLine(
            move=_words(each.move),
            card=each.move.card.text() if isinstance(each.move, Play) else "",
            source=_source(each.move),
            said=_said(decision, each),
            value=figure(each.mean),
            behind="" if each.move == decision.best else figure(each.behind),
            now=_now(decision, each.move),
            is_played=each.move == decision.played,
            is_best=each.move == decision.best,
        )
        for each in decision.values
    )


def _said(decision: Decision, worth: MoveWorth) -> str:
    """What a reader is told who tries a move."""
    move, best, played = map(_words, (worth.move, decision.best, decision.played))
    if worth.move != decision.best:
        was_played = " was played: it" if worth.move == decision.played else ""
        return f"{move}{was_played} loses {figure(worth.behind)} points against {best}."
    if worth.move == decision.played:
        return f"{move} was played, the best move."
    lost = figure(decision.loss.points)
    return f"{move} is the best move; {played}, which was played, loses {lost} points."


def _now(decision: Decision, move: Move) -> str:
    """What a show scores at once; empty for cards."""
    price = decision.price(move)
    if price is not None:
        return str(price.points)
    return "0" if decision.kind is DecisionKind.MELD else ""


def _totals(review: Review) -> Iterable[tuple[str, ...]]:
    name = review.replay.record.players.name
    heads = ((f"{name(seat)}: decisions", "points") for seat in review.seats)
    yield ("", *(head for pair in heads for head in pair))
    for kind in (*DecisionKind, None):
        cells: list[str] = ["all" if kind is None else kind.plural]
        for seat in review.seats:
            total = review.total(seat, kind)
            cells += [str(total.decisions), figure(total.lost)]
        yield tuple(cells)


def _account(review: Review) -> Iterable[tuple[str, ...]]:
    """The lines of the account; none where there is no account."""
    account, name = review.account, review.replay.record.players.name
    if account is None:
        return
    south, north = name(Seat.SOUTH), name(Seat.NORTH)
    yield "", south, north, f"{south} minus {north}"
    yield "value of the deal", "", "", signed(account.deal.mean)
    for title, part in account.parts:
        of_south, of_north = part(Seat.SOUTH).mean, part(Seat.NORTH).mean
        yield title, signed(of_south), signed(of_north), signed(of_south - of_north)
    yield "rest", "", "", signed(account.rest)
    last = "result" if account.is_over else "as the hand stood then"
    yield last, "", "", signed(account.result)


def _doublings(review: Review) -> Iterable[tuple[str, ...]]:
    """The lines of what was said to doubles; none where there were none."""
    name = review.replay.record.players.name
    if review.doublings:
        yield "at", "who", "said", "", "best", "lost, in stakes"
    for each in review.doublings:
        is_best = each.played == each.best
        lost = figure(each.loss, places=2)
        yield (
            each.moment,
            name(each.seat),
            each.played.text(),
            "" if each.mark is None else each.mark.value,
            "" if is_best else each.best.text(),
            "" if is_best else f"too close: {lost}" if each.is_close else lost,
        )


def _words(move: Move) -> str:
    """A move with the symbols of its suits."""
    if isinstance(move, Play):
        source = _source(move)
        return f"{card_words(move.card)} ({source})" if source else card_words(move.card)
    assert isinstance(move, Show)  # what is said to doubles has a table of its own
    shown = ["dix"] if move.dix else []
    if move.meld is not None:
        shown.append(f"{move.meld.kind.name} {cards_words(move.meld.cards)}")
    return " + ".join(shown) or "pass"


def _source(move: Move) -> str:
    """Where a card is played from, ``hand`` or ``table``; empty where only one is possible."""
    if not isinstance(move, Play) or move.source is None:
        return ""
    return "hand" if move.source == "hand" else "table"
