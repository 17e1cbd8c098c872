"""Decks, counts and rulebooks: the rules as frozen values.

Everything else in the package asks a `Rulebook` what holds; nothing branches on its name. The
published ones are in `rulebooks`; a user can make his own from Python and put it in a position.

The parameters and their sources are RULES.md sections 3 (obligations), 4 (melds), 5 (card points)
and 6 (the game).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache
from math import gcd
from operator import mul
from typing import NamedTuple

from pinochle_solver.errors import NotationError, RulesError, quoted
from pinochle_solver.rules.cards import Card, Hand, Rank, Suit

MOST_POINTS = 999_999
MOST_HELD = 32
MOST_MELD_POINTS = 10_000

GLUP_RANKS = (Rank.ACE, Rank.TEN, Rank.KING)
"""A glup with one of these counts one more."""


class Seat(IntEnum):
    """The two seats; they keep their names whoever looks at the hand."""

    SOUTH = 0
    NORTH = 1

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat(1 - self)

    def text(self) -> str:
        """``south`` or ``north``."""
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read ``south`` or ``north``, or its first letter, in either case.

        Raises `NotationError` for anything else.
        """
        for seat in cls:
            if text.lower() in (seat.text(), seat.text()[0]):
                return seat
        raise NotationError("seat", f"unknown seat {quoted(text)} (south or north)")


class Points(NamedTuple):
    """Points of both seats, always south first."""

    south: int
    north: int

    @classmethod
    def of(cls, seat: Seat, own: int, others: int) -> Points:
        """`own` points for `seat` and `others` for the other one."""
        return cls(own, others) if seat is Seat.SOUTH else cls(others, own)

    def text(self) -> str:
        """``55/15``, south first."""
        return f"{self.south}/{self.north}"


def _check_name(what: str, name: str) -> None:
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", name):
        fact = "a name is lower-case letters, digits and hyphens"
        raise RulesError(what, name, "name", fact)


def _check_number(what: str, name: str, field: str, number: int, low: int, high: int) -> None:
    if type(number) is not int or not low <= number <= high:
        fact = f"{field} is {number!r}, expected an int from {low} to {high}"
        raise RulesError(what, name, field, fact)


def _check_type(what: str, name: str, value: object, kind: type) -> None:
    if not isinstance(value, kind):
        raise TypeError(f"{what} {name!r}: {value!r} is no {kind.__name__}")


@dataclass(frozen=True, slots=True, repr=False)
class Deck:
    """The cards of a game and how they are dealt.

    Attributes:
        name: a short printable name for messages.
        ranks: the ranks in it, high to low.
        copies: identical copies of each card.
        hand: cards dealt to each seat, also the size of a playoff hand; at most 32.
        stock: face-down cards after the deal, the upcard not counted.
        suits: the suits in it.
        upcard: whether one more card is turned up; it is among the last two to be drawn.
        own_piles: whether each seat draws from a pile of its own; with an upcard the card under it
            is in neither.

    Raises:
        ValueError: for ranks, suits or numbers that make no deck.
    """

    name: str
    ranks: tuple[Rank, ...]
    copies: int
    hand: int
    stock: int
    suits: tuple[Suit, ...] = tuple(Suit)
    upcard: bool = False
    own_piles: bool = False

    def __post_init__(self) -> None:
        if not self.name.isprintable():
            fact = "the name has characters that cannot be shown"
            raise RulesError("Deck", self.name, "name", fact)
        object.__setattr__(self, "ranks", tuple(map(Rank, self.ranks)))
        object.__setattr__(self, "suits", tuple(map(Suit, self.suits)))
        if tuple(sorted(set(self.ranks), reverse=True)) != self.ranks or not self.ranks:
            fact = "ranks must be distinct and go high to low"
            raise RulesError("Deck", self.name, "ranks", fact)
        if tuple(sorted(set(self.suits))) != self.suits or not self.suits:
            fact = "suits must be distinct, in the order S H D C"
            raise RulesError("Deck", self.name, "suits", fact)
        _check_number("Deck", self.name, "copies", self.copies, 1, 4)
        _check_number("Deck", self.name, "hand", self.hand, 1, MOST_HELD)
        _check_number("Deck", self.name, "stock", self.stock, 0, self.size)
        _check_type("Deck", self.name, self.upcard, bool)
        _check_type("Deck", self.name, self.own_piles, bool)
        if 2 * self.hand + self.draws > self.size:
            fact = f"cannot deal {self.hand} each from {self.size}"
            raise RulesError("Deck", self.name, "hand", fact)

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.ranks) * len(self.suits) * self.copies

    @property
    def draws(self) -> int:
        """The cards to be drawn: the face-down stock and the upcard."""
        return self.stock + self.upcard

    @property
    def stock_tricks(self) -> int:
        """The tricks after which both draw."""
        return self.draws // 2

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and card.rank in self.ranks and card.suit in self.suits

    def cards(self) -> Hand:
        """All cards of the deck."""
        return _cards_of(self)

    def __repr__(self) -> str:
        return f"<Deck {self.name}, {self.size} cards>"


