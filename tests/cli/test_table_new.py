"""`pinochle new` for three and four: hands noted in words, slips, corrections, going on."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.commandline import piped
from helpers.table_noting import Noter, played
from helpers.terminals import at_terminal
from pinochle_solver import durable
from pinochle_solver.cli.table.mistakes import MistakeReader
from pinochle_solver.cli.table.setup import seat_said
from pinochle_solver.game.table.notebook import TableNotebook
from pinochle_solver.game.table.recording import record_of_deal
from pinochle_solver.notation.table.hand_records import TableRecord
from pinochle_solver.notation.table.record_files import read_table_records
from pinochle_solver.table.deals import random_deal
from pinochle_solver.table.hands import TableHand
from pinochle_solver.table.moves import Call
from pinochle_solver.table.rulebooks import TABLE_RULEBOOKS
from pinochle_solver.table.seats import Seat

SOUTH = ("north", "AKQJ.AQ.AQJ9.AKKQ9")
BOUGHT = (*SOUTH, "260", "p", "p", "AS TH JH", "spades 3 7 12")


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(durable, "_sync", lambda *_: None)


def noted(*words: str, options: tuple[str, ...] = ("--no-advice",), rules: str = "auction") -> str:
    """What is shown when these words are said, one a line."""
    arguments = ["new", "--ascii", *options]
    if rules:
        arguments += ["--rules", rules]
    run = piped(arguments, "".join(f"{word}\n" for word in words))
    assert run.status == 0, run.err
    assert "Traceback" not in run.err
    return run.out


def only_record(file: Path) -> TableRecord:
    (record,) = read_table_records(file)
    return record


@pytest.mark.parametrize("rules", ["auction-score", "check", "partnership", "macdougall-3"])
def test_a_hand_is_noted_with_slips_in_two_sittings(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    steps = played(rules, 1, "advice")
    noter = Noter(steps[0], Seat.SOUTH)
    for step in steps:
        noter.take(step)
    deal = steps[0].before.deal
    upcard = [] if deal.upcard is None else [deal.upcard.text()]
    setup = [deal.dealer.text(), *upcard, deal.hands[Seat.SOUTH].text()]
    half = len(noter.words) - 3 * deal.rules.seats
    words = [word for each in noter.words[:half] for word in ("fly", each)]
    words += ["undo", noter.words[half - 1]]
    first = noted(*setup, *words, "q", options=("--no-advice", str(file)), rules=rules)
    assert first.count("(? helps)") >= half
    assert "taken back: " in first
    left = only_record(file)
    rest = noter.words[half:]
    second = noted(*rest, options=("--no-advice", str(file)), rules="")
    assert "going on with the hand\n" in second
    record = only_record(file)
    assert record == noter.notebook.record
    assert len(left.tricks) < len(record.tricks)
    assert "the hand is over: " in second
    result = steps[-1].after.result()
    for place, unit in enumerate(result.units):
        name = "+".join("you" if seat is Seat.SOUTH else seat.text() for seat in unit)
        assert f"  {name}: {result.totals[place]} in melds and cards" in second


def test_the_questions_and_what_follows() -> None:
    out = noted(*BOUGHT, "js", "3", "9s", "ts", "q")
    for line in (
        "who dealt> north",
        "  you can call 250 to 650 in steps of 10, or pass",
        "you call> 260",
        "west calls> p",
        "the widow> AS TH JH",
        "you name trump and bury> spades 3 7 12",
        "you meld marriage KC QC, aces AS AH AD AC, queens QS QH QD QC: 180",
        "you lead> js",
        "'3': numbers stand for your own cards; name the card, such as QS (? helps)",
        "west plays> 9s",
        "you JS, west 9S, north TS: north takes the trick, 10 points",
        "north leads> q",
    ):
        assert line in out.splitlines()
    melds = out.index("you meld")
    assert "  west " not in out[:melds]


def test_another_bidder_names_trump_and_melds() -> None:
    words = (*SOUTH, "p", "300", "p", "AS TH JH", "trump hearts", "run, marriage spades", "ac")
    out = noted(*words, "9c", "kc", "q")
    assert "west plays for 300; the widow is AS TH JH\n" in out
    assert "west names H and buries 3 cards\n" in out
    assert "west melds run AH TH KH QH JH, marriage KS QS: 170\n" in out
    assert re.search(r"^  west +S K Q +H A T K Q J +D - +C - +and 7 hidden$", out, re.MULTILINE)
    assert "west plays for 300; west has 170 without the burial\n" in out
    out = noted(*words[:6], "concedes", "yes", options=("--no-advice",))
    assert "the hand is over: west played for 300: conceded\n" in out
    assert "  you: 0 in melds and cards, +" in out


def test_corrections_and_changes(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    words = ("correct 0", "1 270", "change 9D 9S", "change 9C AS", "no", "change dealer west", "no")
    out = noted(*BOUGHT, "js", *words, "q", options=("--no-advice", str(file)))
    assert "  1  you call 260\n" in out
    assert "  5  you name trump and bury spades TH KS JD\n" in out
    assert "corrected\n" in out
    assert "9S, not 9D\n" in out
    unfit = "then what came before trick 1 does not fit: "
    assert f"{unfit}widow: AS: you have seen every copy elsewhere\n" in out
    assert f"{unfit}270: it is not asked for there any more\n" in out
    assert out.count("nothing was changed\n") == 2
    record = only_record(file)
    assert record.calls is not None
    assert record.calls[0].bid == 270
    assert record.hands[Seat.SOUTH].text() == "AKQJ9.AQ.AQJ.AKKQ9"
    assert record.dealer is Seat.NORTH


CHECK = ("me", "TT.QJ9.AT9.AKQ9", "p", "200", "210", "p", "p", "spades")
MELDS = ("royal marriage and pinochle", "", "marriage hearts, dix", "marriage diamonds")


def test_an_answer_is_corrected_by_its_seat(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    words = ("js", "9s", "correct 2", "correct 0", "correct 1", "west ts", "fix 1", "me qs")
    out = noted(*BOUGHT, *words, "q", options=("--no-advice", str(file)))
    assert "correct: nothing is noted in trick 2; say in which trick: correct 3 (? helps)\n" in out
    assert out.count("corrected\n") == 2
    assert only_record(file).tricks[0].plays == ("QS", "TS")


def test_a_table_before_the_widow_is_headed_by_it() -> None:
    out = noted(*SOUTH, "p", "300", "p", "table", "q")
    assert "\nthe widow is turned up\n" in out
    assert "north calls\n" not in out


def test_a_claim_ends_a_contract_that_is_settled(tmp_path: Path) -> None:
    """West has 190 in melds of 250: with the aces and tens of two tricks it is made."""
    file = tmp_path / "hand.pnr"
    words = ("p", "250", "p", "AS TH JH", "hearts", "run and pinochle", "claim")
    tricks = ("ac", "tc", "kc", "as", "ts", "as", "claim", "hint")
    out = noted(*SOUTH, *words, *tricks, "west concedes", options=("--no-advice", str(file)))
    assert out.count("no claim is noted: say who gives the rest up") == 2
    assert "the hand is over: west played for 250: set, the rest given up\n" in out
    assert '[Result "set"]' in file.read_text()


def test_help_in_a_correction_lists_the_answers_in_words(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    correct = ("correct 0", "?", "3 x", "7", "glub", "3 220", "undo", "marriage", "table")
    options = ("--no-advice", str(file))
    out = noted(*CHECK, *MELDS, *correct, "q", options=options, rules="check")
    listed = (
        "  6  east names trump spades\n"
        "  7  east melds royal marriage KS QS, pinochle QS JD\n"
        "  8  you meld all\n"
        "  9  west melds marriage KH QH, dix 9S\n"
    )
    assert out.count(listed) == 2  # at once, and for ?
    for line in (
        "  type its number and the right answer, such as 1 KC, or its number alone",
        "'x': no call. Type a number, such as 310, or pass (Enter leaves all as it is)",
        "'glub': no meld. Type all, none, names or numbers (Enter leaves all as it is)",
        "corrected",
        "taken back: north melds marriage KD QD",
        "'marriage': could be KS QS or KH QH or KD QD or KC QC. Type the cards (? helps)",
    ):
        assert f"{line}\n" in out, line
    calls = only_record(file).calls
    assert calls is not None
    assert calls[2] == Call(220)
    again = noted("q", options=("--no-advice", str(file)), rules="")
    whole = (
        "  you dealt\n"
        "  the bidding: west pass, north 200, east 220, you pass, north pass\n"
        "  you play with north against west and east\n"
        "  you have melded marriage KC QC: 20\n"
        "  west has melded marriage KH QH, dix 9S: 30\n"
        "  east has melded royal marriage KS QS, pinochle QS JD: 80\n"
    )
    assert whole in out
    assert whole in again.partition("going on with the hand\n")[2]


def test_help_is_about_the_question_and_a_claim_is_said_otherwise() -> None:
    out = noted(
        *CHECK, *MELDS[:1], "?", "", "?", "none", "none", "claim", "west claims", rules="check"
    )
    assert "  1  marriage KC QC: 20\n" in out
    assert "  type all, none, names such as marriage hearts, or numbers\n" in out
    assert "west melds: melds, such as run and pinochle, marriage hearts, KC QC; or none\n" in out
    assert out.count("help lists what else can be said: undo, correct, change, mistakes\n") == 2
    assert "takes back the last answer" not in out
    fact = (
        "no claim is noted: say who gives the rest up, as in west concedes, or note the cards left"
    )
    assert out.count(f"{fact}\n") == 2


def test_advice_is_given_at_ones_own_decisions_and_enter_takes_it() -> None:
    out = noted(*SOUTH, "", "p", "p", "AS TH JH", "", "", "q", options=("--seconds", "0.05"))
    assert out.count("best: ") == 3
    bid = re.search(r"you call \[(\d+|p)\]> \n", out)
    assert bid is not None
    assert re.search(r"you name trump and bury \[\w+( \w\w){3}\]> \n", out)
    assert re.search(r"you lead \[\w\w\]> \n", out)


def test_where_no_deal_explains_the_cards_the_slip_is_to_be_put_right() -> None:
    """Both others trump a diamond, and nobody else can hold the diamonds that are left."""
    bought = ("I did", "KKQJ.TK.ATTKJ.TKQ9", "p", "p", "250", "9S TH JD", "spades th th tc")
    out = noted(*bought, "ad", "9s", "as", "ts", "hint", "q", options=("--seconds", "0.02"))
    told = (
        "no advice: no deal of the unseen cards explains the cards played; "
        "correct puts right what was noted wrongly\n"
    )
    assert out.count(told) == 2


def test_advice_comes_at_every_decision_of_a_game_with_a_stock() -> None:
    steps = played("hayes-4", 2, "advice")
    noter = Noter(steps[0], Seat.WEST)
    for step in steps:
        noter.take(step)
    deal = steps[0].before.deal
    assert deal.upcard is not None
    setup = (deal.dealer.text(), deal.upcard.text(), deal.hands[Seat.WEST].text())
    options = ("--seconds", "0.01", "--seat", "west")
    out = noted(*setup, *noter.words, options=options, rules="hayes-4")
    own = [s for s in steps if s.seat is Seat.WEST and s.is_choice]
    assert out.count("\nbest: ") == len(own)
    assert "no advice" not in out
    assert "mean: your points minus the others' average; " in out


def test_seats_are_named_from_where_one_sits() -> None:
    for said, seat in {"left": "west", "across": "north", "right": "east", "me": "south"}.items():
        out = noted(said, "AKQJ.AQ.AQJ9.AK", "record", "q", rules="corners")
        assert f'[Dealer "{seat}"]' in out
    out = noted("nobody", "west", "q", rules="auction")
    assert "'nobody' does not sit at this table. Type you, west or north\n" in out


def test_the_next_hand_begins_at_the_score_reached(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    steps = played("corners", 0, "greedy")
    last = steps[-1].after
    assert isinstance(last, TableHand)
    noter = Noter(steps[0], Seat.WEST)
    for step in steps:
        noter.take(step)
    file.write_text(noter.notebook.record.text())
    out = noted("", "AKQJ.AQ.AQJ9.AK", "q", options=("--no-advice", str(file)), rules="")
    game = noter.notebook.game_after()
    assert game is not None
    south, west = game.scores
    assert f"the score before it: south+north {south}, you+east {west}\n" in out
    assert f"who dealt [{'you' if game.dealer is Seat.WEST else game.dealer.text()}]> \n" in out
    records = list(read_table_records(file))
    assert records[1].score == game.scores
    assert records[1].dealer is game.dealer
    assert records[1].view is Seat.WEST


def test_rules_may_be_said_at_the_prompt_and_bad_input_is_one_line() -> None:
    out = noted("auction", "north", "AKQJ.AQ.AQJ9.AKKQ", "9C", "q", rules="")
    assert "a new hand of auction, in which you are south; " in out
    assert "14 cards, expected 15: " in out
    assert "you call> q\n" in out
    for arguments, message in (
        (["--rules", "auction", "--seat", "east"], "--seat: nobody sits east in auction. "),
        (["--rules", "check", "--opponent", "Ann"], "--opponent: goes with the two-handed game "),
        (["--rules", "hayes", "--seat", "east"], "--seat: nobody sits east in hayes. "),
        (["--rules", "hayes", "--four"], "--four: hayes is a two-handed game and has none"),
    ):
        run = piped(["new", *arguments], "")
        assert run.status == 2
        assert message in run.err.splitlines()[-1]


def test_an_interrupt_leaves_the_record_whole(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    arguments = ["new", "--no-advice", "--rules", "auction", str(file)]
    with at_terminal("who dealt|your cards|calls?", *arguments) as terminal:
        terminal.read_to_prompt()
        for word in (*SOUTH, "260"):
            terminal.type(word)
        terminal.process.send_signal(2)
        assert terminal.process.wait(20) == 130
    record = only_record(file)
    assert record.calls is not None
    assert [call.bid for call in record.calls] == [260]


ALL_HANDS = ("north", "KKQQJ.AAKQQ9.AT9.J", "ATTJ9.TTKJJ.QJJ.TK", "9.9.TKQ9.AATKQQJ99")
ALL = ("--no-advice", "--all")


def test_a_kibitzer_says_all_hands_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    dealer, south, west, north = ALL_HANDS
    slips = (south, "KTTJ9.TTKJJ.QJJ.TK", "change KS AS", north)
    out = noted(dealer, *slips, "p", "fly", "", "q", options=(*ALL, str(file)))
    for line in (
        "a new hand of auction, in which you see every hand; the record is kept in",
        "KS: every other copy lies in a hand that you have said; change 9D 9S changes a card of it",
        "so the widow is AS AD KD",
        "  south can call 250 to 650 in steps of 10, or pass",
        "south calls> p",
        "say a number, such as 310, or pass (? helps)",
    ):
        assert line in out
    more = ("p", "250", "clubs AS TD KD", "change north 9S south KS", "west concedes")
    out = noted(*more, options=(*ALL, str(file)), rules="")
    assert "north names trump and buries> clubs AS TD KD" in out
    assert "north melds run AC TC KC QC JC, marriage KD QD, dix 9C, dix 9C: 190" in out
    assert "north was dealt KS, and 9S was south's" in out
    record = only_record(file)
    assert record.view is None
    assert record.hands[Seat.NORTH].text() == "K.9.TKQ9.AATKQQJ99"
    assert record.widow is not None
    assert record.widow.text() == "A.-.AK.-"
    assert west == record.hands[Seat.WEST].text()


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        (("--rules", "auction", "--seat", "west"), "--all: a kibitzer sits at no seat"),
        (("--rules", "scarne"), "--all: goes with the games for three and four only"),
    ],
)
def test_where_nobody_can_look_on(arguments: tuple[str, ...], fact: str) -> None:
    run = piped(["new", "--all", *arguments], "")
    assert run.status == 2
    assert fact in run.err


def test_what_goes_wrong_is_told_and_taken_back(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    words = (*SOUTH, "void 240", "stands 100", "260", "north 300", "p", "p", "AS TH JH")
    more = ("spades 3 7 12", "west shows KS", "looked", "undo", "js", "left reneges", "")
    out = noted(*words, *more, options=("--no-advice", str(file)))
    for line in (
        "before the first trick: you, 240: you can bid 250 to 650 in tens or pass; void",
        "'100': you can bid 250 to 650 in tens or pass (? helps)",
        "the hand is over: you played for 260: set",
        "taken back: looked you",
        "the hand is over: you played for 260: made",
        "trick 1: west, renege west: a card that might not be played; the contract counts as made",
    ):
        assert line in out, out
    record = only_record(file)
    assert [note.text() for note in record.call_notes] == ["{240}"]
    assert record.tricks[0].text() == "1. JS {renege west}"
    again = noted("north", "q", options=("--no-advice", str(file)), rules="")
    assert "a new hand of auction" in again


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("west reneges", "renege west"),
        ("left revoked", "renege west"),
        ("looked", "looked south"),
        ("{looked north}", "looked north"),
        ("right shows KS demand", "shown north KS demand"),
        ("shown KS", "shown south KS"),
        ("misdeal", "misdeal"),
        ("misdeal me", "misdeal south"),
        ("void west 260", "west 260"),
        ("widow AS TH JH", None),
        ("lead QS", None),
        ("marriage hearts", None),
        ("west concedes", None),
        ("310", None),
    ],
)
def test_mistakes_are_read_as_people_say_them(line: str, expected: str | None) -> None:
    record = record_of_deal(random_deal(1, 9, TABLE_RULEBOOKS["auction"]))
    notebook = TableNotebook(
        replace(record, view=Seat.SOUTH, hands={Seat.SOUTH: record.hands[Seat.SOUTH]}, widow=None)
    )
    rules, question = notebook.rules, notebook.question
    assert question is not None
    reader = MistakeReader(rules, Seat.SOUTH, lambda word: seat_said(word, rules, Seat.SOUTH, {}))
    said = reader.read(line, question, notebook.hand)
    assert (None if said is None else said.wrong.text()) == expected


def test_mistakes_lists_the_words_of_the_game() -> None:
    out = noted(*SOUTH, "mistakes", "q")
    assert "  renege west            west has played against the rules\n" in out
    assert "  marriage west" not in out
    out = noted("west", "AKQJ.AQ.AQJ9.AK", "mistakes", "q", rules="check")
    assert "  marriage west          west has bid without a marriage\n" in out
    assert "  widow west" not in out


def test_call_outs_and_chips_are_terms_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    setup = ("west", "TD", "TQJ9.TTK.AQ9.AT")
    terms = ("--no-advice", "--call-out", "--chips", str(file))
    out = noted(*setup, "q", options=terms, rules="macdougall-3")
    assert "a new hand of macdougall-3, call-out, chips, in which you are south" in out
    assert only_record(file).agreed.words == ("call-out", "chips")
    out = noted("call out", "", options=("--no-advice", str(file)), rules="")
    assert "the hand is over: called out\n" in out
    run = piped(["new", "--single-hand", str(file)], "")
    assert "--single-hand: the game was begun without; leave it out" in run.err


def test_who_sees_all_hands_finds_each_in_its_place() -> None:
    hands = ("ATKQ99.QJ.QJ.AA", "AKJJ.TKQ.ATKJ.Q", "T.AK9.AT9.TKQJ9", "Q.ATJ9.KQ9.TKJ9")
    bought = ("200", "250", "p", "p", "p", "spades", "", "", "", "")
    options = ("--no-advice", "--all")
    out = noted("north", *hands, *bought, "AD", "9D", "KH", rules="check", options=options)
    named = re.findall(r"^  (south|west|north|east) +S ", out, re.MULTILINE)
    assert named == ["south", "west", "north", "east"] * (len(named) // 4)
    assert len(named) > 20
    told = "KH: north does not hold it; change puts right a wrong card of a hand (? helps)\n"
    assert told in out


def test_the_last_pass_is_told_while_the_widow_is_awaited() -> None:
    shown = noted(*SOUTH, "p", "300", "p", "table", "position", "AS TH JH", "table", "q")
    before, _, after = shown.partition("the widow> AS TH JH\n")
    assert "the widow is turned up\n" in before
    assert "  so far: you pass, west 300, north pass\n" in before
    assert "the widow> position\nno position yet: note the widow first\n" in before
    assert "  the bidding: you pass, west 300, north pass\n" in after


def test_the_last_pass_is_told_when_a_hand_is_taken_up_at_the_widow(tmp_path: Path) -> None:
    options = ("--no-advice", str(tmp_path / "hand.pnr"))
    noted(*SOUTH, "260", "p", "p", "q", options=options)
    shown = noted("q", options=options, rules="")
    assert "  so far: you 260, west pass, north pass\n" in shown
    assert "the widow> q" in shown


def test_no_position_is_given_while_a_card_drawn_is_awaited() -> None:
    deal = ("west", "QC", "AJ9.AAQ9.KQ.TKK")
    words = ("pass", "pass", "QS", "AS", "KS", "pass", "pass", "pass", "position", "q")
    shown = noted(*deal, *words, rules="macdougall-3")
    assert "drew> position\nno position yet: note the card that was drawn first\n" in shown
