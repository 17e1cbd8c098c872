"""`pinochle new`: a hand noted card by card, at a terminal and through a pipe."""

from __future__ import annotations

import re
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.commandline import Run, assert_it_ends_quietly_once_unheard
from helpers.commandline import piped as piped_into
from helpers.forked import forked_command
from helpers.one_seat import HAYES
from helpers.terminals import Terminal, at_terminal
from helpers.witness import Witness
from pinochle_solver import Points, Seat
from pinochle_solver.errors import IllegalMoveError
from pinochle_solver.game.game import HandOutcome
from pinochle_solver.game.notebook import Notebook
from pinochle_solver.game.notebook_entries import EntryKind
from pinochle_solver.game.replayer import replay_record
from pinochle_solver.game.scoring import score_game
from pinochle_solver.notation.hand_records import HandRecord
from pinochle_solver.notation.players import Players
from pinochle_solver.notation.record_reading import numbered_records, parse_record
from pinochle_solver.rules.cards import Card, Hand
from pinochle_solver.rules.claims import RecordedCall
from pinochle_solver.rules.irregularities import Irregularity
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS
from pinochle_solver.rules.rules import Doubles, Pays

PROMPTS = (
    r"rules.*|who leads.*|upcard|your cards|(?:you|north) (?:lead|play|meld)s?.*|you drew|"
    + (r"(?:you say|north says), .*|what .* scored .*|its number.*|forget .*")
)
SETUP = ["", "me", "QC", "A9.AA9.AQ9.KKJ9"]


def piped(*arguments: str, lines: list[str]) -> Run:
    text = "".join(f"{line}\n" for line in lines)
    return piped_into(["new", "--ascii", *arguments], text)


def records(file: Path) -> list[HandRecord]:
    found = [record for _, record in numbered_records(file.read_text().splitlines())]
    assert all(isinstance(record, HandRecord) for record in found)
    return [record for record in found if isinstance(record, HandRecord)]


def another(drawn: str, notebook: Notebook) -> str:
    """Another card that may have been drawn as well."""
    for card in notebook.record.rules.deck.cards().distinct():
        if card == Card.parse(drawn):
            continue
        try:
            notebook.note(card.text())
        except IllegalMoveError:
            continue
        notebook.undo()
        return card.text()
    raise AssertionError


def set_up(person: Terminal, record: HandRecord) -> str:
    """Answer what is asked before the first trick; the prompt after it."""
    assert person.read_to_prompt() is not None
    person.type(record.rules.name)
    person.type("you" if record.dealer is not record.view else "north")
    person.type(record.upcard.text())
    assert record.view is not None
    hand = record.hand(record.view)
    assert hand is not None
    shown = person.type(" ".join(card.text() for card in hand))
    assert shown is not None
    return shown


@pytest.mark.parametrize("rules", ["scarne", "macdougall"])
def test_a_whole_hand_with_slips_and_corrections_ends_in_the_right_record(
    rules: str, tmp_path: Path
) -> None:
    file = tmp_path / "hand.pnr"
    witness = Witness(rules, 8)
    record = witness.record(Seat.SOUTH)
    mirror = Notebook(replace(record, tricks=()))
    slips = ["ZZ", "king of hats", "QQQ", "AX KX", "11"]
    wrong_cards = 2
    with at_terminal(PROMPTS, "new", str(file), "--no-advice", "--ascii", forked=True) as person:
        shown: str | None = set_up(person, record)
        while (asked := mirror.question) is not None:
            assert shown is not None
            answer = witness.tell(asked)
            if slips and asked.leads and asked.trick in (1, 3, 5, 9, 14):
                shown = person.type(slips.pop())
                assert shown is not None
                assert "(? helps)" in shown
            if wrong_cards and asked.kind is EntryKind.DRAW and asked.trick in (4, 7):
                wrong_cards -= 1
                person.type(another(answer, mirror))
                person.type(f"correct {asked.trick}")
                number = len(mirror.of_trick(asked.trick)) + 1
                shown = person.type(f"{number} {answer}")
                assert shown is not None
                assert "corrected" in shown
            else:
                shown = person.type(answer)
            mirror.note(answer)
        assert person.process.wait(60) == 0
    assert (slips, wrong_cards) == ([], 0)
    (kept,) = records(file)
    assert kept == record
    assert file.read_text() == record.text()
    assert "the hand is over: you " in person.text


