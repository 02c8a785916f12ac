/// Sixteen bytes at once, for what Swift's SIMD types lack.
#ifndef C_LANES_H
#define C_LANES_H

#include <stdint.h>

/// Sixteen bytes: `SIMD16<UInt8>` in Swift.
typedef uint8_t lane16 __attribute__((ext_vector_type(16)));

/// Returns the highest bit of each byte, that of the first byte lowest; one instruction on x86-64.
static inline __attribute__((always_inline)) uint16_t lane16_bits(lane16 bytes) {
    typedef int8_t signed16 __attribute__((ext_vector_type(16)));
    typedef _Bool bits16 __attribute__((ext_vector_type(16)));
    bits16 bits = __builtin_convertvector((signed16)bytes < 0, bits16);
    uint16_t result;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
}

/// Returns one bit for each byte that a JSON string escapes: quotes, backslashes and control characters.
static inline __attribute__((always_inline)) uint16_t lane16_escapes(lane16 bytes) {
    return lane16_bits((lane16)((bytes == '"') | (bytes == '\\') | (bytes < ' ')));
}

/// Returns one bit for each byte that is one of three.
static inline __attribute__((always_inline)) uint16_t lane16_any(lane16 bytes, uint8_t a, uint8_t b, uint8_t c) {
    return lane16_bits((lane16)((bytes == a) | (bytes == b) | (bytes == c)));
}

/// Returns one bit for each control character.
static inline __attribute__((always_inline)) uint16_t lane16_below_space(lane16 bytes) {
    return lane16_bits((lane16)(bytes < ' '));
}

/// Returns one bit for each control character that XML does not allow: all but tabs, line feeds and carriage returns.
static inline __attribute__((always_inline)) uint16_t lane16_controls(lane16 bytes) {
    return lane16_bits((lane16)((bytes < ' ') & (bytes != '\t') & (bytes != '\n') & (bytes != '\r')));
}

#endif
