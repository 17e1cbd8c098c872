"""The exact value of playoff positions: zero-window alpha-beta with a transposition table.

Design
------
A position at a trick boundary is the word of cards still held and who leads (``layout.pxd``); its
value is the *leader's* points still to come. `_search` answers whether that value reaches a bound
(fail-soft, always a zero or narrow window); `_exact` closes in on the value with a sequence of
such questions. Inside, a leader tries his cards, for each the follower his legal replies, and the
next boundary is searched from the winner's side: the points outstanding are a constant of the
word, so that the value for the other seat is the rest.

Dominance: cards of one hand in one suit with no opposing card in the closed range between them
take the same tricks for ever after. Once the winner of a trick is known, only the richest of such
a run is worth winning with and only the cheapest worth losing with. Identical cards are played in
a fixed order.

The table maps (word, leader) to proven bounds of the value and the best lead and reply. It is not
cleared between positions: entries carry the generation that wrote them.

    Entry   word of cards held: 8 | low: 2 | high: 2 | lead: 1 | reply: 1 | leader: 1 | - | gen: 4
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from pinochle_solver._core.bits cimport bit, bit_count, highest_bit, lowest_bit, monotonic_seconds
from pinochle_solver._core.layout cimport (
    CARDS, MAX_CARDS, NO_CARD, POSITION_BYTES, RULES, RULES_WIDTH, SEATS,
    Layout, build_layout, legal_replies, points_of,
)

cdef enum:
    MOST_MOVES = 32


cdef struct Entry:
    uint64_t held
    int16_t low
    int16_t high
    uint8_t lead
    uint8_t reply
    uint8_t leader
    uint32_t generation


cdef struct Move:
    int card
    int score


cdef struct Search:
    Layout layout
    Entry* table
    uint64_t table_shift
    uint32_t generation
    int64_t nodes


cdef struct Answer:
    int value                       # the mover's points still to come
    int64_t nodes
    double seconds
    int moves
    uint8_t move_card[CARDS]        # legal cards by index, identical copies once
    int16_t move_value[CARDS]       # the mover's points still to come after each
    int line_length
    uint8_t line[MAX_CARDS]         # the best line, by card index
    int tricks
    uint8_t trick_winner[MAX_CARDS]     # the seat that wins each trick of the line


cdef inline Entry* _slot(Search* search, uint64_t held, int leader) noexcept nogil:
    cdef uint64_t key = (held ^ (<uint64_t> leader << 63)) * <uint64_t> 0x9E3779B97F4A7C15
    return &search.table[key >> search.table_shift]


cdef inline bint _is_entry_of(
    Search* search, Entry* entry, uint64_t held, int leader
) noexcept nogil:
    return (entry.held == held and entry.leader == leader
            and entry.generation == search.generation)


cdef inline uint64_t _one_of_each(Search* search, uint64_t cards) noexcept nogil:
    """Of identical cards keep the lowest bit only."""
    cdef uint64_t kept = 0
    cdef int card
    while cards:
        card = lowest_bit(cards)
        kept |= bit(card)
        cards &= ~search.layout.identical[card]
    return kept


cdef uint64_t _run_representatives(
    Search* search, uint64_t cards, uint64_t opposing, bint richest
) noexcept nogil:
    """Of each run of equivalent cards keep the richest, or the cheapest."""
    cdef const Layout* layout = &search.layout
    cdef uint64_t kept = 0, between
    cdef int card, best = -1, previous = -1
    cdef bint same_run
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        same_run = False
        if previous >= 0 and layout.suit_of[card] == layout.suit_of[previous]:
            between = (bit(card) - bit(previous)) | layout.identical[card]
            between |= layout.identical[previous]
            same_run = not (between & opposing)
        if not same_run:
            if best >= 0:
                kept |= bit(best)
            best = card
        elif richest and layout.points[card] > layout.points[best]:
            best = card
        elif not richest and layout.points[card] < layout.points[best]:
            best = card
        previous = card
    if best >= 0:
        kept |= bit(best)
    return kept


cdef inline void _pick_best_first(Move* moves, int first, int count) noexcept nogil:
    cdef int i, best = first
    cdef Move swapped
    for i in range(first + 1, count):
        if moves[i].score > moves[best].score:
            best = i
    swapped = moves[first]
    moves[first] = moves[best]
    moves[best] = swapped


cdef int _score_lead(
    Search* search, uint64_t mine, uint64_t theirs, int card
) noexcept nogil:
    """How early to try a lead: sure winners that are rich, then cheap losers, then the rest."""
    cdef const Layout* layout = &search.layout
    cdef uint64_t replies = legal_replies(layout, theirs, card)
    cdef uint64_t winning = replies & layout.beating[card]
    cdef int suit = layout.suit_of[card]
    cdef int length = bit_count(mine & layout.suit[suit])
    if not winning:
        return 200 + 4 * layout.points[card] + length
    if winning == replies:
        return 100 - 8 * layout.points[card] + length
    return 60 - 4 * layout.points[card] + 4 * length


cdef int _order_leads(
    Search* search, uint64_t mine, uint64_t theirs, int remembered, Move* moves
) noexcept nogil:
    cdef uint64_t cards = _one_of_each(search, mine)
    cdef int count = 0, card
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        moves[count].card = card
        moves[count].score = _score_lead(search, mine, theirs, card)
        if card == remembered:
            moves[count].score = 1 << 20
        count += 1
    return count


cdef int _order_replies(
    Search* search, uint64_t held, int leader, int led, int remembered, Move* moves
) noexcept nogil:
    """The replies worth trying once `led` is out of `held`; winners first, rich to cheap."""
    cdef const Layout* layout = &search.layout
    cdef uint64_t theirs = held & layout.owned[1 - leader]
    cdef uint64_t opposing = held & layout.owned[leader]
    cdef uint64_t replies = legal_replies(layout, theirs, led)
    cdef uint64_t winning = replies & layout.beating[led]
    cdef uint64_t cards = _run_representatives(search, winning, opposing, True)
    cdef int count = 0, card
    cards |= _run_representatives(search, replies & ~winning, opposing, False)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        moves[count].card = card
        if layout.beating[led] & bit(card):
            moves[count].score = 100 + 2 * layout.points[led] + layout.points[card]
        else:
            moves[count].score = 100 - 4 * layout.points[card]
        if card == remembered:
            moves[count].score = 1 << 20
        count += 1
    return count


cdef int _after_reply(
    Search* search, uint64_t held, int leader, int led, int reply,
    int alpha, int beta, int outstanding,
) noexcept nogil:
    """The leader's points from this trick on; `held` is without both of its cards."""
    cdef const Layout* layout = &search.layout
    cdef int trick = layout.points[led] + layout.points[reply]
    cdef int rest = outstanding - trick
    if layout.beating[led] & bit(reply):
        if not held:
            return 0
        return rest - _search(search, held, 1 - leader, rest - beta, rest - alpha, rest)
    if not held:
        return outstanding
    return trick + _search(search, held, leader, alpha - trick, beta - trick, rest)


