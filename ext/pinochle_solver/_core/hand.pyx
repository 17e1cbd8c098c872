"""Every move of a hand; ``hand.pxd`` describes the state and the rules it is played by."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from pinochle_solver._core.bits cimport bit, bit_count, lowest_bit
from pinochle_solver._core.layout cimport (
    LAST_TRICK, LED, MAX_CARDS, NO_CARD, NORTH_COUNTS, POSITION_BYTES, RANKS, RANK_POINTS, RULES,
    SOUTH_COUNTS, SUITS, TRUMP, TURN,
    build_layout, legal_replies,
)
from pinochle_solver._core.melds cimport (
    MELD_WIDTH, MOST_COPIES, SERVICES, Copies,
    add_card, choose_copies, lay_card, lay_meld, may_lay, read_meld, remove_card,
)


cdef bint read_rules(HandRules* rules, const int32_t* record, Py_ssize_t length) noexcept nogil:
    """Fill `rules` from a record of so many integers; False where it makes no sense."""
    cdef int i
    if length < RULES_HEADER:
        return False
    rules.trump = record[RULES_TRUMP]
    rules.dix_card = record[RULES_DIX_CARD]
    rules.dix_points = record[RULES_DIX_POINTS]
    rules.dealer_dix = record[RULES_DEALER_DIX]
    rules.last_draw_dix = record[RULES_LAST_DRAW_DIX]
    rules.draws_first = record[RULES_DRAWS_FIRST]
    rules.melds_after_last = record[RULES_MELDS_AFTER_LAST]
    rules.dix_is_a_meld = record[RULES_DIX_IS_A_MELD]
    rules.dix_by_loser = record[RULES_DIX_BY_LOSER]
    rules.asks_always = record[RULES_ASKS_ALWAYS]
    rules.upcard = record[RULES_UPCARD] != 0
    rules.hand = record[RULES_HAND]
    if not 0 <= record[RULES_STOCK] <= MOST_DRAWS:
        return False
    rules.draws = record[RULES_STOCK] + rules.upcard
    rules.copies = record[RULES_COPIES]
    rules.deck = <uint32_t> record[RULES_DECK]
    rules.stock_tricks = rules.draws // 2
    rules.tricks = rules.stock_tricks + rules.hand
    rules.melds = record[RULES_MELDS]
    for i in range(RULES_WIDTH):
        rules.playoff[i] = <int16_t> record[RULES_PLAYOFF + i]
    if not _is_sound_header(rules) or length != RULES_HEADER + MELD_WIDTH * rules.melds:
        return False
    for i in range(rules.melds):
        if not read_meld(&rules.meld[i], record + RULES_HEADER + MELD_WIDTH * i):
            return False
    _relate_cards(rules)
    return True


cdef bint _is_sound_header(const HandRules* rules) noexcept nogil:
    """Whether the numbers make a game in which every card of the deck is dealt or drawn."""
    return (0 <= rules.trump < SUITS and -1 <= rules.dix_card < CARDS
            and 1 <= rules.copies <= MOST_COPIES and 0 <= rules.melds <= MOST_MELDS
            and 1 <= rules.hand <= MAX_CARDS // 2 and 0 <= rules.upcard <= rules.draws
            and rules.draws <= MOST_DRAWS and rules.draws % 2 == 0
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


cdef bint is_sound_game(const HandRules* rules, const Game* game) noexcept nogil:
    """Whether a game can be played on from a state: its cards are the deck's, its sizes right."""
    cdef const HandState* state = &game.state
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
        if game.pile[i] >= CARDS:
            return False
        seen[game.pile[i]] += 1
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


cdef void begin_game(const HandRules* rules, Game* game) noexcept nogil:
    """Make a game of a sound state with its pile: with the stock gone, lay out the playoff."""
    game.state.playoff = False
    if game.state.due == DUE_PLAY and game.state.drawn == rules.draws:
        _enter_playoff(rules, game)


cdef void deal_hand(
    const HandRules* rules, Game* game, const uint8_t* cards, int dealer
) noexcept nogil:
    """Deal: the dealer's opponent's hand first, the dealer's, the upcard, the face-down stock."""
    cdef HandState* state = &game.state
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
        game.pile[i] = cards[next_card + i]
    state.leader = state.turn = 1 - dealer
    state.due = DUE_PLAY
    begin_game(rules, game)


