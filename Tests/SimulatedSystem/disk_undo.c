#include "disk.h"

/* What a power cut leaves of the pending changes of directories: in each directory, the first ones. A change
   of two directories happened in both or in neither. */

static size_t changes_in(const struct disk_node *folder) {
    size_t count = 0;
    for (struct disk_change *change = disk_first_change(); change; change = change->next) {
        count += change->entries[0].folder == folder
            || (change->count > 1 && change->entries[1].folder == folder);
    }
    return count;
}

/* The number of the last of the first `count` changes in a folder. */
static uint64_t limit_of(const struct disk_node *folder, size_t count) {
    uint64_t limit = 0;
    for (struct disk_change *change = disk_first_change(); change && count > 0; change = change->next) {
        bool is_here = change->entries[0].folder == folder
            || (change->count > 1 && change->entries[1].folder == folder);
        if (!is_here) continue;
        limit = change->number;
        count--;
    }
    return limit;
}

static void choose_limits(enum disk_loss loss) {
    for (struct disk_node *node = disk_first_node(); node; node = node->next) {
        node->limit = 0;
        size_t count = S_ISDIR(node->mode) ? changes_in(node) : 0;
        if (loss == LOSE_SOME && count > 0) node->limit = limit_of(node, simulated_random_below(count + 1));
    }
}

/* Whether a change is later than what is kept of its folders, or in a folder that is lost itself. */
static bool cannot_remain(const struct disk_change *change) {
    for (int index = 0; index < change->count; index++) {
        const struct disk_node *folder = change->entries[index].folder;
        if (change->number > folder->limit) return true;
        if (folder->creation && folder->creation->is_chosen) return true;
    }
    return false;
}

/* A lost change takes the later ones of its folders with it. */
static void lose(struct disk_change *change) {
    change->is_chosen = true;
    for (int index = 0; index < change->count; index++) {
        struct disk_node *folder = change->entries[index].folder;
        if (folder->limit >= change->number) folder->limit = change->number - 1;
    }
}

static void choose_lost(void) {
    for (struct disk_change *change = disk_first_change(); change; change = change->next) {
        if (cannot_remain(change)) lose(change);
    }
}

/* ---- Taking back ---- */

static uint64_t inode_at(int folder, const char *name) {
    struct stat status;
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status.st_ino : 0;
}

/* Takes a name from a file or directory, and keeps it aside: an earlier change may have given it another
   name. */
static void take(int folder, const char *name, const struct disk_node *node) {
    char kept[24];
    disk_kept_name(node->inode, kept);
    if (S_ISDIR(node->mode)) {
        REAL(renameat)(folder, name, disk.kept_folder, kept);
        return;
    }
    REAL(linkat)(folder, name, disk.kept_folder, kept, 0);
    REAL(unlinkat)(folder, name, 0);
}

/* Makes a directory again that the process removed. It was empty; earlier changes give it its content. */
static void make_again(int folder, const char *name, struct disk_node *node) {
    if (REAL(mkdirat)(folder, name, node->mode & 07777) != 0) simulated_fail("cannot make a directory again");
    REAL(fchmodat)(folder, name, node->mode & 07777, 0);
    node->handle = REAL(openat)(folder, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    node->new_inode = inode_at(folder, name);
}

static void give(int folder, const char *name, struct disk_node *node) {
    char kept[24];
    disk_kept_name(node->inode, kept);
    if (!S_ISDIR(node->mode))
        REAL(linkat)(disk.kept_folder, kept, folder, name, 0);
    else if (REAL(renameat)(disk.kept_folder, kept, folder, name) != 0)
        make_again(folder, name, node);
}

static bool has_name(int folder, const char *name, const struct disk_node *node) {
    uint64_t expected = !node ? 0 : node->new_inode ? node->new_inode : node->inode;
    return inode_at(folder, name) == expected;
}

/* All names are taken before one is given: two files may have exchanged theirs. What was changed again from
   outside stays. */
static void take_back(const struct disk_change *change) {
    bool is_there[2] = {false, false};
    for (int index = 0; index < change->count; index++) {
        const struct disk_entry *entry = &change->entries[index];
        int folder = entry->folder->handle;
        is_there[index] = folder >= 0 && has_name(folder, entry->name, entry->after);
        if (is_there[index] && entry->after) take(folder, entry->name, entry->after);
    }
    for (int index = 0; index < change->count; index++) {
        const struct disk_entry *entry = &change->entries[index];
        if (is_there[index] && entry->before) give(entry->folder->handle, entry->name, entry->before);
    }
}

static void open_folder(const char *path, const struct stat *status) {
    struct disk_node *node = S_ISDIR(status->st_mode) ? disk_known(status->st_ino) : NULL;
    if (node) node->handle = REAL(open)(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void close_folders(void) {
    for (struct disk_node *node = disk_first_node(); node; node = node->next) {
        if (node->handle >= 0) REAL(close)(node->handle);
        node->handle = -1;
    }
}

void disk_undo_names(enum disk_loss loss) {
    if (loss == LOSE_NOTHING) return;
    choose_limits(loss);
    choose_lost();
    disk_each(disk.root, open_folder);
    for (struct disk_change *change = disk_last_change(); change; change = change->previous) {
        if (change->is_chosen) take_back(change);
    }
    close_folders();
}
