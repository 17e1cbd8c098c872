"""A hand under way: what is due, the score, what lies where, and what each seat can see."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from pinochle_solver._core.hand.game import HandGame
from pinochle_solver._core.hand.hand import EXCHANGED, NEVER, SHOWN
from pinochle_solver._core.layout import NO_CARD
from pinochle_solver.hand.move_numbers import has_copy
from pinochle_solver.hand.states import state_of
from pinochle_solver.hand.stock_moves import AfterTrick
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.position_fields import Act, HandPoints, SeatPoints
from pinochle_solver.notation.stock_fields import PlayedTrick
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.agreed import Agreed
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.doubles import Doubler, Stakes, refused
from pinochle_solver.rules.events import Glups
from pinochle_solver.rules.hand_packing import (
    Due,
    SeatRecord,
    card_of,
    copies_of,
    hand_of,
    hand_rules_record,
)
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.melds import Copy, LaidMeld, melds_of
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.rules.rules import Points, Rulebook, Seat


@dataclass(frozen=True, slots=True)
class Start:
    """What a hand began with, besides the state itself."""

    rules: Rulebook
    count: CardCount
    trump: Suit
    dealer: Seat | None
    pile: tuple[Card, ...]
    gone: Hand
    tricks: tuple[PlayedTrick, ...] | None
    led: Card | None
    melds: tuple[tuple[LaidMeld, ...], tuple[LaidMeld, ...]]
    points_known: bool
    score: Points
    target: int
    ahead: int | None = None
    agreed: Agreed = Agreed.NOTHING
    cut: int | None = None
    stakes: Stakes | None = None
    ask_always: bool = False
    called: tuple[Seat, ...] = ()
    # What was done with the stock after a trick, by its number, where the rules have it otherwise.
    otherwise: dict[int, AfterTrick] = field(default_factory=dict)
    # Who shows a dix just drawn after a trick, by its number, in order.
    shown_when_drawn: dict[int, tuple[Seat, ...]] = field(default_factory=dict)
    # How the face-down cards lay that were left, by their number, where that is not the pile.
    lying: dict[int, tuple[Card, ...]] = field(default_factory=dict)

    @property
    def is_sound(self) -> bool:
        """Whether the hand can only come to possible positions, with fields of exact types.

        If something else was done with the stock, a hand may have a wrong number of cards. Who has
        called out before may not have the points for it.
        """
        return not (self.otherwise or self.lying or self.shown_when_drawn or self.called) and (
            type(self.score) is Points
            and type(self.target) is int
            and (self.ahead is None or type(self.ahead) is int)
        )


class HandUnderWay:
    """A hand as it stands; `Referee` makes the moves.

    Attributes:
        rules: the rulebook.
        count: what cards count.
        trump: the trump suit.
    """

    def __init__(self, start: Start, state: bytes) -> None:
        self._start = start
        self._game = HandGame(
            hand_rules_record(
                start.rules,
                start.count,
                start.trump,
                start.ask_always,
                start.stakes.doubles if start.stakes else NEVER,
            ),
            state,
            bytes(card.index for card in start.pile),
        )
        self._melds = melds_of(start.rules, start.trump)
        self.rules = start.rules
        self.count = start.count
        self.trump = start.trump

    # What is due

    @property
    def is_over(self) -> bool:
        """Whether the last trick has been played, or a double refused."""
        return self._game.due == Due.NOTHING

    @property
    def due(self) -> Act | None:
        """What has to be decided, None when the hand is over."""
        return None if self.is_over else _ACT_OF_DUE[self._game.due]

    @property
    def turn(self) -> Seat | None:
        """Whose decision it is, None when the hand is over."""
        return None if self.is_over else Seat(self._game.turn)

    @property
    def in_playoff(self) -> bool:
        """Whether the playoff has begun."""
        return bool(state_of(self._game).playoff)

    @property
    def stock_is_gone(self) -> bool:
        """Whether the last cards have been drawn; a last double may come before the playoff."""
        return state_of(self._game).drawn == self.rules.deck.draws

    @property
    def awaits_draws(self) -> bool:
        """Whether the cards after the last trick have yet to be drawn."""
        state = state_of(self._game)
        return state.drawn < min(2 * state.tricks, self.rules.deck.draws)

    @property
    def has_whole_hands(self) -> bool:
        """Whether each seat holds as many cards as it should, which wrong draws may change."""
        return not any(map(self._extra, Seat))

    def _extra(self, seat: Seat) -> int:
        """How many cards more than it should `seat` holds; negative if it is short."""
        state, deck = state_of(self._game), self.rules.deck
        size = min(deck.hand - self.awaits_draws, deck.stock_tricks + deck.hand - state.tricks)
        return len(self.hand(seat)) + (state.led != NO_CARD and seat == state.leader) - size

    @property
    def face_down(self) -> int:
        """How many cards lie face down."""
        left = len(self._start.pile[state_of(self._game).drawn :])
        return left - sum(map(self._extra, Seat))

    @property
    def leader(self) -> Seat:
        """Who leads or has led to this trick: the winner of the last one, at the end as well."""
        return Seat(state_of(self._game).leader)

    @property
    def led(self) -> Card | None:
        """The card that was led to the seat to decide; None if there is none."""
        return card_of(state_of(self._game).led)

    @property
    def glups(self) -> Glups:
        """How many glups each seat has, south first."""
        return Glups(*state_of(self._game).glups)

    @property
    def upcard(self) -> Card | None:
        """The card that lies face up, None when it has been drawn."""
        return card_of(state_of(self._game).upcard)

    @property
    def completed_tricks(self) -> int:
        """How many tricks have been played since the deal."""
        return state_of(self._game).tricks

    @property
    def points(self) -> HandPoints:
        """What has been scored; only since the beginning if the points before it are not known."""
        state = state_of(self._game)
        return HandPoints(
            *(
                SeatPoints(seat.meld_points, seat.trick_points)
                for seat in (state.south, state.north)
            )
        )

    @property
    def stakes(self) -> Stakes | None:
        """How doubles stand; None in a hand without doubles."""
        begun = self._start.stakes
        if begun is None or begun.doubler is None:
            return begun  # a playoff, in which the stakes do not change
        state = state_of(self._game)
        return Stakes(begun.doubles, 1 << state.stake, Doubler(state.right))

    @property
    def refuser(self) -> Seat | None:
        """Who has ended the hand by refusing a double; None if nobody has."""
        state = state_of(self._game)
        return Seat(state.turn) if self.is_over and not state.playoff else None

    @property
    def payment(self) -> Points | None:
        """What is paid when the hand is over, in initial stakes, south first.

        None before the end, without doubles, and if points that count are not known.
        """
        stakes = self.stakes
        if stakes is None or not self.is_over:
            return None
        if self.refuser is not None:
            return refused(self.refuser, stakes.stake)
        if not self._start.points_known:
            return None
        return stakes.paid(Points(*(sum(seat) for seat in self.points)))

    def hand(self, seat: Seat) -> Hand:
        """The cards `seat` holds, those on its table included."""
        record = state_of(self._game).seat(seat)
        return hand_of(record.hand, record.table)

    def on_table(self, seat: Seat) -> Hand:
        """The cards of `seat` that lie on the table."""
        return hand_of(state_of(self._game).seat(seat).table)

    def melds(self, seat: Seat) -> tuple[LaidMeld, ...]:
        """What `seat` has laid, in order."""
        table = state_of(self._game).seat(seat).table
        laid = [*self._start.melds[seat]]
        for holder, number, copies, trick, _ in self._game.laid():
            if holder == seat:
                name = DIX if number in (EXCHANGED, SHOWN) else self._melds[number].kind.name
                laid.append(_laid_meld(name, copies, trick))
        return tuple(_as_it_lies(meld, table) for meld in laid)

    @property
    def tricks(self) -> tuple[PlayedTrick, ...] | None:
        """All completed tricks, the leader's card first; None if the first ones are not known."""
        if self._start.tricks is None and self._start.gone:
            return None
        led = [] if self._start.led is None else [self._start.led]
        plays = [*led, *map(Card.from_index, self._game.played())]
        played = zip(plays[::2], plays[1::2], strict=False)
        return (*(self._start.tricks or ()), *played)

    @property
    def shown_points(self) -> int:
        """What everything shown since the beginning scored."""
        return sum(credit for *_, credit in self._game.laid())

    # What each seat can see

    def position(self) -> StockPosition | PlayoffPosition | None:
        """Where the hand stands, all cards known; None when it is over."""
        return self._position(None)

    def view(self, seat: Seat) -> StockPosition | PlayoffPosition | None:
        """What `seat` has seen; None when the hand is over.

        Of the other hand, the seat knows the cards on the table and an upcard taken in an exchange.
        In the playoff, and in the last window for a double, it knows the whole hand, because every
        unseen card is there (RULES.md 2). A seat does not see that the other one is asked whether
        it melds, so ask for a view when it is the seat's own turn.
        """
        return self._position(seat)

    def _position(self, viewer: Seat | None) -> StockPosition | PlayoffPosition | None:
        if self.is_over:
            return None
        state = state_of(self._game)
        points = self.points if self._start.points_known else None
        if state.playoff:
            return PlayoffPosition(
                rules=self.rules,
                count=self.count,
                trump=self.trump,
                south=self.hand(Seat.SOUTH),
                north=self.hand(Seat.NORTH),
                turn=Seat(state.turn),
                led=self.led,
                points=points,
                score=self._start.score,
                target=self._start.target,
                ahead=self._start.ahead,
                agreed=self._start.agreed,
                called=self._start.called,
                stakes=self.stakes,
            )
        face_down = self._start.pile[state.drawn :]
        face_down = self._start.lying.get(len(face_down), face_down)
        is_last = state.drawn == self.rules.deck.draws
        is_whole = viewer is None and (face_down or not is_last)
        make = StockPosition.of_hand if self._start.is_sound else StockPosition
        return make(
            rules=self.rules,
            count=self.count,
            trump=self.trump,
            south=_hand_for_viewer(state.south, is_last or viewer in (None, Seat.SOUTH)),
            north=_hand_for_viewer(state.north, is_last or viewer in (None, Seat.NORTH)),
            turn=Seat(state.turn),
            act=Act(state.due),
            led=self.led,
            upcard=card_of(state.upcard),
            stock=face_down if is_whole else len(face_down),
            melds_south=() if is_last else self.melds(Seat.SOUTH),
            melds_north=() if is_last else self.melds(Seat.NORTH),
            gone=hand_of(state.gone),
            tricks=self.tricks or None,
            glups=self.glups,
            dealer=self._start.dealer,
            cut=self._start.cut,
            points=points,
            score=self._start.score,
            target=self._start.target,
            ahead=self._start.ahead,
            agreed=self._start.agreed,
            called=self._start.called,
            stakes=self.stakes,
        )


@lru_cache(maxsize=1024)
def _laid_meld(name: str, planes: int, trick: int) -> LaidMeld:
    """A meld of these copies, none of which has been played."""
    return LaidMeld(name, tuple(Copy(card, number) for card, number in copies_of(planes)), trick)


def _as_it_lies(meld: LaidMeld, table: int) -> LaidMeld:
    """A meld in which the copies that are not on the table are marked as played."""
    copies = tuple(copy._replace(played=not has_copy(table, copy)) for copy in meld.copies)
    return meld if copies == meld.copies else LaidMeld(meld.name, copies, meld.trick)


def _hand_for_viewer(record: SeatRecord, is_known: bool) -> PartialHand:
    """A hand as its holder sees it, or as the other seat does."""
    if is_known:
        return PartialHand(hand_of(record.hand, record.table))
    known = hand_of(record.known, record.table)
    return PartialHand(known, len(hand_of(record.hand)) - len(hand_of(record.known)))


_ACT_OF_DUE = {int(act): act for act in Act}
