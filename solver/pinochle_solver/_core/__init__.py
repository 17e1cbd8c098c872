"""The compiled modules: they work on bytes and words and know nothing of the package above."""
