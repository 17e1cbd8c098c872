from libc.stdint cimport int16_t, uint64_t

from pinochle_solver._core.layout cimport Layout, SEATS

cdef enum:
    MOST_CARDS = 12                 # a hand: two bytes a state are 64 MiB then


cdef struct WholeDeal:
    Layout layout
    int hand                        # cards each seat holds at the start
    int16_t* values                 # the leader's points still to come, by state_index
    uint64_t* words[SEATS]          # subsets of each seat's hand as words of the layout
    int16_t* points[SEATS]          # and their card points


cdef int deal_value(const WholeDeal* deal, uint64_t held, int leader) noexcept nogil


cdef class RetrogradeDeal:
    cdef WholeDeal deal
