"""Exact values, all legal cards and best lines of three or four open hands.

`_search` (``search.pyx``) answers whether side 0 reaches a bound; a few such questions close
in on a value, as in ``playoff/solver.pyx``. As there, a stopped search keeps what it knows of each
card (`Known`), adds what is known at the end of the trick without searching on (`_look_around`),
and puts first the cards that secure what is proven.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit, monotonic_seconds, write_flag
from pinochle_solver._core.double_dummy.deal cimport OpenDeal, OpenPosition, is_sound_deal, lay_out
from pinochle_solver._core.double_dummy.moves cimport MOST_MOVES, Move, list_cards
from pinochle_solver._core.double_dummy.search cimport (
    OpenSearch, allocate_open_search, begin_open_search, bound_without_search, free_open_search,
    value_of_lead, value_of_trick,
)
from pinochle_solver._core.double_dummy.tricks cimport (
    Trick, legal_cards, make_move, open_trick, seat_on_turn,
)
from pinochle_solver._core.layout cimport CARDS, MAX_CARDS, RANKS
from pinochle_solver._core.limits cimport StopFlag, begin_limits

cdef enum:
    BYTES_PER_MIB = 1048576
    MOST_MIB = 65536
    DEFAULT_MIB = 64
    STEPS = 25              # of questions from 0 to the points outstanding
    NINE = 2                # its rank
    SECURE = 1 << 20        # more than any value: a card that secures what is proven

    # Shares of one side that tell of its points.
    CARD_POINTS = 0
    TRUMPS = 1
    HIGH_TRUMPS = 2
    ACES = 3
    LONGEST = 4
    THEIR_LONGEST = 5
    SHARES = 6

# One seat against the others; two against two.
cdef double[2] CONSTANT = [-0.104, -0.193]
cdef double[2] LEADING = [0.042, 0.121]
cdef double[2][6] SHARE_WEIGHTS = [
    [0.250, -0.314, 0.378, 0.355, 0.715, -0.273],
    [0.242, -0.153, 0.572, 0.521, 0.650, -0.486],
]


cdef struct Answer:
    bint begun                      # whether it was searched at all
    int low                         # proven bounds of side 0's points still to come;
    int high                        # equal unless a limit was met
    int outstanding                 # points still to come, of both sides
    int64_t nodes
    double seconds
    int moves
    uint8_t move_card[CARDS]        # legal cards by index, identical copies once, best first
    int move_low[CARDS]             # side 0's points still to come after each,
    int move_high[CARDS]            # bounded as above
    int move_value[CARDS]           # by which they are in order
    int line_length
    uint8_t line[MAX_CARDS]         # the best line, by card index
    int tricks
    uint8_t trick_winner[MAX_CARDS]     # the seat that wins each trick of the line


cdef struct Look:
    # What is known of side 0's points without a search: proven bounds, an estimate between them.
    int low
    int high
    int estimate


cdef struct Known:
    # What is known of each card, by its number in the deal: side 0's points after it.
    Look after[MAX_CARDS]           # the estimates only after a stop


cdef int _reaches(OpenSearch* search, const Trick* trick, int bound) noexcept nogil:
    cdef Trick asked = trick[0]
    cdef uint64_t matter
    if not trick.count:
        return value_of_lead(search, trick.held, trick.leader, trick.tricks, bound,
                             trick.outstanding, &matter)
    if bound <= 0:
        return 0
    if bound > trick.outstanding:
        return trick.outstanding
    asked.bound = bound
    return value_of_trick(search, &asked, &matter)


cdef int _guess(const OpenDeal* deal, const Trick* trick) noexcept nogil:
    """An estimate of side 0's points: shares of points, trumps and aces, and the longest trumps.

    Fitted to random deals of 11 cards each (one seat against the others) and 9 (two against two);
    the SD of the error is some 17 and 28 points.
    """
    cdef double of_side[2][SHARES]
    cdef double share[SHARES]
    cdef double estimate
    cdef int size[2]
    cdef int card, seat, side, rank, i
    cdef bint paired
    size[0] = size[1] = 0
    for side in range(2):
        for i in range(SHARES):
            of_side[side][i] = 0
    for seat in range(deal.seats):
        side = deal.side[seat]
        size[side] += 1
        of_side[side][LONGEST] = max(
            of_side[side][LONGEST], <double> bit_count(trick.held & deal.owned[seat] & deal.trumps))
    for card in range(deal.cards):
        if not trick.held & bit(card):
            continue
        side = 0 if deal.of_side[0] & bit(card) else 1
        rank = deal.card_index[card] % RANKS
        of_side[side][CARD_POINTS] += deal.points[card]
        if deal.suit_of[card] == deal.trump:
            of_side[side][TRUMPS] += 1
            of_side[side][HIGH_TRUMPS] += max(rank - NINE, 0)
        elif rank == RANKS - 1:
            of_side[side][ACES] += 1
    paired = size[0] == size[1]
    side = 0 if size[0] <= size[1] else 1
    for i in range(SHARES):
        estimate = of_side[0][i] + of_side[1][i]
        share[i] = of_side[side][i] / estimate if estimate else 0.5
    estimate = max(trick.tricks, 1)
    share[LONGEST] = of_side[side][LONGEST] / estimate
    share[THEIR_LONGEST] = of_side[1 - side][LONGEST] / estimate
    estimate = CONSTANT[paired] + (LEADING[paired] if deal.side[trick.leader] == side else 0)
    for i in range(SHARES):
        estimate += SHARE_WEIGHTS[paired][i] * share[i]
    estimate = min(max(estimate, 0), 1) * trick.outstanding
    return <int> (estimate if side == 0 else trick.outstanding - estimate)


cdef int _first_bound(const OpenDeal* deal, const Trick* trick) noexcept nogil:
    """Where the questions for a value begin.

    Two sides alike begin where the leader's is to win a step and a half less than is guessed. That
    it does is mostly found soon, and leaves killers for the questions that follow. Against a seat
    alone this saves nothing.
    """
    cdef int guess = _guess(deal, trick), less = 3 * trick.outstanding // (2 * STEPS)
    if bit_count(deal.of_side[0]) != bit_count(deal.of_side[1]):
        return guess
    return guess + less if deal.side[trick.leader] else guess - less


cdef void _close_in(
    OpenSearch* search, const Trick* trick, int guess, int* low, int* high, Known* known
) noexcept nogil:
    """Raise `low` and lower `high` to side 0's points: away from a guess in even steps.

    Questions far from the value take few nodes, and those near it most of all. So steps that grow
    save little on the way and cost much beyond the value. Cards that prove a bound for the seat on
    turn are noted in `known`, unless it is NULL.
    """
    cdef int longest = max(1, trick.outstanding // STEPS), step, value
    cdef int bound = max(low[0] + 1, min(guess, high[0]))
    cdef int64_t nodes
    while low[0] < high[0]:
        nodes = search.nodes
        value = _reaches(search, trick, bound)
        if search.stopped:
            return
        # Of a lead that was answered without trying a card, no card is known.
        if known is not NULL and (trick.count or search.nodes > nodes + 1):
            _note_answer(search, trick, bound, value, known)
        if value >= bound:
            low[0] = value
        else:
            high[0] = value
        step = max(1, min(longest, (high[0] - low[0] + 1) // 2))
        bound = low[0] + step if value >= bound else high[0] + 1 - step


cdef int value_of(OpenSearch* search, const Trick* trick) noexcept nogil:
    """Side 0's points from this trick on; nothing if a limit was met."""
    cdef int low = 0, high = trick.outstanding
    _close_in(search, trick, _first_bound(&search.deal, trick), &low, &high, NULL)
    return low


