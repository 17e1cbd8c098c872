"""Seats, points and rulebooks: the rules as frozen values.

Everything else in the package asks a `Rulebook` which rules hold; nothing branches on its name. The
published rulebooks are in `rulebooks`. Users can make their own in Python and put them in a
position.

For the parameters and their sources see RULES.md, sections 3 (obligations) and 6 (the game), and
the sections that ``decks``, ``counts`` and ``meld_kinds`` name.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from math import gcd
from typing import NamedTuple

from pinochle_solver._core.hand.hand import AFTER_EVERY, AFTER_FIRST_AND_LAST
from pinochle_solver.errors import NotationError, RulesError, quoted
from pinochle_solver.rules.cards import Rank
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.decks import PINOCHLE_DECK, Deck
from pinochle_solver.rules.field_checks import check_name, check_number, check_type
from pinochle_solver.rules.meld_kinds import DIX, CopyRule, MeldKind

MOST_POINTS = 999_999

GLUP_RANKS = (Rank.ACE, Rank.TEN, Rank.KING)
"""A glup with one of these cards counts one more."""


class Seat(IntEnum):
    """The two seats; they keep their names whoever looks at the hand."""

    SOUTH = 0
    NORTH = 1

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return Seat.SOUTH if self else Seat.NORTH

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


class Choice(IntEnum):
    """One of several rules for the same thing, with words for it."""

    def text(self) -> str:
        """Its name in words: ``count to opponent``."""
        return self.name.lower().replace("_", " ")


class RenegePenalty(Choice):
    """The penalty for a broken playoff obligation (RULES.md, section 7); melds always stay.

    ``NONE``: the rulebook names none; ``COUNT_LOST``: the offender's card points become 0;
    ``COUNT_TO_OPPONENT``: that too, and the opponent gets the whole count instead of his own.
    """

    NONE = 0
    COUNT_LOST = 1
    COUNT_TO_OPPONENT = 2


class MissedDraw(Choice):
    """The ruling if a seat has not drawn (RULES.md, section 7).

    ``TWO_NEXT``: the seat draws two cards after a later trick; ``VOID``: the hand is void.
    """

    TWO_NEXT = 0
    VOID = 1


class ExtraDraw(Choice):
    """The ruling if a seat has drawn two cards for one (RULES.md, section 7).

    ``SKIP``: the seat does not draw after the next trick; ``PUT_BACK``: the seat puts the extra
    card back, and shows it if he has seen it, or draws no more until his hand is right.
    """

    SKIP = 0
    PUT_BACK = 1


class FaceUp(Choice):
    """The ruling on a card found face up in the stock (RULES.md, section 7).

    ``SHUFFLED``: the card is turned and the stock shuffled, whenever it is found; ``TAKEN``: whose
    turn it is to draw takes the card, and before the non-dealer's first draw the hand is void.
    """

    SHUFFLED = 0
    TAKEN = 1


class ExtraCardMelds(Choice):
    """How long a seat with a card too many may not meld (RULES.md, section 7).

    ``AFTER_A_TRICK``: until the seat has the right number of cards and has won a trick since;
    ``WHEN_RIGHTED``: until the seat has the right number of cards.
    """

    AFTER_A_TRICK = 0
    WHEN_RIGHTED = 1


@dataclass(frozen=True, slots=True)
class Penalties:
    """How a rulebook treats irregularities (RULES.md, section 7).

    Attributes:
        renege: the penalty for a broken obligation in the playoff.
        wrong_meld_to_opponent: the points claimed for a wrong or a forbidden meld go to the
            opponent.
        claims_stand_after_stock: a wrong meld or credit is corrected until the last card of the
            stock is drawn, and stands afterwards; if False it is always corrected.
        forgotten_dix_is_lost: a dix not claimed before the playoff is an irregularity.
        dix_when_drawn: a seat that has just drawn a dix may show it at once, before the next lead,
            as it is played at a table; a referee asks for it after the next trick. Else a dix shown
            then is forbidden. Where dix turns come after the draws this changes nothing.
        looking_loses_count: the card points of a seat that has looked through its tricks become 0;
            if False the rulebook names no penalty.
        missed_draw: what follows if a seat has not drawn.
        extra_draw: what follows if a seat has drawn two cards for one.
        face_up: what becomes of a card found face up in the stock.
        short_hand_melds: a seat that is a card short may meld.
        extra_card_melds: when a seat that has a card too many may meld again.
    """

    renege: RenegePenalty = RenegePenalty.NONE
    wrong_meld_to_opponent: bool = False
    claims_stand_after_stock: bool = False
    forgotten_dix_is_lost: bool = False
    dix_when_drawn: bool = False
    looking_loses_count: bool = False
    missed_draw: MissedDraw = MissedDraw.TWO_NEXT
    extra_draw: ExtraDraw = ExtraDraw.SKIP
    face_up: FaceUp = FaceUp.SHUFFLED
    short_hand_melds: bool = True
    extra_card_melds: ExtraCardMelds = ExtraCardMelds.AFTER_A_TRICK


class CallOutRule(IntEnum):
    """The effect of a right call-out (RULES.md, section 6); a wrong one loses.

    ``NONE``: there is no such claim; ``WINS``: the game is won at once; ``NEEDS_A_TRICK``: the
    caller must still win a trick that he leads.
    """

    NONE = 0
    WINS = 1
    NEEDS_A_TRICK = 2


class SingleHandTie(IntEnum):
    """The ruling on a tie if each hand is a game (RULES.md, sections 6 and 8).

    ``NO_SUCH_GAME``: the rulebook has no single-hand game; ``DEAL_AGAIN``: another hand is played;
    ``NOBODY_WINS``: nobody is paid.
    """

    NO_SUCH_GAME = 0
    DEAL_AGAIN = 1
    NOBODY_WINS = 2


class Doubles(IntEnum):
    """After which tricks of the stock phase the winner may double, where that is agreed.

    ``EVERY``: after each; ``FIRST_LAST``: after the first and the last only.
    """

    EVERY = AFTER_EVERY
    FIRST_LAST = AFTER_FIRST_AND_LAST

    def text(self) -> str:
        """``every`` or ``first-last``."""
        return self.name.lower().replace("_", "-")

    @classmethod
    def parse(cls, text: str) -> Doubles:
        """Read one of these, in either case; raises `NotationError`."""
        for doubles in cls:
            if text.lower() == doubles.text():
                return doubles
        raise NotationError("doubles", f"{quoted(text)} is not every or first-last")


class Pays(Enum):
    """The payment of a game's loser to its winner, if they agreed on one (RULES.md, section 6).

    ``DIFFERENCE``: the difference of the final scores.
    """

    DIFFERENCE = "difference"


@dataclass(frozen=True, slots=True)
class GameRules:
    """How hands make a game (RULES.md, section 6); the target is a field of the rulebook.

    Attributes:
        other_targets: targets that are usual by agreement, for people.
        tie_raises_target_by: after a tie at the target or over it, this is added to the target
            until it lies above the tie. With 0, more hands are played until the tie is broken.
        chips_up_from: for scoring in chips, the last digit from which a hand's card points are
            rounded up to the ten; 0 where there is none.
        single_hand_tie: what a tie is worth in a hand that is a game of its own.
        call_out: what a right claim to have reached the target does.
        ahead: how many points ahead a player must usually be to win, where a game may be played for
            a lead instead of for a target; 0 where it may not.
        doubles: the ways in which each hand may be played with doubles, where that is agreed.
    """

    other_targets: tuple[int, ...] = ()
    tie_raises_target_by: int = 0
    chips_up_from: int = 0
    single_hand_tie: SingleHandTie = SingleHandTie.NO_SUCH_GAME
    call_out: CallOutRule = CallOutRule.NONE
    ahead: int = 0
    doubles: tuple[Doubles, ...] = ()


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


@dataclass(frozen=True, slots=True, repr=False)
class Rulebook:
    """One set of rules.

    Attributes:
        name: the word for it in a position's text. In a position, the name of a published rulebook
            stands for that rulebook only.
        title: the source, for people.
        count: the card count that is used unless a position says otherwise.
        melds: the kinds of melds it knows.
        target: points that end the game, 1 to 999999.
        must_head_plain: in the playoff, a follower in a plain suit plays a higher card if he has
            one.
        must_head_trumps: in the playoff, a follower in trumps plays a higher trump if he has one.
        must_trump: in the playoff, a follower void in the suit led plays a trump if he has one.
        draws_before_melding: both seats draw before the winner of a trick melds, not after.
        melds_after_last_stock_trick: the winner of the last trick of the stock phase may meld. A
            dix that is not a meld may be shown after it in any case, as long as there is an upcard.
        dix_is_a_meld: showing a dix uses up the meld of that turn.
        dix_by_loser: the loser of a trick may meld a dix as well.
        dix_turns: both seats may meld a dix after the draws of a trick (its winner first) and
            before the first lead (the dealer first), and at no other time.
        dix_by_exchange: a dix is shown only in exchange for an upcard that is not a dix itself.
        upcard_to_winner: the winner of the last trick of the stock phase draws the upcard, not its
            loser.
        dealer_dix: the dealer's points for turning up a dix.
        dealer_lift: the dealer's points for lifting exactly the cards to be dealt and the upcard.
        dealer_lift_and_dix: the dealer's points for both together.
        last_draw_dix: points for drawing a dix face down after the last trick of the stock phase.
        held_dix: points for each dix that is held, but not shown, when the stock is gone. A dix
            just taken as the upcard scores nothing.
        played_dix: points for each dix played in the stock phase.
        glups: whether the follower gains glups in the stock phase.
        copy_rule: what keeps a card from serving again, and which copies a meld takes.
        penalties: how irregularities are treated.
        game: how hands make a game.
        deck: the deck; the 48-card pinochle deck if not given.

    Raises:
        ValueError: for a name that is not a word, points or a target out of range, two melds of one
            name, a meld that replaces or bars one that does not exist, melding after the last
            draws, dix turns that only one seat has or that use up a meld, a dix that would score
            twice, and classes of melds beside kinds that bar kinds.
        TypeError: for a count, meld or deck of a wrong type.
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
        check_name("Rulebook", self.name)
        for field in _FLAGS:
            check_type("Rulebook", self.name, getattr(self, field), bool)
        for field in _DIX_POINTS:
            check_number("Rulebook", self.name, field, getattr(self, field), 0, 9999)
        object.__setattr__(self, "copy_rule", CopyRule(self.copy_rule))
        if self.draws_before_melding and self.melds_after_last_stock_trick:
            fact = "after the last draws there is no stock phase to meld in"
            raise RulesError("Rulebook", self.name, "melds_after_last_stock_trick", fact)
        self._check_dix()
        object.__setattr__(self, "melds", tuple(self.melds))
        check_number("Rulebook", self.name, "target", self.target, 1, MOST_POINTS)
        for value, kind in (
            (self.count, CardCount),
            (self.deck, Deck),
            (self.penalties, Penalties),
            (self.game, GameRules),
        ):
            check_type("Rulebook", self.name, value, kind)
        for field, most in (
            ("tie_raises_target_by", MOST_POINTS),
            ("chips_up_from", 9),
            ("ahead", MOST_POINTS),
        ):
            check_number("Rulebook", self.name, field, getattr(self.game, field), 0, most)
        for doubles in self.game.doubles:
            check_type("Rulebook", self.name, doubles, Doubles)
        for meld in self.melds:
            check_type("Rulebook", self.name, meld, MeldKind)
        self._check_melds()

    def _check_dix(self) -> None:
        if self.dix_turns and not self.dix_by_loser:
            fact = "both seats have dix turns, so dix_by_loser has to hold"
            raise RulesError("Rulebook", self.name, "dix_turns", fact)
        if self.dix_turns and self.dix_is_a_meld:
            fact = "a dix melded at a dix turn uses up no meld"
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
                fact = f"{meld.name} replaces {quoted(meld.replaces)}, which is no meld of it"
                raise RulesError("Rulebook", self.name, "melds", fact)
            for barred in meld.bars:
                if barred not in names:
                    fact = f"{meld.name} bars {quoted(barred)}, which is no meld of it"
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
        """The last trick after which a dix may be shown: the last with an upcard.

        0 where no card is turned up.
        """
        if not self.deck.upcard:
            return 0
        last = self.last_meld_trick if self.dix_is_a_meld else self.deck.stock_tricks
        return min(last, self.deck.stock_tricks - (self.draws_before_melding or self.dix_turns))

    @property
    def dix_draw_trick(self) -> int:
        """The trick after which a drawn dix scores; 0 if there is none."""
        return self.deck.stock_tricks if self.last_draw_dix else 0

    @property
    def meld_unit(self) -> int:
        """All points for melds are multiples of this; 10 in the published rulebooks."""
        return _meld_unit(self)

    def __hash__(self) -> int:
        # The name alone is hashed, because rulebooks are keys of caches and have many fields.
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name}>"

    def meld(self, name: str) -> MeldKind | None:
        """The meld kind of this name, or None where the rulebook has none."""
        return next((kind for kind in self.melds if kind.name == name), None)


@lru_cache(maxsize=256)
def _meld_unit(rules: Rulebook) -> int:
    # Cached, because the points of every position are checked against it.
    points = (kind.points for kind in rules.melds)
    return gcd(*points, *(getattr(rules, field) for field in _DIX_POINTS), rules.glups) or 10
