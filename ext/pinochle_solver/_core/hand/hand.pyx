"""Every move of a hand; ``hand.pxd`` describes the state and the rules of play."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from pinochle_solver._core.bits cimport bit, lowest_bit, rarely
from pinochle_solver._core.hand.kinds cimport (
    CopiesOfFour, Past, add_of_four, choose_among, drop_of_four, hold_of_four, know_of_four,
    lay_among, lay_card_of_four, leave_of_four, may_lay_any, melds_among, plays_among,
)
from pinochle_solver._core.hand.melds cimport (
    SERVICES, Copies, add_card, choose_copies, copies_in, lay_card, lay_meld, may_lay, remove_card,
)
from pinochle_solver._core.layout cimport (
    NO_CARD, RANKS, Position, build_layout, legal_replies,
)

cdef enum:
    GLUP_STEP = 3
    GLUPS_POINTS = 1
    MANY_GLUPS_POINTS = 10          # at this many glups, and at all above
    MANY_GLUPS = 9
    MOST_GLUPS = 15


# Setting up


cdef void begin_hand(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    """Make a hand from a sound state and its pile; if the stock is gone, lay out the playoff."""
    hand.state.playoff = False
    if hand.state.due == DUE_PLAY and hand.state.drawn == rules.draws:
        _enter_playoff(rules, hand)


cdef void deal_hand(
    const HandRules* rules, HandInPlay* hand, const uint8_t* cards, int dealer
) noexcept nogil:
    """Deal: first the hand of the dealer's opponent, then the dealer's, the upcard, the pile."""
    cdef HandState* state = &hand.state
    cdef int i
    cdef int next_card = 2 * rules.hand
    memset(state, 0, sizeof(HandState))
    for i in range(rules.hand):
        _hold(rules, &state.seats[1 - dealer], cards[i])
        _hold(rules, &state.seats[dealer], cards[rules.hand + i])
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
    if rules.dix_turns:
        _offer_dix_turns(rules, hand, 0)


cdef void _enter_playoff(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    """Take the tables up and lay the cards out for the playoff's obligations."""
    cdef HandState* state = &hand.state
    cdef SeatState* seat
    cdef Position position
    cdef uint8_t* counts
    cdef int i, card
    memset(&position, 0, sizeof(Position))
    _take_up_tables(rules, state)
    for i in range(SEATS):
        seat = &state.seats[i]
        counts = &position.north[0] if i else &position.south[0]
        if rules.by_kinds:
            _count(seat.hand_high, counts)
        _count(seat.hand, counts)
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


cdef void _take_up_tables(const HandRules* rules, HandState* state) noexcept nogil:
    """The stock is gone: laid cards go back to the hands, and glups end."""
    cdef SeatState* seat
    cdef int i
    for i in range(SEATS):
        seat = &state.seats[i]
        _take_up(rules, seat, seat.table)
        if rules.by_kinds:
            _take_up(rules, seat, seat.table_high)
            seat.table_high = seat.laid_high = seat.known_high = 0
        seat.table = seat.laid = seat.known = 0
        memset(seat.served, 0, sizeof(seat.served))
    memset(state.glups, 0, sizeof(state.glups))


cdef inline void _hold(const HandRules* rules, SeatState* seat, int card) noexcept nogil:
    """Put a card into the hand."""
    if rarely(rules.by_kinds):
        hold_of_four(seat, card)
    else:
        seat.hand = add_card(seat.hand, card)


cdef inline void _take_up(
    const HandRules* rules, SeatState* seat, uint64_t copies
) noexcept nogil:
    """Put these copies from the table into the hand."""
    while copies:
        _hold(rules, seat, lowest_bit(copies) % CARDS)
        copies &= copies - 1


cdef inline void _count(uint64_t planes, uint8_t* counts) noexcept nogil:
    while planes:
        counts[lowest_bit(planes) % CARDS] += 1
        planes &= planes - 1


