"""Where every search of a stock-phase position begins; ``search.pxd`` says what it has."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport write_flag
from pinochle_solver._core.hand.game cimport read_state
from pinochle_solver._core.hand.hand cimport (
    DUE_DRAW, MOST_DRAWS, MOST_MOVES, apply_move, begin_hand, draw, legal_moves,
)
from pinochle_solver._core.hand.packing cimport is_sound_hand, read_rules
from pinochle_solver._core.hand.scores cimport final_points
from pinochle_solver._core.networks.policy cimport LEARNT_WEIGHTS, WEIGHTS, choose_move, set_policy
from pinochle_solver._core.playoff.search cimport allocate_search, free_search
from pinochle_solver._core.playoff.solver cimport estimated_playoff, exact_playoff, take_up_playoff
from pinochle_solver._core.playoff.table cimport BY_THE_HAND

cdef class StockSearch:
    """A position that is searched; one thread at a time may use it.

    Args:
        rules: a record of the rules,
        state: and of the state.
        pile: the cards of the stock, in any order.
        weights: of the linear policy; those that serve most games if not given.
    """

    def __cinit__(
        self, const uint8_t[::1] rules, const uint8_t[::1] state, const uint8_t[::1] pile,
        *args, const int16_t[::1] weights=None, **kwargs,
    ):
        if not read_rules(&self.rules, &rules[0], rules.shape[0]):
            raise ValueError("rules: no sound record")
        read_state(&self.root, state)
        if pile.shape[0] > MOST_DRAWS or pile.shape[0] < self.rules.draws - self.rules.upcard:
            raise ValueError(f"pile: {pile.shape[0]} cards")
        if pile.shape[0]:
            memcpy(self.root.pile, &pile[0], pile.shape[0])
        if not is_sound_hand(&self.rules, &self.root):
            raise ValueError("state: no sound record")
        begin_hand(&self.rules, &self.root)
        if self.root.state.playoff:
            raise ValueError("state: the stock is gone")
        self.hand = self.root
        if weights is not None and weights.shape[0] != WEIGHTS:
            raise ValueError(f"weights: {weights.shape[0]}, expected {WEIGHTS}")
        if weights is None:
            set_policy(&self.policy, LEARNT_WEIGHTS)
        else:
            set_policy(&self.policy, &weights[0])
        if not allocate_search(&self.search, BY_THE_HAND):
            raise MemoryError("no memory for a table")

    def __dealloc__(self):
        free_search(&self.search)

    def halt(self) -> None:
        """Stop what is being searched, now and for good; any thread may call it."""
        write_flag(&self.halted, True)

    def legal(self) -> bytes:
        """The legal moves, a byte each (``hand.pxd``)."""
        cdef uint8_t moves[MOST_MOVES]
        cdef int count = legal_moves(&self.rules, &self.root, moves)
        return (<const char*> moves)[:count]

    cdef void draw_what_is_due(self) noexcept nogil:
        while self.hand.state.due == DUE_DRAW:
            draw(&self.rules, &self.hand)

    cdef void play_to_playoff(self) noexcept nogil:
        """Play on by the policy."""
        while not self.hand.state.playoff:
            if self.hand.state.due == DUE_DRAW:
                draw(&self.rules, &self.hand)
            else:
                apply_move(
                    &self.rules, &self.hand, choose_move(&self.rules, &self.hand, &self.policy))

    cdef int guess_playoff(self) noexcept nogil:
        """The leader's points in the playoff that was taken up, estimated."""
        return estimated_playoff(&self.search, &self.hand)

    cdef bint score_playoff(self, int32_t* estimated, int32_t* exact) noexcept nogil:
        """Write what each seat will have, with the playoff estimated; False if it was stopped.

        Unless `exact` is NULL write there what they will have with the playoff solved.
        """
        if not take_up_playoff(&self.search, &self.hand):
            return False
        final_points(&self.hand, self.guess_playoff(), estimated)
        if exact is not NULL:
            final_points(&self.hand, exact_playoff(&self.search, &self.hand), exact)
        return not self.search.stopped

    cdef int raise_what_is_set(self) except -1:
        """Raise what a signal handler has left set in this thread, if anything."""
        return -1 if self.search.limits.interrupted else 0
