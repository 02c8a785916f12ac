// Sends mutated HTTP requests to a server at a Unix socket and judges its responses.
//
//     requests SOCKET COUNT SEED
//
// Each connection sends some requests at once, of which one in four is unchanged. A first response without a
// status line, or with a status from 500 on except 503 and 505, is a fault. The last line counts the first
// responses by status.

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 64, REQUESTS = 16, REQUEST_SIZE = 4096, SILENCE_MS = 100 };

static const char *const methods[] = {
    "GET", "GET", "GET", "GET", "GET", "GET", "HEAD", "HEAD", "POST", "OPTIONS", "get",
};

static const char *const paths[] = {
    "/", "/KPWM", "/kpwm", "/KPWM?T", "/KPWM?format=3", "/KPWM?format=%25l:+%25t+%25w\\n", "/KPWM?format=j1",
    "/KPWM?format=j2", "/KPWM?units=metric&zone=Europe/Berlin", "/KPWM?zone=../../etc/passwd",
    "/?kiosk&width=80", "/data/hospitals", "/data/hospitals?sort=OrganisationName&desc&first=200",
    "/data/hospitals?search=st", "/data/hospitals?where=Sector%3DIndependent", "/data/hospitals?group=City",
    "/data/schools/01M448", "/data/%00", "/data/..%2f..%2fetc", "/data/news", "/sources",
    "/sources/hospitals", "/sources/nothing", "/news", "/search?q=portland",
    "/search?q=%F0%9F%92%A9&sources=*", "/map", "/assets/style.css", "/assets/../style.css",
    "/assets/%2e%2e/%2e%2e/etc/passwd", "/live", "/live?since=1", "/events?sources=metar@*&fields=ceiling",
    "/events?where=wind%3E10", "/api/sources", "/api/status",
    "/api/records?sources=hospitals&limit=3&format=csv",
    "/api/records?format=geojson&near=43.6,-70.3&radius=20000", "/api/search?q=a",
    "/api/history?source=news&key=1", "/api/rejects?source=hospitals", "/api/map", "/feed/news.atom",
    "/feed/metar@KPWM.atom?key=KPWM", "/metrics", "/refresh/news", "/refresh/nothing", "*",
    "http://localhost/", "//localhost", "",
};

static const char *const fields[] = {
    "Accept: text/html", "Accept: text/html;q=0.1, application/json;q=1.000, */*;q=0",
    "Accept: text/event-stream", "User-Agent: curl/8.0", "User-Agent: Mozilla/5.0", "Accept-Encoding: gzip",
    "Accept-Encoding: br;q=1, gzip;q=0", "If-None-Match: \"a\", W/\"b\", *", "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-origin", "Origin: http://localhost", "Origin: null", "Content-Length: 0",
    "Content-Length: 5\r\nContent-Length: 6", "Content-Length: -1", "Content-Length: 18446744073709551616",
    "Transfer-Encoding: chunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding : chunked",
    "Last-Event-ID: 0123456789abcdef-7", "Range: bytes=0-0,5-", "Expect: 100-continue", "Connection: close",
    "Connection: keep-alive, Upgrade", "Upgrade: h2c", "X-Forwarded-For: 10.0.0.1", "Cookie: a=b; c=\"",
    " folded", "Host: rebind.example", "Accept-Language: de", ": empty", "A\tB: c",
};

static const char *const tokens[] = {
    "%", "%2", "%zz", "%00", "%0d%0a", "\r\n", "\n", "\r", "\r\n\r\n", "\t", "?", "&", "=", "..", "//", ";",
    "#", "\xff", "\xed\xa0\x80", "\xe2\x80\xae", "0", "-1", "99999999999999999999", "1e308", "NaN", "\"",
    "<script>", "*", "[", "\\", "HTTP/0.9", "HTTP/1.0", "HTTP/2.0", "5\r\nhello\r\n0\r\n\r\n",
};

#define ANY(list) ((list)[below(sizeof(list) / sizeof((list)[0]))])

struct connection {
    int descriptor;
    bool has_answered;
    char head[13];
    size_t head_length;
    char data[REQUESTS * REQUEST_SIZE];
    size_t length, sent;
    int requests;
    long last_ms;
};

static struct connection connections[CONNECTIONS];
static struct sockaddr_un server = {.sun_family = AF_UNIX};
static uint64_t state;
static long sent_requests, statuses[1000], refused, faults;
static int poller;

/// Returns a pseudorandom number below a limit (splitmix64).
static uint64_t below(uint64_t limit) {
    uint64_t word = state += 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return (word ^ word >> 31) % limit;
}

static long now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/// Replaces `removed` bytes at a place by others, as far as they fit; returns the new length.
static size_t replace(
    char *text, size_t length, size_t at, size_t removed, const char *bytes, size_t count) {
    if (removed > length - at) removed = length - at;
    if (length - removed + count > REQUEST_SIZE) return length;
    memmove(text + at + count, text + at + removed, length - at - removed);
    memcpy(text + at, bytes, count);
    return length - removed + count;
}

