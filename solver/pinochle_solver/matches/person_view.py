"""What a person sees of a hand: what lies on the table, and what has just happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act, HandPoints
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.doubles import Stakes
from pinochle_solver.rules.events import Glups
from pinochle_solver.rules.meld_table import MeldOption
from pinochle_solver.rules.moves import Move
from pinochle_solver.rules.rules import Points, Seat


class TakenTrick(NamedTuple):
    """A trick, the leader's card first, and who has taken it."""

    led: Card
    reply: Card
    leader: Seat
    winner: Seat


@dataclass(frozen=True, slots=True)
class MoveOutcome:
    """A move and what followed automatically, as the person sees it.

    Attributes:
        seat: who moved.
        move: a card played, or what was shown.
        leads: whether the card was led.
        points: what was scored for what was shown.
        taken: the trick that the card completed.
        drawn: the card that the person then drew.
        of_itself: which seat then scored automatically, and how much.
        scored_for: what that seat scored for.
        stock_is_gone: whether the playoff begins.
        stakes: how doubles then stand; None in a hand without doubles.
        passed_up: what the person could have shown for the most points instead of nothing.
    """

    seat: Seat
    move: Move
    leads: bool = False
    points: int = 0
    taken: TakenTrick | None = None
    drawn: Card | None = None
    of_itself: tuple[tuple[Seat, int], ...] = ()
    scored_for: str = ""
    stock_is_gone: bool = False
    stakes: Stakes | None = None
    passed_up: MeldOption | None = None


@dataclass(frozen=True, slots=True)
class PersonView:
    """What the person who has to decide sees on the table.

    Attributes:
        seat: the person's seat.
        turn: the seat to decide.
        act: what is to be decided.
        trick: the number of the trick; of the one just played if melds are to be shown.
        trump: the trump suit.
        upcard: the face-up card, None when it is gone.
        face_down: how many cards lie face down.
        in_hand: the person's cards that are not on the table.
        on_table: what lies on the table before each seat, south first.
        others: how many cards the other seat has in the hand.
        led: the card that was led to the seat to decide; None if there is none.
        last: the trick before, None before there is one.
        points: what has been scored in this hand.
        score: the game score before it.
        target: the points that end the game.
        ahead: how far ahead one has to be to win; None where the target ends it.
        others_hand: the cards in the other seat's hand, if the person has been told them.
        stakes: how doubles stand; None in a hand without.
        glups: how many glups each seat has, south first; None where there are none to gain.
    """

    seat: Seat
    turn: Seat
    act: Act
    trick: int
    trump: Suit
    upcard: Card | None
    face_down: int
    in_hand: Hand
    on_table: tuple[Hand, Hand]
    others: int
    led: Card | None
    last: TakenTrick | None
    points: HandPoints
    score: Points
    target: int
    ahead: int | None = None
    others_hand: Hand | None = None
    stakes: Stakes | None = None
    glups: Glups | None = None

    @property
    def in_playoff(self) -> bool:
        """Whether the stock is gone and nothing is said about doubles any more."""
        return self.upcard is None and not self.face_down and self.act is Act.PLAY


def person_view(
    referee: Referee,
    person: Seat,
    last: TakenTrick | None,
    score: Points,
    target: int,
    ahead: int | None = None,
) -> PersonView:
    """What a person sees on the table, also while a hand has a wrong number of cards.

    Args:
        referee: the referee of the hand.
        person: the seat from which it is seen.
        last: the trick before, None before there is one.
        score: the game score before the hand.
        target: the points that end the game.
        ahead: how far ahead one has to be to win; None where the target ends it.

    Raises:
        ValueError: when the hand is over.
    """
    act, turn = referee.due, referee.turn
    if act is None or turn is None:
        raise ValueError("the hand is over")
    in_playoff = referee.in_playoff
    in_hand = referee.hand(person)
    for card in referee.on_table(person):
        in_hand = in_hand.without(card)
    south, north = (referee.on_table(seat) for seat in Seat)
    other = person.other
    return PersonView(
        seat=person,
        turn=turn,
        act=act,
        trick=referee.completed_tricks + (act is Act.PLAY),
        trump=referee.trump,
        upcard=None if in_playoff else referee.upcard,
        face_down=0 if in_playoff else referee.face_down,
        in_hand=in_hand,
        on_table=(south, north),
        others=len(referee.hand(other)) - len(referee.on_table(other)),
        led=referee.led,
        last=last,
        points=referee.points,
        score=score,
        target=target,
        ahead=ahead,
        stakes=referee.stakes,
        glups=referee.glups if referee.rules.glups and not in_playoff else None,
    )
