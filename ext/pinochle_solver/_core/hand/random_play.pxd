"""Dealing at random, for the modules that play many hands."""

from libc.stdint cimport uint8_t

from pinochle_solver._core.hand.hand cimport HandRules

cdef int fill_deck(const HandRules* rules, uint8_t* deck) noexcept nogil
