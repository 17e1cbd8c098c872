"""Positions of the games for three and four: read, written, checked, and their legal moves."""

from __future__ import annotations

import json
import random
import timeit
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from math import comb
from typing import Any

import pytest

from helpers.commandline import Pinochle
from helpers.soak import some
from helpers.table_comparison import WITHOUT_STOCK, deal_of, finished, move_of, rules_of
from helpers.table_positions import BID, BURY, ENDING
from oracle.table import deals, hand, records, stock_hand
from pinochle_solver.errors import (
    IllegalMoveError,
    IllegalPositionError,
    NotationError,
    PositionError,
)
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.notation.table.all_games import filled_in, parse_any_position
from pinochle_solver.notation.table.dealing import random_endings
from pinochle_solver.notation.table.move_reading import parse_move, parse_stock_move
from pinochle_solver.notation.table.position_hands import position_after
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.rules.cards import Card, Hand, Suit
from pinochle_solver.rules.moves import Play
from pinochle_solver.rules.partial_hands import PartialHand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.melds import EXCHANGE, TableMelds, meld_points, parse_melds
from pinochle_solver.table.moves import CONCEDE, PASS, Bury, Dix, Lay, PlayCard, TableMove
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat
from pinochle_solver.table.stock_hands import StockHand

PLAY = (
    "rules=auction dealer=north bidder=south contract=450 trump=D turn=west led=AD "
    "south=KQ.KQ.TKQJ.K+5 west=TK.AATK9.TQ9.AKQJ9 north=+15 widow=-.J.-.T9 buried=+3 "
    "melds.south=run:AD.TD.KD.QD.JD+marriage:KS.QS+marriage:KH.QH+kings:KS.KH.KD.KC+pinochle:QS.JD"
)
MELD = (
    "rules=corners dealer=east act=meld bids=p,150,p,p bidder=west contract=150 trump=S turn=north "
    "south=+12 west=KQ.-.-.-+10 north=KQ9.KQ9.KQ9.KQ9 east=+12 melds.west=royal-marriage:KS.QS"
)
DIX = (
    "rules=partnership dealer=east act=dix turn=south upcard=AH south=A.TKQ9.AK.AKQJ9 west=+12 "
    "north=+12 east=-.A.-.-+11"
)
PLAYOFF = "rules=macdougall-3 trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-"
GONE = (
    "rules=corners bidder=south contract=150 trump=S turn=west south=Q.-.-.-+10 west=+11 north=+11 "
    "east=+11 gone=TK99.-.-.- won=0/1/0/0 melds.west=none melds.north=none melds.east=none "
)
POOR = (
    "rules=auction dealer=north act=bury bids=250,p,p bidder=south contract=250 turn=south "
    "south=AATTJJ.AATTJJ.AATTJJ.- west=+15 north=+15 widow=J.J.J.-"
)
LINES = (ENDING, BID, BURY, PLAY)


def oracle_lines(name: str, seeds: int) -> Iterator[tuple[hand.Hand, str | None, str]]:
    """States of random hands of the oracle's, who sees each, and its line."""
    for seed in range(seeds):
        rng = random.Random(seed)
        states = [now for now, _ in deals.random_hand(name, seed) if now.act != "over"]
        for now in rng.sample(states, min(8, len(states))):
            for seat in (None, rng.choice(now.seats), now.turn):
                yield now, seat, hand.seat_sees(now, seat) if seat else _open_line(now)


def _open_line(now: hand.Hand) -> str:
    return " ".join(f"{token}={text}" for token, text in hand.position(now).items())


# The page


@pytest.mark.parametrize("line", LINES)
def test_the_lines_of_the_page_are_canonical(line: str) -> None:
    position = TablePosition.parse(line)
    assert position.text() == line
    assert TablePosition.parse(position.text()) == position
    assert str(position) == line
    assert eval(repr(position)) == position


def test_what_the_solver_asks_of_an_ending() -> None:
    position = TablePosition.parse(ENDING)
    assert position.rules == TABLE_RULEBOOKS["auction"]
    assert (position.turn, position.bidder, position.act) == (Seat.SOUTH, Seat.SOUTH, Act.PLAY)
    assert (position.led, position.contract, position.buried) == ((), None, None)
    assert position.hands[Seat.WEST].known == Hand.parse("AJ.9.-.-")
    assert position.sides == ((Seat.SOUTH,), (Seat.WEST, Seat.NORTH))
    assert position.is_open
    assert not TablePosition.parse(PLAY).is_open
    assert position.count.name == "compromise"
    assert TablePosition.parse(f"{ENDING} count=old").count.name == "old"
    assert [move.text() for move in position.legal_moves()] == ["AS", "QS", "JS"]


@pytest.mark.parametrize(
    ("line", "sides"),
    [
        ("rules=corners trump=S turn=west south=A... west=K... north=Q... east=J...", "02/13"),
        ("rules=corners bidder=east trump=S turn=west south=A... west=K... north=Q... east=J...",
         "13/02"),
        ("rules=auction bidder=west trump=S turn=west south=A... west=K... north=Q...", "1/02"),
        ("rules=auction sides=north/south+west trump=S turn=west south=A... west=K... north=Q...",
         "2/01"),
        ("rules=auction out=west bidder=east trump=S turn=east south=A... north=K... east=Q...",
         "3/02"),
        ("rules=hayes-3 sides=south/west+north trump=S turn=west south=A... west=K... north=Q...",
         "0/12"),
    ],
)  # fmt: skip
def test_the_usual_sides_are_worked_out(line: str, sides: str) -> None:
    position = TablePosition.parse(line)
    assert position.sides is not None
    assert "/".join("".join(str(int(seat)) for seat in side) for side in position.sides) == sides
    assert TablePosition.parse(position.text()) == position


def test_melds_are_shown_as_they_are_written() -> None:
    melds = TablePosition.parse(PLAY).melds[Seat.SOUTH]
    assert "+".join(map(str, melds)) == PLAY.rpartition("melds.south=")[2]


