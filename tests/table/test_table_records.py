"""Hand records of the games for three and four: read, written, replayed, scored."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, Run, piped
from helpers.paths import DATA
from helpers.soak import some
from helpers.table_comparison import WITHOUT_STOCK
from helpers.table_positions import BID, ENDING
from helpers.table_records import (
    SEEN,
    SPECIMEN,
    TURNED,
    TWO_HANDED,
    over_record,
    played_game,
    replayed,
)
from oracle.table import deals, hand, records, stock_hand
from pinochle_solver.errors import NotationError, PositionError
from pinochle_solver.game.table.recording import record_of_deal, record_of_hand
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.game.table.scoring import score_table_game
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.table.all_games import numbered_records_of_all
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.positions import TablePosition
from pinochle_solver.notation.table.record_parts import Note
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.render.table.replays import result_lines
from pinochle_solver.rules.cards import NO_CARDS, Card, Hand
from pinochle_solver.table.acts import Act
from pinochle_solver.table.checks_paid import CheckPart
from pinochle_solver.table.deals import random_deal, stock_tricks
from pinochle_solver.table.hands import TableHand, begun
from pinochle_solver.table.holdings import joined, less
from pinochle_solver.table.melds import meld_points
from pinochle_solver.table.moves import Call, Dix, Lay
from pinochle_solver.table.pays import TablePays
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.scoring import HandResult, Outcome
from pinochle_solver.table.seats import Seat

TAGS = SPECIMEN[: SPECIMEN.index("\n\n")]
BEFORE_TRUMP = SPECIMEN[: SPECIMEN.index("[Trump")]


def words(text: str) -> list[str]:
    """A text's words; options in any order."""
    found = text.split()
    return [",".join(sorted(w.strip('"]').split(","))) if "," in w else w for w in found]


# The page


def test_the_record_of_the_page() -> None:
    record = parse_table_record(SPECIMEN)
    assert record.text() == SPECIMEN
    assert parse_table_record(record.text()) == record
    replay = replay_table_record(record)
    assert isinstance(replay.hand, TableHand)
    assert (replay.findings, replay.is_complete, replay.result) == ((), False, None)
    assert (replay.hand.act, replay.hand.turn, len(replay.hand.tricks)) == (Act.PLAY, Seat.SOUTH, 1)
    assert record_of_hand(replay.hand).text() == SPECIMEN
    last = replay.position(replay.moments[-1], Seat.WEST)
    assert last.text().split()[:4] == SPECIMEN_START
    assert str(last.tricks and last.tricks[0][0]) == "AD"


SPECIMEN_START = ["rules=auction", "dealer=north", "bids=250,260,p,450,p", "bidder=south"]


def test_a_record_may_end_anywhere() -> None:
    conceded = replayed(BEFORE_TRUMP + '[Result "conceded"]\n')
    assert conceded.result is not None
    assert conceded.result.outcome is Outcome.CONCEDED
    unfinished = replayed(BEFORE_TRUMP)
    assert (unfinished.result, unfinished.findings) == (None, ())
    assert unfinished.moments[-1].hand.act is Act.BURY
    laid_nothing = replayed(SPECIMEN.replace('[MeldsSouth "all"]\n', ""))
    assert isinstance(laid_nothing.hand, TableHand)
    assert laid_nothing.hand.laid[Seat.SOUTH] == ()


# The oracle


@pytest.mark.parametrize("name", WITHOUT_STOCK)
def test_the_oracles_records_are_read_replayed_and_written_alike(name: str) -> None:
    for seed in range(4):
        steps = list(deals.random_hand(name, seed))
        for over in (steps[-1][0], random.Random(seed).choice(steps)[0]):
            text = records.written(over)
            record = parse_table_record(text)
            assert words(record.text()) == words(text)
            assert parse_table_record(record.text()) == record
            replay = replay_table_record(record)
            assert replay.findings == ()
            assert isinstance(replay.hand, TableHand)
            assert words(record_of_hand(replay.hand).text()) == words(text)
            assert replay.is_complete is (over.act == "over")
            if over.act == "over":
                theirs, result = hand.result(over), replay.result
                assert result is not None
                assert list(result.scores) == list(theirs.score.values())


@pytest.mark.parametrize("name", [name for name in TABLE_RULEBOOKS if name not in WITHOUT_STOCK])
def test_the_oracles_records_with_a_stock_are_replayed(name: str) -> None:
    steps = list(deals.random_stock_hand(name, 1))
    for cut in (len(steps) - 1, 2 * len(steps) // 3, 9):
        end = steps[cut][0]
        text = records.stock_written([*steps[:cut], (end, "")])
        record = parse_table_record(text)
        assert parse_table_record(record.text()) == record
        replay = replay_table_record(record)
        assert replay.findings == ()
        if end.act == "over":
            assert replay.result is not None
            assert list(replay.result.scores) == list(stock_hand.result(end).values())
        else:
            seen = TablePosition.from_tokens(stock_hand.position(end))
            assert replay.position(replay.moments[-1], None) == seen


STOCK = """[Rules "macdougall-3"]
[Dealer "north"]
[South "AJJ9.AAQ9.KQ.KK"]
[West "TKQ.Q9.TTQ9.QJ9"]
[North "T9.KJ.AKJ9.ATT9"]
[Upcard "QC"]
[Stock "AS AD AC TH TH KS KH QS JH JD JC"]

{W:dix N:dix}
"""


@pytest.mark.parametrize(
    ("words", "findings"),
    [
        ("", []),
        ("{W:dix}", []),
        ("{N:dix} 1. JS QH TS", []),
        ("{W:dix} 1. JS QH TS {+AS S:+AD W:+AC} 2. 9S", []),
        ("{S:dix}", ["before the first trick: south, dix: there is no 9C in the hand; 10 to each"]),
        ("{dix}", ["before the first trick: dix: needs the letter of its seat before the first"]),
        ("1. JS QH TS {+KS}", ["trick 1: north, +KS: the card drawn is AS"]),
        ("1. JS QH TS {run:AC.TC.KC.QC.JC}", ["trick 1: north, run:AC.TC.KC.QC.JC: KC is not"]),
        ("1. JS QH TS {W:marriage:KS.QS}", ["trick 1: west, marriage:KS.QS: "]),
        ("1. JS QH KS", ["trick 1: north, KS: "]),
        ("1. JS@left QH TS", ["trick 1: south, JS@left: 'left' is not hand, table or a number"]),
        (
            "{S:marriage:KD.QD}",
            ["before the first trick: south, marriage:KD.QD: nothing is melded before the first"],
        ),
        ("1. JS QH TS {renege west} 2. 9S", ["trick 1: west, renege west: a card that"]),
    ],
)
def test_what_is_shown_and_drawn_is_checked(words: str, findings: list[str]) -> None:
    replay = replayed(STOCK[: STOCK.index("{")] + words + "\n")
    told = [str(finding) for finding in replay.findings]
    assert [text[: len(found)] for text, found in zip(told, findings, strict=True)] == findings


@pytest.mark.parametrize("name", [name for name in TABLE_RULEBOOKS if name not in WITHOUT_STOCK])
def test_a_draw_is_told_after_its_own_trick_only(name: str) -> None:
    record = parse_table_record(records.stock_written([*deals.random_stock_hand(name, 1)]))
    last = stock_tricks(record.rules)

    def told(trick: int, card: Card, plays: int) -> list[str]:
        told, place = f"S:+{card}", trick - 1
        here = record.tricks[place]
        here = replace(here, plays=here.plays[:plays], notes=(*here.notes, Note(plays, (told,))))
        tricks = (*record.tricks[:place], here)
        found = replay_table_record(replace(record, tricks=tricks)).findings
        return [each.fact for each in found if each.what == told.partition(":")[2]]

    players = len(record.players)
    (drawn,) = [card for card in record.rules.deck.distinct() if not told(last, card, players)]
    nothing = ["nothing is drawn there"]
    assert all(told(last + 1, card, players) == nothing for card in record.rules.deck.distinct())
    assert told(last, drawn, 1) == told(last + 1, drawn, 1) == nothing


@pytest.mark.parametrize("name", TABLE_RULEBOOKS)
def test_a_deal_is_a_record(name: str) -> None:
    record = record_of_deal(random_deal(0, 5, TABLE_RULEBOOKS[name]))
    assert parse_table_record(record.text()) == record


# What is wrong


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("auction", "auctoin"), "Rules: unknown rulebook 'auctoin', did you mean auction?"),
        (("[Dealer", "[Daeler"), "Daeler: unknown tag, did you mean Dealer?"),
        (('[Dealer "north"]\n', ""), "Dealer: missing"),
        (('"north"]', '"east"]'), "Dealer: east does not sit there"),
        (("[North", "[East"), "East: east does not play this hand"),
        (('[Widow "-.J.-.T9"]\n', ""), "Widow: missing, in a record without View"),
        (("[Bids", '[Checks "1/2"]\n[Bids'), "Checks: given, but there is none in auction"),
        (("[Bids", '[Score "1/2"]\n[Bids'), "Score: 2 numbers, expected 3"),
        (("[Dealer", '[EastPlayer "Ann"]\n[Dealer'), "EastPlayer: east does not sit there"),
        (("[Bids", '[Result "void"]\n[Bids'), "Result: 'void' is not conceded, made or set;"),
        (("[Bids", '[Options "kitti"]\n[Bids'), "Options: 'kitti' is no option"),
        (("[Bids", '[Out "west"]\n[Bids'), "Out: west, but it is the dealer who is out"),
        (('"all"', '"jacks"'), "MeldsSouth: 'jacks' is not kind:cards"),
        (("[Trump", "[Trumpf"), "Trumpf: unknown tag, did you mean Trump?"),
        (('[Trump "D"]\n', ""), "MeldsSouth: given, but no trump"),
        (('"all"', '"all"]\n[MeldsEast "marriage:KC.QC"'), "MeldsEast: east does not play this"),
        (("[West", '[View "east"]\n[West'), "View: east does not play this hand"),
        (("[West", '[View "south"]\n[West'), "View: south, but other hands are given as well"),
    ],
)
def test_tags_that_are_wrong_are_named(change: tuple[str, str], message: str) -> None:
    text = SPECIMEN.replace(*change)
    with pytest.raises(PositionError) as raised:
        parse_table_record(text)
    assert str(raised.value).startswith(message)
    ((_, read),) = numbered_records_of_all(text.splitlines(keepends=True))
    assert str(read) == str(raised.value)


