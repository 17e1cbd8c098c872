"""A review as one page: no other file, no server; stepped through with keys or clicks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from pinochle_solver.board.card_pictures import definitions
from pinochle_solver.board.charts import STYLE as CHART_STYLE
from pinochle_solver.board.charts import Point, chart
from pinochle_solver.board.svg import picture
from pinochle_solver.board.table_pictures import (
    DRAWING_STYLE,
    DRAWING_WIDTH,
    seen_cards,
    table_drawing,
)
from pinochle_solver.intervals import SURE
from pinochle_solver.reviews.account import sign
from pinochle_solver.reviews.decisions import Decision, DecisionKind, MoveWorth
from pinochle_solver.reviews.review import Review
from pinochle_solver.reviews.together import totals_by_player
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Move, Play, Show
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.estimates import Estimate

_MOST_MOVES = 12
# So many of a hand's worst decisions are printed with the cards.
_PRINTED = 3
# A draw of so much luck is shown on the curve.
_LUCKY = 20.0
_MINUS = "−"
_PER_CENT = 100


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A move in the table of a decision, in words and figures.

    Attributes:
        card: the card as the drawing names it; empty for melds.
        source: ``table`` or ``hand`` where the card may come from either.
        said: a sentence for a reader who tries the move.
    """

    move: str
    card: str
    source: str
    said: str
    value: str
    behind: str
    now: str
    is_played: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card in the table of where the cards were, in words and figures.

    Attributes:
        one, both: the chances that the opponent holds at least one copy and a second one.
        held: how many he held; empty if that is not known.
        moved_by: what moved the chance most.
    """

    card: str
    one: str
    one_by_counting: str
    both: str
    both_by_counting: str
    held: str
    moved_by: str


@dataclass(frozen=True, slots=True)
class Step:
    """A decision as the page shows it."""

    number: int
    moment: str
    when: str
    who: str
    kind: str
    played: str
    best: str
    loss: str
    why: str
    is_close: bool
    mark: str
    is_printed: bool
    table: str
    moves: tuple[MoveLine, ...]
    later_moves: tuple[MoveLine, ...]
    is_measured: bool
    opponent: str
    cards: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class Curve:
    """A chart, as one of the players sees it.

    Attributes:
        who: that player.
        is_first: whether the page shows it before the reader has chosen a player.
        picture: the chart, as SVG.
        words: what it shows.
    """

    who: str
    is_first: bool
    picture: str
    words: str


@dataclass(frozen=True, slots=True)
class HandPart:
    """A hand as the page shows it."""

    number: int
    title: str
    result: str
    tags: tuple[tuple[str, str], ...]
    curves: tuple[Curve, ...]
    steps: tuple[Step, ...]
    totals: tuple[tuple[str, ...], ...]
    account: tuple[tuple[str, ...], ...]
    doublings: tuple[tuple[str, ...], ...]
    findings: tuple[str, ...]
    settings: str
    record: str


def review_page(reviews: Iterable[Review], title: str = "Hands reviewed") -> str:
    """The page of some reviews, as HTML: one file, which needs no network."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("pinochle_solver.board", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["drawing"] = Markup  # made here, and escaped as it was
    all_reviews = list(reviews)
    readers = _readers(all_reviews)
    parts = [_part(number, review, readers) for number, review in enumerate(all_reviews, start=1)]
    cards = [
        card
        for review in all_reviews
        for decision in review.decisions
        for card in seen_cards(decision.position)
    ]
    return environment.get_template("review.html.j2").render(
        title=title,
        hands=parts,
        players=list(_players(all_reviews)),
        readers=readers,
        definitions=definitions(cards),
        style=DRAWING_STYLE + CHART_STYLE,
    )


def _readers(reviews: Sequence[Review]) -> list[str]:
    """The players whose decisions were reviewed: first the one whose curves are shown first."""
    names: dict[str, None] = {}
    for review in reviews:
        for seat in sorted(review.seats, key=lambda each: each is not review.side):
            names[review.replay.record.players.name(seat)] = None
    return list(names)


def _players(reviews: Sequence[Review]) -> Iterable[tuple[str, ...]]:
    """What each player lost in all hands."""
    yield "in all hands", "hands", "decisions", "lost", "each"
    for each in totals_by_player(reviews):
        total = each.total
        decisions, lost = str(total.decisions), _figure(total.lost)
        yield each.name, str(each.hands), decisions, lost, f"{total.lost_a_decision:.1f}"


