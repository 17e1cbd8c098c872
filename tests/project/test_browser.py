"""The page of a review in a real browser: ``make test-browser``."""

from __future__ import annotations

import os
import re
from base64 import b64decode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from helpers.browsers import DESKTOP, PHONE, chromium, press, resize
from helpers.table_records import AUCTION
from helpers.witness import Witness
from pinochle_solver import parse_table_record, review_table
from pinochle_solver.board.review_page import review_page
from pinochle_solver.notation.players import Players
from pinochle_solver.reviews.review import review

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of two hands, in a file; the longest name plays in the second one.

    The third hand is one of three players.
    """
    file = tmp_path_factory.mktemp("page") / "review.html"
    first, second = (Witness(rules, 8).record() for rules in ("scarne", "hayes"))
    records = [first, replace(second, players=Players(south="Wilhelmina " + "W" * 29))]
    reviews = [*(review(record, worlds=16) for record in records)]
    table = review_table(parse_table_record(AUCTION), worlds=16)
    file.write_text(review_page([*reviews, table]), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Chromium without a window, which keeps what a page writes to its console."""
    yield from chromium(tmp_path_factory.mktemp("profile"))


def shown_step(browser: Any, hand: int = 0) -> int:
    """The number of the decision that is shown of a hand."""
    script = "return [...document.querySelectorAll('.hand')[arguments[0]]"
    script += ".querySelectorAll('.step')].filter((step) => !step.hidden)"
    script += ".map((step) => Number(step.dataset.step))"
    (step,) = browser.execute_script(script, hand)
    return int(step)


