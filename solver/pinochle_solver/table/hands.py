"""A hand without a stock: what may be done, and what follows.

It covers a hand from the auction to the last trick (RULES-TABLE.md, sections 2 to 5). The referee
knows all cards of a hand; to a seat, or in a position, some may be hidden, and the hand takes the
same course as far as it follows from the cards that are known. What a seat sees of the hand is in
``views``, what the hand scores is in ``scoring``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from pinochle_solver.errors import IllegalMoveError, IllegalPositionError
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand, Rank, Suit
from pinochle_solver.rules.partial_hands import EMPTY, PartialHand
from pinochle_solver.table.acts import Act, Ending
from pinochle_solver.table.auction import Auction, may_bid, opened, why_no_bid, why_not_call
from pinochle_solver.table.burial import every_choice, laid_by, why_not
from pinochle_solver.table.deals import TableDeal
from pinochle_solver.table.holdings import beyond, check_known, holds, joined, less
from pinochle_solver.table.melds import (
    EXCHANGE,
    TableMelds,
    in_order,
    is_lawful,
    layings,
    meld_points,
    melds_text,
    most_melds,
    shown_cards,
)
from pinochle_solver.table.money import has_four_aces
from pinochle_solver.table.moves import (
    CONCEDE,
    Bury,
    Call,
    Concede,
    Dix,
    Lay,
    PlayCard,
    TableMove,
)
from pinochle_solver.table.rules import TableRules
from pinochle_solver.table.scoring import HandFacts, HandResult, Outcome, scored
from pinochle_solver.table.seats import Seat, clockwise, left_of
from pinochle_solver.table.tricks import Trick, duty, legal_cards, winner_of
from pinochle_solver.table.under_way import HandUnderWay

_Thing = TypeVar("_Thing")


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TableHand(HandUnderWay):
    """A hand of a game without a stock, after some moves. `begun` gives it before the first move.

    Attributes:
        held: what is known of the cards each seat holds now, by `Seat`.
        widow: what is known of the widow's cards, before and after they are turned up.
        auction: the calls so far; None in a game without one, and if they are not known.
        bidder: who has won the auction; None before that, and if nobody has.
        contract: what the bidder has bid; None without a bidder.
        upcard: the card turned up as trump; None in other games.
        trump: the trump suit, once it is named or turned up.
        buried: what is known of the burial, once it is made.
        laid: what each seat has laid, by `Seat`; None: it has not had its turn yet.
        ending: why the hand is over; None: it is not over.

    The others are those of `HandUnderWay`.
    """

    held: tuple[PartialHand, ...]
    widow: PartialHand = EMPTY
    auction: Auction | None = None
    bidder: Seat | None = None
    contract: int | None = None
    upcard: Card | None = None
    trump: Suit | None = None
    buried: PartialHand = EMPTY
    laid: tuple[TableMelds | None, ...]
    ending: Ending | None = None

    # What everybody can see

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The cards that each seat is known to hold now, by `Seat`; all, if none are hidden."""
        return tuple(held.known for held in self.held)

    @property
    def order(self) -> tuple[Seat, ...]:
        """The seats in the order in which they lay melds, starting with the first leader."""
        return self.rules.lead_order(self.bidder, self.dealer)

    @property
    def exchanger(self) -> Seat | None:
        """Who has exchanged a nine for the upcard (`partnership`)."""
        return next((seat for seat in self.players if EXCHANGE in (self.laid[seat] or ())), None)

    @property
    def unseen(self) -> Hand:
        """The cards that lie nowhere for all that is known."""
        cards = less(self.rules.deck, joined(self.gone, self.buried.known))
        if self.act is Act.BID:
            cards = less(cards, self.widow.known)
        for held in self.held:
            cards = less(cards, held.known)
        return less(cards, Hand.of([*self.led, *(c for trick in self.tricks for c in trick.cards)]))

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
            return self.rules.whole_count - count.of(self.buried.known) - lost
        points = sum(count.of(trick.cards) for trick in self.tricks if trick.winner == seat)
        last = self.ending is Ending.PLAYED and self.tricks[-1].winner == seat
        return points + last * count.last_trick

    def most_melds(self, seat: Seat, cards: Hand) -> TableMelds:
        """The melds with the most points that a seat can lay from these cards before the play."""
        assert self.trump is not None
        return most_melds(cards, self.trump, self.dixes(seat, cards))

    def dixes(self, seat: Seat, cards: Hand) -> int | None:
        """How many nines of trumps a seat with these cards may lay; None: all of them.

        The nine that the dealer got for the upcard, or exchanged with himself, does not count.
        """
        if not self.rules.turned_trump:
            return None
        return cards.count(self._nine) - (self.exchanger is not None and seat is self.dealer)

    @property
    def asked_for_nine(self) -> tuple[Seat, ...]:
        """The seats that were asked so far for the nine of trumps, each of which had one."""
        if self.upcard is None or self.upcard.rank is Rank.NINE:
            return ()
        last = self.turn if self.act is Act.DIX else self.exchanger
        asked = self.order if last is None else self.order[: self.order.index(last) + 1]
        return tuple(seat for seat in asked if seat is last or self._had_nine(seat))

    def _had_nine(self, seat: Seat) -> bool:
        return self._nine in self.held[seat].known or self._nine in self.played_by(seat)

    @property
    def _nine(self) -> Card:
        assert self.trump is not None
        return Card(Rank.NINE, self.trump)

    def facts(self) -> HandFacts:
        """The facts of the hand that the scoring needs, as far as it has been played.

        It must be known who dealt.
        """
        assert self.dealer is not None
        return HandFacts(
            rules=self.rules,
            dealer=self.dealer,
            bidder=self.bidder,
            contract=self.contract,
            trump=self.trump,
            melds=tuple(melds or () for melds in self.laid),
            cards=tuple(map(self.cards_won, self.rules.table)),
            won=tuple(map(self.tricks_won, self.rules.table)),
            buried=self.rules.count.of(self.buried.known),
            is_led=bool(self.led),
            ending=self.ending,
            highest_bid=(self.auction.contract or 0) if self.auction else 0,
            four_aces=self.bidder is not None and has_four_aces(self._dealt_to(self.bidder)),
        )

    def _dealt_to(self, bidder: Seat) -> Hand:
        """The cards that the bidder was dealt, as far as they are known."""
        had = joined(self.held[bidder].known, joined(self.played_by(bidder), self.buried.known))
        return beyond(had, self.widow.known)

    def result(self, kitty: int = 0) -> HandResult:
        """What the hand comes to.

        Args:
            kitty: what is in the kitty before the hand, if there is one.

        Raises:
            ValueError: the hand is not over.
        """
        return scored(self.facts(), kitty)

    def with_hands(self, hands: Mapping[Seat, Hand]) -> TableHand:
        """The hand with all cards of these seats known; the others hold none."""
        held = tuple(PartialHand(hands.get(seat, NO_CARDS)) for seat in self.rules.table)
        return replace(self, held=held)

    # Moves

    @property
    def why_only_pass(self) -> str | None:
        """Why the seat on turn may only pass in the auction; None: it has another call, or move."""
        if self.act is not Act.BID or self.auction is None or self.turn is None:
            return None
        return why_no_bid(self.auction, self.hands[self.turn])

    def legal_moves(self) -> Iterator[TableMove]:
        """What the seat on turn may do, each once; nothing when the hand is over.

        Bids come lowest first, then the pass; cards come in canonical order. There are thousands of
        burials, each with every laying; `burial.laying_all` gives those that lay all melds.

        Raises:
            IllegalPositionError: naming the seat on turn, if some of its cards are hidden.
        """
        if self.turn is None:
            return iter(())
        check_known(self.held[self.turn].hidden, self.turn)
        return self._moves(self.held[self.turn].known, self.turn)

    def _moves(self, hand: Hand, seat: Seat) -> Iterator[TableMove]:
        if self.act is Act.BID:
            assert self.auction is not None
            yield from self.auction.legal_calls(may_bid(self.auction, hand))
        elif self.act is Act.BURY:
            yield from every_choice(hand, self.rules.widow)
            if self.rules.melds_win:
                yield CONCEDE
        elif self.act is Act.DIX:
            if self._nine in hand:
                yield Dix(True)
            yield Dix(False)
        elif self.act is Act.MELD:
            assert self.trump is not None
            lesser = layings(hand, self.trump, self.dixes(seat, hand))
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

    def is_asked_for(self, move: TableMove) -> bool:
        """Whether a move is of the kind that is to be decided."""
        if isinstance(move, Concede):
            return self.act is Act.BURY and self.rules.melds_win
        return self.turn is not None and isinstance(move, _KINDS[self.act])

    def why_illegal(self, move: TableMove) -> str | None:
        """What is wrong with a move, in a few words; None: it is legal.

        A seat with hidden cards may call anything that the auction allows, and play any card.
        """
        if self.turn is None:
            return "the hand is over"
        held, seat = self.held[self.turn], self.turn.text()
        hand = held.known
        if not self.is_asked_for(move):
            return f"{seat} has to {_TO_DO[self.act]}"
        if isinstance(move, Call):
            assert self.auction is not None
            is_able = held.hidden > 0 or may_bid(self.auction, hand)
            return why_not_call(self.auction, move, is_able)
        if isinstance(move, Bury):
            return why_not(move, hand, self.rules.widow)
        if isinstance(move, Dix):
            return None if self._nine in hand or not move.shown else f"{seat} has no {self._nine}"
        if isinstance(move, Lay):
            assert self.trump is not None
            can = move.melds is None or is_lawful(
                move.melds, hand, self.trump, self.dixes(self.turn, hand)
            )
            return None if can else f"{seat} has not these melds"
        if not isinstance(move, PlayCard) or held.hidden:
            return None
        if move.card not in hand:
            return f"{seat} has no such card"
        legal = self._legal_cards(hand)
        if move.card in legal:
            return None
        assert self.trump is not None
        cards = ", ".join(card.text() for card in legal)
        return f"{seat} {duty(move.card, legal, self.led, self.trump)}, and may play only {cards}"

    def after(self, move: TableMove) -> TableHand:
        """The hand after a move of the seat on turn.

        Anything that needs no decision follows at once: a seat with no nine to exchange or nothing
        to lay is not asked. A seat with hidden cards is asked, and lays hidden cards only where
        known ones do not do.

        Raises:
            IllegalMoveError: the move is not legal here; the token is its text.
            IllegalPositionError: for what does not follow: (``widow``) if a hidden widow would be
                turned up; (the seat on turn) if its cards must be known, or its melds be named.
        """
        if isinstance(move, Bury) and self._buries_unseen(move):
            return self._after_unseen_burial(move)
        hand = self._telling(move) if isinstance(move, (Bury, Lay)) else self
        fact = hand.why_illegal(move)
        if fact is not None:
            raise IllegalMoveError(move.text(), fact)
        if isinstance(move, Call):
            assert hand.auction is not None
            return hand.with_auction(hand.auction.after(move))
        if isinstance(move, Bury):
            return hand._after_burial(move)
        if isinstance(move, Dix):
            return hand._after_dix(move)
        if isinstance(move, Lay):
            return hand._after_melds(move)
        if isinstance(move, PlayCard):
            return hand._after_card(move.card)
        return hand.conceded()

    def _buries_unseen(self, choice: Bury) -> bool:
        """Whether a burial is that of a bidder with hidden cards, which names none."""
        if self.act is not Act.BURY or self.turn is None or choice.melds is None:
            return False
        return bool(self.rules.widow and self.held[self.turn].hidden and not len(choice.cards))

    def _after_unseen_burial(self, choice: Bury) -> TableHand:
        """The hand after trump and melds of a bidder whose cards, and so whose burial, are hidden.

        Of the widow, too, it is not known any more what he holds.
        """
        bidder = self.turn
        assert bidder is not None
        laid = in_order(choice.melds or (), choice.trump)
        held, shown = self.held[bidder], shown_cards(laid)
        lacking, kept = beyond(shown, held.known), len(held) - self.rules.widow
        if len(shown) > kept or len(lacking) > held.hidden or not holds(self.unseen, lacking):
            fact = f"{bidder.text()} cannot hold all these cards"
            raise IllegalMoveError(melds_text(laid), fact)
        hidden = PartialHand(NO_CARDS, self.rules.widow)
        hand = replace(
            self,
            buried=hidden,
            held=_with(self.held, bidder, PartialHand(shown, kept - len(shown))),
        )
        return hand._after_naming(choice.trump, laid)

    def _telling(self, move: Bury | Lay) -> TableHand:
        """The hand in which the cards are known that a move lays from hidden ones."""
        if self.turn is None or not self.is_asked_for(move):
            return self
        held, seat = self.held[self.turn], self.turn.text()
        if not held.hidden:
            return self
        if self.rules.widow and isinstance(move, Bury):
            fact = f"{held.hidden} hidden cards, what it buries is not known"
            raise IllegalPositionError(seat, fact)
        if move.melds is None:
            fact = f"{held.hidden} hidden cards, its melds must be named"
            raise IllegalPositionError(seat, fact)
        shown = shown_cards(move.melds)
        if self.exchanger is not None and self.turn is self.dealer and self._nine in shown:
            shown = shown.with_card(self._nine)  # the exchanged one does not count
        lacking = beyond(shown, held.known)
        if len(lacking) > held.hidden or not holds(self.unseen, lacking):
            raise IllegalMoveError(melds_text(move.melds), f"{seat} cannot hold all these cards")
        return replace(self, held=_with(self.held, self.turn, held.with_known(lacking)))

    def conceded(self) -> TableHand:
        """The hand given up by its bidder; it has an auction that is over, and no card is led."""
        return self._over(Ending.CONCEDED)

    def conceded_by_defenders(self) -> TableHand:
        """The hand given up by the others during the play: the bidder wins every trick left."""
        return self._over(Ending.DEFENDERS_CONCEDED)

    def given_up(self) -> TableHand:
        """The hand given up by its bidder: conceded before the first lead, and set after it."""
        return self._over(Ending.GIVEN_UP if self.tricks or self.led else Ending.CONCEDED)

    def settled(self, seat: Seat | None = None) -> Outcome | None:
        """Whether the contract is made, or cannot be made any more, whatever is still played.

        Only in games in which nothing but the contract counts. In others, and while it is open,
        None.

        Args:
            seat: by what this seat knows: only the bidder knows what is buried. None: by all that
                is known of the hand.
        """
        if not self.rules.melds_win or self.act is not Act.PLAY or self.contract is None:
            return None
        hand = self if seat in (None, self.bidder) else replace(self, buried=EMPTY)
        bidding = next(unit for unit in self.rules.units(self.dealer) if self.bidder in unit)
        if hand.facts().total(bidding) >= self.contract:
            return Outcome.MADE
        most = hand.conceded_by_defenders().facts().total(bidding)
        return None if most >= self.contract else Outcome.SET

    def without_nine(self) -> TableHand:
        """The hand in which the seat asked for a nine, whose cards are hidden, shows none.

        Whoever sees the hand then does not know whether it has one, and the next seat is asked.
        """
        assert self.turn is not None
        held = self.held[self.turn]
        unknown = PartialHand(held.known.without(self._nine), held.hidden + 1)
        return replace(self, held=_with(self.held, self.turn, unknown))._ask_dix(self.waiting)

    def with_auction(self, auction: Auction) -> TableHand:
        """The hand with another auction before its burial: the next call, or what it leads to."""
        held = self.held
        if self.bidder is not None:
            had = less(held[self.bidder].known, self.widow.known)
            held = _with(held, self.bidder, PartialHand(had, held[self.bidder].hidden))
        hand = replace(self, auction=auction, act=Act.BID, turn=auction.turn, held=held)
        bidder = auction.bidder
        if auction.turn is not None:
            return replace(hand, bidder=None, contract=None)
        hand = replace(hand, bidder=bidder, contract=auction.contract)
        if bidder is None:
            return hand._over(Ending.PASSED_OUT)
        if self.widow.hidden:
            raise IllegalPositionError("widow", "hidden, and it is turned up now")
        enlarged = PartialHand(joined(held[bidder].known, self.widow.known), held[bidder].hidden)
        return replace(hand, act=Act.BURY, turn=bidder, held=_with(held, bidder, enlarged))

    def _after_burial(self, choice: Bury) -> TableHand:
        bidder = self.bidder
        assert bidder is not None
        held = self.held[bidder]
        melds = laid_by(choice, held.known)
        kept = PartialHand(less(held.known, choice.cards), held.hidden)
        hand = replace(self, buried=PartialHand(choice.cards), held=_with(self.held, bidder, kept))
        return hand._after_naming(choice.trump, melds)

    def _after_naming(self, trump: Suit, melds: TableMelds) -> TableHand:
        """The hand once the bidder has named trump, buried, and laid melds."""
        bidder, contract = self.bidder, self.contract
        assert bidder is not None
        hand = replace(self, trump=trump, laid=_with(self.laid, bidder, melds))
        if self.rules.melds_win:
            assert contract is not None
            if meld_points(melds, self.rules.melds) >= contract:
                return hand._over(Ending.MADE_BY_MELDS)
        return hand._ask_melds(() if self.rules.only_bidder_melds else self.order[1:])

    def _ask_dix(self, seats: tuple[Seat, ...]) -> TableHand:
        """Ask the first of these seats that has or may have a nine of trumps, or go on to melds.

        Only who has one is asked, so that it is known there from then on.
        """
        is_unseen = any(self.held[seat].hidden for seat in seats) and self._nine in self.unseen
        holders = tuple(
            seat
            for seat in seats
            if self._nine in self.held[seat].known or (is_unseen and self.held[seat].hidden)
        )
        if not holders:
            return self._ask_melds(self.order)
        first = holders[0]
        held = self.held[first]
        if self._nine not in held.known:
            held = held.with_known((self._nine,))
        asked = _with(self.held, first, held)
        return replace(self, act=Act.DIX, turn=first, waiting=holders[1:], held=asked)

    def _after_dix(self, dix: Dix) -> TableHand:
        seat, dealer, upcard = self.turn, self.dealer, self.upcard
        assert seat is not None
        assert dealer is not None
        assert upcard is not None
        if not dix.shown:
            return self._ask_dix(self.waiting)
        held = self.held
        for holder, gets, gives in ((seat, upcard, self._nine), (dealer, self._nine, upcard)):
            held = _with(held, holder, held[holder].with_card(gets).without(gives))
        exchanged = replace(self, held=held, laid=_with(self.laid, seat, (EXCHANGE,)))
        return exchanged._ask_dix(())

    def _ask_melds(self, seats: tuple[Seat, ...]) -> TableHand:
        """Let the first of these seats with something to lay do so; those before it lay nothing.

        A seat with hidden cards may have something to lay.
        """
        laid = self.laid
        for place, seat in enumerate(seats):
            held = self.held[seat]
            if held.hidden or self.most_melds(seat, held.known):
                waiting = seats[place + 1 :]
                return replace(self, act=Act.MELD, turn=seat, waiting=waiting, laid=laid)
            laid = _with(laid, seat, laid[seat] or ())
        first = self.order[0]
        return replace(self, act=Act.PLAY, turn=first, leader=first, waiting=(), laid=laid)

    def _after_melds(self, lay: Lay) -> TableHand:
        seat, trump = self.turn, self.trump
        assert seat is not None
        assert trump is not None
        melds = lay.melds
        if melds is None:
            melds = self.most_melds(seat, self.held[seat].known)
        melds = in_order((*(self.laid[seat] or ()), *melds), trump)
        return replace(self, laid=_with(self.laid, seat, melds))._ask_melds(self.waiting)

    def _after_card(self, card: Card) -> TableHand:
        seat, leader, trump = self.turn, self.leader, self.trump
        assert seat is not None
        assert leader is not None
        assert trump is not None
        led = (*self.led, card)
        held = _with(self.held, seat, self.held[seat].without(card))
        if len(led) < len(self.players):
            return replace(self, held=held, turn=left_of(self.players, seat), led=led)
        winner = clockwise(self.players, leader)[winner_of(led, trump)]
        tricks = (*self.tricks, Trick(leader, led, winner))
        hand = replace(self, held=held, tricks=tricks, leader=winner, led=(), turn=winner)
        return hand if len(held[winner]) else hand._over(Ending.PLAYED)

    def _over(self, ending: Ending) -> TableHand:
        leader = self.leader if self.led else None
        return replace(self, act=Act.OVER, turn=None, leader=leader, ending=ending, waiting=())

    def __repr__(self) -> str:
        words = [self.rules.name, *self.rules.options, self.act.value]
        if self.turn is not None:
            words.append(self.turn.text())
        return f"<TableHand {' '.join(words)}>"


