"""Draw the pictures of the board, and of the page of a review, that the pages show.

    PYTHONPATH=tests python tools/pictures.py FOLDER [NAME ...]

This is ``make pictures``; with names it draws only these. A board is served on this machine, and
Chromium, without a window, opens it and keeps what it shows. Nothing comes from a network. The
positions are fixed. In the stock phase a search has seconds, not worlds, so that its figures differ
a little from one drawing to the next. The review is that of docs/REVIEW.md.
"""

import io
import subprocess
import sys
from collections.abc import Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from PIL import Image

from helpers.boards import Page, Served
from helpers.browsers import chromium, resize
from helpers.commandline import COMMAND, bare_environment
from helpers.doc_pages import files
from helpers.paths import ROOT

_COLOURS = 128
_GAP = 24
_STOCK = "rules=scarne upcard=KD stock=23 turn=south south=AT.AT9.AKQ9.KJ9 north=-.-.-.-+11 led=TD"
_AUCTION = "auction bids=250,260,p AS TS KS QS JS JS AH KH AD TD QD JD KC QC 9C"
_PLAYOFF = (
    "rules=scarne trump=D south=AQ9.ATQ.QJJ.KQJ north=TKJ.AKQ.A9.ATT9 turn=south "
    "points=270+54/70+56"
)


class _Screen(NamedTuple):
    """What the board shows: the name of its screen, the position, the size, and the colours.

    Attributes:
        ready: what is on the page when it is ready.
    """

    name: str
    position: str
    size: tuple[int, int]
    theme: str
    ready: str


# Each picture with its screens, which stand beside each other.
_PICTURES = {
    "board": (
        _Screen("see", _PLAYOFF, (1280, 800), "light", ".steps li"),
        _Screen("see", _STOCK, (360, 800), "dark", ".progress:not(.searching)"),
    ),
    "board-auction": (_Screen("see", _AUCTION, (1280, 800), "light", ".progress:not(.searching)"),),
    "board-setup": (_Screen("setup", _STOCK, (1280, 800), "light", ".checks .done"),),
}


# The review whose page is drawn, and the decision that it shows.
_REVIEW, _REVIEWED, _AT = "review", "evening.pnr", "hand-1-11"
_WORLDS, _REVIEW_SIZE = 100, (1040, 926)


def _shown(page: Page, screen: _Screen) -> Image.Image:
    resize(page.browser, screen.size)
    page.open(screen.name, screen.position)
    page.js("document.documentElement.dataset.theme = arguments[0]", screen.theme)
    page.wait(screen.ready)
    return _kept(page.browser)


def _review(browser: Any) -> Image.Image:
    """The page of the review."""
    record = files((ROOT / "docs" / "REVIEW.md").read_text(encoding="utf-8"))[_REVIEWED]
    with TemporaryDirectory() as folder:
        reviewed, page = Path(folder, _REVIEWED), Path(folder, "review.html")
        reviewed.write_text(record, encoding="utf-8")
        subprocess.run(
            [*COMMAND, "review", "--worlds", str(_WORLDS), reviewed, "--html", page],
            env=bare_environment(),
            stdout=subprocess.DEVNULL,
            check=True,
        )
        resize(browser, _REVIEW_SIZE)
        browser.get(f"{page.as_uri()}#{_AT}")
        # From the top of the page, not from the decision that the address leads to.
        browser.execute_script("scrollTo(0, 0)")
        return _kept(browser)


def _kept(browser: Any) -> Image.Image:
    """What the browser shows, without the bar that scrolls it."""
    browser.execute_script("document.documentElement.style.scrollbarWidth = 'none'")
    return Image.open(io.BytesIO(browser.get_screenshot_as_png())).convert("RGB")


def _beside(parts: list[Image.Image]) -> Image.Image:
    """Pictures of one height side by side, on white."""
    width = sum(part.width + _GAP for part in parts) - _GAP
    whole = Image.new("RGB", (width, parts[0].height), "white")
    left = 0
    for part in parts:
        whole.paste(part, (left, 0))
        left += part.width + _GAP
    return whole


def _png(picture: Image.Image) -> bytes:
    """A PNG of few colours."""
    kept = io.BytesIO()
    picture.quantize(_COLOURS, dither=Image.Dither.NONE).save(kept, "PNG", optimize=True)
    return kept.getvalue()


def main(folder: Path, names: Sequence[str] = ()) -> None:
    """Draw pictures into a folder: those named, or all."""
    with TemporaryDirectory() as state, TemporaryDirectory() as profile:
        served = Served(Path(state))
        try:
            with contextmanager(chromium)(Path(profile)) as browser:
                page = Page(browser, served)
                for name in names or (*_PICTURES, _REVIEW):
                    if name == _REVIEW:
                        picture = _review(browser)
                    else:
                        picture = _beside([_shown(page, screen) for screen in _PICTURES[name]])
                    content = _png(picture)
                    (folder / f"{name}.png").write_bytes(content)
                    print(f"{name}.png: {len(content):,} bytes")
        finally:
            served.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
