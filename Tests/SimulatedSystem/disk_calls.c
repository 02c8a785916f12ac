#include "disk.h"

#include <sys/sendfile.h>

/* Calls that read, write and synchronize. */

/* ---- Reading: the simulation may let it fail, or last ---- */

static size_t sum(const struct iovec *parts, int count) {
    size_t bytes = 0;
    for (int index = 0; index < count; index++) bytes += parts[index].iov_len;
    return bytes;
}

static bool may_read(int descriptor, size_t bytes) {
    const struct disk_node *node = disk_opened_file(descriptor);
    return !node || disk_allows(SIMULATED_READ, node->path, bytes);
}

ssize_t read(int descriptor, void *bytes, size_t count) {
    return may_read(descriptor, count) ? REAL(read)(descriptor, bytes, count) : -1;
}

ssize_t readv(int descriptor, const struct iovec *parts, int count) {
    return may_read(descriptor, sum(parts, count)) ? REAL(readv)(descriptor, parts, count) : -1;
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
    return may_read(descriptor, count) ? REAL(pread)(descriptor, bytes, count, offset) : -1;
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) {
    return pread(descriptor, bytes, count, offset);
}

ssize_t preadv(int descriptor, const struct iovec *parts, int count, off_t offset) {
    return may_read(descriptor, sum(parts, count)) ? REAL(preadv)(descriptor, parts, count, offset) : -1;
}

ssize_t preadv64(int descriptor, const struct iovec *parts, int count, off_t offset) {
    return preadv(descriptor, parts, count, offset);
}

/* ---- Writing ---- */

/* The offset of a write that goes to the position of the descriptor. */
static const off_t at_position = -1;

static off_t place_of(int descriptor, off_t offset) {
    struct stat status;
    if (disk_appends(descriptor)) return fstat(descriptor, &status) == 0 ? status.st_size : 0;
    return offset == at_position ? lseek(descriptor, 0, SEEK_CUR) : offset;
}

static ssize_t put_part(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (offset == at_position) return REAL(write)(descriptor, bytes, count);
    return REAL(pwrite)(descriptor, bytes, count, offset);
}

/* Writes the first `limit` bytes. */
static ssize_t put(int descriptor, const struct iovec *parts, size_t limit, off_t offset) {
    disk_keep_bytes(descriptor, place_of(descriptor, offset), limit);
    size_t done = 0;
    for (int index = 0; done < limit; index++) {
        size_t length = parts[index].iov_len;
        if (length > limit - done) length = limit - done;
        off_t place = offset == at_position ? at_position : offset + (off_t)done;
        ssize_t count = put_part(descriptor, parts[index].iov_base, length, place);
        if (count < 0) return done > 0 ? (ssize_t)done : -1;
        done += (size_t)count;
        if ((size_t)count < length) break;
    }
    return (ssize_t)done;
}

static ssize_t store(int descriptor, const struct iovec *parts, int count, off_t offset) {
    size_t limit = sum(parts, count);
    int error = disk_judge_write(disk_opened(descriptor)->path, &limit);
    ssize_t written = limit > 0 ? put(descriptor, parts, limit, offset) : 0;
    if (!error) return written;
    errno = error;
    return -1;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (!disk_opened_file(descriptor)) return REAL(write)(descriptor, bytes, count);
    struct iovec part = {(void *)bytes, count};
    return store(descriptor, &part, 1, at_position);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    if (!disk_opened_file(descriptor)) return REAL(writev)(descriptor, parts, count);
    return store(descriptor, parts, count, at_position);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (!disk_opened_file(descriptor) || offset < 0) return REAL(pwrite)(descriptor, bytes, count, offset);
    struct iovec part = {(void *)bytes, count};
    return store(descriptor, &part, 1, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
    return pwrite(descriptor, bytes, count, offset);
}

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t offset) {
    if (!disk_opened_file(descriptor) || offset < 0) return REAL(pwritev)(descriptor, parts, count, offset);
    return store(descriptor, parts, count, offset);
}

ssize_t pwritev64(int descriptor, const struct iovec *parts, int count, off_t offset) {
    return pwritev(descriptor, parts, count, offset);
}

int ftruncate(int descriptor, off_t size) {
    const struct disk_node *node = disk_opened_file(descriptor);
    if (node && !disk_allows(SIMULATED_WRITE, node->path, 0)) return -1;
    if (node && size >= 0) disk_keep_end(descriptor, size);
    return REAL(ftruncate)(descriptor, size);
}

int ftruncate64(int descriptor, off_t size) { return ftruncate(descriptor, size); }

int truncate(const char *path, off_t size) {
    struct disk_place place;
    if (!disk_find(&place, AT_FDCWD, path)) return REAL(truncate)(path, size);
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    int result = ftruncate(descriptor, size);
    int error = errno;
    close(descriptor);
    errno = error;
    return result;
}

int truncate64(const char *path, off_t size) { return truncate(path, size); }

/* ---- Synchronizing: the real files are never on a disk ---- */

static int synchronize(struct disk_node *node) {
    /* What other threads write or rename meanwhile may still be lost. */
    uint64_t writes = disk_count_writes(node), changes = disk_count_changes();
    if (!disk_allows(SIMULATED_SYNC, node->path, node->dirty)) return -1;
    disk_settle_writes_until(node, writes);
    disk_settle_names(node, changes);
    return 0;
}

int fsync(int descriptor) {
    struct disk_node *node = disk_opened(descriptor);
    return node ? synchronize(node) : REAL(fsync)(descriptor);
}

int fdatasync(int descriptor) {
    struct disk_node *node = disk_opened(descriptor);
    return node ? synchronize(node) : REAL(fdatasync)(descriptor);
}

int syncfs(int descriptor) {
    struct disk_node *node = disk_opened(descriptor);
    if (!node) return REAL(syncfs)(descriptor);
    if (!disk_allows(SIMULATED_SYNC, node->path, node->dirty)) return -1;
    for (struct disk_node *each = disk_first_node(); each; each = each->next) disk_settle_writes(each);
    disk_settle_all_names();
    return 0;
}

/* It starts to write, but promises nothing. */
int sync_file_range(int descriptor, off_t offset, off_t length, unsigned flags) {
    return disk_opened(descriptor) ? 0 : REAL(sync_file_range)(descriptor, offset, length, flags);
}

/* ---- Calls that no part of the process uses for files below the root ---- */

static void refuse(int descriptor, const char *message) {
    if (disk_is_inside() && disk_opened(descriptor)) simulated_fail(message);
}

int fallocate(int descriptor, int mode, off_t offset, off_t length) {
    refuse(descriptor, "fallocate is not simulated");
    return REAL(fallocate)(descriptor, mode, offset, length);
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
    refuse(descriptor, "posix_fallocate is not simulated");
    return REAL(posix_fallocate)(descriptor, offset, length);
}

ssize_t copy_file_range(int from, off_t *source, int to, off_t *target, size_t length, unsigned flags) {
    refuse(to, "copy_file_range is not simulated");
    return REAL(copy_file_range)(from, source, to, target, length, flags);
}

ssize_t sendfile(int to, int from, off_t *offset, size_t count) {
    refuse(to, "sendfile is not simulated");
    return REAL(sendfile)(to, from, offset, count);
}