@pytest.mark.parametrize(
    ("tag", "upcard", "finding"),
    [
        ('[Exchange "west"]', "KC", "west, Exchange: west has no 9C"),
        ('[Exchange "east"]', "9H", "east, Exchange: 9H was turned up"),
    ],
)
def test_an_exchange_that_cannot_be_is_told(tag: str, upcard: str, finding: str) -> None:
    found = replayed(TURNED.replace('"KC"', f'"{upcard}"') + tag + "\n").findings
    assert list(map(str, found)) == [f"before the first trick: {finding}"]


def test_melds_of_a_seat_that_only_exchanges_are_told() -> None:
    text = TURNED.replace("AK.TKQQ.AAKJ.T9", "AT.ATTK.AAKJ.T9").replace("ATQJ.T.T9", "ATQJ.Q.T9")
    text = text.replace("TKQJ.AA99", "KKQJ.AQ99") + '[Exchange "south"]\n'
    assert replayed(text).findings == ()
    (found,) = replayed(text + '[MeldsSouth "marriage:KH.QH"]\n').findings
    assert str(found) == "before the first trick: south, MeldsSouth: south has not these melds"


STOCK_SPECIMEN = """[Rules "macdougall-3"]
[Dealer "north"]
[South "ATKJJ9.A.AQJJ.K"]
[West "TQ.TK9.AK.ATKQ9"]
[North "AQ9.KQJ.TT9.AQ9"]
[Upcard "9D"]
[Stock "JC TC KD QD JH AH TH KS JC 9H QH"]

1. AD QC AC
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (STOCK_SPECIMEN.replace('[Upcard "9D"]\n', ""), "Upcard: missing"),
        (
            re.sub(r"\[West.*\n", "", STOCK_SPECIMEN),
            "West: missing, in a record without View",
        ),
        (
            STOCK_SPECIMEN.replace("[Upcard", '[MeldsWest "all"]\n[Upcard'),
            "MeldsWest: given, but in macdougall-3 melds stand in braces",
        ),
        (BEFORE_TRUMP + '[Buried "-.J.-.T9"]\n', "Buried: given, but no trump"),
        (f"{SPECIMEN}\n{SPECIMEN}", "record: 2 records, expected one"),
    ],
)
def test_what_is_no_record_is_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError) as raised:
        parse_table_record(text)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("trick", "finding"),
    [
        ("AD QC XX", "trick 1: the text: unknown suit 'X' in 'XX'"),
        ("AD QC AC {+TC}", "trick 1: south, +TC: the card drawn is JC"),
        ("AD QC AC {+XX}", "trick 1: south, +XX: unknown suit 'X' in 'XX'"),
        (
            "AD QC AC {W:dix}",
            "trick 1: west, dix: there is no 9D in the hand; 10 to each of the others",
        ),
        (
            "AD QC AC {fnord}",
            "trick 1: fnord: 'fnord' is no meld, dix, draw (+9C) or pass; a comment starts with ; "
            "and ends with its line",
        ),
        ("AD@table QC AC", "trick 1: south, AD@table: no AD lies on the table"),
    ],
)
def test_what_is_wrong_in_a_trick_with_a_stock_is_told(trick: str, finding: str) -> None:
    found = replayed(STOCK_SPECIMEN.replace("AD QC AC", trick)).findings
    assert list(map(str, found)) == [finding]


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (
            SPECIMEN.replace("9D 9D", "9D 9H"),
            ["trick 1: north, 9H: north must follow suit, and may play only KD, JD, 9D, a renege"],
        ),
        (
            SPECIMEN.replace("9D 9D", "9D AH"),
            ["trick 1: north, AH: north has no such card"],
        ),
        (
            SPECIMEN.replace("450 p", "250 p"),
            [
                "before the first trick: south, 250: south can bid 270 to 650 in tens or pass; it "
                "stands, for the next seat has called over it",
                "trick 1: AD: the hand is over",
            ],
        ),
        (
            SPECIMEN.replace('"-.J.-.T9"]\n[Melds', '"K.J.-.T"]\n[Melds').replace(
                '"all"', '"kings:KS.KH.KD.KC+marriage:KS.QS"'
            ),
            ["before the first trick: south, D:TC.KS.JH/marriage:KS.QS+kings:KS.KH.KD.KC: a m"],
        ),
        (
            SPECIMEN.replace('"-.J.-.T9"]\n[Melds', '"-.K.-.T9"]\n[Melds').replace(
                '"all"', '"marriage:KH.QH"'
            ),
            [
                "before the first trick: south, D:TC.KH.9C/marriage:KH.QH: "
                "a melded card is buried; the contract counts as set"
            ],
        ),
        (
            SPECIMEN.replace('"all"', '"jacks:JS.JH.JD.JC"'),
            ["before the first trick: south, D:TC.JH.9C/jacks:JS.JH.JD.JC: the hand has not"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "AD {renege west} 9D 9D"),
            ["trick 1: west, renege west: a card that might not be played; the contract counts"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "{shown north} AD 9D 9D"),
            ["trick 1: north, shown north: a card shown before the auction ended; when its"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "AD 9D {looked} 9D"),
            ["trick 1: looked: without its seat, such as looked west"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "AD 9D 9D QS"),
            ["trick 1: the text: 'QS' is one card too"],
        ),
        (
            SPECIMEN.replace("AD 9D", "AD@hand 9D"),
            ["trick 1: the text: unknown rank 'AD@han' in 'AD@hand'"],
        ),
        (
            SPECIMEN.replace('"all"', '"all"]\n[MeldsWest "marriage:KS.QS"'),
            ["before the first trick: west, MeldsWest: in auction only the bidder melds"],
        ),
        (
            SPECIMEN.replace('"all"', '"all"]\n[MeldsWest "all"'),
            ["before the first trick: west, MeldsWest: in auction only the bidder melds"],
        ),
        (
            TAGS.replace("250 260 p 450 p", "250 p p") + '\n[Result "conceded"]\n',
            ["before the first trick: Result: conceded, but the melds alone make the contract"],
        ),
        (
            TAGS.replace("250 260 p 450 p", "p p p"),
            ["before the first trick: Trump: given, but all have passed"],
        ),
        (
            BEFORE_TRUMP.replace("250 260 p 450 p", "p p") + '[Result "conceded"]\n',
            ["before the first trick: Result: given, but the auction is not over, north is to"],
        ),
        (
            BEFORE_TRUMP + '[Result "conceded"]\n\n1. AD 9D 9D\n',
            ["trick 1: AD: the hand is over"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "AD 9D {looked wset} 9D"),
            ["trick 1: looked: unknown seat 'wset'"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "AD 9D {looked east} 9D"),
            ["trick 1: looked east: there is no east at a table of 3"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "AD {fell} 9D 9D"),
            ["trick 1: fell: not one of renege, burial, lead, looked, shown"],
        ),
        (
            SPECIMEN.replace("1. AD", "AD 1."),
            ["before the first trick: the text: 'AD' before the number of a trick"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "AD {looked west 9D 9D"),
            ["trick 1: the text: the brace is not closed"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "AD 9D } 9D"),
            ["trick 1: the text: '}' cannot stand here"],
        ),
        (
            SPECIMEN.replace("AD 9D 9D", "AD 9D\n2. 9D"),
            ["trick 1: the text: only 2 of 3 cards"],
        ),
        (
            SPECIMEN.replace("1. AD", "2. AD"),
            ["trick 1: the text: missing, 2. stands in its place"],
        ),
        (SPECIMEN.replace("450 p", "450 p 460"), ["before the first trick: south, 460: south has"]),
        (BEFORE_TRUMP + "\n1. AD 9D 9D\n", ["trick 1: Trump: missing, and cards were played"]),
        (
            SPECIMEN.replace('[South "AA', '[South "A'),
            ["before the first trick: south: 14 cards, expected 15"],
        ),
    ],
)
def test_what_is_wrong_is_told_with_trick_and_seat(text: str, findings: list[str]) -> None:
    replay = replayed(text)
    assert [str(finding)[: len(told)] for finding, told in zip(
        replay.findings, findings, strict=True
    )] == findings  # fmt: skip


@pytest.mark.parametrize(
    ("note", "outcome"),
    [
        ("{renege west}", Outcome.MADE),
        ("{renege south}", Outcome.SET),
        ("{looked south}", Outcome.SET),
        ("{lead west}", Outcome.MADE),
        ("{misdeal}", Outcome.VOID),
        ("{widow north}", Outcome.VOID),
    ],
)
def test_an_irregularity_in_braces_is_ruled(note: str, outcome: Outcome) -> None:
    text = SPECIMEN.replace("AD 9D 9D", f"AD 9D 9D {note}")
    replay = replayed(text)
    assert parse_table_record(text).text() == text
    assert replay.is_complete
    assert replay.result is not None
    assert replay.result.outcome is outcome


def test_a_wrong_burial_is_paid_for_by_the_suit_that_was_named() -> None:
    wrong = TAGS.replace('"-.J.-.T9"]\n[Melds', '"-.J.-.T"]\n[Melds').replace("450", "400")
    for trump, paid in ("D", -400), ("S", -800):
        result = replayed(wrong.replace('[Trump "D"', f'[Trump "{trump}"')).result
        assert result is not None
        assert (result.outcome, result.scores[0]) == (Outcome.SET, paid)


def test_a_wrong_number_found_in_the_first_trick_is_paid_as_set() -> None:
    for text, outcome in [
        (SPECIMEN.replace("1. AD", "{number south} 1. AD"), Outcome.CONCEDED),
        (SPECIMEN.replace("1. AD", "1. {number south} AD"), Outcome.CONCEDED),
        (SPECIMEN.replace("1. AD", "1. AD {number south}"), Outcome.SET),
    ]:
        result = replayed(text).result
        assert result is not None
        assert result.outcome is outcome


@pytest.mark.parametrize("kind", ["renege", "looked", "lead", "number"])
@pytest.mark.parametrize("name", ["auction", "check", "corners"])
def test_before_the_auction_is_over_only_what_voids_the_hand_ends_it(name: str, kind: str) -> None:
    deal = record_of_deal(random_deal(0, 5, TABLE_RULEBOOKS[name], Seat.NORTH)).text()
    replay = replayed(f'{deal}[Bids "p"]\n\n{{{kind} west}}\n')
    assert [finding.kind for finding in replay.findings] == [kind]
    assert replay.result is None
    remedy = replay.findings[0].ruling
    assert remedy.startswith("before the widow is open the short hand draws") == (kind == "number")
    void = replayed(f'{deal}[Bids "p"]\n\n{{misdeal}}\n').result
    assert void is not None
    assert void.outcome is Outcome.VOID


def test_what_was_laid_before_the_first_lead_counts_for_a_third_seat() -> None:
    scoring_game = SPECIMEN.replace("auction", "auction-score").replace(
        '"all"]', '"all"]\n[MeldsWest "all"]\n[MeldsNorth "all"]'
    )
    before, after = (
        replayed(scoring_game.replace("1. AD", text)).result
        for text in ("{looked south} 1. AD", "1. {looked south} AD")
    )
    assert before is not None
    assert before.scores == (-450, 30, 90)
    assert before == after


def test_text_that_does_not_read_is_told_where_no_trump_was_named() -> None:
    told = "before the first trick: the text: 'XX' before the number of a trick"
    assert list(map(str, replayed(f"{BEFORE_TRUMP}\nXX\n").findings)) == [told]


def test_the_record_of_one_seat_is_read_and_not_replayed() -> None:
    record = parse_table_record(SEEN)
    assert record.text() == SEEN
    with pytest.raises(NotationError, match=r"^View: west, but the other hands follow only once"):
        replay_table_record(record)


def kept_by(view: Seat, whole: TableRecord) -> TableRecord:
    """The record that a seat keeps of a hand that was played out."""
    hand = replay_table_record(whole).bidding_hand
    assert hand is not None
    buried = whole.buried if view is hand.bidder else None
    return replace(whole, view=view, hands={view: whole.hands[view]}, buried=buried)


@pytest.mark.parametrize("name", some(WITHOUT_STOCK, 4))
def test_the_record_of_one_seat_is_replayed_once_all_was_played(name: str) -> None:
    seen = 0
    for seed in range(12):
        *_, (over, _) = deals.random_hand(name, seed)
        whole = parse_table_record(records.written(over))
        if over.ending != "played":
            continue
        for view in whole.players:
            one = kept_by(view, whole)
            assert parse_table_record(one.text()) == one
            again = replay_table_record(one)
            assert again.record == whole
            assert again.result == replay_table_record(whole).result
            seen += 1
        if seen > 8:
            break
    assert seen


def test_a_renege_without_a_contract_ends_the_hand() -> None:
    hand = begun(random_deal(0, 5, TABLE_RULEBOOKS["partnership"]))
    while not hand.tricks:
        hand = hand.after(next(hand.legal_moves()))
    replay = replayed(f"{record_of_hand(hand).text().rstrip()} {{renege west}}\n")
    told = "trick 1: west, renege west: a card that might not be played; the hand ends"
    assert list(map(str, replay.findings)) == [told]
    ours = (Seat.SOUTH, Seat.NORTH)
    melds = sum(meld_points(hand.laid[seat] or (), hand.rules.melds) for seat in ours)
    cards = sum(map(hand.cards_won, ours))
    assert replay.result is not None
    assert (replay.result.outcome, replay.result.scores) == (Outcome.PLAYED, (melds + cards, 0))


def test_a_control_character_is_no_text_of_a_move() -> None:
    (finding,) = replayed(SPECIMEN.replace("1. AD", "1. \x01AD")).findings
    assert "'\\x01AD' is not text" in str(finding)


def played_out(name: str) -> TableRecord:
    """The record of a random hand whose cards were all played."""
    ends = ([*deals.random_hand(name, seed)][-1][0] for seed in range(40))
    over = next(over for over in ends if over.ending == "played")
    return parse_table_record(records.written(over))


def test_what_one_seat_kept_has_to_fit_the_cards_played() -> None:
    whole = played_out("auction")
    record = kept_by(Seat.SOUTH, whole)
    first = record.tricks[0].plays[0]
    same = replace(record.tricks[0], plays=(first, first, first))
    with pytest.raises(NotationError, match=r"View: south, but the cards played are not those of"):
        replay_table_record(replace(record, tricks=(same, *record.tricks[1:])))
    hand = record.hands[Seat.SOUTH]
    held = next(iter(hand))
    missed = next(card for card in record.rules.deck if card not in hand)
    other = replace(record, hands={Seat.SOUTH: hand.without(held).with_card(missed)})
    with pytest.raises(NotationError, match=r"View: south, but south has played other cards"):
        replay_table_record(other)
    with pytest.raises(NotationError, match=r"Widow: missing, and it has been turned up"):
        replay_table_record(replace(record, widow=None))
    played = replay_table_record(whole).bidding_hand
    assert played is not None
    assert played.bidder is not None
    his = joined(whole.hands[played.bidder], whole.widow or NO_CARDS)
    not_his = less(record.rules.deck, his)
    widow = Hand.of([card for card in not_his.distinct() if not_his.count(card) == 2][:3])
    with pytest.raises(NotationError) as raised:
        replay_table_record(replace(record, widow=widow))
    assert str(raised.value) == f"Widow: {widow} is not among the bidder's cards"
    with pytest.raises(NotationError, match=r"Bids: "):
        replay_table_record(replace(record, calls=()))
    with pytest.raises(NotationError, match=r"^Bids: 5: "):
        replay_table_record(replace(record, calls=(Call(5),)))


def test_what_one_seat_wrote_after_the_last_trick_is_told() -> None:
    text = kept_by(Seat.SOUTH, played_out("auction")).text().rstrip()
    for cards in ("AS", "AS AS AS"):
        told = [str(finding) for finding in replayed(f"{text} 16. {cards}").findings]
        assert told == ["trick 16: AS: the hand is over"]


def test_what_one_seat_has_buried_is_what_was_not_played() -> None:
    record = kept_by(Seat.SOUTH, played_out("auction"))
    buried = replay_table_record(record).record.buried
    assert buried is not None
    assert not replay_table_record(replace(record, buried=buried)).findings
    other = Hand.parse("AAT.-.-.-")
    with pytest.raises(NotationError) as raised:
        replay_table_record(replace(record, buried=other))
    assert str(raised.value) == f"Buried: {other}, but {buried} was never played"


def test_who_only_exchanges_lays_nothing_in_a_record() -> None:
    hand = begun(random_deal(4, 5, TABLE_RULEBOOKS["partnership"]))
    assert hand.act is Act.DIX
    hand = hand.after(Dix(True))
    while hand.act is Act.MELD:
        hand = hand.after(Lay(()))
    record = record_of_hand(hand)
    assert record.exchange is not None
    assert parse_table_record(record.text()) == record


def test_who_has_exchanged_has_got_the_upcard() -> None:
    whole = played_out("partnership")
    assert whole.upcard is not None
    others = [seat for seat in whole.players if seat not in (whole.dealer, whole.exchange)]
    without = next(seat for seat in others if whole.upcard not in whole.hands[seat])
    record = replace(kept_by(Seat.SOUTH, whole), exchange=without)
    with pytest.raises(NotationError, match=rf"^Exchange: {whole.upcard} is not in "):
        replay_table_record(record)


def test_records_of_all_games_stand_in_one_file() -> None:
    lines = f"{SPECIMEN}\n{TWO_HANDED}\n{SPECIMEN}".splitlines(keepends=True)
    kinds = [type(record).__name__ for _, record in numbered_records_of_all(lines)]
    assert kinds == ["TableRecord", "HandRecord", "TableRecord"]
    with pytest.raises(NotationError, match=r"^Rules: auction is a game for three, and only the"):
        parse_record(SPECIMEN)


# Games


@pytest.mark.parametrize("name", ["corners", "check"])
def test_a_game_is_scored_hand_by_hand(name: str) -> None:
    replays = played_game(name, 3)
    game = score_table_game(replays, None)
    assert not game.has_faults
    results = [replay.result for replay in replays]
    assert game.game.scores == tuple(
        sum(result.scores[unit] for result in results if result) for unit in (0, 1)
    )
    assert game.verdict.startswith("not over") or game.game.winner
    again = score_table_game([replays[0], replays[0]], None)
    assert ["turn to deal" in fault for fault in again.hands[1].faults] == [True]
    over = score_table_game(replays, 1)
    assert over.verdict.split()[1] == "wins:"
    assert over.hands[-1].faults == ("the game is over before it",)


@pytest.mark.parametrize(
    ("game", "other"),
    [
        ("corners", "check"),
        ("check", "corners"),
        ("auction", "auction-score"),
        ("auction-score", "auction"),
        ("corners", "auction"),
    ],
)
def test_a_hand_that_is_counted_in_another_way_adds_nothing(game: str, other: str) -> None:
    first, second = replayed(over_record(game, 0)), replayed(over_record(other, 0))
    assert second.result is not None
    begun, after = score_table_game([first, second]).hands
    assert after.result is None
    assert after.game == begun.game
    assert after.faults[-1] == "another game's score, adds nothing"


@pytest.mark.parametrize(
    ("name", "score", "target"),
    [
        ("auction-score", (1010, 900, 1010), 1250),
        ("hayes-3", (1250, 1250, 0), 1500),
        ("auction-score", (990, 990, 0), 1000),
        ("corners", (1010, 1010), 1000),
    ],
)
def test_a_game_that_begins_with_a_tie_at_the_target_has_a_higher_one(
    name: str, score: tuple[int, ...], target: int
) -> None:
    record = replace(record_of_deal(random_deal(0, 1, TABLE_RULEBOOKS[name])), score=score)
    (hand,) = score_table_game([replay_table_record(record)]).hands
    assert hand.game.target == target


def test_the_verdict_has_the_names_of_the_players_as_the_score_sheet_has() -> None:
    names = {Seat.SOUTH: "Ann", Seat.NORTH: "Carl", Seat.EAST: "Dora"}
    first, second = (each.record for each in played_game("corners", 2))
    named = [replay_table_record(replace(each, names=names)) for each in (first, second)]
    ours, theirs = score_table_game(named).game.scores
    told = f"Ann+Carl {ours}, west+Dora {theirs}"
    assert score_table_game(named).verdict == f"not over: {told}; the target is 1000"
    ours, theirs = score_table_game(named, target=1).game.scores
    winner = "Ann+Carl" if ours > theirs else "west+Dora"
    told = f"Ann+Carl {ours}, west+Dora {theirs}"
    assert score_table_game(named, target=1).verdict == f"{winner} wins: {told}"


def test_a_record_with_another_target_does_not_fit() -> None:
    first, *later = played_game("corners", 3)

    def aims_at(replay: TableReplay, target: int) -> TableReplay:
        rules = replace(replay.record.rules, target=target)
        return replay_table_record(replace(replay.record, rules=rules))

    assert not score_table_game([aims_at(each, 1500) for each in (first, *later)]).has_faults
    game = score_table_game([first, aims_at(later[0], 500), later[1]])
    assert [hand.faults for hand in game.hands] == [(), ("Target: 500, the game has 1000",), ()]
    assert game.game == score_table_game([first, *later]).game
    asked = score_table_game([aims_at(first, 1500), aims_at(later[0], 2000), later[1]], 2000)
    assert [hand.faults for hand in asked.hands] == [(), (), ("Target: 1000, the game has 2000",)]


def test_after_a_tie_a_record_states_the_first_target_or_the_new_one() -> None:
    deal = random_deal(0, 1, TABLE_RULEBOOKS["auction-score"])
    record = replace(record_of_deal(deal), score=(1010, 900, 1010))
    later = [replace(record, rules=replace(record.rules, target=n)) for n in (1250, 1000, 1500)]
    game = score_table_game(map(replay_table_record, (record, *later)))
    told = [[fault for fault in hand.faults if "Target" in fault] for hand in game.hands]
    assert told == [[], [], [], ["Target: 1500, the game has 1250"]]


@pytest.mark.parametrize(
    ("pays", "paid"),
    [
        ("difference", "paid to each, in points: south+north +{points}, west+east -{points}\n"),
        ("stakes", "paid to each, in cents: south+north +{cents}, west+east -{cents}\n"),
    ],
)
def test_what_is_paid_by_agreement_is_told(
    pays: str, paid: str, pinochle: Pinochle, tmp_path: Path
) -> None:
    replays = played_game("corners", 3)
    ours, theirs = score_table_game(replays).game.scores
    file = tmp_path / "game.pnr"
    file.write_text("\n".join(replay.record.text() for replay in replays))
    if ours < theirs:
        pytest.fail("other hands are needed: south and north are to win")
    asked = ("score", "--target", str(ours), "--pays", pays)
    results = [replay.result for replay in replays if replay.result is not None]
    won = 0
    for result in results:
        if result.bidding_side is not None:
            is_ours = (result.outcome is Outcome.MADE) == (Seat.SOUTH in result.bidding_side)
            won += 25 if is_ours else -25
    told = paid.format(points=ours - theirs, cents=100 + won)
    assert told in pinochle(*asked, str(file)).out
    found = json.loads(pinochle(*asked, "--json", str(file)).out)
    assert found["paid_in"] in told
    assert sum(found["paid"].values()) == 0
    assert f"south+north +{found['paid']['south+north']}," in told


WITHOUT_MARRIAGE = """[Rules "check"]
[Dealer "west"]
[South "AQQ.-.J.AATKQJ99"]
[West "AT99.TTKJ9.TKK.-"]
[North "KJJ.AQQJ.AAQ9.T"]
[East "TK.AK9.TQJ9.KQJ"]
[Bids "p p 200 210 p"]
"""


def test_the_dealer_needs_no_marriage_unless_agreed(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    for rules in ("check", "check-original"):
        text = WITHOUT_MARRIAGE.replace('"check"', f'"{rules}"')
        file.write_text(text)
        line = json.loads(pinochle("replay", "--json", str(file)).out)
        assert (line["bidder"], line["contract"], line["findings"]) == ("west", 210, [])
        file.write_text(text.replace("[Dealer", '[Options "dealermarriage"]\n[Dealer'))
        line = json.loads(pinochle("replay", "--json", str(file)).out)
        (finding,) = line["findings"]
        told = (finding["kind"], finding["trick"], finding["seat"], finding["what"])
        assert told == ("marriage", 0, "west", "210")


SETTLEMENT = (DATA / "settlement.pnr").read_text()
FOUR_SETTLE = (
    SETTLEMENT.replace("min0,reenter", "min0,reenter,noforce")
    .replace('Dealer "west"', 'Out "east"')
    .replace("840/1480/550", "840/1480/550/100")
    .replace("30 p p", "p p 30 p p")
)


@pytest.mark.parametrize(
    ("text", "pays", "paid"),
    [
        (SETTLEMENT, "difference", [-1160, 2560, -1400]),
        (SETTLEMENT, "difference-alone", [-660, 1560, -900]),
        (SETTLEMENT, "all-differences", [-420, 1560, -1140]),
        (SETTLEMENT, "stakes", [-1, 2, -1]),
        (FOUR_SETTLE, "difference", [-1160, 4580, -1400, -2020]),
        (FOUR_SETTLE, "difference-alone", [-660, 3080, -900, -1520]),
        (FOUR_SETTLE, "all-differences", [440, 3080, -520, -3000]),
    ],
)
def test_the_three_ways_of_settling_by_points(
    text: str, pays: str, paid: list[int], pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "game.pnr"
    file.write_text(text)
    line = json.loads(pinochle("score", "--pays", pays, "--json", str(file)).out)
    seats = ["south", "west", "north", "east"][: len(paid)]
    assert line["scores"] == dict(zip(seats, (960, 1620, 720, 100), strict=False))
    assert (line["winner"], line["pays"]) == ("west", pays)
    assert line["paid"] == dict(zip(seats, paid, strict=True))
    assert line["paid_in"] == ("stakes" if pays == "stakes" else "points")
    told = ", ".join(f"{seat} {amount:+d}" for seat, amount in zip(seats, paid, strict=True))
    bonus = ", with a bonus of 500 from each loser" if pays == "difference" else ""
    assert line.get("bonus") == (500 if bonus else None)
    assert f"paid to each, in {line['paid_in']}{bonus}: {told}\n" in (
        pinochle("score", "--pays", pays.upper(), str(file)).out
    )
    file.write_text(text.replace("[Target", f'[Pays "{pays}"]\n[Target'))
    assert json.loads(pinochle("score", "--json", str(file)).out) == line
    assert f'[Pays "{pays}"]' in parse_table_record(file.read_text()).text()


def test_a_game_that_is_not_settled_so_is_refused(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    record = record_of_deal(random_deal(0, 1, TABLE_RULEBOOKS["corners"]))
    file.write_text(record.text())
    for pays, fact in (
        ("difference-alone", "corners has no bonus to leave off. Type difference"),
        ("all-differences", "corners has two sides. Type difference"),
    ):
        refused = pinochle("score", "--pays", pays, str(file))
        assert (refused.status, refused.out) == (2, "")
        assert refused.err.endswith(f"--pays: {fact}\n")
        with pytest.raises(NotationError) as error:
            parse_table_record(replace(record, pays=TablePays(pays)).text())
        assert str(error.value) == f"Pays: {pays}, but {fact}"


@pytest.mark.parametrize(
    ("pays", "told"),
    [
        ("difference", "nothing is paid before the game is over\n"),
        ("stakes", "paid to each so far, in cents: south+north "),
    ],
)
def test_of_a_game_not_over_only_hands_are_paid(
    pays: str, told: str, pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "game.pnr"
    file.write_text("\n".join(replay.record.text() for replay in played_game("corners", 3)))
    shown = pinochle("score", "--target", "99999", "--pays", pays, str(file)).out
    assert told in shown
    assert " +0" not in shown.splitlines()[-1]


@pytest.mark.parametrize(
    ("option", "told", "scores", "left"),
    [
        ("kitty", "200 cents", [200, -100, -100], 1000),
        ("kitty350", "700 cents", [700, -100, -100], 500),
    ],
)
def test_a_contract_of_350_takes_half_of_the_kitty_only_if_agreed(
    option: str, told: str, scores: list[int], left: int, pinochle: Pinochle, tmp_path: Path
) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text((DATA / "kitty-350.pnr").read_text().replace('"kitty"', f'"{option}"'))
    line = json.loads(pinochle("replay", "--json", str(file)).out)
    assert (line["options"], line["findings"]) == ([option], [])
    assert [unit["score"] for unit in line["result"]["units"]] == scores
    assert line["result"]["kitty"] == left
    shown = pinochle("replay", str(file)).out
    assert f"melds and cards, +{told}" in shown
    assert f"kitty: {left:,} cents" in shown
    game = json.loads(pinochle("score", "--json", str(file)).out)
    assert ([*game["scores"].values()], game["kitty"]) == (scores, left)


KITTY = BEFORE_TRUMP.replace("[Dealer", '[Options "kitty"]\n[Dealer') + '[Result "conceded"]\n'


def test_money_is_told_with_its_unit(pinochle: Pinochle, tmp_path: Path) -> None:
    in_cents, in_points = tmp_path / "cents.pnr", tmp_path / "points.pnr"
    in_cents.write_text(KITTY)
    in_points.write_text(KITTY.replace("kitty", "kitty,points"))
    replay = pinochle("replay", str(in_cents)).out
    assert "south: 0 in melds and cards, -400 cents\n" in replay
    assert "kitty: 0 cents\n" in replay
    assert "each hand for itself, in points" in pinochle("score", str(in_points)).out
    before = pinochle("show", f"{BID} options=kitty kitty=1 score=-400/200/200").out
    assert before.endswith("before this hand, in cents: south -400, west 200, north 200\n"
                           "  kitty: 1 cent\n")  # fmt: skip


def test_one_check_is_one_check() -> None:
    side = (Seat.SOUTH, Seat.NORTH)
    made = HandResult(
        outcome=Outcome.MADE,
        units=(side,),
        scores=(200,),
        totals=(200,),
        check_parts=((CheckPart("jacks", 1, Seat.NORTH),),),
    )
    assert list(result_lines(made, {}, None))[1].endswith("+200, 1 check: 1 for north's jacks")
    both = replace(made, check_parts=((CheckPart("the contract", 4), *made.check_parts[0]),))
    told = list(result_lines(both, {Seat.NORTH: "you"}, None))[1]
    assert told.endswith("+200, 5 checks: 4 for the contract, 1 for your jacks")
    none = replace(made, check_parts=((),))
    assert list(result_lines(none, {}, None))[1].endswith("+200, 0 checks")


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_score_sheet_fits_the_terminal(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    file = tmp_path / "game.pnr"
    file.write_text(KITTY)
    assert all(len(line) <= width for line in pinochle("score", str(file)).out.splitlines())


def test_a_score_sheet_has_contracts_only_where_there_is_bidding(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So there is room for the dealer in a game for four, each for himself."""
    monkeypatch.setenv("COLUMNS", "80")
    file = tmp_path / "game.pnr"
    stock_record = records.stock_written([*deals.random_stock_hand("hayes-4x", 1)])
    for record, has_bids in ((stock_record, False), (over_record("corners", 1), True)):
        file.write_text(record)
        shown = pinochle("score", str(file)).out
        assert ("contract" in shown) is has_bids
        assert re.search(r"^ *hand +dealer ", shown, re.MULTILINE)


