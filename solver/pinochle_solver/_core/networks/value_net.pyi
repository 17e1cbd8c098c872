INPUT: int
POINT: int
ACTIVE: int
SHAPES: dict[str, tuple[tuple[int, ...], str]]
