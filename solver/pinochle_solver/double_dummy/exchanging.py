"""What exchanging a nine for the upcard is worth in `partnership`, over deals."""

from __future__ import annotations

from pinochle_solver.double_dummy.analysis import Findings
from pinochle_solver.double_dummy.estimates import Stake, points_of_a_deal
from pinochle_solver.double_dummy.finishing import Finish
from pinochle_solver.double_dummy.open_hands import OpenHands, OpenSolver
from pinochle_solver.double_dummy.outcomes import Worth, laid_by_units
from pinochle_solver.double_dummy.trials import Tried
from pinochle_solver.double_dummy.worlds import World, Worlds
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import Dix, Lay
from pinochle_solver.table.seats import Seat


def exchange_chances(position: TablePosition, worlds: Worlds, solver: OpenSolver) -> Findings:
    """Exchanging, with a nine in the hand, and passing, the better mean first.

    Seats that held a nine and were asked before have passed; a seat asked later exchanges or passes
    as is best for its side. Then all lay what they can.

    Args:
        position: a position with a decision on a dix, and its dealer.
        worlds: deals of what is hidden.
        solver: of open hands.

    Raises:
        IllegalPositionError: (``upcard``) if the upcard is not given.
    """
    if position.upcard is None:
        raise IllegalPositionError("upcard", "missing, and it is what a nine is exchanged for")
    own, other = position.units
    side = own if position.turn in own else other
    cards = position.rules.hand
    tried = Tried(cards)

    moves = [move for move in position.legal_moves() if isinstance(move, Dix)]
    asked = hand_of(position)
    assert isinstance(asked, TableHand)

    def play(world: World) -> list[tuple[Dix, Worth, int]]:
        hand = asked.with_hands(world.hands)
        return [(move, *_played(position, hand.after(move), side, solver)) for move in moves]

    for played in worlds.each(play):
        for move, worth, won in played:
            tried.add(move, worth, won)
    return Findings(moves=tried.chances(Stake(points_of_a_deal(cards))))


def _played(
    position: TablePosition, hand: TableHand, side: tuple[Seat, ...], solver: OpenSolver
) -> tuple[Worth, int]:
    """What the rest is worth to the seat to decide, and what its side wins."""
    if hand.act is Act.DIX:
        ways = [_played(position, hand.after(Dix(shown)), side, solver) for shown in (True, False)]
        choose = max if hand.turn in side else min
        return choose(ways, key=lambda way: way[0].mean)
    while hand.act is Act.MELD:
        hand = hand.after(Lay())
    assert hand.trump is not None
    assert hand.turn is not None
    hands = dict(zip(hand.players, hand.hands, strict=True))
    laid = dict(zip(position.rules.table, hand.facts().melds, strict=True))
    finish = Finish(
        rules=position.rules,
        seat=position.turn,
        bidder=None,
        table=OpenHands(position.rules, hand.trump, hand.turn, hands, side),
        melds=laid_by_units(position.rules, position.units, laid),
        cards=dict.fromkeys(position.units, 0.0),
        with_trick=frozenset(),
        contract=None,
    )
    won = finish.won(solver)
    return finish(won), won.points
