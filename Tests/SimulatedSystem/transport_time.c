#include "transport.h"

#include <time.h>

/* The limits of time: CURLOPT_TIMEOUT_MS, CURLOPT_CONNECTTIMEOUT_MS, CURLOPT_LOW_SPEED_LIMIT.

   libcurl measures the speed of the last five seconds once a second, and fails when it was too low all the
   time. Here a transfer is fast enough for five seconds once it has received, within five seconds, the bytes
   that the limit demands for that time: one deadline instead of a call each second. */

static const int64_t millisecond = 1000000;
static const int64_t second = 1000000000;
static const int64_t span = 5;

/* libcurl's limit for connections if none is set, in milliseconds. */
static const long longest_connecting = 300000;

int64_t transport_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * second + now.tv_nsec + 1;
}

static int64_t earlier(int64_t one, int64_t other) { return one < other ? one : other; }

static int64_t total_deadline(const struct transport_easy *easy) {
    long limit = easy->options.timeout;
    return limit ? easy->times.added + limit * millisecond : INT64_MAX;
}

static int64_t connecting_deadline(const struct transport_easy *easy) {
    if (easy->state == TRANSPORT_CONNECTED) return INT64_MAX;
    long limit = easy->options.connecting ? easy->options.connecting : longest_connecting;
    return easy->times.added + limit * millisecond;
}

/* A paused transfer has no speed. */
static int64_t speed_deadline(const struct transport_easy *easy) {
    bool has_limit = easy->options.slow_limit && easy->options.slow_time;
    if (!has_limit || easy->is_paused || easy->state != TRANSPORT_CONNECTED) return INT64_MAX;
    return easy->times.slow + easy->options.slow_time * second;
}

int64_t transport_deadline(const struct transport_easy *easy) {
    if (easy->state == TRANSPORT_NEW || easy->is_ready) return 0;
    int64_t first = earlier(total_deadline(easy), connecting_deadline(easy));
    return earlier(first, speed_deadline(easy));
}

void transport_count(struct transport_easy *easy, size_t bytes) {
    struct transport_times *times = &easy->times;
    int64_t now = transport_now();
    if (now - times->burst > span * second) {
        times->burst = now;
        times->in_burst = 0;
    }
    times->in_burst += bytes;
    if (times->in_burst >= easy->options.slow_limit * span) times->slow = now + span * second;
}

static void fail_late(struct transport_easy *easy, int64_t now) {
    long long waited = (now - easy->times.added) / millisecond;
    if (easy->state == TRANSPORT_CONNECTING) {
        return transport_finish(
            easy, CURLE_OPERATION_TIMEDOUT, "%s timed out after %lld milliseconds",
            easy->times.resolved ? "Connection" : "Resolving", waited);
    }
    transport_finish(
        easy, CURLE_OPERATION_TIMEDOUT,
        "Operation timed out after %lld milliseconds with %lld bytes received",
        waited, (long long)easy->response.received);
}

void transport_expire(struct transport_easy *easy) {
    int64_t now = transport_now();
    if (now >= earlier(total_deadline(easy), connecting_deadline(easy))) return fail_late(easy, now);
    if (now < speed_deadline(easy)) return;
    transport_finish(
        easy, CURLE_OPERATION_TIMEDOUT,
        "Operation too slow. Less than %ld bytes/sec transferred the last %ld seconds",
        easy->options.slow_limit, easy->options.slow_time);
}
