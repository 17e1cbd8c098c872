"""What the page of a review shows of a hand of any game, in words, figures and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pinochle_solver.intervals import SURE
from pinochle_solver.rules.cards import Card

MOST_MOVES = 12
"""More moves of a decision wait for a click."""
PRINTED = 3
"""So many of a hand's worst decisions are printed with the cards."""
PER_CENT = 100
_MINUS = "−"


@dataclass(frozen=True, slots=True)
class MoveLine:
    """A move in the table of a decision, in words and figures.

    Attributes:
        card: the card as the drawing names it; empty for melds.
        source: ``table`` or ``hand`` where the card may come from either.
        said: a sentence for a reader who tries the move.
    """

    move: str
    card: str
    source: str
    said: str
    value: str
    behind: str
    now: str
    is_played: bool
    is_best: bool


@dataclass(frozen=True, slots=True)
class CardLine:
    """A card in the table of where the cards were, in words and figures.

    Attributes:
        one, both: the chances that the opponent holds at least one copy and a second one.
        held: how many he held; empty if that is not known.
        moved_by: what moved the chance most.
    """

    card: str
    one: str
    one_by_counting: str
    both: str
    both_by_counting: str
    held: str
    moved_by: str


@dataclass(frozen=True, slots=True)
class Step:
    """A decision as the page shows it.

    Attributes:
        moment: its sign in the list.
        value_head: the heading of the moves' values.
        counts_now: whether the moves say what they score at once.
        opponent: of whom `cards` tells what he held.
    """

    number: int
    moment: str
    when: str
    who: str
    kind: str
    played: str
    best: str
    loss: str
    why: str
    is_close: bool
    mark: str
    is_printed: bool
    table: str
    moves: tuple[MoveLine, ...]
    later_moves: tuple[MoveLine, ...]
    is_measured: bool
    value_head: str
    counts_now: bool
    opponent: str = ""
    cards: tuple[CardLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Curve:
    """A chart, as one of the players sees it.

    Attributes:
        who: that player.
        is_first: whether the page shows it before the reader has chosen a player.
        picture: the chart, as SVG.
        words: what it shows.
    """

    who: str
    is_first: bool
    picture: str
    words: str


@dataclass(frozen=True, slots=True)
class HandPart:
    """A hand as the page shows it.

    Attributes:
        totals, account, doublings: rows of cells, the headings first.
        note: a sentence that explains the account.
        opens: whether the cards that a player did not see can be shown, too.
    """

    number: int
    title: str
    result: str
    tags: tuple[tuple[str, str], ...]
    curves: tuple[Curve, ...]
    steps: tuple[Step, ...]
    totals: tuple[tuple[str, ...], ...]
    account: tuple[tuple[str, ...], ...]
    note: str
    findings: tuple[str, ...]
    settings: str
    record: str
    doublings: tuple[tuple[str, ...], ...] = ()
    opens: bool = False


def signed(amount: float, places: int = 1) -> str:
    """A number with its sign; 0 has none."""
    text = f"{amount:+.{places}f}"
    return f"{0:.{places}f}" if float(text) == 0 else text.replace("-", _MINUS)


def figure(estimate: tuple[float, float], places: int = 1) -> str:
    """A mean with its 95% interval, a true minus sign before it.

    Args:
        estimate: the mean and its standard error.
        places: how many decimals.
    """
    mean, error = estimate
    number = f"{mean:.{places}f}"
    text = number.replace("-", "" if float(number) == 0 else _MINUS)
    return f"{text} ± {SURE * error:.{places}f}" if error > 0 else text


def cards_words(cards: Sequence[Card]) -> str:
    """Cards with the symbols of their suits."""
    return " ".join(map(card_words, cards))


def card_words(card: Card) -> str:
    """A card with the symbol of its suit."""
    rank = "10" if card.rank.letter == "T" else card.rank.letter
    return f"{rank}{card.suit.symbol}"
