"""Exact values, all legal cards and best lines of playoff positions, from zero-window questions.

`_search` (``search.pyx``) answers whether a value reaches a bound. `_close_in` turns a few such
questions into a value. The first question asks about a linear estimate of it. The next ones step
away from the bound just proven, and when little is left, halve it. The tables stay warm from one
question to the next, and from the value to the cards and the line.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport bit, lowest_bit, monotonic_seconds, write_flag
from pinochle_solver._core.hand.hand cimport HandInPlay
from pinochle_solver._core.layout cimport (
    CARDS, MAX_CARDS, RANKS, Layout, PlayoffRules, Position,
    build_layout, is_sound, legal_replies, one_of_each, points_left,
)
from pinochle_solver._core.limits cimport StopFlag, begin_limits
from pinochle_solver._core.playoff.retrograde cimport RetrogradeDeal
from pinochle_solver._core.playoff.search cimport (
    Look, Node, Search, Witness, allocate_search, begin_search, boundary_value, estimated_value,
    free_search, lead_value, look_at_lead, look_at_reply, remembered_lead, reply_value,
)
from pinochle_solver._core.playoff.table cimport BY_THE_HAND

cdef enum:
    BYTES_PER_MIB = 1048576
    MOST_MIB = 65536
    STEPS = 60              # a step between questions is this part of the points outstanding
    SECURE = 1 << 20        # more than any value: a card that secures the proven lower bound


cdef struct Answer:
    bint begun                      # whether it was searched at all
    int low                         # proven bounds of the mover's points still to come;
    int high                        # equal unless a limit was met
    int outstanding                 # points still to come, of both seats
    int64_t nodes
    double seconds
    int moves
    uint8_t move_card[CARDS]        # legal cards by index, identical copies once, best first
    int move_low[CARDS]             # the mover's points still to come after each,
    int move_high[CARDS]            # bounded as above
    int move_value[CARDS]           # by which they are in order
    int line_length
    uint8_t line[MAX_CARDS]         # the best line, by card index
    int tricks
    uint8_t trick_winner[MAX_CARDS]     # the seat that wins each trick of the line


cdef struct Known:
    # What is known of each card, by its number in the layout: the mover's points after it.
    int low[MAX_CARDS]
    int high[MAX_CARDS]
    int estimate[MAX_CARDS]         # between the two; only after a stop


cdef inline int _mover(Node* node) noexcept nogil:
    return node.leader if node.led < 0 else 1 - node.leader


cdef uint64_t _legal_cards(Search* search, Node* node) noexcept nogil:
    cdef uint64_t mine = node.held & search.layout.owned[_mover(node)]
    if node.led < 0:
        return mine
    return legal_replies(&search.layout, mine, node.led)


cdef int _move_value(Search* search, Node* node, int card, int bound) noexcept nogil:
    """The mover's points from here on after `card`: at least `bound`, or at most this."""
    cdef int whole = node.outstanding
    if node.led < 0:
        return lead_value(search, node.held & ~bit(card), node.leader, card, bound, whole)
    return whole - reply_value(search, node.held & ~bit(card), node.leader, node.led, card,
                               whole - bound + 1, whole)


cdef int _node_value(Search* search, Node* node, int bound, Known* known) noexcept nogil:
    """The mover's points from here on: at least `bound`, or at most this.

    Notes in `known` what that says of single cards, unless it is NULL.
    """
    cdef uint64_t cards
    cdef int64_t nodes = search.nodes
    cdef int card, value, best = -1
    if node.led < 0:
        best = boundary_value(search, node.held, node.leader, bound, node.outstanding)
        # Of a boundary that was answered without trying a lead, no lead is known.
        if known is not NULL and best >= bound and search.nodes > nodes + 1 and not search.stopped:
            card = remembered_lead(search, node.held, node.leader)
            cards = search.layout.identical[card] & _legal_cards(search, node)
            known.low[lowest_bit(cards)] = best
        return best
    cards = one_of_each(&search.layout, _legal_cards(search, node))
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value = _move_value(search, node, card, bound)
        if search.stopped:
            break
        if known is not NULL:
            if value >= bound:
                known.low[card] = value
            else:
                known.high[card] = min(known.high[card], value)
        best = value if value > best else best
        if best >= bound:
            break
    return best


