"""The stock phase with every card known, the order of the stock included: exact values.

Design
------
A game of perfect information: alpha-beta over its moves, the draws being forced. As in the playoff
(``search.pyx``) one question is asked at a time: does south's final difference, its points less
north's, reach a bound? Answers are fail-soft, exact values come from a few questions that close in
on them, and every proven bound is kept in a memory of states for all later ones.

*States* are kept by all that lies open (``keys.pxd``), with bounds of what south gains on north
from there on: how the points before fell makes no difference.

*Playoffs* are kept by the two hands and the leader. A leaf asks the playoff solver no more than
whether the leader's points reach what the bound comes to.

*Moves* are ordered by what an estimate of the playoff says when the policy plays on to it; that
takes some ten microseconds a move, a question to the solver several hundred. In small decks, where
it takes a few, by the policy's scores.

A search that meets a limit unwinds at once and stores nothing on the way.
"""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free

from pinochle_solver._core.hand cimport MOST_DRAWS, MOST_MOVES, HandState, apply_move, legal_moves
from pinochle_solver._core.keys cimport Key, key_of_open_state, mix_both
from pinochle_solver._core.limits cimport StopFlag, begin_limits, must_stop
from pinochle_solver._core.playoff cimport estimated_playoff, exact_playoff, take_up_playoff
from pinochle_solver._core.policy cimport score_moves
from pinochle_solver._core.scores cimport (
    final_lead_of_south, final_points, lead_of_south, outstanding_points,
)
from pinochle_solver._core.search cimport boundary_value
from pinochle_solver._core.stock_search cimport StockSearch

cdef enum:
    BYTES_PER_MIB = 1048576
    FIRST_SIZE = 1 << 12
    UNBOUNDED = 1 << 20
    STEP = 4                # points between the first questions
    NO_MOVE = -1
    POLL = 64               # states between two looks at the limits
    MOST_LINE = 4 * MOST_DRAWS


cdef struct Known:
    Key key                         # `check` 0: an empty place
    int32_t low                     # proven bounds: of what south gains on north; of a playoff
    int32_t high                    # of the leader's points
    int32_t move                    # the last that answered a question, or -1


cdef struct Memory:
    Known* known
    uint64_t mask
    uint64_t used
    uint64_t most


cdef struct Answer:
    int low
    int high


# The memory


cdef bint _allocate_memory(Memory* memory, size_t most_bytes) noexcept nogil:
    """Make room for some states, to grow to so many bytes; return whether there was memory."""
    memory.known = <Known*> calloc(FIRST_SIZE, sizeof(Known))
    memory.mask, memory.used = FIRST_SIZE - 1, 0
    memory.most = most_bytes // sizeof(Known)
    return memory.known is not NULL


cdef Known* _place_of(Memory* memory, const Key* key) noexcept nogil:
    """Where this state is, or is to be put."""
    cdef uint64_t i = (key.place ^ key.place >> 32) & memory.mask
    while memory.known[i].key.check and (
            memory.known[i].key.place != key.place or memory.known[i].key.check != key.check):
        i = (i + 1) & memory.mask
    return &memory.known[i]


cdef void _grow(Memory* memory) noexcept nogil:
    """Twice the room, where that is allowed and to be had."""
    cdef Memory bigger = memory[0]
    cdef uint64_t i
    if 2 * (memory.mask + 1) > memory.most:
        return
    bigger.known = <Known*> calloc(2 * (memory.mask + 1), sizeof(Known))
    if bigger.known is NULL:
        return
    bigger.mask = 2 * memory.mask + 1
    for i in range(memory.mask + 1):
        if memory.known[i].key.check:
            _place_of(&bigger, &memory.known[i].key)[0] = memory.known[i]
    free(memory.known)
    memory[0] = bigger


cdef void _remember(
    Memory* memory, const Key* key, int low, int high, int move
) noexcept nogil:
    """Narrow the bounds of a state; what there is no room for is forgotten."""
    cdef Known* place = _place_of(memory, key)
    if not place.key.check:
        if 4 * memory.used >= 3 * (memory.mask + 1):
            _grow(memory)
            if 4 * memory.used >= 3 * (memory.mask + 1):
                return
            place = _place_of(memory, key)
        place.key, place.low, place.high = key[0], -UNBOUNDED, UNBOUNDED
        memory.used += 1
    place.low = max(place.low, low)
    place.high = min(place.high, high)
    place.move = move


cdef int _bring_forward(uint8_t* moves, int count, int move) noexcept nogil:
    """Put a move in the first place; return how many are there: 0 where it is not among them."""
    cdef int i
    for i in range(count):
        if moves[i] == move:
            moves[i], moves[0] = moves[0], moves[i]
            return 1
    return 0


