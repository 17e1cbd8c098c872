"""What stands in braces and among the cards of a record: read, or named with its place.

A word that is no item scores nothing, and neither does anything beside it.
"""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time

import pytest

from helpers.commandline import Pinochle
from pinochle_solver.game.replayed_hand import Replay
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.table.replayed_hand import TableReplay
from pinochle_solver.game.table.replayer import replay_table_record
from pinochle_solver.notation.hand_records import RecordedEvent
from pinochle_solver.notation.record_reading import parse_record
from pinochle_solver.notation.table.record_reading import parse_table_record
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.sizes import MOST_ITEMS
from pinochle_solver.table.stock_hands import StockHand

SEEN = """\
[View "south"]
[Dealer "north"]
[Upcard "QC"]
[South "A9.AA9.AQ9.KKJ9"]

1. AD 9S {dix +9C} 2. QC AD {dix +JS} 3. 9H JH {marriage:KH.QH S:+QS} 4. KS
"""
# North takes the first trick, and has a marriage of diamonds.
WHOLE = """\
[Rules "macdougall"]
[Dealer "north"]
[Upcard "9H"]
[South "AT9.AAQQ.AKQJ.9"]
[North "AQJ.-.KQJ.AATTJ9"]
[Stock "KC 9D JS QC KS KH KH JH 9D 9S TS TH JH TD TD TH KC 9H KS QC AD JC QS"]
"""
STOCK_TABLE = """\
[Rules "macdougall-3"]
[Dealer "north"]
[South "ATKJJ9.A.AQJJ.K"]
[West "TQ.TK9.AK.ATKQ9"]
[North "AQ9.KQJ.TT9.AQ9"]
[Upcard "9D"]
[Stock "JC TC KD QD JH AH TH KS JC 9H QH"]

"""
AUCTION = """\
[Rules "auction"]
[Dealer "north"]
[South "AAKQJ9.KQ.AATKQJ.K"]
[West "TK.AATK9.TQ9.AKQJ9"]
[North "TQJ9.TQJ9.KJ9.ATQJ"]
[Widow "-.J.-.T9"]
[Bids "250 260 p 450 p"]
[Trump "D"]
[Buried "-.J.-.T9"]
[MeldsSouth "all"]

"""


def seen(brace: str) -> Replay:
    assert SEEN.count("{dix +9C}") == 1
    return replay_record(parse_record(SEEN.replace("{dix +9C}", brace)))


def at_table(moves: str, tags: str = STOCK_TABLE) -> TableReplay:
    return replay_table_record(parse_table_record(tags + moves))


def melds(replay: Replay) -> tuple[int, int]:
    assert replay.points is not None
    return replay.points.south.melds, replay.points.north.melds


def test_a_word_that_is_no_item_is_told_with_all_that_may_stand_there() -> None:
    (finding,) = seen("{dix fnord}").findings
    assert finding.fact == (
        "'fnord' is no meld, dix, draw (+9C) or pass, nor misdeal, looked, out-of-turn, no-draw, "
        "back or face-up; a comment starts with ; and ends with its line"
    )
    (finding,) = seen("{dix +9C Bob:looked}").findings
    assert finding.fact == (
        "'Bob:looked' does not begin with the letter of a seat; did you mean S:looked or N:looked?"
    )