cdef void _close_in(
    Search* search, Node* node, int card, int guess, int* low, int* high, Known* known
) noexcept nogil:
    """Raise `low` and lower `high` to the mover's points, after `card` or (-1) his best.

    On the way to his best, single cards are noted in `known`, unless it is NULL.
    """
    cdef int step = max(1, node.outstanding // STEPS)
    cdef int bound = max(low[0] + 1, min(guess, high[0])), value
    while low[0] < high[0]:
        value = (_node_value(search, node, bound, known) if card < 0
                 else _move_value(search, node, card, bound))
        if search.stopped:
            return
        if value >= bound:
            low[0] = value
            bound = value + min(step, (high[0] - value + 1) // 2)
        else:
            high[0] = value
            bound = value + 1 - max(1, min(step, (value - low[0]) // 2))


cdef bint _is_before(const Layout* layout, int card, int other) noexcept nogil:
    """The order among moves of equal value: fewer points, then lower rank, then S H D C."""
    cdef int rank = layout.card_index[card] % RANKS
    cdef int other_rank = layout.card_index[other] % RANKS
    if layout.points[card] != layout.points[other]:
        return layout.points[card] < layout.points[other]
    if rank != other_rank:
        return rank < other_rank
    return layout.suit_of[card] < layout.suit_of[other]


cdef int _first_among_equals(const Layout* layout, uint64_t cards) noexcept nogil:
    """The first of `cards` in the order among moves of equal value."""
    cdef int first = lowest_bit(cards), card
    cards &= cards - 1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if _is_before(layout, card, first):
            first = card
    return first


cdef int _first_best(Search* search, Node* node, int value) noexcept nogil:
    """The first card, in the order among equals, that keeps the mover's `value`; -1 if stopped."""
    cdef uint64_t left = one_of_each(&search.layout, _legal_cards(search, node))
    cdef int card
    while True:
        card = _first_among_equals(&search.layout, left)
        left &= ~bit(card)
        if not left:
            return card
        if _move_value(search, node, card, value) >= value and not search.stopped:
            return card
        if search.stopped:
            return -1


cdef int _advance(Search* search, Node* node, int card, int value) noexcept nogil:
    """Play `card`, worth `value` to the mover; return what is left of it for the next mover."""
    cdef const Layout* layout = &search.layout
    cdef int trick
    node.held &= ~bit(card)
    if node.led < 0:
        node.led = card
        return node.outstanding - value
    trick = layout.points[node.led] + layout.points[card]
    node.outstanding -= trick
    if layout.beating[node.led] & bit(card):
        node.leader = 1 - node.leader
        value -= trick
    else:
        value = node.outstanding - value
    node.led = -1
    return value


cdef void _find_line(Search* search, Node node, int value, Answer* answer) noexcept nogil:
    cdef int card, led
    answer.line_length = answer.tricks = 0
    while node.held:
        card, led = _first_best(search, &node, value), node.led
        if card < 0:
            return
        answer.line[answer.line_length] = search.layout.card_index[card]
        answer.line_length += 1
        value = _advance(search, &node, card, value)
        if led >= 0:
            answer.trick_winner[answer.tricks] = node.leader
            answer.tricks += 1


cdef void _find_moves(
    Search* search, Node* node, Known* known, Answer* answer
) noexcept nogil:
    """Bound the mover's points after each legal card; no card is worth more than the best."""
    cdef uint64_t cards = one_of_each(&search.layout, _legal_cards(search, node)), left = cards
    cdef int card, low, high
    while left and not search.stopped:
        card = _first_among_equals(&search.layout, left)
        left &= ~bit(card)
        low, high = 0, answer.high
        _close_in(search, node, card, answer.high, &low, &high, NULL)
        known.low[card], known.high[card] = max(low, known.low[card]), min(high, known.high[card])
    if search.stopped:
        _look_around(search, node, cards, known, answer)
    left = cards
    while left:
        card = _first_among_equals(&search.layout, left)
        left &= ~bit(card)
        _insert_move(search, card, known, answer)


cdef void _look_around(
    Search* search, Node* node, uint64_t cards, Known* known, Answer* answer
) noexcept nogil:
    """After a stop: narrow the bounds of `cards` and of the value by all that is known."""
    cdef uint64_t left = cards, able = 0
    cdef int whole = node.outstanding, card, low = 0, high = 0
    cdef Look look
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if node.led < 0:
            look = look_at_lead(search, node.held & ~bit(card), node.leader, card, whole)
        else:
            look = look_at_reply(search, node.held & ~bit(card), node.leader, node.led, card, whole)
            look.low, look.high = whole - look.high, whole - look.low
            look.estimate = whole - look.estimate
        known.low[card] = max(known.low[card], look.low)
        known.high[card] = min(min(known.high[card], look.high), answer.high)
        known.estimate[card] = min(max(look.estimate, known.low[card]), known.high[card])
        low, high = max(low, known.low[card]), max(high, known.high[card])
        if known.high[card] >= answer.low:
            able |= bit(card)
    if able & (able - 1) == 0:      # what is proven can only be by this card
        card = lowest_bit(able)
        low = known.low[card] = max(known.low[card], answer.low)
        known.estimate[card] = max(known.estimate[card], low)
    # What no card is known to secure is not told as proven.
    answer.low, answer.high = low, high


cdef void _insert_move(
    Search* search, int card, const Known* known, Answer* answer
) noexcept nogil:
    """Put a card before those worth less, and behind those worth as much, which came earlier.

    After a stop those that secure what is proven are before the others, and estimates decide.
    """
    cdef int place = answer.moves, low = known.low[card], value = low
    if search.stopped:
        value = known.estimate[card] + (SECURE if low >= answer.low else 0)
    while place and value > answer.move_value[place - 1]:
        answer.move_card[place] = answer.move_card[place - 1]
        answer.move_low[place] = answer.move_low[place - 1]
        answer.move_high[place] = answer.move_high[place - 1]
        answer.move_value[place] = answer.move_value[place - 1]
        place -= 1
    answer.move_card[place] = search.layout.card_index[card]
    answer.move_low[place], answer.move_high[place] = low, known.high[card]
    answer.move_value[place] = value
    answer.moves += 1


cdef int _first_guess(Search* search, Node* node) noexcept nogil:
    """The estimated value, for the mover."""
    cdef int estimate = estimated_value(search, node)
    return estimate if node.led < 0 else node.outstanding - estimate


cdef void _answer(
    Search* search, const Position* position, const PlayoffRules* rules, bint with_moves,
    Answer* answer,
) noexcept nogil:
    """Solve one position within the search's limits."""
    cdef double started = monotonic_seconds()
    cdef Node node
    cdef Known known
    cdef int card
    cdef Layout* layout = &search.layout
    build_layout(layout, position, rules + position.rules)
    node.led = layout.led
    node.leader = layout.turn if node.led < 0 else 1 - layout.turn
    node.held = layout.owned[0] | layout.owned[1]
    node.outstanding = points_left(layout, node.held)
    begin_search(search)
    answer.begun = not search.stopped
    if node.led >= 0:
        node.held &= ~bit(node.led)
    answer.low, answer.high, answer.outstanding = 0, node.outstanding, node.outstanding
    for card in range(MAX_CARDS):
        known.low[card], known.high[card] = 0, node.outstanding
    if not search.stopped:
        _close_in(search, &node, -1, _first_guess(search, &node), &answer.low, &answer.high, &known)
    answer.moves = answer.line_length = answer.tricks = 0
    if with_moves:
        _find_moves(search, &node, &known, answer)
        if not search.stopped:
            _find_line(search, node, answer.low, answer)
    answer.nodes = search.nodes
    answer.seconds = monotonic_seconds() - started


# For a hand being played, at the first lead of its playoff


cdef bint take_up_playoff(Search* search, const HandInPlay* hand) noexcept nogil:
    """Turn the search to a playoff that has just begun; False if it was already stopped."""
    search.layout = hand.layout
    begin_search(search)
    return not search.stopped


cdef Node _first_lead(Search* search, const HandInPlay* hand) noexcept nogil:
    return Node(hand.state.held, hand.state.leader, -1,
                points_left(&search.layout, hand.state.held))


cdef int estimated_playoff(Search* search, const HandInPlay* hand) noexcept nogil:
    """A guess at the leader's points."""
    cdef Node node = _first_lead(search, hand)
    return estimated_value(search, &node)


cdef int exact_playoff(Search* search, const HandInPlay* hand) noexcept nogil:
    """The leader's points; worth nothing if the search was stopped."""
    cdef Node node = _first_lead(search, hand)
    cdef int low = 0, high = node.outstanding
    _close_in(search, &node, -1, estimated_value(search, &node), &low, &high, NULL)
    return low


cdef Py_ssize_t _count_records(const uint8_t[::1] positions, const uint8_t[::1] rules) except -1:
    """The number of position records, all of them fit to be searched."""
    cdef Py_ssize_t count = positions.shape[0] // <Py_ssize_t> sizeof(Position), i
    cdef Py_ssize_t rows = rules.shape[0] // <Py_ssize_t> sizeof(PlayoffRules)
    if positions.shape[0] != count * <Py_ssize_t> sizeof(Position):
        raise ValueError(f"positions: {positions.shape[0]} bytes, not whole records")
    for i in range(count):
        if not is_sound(<const Position*> &positions[0] + i, rows):
            raise ValueError(f"position {i}: no sound record")
    return count


cdef int _raise_what_is_set() except -1:
    """Raise the exception that a signal handler has left set in this thread."""
    return -1


cdef class PlayoffSolver:
    """A search with its own transposition table; one thread at a time may use it."""

    cdef Search search
    cdef int halted

    def __cinit__(self, table_mb=None):
        cdef size_t size = BY_THE_HAND
        if table_mb is not None:
            if not 0 < table_mb <= MOST_MIB:
                raise ValueError(
                    f"table_mb is {table_mb}, expected more than 0, at most {MOST_MIB}")
            size = max(<size_t> (<double> table_mb * BYTES_PER_MIB), 1)
        if not allocate_search(&self.search, size):
            raise MemoryError("no memory for a table" if table_mb is None
                              else f"no memory for a table of {table_mb} MiB")

    def __dealloc__(self):
        free_search(&self.search)

    def solve(
        self, const uint8_t[::1] positions, const uint8_t[::1] rules, bint with_moves,
        int64_t nodes, double seconds, StopFlag stop not None,
    ) -> list:
        """Solve position records (``layout.pxd``), each within `nodes` and `seconds`.

        0 nodes or seconds mean no limit. Gives a tuple for each position: the lowest and the
        highest that the points of the seat to decide can be; the points outstanding; (card index,
        low, high) of each legal card, best first; the best line by card index; the seats that win
        its tricks; nodes; seconds; whether it was begun before a stop. Without `with_moves` there
        are neither cards nor a line.

        Raises ValueError for unsound records, MemoryError, and whatever a signal handler raises
        meanwhile.
        """
        cdef Py_ssize_t count = _count_records(positions, rules), i
        cdef Search* search = &self.search
        cdef Answer* answers
        if count == 0:
            return []
        answers = <Answer*> calloc(count, sizeof(Answer))
        if answers is NULL:
            raise MemoryError(f"no memory for {count} answers")
        try:
            with nogil:
                for i in range(count):
                    begin_limits(&search.limits, nodes, seconds, &stop.raised, &self.halted)
                    _answer(search, <const Position*> &positions[0] + i,
                            <const PlayoffRules*> &rules[0], with_moves, &answers[i])
                    if search.limits.interrupted:
                        break
            if search.limits.interrupted:
                _raise_what_is_set()
            return [_as_tuple(&answers[i]) for i in range(count)]
        finally:
            free(answers)

    def halt(self) -> None:
        """Stop what this solver does, now and for good; any thread may call it."""
        write_flag(&self.halted, True)

    def compare(
        self, const uint8_t[::1] position, const uint8_t[::1] rules, RetrogradeDeal deal not None
    ) -> tuple[int, int]:
        """Solve one position of `deal`; count the bounds proven on the way, and the untrue ones."""
        cdef Witness witness = Witness(&deal.deal, 0, 0)
        self.search.witness = &witness
        try:
            self.solve(position, rules, True, 0, 0.0, StopFlag())
        finally:
            self.search.witness = NULL
        return witness.compared, witness.wrong

    def use_plain_table(self) -> None:
        """Recognise positions only by their exact cards from now on: slower, good for checking."""
        self.search.table.plain = True

    def look_ahead_always(self) -> None:
        """Ask what is known after all replies in short hands, too: slower, good for checking."""
        self.search.looks_ahead_always = True

    def order_by(self, const int16_t[::1] weights) -> None:
        """Search with other ordering weights, in the layout of `tuned_weights`."""
        if weights.nbytes != sizeof(self.search.weights):
            raise ValueError(f"{weights.nbytes} bytes, expected {sizeof(self.search.weights)}")
        memcpy(self.search.weights, &weights[0], sizeof(self.search.weights))


cdef tuple _as_tuple(Answer* answer):
    cdef int i
    moves = [
        (answer.move_card[i], answer.move_low[i], answer.move_high[i])
        for i in range(answer.moves)
    ]
    line = bytes(answer.line[:answer.line_length])
    winners = bytes(answer.trick_winner[:answer.tricks])
    return (answer.low, answer.high, answer.outstanding, moves, line, winners,
            answer.nodes, answer.seconds, bool(answer.begun))
