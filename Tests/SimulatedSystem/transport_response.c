#include "transport.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The response: what libcurl reads in it itself, and its delivery to the process. */

/* ---- The head ---- */

/* Returns the status of a line such as "HTTP/1.1 200 OK"; 0 if it is none. */
static long status_of(const char *line) {
    int status = 0, length = 0;
    if (sscanf(line, "HTTP/%*[0-9.] %3d%n", &status, &length) != 1) return 0;
    return status >= 100 && (line[length] == ' ' || line[length] == '\r' || line[length] == '\n')
        ? status : 0;
}

static bool begin_head(struct transport_easy *easy, const char *line) {
    long status = status_of(line);
    if (!status) {
        bool is_http = strncmp(line, "HTTP/", 5) == 0;
        const char *reason = is_http ? "Unsupported HTTP version in response"
                                     : "Received HTTP/0.9 when not allowed";
        transport_finish(easy, CURLE_UNSUPPORTED_PROTOCOL, "%s", reason);
        return false;
    }
    curl_off_t received = easy->response.received;
    easy->response = (struct transport_response){
        .part = TRANSPORT_FIELDS, .status = status, .length = -1, .received = received};
    return true;
}

/* Returns the value of a field; NULL if the line is another one. */
static const char *value_of(const char *line, const char *name) {
    size_t length = strlen(name);
    if (strncasecmp(line, name, length) != 0 || line[length] != ':') return NULL;
    return line + length + 1 + strspn(line + length + 1, " \t");
}

static bool refuse_size(struct transport_easy *easy) {
    transport_finish(easy, CURLE_FILESIZE_EXCEEDED, "Maximum file size exceeded");
    return false;
}

/* libcurl uses the last of several lengths. It compares a number with the limit at the end of the head,
   unless that is so large that it cannot read it. */
static bool read_length(struct transport_easy *easy, const char *text) {
    if (*text < '0' || *text > '9') {
        transport_finish(easy, CURLE_WEIRD_SERVER_REPLY, "Invalid Content-Length: value");
        return false;
    }
    long long length = strtoll(text, NULL, 10);
    if (length == INT64_MAX && easy->options.largest) return refuse_size(easy);
    easy->response.length = length == INT64_MAX ? -1 : length;
    return true;
}

static bool has_no_body(const struct transport_response *response) {
    return response->status == 204 || response->status == 304;
}

/* A line that begins with a blank continues the field before it. */
static bool is_field(const struct transport_response *response, const char *line) {
    return strchr(line, ':') || (response->has_fields && (*line == ' ' || *line == '\t'));
}

/* The fields after the body, those of its trailer, mean nothing to libcurl. */
static bool read_field(struct transport_easy *easy, const char *line) {
    struct transport_response *response = &easy->response;
    if (!is_field(response, line)) {
        transport_finish(easy, CURLE_WEIRD_SERVER_REPLY, "Header without colon");
        return false;
    }
    response->has_fields = true;
    if (response->part == TRANSPORT_CONTENT || has_no_body(response)) return true;
    const char *length = value_of(line, "Content-Length"), *coding = value_of(line, "Transfer-Encoding");
    if (coding && strncasecmp(coding, "chunked", 7) == 0) response->is_chunked = true;
    return length ? read_length(easy, length) : true;
}

/* After an interim response, another head follows. */
static bool end_head(struct transport_easy *easy) {
    struct transport_response *response = &easy->response;
    if (response->part == TRANSPORT_CONTENT) return true;
    response->part = response->status < 200 ? TRANSPORT_STATUS : TRANSPORT_CONTENT;
    if (response->is_chunked) response->length = -1;
    if (has_no_body(response)) response->length = 0;
    bool is_limited = easy->options.largest && response->part == TRANSPORT_CONTENT;
    return is_limited && response->length > easy->options.largest ? refuse_size(easy) : true;
}

static bool is_sound(struct transport_easy *easy, const struct transport_event *event) {
    if (event->length > CURL_MAX_HTTP_HEADER) {
        transport_finish(easy, CURLE_OUT_OF_MEMORY, "Out of memory");
        return false;
    }
    if (!memchr(event->bytes, 0, event->length)) return true;
    transport_finish(easy, CURLE_WEIRD_SERVER_REPLY, "Nul byte in header");
    return false;
}

