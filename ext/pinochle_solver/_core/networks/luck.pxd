"""How lucky draws of the stock phase are, as the lead after each is valued.

Design
------
A draw is compared with another: the two cards that lie next in the stock, drawn either way round.
In a stock shuffled at random any two places hold any two cards alike. So the luck comes to 0 in the
mean, however wrong the network is, and what a hand came to less its luck is as right in the mean as
what it came to, and varies less (advantage sums: Zinkevich, Bowling, Bard, Kan, Billings 2006;
AIVAT: Burch, Schmid, Moravcik, Morrill, Bowling 2018). That each of the two may fall to either seat
takes away what a pair is worth to who gets its better card: so one pair is enough where there is
little time. Of hands that were really played a draw is compared with all that could have come.

Where what is drawn may be shown before the next lead, the hand is valued before that as if it were
one: any function of it would do, and to add what can be shown was found to vary more.

What the cards add up to is found once for the three draws that are valued, and changed by those
that are drawn.
"""

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.networks.value_net cimport ValueNet


cdef double luck_of_draw(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net
) noexcept nogil
cdef double luck_among_all_draws(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net
) noexcept nogil
