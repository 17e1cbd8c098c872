"""Playoff positions: reading, writing, and every check by its own message."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.strategies import playoff_positions
from pinochle_solver import (
    COUNTS,
    RULEBOOKS,
    Card,
    CardCount,
    Deck,
    Hand,
    HandPoints,
    IllegalPositionError,
    NotationError,
    PlayoffPosition,
    Points,
    PositionError,
    Rank,
    Rulebook,
    Seat,
    SeatPoints,
    Suit,
)
from pinochle_solver.notation.playoff_position import PLAYOFF_TOKENS
from pinochle_solver.notation.position_lines import read_playoff_positions
from pinochle_solver.notation.stock_position import StockPosition
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

EXAMPLE = "rules=hayes trump=S south=T.T.KQ.- north=A.-.K.TK turn=south"
STOCK = "upcard=9S stock=23 turn=south south=AAT9.KQ.-.QQJJ99 north=+12"


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
        " points=40+92/0+92 score=640/710 target=1250 id=first bm=KD,TH value=51/15"
    )
    position = PlayoffPosition.parse(line)
    assert position.text() == line
    assert position.points == HandPoints(SeatPoints(40, 92), SeatPoints(0, 92))
    assert position.score == Points(640, 710)
    assert position.target == 1250
    assert [str(card) for card in position.best_moves] == ["KD", "TH"]
    assert position.value == Points(51, 15)


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
        (example_with(rules="hoyle"), "rules: unknown rulebook 'hoyle'"),
        (
            example_with(rules="hays", foo="1"),
            "rules: unknown rulebook 'hays', did you ",
        ),
        (example_with(rules="auctoin", bidder="south"), "rules: unknown rulebook 'auctoin', did y"),
        (example_with(rules=""), "rules: empty"),
        (example_with(count="new"), "count: unknown count 'new'"),
        (example_with(trump="X"), "trump: unknown suit 'X'"),
        (example_with(trump=""), "trump: empty"),
        (example_with(south="Z.T.KQ.-"), "south: unknown rank 'Z' in 'Z'"),
        (example_with(south="T.8.KQ.-"), "south: 8H is not in the pinochle deck"),
        (example_with(turn="west"), "turn: unknown seat 'west'"),
        (example_with(foo="1"), "foo: unknown token"),
        (example_with(upcrad="9S"), "upcrad: unknown token, did you mean upcard?"),
        (EXAMPLE + " turn=south", "turn: given twice"),
        (example_with(trump=None), "trump: missing"),
        (example_with(south=None), "south: missing"),
        (
            "south=AS KS",
            "north: missing, a playoff has both hands and trump. analyze takes one hand",
        ),
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
        (example_with(points="0+90/0+91"), "points: card points sum to 181, the cards played"),
        (example_with(points="45+90/0+90"), "points: meld points are 45, expected a multiple"),
        (example_with(score="640"), "score: '640' is not south/north"),
        (example_with(score="-1/0"), "score: '-1/0' is not south/north"),
        (example_with(target="0"), "target: '0' is not a number of points"),
        (example_with(target="9" * 5000), "target: '9999"),
        (example_with(value="55"), "value: '55' is not south/north"),
        (example_with(bm="KD,,TH"), "bm: '' is no card"),
        (example_with(id="\udcff"), "id: '\\xff' is not UTF-8 text"),
        (example_with(id="\x1b[31m"), "id: '\\x1b[31m' has characters that cannot be shown"),
        (example_with(id="a\0"), "id: 'a\\x00' has characters that cannot be shown"),
        (example_with(id="a\u202eb"), "id: 'a\\u202eb' has characters that cannot be shown"),
        (example_with(trump="\u017f"), "trump: unknown suit '\u017f'"),
        (example_with(turn="\u017fouth"), "turn: unknown seat '\u017fouth'"),
        (example_with(south="T.T.\u212aQ.-"), "south: unknown rank '\u212a' in '\u212aQ'"),
        (example_with(bad2="1"), "bad2: unknown token"),
        (EXAMPLE + " \ufeffid=a", "'\\ufeffid': unknown token"),
        ("x" * 5000, "'" + "x" * 37 + "...': not a key=value token"),
        ("x" * 5000 + "=1", "'" + "x" * 37 + "...': unknown token"),
        ("\n".join([EXAMPLE] * 500), "rules: given twice"),
        ("{", "position: not a JSON object: Expecting property name"),
        ("{} {}", "position: not a JSON object: Extra data, character 4"),
        ('{"a":' * 100_000, "position: not a JSON object: nested too deeply"),
        ('{"a":' + "[" * 100_000, "position: not a JSON object: nested too deeply"),
        ('{"trump": "S", "trump": "H"}', "trump: given twice"),
        ('{"trump": "S", "tr\\u0075mp": "S"}', "trump: given twice"),
        ('{"position": "trump=S", "position": "trump=S"}', "position: given twice"),
        ('{"trump": {"a": 1}}', "trump: an object or array is not text"),
        ('{"trump": []}', "trump: an object or array is not text"),
        ('{"trump": null}', "trump: 'None' is not text"),
        ('{"trump": "\ud800"}', "trump: '\\ud800' is not UTF-8 text"),
        ('{"trump": "\\ud800"}', "trump: '\\ud800' is not UTF-8 text"),
        ('{"\ud800": "S"}', "'\\ud800': unknown token"),
        ('{"position": "\ud800"}', "'\\ud800': not a key=value token"),
        ('{"position": 1}', "position: '1' is not text"),
        ('{"trump": 1}', "trump: '1' is not text"),
        ("{}", "trump: missing"),
        (
            '{"trump": "S", "south": "T.T.KQ.-", "north": "A.-.K.TK", "turn": "south",'
            ' "id": "two words"}',
            "id: 'two words' is not one word",
        ),
    ],
)
def test_what_is_wrong_is_named(line: str, error: str) -> None:
    with pytest.raises(PositionError) as caught:
        PlayoffPosition.parse_line(line)
    message = str(caught.value)
    assert message.startswith(error)
    assert "\n" not in message
    assert len(message) < 200


def test_a_number_of_any_length_is_read_or_refused() -> None:
    # How long a number may be depends on the Python.
    with pytest.raises(PositionError, match=r"^(position: not a JSON object: a number|a: '99)"):
        PlayoffPosition.parse_line('{"a":' + "9" * 5000 + "}")


def test_only_the_top_level_of_a_json_object_is_read() -> None:
    moves = '"moves": [{"card": "KD", "card": "TH", "trump": "S"}, {"card": "QD"}], "moves": 1'
    line = f'{{{moves}, "position": "{EXAMPLE}", "trump": "H", "trump": "D", "id": 7}}'
    assert PlayoffPosition.parse_line(line) == PlayoffPosition.parse(EXAMPLE)


characters = st.characters()  # lone surrogates and control characters among them
token_names = st.sampled_from([*PLAYOFF_TOKENS, "position"])


@given(st.text(characters, max_size=80))
def test_no_text_does_anything_but_read_or_raise(text: str) -> None:
    try:
        PlayoffPosition.parse_line(text)
    except PositionError as error:
        assert "\n" not in str(error)


@given(st.dictionaries(token_names | st.text(characters), st.text(characters)), st.booleans())
def test_no_json_does_anything_but_read_or_raise(tokens: dict[str, str], escape: bool) -> None:
    line = json.dumps(tokens, ensure_ascii=escape)
    with pytest.raises(PositionError) as caught:
        PlayoffPosition.parse_line(line)
    assert str(caught.value).isprintable()


@given(
    playoff_positions(),
    st.integers(0),
    characters | st.sampled_from(list("=.+/-{} AKQJT9SHDC\udcff")),
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


numbers = st.integers(-1, 1000) | st.sampled_from([999_999, 1_000_000, True, 2.0])
number_pairs = st.tuples(numbers, numbers)
field_changes: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "id": st.text(characters, max_size=3),
        "score": number_pairs,
        "target": numbers,
        "points": st.tuples(number_pairs, number_pairs),
        "best_moves": st.lists(st.sampled_from(list(RULEBOOKS["hayes"].deck.cards())), max_size=2),
    },
)


@given(playoff_positions(), field_changes, st.integers(-1, 250) | st.none())
def test_whatever_the_constructor_takes_goes_round(
    position: PlayoffPosition, changes: dict[str, Any], value: int | None
) -> None:
    if value is not None:
        changes["value"] = (value, position.outstanding - value)
    try:
        changed = replace(position, **changes)
    except PositionError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert PlayoffPosition.parse(changed.text()) == changed
        assert eval(repr(changed), {"PlayoffPosition": PlayoffPosition}) == changed


def test_a_position_file_skips_blank_lines_and_comments() -> None:
    lines = [
        "# comment\n",
        "\n",
        f"{EXAMPLE}\r\n",
        "bad\n",
        json.dumps({"position": EXAMPLE}),
    ]
    read = list(read_playoff_positions(lines))
    assert [number for number, _ in read] == [3, 4, 5]
    assert read[0][1] == read[2][1] == PlayoffPosition.parse(EXAMPLE)
    assert str(read[1][1]) == "bad: not a key=value token"


@pytest.mark.parametrize("first", [EXAMPLE, f"  {EXAMPLE}", "  # comment", "#", "  ", ""])
def test_a_byte_order_mark_is_skipped_at_the_start_of_a_file(first: str) -> None:
    expected = list(read_playoff_positions([first, EXAMPLE]))
    assert list(read_playoff_positions(["\ufeff" + first, EXAMPLE])) == expected
    assert all(isinstance(position, PlayoffPosition) for _, position in expected)


@pytest.mark.parametrize("lines", [["", "\ufeff" + EXAMPLE], [" \ufeff" + EXAMPLE]])
def test_a_byte_order_mark_elsewhere_is_an_error(lines: list[str]) -> None:
    ((number, error),) = read_playoff_positions(lines)
    assert (number, str(error)) == (
        len(lines),
        "'\\ufeffrules': unknown token, did you mean rules?",
    )


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
    for rulebook in PINOCHLE_BOOKS:
        for count in COUNTS:
            position = PlayoffPosition.parse(example_with(rules=rulebook, count=count))
            assert (position.rules.name, position.count.name) == (rulebook, count)


def test_a_rulebook_s_own_count_goes_with_it_alone() -> None:
    house_count = CardCount("house-count", ace=1)
    house = Rulebook("house", "", house_count)
    for count in ("old", "compromise", "simplified"):
        position = PlayoffPosition.parse(example_with(rules="house", count=count), [house])
        assert position.count is COUNTS[count]
        assert PlayoffPosition.parse(position.text(), [house]) == position
    for rules in ("scarne", "house2"):
        other = Rulebook("house2", "", COUNTS["old"])
        with pytest.raises(PositionError, match="count: unknown count 'house-count'"):
            PlayoffPosition.parse(example_with(rules=rules, count="house-count"), [house, other])
    with pytest.raises(PositionError, match="count: house-count is neither"):
        replace(PlayoffPosition.parse(EXAMPLE), count=house_count)
    with pytest.raises(PositionError, match="count: house-count is neither"):
        replace(
            PlayoffPosition.parse(example_with(rules="house"), [house]),
            count=replace(house_count, ten=1),
        )


def test_a_published_name_is_the_published_rulebook() -> None:
    scarne = RULEBOOKS["scarne"]
    twin, impostor = replace(scarne), replace(scarne, must_trump=False)
    line = example_with(rules="scarne")
    assert PlayoffPosition.parse(line, [twin]) == PlayoffPosition.parse(line)
    assert replace(PlayoffPosition.parse(line), rules=twin).text() == line
    with pytest.raises(PositionError, match="rules: scarne is a published rulebook, and this"):
        replace(PlayoffPosition.parse(line), rules=impostor)
    with pytest.raises(PositionError, match="rules: two different rulebooks named scarne"):
        PlayoffPosition.parse(line, [impostor])
    with pytest.raises(PositionError, match="rules: two different rulebooks named scarne"):
        next(read_playoff_positions([line], [impostor]))


def test_two_rulebooks_of_one_name_are_refused() -> None:
    house = Rulebook("house", "", COUNTS["old"])
    line = example_with(rules="house")
    assert PlayoffPosition.parse(line, [house, replace(house)]).rules == house
    with pytest.raises(PositionError, match="rules: two different rulebooks named house"):
        PlayoffPosition.parse(line, [house, replace(house, must_trump=False)])


def test_a_rulebook_is_found_by_ascii_letters_alone() -> None:
    kitty = Rulebook("kitty", "", COUNTS["old"])
    assert PlayoffPosition.parse(example_with(rules="KITTY"), [kitty]).rules is kitty
    with pytest.raises(PositionError, match="rules: unknown rulebook"):
        PlayoffPosition.parse(example_with(rules="\N{KELVIN SIGN}itty"), [kitty])


def test_the_repr_of_a_position_with_ones_own_rulebook_is_no_expression() -> None:
    house = Rulebook("house", "", COUNTS["old"])
    position = PlayoffPosition.parse(example_with(rules="house"), [house])
    assert repr(position) == f"<PlayoffPosition {position.text()}>"


def test_trump_is_a_suit_of_the_deck() -> None:
    deck = Deck("red", (Rank.ACE, Rank.KING), 2, 2, 0, suits=(Suit.HEARTS, Suit.DIAMONDS))
    red = Rulebook("red", "", COUNTS["old"], deck=deck)
    line = "rules=red trump=H south=-.A.K.- north=-.K.A.- turn=south"
    assert PlayoffPosition.parse(line, [red]).text() == line
    with pytest.raises(PositionError, match="trump: S is not in the red deck"):
        PlayoffPosition.parse(line.replace("trump=H", "trump=S"), [red])


def test_with_rules_takes_the_rulebook_s_count_and_target() -> None:
    long_game = replace(RULEBOOKS["macdougall"], name="long", target=1500)
    position = PlayoffPosition.parse(
        EXAMPLE + " points=40+90/0+90 score=640/710 target=1250 id=a bm=KD value=55/15"
    )
    with pytest.raises(PositionError, match="points: card points sum to 180, the cards played"):
        position.with_rules(long_game)
    same_count = position.with_rules(long_game, COUNTS["compromise"])
    assert (same_count.rules, same_count.count) == (long_game, COUNTS["compromise"])
    assert (same_count.target, same_count.points) == (1500, position.points)
    assert (same_count.id, same_count.score) == ("a", position.score)
    assert (same_count.best_moves, same_count.value) == ((), None)
    without_points = replace(position, points=None)
    assert without_points.with_rules(long_game).count is COUNTS["old"]
    kept = replace(position, rules=long_game)
    assert (kept.count, kept.target) == (position.count, position.target)


def test_the_constructor_gives_fields_their_types() -> None:
    given: dict[str, Any] = {
        "trump": 0,
        "turn": 0,
        "points": [[40, 90], [0, 90]],
        "score": [True, 2],
        "best_moves": [Card.parse("KD")],
        "value": (55, 15),
    }
    made = replace(PlayoffPosition.parse(EXAMPLE), **given)
    assert made.text() == EXAMPLE + " points=40+90/0+90 score=1/2 bm=KD value=55/15"
    assert PlayoffPosition.parse(made.text()) == made
    assert (made.trump, made.turn) == (Suit.SPADES, Seat.SOUTH)
    assert (type(made.trump), type(made.turn)) == (Suit, Seat)
    assert hash(made) == hash(PlayoffPosition.parse(made.text()))


@pytest.mark.parametrize(
    ("field", "given", "error"),
    [
        ("trump", 4, "trump: '4' is not a suit"),
        ("trump", None, "trump: 'None' is not a suit"),
        ("turn", "south", "turn: 'south' is not a seat"),
        ("score", 7, "score: '7' is not points of both seats"),
        ("score", (1, 2, 3), "score: '(1, 2, 3)' is not points of both seats"),
        ("score", None, "score: 'None' is not points of both seats"),
        ("target", 1000.0, "target: '1000.0' is not a number of points"),
        ("points", (1, 2), "points: '(1, 2)' is not melds and tricks of both seats"),
        ("value", (55.0, 15), "value: '(55.0, 15)' is not points of both seats"),
        ("best_moves", ["KD"], "bm: \"['KD']\" is not cards"),
        ("count", "old", "count: 'old' is no CardCount"),
        ("south", "T.T.KQ.-", "south: 'T.T.KQ.-' is no Hand"),
        ("led", "KD", "led: 'KD' is no Card"),
        ("id", 7, "id: '7' is no text"),
        # Values of the right type that no position has
        ("north", Hand.parse("..."), "north: 0 cards, south has 4: expected equal hands"),
        (
            "count",
            CardCount("house"),
            "count: house is neither a published count nor hayes's own",
        ),
        ("id", "a b", "id: 'a b' is not one word"),
        ("id", "a ", "id: 'a ' is not one word"),
        ("id", " ", "id: ' ' is not one word"),
        ("id", "", "id: '' is not one word"),
        ("id", "\ud800", "id: '\\ud800' has characters that cannot be shown"),
        ("id", "a\n", "id: 'a\\n' has characters that cannot be shown"),
        ("id", "\N{NO-BREAK SPACE}", "id: '\\xa0' has characters that cannot be shown"),
        (
            "id",
            "\N{RIGHT-TO-LEFT OVERRIDE}",
            "id: '\\u202e' has characters that cannot be shown",
        ),
        ("score", Points(-1, 0), "score: '-1/0' is not within 0 to 999999"),
        ("score", Points(0, 1_000_000), "score: '0/1000000' is not within 0 to 999999"),
        ("target", 0, "target: '0' is not within 1 to 999999"),
        ("target", 1_000_000, "target: '1000000' is not within 1 to 999999"),
        (
            "points",
            HandPoints(SeatPoints(-10, 90), SeatPoints(0, 90)),
            "points: '-10+90/0+90' is not within 0 to 999999",
        ),
        (
            "points",
            HandPoints(SeatPoints(0, -1), SeatPoints(0, 181)),
            "points: '0+-1/0+181' is not within 0 to 999999",
        ),
        (
            "points",
            HandPoints(SeatPoints(1_000_000, 90), SeatPoints(0, 90)),
            "points: '1000000+90/0+90' is not within 0 to 999999",
        ),
        ("value", Points(71, -1), "value: '71/-1' is not within 0 to 999999"),
    ],
)
def test_what_a_field_cannot_be_is_refused(field: str, given: object, error: str) -> None:
    changes: dict[str, Any] = {field: given}
    with pytest.raises(IllegalPositionError) as caught:
        replace(PlayoffPosition.parse(EXAMPLE), **changes)
    assert str(caught.value) == error


@pytest.mark.parametrize(
    ("position", "token"),
    [
        (PlayoffPosition.parse(EXAMPLE), "trump"),
        (StockPosition.parse(STOCK), "stock"),
    ],
)
def test_tokens_that_are_no_text_are_refused(
    position: PlayoffPosition | StockPosition, token: str
) -> None:
    tokens: dict[Any, Any] = position.tokens()
    with pytest.raises(NotationError, match=f"{token}: '23' is not text"):
        position.from_tokens(tokens | {token: 23})
    with pytest.raises(NotationError, match="7: unknown token"):
        position.from_tokens(tokens | {7: "1"})


def test_each_seat_has_its_hand() -> None:
    position = PlayoffPosition.parse(EXAMPLE)
    assert [position.hand(seat) for seat in Seat] == [position.south, position.north]