@pytest.mark.parametrize(
    ("brace", "word", "remedy"),
    [
        ("{I kept the dix here +9C}", "'I'", "a comment starts with ; and ends with its line"),
        ("{draws 9C}", "'draws'", "is no meld, dix, draw (+9C) or pass"),
        ("{dix good lead +9C}", "'good'", "a comment starts with ; and ends with its line"),
        ("{dix 9C}", "'9C'", "a draw is written +9C"),
        ("{dix +9C dxi}", "'dxi'", "did you mean dix?"),
        ("{dix mariage:KC.QC +9C}", "'mariage:KC.QC'", "did you mean marriage?"),
        ("{dix marriage +9C}", "'marriage'", "a meld is written as marriage:KH.QH"),
        ("{dix:9C +9C}", "'dix:9C'", "a dix is written dix"),
        ("{dix marriage:KC.QX +9C}", "'QX'", "unknown suit 'X'"),
        ("{dix +9X}", "'9X'", "unknown suit 'X'"),
        ("{dix +9C 2. QC}", "'2.'", "is no meld"),
        ("{dix +9C W:misdeal}", "'W:misdeal'", "; did you mean S:misdeal or N:misdeal?"),
        ("{dix +9C Bob:looked}", "'Bob:looked'", "; did you mean S:looked or N:looked?"),
        ("{dix +9C W:back:9C}", "'W:back:9C'", "; did you mean S:back:9C or N:back:9C?"),
        ("{W:dix +9C}", "'W:dix'", "; did you mean S:dix or N:dix?"),
        ("{W:face-up:9H dix}", "'W:face-up:9H'", "; did you mean face-up:9H?"),
        ("{dix +9C lookd}", "'lookd'", "; did you mean looked?"),
        ("{dix no-drew}", "'no-drew'", "; did you mean no-draw?"),
        ("{dix drawn:9C}", "'drawn:9C'", "; a draw is written +9C"),
        ("{dix=10 +9C =10}", "'=10'", "is nothing that happened"),
        ("{dix +9C {pass}", "'{'", "cannot stand here"),
    ],
)
def test_beside_a_word_that_is_no_item_nothing_is_scored(
    brace: str, word: str, remedy: str
) -> None:
    replay = seen(brace)
    (finding,) = replay.findings
    assert (finding.kind, finding.trick) == (Irregularity.UNREADABLE, 1)
    assert word in finding.fact
    assert remedy in finding.fact
    # Read as far as it is legal: the first trick's 11 points, and nothing of the brace.
    assert replay.record.tricks[0].events == ()
    assert len(replay.tricks) == 1
    assert replay.points is not None
    assert (melds(replay), replay.points.south.tricks) == ((0, 0), 11)
    assert melds(seen("{dix +9C}")) == (20, 20)


def test_an_open_brace_at_the_end_scores_nothing() -> None:
    replay = replay_record(parse_record(SEEN[: SEEN.index("+9C")]))
    assert [str(finding) for finding in replay.findings] == [
        "trick 1: unreadable: the brace is not closed (the hand is read as far as it is legal)"
    ]
    assert melds(replay) == (0, 0)


def test_braces_before_an_unreadable_one_count() -> None:
    replay = seen("{dix} {+9C nice}")
    assert melds(replay) == (10, 0)
    assert replay.record.tricks[0].events == (RecordedEvent(None, "dix"),)
    # A dix and a meld of two braces are one show, and are taken apart again.
    tags = WHOLE.replace("macdougall", "scarne")
    both = parse_record(f"{tags}\n1. 9C TC {{dix}} {{marriage:KD.QD}}\n")
    assert both.tricks[0].events == (RecordedEvent(None, "dix+marriage:KD.QD"),)
    record = parse_record(f"{tags}\n1. 9C TC {{dix}} {{marriage:KD.QD nice}}\n")
    assert record.tricks[0].events == (RecordedEvent(None, "dix"),)


@pytest.mark.parametrize("penalty", ["macdougall", "scarne"])
def test_a_comment_in_braces_costs_nobody_points(penalty: str) -> None:
    tags = WHOLE.replace("macdougall", penalty)
    moves = "\n1. 9C TC {a marriage at last marriage:KD.QD}"
    replay = replay_record(parse_record(tags + moves))
    assert [finding.kind for finding in replay.findings] == [Irregularity.UNREADABLE]
    dealer_turned_a_nine = 10
    assert melds(replay) == (0, dealer_turned_a_nine)
    # A wrong meld that is an item keeps its ruling: in macdougall it is the opponent's.
    wrong = replay_record(parse_record(tags + "\n1. 9C TC {kings:KS.KH.KD.KC}"))
    assert [finding.kind for finding in wrong.findings] == [Irregularity.WRONG_MELD]
    assert melds(wrong) == (80 if penalty == "macdougall" else 0, dealer_turned_a_nine)


