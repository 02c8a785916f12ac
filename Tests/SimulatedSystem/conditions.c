#include "system.h"

#include <pthread.h>

/* Condition variables. A thread that waits holds no mutexes but those of SQLite (mutexes.c); all others are
   left to the C library. */

enum { MOST_WAITING = 64 };

struct waiting {
    pthread_cond_t *condition;
    unsigned process;
    bool is_signalled;
};

static struct waiting waiting[MOST_WAITING];

static struct waiting *begin_waiting(pthread_cond_t *condition) {
    for (struct waiting *place = waiting; place < waiting + MOST_WAITING; place++) {
        if (place->condition && place->process == simulated_process()) continue;
        *place = (struct waiting){condition, simulated_process(), false};
        return place;
    }
    simulated_fail("too many threads wait for conditions");
}

static bool is_signalled(void *context) { return ((struct waiting *)context)->is_signalled; }

static int wait_for(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t deadline) {
    struct waiting *place = begin_waiting(condition);
    pthread_mutex_unlock(mutex);
    bool was_signalled = simulated_wait((struct wait){is_signalled, place, deadline});
    pthread_mutex_lock(mutex);
    place->condition = NULL;
    return was_signalled ? 0 : ETIMEDOUT;
}

int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
    if (!simulated_is_inside()) return REAL(pthread_cond_wait)(condition, mutex);
    return wait_for(condition, mutex, INT64_MAX);
}

/* The limit is a moment of the wall clock, see pthread_cond_timedwait(3). */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *limit) {
    if (!simulated_is_inside()) return REAL(pthread_cond_timedwait)(condition, mutex, limit);
    int64_t rest = limit->tv_sec * 1000000000 + limit->tv_nsec - simulated_wall();
    return wait_for(condition, mutex, simulated_time() + rest);
}

static int signal_some(pthread_cond_t *condition, bool all) {
    for (struct waiting *place = waiting; place < waiting + MOST_WAITING; place++) {
        if (place->condition != condition || place->process != simulated_process() || place->is_signalled)
            continue;
        place->is_signalled = true;
        if (!all) break;
    }
    return 0;
}

int pthread_cond_signal(pthread_cond_t *condition) {
    if (!simulated_is_inside()) return REAL(pthread_cond_signal)(condition);
    return signal_some(condition, false);
}

int pthread_cond_broadcast(pthread_cond_t *condition) {
    if (!simulated_is_inside()) return REAL(pthread_cond_broadcast)(condition);
    return signal_some(condition, true);
}
