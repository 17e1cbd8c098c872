"""The ordering weights for those who tune them; ``ordering.pxd`` says what they mean."""


def tuned_weights() -> bytes:
    """The weights a search begins with, 16-bit integers: leads, then replies, for each set."""
    return (<const char*> TUNED_WEIGHTS)[:sizeof(TUNED_WEIGHTS)]
