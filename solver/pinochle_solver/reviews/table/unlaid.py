"""Melds that a seat could have laid, and did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from pinochle_solver.double_dummy.estimates import Estimate
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.checks import counted
from pinochle_solver.rules.meld_kinds import in_words
from pinochle_solver.table.acts import Act
from pinochle_solver.table.burial import laid_by
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.melds import TableMelds, meld_points
from pinochle_solver.table.moves import Bury, Lay
from pinochle_solver.table.views import AnyMove


class Unlaid(NamedTuple):
    """What a seat left in its hand that it could have laid with the same trump and burial.

    Attributes:
        melds: the melds.
        points: how many more points all melds would have had.
        loss: what that cost, in the currency of the game; None: it is not known.
    """

    melds: TableMelds
    points: int
    loss: Estimate | None = None

    @property
    def kinds(self) -> str:
        """The kinds of the melds: ``kings, marriage``."""
        return ", ".join(in_words(meld.kind.name) for meld in self.melds)

    def told(self, who: str, card: Callable[[Card], str], lost: str | None) -> str:
        """The melds in a sentence, with what they would have scored and what that cost.

        Args:
            who: the name of the seat.
            card: writes a card.
            lost: the loss with its currency; None: it is not known.
        """
        named = (
            " ".join((in_words(meld.kind.name), *map(card, meld.cards))) for meld in self.melds
        )
        text = f"before the first trick: {who} did not lay {', '.join(named)}"
        text += f" ({counted(self.points, 'point')})"
        return text if lost is None else f"{text}: {lost} lost"


def laying_all_instead(move: AnyMove) -> AnyMove | None:
    """The same move with all melds laid; None for a move that lays all, or none can be laid."""
    if isinstance(move, Bury) and move.melds is not None:
        return replace(move, melds=None)
    return Lay() if isinstance(move, Lay) and move.melds is not None else None


def unlaid_by(position: TablePosition, move: AnyMove) -> Unlaid | None:
    """What a move does not lay, its loss still unknown; None: it lays all that counts.

    Args:
        position: the position as its seat to decide sees it.
        move: a move in the words of the search (`as_searched`).
    """
    whole = laying_all_instead(move)
    if whole is None or position.act not in (Act.BURY, Act.MELD) or position.has_stock:
        return None
    hand = hand_of(position)
    assert isinstance(hand, TableHand)
    assert hand.turn is not None
    held, values = hand.hands[hand.turn], hand.rules.melds
    if isinstance(move, Bury) and isinstance(whole, Bury):
        laid, most = laid_by(move, held), laid_by(whole, held)
    else:
        assert isinstance(move, Lay)
        laid, most = move.melds or (), hand.most_melds(hand.turn, held)
    left = Counter(most) - Counter(laid)
    melds = tuple(meld for meld in dict.fromkeys(most) for _ in range(left[meld]))
    return Unlaid(melds, meld_points(most, values) - meld_points(laid, values))
