"""The tables of tokens: what the pages say of them, and what follows from a row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from pinochle_solver import IllegalPositionError, NotationError, PlayoffPosition, StockPosition
from pinochle_solver.notation.playoff_position import PLAYOFF_TOKENS
from pinochle_solver.notation.position_kinds import NUMBER_OF_CARDS
from pinochle_solver.notation.position_tokens import STOCK_ONLY_TOKENS, STOCK_ROWS
from pinochle_solver.notation.stock_position import STOCK_TOKENS
from pinochle_solver.notation.table.position_tokens import TABLE_TOKENS
from pinochle_solver.notation.token_table import (
    Feature,
    Token,
    TokenTable,
    offered,
    words_of,
)
from pinochle_solver.rules.rulebooks import RULEBOOKS

DOCS = Path(__file__).parents[2] / "docs"
SEATS = ("south", "west", "north", "east")


def rows_of(page: str) -> Iterator[tuple[list[str], str, str]]:
    """The first table of a page: the tokens of each row, what they mean, and the last column."""
    lines = (DOCS / page).read_text().splitlines()
    for line in lines[lines.index(next(each for each in lines if each.startswith("| token |"))) :]:
        if not line.startswith("|"):
            return
        first, *_, last = cells = [cell.strip() for cell in line.strip("|").split("|")]
        tokens = re.findall(r"`([a-zA-Z.]+)=[^`]*`", first)
        yield tokens, cells[1], last


def tokens_of(page: str) -> set[str]:
    named = {token for tokens, *_ in rows_of(page) for token in tokens}
    with_seats = {token for token in named if token.endswith("SEAT")}
    return named - with_seats | {
        token.replace("SEAT", seat) for token in with_seats for seat in SEATS
    }


def test_the_pages_have_every_token_of_the_two_handed_game() -> None:
    assert tokens_of("NOTATION.md") | tokens_of("NOTATION-VARIANTS.md") == {*STOCK_TOKENS}


def test_the_page_says_which_positions_have_a_token() -> None:
    for tokens, _, phase in rows_of("NOTATION.md"):
        for token in tokens:
            assert phase == ("stock" if token in STOCK_ONLY_TOKENS else "both"), token
            assert (token in PLAYOFF_TOKENS) == (phase == "both"), token


def test_the_page_states_the_defaults() -> None:
    defaults = {field.name: field.default for field in fields(StockPosition)}
    stated = 0
    for tokens, meaning, _ in rows_of("NOTATION.md"):
        word = re.search(r"default `([^`]+)`|`([^`]+)` \(default\)", meaning)
        if word is None:
            continue
        stated += 1
        token, text = tokens[0], word[1] or word[2]
        row = next(row for row in STOCK_ROWS if row.name == token)
        assert isinstance(row, Token)
        value = RULEBOOKS[text] if token == "rules" else row.kind.read(text)
        assert value == defaults[row.field or row.name], token
    assert stated == 3


def test_the_page_has_every_token_of_the_games_for_three_and_four() -> None:
    page = (DOCS / "NOTATION-TABLE.md").read_text()
    besides = page[page.index("**Read besides**") : page.index("**Left out** may be")]
    more = set(re.findall(r"`([a-z]+)=`", besides))
    if "`player.SEAT=`" in besides:
        more |= {f"player.{seat}" for seat in SEATS}
    assert tokens_of("NOTATION-TABLE.md") | more == {*TABLE_TOKENS}


# A token more


@dataclass(frozen=True)
class Sheet:
    """Something like a position, with two tokens."""

    rules: str
    lifted: int | None = None
    dealt: int = 12


NINES = Feature(lambda rules: rules == "nines", "there are no nines", lambda rules: rules != "bare")
ROWS = (
    Token("rules", NUMBER_OF_CARDS._replace(read=str, exact=None)),
    Token("cards", NUMBER_OF_CARDS, field="dealt"),
    Token("lifted", NUMBER_OF_CARDS._replace(words=lambda _: ("25", "37")), feature=NINES),
)
TABLE = TokenTable(ROWS, Sheet, [NINES])


def test_a_row_is_all_that_a_token_needs() -> None:
    assert TABLE.read({"rules": "nines", "lifted": "37"}, "nines") == {
        "rules": "nines",
        "lifted": 37,
    }
    assert TABLE.texts(Sheet("nines", 37)) == {"rules": "nines", "lifted": "37"}
    assert TABLE.texts(Sheet("nines", dealt=15)) == {"rules": "nines", "cards": "15"}
    assert [*words_of(ROWS, "lifted", "nines")] == ["25", "37"]
    assert [*words_of(ROWS, "cards", "nines")] == [*words_of(ROWS, "other", "nines")] == []


def test_it_is_read_in_the_order_of_the_fields() -> None:
    with pytest.raises(NotationError) as raised:
        TABLE.read({"cards": "x", "lifted": "y"}, "nines")
    assert (raised.value.token, raised.value.fact) == ("lifted", "'y' is not a number")


def test_it_is_made_exact() -> None:
    sheet = Sheet("nines", True, 12)
    TABLE.make_exact(sheet)
    assert repr(sheet.lifted) == "1"
    with pytest.raises(IllegalPositionError) as raised:
        TABLE.make_exact(Sheet("nines", dealt=None))  # type: ignore[arg-type]
    assert raised.value.token == "cards"
    assert raised.value.fact == "'None' is not a number of cards"


def test_not_every_game_has_it() -> None:
    assert [(token.name, fact) for token, fact in TABLE.lacking("tens")] == [
        ("lifted", "there are no nines")
    ]
    assert [*TABLE.lacking("nines")] == []
    assert [token.name for token in offered(ROWS, "tens")] == ["rules", "cards", "lifted"]
    assert [token.name for token in offered(ROWS, "bare")] == ["rules", "cards"]


def test_a_playoff_refuses_what_only_the_stock_phase_has() -> None:
    for token in STOCK_ONLY_TOKENS:
        with pytest.raises(NotationError, match="belongs to a stock-phase position") as raised:
            PlayoffPosition.parse(f"turn=south trump=S south=AS north=TS {token}=x")
        assert raised.value.token == token
