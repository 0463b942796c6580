cdef extern from * nogil:
    """
    #define ludarium_lowest(bits) __builtin_ctzll(bits)
    static inline int ludarium_population(unsigned long long bits) {
    #ifdef __POPCNT__
        return __builtin_popcountll(bits);
    #else
        /* The compiler would call a function of its library, which takes longer. */
        bits -= bits >> 1 & 0x5555555555555555ULL;
        bits = (bits & 0x3333333333333333ULL) + (bits >> 2 & 0x3333333333333333ULL);
        return (int)(((bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0FULL) * 0x0101010101010101ULL >> 56);
    #endif
    }
    #define ludarium_prefetch(words, at) \
        __builtin_prefetch((unsigned long long *)(words).data + (at))
    static inline unsigned long long ludarium_mixed(unsigned long long value) {
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9ULL;
        value = (value ^ value >> 27) * 0x94D049BB133111EBULL;
        return value ^ value >> 31;
    }
    static inline int ludarium_nth(unsigned long long bits, int number) {
        while (number-- > 0)
            bits &= bits - 1;
        return __builtin_ctzll(bits);
    }
    #define LUDARIUM_MASK_64 0xFFFFFFFFFFFFFFFFULL
    #define LUDARIUM_SPLITMIX_STEP 0x9E3779B97F4A7C15ULL
    """
    const unsigned long long MASK_64 "LUDARIUM_MASK_64"
    const unsigned long long SPLITMIX_STEP "LUDARIUM_SPLITMIX_STEP"
    int lowest_bit "ludarium_lowest" (unsigned long long bits)
    int nth_bit "ludarium_nth" (unsigned long long bits, int number)
    int count_bits "ludarium_population" (unsigned long long bits)
    unsigned long long mix_bits "ludarium_mixed" (unsigned long long value)
    void prefetch "ludarium_prefetch" (unsigned long long[::1] words, long long at)
