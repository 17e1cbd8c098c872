"""How lucky a draw of the stock phase is, as the lead after it is valued.

Design
------
A draw is compared with another: the two cards that lie next in the stock, drawn either way round.
In a stock shuffled at random any two places hold any two cards alike. So the luck comes to 0 in the
mean, however wrong the network is, and what a hand came to less its luck is as right in the mean as
what it came to, and varies less. (Advantage sums: Zinkevich, Bowling, Bard, Kan, Billings 2006;
AIVAT: Burch, Schmid, Moravcik, Morrill, Bowling 2018.) That each of the two cards may fall to either seat
takes away what a pair as such is worth to who gets its better card: so one pair is enough.

The network is asked three times a draw, a microsecond and a half each.
"""

from pinochle_solver._core.hand cimport HandInPlay, HandRules
from pinochle_solver._core.value_net cimport ValueNet


cdef double luck_of_draw(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net
) noexcept nogil
