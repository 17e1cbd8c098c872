"""The files of the page: read once when the server starts, and found by name, never by a path."""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

from pinochle_solver.board.card_symbols import sprite

_KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_INDEX = "index.html"
_SPRITE = "<!-- cards -->"


class PageFile(NamedTuple):
    """A file of the page.

    Attributes:
        kind: its media type.
        content: its bytes.
    """

    kind: str
    content: bytes


def page_files() -> dict[str, PageFile]:
    """The files of the page by name; the index, whose name is empty, has the cards drawn in it."""
    found = {}
    for file in (files("pinochle_solver.board_server") / "page").iterdir():
        name = file.name
        kind = _KINDS.get(name.rpartition(".")[2])
        if kind is None:
            continue
        if name == _INDEX:
            text = file.read_text(encoding="utf-8").replace(_SPRITE, sprite())
            found[""] = PageFile(kind, text.encode())
        else:
            found[name] = PageFile(kind, file.read_bytes())
    return found
