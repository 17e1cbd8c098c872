"""The page of a review in a real browser: ``make test-browser``."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helpers.witness import Witness
from pinochle_solver.board.review_page import review_page
from pinochle_solver.reviews.review import review

pytestmark = pytest.mark.browser
PHONE, DESKTOP = (390, 844), (1280, 900)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of two hands, in a file."""
    file = tmp_path_factory.mktemp("page") / "review.html"
    records = [Witness(rules, 8).record() for rules in ("scarne", "hayes")]
    file.write_text(review_page(review(record, worlds=16) for record in records), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Chromium without a window, which keeps what a page writes to its console."""
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for argument in (
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        f"--user-data-dir={tmp_path_factory.mktemp('profile')}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


def shown_step(browser: Any, hand: int = 0) -> int:
    """The number of the decision that is shown of a hand."""
    script = "return [...document.querySelectorAll('.hand')[arguments[0]]"
    script += ".querySelectorAll('.step')].filter((step) => !step.hidden)"
    script += ".map((step) => Number(step.dataset.step))"
    (step,) = browser.execute_script(script, hand)
    return int(step)


def press(browser: Any, key: str) -> None:
    browser.find_element("tag name", "body").send_keys(key)


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


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_nothing_sticks_out_to_the_side(browser: Any, page: Path, size: tuple[int, int]) -> None:
    browser.set_window_size(*size)
    browser.get(page.as_uri())
    wide, seen = browser.execute_script(
        "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert wide <= seen
    if folder := os.environ.get("SCREENSHOTS"):
        browser.save_screenshot(str(Path(folder) / f"review-{size[0]}.png"))
