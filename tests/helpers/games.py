"""Games of several hands for the tests: hands played at random, and the records of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

from helpers.strategies import play_on
from pinochle_solver import RULEBOOKS, HandPoints, Points, Referee, Seat, SeatPoints, random_deals
from pinochle_solver.game.recording import record_of
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.position_fields import NO_SCORE


@cache
@cache
def record(
    rules: str = "scarne",
    seed: int = 1,
    dealer: Seat = Seat.SOUTH,
    score: Points = NO_SCORE,
    target: int | None = None,
    view: Seat | None = None,
    moves: int = 999,
) -> HandRecord:
    """The record of a hand played at random, to its end or for so many moves."""
    (deal,) = random_deals(1, seed, RULEBOOKS[rules])
    deal = replace(deal, dealer=dealer)
    referee = play_on(Referee.of_deal(deal), moves, Random(seed))
    return record_of(deal, tuple(referee.history), view, score, target)


def scoring(
    hand: HandRecord, south: int, north: int, tricks: tuple[int, int] | None = None
) -> Replay:
    """A replay of that record which scores so much, whatever was played."""
    of_tricks = tricks or (0, 0)
    points = HandPoints(
        SeatPoints(south - of_tricks[0], of_tricks[0]),
        SeatPoints(north - of_tricks[1], of_tricks[1]),
    )
    return replace(replay_record(hand), points=points)


def hands(
    *points: tuple[int, int], rules: str = "scarne", target: int | None = None
) -> list[Replay]:
    """Replays that score so much, south first, the deal alternating."""
    return [
        scoring(record(rules, number, Seat(number % 2), target=target), *each)
        for number, each in enumerate(points)
    ]


DOUBLED = """[Rules "macdougall"]
[Doubles "every"]
[Dealer "north"]
[Upcard "TH"]
[South "AT9.AJ.T9.TTKJ9"]
[North "9.TJ.AKJ.AAKQJ9"]
[Stock "QC 9D AD TS KS KS QS QS JS JS AS 9H 9H KH KH QH QH AH TD KD QD QD JD"]

1. AS 9S {double N:accept} 2. TS 9C 3. 9D JH {double S:redouble accept} 4. AC 9C {double S:refuse}
"""
"""A hand with doubles: the example of the rules, up to where south refuses and pays 8."""