def _part(number: int, review: Review, readers: Sequence[str]) -> HandPart:
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
            value, low, high = (_PER_CENT * each for each in (value, low, high))
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
        f"{name(draw.seat)} draws {_card(draw.card)} ({draw.luck.mean:+.0f})" for draw in drawn
    )
    return f"after trick {trick}: {', '.join(texts)}"


def _steps(review: Review) -> Iterable[Step]:
    worst = review.worst(_PRINTED)
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
            loss="" if is_best else _figure(decision.loss.points),
            why=decision.why(name(decision.seat.other)) or "",
            is_close=decision.is_close,
            mark="" if decision.mark is None else decision.mark.value,
            is_printed=any(each is decision for each in worst),
            table=picture(DRAWING_WIDTH, height, "", [drawn], decision.position.text()),
            moves=lines[:_MOST_MOVES],
            later_moves=lines[_MOST_MOVES:],
            is_measured=not (is_best or decision.loss.exact),
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
            card=_card(each.card),
            one=_chance(*one) if one else "",
            one_by_counting=counted[0],
            both=_chance(*both) if both else "",
            both_by_counting=counted[1],
            held="" if decision.held is None else str(decision.held.count(each.card)),
            moved_by="".join(
                _card(part) if isinstance(part, Card) else part
                for part in (each.shift.seen.parts() if each.shift else ())
            ),
        )


def _chance(chance: float, error: float) -> str:
    """A chance with its 95% interval."""
    reach = ceil(SURE * _PER_CENT * error)
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
            value=_figure(each.mean),
            behind="" if each.move == decision.best else _figure(each.behind),
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
        return f"{move}{was_played} loses {_figure(worth.behind)} points against {best}."
    if worth.move == decision.played:
        return f"{move} was played, the best move."
    lost = _figure(decision.loss.points)
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
            cells += [str(total.decisions), _figure(total.lost)]
        yield tuple(cells)


def _account(review: Review) -> Iterable[tuple[str, ...]]:
    """The lines of the account; none where there is no account."""
    account, name = review.account, review.replay.record.players.name
    if account is None:
        return
    south, north = name(Seat.SOUTH), name(Seat.NORTH)
    yield "", south, north, f"{south} minus {north}"
    yield "value of the deal", "", "", _signed(account.deal.mean)
    for title, part in account.parts:
        of_south, of_north = part(Seat.SOUTH).mean, part(Seat.NORTH).mean
        yield title, _signed(of_south), _signed(of_north), _signed(of_south - of_north)
    yield "rest", "", "", _signed(account.rest)
    last = "result" if account.is_over else "as the hand stood then"
    yield last, "", "", _signed(account.result)


def _doublings(review: Review) -> Iterable[tuple[str, ...]]:
    """The lines of what was said to doubles; none where there were none."""
    name = review.replay.record.players.name
    if review.doublings:
        yield "at", "who", "said", "", "best", "lost, in stakes"
    for each in review.doublings:
        is_best = each.played == each.best
        lost = _figure(each.loss, places=2)
        yield (
            each.moment,
            name(each.seat),
            each.played.text(),
            "" if each.mark is None else each.mark.value,
            "" if is_best else each.best.text(),
            "" if is_best else f"too close: {lost}" if each.is_close else lost,
        )


def _signed(points: float) -> str:
    text = f"{points:+.1f}"
    return "0.0" if float(text) == 0 else text.replace("-", _MINUS)


def _figure(estimate: Estimate, places: int = 1) -> str:
    """A number with its 95% interval, a true minus sign before it."""
    figure = f"{estimate.mean:.{places}f}"
    text = figure.replace("-", "" if float(figure) == 0 else _MINUS)
    return f"{text} ± {SURE * estimate.se:.{places}f}" if estimate.se > 0 else text


def _words(move: Move) -> str:
    """A move with the symbols of its suits."""
    if isinstance(move, Play):
        source = _source(move)
        return f"{_card(move.card)} ({source})" if source else _card(move.card)
    assert isinstance(move, Show)  # what is said to doubles has a table of its own
    shown = ["dix"] if move.dix else []
    if move.meld is not None:
        shown.append(f"{move.meld.kind.name} {_cards(move.meld.cards)}")
    return " + ".join(shown) or "pass"


def _source(move: Move) -> str:
    """Where a card is played from, ``hand`` or ``table``; empty where only one is possible."""
    if not isinstance(move, Play) or move.source is None:
        return ""
    return "hand" if move.source == "hand" else "table"


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(_card, cards))


def _card(card: Card) -> str:
    rank = "10" if card.rank.letter == "T" else card.rank.letter
    return f"{rank}{card.suit.symbol}"
