"""The legal moves as lines of the engine protocol list them (NOTATION-TABLE.md, The protocol).

There are thousands of trumps and burials, each with every laying. So a burial is offered in steps:
first the trumps, then the burials with one trump, then the layings of one burial. What is offered
in a step is itself a move, or the beginning of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.notation.table.move_reading import parse_move, parse_stock_move
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.rules.cards import Hand, Suit
from pinochle_solver.sizes import MOST_POSITION
from pinochle_solver.table.acts import Act
from pinochle_solver.table.burial import burials, why_not
from pinochle_solver.table.holdings import check_known, less
from pinochle_solver.table.melds import layings
from pinochle_solver.table.moves import CONCEDE, Bury
from pinochle_solver.table.stock_hands import StockHand
from pinochle_solver.table.views import AnyHand, AnyMove

MOST_LISTED = MOST_POSITION - len("legal ")
"""The most characters of moves in a line, the blanks between them included."""


def move_of(hand: AnyHand, text: str) -> AnyMove:
    """Read a move of the seat on turn; the hand says whether it is legal.

    Raises:
        NotationError: for text that is no move of the kind that is to be decided.
    """
    if isinstance(hand, StockHand):
        assert hand.turn is not None
        return parse_stock_move(text, hand.act, hand.seats[hand.turn].laid)
    return parse_move(text, hand.act, hand.trump)


def offered_moves(position: TablePosition, chosen: str = "") -> tuple[str, ...]:
    """What is offered in a position, in the order of the referee.

    Lists of melds that do not fit in a line are left out from behind, but for the last, ``none``.

    Args:
        position: the position; the hand of the seat on turn is known.
        chosen: in ``bury`` what was chosen in the step before: a trump, or a trump and a burial.
            Nothing in the first step, and in all other acts.

    Raises:
        IllegalPositionError: naming the seat on turn, if some of its cards are hidden.
        NotationError: for a choice that cannot be read.
        IllegalMoveError: for a choice that is not legal, and for one where none is asked for.
    """
    seat, rules = position.turn, position.rules
    check_known(position.hands[seat].hidden, seat)
    if position.act is not Act.BURY:
        if chosen:
            raise IllegalMoveError(chosen, "only a burial is listed in steps")
        moves = (move.text() for move in position.legal_moves())
        return _that_fit(moves) if position.act is Act.MELD else tuple(moves)
    if not chosen:
        conceding = (CONCEDE.text(),) if rules.melds_win else ()
        return (*(suit.letter for suit in Suit), *conceding)
    hand = position.hands[seat].known
    choice = parse_move(chosen, Act.BURY)
    if not isinstance(choice, Bury) or choice.melds is not None:
        raise IllegalMoveError(chosen, "nothing is listed behind it")
    if rules.widow and not len(choice.cards):
        return tuple(Bury(choice.trump, cards).text() for cards in burials(hand, rules.widow))
    fact = why_not(choice, hand, rules.widow)
    if fact is not None:
        raise IllegalMoveError(chosen, fact)
    return _that_fit(_with_layings(choice, hand))


def _with_layings(choice: Bury, hand: Hand) -> Iterator[str]:
    lesser = layings(less(hand, choice.cards), choice.trump)
    next(lesser)
    yield choice.text()
    yield from (replace(choice, melds=melds).text() for melds in lesser)


def _that_fit(moves: Iterable[str]) -> tuple[str, ...]:
    """As many of these as fit in a line, the last one always among them."""
    texts = list(moves)
    size = sum(map(len, texts)) + len(texts) - 1
    while size > MOST_LISTED:
        size -= len(texts.pop(-2)) + 1
    return tuple(texts)


def chosen_in_steps(position: TablePosition, choose: Callable[[tuple[str, ...]], str]) -> str:
    """The move that a player chooses from what it is offered, step by step.

    It is not asked where there is one choice only. What it answers that was not offered is its
    move, legal or not.

    Args:
        position: the position.
        choose: asked with what is offered; returns the answer.
    """
    chosen = ""
    while True:
        offered = offered_moves(position, chosen)
        answer = offered[0] if len(offered) == 1 else choose(offered)
        is_step = position.act is Act.BURY and answer in offered and "/" not in answer
        if not is_step or answer in (chosen, CONCEDE.text()):
            return answer
        chosen = answer
