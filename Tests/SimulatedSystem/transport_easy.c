#include "transport.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The life of a transfer, from curl_easy_init(3) to curl_easy_cleanup(3). */

CURL *transport_easy_init(void) {
    struct transport_easy *easy = transport_allocate(sizeof *easy);
    easy->socket = easy->stream = -1;
    transport_append(easy);
    return easy;
}

void transport_easy_cleanup(CURL *handle) {
    struct transport_easy *easy = handle;
    if (!easy) return;
    if (transport.is_calling) transport_fail("a transfer is freed inside a callback");
    if (easy->multi) transport_multi_remove_handle(easy->multi, easy);
    transport_take_out(easy);
    transport_free(easy);
}

void transport_free(struct transport_easy *easy) {
    transport_drop_events(easy);
    transport_free_request(easy);
    transport_free_options(&easy->options);
    free(easy);
}

/* libcurl closes a socket with close(2), which the system notes like any other. */
void transport_close(struct transport_easy *easy) {
    if (easy->socket >= 0) close(easy->socket);
    easy->socket = -1;
}

void transport_give_up(struct transport_easy *easy) {
    transport_close(easy);
    transport_close_stream(easy);
    if (!easy->is_open) return;
    easy->is_open = false;
    if (simulated_request_ended) simulated_request_ended(easy->request.number);
}

void transport_finish(struct transport_easy *easy, CURLcode code, const char *format, ...) {
    if (easy->options.error && code != CURLE_OK) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(easy->options.error, CURL_ERROR_SIZE, format, arguments);
        va_end(arguments);
    }
    easy->state = TRANSPORT_FINISHED;
    easy->is_ready = false;
    easy->result = code;
    easy->times.finished = transport_now();
    easy->message = (CURLMsg){.msg = CURLMSG_DONE, .easy_handle = easy, .data.result = code};
    easy->has_message = true;
    /* What both sides send follows. */
    if (easy->stream < 0) transport_give_up(easy);
}

/* Delivers the piece that was refused before it returns, as libcurl does; what follows comes in the next
   turn. */
CURLcode transport_easy_pause(CURL *handle, int what) {
    struct transport_easy *easy = handle;
    if (what != CURLPAUSE_CONT) transport_fail("a transfer can be paused by its callback only (%d)", what);
    if (transport.is_calling) transport_fail("a transfer is continued inside a callback");
    if (easy->state != TRANSPORT_CONNECTED) return CURLE_BAD_FUNCTION_ARGUMENT;
    if (!easy->is_paused) return CURLE_OK;
    easy->is_paused = false;
    easy->is_ready = true;
    easy->times.slow = transport_now();
    transport_deliver_piece(easy, easy->first);
    transport_settle(easy->multi);
    return easy->state == TRANSPORT_FINISHED ? easy->result : CURLE_OK;
}
