#pragma once
#include <elf.h>
#include <link.h>
#include <linux/memfd.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-journal.h>
#include <unistd.h>

/* Functions that glibc declares only with _GNU_SOURCE, which Swift does not define: see accept4(2),
   memfd_create(2), strerrordesc_np(3), pthread_setname_np(3), sched_getcpu(3), sched_setaffinity(2) and syncfs(2). */
extern int accept4(int listener, struct sockaddr *address, socklen_t *length, int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern const char *strerrordesc_np(int code);
extern int pthread_setname_np(pthread_t thread, const char *name);
extern int sched_getcpu(void);
extern int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *cores);
extern int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *cores);
extern int syncfs(int descriptor);

/* The result of SO_PEERCRED, struct ucred of unix(7), which is hidden for the same reason. */
struct peer_credentials {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/* The mode of fallocate(2) that releases the space of a part of a file; hidden for the same reason. */
extern int fallocate(int file, int mode, off_t offset, off_t length);
static const int punch_hole = 0x02 | 0x01;

/* Opens NAME below FOLDER and follows no symbolic link on the way: openat2(2), which glibc does not wrap. */
static inline int open_beneath(int folder, const char *name, int flags) {
    struct open_how how = {.flags = (unsigned int)flags, .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS};
    return (int)syscall(SYS_openat2, folder, name, &how, sizeof how);
}

/* Renames FROM to TO, but fails with EEXIST instead of replacing TO: renameat2(2) with RENAME_NOREPLACE,
   hidden for the reason above. */
extern int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
static inline int rename_without_replacing(int folder, const char *from, const char *to) {
    return renameat2(folder, from, folder, to, 1);
}

/* The beginning of struct dl_phdr_info of dl_iterate_phdr(3), which is hidden for the same reason. */
struct loaded_object {
    ElfW(Addr) base;
    const char *name;
    const ElfW(Phdr) *headers;
    ElfW(Half) count;
};
extern int dl_iterate_phdr(int (*visit)(struct loaded_object *object, size_t size, void *context), void *context);
