"""Which view shows a value: `view` marks the method, whose annotation says what it shows.

So a new value needs no row anywhere. The annotation is read as text, for a view imports nothing of
the rooms whose values it only shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

_Show = TypeVar("_Show", bound=Callable[..., None])


class View(NamedTuple):
    """How values are shown.

    Attributes:
        name: the method of the renderer that shows them.
        shown: what that takes: the name of a class, or ``Sequence[...]`` of it for values that are
            shown side by side.
        apart: whether there is an empty line between two.
    """

    name: str
    shown: str
    apart: bool


Views = Mapping[str, View]
"""Views by what they show."""


def view(*, apart: bool = False) -> Callable[[_Show], _Show]:
    """Mark a method as the view of what it takes.

    Args:
        apart: whether there is an empty line between two values.
    """

    def marked(show: _Show) -> _Show:
        shown, *_ = show.__annotations__.values()
        show.__dict__["view"] = View(show.__name__, shown, apart)
        return show

    return marked


def views_of(renderer: type) -> Views:
    """The views of a renderer."""
    methods: list[Any] = [getattr(renderer, name) for name in dir(renderer)]
    views: list[View] = [method.view for method in methods if hasattr(method, "view")]
    return {view.shown: view for view in views}
