/// What the heap holds and how often it was asked; linking this counts every call of malloc in the process.
#ifndef C_ALLOCATIONS_H
#define C_ALLOCATIONS_H

#include <stddef.h>

/// How often malloc was called since the start.
size_t allocation_count(void);

/// Bytes in use, with the allocator's own words around them.
size_t allocated_bytes(void);

#endif
