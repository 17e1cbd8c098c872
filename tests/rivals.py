"""Players of the stock phase and matches between them, for their tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    Deck,
    MeldKind,
    PlayoffPosition,
    Rank,
    Rulebook,
    Service,
    Suit,
    solve,
)
from pinochle_solver.deals import Deal, random_deals
from pinochle_solver.hand import Referee
from pinochle_solver.moves import Move
from pinochle_solver.stock_position import StockPosition

_SERVICES = (Service.MARRIAGE, Service.RUN)
SMALL_RULES = Rulebook(
    "small",
    "two suits of four ranks, marriages only",
    COUNTS["old"],
    (
        MeldKind("marriage", 20, "Kp Qp", ((Service.MARRIAGE, "Kp Qp"),), barred_by=_SERVICES),
        MeldKind("royal-marriage", 40, "Kt Qt", ((Service.MARRIAGE, "Kt Qt"),), _SERVICES),
    ),
    draws_before_melding=True,
    deck=Deck(
        "small",
        (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN),
        copies=1,
        hand=2,
        stock=4,
        suits=(Suit.SPADES, Suit.HEARTS),
    ),
)

Player = Callable[[StockPosition], Move]


def random_player(seed: int) -> Player:
    """One that plays any legal move."""
    random = Random(seed)

    def move(position: StockPosition) -> Move:
        return random.choice(legal_moves(position))

    return move


def legal_moves(position: StockPosition) -> tuple[Move, ...]:
    return Referee.of_position(position, tuple(position.unseen)).moves()


def decisions(referee: Referee, south: Player, north: Player) -> Iterator[StockPosition]:
    """Play the stock phase of a hand: what each seat sees before each of its moves."""
    while not referee.in_playoff:
        assert referee.turn is not None
        view = referee.view(referee.turn)
        assert isinstance(view, StockPosition)
        yield view
        referee.push((south, north)[referee.turn](view))


def margin(deal: Deal, south: Player, north: Player) -> int:
    """South's points less north's, the playoff played exactly."""
    referee = Referee.of_deal(deal)
    for _ in decisions(referee, south, north):
        pass
    playoff = referee.position()
    assert isinstance(playoff, PlayoffPosition)
    value = solve(playoff).value
    south_points, north_points = referee.points
    return sum(south_points) + value.south - sum(north_points) - value.north


def duplicate_margins(
    one: Player, other: Player, deals: int, seed: int, rules: Rulebook = RULEBOOKS["scarne"]
) -> list[float]:
    """For each deal, played from either seat, by how much the one is better a hand."""
    return [
        (margin(deal, one, other) - margin(deal, other, one)) / 2
        for deal in random_deals(deals, seed, rules)
    ]
