"""What is measured of the program, and how, in rooms.

A command is run as ``python benchmarks/ROOM/NAME.py``. Python then looks for modules in its room
alone, so it begins by adding the project's root, and names the others ``benchmarks.ROOM.NAME``, as
tests do. The oracle and the helpers of the tests go by the names that they have there.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
