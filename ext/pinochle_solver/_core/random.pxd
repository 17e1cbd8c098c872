"""Random numbers that are the same everywhere: splitmix64 (Steele, Lea, Flood 2014)."""

from libc.stdint cimport int64_t, uint8_t, uint64_t


cdef struct Random:
    uint64_t state


cdef inline uint64_t next_random(Random* random) noexcept nogil:
    """64 random bits."""
    cdef uint64_t word
    random.state += <uint64_t> 0x9E3779B97F4A7C15u
    word = random.state
    word = (word ^ (word >> 30)) * <uint64_t> 0xBF58476D1CE4E5B9u
    word = (word ^ (word >> 27)) * <uint64_t> 0x94D049BB133111EBu
    return word ^ (word >> 31)


cdef inline int random_below(Random* random, int bound) noexcept nogil:
    """A number from 0 to `bound` - 1, every one equally likely but for one part in 2^32."""
    return <int> (((next_random(random) >> 32) * <uint64_t> bound) >> 32)


cdef inline double random_share(Random* random) noexcept nogil:
    """A number from 0 to 1, 1 excluded."""
    return (next_random(random) >> 11) / <double> (<uint64_t> 1 << 53)


cdef inline void shuffle(uint8_t* cards, int number, Random* random) noexcept nogil:
    """Put so many cards in random order, every order equally likely."""
    cdef int i, j
    for i in range(number - 1):
        j = i + random_below(random, number - i)
        cards[i], cards[j] = cards[j], cards[i]


cdef inline Random numbered_random(uint64_t seed, int64_t number) noexcept nogil:
    """The random numbers of one thing of many: of the world, or the tree, of this number."""
    cdef Random random = Random(seed)
    random.state = next_random(&random) + <uint64_t> number
    random.state = next_random(&random)
    return random
