"""A hand of three or four that engines play, on the product's referee and on the oracle's.

The oracle draws the options, the count and the deal. The engines decide, each from the line of the
position that its seat sees. After each move all is compared as in `table_comparison` and
`table_stock_comparison`; a move that either referee does not take is a difference. The record of
the hand is read and replayed at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from helpers.table_comparison import DifferenceError, deal_of, rules_of
from helpers.table_comparison import state as state_without_stock
from helpers.table_stock_comparison import state as state_with_stock
from helpers.table_stock_comparison import stock_deal_of
from oracle.table import deals as oracle_deals
from oracle.table import hand as oracle_hands
from oracle.table import stock_hand as oracle_stock_hands
from pinochle_solver.engines.registry import make_table_engine
from pinochle_solver.engines.table.engine import as_mover_sees
from pinochle_solver.game.table.recording import record_of_hand, record_of_stock_hand
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.limits import Limits
from pinochle_solver.notation.table.offered_moves import chosen_in_steps, move_of
from pinochle_solver.notation.table.position_hands import hand_of
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockMove
from pinochle_solver.table.views import AnyHand, AnyMove, begun_hand

OFFERED = "offered"
"""Beside the engines: any of the moves that a program is offered, in steps."""
PLAYERS = ("advice", "greedy", "random", OFFERED)

Choose = Callable[[TablePosition, int], AnyMove]


def player(name: str) -> Choose:
    """How a player decides, from the position and a seed."""
    if name == OFFERED:
        return _offered
    engine, limits = make_table_engine(name), Limits(worlds=1)
    return lambda position, seed: engine.choose(position, limits, seed=seed).move


def _offered(position: TablePosition, seed: int) -> AnyMove:
    random = Random(seed)
    return move_of(hand_of(position), chosen_in_steps(position, random.choice))


def compare_played(name: str, seed: int, players: Sequence[str] = PLAYERS) -> Counter[str]:
    """Play the hand of a seed on both; how many moves were made, by act, and the outcome.

    Args:
        name: the rulebook.
        seed: of the deal, the options and who plays which seat.
        players: the players that are drawn from.

    Raises:
        DifferenceError: naming the first difference.
    """
    random = Random(f"played {name} {seed}")
    table = oracle_deals.random_table(name, random)
    dealt = oracle_deals.random_deal(table, random)
    with_stock = TABLE_RULEBOOKS[name].stock is not None
    oracles: Any = oracle_stock_hands if with_stock else oracle_hands
    oracle = oracles.begin(table, dealt)
    deal = stock_deal_of(oracle) if with_stock else deal_of(rules_of(table), dealt)
    seated = {seat: random.choice(players) for seat in Seat}
    hand, made, met = begun_hand(deal), list[AnyMove](), Counter[str]()

    def differs(fact: str) -> DifferenceError:
        moves = " ".join(move.text() for move in made)
        return DifferenceError(f"{name} {seed}, after {moves}: {fact}")

    while True:
        for where, mine, theirs in _state(hand, oracle, random):
            if mine != theirs:
                raise differs(f"{where}: {mine!r}, by the oracle {theirs!r}")
        if hand.turn is None:
            break
        met[hand.act.value] += 1
        legal = tuple(islice(hand.legal_moves(), 2))
        move = legal[0]
        if len(legal) > 1:
            seen = _seen(hand, hand.turn, differs)
            move = player(seated[hand.turn])(seen, random.getrandbits(32))
        fact = hand.why_illegal(move)  # type: ignore[arg-type]
        if fact is not None:
            raise differs(f"{seated[hand.turn]} plays {move}: {fact}")
        try:
            oracle = oracles.apply(oracle, move.text())
        except ValueError as error:
            raise differs(f"{seated[hand.turn]} plays {move}, by the oracle {error}") from None
        hand = hand.after(move)  # type: ignore[arg-type]
        made.append(move)
    met[hand.result().outcome.value] += 1
    _check_record(hand, made, differs)
    return met


def _state(hand: AnyHand, oracle: Any, random: Random) -> Iterator[tuple[str, object, object]]:
    if isinstance(hand, TableHand):
        return state_without_stock(hand, oracle, random)
    return state_with_stock(hand, oracle)


def _seen(hand: AnyHand, seat: Seat, differs: Callable[[str], DifferenceError]) -> TablePosition:
    """The position that a seat is given, read back from its line."""
    line = position_of(hand, seat).text()
    seen = TablePosition.parse(line)
    if seen.text() != line:
        raise differs(f"{line} is read as {seen.text()}")
    if as_mover_sees(seen).text() != line:
        raise differs(f"{line} tells more than {seat.text()} sees")
    return seen


def _check_record(
    hand: AnyHand, made: list[AnyMove], differs: Callable[[str], DifferenceError]
) -> None:
    """Replay the record of a finished hand."""
    if isinstance(hand, TableHand):
        record = record_of_hand(hand)
    else:
        plays = (move for move in made if isinstance(move, StockMove))
        record = record_of_stock_hand(hand.deal, plays)
    text = record.text()
    read = parse_table_record(text)
    if read.text() != text:
        raise differs(f"the record is read as {read.text()}")
    replay = replay_table_record(replace(read, names={}))
    # Who passes with a nine in the hand has forgotten it, as a record sees it; that is no fault.
    wrong = [found for found in replay.findings if found.kind != Irregularity.FORGOTTEN_DIX]
    if wrong or replay.result != hand.result():
        raise differs(f"replayed: {wrong}, {replay.result}")
