#include "system.h"

#include <malloc.h>
#include <sqlite3.h>

size_t simulated_memory(void) {
    struct mallinfo2 all = mallinfo2();
    return all.uordblks + all.hblkhd;
}

size_t simulated_database_memory(void) { return sqlite3_memory_used(); }
