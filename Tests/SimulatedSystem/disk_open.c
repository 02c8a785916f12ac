#include "disk.h"

#include <linux/openat2.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <sys/syscall.h>

/* Calls that open, duplicate and close descriptors. */

/* The boot of the simulated system: systemd's event loop spreads its timers by it. */
static int open_boot(void) {
    static const char text[] = "5d9e4f0a-6b1c-4d2e-8f3a-7b6c5d4e3f2a\n";
    int descriptor = memfd_create("boot_id", MFD_CLOEXEC);
    if (descriptor < 0) return descriptor;
    if (REAL(write)(descriptor, text, sizeof text - 1) != sizeof text - 1)
        simulated_fail("cannot write a boot id");
    lseek(descriptor, 0, SEEK_SET);
    return descriptor;
}

/* Whether emptying a file changes something; other things than files are never emptied. */
static bool has_content(const struct stat *status) { return S_ISREG(status->st_mode) && status->st_size > 0; }

/* The operations that opening a file consists of. */
static bool allows(const struct disk_place *place, int flags) {
    struct stat status;
    bool is_new = (flags & O_CREAT) && lstat(place->path, &status) != 0;
    if (is_new) return disk_allows(SIMULATED_CREATE, place->relative, 0);
    bool loses_content = (flags & O_TRUNC) && stat(place->path, &status) == 0 && has_content(&status);
    return !loses_content || disk_allows(SIMULATED_WRITE, place->relative, 0);
}

static int open_new(struct disk_place *place, int flags, mode_t mode) {
    struct disk_entry entry = disk_entry(place);
    if (!entry.before) disk_prepare_outside(&entry);
    int descriptor = REAL(open)(place->path, flags, mode);
    disk_changed(&entry, place, 1, descriptor);
    return descriptor;
}

static void empty(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !has_content(&status)) return;
    disk_keep_end(descriptor, 0);
    if (REAL(ftruncate)(descriptor, 0) != 0) simulated_fail("cannot empty a file");
}

static int open_below_root(struct disk_place *place, int flags, mode_t mode) {
    if ((flags & O_TMPFILE) == O_TMPFILE) simulated_fail("files without a name are not simulated");
    if (!allows(place, flags)) return -1;
    /* The file is emptied below, when its content is kept. */
    int rest = flags & ~O_TRUNC;
    int descriptor = flags & O_CREAT ? open_new(place, rest, mode) : REAL(open)(place->path, rest, mode);
    if (descriptor < 0) return descriptor;
    disk_attach(descriptor, place, flags);
    if ((flags & O_TRUNC) && (flags & O_ACCMODE) != O_RDONLY) empty(descriptor);
    return descriptor;
}

static int open_any(int folder, const char *path, int flags, mode_t mode) {
    if (simulated_is_inside() && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) return open_boot();
    struct disk_place place;
    bool is_ours = disk_find(&place, folder, path);
    if (!is_ours) return simulated_noted(REAL(openat)(folder, path, flags, mode));
    return simulated_noted(open_below_root(&place, flags, mode));
}

/* The mode that follows the flags, if they say so. */
#define MODE(flags)                                                               \
    ({                                                                            \
        mode_t mode = 0;                                                          \
        if (((flags) & O_CREAT) || ((flags) & O_TMPFILE) == O_TMPFILE) {          \
            va_list list;                                                         \
            va_start(list, flags);                                                \
            mode = va_arg(list, mode_t);                                          \
            va_end(list);                                                         \
        }                                                                         \
        mode;                                                                     \
    })

int open(const char *path, int flags, ...) { return open_any(AT_FDCWD, path, flags, MODE(flags)); }
int open64(const char *path, int flags, ...) { return open_any(AT_FDCWD, path, flags, MODE(flags)); }

int openat(int folder, const char *path, int flags, ...) {
    return open_any(folder, path, flags, MODE(flags));
}

int openat64(int folder, const char *path, int flags, ...) {
    return open_any(folder, path, flags, MODE(flags));
}

int creat(const char *path, mode_t mode) { return open(path, O_WRONLY | O_CREAT | O_TRUNC, mode); }
int creat64(const char *path, mode_t mode) { return creat(path, mode); }

/* The names that programs compiled with _FORTIFY_SOURCE call. */
int __open_2(const char *path, int flags) { return open(path, flags); }
int __open64_2(const char *path, int flags) { return open(path, flags); }
int __openat_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char *path, int flags) { return openat(folder, path, flags); }

/* openat2(2) has no function in the C library. */
static void note_beneath(int descriptor, int folder, const char *path, const struct open_how *how) {
    simulated_noted(descriptor);
    struct disk_place place;
    if (descriptor < 0 || !disk_find(&place, folder, path)) return;
    if (how->flags & (O_CREAT | O_TRUNC)) simulated_fail("openat2 is simulated for reading only");
    disk_attach(descriptor, &place, (int)how->flags);
}

long syscall(long number, ...) {
    va_list list;
    va_start(list, number);
    long values[6];
    for (int index = 0; index < 6; index++) values[index] = va_arg(list, long);
    va_end(list);
    /* Swift's random numbers come from here. */
    if (number == SYS_getrandom) return getrandom((void *)values[0], (size_t)values[1], (unsigned)values[2]);
    long result = REAL(syscall)(number, values[0], values[1], values[2], values[3], values[4], values[5]);
    if (number == SYS_openat2)
        note_beneath(
            (int)result, (int)values[0], (const char *)values[1], (const struct open_how *)values[2]);
    return result;
}

int close(int descriptor) {
    disk_detach(descriptor);
    int result = REAL(close)(descriptor);
    int error = errno;
    simulated_note_close(descriptor);
    errno = error;
    return result;
}

static int shared(int descriptor, int other) {
    disk_share(descriptor, other);
    return simulated_noted(descriptor);
}

int dup(int other) { return shared(REAL(dup)(other), other); }
int dup2(int other, int descriptor) { return shared(REAL(dup2)(other, descriptor), other); }
int dup3(int other, int descriptor, int flags) { return shared(REAL(dup3)(other, descriptor, flags), other); }

static int control(int descriptor, int command, long value) {
    int result = REAL(fcntl)(descriptor, command, value);
    if (command == F_DUPFD || command == F_DUPFD_CLOEXEC) return shared(result, descriptor);
    if (command == F_SETFL && result == 0) disk_set_flags(descriptor, (int)value);
    return result;
}

#define VALUE(command)                   \
    ({                                   \
        va_list list;                    \
        va_start(list, command);         \
        long value = va_arg(list, long); \
        va_end(list);                    \
        value;                           \
    })

int fcntl(int descriptor, int command, ...) { return control(descriptor, command, VALUE(command)); }
int fcntl64(int descriptor, int command, ...) { return control(descriptor, command, VALUE(command)); }
