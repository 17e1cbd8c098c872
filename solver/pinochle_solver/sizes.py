"""How large the texts and files may be that the program reads.

Each limit is far above what any hand needs. What is larger is refused at once, in one line that
names the limit, so that no input takes more than a moment or more than a few megabytes.

May use: nothing.
"""

MOST_HAND = 4096
"""Characters of a hand of cards, or of one card, in whatever words."""

MOST_POSITION = 1 << 16
"""Characters of a position, and of a line of the engine protocol."""

MOST_LINE = 1_000_000
"""Characters of a line of any file that is read line by line."""

MOST_PASSED = 100_000_000
"""Bytes of a line that is too long, and is passed over; a file with a longer one may never end."""

MOST_RECORD = 1_000_000
"""Characters of a hand record, its comments included."""

MOST_TAGS = 1_000
"""Tags of a hand record."""

MOST_ITEMS = 100
"""Items in the braces of a trick."""

MOST_TOML = 1_000_000
"""Bytes of a rulebook, and of the file of settings."""
