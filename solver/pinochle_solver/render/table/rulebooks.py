"""Rulebooks for three and four side by side, and their options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pinochle_solver.render.grids import Table
from pinochle_solver.render.page import Page, view
from pinochle_solver.rules.cards import Rank
from pinochle_solver.table.melds import values_by_name
from pinochle_solver.table.options import meaning_of
from pinochle_solver.table.rules import RANKS, AuctionRules, TableRules, Tie

_PARAMETER_WIDTH, _RULEBOOK_WIDTH, _PIPE_WIDTH = 24, 18, 100


class TableRulebookViews(Page):
    """Views of rulebooks for three and four."""

    @view()
    def table_rulebooks(self, rulebooks: Sequence[TableRules]) -> None:
        """Write the parameters of rulebooks, side by side if the terminal is wide enough."""
        width = self._width or _PIPE_WIDTH
        if width >= _PARAMETER_WIDTH + _RULEBOOK_WIDTH * len(rulebooks):
            self._print_table(self._table_rulebook_table(rulebooks), width)
        else:
            for rulebook in rulebooks:
                self._print_table(self._table_rulebook_table([rulebook]), width)
        names = dict.fromkeys(name for book in rulebooks for name in book.known_options)
        for name in names:
            self.line(f"option {name}: {meaning_of(name)}")
        if any(book.pages_missing for book in rulebooks):
            self.line("(p67): the source lacks the pages of this game; RULES-TABLE.md says more")

    def _table_rulebook_table(self, rulebooks: Sequence[TableRules]) -> Table:
        table = self._table()
        table.add_column("", no_wrap=True)
        table.may_fold("")
        for rulebook in rulebooks:
            table.add_column(rulebook.name)
            table.may_fold(rulebook.name)
        for parameter, *values in _parameters(rulebooks):
            table.add_row(parameter, *(value.replace("–", self._dash) for value in values))
        return table


def _parameters(books: Sequence[TableRules]) -> Iterable[list[str]]:
    """Rows of a parameter and its value in each rulebook; ``–`` where a rulebook has none."""
    yield ["source", *(book.title + " (p67)" * book.pages_missing for book in books)]
    yield ["seats", *(_seats(book) for book in books)]
    yield ["cards", *(_cards(book) for book in books)]
    yield ["count", *(book.count.name for book in books)]
    yield [" ".join(rank.letter for rank in RANKS), *(_points(book, RANKS) for book in books)]
    yield ["last trick", *(str(book.count.last_trick) for book in books)]
    yield ["what may be played", *(book.obligation.value for book in books)]
    yield ["target", *("–" if book.target is None else str(book.target) for book in books)]
    if any(book.auction is not None for book in books):
        for parameter, texts in zip(_BIDDING, _auctions(books), strict=True):
            yield [parameter, *texts]
    yield ["who melds", *(_who_melds(book) for book in books)]
    yield ["points for melds", *(_meld_points(book) for book in books)]
    yield ["melds need a trick", *(_need(book) for book in books)]
    if any(book.melds_win or _turns_trump(book) for book in books):
        yield ["melds alone can win", *(_yes(book.melds_win) for book in books)]
        yield ["trump is turned up", *(_yes(_turns_trump(book)) for book in books)]
    yield ["checks are paid", *(_yes(book.checks is not None) for book in books)]
    yield ["several at the target", *(_end(book) for book in books)]
    yield ["options", *(", ".join(book.known_options) or "–" for book in books)]


_BIDDING = (
    "bids",
    "speaks first",
    "calls of a seat",
    "a bid needs",
    "all others have passed",
)


def _auctions(books: Iterable[TableRules]) -> Iterator[tuple[str, ...]]:
    """What is told of the bidding, a row for each of `_BIDDING`."""
    return zip(*(_auction(book.auction) for book in books), strict=True)


def _auction(rules: AuctionRules | None) -> tuple[str, ...]:
    if rules is None:
        return ("–",) * len(_BIDDING)
    until = "until it passes" if rules.passes_final else "until two pass in succession"
    forced = "the last may pass"
    if rules.forced is not None:
        forced = f"the last must bid {rules.forced}"
        if rules.forced_reopens:
            forced += ", and all speak again"
    return (
        f"{rules.lowest} to {rules.highest}",
        "the dealer" if rules.dealer_first else "the dealer's left",
        "one" if rules.calls_once else until,
        _needed(rules),
        forced,
    )


def _needed(rules: AuctionRules) -> str:
    if not rules.needs_marriage:
        return "–"
    return "a marriage" if rules.dealer_needs_marriage else "a marriage, but not of the dealer"


def _seats(book: TableRules) -> str:
    how = "two sides" if book.partners else "each for himself"
    if book.only_bidder_melds:
        how = "the bidder against the rest"
    return f"{book.seats}, {how}"


def _cards(book: TableRules) -> str:
    text = f"{len(book.deck)}: {book.hand} each"
    if book.widow:
        text += f", {book.widow} in the widow"
    if book.stock is not None:
        text += f", {book.stock.cards} in the stock"
    return text


def _points(book: TableRules, ranks: Iterable[Rank]) -> str:
    by_rank = book.count.by_rank()
    return " ".join(str(by_rank[rank]) for rank in ranks)


def _who_melds(book: TableRules) -> str:
    if book.stock is not None:
        return "the winner of a trick"
    return "the bidder" if book.only_bidder_melds else "all"


def _meld_points(book: TableRules) -> str:
    if book.stock is not None:
        return f"as in {book.stock.book.name}"
    points = values_by_name(book.melds)
    if not points["roundhouse"]:
        del points["roundhouse"]  # it is worth its parts
    return ", ".join(f"{name} {worth}" for name, worth in points.items())


def _turns_trump(book: TableRules) -> bool:
    """Whether a card turned up makes trumps: the dealer's last, or that of the stock."""
    return book.turned_trump or book.stock is not None


def _need(book: TableRules) -> str:
    if book.only_bidder_melds or book.stock is not None:
        return "no"
    return "all" if book.melds_need_trick or book.auction is None else "not the bidding side's"


def _end(book: TableRules) -> str:
    if book.end is None:
        return "–"
    if book.end.must_bid:
        return "who has made a contract"
    first = "the bidding side" if book.end.bidder_first else "the higher"
    tie = f"the target rises by {book.end.target_step}"
    if book.end.tie is not Tie.TARGET_RISES:
        tie = book.end.tie.value
    return f"{first}; equal: {tie}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
