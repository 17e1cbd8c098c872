"""A review as one page: no other file, no server; stepped through with keys or clicks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pinochle_solver.board.card_pictures import definitions
from pinochle_solver.board.charts import STYLE as CHART_STYLE
from pinochle_solver.board.hand_part import SIGNS, part_of
from pinochle_solver.board.pages import page
from pinochle_solver.board.review_parts import HandPart, figure
from pinochle_solver.board.table_pictures import DRAWING_STYLE, seen_cards
from pinochle_solver.reviews.review import Review
from pinochle_solver.reviews.together import totals_by_player
from pinochle_solver.rules.cards import Card

if TYPE_CHECKING:
    from pinochle_solver.reviews.table.review import TableReview

Rows = tuple[tuple[str, ...], ...]


def review_page(reviews: Iterable[Review | TableReview], title: str = "Hands reviewed") -> str:
    """The page of some reviews, as HTML: one file, which needs no network."""
    every = list(reviews)
    readers = list(dict.fromkeys(name for review in every for name in _readers(review)))
    hands = [each for each in every if isinstance(each, Review)]
    tables = [each for each in every if not isinstance(each, Review)]
    signs, players = dict(SIGNS if hands else ()), [*_players(hands)]
    if tables:
        # A page of two-handed hands needs nothing of this.
        from pinochle_solver.board import table_part

        signs |= table_part.SIGNS if not hands else table_part.MORE_SIGNS
        players += table_part.players(tables)
    return page(
        "review.html.j2",
        title=title,
        hands=[_part(number, review, readers) for number, review in enumerate(every, start=1)],
        players=players,
        readers=readers,
        signs=signs,
        definitions=definitions(card for review in every for card in _cards(review)),
        style=DRAWING_STYLE + CHART_STYLE,
    )


def _part(number: int, review: Review | TableReview, readers: Sequence[str]) -> HandPart:
    if isinstance(review, Review):
        return part_of(number, review, readers)
    from pinochle_solver.board.table_part import table_part_of

    return table_part_of(number, review, readers)


def _readers(review: Review | TableReview) -> Iterator[str]:
    """The players whose decisions were reviewed: first the one whose curves are shown first."""
    if isinstance(review, Review):
        for seat in sorted(review.seats, key=lambda each: each is not review.side):
            yield review.replay.record.players.name(seat)
    else:
        yield from map(review.replay.record.name, review.seats)


def _cards(review: Review | TableReview) -> Iterator[Card]:
    """The cards that the drawings of a hand need."""
    if isinstance(review, Review):
        for decision in review.decisions:
            yield from seen_cards(decision.position)
    else:
        yield from review.replay.record.rules.deck.distinct()


def _players(reviews: Sequence[Review]) -> Iterator[Rows]:
    """What each player lost in all hands; nothing if there are none."""
    if not reviews:
        return
    rows = [("in all hands", "hands", "decisions", "lost", "each")]
    for each in totals_by_player(reviews):
        total = each.total
        decisions, lost = str(total.decisions), figure(total.lost)
        rows.append((each.name, str(each.hands), decisions, lost, f"{total.lost_a_decision:.1f}"))
    yield tuple(rows)
