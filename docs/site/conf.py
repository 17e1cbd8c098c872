"""The documentation site: the project's own pages, as they are, and the reference (`make docs`).

Sphinx reads the whole project, so that the links between the pages are the same here as elsewhere.
Nothing is fetched from a network, neither when the site is made nor when it is read.
"""

from __future__ import annotations

import builtins
import re
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, GoogleDocstring
from sphinx.transforms.post_transforms import SphinxPostTransform

import pinochle_solver

ROOT = Path(__file__).parents[2]

project = "pinochle-solver"
author = "The pinochle-solver authors"
version = release = pinochle_solver.__version__
html_title = "pinochle-solver"

extensions = ["myst_parser", "sphinx_external_toc", "sphinx.ext.autodoc"]
external_toc_path = str(Path(__file__).with_name("_toc.yml"))
# The pages themselves say which of them are meant: what the list does not have is left out.
external_toc_exclude_missing = True
exclude_patterns = ["build", ".*", "tests/*/**", "ext"]

# Headings have the anchors that GitHub gives them.
myst_heading_anchors = 4
highlight_language = "none"
# A broken link, or a name that is not there, is a warning, and warnings are errors.
nitpicky = True

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
autodoc_default_options = {"members": True, "show-inheritance": True}
python_use_unqualified_type_names = True
# In docstrings a name in single quotes is code, and a link where it is a public name.
default_role = "py:obj"
# Types of the reference that are not public have no place of their own.
nitpick_ignore_regex = [("py:obj", ".*"), ("py:class", r"(?!pinochle_solver\.[A-Z]\w*$).*")]

html_theme = "furo"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_static_path = ["static"]
html_css_files = ["site.css"]


_GOOGLE = Config(napoleon_use_ivar=True)
# Several names that are described together; a type that ends in an underscore, which is no link.
_SEVERAL = re.compile(r"^:(?:ivar|param) \w+(?:, \w+)+:")
_UNDERSCORE = re.compile(r"_\](?=]*$)")
_NO_EXPRESSION = re.compile(r"<[^<>]*>")
_FIELD = "Alias for field number"


def _read_docstring(
    app: Sphinx, what: str, name: str, found: object, options: Any, lines: list[str]
) -> None:
    """Take a docstring in Google's form; the first line of a property is text, and no type."""
    kind = "method" if what in ("property", "attribute", "data") else what
    read = GoogleDocstring(list(lines), _GOOGLE, app, kind, name, found, options).lines()
    lines[:] = [_SEVERAL.sub(_joined, _UNDERSCORE.sub(r"\\_]", line)) for line in read]


def _joined(field: re.Match[str]) -> str:
    return field[0].replace(", ", "/")


def _readable(*event: Any) -> tuple[str | None, str | None]:
    """Leave out of a signature the defaults that are no expressions, so that the types are read."""
    signature, returned = event[-2:]
    return signature and _NO_EXPRESSION.sub("...", signature), returned


def _skip(_app: Sphinx, _what: str, _name: str, found: object, skip: bool, _: Any) -> bool | None:
    """Leave out the fields of named tuples: their class describes them."""
    return True if (getattr(found, "__doc__", "") or "").startswith(_FIELD) else None


def _public_bases(
    _app: Sphinx, _name: str, _found: object, _options: Any, bases: list[type]
) -> None:
    """Name of a class's bases only those that have a place in the reference, or are Python's."""
    public = {*pinochle_solver.__all__, *dir(builtins)}
    bases[:] = [base for base in bases if base.__name__ in public] or [object]


class Sessions(SphinxPostTransform):
    """Gives a block of code that names no language one by how it begins."""

    default_priority = 1

    def run(self, **_: Any) -> None:
        """Mark Python sessions and commands of the shell."""
        for block in self.document.findall(nodes.literal_block):
            if block.get("language", "none") == "none":
                begin = block.astext().lstrip()
                if begin.startswith(">>> "):
                    block["language"] = "pycon"
                elif begin.startswith("$ "):
                    block["language"] = "console"


def setup(app: Sphinx) -> None:
    """Add what is the site's own."""
    app.add_post_transform(Sessions)
    app.connect("autodoc-process-docstring", _read_docstring)
    app.connect("autodoc-process-signature", _readable)
    app.connect("autodoc-skip-member", _skip)
    app.connect("autodoc-process-bases", _public_bases)
