"""What is learned of the stock phase, to choose moves and to value positions.

- ``policy``: the linear policy, which scores moves by what a seat sees;
- ``meld_prospects``: what the seat may come to meld;
- ``features``: what a network sees;
- ``policy_net``, ``value_net``, ``playoff_net``: the networks that score a move, value a lead and
  estimate a playoff;
- ``luck``: how lucky draws are, as the lead after each is valued.

Where the processor has AVX2 the networks are those of the folder ``avx2``, where there is one: the
same sources, the same answers, sooner. With ``PINOCHLE_WITHOUT_AVX2=1`` they are not.
"""

import os

from pinochle_solver._core.processor import has_avx2

if has_avx2() and os.environ.get("PINOCHLE_WITHOUT_AVX2", "") in ("", "0"):
    __path__.insert(0, f"{__path__[0]}/avx2")
