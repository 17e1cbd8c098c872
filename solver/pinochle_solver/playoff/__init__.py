"""playoff."""
