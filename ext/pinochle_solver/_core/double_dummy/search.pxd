"""Zero-window search of three or four open hands, as seen by callers that ask for values."""

from libc.stdint cimport int64_t, uint64_t

from pinochle_solver._core.double_dummy.deal cimport OpenDeal
from pinochle_solver._core.double_dummy.killers cimport OpenKillers
from pinochle_solver._core.double_dummy.ordering cimport SIDINGS, OpenWeights
from pinochle_solver._core.double_dummy.suits cimport OpenSuits
from pinochle_solver._core.double_dummy.table cimport OpenTable
from pinochle_solver._core.double_dummy.tricks cimport Trick
from pinochle_solver._core.limits cimport Limits

cdef struct OpenSearch:
    OpenDeal deal
    OpenSuits suits
    OpenTable table
    OpenKillers killers
    OpenWeights weights[SIDINGS]
    const OpenWeights* order[2]     # those for each side of the deal
    int left_out
    int64_t nodes
    Limits limits
    bint stopped            # a limit was met: what the last call returned means nothing
    int answered_by         # the card of the last choice that answered its question


cdef bint allocate_open_search(OpenSearch* search, size_t table_bytes) noexcept nogil
cdef void free_open_search(OpenSearch* search) noexcept nogil
cdef void begin_open_search(OpenSearch* search) noexcept nogil
cdef int value_of_lead(
    OpenSearch* search, uint64_t held, int leader, int tricks, int bound, int outstanding,
    uint64_t* matter,
) noexcept nogil
cdef int value_of_trick(
    OpenSearch* search, const Trick* trick, uint64_t* matter
) noexcept nogil
cdef void bound_without_search(
    OpenSearch* search, uint64_t held, int leader, int tricks, int outstanding, int* low, int* high
) noexcept nogil