def test_the_bidding_side_is_the_first() -> None:
    assert TablePosition.parse(ENDING + " sides=north+west/south") == TablePosition.parse(ENDING)


def test_reading_is_tolerant_and_writing_canonical() -> None:
    read = TablePosition.parse(
        "north=q♠ K♦ 10H trump=spades RULES=x".replace(" RULES=x", "")
        + " rules=AUCTION turn=South bidder=SOUTH west=S:AJ H:9 south=jack of spades, QS, ace of "
        "spades"
    )
    assert read.text() == ENDING
    object_line = json.dumps({"position": ENDING, "exact": True})
    assert TablePosition.parse_line(object_line) == read
    tricks = "rules=corners bidder=south trump=S turn=south south=A...+10 west=+11 north=+11 "
    tricks += "east=+11 tricks=1. TS-9S-9S-JS"
    assert TablePosition.parse(tricks).completed_tricks == 1


def test_a_seat_may_be_told_by_its_letter() -> None:
    text = ENDING.replace("turn=south", "turn=S").replace("bidder=south", "bidder=s")
    assert TablePosition.parse(text).text() == ENDING
    assert [Seat.parse(letter) for letter in "SWNE"] == [*Seat]


def test_what_follows_may_be_left_out() -> None:
    short = BID.replace(" turn=west", "").replace(" widow=+3", "")
    assert TablePosition.parse(short).text() == BID
    assert filled_in(TablePosition.parse(short), short) == "turn=west widow=+3"
    short = BURY.replace(" turn=south", "").replace(" bidder=south contract=450", "")
    assert TablePosition.parse(short).text() == BURY
    short = PLAY.replace(" buried=+3", "")
    assert TablePosition.parse(short).text() == PLAY
    assert TablePosition.parse(DIX).trump is not None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (MELD + " score=120/90", "before this hand: south+north 120, west+east 90, to 1000"),
        (
            "rules=check bidder=west trump=H turn=west checks=3/1 south=A.-.-.- west=-.9.-.- "
            "north=Q.-.-.- east=T.-.-.-",
            "checks: south+north 3, west+east 1",
        ),
        (ENDING + " options=kitty kitty=30 score=-20/10/10", "kitty: 30 cents"),
        (
            ENDING + " options=kitty kitty=30 score=-20/10/10",
            "before this hand, in cents: south -20, west 10, north 10",
        ),
        (
            PLAYOFF + " sides=south/west+north player.north=Ann",
            "played as south against west+Ann",
        ),
    ],
)
def test_numbers_and_sides_are_told(pinochle: Pinochle, line: str, told: str) -> None:
    shown = pinochle("show", "--ascii", line)
    assert (shown.status, shown.err) == (0, "")
    assert f"\n  {told}\n" in shown.out


def test_an_ending_is_read_in_a_moment() -> None:
    seconds = min(timeit.repeat(lambda: TablePosition.parse(ENDING), number=200, repeat=5)) / 200
    assert seconds < 0.001  # 0.05 ms where nothing else runs


# Against the oracle


@pytest.mark.parametrize("name", some(WITHOUT_STOCK, 4, 1))
def test_the_oracles_positions_are_read_and_written_alike(name: str) -> None:
    for now, _, line in oracle_lines(name, 4):
        position = TablePosition.parse(line)
        assert TablePosition.parse(position.text()) == position
        written, theirs = position.tokens(), dict(word.split("=") for word in line.split())
        if theirs["act"] == "play":
            del theirs["act"]
        for tokens in (written, theirs):
            tokens["options"] = ",".join(sorted(tokens.get("options", "").split(",")))
        assert written == theirs
        assert position.completed_tricks == len(now.tricks)


@pytest.mark.parametrize("name", some(WITHOUT_STOCK, 4))
def test_a_seat_sees_the_same_and_may_do_the_same_as_in_the_hand(name: str) -> None:
    for seed in range(1, 2):
        steps = list(deals.random_hand(name, seed))
        start = steps[0][0]
        product = begun(deal_of(rules_of(start.table), start.deal))
        for now, move in steps[:-1]:
            for seat in (None, now.seats[seed], now.turn):
                line = _open_line(now) if seat is None else hand.seat_sees(now, seat)
                seen = position_of(product, None if seat is None else Seat.parse(seat))
                assert TablePosition.parse(line) == seen
            position = position_of(product, product.turn)
            mine = [move.text() for move in islice(position.legal_moves(), 60)]
            assert mine == [move.text() for move in islice(product.legal_moves(), 60)]
            if now.act != "bury":
                assert len(mine) == 60 or sorted(mine) == sorted(hand.legal_moves(now))
            made = parse_move(move, position.act, position.trump)
            assert parse_move(made.text(), position.act, position.trump) == made
            product = product.after(made)


@pytest.mark.parametrize(
    ("name", "seed"),
    [*((name, 2) for name in WITHOUT_STOCK), *(("partnership", n) for n in range(3, 7))],
)
def test_the_position_after_a_move_is_that_of_the_hand(name: str, seed: int) -> None:
    steps = list(deals.random_hand(name, seed))
    product = begun(deal_of(rules_of(steps[0][0].table), steps[0][0].deal))
    for _, text in steps[:-1]:
        move, position = move_of(product, text), position_of(product)
        product = product.after(move)
        expected = None if product.turn is None else position_of(product)
        assert position_after(position, move) == expected


@pytest.mark.parametrize("name", [name for name in WITHOUT_STOCK if name != "auction"])
@pytest.mark.parametrize("seed", range(2))
def test_melds_that_are_told_of_a_hidden_hand_are_known(name: str, seed: int) -> None:
    """Each seat is told what the others lay, and sees then what it sees of the hand itself."""
    for (now, move), (later, _) in pairwise(finished(name, seed)):
        seat = now.turn
        if move is None or seat is None or now.act not in (Act.MELD, Act.BURY):
            continue
        told: TableMove = Lay(_newly_laid(now, later, seat))
        if isinstance(move, Bury):
            told = replace(move, melds=_newly_laid(now, later, seat))
        for viewer in now.players:
            if now.act is Act.BURY and now.rules.widow and viewer is not seat:
                continue
            after = position_after(position_of(now, viewer), told)
            while after is not None and after.act is Act.MELD and after.turn is not later.turn:
                after = position_after(after, Lay(()))
            assert after == position_of(later, viewer)