def test_a_kind_of_another_rulebook_is_a_wrong_meld() -> None:
    (finding,) = seen("{dix grand-pinochle:KS.QS.JD +9C}").findings
    assert finding.kind is Irregularity.WRONG_MELD
    assert "is no meld of scarne" in finding.fact


def test_a_seat_that_is_none_is_no_item() -> None:
    (finding,) = seen("{W:dix +9C}").findings
    assert finding.kind is Irregularity.UNREADABLE
    assert "'W:dix'" in finding.fact


def test_the_command_names_hand_trick_and_word(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    file.write_text(f"{SEEN}\n{SEEN.replace('{dix +9C}', '{I kept the dix here +9C}')}")
    result = pinochle("score", "--json", str(file))
    (line,) = (line for line in result.err.splitlines() if "unreadable" in line)
    assert line.startswith(f"{file}:8: hand 2: trick 1: unreadable: 'I' is no meld, dix,")
    replayed = pinochle("replay", "--json", str(file))
    first, second = map(json.loads, replayed.out.splitlines())
    assert first["findings"] == []
    assert [(each["kind"], each["trick"]) for each in second["findings"]] == [("unreadable", 1)]
    assert replayed.status == 2


# Three and four


@pytest.mark.parametrize(
    ("brace", "word"),
    [
        ("{dix I kept the dix here +KS}", "I"),
        ("{dix draws KS}", "draws"),
        ("{kings:KS.KH.KD.KC fnord}", "fnord"),
        ("{kings:KS.KH.KD.KC S:+XX}", "S:+XX"),
        ("{kings:KS.KH.KD.KC E:dix}", "E:dix"),
        ("{kings:KS.KH.KD.KC lead east}", "lead east"),
        ("{marriage}", "marriage"),
    ],
)
def test_at_a_table_nothing_beside_it_is_scored_either(brace: str, word: str) -> None:
    replay = at_table(f"1. AD QC AC {brace} 2. QD")
    (finding,) = replay.findings
    assert (finding.kind, finding.trick, finding.what) == ("unreadable", 1, word)
    assert replay.faults.wrong_melds == ()
    moves = [moment.move.text() for moment in replay.moments if moment.move is not None]
    assert moves == ["pass", "AD", "QC", "AC"]


@pytest.mark.parametrize("brace", ["widow west", "burial west", "burial", "W:widow"])
def test_a_table_with_a_stock_has_no_widow(brace: str) -> None:
    replay = at_table(f"1. AD QC AC {{kings:KS.KH.KD.KC {brace}}} 2. QD")
    fact = "there is no widow in macdougall-3; write renege, looked or misdeal"
    assert list(map(str, replay.findings)) == [f"trick 1: {brace}: {fact}"]
    assert (replay.result, replay.faults.wrong_melds) == (None, ())


@pytest.mark.parametrize(
    ("brace", "what"),
    [
        ("number west", "number west"),
        ("lead South", "lead South"),
        ("lead", "lead"),
        ("shown west KS", "shown west"),
        ("s:shown", "s:shown"),
    ],
)
def test_a_table_with_a_stock_has_no_rule_on_other_irregularities(brace: str, what: str) -> None:
    replay = at_table(f"1. AD QC AC {{{brace}}} 2. QD")
    fact = "macdougall-3 has no rule on it; write renege, looked or misdeal"
    assert list(map(str, replay.findings)) == [f"trick 1: {what}: {fact}"]


@pytest.mark.parametrize("brace", ["S:looked", "s:Looked", "looked south"])
def test_at_a_table_who_looked_may_be_a_letter_too(brace: str) -> None:
    (finding,) = at_table(f"1. AD QC AC {{{brace}}} 2. QD").findings
    assert str(finding) == (
        f"trick 1: south, {brace}: a look through tricks taken; "
        "the offender's card points become 0, the others keep theirs"
    )


def test_at_a_table_whose_misdeal_it_was_changes_nothing() -> None:
    replay = at_table("1. AD QC {S:misdeal} AC 2. QD")
    (finding,) = replay.findings
    assert str(finding) == "trick 1: south, S:misdeal: a misdeal; the hand is void"
    assert replay.result is not None
    assert replay.result.scores == (0, 0, 0)
    assert isinstance(replay.hand, StockHand)
    assert replay.hand.tricks == ()
    (finding,) = at_table("{X:misdeal} 1. AD QC AC 2. QD").findings
    assert (finding.kind, finding.what) == ("unreadable", "X:misdeal")


def test_at_a_table_an_earlier_brace_counts() -> None:
    replay = at_table("1. AD QC AC {kings:KS.KH.KD.KC} {fnord}")
    assert [finding.kind for finding in replay.findings] == ["wrong meld", "unreadable"]
    assert [points for _, points in replay.faults.wrong_melds] == [80]


def test_a_comment_beside_a_misdeal_is_named_before_it_ends_the_hand() -> None:
    replay = at_table("{misdeal by accident} 1. AD 9D 9D", AUCTION)
    (finding,) = replay.findings
    assert (finding.kind, finding.what) == ("unreadable", "misdeal")
    replay = at_table("{misdeal accident west}", AUCTION)
    (finding,) = replay.findings
    assert (finding.kind, finding.trick) == ("unreadable", 0)
    assert replay.stop is None
    replay = at_table("{renege west sorry}", AUCTION)
    (finding,) = replay.findings
    assert (finding.kind, finding.what) == ("unreadable", "sorry")
    assert "a comment starts with ;" in finding.fact
    assert replay.stop is None


# Cards


@pytest.mark.parametrize(
    "moves",
    [
        "1. AD? 9S!! {dix +9C} 2. QC?! AD {dix +JS}",
        "1. AD, 9S {dix, +9C} 2. QC,AD {dix, +JS}",
        "1. AD 1... 9S {dix +9C} 2. QC 2... AD! {dix +JS}",
        "1.AD 1...9S {dix +9C} 2.QC 2… AD {dix +JS}",
        "1. AD ? 9S !! {dix +9C} 2. QC ?! AD {dix +JS}",
        "1. AD $2 9S $146 $1 {dix +9C} 2. QC$6 AD, $1 , {dix +JS}",
        "1. AD , 9S {dix,+9C} 2. QC AD , {dix,,+JS,}",
        "1. AD !?, 9S {dix , +9C} 2. QC AD {,dix +JS}",
    ],
)
def test_what_chess_players_write_is_read(moves: str) -> None:
    tags, _, _ = SEEN.partition("\n\n")
    record = parse_record(f"{tags}\n\n{moves}\n")
    assert record.unread is None
    assert record == parse_record(f"{tags}\n\n1. AD 9S {{dix +9C}} 2. QC AD {{dix +JS}}\n")


def test_at_a_table_it_is_read_as_well() -> None:
    plain = parse_table_record(f"{AUCTION}1. AD 9D 9D 2. KS")
    for moves in (
        "1. AD? 9D, 9D!? 2. KS",
        "1. AD 1... 9D 9D 2. KS",
        "1. AD,9D 1... 9D 2. KS",
        "1. AD !! 9D $2 9D , 2. KS ??",
    ):
        assert parse_table_record(AUCTION + moves) == plain


@pytest.mark.parametrize(
    ("moves", "token", "fact"),
    [
        ("1... 9S", "tricks", "'1...' stands before the rest of a trick, whose lead is not there"),
        ("1. AD 9S 3... JH", "trick 1", "'3...' stands before the rest of a trick"),
        ("1. AD 9S 1... JH", "trick 1", "write 1. and all its cards"),
        ("1. AD 9S???", "trick 1", "'9S?'"),
        ("1. AD ???", "trick 1", "'?' is no card"),
        ("1. AD $", "trick 1", "'$' is no card"),
        ("1. AD $1000", "trick 1", "unknown rank '$100' in '$1000'"),
        ("1. AD 9S {dix,9C}", "trick 1", "'9C' is a card alone; a draw is written +9C"),
        ("1. AD 9S {dix !!}", "trick 1", "'!!' is no meld, dix, draw (+9C) or pass"),
    ],
)
def test_what_is_not_certain_is_named(moves: str, token: str, fact: str) -> None:
    tags, _, _ = SEEN.partition("\n\n")
    error = parse_record(f"{tags}\n\n{moves}\n").unread
    assert error is not None
    assert error.token == token
    assert fact in error.fact


def test_commas_are_all_that_items_need_between_them() -> None:
    tags, _, _ = SEEN.partition("\n\n")
    for brace, items in (
        ("{+9C,+TC}", "{+9C +TC}"),
        ("{dix,pass}", "{dix pass}"),
        ("{S:dix,N:+9C,}", "{S:dix N:+9C}"),
        ("{marriage:KC.QC,+9C}", "{marriage:KC.QC +9C}"),
    ):
        record = parse_record(f"{tags}\n\n1. AD 9S {brace}\n")
        assert record.unread is None
        assert record == parse_record(f"{tags}\n\n1. AD 9S {items}\n")
        assert len(record.tricks[0].events) == 2
    table = at_table("1. AD QC AC {kings:KS.KH.KD.KC,+KS,S:pass} 2. QD").record
    assert table == at_table("1. AD QC AC {kings:KS.KH.KD.KC +KS S:pass} 2. QD").record
    assert table.tricks[0].notes[0].words == ("kings:KS.KH.KD.KC", "+KS", "S:pass")


def test_a_lead_that_is_not_there_is_named_at_a_table() -> None:
    error = parse_table_record(f"{AUCTION}1... 9D").unread
    assert error is not None
    assert (error.token, error.fact[:8]) == ("tricks", "'1...' s")


# Sizes


@pytest.mark.parametrize("items", [8_000, 64_000])
def test_thousands_of_items_take_no_time(items: int) -> None:
    texts = {
        "dix": f"{SEEN.partition('1.')[0]}1. AD 9S {{{'dix ' * items}}}",
        "pass": f"{SEEN.partition('1.')[0]}1. AD 9S {{{'pass ' * items}}}",
        "+9C": f"{SEEN.partition('1.')[0]}1. AD 9S {{{'+9C ' * items}}}",
        "braces": f"{SEEN.partition('1.')[0]}1. AD 9S {'{dix} ' * items}",
    }
    begun = process_time()
    for text in texts.values():
        replay = replay_record(parse_record(text))
        finding = replay.findings[-1]
        assert finding.fact == f"more than {MOST_ITEMS} items in its braces"
        assert (finding.trick, len(replay.record.tricks)) == (1, 1)
    for note in ("{" + "dix " * items + "}", "{renege} " * items, "{} " * items):
        table = at_table(f"1. AD QC AC {note}")
        assert table.findings[-1].fact == f"more than {MOST_ITEMS} items in its braces"
    # Measured: 0.05 seconds.
    assert process_time() - begun < 2


def test_as_many_items_as_there_may_be_are_read() -> None:
    text = SEEN.partition("1.")[0] + f"1. AD 9S {{{'dix ' * MOST_ITEMS}}}"
    begun = process_time()
    replay = replay_record(parse_record(text))
    assert replay.record.unread is None
    assert len(replay.findings) == MOST_ITEMS - 1
    assert process_time() - begun < 2


def test_reading_looks_at_each_item_no_more_often_the_more_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: property = RecordedEvent.__dict__["is_shown"]
    looked = 0

    def counted(event: RecordedEvent) -> bool:
        nonlocal looked
        looked += 1
        return bool(shown.__get__(event))

    monkeypatch.setattr(RecordedEvent, "is_shown", property(counted))
    found = []
    for items in (12, 96):
        looked = 0
        text = SEEN.partition("1.")[0] + f"1. AD 9S {{{'dix ' * items}}}"
        assert parse_record(text).unread is None
        found.append(looked)
    assert found[0] >= 12
    assert found[1] == 8 * found[0]