# What may be done


cdef int legal_moves(const HandRules* rules, const HandInPlay* hand, uint8_t* moves) noexcept nogil:
    """Write the legal moves, a pass first if it is one; return how many."""
    cdef const HandState* state = &hand.state
    cdef Past past
    if state.due == DUE_PLAY:
        if state.playoff:
            return _playoff_cards(hand, moves)
        if rarely(rules.by_kinds):
            past = past_of(rules, hand, state.turn)
            return plays_among(&state.seats[state.turn], &past, SOURCE, moves)
        return _stock_cards(&state.seats[state.turn], moves)
    if state.due == DUE_MELD:
        return _shows(rules, hand, moves)
    if state.due in (DUE_DIX, DUE_SHOW):
        moves[0], moves[1] = PASS, PASS + rules.shows
        return 1 + _may_show_dix(rules, state, state.turn)
    if state.due == DUE_DOUBLE:
        moves[0], moves[1] = NO_DOUBLE, DOUBLE
        return 2
    if state.due in (DUE_ANSWER, DUE_ANSWER_REDOUBLE):
        moves[0], moves[1], moves[2] = REFUSE, ACCEPT, REDOUBLE
        return 3 if state.due == DUE_ANSWER else 2
    return 0


cdef int _stock_cards(const SeatState* seat, uint8_t* moves) noexcept nogil:
    """Any card; copies on the table that have served alike are one move (RULES.md 2)."""
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
            and state.seats[seat].hand >> rules.dix_card & 1
            and not (rules.dix_by_exchange and state.upcard == rules.dix_card))


cdef Planes show_dix(const HandRules* rules, SeatState* seat, int upcard) noexcept nogil:
    """Lay a dix where the upcard is one, and return which copy; else exchange it, and return none.

    After an exchange the dix lies in the upcard's place in the stock, and the upcard is in the
    hand.
    """
    if rules.by_kinds:
        if upcard == rules.dix_card:
            return lay_card_of_four(seat, upcard)
        drop_of_four(seat, rules.dix_card)
        hold_of_four(seat, upcard)
        know_of_four(seat, upcard)
        return Planes(0, 0)
    if upcard == rules.dix_card:
        return Planes(lay_card(seat, upcard), 0)
    seat.hand = add_card(remove_card(seat.hand, rules.dix_card), upcard)
    seat.known = add_card(remove_card(seat.known, rules.dix_card), upcard)
    return Planes(0, 0)


cdef int _shows(const HandRules* rules, const HandInPlay* hand, uint8_t* moves) noexcept nogil:
    """What the winner of the trick may show; shows without a dix first."""
    cdef const HandState* state = &hand.state
    cdef SeatState seat
    cdef int count = 1
    moves[0] = PASS
    if may_meld_after(rules, state.tricks):
        count += _melds(rules, hand, &state.seats[state.turn], PASS, moves + count)
    if rules.dix_turns or not _may_show_dix(rules, state, state.turn):
        return count
    moves[count] = PASS + rules.shows
    count += 1
    if may_meld_after(rules, state.tricks) and not rules.dix_is_a_meld:
        seat = state.seats[state.turn]
        show_dix(rules, &seat, state.upcard)
        count += _melds(rules, hand, &seat, PASS + rules.shows, moves + count)
    return count


cdef int _melds(
    const HandRules* rules, const HandInPlay* hand, const SeatState* seat, int base, uint8_t* moves
) noexcept nogil:
    """The melds that the seat to decide may lay from these cards, as moves from `base` on."""
    cdef Past past
    cdef int meld, count = 0
    if rarely(rules.by_kinds):
        past = past_of(rules, hand, hand.state.turn)
        return melds_among(rules.melds, seat, &past, base + 1, moves)
    for meld in range(rules.melds):
        if may_lay(&rules.meld[meld], seat):
            moves[count] = base + 1 + meld
            count += 1
    return count


