#include "disk.h"

/* The end of a process, and of the power. */

static enum disk_loss choose_loss(void) {
    switch (simulated_random_below(8)) {
    case 0: return LOSE_NOTHING;
    case 1: return LOSE_ALL;
    default: return LOSE_SOME;
    }
}

static void open_file(const char *path, const struct stat *status) {
    struct disk_node *node = S_ISREG(status->st_mode) ? disk_known(status->st_ino) : NULL;
    if (!node || node->write_count == 0 || node->handle >= 0) return;
    node->handle = REAL(open)(path, O_RDWR | O_CLOEXEC);
    if (node->handle < 0) simulated_fail("cannot open a file whose writes a power cut takes back");
}

/* Files without a name need nothing: nobody can read them again. */
static void undo_all_writes(enum disk_loss loss) {
    disk_each(disk.root, open_file);
    for (struct disk_node *node = disk_first_node(); node; node = node->next) {
        if (node->handle < 0) continue;
        disk_undo_writes(node, node->handle, loss);
        REAL(close)(node->handle);
        node->handle = -1;
    }
}

static void remove_shared_memory(const char *path, const struct stat *status) {
    if (disk_is_shared_memory(path)) REAL(unlink)(path);
}

/* Exchanges the tree for a copy of it. */
static void renew(void) {
    char fresh[PATH_MAX + 8], old[PATH_MAX + 8];
    snprintf(fresh, sizeof fresh, "%s.fresh", disk.root);
    snprintf(old, sizeof old, "%s.old", disk.root);
    disk_remove_tree(fresh);
    disk_remove_tree(old);
    disk_copy_tree(disk.root, fresh);
    if (REAL(rename)(disk.root, old) != 0 || REAL(rename)(fresh, disk.root) != 0)
        simulated_fail("cannot exchange the root");
    disk_remove_tree(old);
}

void simulated_disk_release(void) {
    disk_forget();
    disk_empty(disk.kept);
    renew();
}

void simulated_disk_power_cut(void) {
    enum disk_loss loss = choose_loss();
    disk_undo_names(loss);
    undo_all_writes(loss);
    disk_each(disk.root, remove_shared_memory);
    simulated_disk_release();
}