_KINDS: dict[Act, type | tuple[type, ...]] = {
    Act.BID: Call,
    Act.BURY: (Bury, Concede),
    Act.DIX: Dix,
    Act.MELD: Lay,
    Act.PLAY: PlayCard,
}
_TO_DO = {
    Act.BID: "call",
    Act.BURY: "name trump",
    Act.DIX: "meld a dix or pass",
    Act.MELD: "meld",
    Act.PLAY: "play a card",
}


def begun(deal: TableDeal) -> TableHand:
    """The hand before its first decision; its rules must have no stock."""
    held, widow = tuple(map(PartialHand, deal.hands)), PartialHand(deal.widow)
    return replace(begun_seen(deal.rules, deal.dealer, held, widow, deal.upcard), dealt=deal)


def begun_seen(
    rules: TableRules,
    dealer: Seat,
    held: tuple[PartialHand, ...],
    widow: PartialHand,
    upcard: Card | None,
) -> TableHand:
    """The hand before its first decision, of which some cards may be hidden.

    Args:
        rules: the rulebook with its options; it has no stock.
        dealer: who dealt.
        held: what is known of the cards of each seat at the table, by `Seat`.
        widow: what is known of the widow.
        upcard: the card turned up, if there is one.
    """
    auction = None if rules.auction is None else opened(rules, dealer)
    hand = TableHand(
        rules=rules,
        dealer=dealer,
        act=Act.DIX if auction is None else Act.BID,
        turn=None if auction is None else auction.turn,
        held=held,
        widow=widow,
        auction=auction,
        upcard=upcard,
        trump=None if upcard is None else upcard.suit,
        laid=(None,) * len(rules.table),
    )
    if upcard is None:
        return hand
    return hand._ask_dix(() if upcard.rank is Rank.NINE else hand.order)


def _with(things: tuple[_Thing, ...], seat: Seat, thing: _Thing) -> tuple[_Thing, ...]:
    """The same things by seat, with one of them replaced."""
    return (*things[:seat], thing, *things[seat + 1 :])
