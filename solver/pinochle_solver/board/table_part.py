"""The part of a review's page that shows a hand of three or four."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pinochle_solver.board.charts import Point, chart
from pinochle_solver.board.review_parts import (
    MOST_MOVES,
    PER_CENT,
    PRINTED,
    Curve,
    HandPart,
    MoveLine,
    Step,
    card_words,
    cards_words,
    figure,
    signed,
)
from pinochle_solver.board.round_table import round_table
from pinochle_solver.board.svg import picture
from pinochle_solver.board.table_pictures import DRAWING_WIDTH
from pinochle_solver.double_dummy.analysis import MoveChance
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.double_dummy.outcomes import CHECKS
from pinochle_solver.intervals import SURE
from pinochle_solver.reviews.table.decisions import JudgedDecision, TableKind
from pinochle_solver.reviews.table.review import TableReview
from pinochle_solver.reviews.table.together import totals_by_player
from pinochle_solver.rules.meld_kinds import in_words
from pinochle_solver.rules.moves import Play, Show
from pinochle_solver.table.melds import TableMelds
from pinochle_solver.table.moves import Bury, Call, Concede, Lay, PlayCard
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyMove

Unit = tuple[Seat, ...]

_SHARES = "a loss of at least 1, 3 or 8% of what is at stake"
MORE_SIGNS = {
    "call, bury, meld, dix": "three and four: decisions before a lead",
    "1": "three and four: a card of trick 1",
    "value": "three and four: what the hand is worth to the player, in the currency of the game",
    "?! ? ??": f"a loss of at least 5, 15 or 40 points; with three and four {_SHARES}",
}
"""Signs that a page of two-handed hands needs, too, if it has one of three or four."""
SIGNS = {
    "call": "a bid or a pass",
    "bury": "trump, and the burial if there is a widow",
    "meld, dix": "melds before a lead",
    "1": "a card of trick 1",
    "★": "the best move, by what the player saw",
    "bold": "the move played",
    "?! ? ??": _SHARES,
    "too close": "not surely worse than the best move",
    "value": "what the hand is worth to the player, in the currency of the game",
    "loss": "how much lower the value is than that of the best move",
    "±, shade": "95% intervals",
}
_NOTE = "Rest: how the cards lay, and what no other part explains."


def table_part_of(number: int, review: TableReview, readers: Sequence[str]) -> HandPart:
    """A hand of three or four as the page shows it.

    Args:
        number: of the hand on the page, from 1.
        review: the hand.
        readers: the players, first the one whose curves are shown first.
    """
    record = review.replay.record
    return HandPart(
        number=number,
        title=f"{record.rules.name}, {record.rules.count.name} count, "
        f"{record.name(record.dealer)} dealt",
        result=_result(review),
        tags=record.other_tags,
        curves=tuple(_curves(review, readers)),
        steps=tuple(_steps(review)),
        totals=tuple(_totals(review)),
        account=tuple(_account(review)),
        note=_NOTE,
        findings=(*_unlaid(review), *map(str, review.replay.findings)),
        settings=review.how,
        record=record.text(),
        opens=bool(review.decisions),
    )


def players(reviews: Sequence[TableReview]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """What each player lost in all hands, a table for each currency."""
    for objective, totals in totals_by_player(reviews).items():
        rows = [("in all hands", "hands", "decisions", f"lost, {objective}", "each")]
        for each in totals:
            places, total = _places(objective), each.total
            lost, mean = figure(total.lost, places), f"{total.lost_a_decision:.{places}f}"
            rows.append((each.name, str(each.hands), str(total.decisions), lost, mean))
        yield tuple(rows)


def _result(review: TableReview) -> str:
    result, name = review.replay.result, review.replay.record.name
    if result is None:
        return "not scored" if review.replay.is_unscored else "not finished"
    money = review.replay.record.rules.money
    paid_in = "" if money is None else f" {money.unit}s"
    each = [
        f"{'+'.join(map(name, unit))} {signed(score, 0)}{paid_in}"
        for unit, score in zip(result.units, result.checks or result.scores, strict=True)
    ]
    checks = " (checks)" if result.checks else ""
    return f"{result.outcome.value}: {', '.join(each)}{checks}"


def _curves(review: TableReview, readers: Sequence[str]) -> Iterator[Curve]:
    """The charts of each player, by what his side saw: the value of the hand, and his chance."""
    name = review.replay.record.name
    names = [name(seat) for seat in review.seats]
    first = readers[0] if readers[0] in names else next(iter(names), "")
    for unit in review.units:
        own = [seat for seat in unit if seat in review.seats]
        charts = [drawn for chances in (False, True) if (drawn := _chart(review, unit, chances))]
        for seat in own:
            for picture_of, said in charts:
                yield Curve(name(seat), name(seat) == first, picture_of, said)


def _chart(review: TableReview, unit: Unit, chances: bool) -> tuple[str, str] | None:
    """A chart by the decisions of a unit, and what it shows; None if nothing is known."""
    name = review.replay.record.name
    points, before = [], 0
    for decision in review.decisions:
        label = ""
        if decision.trick != before:
            before = decision.trick
            label = str(before) if before % 2 else ""
        estimate = _charted(decision, chances) if decision.seat in unit else None
        if decision.objective != review.objective:
            estimate = None
        if estimate is None:
            points.append(Point(None, 0.0, 0.0, label))
            continue
        scale = PER_CENT if chances else 1
        value, reach = scale * estimate.mean, scale * SURE * estimate.se
        mark = "" if decision.mark is None else decision.mark.value
        tooltip = f"{_when(decision)}: {name(decision.seat)} {_words(decision.played)} {mark}"
        points.append(Point(value, value - reach, value + reach, label, mark, tooltip))
    if all(point.value is None for point in points):
        return None
    whose = "+".join(map(name, unit))
    if not chances:
        title = f"{whose}: value of the hand, {review.objective}, by trick"
        return chart(points, title), title
    hand = review.replay.bidding_hand
    aim = "to have the most points"
    if hand is not None and hand.bidder is not None:
        aim = f"to {'make' if hand.bidder in unit else 'set'} the contract"
    title = f"{whose}: chance {aim}, per cent, by trick"
    return chart(points, title, limits=(0.0, float(PER_CENT))), title


def _charted(decision: JudgedDecision, chances: bool) -> Estimate | None:
    return decision.win if chances else decision.expected


def _steps(review: TableReview) -> Iterator[Step]:
    worst = review.worst(PRINTED)
    name = review.replay.record.name
    for number, decision in enumerate(review.decisions, start=1):
        opened = review.replay.position(review.replay.moments[decision.number], None)
        drawn, height = round_table(decision.position, opened)
        # Calls come in the order of the bids: the two that matter are not to be below the fold.
        lines = sorted(_lines(decision), key=lambda line: (not line.is_best, not line.is_played))
        mark, loss = decision.mark, decision.loss
        yield Step(
            number=number,
            moment=decision.when,
            when=_when(decision),
            who=name(decision.seat),
            kind=decision.kind.value,
            played=_done(decision),
            best="" if decision.is_best else _words(decision.best),
            loss=_loss(decision),
            why="",
            is_close=decision.is_close,
            mark="" if mark is None else mark.value,
            is_printed=any(each is decision for each in worst),
            table=picture(DRAWING_WIDTH, height, "", [drawn], decision.position.text()),
            moves=tuple(lines[:MOST_MOVES]),
            later_moves=tuple(lines[MOST_MOVES:]),
            is_measured=not (decision.is_best or loss is None or loss.exact),
            value_head=f"{name(decision.seat)}'s {decision.objective}",
            counts_now=False,
        )


def _done(decision: JudgedDecision) -> str:
    """What was done; of melds the kinds that were not laid."""
    move, unlaid = decision.played, decision.unlaid
    if unlaid is None:
        return _words(move)
    if not isinstance(move, Bury):
        return f"lays all but {unlaid.kinds}"
    return f"{_words(replace(move, melds=None))} without {unlaid.kinds}"


def _unlaid(review: TableReview) -> Iterator[str]:
    """Which melds were not laid, and what that cost, a sentence each."""
    for decision in review.decisions:
        unlaid = decision.unlaid
        if unlaid is not None:
            lost = None
            if unlaid.loss is not None:
                number = figure(unlaid.loss, _places(decision.objective))
                lost = f"{number} {decision.objective}"
            yield unlaid.told(review.replay.record.name(decision.seat), card_words, lost)


def _loss(decision: JudgedDecision) -> str:
    if decision.is_best:
        return ""
    loss = decision.loss
    return "not judged" if loss is None else figure(loss.amount, _places(decision.objective))


def _when(decision: JudgedDecision) -> str:
    """When a decision was made, in words."""
    if decision.kind is TableKind.LEAD:
        return f"lead to trick {decision.trick}"
    if decision.kind is TableKind.FOLLOW:
        return f"card in trick {decision.trick}"
    if decision.kind is TableKind.BURIAL:
        return "trump and burial" if decision.position.rules.widow else "trump"
    when = "before the first lead" if not decision.trick else f"after trick {decision.trick}"
    return "call" if decision.kind is TableKind.CALL else f"melds {when}"


def _lines(decision: JudgedDecision) -> Iterator[MoveLine]:
    places = _places(decision.objective)
    for each in decision.values:
        move, is_played = each.move, each.move == decision.played
        behind = each.behind
        if is_played and decision.loss is not None:
            behind = decision.loss.amount
        is_best = move == decision.best
        yield MoveLine(
            move=_words(move),
            card=move.card.text() if isinstance(move, (Play, PlayCard)) else "",
            source="",
            said=_said(decision, each, behind),
            value="" if each.mean is None else figure(each.mean, places),
            behind="" if is_best or behind is None else figure(behind, places),
            now="",
            is_played=is_played,
            is_best=is_best,
        )


def _said(decision: JudgedDecision, tried: MoveChance, behind: Estimate | None) -> str:
    """What a reader is told who tries a move."""
    move, best, played = map(_words, (tried.move, decision.best, decision.played))
    places, unit = _places(decision.objective), decision.objective
    if tried.move == decision.best:
        if tried.move == decision.played:
            return f"{move} was played, the best move."
        if decision.loss is None or decision.is_best:
            return f"{move} is the best move."
        lost = figure(decision.loss.amount, places)
        return f"{move} is the best move; {played}, which was played, loses {lost} {unit}."
    if decision.is_best and tried.move == decision.played:
        return f"{move} was played, and did as well as {best}."
    was_played = " was played: it" if tried.move == decision.played else ""
    if behind is not None:
        return f"{move}{was_played} loses {figure(behind, places)} {unit} against {best}."
    if tried.mean is not None:
        return f"{move}{was_played} is worth {figure(tried.mean, places)} {unit}."
    return f"{move}{was_played} has no known value."


def _totals(review: TableReview) -> Iterator[tuple[str, ...]]:
    """What was lost by kind, partners side by side, and then their sum."""
    name, places = review.replay.record.name, _places(review.objective)
    sides = [tuple(seat for seat in unit if seat in review.seats) for unit in review.units]
    whose = dict.fromkeys(
        seats for side in sides if side for seats in (*((seat,) for seat in side), side)
    )
    yield ("", *("+".join(map(name, seats)) for seats in whose))
    kinds = [kind for kind in TableKind if any(each.kind is kind for each in review.decisions)]
    for kind in (*kinds, None):
        totals = [review.total(seats, kind) for seats in whose]
        cells = (figure(each.lost, places) if each.decisions else "–" for each in totals)
        yield ("all" if kind is None else kind.plural_in(review.replay.record.rules), *cells)


def _account(review: TableReview) -> Iterator[tuple[str, ...]]:
    """The lines of the account; none where there is no account."""
    account, name = review.account, review.replay.record.name
    if account is None:
        return
    places = _places(account.objective)

    def whose(unit: Iterable[Seat]) -> str:
        return "+".join(map(name, unit))

    yield "", f"{whose(account.side)}, {account.objective}"
    parts = [("value of the deal", account.deal), ("bidding", account.bidding)]
    parts.append(("widow", account.widow))
    parts += [(f"given away by {whose(unit)}", lost) for unit, lost in account.given]
    for title, part in parts:
        if part is not None:
            yield title, signed(part.mean, places)
    yield "rest", signed(account.rest, places)
    yield "result", signed(account.result, places)


def _words(move: AnyMove) -> str:
    """A move with the symbols of its suits."""
    if isinstance(move, (Play, PlayCard)):
        return card_words(move.card)
    if isinstance(move, Bury):
        buried = f": {cards_words(tuple(move.cards))}" if len(move.cards) else ""
        laid = "" if move.melds is None else f", lays {_melds(move.melds)}"
        return f"{move.trump.symbol}{buried}{laid}"
    if isinstance(move, Lay):
        return "lays all" if move.melds is None else f"lays {_melds(move.melds)}"
    if isinstance(move, Show):
        shown = ["dix"] if move.dix else []
        if move.meld is not None:
            shown.append(f"{in_words(move.meld.kind.name)} {cards_words(move.meld.cards)}")
        return " + ".join(shown) or "pass"
    if isinstance(move, Call):
        return "pass" if move.bid is None else str(move.bid)
    return "concede" if isinstance(move, Concede) else move.text()


def _melds(melds: TableMelds) -> str:
    return ", ".join(in_words(meld.kind.name) for meld in melds) or "nothing"


def _places(objective: str) -> int:
    """How many decimals figures of a currency have."""
    return 2 if objective == CHECKS else 1
