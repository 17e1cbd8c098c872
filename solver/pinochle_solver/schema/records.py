"""Records played through, and games of several."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from pinochle_solver.game.game import Game, GameHand, Payment
from pinochle_solver.game.replayed_hand import Replay, ReplayedTrick, Shown
from pinochle_solver.game.rulings import Finding
from pinochle_solver.game.unknown_cards import UnknownCredit
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.position_fields import HandPoints, SeatPoints
from pinochle_solver.rules.rules import Points
from pinochle_solver.schema.objects import JsonObject, SeatPointsObject


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


class FindingObject(JsonObject, kw_only=True):
    """What is wrong in a record, and what the rulebook makes of it."""

    kind: str
    trick: int
    seat: str | None
    what: str
    fact: str
    ruling: str


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


def replay_line(replay: Replay) -> ReplayLine:
    """The line of ``replay``."""
    record = replay.record
    return ReplayLine(
        line=record.line,
        rules=record.rules.name,
        count=record.count.name,
        dealer=record.dealer.text(),
        upcard=record.upcard.text(),
        view=UNSET if record.view is None else record.view.text(),
        players=players_object(record.players),
        tags=dict(record.other_tags) or UNSET,
        opening=[_shown(shown) for shown in replay.opening] or UNSET,
        tricks=[_trick(trick) for trick in replay.tricks],
        complete=replay.is_complete,
        findings=[finding_object(finding) for finding in replay.findings],
        points=None if replay.points is None else hand_points_object(replay.points),
        void=replay.is_void or UNSET,
        unknown=[_unknown(credit) for credit in replay.unknown],
        **_doubles(replay),
    )


def _doubles(replay: Replay) -> dict[str, Any]:
    """What is told of a hand with doubles."""
    stakes = None if replay.referee is None else replay.referee.stakes
    if stakes is None:
        return {}
    return {
        "doubles": stakes.doubles.text(),
        "stake": stakes.stake,
        "refused": None if replay.refuser is None else replay.refuser.text(),
        "payment": _paid(replay.payment),
    }


def game_line(game: Game) -> GameLine:
    """The line of ``score``."""
    return GameLine(
        rules=game.rules.name,
        count=game.count.name,
        chips=game.chips,
        drop_last_digit=game.drops_last_digit or UNSET,
        single_hand=game.single_hand,
        begins_at=SeatPointsObject.of(game.begins_at),
        hands=[_game_hand(hand, game) for hand in game.hands],
        score=SeatPointsObject.of(game.score),
        target=_target(game.target, game),
        ahead=UNSET if game.ahead is None else game.ahead,
        target_reached=game.target_reached,
        target_raised=game.target_raised,
        winner=None if game.winner is None else game.winner.text(),
        players=players_object(game.players),
        ending=game.ending.value if game.ending else None,
        verdict=game.verdict,
        doubles=UNSET if game.doubles is None else game.doubles.text(),
        pays=UNSET if game.pays is None else game.pays.value,
        payment=UNSET if game.pays is None else _payment(game.payment),
        player=_player_score(game),
    )


def _player_score(game: Game) -> PlayerScoreObject | UnsetType:
    own = game.player_score
    if own is None:
        return UNSET
    return PlayerScoreObject(
        name=game.players.name(own.seat),
        seat=own.seat.text(),
        hands=own.hands,
        points=own.points,
        margin=own.margin,
    )


def players_object(players: Players) -> PlayersObject | UnsetType:
    """Their names; left out if nobody has one."""
    return PlayersObject(south=players.south, north=players.north) if any(players) else UNSET


def _payment(payment: Payment | None) -> PaymentObject | None:
    if payment is None:
        return None
    payer, paid = payment.payer.text(), payment.payer.other.text()
    return PaymentObject(from_=payer, to=paid, points=payment.points)


def _trick(trick: ReplayedTrick) -> TrickObject:
    return TrickObject(
        trick=trick.number,
        leader=trick.leader.text(),
        plays=[play.text() for play in trick.plays],
        winner=None if trick.winner is None else trick.winner.text(),
        shown=[_shown(shown) for shown in trick.shown],
        drawn=[DrawnObject(seat=seat.text(), card=card.text()) for seat, card in trick.drawn],
        points=hand_points_object(trick.points),
        said=[SaidObject(seat=seat.text(), said=said.text()) for seat, said in trick.said] or UNSET,
    )


def _shown(shown: Shown) -> ShownObject:
    return ShownObject(seat=shown.seat.text(), move=shown.show.text(), points=shown.points)


def finding_object(finding: Finding) -> FindingObject:
    """What is wrong, and its ruling."""
    return FindingObject(
        kind=finding.kind.value,
        trick=finding.trick,
        seat=None if finding.seat is None else finding.seat.text(),
        what=finding.what,
        fact=finding.fact,
        ruling=finding.ruling,
    )


def _unknown(credit: UnknownCredit) -> UnknownCreditObject:
    return UnknownCreditObject(
        trick=credit.trick,
        seat=credit.seat.text(),
        what=credit.what,
        possible=list(credit.possible),
        counted=credit.counted,
    )


def hand_points_object(points: HandPoints) -> HandPointsObject:
    """Both seats' points."""
    south, north = (ScoredObject(melds=seat.melds, tricks=seat.tricks) for seat in points)
    return HandPointsObject(south=south, north=north)


def _target(target: int, game: Game) -> int | None:
    """The target; null where a lead or nothing ends the game."""
    return target if game.ahead is None and game.doubles is None else None


def _game_hand(hand: GameHand, game: Game) -> GameHandObject:
    points = hand.points
    return GameHandObject(
        hand=hand.number,
        dealer=None if hand.dealer is None else hand.dealer.text(),
        outcome=hand.outcome.value,
        points=points
        and TotalledHandObject(south=_totalled(points.south), north=_totalled(points.north)),
        score=SeatPointsObject.of(hand.score),
        target=_target(hand.target, game),
        notes=list(hand.notes),
        faults=list(hand.faults),
        findings=[str(finding) for finding in hand.findings],
        payment=UNSET if game.doubles is None else _paid(hand.payment),
        seats_changed=hand.seats_changed or UNSET,
    )


def _paid(payment: Points | None) -> SeatPointsObject | None:
    return None if payment is None else SeatPointsObject.of(payment)


def _totalled(points: SeatPoints) -> TotalledObject:
    return TotalledObject(melds=points.melds, tricks=points.tricks, total=sum(points))
