"""A record written by one seat, completed to a deal: the cards it does not tell are dealt somehow.

The hand then replays as any other, and the views of the seat that wrote it are what it saw. Where
a record can be followed in several ways, they are tried until one goes as far as it is written.

What a show scores may depend on cards that the record does not tell. Then it says so itself
(``=110``), or the points are not known, and `UnknownCredit` names what they may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.game.draw_order import DrawOrder
from pinochle_solver.game.reconstruction import Choice, Reconstruction
from pinochle_solver.hand.deals import Deal
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.rules.cards import Hand
from pinochle_solver.rules.meld_kinds import DIX
from pinochle_solver.rules.rules import Seat

# Of the ways to lay a record's melds: far more than any played hand has needed.
_MOST_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class UnknownCredit:
    """Points that a record does not tell: what a show scored hangs on cards that it does not name.

    Attributes:
        trick: the number of the trick after which it was shown.
        seat: who scored them.
        what: the meld, or ``dix`` for one drawn last that may have scored of itself.
        possible: what it may have scored, ascending.
        counted: which of these the replay counts.
    """

    trick: int
    seat: Seat
    what: str
    possible: tuple[int, ...]
    counted: int

    def __str__(self) -> str:
        what = "a dix drawn last" if self.what == DIX else self.what
        possible = " or ".join(map(str, self.possible))
        return (
            f"trick {self.trick}: {self.seat.text()}, points not known: {what}: {possible}, "
            f"and the record does not say which ({self.counted} is counted)"
        )


class CompletedDeal(NamedTuple):
    """A deal that fits a record, and the points that the record does not tell."""

    deal: Deal
    unknown: tuple[UnknownCredit, ...]


def completed_deal(record: HandRecord, order: DrawOrder) -> CompletedDeal:
    """A deal that fits a record with `view`, up to a play that cannot be.

    Args:
        record: the record.
        order: who draws in it.

    Raises:
        IllegalPositionError: for cards that are more than the deck has.
    """
    own = record.hand(record.view) if record.view is not None else None
    if record.view is None or own is None:
        raise IllegalPositionError("View", "missing, or its hand is")
    best = _best_attempt(order, record.view, own)
    if best.too_many is not None:
        raise best.too_many
    return CompletedDeal(best.deal(), tuple(_unknown_credits(best, record.view, own)))


def _best_attempt(
    order: DrawOrder, viewer: Seat, own: Hand, choices: tuple[int, ...] = ()
) -> Reconstruction:
    """Follow a record with these first choices, the later ones so that it goes as far as it can."""
    best = attempt = Reconstruction(order, viewer, own, choices)
    attempt.follow()
    for _ in range(_MOST_ATTEMPTS):
        following = _next_choices(attempt.choices, len(choices))
        if not best.is_doubtful or not following:
            break
        attempt = Reconstruction(order, viewer, own, following)
        attempt.follow()
        if attempt.quality > best.quality:
            best = attempt
    return best


def _next_choices(choices: list[Choice], fixed: int) -> tuple[int, ...]:
    """The choices to try after these: the last one that has another way takes it; none if none.

    The first `fixed` ones stay as they are.
    """
    for number in reversed(range(fixed, len(choices))):
        choice = choices[number]
        if choice.chosen + 1 < len(choice.credits):
            return (*(before.chosen for before in choices[:number]), choice.chosen + 1)
    return ()


def _unknown_credits(best: Reconstruction, viewer: Seat, own: Hand) -> Iterator[UnknownCredit]:
    """The choices with several credits of which more than one lets the record go as far."""
    for number, choice in enumerate(best.choices):
        if not choice.is_open:
            continue
        before = tuple(earlier.chosen for earlier in best.choices[:number])
        possible = {choice.counted}
        for way, credit in enumerate(choice.credits):
            if credit not in possible:
                attempt = _best_attempt(best.order, viewer, own, (*before, way))
                if attempt.quality >= best.quality:
                    possible.add(credit)
        if len(possible) > 1:
            yield UnknownCredit(
                choice.trick, choice.seat, choice.what, tuple(sorted(possible)), choice.counted
            )