@cache
def _cards_of(deck: Deck) -> Hand:
    return Hand.of(
        Card(rank, suit) for suit in deck.suits for rank in deck.ranks for _ in range(deck.copies)
    )


COUNTS: dict[str, CardCount] = {}
"""The published counts by name."""


@dataclass(frozen=True, slots=True)
class CardCount:
    """What cards and the last trick count (RULES.md, section 5).

    Attributes:
        name: the word of the position text; the names of `COUNTS` are taken.
        ace, ten, king, queen, jack, nine, eight, seven: points of a card taken, 0 to 255.
        last_trick: points for winning the last trick, 0 to 999.

    Raises:
        ValueError: for points out of range, and for a name that is taken.
    """

    name: str
    ace: int = 0
    ten: int = 0
    king: int = 0
    queen: int = 0
    jack: int = 0
    nine: int = 0
    eight: int = 0
    seven: int = 0
    last_trick: int = 10

    def __post_init__(self) -> None:
        _check_name("CardCount", self.name)
        for rank, points in zip(Rank, self.by_rank(), strict=True):
            _check_number("CardCount", self.name, rank.name.lower(), points, 0, 255)
        _check_number("CardCount", self.name, "last_trick", self.last_trick, 0, 999)
        if COUNTS.get(self.name, self) != self:
            fact = "this is the name of a published count"
            raise RulesError("CardCount", self.name, "name", fact)

    def by_rank(self) -> tuple[int, ...]:
        """The points of each rank, indexed by `Rank`: seven first, ace last."""
        return (
            self.seven,
            self.eight,
            self.nine,
            self.jack,
            self.queen,
            self.king,
            self.ten,
            self.ace,
        )

    def of(self, cards: Iterable[Card]) -> int:
        """The card points of `cards` together, the last trick not counted."""
        by_rank = self.by_rank()
        if isinstance(cards, Hand):
            return sum(map(mul, cards.counts, by_rank * len(Suit)))
        return sum(by_rank[card.rank] for card in cards)

    def of_hand(self, deck: Deck) -> int:
        """The points of all tricks of a hand: every card of the deck, and the last trick."""
        return self.of(deck.cards()) + self.last_trick


class Service(IntEnum):
    """What a card on the table has served in.

    Of two copies that have served in as many, a meld takes the one with the first of these
    (RULES.md 4, rule 8).
    """

    RUN = 0
    MARRIAGE = 1
    PINOCHLE = 2
    AROUND = 3

    def text(self) -> str:
        """``run``, ``marriage``, ``pinochle`` or ``around``."""
        return self.name.lower()


