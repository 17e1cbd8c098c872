"""A show taken apart: what it scores, what it lays open, which melds it makes and gives up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.meld_table import MeldOption, hand_options
from pinochle_solver.rules.melds import dix_card
from pinochle_solver.rules.moves import Move, Show
from pinochle_solver.stock.analysis import MoveEstimate, Price


def with_prices(position: StockPosition, moves: Sequence[MoveEstimate]) -> tuple[MoveEstimate, ...]:
    """The same moves, each show with its price against passing.

    Args:
        position: the position.
        moves: its moves.
    """
    passing = next((move for move in moves if move.move == Show()), None)
    if passing is None:
        return tuple(moves)
    before = _melds_after(position, Show())
    return tuple(
        move if move is passing else replace(move, price=_price(position, move, passing, before))
        for move in moves
    )


def _price(
    position: StockPosition, move: MoveEstimate, passing: MoveEstimate, before: set[str]
) -> Price:
    assert isinstance(move.move, Show)
    option = _option(position, move.move)
    after = _melds_after(position, move.move)
    laid = {meld for meld in before if move.move.meld and meld == move.move.meld.text()}
    return Price(
        points=option.points,
        laid=len(option.from_hand),
        later=move.mean - passing.mean - option.points,
        later_se=hypot(move.points_behind.se, passing.points_behind.se),
        gained=tuple(sorted(after - before)),
        given_up=tuple(sorted(before - after - laid)),
    )


def points_shown(position: StockPosition, move: Move) -> int:
    """What a move scores at once: of a show its points, else nothing."""
    if not isinstance(move, Show) or move == Show():
        return 0
    return _option(position, move).points


def _option(position: StockPosition, show: Show) -> MeldOption:
    referee = Referee.of_position(position, tuple(position.unseen))
    return next(option for option in referee.options() if option.show == show)


def _melds_after(position: StockPosition, show: Show) -> set[str]:
    """The melds that could be laid next after a show, from the cards held then."""
    rules, trump, seat = position.rules, position.trump, position.turn
    if position.completed_tricks == rules.deck.stock_tricks:
        return set()
    hand, dix = position.hand(seat).known, dix_card(rules, trump)
    if show.dix and dix is not None and position.upcard not in (None, dix):
        hand = hand.without(dix).with_card(position.upcard)
    referee = Referee.of_position(position, tuple(position.unseen))
    referee.push(show)
    options = hand_options(rules, trump, hand, referee.melds(seat))
    return {option.show.meld.text() for option in options if option.show.meld is not None}
