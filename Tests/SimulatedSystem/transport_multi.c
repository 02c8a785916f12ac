#include "transport.h"
#include "real.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* A set of transfers, driven as curl_multi_socket_action(3) describes. */

CURLM *transport_multi_init(void) {
    struct transport_multi *multi = transport_allocate(sizeof *multi);
    multi->event = -1;
    multi->deadline = INT64_MAX;
    multi->next = transport.multis;
    transport.multis = multi;
    return multi;
}

CURLMcode transport_multi_setopt(CURLM *handle, CURLMoption option, ...) {
    struct transport_multi *multi = handle;
    va_list arguments;
    va_start(arguments, option);
    switch (option) {
    case CURLMOPT_SOCKETFUNCTION: multi->on_socket = va_arg(arguments, curl_socket_callback); break;
    case CURLMOPT_SOCKETDATA: multi->socket_data = va_arg(arguments, void *); break;
    case CURLMOPT_TIMERFUNCTION: multi->on_timer = va_arg(arguments, curl_multi_timer_callback); break;
    case CURLMOPT_TIMERDATA: multi->timer_data = va_arg(arguments, void *); break;
    /* No connection is kept after its transfer. */
    case CURLMOPT_MAXCONNECTS: break;
    default: transport_fail("the option %d of a set is not simulated", option);
    }
    va_end(arguments);
    return CURLM_OK;
}

/* ---- Notifying the process ---- */

static void open_event(struct transport_multi *multi) {
    int (*eventfd_really)(unsigned, int) = simulated_real("eventfd");
    multi->event = eventfd_really(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (multi->event < 0) transport_fail("no eventfd");
    simulated_note_open(multi->event);
}

static bool is_running(const struct transport_easy *easy, const struct transport_multi *multi) {
    return easy->multi == multi && easy->state != TRANSPORT_FINISHED;
}

/* The event is watched while there are transfers, as the sockets of real connections are. */
static void settle_watch(struct transport_multi *multi, struct transport_easy *running) {
    if (multi->is_watched == (running != NULL)) return;
    if (multi->event < 0) open_event(multi);
    multi->is_watched = running != NULL;
    if (!multi->on_socket) return;
    int what = running ? CURL_POLL_IN : CURL_POLL_REMOVE;
    transport.is_calling = true;
    multi->on_socket(running, multi->event, what, multi->socket_data, NULL);
    transport.is_calling = false;
}

static long milliseconds_until(int64_t deadline) {
    if (deadline == INT64_MAX) return -1;
    int64_t rest = deadline - transport_now();
    return rest <= 0 ? 0 : (rest + 999999) / 1000000;
}

static void settle_timer(struct transport_multi *multi, int64_t deadline) {
    if (multi->deadline == deadline) return;
    multi->deadline = deadline;
    if (!multi->on_timer) return;
    transport.is_calling = true;
    multi->on_timer(multi, milliseconds_until(deadline), multi->timer_data);
    transport.is_calling = false;
}

void transport_settle(struct transport_multi *multi) {
    struct transport_easy *running = NULL;
    int64_t first = INT64_MAX;
    for (struct transport_easy *easy = transport.easies; easy; easy = easy->next) {
        if (!is_running(easy, multi)) continue;
        if (!running) running = easy;
        int64_t deadline = transport_deadline(easy);
        if (deadline < first) first = deadline;
    }
    settle_watch(multi, running);
    settle_timer(multi, first);
}

/* ---- Transfers of the set ---- */

static void clear(struct transport_easy *easy) {
    transport_free_request(easy);
    easy->response = (struct transport_response){.length = -1};
    easy->times = (struct transport_times){.added = transport_now()};
    easy->is_paused = false;
    easy->is_ready = false;
    easy->result = CURLE_OK;
    easy->error = 0;
    easy->verification = 0;
    if (easy->options.error) *easy->options.error = 0;
}

CURLMcode transport_multi_add_handle(CURLM *handle, CURL *added) {
    struct transport_easy *easy = added;
    if (easy->multi) return CURLM_ADDED_ALREADY;
    if (transport.is_calling) return CURLM_RECURSIVE_API_CALL;
    clear(easy);
    easy->multi = handle;
    easy->state = TRANSPORT_NEW;
    transport_take_out(easy);
    transport_append(easy);
    transport_settle(handle);
    return CURLM_OK;
}

static void detach(struct transport_easy *easy) {
    transport_give_up(easy);
    transport_drop_events(easy);
    easy->has_message = false;
    easy->state = TRANSPORT_IDLE;
    easy->multi = NULL;
}

CURLMcode transport_multi_remove_handle(CURLM *handle, CURL *removed) {
    struct transport_easy *easy = removed;
    if (!easy->multi) return CURLM_OK;
    if (easy->multi != handle) return CURLM_BAD_EASY_HANDLE;
    if (transport.is_calling) return CURLM_RECURSIVE_API_CALL;
    if (!easy->times.finished) easy->times.finished = transport_now();
    detach(easy);
    transport_settle(handle);
    return CURLM_OK;
}

CURLMsg *transport_multi_info_read(CURLM *handle, int *left) {
    struct transport_easy *found = NULL;
    *left = 0;
    for (struct transport_easy *easy = transport.easies; easy; easy = easy->next) {
        if (easy->multi != handle || !easy->has_message) continue;
        if (found) *left += 1;
        else found = easy;
    }
    if (!found) return NULL;
    found->has_message = false;
    return &found->message;
}

CURLMcode transport_multi_cleanup(CURLM *handle) {
    struct transport_multi *multi = handle, **place = &transport.multis;
    if (transport.is_calling) return CURLM_RECURSIVE_API_CALL;
    for (struct transport_easy *easy = transport.easies; easy; easy = easy->next) {
        if (easy->multi == multi) detach(easy);
    }
    while (*place != multi) place = &(*place)->next;
    *place = multi->next;
    if (multi->event >= 0) close(multi->event);
    free(multi);
    return CURLM_OK;
}

/* ---- A turn ---- */

static void drain(int descriptor) {
    ssize_t (*read_really)(int, void *, size_t) = simulated_real("read");
    uint64_t count;
    /* It has nothing to read if another transfer's turn came first. */
    (void)!read_really(descriptor, &count, sizeof count);
}

/* A deadline counts before what has arrived, as in libcurl. */
static void act(struct transport_easy *easy) {
    if (easy->state == TRANSPORT_NEW) transport_start(easy);
    if (easy->state != TRANSPORT_FINISHED) transport_expire(easy);
    easy->is_ready = false;
    transport_deliver(easy);
}

CURLMcode transport_multi_socket_action(CURLM *handle, curl_socket_t socket, int events, int *running) {
    struct transport_multi *multi = handle;
    (void)events;
    if (transport.is_calling) return CURLM_RECURSIVE_API_CALL;
    if (multi->event < 0) open_event(multi);
    /* The process's timer has fired and must be set anew, also if a sleep made it fire before the
       deadline. */
    if (socket == CURL_SOCKET_TIMEOUT) multi->deadline = INT64_MAX;
    drain(multi->event);
    *running = 0;
    for (struct transport_easy *easy = transport.easies; easy; easy = easy->next) {
        if (is_running(easy, multi)) act(easy);
        *running += is_running(easy, multi);
    }
    transport_settle(multi);
    return CURLM_OK;
}