class CopyRule(IntEnum):
    """What keeps a card from serving again, and which of its copies a meld takes.

    ``CLASSES``: what it has served in are services (RULES.md, section 4). ``KINDS``: what it has
    served in are kinds of meld, and kinds bar kinds; copies on the table that have served in more
    kinds are used first, then the lower number.
    """

    CLASSES = 0
    KINDS = 1

    def text(self) -> str:
        """``classes`` or ``kinds``."""
        return self.name.lower()


DIX = "dix"
"""The kind that is shown for itself: the lowest trump, in exchange for the upcard or by itself."""

_PATTERN = re.compile(r"[ATKQJ987][SHDCtp*]( [ATKQJ987][SHDCtp*])*")


@dataclass(frozen=True, slots=True, repr=False)
class MeldKind:
    """One kind of meld (RULES.md, section 4).

    Cards are written as a pattern: rank, then a suit, ``t`` for the trump, ``p`` for a plain suit
    (one meld for each, all its ``p`` in the same), ``*`` for every suit at once. ``Kp Qp`` is a
    common marriage, ``J*`` jacks around, ``QS QS JD JD`` a double pinochle.

    Attributes:
        name: the word of the position text; ``dix`` is the one that is shown, not laid.
        points: its score; for ``dix``, of an exchange or of a nine shown.
        cards: the pattern of the cards it needs.
        serves: what its cards have served in from then on: pairs of a service and the pattern of
            the cards that it marks.
        barred_by: services that keep a copy on the table from serving in it.
        all_at_once: whether every card of it must come from the hand in that turn.
        replaces: the kind whose points it takes the place of when it grows out of it, or None.
        bars: kinds of which no copy on the table serves in this one, nor one of this in them. A
            kind that is not named here, itself included, bars nothing.

    Raises:
        ValueError: for a name that is no word, points out of range, or a pattern that is none.
    """

    name: str
    points: int
    cards: str
    serves: tuple[tuple[Service, str], ...] = ()
    barred_by: tuple[Service, ...] = ()
    all_at_once: bool = False
    replaces: str | None = None
    bars: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_name("MeldKind", self.name)
        if self.name == DIX and not re.fullmatch(r"[ATKQJ987]t", self.cards):
            fact = f"{self.cards!r} is not a rank of trumps, as 9t"
            raise RulesError("MeldKind", DIX, "cards", fact)
        if self.name == "pass":
            fact = "this is what showing nothing is called"
            raise RulesError("MeldKind", self.name, "name", fact)
        _check_number("MeldKind", self.name, "points", self.points, 0, MOST_MELD_POINTS)
        object.__setattr__(self, "bars", tuple(self.bars))
        object.__setattr__(self, "barred_by", tuple(map(Service, self.barred_by)))
        serves = tuple((Service(service), pattern) for service, pattern in self.serves)
        object.__setattr__(self, "serves", serves)
        patterns = [("cards", self.cards), *(("serves", pattern) for _, pattern in serves)]
        for field, pattern in patterns:
            if not _PATTERN.fullmatch(pattern):
                fact = f"{pattern!r} is no pattern of cards"
                raise RulesError("MeldKind", self.name, field, fact)

    def __repr__(self) -> str:
        return f"<MeldKind {self.name} {self.points}: {self.cards}>"


class RenegePenalty(IntEnum):
    """What a broken obligation of the playoff costs (RULES.md, section 7); melds always stay.

    ``NONE`` is named; ``COUNT_LOST``: the offender's card points become 0; ``COUNT_TO_OPPONENT``:
    and the opponent has the whole count instead of his own.
    """

    NONE = 0
    COUNT_LOST = 1
    COUNT_TO_OPPONENT = 2

    def text(self) -> str:
        """``none``, ``count lost`` or ``count to opponent``."""
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Penalties:
    """What a rulebook makes of irregularities (RULES.md, section 7).

    Attributes:
        renege: of a broken obligation in the playoff.
        wrong_meld_to_opponent: the points of a meld that is none go to the opponent.
        claims_stand_after_stock: a wrong meld or credit is corrected until the last card of the
            stock is drawn, and stands afterwards; if False it is always corrected.
        forgotten_dix_is_lost: a dix not claimed before the playoff is an irregularity.
        missed_draw: what happens when a seat has not drawn, for people; empty if nothing is named.
        extra_draw: the same when it has drawn one too many.
    """

    renege: RenegePenalty = RenegePenalty.NONE
    wrong_meld_to_opponent: bool = False
    claims_stand_after_stock: bool = False
    forgotten_dix_is_lost: bool = False
    missed_draw: str = ""
    extra_draw: str = ""


