"""What goes wrong in hands of three and four, and hands given up, as a record tells them."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, piped
from helpers.paths import DATA
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.table.recording import record_of_hand
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.table.acts import Act
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.scoring import Outcome
from pinochle_solver.table.seats import Seat

BID_WITHOUT_MARRIAGE = DATA / "bid-without-marriage.pnr"
CHECK = BID_WITHOUT_MARRIAGE.read_text().partition("[Bids")[0]
"""West speaks first; he and north have no marriage."""
CORNERS = CHECK.replace("check", "corners")
SOUTH_PLAYS = """[Bids "p p p 250"]
[Trump "C"]
[MeldsSouth "all"]
[MeldsEast "all"]
"""
AUCTION = """[Rules "auction"]
[Dealer "north"]
[South "AAKQJ9.KQ.AATKQJ.K"]
[West "TK.AATK9.TQ9.AKQJ9"]
[North "TQJ9.TQJ9.KJ9.ATQJ"]
[Widow "-.J.-.T9"]
"""
SOUTH_AT_450 = """[Bids "250 260 p 450 p"]
[Trump "D"]
[Buried "-.J.-.T9"]
[MeldsSouth "all"]
"""


def replayed(text: str) -> TableReplay:
    record = parse_table_record(text)
    assert parse_table_record(record.text()) == record
    return replay_table_record(record)


def _named(seat: Seat | None) -> str | None:
    return None if seat is None else seat.text()


def found(replay: TableReplay) -> list[tuple[str, int, str | None, str, str]]:
    """Kind, trick, seat, what and ruling of everything that is wrong."""
    return [
        (each.kind, each.trick, _named(each.seat), each.what, each.ruling)
        for each in replay.findings
    ]


def state(replay: TableReplay) -> tuple[str, str | None, str | None, int | None]:
    """Act, turn, bidder and contract."""
    hand = replay.hand
    assert isinstance(hand, TableHand)
    return hand.act.value, _named(hand.turn), _named(hand.bidder), hand.contract


def outcome(replay: TableReplay) -> tuple[object, ...] | None:
    """Outcome, scores, totals and checks; None: the hand is open."""
    result = replay.result
    if result is None:
        return None
    return result.outcome.value, result.scores, result.totals, result.checks


# Hands that are given up


@pytest.mark.parametrize(
    ("tags", "ends"),
    [
        ("", ("conceded", (-400, 200, 200), (0, 0, 0), ())),
        ('[Trump "D"]\n', ("conceded", (-400, 200, 200), (0, 0, 0), ())),
        # All that he could meld, 310, and 10 buried; no suit is paid for.
        ('[Trump "D"]\n[Buried "-.J.-.T9"]\n', ("conceded", (-400, 200, 200), (10, 0, 0), ())),
        (
            '[Trump "D"]\n[Buried "-.J.-.T9"]\n[MeldsSouth "all"]\n',
            ("conceded", (-400, 200, 200), (320, 0, 0), ()),
        ),
        (
            '[Trump "S"]\n[Buried "-.J.-.T9"]\n[MeldsSouth "all"]\n',
            ("conceded", (-400, 200, 200), (220, 0, 0), ()),
        ),
        (
            '[Trump "D"]\n[MeldsSouth "run:AD.TD.KD.QD.JD"]\n',
            ("conceded", (-400, 200, 200), (0, 0, 0), ()),
        ),
    ],
)
def test_a_bidder_concedes_before_or_after_his_burial(tags: str, ends: tuple[object, ...]) -> None:
    replay = replayed(f'{AUCTION}[Bids "250 260 p 450 p"]\n{tags}[Result "conceded"]\n')
    assert replay.findings == ()
    assert outcome(replay) == ends


def test_what_a_bidder_conceded_with_is_written_again() -> None:
    text = f'{AUCTION}{SOUTH_AT_450}[Result "conceded"]\n'
    replay = replayed(text)
    assert isinstance(replay.hand, TableHand)
    assert record_of_hand(replay.hand).text() == text


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            AUCTION + SOUTH_AT_450.replace("260 p 450 p", "p p") + '[Result "conceded"]\n',
            "conceded, but the melds alone make the contract",
        ),
        (AUCTION + '[Bids "450 p p"]\n[Result "made"]\n', "made, but no trump is named; add Trump"),
        (
            AUCTION + SOUTH_AT_450.replace("450", "570") + '[Result "made"]\n\n1. AD 9D 9D\n',
            "made, but with every trick that is left south has 560, not 570",
        ),
        (AUCTION + '[Bids "p p p"]\n[Result "made"]\n', "given, but all have passed"),
        (
            AUCTION + '[Bids "250 p"]\n[Result "made"]\n',
            "given, but the auction is not over, north is to call",
        ),
    ],
)
def test_a_result_that_cannot_be_is_told(text: str, fact: str) -> None:
    (finding,) = replayed(text).findings
    told = (finding.kind, finding.trick, finding.seat, finding.what, finding.fact)
    assert told == ("illegal", 0, None, "Result", fact)


def test_what_a_bidder_conceded_cannot_be_played() -> None:
    replay = replayed(f'{AUCTION}{SOUTH_AT_450}[Result "conceded"]\n\n1. AD 9D 9D\n')
    assert found(replay) == [("illegal", 1, None, "AD", "")]
    assert outcome(replay) == ("conceded", (-400, 200, 200), (320, 0, 0), ())


def test_melds_that_a_bidder_does_not_have_are_told_though_he_concedes() -> None:
    text = f'{AUCTION}[Bids "450 p p"]\n[Trump "D"]\n[MeldsSouth "aces:AS.AH.AD.AC"]\n'
    replay = replayed(text + '[Result "conceded"]\n')
    assert found(replay) == [("illegal", 0, "south", "MeldsSouth", "")]
    assert outcome(replay) is None


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("partnership", "given, but there is none in partnership"),
        ("macdougall-3", "given, but there is none in macdougall-3"),
        ("corners", "conceded, but in corners no bidder can concede"),
    ],
)
def test_only_where_it_can_be_has_a_record_a_result(name: str, fact: str) -> None:
    text = f'[Rules "{name}"]\n[Dealer "north"]\n[Result "conceded"]\n'
    with pytest.raises(NotationError) as raised:
        parse_table_record(text)
    assert str(raised.value) == f"Result: {fact}"


@pytest.mark.parametrize(
    ("text", "tricks", "ends"),
    [
        # 310 melded, 10 buried, 240 left; clubs, diamonds: 200 cents from each.
        (AUCTION + SOUTH_AT_450, "", ("made", (400, -200, -200), (560, 0, 0), ())),
        (AUCTION + SOUTH_AT_450, "1. AD 9D 9D 2. TD", ("made", (400, -200, -200), (560, 0, 0), ())),
        # West has won KS and TS: 15.
        (AUCTION + SOUTH_AT_450, "1. KS TS 9S", ("made", (400, -200, -200), (545, 15, 0), ())),
        # Spades pay twice: 210 melded.
        (
            AUCTION + SOUTH_AT_450.replace('"D"', '"S"'),
            "",
            ("made", (800, -400, -400), (460, 0, 0), ()),
        ),
        (
            AUCTION.replace('"auction"', '"auction-score"') + SOUTH_AT_450,
            "1. KS TS 9S",
            ("made", (545, 15, 0), (545, 15, 0), ()),
        ),
        # No trick for the others: their melds do not count. With the open trick south has 250.
        (CORNERS + SOUTH_PLAYS, "1. AC", ("made", (460, 0), (460, 0), ())),
        # 4 checks for the contract, 2 for the run, 5 for all twelve tricks.
        (CHECK + SOUTH_PLAYS, "1. AC", ("made", (460, 0), (460, 0), (11, 0))),
    ],
)
def test_the_defenders_may_give_up_a_hand_that_is_shown(
    text: str, tricks: str, ends: tuple[object, ...]
) -> None:
    text = f'{text}[Result "made"]\n' + (f"\n{tricks}\n" if tricks else "")
    replay = replayed(text)
    assert replay.findings == ()
    assert outcome(replay) == ends
    assert isinstance(replay.hand, TableHand)
    assert record_of_hand(replay.hand).text() == text


def test_the_bidder_may_give_up_in_the_play() -> None:
    """310 melded, 10 buried; the ace is won, and the open trick is nobody's."""
    text = AUCTION + SOUTH_AT_450 + '[Result "set"]\n\n1. AD 9D 9D 2. TD\n'
    replay = replayed(text)
    assert replay.findings == ()
    assert outcome(replay) == ("set", (-800, 400, 400), (330, 0, 0), ())
    assert isinstance(replay.hand, TableHand)
    assert record_of_hand(replay.hand).text() == text


