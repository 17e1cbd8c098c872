"""Pages made of a template beside this module: what stands in it is escaped, drawings are not."""

from __future__ import annotations


def page(template: str, **values: object) -> str:
    """The HTML of a template with these values.

    Args:
        template: its file in this room.
        values: what it names; markup made in this room goes through its filter ``drawing``.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    environment = Environment(
        loader=PackageLoader("pinochle_solver.board", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["drawing"] = Markup  # made here, and escaped as it was
    return environment.get_template(template).render(**values)