def _newly_laid(now: TableHand, later: TableHand, seat: Seat) -> TableMelds:
    laid = list(later.laid[seat] or ())
    for meld in now.laid[seat] or ():
        laid.remove(meld)
    return tuple(laid)


def test_what_a_hidden_hand_lays_has_to_be_named_and_to_be_possible() -> None:
    line = (
        "rules=corners dealer=north act=meld bids=p,150,p,p bidder=south contract=150 trump=H "
        "turn=west south=AQ.AKQ.J99.ATKK west=+12 north=+12 east=+12 "
        "melds.south=royal-marriage:KH.QH+pinochle:QS.JD"
    )
    position = TablePosition.parse(line)
    with pytest.raises(IllegalPositionError, match=r"^west: 12 hidden cards, its melds must "):
        position_after(position, Lay())
    with pytest.raises(IllegalMoveError, match=r"^marriage:KC.QC: west cannot hold all these"):
        position_after(position, parse_move("marriage:KC.QC", Act.MELD, position.trump))
    bidder = TablePosition.parse(BURY.replace("south=AAKQJ9.KQJ.AATKQJ.TK9", "south=+18"))
    with pytest.raises(IllegalPositionError, match=r"^south: 18 hidden cards, what it buries is "):
        position_after(bidder, parse_move("D:TC.9C.JH/none", Act.BURY, None))


def test_annotations_do_not_outlive_their_position() -> None:
    for line, move in (
        (f"{ENDING} id=a bm=JS value=40/15 player.south=Ann", PlayCard(Card.parse("JS"))),
        (f"{STOCK} id=a bm=AS player.west=Ann", Play(Card.parse("JS"))),
    ):
        after = position_after(TablePosition.parse(line), move)
        assert after is not None
        assert not after.tokens().keys() & {"id", "bm", "value"}
        assert after.names == TablePosition.parse(line).names


def test_a_nine_is_exchanged_as_far_as_it_is_seen() -> None:
    position = TablePosition.parse(DIX)
    after = position_after(position, Dix(True))
    assert after is not None
    # The dealer has the nine now, which is no dix of his, and south lays what it can besides.
    assert after.text() == (
        "rules=partnership dealer=east act=meld trump=H turn=south upcard=AH south=A.ATKQ.AK.AKQJ9 "
        "west=+12 north=+12 east=-.9.-.-+11 melds.south=dix won=0/0/0/0 points=10+0/0+0"
    )
    passed = position_after(position, Dix(False))
    assert passed is not None
    assert (passed.act, passed.turn) == (Act.DIX, Seat.WEST)
    # West is asked, whose cards are hidden: one of them would be the nine.
    hidden = position_after(passed, Dix(True))
    assert hidden is not None
    assert hidden.hands[Seat.WEST].text() == "-.A.-.-+11"
    assert hidden.melds[Seat.WEST] == (EXCHANGE,)
    without = TablePosition.parse(DIX.replace("TKQ9", "TKQJ"))
    with pytest.raises(IllegalMoveError, match="south has no 9H"):
        position_after(without, Dix(True))
    # A dealer whose upcard is not named has it all the same.
    assert TablePosition.parse(DIX.replace("east=-.A.-.-+11", "east=+12")) == position


def test_who_can_have_no_nine_is_not_asked_for_it() -> None:
    """South holds both: nobody after it can have one, as hidden as the cards are."""
    both = TablePosition.parse(DIX.replace("TKQ9", "TK99"))
    passed = position_after(both, Dix(False))
    assert passed is not None
    assert passed.act is Act.MELD


def test_who_has_no_nine_in_the_hand_can_only_pass() -> None:
    stock = (
        "rules=macdougall-3 dealer=north act=dix trump=C turn=west upcard=9C stock=11 south=+11 "
        "west=TKQ.Q9.TTQ9.Q9 north=+11 tricks=AH-TH-9H melds.west=dix:9C"
    )
    for line, moves in (
        (DIX, ["dix", "pass"]),
        (DIX.replace("TKQ9", "TKQQ"), ["pass"]),
        (stock, ["pass"]),
    ):
        assert [move.text() for move in TablePosition.parse(line).legal_moves()] == moves


def test_what_is_hidden_does_not_follow() -> None:
    bid = TablePosition.parse(
        BID.replace("bids=250", "bids=p,250").replace("turn=west", "turn=north")
    )
    with pytest.raises(IllegalPositionError, match=r"^widow: hidden, and it is turned up now$"):
        position_after(bid, PASS)
    after = position_after(TablePosition.parse(PLAY), PlayCard(Card.parse("9D")))
    assert after is not None
    last = position_after(after, PlayCard(Card.parse("9D")))
    assert last is not None
    assert (last.turn, last.tricks and len(last.tricks)) == (Seat.SOUTH, 1)
    assert last.hands[Seat.NORTH].hidden == 14
    with pytest.raises(IllegalMoveError, match=r"^9S: it is not held by west$"):
        position_after(TablePosition.parse(PLAY), PlayCard(Card.parse("9S")))
    with pytest.raises(IllegalMoveError, match=r"^TS: it may not be played by west$"):
        position_after(TablePosition.parse(PLAY), PlayCard(Card.parse("TS")))


@pytest.mark.parametrize(
    ("line", "card", "after"),
    [
        (
            "rules=corners bidder=south trump=S turn=south south=A.-.-.-+2 west=+3 north=+3 "
            "east=+3",
            "AS",
            "rules=corners bidder=south trump=S turn=west led=AS south=+2 west=+3 north=+3 east=+3",
        ),
        (
            "rules=corners bidder=south contract=150 trump=S turn=east led=TH,KH,9H south=+10 "
            "west=+10 north=+10 east=-.9.-.-+10 gone=TK99.-.-.- won=0/1/0/0",
            "9H",
            "rules=corners bidder=south contract=150 trump=S turn=south south=+10 west=+10 "
            "north=+10 east=+10 gone=TK99.TK99.-.- won=1/1/0/0",
        ),
    ],
)
def test_a_card_leaves_what_is_known_of_a_hand(line: str, card: str, after: str) -> None:
    assert position_after(TablePosition.parse(line), PlayCard(Card.parse(card))) == (
        TablePosition.parse(after)
    )


