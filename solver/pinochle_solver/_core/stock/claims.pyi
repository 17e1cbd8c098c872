"""When a seat would win a playout by calling out; for compiled modules."""
