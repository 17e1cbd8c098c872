"""Playoff positions: reading, writing, and every check by its own message."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    CardCount,
    Hand,
    HandPoints,
    PlayoffPosition,
    Points,
    PositionError,
    Rulebook,
    Seat,
    SeatPoints,
)
from pinochle_solver.position import read_playoff_positions
from strategies import playoff_positions

EXAMPLE = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"


def example_with(**tokens: str | None) -> str:
    """The example with these tokens set, or left out where None."""
    words = dict(word.split("=") for word in EXAMPLE.split()) | tokens
    return " ".join(f"{token}={text}" for token, text in words.items() if text is not None)


@given(playoff_positions())
def test_a_position_written_and_read_is_the_same(position: PlayoffPosition) -> None:
    assert PlayoffPosition.parse(position.text()) == position
    assert PlayoffPosition.parse_line(json.dumps(position.tokens())) == position
    assert PlayoffPosition.parse_line(json.dumps({"position": position.text(), "x": 1})) == position


@given(playoff_positions(), st.randoms())
def test_tokens_may_come_in_any_order(position: PlayoffPosition, random: object) -> None:
    words = position.text().split()
    random.shuffle(words)  # type: ignore[attr-defined]
    assert PlayoffPosition.parse("  ".join(words)) == position


def test_all_tokens_go_round() -> None:
    line = (
        "rules=hayes count=old trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
        " points=40+92/0+92 score=640/710 target=1250 id=first bm=KD,TH value=55/15"
    )
    position = PlayoffPosition.parse(line)
    assert position.text() == line
    assert position.points == HandPoints(SeatPoints(40, 92), SeatPoints(0, 92))
    assert position.score == Points(640, 710)
    assert position.target == 1250
    assert [str(card) for card in position.best_moves] == ["KD", "TH"]
    assert position.value == Points(55, 15)


def test_tolerant_reading_canonical_writing() -> None:
    line = "turn=NORTH trump=♣ rules=Hayes count=Compromise south=x.10.qk. north=a..k.kt led=qd"
    assert PlayoffPosition.parse(line.replace("qk", "k").replace("turn=NORTH", "turn=north")) == (
        PlayoffPosition.parse("rules=hayes trump=C south=T.T.K.- north=A.-.K.TK turn=north led=QD")
    )


def test_defaults_are_left_out() -> None:
    line = example_with(count="compromise", score="0/0", target="1000")
    assert PlayoffPosition.parse(line).text() == EXAMPLE
    assert PlayoffPosition.parse(example_with(rules=None)).text() == example_with(rules="scarne")


def test_outstanding_counts_the_card_led_and_the_last_trick() -> None:
    assert PlayoffPosition.parse(EXAMPLE).outstanding == 70
    led = PlayoffPosition.parse("rules=hayes trump=S south=-.-.-.- north=A.-.-.- turn=north led=TH")
    assert led.outstanding == 30


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("", "trump: missing, the position is empty"),
        ("hello", "hello: not a key=value token"),
        (example_with(rules="goulash"), "rules: unknown rulebook 'goulash'"),
        (example_with(count="new"), "count: unknown count 'new'"),
        (example_with(trump="X"), "trump: unknown suit 'X'"),
        (example_with(trump=""), "trump: empty"),
        (example_with(south="Z.T.KQ.-"), "south: unknown rank 'Z' in 'Z'"),
        (example_with(south="T.8.KQ.-"), "south: 8H is not in the pinochle deck"),
        (example_with(turn="west"), "turn: unknown seat 'west'"),
        (example_with(foo="1"), "foo: unknown token"),
        (EXAMPLE + " turn=south", "turn: given twice"),
        (example_with(trump=None), "trump: missing"),
        (example_with(south=None), "south: missing"),
        (example_with(north=None), "north: missing"),
        (example_with(turn=None), "turn: missing"),
        (example_with(south="KKK.-.-.-"), "south: 3 copies of KS, the deck has 2"),
        (example_with(south="T.T.KK.-"), "north: 3 copies of KD, the deck has 2"),
        (example_with(south="T.K.KQ.-", north="A.-.K.T", led="KD"), "led: 3 copies of KD"),
        (example_with(north="A.-.K.T"), "north: 3 cards, south has 4: expected equal hands"),
        (example_with(led="9D"), "north: 4 cards, with a card led 3 go with south's 4"),
        (example_with(north="A.-.K.TKQ"), "north: 5 cards, south has 4"),
        (
            example_with(south="AATTKKQQJJ99.A.-.-", north="-.A.-.AATTKKQQJJ99"),
            "south: 13 cards, a playoff hand has at most 12",
        ),
        (example_with(south="-.-.-.-", north="-.-.-.-"), "south: no cards"),
        (example_with(south="-.-.-.-", north="A.-.-.-", led="KD"), "south: no cards"),
        (example_with(south="T.T.KQ"), "south: 3 suits in 'T.T.KQ', expected 4"),
        (example_with(south="T.T.K.-+1"), "south: unknown cards in 'T.T.K.-+1'"),
        (example_with(north="+4"), "north: unknown cards in '+4'"),
        (example_with(upcard="TS"), "upcard: belongs to a stock-phase position"),
        (example_with(dealer="south"), "dealer: belongs to a stock-phase position"),
        (example_with(led="K"), "led: 'K' is no card"),
        (example_with(points="40/20"), "points: '40/20' is not melds+tricks/melds+tricks"),
        (example_with(points="40+-5/0+185"), "points: '40+-5/0+185' is not"),
        (example_with(points="0+90/0+91"), "points: trick points sum to 181, the cards played"),
        (example_with(points="45+90/0+90"), "points: meld points are 45, expected a multiple"),
        (example_with(score="640"), "score: '640' is not south/north"),
        (example_with(score="-1/0"), "score: '-1/0' is not south/north"),
        (example_with(target="0"), "target: '0' is not a number of points"),
        (example_with(target="9" * 5000), "target: '9999"),
        (example_with(value="55"), "value: '55' is not south/north"),
        (example_with(bm="KD,,TH"), "bm: '' is no card"),
        (example_with(bm="AD"), "bm: AD is not in south's hand"),
        (example_with(id="\udcff"), "id: '\\udcff' is not UTF-8 text"),
        ("x" * 5000, "'" + "x" * 37 + "...': not a key=value token"),
        ("x" * 5000 + "=1", "'" + "x" * 37 + "...': unknown token"),
        ("\n".join([EXAMPLE] * 500), "rules: given twice"),
        ("{", "position: not a JSON object"),
        ("{} {}", "position: not a JSON object"),
        ('{"position": 1}', "position: '1' is not text"),
        ('{"trump": 1}', "trump: '1' is not text"),
        ('{"id": "two words"}', "id: blanks in 'two words'"),
        ("{}", "trump: missing"),
    ],
)
def test_what_is_wrong_is_named(line: str, error: str) -> None:
    with pytest.raises(PositionError) as caught:
        PlayoffPosition.parse_line(line)
    message = str(caught.value)
    assert message.startswith(error)
    assert "\n" not in message
    assert len(message) < 200


@given(st.text(max_size=80))
def test_no_text_does_anything_but_read_or_raise(text: str) -> None:
    try:
        PlayoffPosition.parse_line(text)
    except PositionError as error:
        assert "\n" not in str(error)


@given(
    playoff_positions(),
    st.integers(0),
    st.characters(codec="utf-8") | st.sampled_from(list("=.+/-{} AKQJT9SHDC\udcff")),
)
def test_a_position_with_one_character_changed_reads_or_is_refused(
    position: PlayoffPosition, place: int, character: str
) -> None:
    text = position.text()
    place %= len(text)
    try:
        changed = PlayoffPosition.parse_line(text[:place] + character + text[place + 1 :])
    except PositionError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert PlayoffPosition.parse(changed.text()) == changed


def test_a_position_file_skips_blank_lines_and_comments() -> None:
    lines = [
        "\ufeff# comment\n",
        "\n",
        f"{EXAMPLE}\r\n",
        "bad\n",
        json.dumps({"position": EXAMPLE}),
    ]
    read = list(read_playoff_positions(lines))
    assert [number for number, _ in read] == [3, 4, 5]
    assert read[0][1] == read[2][1] == PlayoffPosition.parse(EXAMPLE)
    assert str(read[1][1]) == "bad: not a key=value token"


def test_a_rulebook_of_ones_own_is_known_by_name() -> None:
    count = CardCount("house-count", ace=1, ten=1, last_trick=3)
    house = Rulebook("house", "ours", count, must_trump=False)
    line = example_with(rules="house")
    position = PlayoffPosition.parse(line, rulebooks=[house])
    assert position.rules is house
    assert position.count is count
    assert position.outstanding == 7
    assert position.text() == line
    assert PlayoffPosition.parse(position.text(), rulebooks=[house]) == position
    with pytest.raises(PositionError, match="rules: unknown rulebook 'house'"):
        PlayoffPosition.parse(line)


def test_any_count_goes_with_any_rulebook() -> None:
    for rulebook in RULEBOOKS:
        for count in COUNTS:
            position = PlayoffPosition.parse(example_with(rules=rulebook, count=count))
            assert (position.rules.name, position.count.name) == (rulebook, count)


def test_the_constructor_makes_the_same_checks() -> None:
    position = PlayoffPosition.parse(EXAMPLE)
    with pytest.raises(PositionError, match="north: 0 cards, south has 4"):
        replace(position, north=Hand.parse("..."))
    with pytest.raises(PositionError, match="count: house is neither"):
        replace(position, count=CardCount("house"))
    with pytest.raises(PositionError, match="id: 'a b' is not one word"):
        replace(position, id="a b")
    with pytest.raises(PositionError, match="score: -1/0 is negative"):
        replace(position, score=Points(-1, 0))
    with pytest.raises(PositionError, match="target: 0 is not positive"):
        replace(position, target=0)
    assert position.hand(Seat.NORTH) == position.north
