"""What `pinochle play` and `new` tell a person at a table, and what they ask once more."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest

from helpers.commandline import piped
from helpers.table_noting import played
from helpers.terminals import at_terminal
from pinochle_solver.cli.table.missed import tell_missed
from pinochle_solver.notation.table.record_files import read_table_records
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.rules.moves import Show
from pinochle_solver.table.steps import TableStep

PLAY = ("play", "--engine", "greedy", "--seconds", "0.02", "--ascii", "--seed", "3")
BOUGHT = ("260", "spades th ks jd")
NORTH_DEALT = ("north", "AKQJ.AQ.AQJ9.AKKQ9")


def said_in_play(*words: str, rules: str = "auction") -> str:
    run = piped([*PLAY, "--rules", rules], "".join(f"{word}\n" for word in words))
    assert run.status == 0, run.err
    return run.out


def noted(*words: str, rules: str = "auction", file: Path | None = None) -> str:
    arguments = ["new", "--ascii", "--no-advice"]
    arguments += ["--rules", rules] if rules else []
    arguments += [] if file is None else [str(file)]
    run = piped(arguments, "".join(f"{word}\n" for word in words))
    assert run.status == 0, run.err
    assert "Traceback" not in run.err
    return run.out


def test_the_points_of_the_last_trick_add_up() -> None:
    """The last trick is told with its 10, so that the tricks and the melds make the total."""
    out = said_in_play(*BOUGHT, "", *["1"] * 15)
    tricks = [line for line in out.splitlines() if " the trick, " in line]
    assert len(tricks) == 15
    assert tricks[-1].endswith(" points, 10 of them for the last trick")
    assert not any("of them" in line for line in tricks[:-1])
    own = [line for line in tricks if "you take the trick" in line]
    points = sum(int(line.partition(" the trick, ")[2].split()[0]) for line in own)
    everybodys = sum(int(line.partition(" the trick, ")[2].split()[0]) for line in tricks)
    assert everybodys == 250 - 15  # 15 are buried
    assert f"  you: {180 + 15 + points} in melds and cards" in out


def test_melds_left_in_the_hand_are_told_once_and_undo_says_what_it_takes_back() -> None:
    out = said_in_play(*BOUGHT, "all but queens", "1", "undo", "undo", "q")
    told = "you did not lay queens QS QH QD QC: 60 points (undo goes back to the trump)\n"
    assert out.count(told) == 1
    assert out.count("taken back: trump, burial and melds\n") == 1
    assert out.index(told) < out.index("taken back: ")
    assert "you did not lay" not in said_in_play(*BOUGHT, "all", "q")


def test_a_note_says_which_melds_were_left_in_the_hand() -> None:
    bought = (*NORTH_DEALT, "260", "p", "p", "AS TH JH")
    out = noted(*bought, "spades 3 7 12/none", "q")
    told = "you did not lay marriage KC QC, aces AS AH AD AC, queens QS QH QD QC: 180 points (undo"
    assert out.count(told) == 1
    assert "you did not lay" not in noted(*bought, "spades 3 7 12", "q")


@pytest.mark.parametrize("rules", ["macdougall-3", "hayes-4"])
def test_a_meld_passed_up_with_a_stock_is_told_with_its_points(rules: str) -> None:
    """Of each show that a greedy hand made, passing it up instead is told with what it scored."""
    steps = [step for step in played(rules, 2, "greedy") if isinstance(step.move, Show)]
    made = [step for step in steps if step.move != Show()]
    assert made
    for step in made:
        out = StringIO()
        tell_missed(TableStep(step.before, Show(), step.before), TableRenderer(out, ascii=True))
        points = step.after.melds_made(step.seat) - step.before.melds_made(step.seat)  # type: ignore[union-attr]
        assert out.getvalue().startswith("you passed up ")
        assert out.getvalue().endswith(" (undo takes that back)\n")
        scored = int(out.getvalue().partition(": ")[2].split()[0])
        assert scored >= points > 0
        out = StringIO()
        tell_missed(step, TableRenderer(out, ascii=True))
        assert not out.getvalue()


def test_a_review_is_offered_until_the_answer_is_understood() -> None:
    arguments = [*PLAY, "--rules", "auction"]
    with at_terminal("call|trump and burial|review|yes or no", *arguments) as person:
        assert person.read_to_prompt() is not None
        for word in ("260", "concede", "yes"):
            person.type(word)
        offer = "y reviews the hand, which takes half a minute; n or Enter does not"
        assert (person.type("hint") or "").endswith("review> ")
        assert f"'hint': {offer}" in person.text
        assert (person.type("yse") or "").endswith("review> ")
        assert f"'yse': {offer}" in person.text
        assert person.type("n") is None
        assert person.process.wait(60) == 0


def test_a_contract_of_another_seat_is_given_up_only_if_that_is_meant() -> None:
    sold = (*NORTH_DEALT, "p", "300", "p", "AS TH JH", "concede")
    out = noted(*sold, "no", "hearts", "q")
    assert "west names trump> concede\ngive up the hand? yes or no> no\nwest names trump> " in out
    assert "the hand is over" not in out
    assert "west melds [none]> q\n" in out
    assert "the hand is over: west played for 300: conceded\n" in noted(*sold, "yes")


def test_the_hand_that_was_read_is_shown_by_suits() -> None:
    hand = "  you   S A K Q J   H A Q   D A Q J 9   C A K K Q 9\n"
    change = "if a card is wrong, change it: change 9C 9S\n"
    out = noted("west", NORTH_DEALT[1], "q")
    shown, _, rest = out.partition("north calls> ")
    assert shown.endswith(f"\nnorth calls\n{hand}{change}")
    assert not rest.count(hand)
    own_turn = noted(*NORTH_DEALT, "q")
    assert own_turn.count(hand) == 1
    assert own_turn.count(change) == 1


def test_the_score_of_a_hand_under_way_has_the_melds_before_the_first_lead() -> None:
    out = said_in_play("score", *BOUGHT, "", "score", "q")
    assert out.count("points so far: none in melds or cards\n") == 1
    assert "card> score\npoints so far: you 180 in melds\n" in out
    check = said_in_play("score", "q", rules="check")
    assert "points so far: none in melds or cards\n" in check


def test_a_renege_that_a_later_card_proves_is_told_at_once_and_by_replay_and_review(
    tmp_path: Path,
) -> None:
    """North discards a club on the ace of trumps, and trumps in the next trick."""
    file = tmp_path / "hand.pnr"
    setup = ("me", "TT.QJ9.AT9.AKQ9", "p", "200", "210", "p", "p", "spades", "", "", "", "")
    out = noted(
        *setup, "AS", "TS", "9S", "9C", "9D", "AD", "KD", "9S", "q", rules="check", file=file
    )
    fact = "trick 1: north, 9C: must follow suit, and 9S came in trick 2; a renege or a slip"
    assert out.count(f"{fact} (correct 1 or undo puts a slip right)\n") == 1
    assert out.index(fact) < out.index("north leads> q")
    replay = piped(["replay", str(file)], "")
    assert replay.status == 2
    assert f"{fact}\n" in replay.err
    review = piped(["review", "--ascii", "--worlds", "16", str(file)], "")
    assert f"{fact}\n" in review.out
    mended = noted("correct 1", "north JS", "q", rules="", file=file)
    assert "corrected\n" in mended
    assert fact not in piped(["replay", str(file)], "").err


CHECK = ("me", "TT.QJ9.AT9.AKQ9")


def test_several_answers_stand_on_a_line(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    calls = ("pass, north 200, 210", "p p spades", "none, none none none")
    out = noted(*CHECK, *calls, "as ts", "9S js 9d AD", "q", rules="check", file=file)
    (record,) = read_table_records(file)
    assert record.calls is not None
    assert [call.bid for call in record.calls] == [None, 200, 210, None, None]
    assert not any(record.melds.values())
    assert [trick.plays for trick in record.tricks] == [("AS", "TS", "9S", "JS"), ("9D", "AD")]
    assert out.count("east AS, you TS, west 9S, north JS: east takes the trick, 20 points\n") == 1


def test_a_card_of_several_words_and_one_by_its_number_stand_among_others(tmp_path: Path) -> None:
    file = tmp_path / "hand.pnr"
    bought = (*NORTH_DEALT, "I bid 260 p p AS TH JH", "spades 3 7 12")
    noted(*bought, "1 nine of spades 10s 10 of hearts", "q", file=file)
    (record,) = read_table_records(file)
    assert record.tricks[0].plays == ("AS", "9S", "TS")
    assert record.widow is not None
    assert record.widow.text() == "A.TJ.-.-"


def test_a_wrong_word_of_a_line_is_named_and_those_before_it_are_kept() -> None:
    calls = ("p 200 210 p p spades", "none none none none")
    out = noted(*CHECK, *calls, "as ts xx js", "9s ks", "9d ad kd 9d", "q", rules="check")
    expected = "no card. Type its rank and suit, as in QS, or its number"
    assert f"'xx': {expected}; all before it is noted (? helps)\nwest plays> 9s ks\n" in out
    fact = "9D: north does not hold it: you have seen every copy; change puts right a wrong card"
    assert f"{fact} of your hand; all before it is noted (? helps)\nnorth plays> q\n" in out
    whole = noted(*CHECK, "fly away", "q", rules="check")
    assert "'fly away': no call. Type a number, such as 310, or pass (? helps)\n" in whole


def test_a_seat_before_an_answer_has_to_be_the_one_that_is_asked() -> None:
    out = noted(*CHECK, "west 200", "east 210", "north: p", "left 210", "q", rules="check")
    wrong = "is asked now; correct 0 changes answers (? helps)\n"
    assert f"west calls> west 200\nnorth calls> east 210\n'east 210': north {wrong}" in out
    assert f"north calls> north: p\neast calls> left 210\n'left 210': east {wrong}" in out


def test_suits_are_symbols_wherever_the_output_has_them() -> None:
    words = (*NORTH_DEALT, "260 p p AS TH JH", "spades 3 7 12", "as 9s ts", "undo", "correct 1", "")
    text = "".join(f"{word}\n" for word in (*words, "2 ks", "as", "spads", "q"))
    run = piped(["new", "--no-advice", "--rules", "auction"], text)
    assert "taken back: north plays T♠\n" in run.out
    assert "  1  you lead A♠\n  2  west plays 9♠\n" in run.out
    assert "A♠: north does not hold it: you have seen every copy" in run.out
    assert "'spads': no card. Type its rank and suit" in run.out
    ascii_out = noted(*words, "q")
    assert "taken back: north plays TS\n" in ascii_out
    assert "  1  you lead AS\n" in ascii_out
    two = "scarne\nme\nQC\nA9.AA9.AQ9.KKJ9\n9D\n9S\nundo\nq\n"
    assert "taken back: north plays 9♠\n" in piped(["new", "--no-advice"], two).out


def test_a_refused_word_stands_in_quotation_marks() -> None:
    sold = (*NORTH_DEALT, "p 300 p AS TH JH")
    out = noted(*sold, "spads", "hearts", "jackz", "KH QD", "3 7", "all", "none", "3", "q")
    for line in (
        "'spads': no suit. Type S, H, D or C, or concede (? helps)\n",
        "'jackz': no meld. Type all, none, names or numbers (? helps)\n",
        "'kh qd': these cards are no meld now (? helps)\n",
        "'3 7': numbers stand for your own melds; name them, such as run (? helps)\n",
        "'all': say which melds west lays (? helps)\n",
        "'3': numbers stand for your own cards; name the card, such as QS (? helps)\n",
    ):
        assert line in out
    bid = noted(*NORTH_DEALT, "255", "q")
    assert "'255': you can bid 250 to 650 in tens or pass (? helps)\n" in bid
