#include "system.h"

#include <sqlite3.h>

/* The mutexes of SQLite, which its threads hold while they wait for the disk. Those of a killed process are
   free. */

struct sqlite3_mutex {
    void *owner;
    unsigned process;
    int depth;
};

static struct sqlite3_mutex lasting[SQLITE_MUTEX_STATIC_VFS3 + 1];

static int begin(void) { return SQLITE_OK; }
static int end(void) { return SQLITE_OK; }

static sqlite3_mutex *make(int kind) {
    if (kind > SQLITE_MUTEX_RECURSIVE) return &lasting[kind];
    return calloc(1, sizeof(struct sqlite3_mutex));
}

static void release(sqlite3_mutex *mutex) { free(mutex); }

static bool is_free(void *context) {
    sqlite3_mutex *mutex = context;
    bool is_held = mutex->depth > 0 && mutex->process == simulated_process();
    return !is_held || mutex->owner == simulated_thread();
}

static void take(sqlite3_mutex *mutex) {
    bool is_again = mutex->owner == simulated_thread() && mutex->process == simulated_process();
    mutex->depth = is_again ? mutex->depth + 1 : 1;
    mutex->owner = simulated_thread();
    mutex->process = simulated_process();
}

static void enter(sqlite3_mutex *mutex) {
    while (!is_free(mutex)) {
        if (!simulated_is_inside()) simulated_fail("a mutex of SQLite is held outside of the process");
        simulated_wait((struct wait){is_free, mutex, INT64_MAX});
    }
    take(mutex);
}

static int attempt(sqlite3_mutex *mutex) {
    if (!is_free(mutex)) return SQLITE_BUSY;
    take(mutex);
    return SQLITE_OK;
}

static void leave(sqlite3_mutex *mutex) { mutex->depth--; }

static const sqlite3_mutex_methods methods = {
    .xMutexInit = begin, .xMutexEnd = end, .xMutexAlloc = make, .xMutexFree = release,
    .xMutexEnter = enter, .xMutexTry = attempt, .xMutexLeave = leave,
};

void simulated_sqlite(unsigned seed) {
    if (sqlite3_config(SQLITE_CONFIG_MUTEX, &methods) != SQLITE_OK) simulated_fail("SQLite is in use");
    sqlite3_initialize();
    sqlite3_test_control(SQLITE_TESTCTRL_PRNG_SEED, (int)(seed | 1), NULL);
    sqlite3_randomness(0, NULL);
}