cdef class OpenStock(StockSearch):
    """A hand of which every card is known; one thread at a time may use it."""

    cdef Memory memory
    cdef bint plays_out             # to order moves
    cdef bint stopped
    cdef int64_t visited
    cdef int64_t most_nodes

    def __cinit__(
        self, const int32_t[::1] rules, const uint8_t[::1] state, const uint8_t[::1] pile,
        bint plays_out, double memory_mb,
    ):
        self.plays_out = plays_out
        if not _allocate_memory(&self.memory, <size_t> (memory_mb * BYTES_PER_MIB)):
            raise MemoryError("no memory for states")

    def __dealloc__(self):
        free(self.memory.known)

    @property
    def nodes(self) -> int:
        """States and playoff positions visited so far."""
        return self.visited

    def solve(self, int64_t nodes, double seconds, StopFlag stop not None) -> list:
        """Value every legal move, within so many nodes and seconds; 0 is no limit.

        Gives for each move (move, low, high, line): bounds of south's final points less north's,
        equal unless a limit was met; and the best play from the move on, as far as the playoff,
        empty where there are only bounds. Limits leave moves unbounded that were not reached.
        """
        cdef uint8_t moves[MOST_MOVES]
        cdef uint8_t line[MOST_LINE]
        cdef int count = legal_moves(&self.rules, &self.root, moves), i, length
        cdef Answer answer
        found = []
        self.stopped = False
        self.most_nodes = nodes if nodes else <int64_t> 1 << 62
        with nogil:
            begin_limits(&self.search.limits, 0, seconds, &stop.raised, &self.halted)
            self.game.state = self.root.state
            self._order(moves, count)
        for i in range(count):
            with nogil:
                answer = self._close_in(moves[i])
                length = 0
                if answer.low == answer.high:
                    length = self._find_line(moves[i], answer.low, line)
            self.raise_what_is_set()
            found.append(
                (moves[i], answer.low, answer.high, (<const char*> line)[:max(length, 0)]))
        return found

    def points_after(self, const uint8_t[::1] line) -> tuple:
        """What south and north have at the end, when a line is played and the playoff solved."""
        cdef Py_ssize_t i
        cdef int leaders = 0
        cdef int16_t points[2]
        cdef StopFlag never = StopFlag()
        self.game.state = self.root.state
        for i in range(line.shape[0]):
            self.draw_what_is_due()
            apply_move(&self.rules, &self.game, line[i])
        self.draw_what_is_due()
        if not self.game.state.playoff:
            raise ValueError("the line does not reach the playoff")
        with nogil:
            begin_limits(&self.search.limits, 0, 0.0, &never.raised, &self.halted)
            if take_up_playoff(&self.search, &self.game):
                leaders = exact_playoff(&self.search, &self.game)
        self.raise_what_is_set()
        final_points(&self.game, leaders, points)
        return points[0], points[1]

    # Questions

    cdef Answer _close_in(self, int move) noexcept nogil:
        """Bound the difference after a move, until it is known."""
        cdef Answer answer = Answer(-UNBOUNDED, UNBOUNDED)
        cdef int bound, value, step = STEP
        cdef HandState state
        if self.stopped:
            return answer
        self.game.state = self.root.state
        apply_move(&self.rules, &self.game, move)
        state = self.game.state
        bound = self._estimate()
        while answer.low < answer.high:
            self.game.state = state
            value = self._ask(bound)
            if self.stopped:
                break
            if value >= bound:
                answer.low = value
                bound = value + (min(step, (answer.high - value + 1) // 2))
            else:
                answer.high = value
                bound = value + 1 - max(1, min(step, (value - answer.low) // 2))
            step *= 2
        return answer

    cdef int _ask(self, int bound) noexcept nogil:
        """Whether south's final difference reaches `bound`: then at least, else at most this.

        It moves the game on.
        """
        cdef uint8_t moves[MOST_MOVES]
        cdef HandState* state = &self.game.state
        cdef HandState before
        cdef const Known* known
        cdef Key key
        cdef int count, i, value, best, answer, lead, first
        self.draw_what_is_due()
        if state.playoff:
            return self._ask_playoff(bound)
        count = legal_moves(&self.rules, &self.game, moves)
        if count == 1:
            apply_move(&self.rules, &self.game, moves[0])
            return self._ask(bound)
        if self._must_stop():
            return 0
        lead = lead_of_south(state)
        key = key_of_open_state(state)
        known = _place_of(&self.memory, &key)
        if known.key.check:
            if lead + known.low >= bound:
                return lead + known.low
            if lead + known.high < bound:
                return lead + known.high
        before = state[0]
        best, answer = -UNBOUNDED if before.turn == 0 else UNBOUNDED, moves[0]
        # The move that answered before is tried before the others are put in order.
        first = _bring_forward(moves, count, known.move if known.key.check else NO_MOVE)
        for i in range(count):
            self.game.state = before
            if i == first:
                self._order(moves + i, count - i)
            apply_move(&self.rules, &self.game, moves[i])
            value = self._ask(bound)
            if self.stopped:
                return 0
            if value > best if before.turn == 0 else value < best:
                best, answer = value, moves[i]
            if (best >= bound) == (before.turn == 0):
                break
        if best >= bound:
            _remember(&self.memory, &key, best - lead, UNBOUNDED, answer)
        else:
            _remember(&self.memory, &key, -UNBOUNDED, best - lead, answer)
        return best

    cdef bint _must_stop(self) noexcept nogil:
        self.visited += 1
        if self.visited > self.most_nodes or (
                self.visited % POLL == 0 and must_stop(&self.search.limits, 0)):
            self.stopped = True
        return self.stopped

    cdef int _ask_playoff(self, int bound) noexcept nogil:
        """The same of a playoff that has just begun: asked of the leader's points."""
        cdef HandState* state = &self.game.state
        cdef int lead = lead_of_south(state), whole = outstanding_points(&self.game), points
        cdef bint souths = state.leader == 0
        # South's difference is lead + 2 * points - whole if it leads, else lead + whole - 2 *
        # points: it reaches the bound when the points reach, or stay below, what is wanted.
        cdef int wanted = (
            (bound - lead + whole + 1) >> 1 if souths else ((lead + whole - bound) >> 1) + 1)
        points = self._ask_leader(wanted, whole)
        return lead + 2 * points - whole if souths else lead + whole - 2 * points

    cdef int _ask_leader(self, int wanted, int whole) noexcept nogil:
        """Whether the leader's points reach what is wanted: then at least, else at most this."""
        cdef const HandState* state = &self.game.state
        cdef const Known* known
        cdef Key key = Key(3, 4)
        cdef int points
        if wanted <= 0:
            return 0
        if wanted > whole:
            return whole
        mix_both(&key, state.seats[0].hand)
        mix_both(&key, state.seats[1].hand)
        mix_both(&key, state.leader)
        key.check |= 1
        known = _place_of(&self.memory, &key)
        if known.key.check:
            if known.low >= wanted:
                return known.low
            if known.high < wanted:
                return known.high
        if not take_up_playoff(&self.search, &self.game):
            self.stopped = True
            return 0
        points = boundary_value(&self.search, state.held, state.leader, wanted, whole)
        self.visited += self.search.nodes
        if self.search.stopped:
            self.stopped = True
            return 0
        if points >= wanted:
            _remember(&self.memory, &key, points, UNBOUNDED, NO_MOVE)
        else:
            _remember(&self.memory, &key, -UNBOUNDED, points, NO_MOVE)
        return points

    # Order

    cdef void _order(self, uint8_t* moves, int count) noexcept nogil:
        """Put the moves that promise the mover most first."""
        cdef int32_t scores[MOST_MOVES]
        cdef int32_t score
        cdef uint8_t move
        cdef int i, place
        if self.plays_out:
            self._score_by_playing_out(moves, count, scores)
        else:
            score_moves(&self.rules, &self.game, &self.policy, moves, count, scores, NULL)
        for i in range(1, count):
            move, score, place = moves[i], scores[i], i
            while place and scores[place - 1] < score:
                moves[place], scores[place] = moves[place - 1], scores[place - 1]
                place -= 1
            moves[place], scores[place] = move, score

    cdef void _score_by_playing_out(
        self, const uint8_t* moves, int count, int32_t* scores
    ) noexcept nogil:
        cdef HandState state = self.game.state
        cdef int i, value
        for i in range(count):
            self.game.state = state
            apply_move(&self.rules, &self.game, moves[i])
            value = self._estimate()
            scores[i] = value if state.turn == 0 else -value
        self.game.state = state

    cdef int _estimate(self) noexcept nogil:
        """South's final difference when the policy plays on; it moves the game on."""
        self.play_to_playoff()
        if not take_up_playoff(&self.search, &self.game):
            self.stopped = True
            return 0
        return final_lead_of_south(&self.game, estimated_playoff(&self.search, &self.game))

    # The best line

    cdef int _find_line(self, int move, int value, uint8_t* line) noexcept nogil:
        """Write the best play from a move of this value on, to the playoff; return its length.

        -1 if a limit was met.
        """
        cdef uint8_t moves[MOST_MOVES]
        cdef HandState state
        cdef int length = 1, count, i = 0, reached
        cdef bint keeps = False
        line[0] = move
        self.game.state = self.root.state
        apply_move(&self.rules, &self.game, move)
        self.draw_what_is_due()
        while not self.game.state.playoff:
            count = legal_moves(&self.rules, &self.game, moves)
            state = self.game.state
            for i in range(count):
                self.game.state = state
                apply_move(&self.rules, &self.game, moves[i])
                reached = self._ask(value if state.turn == 0 else value + 1)
                if self.stopped:
                    return -1
                keeps = reached >= value if state.turn == 0 else reached <= value
                if keeps:
                    break
            self.game.state = state
            apply_move(&self.rules, &self.game, moves[i])
            line[length] = moves[i]
            length += 1
            self.draw_what_is_due()
        return length
