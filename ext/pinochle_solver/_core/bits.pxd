from libc.stdint cimport uint64_t


cdef extern from "pinochle_solver/_core/bits.h" nogil:
    void c_assert "assert"(bint condition)     # of the debug build only
    int lowest_bit(uint64_t word)
    int highest_bit(uint64_t word)
    int bit_count(uint64_t word)
    bint rarely(bint condition)                # for the compiler: a branch seldom taken
    double monotonic_seconds()
    void fetch_ahead(const void* place)
    int read_flag(const int* flag)
    void write_flag(int* flag, int value)


cdef inline uint64_t bit(int index) noexcept nogil:
    return <uint64_t> 1 << index
