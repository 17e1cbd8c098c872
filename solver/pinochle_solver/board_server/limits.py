"""How much a page may send, and how long and how often it may search; docs/BOARD.md has them."""

from __future__ import annotations

MOST_BODY = 200_000
"""Bytes of a request: enough for the records of an evening."""

MOST_SKIPPED = 5_000_000
SKIP_SECONDS = 1.0
"""How much of a longer request is read, unused, so that the refusal arrives, and how long."""

MOST_TEXT = 10_000
"""Characters of a position, a move or another short text."""

MOST_RECORD = 100_000
"""Characters of the records of a request."""

MOST_STUDY = 1_000
"""Moves of a study."""

REQUESTS_A_SECOND = 50.0
"""Requests that one address may send for long, each second."""

MOST_AT_ONCE = 400.0
"""Requests that one address may send at once, before it is told to wait."""

MOST_ADDRESSES = 1_000
"""Addresses whose requests are counted apart."""

MOST_WAITING = 200
"""Searches that may wait for a processor. A further one is refused, and the page asks again."""

MOST_SECONDS = 60.0
"""Seconds of a search that a page may ask for."""

MOST_WORLDS = 1_000_000
"""Worlds of a search that a page may ask for."""

DEFAULT_SECONDS = 8.0
"""Seconds of a search, if the page asks for none."""

SOLVE_SECONDS = 30.0
"""Seconds of an exact search; one that is cut short shows the bounds that it has proven."""

HEARTBEAT = 10.0
"""Seconds after which a silent stream says that it is alive."""
