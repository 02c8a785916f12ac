#include "transport.h"
#include "real.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the simulation calls, and the handles that the process has. */

struct transport transport;

void (*simulated_request_started)(const struct simulated_request *request);
void (*simulated_request_ended)(uint64_t number);
void (*simulated_connected)(uint64_t number, const char *address);

void *transport_allocate(size_t size) {
    void *memory = calloc(1, size);
    if (!memory) transport_fail("no memory");
    return memory;
}

void transport_fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("simulated libcurl: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    abort();
}

void transport_append(struct transport_easy *easy) {
    struct transport_easy **end = &transport.easies;
    while (*end) end = &(*end)->next;
    easy->next = NULL;
    *end = easy;
}

void transport_take_out(struct transport_easy *easy) {
    struct transport_easy **place = &transport.easies;
    while (*place != easy) place = &(*place)->next;
    *place = easy->next;
}

void transport_drop_events(struct transport_easy *easy) {
    while (easy->first) {
        struct transport_event *event = easy->first;
        easy->first = event->next;
        free(event);
    }
    easy->last = NULL;
}

static struct transport_easy *find(uint64_t number) {
    for (struct transport_easy *easy = transport.easies; easy; easy = easy->next) {
        if (easy->is_open && easy->request.number == number) return easy;
    }
    return NULL;
}

static void signal_event(int descriptor) {
    ssize_t (*write_really)(int, const void *, size_t) = simulated_real("write");
    uint64_t one = 1;
    if (write_really(descriptor, &one, sizeof one) != sizeof one) transport_fail("no event can be signalled");
}

/* Queues an event; a request that has ended has none. */
static struct transport_event *queue(
    uint64_t number, enum transport_kind kind, const void *bytes, size_t length
) {
    struct transport_easy *easy = find(number);
    if (!easy) return NULL;
    struct transport_event *event = transport_allocate(sizeof *event + length + 1);
    event->kind = kind;
    event->length = length;
    if (length) memcpy(event->bytes, bytes, length);
    if (easy->last) easy->last->next = event;
    else easy->first = event;
    easy->last = event;
    /* A paused transfer does not read its connection. */
    if (!easy->is_paused) signal_event(easy->stream >= 0 ? easy->stream : easy->multi->event);
    return event;
}

void simulated_connect(uint64_t number, const char *address) {
    queue(number, TRANSPORT_CONNECT, address, strlen(address));
}

void simulated_head(uint64_t number, const char *line, size_t length) {
    queue(number, TRANSPORT_HEAD, line, length);
}

void simulated_body(uint64_t number, const void *bytes, size_t length) {
    queue(number, TRANSPORT_BODY, bytes, length);
}

void simulated_end(uint64_t number, int code, int error) {
    struct transport_easy *easy = find(number);
    struct transport_event *event = queue(number, TRANSPORT_END, NULL, 0);
    if (!event) return;
    event->code = code;
    event->error = error;
    easy->is_open = false;
}

void simulated_transport_forget(void) {
    while (transport.easies) {
        struct transport_easy *easy = transport.easies;
        /* The process's descriptors are closed, and its memory must not be touched any more. */
        easy->socket = easy->stream = -1;
        transport_give_up(easy);
        transport_take_out(easy);
        transport_free(easy);
    }
    while (transport.multis) {
        struct transport_multi *multi = transport.multis;
        transport.multis = multi->next;
        free(multi);
    }
    transport.is_calling = false;
}

void simulated_transport_reset(void) {
    simulated_transport_forget();
    transport.numbers = 0;
}