def test_the_first_record_may_say_what_is_paid() -> None:
    first = played_game("corners", 1)[0]
    tagged = replace(first.record, pays=TablePays.DIFFERENCE)
    scored = score_table_game([replay_table_record(tagged)])
    assert scored.pays is TablePays.DIFFERENCE
    assert score_table_game([replay_table_record(tagged)], pays=TablePays.STAKES).pays is not (
        TablePays.DIFFERENCE
    )
    told = tagged.text().replace('[Pays "difference"]', '[PAYS "Difference"]')
    assert parse_table_record(told) == tagged
    with pytest.raises(NotationError) as error:
        parse_table_record(tagged.text().replace('"difference"', '"cash"'))
    known = "difference, difference-alone, all-differences, stakes"
    assert str(error.value) == f"Pays: unknown payment 'cash' (known: {known})"
    with pytest.raises(NotationError, match="Pay"):
        parse_table_record(tagged.text().replace("[Pays", "[Pay"))
    with pytest.raises(TypeError, match="pays is 'stakes', expected a TablePays"):
        score_table_game([first], pays="stakes")  # type: ignore[arg-type]


def test_a_later_record_may_not_pay_otherwise() -> None:
    first, second = played_game("corners", 2)
    late = replay_table_record(replace(second.record, pays=TablePays.STAKES))
    scored = score_table_game([first, late])
    assert "Pays: stakes, the game has nothing agreed" in scored.hands[1].faults
    scored = score_table_game([first, late], pays=TablePays.DIFFERENCE)
    assert "Pays: stakes, the game has difference" in scored.hands[1].faults
    assert not any(
        "Pays" in fault
        for hand in score_table_game([first, late], pays=TablePays.STAKES).hands
        for fault in hand.faults
    )


