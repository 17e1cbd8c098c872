"""One knowledge of a hand of three or four has one line: which tokens are written, and when."""

from __future__ import annotations

import pytest

from helpers.table_comparison import WITHOUT_STOCK, finished
from helpers.table_records import TURNED
from oracle.table import deals, records
from pinochle_solver.errors import IllegalPositionError
from pinochle_solver.game.table.recording import record_of_hand
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.table.position_hands import position_after
from pinochle_solver.notation.table.positions import TablePosition, position_of
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.table.acts import Act
from pinochle_solver.table.moves import Dix, Lay
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat

EAST_DEALS = "rules=partnership dealer=east"
EXCHANGED = (
    f"{EAST_DEALS} act=meld trump=H turn=west upcard=AH south=A.ATKQ.AK.AKQJ9 "
    "west=+12 north=+12 east=-.9.-.-+11 melds.south=dix+none won=0/0/0/0 points=10+0/0+0"
)
"""South has exchanged its nine for the ace of east, and laid nothing more."""
NOTHING_LAID = "melds.south=none melds.west=none melds.north=none melds.east=none"
WON = "won=0/0/0/0 points=0+0/0+0"


def test_what_an_exchange_leaves_to_lay_is_told() -> None:
    assert TablePosition.parse(EXCHANGED).text() == EXCHANGED
    # By whose turn it is, the same is read where only dix is written.
    assert TablePosition.parse(EXCHANGED.replace("dix+none", "dix")).text() == EXCHANGED
    yet_to_lay = EXCHANGED.replace("turn=west", "turn=south").replace("dix+none", "dix")
    position = TablePosition.parse(yet_to_lay)
    assert position.text() == yet_to_lay
    laid = position_after(position, Lay(()))
    assert laid is not None
    assert (laid.text(), laid.tokens()["melds.south"]) == (EXCHANGED, "dix+none")
    with pytest.raises(IllegalPositionError) as raised:
        TablePosition.parse(yet_to_lay.replace("dix", "dix+none"))
    fact = "dix+none, but it is south's turn to meld; write dix"
    assert str(raised.value) == f"melds.south: {fact}"


def test_in_the_play_all_have_laid() -> None:
    line = (
        f"{EAST_DEALS} trump=H turn=south upcard=AH south=A.ATKQ.AK.AKQJ9 west=+12 north=+12 "
        "east=-.9.-.-+11 melds.south=dix melds.west=none melds.north=none melds.east=none"
    )
    assert TablePosition.parse(line).text() == line.replace("=dix", "=dix+none")


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        # The dealer has the upcard that was turned, until it is played.
        (
            "act=dix trump=H turn=south upcard=AH south=-.9.-.-+11 west=+12 north=+12 east=+12",
            "act=dix trump=H turn=south upcard=AH south=-.9.-.-+11 west=+12 north=+12 "
            "east=-.A.-.-+11",
        ),
        (
            f"act=meld trump=H turn=south upcard=AH south=+12 west=+12 north=+12 east=+12 {WON}",
            "act=meld trump=H turn=south upcard=AH south=+12 west=+12 north=+12 east=-.A.-.-+11 "
            f"{WON}",
        ),
        (
            "trump=H turn=south upcard=AH south=+11 west=+11 north=+11 east=+11 tricks=AS-9S-9S-TS",
            "trump=H turn=south upcard=AH south=+11 west=+11 north=+11 east=-.A.-.-+10 "
            "tricks=AS-9S-9S-TS",
        ),
        (
            "trump=H turn=east upcard=AH south=+11 west=+11 north=+11 east=+11 tricks=AS-9S-9S-AH",
            "trump=H turn=east upcard=AH south=+11 west=+11 north=+11 east=+11 tricks=AS-9S-9S-AH",
        ),
        (
            "trump=H turn=south upcard=AH led=AS,9S,9S,AH south=+11 west=+11 north=+11 east=+11",
            None,
        ),
        # An ace that another seat has played is not the dealer's.
        (
            "trump=H turn=west upcard=AH south=+11 west=+11 north=+11 east=+11 tricks=AS-AH-9S-TS",
            "trump=H turn=west upcard=AH south=+11 west=+11 north=+11 east=-.A.-.-+10 "
            "tricks=AS-AH-9S-TS",
        ),
        # Of cards that are gone nobody knows who has played them.
        (
            "trump=H turn=south upcard=AH south=+11 west=+11 north=+11 east=+11 gone=AT99.-.-.- "
            "won=1/0/0/0",
            "trump=H turn=south upcard=AH south=+11 west=+11 north=+11 east=-.A.-.-+10 "
            "gone=AT99.-.-.- won=1/0/0/0",
        ),
        (
            "trump=H turn=east upcard=AH south=+11 west=+11 north=+11 east=+11 gone=A99.A.-.- "
            "won=0/0/0/1",
            "trump=H turn=east upcard=AH south=+11 west=+11 north=+11 east=+11 gone=A99.A.-.- "
            "won=0/0/0/1",
        ),
        # After an exchange the seat has the upcard, and the dealer the nine.
        (
            "act=meld trump=H turn=south upcard=AH south=+12 west=+12 north=+12 east=+12 "
            "melds.west=dix",
            "act=meld trump=H turn=south upcard=AH south=+12 west=-.A.-.-+11 north=+12 "
            "east=-.9.-.-+11 melds.west=dix",
        ),
        # Who is asked for a nine has one; who was asked before is written with its nine.
        (
            "act=dix trump=H turn=north upcard=AH south=-.9.-.-+11 west=+12 north=+12 east=+12",
            "act=dix trump=H turn=north upcard=AH south=-.9.-.-+11 west=+12 north=-.9.-.-+11 "
            "east=-.A.-.-+11",
        ),
    ],
)
def test_one_knowledge_has_one_line(given: str, canonical: str | None) -> None:
    if canonical is None:  # the open trick is full
        with pytest.raises(IllegalPositionError):
            TablePosition.parse(f"{EAST_DEALS} {given}")
        return
    if "act=" not in given:  # in the play, what was laid tells that nobody has exchanged
        untold = TablePosition.parse(f"{EAST_DEALS} {given}")
        assert untold.hands[Seat.EAST].text() == "-.-.-.-+11"
        given, canonical = f"{given} {NOTHING_LAID}", f"{canonical} {NOTHING_LAID}"
    position = TablePosition.parse(f"{EAST_DEALS} {given}")
    assert sorted(position.text().split()) == sorted(f"{EAST_DEALS} {canonical}".split())
    assert TablePosition.parse(position.text()) == position


