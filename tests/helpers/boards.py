"""A board that is served, and its page in a browser, as tests and pictures use them."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

from helpers.commandline import COMMAND, bare_environment

SOON = 20
"""Seconds in which anything comes that does come."""


class Served:
    """The board, in a process of its own.

    Args:
        state: the folder in which it keeps its token.
    """

    def __init__(self, state: Path) -> None:
        self.state, self.port = state, 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "board", "--no-open", "--port", str(self.port)],
            env=bare_environment(XDG_STATE_HOME=str(self.state)),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        (port,) = re.findall(r":(\d+)/", self.address)
        self.port = int(port)

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.communicate(timeout=SOON)


class Page:
    """The page in a browser."""

    def __init__(self, browser: Any, served: Served) -> None:
        self.browser, self.served = browser, served

    def open(self, screen: str, argument: str = "") -> None:
        """Open a screen by its address, as somebody does to whom it was sent."""
        self.browser.get("about:blank")
        self.browser.get(
            f"{self.served.address}#{screen}{'/' + quote(argument) if argument else ''}"
        )
        self.wait("main > *")

    def js(self, script: str, *arguments: object) -> Any:
        return self.browser.execute_script(script, *arguments)

    def wait(self, selector: str, text: str = "") -> str:
        """Wait until an element is there, and holds a text; return what it holds."""
        end = time.monotonic() + SOON
        script = (
            "const found = document.querySelector(arguments[0]);"
            "return found && (found.innerText ?? found.textContent)"
        )
        found = None
        while time.monotonic() < end:
            found = self.js(script, selector)
            if found is not None and text in found:
                return str(found)
            time.sleep(0.02)
        raise AssertionError(f"{selector}: {text!r} not in {found!r}")

    def click(self, selector: str) -> None:
        self.wait(selector)
        self.js("document.querySelector(arguments[0]).click()", selector)

    def choose(self, selector: str, value: str) -> None:
        """Choose from a list, or fill a field in."""
        self.wait(selector)
        self.js(
            "const found = document.querySelector(arguments[0]); found.value = arguments[1];"
            "found.dispatchEvent(new Event('change'))",
            selector,
            value,
        )

    def drag(self, source: str, target: str) -> None:
        """Drag an element to another, by the events of the page: a driver's mouse starts none."""
        self.wait(source)
        self.js(
            "const [from, to] = [...arguments].map((each) => document.querySelector(each));"
            "const dataTransfer = new DataTransfer();"
            "const how = {bubbles: true, cancelable: true, dataTransfer};"
            "const event = (name) => new DragEvent(name, how);"
            "from.dispatchEvent(event('dragstart'));"
            "if (to.dispatchEvent(event('dragover'))) throw new Error('not to be dropped here');"
            "to.dispatchEvent(event('drop'))",
            source,
            target,
        )

    def texts(self, selector: str) -> list[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.innerText)"
        return [str(text) for text in self.js(script, selector)]

    def hash(self) -> str:
        return str(self.js("return decodeURIComponent(location.hash)"))

    def place(self, cards: str) -> None:
        """Click cards of the pack."""
        for card in cards.split():
            self.click(f'.pack .pick:not(.taken)[data-card="{card}"]')

    def errors(self) -> list[str]:
        return [str(entry["message"]) for entry in self.browser.get_log("browser")]
