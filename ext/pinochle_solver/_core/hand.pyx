"""Every move of a hand; ``hand.pxd`` describes the state and the rules it is played by."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.layout cimport (
    MAX_CARDS, NO_CARD, RANKS, SUITS, Position, build_layout, check_fields, legal_replies,
)
from pinochle_solver._core.melds cimport (
    MOST_COPIES, SERVICES, Copies, MeldRecord,
    add_card, choose_copies, lay_card, lay_meld, may_lay, read_meld, remove_card,
)


cdef bint read_rules(HandRules* rules, const uint8_t* record, size_t length) noexcept nogil:
    """Fill `rules` from a record of so many bytes; False where it makes no sense."""
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
    rules.last_draw_dix = header.last_draw_dix
    rules.draws_first = header.draws_first
    rules.last_meld_trick = header.last_meld_trick
    rules.last_dix_trick = header.last_dix_trick
    rules.dix_is_a_meld = header.dix_is_a_meld
    rules.dix_by_loser = header.dix_by_loser
    rules.asks_always = header.asks_always
    rules.upcard = header.upcard != 0
    rules.hand = header.hand
    if not 0 <= header.stock <= MOST_DRAWS:
        return False
    rules.draws = header.stock + rules.upcard
    rules.copies = header.copies
    rules.deck = header.deck
    rules.stock_tricks = rules.draws // 2
    rules.tricks = rules.stock_tricks + rules.hand
    rules.playoff = header.playoff
    rules.melds = header.melds
    if not _is_sound_header(rules) or (
            length != sizeof(RulesRecord) + rules.melds * sizeof(MeldRecord)):
        return False
    for i in range(rules.melds):
        memcpy(&meld, record + sizeof(RulesRecord) + i * sizeof(MeldRecord), sizeof(MeldRecord))
        if not read_meld(&rules.meld[i], &meld):
            return False
    _relate_cards(rules)
    return True


cdef bint _is_sound_header(const HandRules* rules) noexcept nogil:
    """Whether the numbers make a hand in which every card of the deck is dealt or drawn."""
    return (0 <= rules.trump < SUITS and -1 <= rules.dix_card < CARDS
            and 1 <= rules.copies <= MOST_COPIES and 0 <= rules.melds <= MOST_MELDS
            and 1 <= rules.hand <= MAX_CARDS // 2 and 0 <= rules.upcard <= rules.draws
            and rules.draws <= MOST_DRAWS and rules.draws % 2 == 0
            and rules.last_meld_trick <= rules.stock_tricks
            and rules.last_dix_trick <= (rules.stock_tricks if rules.upcard else 0)
            and 2 * rules.hand + rules.draws == bit_count(rules.deck) * rules.copies <= MOST_PLAYS)


cdef void _relate_cards(HandRules* rules) noexcept nogil:
    """Fill in which replies beat each card."""
    cdef int led, reply
    for led in range(CARDS):
        rules.beating[led] = 0
        for reply in range(CARDS):
            if beats_card(led, reply, rules.trump) and rules.deck >> reply & 1:
                rules.beating[led] |= <uint32_t> 1 << reply


cdef bint beats_card(int led, int reply, int trump) noexcept nogil:
    """Whether a reply takes the trick (RULES.md 2); of identical cards the first played wins."""
    if led // RANKS == reply // RANKS:
        return reply > led
    return reply // RANKS == trump


# Setting up


cdef bint is_sound_hand(const HandRules* rules, const HandInPlay* hand) noexcept nogil:
    """Whether a hand can be played on from a state: its cards are the deck's, its sizes right."""
    cdef const HandState* state = &hand.state
    cdef int seen[CARDS]
    cdef int sizes[SEATS]
    cdef int seat, card, i, size
    if (state.turn >= SEATS or state.leader >= SEATS or state.plays or state.laid
            or not _is_due_then(rules, state)):
        return False
    memset(seen, 0, sizeof(seen))
    for seat in range(SEATS):
        if (state.seats[seat].table & ~state.seats[seat].laid
                or not _are_planes(state.seats[seat].hand)
                or not _are_planes(state.seats[seat].known)
                or state.seats[seat].known & ~state.seats[seat].hand):
            return False
        sizes[seat] = (_count_cards(state.seats[seat].hand, seen)
                       + _count_cards(state.seats[seat].table, seen))
    if _count_cards(state.gone, seen) != 2 * state.tricks or not _are_planes(state.gone):
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


