"""The compiled modules: they work on bytes and words and know nothing of the package above.

Their sources are in ``ext/pinochle_solver/_core``; what is described there in a ``.pxd`` file is
compiled in the ``.pyx`` file of the same name. What all of them share lies in this package itself:
bits, hashing, random numbers, limits, the layout of cards on a word. The packages inside stand on
it, and on those named before them:

- the hand (``hand``): the whole game of one hand and its melds;
- the playoff (``playoff``): its search, on words;
- double dummy (``double_dummy``): the search of three or four open hands, on words;
- hidden hands (``hidden_hands``): worlds of a table of three or four, and hands played out in them;
- the networks (``networks``): what is learned, to choose moves and to value positions;
- the stock phase (``stock``): the searches that play hands on by these and end in playoffs.

A name is imported from the module that compiles it, and from no other place: a module under a
second name would be loaded twice, with classes that do not know each other. `StopFlag`, the one
that the whole program shares, is in ``_core.limits``.

May use: nothing.
"""

from pinochle_solver._core.processor import suits

if not suits():
    raise ImportError(
        "the processor has no SSE4.2 or POPCNT, for which this program is compiled: build it from"
        ' its source with PINOCHLE_CFLAGS="-mno-sse4.2 -mno-popcnt"'
    )