class CallOutRule(IntEnum):
    """What a right claim to have reached the target does (RULES.md, section 6); a wrong one loses.

    ``NONE``: there is no such claim; ``WINS``: the game is won at once; ``NEEDS_A_TRICK``: the
    caller must still win a trick that he leads.
    """

    NONE = 0
    WINS = 1
    NEEDS_A_TRICK = 2


class SingleHandTie(IntEnum):
    """What a tie is worth where each hand is a game of its own (RULES.md, sections 6 and 8).

    ``NO_SUCH_GAME``: the rulebook has no single-hand game; ``DEAL_AGAIN``: it is played once more;
    ``NOBODY_WINS``: nobody is paid.
    """

    NO_SUCH_GAME = 0
    DEAL_AGAIN = 1
    NOBODY_WINS = 2


class Pays(Enum):
    """What the loser of a game pays its winner, where that is agreed (RULES.md, section 6).

    ``DIFFERENCE``: the difference of the final scores.
    """

    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class GameRules:
    """How hands make a game (RULES.md, section 6); its target is the rulebook's.

    Attributes:
        other_targets: targets that are usual by agreement, for people.
        tie_raises_target_by: a tie at the target or over it adds this to the target as often as
            brings it above the tie; with 0 more hands are played until the tie is broken.
        chips_up_from: for scoring in chips, the last digit from which a hand's card points are
            rounded up to the ten; 0 where there is none.
        single_hand_tie: of a hand that is a game of its own.
        call_out: what a right claim to have reached the target does.
        ahead: the usual number of points by which one must be ahead to win, where a game may be
            played so instead of for a target; 0 where it may not.
    """

    other_targets: tuple[int, ...] = ()
    tie_raises_target_by: int = 0
    chips_up_from: int = 0
    single_hand_tie: SingleHandTie = SingleHandTie.NO_SUCH_GAME
    call_out: CallOutRule = CallOutRule.NONE
    ahead: int = 0


_FLAGS = (
    "must_head_plain",
    "must_head_trumps",
    "must_trump",
    "draws_before_melding",
    "melds_after_last_stock_trick",
    "dix_is_a_meld",
    "dix_by_loser",
    "dix_turns",
    "dix_by_exchange",
    "upcard_to_winner",
    "glups",
)
_DIX_POINTS = (
    "dealer_dix",
    "dealer_lift",
    "dealer_lift_and_dix",
    "last_draw_dix",
    "held_dix",
    "played_dix",
)


PINOCHLE_DECK = Deck(
    name="pinochle",
    ranks=(Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.NINE),
    copies=2,
    hand=12,
    stock=23,
    upcard=True,
)
"""The 48 cards that the published rulebooks are played with."""