def test_checks_that_a_later_record_states_are_those_of_the_game() -> None:
    record = played_out("check")
    first = replay_table_record(record)
    assert first.result is not None
    stands = first.result.checks
    assert any(stands)
    for checks, fault in (
        (stands, []),
        ((98, 99), [f"Checks: 98/99, the game stands at {stands[0]}/{stands[1]}"]),
    ):
        late = replay_table_record(replace(record, checks=checks))
        faults = score_table_game([first, late]).hands[1].faults
        assert [each for each in faults if "Checks" in each] == fault


def test_where_each_hand_is_paid_there_is_no_agreement(pinochle: Pinochle, file: str) -> None:
    refused = pinochle("score", "--pays", "stakes", file)
    assert refused.status == 2
    assert "--pays: auction is paid hand by hand" in refused.err


# The command line


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "hand.pnr"
    path.write_text(SPECIMEN)
    return str(path)


def test_show_takes_a_position_out_of_a_record(pinochle: Pinochle, file: str) -> None:
    shown = pinochle("show", "--at", "1:west", file)
    assert shown.status == 0
    assert "led=AD" in shown.out
    assert "south=" in shown.out
    assert "turn=west" in shown.out
    assert "--at 1:west" in shown.err
    assert "act=bury" in pinochle("show", "--at", "bury", file).out
    assert pinochle("show", "--at", "1r", file).err.endswith(
        "at: 1r belongs to the two-handed game; give 1 or 1:west\n"
    )


