"""Pairs of hands played by engines and reviewed, and what is kept of the reviews."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, pairwise

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.game.recording import record_of
from pinochle_solver.hand.referee import Referee
from pinochle_solver.matches.pairs import MatchTable
from pinochle_solver.matches.results import HandResult, MatchSettings
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.reviews.account import Account, sign
from pinochle_solver.reviews.decisions import Decision, DecisionKind
from pinochle_solver.reviews.marks import Mark
from pinochle_solver.reviews.review import Review, review
from pinochle_solver.rules.rules import Seat

THIRDS = 3


@dataclass(frozen=True, slots=True)
class Lost:
    """What a player lost by decisions of one kind in one hand.

    Attributes:
        decisions: how many it made.
        points: what it lost by them together.
        marks: how many got ``?!``, ``?`` and ``??``.
    """

    decisions: int
    points: float
    marks: list[int]


@dataclass(frozen=True, slots=True)
class Arrival:
    """How much better a hand stood at a decision than expected before, for who had to decide.

    Attributes:
        kind: of the decision.
        third: of the stock phase, from 0.
        points: what draws and moves since the decision before came to, for its seat.
    """

    kind: str
    third: int
    points: float


@dataclass(frozen=True, slots=True)
class ReviewedHand:
    """A hand that was played and reviewed. Points are A's less B's.

    Attributes:
        result: what it came to.
        deal: what it was worth when it was dealt.
        draws: the luck of the draws of A, and of B, each for itself.
        given: what A, and B, gave away, negative.
        unseen: what was unseen by moves of A, and of B, each for itself.
        rest: what is not accounted for.
        lost: of A, and of B, by kind of decision.
        arrivals: at the decisions of the stock phase but the first.
    """

    result: float
    deal: float
    draws: list[float]
    given: list[float]
    unseen: list[float]
    rest: float
    lost: list[dict[str, Lost]]
    arrivals: list[Arrival]


@dataclass(frozen=True, slots=True)
class ReviewedPair:
    """The same cards played twice, the players having changed seats.

    Attributes:
        number: which pair, from 0.
        rules: the name of the rulebook.
        hands: the two hands; A sits south in the first. Of an engine against itself this one alone:
            by the same seeds it plays the second alike.
    """

    number: int
    rules: str
    hands: list[ReviewedHand]


def reviewed_pair(number: int, settings: MatchSettings, worlds: int) -> ReviewedPair:
    """Play a pair of hands and review them.

    Args:
        number: of the pair, from 0.
        settings: by which it is played.
        worlds: for each decision that is reviewed.
    """
    table = MatchTable(settings, StopFlag())
    try:
        pair = table.play(number + 1)
    finally:
        table.close()
    found = []
    apart = 1 if settings.a == settings.b else 2
    for place, hand in enumerate(islice(pair.hands, apart)):
        seed = 1 + settings.seed + 1000 * (2 * number + place)
        found.append(_reviewed(number, hand, settings, worlds, seed))
    return ReviewedPair(number, pair.rules, found)


def _reviewed(
    number: int,
    hand: HandResult,
    settings: MatchSettings,
    worlds: int,
    seed: int,
) -> ReviewedHand:
    deal = settings.deal(number + 1)
    referee = Referee.of_deal(deal)
    for move in hand.moves:
        referee.push(move)
    record = record_of(deal, tuple(referee.history))
    found = review(record, worlds=worlds, seed=seed)
    account = found.account
    assert account is not None
    of_a = Seat.parse(hand.a_sits)
    seats = (of_a, of_a.other)
    return ReviewedHand(
        result=sign(of_a) * account.result,
        deal=sign(of_a) * account.deal.mean,
        draws=[account.luck_of(seat).mean for seat in seats],
        given=[account.given_by(seat).mean for seat in seats],
        unseen=[account.unseen_of(seat).mean for seat in seats],
        rest=sign(of_a) * account.rest,
        lost=[{kind.value: _lost(found, seat, kind) for kind in DecisionKind} for seat in seats],
        arrivals=_arrivals(found, account),
    )


def _lost(found: Review, seat: Seat, kind: DecisionKind) -> Lost:
    total = found.total(seat, kind)
    return Lost(total.decisions, total.lost.mean, [total.marks[mark] for mark in Mark])


def _arrivals(found: Review, account: Account) -> list[Arrival]:
    """What came between two decisions of the stock phase, for the seat of the second."""
    draws = iter(account.draws)
    arrivals = []
    for before, after in pairwise(account.unseen):
        decision = after.decision
        drawn = _face_down(before.decision) - _face_down(decision)
        chances = drawn if _face_down(decision) else drawn - 1
        points = sign(before.decision.seat) * before.points.mean
        points += sum(sign(draw.seat) * draw.luck.mean for draw in islice(draws, max(0, chances)))
        third = THIRDS * (decision.trick - 1) // found.replay.record.rules.deck.stock_tricks
        arrivals.append(Arrival(decision.kind.value, third, sign(decision.seat) * points))
    return arrivals


def _face_down(decision: Decision) -> int:
    position = decision.position
    assert isinstance(position, StockPosition)
    return position.face_down
