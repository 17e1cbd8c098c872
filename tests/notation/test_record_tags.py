"""The tags of hand records (``notation/record_tags.py``) are those of the pages on notation."""

import re

import pytest

from helpers.paths import ROOT
from pinochle_solver import NotationError
from pinochle_solver.notation.hand_tags import HAND_TAGS
from pinochle_solver.notation.record_tags import TagTable
from pinochle_solver.notation.table.hand_tags import TABLE_TAGS

_SECTION = re.compile(r"^## Hand records.*?\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_SHOWN = re.compile(r"\[([A-Z][A-Za-z]+) \"")
_NAMED = re.compile(r"`([A-Z][A-Za-z]+)[ `]")
PAGES = {
    "two": (HAND_TAGS, ("NOTATION", "NOTATION-VARIANTS")),
    "table": (TABLE_TAGS, ("NOTATION", "NOTATION-TABLE")),
}
MEANS_NOTHING = {"Date"}


def of_pages(names: tuple[str, ...]) -> tuple[set[str], set[str]]:
    """The tags that the sections on hand records show in records, and all that they name."""
    texts = ((ROOT / "docs" / f"{name}.md").read_text() for name in names)
    sections = [found[1] for text in texts if (found := _SECTION.search(text)) is not None]
    assert len(sections) == len(names)
    text = "\n".join(sections)
    shown = {*_SHOWN.findall(text)}
    return shown, shown | {*_NAMED.findall(text)}


@pytest.mark.parametrize(("tags", "pages"), PAGES.values(), ids=PAGES)
def test_the_pages_name_every_tag(tags: TagTable, pages: tuple[str, ...]) -> None:
    _, named = of_pages(pages)
    seats = {"West", "East"}  # the table's page says: tags as there, with every seat
    left_out = {name for name in tags.names if any(seat in name for seat in seats)}
    left_out |= {"MeldsNorth"}  # it shows MeldsSouth and MeldsWest
    assert {*tags.names} - left_out <= named


def test_every_tag_shown_on_a_page_is_known() -> None:
    for tags, pages in PAGES.values():
        own = of_pages(pages[-1:])[0]
        assert own - MEANS_NOTHING <= {*tags.names}
    assert of_pages(("NOTATION",))[0] - MEANS_NOTHING <= {*HAND_TAGS.names}


@pytest.mark.parametrize("tags", [HAND_TAGS, TABLE_TAGS], ids=PAGES)
def test_a_slip_in_any_tag_is_named(tags: TagTable) -> None:
    for name in tags.names:
        slip = f"{name[0]}{name[2]}{name[1]}{name[3:]}" if len(name) > 3 else f"{name}x"
        if slip.lower() in map(str.lower, tags.names):
            continue
        with pytest.raises(NotationError, match="unknown tag, did you mean") as caught:
            tags.texts([f'[{slip} "x"]'])
        assert caught.value.token == slip
    assert tags.texts(['[Date "x"]', '[rules "y"]']) == {"Date": "x", "Rules": "y"}
