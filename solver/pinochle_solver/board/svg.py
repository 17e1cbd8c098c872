"""Elements of a picture as text: attributes and words escaped, numbers short."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Attribute = str | float


def element(name: str, *content: str, **attributes: Attribute) -> str:
    """An element with its content, which is markup already.

    Args:
        name: of the element.
        content: what stands in it.
        attributes: by name; a trailing underscore is dropped (``class_``), others become hyphens.
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
    )
    inside = "".join(content)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def words(text: str) -> str:
    """Text as markup."""
    return escape(text, quote=False)


def moved(x: float, y: float, *content: str) -> str:
    """Content at another place."""
    return element("g", *content, transform=f"translate({_number(x)} {_number(y)})")


def picture(width: float, height: float, style: str, content: Iterable[str], title: str) -> str:
    """A whole picture, which takes any size and has a title for who cannot see it."""
    return element(
        "svg",
        element("title", words(title)),
        element("style", style),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        width=width,
        height=height,
        role="img",
    )


def _value(value: Attribute) -> str:
    return escape(value) if isinstance(value, str) else _number(value)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
