#include "disk.h"

/* The bytes that writes replaced since the last synchronization of their file. */

/* A process that leaves more than this unsynchronized has a fault, or the simulation has. */
static const size_t most_bytes = 64 << 20;
/* A file that was synchronized keeps this much room for its next writes. */
static const size_t kept_room = 8 << 20;

static void *grown(void *items, size_t *room, size_t needed, size_t item_size) {
    if (needed <= *room) return items;
    size_t larger = *room * 2 > needed ? *room * 2 : needed + 64;
    items = realloc(items, larger * item_size);
    if (!items) simulated_fail("no memory");
    *room = larger;
    return items;
}

static void check_amount(const struct disk_node *node) {
    if (node->byte_count + node->write_count * sizeof *node->writes <= most_bytes) return;
    char message[PATH_MAX + 80];
    snprintf(
        message, sizeof message, "%s: too much is never synchronized", node->path ? node->path : "a file");
    simulated_fail(message);
}

/* Reads bytes of a file that may be open for writing only. */
static size_t read_old(int descriptor, void *bytes, size_t length, off_t offset) {
    ssize_t count = REAL(pread)(descriptor, bytes, length, offset);
    if (count < 0 && errno == EBADF) {
        char path[40];
        snprintf(path, sizeof path, "/proc/self/fd/%d", descriptor);
        int reading = REAL(open)(path, O_RDONLY | O_CLOEXEC);
        count = REAL(pread)(reading, bytes, length, offset);
        REAL(close)(reading);
    }
    if (count < 0) simulated_fail("cannot read what a write replaces");
    return (size_t)count;
}

static off_t size_of(int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) simulated_fail("an open file has no status");
    return status.st_size;
}

static struct disk_write *add(struct disk_node *node, int descriptor, off_t offset, size_t length) {
    node->writes = grown(node->writes, &node->write_room, node->write_count + 1, sizeof *node->writes);
    node->bytes = grown(node->bytes, &node->byte_room, node->byte_count + length, 1);
    struct disk_write *write = &node->writes[node->write_count++];
    *write = (struct disk_write){
        .offset = offset, .length = length, .size = SAME_SIZE, .bytes = node->byte_count};
    write->byte_count = length ? read_old(descriptor, node->bytes + write->bytes, length, offset) : 0;
    node->byte_count += write->byte_count;
    check_amount(node);
    return write;
}

void disk_keep_bytes(int descriptor, off_t offset, size_t length) {
    struct disk_node *node = disk_opened(descriptor);
    if (!node || length == 0) return;
    if (!disk_is_inside()) return disk_settle_writes(node);
    struct disk_write *write = add(node, descriptor, offset, length);
    if (write->byte_count < length) write->size = size_of(descriptor);
    node->dirty += length;
}

void disk_keep_end(int descriptor, off_t size) {
    struct disk_node *node = disk_opened(descriptor);
    if (!node) return;
    if (!disk_is_inside()) return disk_settle_writes(node);
    off_t before = size_of(descriptor);
    if (before == size) return;
    bool is_truncation = size < before;
    struct disk_write *write = add(node, descriptor, size, is_truncation ? (size_t)(before - size) : 0);
    write->size = before;
    write->is_truncation = is_truncation;
}

uint64_t disk_count_writes(const struct disk_node *node) { return node->settled + node->write_count; }

void disk_settle_writes(struct disk_node *node) {
    node->settled += node->write_count;
    node->write_count = node->byte_count = node->dirty = 0;
    if (node->byte_room <= kept_room) return;
    free(node->bytes);
    node->bytes = NULL;
    node->byte_room = 0;
}

void disk_settle_writes_until(struct disk_node *node, uint64_t write_number) {
    if (write_number >= disk_count_writes(node)) return disk_settle_writes(node);
    if (write_number <= node->settled) return;
    size_t gone = write_number - node->settled, bytes = node->writes[gone].bytes;
    for (size_t index = 0; index < gone; index++) {
        if (!node->writes[index].is_truncation) node->dirty -= node->writes[index].length;
    }
    node->write_count -= gone;
    node->byte_count -= bytes;
    node->settled = write_number;
    memmove(node->writes, node->writes + gone, node->write_count * sizeof *node->writes);
    memmove(node->bytes, node->bytes + bytes, node->byte_count);
    for (size_t index = 0; index < node->write_count; index++) node->writes[index].bytes -= bytes;
}
