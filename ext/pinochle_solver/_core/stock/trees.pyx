"""Search trees over sampled worlds: what every move of the stock phase is worth in them.

Design
------
An *iteration* takes a world, goes down the tree in it, adds an edge, plays on by the policy to the
playoff and hands the final difference back to the edges that it passed. Moves are chosen by their
mean and by how seldom they were tried when they could have been (UCB1 with availability counts),
because a move need not be legal in every world that a node stands for. A move that was never tried
promises `urgency` points more than those that were; at the root it comes first. The root may also
explore more than the rest, so that every move has a value of its own. Among several untried moves
the policy's favourite is taken. There are two ways to tell nodes apart:

*By what a seat observes* (MO-ISMCTS: Cowling, Powley, Whitehouse 2012). Each seat has a tree of
its own. Its nodes are what this seat has observed since the root: its own moves, the plays of the
other and the copies that the other lays, its own draws. A pass by the other seat looks the same as
if it had not been asked. Each iteration takes a new world, and adds an edge to each tree. Draws are
chance, and no seat knows what it cannot see; but the other's tree mixes all hands that it may have.

*By the state, all cards open* (a determinization of the hand alone). There is one tree for each
world, and both seats see both hands. The stock is shuffled again in every iteration, so that draws
stay chance. In such a tree a card laid open reveals nothing new, so melds cost nothing for what
they reveal.

Edges lie in one table of fixed size, by the hash of node and move; a node is the edges that are
found under its key. When the table is full, no more edges are added. An edge holds what was scored
from its node on, not totals, because states that are reached in two ways share it.

As elsewhere (``playouts.pyx``) the playoff is estimated, and for each move at the root solved in
one of a number of iterations. What solving adds to a move on average counts when the root chooses.
"""

from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from pinochle_solver._core.hand.hand cimport (
    DUE_DRAW, MOST_DRAWS, MOST_MOVES, PASS, apply_move, draw, legal_moves,
)
from pinochle_solver._core.hand.scores cimport lead_of_south
from pinochle_solver._core.hand.worlds cimport Unseen, look_for_unseen, place_unseen
from pinochle_solver._core.hashing cimport Key, finish_key, mix
from pinochle_solver._core.limits cimport StopFlag, begin_limits, must_stop
from pinochle_solver._core.networks.policy cimport choose_move, place_of_highest, score_moves
from pinochle_solver._core.random cimport Random, numbered_random, shuffle
from pinochle_solver._core.stock.keyed_table cimport (
    KeyedTable, allocate_keyed_table, clear_keyed_table, free_keyed_table, is_empty, look_up,
    make_room,
)
from pinochle_solver._core.stock.keys cimport key_of_open_state
from pinochle_solver._core.stock.search cimport StockSearch

cdef enum:
    MOST_STEPS = 4 * MOST_DRAWS     # decisions of the stock phase
    DRAWN = 1 << 16                 # what is observed, besides moves
    LAID = 1 << 17
    FEWEST_PLACES = 1024            # in the table of edges
    NUMBERS = 256                   # of moves

# The starting values of south's and north's observations: digits of pi, which no move and no draw
# undoes. From a small number, a word with the same bits would lead to 0, and two nodes would have
# the same edges.
cdef uint64_t[2] BEGINNING = [0x243F6A8885A308D3u, 0x13198A2E03707344u]

# This many solved playoffs without a difference are assumed before the first one.
cdef double SUPPOSED = 4.0


cdef struct Edge:
    Key key                         # of its node and its move
    double total                    # of what it came to, for the seat that chose it
    uint32_t visits
    uint32_t available              # how often it could have been chosen


cdef struct Step:
    Edge* edge
    int seat
    int before                      # south's points less north's


# The edges


cdef bint _allocate_edges(KeyedTable* edges, uint64_t most) noexcept nogil:
    """Make room for at least this many edges; return whether there was memory."""
    cdef uint64_t places = FEWEST_PLACES
    while places * 3 < most * 4:
        places *= 2
    return allocate_keyed_table(edges, sizeof(Edge), places, places)


cdef inline Key _key_of(uint64_t node, int move) noexcept nogil:
    """The key of the edge for a move at a node."""
    cdef Key key = Key(mix(node, move), node)
    finish_key(&key)
    return key