def test_a_position_of_a_record_is_written_as_json(pinochle: Pinochle, file: str) -> None:
    found = pinochle("replay", "--json", "--at", "1:west", file)
    replay = replayed(SPECIMEN)
    moment = next(m for m in replay.moments if m.hand.act is Act.PLAY and m.seat is Seat.WEST)
    assert json.loads(found.out) == {"position": replay.position(moment, Seat.WEST).text()}


def test_what_was_shown_with_a_stock_is_written_as_json(pinochle: Pinochle, file: str) -> None:
    Path(file).write_text(STOCK)
    assert json.loads(pinochle("replay", "--json", file).out)["melds"] == [
        {"seat": "south", "melds": "none", "points": 0},
        {"seat": "west", "melds": "dix@0", "points": 10},
        {"seat": "north", "melds": "dix:9C@0", "points": 10},
    ]
    Path(file).write_text(STOCK.replace("AJJ9", "AJJ"))
    found = pinochle("replay", "--json", file)
    (finding,) = json.loads(found.out)["findings"]
    assert (found.status, json.loads(found.out)["melds"]) == (1, [])
    assert finding["fact"] == "11 cards, expected 12"


def test_replay_and_score_tell_what_is_wrong(pinochle: Pinochle, file: str) -> None:
    assert pinochle("replay", file).status == 0
    assert "the hand is not over" in pinochle("replay", file).out
    Path(file).write_text(SPECIMEN.replace("9D 9D", "9D 9H"))
    wrong = pinochle("replay", file)
    assert wrong.status == 1
    fault = "trick 1: north, 9H: north must follow suit, and may play only KD, JD, 9D, a renege"
    counted = "the contract counts as made"
    assert f"\n{fault}; {counted}\nsouth's 450: made\n" in wrong.out
    scored = pinochle("score", file)
    assert scored.status == 1
    assert f"hand 1: {fault}; {counted}\n" in scored.out
    assert "south 400, west -200, north -200" in scored.out
    assert pinochle("score", "--chips", file).status == 2
    seen = pinochle("replay", "--at", "1:west", "--view", "all", file).out
    assert "north=TQJ9.TQJ9.KJ9.ATQJ " in seen