@pytest.mark.parametrize(
    ("line", "move", "message"),
    [
        (BURY, "D:TS.TC.9C", "D:TS.TC.9C: not all of T.-.-.T9 are held"),
        (MELD, "run:AS.TS.KS.QS.JS", "run:AS.TS.KS.QS.JS: north has not these melds"),
    ],
)
def test_moves_that_cannot_be_made_are_named(line: str, move: str, message: str) -> None:
    position = TablePosition.parse(line)
    with pytest.raises(IllegalMoveError) as error:
        position_after(position, parse_move(move, position.act, position.trump))
    assert str(error.value) == message


@pytest.mark.parametrize(("bid", "is_over"), [(310, True), (320, False)])
def test_melds_that_reach_the_contract_end_the_hand(bid: int, is_over: bool) -> None:
    position = TablePosition.parse(BURY.replace("450", str(bid)))
    after = position_after(position, parse_move("D:TC.JH.9C", Act.BURY))
    assert (after is None) == is_over


def test_the_bidder_may_concede_for_money_only() -> None:
    position = TablePosition.parse(POOR)
    moves = list(position.legal_moves())
    # Of nine cards held twice: three of them, or two of one and another; nothing can be laid.
    assert len(moves) == 4 * (comb(9, 3) + 9 * 8) + 1
    assert moves[-1] == CONCEDE
    assert position_after(position, CONCEDE) is None
    hidden = TablePosition.parse(POOR.replace("AATTJJ.AATTJJ.AATTJJ.-", "+18"))
    assert position_after(hidden, CONCEDE) is None
    for_points = TablePosition.parse(POOR.replace("auction", "auction-score"))
    assert list(for_points.legal_moves()) == moves[:-1]
    with pytest.raises(IllegalMoveError, match=r"^concede: south has to bury now$"):
        position_after(for_points, CONCEDE)


def test_hidden_cards_have_no_legal_moves() -> None:
    with pytest.raises(
        IllegalPositionError,
        match=r"^west: 4 hidden cards, but the player to move must see his hand$",
    ):
        TablePosition.parse(
            "rules=corners bidder=south trump=S turn=west led=AS south=+3 west=+4 north=+4 east=+4"
        ).legal_moves()


# The games with a stock

WITH_STOCK = tuple(name for name in TABLE_RULEBOOKS if name not in WITHOUT_STOCK)
STOCK = (
    "rules=macdougall-3 dealer=north trump=C turn=south upcard=QC stock=11 "
    "south=AJJ9.AAQ9.KQ.KK west=+12 north=+12"
)


@pytest.mark.parametrize("name", some(WITH_STOCK, 3))
def test_the_oracles_positions_with_a_stock_are_read_and_written_alike(name: str) -> None:
    steps = list(deals.random_stock_hand(name, 3))
    record = parse_table_record(records.stock_written([(steps[0][0], "")]))
    product = replay_table_record(record).moments[0].hand
    assert isinstance(product, StockHand)
    for now, text in steps[:-1]:
        for seat in (None, now.seats[1], now.turn):
            theirs = stock_hand.position(now, seat)
            position = TablePosition.from_tokens(theirs)
            assert TablePosition.parse(position.text()) == position
            assert position == position_of(product, None if seat is None else Seat.parse(seat))
            if theirs["act"] == "play":
                del theirs["act"]
            theirs["options"] = ",".join(position.rules.options)
            assert position.tokens() | {"options": theirs["options"]} == theirs
        position = position_of(product, product.turn)
        mine = [move.text() for move in position.legal_moves()]
        assert mine == [move.text() for move in product.legal_moves()]
        assert sorted(mine) == sorted(stock_hand.legal_moves(now))
        assert product.turn is not None
        product = product.after(
            parse_stock_move(text, product.act, product.seats[product.turn].laid)
        )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (STOCK.replace("stock=11", "stock=8"), "stock: 8, expected 11 after 0 tricks"),
        (STOCK.replace("AJJ9.AAQ9", "AJJ.AAQ9"), "south: 11 cards, expected 12"),
        (STOCK + " act=meld", "gone: 0 tricks, with an upcard and act=meld"),
        (STOCK.replace(" upcard=QC stock=11", "") + " act=meld", "act: meld, but there is no"),
        (STOCK.replace(" upcard=QC", ""), "stock: given, but there is no upcard"),
        (STOCK.replace("trump=C", "trump=S"), "trump: the upcard is QC"),
        (STOCK + " melds.south=marriage:KD.QD+marriage:KD.QD", "melds.south: marriage:KD.QD"),
        (STOCK + " melds.south=marriage:KH.QH", "melds.south: KH lies on the table and is not"),
        (STOCK + " melds.south=dix:9C", "melds.south: 9C lies on the table"),
        (STOCK + " melds.west=dix", "melds.west: a dix, but the upcard is QC"),
        (STOCK + " points=20+0/0+0/0+0", "points: meld points of south are 20, the melds scored"),
        (STOCK + " bidder=south", "bidder: given, but in macdougall-3 there is no bidding"),
        (STOCK + " tricks=AH-TH-9H-KH", "tricks: trick 1 has 4 cards, expected 3"),
        (STOCK + " tricks=AH-TH", "tricks: trick 1 has 2 cards, expected 3"),
    ],
)
def test_what_cannot_be_with_a_stock_is_refused(line: str, message: str) -> None:
    assert TablePosition.parse(STOCK.replace(" trump=C", "").replace(" stock=11", "")).text() == (
        TablePosition.parse(STOCK).text()
    )
    with pytest.raises(PositionError) as raised:
        TablePosition.parse(line)
    assert str(raised.value).startswith(message)


