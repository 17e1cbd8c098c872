"""The weights of the search of open hands, for Python; ``ordering.pxd`` describes them."""


def tuned_open_weights() -> bytes:
    """The weights the search is built with, as `DoubleDummySolver.order_by` takes them."""
    return (<const char*> TUNED_OPEN_WEIGHTS)[:SIDINGS * sizeof(OpenWeights)]
