"""What a seat knows of a hand (RULES-TABLE.md, section 9)."""

from __future__ import annotations

from dataclasses import dataclass

from pinochle_solver.rules.cards import CARDS, Card, Hand, Rank, Suit
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import joined
from pinochle_solver.table.melds import TableMelds, shown_cards
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.seats import Seat, clockwise
from pinochle_solver.table.tricks import Trick


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    """A hand as one seat sees it.

    Attributes:
        seat: who sees it; None: what everybody sees, without any seat's own cards.
        rules: the rulebook with its options.
        dealer: who dealt.
        act, turn: what must be decided, and by whom.
        calls: all calls so far.
        bidder, contract, trump: None where they are not settled.
        known: the cards that each seat is known to hold, by `Seat`; for the viewing seat all its
            cards.
        unknown: how many more cards each seat holds.
        widow: the widow once it is turned; None: it has not been turned, or there is none.
        buried: the burial; None: there is none, or this seat may not see it.
        upcard: the card turned up; None: there is none.
        exchanger: who has exchanged a nine for the upcard.
        laid: what each seat has laid; None: it has not had its turn yet.
        tricks, led: the completed tricks, and the open one.
    """

    seat: Seat | None
    rules: TableRules
    dealer: Seat
    act: Act
    turn: Seat | None
    calls: tuple[Call, ...]
    bidder: Seat | None
    contract: int | None
    trump: Suit | None
    known: tuple[Hand, ...]
    unknown: tuple[int, ...]
    widow: Hand | None
    buried: Hand | None
    upcard: Card | None
    exchanger: Seat | None
    laid: tuple[TableMelds | None, ...]
    tricks: tuple[Trick, ...]
    led: tuple[Card, ...]


def seen_by(hand: TableHand, seat: Seat | None) -> TableView:
    """What a seat knows of a hand; for None, what everybody knows."""
    known = tuple(
        hand.hands[other] if other == seat else known_cards(hand, other)
        for other in hand.rules.table
    )
    sees_burial = seat is not None and seat == hand.bidder and hand.trump is not None
    return TableView(
        seat=seat,
        rules=hand.rules,
        dealer=hand.dealer,
        act=hand.act,
        turn=hand.turn,
        calls=() if hand.auction is None else hand.auction.calls,
        bidder=hand.bidder,
        contract=hand.contract,
        trump=hand.trump,
        known=known,
        unknown=tuple(len(held) - len(seen) for held, seen in zip(hand.hands, known, strict=True)),
        widow=hand.deal.widow if hand.rules.widow and hand.bidder is not None else None,
        buried=hand.buried if hand.rules.widow and sees_burial else None,
        upcard=hand.deal.upcard,
        exchanger=hand.exchanger,
        laid=hand.laid,
        tricks=hand.tricks,
        led=hand.led,
    )


def known_cards(hand: TableHand, seat: Seat) -> Hand:
    """The cards that everybody knows a seat to hold.

    These are the turned widow until the burial, the upcard or the nine exchanged for it, the nine
    of a seat that was asked for one and has not exchanged it, and the cards of its melds, each
    until the seat plays one like it.
    """
    shown = shown_cards(hand.laid[seat] or ())
    if seat in hand.asked_for_nine and seat != hand.exchanger:
        assert hand.trump is not None
        shown = _either(shown, Hand.of([Card(Rank.NINE, hand.trump)]))
    at_upcard = hand.dealer if hand.exchanger is None else hand.exchanger
    if hand.exchanger is not None and seat == hand.dealer:
        # The exchanged nine does not count as a dix of the dealer's: it lies beside those that he
        # lays. If he has exchanged it with himself, he has both cards.
        assert hand.trump is not None
        shown = shown.with_card(Card(Rank.NINE, hand.trump))
    if hand.deal.upcard is not None and hand.rules.turned_trump and seat == at_upcard:
        shown = _either(shown, Hand.of([hand.deal.upcard]))
    if hand.act is Act.BURY and seat == hand.bidder:
        shown = joined(shown, hand.deal.widow)
    return _less_played(shown, played_by(hand, seat))


def played_by(hand: TableHand, seat: Seat) -> Hand:
    """The cards that a seat has played."""
    players = hand.players
    tricks = [(trick.leader, trick.cards) for trick in hand.tricks]
    if hand.leader is not None:
        tricks.append((hand.leader, hand.led))
    return Hand.of(
        card
        for leader, cards in tricks
        for player, card in zip(clockwise(players, leader), cards, strict=False)
        if player == seat
    )


def _either(hand: Hand, other: Hand) -> Hand:
    """As many copies of each card as the hand with more copies of it has."""
    return Hand(bytes(map(max, hand.counts, other.counts)))


def _less_played(hand: Hand, played: Hand) -> Hand:
    return Hand(bytes(max(hand.counts[i] - played.counts[i], 0) for i in range(CARDS)))