def test_a_hand_with_doubles_is_noted_and_advised(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    begun = """\
[View "south"] [Dealer "south"] [Upcard "QH"] [Rules "macdougall"] [Doubles "every"]
[South "KJ99.TK9.TQ.KK9"]

1. 9D TD {+TC}
"""
    file.write_text(begun)
    lines = ["maybe", "d", "r", "accept", "correct 1", "", "undo", "accept"]
    result = piped(str(file), "--seconds", "0.05", lines=[*lines, "quit"])
    assert "you say, no-double or double [" in result.out
    assert "'maybe' is not no-double or double (? helps)" in result.out
    assert "north says, refuse, accept or redouble> r" in result.out
    assert "'r' is not refuse, accept or redouble" in result.out
    assert "north accepts: the stake is 2" in result.out
    assert re.search(
        r"^  \d  you say double\n  \d  north says accept\nits number", result.out, re.M
    )
    assert "taken back: north says accept\n" in result.out
    assert "mean: what you are paid, in initial stakes" in result.out
    (record,) = records(file)
    assert [event.text for event in record.tricks[0].events] == ["pass", "+TC", "double", "accept"]

    file.write_text(begun)
    result = piped(str(file), "--no-advice", lines=["double", "refuse"])
    assert result.status == 0
    assert "north refuses" in result.out
    # The next hand is played for a stake as well.
    result = piped(str(file), "--no-advice", lines=["", "9H", "AAT.AAT.AAT.AAT", "q"])
    assert [record.doubles for record in records(file)] == [Doubles.EVERY] * 2


def test_what_is_shown_before_the_first_trick_is_told_and_corrected(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text("""\
[Rules "goulash"] [View "south"] [Dealer "south"] [Upcard "7H"]
[South "A987.AJ97.TQJ.AT987"]
""")
    lines = ["yes", "", "correct", "correct x", "correct 0", "1 pass", "quit"]
    result = piped(str(file), "--no-advice", lines=lines)
    assert result.status == 0
    assert "you meld dix: 10 points\nnorth melds [nothing]> \nnorth leads> " in result.out
    assert result.out.count("correct: say in which trick: correct 3 (? helps)") == 2
    assert "  1  you meld dix\n  2  north melds pass\n" in result.out
    again = piped(str(file), "--no-advice", lines=["quit"]).out
    assert again.startswith("going on with the hand before the first trick\n")


def test_doubles_go_with_the_rulebook_that_is_said() -> None:
    lines = ["scarne", "macdougall", *SETUP[1:], "AD", "9S", "", "", "JS", "q"]
    out = piped("--no-advice", "--doubles", "every", lines=lines).out
    assert "every, but in scarne there are no doubles" in out
    assert "you say, no-double or double [no-double]> q" in out
    wrong = piped("--rules", "scarne", "--doubles", "every", lines=[])
    assert (wrong.status, len(wrong.err.splitlines())) == (2, 1)


def test_the_advice_is_exact_once_every_card_is_known(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    witness = Witness("scarne", 3)
    record = witness.record(Seat.SOUTH)
    file.write_text(replace(record, tricks=record.tricks[:12]).text())
    lines = ["table", "advice", "quit"]
    out = piped(str(file), lines=lines).out
    assert "going on with the hand at trick 13" in out
    assert "still to come: you " in out
    assert not re.search(r"\d \+- ", out)
    holdings = re.findall(r"^  (north|you) +in hand +S ", out, re.MULTILINE)
    assert {"north", "you"} <= set(holdings)


def test_two_cards_and_the_advice(tmp_path: Path) -> None:
    """North's card and one's own draw are all that has to be typed."""
    file = tmp_path / "hand.pnr"
    lines = [*SETUP, "", "9S", "", "JS", "", "TS quit"]
    result = piped(str(file), "--seconds", "0.05", "--opponent", "Bob", lines=lines)
    assert result.status == 0
    assert result.err.endswith(f"the record is in {file}\n")
    (record,) = records(file)
    assert record.players.north == "Bob"
    assert [play for trick in record.tricks for play in trick.plays][1::2] == ["9S", "TS"]
    assert record.tricks[0].events[-1].text == "+JS"
    assert re.search(r"^Bob plays> 9S$", result.out, re.MULTILINE)
    assert re.search(r"^best: ", result.out, re.MULTILINE)
    assert "Bob 0 melds + 0 cards" in result.out


def test_the_advice_if_something_held(tmp_path: Path) -> None:
    lines = [
        *SETUP,
        "if Bob holds at least one AS",
        "if 0.7: north holds AS and the stock holds AD",
        "if",
        "if north hods AS",
        "if north holds 3 AS",
        "q",
    ]
    file = tmp_path / "hand.pnr"
    result = piped(str(file), "--seconds", "0.05", "--opponent", "Bob", lines=lines)
    assert result.status == 0
    assert "\nassuming north holds at least one AS\n" in result.out
    assert "\nassuming north holds AS (weight 70%), and the stock holds AD\n" in result.out
    assert "if: say what you assume: if Bob holds AS (? helps)" in result.out
    assert "if: 'north hods AS': 'hods', did you mean holds? (? helps)" in result.out
    assert re.search("^if: 'north holds 3 AS': Bob holds 0 to [12] of these", result.out, re.M)


def test_a_hand_is_gone_on_with_another_day(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    witness = Witness("hayes", 8)
    record = witness.record(Seat.NORTH)
    mirror = Notebook(replace(record, tricks=()))
    lines = ["hayes", "me" if record.dealer is Seat.SOUTH else "south", record.upcard.text()]
    assert record.north is not None
    lines.append(record.north.text())
    while (asked := mirror.question) is not None:
        lines.append(witness.tell(asked))
        mirror.note(lines[-1])
        if len(lines) == 40:
            result = piped(str(file), "--no-advice", "--seat", "north", lines=lines)
            assert result.status == 0
            lines = []
    result = piped(str(file), "--no-advice", lines=lines)
    assert "going on with the hand at trick " in result.out
    assert file.read_text() == record.text()


def test_a_new_hand_is_not_gone_on_with(tmp_path: Path) -> None:
    """South has dealt and has no seven to show, which is noted at once."""
    file = str(tmp_path / "hand.pnr")
    setup = ["goulash", "north", "QC", "AAT9.KKQJ.AQ97.KKJ9"]
    first = piped(file, "--no-advice", lines=[*setup, "dix", "q"]).out
    assert "going on" not in first
    assert "going on with the hand at trick 1" in piped(file, "--no-advice", lines=["q"]).out


def test_comments_of_a_hand_that_is_gone_on_with_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    record = replace(Witness("scarne", 8).record(Seat.SOUTH), tricks=())
    file.write_text(f"; at home\n{record.text()}; we play for tea ; really\n")
    piped(str(file), "--no-advice", lines=["quit"])
    assert file.read_text() == f"; at home\n{record.text()}; we play for tea ; really\n"


def test_after_a_whole_hand_another_is_begun_at_the_score(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    witness = Witness("macdougall", 8)
    record = witness.record(Seat.SOUTH)
    file.write_text(record.text())
    upcard, cards = "9H", "AAT.AAT.AAT.AAT"
    result = piped(str(file), "--no-advice", lines=["", upcard, cards, "quit"])
    assert "macdougall, as the hand before" in result.out
    first, second = records(file)
    points = Notebook(first).replay.points
    assert points is not None
    assert second.score == tuple(sum(points[seat]) for seat in Seat)
    assert second.dealer is first.dealer.other
    assert second.rules.name == "macdougall"


@pytest.mark.parametrize("seat", [None, "north"])
def test_the_score_and_the_deal_go_with_the_player_who_changes_seats(
    tmp_path: Path, seat: str | None
) -> None:
    file = tmp_path / "game.pnr"
    players = Players("Ann", "Bob")
    record = replace(Witness("macdougall", 8).record(Seat.SOUTH), players=players)
    file.write_text(record.text())
    asked = () if seat is None else ("--seat", seat)
    lines = ["", "9H", "AAT.AAT.AAT.AAT", "quit"]
    assert piped(str(file), "--no-advice", *asked, lines=lines).status == 0
    first, second = records(file)
    points = Notebook(first).replay.points
    assert points is not None
    own, other = (sum(points[each]) for each in Seat)
    assert own != other
    ann = Seat.SOUTH if seat is None else Seat.NORTH
    assert second.view is ann
    assert (second.players[ann], second.players[ann.other]) == ("Ann", "Bob")
    assert (second.score[ann], second.score[ann.other]) == (own, other)
    # Whoever did not deal the first hand deals the second.
    assert first.players[first.dealer] != second.players[second.dealer]
    game = score_game(map(replay_record, (first, second)))
    assert not game.hands[1].faults


def test_seats_are_not_changed_by_who_has_no_name(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    file.write_text(Witness("macdougall", 8).record(Seat.SOUTH).text())
    before = file.read_text()
    result = piped(str(file), "--no-advice", "--seat", "north", lines=["quit"])
    assert result.status == 2
    fact = "the hand before has you as south and does not name you; leave --seat out"
    assert result.err.splitlines()[-1] == f"pinochle new: --seat: {fact}"
    assert file.read_text() == before


def test_another_opponent_begins_another_game_and_is_named_at_his_own_seat(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    record = Witness("macdougall", 8).record(Seat.NORTH)
    file.write_text(replace(record, players=Players("Bob", "Ann")).text())
    lines = ["", "9H", "AAT.AAT.AAT.AAT", "quit"]
    piped(str(file), "--no-advice", "--opponent", "Carl", lines=lines)
    _, second = records(file)
    assert second.players == Players("Carl", "Ann")
    assert (second.view, second.score) == (Seat.NORTH, Points(0, 0))


def test_the_hand_is_read_back_and_a_card_of_it_changed(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    lines = ["", "north", "QC", "A9.AA9.AQ9.KK9", "JC", "KS", "change 9C", "change JC 9S"]
    lines += ["change QC QD", "change TD TH", "AS", "pass", "KD", "change KC KH", "q"]
    run = piped(str(file), "--no-advice", "--opponent", "Ann", lines=lines)
    before, read_back = run.out.split("\ntrick 1, ", 1)
    assert "11 cards, expected 12: A9.AA9.AQ9.KK9; say those that are missing" in before
    assert "  you   in hand      S A 9   H A A 9   D A Q 9   C K K J 9\n" in read_back
    assert "if a card is wrong, change it: change 9C 9S\n" in read_back
    assert "change: say the wrong card and the right one: change 9D 9S (? helps)\n" in run.out
    assert "9S, not JC\n" in run.out
    assert "QD, not QC\n" in run.out
    assert "TD: neither the upcard nor among the cards you were dealt" in run.out
    (record,) = records(file)
    assert (record.upcard.text(), record.south) == ("QD", Hand.parse("A99.AAK9.AQ9.K9"))
    assert [trick.plays for trick in record.tricks] == [("KS", "AS")]


def test_of_cards_too_many_those_to_leave_out_are_enough(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    lines = ["", "Ann leads", "QC", "A9.AA9.AQ9.KKJJ9", "QH", "JC", "AS", "q"]
    run = piped(str(file), "--no-advice", "--opponent", "Ann", lines=lines)
    told = "13 cards, expected 12: A9.AA9.AQ9.KKJJ9; say which to leave out, or all again\n"
    assert run.out.count(told) == 2  # the second time of a card that is not there
    (record,) = records(file)
    assert record.south == Hand.parse("A9.AA9.AQ9.KKJ9")


@pytest.mark.parametrize(
    ("said", "dealer"),
    [
        ("I do", Seat.NORTH),
        ("me first", Seat.NORTH),
        ("I lead", Seat.NORTH),
        ("Ann does", Seat.SOUTH),
        ("she leads first", Seat.SOUTH),
    ],
)
def test_who_leads_is_said_in_words(said: str, dealer: Seat, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    lines = ["", "Nobody does", said, *SETUP[2:], "q"]
    run = piped(str(file), "--no-advice", "--opponent", "Ann", lines=lines)
    assert "'Nobody does' is neither you nor Ann\n" in run.out
    (record,) = records(file)
    assert record.dealer is dealer


def test_who_leads_first_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    lines = [*SETUP, "change ann", "undo", "change me", "?", "AD", "change Ann", "no", "q"]
    run = piped(str(file), "--no-advice", "--opponent", "Ann", lines=lines)
    assert "you lead> change ann\nAnn leads first\n" in run.out
    assert "nothing has been noted yet; change puts right a card or who leads\n" in run.out
    assert "Ann leads> change me\nyou lead first\n" in run.out
    assert "\n  change Ann   gives Ann the first lead; change me: gives it to you\n" in run.out
    assert "nothing was changed\n" in run.out
    (record,) = records(file)
    assert (record.dealer, record.tricks[0].plays) == (Seat.NORTH, ("AD",))


def test_a_change_that_does_not_fit_is_told() -> None:
    lines = [*SETUP, "AD", "9S", "change AD TD", "no", "change AD TD", "yes", "q"]
    out = piped("--no-advice", lines=lines).out
    assert out.count("then trick 1 does not fit: AD: you do not hold it\n") == 2
    assert "forget the last 2 answers and note anew (yes or no)> no\nnothing was changed" in out
    assert out.endswith("TD, not AD\n" + out[out.rindex("\ntrick 1, ") :])


def test_before_the_first_trick_a_hand_is_completed_or_changed() -> None:
    lines = ["", "me", "clubs", "", "QC", "", "AA.AA9.AQ9.QQK9", "change QC TC", "q"]
    out = piped("--no-advice", lines=lines).out
    assert out.count("say the card itself, its rank first, such as 9S\n") == 2
    assert "say all your cards: AAT9.KQ.-.QQJJ99" in out
    assert "more copies of QC than the deck has; change 9D 9S changes a card of it\n" in out
    assert "  you     in hand      S A A   H A A 9   D A Q 9   C T K Q 9\n" in out


def test_the_help_is_for_the_question_that_is_asked() -> None:
    lines = [*SETUP, "?", "AD", "9S", "?", "pass", "?", "9C", "?", "help all", "q"]
    out = piped("--no-advice", "--opponent", "Ann", lines=lines).out
    for told in (
        "you lead> ?\n  the card you lead: QS, 10s, queen of spades; ",
        "> ?\n  what you meld, or nothing, or its number:\n   1  pass  0 points\n",
        "\n   3  dix+royal-marriage:KC.QC  50 points\n  Enter says pass\n",
        "you drew> ?\n  the card you drew: QS, 10s, queen of spades; no-draw if you drew none\n",
        "  looked         you have looked through your tricks; Ann looked: Ann has\n",
        "  quit, q        ends; nothing is kept (FILE keeps the record)\n",
    ):
        assert told in out, told
    _, all_help = out.split("> help all\n")
    assert max(map(len, all_help.splitlines())) < 80


def test_where_the_cards_are_is_told_when_it_is_ones_turn() -> None:
    lines = [*SETUP, "AD", "cards", "9S", "pass", "cards", "9C", "TC", "cards", "q"]
    out = piped("--no-advice", "--opponent", "Ann", lines=lines).out
    assert "Ann plays> cards\nask for the cards when it is your turn\n" in out
    assert "you drew> cards\nsay first which card you drew\n" in out
    table = out.split("cards\n")[-1]
    assert re.search(r"\n? Ann +by +both by\n holds +one +counting +both +counting +moved", table)
    assert re.search(r"\n AS +\d+% \+- +\d+ +\d+%", table)
    assert "+- is a 95% interval" in table


def test_a_meld_passed_up_and_a_dix_forgotten_are_told() -> None:
    lines = [*SETUP[:3], "A9.AA9.AKQ9.KK9", "AD", "9S", "no meld", "undo", "KD QD", "q"]
    out = piped("--no-advice", lines=lines).out
    assert "you passed up dix + royal-marriage KC QC: 50 points (undo takes that back)\n" in out
    assert "you have not melded the dix: 10 points (undo takes that back)\n" in out


def test_nothing_is_taken_where_it_makes_sense() -> None:
    lines = [*SETUP, "nothing", "AD", "9S", "no meld", "nothing", "9C", "q"]
    out = piped("--no-advice", lines=lines).out
    assert "nothing: no meld is asked for now; say the card that is played (? helps)\n" in out
    assert "nothing: say which card was drawn; no-draw if none was (? helps)\n" in out
    lines = ["macdougall", *SETUP[1:], "AD", "9S", "no dix", "nothing", "9C", "nothing", "q"]
    out = piped("--no-advice", "--doubles", "every", lines=lines).out
    assert re.search(r"you say, no-double or double .*> nothing\n\ntrick 2,", out)


def test_every_message_has_the_name_of_the_other_player() -> None:
    lines = [*SETUP, "AD", "KC", "9S", "Bob looked", "Ann looked", "looked", "pass", "9C", "q"]
    out = piped("--no-advice", "--opponent", "Ann", lines=lines).out
    assert "north" not in out
    assert "KC: Ann does not hold it: you have seen every copy; change puts right" in out
    assert "Bob: does not play; write Ann, or nothing for yourself (? helps)\n" in out
    assert "trick 1: Ann, looked: Ann has looked through tricks already taken" in out
    assert "trick 1: you, looked: you have looked through tricks already taken" in out


def test_a_card_said_where_a_meld_is_asked_for_is_told_what_to_say_first() -> None:
    lines = ["hayes", *SETUP[1:], "9D", "AD", "9C", "TS", "nothing", "TS", "q"]
    out = piped("--no-advice", "--opponent", "Ann", lines=lines).out
    assert "TS: a card; say first what Ann melds, or pass (? helps)\n" in out
    assert "Ann melds [nothing]> nothing\nAnn leads> TS\n" in out


def test_questions_before_the_first_trick_can_be_answered_anew() -> None:
    lines = ["whist", "undo", "hayes", "nobody", "me", "1C", "undo", "north", "?", "QC"]
    lines += ["AS", "AAA.AA9.AQ9.KK9", "A9.AA9.AQ9.QQJ9", "A9.AA9.AQ9.KKJ9", "record", "q"]
    out = piped("--no-advice", lines=lines).out
    for told in (
        "unknown rulebook 'whist' (known: ",
        "'nobody' is neither you nor north",
        "unknown rank",
        "the card turned up after the deal",
        "1 card, expected 12: A.-.-.-",
        "more copies of AS than the deck has",
        "more copies of QC than the deck has",
    ):
        assert told in out
    record = parse_record("\n".join(re.findall(r"^\[.*\]$", out, re.MULTILINE)))
    assert (record.rules.name, record.dealer) == ("hayes", Seat.SOUTH)


def test_commands_answer_and_take_back() -> None:
    lines = [*SETUP, "AD", "9S", "position", "?", "dix", "table", "9C", "undo", "undo", "undo"]
    lines += ["undo", "undo", "correct", "correct 1", "advice", "record", "quit"]
    out = piped("--no-advice", lines=lines).out
    for told in (
        "rules=scarne upcard=QC stock=23 act=meld turn=south",
        "  what you meld, or nothing, or its number:\n",
        "you meld dix: 10 points",
        "say first which card you drew",
        "taken back: you drew 9C",
        "taken back: you lead AD",
        "nothing has been noted yet",
        "correct: say in which trick: correct 3",
        "no advice was asked for",
    ):
        assert told in out
    assert out.count("taken back") == 4


def test_the_table_says_whose_decision_it_is() -> None:
    lines = [*SETUP, "9D", "table", "AD", "table", "pass", "9C", "table", "quit"]
    shown = piped("--no-advice", lines=lines).out
    decisions = re.findall(r"upcard QC, (.*)\n", shown)
    assert decisions == [
        "you lead",
        "you have led 9D",
        "north has won the trick and may meld",
        "north leads",
    ]


def test_what_something_should_have_been_is_asked_for_after_its_number(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    begun = [*SETUP, "9D", "9S", "pass", "9C", "KC", "correct 1"]
    kept = piped(str(file), "--no-advice", lines=[*begun, "2", "", "q"])
    assert "north plays (Enter: leave it)> \n" in kept.out
    (record,) = records(file)
    assert record.tricks[0].plays == ("9D", "9S")
    file.unlink()
    assert "corrected" in piped(str(file), "--no-advice", lines=[*begun, "2", "TS", "q"]).out
    (record,) = records(file)
    assert record.tricks[0].plays == ("9D", "TS")


def test_a_correction_that_does_not_fit_changes_nothing_unless_asked(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    begun = [*SETUP, "9D", "9S", "pass", "9C", "KC", "TS", "pass", "JS", "correct 1", "2 AD"]
    kept = piped(str(file), "--no-advice", lines=[*begun, "no", "quit"])
    assert "then trick 2 does not fit: KC: north plays then" in kept.out
    assert "nothing was changed" in kept.out
    (record,) = records(file)
    assert len(record.tricks) == 2
    file.unlink()
    assert "corrected" in piped(str(file), "--no-advice", lines=[*begun, "yes", "quit"]).out
    (record,) = records(file)
    assert [trick.plays for trick in record.tricks] == [("9D", "AD")]


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("no record\n", "not a record, so nothing is added to it"),
        ('[Dealer "north"]\n', "not a record, so nothing is added to it: Upcard: missing"),
        (
            '[View "south"][Dealer "north"][Upcard "QC"][South "A9.AA9.AQ9.KKJ9"]\n\n1. KS',
            "line 1: the last hand cannot be continued: ",
        ),
    ],
)
def test_a_file_that_cannot_be_gone_on_with(content: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text(content)
    result = piped(str(file), lines=["q"])
    assert result.status == 2
    assert told in result.err
    assert len(result.err.splitlines()) == 1
    assert file.read_text() == content


def test_a_file_that_cannot_be_written_is_told_before_anything_is_asked(tmp_path: Path) -> None:
    result = piped(str(tmp_path / "none" / "hand.pnr"), lines=SETUP)
    assert (result.status, result.out) == (2, "")
    assert result.err.endswith("hand.pnr: no such file or directory\n")


@pytest.mark.parametrize("option", ["--opponent=a=b", "--seat=east", "--seconds=0", "--rules=x"])
def test_bad_options_are_one_line_and_status_2(option: str) -> None:
    result = piped(option, lines=[])
    assert (result.status, len(result.err.splitlines())) == (2, 1)


def test_ctrl_c_leaves_what_was_noted(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    with at_terminal(PROMPTS, "new", str(file), "--no-advice") as person:
        person.read_to_prompt()
        for line in (*SETUP, "AD", "9S"):
            person.type(line)
        person.process.send_signal(signal.SIGINT)
        person.read_to_prompt()
        assert person.process.wait(30) == 130
    assert records(file)[0].tricks[0].plays == ("AD", "9S")


def test_every_rulebook_can_be_noted() -> None:
    for rules in PINOCHLE_BOOKS:
        lines = [rules, *SETUP[1:], "AD", "9S", "q"]
        asked = piped("--no-advice", lines=lines).out.splitlines()[-1]
        assert asked == ("you drew> q" if rules == "hayes" else "you meld [pass]> q")


def test_after_a_hand_of_all_cards_another_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    record = Witness("scarne", 8).record()
    file.write_text(record.text())
    lines = ["", "9H", "AAT.AAT.AAT.AAT", "q"]
    assert piped(str(file), "--no-advice", lines=lines).status == 0
    first, second = records(file)
    assert (second.view, second.dealer) == (Seat.SOUTH, first.dealer.other)
    assert sum(second.score) > 0
    other = tmp_path / "other.pnr"
    other.write_text(record.text())
    assert piped(str(other), "--no-advice", "--rules", "hayes", lines=lines).status == 0
    _, second = records(other)
    assert (second.rules.name, second.score) == ("hayes", (0, 0))
    assert second.count == second.rules.count


def test_words_that_note_nothing_are_answered(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    file.write_text('[View "south"] [Dealer "north"] [Upcard "QC"]\n[South "A9.AA9.AQ9.KKJ9"]\n')
    lines = ["", "AH", "advice", "9H", "", "position", "", "correct 1", "7 KH", "", "correct 1", ""]
    lines += ["correct 1", "9" * 5000, "?", ""]
    result = piped(str(file), "--no-advice", lines=[*lines, "quit"])
    said = result.out.splitlines()
    for answer in (
        "? tells what can be said here",
        "there is nothing for you to decide now",
        "say first which card you drew",
        "  1  you lead AH",
        "'7' is none of these numbers (? lists them, Enter leaves all as it is)",
        "  type its number and the right answer, such as 1 KC, or its number alone",
    ):
        assert answer in said, answer
    assert said.count("? tells what can be said here") == 2
    assert sum("99...' is none of these numbers (? lists" in answer for answer in said) == 1
    assert records(file)[0].text().endswith("1. AH 9H {pass}\n")


def test_what_cannot_be_begun_with_is_told_and_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    lines = ["", "me", "8C", "QC", "A9.AA9.AQ9.KKJ9", "q"]
    out = piped(str(file), "--no-advice", lines=lines).out
    assert "there is no 8C in this deck\n" in out
    assert records(file)[0].upcard == Card.parse("QC")


def test_after_the_last_hand_of_a_game_another_game_begins(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    record = replace(Witness("macdougall", 8).record(Seat.SOUTH), score=Points(990, 980))
    file.write_text(record.text())
    piped(str(file), "--no-advice", lines=["", "9H", "AAT.AAT.AAT.AAT", "quit"])
    assert [each.score for each in records(file)] == [(990, 980), (0, 0)]


NEXT = ["", "9H", "AAT.AAT.AAT.AAT", "quit"]


def test_after_a_game_that_is_won_another_is_begun_for_its_target_and_its_payment(
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.pnr"
    played = replace(Witness("hayes", 8).record(Seat.SOUTH), target=1100)
    first = replace(played, pays=Pays.DIFFERENCE)
    last = replace(played, target=1250, score=Points(1249, 980))
    file.write_text(f"{first.text()}\n{last.text()}")
    piped(str(file), "--no-advice", lines=NEXT)
    _, _, begun = records(file)
    assert (begun.score, begun.target, begun.pays) == ((0, 0), 1100, Pays.DIFFERENCE)


def test_a_forgotten_dix_does_not_cost_the_score_of_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.pnr"
    record = Witness("macdougall", 51).record(Seat.SOUTH)
    replay = replay_record(record)
    assert [finding.kind for finding in replay.findings] == [Irregularity.FORGOTTEN_DIX]
    file.write_text(record.text())
    piped(str(file), "--no-advice", lines=NEXT)
    assert records(file)[1].score == score_game([replay]).score == (94, 246)


def test_after_a_hand_that_a_renege_or_a_call_out_has_ended_another_is_begun(
    tmp_path: Path,
) -> None:
    file = tmp_path / "game.pnr"
    whole = Witness("scarne", 8).record()
    for record in (reneged(whole), called_out(whole)):
        file.write_text(record.text())
        result = piped(str(file), "--no-advice", lines=NEXT)
        assert (result.status, len(records(file))) == (0, 2)
        game = score_game([replay_record(record)])
        assert records(file)[1].score == ((0, 0) if game.winner is not None else game.score)


def reneged(record: HandRecord) -> HandRecord:
    """The record as far as a renege, put in place of a reply in the playoff."""
    for number in range(record.rules.deck.stock_tricks, len(record.tricks)):
        trick = record.tricks[number]
        for card in record.rules.deck.cards().distinct():
            other = replace(trick, plays=(trick.plays[0], card.text()))
            changed = replace(record, tricks=(*record.tricks[:number], other))
            findings = replay_record(changed).findings
            if findings and findings[-1].kind is Irregularity.RENEGE:
                return changed
    raise AssertionError


def called_out(record: HandRecord) -> HandRecord:
    """The record as far as trick 20, with a call-out then that is right."""
    call = RecordedCall(20, Seat.SOUTH)
    return replace(record, tricks=record.tricks[:20], score=Points(990, 0), call_outs=(call,))


def test_points_that_the_cards_do_not_tell_may_be_left_open(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    for said, kept in (("", ""), ("150", "=150")):
        file.write_text(HAYES)
        result = piped(str(file), "--no-advice", lines=[said, "quit"])
        run = "run:AH.TH.KH.QH.JH"
        assert f"what north scored for {run}, 110 or 150 [not known]> " in result.out
        assert records(file)[0].text().endswith(f"{run}{kept}}}\n")


def test_what_stays_open_is_told_at_the_end(tmp_path: Path) -> None:
    file, witness = tmp_path / "hand.pnr", Witness("macdougall", 0)
    notebook = Notebook(replace(witness.record(Seat.SOUTH), tricks=()))
    while (asked := notebook.question) is not None and asked.trick < 24:
        notebook.note("?" if asked.kind is EntryKind.CREDIT else witness.tell(asked))
    file.write_text(notebook.record.text())
    result = piped(str(file), "--no-advice", lines=["", ""])
    assert result.status == 0
    assert "going on with the hand at trick 24\n" in result.out
    (remark,) = notebook.replay.unknown
    assert result.out.splitlines()[-1] == str(remark)


def test_nothing_is_said_when_nobody_hears_it(tmp_path: Path) -> None:
    file, begun = tmp_path / "hand.pnr", "".join(f"{word}\n" for word in SETUP)
    command = [*forked_command(), "new", "--no-advice", str(file)]
    assert_it_ends_quietly_once_unheard(command, begun, file, "AD\n9S\n")
    assert records(file)[0].upcard == Card.parse("QC")


WRONG = ["you", "QH", "KJ99.TK9.TQ.KK9"]
NO_POSITION = "a hand has a wrong number of cards, or the next card is known: there is no position"


@pytest.mark.parametrize(
    ("rules", "word", "held"),
    [
        ("macdougall", "no-draw", (11, 12, 22)),
        ("scarne", "no-draw", (11, 12, 22)),
        ("hayes", "N:no-draw", (12, 11, 22)),
        ("macdougall-bonus", "+9D", (13, 12, 20)),
    ],
)
def test_a_wrong_draw_leaves_a_table_without_a_position(
    rules: str, word: str, held: tuple[int, int, int], tmp_path: Path
) -> None:
    file = tmp_path / "hand.pnr"
    # South wins the first trick; in scarne it shows after it has drawn.
    lines = [*WRONG, "TH", "AS", *(["pass", "nothing"] if rules[0] in "hm" else [])]
    own = word == "no-draw"
    lines += [word] if own else ["TC", *(["pass", "nothing"] if rules == "scarne" else []), word]
    begun = piped("--no-advice", "--rules", rules, str(file), lines=[*lines, "position", "q"])
    south, north, face_down = held
    assert (begun.status, begun.err) == (0, f"the record is in {file}\n"), begun.err
    assert f"> position\n{NO_POSITION}\n" in begun.out
    *_, table = begun.out.split("\ntrick ")
    assert f" {face_down} face down" in table
    assert f"  north   {north} in hand\n" in table
    (own_cards,) = re.findall(r"  you     in hand (.*)\n", table)
    assert len(re.findall(r" [AKQJT9]\b", own_cards)) == south
    # The file is gone on with, and the advice says in one line that there is none.
    again = piped(str(file), lines=["q"])
    assert (again.status, again.out.count(NO_POSITION)) == (0, 1), again.err
    assert piped("--no-advice", str(file), lines=["undo", "q"]).status == 0


@pytest.mark.parametrize("rules", PINOCHLE_BOOKS)
@pytest.mark.parametrize("words", ["no-draw", "+TC +KD", "+TC N:+? N:+?"])
def test_a_file_that_ends_with_a_wrong_draw_is_gone_on_with(
    rules: str, words: str, tmp_path: Path
) -> None:
    file = tmp_path / "hand.pnr"
    tags = f'[Rules "{rules}"] [Dealer "north"] [View "south"] [Upcard "QH"]\n'
    file.write_text(f'{tags}[South "KJ99.TK9.TQ.KK9"]\n\n1. TH AS {{{words}}}\n')
    result = piped("--no-advice", str(file), lines=["table", "undo", "q"])
    assert result.status == 0, result.err
    assert "going on with the hand at trick" in result.out


@pytest.mark.parametrize("rules", ["macdougall", "macdougall-bonus", "hayes"])
def test_a_card_face_up_before_the_first_lead_is_gone_on_with(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    lines = [*WRONG, "face-up:9D", "q"]
    begun = piped("--no-advice", "--rules", rules, str(file), lines=lines)
    assert "deal: card face up: 9D: it lay face up in the stock (" in begun.out
    text = file.read_text()
    assert text.endswith("\n{face-up:9D}\n")
    result = piped("--no-advice", str(file), lines=["KC", "q"])
    assert result.status == 0, result.err
    assert file.read_text() == f"{text.removesuffix(chr(10))} 1. KC\n"


def test_nothing_is_drawn_before_the_first_lead(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    words = ["N:out-of-turn", "no-draw", "N:back", "N:+?"]
    result = piped("--no-advice", "--rules", "scarne", str(file), lines=[*WRONG, *words, "q"])
    assert result.status == 0, result.err
    fact = "nothing is drawn before the first lead (? helps)"
    assert result.out.count(fact) == len(words)
    assert len(records(file)[0].opening) == 0


VOID = "void: nothing is scored, and the same dealer deals again"


@pytest.mark.parametrize(
    ("said", "written", "told"),
    [
        (["face-up:9D"], "{face-up:9D}", "deal: card face up: 9D: "),
        (["misdeal"], "{misdeal}", "deal: misdeal: "),
        (["KC", "north misdeal"], "1. KC {N:misdeal}", "trick 1: north, misdeal: "),
        (["TH", "AS", "S:misdeal"], "1. TH AS {S:misdeal}", "trick 1: you, misdeal: "),
    ],
)
def test_a_void_hand_is_told_in_a_line_and_dealt_again(
    said: list[str], written: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "hand.pnr"
    lines = [*WRONG, *said, "undo", said[-1], ""]
    result = piped("--no-advice", "--rules", "scarne", str(file), lines=lines)
    assert result.status == 0, result.err
    assert f"taken back: {said[-1]}\n" in result.out or "misdeal" in said[-1]
    assert [line for line in result.out.splitlines() if VOID in line] == [
        line for line in result.out.splitlines() if line.startswith(told)
    ]
    assert result.out.count(VOID) == 2  # once before it was taken back
    (record,) = records(file)
    assert record.text().endswith(f"\n{written}\n")
    (hand,) = score_game([replay_record(record)]).hands
    assert (hand.outcome, record.unread) == (HandOutcome.VOID, None)
    # North deals again, so south leads again.
    again = piped("--no-advice", str(file), lines=["", *WRONG[1:], "q"])
    assert "who leads first, you or north [you]> " in again.out
    game = score_game([replay_record(each) for each in records(file)])
    assert [(hand.dealer, hand.faults) for hand in game.hands] == [(Seat.NORTH, ())] * 2


def test_seats_changed_after_a_void_hand_name_the_right_leader(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    begun = ["--no-advice", "--rules", "scarne", "--opponent", "Bob", str(file)]
    piped(*begun, lines=[*WRONG, "misdeal", ""])
    text = file.read_text().replace("[View", '[SouthPlayer "Ann"] [View')
    file.write_text(text)
    result = piped("--no-advice", "--seat", "north", str(file), lines=["q"])
    assert "who leads first, you or Bob [you]> " in result.out


def test_only_misdeal_may_stand_behind_one_card() -> None:
    tags = '[Rules "scarne"] [Dealer "north"] [View "south"] [Upcard "QH"]\n'
    record = parse_record(f'{tags}[South "KJ99.TK9.TQ.KK9"]\n\n1. TH {{S:looked}}\n')
    assert str(record.unread) == (
        "trick 1: 'S:looked' behind one card; only misdeal may stand there"
    )
    record = parse_record(f'{tags}[South "KJ99.TK9.TQ.KK9"]\n\n1. TH {{misdeal}} AS\n')
    assert str(record.unread) == "trick 1: 'AS' behind misdeal, which ends the record"


def test_a_last_draw_out_of_turn_cannot_be_followed_at_the_table(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    begun = """\
[Rules "macdougall-bonus"]
[Dealer "north"]
[View "south"]
[Upcard "QD"]
[South "-.ATQJ9.AAT.TKJJ"]

1. JH AS {N:dix +TC} 2. AH AH {+TH} 3. KC KS {+JH} 4. TD AS {+KD} 5. JC TS {+9C}
6. 9H QD {dix+kings:KS.KH.KD.KC S:+TS} 7. AC TS {S:+QD} 8. KC@1 KD {N:out-of-turn +JD}
9. JH TD {S:+JD} 10. QS QD {+9H} 11. 9C KS@1 {+QC} 12. QH 9S
"""
    file.write_text(begun)
    result = piped("--no-advice", str(file), lines=["N:out-of-turn", "pass", "q"])
    assert result.status == 0, result.err
    fact = "out-of-turn: at the last draw this is followed in records of all cards only (? helps)"
    assert result.out.count(fact) == 1
    assert file.read_text() == begun
