"""The last tricks of a world, played with all cards face up."""

from pinochle_solver._core.double_dummy.search cimport OpenSearch
from pinochle_solver._core.hidden_hands.hands cimport HiddenHand, Table


cdef bint play_open(OpenSearch* search, const Table* table, HiddenHand* hand) noexcept nogil