cdef int _drawn_when_due(const HandRules* rules, const HandState* state) noexcept nogil:
    """How many cards have been drawn when this is due."""
    if state.due == DUE_DRAW or (state.due in (DUE_MELD, DUE_DIX) and not rules.draws_first):
        return 2 * state.tricks - 2
    return min(2 * state.tricks, rules.draws)


cdef bint _is_due_then(const HandRules* rules, const HandState* state) noexcept nogil:
    """Whether what is due can be after so many tricks and draws."""
    if state.drawn != _drawn_when_due(rules, state):
        return False
    if state.due == DUE_PLAY:
        return state.tricks < rules.tricks and (
            (state.turn == state.leader) == (state.led == NO_CARD))
    if state.due == DUE_MELD and state.turn != state.leader:
        return False
    if state.due == DUE_DIX and (state.turn == state.leader or not rules.dix_by_loser):
        return False
    if state.due == DUE_NOTHING:
        return state.tricks == rules.tricks
    return state.due < DUE_NOTHING and 1 <= state.tricks <= rules.stock_tricks


cdef bint _are_planes(uint64_t planes) noexcept nogil:
    """Whether there is a first copy wherever there is a second."""
    return not planes >> CARDS & ~planes


cdef bint _count_open_card(int card, int* seen) noexcept nogil:
    """Count the upcard or the card led; False if that is no card."""
    if card < CARDS:
        seen[card] += 1
    return card < CARDS or card == NO_CARD


cdef int _count_cards(uint64_t planes, int* seen) noexcept nogil:
    """Count these cards in `seen`; return how many there are."""
    cdef int card, size = 0
    while planes:
        card = lowest_bit(planes)
        planes &= planes - 1
        seen[card % CARDS] += 1
        size += 1
    return size


