"""What the playoff search found, and how it stood up to the whole space of a deal."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.playoff.race import Outcome, Race
from pinochle_solver.playoff.solution import MoveValue, Solution
from pinochle_solver.playoff.verify import Verification
from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject, SeatPointsObject

_OUTCOMES = {Outcome.WINS: "wins", Outcome.GOES_ON: "goes on", Outcome.LOSES: "loses"}


class BoundsObject(JsonObject, kw_only=True):
    """The lowest and the highest that is proven of each seat's points."""

    south: tuple[int, int]
    north: tuple[int, int]


class CardObject(JsonObject, kw_only=True):
    """A legal card: its value and what it loses, or of a stopped search its bounds."""

    card: str
    value: SeatPointsObject | UnsetType = UNSET
    bounds: BoundsObject | UnsetType = UNSET
    loss: int | UnsetType = UNSET


class RaceObject(JsonObject, kw_only=True):
    """The race to the target for the seat to decide, in a game with call-outs.

    ``proven`` is there if a limit stopped the search: the worst and the best that each card can do.
    """

    count: int
    target: int
    call_out: str | None
    cards: dict[str, str] | None
    proven: dict[str, tuple[str, str]] | UnsetType = UNSET


class SolutionLine(JsonObject, kw_only=True):
    """A position solved: points still to come, and with ``final`` those of the whole hand."""

    id: str | UnsetType = UNSET
    position: str
    exact: bool
    value: SeatPointsObject | UnsetType = UNSET
    bounds: BoundsObject | UnsetType = UNSET
    final: SeatPointsObject | UnsetType = UNSET
    moves: list[CardObject]
    line: list[str]
    nodes: int
    seconds: float
    race: RaceObject | UnsetType = UNSET


class VerificationLine(JsonObject, kw_only=True):
    """How many bounds of the search were compared, and how many of them were wrong."""

    position: str
    states: int
    searched: int
    answered: int
    wrong: int
    agrees: bool


@line("solve")
def solution_line(solution: Solution) -> SolutionLine:
    """The line of ``solve``: values where all is proven, otherwise bounds."""
    is_exact = solution.exact
    final = solution.final if is_exact else None
    return filled(
        partial(
            SolutionLine,
            id=solution.position.id or UNSET,
            exact=is_exact,
            value=SeatPointsObject.of(solution.value) if is_exact else UNSET,
            bounds=UNSET if is_exact else filled(BoundsObject, solution.bounds),
            final=UNSET if final is None else SeatPointsObject.of(final),
            moves=[_card(move, is_exact) for move in solution.moves],
            seconds=round(solution.seconds, 6),
        ),
        solution,
    )


@makes(RaceObject)
def _race(race: Race) -> RaceObject:
    cards = None
    if race.cards is not None:
        cards = {card.text(): _OUTCOMES[outcome] for card, outcome in race.cards}
    return RaceObject(
        count=race.has,
        target=race.target,
        call_out=None if race.call is None else _OUTCOMES[race.call],
        cards=cards,
        proven=UNSET if cards is not None or not race.proven else _proven(race),
    )


def _proven(race: Race) -> dict[str, tuple[str, str]]:
    """The worst and the best outcome of each card that a stopped search leaves possible."""
    return {card.text(): (_OUTCOMES[worst], _OUTCOMES[best]) for card, worst, best in race.proven}


@line("verify")
def verification_line(verification: Verification) -> VerificationLine:
    """The line of ``verify``."""
    return filled(VerificationLine, verification)


def _card(move: MoveValue, is_exact: bool) -> CardObject:
    if not is_exact:
        return CardObject(card=move.card.text(), bounds=filled(BoundsObject, move.bounds))
    value = SeatPointsObject.of(move.bounds.value)
    return CardObject(card=move.card.text(), value=value, loss=move.loss)
