"""Small decks for the tests of the stock phase: two suits of few ranks, with marriages."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from pinochle_solver import COUNTS, Deck, Hand, MeldKind, Rank, Rulebook, Suit
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.meld_kinds import Service
from pinochle_solver.rules.rules import Seat

_SERVICES = (Service.MARRIAGE, Service.RUN)
MARRIAGES = (
    MeldKind("marriage", 20, "Kp Qp", ((Service.MARRIAGE, "Kp Qp"),), barred_by=_SERVICES),
    MeldKind("royal-marriage", 40, "Kt Qt", ((Service.MARRIAGE, "Kt Qt"),), barred_by=_SERVICES),
)
_DIX = MeldKind("dix", 10, "Qt")
MINI = Deck(
    "mini",
    (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN),
    copies=1,
    hand=2,
    stock=4,
    suits=(Suit.SPADES, Suit.HEARTS),
)
"""Two cards each, and no upcard."""


def small_rules(
    ranks: str, copies: int, hand: int, draws_first: bool = False, upcard: bool = False
) -> Rulebook:
    """Rules of spades and hearts of so many ranks; all that is not dealt is drawn.

    With an upcard the queen of trumps is the dix, and both may show it.
    """
    chosen = tuple(rank for rank in reversed(Rank) if rank.letter in ranks)
    deck = Deck(
        "small",
        chosen,
        copies=copies,
        hand=hand,
        stock=2 * len(chosen) * copies - 2 * hand - upcard,
        suits=(Suit.SPADES, Suit.HEARTS),
        upcard=upcard,
    )
    return Rulebook(
        "small",
        "",
        COUNTS["old"],
        (*MARRIAGES, _DIX) if upcard else MARRIAGES,
        deck=deck,
        must_head_plain=True,
        draws_before_melding=draws_first,
        dix_by_loser=upcard,
        last_draw_dix=10 * upcard,
    )


def small_position(rules: Rulebook, seed: int) -> StockPosition:
    """The deal of a shuffled deck, every card named; north deals, south leads."""
    deck = rules.deck
    cards = list(deck.cards())
    Random(f"{rules.deck}/{seed}").shuffle(cards)
    south, north = cards[: deck.hand], cards[deck.hand : 2 * deck.hand]
    rest = cards[2 * deck.hand :]
    upcard = rest.pop() if deck.upcard else None
    return StockPosition(
        rules=rules,
        trump=upcard.suit if upcard else Suit.SPADES,
        upcard=upcard,
        south=Hand.of(south),  # type: ignore[arg-type]  # becomes what is known of it
        north=Hand.of(north),  # type: ignore[arg-type]
        turn=Seat.SOUTH,
        stock=tuple(rest),
    )


def minimax(referee: Referee) -> int:
    """South's final difference, by going through everything, the playoff as well."""
    if referee.is_over:
        south, north = referee.points
        return sum(south) - sum(north)
    return best_of_moves(referee, minimax)


def best_of_moves(referee: Referee, value_of: Callable[[Referee], int]) -> int:
    """South's final difference when the best move is made for the seat to decide.

    Args:
        referee: the hand; it is as before in the end.
        value_of: South's final difference after a move.
    """
    best = max if referee.turn is Seat.SOUTH else min
    return best(values_of_moves(referee, value_of).values())


def values_of_moves(referee: Referee, value_of: Callable[[Referee], int]) -> dict[str, int]:
    """South's final difference after each move, by the move's text."""
    values = {}
    for move in referee.moves():
        referee.push(move)
        values[move.text()] = value_of(referee)
        referee.pop()
    return values