cdef bint _may_show_something(const HandRules* rules, const HandInPlay* hand) noexcept nogil:
    """Whether the winner of the trick has anything to decide."""
    cdef const HandState* state = &hand.state
    cdef const SeatState* seat = &state.seats[state.leader]
    cdef Past past
    cdef int meld
    if not rarely(rules.dix_turns) and _may_show_dix(rules, state, state.leader):
        return True
    if not may_meld_after(rules, state.tricks):
        return False
    if rarely(rules.by_kinds):
        past = past_of(rules, hand, state.leader)
        return may_lay_any(rules.melds, seat, &past)
    for meld in range(rules.melds):
        if may_lay(&rules.meld[meld], seat):
            return True
    return False


# Moves


cdef void apply_move(const HandRules* rules, HandInPlay* hand, int move) noexcept nogil:
    """Make a legal move."""
    cdef HandState* state = &hand.state
    if state.due == DUE_PLAY:
        _play(rules, hand, move % SOURCE, move // SOURCE)
    elif state.due == DUE_MELD:
        _show(rules, hand, move)
        _offer_dix(rules, hand)
    elif rarely(state.due >= DUE_DOUBLE):
        _say(rules, hand, move)
    elif rules.dix_turns:
        _show(rules, hand, move)
        _offer_dix_turns(rules, hand, 1 + _dix_turn(state))
    else:
        _show(rules, hand, move)
        _after_shows(rules, hand)


cdef void _play(const HandRules* rules, HandInPlay* hand, int card, int source) noexcept nogil:
    cdef HandState* state = &hand.state
    cdef SeatState* seat = &state.seats[state.turn]
    cdef uint64_t copy
    cdef int service
    if rarely(rules.by_kinds):
        leave_of_four(seat, card, source)
    elif source == 0:
        seat.hand = remove_card(seat.hand, card)
        seat.known = remove_card(seat.known, card)
    else:
        copy = bit(card + CARDS * (source - 1))
        seat.table &= ~copy
        for service in range(SERVICES):
            seat.served[service] &= ~copy
    if rarely(rules.scores_plays) and not state.playoff:
        score_play(rules, state, card)
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
    if rarely(rules.by_kinds):
        add_of_four(&state.gone, &state.gone_high, led)
        add_of_four(&state.gone, &state.gone_high, reply)
    else:
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


cdef bint _is_asked_for_meld(const HandRules* rules, const HandInPlay* hand) noexcept nogil:
    cdef int trick = hand.state.tricks
    if rules.asks_always:
        return may_meld_after(rules, trick) or (
            not rules.dix_turns and may_show_dix_after(rules, trick))
    return _may_show_something(rules, hand)


cdef void _offer_meld(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    if _is_asked_for_meld(rules, hand):
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
    if rules.dix_by_loser and not rules.dix_turns and _is_asked_for_dix(rules, &hand.state, loser):
        hand.state.due = DUE_DIX
        hand.state.turn = loser
    else:
        _after_shows(rules, hand)


cdef void _after_shows(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    hand.state.turn = hand.state.leader
    if not rules.draws_first:
        hand.state.due = DUE_DRAW
    elif rules.dix_turns:
        _offer_dix_turns(rules, hand, 0)
    else:
        _lead_next(rules, hand)


cdef int _dix_turn(const HandState* state) noexcept nogil:
    """Which of the two dix turns between tricks belongs to the seat to decide, 0 or 1.

    The first belongs to the seat that leads next; before the first lead, to the dealer.
    """
    return state.turn ^ state.leader ^ (state.tricks == 0)


cdef void _offer_dix_turns(const HandRules* rules, HandInPlay* hand, int first) noexcept nogil:
    """Ask at this dix turn and those after it; then lead."""
    cdef HandState* state = &hand.state
    cdef int turn, seat
    for turn in range(first, SEATS):
        seat = state.leader ^ turn ^ (state.tricks == 0)
        if _is_asked_for_dix(rules, state, seat):
            state.due = DUE_SHOW if seat == state.leader else DUE_DIX
            state.turn = seat
            return
    _lead_next(rules, hand)


cdef void _lead_next(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    """Ask for a double if one may be offered now; else the winner of the trick leads."""
    hand.state.turn = hand.state.leader
    if rarely(rules.doubles) and is_window_open(rules, &hand.state):
        hand.state.due = DUE_DOUBLE
        if hand.state.drawn == rules.draws:
            _take_up_tables(rules, &hand.state)
    else:
        _lead_now(rules, hand)


cdef inline void _lead_now(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    """Nobody has more to say: the winner of the trick leads to the next one."""
    hand.state.turn = hand.state.leader
    hand.state.due = DUE_PLAY
    if hand.state.drawn == rules.draws:
        _enter_playoff(rules, hand)


# Doubles


cdef void _say(const HandRules* rules, HandInPlay* hand, int move) noexcept nogil:
    """Offer a double or not, or answer one.

    The seat that refuses has the turn when the hand is over, and pays the stake of that moment.
    """
    cdef HandState* state = &hand.state
    cdef bint is_redoubled = state.due == DUE_ANSWER_REDOUBLE
    if move == NO_DOUBLE:
        _lead_now(rules, hand)
    elif move == DOUBLE:
        state.due = DUE_ANSWER
        state.turn = 1 - state.leader
    elif move == REDOUBLE:
        state.due = DUE_ANSWER_REDOUBLE
        state.turn = state.leader
    elif move == REFUSE:
        state.stake += is_redoubled
        state.due = DUE_NOTHING
    else:
        state.stake += 1 + is_redoubled
        state.right = 1 + state.turn
        _lead_now(rules, hand)


cdef void draw(const HandRules* rules, HandInPlay* hand) noexcept nogil:
    """Both seats draw, the winner of the trick first; once the stock is gone the playoff begins."""
    cdef HandState* state = &hand.state
    cdef int order, seat, card, place
    for order in range(SEATS):
        seat = state.leader ^ order
        if state.drawn == rules.upcard_draw:
            card = state.upcard
        else:
            place = state.drawn
            if rarely(not rules.in_draw_order):
                place = _place_in_pile(rules, place, seat)
            card = hand.pile[place]
            if card == rules.dix_card and state.tricks == rules.stock_tricks:
                state.seats[seat].meld_points += rules.last_draw_dix
        _hold(rules, &state.seats[seat], card)
        state.drawn += 1
    if state.drawn == rules.draws:
        if rarely(rules.held_dix) and rules.dix_card >= 0:
            _score_held(rules, state)
        state.upcard = NO_CARD
    if rules.draws_first and state.drawn < rules.draws:
        _offer_meld(rules, hand)
    elif rarely(rules.dix_turns):
        _offer_dix_turns(rules, hand, 0)
    else:
        _lead_next(rules, hand)


cdef int _place_in_pile(const HandRules* rules, int place, int seat) noexcept nogil:
    """The place of the card that a seat draws face down after this many draws."""
    if rules.own_piles:
        place += seat - place % SEATS
    # The last card is the one under the upcard, whoever draws it.
    return min(place, rules.draws - rules.upcard - 1)


cdef void _show(const HandRules* rules, HandInPlay* hand, int move) noexcept nogil:
    """Show what a move says: a dix, a meld, both or nothing."""
    cdef HandState* state = &hand.state
    cdef SeatState* seat = &state.seats[state.turn]
    cdef int number = meld_shown(rules, move)
    cdef Planes laid
    if shows_dix(rules, move):
        laid = show_dix(rules, seat, state.upcard)
        state.upcard = rules.dix_card
        seat.meld_points += rules.dix_points
        _log(hand, SHOWN if laid.low | laid.high else EXCHANGED, laid, rules.dix_points)
    if number < 0:
        return
    if rules.by_kinds:
        _lay_among(rules, hand, number)
    else:
        _lay(rules, hand, number)


cdef void show_drawn_dix(const HandRules* rules, HandInPlay* hand, int seat) noexcept nogil:
    """Show a dix that a seat has just drawn, whoever's turn it is."""
    cdef int turn = hand.state.turn
    hand.state.turn = seat
    _show(rules, hand, PASS + rules.shows)
    hand.state.turn = turn


cdef void _lay(const HandRules* rules, HandInPlay* hand, int number) noexcept nogil:
    cdef SeatState* seat = &hand.state.seats[hand.state.turn]
    cdef const Meld* meld = &rules.meld[number]
    cdef Copies copies = choose_copies(meld, seat)
    _log(hand, number, Planes(lay_meld(meld, &copies, seat), 0), copies.points)


cdef void _lay_among(const HandRules* rules, HandInPlay* hand, int number) noexcept nogil:
    cdef SeatState* seat = &hand.state.seats[hand.state.turn]
    cdef const Meld* meld = &rules.meld[number]
    cdef Past past = past_of(rules, hand, hand.state.turn)
    cdef CopiesOfFour copies = choose_among(meld, seat, &past)
    _log(hand, number, lay_among(meld, &copies, seat), meld.points)


cdef void _log(HandInPlay* hand, int meld, Planes copies, int credit) noexcept nogil:
    cdef Laid* entry = &hand.laid[hand.state.laid]
    entry.copies, entry.copies_high = copies.low, copies.high
    entry.credit = credit
    entry.seat = hand.state.turn
    entry.meld = meld
    entry.trick = hand.state.tricks
    entry.spare = 0
    hand.state.laid += 1


# Points that score automatically in some games


cdef void score_play(const HandRules* rules, HandState* state, int card) noexcept nogil:
    """Score a card played in the stock phase: a dix by itself, and the follower's glups."""
    if card == rules.dix_card:
        state.seats[state.turn].meld_points += rules.played_dix
    if state.led != NO_CARD and rules.glup_ranks:
        count_glups(rules, state, card)
    else:
        state.glups[state.turn] = 0


cdef void count_glups(const HandRules* rules, HandState* state, int reply) noexcept nogil:
    """Count the gain of a follower who follows suit and loses; any other reply ends his glups.

    Each multiple of GLUP_STEP scores points; glups beyond it are lost.
    """
    cdef int led = state.led, glups = state.glups[state.turn], gain
    cdef int reached = glups - glups % GLUP_STEP + GLUP_STEP
    if led // RANKS != reply // RANKS or rules.beating[led] >> reply & 1:
        state.glups[state.turn] = 0
        return
    gain = 1 + (rules.glup_ranks >> reply % RANKS & 1) + (led == reply)
    if glups + gain < reached:
        state.glups[state.turn] = glups + gain
        return
    state.glups[state.turn] = reached
    state.seats[state.turn].meld_points += (
        MANY_GLUPS_POINTS if reached == MANY_GLUPS or reached >= MOST_GLUPS else GLUPS_POINTS)


cdef void _score_held(const HandRules* rules, HandState* state) noexcept nogil:
    """Score each dix held when the stock is gone, but one that was the upcard.

    A dix on the table has been shown, except in games where it is shown only in exchange: there a
    meld laid it.
    """
    cdef const SeatState* cards
    cdef int seat, held
    for seat in range(SEATS):
        cards = &state.seats[seat]
        held = copies_in(cards.hand, cards.hand_high, rules.dix_card)
        if rules.dix_by_exchange:
            held += copies_in(cards.table, cards.table_high, rules.dix_card)
        if state.upcard == rules.dix_card and seat == (
                state.leader ^ (rules.upcard_draw == rules.draws - 1)):
            held -= 1
        state.seats[seat].meld_points += held * rules.held_dix