@pytest.mark.parametrize(
    "command",
    [
        ("melds",),
    ],
)
def test_what_is_for_two_hands_says_so_in_one_line(
    pinochle: Pinochle, file: str, command: tuple[str, ...]
) -> None:
    refused = pinochle(*command, file)
    assert refused.status == 2
    (line,) = [line for line in refused.err.splitlines() if "reading the file" not in line]
    assert "auction is a game for three, and only the two-handed game is taken here" in line


def test_rulebooks_for_more_than_two_are_refused_by_name(pinochle: Pinochle) -> None:
    refused = pinochle("melds", "KQ.-.-.-", "--trump", "S", "--rules", "corners")
    assert refused.status == 2
    assert refused.err.count("\n") == 1
    assert "corners is a game for four" in refused.err


def test_a_position_is_explored_back_and_forth() -> None:
    run = piped(["explore", "--ascii", ENDING], "?\nJS\nb\n2\nAS\nQS\nposition\ntrail\nKS\nq\n")
    assert run.status == 0
    assert " 1 JS" in run.out
    assert "this trick: south QS, west AS" not in run.out.split("KS")[-1]
    assert "rules=auction bidder=south trump=S turn=west south=AJ.-.-.- west=J.9.-.-" in run.out
    assert "south QS" in run.out
    assert "it is not held" in run.out


