MOST_MELDS: int
MOST_MELD_CARDS: int
MOST_SLOTS: int
MOST_ENTRIES: int
SERVICES: int
NOTHING: int
PLAY: int
MELD: int
DIX: int
STOCK_IS_GONE: int

def pack_stock(fields: dict[str, object]) -> bytes: ...