def test_an_upcard_that_its_holder_lacks_is_named() -> None:
    line = (
        f"{EAST_DEALS} act=meld trump=H turn=south upcard=AH south=-.AA.-.-+10 west=+12 north=+12 "
        "east=+12"
    )
    with pytest.raises(IllegalPositionError) as raised:
        TablePosition.parse(line)
    assert (
        str(raised.value)
        == "east: dealt, so the card turned up is its own, but AH is neither in its hand nor played"
    )


def test_a_pass_leaves_the_nine_known() -> None:
    line = "act=dix trump=H turn=south upcard=AH south=+12 west=+12 north=+12 east=+12"
    position = TablePosition.parse(f"{EAST_DEALS} {line}")
    passed = position_after(position, Dix(False))
    assert passed is not None
    hands = [hand.text() for hand in passed.hands.values()]
    # West is taken to be asked next, because it may have the other nine.
    assert hands == ["-.9.-.-+11", "-.9.-.-+11", "-.-.-.-+12", "-.A.-.-+11"]
    assert (passed.act, passed.turn.text()) == (Act.DIX, "west")


@pytest.mark.parametrize("name", WITHOUT_STOCK)
def test_tricks_and_points_are_written_when_melds_are_laid_and_in_the_play(name: str) -> None:
    met = set()
    for hand, move in finished(name, 1):
        if move is None:
            continue
        tokens = position_of(hand, hand.turn).tokens()
        is_written = hand.act in (Act.MELD, Act.PLAY)
        assert ("points" in tokens, "won" in tokens) == (is_written, is_written)
        met.add(hand.act)
        if is_written:
            continue
        zeros = "/".join("0" for _ in hand.players)
        units = hand.rules.units(hand.dealer)
        nothing = ["0+0" for _ in units]
        TablePosition.from_tokens(tokens | {"won": zeros, "points": "/".join(nothing)})
        with pytest.raises(IllegalPositionError, match=r"won: .* sums to 1, with 0 tricks played"):
            TablePosition.from_tokens(tokens | {"won": zeros.replace("0", "1", 1)})
        with pytest.raises(IllegalPositionError, match="card points sum to 10, the cards won"):
            TablePosition.from_tokens(tokens | {"points": "/".join(["0+10", *nothing[1:]])})
    assert met >= {Act.PLAY, Act.DIX if name == "partnership" else Act.BURY}


@pytest.mark.parametrize("name", [name for name in TABLE_RULEBOOKS if name not in WITHOUT_STOCK])
def test_with_a_stock_points_are_written_in_every_act_and_tricks_won_in_none(name: str) -> None:
    text = records.stock_written([*deals.random_stock_hand(name, 1)])
    replay = replay_table_record(parse_table_record(text))
    for moment in replay.moments[:-1]:
        tokens = replay.position(moment, moment.seat).tokens()
        assert ("points" in tokens, "won" in tokens) == (True, False)
    assert {moment.hand.act for moment in replay.moments} >= {Act.MELD, Act.PLAY}


AFTER_EXCHANGE = TURNED + '[Exchange "south"]\n'


def test_melds_of_a_record_do_not_repeat_the_exchange() -> None:
    laid = '[MeldsSouth "marriage:KH.QH"]\n'
    plain = replay_table_record(parse_table_record(AFTER_EXCHANGE + laid))
    repeated = replay_table_record(
        parse_table_record(AFTER_EXCHANGE + laid.replace("marriage", "dix+marriage"))
    )
    for replay in (plain, repeated):
        assert replay.findings == ()
        assert replay.bidding_hand is not None
        assert record_of_hand(replay.bidding_hand).text() == AFTER_EXCHANGE + laid
        points = replay.position(replay.moments[-1], None).points
        assert points is not None
        assert points[0].melds == 30
    alone = replay_table_record(parse_table_record(AFTER_EXCHANGE + '[MeldsSouth "dix"]\n'))
    assert alone.findings == ()
    assert alone.bidding_hand is not None
    assert record_of_hand(alone.bidding_hand).text() == AFTER_EXCHANGE


def test_a_dix_of_a_seat_that_has_not_exchanged_is_told() -> None:
    text = TURNED + '[MeldsSouth "dix+marriage:KH.QH"]\n'
    (finding,) = replay_table_record(parse_table_record(text)).findings
    assert (finding.kind, finding.trick, finding.seat) == ("illegal", 0, Seat.SOUTH)
    assert finding.fact == "south has not these melds"
