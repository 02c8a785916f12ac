/// Statistics of the heap; a program that links this library counts every call of malloc.
#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stddef.h>

/// Returns the number of calls of malloc since the start.
size_t allocation_count(void);

/// Returns the number of bytes in use, including the allocator's own overhead.
size_t allocated_bytes(void);

#endif
