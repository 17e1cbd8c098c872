"""Killers: the card that answered a question last, where a seat had the same choice.

A lead is remembered for the leader's hand, whatever the others hold. A card that follows is
remembered for the cards that the seat may play, the trick's best card so far, the suit led and who
led it. When there is the same choice again, that card is tried first (killer moves: Akl and Newborn
1977).

A key tells nothing more of the position, on purpose: a seat that plays one way against many hands
of the others comes to fewer positions, and the table knows more of them. Leads remembered for the
lengths of all suits, or for the very position, take more nodes.

Choices whose hashes have the same place take it from each other. All is forgotten between deals, by
a new generation; the same deal always gives the same search.
"""

from libc.stdint cimport uint32_t, uint64_t

from pinochle_solver._core.hashing cimport mix, spread

cdef enum:
    PLACE_BITS = 16
    # A stamp is a card's number, the deal's generation, and part of the choice's hash.
    CARD_BITS = 6
    GENERATION_BITS = 8
    UNHASHED_BITS = CARD_BITS + GENERATION_BITS
    NO_KILLER = -1


cdef struct OpenKillers:
    uint32_t* stamps
    uint32_t generation     # where stamps have it


cdef bint allocate_open_killers(OpenKillers* killers) noexcept nogil
cdef void free_open_killers(OpenKillers* killers) noexcept nogil
cdef void forget_killers(OpenKillers* killers) noexcept nogil


cdef inline uint64_t choice_of_lead(uint64_t hand) noexcept nogil:
    return spread(mix(0, hand))


cdef inline uint64_t choice_of_follow(
    uint64_t legal, int seat, int leader, int suit_led, int best
) noexcept nogil:
    return spread(mix(mix(1, legal), ((best * 4 + suit_led) * 4 + leader) * 4 + seat))


cdef inline uint32_t* _place_of(const OpenKillers* killers, uint64_t choice) noexcept nogil:
    return &killers.stamps[choice & (1 << PLACE_BITS) - 1]


cdef inline uint32_t _stamp(const OpenKillers* killers, uint64_t choice, int card) noexcept nogil:
    return <uint32_t> (choice >> 32 + UNHASHED_BITS << UNHASHED_BITS) | killers.generation | card


cdef inline int killer_of(const OpenKillers* killers, uint64_t choice) noexcept nogil:
    """The card that answered last where there was this choice, or NO_KILLER."""
    cdef uint32_t card = _place_of(killers, choice)[0] ^ _stamp(killers, choice, 0)
    return <int> card if card < 1 << CARD_BITS else NO_KILLER


cdef inline void remember_killer(
    const OpenKillers* killers, uint64_t choice, int card
) noexcept nogil:
    _place_of(killers, choice)[0] = _stamp(killers, choice, card)
