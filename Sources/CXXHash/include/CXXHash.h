/// XXH3, a fast hash of bytes whose values are the same on every machine; https://xxhash.com.
#ifndef C_XXHASH_H
#define C_XXHASH_H

#include <stddef.h>
#include <stdint.h>

/// The halves of a hash of 128 bits.
typedef struct {
    uint64_t low;
    uint64_t high;
} xxh3_hash;

/// Returns the XXH3 hash of bytes with 128 bits.
xxh3_hash xxh3_128(const void *bytes, size_t count);

/// Returns the XXH3 hash of bytes with 64 bits; each seed makes another hash.
uint64_t xxh3_64(const void *bytes, size_t count, uint64_t seed);

#endif
