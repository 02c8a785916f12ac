/// Exact costs: calls of malloc, bytes of the heap, and instructions.
#ifndef C_COSTS_H
#define C_COSTS_H

#include <stddef.h>

/// Returns the number of calls of malloc since the start; a program that links this library counts each.
size_t allocation_count(void);

/// Returns the number of bytes in use, including the allocator's own overhead.
size_t allocated_bytes(void);

/// Opens a counter of the instructions in user mode of the programs that this process starts, and unless
/// `only_children`, of this process, too.
///
/// Returns its descriptor, from which eight bytes are read, or -1 if the processor's counters are not
/// accessible.
int open_instruction_counter(int only_children);

/// Starts counting instructions if this program runs under callgrind; otherwise it does nothing.
void start_counting(void);

/// Stops counting instructions if this program runs under callgrind; otherwise it does nothing.
void stop_counting(void);

#endif
