"""Hashes of words."""

from libc.stdint cimport uint64_t


cdef struct Key:
    # Two hashes of the same words, made independently: together they stand for the words.
    uint64_t place
    uint64_t check          # never 0 once it is finished


cdef inline uint64_t mix(uint64_t hashed, uint64_t word) noexcept nogil:
    """The hash with one more word."""
    hashed = (hashed ^ word) * <uint64_t> 0x9E3779B97F4A7C15u
    return hashed ^ hashed >> 29


cdef inline uint64_t spread(uint64_t hashed) noexcept nogil:
    """A hash of which the low bits depend on all bits of this one."""
    hashed ^= hashed >> 32
    return hashed * <uint64_t> 0xD6E8FEB86659FD93u


cdef inline void mix_both(Key* key, uint64_t word) noexcept nogil:
    """Take one more word into a key."""
    key.place = mix(key.place, word)
    key.check = mix(key.check + 0x51ED2701, word)


cdef inline void finish_key(Key* key) noexcept nogil:
    """Finish a key: make it differ from the key of an empty place."""
    key.check |= 1
