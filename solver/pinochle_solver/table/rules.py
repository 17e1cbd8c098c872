"""What a rulebook for three or four decides (RULES-TABLE.md, sections 1 to 8 and 10).

All differences between the games are fields here: no code branches on a rulebook's name. A new
field is at once a key of the files in which users write their own rulebooks (docs/RULEBOOKS.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cache

from pinochle_solver.errors import RulesError
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.decks import PINOCHLE_DECK
from pinochle_solver.rules.field_checks import check_name, check_number, check_type
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.rules import MOST_POINTS, GameRules, Rulebook
from pinochle_solver.table.melds import MELD_VALUES, MeldValues
from pinochle_solver.table.seats import Seat, clockwise

_SEATS = tuple(Seat)
STEP = 10
"""All bids are multiples of this."""
HIGHEST_BID = 9990
MOST_IN_PLAY = 64
"""Cards in all hands together, the widow included: as many as can be solved."""
FIRST_CHECKS = 200
"""Checks are paid for contracts from this one on."""
RANKS = (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE)
_MOST_FACTOR = 99
_MOST_MELD = 10_000
_MOST_COPIES = 4
_MOST_STOCK = _MOST_COPIES * len(Suit) * len(RANKS)
_NINE_OF_SPADES = Card(Rank.NINE, Suit.SPADES)
_CHECKS = ("further", "run_and_aces", "four", "roundhouse", "all_tricks", "game", "game_at_zero")
# Rules of a two-handed rulebook that the referee of three and four does not know.
_FOR_TWO_ONLY = (
    "melds_after_last_stock_trick",
    "dix_turns",
    "dix_by_exchange",
    "upcard_to_winner",
    "glups",
    "dealer_lift",
    "dealer_lift_and_dix",
    "held_dix",
    "played_dix",
)


def _check_numbers(what: str, value: object, names: tuple[str, ...], most: int) -> None:
    for name in names:
        check_number(what, "", name, getattr(value, name), 0, most)


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
    TRICKS_LOST = "that trick and all later ones go to the opponents"
    STOCK_GAME = "as with two hands"


@dataclass(frozen=True, slots=True)
class Packet:
    """A round of the deal: cards to each seat, then cards to the widow."""

    each: int
    widow: int = 0

    def __post_init__(self) -> None:
        _check_numbers("Packet", self, ("each", "widow"), MOST_IN_PLAY)


@dataclass(frozen=True, slots=True)
class AuctionRules:
    """The rules of bidding (section 3).

    Raises:
        ValueError: for a bid that is not a multiple of 10 from 10 to 9990 or is above the highest,
            for a forced bid that reopens the auction if no bid is forced, and for a marriage that
            only the dealer needs.

    Attributes:
        lowest, highest: the lowest and the highest bid; all bids are multiples of 10.
        dealer_first: whether the dealer calls first, not the seat at his left.
        calls_once: whether every seat has only one call.
        passes_final: whether a seat that has passed is not asked again.
        needs_marriage: whether only a seat with a king and queen of a suit may bid. The dealer may
            bid without them, unless all others have passed at first and he was forced to.
        dealer_needs_marriage: whether the dealer needs them as the others do.
        forced: the least bid of the last seat if all others have passed and nobody has bid. If a
            marriage is needed and the seat has none, it is the only bid. None: the seat may pass.
        forced_reopens: whether all seats are asked again after that bid.
        redeal_by_same: whether the same dealer deals after a hand passed out.
        bars_out_of_turn: whether a bid out of turn bars the partner from bidding, and a pass out of
            turn the seat itself.
    """

    lowest: int
    highest: int
    dealer_first: bool = False
    calls_once: bool = False
    passes_final: bool = True
    needs_marriage: bool = False
    dealer_needs_marriage: bool = False
    forced: int | None = None
    forced_reopens: bool = False
    redeal_by_same: bool = False
    bars_out_of_turn: bool = False

    def __post_init__(self) -> None:
        for name in ("lowest", "highest", "forced"):
            bid = getattr(self, name)
            if bid is None and name == "forced":
                continue
            check_number("AuctionRules", "", name, bid, STEP, HIGHEST_BID)
            if bid % STEP:
                raise RulesError("AuctionRules", "", name, f"{bid}, expected a multiple of 10")
            if bid > self.highest:
                fact = f"{bid}, but the highest bid is {self.highest}"
                raise RulesError("AuctionRules", "", name, fact)
        if self.forced is None and self.forced_reopens:
            raise RulesError("AuctionRules", "", "forced_reopens", "nobody is forced to bid")
        if self.dealer_needs_marriage and not self.needs_marriage:
            fact = "true, but the others need none"
            raise RulesError("AuctionRules", "", "dealer_needs_marriage", fact)


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

    def __post_init__(self) -> None:
        contracts = [contract for contract, _ in self.bases]
        if contracts != sorted(set(contracts)):
            fact = "the contracts must rise from bracket to bracket"
            raise RulesError("MoneyRules", "", "bases", fact)
        for name, numbers, most in (
            ("bases", [number for base in self.bases for number in base], MOST_POINTS),
            ("factors", self.factors, _MOST_FACTOR),
        ):
            for number in numbers:
                check_number("MoneyRules", "", name, number, 0, most)
        if len(self.factors) != len(Suit):
            fact = f"{len(self.factors)} numbers, expected one for each suit, S H D C"
            raise RulesError("MoneyRules", "", "factors", fact)

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
        roundhouse: the checks for the king and queen of every suit.
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
    roundhouse: int
    pinochle: tuple[int, int]
    all_tricks: int
    game: int
    game_at_zero: int = 0

    def __post_init__(self) -> None:
        if not self.contract:
            raise RulesError("CheckRules", "", "contract", "empty, expected checks for contracts")
        for name in ("contract", "run", "aces", "pinochle"):
            for number in getattr(self, name):
                check_number("CheckRules", "", name, number, 0, MOST_POINTS)
        _check_numbers("CheckRules", self, _CHECKS, MOST_POINTS)


@dataclass(frozen=True, slots=True)
class EndRules:
    """When a game is won (section 7).

    Attributes:
        bidder_first: whether the bidding side wins if it has reached the target, even with the
            lower score.
        tie: what follows from equal highest scores.
        target_step: by how much the target rises, if it does.
        floor: whether a score of minus the first target, or less, also ends the game.
        must_bid: whether only the bidding side can win, in a hand whose contract it has made. By
            the floor anybody can.
    """

    bidder_first: bool = False
    tie: Tie = Tie.ANOTHER_HAND
    target_step: int = 0
    floor: bool = False
    must_bid: bool = False

    def __post_init__(self) -> None:
        check_number("EndRules", "", "target_step", self.target_step, 0, MOST_POINTS)
        if self.tie is Tie.TARGET_RISES and not self.target_step:
            raise RulesError("EndRules", "", "target_step", "0, but after a tie the target rises")


@dataclass(frozen=True, slots=True)
class AgreedStakes:
    """What is paid by agreement (section 7).

    Attributes:
        game: what each loser of a game pays, if stakes are agreed on.
        hand: what the other side then pays for a contract made, and gets for a contract set.
        in_cents: whether these amounts are cents; else they are stakes of 1.
        bonus: what each loser pays, in points, besides the difference of the scores.
    """

    game: int = 1
    hand: int = 0
    in_cents: bool = False
    bonus: int = 0

    def __post_init__(self) -> None:
        _check_numbers("AgreedStakes", self, ("game", "hand", "bonus"), MOST_POINTS)


@dataclass(frozen=True, slots=True)
class StockRules:
    """The stock, and how cards are drawn and melded (section 8).

    Attributes:
        cards: the number of cards in the stock, including the upcard.
        book: the two-handed rulebook for drawing and melding. Its count, its target and what it
            lets a player play do not matter.
        dixes_before_lead: whether the seats are asked for a dix before the first lead.

    Raises:
        ValueError: for a rulebook whose rules of drawing and melding are for two only.
    """

    cards: int
    book: Rulebook
    dixes_before_lead: bool = False

    def __post_init__(self) -> None:
        check_number("StockRules", "", "cards", self.cards, 1, _MOST_STOCK)
        check_type("StockRules", "", self.book, Rulebook)
        for name in _FOR_TWO_ONLY:
            if getattr(self.book, name):
                fact = f"{name.replace('_', '-')} is for the two-handed game only"
                raise RulesError("StockRules", "", "book", f"in {self.book.name} {fact}")
        if self.book.deck != PINOCHLE_DECK:
            fact = f"{self.book.name} has another deck than the pinochle deck"
            raise RulesError("StockRules", "", "book", fact)
        if self.book.meld(DIX) is None or dix_card(self.book, Suit.SPADES) != _NINE_OF_SPADES:
            fact = f"in {self.book.name} the nine of trumps is no dix"
            raise RulesError("StockRules", "", "book", fact)
        if self.book.draws_before_melding == self.book.dix_by_loser:
            fact = "needs either draws-before-melding or dix-by-loser, and not both"
            raise RulesError("StockRules", "", "book", f"{self.book.name} {fact}")
        for name, is_asked in (
            ("dixes_before_lead", self.dixes_before_lead and not self.book.dix_by_loser),
            ("book", self.book.dix_is_a_meld and self.book.dix_by_loser),
        ):
            if is_asked:
                fact = "a dix that only the winner of a trick melds"
                raise RulesError("StockRules", "", name, f"{self.book.name} has {fact}")


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
        stakes: what is paid by agreement.
        renege: what follows from a renege.
        exposed_is_played: whether any exposed card must be played at the first chance, unless the
            opponents name a lead. Otherwise the bidder may demand or forbid an opponent's card that
            was shown during the auction.
        stock: the rules of the stock; None: there is no stock.
        known_options: the options there are; `force` and `noforce` stand for themselves.
        options: the chosen options, in that order.
        pages_missing: whether the rules replace pages missing from the source: (p67).
        melds: the points for melds that are laid all at once; with a stock `StockRules.book` says.
        without_options: the rulebook to which options, a count or a target were added; None: this
            is it.

    Raises:
        ValueError: for rules that do not go together; the field is the one to change, such as
            ``auction.lowest``.
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
    exposed_is_played: bool = False
    stock: StockRules | None = None
    known_options: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    pages_missing: bool = False
    melds: MeldValues = MELD_VALUES
    without_options: TableRules | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        check_name("TableRules", self.name)
        check_number("TableRules", self.name, "seats", self.seats, 3, len(Seat))
        check_number("TableRules", self.name, "copies", self.copies, 1, _MOST_COPIES)
        check_type("TableRules", self.name, self.count, CardCount)
        if self.target is not None:
            check_number("TableRules", self.name, "target", self.target, 1, MOST_POINTS)
        for field_name, fact in (
            *_wrong_deal(self),
            *_wrong_bidding(self),
            *_wrong_payments(self),
            *_wrong_end(self),
        ):
            raise RulesError("TableRules", self.name, field_name, fact)

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

    def lead_order(self, bidder: Seat | None, dealer: Seat | None) -> tuple[Seat, ...]:
        """The seats that play, clockwise from the one that leads to the first trick.

        In this order they lay melds, too. Without an auction the dealer tells it; it is empty if
        nothing does.
        """
        if bidder is not None:
            return clockwise(self.players(dealer), bidder)
        if dealer is not None and self.auction is None:
            return self.from_left_of(dealer)
        return ()

    def melds_count(self, *, is_bidding: bool, has_trick: bool) -> bool:
        """Whether the melds of a side count: by a trick or, for the bidding side, by the burial."""
        return has_trick or (is_bidding and not self.melds_need_trick)

    @property
    def game(self) -> GameRules:
        """The objective besides the target: of games with a stock as the two-handed one."""
        return GameRules() if self.stock is None else self.stock.book.game

    @property
    def deck(self) -> Hand:
        """All cards of the game."""
        return _deck(self.copies)

    @property
    def whole_count(self) -> int:
        """The points of all cards and the last trick: 250 with two copies of each card."""
        return self.count.of(self.deck) + self.count.last_trick

    def __repr__(self) -> str:
        return f"<TableRules {' '.join((self.name, *self.options))}>"


@cache
def _others(seats: tuple[Seat, ...], seat: Seat | None) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat)


@cache
def _deck(copies: int) -> Hand:
    return Hand.of(Card(rank, suit) for suit in Suit for rank in RANKS for _ in range(copies))


# What does not go together

_Wrong = Iterator[tuple[str, str]]
"""Fields with a wrong value, and why it is wrong."""


def _wrong_deal(rules: TableRules) -> _Wrong:
    cards, in_hands = len(rules.deck), rules.seats * rules.hand
    in_play = in_hands + rules.widow
    drawn = 0 if rules.stock is None else rules.stock.cards
    if not rules.hand:
        yield "packets", "no cards are dealt to the seats"
    if in_play > MOST_IN_PLAY:
        yield "packets", f"{in_play} cards are dealt, at most {MOST_IN_PLAY} can be"
    if in_play + drawn != cards:
        where = f", {drawn} in the stock" if rules.stock else ""
        fact = f"{rules.seats} hands of {rules.hand}, {rules.widow} in the widow{where}"
        yield "packets", f"{fact}: {in_play + drawn} cards, the deck has {cards}"
    if rules.partners and rules.seats != len(Seat):
        yield "partners", f"true, but {rules.seats} play"
    if rules.out_dealer and rules.seats == len(Seat):
        yield "out_dealer", "true, but four play"
    if rules.stock is None:
        if (rules.auction is None) != rules.turned_trump:
            how = "neither bid nor turned up" if rules.auction is None else "both bid and turned up"
            yield "turned_trump", f"trump is {how}"
        if rules.turned_trump and rules.widow:
            yield "packets", "a widow, but nobody bids for it"
        run, marriage = rules.melds.run, rules.melds.royal_marriage
        if run < marriage:
            yield "melds.run", f"{run}, less than the royal marriage in it ({marriage})"
        for each in fields(rules.melds):
            points = getattr(rules.melds, each.name)
            check_number("TableRules", rules.name, f"melds.{each.name}", points, 0, _MOST_MELD)
        return
    if drawn % rules.seats:
        yield "stock.cards", f"{drawn}, {rules.seats} seats cannot draw the same number of them"
    for name, is_there in (
        ("auction", rules.auction is not None),
        ("turned_trump", rules.turned_trump),
        ("packets", bool(rules.widow)),
        ("partners", rules.partners),
        ("out_dealer", rules.out_dealer),
    ):
        if is_there:
            yield name, "not together with a stock"
    if rules.melds != MELD_VALUES:
        yield "melds", "with a stock the points for melds are keys of stock.book.melds"


def _wrong_bidding(rules: TableRules) -> _Wrong:
    if rules.auction is None:
        for name in ("only_bidder_melds", "melds_win", "melds_need_trick"):
            if getattr(rules, name):
                yield name, "true, but nobody bids"
    elif rules.auction.bars_out_of_turn and not rules.partners:
        yield "auction.bars_out_of_turn", "true, but nobody has a partner"
    if rules.melds_win and rules.money is None:
        yield "melds_win", "true, but only a contract for money can be conceded"
    if rules.renege is Renege.STOCK_GAME and rules.stock is None:
        yield "renege", "stock game, but there is no stock"
    if rules.renege is not Renege.STOCK_GAME and rules.stock is not None:
        yield "renege", "with a stock only a stock game"
    if rules.renege is Renege.TRICKS_LOST and not rules.partners:
        yield "renege", "the opponents get the tricks, but nobody has a partner"


def _wrong_payments(rules: TableRules) -> _Wrong:
    for name in ("money", "checks"):
        if getattr(rules, name) is not None and rules.auction is None:
            yield name, "paid for contracts, but nobody bids"
    if rules.money is not None:
        if rules.partners:
            yield "money", "paid by each to each, but there are partners"
        if rules.target is not None:
            yield "target", f"{rules.target}, but each hand is paid in money"
    if rules.checks is not None and rules.auction is not None:
        if not rules.partners:
            yield "checks", "paid to sides, but nobody has a partner"
        if rules.copies > 2:
            yield "copies", f"{rules.copies}, checks are paid for melds of two copies"
        if rules.auction.lowest < FIRST_CHECKS:
            fact = f"{rules.auction.lowest}, checks are paid for contracts from {FIRST_CHECKS} on"
            yield "auction.lowest", fact
        if rules.target is None:
            yield "target", "missing, checks are paid for a game"


def _wrong_end(rules: TableRules) -> _Wrong:
    if (rules.target is None) != (rules.end is None):
        yield "target" if rules.target is None else "end", "missing, target and end need each other"
    if rules.end is None:
        return
    for name in ("bidder_first", "must_bid"):
        if getattr(rules.end, name) and rules.auction is None:
            yield f"end.{name}", "true, but nobody bids"
    if rules.end.tie is Tie.BIDDER_WINS and not (rules.partners and rules.auction):
        yield "end.tie", f"{Tie.BIDDER_WINS.value}, but there are not two sides of which one bids"