@pytest.mark.parametrize(
    ("bid", "tricks", "fact"),
    [
        ("450", "", "set, but no card is led; before that a bidder concedes"),
        ("330", "1. AD 9D 9D", "set, but the contract is made already"),
    ],
)
def test_a_bidder_who_has_made_it_cannot_give_up(bid: str, tricks: str, fact: str) -> None:
    tags = SOUTH_AT_450.replace("450", bid)
    replay = replayed(f'{AUCTION}{tags}[Result "set"]\n\n{tricks}\n')
    (finding,) = replay.findings
    assert (finding.what, finding.fact) == ("Result", fact)
    assert replay.result is None


def test_what_is_settled_of_a_contract() -> None:
    """A defender does not know the 10 points in the burial that make it."""
    made = {330: Outcome.MADE, 340: None, 560: None, 570: Outcome.SET}
    for bid, settled in made.items():
        tags = SOUTH_AT_450.replace("450", str(bid))
        hand = replayed(f"{AUCTION}{tags}\n1. AD 9D 9D\n").hand
        assert isinstance(hand, TableHand)
        assert hand.settled() is hand.settled(Seat.SOUTH) is settled
        assert hand.settled(Seat.WEST) is (None if bid == 330 else settled)


def test_a_hand_given_up_goes_into_the_score_of_a_game() -> None:
    text = AUCTION.replace('"auction"', '"auction-score"') + SOUTH_AT_450
    game = score_table_game([replayed(f'{text}[Result "made"]\n\n1. KS TS 9S\n')])
    assert (game.game.scores, game.has_faults) == ((545, 15, 0), False)


