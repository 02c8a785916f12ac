#include "transport.h"

#include <arpa/inet.h>
#include <string.h>

/* Connections: the process opens a socket for each address, unless its rules forbid it. */

/* ---- Places ---- */

static bool set_four(union transport_place *place, const char *text, int port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    if (inet_pton(AF_INET, text, &address.sin_addr) != 1) return false;
    place->known.addrlen = sizeof address;
    memcpy(&place->known.addr, &address, sizeof address);
    return true;
}

static bool set_six(union transport_place *place, const char *text, int port) {
    struct sockaddr_in6 address = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    if (inet_pton(AF_INET6, text, &address.sin6_addr) != 1) return false;
    place->known.addrlen = sizeof address;
    memcpy(place->room + offsetof(struct curl_sockaddr, addr), &address, sizeof address);
    return true;
}

/* Reads the first of several addresses that are separated by commas, with or without the brackets of IPv6. */
static union transport_place read_place(const char *text, int port) {
    union transport_place place;
    memset(&place, 0, sizeof place); /* All bytes, because places are compared. */
    place.known.socktype = SOCK_STREAM;
    place.known.protocol = IPPROTO_TCP;
    char bare[INET6_ADDRSTRLEN] = "";
    size_t length = strcspn(text, ",");
    if (length > 1 && *text == '[' && text[length - 1] == ']') {
        text++;
        length -= 2;
    }
    if (length < sizeof bare) memcpy(bare, text, length);
    if (set_four(&place, bare, port)) place.known.family = AF_INET;
    else if (set_six(&place, bare, port)) place.known.family = AF_INET6;
    else transport_fail("'%.*s' is no address", (int)length, text);
    return place;
}

static void name_of(const union transport_place *place, char name[INET6_ADDRSTRLEN]) {
    const char *address = place->room + offsetof(struct curl_sockaddr, addr);
    size_t offset = place->known.family == AF_INET ? offsetof(struct sockaddr_in, sin_addr)
                                                   : offsetof(struct sockaddr_in6, sin6_addr);
    inet_ntop(place->known.family, address + offset, name, INET6_ADDRSTRLEN);
}

/* ---- Attempts ---- */

/* Returns whether the process opens a socket for a place; it replaces that of the attempt before. */
static bool try_place(struct transport_easy *easy, union transport_place place) {
    curl_socket_t opened = CURL_SOCKET_BAD;
    transport.is_calling = true;
    opened = easy->options.open(easy->options.open_data, CURLSOCKTYPE_IPCXN, &place.known);
    transport.is_calling = false;
    if (opened == CURL_SOCKET_BAD) return false;
    transport_close(easy);
    easy->socket = opened;
    easy->place = place;
    return true;
}

static void refuse(struct transport_easy *easy) {
    int64_t milliseconds = (transport_now() - easy->times.added) / 1000000;
    transport_finish(
        easy, CURLE_COULDNT_CONNECT,
        "Failed to connect to %s port %d after %lld ms: Couldn't connect to server",
        easy->host, easy->port, (long long)milliseconds);
}

/* Tries the addresses that are known until one is allowed; the simulation decides what comes of it. */
static void try_known(struct transport_easy *easy) {
    const char *next = easy->request.addresses;
    if (!*next) return;
    while (next) {
        if (try_place(easy, read_place(next, easy->port))) return;
        next = strchr(next, ',');
        if (next) next++;
    }
    refuse(easy);
}

void transport_start(struct transport_easy *easy) {
    bool has_rules = easy->options.open && (easy->options.ask || easy->options.is_stream);
    if (!has_rules) transport_fail("a transfer without rules for addresses");
    if (!transport_make_request(easy)) return;
    easy->state = TRANSPORT_CONNECTING;
    easy->is_open = true;
    if (simulated_request_started) simulated_request_started(&easy->request);
    if (*easy->request.addresses) easy->times.resolved = transport_now();
    try_known(easy);
}

/* ---- Success ---- */

static bool is_tried(const struct transport_easy *easy, const union transport_place *place) {
    return easy->socket >= 0 && memcmp(easy->place.room, place->room, sizeof place->room) == 0;
}

/* A connection without a request is not asked for, see CURLOPT_PREREQFUNCTION(3). */
static bool asks(struct transport_easy *easy) {
    if (!easy->options.ask) return true;
    char peer[INET6_ADDRSTRLEN], own[] = "192.0.2.1";
    name_of(&easy->place, peer);
    transport.is_calling = true;
    int answer = easy->options.ask(easy->options.ask_data, peer, own, easy->port, 50000);
    transport.is_calling = false;
    return answer == CURL_PREREQFUNC_OK;
}

static void succeed(struct transport_easy *easy) {
    int64_t now = transport_now();
    easy->state = TRANSPORT_CONNECTED;
    if (!easy->times.resolved) easy->times.resolved = now;
    easy->times.connected = now;
    if (easy->is_https) easy->times.secured = now;
    easy->times.burst = now;
    easy->times.slow = now;
    if (!asks(easy))
        return transport_finish(easy, CURLE_ABORTED_BY_CALLBACK, "operation aborted by pre-request callback");
    char peer[INET6_ADDRSTRLEN];
    name_of(&easy->place, peer);
    if (easy->options.is_stream) transport_open_stream(easy);
    if (simulated_connected) simulated_connected(easy->request.number, peer);
}

/* The first address that is allowed is used, if the simulation has queued several. */
void transport_connect(struct transport_easy *easy, const struct transport_event *event) {
    if (easy->state == TRANSPORT_CONNECTED || easy->stream >= 0) return;
    union transport_place place = read_place(event->bytes, easy->port);
    if (is_tried(easy, &place) || try_place(easy, place)) return succeed(easy);
    if (!event->next || event->next->kind != TRANSPORT_CONNECT) refuse(easy);
}
