"""The opponent of graded strength: its levels, its draws, and what it never does."""

from __future__ import annotations

import pytest

from pinochle_solver import Referee, match, random_deals
from pinochle_solver.engines.blunders import BLUNDERS, MELD_PASSED_UP, blunder, blunders
from pinochle_solver.engines.graded import GradedEngine, WeighedMove, chances, weigh
from pinochle_solver.engines.levels import DEFAULT, LEAST, MOST, NAMED, Level, LevelOption
from pinochle_solver.engines.protocol import Conversation
from pinochle_solver.engines.registry import make_engine
from pinochle_solver.errors import NotationError
from pinochle_solver.limits import Limits
from pinochle_solver.matches.players import PlayerSpec
from pinochle_solver.notation.position_lines import parse_position
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.cards import Card
from pinochle_solver.rules.moves import Doubling, Play
from pinochle_solver.stock.doubling import doubling_by_points

REPLY = "upcard=9S stock=23 turn=south south=AAT9.Q9.-.KQJJ99 north=+11 led=TD"
MELD = "upcard=KS stock=23 act=meld turn=south south=ATTQJ9.K.KQ.KJ north=+11 gone=-.-.-.AJ"
LOST = "rules=hayes trump=S south=-.TQ.-.- north=-.K.-.- turn=south led=AH"
PLAYOFF = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"


def moves_at(line: str, level: float | str, seeds: int) -> list[str]:
    engine = GradedEngine(level=level)
    position = parse_position(line)
    return [engine.choose(position, Limits(), seed=seed).move.text() for seed in range(seeds)]


# Levels


@pytest.mark.parametrize(
    ("text", "points"),
    [("beginner", 4), ("casual", 2), ("club", 1), ("EXPERT", 0.5), ("1.5", 1.5), ("4", 4)],
)
def test_a_level_is_a_name_or_points(text: str, points: float) -> None:
    assert Level.parse(text).points == points
    assert LevelOption(2.0).read(text) == points


@pytest.mark.parametrize("text", ["", "pro", "0.4", "4.1", "nan", "inf", "-1"])
def test_what_is_no_level_is_refused(text: str) -> None:
    fact = "expected beginner, casual, club, expert, or points lost a decision, 0.5 to 4"
    with pytest.raises(NotationError, match=fact):
        Level.parse(text)
    assert LevelOption(2.0).read(text) is None
    with pytest.raises(NotationError, match=f"player: '{text}' is no level"):
        PlayerSpec.parse(f"graded:level={text}")


def test_points_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"level is 0\.1, expected 0\.5 to 4"):
        GradedEngine(level=0.1)


def test_levels_are_written() -> None:
    assert [Level(points).text() for points in (4, 1.5)] == ["beginner", "1.5"]
    assert [Level.nearest(points).points for points in (9, 1.234, -2)] == [MOST, 1.2, LEAST]


def test_the_weaker_the_warmer() -> None:
    points = [LEAST + 0.1 * step for step in range(36)]
    temperatures = [Level(min(MOST, each)).temperature for each in points]
    assert temperatures == sorted(set(temperatures))
    named = [Level(points).temperature for points in NAMED.values()]
    assert named == pytest.approx([15.0, 6.8, 3.6, 1.7])
    assert Level(1.5).temperature == pytest.approx(5.22, abs=0.005)


# Choices


def test_it_draws_by_how_far_moves_are_behind() -> None:
    moves = [Play(Card.parse(text)) for text in ("AS", "TS", "KS")]
    weighed = [
        WeighedMove(moves[0], 0.0, None, is_ruled_out=False),
        WeighedMove(moves[1], 10.0, None, is_ruled_out=False),
        WeighedMove(moves[2], 1.0, "trump thrown away", is_ruled_out=True),
    ]
    assert chances(weighed, 10.0) == pytest.approx([0.7311, 0.2689, 0.0], abs=1e-4)
    assert chances(weighed, 1.0)[0] > 0.9999


def test_the_answer_depends_on_seed_and_position_alone() -> None:
    played = ["9C", "TS", "QH", "TS", "9H", "AS"]
    assert moves_at(REPLY, "beginner", 6) == played
    position = parse_position(REPLY)
    quick = make_engine("graded", level=4.0, threads=2)
    for limits in (Limits(worlds=1), Limits(seconds=0.001)):
        moves = [quick.choose(position, limits, seed=seed).move.text() for seed in range(6)]
        assert moves == played


def test_better_levels_find_the_best_move_more_often() -> None:
    found = [moves_at(REPLY, level, 12).count("TS") for level in NAMED]
    assert found == sorted(found)
    assert found[-1] > found[0] + 2


def test_cards_of_the_playoff_are_drawn_too() -> None:
    drawn = moves_at(PLAYOFF, "beginner", 100)
    assert (drawn.count("KD"), drawn.count("TH")) == (97, 3)
    assert set(moves_at(PLAYOFF, "expert", 100)) == {"KD"}
    weighed = weigh(parse_position(PLAYOFF), 1)
    assert [(each.move.text(), each.behind) for each in weighed] == [
        ("KD", 0.0),
        ("TH", 30.0),
        ("QD", 110.0),
        ("TS", 110.0),
    ]


