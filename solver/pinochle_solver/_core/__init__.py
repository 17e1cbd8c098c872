"""The compiled modules: they work on bytes and words and know nothing of the package above.

Their sources are in ``ext/pinochle_solver/_core``; what is described there in a ``.pxd`` file is
compiled in the ``.pyx`` file of the same name. Three groups build on each other: the hand and its
melds; the search of the playoff; and the searches of the stock phase, which play hands on by a
learnt policy and end in playoffs.

Where the processor has AVX2 the networks are those of the folder ``avx2``, where there is one: the
same sources, the same answers, sooner. With ``PINOCHLE_WITHOUT_AVX2=1`` they are not.

May use: nothing.
"""

import os

from pinochle_solver._core.processor import has_avx2, suits

if not suits():
    raise ImportError(
        "the processor has no SSE4.2 or POPCNT, for which this program is compiled: build it from"
        ' its source with PINOCHLE_CFLAGS="-mno-sse4.2 -mno-popcnt"'
    )

if has_avx2() and os.environ.get("PINOCHLE_WITHOUT_AVX2", "") in ("", "0"):
    __path__.insert(0, f"{__path__[0]}/avx2")
