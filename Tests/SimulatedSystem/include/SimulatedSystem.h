#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

/* A system for one program that is simulated: its clocks, threads, files, network, journal and service
   manager. The linker prefers the functions of this target to those of the C library, so that the program
   under test is the real one, without a single condition for tests. Everything runs on one thread of the real
   system; the threads of the simulated process are fibers, and one seed decides which of them continues.

   `simulated_` functions are called by the simulation; `SimulatedSystem.h` is the whole interface. */

/* A function of the simulation that the system calls. There is only one thread. */
#define SIMULATED_HOOK __attribute__((swift_attr("nonisolated(unsafe)")))

/* ---- Random numbers: every choice comes from here (random.c) ---- */

void simulated_seed(uint64_t seed);
uint64_t simulated_random(void);
/* A number below `limit`, which is not 0. */
uint64_t simulated_random_below(uint64_t limit);
/* Before any use of SQLite: its mutexes are those of fibers, and its random numbers are those of the seed. */
void simulated_sqlite(unsigned seed);

/* The program that is executed next has no random addresses. */
/* Returns whether the system permits it. */
bool simulated_fix_addresses(void);

/* ---- Clocks (clock.c): nanoseconds ---- */

/* The time since boot, including time asleep. */
int64_t simulated_time(void);
/* The wall clock, as a time since 1970. */
int64_t simulated_wall(void);
/* Sets the clock forward to a moment since boot, and fires the timers of the process. */
void simulated_advance(int64_t moment);
/* Moves the wall clock alone. */
void simulated_jump(int64_t nanoseconds);
/* Moves the clocks as a suspend does: CLOCK_MONOTONIC stands still. */
void simulated_suspend(int64_t nanoseconds);
/* The moment of the first timer or limited wait of the process; INT64_MAX if there is none. */
int64_t simulated_deadline(void);

/* ---- The process (fibers.c) ---- */

/* Starts a process, whose first thread calls `body`. */
void simulated_start(void (*body)(void *), void *context);
/* Lets one thread of the process continue until it waits. Returns false if all of them wait for the clock or
   the simulation. */
bool simulated_step(void);
/* Whether the first thread has not returned. */
bool simulated_is_running(void);
/* Ends the process as SIGKILL does: no more of its code runs, its descriptors are closed. Called outside of
   it. */
void simulated_kill(void);
/* Whether the caller runs inside the process. */
bool simulated_is_inside(void);
/* Whether the first thread, which is that of the loop, calls. */
bool simulated_is_loop(void);
/* The number of descriptors that the process has open. */
int simulated_descriptors(void);
/* The number of bytes in use on the heap, that of the simulation included (memory.c). */
size_t simulated_memory(void);
/* The number of these bytes that SQLite uses, most of them for its caches. */
size_t simulated_database_memory(void);
/* The number of these bytes that the simulated disk uses, for what a power cut takes back (disk_nodes.c). */
size_t simulated_disk_memory(void);
/* Called when a turn of the process's loop has ended, with its cost in simulated nanoseconds; may be NULL. */
SIMULATED_HOOK extern void (*simulated_turn)(int64_t cost);

/* Used by the parts of the system: the thread of the process gives way to others, until `moment` at least. */
void simulated_wait_until(int64_t moment);
/* Adds to the cost of this turn, in nanoseconds, if the loop's thread runs. */
void simulated_spend(int64_t cost);

/* ---- Files (disk.c): those below one directory ---- */

enum simulated_operation {
    SIMULATED_READ, SIMULATED_WRITE, SIMULATED_SYNC, SIMULATED_RENAME, SIMULATED_REMOVE, SIMULATED_CREATE,
};
/* Begins to record the changes below a directory, which exists and is empty: what is there is on the disk. */
void simulated_disk(const char *root);
/* Called before each operation of the process on a file or directory below the root, with its path (relative
   to the root) and the number of bytes. Returns 0, or the error (ENOSPC, EIO) with which the operation fails,
   without an effect except that a write may first have written some of its bytes if `*done` is set to fewer
   than `bytes`. It may give way to other threads, and never returns if the process is killed meanwhile. May
   be NULL. */
