INPUT: int
POINT: int
TERM: int
ACTIVE: int
SHAPES: dict[str, tuple[tuple[int, ...], str]]