cdef void _note_answer(
    OpenSearch* search, const Trick* trick, int bound, int value, Known* known
) noexcept nogil:
    """Note the card with which the seat on turn answered a question, if it did."""
    cdef uint64_t legal = legal_cards(&search.deal, trick), cards = legal
    cdef bint maximizes = search.deal.side[seat_on_turn(&search.deal, trick)] == 0
    cdef Look* look
    if maximizes != (value >= bound):
        return
    if legal & (legal - 1):
        cards = search.deal.identical[search.answered_by] & legal
    look = &known.after[lowest_bit(cards)]
    if maximizes:
        look.low = value
    else:
        look.high = value


# Cards and lines


cdef void _value_card(
    OpenSearch* search, const Trick* trick, int card, int guess, int* low, int* high
) noexcept nogil:
    """Raise `low` and lower `high` to side 0's points after a card."""
    cdef Trick later = trick[0]
    cdef int won, lower, upper
    won = make_move(&search.deal, &later, card)
    if later.count:     # the points of an open trick are still to come
        _close_in(search, &later, guess, low, high, NULL)
        return
    lower, upper = max(low[0] - won, 0), min(high[0] - won, later.outstanding)
    _close_in(search, &later, guess - won, &lower, &upper, NULL)
    low[0], high[0] = lower + won, upper + won


