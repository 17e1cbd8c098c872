"""The site of `make docs` has every page and every public name; `make docs` itself is strict."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pinochle_solver
from helpers.paths import ROOT

SITE = ROOT / "docs" / "site"
LISTED = re.findall(r"^\s*- file: (\S+)$", (SITE / "_toc.yml").read_text(), re.MULTILINE)
NAMED = re.findall(
    r"^\.\. (?:auto\w+|py:data):: (\w+)$", (SITE / "reference.rst").read_text(), re.M
)


def page(name: str) -> Path | None:
    """The file of a page that the site lists without its ending."""
    found = [path for path in (ROOT / f"{name}.md", ROOT / f"{name}.rst") if path.is_file()]
    return found[0] if len(found) == 1 else None


def test_every_page_is_listed_once() -> None:
    pages = {f"docs/{path.stem}" for path in (ROOT / "docs").glob("*.md")}
    assert pages <= set(LISTED)
    assert len(LISTED) == len(set(LISTED))


@pytest.mark.parametrize("name", LISTED)
def test_what_is_listed_is_there_and_begins_with_its_title(name: str) -> None:
    path = page(name)
    assert path is not None
    assert path.suffix == ".rst" or path.read_text().startswith("# ")


def test_every_public_name_has_one_place_in_the_reference() -> None:
    assert sorted(NAMED) == sorted(pinochle_solver.__all__)


def test_the_reference_and_the_package_have_the_same_subjects_in_the_same_order() -> None:
    text = (SITE / "reference.rst").read_text()
    parts = re.split(r"^([^\n]+)\n-{3,}\n", text, flags=re.M)[1:]
    named = {
        title: re.findall(r"^\.\. (?:auto\w+|py:data):: (\w+)$", part, re.M)
        for title, part in zip(parts[::2], parts[1::2], strict=True)
    }
    assert named.pop("Version") == ["__version__"]
    by_subject = {title: [*names] for title, names in pinochle_solver._BY_SUBJECT.items()}
    assert [*named.items()] == [*by_subject.items()]


def test_the_package_lists_its_public_names_and_loads_each() -> None:
    assert dir(pinochle_solver) == sorted(pinochle_solver.__all__)
    assert len(set(pinochle_solver.__all__)) == len(pinochle_solver.__all__)
    for name in pinochle_solver.__all__:
        assert getattr(pinochle_solver, name) is not None
    with pytest.raises(AttributeError, match=r"has no attribute 'solv'$"):
        pinochle_solver.solv  # type: ignore[attr-defined]  # noqa: B018
