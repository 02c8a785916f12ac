#include "CCosts.h"

#include <malloc.h>

extern void *__libc_malloc(size_t size);

static size_t count;

/// Counts the call and forwards it. Relaxed ordering suffices: the benchmarks that read the count have one
/// thread.
void *malloc(size_t size) {
    __atomic_store_n(&count, __atomic_load_n(&count, __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED);
    return __libc_malloc(size);
}

size_t allocation_count(void) { return __atomic_load_n(&count, __ATOMIC_RELAXED); }

size_t allocated_bytes(void) { return mallinfo2().uordblks; }
