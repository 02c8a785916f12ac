#include "system.h"

#include <limits.h>
#include <sys/time.h>
#include <time.h>

/* The clocks of the process stand still while it computes; only the simulation, and what its system calls
   cost, move them. */

/* A machine that has been running for a day, at 2027-01-15T08:00:00Z. */
static int64_t since_boot = 86400LL * 1000000000;
static int64_t asleep;
static int64_t wall_at_boot = 1800000000LL * 1000000000 - 86400LL * 1000000000;
static int64_t turn_cost;

void (*simulated_turn)(int64_t cost);

int64_t simulated_time(void) { return since_boot; }
int64_t simulated_wall(void) { return wall_at_boot + since_boot; }

void simulated_advance(int64_t moment) {
    if (moment > since_boot) since_boot = moment;
    simulated_fire_timers();
}

void simulated_jump(int64_t nanoseconds) {
    wall_at_boot += nanoseconds;
    simulated_fire_timers();
}

void simulated_suspend(int64_t nanoseconds) {
    since_boot += nanoseconds;
    asleep += nanoseconds;
    simulated_fire_timers();
}

int64_t simulated_deadline(void) {
    int64_t wait = simulated_first_wait(), timer = simulated_first_timer();
    return wait < timer ? wait : timer;
}

void simulated_spend(int64_t cost) {
    if (!simulated_is_loop()) return;
    since_boot += cost;
    turn_cost += cost;
}

void simulated_begin_turn(void) { turn_cost = 0; }

void simulated_end_turn(void) {
    if (simulated_turn) simulated_turn(turn_cost);
}

/* The time of a clock; -1 for one that is not simulated. */
static int64_t time_of(clockid_t clock) {
    switch (clock) {
    case CLOCK_REALTIME: case CLOCK_REALTIME_COARSE: case CLOCK_REALTIME_ALARM: return simulated_wall();
    case CLOCK_MONOTONIC: case CLOCK_MONOTONIC_COARSE: case CLOCK_MONOTONIC_RAW: return since_boot - asleep;
    case CLOCK_BOOTTIME: case CLOCK_BOOTTIME_ALARM: return since_boot;
    default: return -1;
    }
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int64_t now = simulated_is_inside() ? time_of(clock) : -1;
    if (now < 0) return REAL(clock_gettime)(clock, time);
    *time = (struct timespec){now / 1000000000, now % 1000000000};
    return 0;
}

time_t time(time_t *where) {
    if (!simulated_is_inside()) return REAL(time)(where);
    time_t now = simulated_wall() / 1000000000;
    if (where) *where = now;
    return now;
}

int gettimeofday(struct timeval *time, void *zone) {
    if (!simulated_is_inside()) return REAL(gettimeofday)(time, zone);
    *time = (struct timeval){simulated_wall() / 1000000000, simulated_wall() / 1000 % 1000000};
    return 0;
}

/* A thread that sleeps lets others run. */
int nanosleep(const struct timespec *time, struct timespec *rest) {
    if (!simulated_is_inside()) return REAL(nanosleep)(time, rest);
    simulated_wait_until(since_boot + time->tv_sec * 1000000000 + time->tv_nsec);
    return 0;
}

int usleep(useconds_t microseconds) {
    if (!simulated_is_inside()) return REAL(usleep)(microseconds);
    simulated_wait_until(since_boot + microseconds * 1000LL);
    return 0;
}
