"""Who has to answer a double is told so when it does something else."""

from __future__ import annotations

import pytest

from helpers.doubled import REDOUBLED, changed
from pinochle_solver import IllegalMoveError, Referee, StockPosition

ANSWER = changed(REDOUBLED, "act=double", "stake=2", "doubler=both")


def told(referee: Referee, text: str) -> str:
    with pytest.raises(IllegalMoveError) as raised:
        referee.push(text)
    return raised.value.fact


def referee_of(line: str) -> Referee:
    position = StockPosition.parse(line)
    return Referee.of_position(position, position.unseen)


def test_a_double_and_a_redouble_are_answered_by_the_words_there_are() -> None:
    referee = referee_of(ANSWER)
    assert told(referee, "KS") == "south has to double now, or not: double, no-double"
    referee.push("double")
    for text in ("KS", "pass", "double"):
        assert told(referee, text) == ("north has to answer a double now: accept, refuse, redouble")
    referee.push("redouble")
    for text in ("KS", "no-double", "redouble"):
        assert told(referee, text) == "south has to answer a double now: accept, refuse"
    referee.push("accept")
    assert told(referee, "accept") == "south has to play a card now"
