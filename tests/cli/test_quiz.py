"""Positions to think about: `pinochle quiz`, and when each is asked for again."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, timedelta
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, piped
from helpers.paths import ROOT
from helpers.table_records import CONCEDED
from pinochle_solver import TABLE_RULEBOOKS, TablePosition, analyze
from pinochle_solver.cli.commands import quiz
from pinochle_solver.cli.commands.quiz import _is_good
from pinochle_solver.double_dummy.stakes import stake_of
from pinochle_solver.errors import PositionError
from pinochle_solver.hidden_hands.search import analyze_hidden
from pinochle_solver.limits import Limits
from pinochle_solver.notation.playoff_position import PlayoffPosition
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.render.table.renderer import TableRenderer
from pinochle_solver.reviews.exercises import DAYS, Exercise, Learnt, Progress, read_exercises
from pinochle_solver.reviews.table.bid_questions import WORLDS, Level, bid_exercises, level_of
from pinochle_solver.reviews.table.reviewing import best_of
from pinochle_solver.stock.estimates import Estimate
from pinochle_solver.table.moves import PASS
from pinochle_solver.table.seats import Seat

EASY = "rules=scarne trump=S south=A.-.-.9 north=T.-.-.A turn=south id=easy bm=9C value=21/11"
OTHER = "rules=scarne trump=H south=-.A.-.9 north=-.T.-.A turn=south"
TODAY = date(2026, 3, 1)


def exercises(*lines: str) -> list[Exercise]:
    found = read_exercises("quiz.pn", lines)
    return [each for each in found if isinstance(each, Exercise)]


def position(line: str) -> str:
    return line.partition(" id=")[0]


@pytest.fixture
def quiz_file(tmp_path: Path) -> Path:
    file = tmp_path / "quiz.pn"
    file.write_text(f"# Of another one.\n\n# 9C first.\n# Then the rest.\n{position(EASY)}\n")
    return file


def test_comments_right_above_a_position_belong_to_it() -> None:
    first, second = exercises("# lost", "", "# one", "# two", position(EASY), OTHER)
    assert first.why == ("one", "two")
    assert second.why == ()
    assert (first.place, second.place) == ("quiz.pn:5", "quiz.pn:6")


def test_lines_that_were_broken_for_their_width_are_told_as_one() -> None:
    long = "South throws the queen away and keeps both aces of hearts for the last two tricks, and"
    why = (long, "wins them.", "9C costs 15.", "claim 12: 9D > JS", "found: +134.4 ± 0.7")
    (exercise,) = exercises(*(f"# {line}" for line in why), EASY)
    assert exercise.paragraphs == [f"{long} wins them.", *why[2:]]
    (exercise,) = exercises(f"# {long}", "# claim 1: A > B", EASY)
    assert exercise.paragraphs == [long, "claim 1: A > B"]
    (exercise,) = exercises("# one", "# two", "#", f"# {long}", "#", "# more", EASY)
    assert exercise.paragraphs == ["one", "two", "", long, "", "more"]
    assert exercises(EASY)[0].paragraphs == []


def test_a_position_is_known_by_its_cards_and_not_by_what_is_told_of_it() -> None:
    (plain,) = exercises(position(EASY))
    assert isinstance(plain.position, PlayoffPosition)
    named = replace(plain, position=replace(plain.position, id="easy"), why=("why",))
    assert named.key == plain.key


def test_what_goes_well_comes_later_each_time_and_what_does_not_at_once() -> None:
    progress, day = Progress(0, TODAY, 0, 0), TODAY
    for days in DAYS[1:]:
        progress = progress.answered(day, well=True)
        assert progress.due - day == timedelta(days=days)
        day = progress.due
    assert progress.answered(day, well=True).box == len(DAYS) - 1
    wrong = progress.answered(day, well=False)
    assert (wrong.box, wrong.due, wrong.asked, wrong.right) == (0, day, len(DAYS), len(DAYS) - 1)


def test_what_is_due_is_asked_for_before_what_is_new() -> None:
    old, new = exercises(position(EASY), OTHER)
    learned = Learnt()
    learned.answered(old, TODAY, well=False)
    assert learned.chosen([new, old], TODAY, 10, 1) == [old, new]
    assert learned.chosen([new, old], TODAY, 1, 1) == [old]
    learned.answered(old, TODAY, well=True)
    assert learned.chosen([new, old], TODAY, 10, 1) == [new]
    assert learned.chosen([new, old], TODAY + timedelta(days=1), 10, 1) == [old, new]


def test_what_is_known_is_read_again(tmp_path: Path) -> None:
    (exercise,) = exercises(OTHER)
    learned, file = Learnt(), tmp_path / "state.json"
    assert Learnt.read(file).of(exercise) is None
    learned.answered(exercise, TODAY, well=True)
    file.write_text(learned.text())
    assert Learnt.read(file).of(exercise) == learned.of(exercise)


def asked(state: Path, file: Path, *words: str) -> str:
    text = "".join(f"{word}\n" for word in words)
    run = piped(
        ["quiz", "--ascii", "--state", str(state), "--seed", "1", "--worlds", "32", str(file)], text
    )
    assert run.status == 0, run.err
    return run.out


def test_a_wrong_answer_is_told_with_the_values_and_asked_for_again(
    quiz_file: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state" / "quiz.json"
    out = asked(state, quiz_file, "?", "KH", "AS", "9C")
    assert "KH: " in out
    assert "AS loses" in out
    assert "9C first.\nThen the rest.\n" in out
    assert "Of another one." not in out
    assert "once more" in out
    assert "0 of 1 right at the first try" in out
    ((key, progress),) = json.loads(state.read_text()).items()
    assert key.startswith("rules=scarne")
    assert (progress["box"], progress["asked"], progress["right"]) == (0, 1, 0)


def test_what_is_lost_is_told_as_the_table_has_it(quiz_file: Path, tmp_path: Path) -> None:
    out = asked(tmp_path / "quiz.json", quiz_file, "AS", "9C")
    assert " AS        21      21     10\n" in out
    assert "\nAS loses 10 points\n" in out


def told_of(tmp_path: Path, line: str, answer: str) -> str:
    file = tmp_path / "quiz.pn"
    file.write_text(f"{line}\n")
    return piped(["quiz", "--worlds", "16", "--state", str(tmp_path / "s"), str(file)], answer).out


REDOUBLED = (
    "rules=macdougall doubles=every stake=4 doubler=south upcard=TS stock=19 act=answer-redouble "
    "turn=south south=K9.TKJJ.ATJ9.T9 north=+12 gone=T.9.K.J points=0+16/0+0"
)


def test_what_is_said_to_a_double_is_told_in_stakes(tmp_path: Path) -> None:
    right = told_of(tmp_path, REDOUBLED, "refuse\n")
    assert "\nright\n" in right
    assert "1 of 1 right at the first try" in right
    (tmp_path / "s").unlink()
    wrong = told_of(tmp_path, REDOUBLED, "accept\nq\n")
    lost = re.search(r"accept .* (\d\.\d\d ±  ?\d\.\d\d) +\d+\.\d% ", wrong)
    assert lost is not None
    assert f"\naccept loses {lost[1]} stakes\n" in wrong
    assert "0 of 1 right at the first try" in wrong


@pytest.mark.parametrize(("rules", "is_good"), [("scarne", True), ("glup", False)])
def test_as_much_is_good_enough_as_gets_no_mark_in_a_review(rules: str, is_good: bool) -> None:
    hand = {"scarne": "AAT9.KQ.-.QQJJ99", "glup": "AAT9.KQ.AT9.AQQJJJ999"}[rules]
    position = StockPosition.parse(f"rules={rules} south={hand} upcard=9S")
    found = analyze(position, worlds=2, seed=1)
    best, second = found.moves[:2]
    behind = replace(second, points_behind=Estimate(2.0, 0.1))
    values = replace(found, moves=(best, behind))
    assert _is_good(values, behind.move) is is_good


def test_a_right_answer_comes_again_another_day(quiz_file: Path, tmp_path: Path) -> None:
    state = tmp_path / "quiz.json"
    assert "1 of 1 right at the first try" in asked(state, quiz_file, "9C")
    assert "nothing to ask for before" in asked(state, quiz_file)


@pytest.mark.parametrize("word", ["skip", "quit", "q"])
def test_without_an_answer_nothing_is_noted(quiz_file: Path, tmp_path: Path, word: str) -> None:
    state = tmp_path / "quiz.json"
    out = asked(state, quiz_file, "help", word)
    assert "the legal moves by number" in out
    assert not state.exists()


def test_without_a_file_there_are_the_puzzles(tmp_path: Path) -> None:
    run = piped(
        ["quiz", "--state", str(tmp_path / "s.json"), "--number", "1", "--seed", "3"], "q\n"
    )
    assert run.status == 0
    assert "1 of 1" in run.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["none.pn"], "none.pn: no such file or directory"),
        (["-"], "FILE: give a file; standard input is for what you say"),
        (["--worlds", "8", "--seconds", "1"], "--seconds or --worlds, not both"),
    ],
)
def test_bad_input_is_one_line(pinochle: Pinochle, arguments: list[str], told: str) -> None:
    result = pinochle("quiz", *arguments)
    assert (result.status, result.out) == (2, "")
    assert told in result.err
    assert len(result.err.splitlines()) == 1


def test_a_state_that_is_none_is_left_as_it_is(
    pinochle: Pinochle, quiz_file: Path, tmp_path: Path
) -> None:
    state = tmp_path / "state.json"
    state.write_text("nonsense")
    result = pinochle("quiz", "--state", str(state), str(quiz_file))
    assert result.status == 2
    assert result.err == f"{state}: not the state of a quiz\n"
    assert state.read_text() == "nonsense"


LAST_REPLY = (
    "rules=scarne upcard=9C stock=KH turn=south south=KQ.A.ATK.AKQQJJ north=AQJ.QJ.AQJJ.TT led=KS"
    " melds.south=dix@2+royal-marriage:KC*.QC@2+royal-marriage:KC2.QC2@4+aces:AS*.AH.AD.AC*@5"
    " melds.north=marriage:KD*.QD@9+marriage:KS*.QS@10+pinochle:QS.JD@11"
    " tricks=9S-9S,9C-TS,9H-9H,9D-TS,KC-TH,JS-TH,AH-TD,AC-KH,JH-QH,9D-AS,KD-QD"
    " points=190+82/80+23 dealer=north"
)


@pytest.mark.parametrize(
    ("word", "told", "right"),
    [
        ("KC@2", "right", 1),
        ("JC", "good enough: JC loses 2.0 points", 1),
        ("KS", "KS loses 18.0 points", 0),
    ],
)
def test_what_loses_a_little_is_good_enough(
    tmp_path: Path, word: str, told: str, right: int
) -> None:
    file = tmp_path / "last.pn"
    file.write_text(f"{LAST_REPLY}\n")
    lines = asked(tmp_path / "state", file, word).splitlines()
    assert told in lines
    assert f"{right} of 1 right at the first try" in lines


def test_a_hidden_hand_is_nothing_to_think_about(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "hidden.pn"
    file.write_text("upcard=9S stock=23 turn=north south=AAT9.KQ.-.QQJJ99 north=+12\n")
    result = pinochle("quiz", "--state", str(tmp_path / "state"), str(file))
    assert (result.status, result.err) == (2, f"{file}: no position with a decision in it\n")


THEMED = f"# theme: throw-in, last-trick\n{position(EASY)}\n\n# theme: ducking\n{OTHER}\n"


def test_only_puzzles_with_a_theme_are_asked(pinochle: Pinochle, tmp_path: Path) -> None:
    file, state = tmp_path / "themed.pn", tmp_path / "state.json"
    file.write_text(THEMED)
    run = piped(["quiz", "--theme", "throw-in", "--state", str(state), str(file)], "q\n")
    assert run.status == 0
    assert "1 of 1: scarne" in run.out
    none = pinochle("quiz", "--theme", "stripping", "--state", str(state), str(file))
    assert (none.status, none.out) == (2, "")
    assert none.err == (
        "pinochle quiz: --theme: no position with it; "
        "pinochle puzzles make --theme stripping makes some\n"
    )


def test_the_puzzle_of_the_day_is_the_same_however_often_it_is_asked_for(tmp_path: Path) -> None:
    arguments = ["quiz", "--daily", "--rules", "hayes", "--ascii", "--state", str(tmp_path / "s")]
    first = piped(arguments, "1\nq\n")
    again = piped(arguments, "q\n")
    assert first.status == again.status == 0
    shown = first.out.partition("your move>")[0]
    assert f"\nthe puzzle of {date.today()}: hayes, compromise count\n" in shown
    known = "you have answered this puzzle before; tomorrow there is another one\n"
    assert again.out.partition("your move>")[0] == known + shown
    assert "\ntheme: " in first.out
    assert "\ndifficulty: " in first.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--daily", "some.pn"], "FILE: not with --daily, which makes the puzzle itself"),
        (["--daily", "--bid"], "--bid or --daily, not both"),
        (["--bid", "--theme", "ducking"], "--theme: not with --bid, which deals the hands itself"),
        (["--daily", "--rules", "auction"], "--rules: auction is a game for three"),
        (["--daily", "--theme", "keeping-a-meld"], "keeping-a-meld is of the stock phase"),
        (["--theme", "duck"], "'duck' is not one of 'stripping', "),
    ],
)
def test_a_theme_or_a_day_that_cannot_be_asked_for_is_refused(
    pinochle: Pinochle, arguments: list[str], told: str
) -> None:
    found = pinochle("quiz", *arguments)
    assert (found.status, found.out) == (2, "")
    assert told in found.err
    assert found.err.count("\n") == 1


def test_without_puzzles_a_file_has_to_be_given(
    pinochle: Pinochle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quiz, "puzzle_files", list)
    result = pinochle("quiz", "--state", str(tmp_path / "state"))
    assert (result.status, result.out) == (2, "")
    assert result.err == "the puzzles are not installed; give a file\n"


AT_A_TABLE = (
    "# The jack draws the ace.\n"
    "rules=auction bidder=south trump=S turn=south south=AQJ.-.-.- west=AJ.9.-.- north=Q.T.K.-\n"
)


def test_a_position_at_a_table_is_asked_in_words_and_judged(tmp_path: Path) -> None:
    file = tmp_path / "table.pn"
    file.write_text(AT_A_TABLE)
    out = asked(tmp_path / "quiz.json", file, "?", "xx", "9S", "ace of spades", "JS")
    assert "1 of 1: auction, compromise count" in out
    assert "1 AS  2 QS  3 JS" in out
    assert "'xx': no card. Type its rank and suit, as in QS, or its number" in out
    assert "'9S': you have no such card" in out
    assert "wrong: AS loses 5 card points; best is JS\n" in out
    assert "still to come: you 40, west+north 15\n" in out
    assert "points: card points still to come" in out
    assert "the last 3 tricks, trump S, you lead\n" in out
    assert "  you play alone against west and north; you have bid\n" in out
    assert "The jack draws the ace." in out
    assert "right: JS is best\n" in out.partition("once more")[2]
    assert "0 of 1 right at the first try" in out


BID_OR_PASS = (
    "# Best is 200: ahead of passing by 0.74 checks.\n"
    "rules=check dealer=west act=bid turn=north "
    "south=+12 west=+12 north=TKJ9.QJ.AKQJ9.9 east=+12 id=call\n"
)


def test_the_known_best_call_says_whether_to_bid(tmp_path: Path) -> None:
    """In 32 worlds a pass is too close to the best bid to call; the file knows better."""
    file = tmp_path / "table.pn"
    file.write_text(BID_OR_PASS)
    out = asked(tmp_path / "quiz.json", file, "pass", "200")
    assert "wrong: best is 200; pass loses " in out
    assert re.search(r"^counted as right: 200( to \d+)?( \(too .*\))?$", out, re.MULTILINE)
    assert "right: 200 is best\ncounted" in out.partition("once more")[2]


def test_a_trump_that_the_file_knows_is_not_called_close(tmp_path: Path) -> None:
    file = puzzles_named(tmp_path / "table.pn", "burial-3")
    out = asked(tmp_path / "quiz.json", file, "spades", "q")
    assert re.search(r"S loses \S+ \+- \S+ checks in other deals", out)
    assert "Best is C: in 2048 other deals (seed 53) it is ahead of S by 0.52 +- 0.09 checks" in out
    assert not re.search(r"^(too close to call|equally good)", out, re.MULTILINE)


def test_words_that_name_no_move_name_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "table.pn"
    file.write_text(BID_OR_PASS.replace("Best is 200", "Best is patience"))
    out = asked(tmp_path / "quiz.json", file, "pass", "q")
    assert re.search(r"^counted as right: .*pass( \(too close to call: .*pass\))?$", out, re.M)


def test_a_hand_in_play_is_told_from_its_deal_on(tmp_path: Path) -> None:
    file = tmp_path / "table.pn"
    puzzles = (ROOT / "puzzles" / "table.pn").read_text().splitlines()
    asked_for = [line for line in puzzles if line.endswith(("id=lead-2", "id=later-card-3"))]
    file.write_text("\n".join(asked_for))
    out = asked(tmp_path / "quiz.json", file, "skip", "q")
    for line in (
        "  the bidding: you pass, south pass, west pass, north 200",
        "  you play with west against south and north",
        "  you have melded queens QS QH QD QC, dix 9H: 70",
        "  1 AC  2 QC  3 9C",
        "  the highest bid of each: you 210, west 220, north 150, east 160",
        "  the widow was AD QC JH 9C",
        "  west has melded royal marriage KS QS, marriage KC QC, dix 9S, dix 9S: 80",
    ):
        assert f"{line}\n" in out


TABLE = ROOT / "puzzles" / "table.pn"


def puzzles_named(file: Path, *names: str) -> Path:
    """A file with these puzzles of tables, in this order."""
    blocks = {block.rpartition("id=")[2]: block for block in TABLE.read_text().split("\n\n")}
    file.write_text("\n\n".join(blocks[name] for name in names))
    return file


def test_a_burial_has_its_row_and_the_stake_is_told(tmp_path: Path) -> None:
    file = puzzles_named(tmp_path / "table.pn", "burial-1")
    out = asked(tmp_path / "quiz.json", file, "hearts 9h 9h kc", "q")
    assert "1 of 1: auction, compromise count; you are west\n" in out
    assert "  the stake: 25 cents from each, spades count double\n" in out
    own = re.search(r"^ *H +KC 9H 9H +- +(\S+ +\+- \S+)", out, re.MULTILINE)
    assert own is not None
    # To concede costs 25 cents to each whatever the cards are.
    assert re.search(r"^ *concede +-50\.0  ", out, re.MULTILINE)
    told = re.search(r"^wrong: H KC 9H 9H loses (\S+ \+- \S+) cents in other deals", out, re.M)
    assert told is not None
    assert re.sub(" +", " ", own[1]) == told[1]
    assert "other deals: not those of the table" in out
    ahead = "in 2048 other deals (seed 24) it is ahead of D AS TH TC by 35.50 +- 2.82"
    assert f"Best is S TH TD TC: {ahead}" in out


def test_a_burial_that_is_known_and_a_dear_suit_are_told(tmp_path: Path) -> None:
    file = puzzles_named(tmp_path / "table.pn", "lead-1")
    out = asked(tmp_path / "quiz.json", file, "skip")
    assert "  you have buried AD AC TC\n" in out
    assert "  the stake: 2 x 25 cents from each, as spades are trumps\n" in out


def test_the_best_line_names_who_leads_in_the_words_of_the_table(tmp_path: Path) -> None:
    file = puzzles_named(tmp_path / "table.pn", "ending-1", "ending-7")
    arguments = ["quiz", "--state", str(tmp_path / "quiz.json"), "--seed", "1", str(file)]
    run = piped(arguments, "1\n1\nq\n")
    told = " ".join(run.out.split())
    assert "The best line, with the leader of each trick: you Q♥-A♥-J♠, north Q♦-T♦-Q♦" in told
    assert "the best line" not in told.replace("The best line", "")
    assert "QH" not in told


def test_what_a_file_says_is_told_without_the_notation() -> None:
    out = StringIO()
    renderer = TableRenderer(out, ascii=True)
    renderer.play_as(Seat.SOUTH, {Seat.WEST: "Bob"})
    for said, told in (
        (
            "before the first trick: Ann chose S:TH.TH.TC/royal-marriage:KS.QS+dix:9S ?? and lost "
            "9.0 +- 1.0 cents; best was S:TD.TD.TC (by a review)",
            "before the first trick: Ann chose S TH TH TC, melding royal marriage KS QS, dix 9S ?? "
            "and lost 9.0 +- 1.0 cents; best was S TD TD TC (by a review)",
        ),
        ("Ann chose H/none ??; best was C", "Ann chose H, melding none ??; best was C"),
        ("Ann melded kings:KS.KH.KD.KC ??", "Ann melded kings KS KH KD KC ??"),
        ("The best line: south 9S-KS, west AD-QD.", "The best line: you 9S-KS, Bob AD-QD."),
    ):
        renderer.play_told(said)
        assert " ".join(out.getvalue().split()) == told
        out.seek(0)
        out.truncate()


def test_the_summary_tells_the_kinds(tmp_path: Path) -> None:
    file = puzzles_named(tmp_path / "table.pn", "ending-1", "later-card-4")
    out = asked(tmp_path / "quiz.json", file, "1", "1", "q")
    assert re.search(r"^\d of 2 right at the first try: \w+ .*\d of 1, .* \d of 1$", out, re.M)


def test_the_help_names_the_games_with_puzzles(pinochle: Pinochle) -> None:
    games = {
        line.split()[0].removeprefix("rules=")
        for line in TABLE.read_text().splitlines()
        if line.startswith("rules=")
    }
    told = " ".join(pinochle("quiz", "--help").out.split())
    assert games == {"auction", "partnership-auction", "check"}
    assert "For three and four there are puzzles of auction, partnership-auction and check." in told
    refused = pinochle("quiz", "--rules", "corners").err
    assert "no position of corners, only of " in refused
    assert refused.endswith("; with --bid it deals hands to bid with\n")


def test_mistakes_at_a_table_are_kept_and_asked_for(pinochle: Pinochle, tmp_path: Path) -> None:
    hand, kept = tmp_path / "hand.pnr", tmp_path / "mistakes.pn"
    hand.write_text(CONCEDED)
    review = pinochle("review", "--worlds", "32", "--seat", "south", "--quiz", str(kept), str(hand))
    assert review.status == 0
    assert "before the first trick: Ann chose concede ?? and lost" in kept.read_text()
    out = asked(tmp_path / "quiz.json", kept, "?", "concede", "q")
    assert "you name trump and bury 3 cards" in out
    assert "wrong: concede loses " in out
    for line in (
        "  you dealt\n",
        "  the bidding: Bob pass, Cleo pass, you 250\n",
        "  the widow was TH JD 9S\n",
        "  you play alone against Bob and Cleo\n",
    ):
        assert line in out
    [exercise] = read_exercises("kept", kept.read_text().splitlines(), ())[:1]
    assert not isinstance(exercise, PositionError)
    assert exercise.answer is not None


CARD_TO_PLAY = (
    "rules=check dealer=north bids=p,p,p,200 bidder=north contract=200 trump=H turn=east"
    " led=JC,TH,KC south=-.-.Q.-+5 west=Q.-.-.-+5 north=+6 east=AJ9.9.-.AQ9"
    " melds.south=marriage:KD.QD melds.west=marriage:KS.QS+pinochle:QS.JD"
    " melds.north=marriage:KC.QC+dix:9H melds.east=queens:QS.QH.QD.QC+dix:9H"
    " tricks=9H-QH-QH-KH,KD-TD-AD-JD,QD-KD-JD-AD,JS-QS-TS-KS,AC-9C-QC-JC"
    " won=2/1/1/1 points=50+55/130+40"
)


def bids_asked(state: Path, *words: str) -> str:
    text = "".join(f"{word}\n" for word in words)
    options = ("--rules", "check", "--seed", "2", "--worlds", "32", "--threads", "1")
    run = piped(
        ["quiz", "--bid", "--ascii", "--state", str(state), "--number", "1", *options], text
    )
    assert run.status == 0, run.err
    return run.out


def test_calls_are_asked_for_and_a_wrong_one_comes_again(tmp_path: Path) -> None:
    state = tmp_path / "quiz.json"
    out = bids_asked(state, "?", "glub", "650", "q")
    assert "1 of 1: check, compromise count" in out
    assert "you can call" in out
    assert "your move> glub" in out or "glub" in out
    assert re.search(r"^wrong: best is (pass|\d+); 650 loses ", out, re.MULTILINE)
    assert re.search(r"^counted as right: (\d+|pass)", out, re.MULTILINE)
    assert "checks of this hand alone, without those for the game\n" in out
    assert "once more: check" in out
    (key,) = json.loads(state.read_text())
    assert "act=bid" in key
    # The hand is due at once, in another quiz with other new hands, too; a card is not asked for.
    due = json.loads(state.read_text())[key]
    state.write_text(json.dumps({CARD_TO_PLAY: due, key: due}))
    again = bids_asked(state, "650", "q")
    assert again.partition("your move>")[0] == out.partition("your move>")[0]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--level", "easy"], "--level: goes with --bid"),
        (["--bid", "--rules", "chek"], "--rules: unknown rulebook 'chek', did you mean check?"),
        (["--bid", "--rules", "hayes-3"], "--rules: hayes-3 has no bidding; these have: auction,"),
        (["--bid", "--rules", "glup"], "--rules: glup has no bidding; these have: auction,"),
        (["--bid", "some.pn"], "FILE: not with --bid, which deals the hands itself"),
        (["--bid", "--player", "Ann"], "--player: not with --bid, which deals the hands itself"),
        (["--bid", "--level", "eay"], "'eay' is not one of 'easy', 'medium', 'hard'"),
    ],
)
def test_a_bidding_quiz_that_cannot_be_is_refused(
    pinochle: Pinochle, arguments: list[str], told: str
) -> None:
    found = pinochle("quiz", *arguments)
    assert (found.status, found.out) == (2, "")
    assert told in found.err
    assert found.err.count("\n") == 1


def test_hands_of_a_level_are_as_clear_as_it_says() -> None:
    rules = TABLE_RULEBOOKS["corners"]
    for level in (Level.EASY, Level.HARD):
        (exercise,) = islice(bid_exercises(rules, level, seed=3), 1)
        position = exercise.position
        assert isinstance(position, TablePosition)
        assert PASS in position.legal_moves()
        analysis = analyze_hidden(position, Limits(worlds=WORLDS), seed=3)
        assert level_of(analysis) is level
        best = best_of(analysis)
        other = max(
            move.mean.mean
            for move in analysis.moves
            if move.mean is not None and (move.move == PASS) != (best.move == PASS)
        )
        assert best.mean is not None
        share = (best.mean.mean - other) / stake_of(position, best.move, PASS)
        assert level.least <= share < level.most


@pytest.mark.parametrize("more", [(), ("--bid",)])
def test_a_rulebook_with_a_slip(pinochle: Pinochle, more: tuple[str, ...]) -> None:
    run = pinochle("quiz", *more, "--rules", "acution")
    said = "--rules: unknown rulebook 'acution', did you mean auction?"
    assert (run.status, run.err) == (2, f"pinochle quiz: {said}\n")
