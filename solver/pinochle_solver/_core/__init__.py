"""The compiled modules: they work on bytes and words and know nothing of the package above.

Their sources are in ``ext/pinochle_solver/_core``; what is described there in a ``.pxd`` file is
compiled in the ``.pyx`` file of the same name. Three groups build on each other: the hand and its
melds; the search of the playoff; and the searches of the stock phase, which play hands on by a
learnt policy and end in playoffs.

May use: nothing.
"""

from pinochle_solver._core.processor import suits

if not suits():
    raise ImportError(
        "the processor has no SSE4.2 or POPCNT, for which this program is compiled: build it from"
        ' its source with PINOCHLE_CFLAGS="-mno-sse4.2 -mno-popcnt"'
    )
