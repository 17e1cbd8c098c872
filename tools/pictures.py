"""Draw the pictures of the board that the pages show: ``make pictures``.

    PYTHONPATH=tests python tools/pictures.py FOLDER

A board is served on this machine, and Chromium, without a window, opens it and keeps what it shows. Nothing
comes from a network. The positions are fixed; the figures of the stock phase, where the search
has as long as it needs on any machine, differ a little from one drawing to the next.
"""

import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from PIL import Image

from helpers.boards import Page, Served
from helpers.browsers import chromium, resize

_COLOURS = 64


class _Picture(NamedTuple):
    """A screen of the board: its address, how large and how dark it is, and what it waits for."""

    name: str
    screen: str
    position: str
    size: tuple[int, int]
    theme: str
    ready: tuple[str, str]


_STOCK = "rules=scarne upcard=KD stock=23 turn=south south=AT.AT9.AKQ9.KJ9 north=-.-.-.-+11 led=TD"
_PLAYOFF = (
    "rules=scarne trump=D south=AQ9.ATQ.QJJ.KQJ north=TKJ.AKQ.A9.ATT9 turn=south "
    "points=270+54/70+56"
)
_PICTURES = (
    _Picture("board", "see", _PLAYOFF, (1280, 800), "light", (".steps li", "")),
    _Picture("board-setup", "setup", _STOCK, (1280, 800), "light", (".checks .done", "")),
    _Picture("board-phone", "see", _STOCK, (360, 800), "dark", (".progress:not(.searching)", "")),
)


def _draw(page: Page, picture: _Picture) -> bytes:
    """What the page shows, as a PNG of few colours."""
    resize(page.browser, picture.size)
    page.open(picture.screen, picture.position)
    page.js("document.documentElement.dataset.theme = arguments[0]", picture.theme)
    page.wait(*picture.ready)
    shown = Image.open(io.BytesIO(page.browser.get_screenshot_as_png())).convert("RGB")
    few = shown.quantize(_COLOURS, dither=Image.Dither.NONE)
    kept = io.BytesIO()
    few.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def main(folder: Path) -> None:
    """Draw every picture into a folder."""
    with TemporaryDirectory() as state, TemporaryDirectory() as profile:
        served = Served(Path(state))
        browsers = chromium(Path(profile))
        browser: Any = next(browsers)
        try:
            for picture in _PICTURES:
                content = _draw(Page(browser, served), picture)
                (folder / f"{picture.name}.png").write_bytes(content)
                print(f"{picture.name}.png: {len(content):,} bytes")
        finally:
            browsers.close()
            browser.quit()
            served.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