cdef bint _is_before(const OpenDeal* deal, int card, int other) noexcept nogil:
    """The order among moves of equal value: fewer points, then lower rank, then S H D C."""
    cdef int rank = deal.card_index[card] % RANKS
    cdef int other_rank = deal.card_index[other] % RANKS
    if deal.points[card] != deal.points[other]:
        return deal.points[card] < deal.points[other]
    if rank != other_rank:
        return rank < other_rank
    return deal.suit_of[card] < deal.suit_of[other]


cdef int _take_first(const OpenDeal* deal, uint64_t* cards) noexcept nogil:
    """Take the first of some cards in the order among moves of equal value, and its copies."""
    cdef uint64_t left = cards[0]
    cdef int first = lowest_bit(left), card
    left &= left - 1
    while left:
        card = lowest_bit(left)
        left &= left - 1
        if _is_before(deal, card, first):
            first = card
    cards[0] &= ~deal.identical[first]
    return first


cdef void _find_moves(
    OpenSearch* search, const Trick* trick, Known* known, Answer* answer
) noexcept nogil:
    """Bound side 0's points after each legal card; none is better for its player than the best."""
    cdef uint64_t cards = legal_cards(&search.deal, trick), left = cards
    cdef bint maximizes = search.deal.side[seat_on_turn(&search.deal, trick)] == 0
    cdef int card, low, high, guess
    cdef Look* look
    while left and not search.stopped:
        card = _take_first(&search.deal, &left)
        low = 0 if maximizes else answer.low
        high = answer.high if maximizes else trick.outstanding
        guess = answer.high if maximizes else answer.low + 1
        _value_card(search, trick, card, guess, &low, &high)
        look = &known.after[card]
        look.low, look.high = max(look.low, low), min(look.high, high)
    if search.stopped:
        _look_around(search, trick, cards, maximizes, known, answer)
    left = cards
    while left:
        card = _take_first(&search.deal, &left)
        _insert_move(search, card, &known.after[card], maximizes, answer)


cdef void _look_around(
    OpenSearch* search, const Trick* trick, uint64_t cards, bint maximizes, Known* known,
    Answer* answer,
) noexcept nogil:
    """After a stop: narrow the bounds of `cards` and of the value by all that is known."""
    cdef Look of_all = _worst_look(trick, maximizes), seen
    cdef Look* look
    cdef Look* only = NULL
    cdef uint64_t left = cards
    cdef int card, able = 0
    while left:
        card = _take_first(&search.deal, &left)
        look, seen = &known.after[card], _look_after(search, trick, card)
        look.low, look.high = max(look.low, seen.low), min(look.high, seen.high)
        if maximizes:
            look.high = min(look.high, answer.high)
        else:
            look.low = max(look.low, answer.low)
        look.estimate = min(max(seen.estimate, look.low), look.high)
        if look.high >= answer.low if maximizes else look.low <= answer.high:
            only = look
            able += 1
    if able == 1:       # what is proven can only be by this card
        only.low, only.high = max(only.low, answer.low), min(only.high, answer.high)
        only.estimate = min(max(only.estimate, only.low), only.high)
    while cards:
        card = _take_first(&search.deal, &cards)
        _take_better(&of_all, &known.after[card], maximizes)
    # What no card is known to secure is not told as proven.
    answer.low, answer.high = of_all.low, of_all.high


cdef inline Look _worst_look(const Trick* trick, bint maximizes) noexcept nogil:
    cdef int points = 0 if maximizes else trick.outstanding
    return Look(points, points, points)


