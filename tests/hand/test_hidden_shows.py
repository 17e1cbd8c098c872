"""What a seat shows whose hand is hidden: which of its cards that takes."""

from __future__ import annotations

from collections import Counter

import pytest

from pinochle_solver import Card, IllegalMoveError, Seat, StockPosition
from pinochle_solver.hand.next_position import sequel
from pinochle_solver.hand.observations import Observation
from pinochle_solver.rules.melds import parse_meld
from pinochle_solver.rules.moves import Show


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


@pytest.mark.parametrize("drawn", ["KS", "QS", "JD"])
def test_an_upcard_that_is_laid_at_once_comes_from_no_hidden_card(drawn: str) -> None:
    """North lays the king that it gets for its dix: the other one may still be in the stock."""
    position = StockPosition.parse(
        "upcard=KS stock=23 act=meld turn=north south=AT.AKQ.AJ.KQJ9 north=+11 gone=-.-.-.AJ"
    )
    (card,) = cards(drawn)
    made = sequel(position, "dix+royal-marriage:KS.QS", Seat.SOUTH, Observation(card))
    after = made.position
    assert isinstance(after, StockPosition)
    assert after.upcard == Card.parse("9S")
    assert Counter(after.on_table(Seat.NORTH)) == Counter(cards("KS QS"))
    assert Counter(after.hand(Seat.SOUTH).known)[card] == 1 + (card in position.south.known)
    assert after.hand(Seat.NORTH).hidden == 10


@pytest.mark.parametrize(
    ("show", "south"),
    [
        ("dix", "99.AKQ.AJ.KQJ9"),
        ("dix+marriage:KH.QH", "99.AKQ.AJ.KQJ9"),
        ("marriage:KH.QH", "AT.KK.AJ.KQJT9"),
        ("pinochle:QS.JD", "QQ.AKQ.AJ.KQJ9"),
    ],
)
def test_what_no_hidden_cards_can_be_is_refused_as_a_move(show: str, south: str) -> None:
    position = StockPosition.parse(
        f"upcard=KS stock=23 act=meld turn=north south={south} north=+11 gone=-.-.-.AJ"
    )
    for move in (show, as_show(position, show)):
        with pytest.raises(IllegalMoveError):
            sequel(position, move, Seat.SOUTH, Observation(Card.parse("JD")))


def as_show(position: StockPosition, text: str) -> Show:
    """A show as an object, which no reader has looked at."""
    dix, plus, meld = text.partition("+")
    if dix == "dix":
        return Show(
            dix=True, meld=parse_meld(meld, position.rules, position.trump) if plus else None
        )
    return Show(meld=parse_meld(text, position.rules, position.trump))
