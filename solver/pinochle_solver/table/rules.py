"""What a rulebook for three or four decides (RULES-TABLE.md, sections 1 to 8 and 10).

All differences between the games are fields here: no code branches on a rulebook's name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache

from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Rulebook
from pinochle_solver.table.seats import Seat, clockwise

_SEATS = tuple(Seat)
RANKS = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE)


class Obligation(Enum):
    """What may be played by a seat that does not lead (section 5, the columns of its table)."""

    MACDOUGALL = "macdougall"
    TOPALL = "topall"
    HAYES = "hayes"


class Tie(Enum):
    """What follows from equal scores when several have reached the target (section 7).

    That the bidding side wins is only for games of two sides, one of which is the bidding side.
    """

    BIDDER_WINS = "the bidding side wins"
    ANOTHER_HAND = "another hand"
    TARGET_RISES = "the target rises"


class Renege(Enum):
    """What follows from a renege (section 10; for games with a stock RULES.md, section 7)."""

    HAND_ENDS = "play stops: the contract is set, or made"
    TRICKS_LOST = "that trick and all later ones go to the other side"
    STOCK_GAME = "as with two hands"


@dataclass(frozen=True, slots=True)
class Packet:
    """A round of the deal: cards to each seat, then cards to the widow."""

    each: int
    widow: int = 0


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """The rules of bidding (section 3).

    Attributes:
        lowest, highest: the lowest and the highest bid; all bids are multiples of 10.
        dealer_first: whether the dealer calls first, not the seat at his left.
        calls_once: whether every seat has only one call.
        passes_final: whether a seat that has passed is not asked again.
        needs_marriage: whether only a seat with a king and queen of a suit may bid.
        forced: the least bid of the last seat if all others have passed and nobody has bid. If a
            marriage is needed and the seat has none, it is the only bid. None: the seat may pass.
        forced_reopens: whether all seats are asked again after that bid.
        redeal_by_same: whether the same dealer deals after a hand passed out.
    """

    lowest: int
    highest: int
    dealer_first: bool = False
    calls_once: bool = False
    passes_final: bool = True
    needs_marriage: bool = False
    forced: int | None = None
    forced_reopens: bool = False
    redeal_by_same: bool = False


@dataclass(frozen=True, slots=True)
class MoneyRules:
    """What a hand for stakes pays (section 6, `auction`).

    Attributes:
        bases: pairs of the lowest contract of a bracket and the bracket's base in cents, in order.
            Below the first bracket the base is a tenth of the contract.
        factors: how many times the base is paid, by suit, S H D C.
        in_points: whether the base is the contract itself (option `points`).
        kitty: whether there is a kitty.
        half_kitty: whether contracts of 350 to 390 are for half of the kitty.
        aces: whether being dealt four aces is paid for.
    """

    bases: tuple[tuple[int, int], ...]
    factors: tuple[int, int, int, int] = (2, 1, 1, 1)
    in_points: bool = False
    kitty: bool = False
    half_kitty: bool = False
    aces: bool = False

    @property
    def unit(self) -> str:
        """The unit of payment."""
        return "point" if self.in_points else "cent"


@dataclass(frozen=True, slots=True)
class CheckRules:
    """What is paid in checks besides the score (section 6, `check` and `check-original`).

    Attributes:
        contract: the checks for contracts of 200 to 240, 250 to 290, ...; each bracket from the
            last one on adds `further`.
        further: see `contract`.
        run, aces, pinochle: the checks for one in a hand, and for two.
        run_and_aces: the checks for one run and one set of aces in a hand.
        four: the checks for each set of kings, queens or jacks.
        round_house: the checks for the king and queen of every suit.
        all_tricks: the checks for winning all tricks of the hand.
        game: the checks for winning the game.
        game_at_zero: the extra checks for the game if the losers stand at 0 or less.
    """

    contract: tuple[int, ...]
    further: int
    run: tuple[int, int]
    aces: tuple[int, int]
    run_and_aces: int
    four: int
    round_house: int
    pinochle: tuple[int, int]
    all_tricks: int
    game: int
    game_at_zero: int = 0


@dataclass(frozen=True, slots=True)
class EndRules:
    """When a game is won (section 7).

    Attributes:
        bidder_first: whether the bidding side wins if it has reached the target, even with the
            lower score.
        tie: what follows from equal highest scores.
        target_step: by how much the target rises, if it does.
        floor: whether a score of minus the first target, or less, also ends the game.
    """

    bidder_first: bool = False
    tie: Tie = Tie.ANOTHER_HAND
    target_step: int = 0
    floor: bool = False


@dataclass(frozen=True, slots=True)
class AgreedStakes:
    """What is paid if the players agree on stakes (section 7), in cents or in stakes of 1.

    Attributes:
        game: what each loser of a game pays.
        hand: what the other side pays for a contract made, and gets for a contract set.
        in_cents: whether these amounts are cents.
    """

    game: int = 1
    hand: int = 0
    in_cents: bool = False


@dataclass(frozen=True, slots=True)
class StockRules:
    """The stock, and how cards are drawn and melded (section 8).

    Attributes:
        cards: the number of cards in the stock, including the upcard.
        book: the two-handed rulebook for drawing and melding.
        dixes_before_lead: whether the seats are asked for a dix before the first lead.
    """

    cards: int
    book: Rulebook
    dixes_before_lead: bool = False


@dataclass(frozen=True, slots=True, repr=False)
class TableRules:
    """One game for three or four with its options applied.

    Attributes:
        name: the name of the rulebook.
        title: the game in words.
        seats: how many play a hand, 3 or 4.
        packets: how the cards are dealt, from the dealer's left.
        count: what cards and the last trick count.
        obligation: what may be played.
        target: the score that ends a game; None: every hand is paid for by itself.
        partners: whether south and north play against west and east.
        copies: the number of identical copies of each card.
        out_dealer: whether one more player sits at the table, and the dealer gets no cards.
        auction: the rules of bidding; None: there is no auction.
        turned_trump: whether the dealer's last card is turned up as trump.
        only_bidder_melds: whether only the bidder melds.
        melds_win: whether the hand ends if melds alone reach the contract, and whether the bidder
            may concede.
        melds_need_trick: whether the bidding side's melds, like the others', count only with a
            trick.
        money, checks: what is paid, in money and in checks, in games that pay.
        end: how a game ends; None: every hand ends it.
        stakes: what a game is played for if stakes are agreed on.
        renege: what follows from a renege.
        stock: the rules of the stock; None: there is no stock.
        known_options: the options there are; `force` and `noforce` stand for themselves.
        options: the chosen options, in that order.
        pages_missing: whether the rules replace pages missing from the source: (p67).
    """

    name: str
    title: str
    seats: int
    packets: tuple[Packet, ...]
    count: CardCount
    obligation: Obligation
    target: int | None = None
    partners: bool = False
    copies: int = 2
    out_dealer: bool = False
    auction: AuctionRules | None = None
    turned_trump: bool = False
    only_bidder_melds: bool = False
    melds_win: bool = False
    melds_need_trick: bool = False
    money: MoneyRules | None = None
    checks: CheckRules | None = None
    end: EndRules | None = None
    stakes: AgreedStakes = AgreedStakes()
    renege: Renege = Renege.HAND_ENDS
    stock: StockRules | None = None
    known_options: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    pages_missing: bool = False

    @property
    def hand(self) -> int:
        """The cards dealt to each seat."""
        return sum(packet.each for packet in self.packets)

    @property
    def widow(self) -> int:
        """The cards dealt to the widow."""
        return sum(packet.widow for packet in self.packets)

    @property
    def table(self) -> tuple[Seat, ...]:
        """The seats at the table, including one that is out."""
        return _SEATS[: self.seats + self.out_dealer]

    def players(self, dealer: Seat | None) -> tuple[Seat, ...]:
        """The seats that play a hand, from south on; an out dealer, if given, is left out."""
        return _others(self.table, dealer) if self.out_dealer else self.table

    def units(self, dealer: Seat | None) -> tuple[tuple[Seat, ...], ...]:
        """Who scores together: the seats that play, each alone or as partners."""
        if self.partners:
            return (Seat.SOUTH, Seat.NORTH), (Seat.WEST, Seat.EAST)
        return tuple((seat,) for seat in self.players(dealer))

    @property
    def score_units(self) -> tuple[tuple[Seat, ...], ...]:
        """Who has a score: the sides, or the seats at the table, including one that is out."""
        return self.units(None)

    def from_left_of(self, dealer: Seat) -> tuple[Seat, ...]:
        """The seats that play a hand, clockwise from the dealer's left, the dealer last."""
        players = clockwise(self.players(dealer), dealer)
        return (*players[1:], dealer) if dealer in players else players

    @property
    def deck(self) -> Hand:
        """All cards of the game."""
        return _deck(self.copies)

    @property
    def whole_count(self) -> int:
        """What all cards and the last trick count: 250 with two copies of each card."""
        return self.count.of(self.deck) + self.count.last_trick

    def __repr__(self) -> str:
        return f"<TableRules {' '.join((self.name, *self.options))}>"


@cache
def _others(seats: tuple[Seat, ...], seat: Seat | None) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


@cache
def _deck(copies: int) -> Hand:
    return Hand.of(Card(rank, suit) for suit in Suit for rank in RANKS for _ in range(copies))