cdef inline void _take_better(Look* best, const Look* look, bint maximizes) noexcept nogil:
    """What a seat with this choice, too, is known to win."""
    if maximizes:
        best.low, best.high = max(best.low, look.low), max(best.high, look.high)
        best.estimate = max(best.estimate, look.estimate)
    else:
        best.low, best.high = min(best.low, look.low), min(best.high, look.high)
        best.estimate = min(best.estimate, look.estimate)


cdef Look _look_after(OpenSearch* search, const Trick* trick, int card) noexcept nogil:
    """What is known of side 0's points after a card, by the cards worth trying in its trick."""
    cdef const OpenDeal* deal = &search.deal
    cdef Trick later = trick[0]
    cdef Move moves[MOST_MOVES]
    cdef Look look, best
    cdef uint64_t matter = 0
    cdef int won, i, count, seat
    won = make_move(deal, &later, card)
    if not later.count:
        bound_without_search(search, later.held, later.leader, later.tricks, later.outstanding,
                             &look.low, &look.high)
        look.estimate = look.low if not later.tricks else _guess(deal, &later)
        look.estimate = won + min(max(look.estimate, look.low), look.high)
        look.low, look.high = won + look.low, won + look.high
        return look
    seat = seat_on_turn(deal, &later)
    best = _worst_look(&later, deal.side[seat] == 0)
    count = list_cards(deal, search.order[deal.side[seat]], search.left_out, &later, seat,
                       legal_cards(deal, &later), moves, &matter)
    for i in range(count):
        look = _look_after(search, &later, moves[i].card)
        _take_better(&best, &look, deal.side[seat] == 0)
    return best


cdef void _insert_move(
    OpenSearch* search, int card, const Look* look, bint maximizes, Answer* answer
) noexcept nogil:
    """Put a card before those that are worse for its player, and behind its equals.

    After a stop those that secure what is proven are before the others, and estimates decide.
    """
    cdef int place = answer.moves, value = look.low
    cdef bint secures = look.low >= answer.low if maximizes else look.high <= answer.high
    if search.stopped:
        value = look.estimate
    if not maximizes:
        value = -value
    if search.stopped and secures:
        value += SECURE
    while place and value > answer.move_value[place - 1]:
        answer.move_card[place] = answer.move_card[place - 1]
        answer.move_low[place] = answer.move_low[place - 1]
        answer.move_high[place] = answer.move_high[place - 1]
        answer.move_value[place] = answer.move_value[place - 1]
        place -= 1
    answer.move_card[place] = search.deal.card_index[card]
    answer.move_low[place], answer.move_high[place] = look.low, look.high
    answer.move_value[place] = value
    answer.moves += 1


cdef int first_best(OpenSearch* search, const Trick* trick, int value) noexcept nogil:
    """The first card, in the order among equals, that keeps the value; -1 if stopped."""
    cdef const OpenDeal* deal = &search.deal
    cdef uint64_t left = legal_cards(deal, trick)
    cdef bint maximizes = deal.side[seat_on_turn(deal, trick)] == 0
    cdef Trick later
    cdef int card, won, found
    while True:
        card = _take_first(deal, &left)
        if not left:
            return card
        later = trick[0]
        won = make_move(deal, &later, card)
        if maximizes:
            found = won + _reaches(search, &later, value - won)
        else:
            found = won + _reaches(search, &later, value - won + 1)
        if search.stopped:
            return -1
        if found >= value if maximizes else found <= value:
            return card


cdef void _find_line(OpenSearch* search, Trick trick, int value, Answer* answer) noexcept nogil:
    cdef int card, won, tricks
    answer.line_length = answer.tricks = 0
    while trick.tricks:
        card = first_best(search, &trick, value)
        if card < 0:
            return
        answer.line[answer.line_length] = search.deal.card_index[card]
        answer.line_length += 1
        tricks = trick.tricks
        won = make_move(&search.deal, &trick, card)
        value -= won
        if trick.tricks < tricks:
            answer.trick_winner[answer.tricks] = trick.leader
            answer.tricks += 1