cdef inline Edge* _place_of(const KeyedTable* edges, uint64_t node, int move) noexcept nogil:
    """The place where the edge of this move is, or should be put."""
    cdef Key key = _key_of(node, move)
    return <Edge*> look_up(edges, &key)


cdef class TreeSearch(StockSearch):
    """A tree over worlds of one position; one thread at a time may use it.

    What the record of the state says about hidden cards is ignored.
    """

    cdef Unseen unseen
    cdef KeyedTable table           # of `Edge`
    cdef Random random
    cdef Step step[MOST_STEPS]
    cdef double added[NUMBERS]          # by solving, to each root move: the sum,
    cdef int added_to[NUMBERS]          # and of how many
    cdef int64_t tried[NUMBERS]         # how often each was made
    cdef int64_t number             # of the tree
    cdef int64_t visited
    cdef uint64_t observed[2]       # by each seat in this iteration, as a hash
    cdef bint in_tree[2]            # whether it still chooses in the tree
    cdef bint at_root
    cdef bint is_open
    cdef bint shuffles
    cdef double exploration
    cdef double urgency
    cdef double at_first            # how many times as gladly the root explores
    cdef int steps

    def __cinit__(
        self, const uint8_t[::1] rules, const uint8_t[::1] state, const uint8_t[::1] pile,
        bint is_open, bint shuffles, double exploration, double urgency, int64_t edges,
        double at_first=1.0, **kwargs,
    ):
        look_for_unseen(&self.rules, &self.root.state, self.root.state.turn, &self.unseen)
        self.is_open, self.shuffles = is_open, shuffles
        self.exploration, self.urgency, self.at_first = exploration, urgency, at_first
        if edges < 1 or not _allocate_edges(&self.table, edges):
            raise MemoryError(f"no memory for {edges} edges")

    def __dealloc__(self):
        free_keyed_table(&self.table)

    @property
    def edges(self) -> int:
        """How many edges the tree has."""
        return self.table.used

    @property
    def nodes(self) -> int:
        """Positions of playoffs visited so far, to solve them."""
        return self.visited

    def clear(self, uint64_t seed, int64_t number) -> None:
        """Begin a new tree; from now on the stock is shuffled by `seed` and this number."""
        self.random = numbered_random(seed, number)
        clear_keyed_table(&self.table)
        memset(self.added, 0, sizeof(self.added))
        memset(self.added_to, 0, sizeof(self.added_to))
        memset(self.tried, 0, sizeof(self.tried))
        self.number = number

    def observations(self, const uint8_t[::1] world, const uint8_t[::1] moves) -> tuple:
        """The keys of south's and of north's node after these moves in a world."""
        self._play(world, moves)
        return self._node(0), self._node(1)

    def counts(self, const uint8_t[::1] world, const uint8_t[::1] moves) -> dict:
        """What the seat to decide has tried in its node after these moves in a world.

        For each move: how often it was made, and how often it could have been since the first time.
        """
        cdef uint64_t node
        cdef Edge* edge
        self._play(world, moves)
        node = self._node(self.hand.state.turn)
        tried = {}
        for move in self._legal_now():
            edge = _place_of(&self.table, node, move)
            if not is_empty(edge):
                tried[move] = (edge.visits, edge.available)
        return tried

    cdef int _play(self, const uint8_t[::1] world, const uint8_t[::1] moves) except -1:
        """Make these moves in a world, and the draws that are due."""
        cdef Py_ssize_t i
        self._begin(&world[0] if world.shape[0] else NULL)
        for i in range(moves.shape[0]):
            self._draw_and_observe()
            if self.hand.state.playoff or moves[i] not in self._legal_now():
                raise ValueError(f"move {moves[i]} is not legal")
            self._make(moves[i])
        self._draw_and_observe()
        return 0

    def _legal_now(self) -> bytes:
        cdef uint8_t moves[MOST_MOVES]
        cdef int count = legal_moves(&self.rules, &self.hand, moves)
        return (<const char*> moves)[:count]

    def iterate(
        self, const uint8_t[:, ::1] worlds, int solve_first, int solve_every,
        uint8_t[::1] chosen, int32_t[:, ::1] estimated, int32_t[:, ::1] exact,
        uint8_t[::1] solved, StopFlag stop not None,
    ) -> int:
        """Go through as many iterations as there is room for in `chosen`; return how many.

        Args:
            worlds: rows of unseen cards, hidden hand then stock, one for each iteration; the last
                row serves all remaining iterations.
            solve_first: for each move at the root, the playoff is solved in this many first
                iterations.
            solve_every: after these, one iteration in this many is solved; if it is every
                iteration, the tree grows by the exact values.
            chosen: filled with the move made at the root.
            estimated: (iterations, 2): filled with what south and north have at the end.
            exact: (iterations, 2): the same with the playoff solved,
            solved: where this is 1.
            stop: ends it after a whole iteration.
        """
        cdef int64_t done
        cdef Py_ssize_t count = chosen.shape[0]
        if solve_every < 1:
            raise ValueError(f"solve_every is {solve_every}")
        if (worlds.shape[0] < 1 or worlds.shape[1] != self.unseen.cards
                or estimated.shape[0] != count or estimated.shape[1] != 2
                or exact.shape[0] != count or exact.shape[1] != 2 or solved.shape[0] != count):
            raise ValueError("arrays of wrong shapes")
        with nogil:
            begin_limits(&self.search.limits, 0, 0.0, &stop.raised, &self.halted)
            done = self._iterate(
                worlds, solve_first, solve_every, chosen, estimated, exact, solved)
        self.raise_what_is_set()
        return done

    cdef int64_t _iterate(
        self, const uint8_t[:, ::1] worlds, int solve_first, int solve_every,
        uint8_t[::1] chosen, int32_t[:, ::1] estimated, int32_t[:, ::1] exact,
        uint8_t[::1] solved,
    ) noexcept nogil:
        cdef Py_ssize_t i, row
        cdef const int32_t* points
        cdef int64_t before
        for i in range(chosen.shape[0]):
            if must_stop(&self.search.limits, 0):
                return i
            row = min(i, worlds.shape[0] - 1)
            self._begin(&worlds[row, 0] if worlds.shape[1] else NULL)
            chosen[i] = self._play_in_tree()
            before = self.tried[chosen[i]]
            # The tree's number shifts which iterations are solved, so that none is solved more than
            # others.
            solved[i] = before < solve_first or (before + self.number) % solve_every == 0
            if not self.score_playoff(&estimated[i, 0], &exact[i, 0] if solved[i] else NULL):
                return i
            if solved[i]:
                self.visited += self.search.nodes
            self.tried[chosen[i]] += 1
            points = &exact[i, 0] if solve_every == 1 else &estimated[i, 0]
            self._hand_back(points[0] - points[1])
            if solved[i] and solve_every > 1:
                self._count_added(chosen[i], &estimated[i, 0], &exact[i, 0])
        return chosen.shape[0]

    # One iteration

    cdef void _begin(self, const uint8_t* world) noexcept nogil:
        """Set the hand to the root, in a world."""
        self.hand.state = self.root.state
        place_unseen(&self.unseen, world, &self.hand)
        if self.shuffles:
            shuffle(&self.hand.pile[self.hand.state.drawn],
                    self.unseen.cards - self.unseen.hidden, &self.random)
        self.observed[0], self.observed[1] = BEGINNING[0], BEGINNING[1]
        self.in_tree[0] = self.in_tree[1] = True
        self.steps, self.at_root = 0, True

    cdef int _play_in_tree(self) noexcept nogil:
        """Choose in the tree, then by the policy; return the first move."""
        cdef int move, first = -1
        while not self.hand.state.playoff:
            if self.hand.state.due == DUE_DRAW:
                self._draw_and_observe()
                continue
            if self.in_tree[self.hand.state.turn]:
                move = self._choose_in_tree()
            else:
                move = choose_move(&self.rules, &self.hand, &self.policy)
            first, self.at_root = (move if first < 0 else first), False
            if self.is_open or not (self.in_tree[0] or self.in_tree[1]):
                apply_move(&self.rules, &self.hand, move)
            else:
                self._make(move)
        return first

    cdef void _make(self, int move) noexcept nogil:
        """Make a move, and observe it."""
        cdef int seat = self.hand.state.turn, laid = self.hand.state.laid, i
        apply_move(&self.rules, &self.hand, move)
        self.observed[seat] = mix(self.observed[seat], move)
        if move < PASS:
            self.observed[1 - seat] = mix(self.observed[1 - seat], move)
        for i in range(laid, self.hand.state.laid):
            self._observe_laid(1 - seat, i)

    cdef void _observe_laid(self, int viewer, int i) noexcept nogil:
        """What the other seat has shown: which meld, and where its copies come from."""
        cdef uint64_t shown = mix(LAID + self.hand.laid[i].meld, self.hand.laid[i].copies)
        if self.hand.laid[i].copies_high:
            shown = mix(shown, self.hand.laid[i].copies_high)
        self.observed[viewer] = mix(self.observed[viewer], shown)

    cdef void _draw_and_observe(self) noexcept nogil:
        """Make draws that are due; each seat observes its own."""
        cdef int order, seat, place
        while self.hand.state.due == DUE_DRAW:
            place = self.hand.state.drawn
            for order in range(2 if place + 2 < self.rules.draws else 0):
                seat = self.hand.state.leader ^ order
                self.observed[seat] = mix(self.observed[seat], DRAWN + self.hand.pile[
                    place + (seat if self.rules.own_piles else order)])
            draw(&self.rules, &self.hand)

    cdef int _choose_in_tree(self) noexcept nogil:
        """The most promising move; a move never tried before is added, and ends the descent."""
        cdef uint8_t moves[MOST_MOVES]
        cdef uint8_t untried[MOST_MOVES]
        cdef int seat = self.hand.state.turn, i, best = -1, fresh = 0
        cdef int count = legal_moves(&self.rules, &self.hand, moves)
        cdef uint64_t node
        cdef double promise, highest = 0, total = 0, visits = 0
        cdef Edge* edge
        cdef Edge* chosen = NULL
        if count == 1:
            return moves[0]
        node = self._node(seat)
        for i in range(count):
            edge = _place_of(&self.table, node, moves[i])
            if is_empty(edge):
                untried[fresh] = moves[i]
                fresh += 1
                continue
            edge.available += 1
            promise = self._promise(edge)
            if self.at_root:
                promise += self.added[moves[i]] / (self.added_to[moves[i]] + SUPPOSED)
            total += edge.total
            visits += edge.visits
            if chosen is NULL or promise > highest:
                best, highest, chosen = moves[i], promise, edge
        if fresh and (chosen is NULL or self.at_root
                      or highest < total / visits + self.urgency):
            self.in_tree[seat] = False
            if self.is_open:
                self.in_tree[1 - seat] = False
            best = self._likeliest(untried, fresh)
            if not make_room(&self.table):
                return best
            chosen = _place_of(&self.table, node, best)
            chosen.key, chosen.available = _key_of(node, best), 1
            self.table.used += 1
        self._pass_by(chosen, seat)
        return best

    cdef uint64_t _node(self, int seat) noexcept nogil:
        """The key of the node that a seat is in."""
        if self.is_open:
            return key_of_open_state(&self.rules, &self.hand).place
        return self.observed[seat]

    cdef double _promise(self, const Edge* edge) noexcept nogil:
        cdef double exploration = self.exploration * (self.at_first if self.at_root else 1.0)
        return (edge.total / edge.visits
                + exploration * sqrt(log(<double> edge.available) / edge.visits))

    cdef void _count_added(
        self, int move, const int32_t* estimated, const int32_t* exact
    ) noexcept nogil:
        """Take in what solving the playoff added for the seat to decide."""
        cdef int seat = self.root.state.turn
        self.added[move] += ((exact[seat] - exact[1 - seat])
                             - (estimated[seat] - estimated[1 - seat]))
        self.added_to[move] += 1

    cdef int _likeliest(self, const uint8_t* moves, int count) noexcept nogil:
        """The move that the policy likes best."""
        cdef int32_t scores[MOST_MOVES]
        if count > 1:
            score_moves(&self.rules, &self.hand, &self.policy, moves, count, scores, NULL)
        return moves[place_of_highest(scores, count)]

    cdef void _pass_by(self, Edge* edge, int seat) noexcept nogil:
        cdef Step* step = &self.step[self.steps]
        step.edge, step.seat = edge, seat
        step.before = lead_of_south(&self.hand.state)
        self.steps += 1

    cdef void _hand_back(self, int difference) noexcept nogil:
        """Give the edges their result: south's final points less north's."""
        cdef int i, gained
        for i in range(self.steps):
            gained = difference - self.step[i].before
            self.step[i].edge.visits += 1
            self.step[i].edge.total += gained if self.step[i].seat == 0 else -gained
