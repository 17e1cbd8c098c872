ANY_TRUMP: int
HIGHER_ELSE_TRUMP: int
HIGHER_ELSE_ANY: int

def pack_open_position(fields: dict[str, object]) -> bytes: ...
