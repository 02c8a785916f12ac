#include "disk.h"

/* What a power cut leaves of the pending writes to one file.

   Every sector has one of the versions that it had since the last synchronization; the size of the file, too.
   A truncation is a change of the file system's own records, so it happened for all sectors or for none. */

/* How the writes of one file reached the disk. */
enum order { NONE, ALL, IN_ORDER, ANY_ORDER };

/* A sector with pending writes. */
struct sector {
    uint32_t count;       /* of all writes to it */
    uint32_t least, most; /* limits to the number that is kept */
    uint32_t kept;
};

struct image {
    unsigned char *bytes;
    size_t length;
    struct sector *sectors;
    size_t sector_count;
    /* The first write whose effect on the size is lost. */
    size_t moment;
};

static size_t end_of(const struct disk_write *write) {
    size_t end = (size_t)write->offset + write->length;
    return end > (size_t)write->size ? end : (size_t)write->size;
}

/* Finds the size before each write from the size that came after it. */
static void find_sizes(struct disk_node *node, off_t size) {
    for (size_t index = node->write_count; index-- > 0;) {
        struct disk_write *write = &node->writes[index];
        if (write->size == SAME_SIZE) write->size = size;
        size = write->size;
    }
}

static struct image image_of(struct disk_node *node, int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) simulated_fail("a file has no status");
    find_sizes(node, status.st_size);
    struct image image = {.length = (size_t)status.st_size};
    for (size_t index = 0; index < node->write_count; index++) {
        size_t end = end_of(&node->writes[index]);
        if (end > image.length) image.length = end;
    }
    image.sector_count = image.length / SECTOR + 1;
    image.bytes = calloc(image.length + 1, 1);
    image.sectors = calloc(image.sector_count, sizeof *image.sectors);
    if (!image.bytes || !image.sectors) simulated_fail("no memory");
    if (REAL(pread)(descriptor, image.bytes, (size_t)status.st_size, 0) != status.st_size)
        simulated_fail("cannot read a file");
    return image;
}

static size_t first_sector(const struct disk_write *write) { return (size_t)write->offset / SECTOR; }
static size_t after_sectors(const struct disk_write *write) {
    return write->length ? ((size_t)write->offset + write->length - 1) / SECTOR + 1 : first_sector(write);
}

static void count_write(struct image *image, const struct disk_write *write, bool is_lost_size) {
    for (size_t index = first_sector(write); index < after_sectors(write); index++) {
        struct sector *sector = &image->sectors[index];
        if (write->is_truncation && is_lost_size && sector->most == UINT32_MAX) sector->most = sector->count;
        sector->count++;
        if (write->is_truncation && !is_lost_size) sector->least = sector->count;
    }
}

static void count_writes(struct image *image, const struct disk_node *node) {
    for (size_t index = 0; index < image->sector_count; index++) image->sectors[index].most = UINT32_MAX;
    for (size_t index = 0; index < node->write_count; index++) {
        count_write(image, &node->writes[index], index >= image->moment);
    }
}

static void keep_any(struct image *image) {
    for (size_t index = 0; index < image->sector_count; index++) {
        struct sector *sector = &image->sectors[index];
        uint32_t most = sector->most < sector->count ? sector->most : sector->count;
        sector->kept = sector->least + (uint32_t)simulated_random_below(most - sector->least + 1);
    }
}

static void keep_until_moment(struct image *image, const struct disk_node *node) {
    for (size_t number = 0; number < image->moment; number++) {
        const struct disk_write *write = &node->writes[number];
        for (size_t index = first_sector(write); index < after_sectors(write); index++)
            image->sectors[index].kept++;
    }
}

/* Takes a write back in one sector: what was there, or zeros beyond the old end. */
static void restore(
    struct image *image, const struct disk_node *node, const struct disk_write *write, size_t sector
) {
    size_t offset = (size_t)write->offset, begin = offset, end = offset + write->length;
    if (begin < sector * SECTOR) begin = sector * SECTOR;
    if (end > (sector + 1) * SECTOR) end = (sector + 1) * SECTOR;
    size_t zeros = offset + write->byte_count;
    if (zeros < begin) zeros = begin;
    if (zeros > end) zeros = end;
    memcpy(image->bytes + begin, node->bytes + write->bytes + (begin - offset), zeros - begin);
    memset(image->bytes + zeros, 0, end - zeros);
}

static void undo(struct image *image, const struct disk_node *node) {
    for (size_t number = node->write_count; number-- > 0;) {
        const struct disk_write *write = &node->writes[number];
        for (size_t index = first_sector(write); index < after_sectors(write); index++) {
            struct sector *sector = &image->sectors[index];
            if (sector->count-- > sector->kept) restore(image, node, write, index);
        }
    }
}

static void store(const struct image *image, const struct disk_node *node, int descriptor) {
    struct stat status;
    if (fstat(descriptor, &status) != 0) simulated_fail("a file has no status");
    bool is_kept = image->moment == node->write_count;
    off_t size = is_kept ? status.st_size : node->writes[image->moment].size;
    bool has_failed = REAL(ftruncate)(descriptor, size) != 0
        || REAL(pwrite)(descriptor, image->bytes, (size_t)size, 0) != size;
    if (has_failed) simulated_fail("cannot take writes back");
    struct timespec times[2] = {status.st_atim, status.st_mtim};
    futimens(descriptor, times);
}

static enum order order_of(enum disk_loss loss) {
    if (loss == LOSE_ALL) return NONE;
    static const enum order orders[] = {
        NONE, ALL, IN_ORDER, IN_ORDER, ANY_ORDER, ANY_ORDER, ANY_ORDER, ANY_ORDER};
    return orders[simulated_random_below(sizeof orders / sizeof *orders)];
}

void disk_undo_writes(struct disk_node *node, int descriptor, enum disk_loss loss) {
    if (loss == LOSE_NOTHING || node->write_count == 0) return;
    enum order order = order_of(loss);
    if (order == ALL) return;
    struct image image = image_of(node, descriptor);
    image.moment = order == NONE ? 0 : simulated_random_below(node->write_count + 1);
    count_writes(&image, node);
    if (order == ANY_ORDER) keep_any(&image);
    if (order == IN_ORDER) keep_until_moment(&image, node);
    undo(&image, node);
    store(&image, node, descriptor);
    free(image.bytes);
    free(image.sectors);
}