def test_keys_and_clicks_step_through_the_hand_without_an_error(browser: Any, page: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.get(page.as_uri())
    assert shown_step(browser) == 1
    press(browser, Keys.ARROW_RIGHT)
    press(browser, Keys.ARROW_RIGHT)
    assert shown_step(browser) == 3
    press(browser, Keys.ARROW_LEFT)
    assert shown_step(browser) == 2
    press(browser, Keys.END)
    steps = browser.execute_script(
        "return document.querySelector('.hand').querySelectorAll('.step').length"
    )
    assert shown_step(browser) == steps
    press(browser, Keys.HOME)
    assert shown_step(browser) == 1
    browser.find_element("css selector", "[data-mark]").click()
    marked = browser.execute_script("return document.querySelector('.hand .step.worth')")
    if marked is not None:
        assert shown_step(browser) == int(marked.get_attribute("data-step"))
    browser.find_elements("css selector", ".hand [data-to]")[4].click()
    assert shown_step(browser) == 5
    assert shown_step(browser, 1) == 1
    assert browser.get_log("browser") == []


def test_all_hands_of_a_table_may_lie_face_up(browser: Any, page: Path) -> None:
    browser.get(page.as_uri())
    script = "return [...document.querySelectorAll('#hand-3-1 .' + arguments[0])]"
    script += ".map((group) => getComputedStyle(group).display)"
    assert set(browser.execute_script(script, "opened")) == {"none"}
    press(browser, "a")
    assert set(browser.execute_script(script, "opened")) == {"inline"}
    assert set(browser.execute_script(script, "closed")) == {"none"}
    assert browser.execute_script("return document.querySelector('.all-hands').checked")
    assert browser.get_log("browser") == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_sticks_out_to_the_side(browser: Any, page: Path, size: tuple[int, int]) -> None:
    resize(browser, size)
    browser.get(page.as_uri())
    measured = browser.execute_script(
        "return [document.documentElement, ...document.querySelectorAll('#hand-1 .scroll')]"
        ".map((element) => [element.scrollWidth, element.clientWidth])"
    )
    for wide, seen in measured:
        assert wide <= seen <= size[0]
    right, losses = browser.execute_script(
        "const cells = [...document.querySelector('.list').querySelectorAll('td.n')];"
        "return [Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)),"
        " cells.filter((cell) => cell.innerText.trim()).length]"
    )
    assert losses > 0
    assert right <= size[0]
    if folder := os.environ.get("SCREENSHOTS"):
        browser.save_screenshot(str(Path(folder) / f"review-{size[0]}.png"))


def marks_of(browser: Any, who: str) -> list[int]:
    """The numbers of a player's marked mistakes in the first hand."""
    script = "return [...document.querySelector('.hand').querySelectorAll('.step.worth')]"
    script += ".filter((step) => step.dataset.who === arguments[0])"
    script += ".map((step) => Number(step.dataset.step))"
    return [int(number) for number in browser.execute_script(script, who)]


def shown_rows(browser: Any) -> list[int]:
    """The numbers of the decisions that the list of the first hand shows."""
    script = "return [...document.querySelector('.hand').querySelectorAll('[data-to]')]"
    script += ".filter((row) => !row.hidden).map((row) => Number(row.dataset.to))"
    return [int(number) for number in browser.execute_script(script)]


def shown_players(browser: Any) -> set[str]:
    """Whose curves the first hand shows."""
    script = "return [...document.querySelector('.hand').querySelectorAll('figure')]"
    script += ".filter((figure) => !figure.hidden).map((figure) => figure.dataset.who)"
    return set(browser.execute_script(script))


def test_a_player_steps_through_his_own_mistakes(browser: Any, page: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    resize(browser, DESKTOP)
    browser.get(page.as_uri())
    everything = shown_rows(browser)
    mine, theirs = marks_of(browser, "south"), marks_of(browser, "north")
    assert len(mine) > 1
    assert len(theirs) > 1
    browser.find_element("css selector", ".only").click()
    assert shown_rows(browser) == mine
    assert shown_step(browser) == mine[0]
    press(browser, "m")
    assert shown_step(browser) == mine[1]
    press(browser, "M")
    press(browser, "M")
    assert shown_step(browser) == mine[0]
    press(browser, Keys.END)
    assert shown_step(browser) == mine[-1]
    assert shown_players(browser) == {"south"}
    press(browser, "v")
    assert shown_players(browser) == {"north"}
    assert shown_rows(browser) == theirs
    assert shown_step(browser) in theirs
    press(browser, "o")
    assert shown_rows(browser) == everything
    press(browser, Keys.HOME)
    press(browser, "m")
    (first, *_) = sorted(number for number in (*mine, *theirs) if number > 1)
    assert shown_step(browser) == first
    select = browser.find_element("css selector", ".me")
    select.send_keys(Keys.ARROW_UP)
    assert shown_players(browser) == {"south"}
    assert shown_step(browser) == first
    assert browser.get_log("browser") == []


def test_another_card_is_tried_with_a_click_or_a_key(browser: Any, page: Path) -> None:
    from selenium.webdriver.common.keys import Keys

    resize(browser, DESKTOP)
    browser.get(page.as_uri())
    shown = "#hand-1 .step:not([hidden])"
    said = browser.find_element("css selector", f"{shown} .try-said")
    rows = browser.find_elements("css selector", f"{shown} [data-said]")
    assert said.text.startswith("Try a card")
    card = browser.find_element(
        "css selector", f"{shown} .mover use[href='#card-{rows[-1].get_attribute('data-card')}']"
    )
    card.click()
    assert said.text == rows[-1].get_attribute("data-said")
    assert "tried" in rows[-1].get_attribute("class")
    rows[0].find_element("css selector", "button").send_keys(Keys.ENTER)
    assert said.text == rows[0].get_attribute("data-said")
    tried = browser.find_elements("css selector", f"{shown} use.tried")
    assert [each.get_attribute("href") for each in tried] == [
        f"#card-{rows[0].get_attribute('data-card')}"
    ]
    assert browser.get_log("browser") == []


def test_a_link_leads_to_a_decision(browser: Any, page: Path) -> None:
    browser.get("about:blank")
    browser.get(f"{page.as_uri()}#hand-2-7")
    assert shown_step(browser, 1) == 7
    assert shown_step(browser) == 1


def test_a_whole_hand_is_printed_on_two_pages(browser: Any, page: Path) -> None:
    browser.get(page.as_uri())
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    pages = re.findall(rb"/Type\s*/Page\b", b64decode(printed["data"]))
    assert len(pages) == 2 * 2 + 1  # the hand of three players ends early