def test_a_mistyped_rulebook_is_told_before_the_tokens_of_its_game() -> None:
    for line in (ENDING, BID, MELD, STOCK):
        name = TablePosition.parse(line).rules.name
        for wrong in (name[:-1], name[1:], name.replace("a", "ae", 1) + "x"):
            for read in (parse_any_position, parse_position):
                with pytest.raises(NotationError) as raised:
                    read(line.replace(f"rules={name}", f"rules={wrong}"))
                assert raised.value.token == "rules"
                assert raised.value.fact.startswith(f"unknown rulebook '{wrong}', did you mean ")


# What cannot be

WRONG = (
    (ENDING + " x=1", "x: unknown token"),
    (ENDING + " trump=S", "trump: given twice"),
    (ENDING.replace("auction", "bridge"), "rules: unknown rulebook 'bridge' (known: auction, "),
    (ENDING.replace("auction", "auctoin"), "rules: unknown rulebook 'auctoin', did you mean a"),
    (ENDING.replace("auction", "corner") + " x=1", "rules: unknown rulebook 'corner', did you"),
    (ENDING.replace("turn=south", "turn=east"), "turn: east does not sit at a table of 3"),
    (ENDING.replace("turn=south ", ""), "turn: missing"),
    (ENDING.replace("trump=S ", ""), "trump: missing"),
    (ENDING.replace("bidder=south ", ""), "bidder: missing; or give sides="),
    (ENDING.replace(" north=Q.T.K.-", ""), "north: missing"),
    (ENDING + " east=+3", "east: east does not sit at a table of 3"),
    (ENDING.replace("north=Q.T.K", "north=Q.T.-"), "north: 2 cards, expected 3 as south has"),
    (ENDING.replace("south=AQJ", "south=AAJ"), "west: 3 copies of AS, the deck has 2"),
    (ENDING.replace("north=Q.T.K", "north=Q.T.7"), "north: 7D is not in the deck"),
    (ENDING + " options=kitti", "options: 'kitti' is no option of auction"),
    (ENDING + " options=min150,min200", "options: min200 does not go with min150"),
    (ENDING + " target=900", "target: auction is paid hand by hand"),
    (ENDING + " kitty=30", "kitty: given, but in auction there is no kitty"),
    (ENDING + " checks=1/2", "checks: given, but in auction no checks are paid"),
    (ENDING + " upcard=AS", "upcard: given, but in auction no card is turned up"),
    (ENDING + " contract=255", "contract: 255, expected a multiple of 10 from 250 to 650"),
    (ENDING + " sides=south/west", "sides: south/west: every seat that plays belongs to one"),
    (ENDING + " sides=south", "sides: 'south' is not SEATS/SEATS"),
    (ENDING + " melds.west=marriage:KS.QS", "melds.west: 'marriage:KS.QS' is no marriage with"),
    (ENDING + " melds.west=none", "melds.west: given, but in auction only the bidder melds"),
    (ENDING + " points=5+0/0+0/0+0", "points: meld points are 5, expected a multiple of 10"),
    (ENDING + " points=0+0/10+0/0+0", "points: meld points are 10, expected 0, for in auction"),
    (ENDING + " points=0+0/0+0", "points: 2 fields, expected 3"),
    (ENDING + " won=1/2", "won: 1/2, expected 3 numbers"),
    (ENDING + " act=guess", "act: unknown act 'guess' (known: bid, bury"),
    (ENDING + " act=meld", "act: meld, but not in auction"),
    (ENDING + " out=west", "west: west is out and has no hand"),
    (ENDING + " score=0/0", "score: 2 fields, expected 3"),
    (ENDING + " id=a\x01", "id: 'a\\x01' has characters that cannot be shown"),
    (
        ENDING.replace("turn=south south=AQJ", "turn=west led=AS,AS south=QJ"),
        "north: 3 cards, expected 2, for it has played to this trick",
    ),
    (BID.replace("dealer=north ", ""), "dealer: missing, the seats that call follow from it"),
    (BID.replace("bids=250", "bids=245"), "bids: 245: south can bid 250 to 650 in tens or pass"),
    (BID.replace("bids=250", "bids=250,250"), "bids: 250: west can bid 260 to 650"),
    (BID.replace("turn=west", "turn=north"), "turn: north, but it is west's call"),
    (BID.replace("bids=250", "bids=250,p,p"), "bids: the auction is over, but act is bid"),
    (BID.replace("south=+15", "south=+14"), "south: 14 cards, expected 15"),
    (BID.replace("widow=+3", "widow=+4"), "widow: 4 cards, expected 3"),
    (BID + " trump=S", "trump: given, but act is bid"),
    (BID + " bidder=south", "bidder: given, but act is bid"),
    (BID + " buried=+3", "buried: given, but act is bid"),
    (BURY.replace("bidder=south", "bidder=west"), "turn: south, but the bidder buries"),
    (BURY.replace("contract=450", "contract=460"), "contract: 460, but the last bid is 450"),
    (BURY.replace(",450,p", ",450"), "bids: the auction is not over, west is to call"),
    (BURY.replace(" widow=-.J.-.T9", ""), "widow: missing, and it has been turned up"),
    (BURY.replace("widow=-.J.-.T9", "widow=+3"), "widow: hidden cards, but it has been turned up"),
    (BURY + " tricks=AS-9S-9S", "tricks: given, but act is bury"),
    (PLAY.replace("TKQJ.K+5", "TKQ.K+6"), "melds.south: JD is neither in its hand nor played"),
    (PLAY.replace("buried=+3", "buried=-.J.-.9+1"), None),
    (PLAY.replace("west=TK.AATK9", "west=TK.AATJ9").replace("north=+15", "north=-.J.-.-+14"),
     "widow: 3 copies of JH, the deck has 2"),
    (PLAY.replace("buried=+3", "buried=KK.-.-.-+1"), "buried: 3 copies of KS"),
    (PLAY.replace("led=AD", "led=AD turn=west").replace(" turn=west led", " led"), None),
    (PLAY.replace("led=AD", "led=QD,9D").replace("west=TK.AATK9.TQ9", "west=TK.AATK9.TQ")
     .replace("turn=west", "turn=north").replace("TKQJ.K+5", "ATKJ.K+5"),
     "led: 9D by west to QD is a renege"),
    (PLAY.replace("turn=west led=AD", "turn=west"), "south: 14 cards, expected 15"),
    (MELD.replace(" melds.west=royal-marriage:KS.QS", ""), "melds.west: missing, and it melds"),
    (MELD + " melds.east=none", None),
    (MELD + " melds.south=dix:9S", "melds.south: 9S is neither"),
    (MELD.replace("turn=north", "turn=west"), "turn: west, who has melded already"),
    (MELD + " points=0+0/30+0", "points: meld points are 30, the melds are worth 40"),
    (BURY.replace("bids=250,260,p,450,p", "bids=p,p,p"), "bidder: south, but by the bids it is"),
    (BURY.replace("south contract", "west contract").replace("turn=south", "turn=west"),
     "bidder: west, but by the bids it is south"),
    (BURY + " melds.south=none", "melds.south: given, but no trump"),
    (MELD.replace("turn=north", "turn=east").replace("north=KQ9.KQ9.KQ9.KQ9 east=+12",
     "north=+12 east=KQ9.KQ9.KQ9.KQ9"), "melds.north: missing, and it melds before east"),
    (MELD.replace("south=+12", "south=-.KQ.-.-+10") + " melds.south=marriage:KH.QH",
     "melds.south: given, but it is north's turn to meld"),
    (MELD.replace("royal-marriage:KS.QS", "royal-marriage:KH.QH"),
     "melds.west: 'royal-marriage:KH.QH' is no royal-marriage with spades as trump"),
    (MELD.replace("royal-marriage:KS.QS", "dix"), "melds.west: dix without its card, an exchange"),
    (MELD.replace("act=meld", "act=play"), "melds.south: missing: its melds, or none"),
    (ENDING + " dealer=east", "dealer: east does not sit at a table of 3"),
    (ENDING + " melds.east=none", "melds.east: east does not sit at a table of 3"),
    (ENDING + " tricks=AH-TH", "tricks: trick 1 has 2 cards, expected 3"),
    (PLAYOFF + " gone=A.-.-.-", "gone: 1 card, that is no number of tricks of 3"),
    (PLAYOFF + " points=5+0/0+0/0+0", "points: meld points are 5, expected a multiple of 10"),
    (PLAYOFF + " gone=AAA.-.-.-", "gone: 1 trick, but the stock is gone after 4"),
    (PLAYOFF + " tricks=AH-TH-9H", "tricks: 1 trick, but the stock is gone after 4"),
    ("rules=hayes-3 trump=S turn=south south=+9 west=+9 north=+9", "south: 9 cards, at most 8"),
    (DIX.replace("dealer=east ", ""), "dealer: missing, and nobody has led"),
    (DIX + " trump=S", "trump: the upcard is AH"),
    (DIX.replace("dix", "meld") + " melds.south=dix melds.west=dix",
     "melds.west: an exchange, but south has made one"),
    (DIX.replace("dix", "meld").replace("upcard=AH", "upcard=9H") + " melds.south=dix",
     "melds.south: an exchange, but 9H was turned up"),
    (DIX + " bids=p", "bids: given, but in partnership there is no bidding"),
    (
        "rules=auction bidder=south trump=S turn=south south=KQ.KQ.-.- west=AJ.9.-.A north=Q.T.K.A"
        " melds.south=kings:KS.KH.KD.KC+kings:KS.KH.KD.KC+kings:KS.KH.KD.KC",
        "melds.south: kings:KS.KH.KD.KC+kings:KS.KH.KD.KC+kings:KS.KH.KD.KC needs 3 copies of KS",
    ),
    (
        "rules=auction dealer=north bidder=south contract=400 trump=S turn=west south=+14 west=+14 "
        "north=+14 tricks=AH-TH-9H gone=-.ATQ.-.- widow=-.J.-.T9 buried=+3",
        "gone: these are not the cards of tricks=",
    ),
    (STOCK + " gone=-.-.AT.-", "gone: 2 cards, that is no number of tricks of 3"),
    (
        f"{ENDING} buried=K.-.-.-+2 melds.south=kings:KS.KH.KD.KC+kings:KS.KH.KD.KC",
        "buried: KS, which south has melded",
    ),
    (ENDING + " melds.south=kings:KS.KH.KD.KC", None),
    (GONE + "melds.south=royal-marriage:KS.QS", None),
    (GONE + "melds.south=marriage:KH.QH", "melds.south: KH is neither in its hand nor played"),
    (ENDING + " dealer=north out=west", "out: west, but it is the dealer who is out"),
    (
        BID.replace("turn=west ", "").replace("bids=250", "bids=245"),
        "bids: 245: south can bid 250 to 650 in tens or pass",
    ),
    (
        BID.replace("turn=west ", "").replace("bids=250", "bids=250,p,p"),
        "bids: the auction is over, but act is bid",
    ),
    (
        BURY.replace("bids=250,260,p,450,p ", "").replace(" contract=450", ""),
        "contract: missing, the auction is over",
    ),
    (MELD.replace("bids=p,150,p,p bidder=west ", ""), "bidder: missing, the auction is over"),
)  # fmt: skip


