"""Dealing at random, for the modules that play many hands."""

from libc.stdint cimport uint8_t

from pinochle_solver._core.hand cimport HandRules
from pinochle_solver._core.random cimport Random

cdef int fill_deck(const HandRules* rules, uint8_t* deck) noexcept nogil
cdef void shuffle_deck(uint8_t* deck, int size, Random* random) noexcept nogil
