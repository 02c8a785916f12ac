#include "system.h"

#include <malloc.h>

size_t simulated_memory(void) {
    struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
}
