#include "system.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

/* Names, routes, and the users at the other end of Unix sockets. */

enum { MOST_PEERS = 4096, OURS = 0x5eed };

const char *(*simulated_lookup)(const char *name, int *error, int64_t *delay);

static bool has_route = true;
static int netlink_inside = -1, netlink_outside = -1;
/* The users of connections that are not yet accepted, in order; then those of accepted ones. */
static unsigned arriving[MOST_PEERS];
static unsigned first_arriving, arrived;
static unsigned users[MOST_DESCRIPTORS];

void simulated_peer(unsigned user) { arriving[arrived++ % MOST_PEERS] = user; }

void simulated_route(bool is_there) {
    if (is_there == has_route) return;
    has_route = is_there;
    if (netlink_outside >= 0) (void)!write(netlink_outside, "", 1);
}

void simulated_network_forget(void) {
    first_arriving = arrived;
    if (netlink_outside >= 0) close(netlink_outside);
    netlink_outside = netlink_inside = -1;
}

/* rtnetlink(7) is a pair of sockets, of which the simulation has the other. */
static int make_netlink(void) {
    int pair[2];
    if (REAL(socketpair)(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair) != 0) return -1;
    netlink_inside = pair[0];
    netlink_outside = pair[1];
    simulated_note_open(pair[0]);
    return pair[0];
}

int socket(int domain, int type, int protocol) {
    if (!simulated_is_inside()) return REAL(socket)(domain, type, protocol);
    if (domain == AF_NETLINK) return make_netlink();
    int made = REAL(socket)(domain, type, protocol);
    simulated_note_open(made);
    return made;
}

int socketpair(int domain, int type, int protocol, int pair[2]) {
    int result = REAL(socketpair)(domain, type, protocol, pair);
    if (result == 0) {
        simulated_note_open(pair[0]);
        simulated_note_open(pair[1]);
    }
    return result;
}

int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
    if (simulated_is_inside() && descriptor == netlink_inside) return 0;
    return REAL(bind)(descriptor, address, length);
}

/* A datagram socket that is connected to an address of the network finds out whether there is a route. */
int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
    bool is_local = address->sa_family != AF_INET && address->sa_family != AF_INET6;
    if (!simulated_is_inside() || is_local) return REAL(connect)(descriptor, address, length);
    if (has_route) return 0;
    errno = ENETUNREACH;
    return -1;
}

int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags) {
    int made = REAL(accept4)(descriptor, address, length, flags);
    if (!simulated_is_inside() || made < 0) return made;
    simulated_note_open(made);
    users[made] = first_arriving < arrived ? arriving[first_arriving++ % MOST_PEERS] : 0;
    return made;
}

int getsockopt(int descriptor, int level, int name, void *value, socklen_t *length) {
    int result = REAL(getsockopt)(descriptor, level, name, value, length);
    bool is_peer = level == SOL_SOCKET && name == SO_PEERCRED;
    if (result != 0 || !simulated_is_inside() || !is_peer) return result;
    struct ucred *peer = value;
    peer->uid = peer->gid = users[descriptor];
    return 0;
}

/* ---- Names ---- */

struct answer {
    struct addrinfo info;
    struct sockaddr_storage address;
};

static struct addrinfo *parsed(const char *text) {
    struct answer *answer = calloc(1, sizeof *answer);
    struct sockaddr_in *four = (void *)&answer->address;
    struct sockaddr_in6 *six = (void *)&answer->address;
    bool is_six = inet_pton(AF_INET6, text, &six->sin6_addr) == 1;
    if (!is_six && inet_pton(AF_INET, text, &four->sin_addr) != 1) simulated_fail("an address is none");
    answer->address.ss_family = is_six ? AF_INET6 : AF_INET;
    answer->info = (struct addrinfo){
        .ai_flags = OURS, .ai_family = answer->address.ss_family, .ai_socktype = SOCK_STREAM,
        .ai_addrlen = is_six ? sizeof *six : sizeof *four, .ai_addr = (void *)&answer->address};
    return &answer->info;
}

static struct addrinfo *list(const char *addresses) {
    char *copy = strdup(addresses), *rest = copy, *text;
    struct addrinfo *first = NULL, **last = &first;
    while ((text = strsep(&rest, ","))) {
        *last = parsed(text);
        last = &(*last)->ai_next;
    }
    free(copy);
    return first;
}

int getaddrinfo(
    const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result
) {
    if (!simulated_is_inside()) return REAL(getaddrinfo)(name, service, hints, result);
    int error = EAI_NONAME;
    int64_t delay = 0;
    const char *addresses = simulated_lookup ? simulated_lookup(name, &error, &delay) : NULL;
    if (delay > 0) simulated_wait_until(simulated_time() + delay);
    if (!addresses) return error;
    *result = list(addresses);
    return 0;
}

void freeaddrinfo(struct addrinfo *first) {
    if (!first || first->ai_flags != OURS) return REAL(freeaddrinfo)(first);
    while (first) {
        struct addrinfo *next = first->ai_next;
        free(first);
        first = next;
    }
}