def test_a_result_says_nothing_new_of_a_contract_made_by_melds() -> None:
    replay = replayed(AUCTION + SOUTH_AT_450.replace("260 p 450 p", "p p") + '[Result "made"]\n')
    assert (replay.findings, outcome(replay)) == ((), ("made", (50, -25, -25), (320, 0, 0), ()))


def test_the_total_of_a_third_seat_is_what_it_scores_after_an_irregularity(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    """South's melds are 40 + 20 + 20 + 80 + 40; nobody has won a trick."""
    text = AUCTION.replace('"auction"', '"auction-score"') + (
        '[Bids "p 250 p"]\n[Trump "H"]\n[Buried "-.J.-.T9"]\n'
        '[MeldsSouth "all"]\n[MeldsNorth "all"]\n\n1. AC {renege north}\n'
    )
    assert outcome(replayed(text)) == ("made", (200, 250, 0), (200, 10, 0), ())
    file = tmp_path / "hand.pnr"
    file.write_text(text)
    told = pinochle("replay", str(file)).out.splitlines()
    assert told[-4:] == [
        "west's 250: made",
        "  south: 200 in melds and cards, +200",
        "  west: 10 in melds and cards, +250",
        "  north: 0 in melds and cards, +0",
    ]


NO_WIDOW = "there is no widow in corners; write renege, lead, looked, shown, number or misdeal"


@pytest.mark.parametrize("brace", ["widow west", "burial west", "widow"])
def test_a_game_without_a_widow_has_none_to_expose(brace: str) -> None:
    (finding,) = replayed(f"{CORNERS}{SOUTH_PLAYS}\n{{{brace}}} 1. JD TD\n").findings
    assert str(finding) == f"before the first trick: {brace.split()[0]}: {NO_WIDOW}"


@pytest.mark.parametrize("brace", ["widow west", "burial west", "seen west"])
def test_nobody_sees_a_widow_that_is_not_there_in_the_auction(brace: str) -> None:
    bids = SOUTH_PLAYS.replace('"p p', f'"p {{{brace}}} p')
    (finding,) = replayed(f"{CORNERS}{bids}").findings
    assert str(finding) == f"before the first trick: {brace.split()[0]}: {NO_WIDOW}"
    told = [each.fact for each in replayed(CORNERS + bids.replace(brace, "fnord")).findings]
    assert told == [
        "neither a call (a number, or p), nor a seat with its call, nor one of "
        "renege, lead, looked, shown, number, misdeal"
    ]


# Calls that went wrong

CHOICES = (
    "{} and {} choose, all melds shown: {} plays at the highest bid, a redeal, or one of them "
    "plays at the highest or the lowest bid"
)
OF_WEST = CHOICES.format("south", "north", "west")
OF_NORTH = CHOICES.format("west", "east", "north")


def test_a_bid_without_a_marriage_is_named_with_its_choices(pinochle: Pinochle) -> None:
    line = json.loads(pinochle("replay", "--json", str(BID_WITHOUT_MARRIAGE)).out)
    (finding,) = line["findings"]
    assert finding == {
        "kind": "marriage",
        "trick": 0,
        "seat": "west",
        "what": "200",
        "fact": "a bid without a marriage",
        "ruling": OF_WEST,
    }
    assert (line["bidder"], line["contract"], line["trump"]) == ("west", 200, "H")
    assert (line["complete"], line["result"]) == (False, None)


@pytest.mark.parametrize(
    ("bids", "ruling", "ends"),
    [
        ("200 p p p {marriage west}", "", ("bury", "west", "west", 200)),
        ("200 250 p p p {marriage west plays}", "west plays at 250", ("bury", "west", "west", 250)),
        (
            "200 250 p p p {marriage west south highest}",
            "south plays at 250",
            ("bury", "south", "south", 250),
        ),
        (
            "200 250 p p p {marriage west north lowest}",
            "north plays at 200",
            ("bury", "north", "north", 200),
        ),
        (
            "200 250 p 260 p p {marriage north east lowest}",
            "east plays at 200",
            ("bury", "east", "east", 200),
        ),
        ("200 250 p p p {marriage west redeal}", "the hand is void", None),
    ],
)
def test_the_opponents_choose_after_a_bid_without_a_marriage(
    bids: str, ruling: str, ends: tuple[str, str, str, int] | None
) -> None:
    replay = replayed(f'{CHECK}[Bids "{bids}"]\n')
    first, *chosen = found(replay)
    assert first == ("marriage", 0, "west", "200", OF_WEST)
    if "250" in bids:
        assert chosen.pop(0) == ("marriage", 0, "north", "250", OF_NORTH)
    words = bids.partition("{")[2].removesuffix("}")
    assert chosen == ([("marriage", 0, words.split()[1], words, ruling)] if ruling else [])
    if ends is None:
        assert outcome(replay) == ("void", (0, 0), (0, 0), (0, 0))
    else:
        assert (state(replay), replay.result) == (ends, None)


@pytest.mark.parametrize(
    ("choice", "trump", "scores", "checks"),
    [
        # 40 melded and all cards. 4 checks for 250, 2 for 200, 2 for the run, 5 for all tricks.
        ("plays", "H", (0, 290), (0, 9)),
        ("south highest", "C", (460, 0), (11, 0)),
        ("south lowest", "C", (460, 0), (9, 0)),
        ("north highest", "C", (460, 0), (11, 0)),
        ("north lowest", "C", (460, 0), (9, 0)),
    ],
)
def test_a_hand_that_was_chosen_is_scored(
    choice: str, trump: str, scores: tuple[int, int], checks: tuple[int, int]
) -> None:
    melds = "".join(f'[Melds{seat.text().capitalize()} "all"]\n' for seat in Seat)
    bids = f"200 250 p p p {{marriage west {choice}}}"
    replay = replayed(f'{CHECK}[Bids "{bids}"]\n[Trump "{trump}"]\n{melds}[Result "made"]\n')
    assert [each[0] for each in found(replay)] == ["marriage"] * 3
    assert outcome(replay) == ("made", scores, scores, checks)


def test_after_a_redeal_the_same_dealer_deals() -> None:
    void = replayed(f'{CHECK}[Bids "200 p p p {{marriage west redeal}}"]\n')
    game = score_table_game([void]).game
    assert (game.dealer.text(), game.scores, game.checks) == ("south", (0, 0), (0, 0))


@pytest.mark.parametrize(
    ("bids", "finding"),
    [
        ("p p p 200 {marriage south plays}", "south has not bid without a marriage"),
        ("200 p {marriage west plays} p p", "chosen before the auction is over"),
        ("200 p p p {marriage west east highest}", "east is no opponent of west"),
        ("200 p p p {marriage west plays, marriage west redeal}", "a second choice"),
    ],
)
def test_a_choice_that_cannot_be_made_is_told(bids: str, finding: str) -> None:
    last = replayed(f'{CHECK}[Bids "{bids}"]\n').findings[-1]
    words = bids.partition("{")[2].partition("}")[0].split(", ")[-1]
    assert (last.kind, last.trick, last.what, last.fact) == ("illegal", 0, words, finding)
    assert last.seat is not None
    assert last.seat.text() == words.split()[1]


@pytest.mark.parametrize(
    ("deal", "bids", "told", "ends"),
    [
        # The Auctions: out of turn is void, too low is mended, by a pass too.
        (AUCTION, "{north 300} 250 p p", [("north", "300", "void")], ("bury", "south", 250)),
        (AUCTION, "{north p} 250 p p", [("north", "p", "void")], ("bury", "south", 250)),
        (
            AUCTION,
            "300 {290} 310 p p",
            [("west", "290", "to be mended")],
            ("bury", "west", 310),
        ),
        (AUCTION, "300 {west 290} p p", [("west", "290", "to be mended")], ("bury", "south", 300)),
        (AUCTION, "{240} 250 p p", [("south", "240", "void")], ("bury", "south", 250)),
        (AUCTION, "{660 255} p 250 p", [("south", "660", "void"), ("south", "255", "void")],
         ("bury", "west", 250)),
        (AUCTION, "p {south 300} 250 p", [("south", "300", "void")], ("bury", "west", 250)),
        (AUCTION, "250 p p {west 300}", [("west", "300", "void")], ("bury", "south", 250)),
        # Called over, a bid too low stands, and the next must be above it.
        (
            AUCTION,
            "300 280 p 290 p",
            [("west", "280", "it stands, for the next seat has called over it")],
            ("bury", "south", 290),
        ),
        (
            AUCTION,
            "300 280 p p",
            [("west", "280", "it stands, for the next seat has called over it")],
            ("bury", "west", 280),
        ),
        (
            AUCTION,
            "300 280",
            [("west", "280", "to be mended, unless the next seat bids or passes over it")],
            ("bid", None, None),
        ),
        (AUCTION, "300 240", [("west", "240", "void")], ("bid", None, None)),
        # Nobody is barred in corners; in check the partner is, or who passed out of turn.
        (CORNERS, "{north 200} 150 p p 160 p", [("north", "200", "void")], ("bury", "south", 160)),
        (
            CHECK,
            "{north 200} p p 200 p",
            [("north", "200", "void, south is barred from bidding")],
            ("bury", "east", 200),
        ),
        (
            CHECK,
            "{north 200} p p 200 210",
            [("north", "200", "void, south is barred from bidding"), ("south", "210", "void")],
            ("bid", None, None),
        ),
        (
            CHECK,
            "{east p} p p 200",
            [("east", "p", "void, east is barred from bidding"), ("east", "200", "void")],
            ("bid", None, None),
        ),
        # Who is barred still bids what he must.
        (
            CHECK,
            "{north 200} p p p {p 210} 200",
            [
                ("north", "200", "void, south is barred from bidding"),
                ("south", "p", "void"),
                ("south", "210", "void"),
            ],
            ("bury", "south", 200),
        ),
    ],
)  # fmt: skip
def test_calls_that_went_wrong_are_ruled_on(
    deal: str,
    bids: str,
    told: list[tuple[str, str, str]],
    ends: tuple[str, str | None, int | None],
) -> None:
    replay = replayed(f'{deal}[Bids "{bids}"]\n')
    assert found(replay) == [("bid", 0, *each) for each in told]
    act, _, bidder, contract = state(replay)
    assert (act, bidder, contract) == ends
    assert replay.result is None


def test_who_has_seen_a_card_of_the_widow_bids_no_more() -> None:
    replay = replayed(f'{AUCTION}[Bids "250 {{seen west}} 260 p"]\n')
    told = [("seen", 0, "west", "seen west", "west is barred from bidding")]
    assert found(replay) == [*told, ("bid", 0, "west", "260", "void")]
    replay = replayed(f'{AUCTION}[Bids "250 {{seen west}} p p"]\n')
    assert (found(replay), state(replay)) == (told, ("bury", "south", "south", 250))


def test_other_words_stand_among_the_calls_too() -> None:
    # The base of the highest bid so far, 260: 25 to each of the others.
    replay = replayed(f'{AUCTION}[Bids "250 260 {{widow north}} p 450 p"]\n')
    assert found(replay) == [("widow", 0, "north", "widow north", "the hand is void")]
    assert outcome(replay) == ("void", (25, 25, -50), (0, 0, 0), ())


@pytest.mark.parametrize(
    ("bids", "kind", "what"),
    [
        ("250 {260} p p", "illegal", "260"),
        ("250 {fnord} p p", "unreadable", "fnord"),
        ("250 {260 fnord} p p", "unreadable", "fnord"),
        ("250 {west} p p", "unreadable", "west"),
        ("250 {east 300} p p", "unreadable", "east"),
        ("250 {marriage west} p p", "unreadable", "marriage"),
        ("250 {seen} p p", "unreadable", "seen"),
        ("250 {shown} p p", "unreadable", "shown"),
    ],
)
def test_what_cannot_stand_among_the_calls_ends_the_reading(
    bids: str, kind: str, what: str
) -> None:
    replay = replayed(f'{AUCTION}[Bids "{bids}"]\n')
    (finding,) = replay.findings
    assert (finding.kind, finding.trick, finding.what) == (kind, 0, what)
    assert state(replay) == ("bid", "west", None, None)


@pytest.mark.parametrize(
    ("bids", "fact"),
    [
        ("", "no call (a number, or p)"),
        ("250 x", "'x' is no call (a number, or p)"),
        ("250 {260", "the brace is not closed"),
        ("250 } p", "'}' cannot stand here"),
        ("250 {{260}} p", "'{' cannot stand here"),
    ],
)
def test_calls_that_do_not_read_are_told(bids: str, fact: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_table_record(f'{AUCTION}[Bids "{bids}"]\n')
    assert str(raised.value) == f"Bids: {fact}"


# Shown cards


@pytest.mark.parametrize(
    ("deal", "tricks", "told", "ends"),
    [
        # The bidder asks for a card of an opponent, at its first chance alone.
        (CORNERS, "{shown west TD demand} 1. JD TD AD", [("shown", 0, "west", "TD is demanded")],
         None),
        (
            CORNERS,
            "{shown west KD demand} 1. JD TD AD",
            [
                ("shown", 0, "west", "KD is demanded"),
                ("renege", 1, "west", "the contract counts as made"),
            ],
            ("made", (250, 0)),
        ),
        (
            CORNERS,
            "{shown west TD} 1. JD {shown west TD forbid} TD AD",
            [
                (
                    "shown",
                    0,
                    "west",
                    "when its holder may first play it, the bidder may demand or forbid it",
                ),
                ("renege", 1, "west", "the contract counts as made"),
            ],
            ("made", (250, 0)),
        ),
        # Its first chance is over after trick 1.
        (
            CORNERS,
            "{shown west TD} 1. JD KD AD 9D {shown west TD forbid} 2. AD JD AC TD",
            [
                (
                    "shown",
                    0,
                    "west",
                    "when its holder may first play it, the bidder may demand or forbid it",
                ),
                ("shown", 1, "west", "TD is forbidden"),
                ("renege", 2, "west", "the contract counts as made"),
            ],
            ("made", (250, 0)),
        ),
        # Nothing binds the bidder and his partner.
        (CORNERS, "{shown north AD forbid} 1. JD TD AD", [("shown", 0, "north", "")], None),
        # In check any exposed card has to be played, or a lead is named.
        (
            CHECK,
            "{shown south AS} 1. JD",
            [
                (
                    "shown",
                    0,
                    "south",
                    "to be played when its holder first may, or the opponents name a lead",
                ),
                ("renege", 1, "south", "the contract counts as set"),
            ],
            ("set", (-250, 290)),
        ),
        (
            CHECK,
            "{shown north KS lead H} 1. JD TD AD 9D 2. KS",
            [
                ("shown", 0, "north", "a lead of hearts is named"),
                ("renege", 2, "north", "the contract counts as set"),
            ],
            ("set", (-250, 270)),
        ),
        (CHECK, "{shown north KS lead H} 1. JD TD AD 9D 2. AH",
         [("shown", 0, "north", "a lead of hearts is named")], None),
        # South has no heart, so he leads what he likes; then the card is free.
        (CHECK, "{shown south AS lead H} 1. JD TD AD 9D",
         [("shown", 0, "south", "a lead of hearts is named")], None),
        # Of two exposed cards one is played after the other.
        (
            CHECK,
            "{shown north AD shown north QD} 1. JD TD AD 9D 2. QD JD",
            [
                (
                    "shown",
                    0,
                    "north",
                    "to be played when its holder first may, or the opponents name a lead",
                )
            ]
            * 2,
            None,
        ),
    ],
)  # fmt: skip
def test_shown_cards_bind_their_holders(
    deal: str,
    tricks: str,
    told: list[tuple[str, int, str, str]],
    ends: tuple[str, tuple[int, int]] | None,
) -> None:
    replay = replayed(f"{deal}{SOUTH_PLAYS}\n{tricks}\n")
    assert [(kind, trick, seat, ruling) for kind, trick, seat, _, ruling in found(replay)] == told
    assert (replay.result and (replay.result.outcome.value, replay.result.scores)) == ends


@pytest.mark.parametrize(
    ("deal", "brace", "kind", "what"),
    [
        (CORNERS, "{shown west KS}", "illegal", "shown west KS"),
        (CORNERS, "{shown west TD lead H}", "unreadable", "lead"),
        (CHECK, "{shown west TD forbid}", "unreadable", "shown TD forbid"),
        (CHECK, "{shown west TD lead X}", "unreadable", "shown TD lead"),
        (CHECK, "{shown west TD perhaps}", "unreadable", "perhaps"),
    ],
)
def test_what_cannot_be_said_of_a_shown_card_is_told(
    deal: str, brace: str, kind: str, what: str
) -> None:
    (finding,) = replayed(f"{deal}{SOUTH_PLAYS}\n{brace} 1. JD TD\n").findings
    assert (finding.kind, finding.trick, finding.what) == (kind, 0, what)


def test_a_lead_out_of_turn_may_follow_a_shown_card() -> None:
    replay = replayed(f"{CHECK}{SOUTH_PLAYS}\n{{shown west TD lead south}} 1. JD TD\n")
    assert [each[:4] for each in found(replay)] == [
        ("shown", 0, "west", "shown west TD"),
        ("lead", 0, "south", "lead south"),
    ]


# The commands


@pytest.mark.parametrize(
    ("bids", "at", "seat"),
    [
        ("200 250 p p p {marriage west south lowest}", "bury", "south"),
        ("{north 200} p p 200 p", "bury", "east"),
        ("300 280 p p p", "bury", "north"),
    ],
)
def test_positions_after_such_an_auction_are_shown(
    pinochle: Pinochle, tmp_path: Path, bids: str, at: str, seat: str
) -> None:
    file = tmp_path / "hand.pnr"
    deal = CORNERS if bids.startswith("300") else CHECK
    file.write_text(f'{deal}[Bids "{bids}"]\n')
    run = pinochle("show", "--at", at, str(file))
    assert run.status == 0, run.err
    line = run.out.splitlines()[0].split()
    assert ("act=bury" in line, f"bidder={seat}" in line, f"turn={seat}" in line) == (True,) * 3
    assert any(word.startswith("bids=") for word in line) is bids.startswith("{")
    assert len(run.err.splitlines()) == (5 if "marriage" in bids else 3)


def test_a_call_after_somebody_is_barred_is_not_shown() -> None:
    replay = replayed(f'{CHECK}[Bids "{{north 200}} p p 200 p"]\n')
    moment = next(m for m in replay.moments if m.hand.act is Act.BID)
    with pytest.raises(PositionError) as raised:
        replay.position(moment, moment.seat)
    fact = "south may bid no more; no position says so before the auction is over"
    assert str(raised.value) == f"bids: {fact}"


SHOWN = "\n{shown west TH} 1. JD TD\n"
VOID = CHECK + '[Bids "200 250 p p p {marriage west redeal}"]\n'
OPEN = f'{CHECK}[Bids "200 p p p {{marriage west south highest}}"]\n[Trump "C"]\n'


@pytest.mark.parametrize(
    ("command", "text", "status", "last"),
    [
        ("show", OPEN + SHOWN, 0, "north's card to trick 1 (--at 1:north)"),
        ("explore", OPEN + SHOWN, 0, "north's card to trick 1 (--at 1:north)"),
        ("replay", OPEN, 1, ""),
        ("score", OPEN, 1, "hand 1: not finished, adds nothing"),
        ("show", VOID, 2, "bids: a call stands that might not be made"),
        ("explore", VOID, 2, "bids: a call stands that might not be made"),
        ("replay", VOID, 1, ""),
        ("score", VOID, 1, "marriage west redeal: chosen by the opponents; the hand is void"),
        ("show --at bury", VOID, 2, "at: bury: there is no such moment in this hand"),
    ],
)  # fmt: skip
def test_commands_take_records_in_which_something_went_wrong(
    tmp_path: Path, command: str, text: str, status: int, last: str
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(text)
    run = piped([*command.split(), str(file)], "q\n")
    assert run.status == status, run.out + run.err
    assert last in run.err


def test_a_hand_of_one_seat_is_played_by_whom_the_opponents_chose() -> None:
    """The record of a seat that knows only its own cards, with every card played."""
    rng = random.Random(3)
    hand = replayed(OPEN).hand
    assert isinstance(hand, TableHand)
    while hand.turn is not None:
        hand = hand.after(rng.choice([*hand.legal_moves()]))
    whole = replayed(record_of_hand(hand).text().replace("200 p p p", OPEN.split('"')[13]))
    assert [each[0] for each in found(whole)] == ["marriage", "marriage"]
    own = replace(
        whole.record,
        view=Seat.WEST,
        hands={Seat.WEST: whole.record.hands[Seat.WEST]},
        melds={},
    )
    seen = replay_table_record(own)
    assert found(seen) == found(whole)
    assert seen.hand is not None
    assert seen.hand.tricks == hand.tricks
    assert whole.result is not None
    assert (whole.result.bidder, state(seen)[2:]) == (Seat.SOUTH, ("south", 200))


def test_of_an_irregular_auction_a_seat_knows_who_leads() -> None:
    text = AUCTION.replace("[Dealer", '[View "west"]\n[Dealer')
    text = "\n".join(line for line in text.split("\n") if not line.startswith(("[South", "[North")))
    for bids, fact in (("250 x", ""), ("250 260 {p} p", "View"), ("260 255 p p", "View")):
        if fact:
            record = parse_table_record(f'{text}[Bids "{bids}"]\n')
            with pytest.raises(PositionError, match=f"^{fact}: west, but the other hands follow"):
                replay_table_record(record)


def test_who_is_out_calls_nothing() -> None:
    text = AUCTION.replace('[Dealer "north"]', '[Out "east"]')
    replay = replayed(f'{text}[Bids "{{east 300}} 250 p p"]\n')
    assert found(replay) == [("bid", 0, "east", "300", "void")]
    assert replay.findings[0].fact == "east is out"
    assert state(replay) == ("bury", "south", "south", 250)


def test_replay_tells_who_has_conceded(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    for result, told in (
        ("made", "south's 450: made, conceded by the others"),
        ("conceded", "south's 450: conceded"),
    ):
        file.write_text(f'{AUCTION}{SOUTH_AT_450}[Result "{result}"]\n')
        run = pinochle("replay", str(file))
        assert (run.status, told in run.out.splitlines()) == (0, True)
