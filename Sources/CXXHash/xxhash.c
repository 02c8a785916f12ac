#include "CXXHash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

xxh3_hash xxh3_128(const void *bytes, size_t count) {
    XXH128_hash_t hash = XXH3_128bits(bytes, count);
    return (xxh3_hash){hash.low64, hash.high64};
}

uint64_t xxh3_64(const void *bytes, size_t count, uint64_t seed) {
    return XXH3_64bits_withSeed(bytes, count, seed);
}