@dataclass(frozen=True, slots=True, repr=False)
class Rulebook:
    """One set of rules.

    Attributes:
        name: the word of the position text; a position takes the names of the published rulebooks
            for these alone.
        title: the source, for people.
        count: the count it is played with unless a position says otherwise.
        melds: the kinds of melds it knows.
        target: points that end the game, 1 to 999999.
        must_head_plain: a playoff follower of a plain suit plays a higher card if he has one.
        must_head_trumps: a playoff follower of a trump plays a higher trump if he has one.
        must_trump: a playoff follower void in the suit led plays a trump if he has one.
        draws_before_melding: both draw before the winner of a trick melds, not after.
        melds_after_last_stock_trick: the winner of the last trick of the stock phase may meld;
            a dix that is no meld may be shown after it in any case, as long as there is an upcard.
        dix_is_a_meld: showing a dix uses up the meld of that turn.
        dix_by_loser: the loser of a trick may show a dix as well.
        dix_turns: both seats may show a dix after the draws of a trick, its winner first, and
            before the first lead, the dealer first; at no other time.
        dix_by_exchange: a dix is shown only in exchange for an upcard that is none.
        upcard_to_winner: the winner of the last trick of the stock phase draws the upcard, not its
            loser.
        dealer_dix: the dealer's points for turning up a dix.
        dealer_lift: his points for lifting just the cards to be dealt and the upcard,
        dealer_lift_and_dix: and for both together.
        last_draw_dix: points for drawing a dix face down after the last trick of the stock phase.
        held_dix: points for each dix held when the stock is gone that has not been shown; one just
            taken as the upcard brings nothing.
        played_dix: points for each dix played in the stock phase.
        glups: whether the follower gains glups in the stock phase.
        copy_rule: what keeps a card from serving again, and which copies a meld takes.
        penalties: what it makes of irregularities.
        game: how hands make a game.
        deck: the deck; the 48-card pinochle deck if not given.

    Raises:
        ValueError: for a name that is no word, points or a target out of range, two melds of one
            name, a meld that replaces or bars one there is not, melding after the last draws, dix
            turns that only one seat has or that use up a meld, a dix that would score twice, and
            classes of melds beside kinds that bar kinds.
        TypeError: for a count, meld or deck that is something else.
    """

    name: str
    title: str
    count: CardCount
    melds: tuple[MeldKind, ...] = ()
    target: int = 1000
    must_head_plain: bool = False
    must_head_trumps: bool = True
    must_trump: bool = True
    draws_before_melding: bool = False
    melds_after_last_stock_trick: bool = False
    dix_is_a_meld: bool = False
    dix_by_loser: bool = False
    dix_turns: bool = False
    dix_by_exchange: bool = False
    upcard_to_winner: bool = False
    dealer_dix: int = 0
    dealer_lift: int = 0
    dealer_lift_and_dix: int = 0
    last_draw_dix: int = 0
    held_dix: int = 0
    played_dix: int = 0
    glups: bool = False
    copy_rule: CopyRule = CopyRule.CLASSES
    penalties: Penalties = Penalties()
    game: GameRules = GameRules()
    deck: Deck = PINOCHLE_DECK

    def __post_init__(self) -> None:
        _check_name("Rulebook", self.name)
        for field in _FLAGS:
            _check_type("Rulebook", self.name, getattr(self, field), bool)
        for field in _DIX_POINTS:
            _check_number("Rulebook", self.name, field, getattr(self, field), 0, 9999)
        object.__setattr__(self, "copy_rule", CopyRule(self.copy_rule))
        if self.draws_before_melding and self.melds_after_last_stock_trick:
            fact = "after the last draws there is no stock phase to meld in"
            raise RulesError("Rulebook", self.name, "melds_after_last_stock_trick", fact)
        self._check_dix()
        object.__setattr__(self, "melds", tuple(self.melds))
        _check_number("Rulebook", self.name, "target", self.target, 1, MOST_POINTS)
        for value, kind in (
            (self.count, CardCount),
            (self.deck, Deck),
            (self.penalties, Penalties),
            (self.game, GameRules),
        ):
            _check_type("Rulebook", self.name, value, kind)
        for field, most in (
            ("tie_raises_target_by", MOST_POINTS),
            ("chips_up_from", 9),
            ("ahead", MOST_POINTS),
        ):
            _check_number("Rulebook", self.name, field, getattr(self.game, field), 0, most)
        for meld in self.melds:
            _check_type("Rulebook", self.name, meld, MeldKind)
        self._check_melds()

    def _check_dix(self) -> None:
        if self.dix_turns and not self.dix_by_loser:
            fact = "both seats have dix turns, so dix_by_loser has to hold"
            raise RulesError("Rulebook", self.name, "dix_turns", fact)
        if self.dix_turns and self.dix_is_a_meld:
            fact = "a dix shown at a dix turn uses up no meld"
            raise RulesError("Rulebook", self.name, "dix_is_a_meld", fact)
        if self.held_dix and self.last_draw_dix:
            fact = "a dix drawn last would score as it is drawn and as it is held"
            raise RulesError("Rulebook", self.name, "held_dix", fact)

    def _check_melds(self) -> None:
        names = [meld.name for meld in self.melds]
        for meld in self.melds:
            if names.count(meld.name) > 1:
                fact = f"two kinds of meld named {meld.name}"
                raise RulesError("Rulebook", self.name, "melds", fact)
            if meld.replaces is not None and meld.replaces not in names:
                fact = f"{meld.name} replaces {meld.replaces}, which is no meld of it"
                raise RulesError("Rulebook", self.name, "melds", fact)
            for barred in meld.bars:
                if barred not in names:
                    fact = f"{meld.name} bars {barred}, which is no meld of it"
                    raise RulesError("Rulebook", self.name, "melds", fact)
            if meld.bars and self.copy_rule is not CopyRule.KINDS:
                fact = f"{meld.name} bars kinds, which needs the copy rule of kinds"
                raise RulesError("Rulebook", self.name, "melds", fact)
            by_classes = meld.serves or meld.barred_by or meld.replaces is not None
            if by_classes and self.copy_rule is CopyRule.KINDS:
                fact = f"{meld.name} goes by what cards have served in, and kinds bar kinds here"
                raise RulesError("Rulebook", self.name, "melds", fact)

    @property
    def last_meld_trick(self) -> int:
        """The last trick, counted from 1, that a meld may follow."""
        return self.deck.stock_tricks - (not self.melds_after_last_stock_trick)

    @property
    def shows_dix_alone(self) -> bool:
        """Whether a dix is never shown together with a meld."""
        return self.dix_is_a_meld or self.dix_turns or self.meld(DIX) is None

    @property
    def last_dix_trick(self) -> int:
        """The last trick that a dix may be shown after: as long as there is an upcard.

        0 where no card is turned up.
        """
        if not self.deck.upcard:
            return 0
        last = self.last_meld_trick if self.dix_is_a_meld else self.deck.stock_tricks
        return min(last, self.deck.stock_tricks - (self.draws_before_melding or self.dix_turns))

    @property
    def dix_draw_trick(self) -> int:
        """The trick after which a dix scores by being drawn; 0 where none does."""
        return self.deck.stock_tricks if self.last_draw_dix else 0

    @property
    def meld_unit(self) -> int:
        """What all points for melds are multiples of; 10 in the published rulebooks."""
        points = (kind.points for kind in self.melds)
        return gcd(*points, *(getattr(self, field) for field in _DIX_POINTS), self.glups) or 10

    def __hash__(self) -> int:
        # Of the name alone: rulebooks are keys of caches, and have many fields.
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name}>"

    def meld(self, name: str) -> MeldKind | None:
        """The meld kind of this name, or None where the rulebook has none."""
        return next((kind for kind in self.melds if kind.name == name), None)


OLD_COUNT = CardCount("old", ace=11, ten=10, king=4, queen=3, jack=2)
COMPROMISE_COUNT = CardCount("compromise", ace=10, ten=10, king=5, queen=5)
SIMPLIFIED_COUNT = CardCount("simplified", ace=10, ten=10, king=10)
GLUP_COUNT = CardCount("glup", ace=1, ten=1, king=1, last_trick=2)
COUNTS.update(
    (count.name, count) for count in (OLD_COUNT, COMPROMISE_COUNT, SIMPLIFIED_COUNT, GLUP_COUNT)
)