SIMULATED_HOOK extern int (*simulated_disk_operation)(
    enum simulated_operation operation, const char *path, size_t bytes, size_t *done
);
/* After `simulated_kill`: what is below the root gets other inodes, so that nothing refers to it any more. */
void simulated_disk_release(void);
/* After `simulated_kill`: what was not synchronized may be lost, sector by sector, in any order; then as
   above. */
void simulated_disk_power_cut(void);

/* ---- HTTP (transport.c): takes the place of libcurl ---- */

/* A request that left the fetcher. The texts are valid until it has ended. */
struct simulated_request {
    uint64_t number;
    const char *url;
    const char *const *headers; /* lines without CRLF, then NULL; the first is that of the user agent */
    const char *proxy;          /* empty if none */
    /* Of the host, as in CURLOPT_RESOLVE after the port: "192.0.2.1,[2001:db8::1]"; "" if libcurl would look
       up a name, that of the proxy or of this machine. */
    const char *addresses;
};
/* Called when a request starts, and when the process gives it up or cannot use its response. Each request
   ends once: with this call or with `simulated_end`, which is not followed by it. Neither may call back. */
SIMULATED_HOOK extern void (*simulated_request_started)(const struct simulated_request *request);
SIMULATED_HOOK extern void (*simulated_request_ended)(uint64_t number);
/* Called when the process sends bytes over a connection without a request, of which `simulated_request_started`
   knows only the address; `simulated_body` and `simulated_end` answer. It may not call back. */
SIMULATED_HOOK extern void (*simulated_sent)(uint64_t number, const void *bytes, size_t length);
/* Called when the process uses the connection of a request to an address. */
SIMULATED_HOOK extern void (*simulated_connected)(uint64_t number, const char *address);

/* The following events are queued, and the process receives them in its next turn; a request that has ended
   ignores them. */

/* The connection to an address succeeds. The process then asks the fetcher's rules for addresses; if they
   refuse, the request ends with `simulated_request_ended`. Of several addresses in a row, it uses the first
   that is allowed. If all `addresses` are refused, the request ends as soon as it has started. */
void simulated_connect(uint64_t number, const char *address);
/* A line of the head, with CRLF; the last one is "\r\n". Interim responses come before it, and the lines of a
   trailer after the body. */
void simulated_head(uint64_t number, const char *line, size_t length);
/* A part of the body, as it is coded; a transfer coding is removed. Bytes beyond the announced length are
   ignored. */
void simulated_body(uint64_t number, const void *bytes, size_t length);
/* The end, with a CURLcode and the error number of the system, of which 0 is none, or with the result of
   OpenSSL for CURLE_PEER_FAILED_VERIFICATION: X509_STORE_CTX_get_error(3). CURLE_OK means that the peer
   closes the connection, and becomes CURLE_PARTIAL_FILE or CURLE_GOT_NOTHING if the response is not complete.
   Any code means CURLE_OK if as many bytes as announced have arrived. */
void simulated_end(uint64_t number, int code, int error);

/* ---- Names, routes and peers (network.c) ---- */

/* Returns the addresses of a name, separated by commas, or NULL if there is none; an error of getaddrinfo(3)
   in `*error`; the time that the lookup takes in `*delay`. */
SIMULATED_HOOK extern const char *(*simulated_lookup)(const char *name, int *error, int64_t *delay);
/* Whether there is a route to the network; a change is announced through rtnetlink(7). */
void simulated_route(bool is_there);
/* The user of the next connection that the process accepts. */
void simulated_peer(unsigned user);

/* ---- Journal and service manager (service.c) ---- */

SIMULATED_HOOK extern void (*simulated_journal)(const struct iovec *fields, int count);
/* The descriptors that the process has stored go to the next process, as those that it inherits. */
void simulated_pass_descriptors(void);
/* The service manager closes what it has stored, since the machine stops. */
void simulated_drop_descriptors(void);