static size_t mutate(char *text, size_t length) {
    char bytes[1024];
    size_t at = below(length + 1), count = 1 + below(64);
    switch (below(6)) {
    case 0: bytes[0] = (char)below(256); return replace(text, length, at, 1, bytes, 1);
    case 1: return replace(text, length, at, count, bytes, 0);
    case 2:
        if (count > length - at) count = length - at;
        memcpy(bytes, text + at, count);
        return replace(text, length, below(length + 1), 0, bytes, count);
    case 3:
        memset(bytes, (int)below(256), sizeof bytes);
        return replace(text, length, at, 0, bytes, below(sizeof bytes));
    default: {
        const char *token = ANY(tokens);
        return replace(text, length, at, below(2) ? strlen(token) : 0, token, strlen(token));
    }
    }
}

/// Writes a request: unchanged, with a mutated target, or mutated anywhere.
static size_t make_request(char *text) {
    size_t length = (size_t)snprintf(text, REQUEST_SIZE, "%s %s", ANY(methods), ANY(paths));
    uint64_t kind = below(4);
    if (kind == 0 || kind == 1) length = mutate(text, length);
    length += (size_t)snprintf(text + length, REQUEST_SIZE - length, " HTTP/1.1\r\nHost: localhost\r\n");
    for (uint64_t count = below(3); count > 0; count--)
        length += (size_t)snprintf(text + length, REQUEST_SIZE - length, "%s\r\n", ANY(fields));
    length += (size_t)snprintf(text + length, REQUEST_SIZE - length, "\r\n");
    for (uint64_t count = kind == 2 ? 1 + below(4) : 0; count > 0; count--) length = mutate(text, length);
    return length;
}

/// Connects and prepares requests; exits if the server does not accept connections.
static void begin(struct connection *self) {
    *self = (struct connection){.last_ms = now_ms(), .requests = 1 + (int)below(REQUESTS)};
    for (int index = 0; index < self->requests; index++) self->length += make_request(self->data + self->length);
    self->descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(self->descriptor, (struct sockaddr *)&server, sizeof server) != 0) {
        fprintf(stderr, "requests: the server is gone after %ld requests: %s\n", sent_requests, strerror(errno));
        exit(1);
    }
    fcntl(self->descriptor, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = self};
    epoll_ctl(poller, EPOLL_CTL_ADD, self->descriptor, &event);
}

/// Counts the first response of a connection by its status.
static void judge(struct connection *self) {
    int status = 0;
    self->has_answered = true;
    if (sscanf(self->head, "HTTP/1.%*1[01] %3d", &status) != 1 || status < 100) status = 999;
    statuses[status]++;
    if (status >= 500 && status != 503 && status != 505) {
        faults++;
        fprintf(stderr, "requests: fault: %s after %.300s\n", self->head, self->data);
    }
}

static void end(struct connection *self) {
    sent_requests += self->requests;
    if (!self->has_answered) refused++;
    close(self->descriptor);
    begin(self);
}

/// Sends and receives as far as possible; begins anew at the end of the connection.
static void serve(struct connection *self) {
    char bytes[65536];
    self->last_ms = now_ms();
    while (self->sent < self->length) {
        size_t rest = self->length - self->sent;
        ssize_t count = send(self->descriptor, self->data + self->sent, rest, MSG_NOSIGNAL);
        if (count < 0) break;
        self->sent += (size_t)count;
    }
    for (;;) {
        ssize_t count = recv(self->descriptor, bytes, sizeof bytes, 0);
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0) return end(self);
        size_t wanted = sizeof self->head - 1 - self->head_length;
        if (wanted > (size_t)count) wanted = (size_t)count;
        memcpy(self->head + self->head_length, bytes, wanted);
        self->head_length += wanted;
        if (!self->has_answered && self->head_length == sizeof self->head - 1) judge(self);
    }
}

int main(int count, char **arguments) {
    if (count != 4) return fprintf(stderr, "usage: requests SOCKET COUNT SEED\n"), 2;
    strncpy(server.sun_path, arguments[1], sizeof server.sun_path - 1);
    long wanted = atol(arguments[2]);
    state = strtoull(arguments[3], NULL, 10);
    poller = epoll_create1(EPOLL_CLOEXEC);
    for (int index = 0; index < CONNECTIONS; index++) begin(&connections[index]);
    while (sent_requests < wanted) {
        struct epoll_event events[CONNECTIONS];
        int ready = epoll_wait(poller, events, CONNECTIONS, SILENCE_MS);
        for (int index = 0; index < ready; index++) serve(events[index].data.ptr);
        // A stream, or a request without its end, is silent.
        long limit = now_ms() - SILENCE_MS;
        for (int index = 0; index < CONNECTIONS; index++)
            if (connections[index].last_ms < limit) end(&connections[index]);
    }
    printf("%ld requests, %ld connections without a response, statuses:", sent_requests, refused);
    for (int status = 0; status < 1000; status++)
        if (statuses[status] > 0) printf(" %d: %ld", status, statuses[status]);
    printf("\n");
    return faults > 0;
}
