"""The stock phase with every card known, the order of the stock included: exact values.

Design
------
This is a game of perfect information: alpha-beta over its moves, with forced draws. As in the
playoff (``search.pyx``) one question is asked at a time: does south's final difference, its points
less north's, reach a bound? Answers are fail-soft. Exact values come from a few questions that
close in on them. Every proven bound is kept in a memory of states for all later questions.

*States* are kept by everything that lies open (``keys.pxd``), with bounds on what south gains on
north from there on; points scored before make no difference.

*Playoffs* are kept by the two hands and the leader. A leaf only asks the playoff solver whether the
leader's points reach what the bound requires.

*Moves* are ordered by an estimate of the playoff after the policy has played on to it. That takes
some ten microseconds a move, while a question to the solver takes several hundred. In small decks,
where a question takes only a few, the policy's scores order them. Early in a full deck the
policy has far to play, and to order moves takes longer than all else. So each of its plays counts
as nodes, too. Where a limit does not leave enough for them they are not begun, and what it leaves
counts as used up.

A search that meets a limit unwinds at once and stores nothing on the way.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t

from pinochle_solver._core.hand.hand cimport (
    MOST_DRAWS, MOST_MOVES, HandState, apply_move, legal_moves,
)
from pinochle_solver._core.hand.scores cimport (
    final_lead_of_south, final_points, lead_of_south, outstanding_points,
)
from pinochle_solver._core.hashing cimport Key, finish_key, mix_both
from pinochle_solver._core.limits cimport StopFlag, begin_limits, must_stop
from pinochle_solver._core.networks.policy cimport score_moves
from pinochle_solver._core.playoff.search cimport boundary_value
from pinochle_solver._core.playoff.solver cimport estimated_playoff, exact_playoff, take_up_playoff
from pinochle_solver._core.stock.keyed_table cimport (
    KeyedTable, allocate_keyed_table, free_keyed_table, is_empty, look_up, make_room,
)
from pinochle_solver._core.stock.keys cimport key_of_open_state, mix_hands
from pinochle_solver._core.stock.search cimport StockSearch

cdef enum:
    BYTES_PER_MIB = 1048576
    FIRST_PLACES = 1 << 12
    UNBOUNDED = 1 << 20
    STEP = 4                # points between the first questions
    NO_MOVE = -1
    POLL = 64               # states between two looks at the limits
    NODES_OF_A_PLAY = 4     # positions of a playoff; a play takes as long as four to eight
    MOST_LINE = 4 * MOST_DRAWS


cdef int64_t NO_LIMIT = <int64_t> 1 << 62


cdef struct Known:
    Key key
    int32_t low                     # proven bounds: of what south gains on north; of a playoff
    int32_t high                    # of the leader's points
    int32_t move                    # the last that answered a question, or -1


cdef struct Answer:
    int low
    int high


cdef void _remember(KeyedTable* memory, const Key* key, int low, int high, int move) noexcept nogil:
    """Narrow the bounds of a state; if there is no room they are forgotten."""
    cdef Known* known = <Known*> look_up(memory, key)
    if is_empty(known):
        if not make_room(memory):
            return
        known = <Known*> look_up(memory, key)
        known.key, known.low, known.high = key[0], -UNBOUNDED, UNBOUNDED
        memory.used += 1
    known.low = max(known.low, low)
    known.high = min(known.high, high)
    known.move = move


cdef int _bring_forward(uint8_t* moves, int count, int move) noexcept nogil:
    """Put a move in the first place; return how many moves are there, 0 if it is not among them."""
    cdef int i
    for i in range(count):
        if moves[i] == move:
            moves[i], moves[0] = moves[0], moves[i]
            return 1
    return 0


cdef class OpenStock(StockSearch):
    """A hand of which every card is known; one thread at a time may use it."""

    cdef KeyedTable memory          # of `Known`
    cdef bint plays_out             # to order moves
    cdef bint stopped
    cdef int64_t visited
    cdef int64_t most_nodes

    def __cinit__(
        self, const uint8_t[::1] rules, const uint8_t[::1] state, const uint8_t[::1] pile,
        bint plays_out, double memory_mb, **kwargs,
    ):
        self.plays_out = plays_out
        cdef size_t most_places = <size_t> (memory_mb * BYTES_PER_MIB) // sizeof(Known)
        if not allocate_keyed_table(&self.memory, sizeof(Known), FIRST_PLACES, most_places):
            raise MemoryError("no memory for states")

    def __dealloc__(self):
        free_keyed_table(&self.memory)

    @property
    def nodes(self) -> int:
        """States and playoff positions visited so far; a play to order moves counts as four."""
        return self.visited

    def solve(self, int64_t nodes, double seconds, StopFlag stop not None) -> list:
        """Value every legal move, within `nodes` more and `seconds`; 0 means no limit.

        Gives (move, low, high, line) for each move: bounds on south's final points less north's,
        equal unless a limit was met; and the best play from the move on, up to the playoff, empty
        if there are only bounds. With limits, moves that were not reached have no bounds.
        """
        cdef uint8_t moves[MOST_MOVES]
        cdef uint8_t line[MOST_LINE]
        cdef int count = legal_moves(&self.rules, &self.root, moves), i, length
        cdef Answer answer
        values = []
        self.stopped = False
        self.most_nodes = self.visited + nodes if nodes else NO_LIMIT
        with nogil:
            begin_limits(&self.search.limits, 0, seconds, &stop.raised, &self.halted)
            self.hand.state = self.root.state
            self._order(moves, count)
        for i in range(count):
            with nogil:
                answer = self._close_in(moves[i])
                length = 0
                if answer.low == answer.high:
                    length = self._find_line(moves[i], answer.low, line)
            self.raise_what_is_set()
            values.append(
                (moves[i], answer.low, answer.high, (<const char*> line)[:max(length, 0)]))
        return values

    def points_after(self, const uint8_t[::1] line) -> tuple:
        """What south and north have at the end, when a line is played and the playoff solved."""
        cdef Py_ssize_t i
        cdef int leaders = 0
        cdef int32_t points[2]
        cdef StopFlag never = StopFlag()
        self.hand.state = self.root.state
        for i in range(line.shape[0]):
            self.draw_what_is_due()
            apply_move(&self.rules, &self.hand, line[i])
        self.draw_what_is_due()
        if not self.hand.state.playoff:
            raise ValueError("the line does not reach the playoff")
        with nogil:
            begin_limits(&self.search.limits, 0, 0.0, &never.raised, &self.halted)
            if take_up_playoff(&self.search, &self.hand):
                leaders = exact_playoff(&self.search, &self.hand)
        self.raise_what_is_set()
        final_points(&self.hand, leaders, points)
        return points[0], points[1]

    # Questions

    cdef Answer _close_in(self, int move) noexcept nogil:
        """Bound the difference after a move, until it is known."""
        cdef Answer answer = Answer(-UNBOUNDED, UNBOUNDED)
        cdef int bound, value, step = STEP
        cdef HandState state
        if self.stopped:
            return answer
        self.hand.state = self.root.state
        apply_move(&self.rules, &self.hand, move)
        state = self.hand.state
        bound = self._estimate()
        while answer.low < answer.high and not self.stopped:
            self.hand.state = state
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
        """Whether south's final difference reaches `bound`.

        If it does, the difference is at least the number returned, else at most that number.

        This changes the hand.
        """
        cdef uint8_t moves[MOST_MOVES]
        cdef HandState* state = &self.hand.state
        cdef HandState before
        cdef const Known* known
        cdef Key key
        cdef int count, i, value, best, answer, lead, first
        self.draw_what_is_due()
        if state.playoff:
            return self._ask_playoff(bound)
        count = legal_moves(&self.rules, &self.hand, moves)
        if count == 1:
            apply_move(&self.rules, &self.hand, moves[0])
            return self._ask(bound)
        if self._must_stop():
            return 0
        lead = lead_of_south(state)
        key = key_of_open_state(&self.rules, &self.hand)
        known = <const Known*> look_up(&self.memory, &key)
        if not is_empty(known):
            if lead + known.low >= bound:
                return lead + known.low
            if lead + known.high < bound:
                return lead + known.high
        before = state[0]
        best, answer = -UNBOUNDED if before.turn == 0 else UNBOUNDED, moves[0]
        # The move that answered before is tried before the others are put in order.
        first = _bring_forward(moves, count, NO_MOVE if is_empty(known) else known.move)
        for i in range(count):
            self.hand.state = before
            if i == first:
                self._order(moves + i, count - i)
                if self.stopped:
                    return 0
            apply_move(&self.rules, &self.hand, moves[i])
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
        """The same for a playoff that has just begun, asked of the leader's points."""
        cdef HandState* state = &self.hand.state
        cdef int lead = lead_of_south(state), whole = outstanding_points(&self.hand), points
        cdef bint souths = state.leader == 0
        # South's difference is lead + 2 * points - whole if it leads, else lead + whole - 2 *
        # points: it reaches the bound when the points reach, or stay below, what is wanted.
        cdef int wanted = (
            (bound - lead + whole + 1) >> 1 if souths else ((lead + whole - bound) >> 1) + 1)
        points = self._ask_leader(wanted, whole)
        return lead + 2 * points - whole if souths else lead + whole - 2 * points

    cdef int _ask_leader(self, int wanted, int whole) noexcept nogil:
        """Whether the leader's points reach what is wanted.

        If they do, the points are at least the number returned, else at most that number.
        """
        cdef const HandState* state = &self.hand.state
        cdef const Known* known
        cdef Key key = Key(3, 4)
        cdef int points
        if wanted <= 0:
            return 0
        if wanted > whole:
            return whole
        mix_hands(&key, state)
        mix_both(&key, state.leader)
        finish_key(&key)
        known = <const Known*> look_up(&self.memory, &key)
        if not is_empty(known):
            if known.low >= wanted:
                return known.low
            if known.high < wanted:
                return known.high
        self.search.limits.nodes = self.most_nodes - self.visited
        if not take_up_playoff(&self.search, &self.hand):
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
            score_moves(&self.rules, &self.hand, &self.policy, moves, count, scores, NULL)
        for i in range(1, count):
            move, score, place = moves[i], scores[i], i
            while place and scores[place - 1] < score:
                moves[place], scores[place] = moves[place - 1], scores[place - 1]
                place -= 1
            moves[place], scores[place] = move, score

    cdef void _score_by_playing_out(
        self, const uint8_t* moves, int count, int32_t* scores
    ) noexcept nogil:
        cdef HandState state = self.hand.state
        cdef int i, value
        self._count_plays(count * (self.rules.draws - state.drawn))
        for i in range(count):
            # Where there is no time to play on, any order will do.
            scores[i] = 0
            if self.stopped:
                continue
            self.hand.state = state
            apply_move(&self.rules, &self.hand, moves[i])
            value = self._estimate()
            scores[i] = value if state.turn == 0 else -value
        self.hand.state = state

    cdef void _count_plays(self, int plays) noexcept nogil:
        """Count plays of the policy, or stop before them where the limit leaves too little."""
        self.visited += NODES_OF_A_PLAY * plays
        if self.visited > self.most_nodes:
            self.visited = self.most_nodes + 1
            self.stopped = True

    cdef int _estimate(self) noexcept nogil:
        """South's final difference if the policy plays on; this changes the hand."""
        self.play_to_playoff()
        if not take_up_playoff(&self.search, &self.hand):
            self.stopped = True
            return 0
        return final_lead_of_south(&self.hand, estimated_playoff(&self.search, &self.hand))

    # The best line

    cdef int _find_line(self, int move, int value, uint8_t* line) noexcept nogil:
        """Write the best play from a move with this value to the playoff; return its length.

        -1 if a limit was met.
        """
        cdef uint8_t moves[MOST_MOVES]
        cdef HandState state
        cdef int length = 1, count, i = 0, reached
        cdef bint keeps = False
        line[0] = move
        self.hand.state = self.root.state
        apply_move(&self.rules, &self.hand, move)
        self.draw_what_is_due()
        while not self.hand.state.playoff:
            count = legal_moves(&self.rules, &self.hand, moves)
            state = self.hand.state
            for i in range(count):
                self.hand.state = state
                apply_move(&self.rules, &self.hand, moves[i])
                reached = self._ask(value if state.turn == 0 else value + 1)
                if self.stopped:
                    return -1
                keeps = reached >= value if state.turn == 0 else reached <= value
                if keeps:
                    break
            self.hand.state = state
            apply_move(&self.rules, &self.hand, moves[i])
            line[length] = moves[i]
            length += 1
            self.draw_what_is_due()
        return length
