"""What is known to all at a table, as the compiled playouts take it.

A playout (``_core.hidden_hands.playouts``) is given who holds which cards. What the seats know of
each other is the same in all worlds of a decision, and is packed once: a `TableRecord`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pinochle_solver._core.hidden_hands.hands import NOBODY, pack_table
from pinochle_solver._core.hidden_hands.playouts import CardPlayouts
from pinochle_solver.double_dummy.absent import absent_cards
from pinochle_solver.double_dummy.packing import OBLIGATIONS
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.hidden_hands.policies import family_of, learnt
from pinochle_solver.notation.table.position_fields import usual_sides
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import CARDS, NO_CARDS, Card, Hand, Suit
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import less
from pinochle_solver.table.rules import MOST_IN_PLAY, TableRules
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import known_cards

_MOST_SEATS = 4
_MOST_LED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownToAll:
    """What everybody at the table knows when cards are played.

    Attributes:
        rules: the game: its obligations, and what its cards count.
        trump: the trump suit.
        players: the seats that play, clockwise from south.
        leader: who leads, or has led to the open trick.
        led: the cards of the open trick, the leader's first.
        bidder: who has named trump and knows the burial; None where nobody bid.
        gone: the cards of the tricks that are over.
        shown: cards that a seat is known to hold.
        absent: cards that a seat is known not to hold.
        plays_by: for each player, by which of the two sets of weights it plays, 0 or 1; if None,
            the bidding side by the first and the others by the second, all by the first where
            nobody bid.
    """

    rules: TableRules
    trump: Suit
    players: tuple[Seat, ...]
    leader: Seat
    led: Sequence[Card] = ()
    bidder: Seat | None = None
    gone: Hand = NO_CARDS
    shown: Mapping[Seat, Hand] = field(default_factory=dict, hash=False)
    absent: Mapping[Seat, frozenset[Card]] = field(default_factory=dict, hash=False)
    plays_by: tuple[int, ...] | None = None

    def units(self) -> tuple[int, ...]:
        """A number for each player, the same for those who play together (`usual_sides`).

        With a bidder his side has 0 and the others 1.
        """
        sides = usual_sides(self.rules, self.players, self.bidder)
        if sides is None:
            return tuple(range(len(self.players)))
        return tuple(int(seat in sides[1]) for seat in self.players)

    def pack(self) -> bytes:
        """The record of it.

        Raises:
            IllegalPositionError: (``gone``) if so many cards may be in play that there is no record
                of them.
        """
        rules, players = self.rules, self.players
        in_play = less(rules.deck, self.gone)
        if len(in_play) > MOST_IN_PLAY:
            fact = f"{len(in_play)} cards may be in play, {MOST_IN_PLAY} at most can be"
            raise IllegalPositionError("gone", fact)
        must_head, ruff = OBLIGATIONS[rules.obligation]
        spare = _MOST_SEATS - len(players)
        plays_by = self.plays_by
        if plays_by is None:
            plays_by = self.units() if self.bidder is not None else (0,) * len(players)
        absent = [_bits(self.absent.get(seat, frozenset())) for seat in players]
        return pack_table(
            {
                "absent": [*absent, *[0] * spare],
                "shown": [
                    *(self.shown.get(seat, NO_CARDS).counts for seat in players),
                    *[bytes(CARDS)] * spare,
                ],
                "copies": in_play.counts,
                "unit": bytes([*self.units(), *[0] * spare]),
                "side": bytes([*plays_by, *[0] * spare]),
                "rank_points": bytes(rules.count.by_rank()),
                "last_trick": rules.count.last_trick,
                "must_head": must_head,
                "led": bytes(card.index for card in self.led) + bytes(_MOST_LED - len(self.led)),
                "seats": len(players),
                "leader": players.index(self.leader),
                "leds": len(self.led),
                "trump": int(self.trump),
                "ruff": ruff,
                "bidder": NOBODY if self.bidder is None else players.index(self.bidder),
            }
        )


def known_to_all(position: TablePosition) -> KnownToAll:
    """What is known to all in a position with a card to play."""
    assert position.act is Act.PLAY
    assert position.trump is not None
    hand = hand_of(position)
    if isinstance(hand, TableHand):
        shown = {seat: known_cards(hand, seat) for seat in position.players}
    else:
        seats = zip(hand.players, hand.seats, strict=True)
        shown = {seat: has.known for seat, has in seats}
    return KnownToAll(
        rules=position.rules,
        trump=position.trump,
        players=position.players,
        leader=position.leader,
        led=position.led,
        bidder=position.bidder,
        gone=_gone(position),
        shown=shown,
        absent=absent_cards(hand),
    )


def known_at_first_lead(
    position: TablePosition, trump: Suit, bidder: Seat | None = None
) -> KnownToAll:
    """What will be known to all at the first lead of a hand without a stock, but for what is shown.

    That may differ from world to world before melds are laid: playouts take it world by world.

    Args:
        position: a position before it, with its dealer if there is no bidder.
        trump: the trump suit that is named.
        bidder: who wins the auction; the bidder of the position if None.
    """
    bidder = position.bidder if bidder is None else bidder
    return KnownToAll(
        rules=position.rules,
        trump=trump,
        players=position.players,
        leader=position.rules.lead_order(bidder, position.dealer)[0],
        bidder=bidder,
    )


def playouts_from(known: KnownToAll) -> CardPlayouts:
    """Playouts by the learned policy of the rulebook's family; raises as `KnownToAll.pack` does."""
    return CardPlayouts(known.pack(), learnt(family_of(known.rules)))


def _gone(position: TablePosition) -> Hand:
    if position.tricks is not None:
        return Hand.of(card for trick in position.tricks for card in trick)
    return NO_CARDS if position.gone is None else position.gone


def _bits(cards: frozenset[Card]) -> int:
    return sum(1 << card.index for card in cards)