@pytest.mark.parametrize(("line", "message"), [pair for pair in WRONG if pair[1] is not None])
def test_what_cannot_be_is_refused_with_token_and_fact(line: str, message: str) -> None:
    with pytest.raises(PositionError) as raised:
        TablePosition.parse(line)
    assert str(raised.value).startswith(message)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("line", [pair[0] for pair in WRONG if pair[1] is None])
def test_what_looks_wrong_and_is_not_is_read(line: str) -> None:
    assert TablePosition.parse(TablePosition.parse(line).text())


@pytest.mark.parametrize(
    ("line", "fields", "message"),
    [
        (
            "rules=auction out=west bidder=east trump=S turn=east south=A... north=K... east=Q...",
            {"dealer": None},
            "out: missing, though the dealer is out",
        ),
        (BURY, {"melds": {Seat.SOUTH: ()}}, "melds.south: given, but act is bury"),
        (ENDING, {"act": Act.OVER}, "act: over, but not in auction"),
        (
            MELD,
            {"melds": {Seat.WEST: parse_melds("royal-marriage:KH.QH", Suit.HEARTS)}},
            "melds.west: royal-marriage:KH.QH is no royal-marriage with spades as trump",
        ),
    ],
)
def test_fields_that_no_line_has_are_checked_too(
    line: str, fields: dict[str, Any], message: str
) -> None:
    position = TablePosition.parse(line)
    with pytest.raises(IllegalPositionError) as raised:
        replace(position, **fields)
    assert str(raised.value) == message


