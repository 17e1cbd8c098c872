from typing import Any

from typing_extensions import Buffer

DUE_PLAY: int
DUE_MELD: int
DUE_DIX: int
DUE_DRAW: int
DUE_NOTHING: int
DUE_SHOW: int
SOURCE: int
PASS: int
MOST_SHOWS: int
EXCHANGED: int
SHOWN: int
BREAKS_NONE: int
BREAKS_FOLLOW: int
BREAKS_HEAD: int
BREAKS_TRUMP: int

def pack_rules(fields: dict[str, Any]) -> bytes: ...
def pack_state(fields: dict[str, Any], log: list[dict[str, Any]]) -> bytes: ...
def unpack_state(record: Buffer) -> tuple[dict[str, Any], list[dict[str, Any]]]: ...
