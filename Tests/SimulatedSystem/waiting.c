#include "system.h"

#include <limits.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/signalfd.h>

/* The loop's thread waits here. The real system is asked what is ready; how long the thread waits is
   simulated. */

struct polled {
    int set, most, count;
    struct epoll_event *events;
};

static bool has_events(void *context) {
    struct polled *polled = context;
    polled->count = REAL(epoll_wait)(polled->set, polled->events, polled->most, 0);
    return polled->count != 0;
}

static int wait_for_events(struct polled polled, int64_t timeout) {
    if (simulated_is_loop()) simulated_end_turn();
    int64_t deadline = timeout < 0 ? INT64_MAX : simulated_time() + timeout;
    if (timeout != 0)
        simulated_wait((struct wait){has_events, &polled, deadline});
    else
        has_events(&polled);
    if (simulated_is_loop()) simulated_begin_turn();
    return polled.count;
}

int epoll_wait(int set, struct epoll_event *events, int most, int timeout) {
    if (!simulated_is_inside()) return REAL(epoll_wait)(set, events, most, timeout);
    struct polled polled = {set, most, 0, events};
    if (timeout == 0) {
        has_events(&polled);
        return polled.count;
    }
    return wait_for_events(polled, timeout < 0 ? -1 : timeout * 1000000LL);
}

int epoll_pwait(int set, struct epoll_event *events, int most, int timeout, const sigset_t *mask) {
    if (!simulated_is_inside()) return REAL(epoll_pwait)(set, events, most, timeout, mask);
    return epoll_wait(set, events, most, timeout);
}

int epoll_pwait2(
    int set, struct epoll_event *events, int most, const struct timespec *timeout, const sigset_t *mask
) {
    if (!simulated_is_inside()) return REAL(epoll_pwait2)(set, events, most, timeout, mask);
    struct polled polled = {set, most, 0, events};
    return wait_for_events(polled, timeout ? timeout->tv_sec * 1000000000 + timeout->tv_nsec : -1);
}

struct poll_query {
    struct pollfd *descriptors;
    nfds_t count;
    int ready;
};

static bool has_ready(void *context) {
    struct poll_query *query = context;
    query->ready = REAL(poll)(query->descriptors, query->count, 0);
    return query->ready != 0;
}

int poll(struct pollfd *descriptors, nfds_t count, int timeout) {
    if (!simulated_is_inside() || timeout == 0) return REAL(poll)(descriptors, count, timeout);
    struct poll_query query = {descriptors, count, 0};
    int64_t deadline = timeout < 0 ? INT64_MAX : simulated_time() + timeout * 1000000LL;
    if (!has_ready(&query)) simulated_wait((struct wait){has_ready, &query, deadline});
    return query.ready;
}

/* ---- How threads notify each other ---- */

/* Another thread may run before: what the process does in several steps must be right in any order. */
static void give_way(void) {
    if (simulated_is_inside() && simulated_random_below(4) == 0) simulated_wait_until(simulated_time());
}

int eventfd_read(int descriptor, eventfd_t *count) {
    give_way();
    return REAL(eventfd_read)(descriptor, count);
}

int eventfd_write(int descriptor, eventfd_t count) {
    give_way();
    return REAL(eventfd_write)(descriptor, count);
}

/* ---- Calls that open other descriptors than files ---- */

int epoll_create1(int flags) { return simulated_noted(REAL(epoll_create1)(flags)); }
int eventfd(unsigned count, int flags) { return simulated_noted(REAL(eventfd)(count, flags)); }
int inotify_init1(int flags) { return simulated_noted(REAL(inotify_init1)(flags)); }

int memfd_create(const char *name, unsigned flags) {
    return simulated_noted(REAL(memfd_create)(name, flags));
}

int signalfd(int descriptor, const sigset_t *mask, int flags) {
    int made = REAL(signalfd)(descriptor, mask, flags);
    return descriptor < 0 ? simulated_noted(made) : made;
}
