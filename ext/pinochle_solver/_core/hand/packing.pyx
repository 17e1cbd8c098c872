"""Reading the records of rules and hands, and checking them before anything is played."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.bits cimport bit_count
from pinochle_solver._core.hand.hand cimport (
    DUE_ANSWER, DUE_ANSWER_REDOUBLE, DUE_DIX, DUE_DOUBLE, DUE_DRAW, DUE_MELD,
    DUE_NOTHING, DUE_PLAY, DUE_SHOW, EXCHANGED, MOST_DRAWS, MOST_LAID, MOST_PLAYS, MOST_SHOWS,
    MOST_STAKE, NO_MORE, SHOWN, SHOWS_WITH_DOUBLES, HandInPlay, HandRules, HandState, beats_card,
    is_window_open, may_show_dix_after,
)
from pinochle_solver._core.hand.melds cimport (
    MOST_COPIES, MOST_COPIES_OF_CLASSES, MOST_MELDS, Laid, MeldRecord, SeatState, copies_in,
    read_meld,
)
from pinochle_solver._core.layout cimport (
    CARDS, MAX_CARDS, NO_CARD, RANKS, SEATS, SUITS, check_fields,
)

cdef enum:
    UNIT = 10                       # of melds, in most games


# Rules


cdef bint read_rules(HandRules* rules, const uint8_t* record, size_t length) noexcept nogil:
    """Fill `rules` from a record of `length` bytes; False if it makes no sense."""
    cdef RulesRecord header
    cdef MeldRecord meld
    cdef int i
    if length < sizeof(RulesRecord):
        return False
    memcpy(&header, record, sizeof(RulesRecord))
    rules.trump = header.trump
    rules.dix_card = header.dix_card
    rules.dix_points = header.dix_points
    rules.dealer_dix = header.dealer_dix
    rules.dealer_lift = header.dealer_lift
    rules.dealer_lift_and_dix = header.dealer_lift_and_dix
    rules.last_draw_dix = header.last_draw_dix
    rules.held_dix = header.held_dix
    rules.played_dix = header.played_dix
    rules.glup_ranks = header.glup_ranks
    rules.draws_first = header.draws_first
    rules.last_meld_trick = header.last_meld_trick
    rules.last_dix_trick = header.last_dix_trick
    rules.dix_is_a_meld = header.dix_is_a_meld
    rules.dix_by_loser = header.dix_by_loser
    rules.dix_turns = header.dix_turns
    rules.dix_by_exchange = header.dix_by_exchange
    rules.by_kinds = header.by_kinds
    rules.asks_always = header.asks_always
    rules.doubles = header.doubles
    rules.upcard = header.upcard != 0
    rules.own_piles = header.own_piles
    rules.scores_plays = rules.played_dix or rules.glup_ranks
    rules.hand = header.hand
    if not 0 <= header.stock <= MOST_DRAWS:
        return False
    rules.draws = header.stock + rules.upcard
    rules.upcard_draw = rules.draws - 1 - (header.upcard_to_winner != 0) if rules.upcard else -1
    rules.in_draw_order = not rules.own_piles and rules.upcard_draw in (-1, rules.draws - 1)
    rules.copies = header.copies
    rules.deck = header.deck
    rules.meld_unit = header.meld_unit
    rules.stock_tricks = rules.draws // 2
    rules.tricks = rules.stock_tricks + rules.hand
    rules.playoff = header.playoff
    rules.melds = header.melds
    rules.shows = 1 + rules.melds
    if not _is_sound_header(rules) or (
            length != sizeof(RulesRecord) + rules.melds * sizeof(MeldRecord)):
        return False
    for i in range(rules.melds):
        memcpy(&meld, record + sizeof(RulesRecord) + i * sizeof(MeldRecord), sizeof(MeldRecord))
        if not read_meld(&rules.meld[i], &meld):
            return False
        rules.meld[i].eighths = 8 * rules.meld[i].points // rules.meld_unit
    _relate_cards(rules)
    return True


cdef bint _is_sound_header(const HandRules* rules) noexcept nogil:
    """Whether the numbers make a hand in which every card of the deck is dealt or drawn."""
    return (0 <= rules.trump < SUITS and -1 <= rules.dix_card < CARDS
            and 1 <= rules.copies <= (MOST_COPIES if rules.by_kinds else MOST_COPIES_OF_CLASSES)
            and 0 <= rules.melds <= MOST_MELDS and rules.meld_unit >= 1
            and 0 <= rules.doubles <= NO_MORE
            and rules.shows + (1 if _dix_is_alone(rules) else rules.shows) <= (
                SHOWS_WITH_DOUBLES if rules.doubles else MOST_SHOWS)
            and 1 <= rules.hand <= MAX_CARDS // 2 and 0 <= rules.upcard <= rules.draws
            and rules.draws <= MOST_DRAWS and rules.draws % 2 == 0
            and rules.last_meld_trick <= rules.stock_tricks
            and rules.last_dix_trick <= (rules.stock_tricks if rules.upcard else 0)
            and 2 * rules.hand + rules.draws == bit_count(rules.deck) * rules.copies <= MOST_PLAYS)


cdef bint _dix_is_alone(const HandRules* rules) noexcept nogil:
    """Whether no meld is shown together with a dix."""
    return rules.dix_card < 0 or rules.dix_is_a_meld or rules.dix_turns


cdef void _relate_cards(HandRules* rules) noexcept nogil:
    """Fill in which replies beat each card, and what cards are worth compared with melds."""
    cdef int led, reply, rank
    for rank in range(RANKS):
        rules.rank_worth[rank] = UNIT * rules.playoff.rank_points[rank] // rules.meld_unit
    for led in range(CARDS):
        rules.beating[led] = 0
        for reply in range(CARDS):
            if beats_card(led, reply, rules.trump) and rules.deck >> reply & 1:
                rules.beating[led] |= <uint32_t> 1 << reply


# States


cdef bint is_sound_hand(const HandRules* rules, const HandInPlay* hand) noexcept nogil:
    """Whether play can continue from a state: its cards are the deck's, its sizes are right."""
    cdef const HandState* state = &hand.state
    cdef int seen[CARDS]
    cdef int sizes[SEATS]
    cdef int seat, card, i, size
    if (state.turn >= SEATS or state.leader >= SEATS or state.plays
            or not _is_due_then(rules, state) or not _is_sound_log(rules, hand)
            or not _is_sound_stake(rules, state)):
        return False
    memset(seen, 0, sizeof(seen))
    for seat in range(SEATS):
        if not _is_sound_seat(&state.seats[seat]):
            return False
        sizes[seat] = (_count_cards(state.seats[seat].hand, state.seats[seat].hand_high, seen)
                       + _count_cards(state.seats[seat].table, state.seats[seat].table_high, seen))
    if (_count_cards(state.gone, state.gone_high, seen) != 2 * state.tricks
            or not _are_planes(state.gone, state.gone_high)):
        return False
    for i in range(state.drawn, rules.draws - rules.upcard):
        if hand.pile[i] >= CARDS:
            return False
        seen[hand.pile[i]] += 1
    if not (_count_open_card(state.upcard, seen) and _count_open_card(state.led, seen)):
        return False
    for card in range(CARDS):
        if seen[card] > (rules.copies if rules.deck >> card & 1 else 0):
            return False
    size = min(rules.hand - (_drawn_when_due(rules, state) < 2 * state.tricks),
               rules.tricks - state.tricks)
    if state.led != NO_CARD:
        if state.due != DUE_PLAY:
            return False
        sizes[state.leader] += 1
    return sizes[0] == size and sizes[1] == size and (
        (state.upcard != NO_CARD) == (rules.upcard and state.drawn < rules.draws))