cdef int _after_lead(
    Search* search, uint64_t held, int leader, int led, int remembered,
    int alpha, int beta, int outstanding, int* best_reply,
) noexcept nogil:
    """The leader's points after leading `led`, which `held` no longer holds."""
    cdef Move moves[MOST_MOVES]
    cdef int count = _order_replies(search, held, leader, led, remembered, moves)
    cdef int worst = outstanding + 1, i, reply, value
    for i in range(count):
        _pick_best_first(moves, i, count)
        reply = moves[i].card
        value = _after_reply(search, held & ~bit(reply), leader, led, reply,
                             alpha, beta if beta < worst else worst, outstanding)
        if value < worst:
            worst = value
            best_reply[0] = reply
        if worst <= alpha:
            break
    return worst


cdef int _search(
    Search* search, uint64_t held, int leader, int alpha, int beta, int outstanding
) noexcept nogil:
    """The leader's points still to come, as a bound where they lie outside (alpha, beta)."""
    cdef Entry* entry
    cdef Move moves[MOST_MOVES]
    cdef int count, i, lead, value, low, high, remembered_lead = -1, remembered_reply = -1
    cdef int reply = -1, best = -1, best_lead = -1, best_reply = -1

    search.nodes += 1
    if alpha >= outstanding:
        return outstanding
    if beta <= 0:
        return 0

    # Probe the table.
    entry = _slot(search, held, leader)
    low, high = 0, outstanding
    if _is_entry_of(search, entry, held, leader):
        low, high = entry.low, entry.high
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        remembered_lead, remembered_reply = entry.lead, entry.reply
    alpha = alpha if alpha > low else low
    beta = beta if beta < high else high

    # Try the leads.
    count = _order_leads(search, held & search.layout.owned[leader],
                         held & search.layout.owned[1 - leader], remembered_lead, moves)
    for i in range(count):
        _pick_best_first(moves, i, count)
        lead = moves[i].card
        value = _after_lead(search, held & ~bit(lead), leader, lead,
                            remembered_reply if lead == remembered_lead else -1,
                            alpha if alpha > best else best, beta, outstanding, &reply)
        if value > best:
            best, best_lead, best_reply = value, lead, reply
        if best >= beta:
            break

    # Remember: the slot may have been taken by another position meanwhile.
    if not _is_entry_of(search, entry, held, leader):
        entry.held, entry.leader, entry.generation = held, leader, search.generation
        entry.low, entry.high = 0, outstanding
    if best > alpha and best > entry.low:
        entry.low = best
    if best < beta and best < entry.high:
        entry.high = best
    entry.lead, entry.reply = best_lead, best_reply
    return best


