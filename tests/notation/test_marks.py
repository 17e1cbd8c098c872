"""The marks of hand records (``notation/marks.py``) are those of the pages on notation."""

import re

from helpers.paths import ROOT
from pinochle_solver import TABLE_RULEBOOKS, Irregularity
from pinochle_solver.notation.marks import MARKS, About, Games, mark_of, table_mark, table_words


def page(name: str) -> str:
    return (ROOT / "docs" / f"{name}.md").read_text()


def words_of(cell: str) -> set[str]:
    """The words of items in a cell of a table: the letter of a seat and a card are left out."""
    return {re.sub(r"^[SN]:|:9[HD]$", "", item) for item in re.findall(r"`([^`]+)`", cell)}


def test_the_table_of_items_has_every_mark_of_the_two_handed_game() -> None:
    _, table = page("NOTATION").split("| item | means |\n|---|---|\n")
    rows = table.partition("\n\n")[0].splitlines()
    items = set[str]().union(*(words_of(row.split("|")[1]) for row in rows))
    marks = {mark.word for mark in MARKS if mark.games is Games.TWO}
    doubles = {mark.word for mark in MARKS if mark.about is About.DOUBLE}
    assert {item for item in items if "+" not in item} == marks - doubles
    variants = page("NOTATION-VARIANTS").split("## Moves\n")[1].partition("##")[0]
    assert all(f"`{word}`" in variants for word in doubles)


def test_the_page_of_the_tables_lists_their_marks_in_this_order() -> None:
    text = page("NOTATION-TABLE")
    listed = re.search(r"by the rows of T10: `([a-z ]+)`, in `Bids` also `([a-z ]+)`", text)
    assert listed is not None
    marks = [mark for mark in MARKS if mark.games & Games.TABLE]
    assert listed[1].split() == [mark.word for mark in marks if not mark.in_bids]
    assert listed[2].split() == [mark.word for mark in marks if mark.in_bids]
    with_stock = re.search(r"With a stock only `(\w+)`, `(\w+)` and `(\w+)` are read", text)
    assert with_stock is not None
    stock = next(rules for rules in TABLE_RULEBOOKS.values() if rules.stock is not None)
    assert table_words(stock) == table_words(stock, in_bids=True) == with_stock.groups()


def test_every_game_reads_its_marks_and_no_others() -> None:
    for mark in MARKS:
        assert (mark_of(mark.word) is mark) == (mark.games is Games.TWO)
        assert (table_mark(mark.word) is mark) == bool(mark.games & Games.TABLE)
        assert mark_of(mark.word.upper()) is mark_of(mark.word)
    auction, check = TABLE_RULEBOOKS["auction"], TABLE_RULEBOOKS["check"]
    assert {"widow", "burial", "seen"} <= {*table_words(auction, in_bids=True)}
    assert {"widow", "burial", "seen"}.isdisjoint(table_words(check, in_bids=True))
    assert "marriage" in table_words(check, in_bids=True)
    assert "marriage" not in table_words(auction, in_bids=True)


def test_the_pages_name_every_kind_of_irregularity() -> None:
    text = page("NOTATION") + page("NOTATION-TABLE")
    listed = {word for code in re.findall(r"`([a-z -]+)`", text) for word in (code, *code.split())}
    assert {kind.value for kind in Irregularity} <= listed
