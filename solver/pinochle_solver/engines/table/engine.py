"""What an engine for the games of three and four is, and what it decides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from pinochle_solver._core.limits import StopFlag
from pinochle_solver.engines.engine import Choice, Number
from pinochle_solver.intervals import Interval, chance_interval
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import NO_CARDS, Hand
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.stock.analysis import OBJECTIVES, POINTS
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.holdings import check_known
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.views import AnyHand, AnyMove, known_cards
from pinochle_solver.threads import check_threads


@dataclass(frozen=True, slots=True)
class TableCandidate:
    """A move that an engine has valued along with others.

    Attributes:
        move: the move.
        mean, se: as in `TableDecision`.
        behind: how far the mean is below that of the best move; if the engine plays for `win`, how
            far the chance is below that of the best. None where it is not known.
        behind_se: the standard error of that; None where it is not known.
        visits: in how many deals it was tried.
        win, win_se: as in `TableDecision`.
    """

    move: AnyMove
    mean: float | None
    se: float | None
    behind: float | None
    behind_se: float | None
    visits: int = 0
    win: float | None = None
    win_se: float | None = None

    @property
    def win_interval(self) -> Interval | None:
        """The 95% interval of the chance to win, between 0 and 1; None if that is not known."""
        if self.win is None or self.win_se is None:
            return None
        return chance_interval(self.win, self.win_se)


@dataclass(frozen=True, slots=True)
class TableDecision:
    """What an engine decides.

    Attributes:
        move: the move.
        mean: what the whole hand is expected to be worth to the seat on turn (RULES-TABLE.md,
            section 9), in `unit`; None where it is not known.
        se: the standard error of the mean, 0 for an exact one; None where it is not known.
        unit: what the mean counts: ``cents``, ``checks`` or ``points``; None without a mean.
        worlds: in how many deals the move was tried.
        exact: whether the mean is exact, not estimated.
        win: the chance that the contract is made, or for a seat of the other side that it is set;
            without a contract that its unit gets the most points. None where it is not known.
        win_se: the standard error of that; None where it is not known.
        candidates: the moves that were valued, the best first; empty if the engine does not say.
    """

    move: AnyMove
    mean: float | None = None
    se: float | None = None
    unit: str | None = None
    worlds: int = 0
    exact: bool = False
    win: float | None = None
    win_se: float | None = None
    candidates: tuple[TableCandidate, ...] = ()


class TableEngine(ABC):
    """A player of the games for three and four by what one seat sees.

    Args:
        objective: what it plays for, ``points`` (what the hand is worth in its currency) or
            ``win`` (the chance of `TableDecision.win`).
        threads: how many threads it may use.

    Attributes:
        name: the name by which it is asked for.
        summary: in a few words, what it does.
        options: which of the arguments make a difference to it.
        limits: the limits that it heeds: how each is written, and which field of `Limits` it is.

    Raises:
        ValueError: for an unknown objective, and for a number of threads that is none.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    options: ClassVar[Mapping[str, Choice | Number]] = {}
    limits: ClassVar[Mapping[str, str]] = {}
    plays_exactly: ClassVar[bool] = False

    def __init__(self, *, objective: str = POINTS, threads: int = 1) -> None:
        if objective not in OBJECTIVES:
            known = ", ".join(OBJECTIVES)
            raise ValueError(f"objective is {objective!r}, expected one of {known}")
        check_threads(threads)
        self._objective, self._threads = objective, threads

    @abstractmethod
    def choose(
        self,
        position: TablePosition,
        limits: Limits,
        *,
        seed: int = 1,
        stop: StopFlag | None = None,
        progress: Callable[[TableDecision], None] | None = None,
    ) -> TableDecision:
        """Decide; the answer comes soon after a stop.

        Args:
            position: the position as the seat on turn sees it (`as_mover_sees`).
            limits: when to end.
            seed: of what is random.
            stop: ends it with what was found so far.
            progress: called now and then with the best move so far.

        Raises:
            IllegalPositionError: when the hand of the seat on turn is not wholly known.
        """


def as_mover_sees(position: TablePosition) -> TablePosition:
    """The position without what its notation says is hidden from the seat on turn.

    Of another hand that is wholly named only the cards remain that everybody knows to be there; a
    widow in the auction, a burial of somebody else and a stock become numbers. Cards named in a
    hand that ends in ``+n`` are known to the seat on turn, and stay. So does all of an ending that
    does not tell which cards are gone, which is a problem with open cards, and of a stock game once
    the stock is gone, because then a position does not tell what everybody has seen.

    Raises:
        IllegalPositionError: naming the seat on turn, if some of its cards are hidden.
    """
    turn = position.turn
    check_known(position.hands[turn].hidden, turn)
    is_playoff = position.rules.stock is not None and not position.has_stock
    if position.completed_tricks is None or is_playoff:
        return position
    hand, hands = hand_of(position), dict(position.hands)
    for seat, held in position.hands.items():
        if seat is not turn and not held.hidden:
            known = _public(position, hand, seat)
            hands[seat] = PartialHand(known, len(held) - len(known))
    changes: dict[str, object] = {"hands": hands}
    if isinstance(position.stock, tuple):
        changes["stock"] = len(position.stock)
    if position.act is Act.BID and position.widow is not None:
        changes["widow"] = PartialHand(NO_CARDS, len(position.widow))
    if position.buried is not None and turn is not position.bidder and not position.buried.hidden:
        changes["buried"] = PartialHand(NO_CARDS, len(position.buried))
    return replace(position, **changes)  # type: ignore[arg-type]


def _public(position: TablePosition, hand: AnyHand, seat: Seat) -> Hand:
    """What everybody knows of another hand that is wholly named."""
    if isinstance(hand, TableHand):
        return known_cards(hand, seat)
    known, held = hand.known_cards(seat), position.hands[seat].known
    # All have seen which upcard was taken for a nine; the position does not tell which it was.
    has_exchanged = any(not meld.copies for meld in position.laid.get(seat, ()))
    return held if has_exchanged and len(held) == len(known) + 1 else known