cdef bint _is_sound_seat(const SeatState* seat) noexcept nogil:
    """Whether the cards on the table were laid, and the known cards are in the hand."""
    return (not seat.table & ~seat.laid and not seat.table_high & ~seat.laid_high
            and _are_planes(seat.hand, seat.hand_high)
            and _are_planes(seat.known, seat.known_high)
            and not seat.known & ~seat.hand and not seat.known_high & ~seat.hand_high)


cdef bint _is_sound_log(const HandRules* rules, const HandInPlay* hand) noexcept nogil:
    """Whether the log begins with the melds laid, if these must be known, or else is empty."""
    cdef const Laid* entry
    cdef int i
    if hand.state.laid > (MOST_LAID if rules.by_kinds else 0):
        return False
    for i in range(hand.state.laid):
        entry = &hand.laid[i]
        if (entry.seat >= SEATS
                or not (entry.meld < rules.melds or entry.meld in (EXCHANGED, SHOWN))
                or entry.copies & ~hand.state.seats[entry.seat].laid
                or entry.copies_high & ~hand.state.seats[entry.seat].laid_high):
            return False
    return True


cdef bint _is_sound_stake(const HandRules* rules, const HandState* state) noexcept nogil:
    """Whether such a stake is possible, with a valid right to double it."""
    return ((rules.doubles or not (state.stake or state.right))
            and state.stake <= MOST_STAKE and state.right <= SEATS)


