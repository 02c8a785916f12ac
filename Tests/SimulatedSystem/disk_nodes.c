#include "disk.h"

/* Files by the numbers of their inodes, and the descriptors that refer to them. */

enum { BUCKETS = 4096 };

static struct disk_node *buckets[BUCKETS];
static struct disk_node *first, *last;

static struct {
    struct disk_node *node;
    bool appends;
} opened[MOST_DESCRIPTORS];

struct disk_node *disk_first_node(void) { return first; }

struct disk_node *disk_known(uint64_t inode) {
    struct disk_node *node = buckets[inode % BUCKETS];
    while (node && node->inode != inode) node = node->same_hash;
    return node;
}

static struct disk_node *make(const struct stat *status) {
    struct disk_node *node = calloc(1, sizeof *node);
    if (!node) simulated_fail("no memory");
    struct disk_node **bucket = &buckets[status->st_ino % BUCKETS];
    *node = (struct disk_node){
        .inode = status->st_ino, .mode = status->st_mode, .handle = -1,
        .same_hash = *bucket, .previous = last};
    *bucket = node;
    *(last ? &last->next : &first) = node;
    last = node;
    return node;
}

struct disk_node *disk_node(const struct stat *status) {
    if (status->st_dev != disk.device) return NULL;
    struct disk_node *node = disk_known(status->st_ino);
    return node ? node : make(status);
}

struct disk_node *disk_node_at(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 ? disk_node(&status) : NULL;
}

static void unlink_node(struct disk_node *node) {
    struct disk_node **place = &buckets[node->inode % BUCKETS];
    while (*place != node) place = &(*place)->same_hash;
    *place = node->same_hash;
    *(node->previous ? &node->previous->next : &first) = node->next;
    *(node->next ? &node->next->previous : &last) = node->previous;
}

static void free_node(struct disk_node *node) {
    unlink_node(node);
    free(node->path);
    free(node->writes);
    free(node->bytes);
    free(node);
}

void disk_node_refer(struct disk_node *node) {
    if (node) node->references++;
}

void disk_node_release(struct disk_node *node) {
    if (!node) return;
    node->references--;
    if (node->references == 0 && node->write_count == 0) free_node(node);
}

void disk_node_move(struct disk_node *node, const char *path) {
    free(node->path);
    node->path = strdup(path);
}

void disk_free_nodes(void) {
    while (first) free_node(first);
}

size_t simulated_disk_memory(void) {
    size_t memory = 0;
    for (const struct disk_node *node = first; node; node = node->next) {
        memory += node->byte_room + node->write_room * sizeof *node->writes;
    }
    return memory;
}

/* ---- Descriptors ---- */

struct disk_node *disk_opened(int descriptor) {
    return descriptor >= 0 && descriptor < MOST_DESCRIPTORS ? opened[descriptor].node : NULL;
}

struct disk_node *disk_opened_file(int descriptor) {
    struct disk_node *node = disk_opened(descriptor);
    return node && S_ISREG(node->mode) ? node : NULL;
}

static void set(int descriptor, struct disk_node *node, bool appends) {
    if (descriptor >= MOST_DESCRIPTORS) simulated_fail("too many descriptors");
    disk_node_refer(node);
    opened[descriptor].node = node;
    opened[descriptor].appends = appends;
}

void disk_attach(int descriptor, const struct disk_place *place, int flags) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) return;
    struct disk_node *node = disk_node(&status);
    if (!node) return;
    disk_node_move(node, place->relative);
    set(descriptor, node, flags & O_APPEND);
}

void disk_detach(int descriptor) {
    struct disk_node *node = disk_opened(descriptor);
    if (!node) return;
    opened[descriptor].node = NULL;
    disk_node_release(node);
}

void disk_share(int descriptor, int other) {
    if (descriptor < 0 || descriptor == other) return;
    disk_detach(descriptor);
    struct disk_node *node = disk_opened(other);
    if (node) set(descriptor, node, opened[other].appends);
}

bool disk_appends(int descriptor) { return opened[descriptor].appends; }

void disk_set_flags(int descriptor, int flags) {
    if (disk_opened(descriptor)) opened[descriptor].appends = flags & O_APPEND;
}
