"""What a stock-phase position may leave out, and what is then assumed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.oracle_decks import views
from pinochle_solver import RULEBOOKS, Card, NotationError, PositionError, StockPosition
from pinochle_solver.notation.left_out import assumed
from pinochle_solver.notation.position_fields import parse_cards
from pinochle_solver.rules.rulebooks import PINOCHLE_BOOKS

HAND = "AAT9.KQ.-.QQJJ99"
FIRST = f"rules=scarne upcard=9S stock=23 turn=south south={HAND} north=-.-.-.-+12"


@pytest.mark.parametrize(
    ("line", "canonical", "told"),
    [
        (f"south={HAND} upcard=9S", FIRST, "turn=south stock=23 north=-.-.-.-+12"),
        (f"south={HAND} upcard=9S turn=S", FIRST, "stock=23 north=-.-.-.-+12"),
        (f"south={HAND} north=12 cards upcard=9S", FIRST, "turn=south stock=23"),
        (
            "south=AS AS TS 9S KH QH QC QC JC JC 9C 9C upcard=nine of spades",
            FIRST,
            "turn=south stock=23 north=-.-.-.-+12",
        ),
        (
            f"north={HAND} upcard=9S led=KD",
            f"rules=scarne upcard=9S stock=23 turn=north south=-.-.-.-+11 north={HAND} led=KD",
            "turn=north stock=23 south=-.-.-.-+11",
        ),
        # North led and won, both drew: south's hand is given, but it is north's turn by the tricks.
        (
            f"north={HAND} upcard=9S tricks=9D-9D dealer=south",
            f"rules=scarne upcard=9S stock=21 turn=north south=-.-.-.-+12 north={HAND}"
            " tricks=9D-9D dealer=south",
            "turn=north stock=21 south=-.-.-.-+12",
        ),
        # What lies on the other table is known.
        (
            "upcard=TS act=meld south=Q9.AKQ.AJ.KQJ9 melds.south=pinochle:QS.JD"
            " melds.north=marriage:KD.QD gone=-.T9.J9.AAT9",
            "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9"
            " north=-.-.KQ.-+9 melds.south=pinochle:QS.JD melds.north=marriage:KD.QD"
            " gone=-.T9.J9.AAT9",
            "turn=south stock=17 north=-.-.KQ.-+9",
        ),
        (
            "upcard=TS act=meld south=Q9.AKQ.AJ.KQJ9 north=KD QD and 9 others"
            " melds.south=pinochle:QS.JD melds.north=marriage:KD.QD gone=-.T9.J9.AAT9 turn=south",
            "rules=scarne upcard=TS stock=17 act=meld turn=south south=Q9.AKQ.AJ.KQJ9"
            " north=-.-.KQ.-+9 melds.south=pinochle:QS.JD melds.north=marriage:KD.QD"
            " gone=-.T9.J9.AAT9",
            "stock=17",
        ),
    ],
)
def test_what_follows_is_filled_in_and_told(line: str, canonical: str, told: str) -> None:
    position = StockPosition.parse(line)
    assert position.text() == canonical
    assert assumed(position, line) == told
    assert assumed(position, canonical) == ""


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (f"upcard=9D south={HAND} north={HAND}", "turn: missing, and it could be south's or"),
        ("upcard=9D", "south: missing"),
        (f"south={HAND} turn=south melds.north=marriage:KH.QH", "upcard: missing"),
        (
            f"upcard=9S south={HAND} tricks=9D-9D dealer=south",
            "led: missing, and north is to lead. Add led=, the card that north led",
        ),
        (
            f"upcard=9S south={HAND} led=9D turn=north",
            "north: missing. Type the cards of the player to move",
        ),
        (
            f"upcard=spades south={HAND}",
            "upcard: 'spades' is a suit. Type the card that was turned",
        ),
        ("south=AAT9.KQ.-.QQJJ9 upcard=9S", "south: 11 cards, expected 12"),
        (f"south={HAND} upcard=9S turn=west", "turn: unknown seat 'west' (south or north)"),
        (f"south={HAND} upcard=9S turn=", "turn: empty"),
        (f"south={HAND} upcard=9S north=+0", "north: 0 cards, expected 12"),
        (
            f"south={HAND} upcard=9S melds.north=run:AS tricks=9D-AD",
            "melds.north: 'run:AS' is no run",
        ),
        (f"foo south={HAND}", "foo: not a key=value token"),
    ],
)
def test_what_does_not_follow_is_named(line: str, error: str) -> None:
    with pytest.raises(PositionError) as caught:
        StockPosition.parse(line)
    assert str(caught.value).startswith(error)


@pytest.mark.parametrize(
    "tricks",
    [
        "9D-AD,TS-QH",
        "9D-AD, TS-QH",
        "9D - AD, TS - QH",
        "9D AD TS QH",
        "1. 9D AD 2. TS QH",
        "1. 9D-AD 2. TS-QH",
        "1.9D-AD, 2.TS-QH",
    ],
)
def test_tricks_are_read_tolerantly(tricks: str) -> None:
    line = f"upcard=9S stock=19 turn=south south={HAND} north=+12 tricks={tricks}"
    assert "tricks=9D-AD,TS-QH" in StockPosition.parse(line).text()


@given(st.sampled_from(sorted(PINOCHLE_BOOKS)), st.integers(0, 20), st.data())
def test_of_a_view_all_that_follows_may_be_left_out(
    name: str, seed: int, data: st.DataObject
) -> None:
    """A view reads the same without what follows from the dealer, the tricks and its own hand."""
    whole = [view for _, view in views(RULEBOOKS[name], 1, seed=seed)]
    view = data.draw(st.sampled_from(whole))
    tokens = view.tokens()
    other = view.turn.other.text()
    for token in ("turn", "stock"):
        del tokens[token]
    if "+" in tokens[other] and view.hand(view.turn.other).known == view.on_table(view.turn.other):
        del tokens[other]
    assert StockPosition.from_tokens(tokens) == view


def test_cards_stand_with_commas_or_with_blanks_between_them() -> None:
    assert parse_cards("AS 10H") == parse_cards("AS,TH") == (Card.parse("AS"), Card.parse("TH"))


def test_without_points_who_has_called_is_taken_at_his_word() -> None:
    line = f"rules=macdougall south={HAND} upcard=9S turn=south"
    for called in ("", " called=south"):
        text = StockPosition.parse(line + called).text()
        assert text.endswith(called)
        assert "points=" not in text


def test_it_raises_under_the_token_that_does_not_read() -> None:
    with pytest.raises(NotationError, match="upcard: '9S nonsense' is no card"):
        StockPosition.parse(f"south={HAND} upcard=9S nonsense")
