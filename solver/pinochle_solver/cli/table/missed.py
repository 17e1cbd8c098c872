"""Melds that a person at a table holds and does not lay, told once."""

from __future__ import annotations

from pinochle_solver.notation.table.positions import position_of
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.reviews.table.unlaid import unlaid_by
from pinochle_solver.rules.moves import Show
from pinochle_solver.table.moves import Bury, Dix
from pinochle_solver.table.steps import TableStep
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.stock_options import show_points, shows


def tell_missed(step: TableStep, renderer: TableRenderer) -> None:
    """Say which melds a move of the person leaves in his hand, and how they are laid after all.

    Args:
        step: the move.
        renderer: says it.
    """
    hand, move = step.before, step.move
    if isinstance(hand, StockHand):
        if move in (Show(), Dix(False)):
            _tell_passed_up(hand, renderer)
        return
    unlaid = unlaid_by(position_of(hand, step.seat), move)
    if unlaid is not None and unlaid.points:
        renderer.play_unlaid(unlaid, with_trump=isinstance(move, Bury))


def _tell_passed_up(hand: StockHand, renderer: TableRenderer) -> None:
    assert hand.turn is not None
    assert hand.upcard is not None
    seat, upcard = hand.seats[hand.turn], hand.upcard
    scored = {show: show_points(show, seat, upcard) for show in shows(seat, upcard, hand.rules)}
    best = max(scored, key=scored.__getitem__)
    if scored[best]:
        renderer.play_passed_up(best, scored[best])