cdef void _enter_playoff(const HandRules* rules, Game* game) noexcept nogil:
    """Take the table up and lay the cards out for the playoff's obligations."""
    cdef HandState* state = &game.state
    cdef SeatState* seat
    cdef uint8_t position[POSITION_BYTES]
    cdef uint64_t cards
    cdef int i, card
    memset(position, 0, sizeof(position))
    for i in range(SEATS):
        seat = &state.seats[i]
        cards = seat.table
        while cards:
            seat.hand = add_card(seat.hand, lowest_bit(cards) % CARDS)
            cards &= cards - 1
        seat.table = seat.laid = seat.known = 0
        memset(seat.served, 0, sizeof(seat.served))
        cards = seat.hand
        while cards:
            position[(NORTH_COUNTS if i else SOUTH_COUNTS) + lowest_bit(cards) % CARDS] += 1
            cards &= cards - 1
    position[TRUMP] = rules.trump
    position[TURN] = state.turn
    position[LED] = state.led
    position[RULES] = 0
    build_layout(&game.layout, position, rules.playoff)
    memset(game.layout_copies, 0, sizeof(game.layout_copies))
    for i in range(game.layout.cards):
        card = game.layout.card_index[i]
        game.layout_copies[card] |= bit(i)
    state.held = game.layout.owned[0] | game.layout.owned[1]
    if game.layout.led >= 0:
        state.held &= ~bit(game.layout.led)
    state.playoff = True


# What may be done


cdef int legal_moves(const HandRules* rules, const Game* game, uint8_t* moves) noexcept nogil:
    """Write the legal moves, passing first where it is one; return how many."""
    cdef const HandState* state = &game.state
    if state.due == DUE_PLAY:
        if state.playoff:
            return _playoff_cards(game, moves)
        return _stock_cards(&state.seats[state.turn], moves)
    if state.due == DUE_MELD:
        return _shows(rules, state, moves)
    if state.due == DUE_DIX:
        moves[0], moves[1] = PASS, PASS + DIX
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


cdef int _playoff_cards(const Game* game, uint8_t* moves) noexcept nogil:
    cdef const Layout* layout = &game.layout
    cdef uint64_t cards = game.state.held & layout.owned[game.state.turn]
    cdef int card, count = 0
    if game.state.led != NO_CARD:
        cards = legal_replies(layout, cards, lowest_bit(game.layout_copies[game.state.led]))
    while cards:
        card = lowest_bit(cards)
        moves[count] = layout.card_index[card]
        count += 1
        cards &= ~layout.identical[card]
    return count


cdef int broken_obligation(const Game* game, int card) noexcept nogil:
    """Which obligation of the playoff playing this card of the hand would break."""
    cdef const Layout* layout = &game.layout
    cdef uint64_t held = game.state.held & layout.owned[game.state.turn], legal
    cdef int suit
    if not game.state.playoff or game.state.led == NO_CARD:
        return BREAKS_NONE
    legal = legal_replies(layout, held, lowest_bit(game.layout_copies[game.state.led]))
    if legal & game.layout_copies[card]:
        return BREAKS_NONE
    suit = game.state.led // RANKS
    if not held & layout.suit[suit]:
        return BREAKS_TRUMP
    return BREAKS_HEAD if card // RANKS == suit else BREAKS_FOLLOW


cdef bint _may_meld(const HandRules* rules, const HandState* state) noexcept nogil:
    return state.tricks < rules.stock_tricks or rules.melds_after_last


cdef bint _is_time_for_dix(const HandRules* rules, const HandState* state) noexcept nogil:
    if rules.dix_card < 0 or state.upcard == NO_CARD:
        return False
    return not rules.dix_is_a_meld or _may_meld(rules, state)


cdef bint _may_show_dix(const HandRules* rules, const HandState* state, int seat) noexcept nogil:
    return (_is_time_for_dix(rules, state)
            and state.seats[seat].hand >> rules.dix_card & 1)


cdef void exchange_dix(const HandRules* rules, SeatState* seat, int upcard) noexcept nogil:
    """Put the dix in the upcard's place in the stock, and the upcard in the hand."""
    seat.hand = add_card(remove_card(seat.hand, rules.dix_card), upcard)
    seat.known = add_card(remove_card(seat.known, rules.dix_card), upcard)


cdef int _shows(const HandRules* rules, const HandState* state, uint8_t* moves) noexcept nogil:
    """What the winner of the trick may show; without a dix first."""
    cdef SeatState seat = state.seats[state.turn]
    cdef int count = 1
    moves[0] = PASS
    if _may_meld(rules, state):
        count += _melds(rules, &seat, PASS, moves + count)
    if not _may_show_dix(rules, state, state.turn):
        return count
    moves[count] = PASS + DIX
    count += 1
    if _may_meld(rules, state) and not rules.dix_is_a_meld:
        if state.upcard == rules.dix_card:
            lay_card(&seat, rules.dix_card)
        else:
            exchange_dix(rules, &seat, state.upcard)
        count += _melds(rules, &seat, PASS + DIX, moves + count)
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
    if _may_meld(rules, state):
        for meld in range(rules.melds):
            if may_lay(&rules.meld[meld], &state.seats[state.leader]):
                return True
    return False