# From the search to answers


cdef struct Node:
    # A point of decision: `held` is without the card led; `led` is -1 when `leader` is to lead.
    uint64_t held
    int leader
    int led
    int outstanding


cdef inline int _mover(Node* node) noexcept nogil:
    return node.leader if node.led < 0 else 1 - node.leader


cdef uint64_t _legal_cards(Search* search, Node* node) noexcept nogil:
    cdef uint64_t mine = node.held & search.layout.owned[_mover(node)]
    if node.led < 0:
        return mine
    return legal_replies(&search.layout, mine, node.led)


cdef int _move_value(
    Search* search, Node* node, int card, int alpha, int beta
) noexcept nogil:
    """The mover's points from here on after `card`, within (alpha, beta)."""
    cdef int unused = -1, whole = node.outstanding
    if node.led < 0:
        return _after_lead(search, node.held & ~bit(card), node.leader, card, -1,
                           alpha, beta, whole, &unused)
    return whole - _after_reply(search, node.held & ~bit(card), node.leader, node.led, card,
                                whole - beta, whole - alpha, whole)


cdef int _node_value(Search* search, Node* node, int alpha, int beta) noexcept nogil:
    """The mover's points from here on, within (alpha, beta)."""
    cdef uint64_t cards
    cdef int card, value, best = -1
    if node.led < 0:
        return _search(search, node.held, node.leader, alpha, beta, node.outstanding)
    cards = _one_of_each(search, _legal_cards(search, node))
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value = _move_value(search, node, card, alpha if alpha > best else best, beta)
        if value > best:
            best = value
        if best >= beta:
            break
    return best


cdef int _exact(Search* search, Node* node, int card, int guess, int high) noexcept nogil:
    """The mover's exact points, after `card` or (-1) after his best; at most `high`."""
    cdef int low = 0, value, bound
    while low < high:
        bound = guess if guess > low else low + 1
        if card < 0:
            value = _node_value(search, node, bound - 1, bound)
        else:
            value = _move_value(search, node, card, bound - 1, bound)
        if value < bound:
            high = value
        else:
            low = value
        guess = value
    return low


cdef bint _is_before(const Layout* layout, int card, int other) noexcept nogil:
    """The order among moves of equal value: fewer points, then lower rank, then S H D C."""
    cdef int rank = layout.card_index[card] % 8, other_rank = layout.card_index[other] % 8
    if layout.points[card] != layout.points[other]:
        return layout.points[card] < layout.points[other]
    if rank != other_rank:
        return rank < other_rank
    return layout.suit_of[card] < layout.suit_of[other]


