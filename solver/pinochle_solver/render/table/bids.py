"""A hand in the auction: what to call, the points that it makes, and what the widow brings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil, floor, hypot

from rich.text import Text

from pinochle_solver.double_dummy.bid_advice import BidStudy, OpenChance, WidowCard, bid_groups
from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.intervals import SURE, chance_interval
from pinochle_solver.render.page import percent, view
from pinochle_solver.render.table.chances import TableChanceViews
from pinochle_solver.rules.checks import counted

_MOST_CARDS = 6
_BARS, _LEAST_BAR = 40, 0.005
_STEP = 20
_OF_OPEN_CHANCES = (
    "hidden cards: the answer; every seat plays by the cards that it sees",
    "open play: trump and burial by your own cards, then all cards lie face up",
    "all open: trump and burial by all cards, too; an upper bound if all defend perfectly",
)


class TableBidViews(TableChanceViews):
    """Views of hands in the auction."""

    @view(apart=True)
    def bid_study(self, study: BidStudy) -> None:
        """Write what to call, and why."""
        self.table_chances(study.analysis)
        if study.open_chances:
            self._print_open_chances(study, study.open_chances)
        self._print_totals(study)
        cards = [card for card in study.widow if _helps(card)][:_MOST_CARDS]
        if cards:
            self._print_widow(study, cards)

    def _print_open_chances(self, study: BidStudy, opened: Mapping[int, OpenChance]) -> None:
        """Write how often bids are made with hidden cards, in open play, and with all open."""
        self.line()
        self.line("how often each bid is made, with hidden cards and with cards face up:")
        table = self._table()
        table.add_column("bid", no_wrap=True)
        for name in ("hidden cards", "open play", "all open"):
            table.add_column(name, justify="right", no_wrap=True)
        for group in bid_groups(study.analysis.moves):
            chances = [group.chance.chance, *opened[group.lowest][:2]]
            cells = [self._dash if each is None else _whole_per_cents(each) for each in chances]
            table.add_row(group.text(), *cells)
        self._print(table)
        for line in _OF_OPEN_CHANCES:
            self._print(Text(line, style="dim"))
        deals = counted(next(iter(opened.values())).worlds, "deal")
        self._print(Text(f"face up: {deals}; brackets are 95% intervals", style="dim"))

    def _print_totals(self, study: BidStudy) -> None:
        """Write the histogram."""
        self.line()
        self.line(f"points made if the bid is {study.bid}:")
        self.line()
        rows = [row for row in _brackets(study) if row[1] >= _LEAST_BAR]
        most = max((share for _, share in rows), default=1.0)
        bar = "#" if self._ascii else "█"
        for points, share in rows:
            makes = points >= study.bid
            text = Text(f" {points:>3}-{points + _STEP - 1:<3} {share:>4.0%} ")
            style = "green" if makes else "red"
            self._print(text.append(bar * round(_BARS * share / most), style))

    def _print_widow(self, study: BidStudy, cards: list[WidowCard]) -> None:
        self.line()
        self.line(f"cards in the widow that help most, and how often {study.bid} is then made:")
        table = self._table()
        table.add_column("card", no_wrap=True)
        for name in ("in the widow", "makes it", "without it"):
            table.add_column(name, justify="right", no_wrap=True)
        for each in cards:
            made = f"{percent(each.made.mean)} {self._plus_minus} {SURE * each.made.se:.1%}"
            table.add_row(
                self._card(each.card), percent(each.chance), made, percent(each.without.mean)
            )
        self._print(table)


def _whole_per_cents(chance: Estimate) -> str:
    """A chance and its 95% interval in whole per cents, rounded outwards: ``64% (59 to 69)``."""
    low, high = chance_interval(chance.mean, chance.se)
    return f"{chance.mean:.0%} ({floor(100 * low)} to {ceil(100 * high)})"


def _brackets(study: BidStudy) -> Iterator[tuple[int, float]]:
    """The points by twenties from the bid on and below it, and in what part of the deals."""
    shares = dict[int, float]()
    for points, share in study.totals.items():
        lowest = points - (points - study.bid) % _STEP
        shares[lowest] = shares.get(lowest, 0.0) + share
    yield from shares.items()


def _helps(card: WidowCard) -> bool:
    """Whether it surely helps."""
    error = hypot(card.made.se, card.without.se)
    return card.made.mean - card.without.mean > SURE * error