# Moves


cdef void apply_move(const HandRules* rules, Game* game, int move) noexcept nogil:
    """Make a legal move."""
    cdef HandState* state = &game.state
    if state.due == DUE_PLAY:
        _play(rules, game, move % SOURCE, move // SOURCE)
    elif state.due == DUE_MELD:
        _show(rules, game, move - PASS)
        _offer_dix(rules, game)
    else:
        _show(rules, game, move - PASS)
        _after_shows(rules, game)


cdef void _play(const HandRules* rules, Game* game, int card, int source) noexcept nogil:
    cdef HandState* state = &game.state
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
            state.held & game.layout.owned[state.turn] & game.layout_copies[card]
        ))
    game.played[state.plays] = card
    state.plays += 1
    if state.led == NO_CARD:
        state.led = card
        state.turn = 1 - state.turn
    else:
        _complete_trick(rules, game, card)


cdef void _complete_trick(const HandRules* rules, Game* game, int reply) noexcept nogil:
    """Give the trick to its winner."""
    cdef HandState* state = &game.state
    cdef const int16_t* points = &rules.playoff[RANK_POINTS]
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
            state.seats[state.leader].trick_points += rules.playoff[LAST_TRICK]
            state.due = DUE_NOTHING
    elif rules.draws_first:
        state.due = DUE_DRAW
    else:
        _offer_meld(rules, game)


cdef void _offer_meld(const HandRules* rules, Game* game) noexcept nogil:
    cdef HandState* state = &game.state
    if (_may_meld(rules, state) or _is_time_for_dix(rules, state) if rules.asks_always
            else _may_show_something(rules, state)):
        game.state.due = DUE_MELD
        game.state.turn = game.state.leader
    else:
        _offer_dix(rules, game)


cdef void _offer_dix(const HandRules* rules, Game* game) noexcept nogil:
    cdef int loser = 1 - game.state.leader
    if rules.dix_by_loser and (_is_time_for_dix(rules, &game.state) if rules.asks_always
                               else _may_show_dix(rules, &game.state, loser)):
        game.state.due = DUE_DIX
        game.state.turn = loser
    else:
        _after_shows(rules, game)


cdef void _after_shows(const HandRules* rules, Game* game) noexcept nogil:
    game.state.turn = game.state.leader
    if rules.draws_first:
        _lead_next(rules, game)
    else:
        game.state.due = DUE_DRAW


cdef void _lead_next(const HandRules* rules, Game* game) noexcept nogil:
    game.state.turn = game.state.leader
    game.state.due = DUE_PLAY
    if game.state.drawn == rules.draws:
        _enter_playoff(rules, game)


cdef void draw(const HandRules* rules, Game* game) noexcept nogil:
    """Both draw, the winner of the trick first; with the stock gone the playoff begins."""
    cdef HandState* state = &game.state
    cdef int order, card
    for order in range(2):
        if state.drawn == rules.draws - 1 and rules.upcard:
            card = state.upcard
            state.upcard = NO_CARD
        else:
            card = game.pile[state.drawn]
            if card == rules.dix_card and state.tricks == rules.stock_tricks:
                state.seats[state.leader ^ order].meld_points += rules.last_draw_dix
        state.seats[state.leader ^ order].hand = add_card(
            state.seats[state.leader ^ order].hand, card
        )
        state.drawn += 1
    if rules.draws_first and state.drawn < rules.draws:
        _offer_meld(rules, game)
    else:
        _lead_next(rules, game)


cdef void _show(const HandRules* rules, Game* game, int shown) noexcept nogil:
    """Show what a move says: a dix, a meld, both or nothing."""
    cdef HandState* state = &game.state
    cdef SeatState* seat = &state.seats[state.turn]
    cdef const Meld* meld
    cdef Copies copies
    cdef uint64_t laid = 0
    if shown & DIX:
        if state.upcard == rules.dix_card:
            laid = lay_card(seat, rules.dix_card)
        else:
            exchange_dix(rules, seat, state.upcard)
            state.upcard = rules.dix_card
        seat.meld_points += rules.dix_points
        _log(game, SHOWN if laid else EXCHANGED, laid, rules.dix_points)
    if shown & ~DIX:
        meld = &rules.meld[(shown & ~DIX) - 1]
        copies = choose_copies(meld, seat)
        laid = lay_meld(meld, &copies, seat)
        _log(game, (shown & ~DIX) - 1, laid, copies.points)


cdef void _log(Game* game, int meld, uint64_t copies, int credit) noexcept nogil:
    cdef Laid* entry = &game.laid[game.state.laid]
    entry.copies = copies
    entry.credit = credit
    entry.seat = game.state.turn
    entry.meld = meld
    entry.trick = game.state.tricks
    game.state.laid += 1