def test_deals_of_all_games(pinochle: Pinochle) -> None:
    dealt = pinochle("deal", "--rules", "auction", "--options", "kitty", "--four", "--number", "2")
    assert dealt.status == 0
    assert dealt.out.count("[Out ") == 2
    endings = pinochle("deal", "--rules", "corners", "--cards", "4", "--number", "3")
    assert endings.out.count("\n") == 3
    assert pinochle("deal", "--rules", "corners", "--options", "kitty").status == 2
    assert pinochle("deal", "--options", "kitty").status == 2
    slip = pinochle("deal", "--rules", "corner")
    assert (slip.status, slip.err.count("did you mean corners?")) == (2, 1)
    assert pinochle("deal", "--rules", "corners", "--where", "south holds a run").status == 2


def test_there_are_pictures_of_them(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    drawn = pinochle("show", "--svg", str(file), ENDING)
    assert (drawn.status, drawn.err) == (0, "")
    assert file.read_text().startswith("<svg")


def test_rules_of_the_table_games(pinochle: Pinochle) -> None:
    shown = pinochle("rules", "auction", "check")
    assert shown.status == 0
    assert "option kitty" in shown.out
    assert pinochle("rules", "auction", "hayes").status == 2


STOCK_PLAYED = STOCK.replace("{W:dix N:dix}", "{W:dix} 1. JS QH TS {+AS S:+AD W:+AC} 2. 9S")


@pytest.mark.parametrize(
    ("text", "at", "fact"),
    [
        (SPECIMEN, "1:east", "at: 1:east: there is no such moment in this hand"),
        (SPECIMEN, "7", "at: 7: there is no such moment in this hand"),
        (STOCK_PLAYED, "5m", "at: 5m: there is no such moment in this hand"),
        (STOCK_PLAYED, "bury", "at: bury: there is no such moment in this hand"),
        (TWO_HANDED, "bury", "at: bury belongs to the games for three and four"),
    ],
)
def test_moments_that_there_are_not(
    pinochle: Pinochle, file: str, text: str, at: str, fact: str
) -> None:
    Path(file).write_text(text)
    for command in ("show", "replay"):
        found = pinochle(command, "--at", at, file)
        assert (found.status, found.out) == (2, "")
        assert found.err.splitlines()[-1] == f"{file}:1: {fact}"


@pytest.mark.parametrize(
    ("at", "told", "position"),
    [
        ("1m", "north's melds after trick 1 (--at 1m)", "act=meld trump=C turn=north upcard=9C "),
        ("0d", "west's dix", "act=dix trump=C turn=west upcard=QC "),
    ],
)
def test_what_may_be_shown_after_a_trick_is_a_moment(
    pinochle: Pinochle, file: str, at: str, told: str, position: str
) -> None:
    Path(file).write_text(STOCK_PLAYED)
    assert position in pinochle("replay", "--at", at, file).out
    shown = pinochle("show", "--at", at, file)
    assert shown.status == 0
    assert told in shown.err


def test_help_and_complaint_name_the_moments_of_three_and_four(pinochle: Pinochle) -> None:
    for command in ("show", "solve", "analyze", "explore", "replay"):
        text = " ".join(pinochle(command, "--help").out.split())
        assert "For three or four: K, K:west, bury, Km, Kd or end." in text
    assert "For three or four" not in pinochle("melds", "--help").out
    wrong = pinochle("show", "--at", "1:wst", "x.pnr")
    assert (wrong.status, wrong.err.endswith("for three or four, 7:west or bury\n")) == (2, True)


def test_a_moment_that_no_position_can_say_is_one_line(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "barred.pnr"
    file.write_text(
        '[Rules "partnership-auction"]\n[Dealer "north"]\n[South "K9.AAK9.AKQ.AT"]\n'
        '[West "QQJJ.JJ.TJJ.JJ"]\n[North "A9.TKQ9.T99.AK"]\n[East "ATTK.TQ.KQ.TQ9"]\n'
        '[Widow "-.-.A.KQ9"]\n[Bids "{seen south} p"]\n'
    )
    run = pinochle("replay", "--at", "end", str(file))
    fact = "bids: south may bid no more; no position says so before the auction is over"
    assert (run.status, run.out, run.err) == (2, "", f"{file}:1: {fact}\n")


def test_at_its_end_a_whole_hand_has_no_moment(pinochle: Pinochle, file: str) -> None:
    Path(file).write_text(over_record("corners", 3))
    found = pinochle("show", "--at", "end", file)
    assert found.status == 2
    assert "at: the hand is over at its end; give a trick, such as 3" in found.err


def test_the_end_of_a_hand_under_way_is_the_decision_that_is_due(
    pinochle: Pinochle, file: str
) -> None:
    found = pinochle("show", "--at", "end", "-f", file)
    assert (found.status, found.err) == (0, f"{file}:1: south's lead to trick 2 (--at 2:south)\n")


def test_which_of_several_hands_is_shown_is_told(pinochle: Pinochle, file: str) -> None:
    Path(file).write_text(over_record("corners", 3) + "\n" + over_record("corners", 3))
    last, first = pinochle("show", file), pinochle("show", "--hand", "1", file)
    assert (last.status, first.status) == (0, 0)
    assert re.search(r":\d+: hand 2 of 2, \w+'s .* \(--at ", last.err)
    assert re.search(r":1: hand 1 of 2, \w+'s .* \(--at ", first.err)
    assert last.out == first.out


def test_the_last_decision_is_one_between_several_moves(pinochle: Pinochle, file: str) -> None:
    Path(file).write_text(over_record("corners", 3))
    found = pinochle("show", file)
    assert found.status == 0
    (trick,) = re.findall(r" to trick (\d+) \(--at ", found.err)
    replay = replay_table_record(parse_table_record(Path(file).read_text()))
    last = [m for m in replay.moments if len([*m.hand.legal_moves()]) > 1][-1]
    assert int(trick) == last.trick < len(replay.record.tricks)


def test_a_moment_before_what_does_not_read_is_shown_and_that_told(
    pinochle: Pinochle, file: str
) -> None:
    Path(file).write_text(f"{SPECIMEN.rstrip()} XX\n")
    found = pinochle("replay", "--at", "1:west", file)
    assert found.status == 2
    assert found.out.startswith("rules=auction ")
    assert found.err.startswith(f"{file}:1: ")
    assert "XX" in found.err


def test_hands_that_do_not_read_are_left_out_of_a_score(
    pinochle: Pinochle, file: str, tmp_path: Path
) -> None:
    other = tmp_path / "other.pnr"
    other.write_text(SPECIMEN.replace("AAKQJ9.KQ", "AAKQJ9.ZZ"))
    told = pinochle("score", str(other))
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(f"{other}:3: South: ")
    both = pinochle("score", file, str(other))
    assert both.status == 2
    assert both.err.splitlines() == [
        f"{file}:1: hand 1: not finished, adds nothing",
        f"{other}:1: hand 2: does not read",
        told.err.splitlines()[0],
    ]
    assert "south" in both.out
    seen = tmp_path / "seen.pnr"
    seen.write_text(SEEN)
    alone = pinochle("score", str(seen))
    assert (alone.status, alone.out) == (2, "")
    assert alone.err.startswith(f"{seen}:1: ")


def test_who_does_not_play_sees_no_position(pinochle: Pinochle, file: str) -> None:
    found = pinochle("replay", "--at", "1", "--view", "east", file)
    assert (found.status, found.out) == (2, "")
    assert found.err == f"{file}:1: view: east does not play this hand\n"


def test_what_was_wrong_before_a_moment_is_told_with_it(pinochle: Pinochle, file: str) -> None:
    Path(file).write_text(
        STOCK.replace("{W:dix N:dix}", "{S:dix W:dix} 1. JS QH TS {+AS S:+AD W:+AC} 2. 9S")
    )
    found = pinochle("show", "--at", "2:south", file)
    assert found.status == 0, found.err
    assert "south, dix: there is no 9C in the hand" in found.err


def test_a_hand_of_two_is_none_of_a_game_for_more(
    pinochle: Pinochle, file: str, tmp_path: Path
) -> None:
    two = tmp_path / "two.pnr"
    two.write_text(TWO_HANDED)
    found = pinochle("score", file, str(two))
    assert found.status == 2
    assert f"{two}:1: Rules: scarne, in a game for three or four\n" in found.err
    assert "south" in found.out
    # The first that reads decides what is played.
    other = pinochle("score", str(two), file)
    assert other.status == 2
    assert other.err.splitlines()[0] == f"{file}:1: Rules: auction, in a two-handed game"
    assert other.out.splitlines()[-1] == pinochle("score", str(two)).out.splitlines()[-1]
    unread = tmp_path / "unread.pnr"
    unread.write_text(SEEN.replace("KQ9.KQ9.KQ9.KQ9", "KQ.KQ.KQ.KQ9999"))
    found = pinochle("score", file, str(unread))
    assert found.status == 2
    assert f"{unread}:1: " in found.err


# What is told of a hand

# West has exchanged a dix; south has won the first trick, laid a marriage and led again.
LAID = STOCK.replace("{W:dix N:dix}", "{W:dix} 1. AH QH KH {marriage:KD.QD +AS W:+AD N:+AC} 2. AS")


def lines_of(run: Run) -> list[str]:
    assert run.err == ""
    return run.out.splitlines()


def test_replay_tells_the_names_and_what_else_is_noted(pinochle: Pinochle, file: str) -> None:
    Path(file).write_text(
        SPECIMEN.replace("[Dealer", '[Event "at home"]\n[SouthPlayer "Ann"]\n[Dealer')
    )
    lines = lines_of(pinochle("replay", "--ascii", file))
    assert lines[1:3] == ["Ann is south", "Event: at home"]
    assert "  Ann, for 450, names D and buries TC JH 9C" in lines


def test_replay_tells_an_exchange_and_a_hand_without_a_bidder(
    pinochle: Pinochle, file: str
) -> None:
    texts = (over_record("partnership", seed) for seed in range(40))
    text = next(text for text in texts if "[Exchange" in text)
    Path(file).write_text(text)
    record, result = parse_table_record(text), replayed(text).result
    assert record.upcard is not None
    assert record.exchange is not None
    assert result is not None
    lines = lines_of(pinochle("replay", "--ascii", file))
    assert f"  turned up: {record.upcard}" in lines
    assert f"  {record.exchange.text()} exchanges the nine of trumps" in lines
    assert "the hand ends" in lines
    (last,) = (line.split() for line in lines if line.split()[:1] == ["12"])
    count = record.rules.count
    assert sum(map(int, last[-2:])) == count.of(record.rules.deck) + count.last_trick


def test_replay_and_show_tell_what_was_shown_while_there_was_a_stock(
    pinochle: Pinochle, file: str
) -> None:
    Path(file).write_text(LAID)
    lines = lines_of(pinochle("replay", "--ascii", file))
    assert "south has melded marriage KD QD (trick 1): 20" in lines
    assert "west has melded dix: 10" in lines
    assert "north has melded nothing: 0" in lines
    (line,) = lines_of(pinochle("replay", "--at", "2:west", "--view", "all", file))
    shown = lines_of(pinochle("show", "--ascii", line))
    assert "  south has melded marriage KD QD (trick 1)" in shown
    assert "  west has melded dix" in shown
    assert "  stock: 8 face down (TH TH KS KH QS JH JD JC)" in shown


def test_score_tells_the_checks(pinochle: Pinochle, file: str) -> None:
    replays = played_game("check", 1)
    Path(file).write_text("\n".join(replay.record.text() for replay in replays))
    ours, theirs = score_table_game(replays).game.checks
    assert f"checks: south+north {ours}, west+east {theirs}" in lines_of(pinochle("score", file))


def test_the_kitty_is_told(pinochle: Pinochle, file: str) -> None:
    """A contract of 400 or more that is conceded pays once what is in it (RULES-TABLE.md, 6)."""
    tags = BEFORE_TRUMP.replace("[Bids", '[Options "kitty"]\n[Kitty "30"]\n[Bids')
    Path(file).write_text(f'{tags}[Result "conceded"]\n')
    lines = lines_of(pinochle("replay", "--ascii", file))
    assert lines[-1] == "  kitty: 60 cents"
    assert lines_of(pinochle("score", "--ascii", file))[-1] == "kitty: 60 cents"


# Rulebooks


@pytest.mark.parametrize(
    ("names", "row"),
    [
        (("partnership", "auction"), r"bids +- +250 to 650"),
        (
            ("partnership", "auction"),
            r"\(p67\): the source lacks the pages of this game; RULES-TABLE\.md says more",
        ),
        (
            ("check-original",),
            r"all others have passed +the last must bid 200, and all speak again",
        ),
        (("hayes-3",), r"cards +48: 8 each, 24 in the stock"),
    ],
)
def test_what_a_rulebook_says_stands_in_a_row(
    pinochle: Pinochle, names: tuple[str, ...], row: str
) -> None:
    assert re.search(rf"^ *{row}$", pinochle("rules", "--ascii", *names).out, re.MULTILINE)


def test_rulebooks_that_are_too_many_for_the_width_stand_one_below_the_other(
    pinochle: Pinochle,
) -> None:
    names = ["auction", "check", "corners", "firehouse", "hayes-4"]
    beside = lines_of(pinochle("rules", "--ascii", *names[:4]))
    assert [line.split() for line in beside if line.split()[:1] == ["auction"]] == [names[:4]]
    apart = lines_of(pinochle("rules", "--ascii", *names))
    heads = [line.strip() for line in apart if line.strip() in names]
    assert heads == names