cdef int _drawn_when_due(const HandRules* rules, const HandState* state) noexcept nogil:
    """How many cards must have been drawn when this is due."""
    cdef bint shows = state.due == DUE_MELD or (state.due == DUE_DIX and not rules.dix_turns)
    if state.due == DUE_DRAW or (shows and not rules.draws_first):
        return 2 * state.tricks - 2
    return min(2 * state.tricks, rules.draws)


cdef bint _is_due_then(const HandRules* rules, const HandState* state) noexcept nogil:
    """Whether what is due is possible after this many tricks and draws."""
    if state.drawn != _drawn_when_due(rules, state):
        return False
    if state.due == DUE_PLAY:
        return state.tricks < rules.tricks and (
            (state.turn == state.leader) == (state.led == NO_CARD))
    if state.due == DUE_MELD and state.turn != state.leader:
        return False
    if state.due == DUE_DIX and (state.turn == state.leader or not rules.dix_by_loser):
        return False
    if state.due == DUE_SHOW and (state.turn != state.leader or not rules.dix_turns):
        return False
    if state.due == DUE_NOTHING:
        return state.tricks == rules.tricks
    if state.due in (DUE_DOUBLE, DUE_ANSWER, DUE_ANSWER_REDOUBLE):
        return 1 <= state.tricks <= rules.stock_tricks and (
            rules.doubles == NO_MORE or is_window_open(rules, state)) and (
            (state.turn == state.leader) == (state.due != DUE_ANSWER))
    if rules.dix_turns and state.due in (DUE_DIX, DUE_SHOW):
        return may_show_dix_after(rules, state.tricks)
    return state.due <= DUE_DRAW and 1 <= state.tricks <= rules.stock_tricks


cdef bint _are_planes(uint64_t low, uint64_t high) noexcept nogil:
    """Whether each copy is there if the next one is."""
    return not (low >> CARDS & ~low or <uint32_t> high & ~(low >> CARDS) or high >> CARDS & ~high)


cdef bint _count_open_card(int card, int* seen) noexcept nogil:
    """Count the upcard or the card led; False if it is not a card."""
    if card < CARDS:
        seen[card] += 1
    return card < CARDS or card == NO_CARD


cdef int _count_cards(uint64_t low, uint64_t high, int* seen) noexcept nogil:
    """Count these cards in `seen`; return how many there are."""
    cdef int card, copies, size = 0
    for card in range(CARDS):
        copies = copies_in(low, high, card)
        seen[card] += copies
        size += copies
    return size


# From Python


def pack_rules(fields: dict) -> bytes:
    """The record of rules, without its melds; its fields are those of `RulesRecord`."""
    cdef RulesRecord record = fields
    check_fields(fields, record)
    return (<const char*> &record)[:sizeof(RulesRecord)]


def pack_state(fields: dict, log: list) -> bytes:
    """The record of a state; its fields are those of `HandState`, those of an entry of `Laid`."""
    cdef HandState state = fields
    cdef Laid entry
    check_fields(fields, state)
    record = (<const char*> &state)[:sizeof(HandState)]
    for each in log:
        entry = each
        check_fields(each, entry)
        record += (<const char*> &entry)[:sizeof(Laid)]
    return record


def unpack_state(const uint8_t[::1] record) -> tuple:
    """The fields of a state's record and of the entries after it; ValueError for another size."""
    cdef HandState state
    cdef Laid entry
    cdef Py_ssize_t place
    if (record.shape[0] < <Py_ssize_t> sizeof(HandState)
            or (record.shape[0] - <Py_ssize_t> sizeof(HandState)) % <Py_ssize_t> sizeof(Laid)):
        raise ValueError(f"state: {record.shape[0]} bytes, expected {sizeof(HandState)}")
    memcpy(&state, &record[0], sizeof(HandState))
    log = []
    for place in range(sizeof(HandState), record.shape[0], sizeof(Laid)):
        memcpy(&entry, &record[place], sizeof(Laid))
        log.append(entry)
    return state, log