cdef int _first_best(Search* search, Node* node, int value) noexcept nogil:
    """The first card, in the order among equals, that keeps the mover's `value`."""
    cdef uint64_t left = _one_of_each(search, _legal_cards(search, node)), cards
    cdef int card, first
    while True:
        first = lowest_bit(left)
        cards = left & (left - 1)
        while cards:
            card = lowest_bit(cards)
            cards &= cards - 1
            if _is_before(&search.layout, card, first):
                first = card
        left &= ~bit(first)
        if not left or _move_value(search, node, first, value - 1, value) >= value:
            return first


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
        answer.line[answer.line_length] = search.layout.card_index[card]
        answer.line_length += 1
        value = _advance(search, &node, card, value)
        if led >= 0:
            answer.trick_winner[answer.tricks] = node.leader
            answer.tricks += 1


cdef void _find_moves(Search* search, Node* node, int value, Answer* answer) noexcept nogil:
    cdef uint64_t cards = _one_of_each(search, _legal_cards(search, node))
    cdef int card
    answer.moves = 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        answer.move_card[answer.moves] = search.layout.card_index[card]
        answer.move_value[answer.moves] = _exact(search, node, card, value, value)
        answer.moves += 1


cdef void _answer(
    Search* search, const uint8_t* position, const int16_t* rules, bint with_moves, Answer* answer
) noexcept nogil:
    cdef double started = monotonic_seconds()
    cdef Node node
    cdef Layout* layout = &search.layout
    build_layout(layout, position, rules + RULES_WIDTH * position[RULES])
    search.generation += 1
    search.nodes = 0
    node.led = layout.led
    node.leader = layout.turn if node.led < 0 else 1 - layout.turn
    node.held = layout.owned[0] | layout.owned[1]
    node.outstanding = points_of(layout, node.held) + layout.last_trick
    if node.led >= 0:
        node.held &= ~bit(node.led)
    answer.value = _exact(search, &node, -1, node.outstanding // 2, node.outstanding)
    answer.moves = answer.line_length = answer.tricks = 0
    if with_moves:
        _find_moves(search, &node, answer.value, answer)
        _find_line(search, node, answer.value, answer)
    answer.nodes = search.nodes
    answer.seconds = monotonic_seconds() - started


cdef class PlayoffSolver:
    """A search with its own transposition table; one thread at a time may use it."""

    cdef Search search

    def __cinit__(self, int table_bits=16):
        if not 1 <= table_bits <= 32:
            raise ValueError(f"table_bits is {table_bits}, expected 1 to 32")
        self.search.table = <Entry*> calloc(<size_t> 1 << table_bits, sizeof(Entry))
        if self.search.table is NULL:
            raise MemoryError(f"no memory for a table of 2**{table_bits} entries")
        self.search.table_shift = 64 - table_bits
        self.search.generation = 0

    def __dealloc__(self):
        free(self.search.table)

    def solve(
        self, const uint8_t[::1] positions, const uint8_t[::1] rules, bint with_moves
    ) -> list:
        cdef Py_ssize_t count = positions.shape[0] // POSITION_BYTES, i
        cdef Answer* answers
        if positions.shape[0] != count * POSITION_BYTES:
            raise ValueError(f"positions: {positions.shape[0]} bytes, not whole records")
        for i in range(count):
            if (positions[i * POSITION_BYTES + RULES] + 1) * RULES_WIDTH > rules.shape[0] // 2:
                raise ValueError(f"position {i}: no such row in the rules table")
        if count == 0:
            return []
        answers = <Answer*> calloc(count, sizeof(Answer))
        if answers is NULL:
            raise MemoryError(f"no memory for {count} answers")
        try:
            with nogil:
                for i in range(count):
                    _answer(&self.search, &positions[i * POSITION_BYTES], <const int16_t*> &rules[0],
                            with_moves, &answers[i])
            return [_as_tuple(&answers[i]) for i in range(count)]
        finally:
            free(answers)


cdef tuple _as_tuple(Answer* answer):
    cdef int i
    moves = [(answer.move_card[i], answer.move_value[i]) for i in range(answer.moves)]
    line = bytes(answer.line[:answer.line_length])
    winners = bytes(answer.trick_winner[:answer.tricks])
    return answer.value, moves, line, winners, answer.nodes, answer.seconds