@pytest.mark.parametrize("name", TABLE_RULEBOOKS)
def test_whatever_is_changed_is_read_or_refused_in_one_line(name: str) -> None:
    rng = random.Random(name)
    lines: list[dict[str, str]]
    if name in WITH_STOCK:
        states = [now for now, _ in deals.random_stock_hand(name, 7)][:-1]
        lines = [stock_hand.position(now, now.turn) for now in states]
    else:
        hands = [now for now, _ in deals.random_hand(name, 7)][:-1]
        lines = [hand.position(now, now.turn) for now in hands]
    read = 0
    for _ in range(40):
        tokens, other = dict(rng.choice(lines)), rng.choice(lines)
        for token in rng.sample(sorted(tokens), 2):
            text = tokens.pop(token)
            place = rng.randrange(len(text))
            changed = f"{text[:place]}{rng.choice('0AKSHD.+-,/:p*')}{text[place + 1 :]}"
            tokens[token] = rng.choice([changed, other.get(token, text), text, text])
        try:
            position = TablePosition.from_tokens(tokens)
        except PositionError as error:
            assert len(str(error).splitlines()) == 1
            continue
        assert TablePosition.parse(position.text()) == position
        read += 1
    assert read


TRICKS = (
    "rules=corners bidder=south contract=150 trump=S turn={turn} south=+11 west=+11 north=+11 "
    "east=+11 tricks=TS-9S-9S-JS won={won} points=0+10/0+0"
)


TRICK = TRICKS.format(turn="south", won="1/0/0/0")
TRICK_GONE = TRICK.replace("tricks=TS-9S-9S-JS", "gone=TJ99...")
NO_TRICK = "rules=corners trump=S turn=south south=A... west=T... north=A... east=9... points="
RENEGED = (
    "rules=partnership trump=H turn=north upcard=9H south=+11 west=+11 "
    "north=A.ATTQJ.TJ.TKQ east=+11 tricks=QC-9C-{card}-KC won=0/0/1/0"
)
CHECK_BID = (
    "rules=check dealer=east act=bid bids=200 turn=west south={} west=+12 north=+12 east=+12"
)
CHECK_BOUGHT = "rules=check dealer=east bids=200,p,p,p"


@pytest.mark.parametrize(
    ("wrong", "right", "fact"),
    [
        # Who has won the tricks
        (
            TRICKS.format(turn="west", won="1/0/0/0"),
            TRICK,
            "turn: west, so west has the lead, but south won the last trick",
        ),
        (
            TRICKS.format(turn="south", won="0/1/0/0"),
            TRICK,
            "won: 0/1/0/0, by tricks= it is 1/0/0/0",
        ),
        (
            TRICKS.format(turn="south", won="1/1/0/0"),
            TRICK,
            "won: 1/1/0/0 sums to 2, with 1 trick played",
        ),
        (
            TRICK_GONE.replace("won=1/0/0/0 ", ""),
            TRICK_GONE,
            "won: missing, with gone= it does not follow from the cards",
        ),
        # The points make the whole count
        (
            TRICK.replace("0+10/0+0", "0+20/0+0"),
            TRICK,
            "points: card points sum to 20, the cards won count 10",
        ),
        (
            TRICK.replace("0+10/0+0", "0+0/0+10"),
            TRICK,
            "points: card points of south are 0, by tricks= they are 10",
        ),
        (
            NO_TRICK + "0+10/0+210",
            NO_TRICK + "0+0/0+210",
            "points: card points sum to 220, the cards won count 210",
        ),
        # Without the dealer, too, a renege is an error
        (
            RENEGED.format(card="9H"),
            RENEGED.format(card="AC"),
            "tricks: 9H by north to QC 9C is a renege",
        ),
        # A nine that was turned up is not exchanged
        (
            DIX.replace("upcard=AH", "upcard=9H").replace("east=-.A.-.-", "east=-.9.-.-"),
            DIX,
            "act: dix, but 9H was turned up: it is the dealer's",
        ),
        # A bid needs a marriage when the whole hand is known, after the auction as well
        (
            CHECK_BID.format("AK9.AT9.AT9.AT9"),
            CHECK_BID.format("AKQ.AT9.AT9.AT9"),
            "bids: 200 by south, who has no marriage",
        ),
        *(
            (
                f"{CHECK_BOUGHT} {later}",
                f"{CHECK_BOUGHT} {later.replace('9.AT9.AT9.AT9', 'Q.AT9.AT9.AT9')}",
                "bids: 200 by south, who has no marriage",
            )
            for later in (
                "act=bury turn=south south=AK9.AT9.AT9.AT9 west=+12 north=+12 east=+12",
                "trump=S turn=west led=AS south=K9.AT9.AT9.AT9 west=+12 north=+12 east=+12",
                "trump=S turn=south tricks=AS-9S-TS-JS south=K9.AT9.AT9.AT9 west=+11 north=+11"
                " east=+11",
            )
        ),
    ],
)
def test_what_the_cards_contradict_is_refused(wrong: str, right: str, fact: str) -> None:
    assert TablePosition.parse(right)
    with pytest.raises(IllegalPositionError) as raised:
        TablePosition.parse(wrong)
    assert str(raised.value) == fact