static bool read_line(struct transport_easy *easy, const struct transport_event *event) {
    if (!is_sound(easy, event)) return false;
    if (easy->response.part == TRANSPORT_STATUS) return begin_head(easy, event->bytes);
    if (*event->bytes == '\r' || *event->bytes == '\n') return end_head(easy);
    return read_field(easy, event->bytes);
}

static size_t call(curl_write_callback function, struct transport_event *event, size_t length, void *data) {
    transport.is_calling = true;
    size_t count = function(event->bytes + event->taken, 1, length, data);
    transport.is_calling = false;
    return count;
}

static void take_line(struct transport_easy *easy, struct transport_event *event) {
    if (!easy->times.answered) easy->times.answered = transport_now();
    /* libcurl delivers whole lines; the connection ends within this one. */
    if (!memchr(event->bytes, '\n', event->length)) return;
    if (!read_line(easy, event)) return;
    size_t count = call(easy->options.take_head, event, event->length, easy->options.head_data);
    if (count == CURL_WRITEFUNC_PAUSE)
        transport_fail("a transfer that is paused in its head is not simulated");
    if (count != event->length) transport_finish(easy, CURLE_WRITE_ERROR, "Failed writing header");
    event->taken = event->length;
}

/* ---- The body ---- */

/* Returns the number of bytes of the next piece; libcurl ignores bytes beyond the announced length. */
static size_t next_piece(const struct transport_response *response, const struct transport_event *event) {
    size_t length = event->length - event->taken;
    curl_off_t room = response->length - response->received;
    if (response->length >= 0 && (curl_off_t)length > room) length = room;
    return length < CURL_MAX_WRITE_SIZE ? length : CURL_MAX_WRITE_SIZE;
}

void transport_deliver_piece(struct transport_easy *easy, struct transport_event *event) {
    size_t length = next_piece(&easy->response, event);
    if (length == 0) {
        event->taken = event->length;
        return;
    }
    size_t count = call(easy->options.take_body, event, length, easy->options.body_data);
    if (count == CURL_WRITEFUNC_PAUSE) {
        easy->is_paused = true;
        return;
    }
    event->taken += length;
    easy->response.received += length;
    transport_count(easy, length);
    if (count != length) transport_finish(easy, CURLE_WRITE_ERROR, "Failure writing output to destination");
}

static void take_body(struct transport_easy *easy, struct transport_event *event) {
    if (easy->response.part != TRANSPORT_CONTENT) transport_fail("simulated_body before the end of the head");
    while (event->taken < event->length && !easy->is_paused && easy->state != TRANSPORT_FINISHED) {
        transport_deliver_piece(easy, event);
    }
}

/* ---- Delivery ---- */

static void take(struct transport_easy *easy, struct transport_event *event) {
    bool is_content = event->kind == TRANSPORT_HEAD || event->kind == TRANSPORT_BODY;
    if (is_content && easy->state != TRANSPORT_CONNECTED)
        transport_fail("a response before simulated_connect");
    switch (event->kind) {
    case TRANSPORT_CONNECT: transport_connect(easy, event); break;
    case TRANSPORT_HEAD: take_line(easy, event); break;
    case TRANSPORT_BODY: take_body(easy, event); break;
    case TRANSPORT_END: transport_end(easy, event); break;
    }
}

void transport_remove_first(struct transport_easy *easy) {
    struct transport_event *event = easy->first;
    easy->first = event->next;
    if (!easy->first) easy->last = NULL;
    free(event);
}

/* An event stays in the queue while the process works on it: the process may wait for the disk and be killed
   there. */
void transport_deliver(struct transport_easy *easy) {
    while (easy->first && !easy->is_paused && easy->state != TRANSPORT_FINISHED) {
        take(easy, easy->first);
        if (!easy->is_paused) transport_remove_first(easy);
    }
    if (easy->state == TRANSPORT_FINISHED && easy->stream < 0) transport_drop_events(easy);
}
