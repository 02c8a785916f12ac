#pragma once
#include "system.h"
#include <curl/curl.h>
#include <netinet/in.h>

/* The simulated libcurl: what the files transport*.c share.

   The simulation speaks of a request outside of the process, at any time, also while one of the process's
   callbacks waits for the disk. What it says is queued with the transfer, and an eventfd(2) becomes readable
   that the process watches as if it were the socket of a connection. The process then calls
   curl_multi_socket_action, which delivers what is queued. The code of the process therefore runs only inside
   of it. */

/* ---- What the simulation says ---- */

enum transport_kind { TRANSPORT_CONNECT, TRANSPORT_HEAD, TRANSPORT_BODY, TRANSPORT_END };

struct transport_event {
    struct transport_event *next;
    enum transport_kind kind;
    int code;
    int error;
    size_t length;
    size_t taken; /* The number of bytes that the process has received. */
    char bytes[]; /* Followed by a null character. */
};

/* ---- A transfer: an easy handle ---- */

enum transport_state {
    TRANSPORT_IDLE,       /* Not added to a set of transfers. */
    TRANSPORT_NEW,        /* Added. */
    TRANSPORT_CONNECTING, /* The simulation knows the request. */
    TRANSPORT_CONNECTED,
    TRANSPORT_FINISHED,
};

enum transport_part { TRANSPORT_STATUS, TRANSPORT_FIELDS, TRANSPORT_CONTENT };

struct transport_options {
    char *url, *agent, *proxy, *protocols;
    char *error; /* CURL_ERROR_SIZE bytes of the process */
    const struct curl_slist *headers, *resolve;
    curl_write_callback take_head, take_body;
    void *head_data, *body_data, *open_data, *ask_data;
    curl_opensocket_callback open;
    curl_prereq_callback ask;
    bool is_stream; /* CURLOPT_CONNECT_ONLY */
    long timeout, connecting, slow_limit, slow_time, largest;
};

/* The response as far as the process has received it. */
struct transport_response {
    enum transport_part part; /* The part that follows. */
    long status;
    bool has_fields, is_chunked;
    curl_off_t length; /* As announced; -1 if it was not. */
    curl_off_t received;
};

/* Moments of `transport_now` in nanoseconds; 0 if not reached. */
struct transport_times {
    int64_t added, resolved, connected, secured, answered, finished;
    int64_t burst;       /* The start of a span of five seconds in which bytes are counted. */
    curl_off_t in_burst; /* The bytes of that span. */
    int64_t slow;        /* The moment since which the speed is too low. */
};

/* The address of a peer as libcurl passes it, with room for one of IPv6. */
union transport_place {
    struct curl_sockaddr known;
    char room[sizeof(struct curl_sockaddr) + sizeof(struct sockaddr_in6)];
};

struct transport_multi;

struct transport_easy {
    struct transport_easy *next;
    struct transport_multi *multi;
    enum transport_state state;
    struct transport_options options;
    struct simulated_request request;
    bool is_open; /* The simulation knows the request, and neither side has ended it. */
    const char **lines;
    char *agent_line, *host;
    bool is_https;
    int port;
    struct transport_event *first, *last;
    bool is_paused, is_ready; /* Ready: to be continued in the next turn. */
    int socket;
    int stream; /* What is readable while bytes have arrived over a connection without a request; -1 if none. */
    union transport_place place;
    struct transport_response response;
    struct transport_times times;
    CURLcode result;
    long error, verification;
    CURLMsg message;
    bool has_message;
};

/* ---- A set of transfers: a multi handle ---- */

struct transport_multi {
    struct transport_multi *next;
    int event; /* The eventfd(2); -1 before the first transfer. */
    bool is_watched;
    curl_socket_callback on_socket;
    curl_multi_timer_callback on_timer;
    void *socket_data, *timer_data;
    int64_t deadline; /* The one that the process was notified of last: 0 for now, INT64_MAX for none. */
};

/* All handles of the process: the transfers in the order in which they were added. */
struct transport {
    struct transport_easy *easies;
    struct transport_multi *multis;
    uint64_t numbers;
    bool is_calling; /* Whether a callback of the process runs. */
};
extern struct transport transport;

/* transport.c */
void *transport_allocate(size_t size);
_Noreturn void transport_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
void transport_append(struct transport_easy *easy);
void transport_take_out(struct transport_easy *easy);
void transport_drop_events(struct transport_easy *easy);

/* transport_functions.c: the function that takes the place of one of libcurl; NULL if there is none. */
void *transport_function(const char *name);

/* transport_easy.c, transport_options.c, transport_information.c, transport_multi.c */
CURL *transport_easy_init(void);
void transport_easy_cleanup(CURL *handle);
CURLcode transport_easy_pause(CURL *handle, int what);
CURLcode transport_easy_setopt(CURL *handle, CURLoption option, ...);
CURLcode transport_easy_getinfo(CURL *handle, CURLINFO info, ...);
CURLM *transport_multi_init(void);
CURLMcode transport_multi_cleanup(CURLM *handle);
CURLMcode transport_multi_setopt(CURLM *handle, CURLMoption option, ...);
CURLMcode transport_multi_add_handle(CURLM *handle, CURL *added);
CURLMcode transport_multi_remove_handle(CURLM *handle, CURL *removed);
CURLMsg *transport_multi_info_read(CURLM *handle, int *left);
CURLMcode transport_multi_socket_action(CURLM *handle, curl_socket_t socket, int events, int *running);

/* transport_easy.c: ends the transfer for the process, with a message as of printf(3) that is written to its
   buffer. */
void transport_finish(struct transport_easy *easy, CURLcode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Ends the request for the simulation, and closes the socket. */
void transport_give_up(struct transport_easy *easy);
void transport_close(struct transport_easy *easy);
void transport_free(struct transport_easy *easy);

/* transport_options.c */
void transport_free_options(struct transport_options *options);

/* transport_multi.c: notifies the process what to watch and when to call. */
void transport_settle(struct transport_multi *multi);

/* transport_request.c: makes the request, and returns whether its address and scheme are valid. */
bool transport_make_request(struct transport_easy *easy);
void transport_free_request(struct transport_easy *easy);

/* transport_connect.c */
void transport_start(struct transport_easy *easy);
void transport_connect(struct transport_easy *easy, const struct transport_event *event);

/* transport_response.c: delivers what is queued, until the process pauses the transfer. */
void transport_deliver(struct transport_easy *easy);
/* Delivers one piece of the body. */
void transport_deliver_piece(struct transport_easy *easy, struct transport_event *event);

void transport_remove_first(struct transport_easy *easy);

/* transport_stream.c */
void transport_open_stream(struct transport_easy *easy);
void transport_close_stream(struct transport_easy *easy);
CURLcode transport_easy_recv(CURL *handle, void *bytes, size_t size, size_t *count);
CURLcode transport_easy_send(CURL *handle, const void *bytes, size_t size, size_t *count);

/* transport_end.c */
void transport_end(struct transport_easy *easy, const struct transport_event *event);

/* transport_time.c */
/* The time of libcurl's clock, CLOCK_MONOTONIC, which stands still while the machine sleeps; never 0. */
int64_t transport_now(void);
int64_t transport_deadline(const struct transport_easy *easy);
void transport_expire(struct transport_easy *easy);
void transport_count(struct transport_easy *easy, size_t bytes);
