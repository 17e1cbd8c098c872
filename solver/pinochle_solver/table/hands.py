"""The referee of a hand without a stock: what may be done, and what follows.

It covers a hand from the auction to the last trick (RULES-TABLE.md, sections 2 to 5). What a seat
sees of the hand is in ``views``, what the hand scores is in ``scoring``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Rank, Suit
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.auction import Auction, may_bid, opened, why_not_call
from pinochle_solver.table.burial import every_choice, laid_by, why_not
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.melds import (
    EXCHANGE,
    TableMelds,
    in_order,
    is_lawful,
    layings,
    meld_points,
    most_melds,
)
from pinochle_solver.table.money import has_four_aces
from pinochle_solver.table.moves import CONCEDE, Bury, Call, Concede, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.scoring import HandFacts, HandResult, scored
from pinochle_solver.table.seats import Seat, clockwise, left_of
from pinochle_solver.table.tricks import Trick, legal_cards, winner_of

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TableHand:
    """A hand of a game without a stock, after some moves. `begun` gives it before the first move.

    Attributes:
        deal: the cards dealt.
        act: what is to be decided.
        turn: who decides; None: the hand is over.
        hands: the cards each seat holds now, by `Seat`.
        auction: the calls so far; None in a game without one.
        trump: the trump suit, once it is named or turned up.
        buried: the burial, once it is made.
        exchanger: who has exchanged a nine for the upcard (`partnership`).
        laid: what each seat has laid, by `Seat`; None: it has not had its turn yet.
        waiting: the seats still to be asked for a dix, or to meld, after the one on turn.
        tricks: the completed tricks.
        led: the cards of the open trick, the leader's first.
        ending: why the hand is over; None: it is not over.
    """

    deal: TableDeal
    act: Act
    turn: Seat | None
    hands: tuple[Hand, ...]
    auction: Auction | None = None
    trump: Suit | None = None
    buried: Hand = NO_CARDS
    exchanger: Seat | None = None
    laid: tuple[TableMelds | None, ...]
    waiting: tuple[Seat, ...] = ()
    tricks: tuple[Trick, ...] = ()
    led: tuple[Card, ...] = ()
    ending: Ending | None = None

    # What everybody can see

    @property
    def rules(self) -> TableRules:
        """The rulebook with its options."""
        return self.deal.rules

    @property
    def dealer(self) -> Seat:
        """Who dealt."""
        return self.deal.dealer

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats that play the hand."""
        return self.rules.players(self.dealer)

    @property
    def bidder(self) -> Seat | None:
        """Who has won the auction; None before that, and if nobody has."""
        if self.auction is None or self.auction.turn is not None:
            return None
        return self.auction.bidder

    @property
    def contract(self) -> int | None:
        """What the bidder has bid; None without a bidder."""
        if self.auction is None or self.auction.turn is not None:
            return None
        return self.auction.contract

    @property
    def leader(self) -> Seat | None:
        """Who has led to the open trick, or is to lead to it; None if there is none."""
        if self.act is not Act.PLAY and not self.led:
            return None
        return self.tricks[-1].winner if self.tricks else self._first_leader

    @property
    def _first_leader(self) -> Seat:
        """Who leads to the first trick: the bidder, or without an auction the dealer's left."""
        bidder = self.bidder
        return left_of(self.players, self.dealer) if bidder is None else bidder

    def tricks_won(self, seat: Seat) -> int:
        """How many tricks a seat has won."""
        won = sum(trick.winner == seat for trick in self.tricks)
        if self.ending is Ending.DEFENDERS_CONCEDED and seat == self.bidder:
            won += self.rules.hand - len(self.tricks)
        return won

    def cards_won(self, seat: Seat) -> int:
        """The points of the cards that a seat has won, with the last trick, without the burial.

        The bidder of a hand that the defenders have conceded has won all that was left.
        """
        count = self.rules.count
        if self.ending is Ending.DEFENDERS_CONCEDED and seat == self.bidder:
            others = (trick for trick in self.tricks if trick.winner != seat)
            lost = sum(count.of(trick.cards) for trick in others)
            return self.rules.whole_count - count.of(self.buried) - lost
        points = sum(count.of(trick.cards) for trick in self.tricks if trick.winner == seat)
        last = self.ending is Ending.PLAYED and self.tricks[-1].winner == seat
        return points + last * count.last_trick

    def dixes(self, seat: Seat) -> int | None:
        """How many nines of trumps a seat may lay; None: all in its hand.

        In `partnership` these are the nines that it was dealt and has not exchanged.
        """
        if not self.rules.turned_trump:
            return None
        return self.deal.hands[seat].count(self._nine) - (self.exchanger == seat)

    @property
    def asked_for_nine(self) -> tuple[Seat, ...]:
        """The seats that were asked so far for the nine of trumps, each of which had one."""
        upcard = self.deal.upcard
        if not self.rules.turned_trump or upcard is None or upcard.rank is Rank.NINE:
            return ()
        order = self.rules.from_left_of(self.dealer)
        last = self.turn if self.act is Act.DIX else self.exchanger
        asked = order if last is None else order[: order.index(last) + 1]
        return tuple(seat for seat in asked if self._nine in self.deal.hands[seat])

    @property
    def _nine(self) -> Card:
        assert self.trump is not None
        return Card(Rank.NINE, self.trump)

    def facts(self) -> HandFacts:
        """The facts of the hand that the scoring needs, as far as it has been played."""
        dealt = None if self.bidder is None else self.deal.hands[self.bidder]
        return HandFacts(
            rules=self.rules,
            dealer=self.dealer,
            bidder=self.bidder,
            contract=self.contract,
            trump=self.trump,
            melds=tuple(melds or () for melds in self.laid),
            cards=tuple(map(self.cards_won, self.rules.table)),
            won=tuple(map(self.tricks_won, self.rules.table)),
            buried=self.rules.count.of(self.buried),
            is_led=bool(self.led),
            ending=self.ending,
            highest_bid=(self.auction.contract or 0) if self.auction else 0,
            four_aces=dealt is not None and has_four_aces(dealt),
        )

    def result(self, kitty: int = 0) -> HandResult:
        """What the hand comes to.

        Args:
            kitty: what is in the kitty before the hand, if there is one.

        Raises:
            ValueError: the hand is not over.
        """
        return scored(self.facts(), kitty)

    # Moves

    def legal_moves(self) -> Iterator[TableMove]:
        """What the seat on turn may do, each once; nothing when the hand is over.

        Bids come lowest first, then the pass; cards come in canonical order. There are thousands of
        burials, each with every laying; `burial.laying_all` gives those that lay all melds.
        """
        if self.turn is None:
            return
        hand = self.hands[self.turn]
        if self.act is Act.BID:
            assert self.auction is not None
            yield from self.auction.legal_calls(may_bid(self.auction, hand))
        elif self.act is Act.BURY:
            yield from every_choice(hand, self.rules.widow)
            if self.rules.melds_win:
                yield CONCEDE
        elif self.act is Act.DIX:
            yield from (Dix(True), Dix(False))
        elif self.act is Act.MELD:
            assert self.trump is not None
            lesser = layings(hand, self.trump, self.dixes(self.turn))
            next(lesser)
            yield Lay()
            yield from map(Lay, lesser)
        else:
            yield from map(PlayCard, self._legal_cards(hand))

    def _legal_cards(self, hand: Hand) -> tuple[Card, ...]:
        assert self.trump is not None
        return legal_cards(hand, self.led, self.trump, self.rules.obligation)

    def is_legal(self, move: TableMove) -> bool:
        """Whether the seat on turn may make this move; its melds may be in any order."""
        return self.why_illegal(move) is None

    def why_illegal(self, move: TableMove) -> str | None:
        """What is wrong with a move, in a few words; None: it is legal."""
        if self.turn is None:
            return "the hand is over"
        hand, seat = self.hands[self.turn], self.turn.text()
        wrong = f"{seat} has to {_TO_DO[self.act]}"
        if self.act is Act.BID:
            if not isinstance(move, Call):
                return wrong
            assert self.auction is not None
            return why_not_call(self.auction, move, may_bid(self.auction, hand))
        if self.act is Act.BURY:
            if isinstance(move, Bury):
                return why_not(move, hand, self.rules.widow)
            return None if isinstance(move, Concede) and self.rules.melds_win else wrong
        if self.act is Act.DIX:
            return None if isinstance(move, Dix) else wrong
        if self.act is Act.MELD:
            if not isinstance(move, Lay):
                return wrong
            assert self.trump is not None
            can = move.melds is None or is_lawful(
                move.melds, hand, self.trump, self.dixes(self.turn)
            )
            return None if can else f"{seat} has not these melds"
        if not isinstance(move, PlayCard):
            return wrong
        if move.card not in hand:
            return f"{seat} has no such card"
        legal = self._legal_cards(hand)
        if move.card in legal:
            return None
        return f"{seat} may play only {', '.join(card.text() for card in legal)}"

    def after(self, move: TableMove) -> TableHand:
        """The hand after a move of the seat on turn.

        Anything that needs no decision follows at once: a seat with no nine to exchange or nothing
        to lay is not asked.

        Raises:
            IllegalMoveError: the move is not legal here; the token is its text.
        """
        fact = self.why_illegal(move)
        if fact is not None:
            raise IllegalMoveError(move.text(), fact)
        if isinstance(move, Call):
            assert self.auction is not None
            return self.with_auction(self.auction.after(move))
        if isinstance(move, Bury):
            return self._after_burial(move)
        if isinstance(move, Dix):
            return self._after_dix(move)
        if isinstance(move, Lay):
            return self._after_melds(move)
        if isinstance(move, PlayCard):
            return self._after_card(move.card)
        return self.conceded()

    def conceded(self) -> TableHand:
        """The hand given up by its bidder; it has an auction that is over, and no card is led."""
        return self._over(Ending.CONCEDED)

    def conceded_by_defenders(self) -> TableHand:
        """The hand given up by the others during the play: the bidder wins every trick left."""
        return self._over(Ending.DEFENDERS_CONCEDED)

    def with_auction(self, auction: Auction) -> TableHand:
        """The hand with another auction before its burial: the next call, or what it leads to."""
        dealt = self.deal.hands
        hand = replace(self, auction=auction, act=Act.BID, turn=auction.turn, hands=dealt)
        if auction.turn is not None:
            return hand
        bidder = auction.bidder
        if bidder is None:
            return hand._over(Ending.PASSED_OUT)
        enlarged = joined(dealt[bidder], self.deal.widow)
        return replace(hand, act=Act.BURY, turn=bidder, hands=_with(dealt, bidder, enlarged))

    def _after_burial(self, choice: Bury) -> TableHand:
        bidder, contract = self.bidder, self.contract
        assert bidder is not None
        assert contract is not None
        cards = self.hands[bidder]
        melds = laid_by(choice, cards)
        hand = replace(
            self,
            trump=choice.trump,
            buried=choice.cards,
            hands=_with(self.hands, bidder, less(cards, choice.cards)),
            laid=_with(self.laid, bidder, melds),
        )
        if self.rules.melds_win and meld_points(melds, self.rules.melds) >= contract:
            return hand._over(Ending.MADE_BY_MELDS)
        others = () if self.rules.only_bidder_melds else clockwise(self.players, bidder)[1:]
        return hand._ask_melds(others)

    def _ask_dix(self, seats: tuple[Seat, ...]) -> TableHand:
        """Ask the first of these seats with a nine of trumps; if none has, go on to the melds."""
        holders = tuple(seat for seat in seats if self._nine in self.hands[seat])
        if holders:
            return replace(self, act=Act.DIX, turn=holders[0], waiting=holders[1:])
        return self._ask_melds(self.rules.from_left_of(self.dealer))

    def _after_dix(self, dix: Dix) -> TableHand:
        seat, upcard = self.turn, self.deal.upcard
        assert seat is not None
        assert upcard is not None
        if not dix.shown:
            return self._ask_dix(self.waiting)
        hands = self.hands
        for holder, gets, gives in ((seat, upcard, self._nine), (self.dealer, self._nine, upcard)):
            hands = _with(hands, holder, hands[holder].with_card(gets).without(gives))
        exchanged = replace(
            self, hands=hands, exchanger=seat, laid=_with(self.laid, seat, (EXCHANGE,))
        )
        return exchanged._ask_dix(())

    def _ask_melds(self, seats: tuple[Seat, ...]) -> TableHand:
        """Let the first of these seats with something to lay do so; those before it lay nothing."""
        assert self.trump is not None
        laid = self.laid
        for place, seat in enumerate(seats):
            if most_melds(self.hands[seat], self.trump, self.dixes(seat)):
                waiting = seats[place + 1 :]
                return replace(self, act=Act.MELD, turn=seat, waiting=waiting, laid=laid)
            laid = _with(laid, seat, laid[seat] or ())
        return replace(self, act=Act.PLAY, turn=self._first_leader, waiting=(), laid=laid)

    def _after_melds(self, lay: Lay) -> TableHand:
        seat, trump = self.turn, self.trump
        assert seat is not None
        assert trump is not None
        melds = lay.melds
        if melds is None:
            melds = most_melds(self.hands[seat], trump, self.dixes(seat))
        melds = in_order((*(self.laid[seat] or ()), *melds), trump)
        return replace(self, laid=_with(self.laid, seat, melds))._ask_melds(self.waiting)

    def _after_card(self, card: Card) -> TableHand:
        seat, leader, trump = self.turn, self.leader, self.trump
        assert seat is not None
        assert leader is not None
        assert trump is not None
        led = (*self.led, card)
        hand = replace(
            self,
            hands=_with(self.hands, seat, self.hands[seat].without(card)),
            turn=left_of(self.players, seat),
            led=led,
        )
        if len(led) < len(self.players):
            return hand
        winner = clockwise(self.players, leader)[winner_of(led, trump)]
        tricks = (*self.tricks, Trick(leader, led, winner))
        hand = replace(hand, led=(), tricks=tricks, turn=winner)
        return hand if len(hand.hands[winner]) else hand._over(Ending.PLAYED)

    def _over(self, ending: Ending) -> TableHand:
        return replace(self, act=Act.OVER, turn=None, ending=ending, waiting=())

    def __repr__(self) -> str:
        words = [self.rules.name, *self.rules.options, self.act.value]
        if self.turn is not None:
            words.append(self.turn.text())
        return f"<TableHand {' '.join(words)}>"


_TO_DO = {
    Act.BID: "call",
    Act.BURY: "name trump",
    Act.DIX: "show a dix or pass",
    Act.MELD: "meld",
    Act.PLAY: "play a card",
}


def begun(deal: TableDeal) -> TableHand:
    """The hand before its first decision; its rules must have no stock."""
    rules = deal.rules
    nobody: tuple[TableMelds | None, ...] = (None,) * len(rules.table)
    if rules.auction is not None:
        auction = opened(rules, deal.dealer)
        return TableHand(
            deal=deal,
            act=Act.BID,
            turn=auction.turn,
            hands=deal.hands,
            auction=auction,
            laid=nobody,
        )
    upcard = deal.upcard
    assert upcard is not None
    hand = TableHand(
        deal=deal, act=Act.DIX, turn=None, hands=deal.hands, trump=upcard.suit, laid=nobody
    )
    return hand._ask_dix(() if upcard.rank is Rank.NINE else rules.from_left_of(deal.dealer))


def _with(things: tuple[_Thing, ...], seat: Seat, thing: _Thing) -> tuple[_Thing, ...]:
    """The same things by seat, with one of them replaced."""
    return (*things[:seat], thing, *things[seat + 1 :])
