"""How long a call may take, and how much it may send and use; docs/MCP.md has the same figures."""

from __future__ import annotations

CALL_SECONDS = 50.0
"""Seconds that a call may search: clients give up a call after a minute.

A search that is cut then answers with what it has found, and the answer says so.
"""

MOST_SECONDS = 40.0
"""Seconds that a call may ask for, for a position or for a decision of a review."""

MOST_WORLDS = 20_000
"""Worlds that a call may ask for, for a position or for a decision of a review."""

MOST_NODES = 1_000_000_000
"""Nodes of an exact search that a call may ask for."""

MOST_THREADS = 4
"""Threads of a search, or fewer where there are fewer processors. One call runs at a time."""

MOST_TURNS = 12
"""Turns of a plan of melds."""

MOST_TEXT = 10_000
"""Characters of a position, a hand of cards or another short text."""

MOST_RECORD = 100_000
"""Characters of the hand records of a call, all together."""

MOST_NAMES = 20
"""Names of rulebooks, and claims to have reached the target, in a call."""

MOST_MESSAGE = 1_000_000
"""Bytes of a message of the protocol. A longer one ends the server."""

DEFAULT_SECONDS = 10.0
"""Seconds of an exact search, if a call asks for no limit."""

DEFAULT_WORLDS = 64
"""Worlds for each decision of a review, if a call asks for no limit."""