cdef void begin_hand(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    """Make a hand of a sound state with its pile: with the stock gone, lay out the playoff."""
    hand.state.playoff = False
    if hand.state.due == DUE_PLAY and hand.state.drawn == rules.draws:
        _enter_playoff(rules, hand)


cdef void deal_hand(
    const HandRules* rules, HandInPlay* hand, const uint8_t* cards, int dealer
) noexcept nogil:
    """Deal: the dealer's opponent's hand first, the dealer's, the upcard, the face-down stock."""
    cdef HandState* state = &hand.state
    cdef int i
    cdef int next_card = 2 * rules.hand
    memset(state, 0, sizeof(HandState))
    for i in range(rules.hand):
        state.seats[1 - dealer].hand = add_card(state.seats[1 - dealer].hand, cards[i])
        state.seats[dealer].hand = add_card(state.seats[dealer].hand, cards[rules.hand + i])
    state.upcard = state.led = NO_CARD
    if rules.upcard:
        state.upcard = cards[next_card]
        next_card += 1
        if state.upcard == rules.dix_card:
            state.seats[dealer].meld_points = rules.dealer_dix
    for i in range(rules.draws - rules.upcard):
        hand.pile[i] = cards[next_card + i]
    state.leader = state.turn = 1 - dealer
    state.due = DUE_PLAY
    begin_hand(rules, hand)


cdef void _enter_playoff(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    """Take the table up and lay the cards out for the playoff's obligations."""
    cdef HandState* state = &hand.state
    cdef SeatState* seat
    cdef Position position
    cdef uint8_t* counts
    cdef uint64_t cards
    cdef int i, card
    memset(&position, 0, sizeof(Position))
    for i in range(SEATS):
        seat = &state.seats[i]
        cards = seat.table
        while cards:
            seat.hand = add_card(seat.hand, lowest_bit(cards) % CARDS)
            cards &= cards - 1
        seat.table = seat.laid = seat.known = 0
        memset(seat.served, 0, sizeof(seat.served))
        cards = seat.hand
        counts = &position.north[0] if i else &position.south[0]
        while cards:
            counts[lowest_bit(cards) % CARDS] += 1
            cards &= cards - 1
    position.trump, position.turn, position.led = rules.trump, state.turn, state.led
    build_layout(&hand.layout, &position, &rules.playoff)
    memset(hand.layout_copies, 0, sizeof(hand.layout_copies))
    for i in range(hand.layout.cards):
        card = hand.layout.card_index[i]
        hand.layout_copies[card] |= bit(i)
    state.held = hand.layout.owned[0] | hand.layout.owned[1]
    if hand.layout.led >= 0:
        state.held &= ~bit(hand.layout.led)
    state.playoff = True


# What may be done


cdef int legal_moves(const HandRules* rules, const HandInPlay* hand, uint8_t* moves) noexcept nogil:
    """Write the legal moves, passing first where it is one; return how many."""
    cdef const HandState* state = &hand.state
    if state.due == DUE_PLAY:
        if state.playoff:
            return _playoff_cards(hand, moves)
        return _stock_cards(&state.seats[state.turn], moves)
    if state.due == DUE_MELD:
        return _shows(rules, state, moves)
    if state.due == DUE_DIX:
        moves[0], moves[1] = PASS, PASS + DIX_SHOWN
        return 1 + _may_show_dix(rules, state, state.turn)
    return 0


cdef int _stock_cards(const SeatState* seat, uint8_t* moves) noexcept nogil:
    """Any card; table copies that have served alike are one (RULES.md 2)."""
    cdef uint64_t cards = <uint32_t> seat.hand, first, second
    cdef int card, service, count = 0
    while cards:
        moves[count] = lowest_bit(cards)
        count += 1
        cards &= cards - 1
    cards = seat.table
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if card >= CARDS:
            moves[count] = card - CARDS + 2 * SOURCE
        else:
            moves[count] = card + SOURCE
            first, second = bit(card), bit(card + CARDS)
            if cards & second:
                for service in range(SERVICES):
                    if (seat.served[service] & first == 0) != (seat.served[service] & second == 0):
                        break
                else:
                    cards &= ~second
        count += 1
    return count


cdef int _playoff_cards(const HandInPlay* hand, uint8_t* moves) noexcept nogil:
    cdef const Layout* layout = &hand.layout
    cdef uint64_t cards = hand.state.held & layout.owned[hand.state.turn]
    cdef int card, count = 0
    if hand.state.led != NO_CARD:
        cards = legal_replies(layout, cards, lowest_bit(hand.layout_copies[hand.state.led]))
    while cards:
        card = lowest_bit(cards)
        moves[count] = layout.card_index[card]
        count += 1
        cards &= ~layout.identical[card]
    return count


cdef int broken_obligation(const HandInPlay* hand, int card) noexcept nogil:
    """Which obligation of the playoff playing this card of the hand would break."""
    cdef const Layout* layout = &hand.layout
    cdef uint64_t held = hand.state.held & layout.owned[hand.state.turn], legal
    cdef int suit
    if not hand.state.playoff or hand.state.led == NO_CARD:
        return BREAKS_NONE
    legal = legal_replies(layout, held, lowest_bit(hand.layout_copies[hand.state.led]))
    if legal & hand.layout_copies[card]:
        return BREAKS_NONE
    suit = hand.state.led // RANKS
    if not held & layout.suit[suit]:
        return BREAKS_TRUMP
    return BREAKS_HEAD if card // RANKS == suit else BREAKS_FOLLOW


cdef bint _may_show_dix(const HandRules* rules, const HandState* state, int seat) noexcept nogil:
    return (may_show_dix_after(rules, state.tricks)
            and state.seats[seat].hand >> rules.dix_card & 1)


cdef uint64_t show_dix(const HandRules* rules, SeatState* seat, int upcard) noexcept nogil:
    """Lay a dix where the upcard is one, and return which copy; else exchange it, and return 0.

    It then lies in the upcard's place in the stock, and the upcard is in the hand.
    """
    if upcard == rules.dix_card:
        return lay_card(seat, upcard)
    seat.hand = add_card(remove_card(seat.hand, rules.dix_card), upcard)
    seat.known = add_card(remove_card(seat.known, rules.dix_card), upcard)
    return 0


cdef int _shows(const HandRules* rules, const HandState* state, uint8_t* moves) noexcept nogil:
    """What the winner of the trick may show; without a dix first."""
    cdef SeatState seat = state.seats[state.turn]
    cdef int count = 1
    moves[0] = PASS
    if may_meld_after(rules, state.tricks):
        count += _melds(rules, &seat, PASS, moves + count)
    if not _may_show_dix(rules, state, state.turn):
        return count
    moves[count] = PASS + DIX_SHOWN
    count += 1
    if may_meld_after(rules, state.tricks) and not rules.dix_is_a_meld:
        show_dix(rules, &seat, state.upcard)
        count += _melds(rules, &seat, PASS + DIX_SHOWN, moves + count)
    return count


cdef int _melds(
    const HandRules* rules, const SeatState* seat, int base, uint8_t* moves
) noexcept nogil:
    cdef int meld, count = 0
    for meld in range(rules.melds):
        if may_lay(&rules.meld[meld], seat):
            moves[count] = base + 1 + meld
            count += 1
    return count


cdef bint _may_show_something(const HandRules* rules, const HandState* state) noexcept nogil:
    """Whether the winner of the trick has anything to decide."""
    cdef int meld
    if _may_show_dix(rules, state, state.leader):
        return True
    if may_meld_after(rules, state.tricks):
        for meld in range(rules.melds):
            if may_lay(&rules.meld[meld], &state.seats[state.leader]):
                return True
    return False


# Moves


cdef void apply_move(const HandRules* rules, HandInPlay* hand, int move) noexcept nogil:
    """Make a legal move."""
    cdef HandState* state = &hand.state
    if state.due == DUE_PLAY:
        _play(rules, hand, move % SOURCE, move // SOURCE)
    elif state.due == DUE_MELD:
        _show(rules, hand, move - PASS)
        _offer_dix(rules, hand)
    else:
        _show(rules, hand, move - PASS)
        _after_shows(rules, hand)


cdef void _play(const HandRules* rules, HandInPlay* hand, int card, int source) noexcept nogil:
    cdef HandState* state = &hand.state
    cdef SeatState* seat = &state.seats[state.turn]
    cdef uint64_t copy
    cdef int service
    if source == 0:
        seat.hand = remove_card(seat.hand, card)
        seat.known = remove_card(seat.known, card)
    else:
        copy = bit(card + CARDS * (source - 1))
        seat.table &= ~copy
        for service in range(SERVICES):
            seat.served[service] &= ~copy
    if state.playoff:
        state.held &= ~bit(lowest_bit(
            state.held & hand.layout.owned[state.turn] & hand.layout_copies[card]
        ))
    hand.played[state.plays] = card
    state.plays += 1
    if state.led == NO_CARD:
        state.led = card
        state.turn = 1 - state.turn
    else:
        _complete_trick(rules, hand, card)


cdef void _complete_trick(const HandRules* rules, HandInPlay* hand, int reply) noexcept nogil:
    """Give the trick to its winner."""
    cdef HandState* state = &hand.state
    cdef const int16_t* points = &rules.playoff.rank_points[0]
    cdef int led = state.led
    if rules.beating[led] >> reply & 1:
        state.leader = 1 - state.leader
    state.seats[state.leader].trick_points += points[led % RANKS] + points[reply % RANKS]
    state.gone = add_card(add_card(state.gone, led), reply)
    state.led = NO_CARD
    state.tricks += 1
    state.turn = state.leader
    if state.playoff:
        if state.tricks == rules.tricks:
            state.seats[state.leader].trick_points += rules.playoff.last_trick
            state.due = DUE_NOTHING
    elif rules.draws_first:
        state.due = DUE_DRAW
    else:
        _offer_meld(rules, hand)


cdef bint _is_asked_for_meld(const HandRules* rules, const HandState* state) noexcept nogil:
    if rules.asks_always:
        return may_meld_after(rules, state.tricks) or may_show_dix_after(rules, state.tricks)
    return _may_show_something(rules, state)


cdef void _offer_meld(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    cdef HandState* state = &hand.state
    if _is_asked_for_meld(rules, state):
        hand.state.due = DUE_MELD
        hand.state.turn = hand.state.leader
    else:
        _offer_dix(rules, hand)


cdef bint _is_asked_for_dix(
    const HandRules* rules, const HandState* state, int seat
) noexcept nogil:
    if rules.asks_always:
        return may_show_dix_after(rules, state.tricks)
    return _may_show_dix(rules, state, seat)


cdef void _offer_dix(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    cdef int loser = 1 - hand.state.leader
    if rules.dix_by_loser and _is_asked_for_dix(rules, &hand.state, loser):
        hand.state.due = DUE_DIX
        hand.state.turn = loser
    else:
        _after_shows(rules, hand)


cdef void _after_shows(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    hand.state.turn = hand.state.leader
    if rules.draws_first:
        _lead_next(rules, hand)
    else:
        hand.state.due = DUE_DRAW


cdef void _lead_next(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    hand.state.turn = hand.state.leader
    hand.state.due = DUE_PLAY
    if hand.state.drawn == rules.draws:
        _enter_playoff(rules, hand)


cdef void draw(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    """Both draw, the winner of the trick first; with the stock gone the playoff begins."""
    cdef HandState* state = &hand.state
    cdef int order, card
    for order in range(2):
        if state.drawn == rules.draws - 1 and rules.upcard:
            card = state.upcard
            state.upcard = NO_CARD
        else:
            card = hand.pile[state.drawn]
            if card == rules.dix_card and state.tricks == rules.stock_tricks:
                state.seats[state.leader ^ order].meld_points += rules.last_draw_dix
        state.seats[state.leader ^ order].hand = add_card(
            state.seats[state.leader ^ order].hand, card
        )
        state.drawn += 1
    if rules.draws_first and state.drawn < rules.draws:
        _offer_meld(rules, hand)
    else:
        _lead_next(rules, hand)


cdef void _show(const HandRules* rules, HandInPlay* hand, int shown) noexcept nogil:
    """Show what a move says: a dix, a meld, both or nothing."""
    cdef HandState* state = &hand.state
    cdef SeatState* seat = &state.seats[state.turn]
    cdef const Meld* meld
    cdef Copies copies
    cdef uint64_t laid = 0
    if shown & DIX_SHOWN:
        laid = show_dix(rules, seat, state.upcard)
        state.upcard = rules.dix_card
        seat.meld_points += rules.dix_points
        _log(hand, SHOWN if laid else EXCHANGED, laid, rules.dix_points)
    if shown & ~DIX_SHOWN:
        meld = &rules.meld[(shown & ~DIX_SHOWN) - 1]
        copies = choose_copies(meld, seat)
        laid = lay_meld(meld, &copies, seat)
        _log(hand, (shown & ~DIX_SHOWN) - 1, laid, copies.points)


cdef void _log(HandInPlay* hand, int meld, uint64_t copies, int credit) noexcept nogil:
    cdef Laid* entry = &hand.laid[hand.state.laid]
    entry.copies = copies
    entry.credit = credit
    entry.seat = hand.state.turn
    entry.meld = meld
    entry.trick = hand.state.tricks
    hand.state.laid += 1


# From Python


def pack_rules(fields: dict) -> bytes:
    """The record of rules, without its melds; its fields are those of `RulesRecord`."""
    cdef RulesRecord record = fields
    check_fields(fields, record)
    return (<const char*> &record)[:sizeof(RulesRecord)]


def pack_state(fields: dict) -> bytes:
    """The record of a state; its fields are those of `HandState`."""
    cdef HandState state = fields
    check_fields(fields, state)
    return (<const char*> &state)[:sizeof(HandState)]


def unpack_state(const uint8_t[::1] record) -> dict:
    """The fields of a state's record; ValueError for a record of another size."""
    cdef HandState state
    if record.shape[0] != sizeof(HandState):
        raise ValueError(f"state: {record.shape[0]} bytes, expected {sizeof(HandState)}")
    memcpy(&state, &record[0], sizeof(HandState))
    return state
