"""Rules of play that the worked cases of tests/oracle leave to be shown, put to the referee."""

from __future__ import annotations

from dataclasses import replace

import pytest

from golden.script import dealt, placed
from pinochle_solver import RULEBOOKS, Card, Hand, IllegalPositionError, Seat
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.hand.deals import Deal, random_deals
from pinochle_solver.hand.referee import Referee
from pinochle_solver.notation.position_fields import Act
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

SOUTH, NORTH = Seat.SOUTH, Seat.NORTH
every_rulebook = pytest.mark.parametrize("rules", list(PINOCHLE_BOOKS))


def random_deal(rules: str) -> Deal:
    (deal,) = random_deals(1, 12, RULEBOOKS[rules])
    return deal


def played(start: Deal | StockPosition, moves: str) -> Referee:
    """The hand after these moves."""
    referee = Referee.of_deal(start) if isinstance(start, Deal) else Referee.of_position(start)
    for move in moves.split():
        referee.push(move)
    return referee


def moves_of(referee: Referee) -> list[str]:
    return [move.text() for move in referee.moves()]


# Section 2: the shape of a hand


@every_rulebook
def test_a_deal_is_twelve_cards_each_and_an_upcard_whose_suit_is_trump(rules: str) -> None:
    for deal in random_deals(20, 12, RULEBOOKS[rules]):
        referee = Referee.of_deal(deal)
        assert deal.upcard is not None
        assert len(referee.hand(SOUTH)) == len(referee.hand(NORTH)) == 12
        assert referee.trump is deal.upcard.suit
    with pytest.raises(IllegalPositionError, match="south: 11 cards, expected 12"):
        replace(deal, south=Hand.of(list(deal.south)[1:]))
    with pytest.raises(IllegalPositionError, match="north: 13 cards, expected 12"):
        replace(deal, north=Hand.of([*deal.north, deal.stock[0]]), stock=deal.stock[1:])


@every_rulebook
def test_the_stock_is_23_cards_face_down_and_the_upcard_last(rules: str) -> None:
    deal = random_deal(rules)
    referee = Referee.of_deal(deal)
    face_down = []
    while isinstance(position := referee.position(), StockPosition):
        assert isinstance(position.stock, tuple)
        face_down.append(len(position.stock))
        assert position.upcard == deal.upcard
        holders = {seat: referee.hand(seat) for seat in Seat}
        referee.push("pass" if referee.due is not Act.PLAY else referee.moves()[0])
    assert sorted(set(face_down), reverse=True) == list(range(23, 0, -2))
    # Nobody has drawn the upcard before, and the one who plays second now has not won the trick.
    assert deal.upcard is not None
    assert referee.turn is not None
    loser = referee.turn.other
    assert referee.hand(loser).count(deal.upcard) == holders[loser].count(deal.upcard) + 1


@every_rulebook
def test_the_stock_phase_is_twelve_tricks_and_the_playoff_twelve_more(rules: str) -> None:
    referee = Referee.of_deal(random_deal(rules))
    plays = {False: 0, True: 0}
    while not referee.is_over:
        if referee.due is Act.PLAY:
            plays[referee.in_playoff] += 1
            referee.push(referee.moves()[0])
        else:
            referee.push("pass")
    assert plays == {False: 24, True: 24}


@every_rulebook
def test_in_the_playoff_melded_cards_are_played_from_the_hand(rules: str) -> None:
    position = placed(
        rules,
        "TH",
        "AT9.J.T99.TTKQJ",
        "KQJ.J.AKJ.KQJ99",
        tricks=11,
        act="play",
        melds="marriage:KC.QC",
    )
    referee = played(position, "AS 9C")
    assert referee.in_playoff
    assert not referee.on_table(SOUTH)
    with pytest.raises(IllegalMoveError):
        referee.push("KC@1")
    referee.push("KC")
    assert Card.parse("KC") not in referee.hand(SOUTH)


# Section 4: who and when


