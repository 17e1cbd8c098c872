"""Deals of the games for three and four (RULES-TABLE.md, section 1), and cards left in a stock."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand
from pinochle_solver.rules.rulebooks import resolve_rulebook
from pinochle_solver.table.acts import Act
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.rulebooks import as_table_rulebook
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TableDeal:
    """All cards of a hand before the auction or the first lead.

    Attributes:
        rules: the rulebook with its options; to make a deal, the name of a published one will do.
        dealer: who dealt; an out dealer does not play.
        hands: the hands by `Seat`, for all at the table; no cards for a seat that is out.
        widow: the cards of the widow.
        upcard: the card turned up, in `partnership` one of the dealer's; None: there is none.
        stock: the face-down cards, the next to be drawn first, without the upcard.

    Raises:
        IllegalPositionError: naming the token and the fact, for cards that do not make such a deal.
        NotationError: (``rules``) for an unknown name.
    """

    rules: TableRules
    dealer: Seat
    hands: tuple[Hand, ...]
    widow: Hand = NO_CARDS
    upcard: Card | None = None
    stock: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        resolve_rulebook(self, as_table_rulebook)
        rules = self.rules
        if self.dealer not in rules.table:
            raise IllegalPositionError("dealer", f"{self.dealer.text()} is not at the table")
        players = rules.players(self.dealer)
        drawn = rules.stock.cards if rules.stock else 0
        parts: list[tuple[str, Collection[Card], int]]
        parts = [(seat.text(), hand, rules.hand * (seat in players)) for seat, hand in self.seated]
        parts += [("widow", self.widow, rules.widow), ("stock", self.stock, max(drawn - 1, 0))]
        if len(self.hands) != len(rules.table):
            fact = f"{len(self.hands)} hands, expected {len(rules.table)}"
            raise IllegalPositionError("hands", fact)
        for token, cards, size in parts:
            if len(cards) != size:
                raise IllegalPositionError(token, f"{len(cards)} cards, expected {size}")
        self._check_upcard()
        together = Hand.of(self.stock)
        for _, cards, _ in parts[:-1]:
            together = joined(together, cards if isinstance(cards, Hand) else Hand.of(cards))
        if rules.stock and self.upcard is not None:
            together = together.with_card(self.upcard)
        for card in together.distinct():
            if together.count(card) > rules.deck.count(card):
                raise IllegalPositionError("deal", f"{together.count(card)} copies of {card}")

    def _check_upcard(self) -> None:
        turned = self.rules.turned_trump or self.rules.stock is not None
        if turned != (self.upcard is not None):
            raise IllegalPositionError("upcard", "missing" if turned else "no card is turned up")
        if self.rules.turned_trump and self.upcard not in self.hands[self.dealer]:
            raise IllegalPositionError("upcard", f"{self.upcard} is not in the dealer's hand")

    @property
    def seated(self) -> tuple[tuple[Seat, Hand], ...]:
        """Each seat at the table with its cards."""
        return tuple(zip(self.rules.table, self.hands, strict=False))


def dealt(rules: TableRules, dealer: Seat, pack: Sequence[Card]) -> TableDeal:
    """The deal of a pack from its first card on: packets from the dealer's left, then the rest.

    Args:
        rules: the rulebook with its options.
        dealer: who deals.
        pack: all cards of the deck.

    Raises:
        IllegalPositionError: (``pack``) if the pack is not the deck; (``dealer``) if the dealer is
            not at the table.
    """
    if Hand.of(pack) != rules.deck:
        raise IllegalPositionError("pack", f"not the {len(rules.deck)} cards of {rules.name}")
    cards = iter(pack)
    hands: dict[Seat, list[Card]] = {seat: [] for seat in rules.table}
    widow: list[Card] = []
    for packet in rules.packets:
        for seat in rules.from_left_of(dealer):
            hands[seat] += islice(cards, packet.each)
        widow += islice(cards, packet.widow)
    upcard = next(cards, pack[-1] if rules.turned_trump else None)
    return TableDeal(
        rules=rules,
        dealer=dealer,
        hands=tuple(map(Hand.of, hands.values())),
        widow=Hand.of(widow),
        upcard=upcard,
        stock=tuple(cards),
    )


def random_deal(index: int, seed: int, rules: TableRules, dealer: Seat | None = None) -> TableDeal:
    """The deal with this number, from 0, for a seed; every deal is equally likely.

    The same numbers give the same cards everywhere. If no dealer is given, the dealer is random,
    too.
    """
    random = Random(f"table/{seed}/{index}")
    pack = list(rules.deck)
    for place in range(len(pack) - 1, 0, -1):
        other = int(random.random() * (place + 1))
        pack[place], pack[other] = pack[other], pack[place]
    if dealer is None:
        dealer = rules.table[int(random.random() * len(rules.table))]
    return dealt(rules, dealer, pack)


def stock_tricks(rules: TableRules) -> int:
    """The tricks after which all draw; 0 in the games without a stock."""
    return 0 if rules.stock is None else rules.stock.cards // rules.seats


def asks_for_dix(rules: TableRules) -> bool:
    """Whether seats other than the winner of a trick are asked for a dix."""
    return rules.stock is not None and rules.stock.book.dix_by_loser


def awaits_draw(rules: TableRules, act: Act, tricks: int) -> bool:
    """Whether, at this decision after so many tricks, the draws are still to come."""
    assert rules.stock is not None
    is_after_trick = act is not Act.PLAY and tricks > 0
    return is_after_trick and not rules.stock.book.draws_before_melding


def face_down_after(rules: TableRules, act: Act, tricks: int) -> int:
    """How many cards lie face down at this decision after so many tricks."""
    assert rules.stock is not None
    drawn = tricks - awaits_draw(rules, act, tricks)
    return rules.stock.cards - 1 - rules.seats * drawn


def stock_hand_size(rules: TableRules, act: Act, tricks: int) -> int:
    """How many cards a seat holds then if it has not played to the open trick."""
    return rules.hand - awaits_draw(rules, act, tricks)


def decided_after(rules: TableRules, act: Act) -> range:
    """After which numbers of tricks this may be decided while there is a stock."""
    assert rules.stock is not None
    last = stock_tricks(rules)
    if act is Act.PLAY:
        return range(last)
    if act is Act.MELD:
        return range(1, last)
    return range(0 if rules.stock.dixes_before_lead else 1, last + 1)
