#include "transport.h"
#include "real.h"

#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* Connections without a request (CURLOPT_CONNECT_ONLY), over which both sides send bytes: curl_easy_recv(3) and
   curl_easy_send(3). Their socket is an eventfd(2), which is readable while something has arrived. */

void (*simulated_sent)(uint64_t number, const void *bytes, size_t length);

void transport_open_stream(struct transport_easy *easy) {
    int (*eventfd_really)(unsigned, int) = simulated_real("eventfd");
    easy->stream = eventfd_really(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (easy->stream < 0) transport_fail("no eventfd");
    simulated_note_open(easy->stream);
    transport_finish(easy, CURLE_OK, "%s", "");
}

void transport_close_stream(struct transport_easy *easy) {
    if (easy->stream >= 0) close(easy->stream);
    easy->stream = -1;
}

/* The first event that is about what the peer sends: the addresses of others are left over. */
static struct transport_event *next_event(struct transport_easy *easy) {
    while (easy->first && easy->first->kind == TRANSPORT_CONNECT) transport_remove_first(easy);
    return easy->first;
}

static void forget_signals(int descriptor) {
    ssize_t (*read_really)(int, void *, size_t) = simulated_real("read");
    uint64_t count;
    /* It has nothing to read if it was read before. */
    (void)!read_really(descriptor, &count, sizeof count);
}

static size_t take(struct transport_event *event, void *bytes, size_t size) {
    size_t rest = event->length - event->taken;
    size_t length = rest < size ? rest : size;
    memcpy(bytes, event->bytes + event->taken, length);
    event->taken += length;
    return length;
}

/* The end stays in the queue: each further call finds it again. */
CURLcode transport_easy_recv(CURL *handle, void *bytes, size_t size, size_t *count) {
    struct transport_easy *easy = handle;
    *count = 0;
    if (easy->stream < 0) return CURLE_UNSUPPORTED_PROTOCOL;
    struct transport_event *event = next_event(easy);
    if (!event) {
        forget_signals(easy->stream);
        return CURLE_AGAIN;
    }
    if (event->kind == TRANSPORT_END) return event->code;
    if (event->kind != TRANSPORT_BODY) transport_fail("a head is sent over a connection without a request");
    *count = take(event, bytes, size);
    if (event->taken == event->length) transport_remove_first(easy);
    return CURLE_OK;
}

/* The peer takes everything; what is sent after it has closed the connection is lost. */
CURLcode transport_easy_send(CURL *handle, const void *bytes, size_t size, size_t *count) {
    struct transport_easy *easy = handle;
    *count = 0;
    if (easy->stream < 0) return CURLE_UNSUPPORTED_PROTOCOL;
    *count = size;
    if (easy->is_open && simulated_sent) simulated_sent(easy->request.number, bytes, size);
    return CURLE_OK;
}