def test_a_bid_needs_no_marriage_yet_in_a_hand_that_is_partly_hidden() -> None:
    assert TablePosition.parse(CHECK_BID.format("KQ.-.-.-+10"))


def test_gone_alone_tells_how_many_tricks_were_played() -> None:
    assert TablePosition.parse(TRICK_GONE).completed_tricks == 1


def _in_the_play(name: str, seed: int) -> Iterator[TablePosition]:
    """Positions of a random hand with a completed trick, as the seat on turn sees them."""
    steps = list(deals.random_hand(name, seed))
    product = begun(deal_of(rules_of(steps[0][0].table), steps[0][0].deal))
    for _, text in steps[:-1]:
        if product.tricks:
            yield position_of(product, product.turn)
        product = product.after(move_of(product, text))


@pytest.mark.parametrize("name", ["auction-score", "partnership", "corners", "partnership-auction"])
@pytest.mark.parametrize("seed", [2, 3])
def test_who_led_follows_from_tricks_in_order_without_dealer_and_bidder(
    name: str, seed: int
) -> None:
    for position in _in_the_play(name, seed):
        untold = replace(
            position, dealer=None, bids=None, bidder=None, contract=None, widow=None, buried=None
        )
        assert untold.taken == position.taken
        assert TablePosition.parse(untold.text()).melds == position.melds
    assert untold.won is not None
    with pytest.raises(IllegalPositionError, match=r"^won: .*, by tricks= it is "):
        replace(untold, won=untold.won[::-1])


@pytest.mark.parametrize("seed", [1, 2])
def test_a_turned_widow_may_be_held_by_anybody_if_no_bidder_is_told(seed: int) -> None:
    for position in _in_the_play("partnership-auction", seed):
        untold = replace(position, dealer=None, bids=None, bidder=None, contract=None)
        assert TablePosition.parse(untold.text()).widow == position.widow
    with pytest.raises(IllegalPositionError, match=r"^widow: 3 copies of TS, the deck has 2"):
        replace(untold, widow=PartialHand(Hand.parse("TTT9.-.-.-")))


@pytest.mark.parametrize("rules", ["check", "check-original"])
def test_the_dealer_needs_no_marriage_unless_agreed(rules: str) -> None:
    line = (
        f"rules={rules} options={{}} dealer=east act=bid bids=200,p,p,210 turn=south "
        "south=+12 west=+12 north=+12 east=AK9.AT9.AT9.AT9"
    )
    assert TablePosition.parse(line.replace(" options={}", ""))
    with pytest.raises(IllegalPositionError, match=r"^bids: 210 by east, who has no marriage$"):
        TablePosition.parse(line.format("dealermarriage"))
    asked = line.replace(",210 turn=south", " turn=east")
    calls = {
        option: [str(move) for move in TablePosition.parse(asked.format(option)).legal_moves()]
        for option in ("topall", "dealermarriage")
    }
    assert calls["dealermarriage"] == ["p"]
    assert (calls["topall"][0], calls["topall"][-2:]) == ("210", ["1000", "p"])
    # The forced dealer bids 200, and bids again only with a marriage.
    forced = asked.replace("bids=200,p,p", "bids=p,p,p").replace(" options={}", "")
    assert list(map(str, TablePosition.parse(forced).legal_moves())) == ["200"]


def test_a_dealer_who_was_forced_bids_again_only_with_a_marriage() -> None:
    line = (
        "rules=check-original dealer=east act=bid bids=p,p,p,200,210,p,p turn=east "
        "south=+12 west=+12 north=+12 east=AK{}.AT9.AT9.AT9"
    )
    assert list(map(str, TablePosition.parse(line.format("9")).legal_moves())) == ["p"]
    assert len(list(TablePosition.parse(line.format("Q")).legal_moves())) == 80


def test_an_ending_does_not_tell_what_was_bid_on() -> None:
    bids = "rules=check dealer=east bids=200,p,p,p trump=S"
    assert TablePosition.parse(f"{bids} turn=south south=AK.-.-.- west=+2 north=+2 east=+2")


# Beside the two-handed game


def test_a_line_goes_to_the_game_it_names() -> None:
    two = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
    assert parse_any_position(two) == parse_position(two)
    assert parse_any_position(ENDING) == TablePosition.parse(ENDING)


@pytest.mark.parametrize(
    ("line", "game"),
    [
        (ENDING, "auction is a game for three"),
        ("rules=corners south=+12 north=+12 upcard=9S", "corners is a game for four"),
    ],
)
def test_a_table_is_refused_where_the_two_handed_game_is_taken(line: str, game: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_position(line)
    assert str(raised.value) == f"rules: {game}, and only the two-handed game is taken here"


@pytest.mark.parametrize("name", TABLE_RULEBOOKS)
def test_random_endings_are_positions_that_can_be_solved(name: str) -> None:
    rules = TABLE_RULEBOOKS[name]
    for cards in (1, 4, rules.hand):
        endings = list(random_endings(cards, 3, 7, rules))
        assert endings == list(random_endings(cards, 4, 7, rules))[:3]
        for position in endings:
            assert position.is_open
            assert position.sides is not None
            assert {len(held) for held in position.hands.values()} == {cards}
            assert TablePosition.parse(position.text()) == position
            assert next(position.legal_moves()).text() in map(Card.text, rules.deck.distinct())
    with pytest.raises(IllegalPositionError, match=r"^cards: "):
        random_endings(rules.hand + 1, 1, 1, rules)


def test_a_bidder_alone_with_his_contract_has_laid_all_that_he_can() -> None:
    line = "rules=auction south=AATKQJ.ATKQ.KQJ9.K trump=S buried=-.-.-.TJ9"
    told = TablePosition.parse(f"{line} contract=400")
    points = {seat: meld_points(laid, told.rules.melds) for seat, laid in told.melds.items()}
    assert points == {Seat.SOUTH: 310}
    assert not TablePosition.parse(line).melds
    nothing = TablePosition.parse(f"{line} contract=400 melds.south=none")
    assert nothing.melds == {Seat.SOUTH: ()}
