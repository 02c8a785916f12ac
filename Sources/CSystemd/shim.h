#pragma once
#include <linux/memfd.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>

/* What glibc shows only with _GNU_SOURCE, which Swift does not define: see accept4(2), memfd_create(2),
   strerrordesc_np(3) and pthread_setname_np(3). */
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern const char *strerrordesc_np(int code);
extern int pthread_setname_np(pthread_t thread, const char *name);

/* The answer of SO_PEERCRED, struct ucred of unix(7), hidden for the same reason. */
struct peer_credentials {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/* The mode of fallocate(2) that gives back the room of a part of a file; hidden for the same reason. */
extern int fallocate(int file, int mode, off_t offset, off_t length);
static const int punch_hole = 0x02 | 0x01;
