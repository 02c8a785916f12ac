#include "disk.h"

#include <inttypes.h>

/* Changes of directories since they were last synchronized, in order.

   Synchronizing a directory makes its changes durable, and with them the earlier changes of other directories
   that took part, and the names of the directories above. Synchronizing a new file makes its first name
   durable, too: ext4, XFS and btrfs do this, and SQLite relies on it for the database file. */

/* File systems write their journals after some seconds, whether asked or not. */
enum { MOST_CHANGES = 512 };

static struct disk_change *first, *last;
static size_t count;
static uint64_t number;

struct disk_change *disk_first_change(void) { return first; }
struct disk_change *disk_last_change(void) { return last; }

const char *disk_kept_name(uint64_t inode, char name[24]) {
    snprintf(name, 24, "%" PRIu64, inode);
    return name;
}

struct disk_entry disk_entry(const struct disk_place *place) {
    char folder[PATH_MAX];
    const char *slash = strrchr(place->path, '/');
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - place->path), place->path);
    struct disk_entry entry = {
        .folder = disk_node_at(folder), .name = slash + 1, .before = disk_node_at(place->path)};
    disk_node_refer(entry.folder);
    disk_node_refer(entry.before);
    return entry;
}

void disk_prepare_outside(const struct disk_entry *entry) {
    if (disk_is_inside()) return;
    if (entry->folder) disk_settle_names(entry->folder, number);
    if (entry->before) disk_settle_writes(entry->before);
}

void disk_keep_file(const struct disk_entry *entry, const struct disk_place *place) {
    struct disk_node *node = entry->before;
    if (!disk_is_inside() || !node || node->is_kept || S_ISDIR(node->mode)) return;
    char name[24];
    disk_kept_name(node->inode, name);
    node->is_kept = REAL(linkat)(AT_FDCWD, place->path, disk.kept_folder, name, 0) == 0;
}

/* Removes the hidden link to a file whose names are settled. What was written to a file without a name is
   lost anyway. */
static void stop_keeping(struct disk_node *node) {
    if (!node->is_kept) return;
    char name[24];
    struct stat status;
    disk_kept_name(node->inode, name);
    bool has_writes = node->write_count > 0
        && fstatat(disk.kept_folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
    if (has_writes && status.st_nlink == 1) disk_settle_writes(node);
    REAL(unlinkat)(disk.kept_folder, name, 0);
    node->is_kept = false;
}

/* ---- Recording ---- */

static bool is_rename(const struct disk_change *change, const struct disk_node *node) {
    return change->entries[0].before == node || change->entries[1].before == node;
}

static void refer(struct disk_change *change, struct disk_entry *entry) {
    entry->name = strdup(entry->name);
    disk_node_refer(entry->folder);
    disk_node_refer(entry->before);
    disk_node_refer(entry->after);
    if (entry->before) entry->before->removals++;
    struct disk_node *new = entry->after;
    if (new && !new->creation && !is_rename(change, new)) new->creation = change;
}

static void append(struct disk_change *change) {
    change->number = ++number;
    change->previous = last;
    *(last ? &last->next : &first) = change;
    last = change;
    count++;
}

static void release_entry(struct disk_change *change, struct disk_entry *entry) {
    if (entry->after && entry->after->creation == change) entry->after->creation = NULL;
    if (entry->before && --entry->before->removals == 0) stop_keeping(entry->before);
    disk_node_release(entry->before);
    disk_node_release(entry->after);
    disk_node_release(entry->folder);
    free((char *)entry->name);
}

static void settle(struct disk_change *change) {
    *(change->previous ? &change->previous->next : &first) = change->next;
    *(change->next ? &change->next->previous : &last) = change->previous;
    count--;
    for (int index = 0; index < change->count; index++) release_entry(change, &change->entries[index]);
    free(change);
}

static void record(const struct disk_entry *entries, int entry_count) {
    struct disk_change *change = calloc(1, sizeof *change);
    if (!change) simulated_fail("no memory");
    for (int index = 0; index < entry_count; index++) {
        if (entries[index].before != entries[index].after && entries[index].folder)
            change->entries[change->count++] = entries[index];
    }
    if (change->count == 0) return free(change);
    for (int index = 0; index < change->count; index++) refer(change, &change->entries[index]);
    append(change);
    if (count > MOST_CHANGES) settle(first);
}

static void finish(struct disk_entry *entry, const struct disk_place *place, bool is_done) {
    entry->after = is_done ? disk_node_at(place->path) : entry->before;
    disk_node_refer(entry->after);
    if (is_done && entry->after) disk_node_move(entry->after, place->relative);
}

static void forget(struct disk_entry *entry) {
    if (entry->before && entry->before->removals == 0) stop_keeping(entry->before);
    disk_node_release(entry->after);
    disk_node_release(entry->before);
    disk_node_release(entry->folder);
}

int disk_changed(struct disk_entry *entries, const struct disk_place *places, int entry_count, int result) {
    int error = errno;
    for (int index = 0; index < entry_count; index++) finish(&entries[index], &places[index], result >= 0);
    if (disk_is_inside()) record(entries, entry_count);
    for (int index = 0; index < entry_count; index++) forget(&entries[index]);
    errno = error;
    return result;
}

/* ---- Settling ---- */

static void choose(struct disk_change *change) {
    if (change) change->is_chosen = true;
}

/* Chooses what must be on the disk if a change is: earlier changes of its folders, and their own names. */
static void choose_before(const struct disk_change *change) {
    for (int index = 0; index < change->count; index++) {
        struct disk_node *folder = change->entries[index].folder;
        choose(folder->creation);
        if (folder->limit < change->number) folder->limit = change->number;
    }
}

static bool is_below_limit(const struct disk_change *change) {
    for (int index = 0; index < change->count; index++) {
        if (change->number <= change->entries[index].folder->limit) return true;
    }
    return false;
}

/* From the newest to the oldest: a change is needed by later ones only. */
static void choose_needed(void) {
    for (struct disk_change *change = last; change; change = change->previous) {
        if (is_below_limit(change)) choose(change);
        if (change->is_chosen) choose_before(change);
    }
}

static void clear_limits(void) {
    for (struct disk_change *change = first; change; change = change->next) {
        for (int index = 0; index < change->count; index++) change->entries[index].folder->limit = 0;
    }
}

static void settle_chosen(void) {
    for (struct disk_change *change = first, *next; change; change = next) {
        next = change->next;
        if (change->is_chosen) settle(change);
    }
}

uint64_t disk_count_changes(void) { return number; }

void disk_settle_names(struct disk_node *node, uint64_t change_number) {
    if (count == 0 || (!S_ISDIR(node->mode) && !node->creation)) return;
    clear_limits();
    disk_node_refer(node);
    node->limit = S_ISDIR(node->mode) ? change_number : 0;
    choose(node->creation);
    choose_needed();
    settle_chosen();
    disk_node_release(node);
}

void disk_settle_all_names(void) {
    while (first) settle(first);
}
