"""Puzzles are what their rules say, and no two of them are alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, piped
from helpers.games import record
from helpers.table_records import AUCTION
from pinochle_solver import RULEBOOKS, PlayoffPosition, StockPosition, solve
from pinochle_solver.hand.deals import random_playoffs
from pinochle_solver.puzzles.alike import playoff_key, playoff_pattern, stock_key
from pinochle_solver.puzzles.daily import daily_puzzle
from pinochle_solver.puzzles.making import Wanted, puzzles
from pinochle_solver.puzzles.natural import counted_card
from pinochle_solver.puzzles.playoff_puzzles import playoff_puzzle
from pinochle_solver.puzzles.puzzle import Difficulty
from pinochle_solver.puzzles.sources import dealt_playoffs, played_playoffs, played_stock
from pinochle_solver.puzzles.stock_puzzles import StockPuzzles
from pinochle_solver.puzzles.themes import Theme
from pinochle_solver.reviews.exercises import Exercise, read_exercises
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Play

SCARNE = RULEBOOKS["scarne"]
STRIPPED = "rules=scarne trump=D south=Q.-.T.AQ north=A.-.9.TJ turn=south"
OBLIGED = "rules=scarne trump=S south=AK.T.TK.- north=KQ9.-.Q.Q turn=north"
DUCKED = "rules=scarne trump=S south=-.-.T.ATQ north=Q.-.-.AKK turn=north"
DRAWN = "rules=scarne trump=S south=A.AQ9.-.- north=9.AK.-.A turn=north"
RUN_LATER = (
    "rules=scarne upcard=9D stock=13 act=meld turn=north south=Q.KQ.J9.-+6 north=ATTQ9.9.ATKQJ.-"
    " melds.south=dix:9D@1+marriage:KH.QH@1+pinochle:QS.JD@3"
    " melds.north=pinochle:QS.JD@2+marriage:KS*.QS@4"
    " tricks=JC-JH,9H-AH,JS-AS,JH-AH,JS-9C,KS-9S points=70+17/70+30 dealer=north"
)


def playoff(line: str) -> PlayoffPosition:
    return PlayoffPosition.parse(line)


@pytest.mark.parametrize(
    ("line", "themes", "difficulty", "told"),
    [
        (
            STRIPPED,
            ["stripping", "throw-in", "last-trick"],
            Difficulty.EASY,
            "TD is best by 13 points: TD-9D, QS-AS, JC-QC, AC-TC. TD takes north's last diamond "
            "first. QS gives north the lead, which costs him 13 points. TD takes the last trick, "
            "AC does not.",
        ),
        (
            OBLIGED,
            ["obligation", "last-trick"],
            Difficulty.HARD,
            "QC is best by 10 points: QC-KS, TH-QS, 9S-AS, TD-QD, KD-KS. QC is led, and south must "
            "trump it: TH would save him 10. QC takes the last trick, 9S does not.",
        ),
        (
            DUCKED,
            ["ducking", "last-trick"],
            Difficulty.MEDIUM,
            "KC is best by 10 points: KC-TC, TD-QS, KC-AC, QC-AC. AC would win; KC gives south the "
            "trick. KC takes the last trick, AC does not.",
        ),
        (
            DRAWN,
            ["drawing-trumps"],
            Difficulty.MEDIUM,
            "9S is best by 11 points: 9S-AS, AH-KH, 9H-AH, AC-QH. 9S takes a trump with which "
            "south would ruff AC.",
        ),
    ],
)
def test_a_playoff_has_the_themes_that_the_rules_find(
    line: str, themes: list[str], difficulty: Difficulty, told: str
) -> None:
    puzzle = playoff_puzzle(playoff(line))
    assert puzzle is not None
    assert [theme.value for theme in puzzle.themes] == themes
    assert puzzle.difficulty is difficulty
    assert puzzle.best == told


def test_a_puzzle_is_read_again_with_its_answer_and_themes() -> None:
    puzzle = playoff_puzzle(playoff(STRIPPED))
    assert puzzle is not None
    text = puzzle.text()
    (exercise,) = read_exercises("made.pn", text.splitlines())
    assert isinstance(exercise, Exercise)
    assert exercise.themes == {"stripping", "throw-in", "last-trick"}
    assert exercise.key == STRIPPED
    assert [line.partition(" ")[0] for line in exercise.paragraphs] == [
        "AC,",
        "TD",
        "theme:",
        "difficulty:",
    ]
    assert "AC, the most points in this trick, loses 23 points" in exercise.paragraphs[0]
    assert exercise.paragraphs[3].startswith("difficulty: easy: who counts 2 tricks finds it")
    assert text.splitlines()[-1] == f"{STRIPPED} id={puzzle.name} bm=TD value=46/14"
    assert max(map(len, text.splitlines()[:-1])) <= 80


def test_what_was_scored_and_who_plays_make_no_puzzle_another() -> None:
    plain = playoff_puzzle(playoff(STRIPPED))
    played = playoff_puzzle(playoff(f"{STRIPPED} score=500/400 id=x player.south=Ann"))
    assert plain is not None
    assert plain == played


@pytest.mark.parametrize(
    "line",
    [
        # Two cards are equally good.
        "rules=scarne trump=S south=A.A.A.A north=T.T.T.T turn=south",
        # Three cards in the hand are too few.
        "rules=scarne trump=S south=KQ.-.-.AJ north=AJ.-.-.T turn=south led=QC",
    ],
)
def test_what_is_no_puzzle_is_none(line: str) -> None:
    assert playoff_puzzle(playoff(line)) is None


def test_who_counts_all_tricks_finds_a_best_card_and_who_counts_one_the_most_points_now() -> None:
    for rules in ("scarne", "hayes"):
        for position in random_playoffs(4, 25, seed=3, rules=rules):
            best = [move.card for move in solve(position).moves if not move.loss]
            assert counted_card(position, tricks=4) in best
    reply = playoff("rules=scarne trump=S south=KQ.-.-.AJ north=AJ.-.-.T turn=south led=QC")
    assert counted_card(reply) == Card.parse("AC")
    lead = playoff("rules=scarne trump=S south=-.A.9.- north=-.T.A.- turn=south")
    assert counted_card(lead) == Card.parse("AH")


def test_playoffs_are_alike_if_only_suits_and_seats_have_other_names() -> None:
    position = playoff(OBLIGED)
    renamed = playoff("rules=scarne trump=H south=-.KQ9.Q.Q north=T.AK.-.TK turn=south")
    other_card = playoff("rules=scarne trump=S south=AK.T.TK.- north=KQ9.-.Q.J turn=north")
    assert playoff_key(renamed) == playoff_key(position)
    assert playoff_key(other_card) != playoff_key(position)
    assert playoff_key(position.with_rules("hayes")) != playoff_key(position)


def test_playoffs_are_twins_if_also_the_ranks_are_other_ones_in_the_same_order() -> None:
    position = playoff("rules=scarne trump=D south=AQJ.K.-.- north=Q.-.9.TK turn=south")
    twin = playoff("rules=scarne trump=H south=KQ9.-.-.K north=Q.K.A9.- turn=south")
    between = playoff("rules=scarne trump=H south=KJ9.-.-.K north=Q.K.A9.- turn=south")
    best, same = Card.parse("KH"), Card.parse("KC")
    assert playoff_key(twin) != playoff_key(position)
    assert playoff_pattern(twin, same) == playoff_pattern(position, best)
    assert playoff_pattern(twin, Card.parse("KS")) != playoff_pattern(position, best)
    assert playoff_pattern(between, same) != playoff_pattern(position, best)
    assert playoff_pattern(twin.with_rules("hayes"), same) != playoff_pattern(twin, same)


def test_of_twins_the_first_is_made() -> None:
    """Of 3,000 endings dealt by this seed 36 are puzzles, and two of them twins of others."""
    dealt = dealt_playoffs(SCARNE, SCARNE.count, 5, 6)
    every = [
        puzzle for hand in islice(dealt, 3000) for puzzle in map(playoff_puzzle, hand) if puzzle
    ]
    assert (len(every), len({puzzle.key for puzzle in every})) == (36, 36)
    made = list(puzzles([[puzzle.position] for puzzle in every], Wanted()))
    assert len(made) == len({puzzle.pattern for puzzle in every}) == 34
    patterns = [puzzle.pattern for puzzle in every]
    assert made == [puzzle for n, puzzle in enumerate(every) if puzzle.pattern not in patterns[:n]]


def test_a_trick_further_on_the_same_solution_is_no_other_puzzle() -> None:
    first = playoff("rules=scarne trump=D south=AA9.-.9.TJ north=Q.Q.K.AQ9 turn=north")
    later = playoff("rules=scarne trump=D south=AA.-.-.TJ north=Q.-.-.AQ9 turn=north")
    one, two = playoff_puzzle(first), playoff_puzzle(later)
    assert one is not None
    assert two is not None
    assert one.line == ("KD-9D", "QH-9S", "QS-AS", "AS-9C", "JC-QC", "AC-TC")
    assert two.line == one.line[2:]
    assert list(puzzles([[first, later]], Wanted(), most_of_a_hand=None)) == [one]
    # In two hands they are two puzzles.
    assert list(puzzles([[first], [later]], Wanted(), most_of_a_hand=None)) == [one, two]


def test_the_same_move_for_the_same_themes_is_one_puzzle_of_a_hand() -> None:
    puzzle = playoff_puzzle(playoff(STRIPPED))
    assert puzzle is not None
    other = replace(puzzle, line=("9S-AS",))
    assert other.goes_on(puzzle)
    assert not replace(other, themes=(Theme.DUCKING,)).goes_on(puzzle)
    assert not replace(other, move=Play(Card.parse("QS"))).goes_on(puzzle)


def test_in_the_stock_phase_only_hearts_and_clubs_have_names_of_no_account() -> None:
    def key(hand: str, upcard: str) -> str:
        return stock_key(StockPosition.parse(f"rules=scarne upcard={upcard} south={hand}"))

    assert key("AAT9.KQ.-.QQJJ99", "9S") == key("AAT9.QQJJ99.-.KQ", "9S")
    assert key("AAT9.KQ.-.QQJJ99", "9H") == key("AAT9.QQJJ99.-.KQ", "9C")
    assert key("AAT9.KQ.-.QQJJ99", "9S") != key("-.KQ.AAT9.QQJJ99", "9D")


def test_the_same_seed_gives_the_same_puzzles_and_more_of_them_are_added() -> None:
    def made(number: int, seed: int) -> list[str]:
        dealt = dealt_playoffs(SCARNE, SCARNE.count, seed, 6)
        return [puzzle.key for puzzle in islice(puzzles(dealt, Wanted()), number)]

    three = made(3, seed=1)
    assert made(2, seed=1) == three[:2]
    assert made(2, seed=2) != three[:2]
    assert len(set(three)) == 3


def test_no_two_are_alike_and_only_those_wanted_are_made() -> None:
    hands = [[playoff(line)] for line in (STRIPPED, DUCKED, STRIPPED, DRAWN, DUCKED)]
    made = list(puzzles(hands, Wanted()))
    assert [puzzle.themes[0] for puzzle in made] == [Theme.STRIPPING, Theme.DUCKING, Theme.TRUMPS]
    last = list(puzzles(hands, Wanted(themes=frozenset((Theme.LAST_TRICK,)))))
    assert last == made[:2]
    assert list(puzzles(hands, Wanted(difficulty=Difficulty.EASY))) == made[:1]


def test_of_a_hand_only_the_first_is_made_unless_all_are_asked_for() -> None:
    hands = [[playoff(STRIPPED), playoff(DUCKED)]]
    assert len(list(puzzles(hands, Wanted()))) == 1
    assert len(list(puzzles(hands, Wanted(), most_of_a_hand=None))) == 2


def test_hands_that_engines_play_come_to_playoffs_and_to_decisions_of_the_stock_phase() -> None:
    endings = next(played_playoffs(SCARNE, SCARNE.count, 1, 5))
    sizes = [len(each.hand(each.turn)) for each in islice(endings, 20)]
    assert set(sizes) <= {4, 5}
    decisions = list(next(played_stock(SCARNE, SCARNE.count, 1)))
    assert len(decisions) >= 24
    assert not any(each.hand(each.turn).hidden for each in decisions)


def test_a_meld_that_scores_the_most_now_may_be_laid_too_early() -> None:
    position = StockPosition.parse(RUN_LATER)
    puzzle = StockPuzzles(worlds=256).puzzle(position)
    assert puzzle is not None
    assert puzzle.themes == (Theme.TIMING,)
    assert puzzle.natural.startswith("run:AD.TD.KD.QD.JD, which scores the most at once")
    assert puzzle.best.startswith("royal-marriage:KD.QD is ahead of run:AD.TD.KD.QD.JD by ")
    assert " it keeps a run for later: " in puzzle.best
    assert StockPuzzles(worlds=256, themes=[Theme.KEEPING]).puzzle(position) is None


def test_a_day_has_one_puzzle() -> None:
    first = daily_puzzle(date(2026, 11, 29), SCARNE)
    assert first == daily_puzzle(date(2026, 11, 29), SCARNE)
    assert first != daily_puzzle(date(2026, 11, 30), SCARNE)
    assert first.position.rules == SCARNE
    assert daily_puzzle(date(2026, 11, 29), RULEBOOKS["hayes"]).position.rules.name == "hayes"


def test_the_daily_puzzle_is_named_by_its_day_and_known_again(
    pinochle: Pinochle, tmp_path: Path
) -> None:
    asked = ("quiz", "--daily", "--ascii", "--state", str(tmp_path / "s"))
    first = piped([*asked], "QQ\n1\n1\n1\nq\n")
    assert f"\nthe puzzle of {date.today()}: scarne, old count\n" in first.out
    assert "\nunknown suit 'Q' in 'QQ' (? lists the moves, help tells more)\n" in first.out
    known = "you have answered this puzzle before; tomorrow there is another one\n"
    assert known not in first.out
    assert piped([*asked], "q\n").out.startswith(known)
    for option in ("--number", "--seed"):
        run = pinochle(*asked, option, "3")
        assert run.err == (f"pinochle quiz: {option}: not with --daily, which asks one puzzle\n")


# The command


def test_the_command_prints_a_file_of_puzzles(pinochle: Pinochle) -> None:
    run = pinochle("puzzles", "make", "--dealt", "--number", "2", "--seed", "3", "--cards", "5")
    assert (run.status, run.err) == (0, "")
    found = read_exercises("-", run.out.splitlines())
    assert len(found) == 2
    for exercise in found:
        assert isinstance(exercise, Exercise)
        position = exercise.position
        assert isinstance(position, PlayoffPosition)
        bare = replace(position, id=None, best_moves=(), value=None)
        moves = solve(bare).moves
        assert position.best_moves == (moves[0].card,)
        assert moves[1].loss >= 10
        assert counted_card(bare) != moves[0].card


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--theme", "duck"], "'duck' is not one of 'stripping', "),
        (["--theme", "ducking", "--theme", "timing-a-meld"], "ask for one phase at a time"),
        (["--theme", "timing-a-meld", "--dealt"], "--dealt: only playoffs are dealt"),
        (["--seed", "2", "hand.pnr"], "--seed: not with FILE, which has the hands"),
        (["none.pnr"], "none.pnr: no such file or directory"),
        (["--rules", "auction"], "auction is a game for three"),
    ],
)
def test_bad_input_is_one_line(pinochle: Pinochle, arguments: list[str], told: str) -> None:
    run = pinochle("puzzles", "make", *arguments)
    assert (run.status, run.out) == (2, "")
    assert told in run.err
    assert len(run.err.splitlines()) == 1


def test_a_folder_without_a_puzzle_is_told(pinochle: Pinochle, tmp_path: Path) -> None:
    for seed in (1, 2):
        (tmp_path / f"{seed}.pnr").write_text(record(seed=seed, moves=2).text())
    run = pinochle("puzzles", "make", str(tmp_path), "--theme", "ducking")
    assert (run.status, run.out) == (0, "")
    assert run.err == ("no such puzzle in 2 hands; without FILE puzzles are made of other hands\n")


def test_hands_of_three_are_refused_with_what_to_type(pinochle: Pinochle, tmp_path: Path) -> None:
    file = tmp_path / "auction.pnr"
    file.write_text(AUCTION)
    run = pinochle("puzzles", "make", str(file))
    assert (run.status, run.out) == (2, "")
    assert run.err == (
        f"{file}:1: rules: auction is a game for three, and only the two-handed game is taken "
        "here. Type pinochle review --quiz FILE to practise the mistakes of such hands\n"
    )
