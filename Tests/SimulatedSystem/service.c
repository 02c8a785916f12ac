/* The function of the library, not the macro that adds a place in the source. */
#define SD_JOURNAL_SUPPRESS_LOCATION
#include "system.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

/* The journal and the service manager, with its store of descriptors. */

enum { MOST_STORED = 64, MOST_NAME = 256 };

struct stored {
    int descriptor;
    char name[MOST_NAME];
};

void (*simulated_journal)(const struct iovec *fields, int count);

static struct stored stored[MOST_STORED];
static int stored_count, passed_count;

int sd_journal_sendv(const struct iovec *fields, int count) {
    if (simulated_journal) simulated_journal(fields, count);
    return 0;
}

static void name_of(const char *state, char name[MOST_NAME]) {
    const char *begin = strstr(state, "FDNAME=");
    snprintf(name, MOST_NAME, "%.*s", begin ? (int)strcspn(begin + 7, "\n") : 0, begin ? begin + 7 : "");
}

static bool is_same(int one, int other) {
    struct stat first, second;
    bool are_open = fstat(one, &first) == 0 && fstat(other, &second) == 0;
    return are_open && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

/* The manager stores each file once. */
static void keep(int descriptor, const char *name) {
    for (int index = 0; index < stored_count; index++) {
        if (is_same(stored[index].descriptor, descriptor)) return;
    }
    if (stored_count == MOST_STORED) return;
    struct stored *place = &stored[stored_count++];
    /* Above the numbers that systemd passes. */
    place->descriptor = REAL(fcntl)(descriptor, F_DUPFD_CLOEXEC, SD_LISTEN_FDS_START + MOST_STORED);
    snprintf(place->name, MOST_NAME, "%s", name);
}

static bool hangs_up(int descriptor) {
    struct pollfd query = {.fd = descriptor};
    return REAL(poll)(&query, 1, 0) > 0 && query.revents & (POLLHUP | POLLERR);
}

/* The manager drops sockets whose other end is closed. */
static void drop_hung_up(void) {
    int kept = 0;
    for (int index = 0; index < stored_count; index++) {
        if (hangs_up(stored[index].descriptor))
            REAL(close)(stored[index].descriptor);
        else
            stored[kept++] = stored[index];
    }
    stored_count = kept;
}

static void drop(const char *name) {
    int kept = 0;
    for (int index = 0; index < stored_count; index++) {
        if (strcmp(stored[index].name, name) != 0)
            stored[kept++] = stored[index];
        else
            REAL(close)(stored[index].descriptor);
    }
    stored_count = kept;
}

int sd_pid_notify_with_fds(pid_t pid, int unset, const char *state, const int *descriptors, unsigned count) {
    char name[MOST_NAME];
    name_of(state, name);
    for (unsigned index = 0; index < count; index++) keep(descriptors[index], name);
    return 1;
}

int sd_notify(int unset, const char *state) {
    char name[MOST_NAME];
    name_of(state, name);
    if (strncmp(state, "FDSTOREREMOVE=1", 15) == 0) drop(name);
    return 1;
}

/* ---- What the next process inherits ---- */

/* The numbers that systemd passes descriptors on are taken, except while it does. */
__attribute__((constructor)) static void reserve_all(void) {
    for (int number = SD_LISTEN_FDS_START; number < SD_LISTEN_FDS_START + MOST_STORED; number++) {
        simulated_reserve_again(number);
    }
}

void simulated_reserve_again(int descriptor) {
    if (descriptor < SD_LISTEN_FDS_START || descriptor >= SD_LISTEN_FDS_START + MOST_STORED) return;
    if (REAL(fcntl)(descriptor, F_GETFD) >= 0) return;
    int null = REAL(open)("/dev/null", O_RDONLY | O_CLOEXEC);
    if (null != descriptor) {
        REAL(dup3)(null, descriptor, O_CLOEXEC);
        REAL(close)(null);
    }
}

/* Passed descriptors stay stored. */
void simulated_pass_descriptors(void) {
    drop_hung_up();
    passed_count = stored_count;
    for (int index = 0; index < stored_count; index++) {
        REAL(dup3)(stored[index].descriptor, SD_LISTEN_FDS_START + index, O_CLOEXEC);
        simulated_adopt(SD_LISTEN_FDS_START + index);
    }
}

void simulated_drop_descriptors(void) {
    for (int index = 0; index < stored_count; index++) REAL(close)(stored[index].descriptor);
    stored_count = 0;
}

int sd_listen_fds_with_names(int unset, char ***names) {
    int count = passed_count;
    passed_count = 0;
    *names = calloc((size_t)count + 1, sizeof **names);
    for (int index = 0; index < count; index++) (*names)[index] = strdup(stored[index].name);
    return count;
}
