"""Words that make a card player read a sentence twice, as far as a pattern finds them.

Read are the pages, the help and the messages: all that a user sees. The words that take their place
are those of `pinochle help words`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from helpers.doc_pages import blocks
from helpers.paths import ROOT

PACKAGE = ROOT / "solver" / "pinochle_solver"
# Tests quote the pages of rules sentence by sentence, and books are quoted in these: left alone.
PAGES = (
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(page for page in sorted((ROOT / "docs").glob("*.md")) if "RULES" not in page.stem),
    ROOT / "puzzles" / "README.md",
    *sorted((PACKAGE / "cli" / "topics").glob("*.md")),
)
_BEGIN, _REST = r"(?:^|(?<=[.;:|] ))", r"[^.?]*?(?=[.;:|]|$)"
# The words to write, and the pattern of those that stand for them.
PATTERNS = {
    "minus, or without": r"\bless (?:the|what|those|its|\w+'s)\b",
    "If, or When": rf"{_BEGIN}Where {_REST}",
    "if": r"\bwhere (?:nobody|none|no|it(?! is\b)|all|any)\b",
    "the name of the thing": rf"{_BEGIN}(?:What|Whoever) {_REST}",
    "is worth, or is": r"\b(?:come|comes|came) to (?!the (?:table|end)\b|an end\b)",
    "the name of the number": r"\bso many\b",
    "who says it, or how it is shown": r"\b(?:is|are|be|was) told\b",
    "Default:": r"\bif not given\b",
    "stderr": r"\bon standard error\b",
    "learned": r"\blearnt\b",
    "margin": r"\bfinal difference\b",
    "opponent": r"\bthe other (?:player|seat|side)\b",
    "player to move": r"\bseat to decide\b",
    "stock phase, or playoff": r"\b(?:first|second) half of (?:the|a) hand\b",
    "upcard": r"\bturned-up card\b",
    "card points": r"\btrick points\b",
    "playout": r"\brollouts?\b",
    "roundhouse": r"\bround trip\b",
    "tested": r"\bput to the test\b",
    "face up": r"\b(?:hands|cards) open\b|\bl(?:ie|ies|ay) open\b|\bopen (?:hands|cards)\b",
}
_ITEM = re.compile(r"\s*(?:[-*]|\d+\.) ")


def findings(text: str) -> Iterator[tuple[str, str]]:
    """What a pattern finds in a text: the words there, and those to write."""
    for words, pattern in PATTERNS.items():
        for found in re.finditer(pattern, text):
            yield found[0], words


def paragraphs(page: str) -> Iterator[tuple[int, str]]:
    """The prose of a page in Markdown: each paragraph or item in one line, after its line number.

    Code is no prose, nor are tables and quotations.
    """
    code = {number for block in blocks(page) for number, line in block if line}
    lines, first = list[str](), 0
    for number, line in enumerate([*page.splitlines(), ""], start=1):
        is_prose = bool(line.strip()) and number not in code and not re.match(r"\s*[|#>]", line)
        if lines and (not is_prose or _ITEM.match(line)):
            yield first, " ".join(lines)
            lines = []
        if is_prose:
            first = first if lines else number
            lines.append(_ITEM.sub("", line).strip())


def messages(module: Path) -> Iterator[tuple[int, str]]:
    """The strings of a module with a blank in them, after their lines: no docstrings, but help."""
    nodes = list(ast.walk(ast.parse(module.read_text("utf-8"))))
    # What `click` shows of a command is its docstring.
    helps = [n.body[0] for n in nodes if isinstance(n, ast.FunctionDef) and n.name == "command"]
    silent = {id(n.value) for n in nodes if isinstance(n, ast.Expr) and n not in helps}
    for node in nodes:
        if isinstance(node, ast.Constant) and id(node) not in silent:
            text = node.value
            if isinstance(text, str) and " " in text:
                yield node.lineno, " ".join(text.split())


def texts() -> Iterator[tuple[str, str]]:
    """All that a user reads: the file and line, and the text."""
    for page in PAGES:
        for line, text in paragraphs(page.read_text("utf-8")):
            yield f"{page.relative_to(ROOT)}:{line}", text
    for module in sorted(PACKAGE.rglob("*.py")):
        for line, text in messages(module):
            yield f"{module.relative_to(ROOT)}:{line}", text
