#include "system.h"

#include <limits.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

/* Timers as descriptors: an eventfd that becomes readable when the simulated clock has reached a moment. */

struct timer {
    bool exists, is_wall;
    int64_t moment, interval;
};

static struct timer timers[MOST_DESCRIPTORS];
static int highest;

static int64_t now(const struct timer *timer) { return timer->is_wall ? simulated_wall() : simulated_time(); }

static void fire(int descriptor) {
    struct timer *timer = &timers[descriptor];
    if (!timer->exists || !timer->moment || timer->moment > now(timer)) return;
    REAL(eventfd_write)(descriptor, 1);
    int64_t passed = timer->interval ? (now(timer) - timer->moment) / timer->interval + 1 : 0;
    timer->moment = timer->interval ? timer->moment + passed * timer->interval : 0;
}

void simulated_fire_timers(void) {
    for (int descriptor = 0; descriptor <= highest; descriptor++) fire(descriptor);
}

int64_t simulated_first_timer(void) {
    int64_t first = INT64_MAX;
    for (int descriptor = 0; descriptor <= highest; descriptor++) {
        struct timer *timer = &timers[descriptor];
        if (!timer->exists || !timer->moment) continue;
        int64_t moment = simulated_time() + (timer->moment - now(timer));
        if (moment < first) first = moment;
    }
    return first;
}

int timerfd_create(int clock, int flags) {
    if (!simulated_is_inside()) return REAL(timerfd_create)(clock, flags);
    int descriptor = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (descriptor < 0) return descriptor;
    bool is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_ALARM;
    timers[descriptor] = (struct timer){.exists = true, .is_wall = is_wall};
    if (descriptor > highest) highest = descriptor;
    return descriptor;
}

static int64_t nanoseconds(struct timespec time) {
    return time.tv_sec > INT64_MAX / 2000000000 ? INT64_MAX / 2 : time.tv_sec * 1000000000 + time.tv_nsec;
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *value, struct itimerspec *previous) {
    struct timer *timer = &timers[descriptor];
    if (!simulated_is_inside() || !timer->exists)
        return REAL(timerfd_settime)(descriptor, flags, value, previous);
    eventfd_t old;
    REAL(eventfd_read)(descriptor, &old);
    int64_t moment = nanoseconds(value->it_value);
    bool is_relative = !(flags & TFD_TIMER_ABSTIME);
    timer->moment = moment == 0 ? 0 : is_relative ? now(timer) + moment : moment;
    timer->interval = nanoseconds(value->it_interval);
    fire(descriptor);
    return 0;
}

void simulated_timer_close(int descriptor) { timers[descriptor].exists = false; }

void simulated_clock_forget(void) {
    for (int descriptor = 0; descriptor <= highest; descriptor++) timers[descriptor].exists = false;
}
