"""Whether the processor can do what the other modules are compiled for.

On Linux and x86-64 these use SSE4.2 and POPCNT, which processors have had since 2008 to 2011
(x86-64-v2; numpy's own modules need it today). Where one lacks them it would end the program in
the middle of a search. So this module is compiled without them, is imported before all others, and
asks. It asks for AVX2, too: with that the networks are faster, and they do without.
"""

cdef extern from *:
    """
    #ifdef PINOCHLE_NEEDS_SSE4_2
    static int processor_suits(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt");
    }
    static int processor_has_avx2(void) {
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2");
    }
    #else
    static int processor_suits(void) { return 1; }
    static int processor_has_avx2(void) { return 0; }
    #endif
    """
    bint processor_suits() nogil
    bint processor_has_avx2() nogil


def suits() -> bool:
    """Whether the processor has all that the modules were compiled for."""
    return processor_suits()


def has_avx2() -> bool:
    """Whether it has AVX2; False where nothing is compiled for that."""
    return processor_has_avx2()
