"""Records of the table oracle's hands: the page's specimen, and hands written and read back."""

from __future__ import annotations

import pytest

from oracle.table import deals, hand, records, stock_hand
from oracle.table.rulebooks import ALL

SPECIMEN = """[Rules "auction"]
[Dealer "north"]
[South "AAKQJ9.KQ.AATKQJ.K"]
[West "TK.AATK9.TQ9.AKQJ9"]
[North "TQJ9.TQJ9.KJ9.ATQJ"]
[Widow "-.J.-.T9"]
[Bids "250 260 p 450 p"]
[Trump "D"]
[Buried "-.J.-.T9"]
[MeldsSouth "all"]

1. AD 9D 9D
"""


def test_notation_the_record_of_the_example() -> None:
    now = records.read(SPECIMEN)
    assert (now.act, now.turn, now.won["south"]) == ("play", "south", 1)
    assert records.written(now) == SPECIMEN
    bare = SPECIMEN[: SPECIMEN.index("[Trump")]
    assert records.read(bare).act == "bury"
    conceded = records.read(bare + '[Result "conceded"]\n')
    assert hand.result(conceded).how == "conceded"
    nothing = records.read(SPECIMEN.replace('[MeldsSouth "all"]\n', ""))
    assert nothing.laid["south"] == ()


@pytest.mark.parametrize("name", [book.name for book in ALL if not book.stock])
def test_a_hand_written_and_read_back_is_the_same(name: str) -> None:
    for seed in range(8):
        *_steps, (over, _move) = deals.random_hand(name, seed)
        again = records.read(records.written(over))
        assert records.written(again) == records.written(over)
        assert hand.position(again) == hand.position(over)
        assert hand.result(again) == hand.result(over)


@pytest.mark.parametrize("name", [book.name for book in ALL if book.stock])
def test_a_hand_with_a_stock_written_and_read_back_is_the_same(name: str) -> None:
    for seed in range(3):
        steps = list(deals.random_stock_hand(name, seed))
        again = records.stock_read(records.stock_written(steps))
        assert stock_hand.position(again) == stock_hand.position(steps[-1][0])
        assert stock_hand.result(again) == stock_hand.result(steps[-1][0])
