"""`pinochle play --level`: opponents by name, by points, and as strong as the player."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from helpers.commandline import Pinochle, Run
from helpers.commandline import piped as piped_into

# What reviews wrote of four decisions: Ann lost 1, 0, 2 and 5 points, Bob 8 once.
HAND = """\
[SouthPlayer "Ann"] [NorthPlayer "Bob"] [Dealer "south"] [Upcard "9D"]
[South "KQJ.ATKQ9.TJ.J9"]
[North "A9.AKQ9.AK9.ATK"]
[Stock "TD TS KS JC AS QS QD JH TS QC QC QD JH 9C AD TH JS 9S TC AC KC JD KD"]

1. 9H TH {pinochle:QS.JD} 2. 9H QH
"""


def review_of(losses: list[tuple[str, float]]) -> str:
    """A line of ``review --json`` as far as it is read."""
    players = {"south": "Ann", "north": "Bob"}
    decisions = [{"seat": seat, "loss": {"mean": lost, "se": 1.0}} for seat, lost in losses]
    return json.dumps({"players": players, "decisions": decisions}) + "\n"


@pytest.fixture
def reviews(tmp_path: Path) -> Path:
    file = tmp_path / "reviews.jsonl"
    first = review_of([("south", 1.0), ("north", 8.0), ("south", 0.0)])
    file.write_text(first + "\n" + review_of([("south", 2.0), ("south", 5.0)]))
    return file


def play(*arguments: str, words: str = "q\n", status: int = 0) -> Run:
    run = piped_into(["play", "--seed", "5", "--ascii", *arguments], words.encode())
    assert run.status == status, run.err
    return run


@pytest.mark.parametrize(
    ("level", "line"),
    [
        ("casual", "the opponent loses 2 points a decision on average (casual)"),
        ("CLUB", "the opponent loses 1 point a decision on average (club)"),
        ("1.5", "the opponent loses 1.5 points a decision on average"),
    ],
)
def test_a_level_is_told(level: str, line: str) -> None:
    assert play("--level", level).out.splitlines()[1] == line


def test_the_same_seed_plays_the_same_game() -> None:
    words = "1\n" * 12 + "q\n"
    first, again = (play("--level", "beginner", words=words).out for _ in range(2))
    assert first == again
    assert first.count("north plays") + first.count("north leads") > 3


@pytest.mark.parametrize("level", ["pro", "9", ""])
def test_what_is_no_level_is_one_line(pinochle: Pinochle, level: str) -> None:
    run = pinochle("play", "--level", level)
    assert (run.status, run.err) == (
        2,
        f"pinochle play: --level: '{level}', expected beginner, casual, club, expert, mine, "
        "or points lost a decision, 0.5 to 4\n",
    )


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        (
            ("--level", "club", "--engine", "greedy"),
            "--level: not with --engine; an opponent with a level is an engine",
        ),
        (("--reviews", "x"), "--reviews: goes with --level mine"),
        (
            ("--level", "mine"),
            "--level mine: add --reviews FILE, with hands that pinochle review --annotate FILE "
            "has reviewed",
        ),
    ],
)
def test_options_that_do_not_go_together(
    pinochle: Pinochle, arguments: tuple[str, ...], fact: str
) -> None:
    run = pinochle("play", *arguments)
    assert (run.status, run.err) == (2, f"pinochle play: {fact}\n")


# As strong as the player


def named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f'name = "{name}"\n')
    monkeypatch.setenv("PINOCHLE_SETTINGS", str(file))


def mine(pinochle: Pinochle, *files: Path) -> str:
    run = pinochle("play", "--level", "mine", *(f"--reviews={file}" for file in files))
    assert run.status == 2
    return run.err


def test_your_level_is_told_with_its_interval(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reviews: Path
) -> None:
    named(monkeypatch, tmp_path, "ann")
    lines = play("--level", "mine", "--reviews", str(reviews)).out.splitlines()
    assert lines[1:3] == [
        "your level: 2.0 +- 2.1 points a decision over 4 decisions",
        "the opponent loses 2 points a decision on average (casual)",
    ]


def test_levels_out_of_range_take_the_nearest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    named(monkeypatch, tmp_path, "Ann")
    file = tmp_path / "reviews.jsonl"
    for lost, said, opponent in (
        (7.0, "7.0 +- 0.0 points a decision over 2 decisions, but the weakest opponent loses 4", 4),
        (
            0.2,
            "0.2 +- 0.0 points a decision over 2 decisions; for a stronger opponent than 0.5 "
            "leave --level out",
            0.5,
        ),
    ):
        file.write_text(review_of([("south", lost)] * 2))
        lines = play("--level", "mine", "--reviews", str(file)).out.splitlines()
        assert lines[1] == f"your level: {said}"
        assert lines[2].startswith(f"the opponent loses {opponent} points")


def test_who_you_are_has_to_be_known(
    pinochle: Pinochle, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, reviews: Path
) -> None:
    assert mine(pinochle, reviews) == (
        "pinochle play: --level mine: two players or more: Ann, Bob. "
        "Type pinochle settings name NAME to say who you are\n"
    )
    named(monkeypatch, tmp_path, "Carl")
    assert mine(pinochle, reviews) == (
        "pinochle play: --level mine: 'Carl' does not play, the names are Ann and Bob. "
        'Type pinochle settings name NAME to say who you are, or write [SouthPlayer "Carl"] '
        "into the records\n"
    )
    named(monkeypatch, tmp_path, "Bob")
    assert mine(pinochle, reviews) == (
        "pinochle play: --level mine: only 1 decision of Bob is reviewed\n"
    )


def test_an_annotated_record_holds_a_level(pinochle: Pinochle, tmp_path: Path) -> None:
    hand, reviewed = tmp_path / "hand.pnr", tmp_path / "reviewed.pnr"
    hand.write_text(HAND)
    assert mine(pinochle, hand) == (
        f"{hand}: no reviewed hand in it; type pinochle review {hand} --annotate NEW-FILE\n"
    )
    found = pinochle(
        *("review", str(hand), "--worlds", "16", "--player", "Ann", "--json"),
        *("--annotate", str(reviewed)),
    )
    decisions = json.loads(found.out)["decisions"]
    line = f"points a decision over {len(decisions)} decisions"
    assert line in play("--level", "mine", "--reviews", str(reviewed)).out
    # The review is of another hand.
    hand.write_text(reviewed.read_text().replace("2. 9H QH", "2. 9H TC"))
    assert "no reviewed hand in it" in mine(pinochle, hand)


@pytest.mark.parametrize("text", ["{}\n", '{"decisions": 1}\n', "{\n", "{" * 9999])
def test_what_is_no_review_is_one_line(pinochle: Pinochle, tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(text)
    assert mine(pinochle, file) == f"{file}:1: no line of pinochle review --json\n"
