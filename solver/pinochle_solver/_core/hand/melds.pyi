from typing import Any

MOST_COPIES: int
MOST_COPIES_OF_CLASSES: int
MOST_MELDS: int
MOST_KINDS: int
MOST_KINDS_OF_CARD: int
NOTHING_BARS: int
NOT_HELD: int
HAS_SERVED: int
NOT_ALL_FROM_HAND: int
NONE_FROM_HAND: int

def pack_meld(fields: dict[str, Any]) -> bytes: ...
