"""Points that come of themselves: for a dix played or held, and for glups."""

from pinochle_solver._core.hand cimport HandRules, HandState

cdef void score_play(const HandRules* rules, HandState* state, int card) noexcept nogil
cdef void count_glups(const HandRules* rules, HandState* state, int reply) noexcept nogil
cdef void score_held(const HandRules* rules, HandState* state) noexcept nogil
