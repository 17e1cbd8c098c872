"""A game of several hands, as it was scored: how each hand counted, and who won."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from pinochle_solver.game.findings import Finding
from pinochle_solver.notation.players import NO_PLAYERS, Players
from pinochle_solver.notation.position_fields import HandPoints
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.counts import CardCount
from pinochle_solver.rules.rules import Doubles, Pays, Points, Rulebook, Seat, SingleHandTie


class HandOutcome(Enum):
    """The outcome of a hand in its game.

    ``SCORED``: it adds to the score; ``CALLED_OUT``: a call-out in it ended the game, and it adds
    what was scored up to then. All others score nothing. ``REFUSED``: a double was refused, and the
    hand has no points but is paid for; ``VOID``: the hand is void, and its dealer deals again;
    ``AFTER_THE_GAME``: the game was already over;
    ``OTHER_PLAYERS``: its record names somebody who does not play in this game.
    """

    SCORED = "scored"
    REFUSED = "refused"
    CALLED_OUT = "called out"
    UNFINISHED = "not finished"
    DEAD = "dead hand"
    VOID = "void"
    UNREAD = "does not read"
    AFTER_THE_GAME = "after the game"
    OTHER_PLAYERS = "other players"


class Ending(Enum):
    """How a game was decided."""

    TARGET_REACHED = "target reached"
    AHEAD_REACHED = "ahead reached"
    RIGHT_CALL = "right call-out"
    WRONG_CALL = "wrong call-out"


@dataclass(frozen=True, slots=True, repr=False)
class GameHand:
    """A hand in its game. Seats are those of the game's first hand, by player (see `Game`).

    Attributes:
        number: its number, from 1; every record counts as one.
        dealer: who dealt it; None for a record that cannot be read, or of other players.
        outcome: what becomes of the hand.
        points: what it adds to the score of each seat, in chips if the game is played in chips;
            None if it adds nothing.
        score: the game score after it; the games won if each hand is a game of its own.
        target: the points that end the game, as they stand after the hand.
        notes: what the rules say about the hand.
        faults: what does not fit into the game.
        findings: what is wrong within the hand, in order.
        payment: with doubles, what is paid for the hand in initial stakes, south first; else None.
        seats_changed: whether the players sit the other way round than in the first hand: who is
            south in the game is north in this record.
        has_unpriced_renege: whether a seat reneged by a rulebook that names no price for it, and
            the hand adds nothing for that; a note says so.
    """

    number: int
    dealer: Seat | None
    outcome: HandOutcome
    points: HandPoints | None
    score: Points
    target: int
    notes: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    payment: Points | None = None
    seats_changed: bool = False
    has_unpriced_renege: bool = False

    def __repr__(self) -> str:
        points = "nothing" if self.points is None else self.points.text()
        text = f"{self.outcome.value}: {points}, score {self.score.text()}"
        return f"<GameHand {self.number}, {text}>"

    @property
    def says_why_it_adds_nothing(self) -> bool:
        """Whether the outcome must be stated: the hand adds nothing, and no note says why."""
        return not self.has_unpriced_renege and self.outcome in (
            HandOutcome.UNFINISHED,
            HandOutcome.DEAD,
            HandOutcome.VOID,
            HandOutcome.UNREAD,
            HandOutcome.OTHER_PLAYERS,
        )


@dataclass(frozen=True, slots=True)
class Payment:
    """The payment of one player to the other for a game.

    Attributes:
        payer: who pays; the opponent is paid.
        points: how many points, 0 or more.
    """

    payer: Seat
    points: int


@dataclass(frozen=True, slots=True)
class PlayerScore:
    """The points of one player in the hands of a game that add points.

    Attributes:
        seat: the player's seat in the first hand.
        hands: how many hands.
        points: what the player scored in them.
        margin: how many points more than the opponent.
    """

    seat: Seat
    hands: int
    points: int
    margin: int


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A game, as far as there are hands.

    Scores belong to players. South is who was south in the first hand, also in hands in which the
    players, as the names of the records say, have changed seats.

    Attributes:
        rules: the rulebook of the first record.
        count: what cards count, as in the first record.
        chips: whether each hand's card points are rounded to tens.
        single_hand: whether each hand is a game of its own.
        begins_at: the game score before the first hand, as its record says.
        hands: all hands in order.
        score: the game score at the end; the games won if each hand is a game of its own.
        target: the points that end the game, after every raise.
        target_raised: whether ties have raised the target.
        ending: how the game was decided; None if it is not over, or each hand is a game.
        winner: who won the game; None if it is not over, or each hand is a game.
        players: the names of the players, as far as a record gives them.
        pays: what the loser pays; None if nothing has been agreed.
        ahead: how many points ahead a seat must be to win; None where the target ends the game.
        doubles: if hands are played with doubles, after which tricks these may be offered; else
            None. With doubles each hand is a game, and the score is the sum of the payments.
        player: whose points are told apart; None for nobody's.
        drops_last_digit: whether the last digit of each hand's card points is dropped.
    """

    rules: Rulebook
    count: CardCount
    chips: bool
    single_hand: bool
    begins_at: Points
    hands: tuple[GameHand, ...]
    score: Points
    target: int
    target_raised: bool
    ending: Ending | None
    winner: Seat | None
    players: Players = NO_PLAYERS
    pays: Pays | None = None
    ahead: int | None = None
    doubles: Doubles | None = None
    player: Seat | None = None
    drops_last_digit: bool = False

    def __repr__(self) -> str:
        hands = counted(len(self.hands), "hand")
        return f"<Game {self.rules.name}, {hands}: {self.verdict}>"

    @property
    def has_faults(self) -> bool:
        """Whether a hand does not fit the game, cannot be read, or has something wrong in it."""
        return any(
            hand.faults or hand.findings or hand.outcome is HandOutcome.UNREAD
            for hand in self.hands
        )

    @property
    def is_single_hand_over(self) -> bool:
        """Whether the last hand was a game of its own that is over: a tie may be dealt again."""
        last = self.hands[-1]
        if not self.single_hand or last.outcome is not HandOutcome.SCORED:
            return False
        assert last.points is not None
        south, north = totals(last.points)
        return south != north or self.rules.game.single_hand_tie is not SingleHandTie.DEAL_AGAIN

    @property
    def player_score(self) -> PlayerScore | None:
        """The points of `player`; None if nobody was chosen."""
        if self.player is None:
            return None
        scored = [totals(hand.points) for hand in self.hands if hand.points is not None]
        own, other = (
            sum(each[seat] for each in scored) for seat in (self.player, self.player.other)
        )
        return PlayerScore(self.player, len(scored), own, own - other)

    @property
    def score_as_seated(self) -> Points:
        """The score at the end, by the seats of the last hand."""
        return exchanged(self.score) if self.hands[-1].seats_changed else self.score

    @property
    def has_target(self) -> bool:
        """Whether points end the game."""
        return not self.single_hand and self.ahead is None and self.doubles is None

    @property
    def target_reached(self) -> bool:
        """Whether a seat has the points that end the game, if points do; then a seat may win."""
        return self.has_target and max(self.score) >= self.target

    @property
    def payment(self) -> Payment | None:
        """The payment: None unless it was agreed, and None before the game is over.

        The loser of the game pays the difference of the scores, whoever has more (after a wrong
        call-out the loser may have more). If each hand is a game, this is what is owed for all of
        them; None if nothing is owed.
        """
        if self.pays is None:
            return None
        if self.single_hand:
            scored = [totals(hand.points) for hand in self.hands if hand.points is not None]
            owed = sum(south - north for south, north in scored)
            payer = Seat.NORTH if owed > 0 else Seat.SOUTH
            return Payment(payer, abs(owed)) if owed else None
        if self.winner is None:
            return None
        return Payment(self.winner.other, abs(self.score.south - self.score.north))

    @property
    def verdict(self) -> str:
        """How the game stands, in one sentence."""
        name = self.players.name
        south, north = self.score
        score = f"{name(Seat.SOUTH)} {south}, {name(Seat.NORTH)} {north}"
        if self.doubles is not None:
            return f"paid in stakes: {score}"
        if self.single_hand:
            games = sum(hand.outcome is HandOutcome.SCORED for hand in self.hands)
            return f"games won: {score}, tied {games - south - north}"
        if self.winner is None:
            if self.ahead is not None:
                return f"not over: {score}; it is won by {self.ahead} ahead"
            tied = south == north >= self.target
            return f"{'tied' if tied else 'not over'}: {score}; the target is {self.target}"
        if self.ending is Ending.WRONG_CALL:
            how = f"{name(self.winner.other)} was wrong to call out"
        elif self.ending is Ending.RIGHT_CALL:
            how = "he called out rightly"
        elif self.ending is Ending.AHEAD_REACHED:
            how = f"{abs(south - north)} ahead, {self.ahead} win"
        else:
            how = f"the target of {self.target} is reached"
        return f"{name(self.winner)} wins: {score}; {how}"


@dataclass
class Remarks:
    """The remarks on a hand."""

    notes: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def exchanged(points: Points) -> Points:
    """The same points, those of south and north exchanged."""
    return Points(points.north, points.south)


def totals(points: HandPoints) -> Points:
    """The points for melds and tricks of each seat together."""
    return Points(*(seat.melds + seat.tricks for seat in points))
