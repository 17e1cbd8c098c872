"""Records played through, and games of several."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from pinochle_solver.schema.filling import filled, makes, text_or_none
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import (
    FindingObject,
    JsonObject,
    PositionLine,
    SeatPointsObject,
)

if TYPE_CHECKING:
    from pinochle_solver.game.game import Game, GameHand, Payment
    from pinochle_solver.game.replayed_hand import RecordedPosition, Replay, ReplayedTrick, Shown
    from pinochle_solver.notation.players import Players
    from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
    from pinochle_solver.rules.rules import Points


class ScoredObject(JsonObject, kw_only=True):
    """What one seat has scored in a hand."""

    melds: int
    tricks: int


class HandPointsObject(JsonObject, kw_only=True):
    """What both seats have scored in a hand."""

    south: ScoredObject
    north: ScoredObject


class ShownObject(JsonObject, kw_only=True):
    """What a seat has shown, and the points for it."""

    seat: str
    move: str
    points: int


class DrawnObject(JsonObject, kw_only=True):
    """A card that was drawn, and by whom."""

    seat: str
    card: str


class SaidObject(JsonObject, kw_only=True):
    """What a seat has said to a double."""

    seat: str
    said: str


class TrickObject(JsonObject, kw_only=True):
    """A trick, what was shown, drawn and said to a double after it, and the points so far."""

    trick: int
    leader: str
    plays: list[str]
    winner: str | None
    shown: list[ShownObject]
    drawn: list[DrawnObject]
    points: HandPointsObject
    said: list[SaidObject] | UnsetType = UNSET


class UnknownCreditObject(JsonObject, kw_only=True):
    """Points that a record does not tell."""

    trick: int
    seat: str
    what: str
    possible: list[int]
    counted: int


class PlayersObject(JsonObject, kw_only=True):
    """The names of those who play; null for one who has none."""

    south: str | None
    north: str | None


class ReplayLine(JsonObject, kw_only=True):
    """A record played through; ``line`` is where it begins in its file.

    ``tags`` are those of the record that mean nothing here, ``opening`` is what was shown before
    the first lead. With ``doubles``: ``stake`` is that at the end, ``refused`` the seat that ended
    the hand by refusing one (null where nobody did; ``points`` are those so far then, and count for
    nothing), ``payment`` what is paid in initial stakes, null before the end. ``void`` is there,
    true, if the hand is void: then it has no points, and the same dealer deals again.
    """

    line: int | None
    rules: str
    count: str
    dealer: str
    upcard: str
    view: str | UnsetType = UNSET
    players: PlayersObject | UnsetType = UNSET
    tags: dict[str, str] | UnsetType = UNSET
    opening: list[ShownObject] | UnsetType = UNSET
    tricks: list[TrickObject]
    complete: bool
    findings: list[FindingObject]
    points: HandPointsObject | None
    void: bool | UnsetType = UNSET
    unknown: list[UnknownCreditObject]
    doubles: str | UnsetType = UNSET
    stake: int | UnsetType = UNSET
    refused: str | UnsetType | None = UNSET
    payment: SeatPointsObject | UnsetType | None = UNSET


class TotalledObject(JsonObject, kw_only=True):
    """What one seat has scored in a hand of a game."""

    melds: int
    tricks: int
    total: int


class TotalledHandObject(JsonObject, kw_only=True):
    """What both seats have scored in a hand of a game."""

    south: TotalledObject
    north: TotalledObject


class GameHandObject(JsonObject, kw_only=True):
    """A hand of a game, and the score after it, by the seats of the game.

    ``seats_changed`` is there, and true, if the players sit the other way round than in the first
    hand: who is south in the game is north in the record of this hand. ``payment`` is there with
    doubles: what is paid for the hand in initial stakes, null where it has not come to an end.
    """

    hand: int
    dealer: str | None
    outcome: str
    points: TotalledHandObject | None
    score: SeatPointsObject
    target: int | None
    notes: list[str]
    faults: list[str]
    findings: list[str]
    payment: SeatPointsObject | UnsetType | None = UNSET
    seats_changed: bool | UnsetType = UNSET


class PaymentObject(JsonObject, kw_only=True):
    """What one seat pays the other for a game; ``from`` and ``to`` are seats."""

    from_: str = msgspec.field(name="from")
    to: str
    points: int


class PlayerScoreObject(JsonObject, kw_only=True):
    """What one player scored in the hands that add points, and how many more than the opponent."""

    name: str
    seat: str
    hands: int
    points: int
    margin: int


class GameLine(JsonObject, kw_only=True):
    """A game of several hands.

    Scores belong to players: ``south`` is the player who is south in the first hand, also in hands
    in which the players have changed seats, as the names of the records tell.
    ``pays`` and ``payment`` are there where the loser pays; ``payment`` is null before the game is
    over, and for nothing owed after single hands. ``ahead`` is there where the game is won by a
    lead; it has no target then. With ``doubles`` each hand is a game: ``score`` is the sum of the
    payments in initial stakes, and there is no target, winner or ending. ``player`` is there if one
    was asked for, and ``drop_last_digit`` (true) if the last digit of card points is dropped.
    """

    rules: str
    count: str
    chips: bool
    single_hand: bool
    begins_at: SeatPointsObject
    hands: list[GameHandObject]
    score: SeatPointsObject
    target: int | None
    ahead: int | UnsetType = UNSET
    target_reached: bool
    target_raised: bool
    winner: str | None
    players: PlayersObject | UnsetType = UNSET
    ending: str | None
    verdict: str
    doubles: str | UnsetType = UNSET
    pays: str | UnsetType = UNSET
    payment: PaymentObject | UnsetType | None = UNSET
    player: PlayerScoreObject | UnsetType = UNSET
    drop_last_digit: bool | UnsetType = UNSET


@line("replay")
def replay_line(replay: Replay) -> ReplayLine:
    """The line of ``replay``."""
    record = replay.record
    stakes = None if replay.referee is None else replay.referee.stakes
    return filled(
        partial(
            ReplayLine,
            tags=dict(record.other_tags) or UNSET,
            opening=[_shown(shown) for shown in replay.opening] or UNSET,
            complete=replay.is_complete,
            void=replay.is_void or UNSET,
            doubles=UNSET if stakes is None else stakes.doubles.text(),
            stake=UNSET if stakes is None else stakes.stake,
            refused=UNSET if stakes is None else text_or_none(replay.refuser),
            payment=UNSET if stakes is None else _paid(replay.payment),
        ),
        replay,
        record,
    )


@line("replay")
def recorded_position_line(recorded: RecordedPosition) -> PositionLine:
    """The line of ``replay --at``."""
    return filled(PositionLine, recorded)


@line("score")
def game_line(game: Game) -> GameLine:
    """The line of ``score``."""
    return filled(
        partial(
            GameLine,
            drop_last_digit=game.drops_last_digit or UNSET,
            hands=[_game_hand(hand, game) for hand in game.hands],
            target=_target(game.target, game),
            payment=UNSET if game.pays is None else _payment(game.payment),
            player=_player_score(game),
        ),
        game,
    )


def _player_score(game: Game) -> PlayerScoreObject | UnsetType:
    own = game.player_score
    if own is None:
        return UNSET
    return filled(partial(PlayerScoreObject, name=game.players.name(own.seat)), own)


@makes(PlayersObject)
def _players(players: Players) -> PlayersObject | UnsetType:
    return PlayersObject(south=players.south, north=players.north) if any(players) else UNSET


def _payment(payment: Payment | None) -> PaymentObject | None:
    if payment is None:
        return None
    payer, paid = payment.payer.text(), payment.payer.other.text()
    return PaymentObject(from_=payer, to=paid, points=payment.points)


@makes(TrickObject)
def _trick(trick: ReplayedTrick) -> TrickObject:
    return filled(
        partial(
            TrickObject,
            trick=trick.number,
            drawn=[DrawnObject(seat=seat.text(), card=card.text()) for seat, card in trick.drawn],
            said=[SaidObject(seat=seat.text(), said=said.text()) for seat, said in trick.said]
            or UNSET,
        ),
        trick,
    )


@makes(ShownObject)
def _shown(shown: Shown) -> ShownObject:
    return filled(partial(ShownObject, move=shown.show.text()), shown)


def _target(target: int, game: Game) -> int | None:
    """The target; null where a lead or nothing ends the game."""
    return target if game.ahead is None and game.doubles is None else None


def _game_hand(hand: GameHand, game: Game) -> GameHandObject:
    return filled(
        partial(
            GameHandObject,
            hand=hand.number,
            target=_target(hand.target, game),
            findings=[str(finding) for finding in hand.findings],
            payment=UNSET if game.doubles is None else _paid(hand.payment),
            seats_changed=hand.seats_changed or UNSET,
        ),
        hand,
    )


def _paid(payment: Points | None) -> SeatPointsObject | None:
    return None if payment is None else SeatPointsObject.of(payment)


@makes(HandPointsObject)
def _hand_points(points: HandPoints) -> HandPointsObject:
    south, north = (ScoredObject(melds=seat.melds, tricks=seat.tricks) for seat in points)
    return HandPointsObject(south=south, north=north)


@makes(TotalledObject)
def _totalled(points: SeatPoints) -> TotalledObject:
    return TotalledObject(melds=points.melds, tricks=points.tricks, total=sum(points))
