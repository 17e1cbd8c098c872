"""Rules with as many melds as there is room for: of the legal moves none is forgotten."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pinochle_solver import COUNTS, RULEBOOKS, Deck, MeldKind, Rank, Rulebook, Suit
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.hand_packing import MOST_SHOWS
from pinochle_solver.rules.rules import Seat
from pinochle_solver.stock.beliefs import INFERRED, UNIFORM
from pinochle_solver.stock.search import analyze

MOST_MELDS = MOST_SHOWS // 2 - 1
TRIFLES = tuple(MeldKind(f"trifle{number}", 0, "Kp") for number in range(MOST_MELDS - 1))
# Two suits of five ranks, three cards in a hand, two tricks before the stock is gone.
TREASURE_LAST = Rulebook(
    "treasure",
    "",
    COUNTS["old"],
    (*TRIFLES, MeldKind("treasure", 100, "Kp"), MeldKind("dix", 10, "Qt")),
    melds_after_last_stock_trick=True,
    deck=Deck(
        "ten",
        (Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.JACK),
        copies=1,
        hand=3,
        stock=3,
        suits=(Suit.SPADES, Suit.HEARTS),
        upcard=True,
    ),
)
TREASURE_FIRST = replace(TREASURE_LAST, melds=TREASURE_LAST.melds[::-1])
BOTH = (TREASURE_LAST, TREASURE_FIRST)

MAY_SHOW_ALL = "stock=JS,JH,AH act=meld turn=south south=Q.K.-.- north=K.Q.-.- tricks=AS-TH"
SOUTH_MAY_SHOW_LAST = "stock=1 turn=south south=AQ.K.-.- north=+3 tricks=JS-TH"
SOUTH_SHOWED_NOTHING = "stock=1 turn=north south=+2 north=AQ.Q.-.- led=JS tricks=AH-TH dealer=north"


def position_of(rules: Rulebook, line: str) -> StockPosition:
    return StockPosition.parse(f"rules={rules.name} upcard=TS {line}", [rules])


@pytest.mark.parametrize("rules", BOTH)
def test_every_meld_may_be_shown_with_the_dix_and_without(rules: Rulebook) -> None:
    moves = Referee.of_position(position_of(rules, MAY_SHOW_ALL)).moves()
    assert len(set(moves)) == len(moves) == 2 + 2 * MOST_MELDS


@pytest.mark.parametrize(
    ("line", "belief"), [(SOUTH_MAY_SHOW_LAST, UNIFORM), (SOUTH_SHOWED_NOTHING, INFERRED)]
)
def test_the_order_of_the_rules_melds_is_nothing_to_an_expectation(line: str, belief: str) -> None:
    """A seat shows the treasure that it holds, however many trifles the rules name before it."""
    last, first = (analyze(position_of(rules, line), belief=belief, seed=1) for rules in BOTH)
    assert last.exact or belief == INFERRED
    means = {move.move.text(): move.mean for move in last.moves}
    assert means == pytest.approx({move.move.text(): move.mean for move in first.moves})


def test_what_a_meld_of_thirteen_cards_tells_is_inferred_from() -> None:
    """It lays more cards at once than any published one."""
    spades = " ".join(f"{rank}S {rank}S" for rank in "ATKQJ9")
    rules = replace(
        RULEBOOKS["scarne"],
        name="hoard",
        melds=(MeldKind("hoard", 500, f"{spades} AH"),),
        deck=replace(RULEBOOKS["scarne"].deck, hand=14, stock=19),
    )
    cards = rules.deck.cards()
    for card in Hand.parse("AATTKKQQJJ99.A.A9.-"):
        cards = cards.without(card)
    rest = [card.text() for card in cards]
    upcard, south, stock = rest[0], Hand.of(map(Card.parse, rest[1:14])), ",".join(rest[14:])
    line = f"rules=hoard upcard={upcard} stock={stock} act=meld turn=north dealer=south"
    held = f"south={south.text()} north=AATTKKQQJJ99.A.-.- tricks=AD-9D"
    referee = Referee.of_position(StockPosition.parse(f"{line} {held}", [rules]))
    (show,) = (move for move in referee.moves() if move.text().startswith("hoard"))
    referee.push(show)
    referee.push(referee.moves()[0])
    view = referee.view(Seat.SOUTH)
    assert isinstance(view, StockPosition)
    assert analyze(view, worlds=64, belief=INFERRED, seed=1).belief == INFERRED