@every_rulebook
def test_nobody_melds_before_the_first_trick_or_in_the_middle_of_one(rules: str) -> None:
    deal = dealt(rules, "TH", "AT9.A9.T9.TKQJ9", "9.TQ9.KQJ.AKQJ9")
    for moves, mover in (("", SOUTH), ("AS", NORTH)):
        referee = played(deal, moves)
        assert (referee.turn, referee.due) == (mover, Act.PLAY)
        assert not referee.options()
        for meld in ("marriage:KC.QC", "dix"):
            with pytest.raises(IllegalMoveError, match="has to play a card now"):
                referee.push(meld)


def test_in_scarne_the_last_card_is_drawn_after_the_meld() -> None:
    """The queen that South draws after trick 12 makes no marriage with his king any more."""
    position = placed(
        "scarne", "TH", "AT9.J.T99.TTKJ9", "KQJ.J.AKJ.AKQJ9", "QC", tricks=11, act="play"
    )
    referee = played(position, "AS 9C")
    assert (referee.turn, referee.due, referee.in_playoff) == (SOUTH, Act.PLAY, True)
    assert Card.parse("QC") in referee.hand(SOUTH)
    assert referee.points.south.melds == 0


def test_two_pinochles_are_80_in_macdougall_bonus() -> None:
    position = placed(
        "macdougall-bonus", "TH", "TQQ.J.TJJ.TT99", "KJ.J.KQQ.AAKQJ", "9S 9D", tricks=5
    )
    referee = played(position, "pinochle:QS.JD TS JC")
    assert moves_of(referee) == ["pass", "pinochle:QS.JD"]
    referee.push("pinochle:QS.JD")
    assert referee.points.south.melds == 80


# Section 4: which cards


def test_a_meld_names_cards_not_copies() -> None:
    """Each of the two kings could marry each of the two queens, and it is one move."""
    position = placed(
        "scarne",
        "TC",
        "KQ.KKQQ.KQ9.KQ",
        "TJJ.TJ.TJ.AAJJ",
        tricks=5,
        melds="kings:KS.KH.KD.KC+queens:QS.QH.QD.QC",
    )
    referee = played(position, "")
    assert moves_of(referee) == ["pass", "marriage:KH.QH"]
    for copies in ("marriage:KH2.QH", "marriage:KH.QH2", "marriage:KH@1.QH@hand"):
        with pytest.raises(IllegalMoveError):
            referee.push(copies)


# Section 4: the dix


@every_rulebook
def test_the_first_dix_is_never_shown_without_the_exchange(rules: str) -> None:
    referee = played(dealt(rules, "TH", "AT9.A9.T9.TTKJ9", "9.TQ9.AKJ.AKQJ9", "9D AD"), "AS 9S")
    nine, ten = Card.parse("9H"), Card.parse("TH")
    assert [move for move in moves_of(referee) if "dix" in move] == ["dix"]
    with pytest.raises(IllegalMoveError):
        referee.push("dix:9H")
    referee.push("dix")
    assert nine not in referee.hand(SOUTH)
    assert ten in referee.hand(SOUTH)
    position = referee.position()
    assert isinstance(position, StockPosition)
    assert position.upcard == nine
    assert referee.points.south.melds == 10


def test_in_macdougall_the_loser_shows_the_only_other_nine() -> None:
    deal = dealt("macdougall", "9H", "AT9.A.T9.TTQJJ9", "9.TJ9.AKJ.AKKQ9", "9D TD")
    referee = played(deal, "AS 9S")
    assert (referee.turn, referee.due) == (NORTH, Act.DIX)
    referee.push("dix")
    assert list(referee.on_table(NORTH)) == [Card.parse("9H")]
    # The dealer, he has 10 for the nine that he turned up, and 10 for this one.
    assert referee.points.north.melds == 20


@every_rulebook
def test_a_dix_that_is_not_shown_scores_nothing(rules: str) -> None:
    """South, who wins, and North, who loses, have a nine of trumps each after trick 12."""
    position = placed(rules, "KH", "AT9.Q9.T99.TKQJ", "KJ.TJ9.AKJ.KJ99", tricks=11, act="play")
    referee = played(position, "AS 9C")
    while referee.due is not Act.PLAY:
        assert "dix" in moves_of(referee)
        referee.push("pass")
    while not referee.is_over:
        referee.push(referee.moves()[0])
    assert referee.points.south.melds == referee.points.north.melds == 0