cdef void _answer(
    OpenSearch* search, const OpenPosition* position, bint with_moves, int asked, Answer* answer
) noexcept nogil:
    """Solve one position within the search's limits, or only ask whether side 0 wins that much."""
    cdef double started = monotonic_seconds()
    cdef Trick trick
    cdef Known known
    cdef int value, card
    lay_out(&search.deal, position)
    begin_open_search(search)
    trick = open_trick(&search.deal)
    answer.begun = not search.stopped
    answer.low, answer.high, answer.outstanding = 0, trick.outstanding, trick.outstanding
    answer.moves = answer.line_length = answer.tricks = 0
    if asked > 0:
        if not search.stopped:
            value = _reaches(search, &trick, asked)
        if search.stopped:
            pass
        elif value >= asked:
            answer.low = value
        else:
            answer.high = value
    else:
        for card in range(MAX_CARDS):
            known.after[card].low, known.after[card].high = 0, trick.outstanding
        if not search.stopped:
            _close_in(search, &trick, _first_bound(&search.deal, &trick), &answer.low,
                      &answer.high, &known)
        if with_moves:
            _find_moves(search, &trick, &known, answer)
            if not search.stopped:
                _find_line(search, trick, answer.low, answer)
    answer.nodes = search.nodes
    answer.seconds = monotonic_seconds() - started


cdef int raise_what_is_set() except -1:
    """Raise the exception that a signal handler has left set in this thread."""
    return -1


cdef class DoubleDummySolver:
    """A search with its own transposition table; one thread at a time may use it."""

    def __cinit__(self, double table_mb=DEFAULT_MIB):
        if not 0 < table_mb <= MOST_MIB:
            raise ValueError(f"table_mb is {table_mb}, expected more than 0, at most {MOST_MIB}")
        if not allocate_open_search(&self.search, <size_t> (table_mb * BYTES_PER_MIB)):
            raise MemoryError(f"no memory for a table of {table_mb} MiB")

    def __dealloc__(self):
        free_open_search(&self.search)

    def solve(
        self, const uint8_t[::1] positions, bint with_moves, int asked, int64_t nodes,
        double seconds, StopFlag stop not None,
    ) -> list:
        """Solve records of open hands (``deal.pxd``), each within `nodes` and `seconds`.

        0 nodes or seconds mean no limit. With `asked` above 0 the only question is whether side 0
        wins that many points, and one of the bounds answers it. Gives a tuple for each position:
        the lowest and the highest that side 0's points can be; the points outstanding; (card index,
        low, high) of each legal card, the best for its player first; the best line by card index;
        the seats that win its tricks; nodes; seconds; whether it was begun before a stop. Without
        `with_moves` there are neither cards nor a line.

        Raises ValueError for unsound records, MemoryError, and whatever a signal handler raises
        meanwhile.
        """
        cdef Py_ssize_t count = positions.shape[0] // <Py_ssize_t> sizeof(OpenPosition), i
        cdef OpenSearch* search = &self.search
        cdef const OpenPosition* position
        cdef Answer* answers
        if positions.shape[0] != count * <Py_ssize_t> sizeof(OpenPosition):
            raise ValueError(f"positions: {positions.shape[0]} bytes, not whole records")
        if count == 0:
            return []
        position = <const OpenPosition*> &positions[0]
        for i in range(count):
            if not is_sound_deal(position + i):
                raise ValueError(f"position {i}: no sound record")
        answers = <Answer*> calloc(count, sizeof(Answer))
        if answers is NULL:
            raise MemoryError(f"no memory for {count} answers")
        try:
            with nogil:
                for i in range(count):
                    begin_limits(&search.limits, nodes, seconds, &stop.raised, &self.halted)
                    _answer(search, position + i, with_moves, asked, &answers[i])
                    if search.limits.interrupted:
                        break
            if search.limits.interrupted:
                raise_what_is_set()
            return [_as_tuple(&answers[i]) for i in range(count)]
        finally:
            free(answers)

    def halt(self) -> None:
        """Stop what this solver does, now and for good; any thread may call it."""
        write_flag(&self.halted, True)

    def leave_out(self, int what) -> None:
        """Search without some techniques (``techniques.pxd``), to measure their worth."""
        self.search.left_out = what

    def order_by(self, const int16_t[::1] weights) -> None:
        """Search with other ordering weights, those of `tuned_open_weights` in number and order."""
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