def test_no_values_are_given_away() -> None:
    position = StockPosition.parse(REPLY)
    decision = GradedEngine().choose(position, Limits())
    assert (decision.mean, decision.candidates[0].mean) == (None, None)
    analysis = GradedEngine(level=1.5).analyze(position, Limits())
    assert analysis.model == "a choice at the level 1.5, no values"


def test_doubles_go_by_the_points_so_far() -> None:
    position = parse_position(
        "rules=macdougall doubles=every upcard=TS stock=19 act=double turn=south"
        " south=AK9.TKJJ.ATJ.K9 north=+12 tricks=9D-AD,QC-JC points=0+16/0+0 dealer=south"
    )
    assert isinstance(position, StockPosition)
    said = GradedEngine().choose(position, Limits()).move
    assert said is doubling_by_points(position) is Doubling.NO_DOUBLE


# What a beginner sees to be wrong

ACE_LED = "upcard=9S stock=23 turn=south south={} north=+11 led=AH"


@pytest.mark.parametrize(
    ("line", "move", "kind"),
    [
        (ACE_LED.format("ATKJ.K9.J9.TTJJ"), "TC", "counter thrown away"),
        (ACE_LED.format("ATKJ.K9.J9.TTJJ"), "AS", "ace of trumps wasted"),
        (ACE_LED.format("ATKJ.K9.J9.TTJJ"), "9D", "bargain refused"),
        (ACE_LED.format("ATKJ.K9.J9.TTJJ"), "JS", None),
        (ACE_LED.format("ATK.KQ9.J9.TTJJ"), "QH", "meld broken"),
        (ACE_LED.format("ATK.KQ9.J9.TTJJ"), "9D", None),
        (
            "upcard=9S stock=23 turn=south south=AKQ.K9.AJ9.TTJJ north=+11 led=AS",
            "AS",
            "counter thrown away",
        ),
        (
            "upcard=9S stock=23 turn=south south=ATK.K9.AJ9.TTJJ north=+11 led=AS",
            "KS",
            "trump thrown away",
        ),
        (MELD, "pass", MELD_PASSED_UP),
        (MELD, "marriage:KD.QD", MELD_PASSED_UP),
        (MELD, "dix", None),
        (PLAYOFF, "QD", None),
        (LOST, "TH", "counter thrown away"),
        (LOST, "QH", None),
    ],
)
def test_what_is_seen_to_be_wrong(line: str, move: str, kind: str | None) -> None:
    position = parse_position(line)
    (made,) = (each for each in position.legal_moves() if each.text() == move)
    assert blunder(position, made) == kind


def test_a_blunder_is_made_only_if_it_is_clearly_the_best() -> None:
    for weighed in (weigh(parse_position(line), 1) for line in (REPLY, MELD)):
        wrong = [each for each in weighed if each.blunder]
        assert wrong
        assert all(each.is_ruled_out for each in wrong)
    assert {each.blunder for each in weighed} == {None, MELD_PASSED_UP}


def test_every_kind_has_a_name_and_a_sentence() -> None:
    assert len({each.name for each in BLUNDERS}) == len(BLUNDERS)
    assert all(each.text.endswith(".") for each in BLUNDERS)


@pytest.mark.parametrize("rules", ["scarne", "goulash", "glup"])
def test_it_plays_whole_hands(rules: str) -> None:
    (deal,) = random_deals(1, 3, rules)
    referee = Referee.of_deal(deal)
    engine, number = GradedEngine(level="beginner"), 0
    while (turn := referee.turn) is not None:
        view = referee.view(turn)
        assert view is not None
        moves = view.legal_moves()
        assert set(blunders(view)) <= set(moves)
        # It is asked now and then, in every part of the hand; between that any move will do.
        move = moves[number % len(moves)] if number % 17 else engine.choose(view, Limits()).move
        referee.push(move.text())
        number += 1
    assert referee.is_over


# Elsewhere


def test_matches_take_levels() -> None:
    report = match("graded:level=expert", "graded:level=4", pairs=1, rules="hayes")
    assert report.settings.names == ("graded:level=expert", "graded:level=4")
    assert PlayerSpec.parse("graded").options == {}
    assert make_engine("graded").level == Level.parse(DEFAULT)  # type: ignore[attr-defined]


def test_the_protocol_has_levels_by_name() -> None:
    said: list[str] = []
    talk = Conversation(said.append)
    talk.handle("uci")
    assert (
        "option name Level type combo default casual var casual var beginner var club var expert"
        in said
    )
    said.clear()
    for line in (
        "setoption Engine graded",
        "setoption Level beginner",
        f"position {REPLY}",
        "go seed 0",
    ):
        talk.handle(line)
    talk.wait()
    assert said == ["bestmove 9C"]
