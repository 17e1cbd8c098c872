"""Chromium without a window, as tests of pages use it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PHONE, DESKTOP = (390, 844), (1280, 900)


def chromium(profile: Path) -> Iterator[Any]:
    """A driver of Chromium, which keeps what a page writes to its console, until it is closed.

    Args:
        profile: an empty folder for the browser.
    """
    pytest.importorskip("selenium", reason="the extra is not installed (browser)")
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
        f"--user-data-dir={profile}",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        yield driver
    finally:
        driver.quit()


def resize(browser: Any, size: tuple[int, int]) -> None:
    """Make the page so large; a window without a screen would not become as narrow as a phone."""
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 720}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)


def press(browser: Any, key: str) -> None:
    """Press a key on the page."""
    browser.find_element("tag name", "body").send_keys(key)
