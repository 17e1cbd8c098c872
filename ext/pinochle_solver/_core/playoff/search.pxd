"""Zero-window search of a laid-out deal, as seen by the modules that ask for values."""

from libc.stdint cimport int64_t, uint64_t

from pinochle_solver._core.layout cimport Layout
from pinochle_solver._core.limits cimport Limits
from pinochle_solver._core.playoff.ordering cimport SETS, Weights
from pinochle_solver._core.playoff.retrograde cimport WholeDeal
from pinochle_solver._core.playoff.suits cimport SuitCache
from pinochle_solver._core.playoff.table cimport Table


cdef struct Witness:
    # All states of the deal, valued by other means, to compare the search with.
    const WholeDeal* deal
    int64_t compared
    int64_t wrong


cdef struct Search:
    Layout layout
    SuitCache suits
    Table table
    Weights weights[SETS]
    int trump
    int plain[3]            # the other suits
    int looks_ahead_from    # tricks left
    bint looks_ahead_always     # in short hands, too, for checking
    int64_t nodes
    Limits limits
    bint stopped            # a limit was met: what the last call returned means nothing
    Witness* witness        # NULL but for checking


cdef struct Node:
    # A point of decision: `held` is without the card led; `led` is -1 when `leader` is to lead.
    uint64_t held
    int leader
    int led
    int outstanding         # points still to come, those of the card led included


cdef struct Look:
    # What is known of a seat's points without a search: proven bounds, an estimate between them.
    int low
    int high
    int estimate


cdef bint allocate_search(Search* search, size_t table_bytes) noexcept nogil
cdef void free_search(Search* search) noexcept nogil
cdef void begin_search(Search* search) noexcept nogil
cdef int estimated_value(Search* search, const Node* node) noexcept nogil
cdef int reply_value(
    Search* search, uint64_t held, int leader, int led, int reply, int bound, int outstanding
) noexcept nogil
cdef int lead_value(
    Search* search, uint64_t held, int leader, int led, int bound, int outstanding
) noexcept nogil
cdef int boundary_value(
    Search* search, uint64_t held, int leader, int bound, int outstanding
) noexcept nogil
cdef int remembered_lead(Search* search, uint64_t held, int leader) noexcept nogil
cdef Look look_at_reply(
    Search* search, uint64_t held, int leader, int led, int reply, int outstanding
) noexcept nogil
cdef Look look_at_lead(
    Search* search, uint64_t held, int leader, int led, int outstanding
) noexcept nogil
