"""How a hand stands for either seat at the windows between its tricks, where it may be doubled.

Design
------
What a seat thinks of its chance to win the hand follows from what it sees. The cards that it does
not see are dealt to their places at random, so many times, and each time the network for leads
(``value_net.pxd``) says how far ahead the seat will be at the end. The hand may still end around
that as hands of the policy were found to: normally, with a deviation for every trick, the *scale*.
The mean of the chances is the seat's. Nothing is inferred from how the other seat played.

So in a playout of the policy both seats know at every window what they could know at a table, and
what they do about the stake can be worked out afterwards, for any way of doubling: the cards are
played as if there were no stakes.
"""

from pinochle_solver._core.hand.hand cimport HandInPlay, HandRules
from pinochle_solver._core.networks.value_net cimport ValueNet
from pinochle_solver._core.random cimport Random

cdef enum:
    BY_BOTH_HANDS = 2
    CHANCES = 3


cdef void chances_of_seats(
    const HandRules* rules, HandInPlay* hand, const ValueNet* net, double scale, int worlds,
    Random* random, float* chances,
) noexcept nogil
