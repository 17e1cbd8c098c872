"""What can be melded, and in which order."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET, UnsetType

from pinochle_solver.melding.outs import Need, Out
from pinochle_solver.melding.planner import Plan, Step
from pinochle_solver.melding.report import BareHand, MeldReport
from pinochle_solver.rules.meld_table import MeldOption
from pinochle_solver.rules.melds import laid_melds_text
from pinochle_solver.schema.filling import filled, makes
from pinochle_solver.schema.lines import line
from pinochle_solver.schema.objects import JsonObject


class MeldObject(JsonObject, kw_only=True):
    """What can be laid now, and where its cards come from."""

    move: str
    points: int
    from_hand: list[str]
    from_table: list[str]


class StepObject(JsonObject, kw_only=True):
    """A step of a plan, and the points so far."""

    turn: int
    move: str
    points: int
    total: int


class PlanObject(JsonObject, kw_only=True):
    """The best order of melds for so many turns."""

    turns: int
    points: int
    steps: list[StepObject]


class UseObject(JsonObject, kw_only=True):
    """A meld that a card is needed for, and what it still lacks."""

    meld: str
    missing: list[str]


class NeedObject(JsonObject, kw_only=True):
    """What a card held is still needed for."""

    card: str
    melds: list[UseObject]


class OutObject(JsonObject, kw_only=True):
    """A meld that waits for cards, and the chance that they come."""

    meld: str
    points: int
    missing: list[str]
    unseen: list[int]
    draws: int | None
    chance: float | None


class MeldsLine(JsonObject, kw_only=True):
    """What a hand, or the seat to decide in a position, can meld."""

    position: str | UnsetType = UNSET
    seat: str | UnsetType = UNSET
    act: str | UnsetType = UNSET
    rules: str | UnsetType = UNSET
    trump: str | UnsetType = UNSET
    hand: str | UnsetType = UNSET
    table: str | UnsetType = UNSET
    melds: list[MeldObject]
    plan: PlanObject | UnsetType = UNSET
    needs: list[NeedObject] | UnsetType = UNSET
    outs: list[OutObject] | UnsetType = UNSET


@line("melds")
def melds_line(report: MeldReport) -> MeldsLine:
    """The line of ``melds``."""
    plan, hand = report.plan, report.of
    line = MeldsLine(
        melds=[_meld(option) for option in report.options],
        plan=UNSET if plan is None else _plan(plan),
        needs=UNSET if plan is None else [_need(need) for need in plan.needs],
        outs=UNSET if plan is None else [_out(out) for out in plan.outs],
    )
    if isinstance(hand, BareHand):
        line.rules, line.trump = hand.rules.name, hand.trump.letter
        line.hand = hand.cards.text()
        line.table = laid_melds_text(hand.laid) if hand.laid else UNSET
    else:
        line.position, line.seat, line.act = hand.text(), hand.turn.text(), hand.act.text()
    return line


def _meld(option: MeldOption) -> MeldObject:
    return filled(partial(MeldObject, move=option.show.text()), option)


def _plan(plan: Plan) -> PlanObject:
    return filled(PlanObject, plan)


@makes(StepObject)
def _step(step: Step) -> StepObject:
    return filled(partial(StepObject, move=step.text()), step)


def _need(need: Need) -> NeedObject:
    melds = [filled(partial(UseObject, meld=use.show.text()), use) for use in need.uses]
    return NeedObject(card=need.play.text(), melds=melds)


def _out(out: Out) -> OutObject:
    return filled(partial(OutObject, meld=out.show.text(), chance=out.probability), out)
