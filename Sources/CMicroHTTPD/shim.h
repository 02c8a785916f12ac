#pragma once
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>

/* Swift calls no variadic functions: these wrap those of libmicrohttpd with the arguments that are used. */

struct almanac_http_limits {
    unsigned int connections;
    /* In seconds without a byte in either direction. */
    unsigned int silence;
    /* In bytes, for the head of a request and of its response. */
    size_t memory;
};

/* Starts a server that is driven by MHD_run and accepts no connections itself. */
static inline struct MHD_Daemon *almanac_http_start(
    struct almanac_http_limits limits, void *owner,
    void *(*begin)(void *owner, const char *target, struct MHD_Connection *connection),
    MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection
) {
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0, NULL, NULL, handle, owner,
        MHD_OPTION_CONNECTION_LIMIT, limits.connections,
        MHD_OPTION_CONNECTION_TIMEOUT, limits.silence,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, limits.memory,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
        MHD_OPTION_URI_LOG_CALLBACK, begin, owner,
        MHD_OPTION_NOTIFY_COMPLETED, completed, owner,
        MHD_OPTION_NOTIFY_CONNECTION, connection, owner,
        MHD_OPTION_END);
}

/* The descriptor that is ready when the server has work; -1 if there is none. */
static inline int almanac_http_epoll(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
    return info ? info->epoll_fd : -1;
}

/* The socket of a connection. */
static inline int almanac_http_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/* The value that the connection's owner gave it. */
static inline void *almanac_http_context(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* Returns the milliseconds until the server has work; -1 if it waits for connections only. */
static inline long long almanac_http_timeout(struct MHD_Daemon *daemon) {
    MHD_UNSIGNED_LONG_LONG timeout;
    return MHD_get_timeout(daemon, &timeout) == MHD_YES ? (long long)timeout : -1;
}

/* Whether a connection has begun; otherwise it has ended. Swift does not import the name of the value. */
static inline int almanac_http_has_begun(enum MHD_ConnectionNotificationCode what) {
    return what == MHD_CONNECTION_NOTIFY_STARTED;
}
