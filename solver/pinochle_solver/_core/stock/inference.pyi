from typing import Any

MOST_NEW: int
PLAYED: int
SHOWED: int
DRAWN: int
FROM_TABLE: int
WAS_UPCARD: int

def pack_act(fields: dict[str, Any]) -> bytes: ...
