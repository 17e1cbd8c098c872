"""What the pages under docs/ show is what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from helpers import doc_pages
from helpers.doc_pages import Command, commands, differences
from helpers.paths import ROOT

DOCS = ROOT / "docs"
README = DOCS.parent / "README.md"
PAGES = [README, *sorted(DOCS.glob("*.md"))]
RUN = [page for page in PAGES if ">>> " in page.read_text() or commands(page.read_text())]


@pytest.mark.parametrize("page", RUN, ids=lambda page: page.name)
def test_a_page_shows_what_is_so(page: Path, tmp_path: Path) -> None:
    # What the first page shows is shown by the program as it is started anew.
    assert differences(page.read_text(), tmp_path, forked=page is not README) == []


def test_readme_is_one_screen() -> None:
    assert README in RUN
    assert len(README.read_text().splitlines()) <= 80


def test_links_between_the_pages_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_guide_to_python_is_among_them_and_short() -> None:
    guide = DOCS / "PYTHON.md"
    assert guide in RUN
    assert len(guide.read_text().splitlines()) <= 230


# The checks themselves, on small pages.

PAGE = """
Text, `$ pinochle nothing`, and then

    $ pinochle rules --json | head -c 2
    {"
    $ echo hand > file
    $ cat \\
        file none
    hand
    cat: none: ...

and fenced

```
$ echo 0.161 s
0.2 s
```

```python
>>> from pathlib import Path
>>> Path("file").read_text()
'hand\\n'
>>> 1 / 0
Traceback (most recent call last):
ZeroDivisionError: division by zero
```
"""


def test_commands_are_found_with_what_they_print() -> None:
    assert commands(PAGE) == [
        Command(4, "pinochle rules --json | head -c 2", '{"'),
        Command(6, "echo hand > file", None),
        Command(7, "cat \\\n    file none", "hand\ncat: none: ..."),
        Command(15, "echo 0.161 s", "0.2 s"),
    ]


def test_a_sound_page_is_as_it_shows(tmp_path: Path) -> None:
    assert differences(PAGE, tmp_path) == []


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('    {"', '    ["'),
        ("    hand\n", "    hands\n"),
        ("echo hand > file", "false"),
        ("echo 0.161 s", "echo 0.161 m"),
        ("'hand", "'hands"),
        ("ZeroDivisionError", "ValueError"),
        ("echo hand > file", "echo hand > another"),
    ],
)
def test_a_page_that_is_wrong_is_found(right: str, wrong: str, tmp_path: Path) -> None:
    assert right in PAGE
    assert differences(PAGE.replace(right, wrong, 1), tmp_path, forked=True) != []


def test_an_ellipsis_and_a_time_stand_for_others() -> None:
    assert doc_pages.is_as_shown("30 nodes, 0.171 ms", "30 nodes, 12 ms")
    assert doc_pages.is_as_shown("a\n...\nz", "a\nb\nc\nz")
    assert not doc_pages.is_as_shown("30 nodes, 0.171 ms", "31 nodes, 0.171 ms")
    assert not doc_pages.is_as_shown("a\n...\nz", "a\nb")
