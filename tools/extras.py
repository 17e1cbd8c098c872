"""Print what an extra of the installed package asks for, a requirement a line.

    python tools/extras.py test | pip install --requirement /dev/stdin

To install ``.[test]`` instead would compile the package once more.
"""

import re
import sys
from importlib.metadata import requires


def requirements(extra: str) -> list[str]:
    """The requirements of an extra, with what else they depend on (a platform, say)."""
    its = re.compile(rf"""\s*(and\s+)?extra == ["']{re.escape(extra)}["']""")
    found = [text for text in requires("pinochle-solver") or () if its.search(text)]
    if not found:
        sys.exit(f"extras.py: {extra}, which the package does not have")
    return [its.sub("", text).rstrip("; ") for text in found]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print("\n".join(requirements(name)))
