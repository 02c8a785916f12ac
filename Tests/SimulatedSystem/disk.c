#include "disk.h"

struct disk disk = {.kept_folder = -1};

int (*simulated_disk_operation)(
    enum simulated_operation operation, const char *path, size_t bytes, size_t *done
);

bool disk_is_inside(void) { return disk.root_length && simulated_is_inside(); }

/* A path beside the root, on the same file system, so that files can be linked and renamed. */
static void name_beside(char path[PATH_MAX], const char *suffix) {
    if (snprintf(path, PATH_MAX, "%s%s", disk.root, suffix) >= PATH_MAX)
        simulated_fail("the root has a long path");
}

static void open_kept(void) {
    name_beside(disk.kept, ".kept");
    disk_remove_tree(disk.kept);
    if (disk.kept_folder >= 0) REAL(close)(disk.kept_folder);
    if (REAL(mkdir)(disk.kept, 0700) != 0) simulated_fail("cannot make a folder beside the root");
    disk.kept_folder = REAL(open)(disk.kept, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

void simulated_disk(const char *root) {
    disk_forget();
    char found[PATH_MAX];
    /* Paths are compared as text. */
    if (!realpath(root, found) || strcmp(root, found) != 0) simulated_fail("the root is no canonical path");
    struct stat status;
    if (stat(root, &status) != 0) simulated_fail("the root does not exist");
    disk.device = status.st_dev;
    disk.root_length = strlen(root);
    memcpy(disk.root, root, disk.root_length + 1);
    open_kept();
}

void disk_forget(void) {
    for (int descriptor = 0; descriptor < MOST_DESCRIPTORS; descriptor++) disk_detach(descriptor);
    for (struct disk_node *node = disk_first_node(); node; node = node->next) disk_settle_writes(node);
    disk_settle_all_names();
    disk_free_nodes();
}

/* The process was killed, and its descriptors will be closed: what it wrote is still pending. */
void simulated_disk_forget(void) {
    for (int descriptor = 0; descriptor < MOST_DESCRIPTORS; descriptor++) disk_detach(descriptor);
}

static int judge(enum simulated_operation operation, const char *path, size_t bytes, size_t *done) {
    if (!simulated_disk_operation || !disk_is_inside()) return 0;
    /* Another thread may rename the file meanwhile. */
    char copy[PATH_MAX];
    size_t length = path ? strlen(path) : 0;
    memcpy(copy, path ? path : "", length + 1);
    return simulated_disk_operation(operation, copy, bytes, done);
}

bool disk_allows(enum simulated_operation operation, const char *path, size_t bytes) {
    size_t done = bytes;
    int error = judge(operation, path, bytes, &done);
    if (error) errno = error;
    return error == 0;
}

int disk_judge_write(const char *path, size_t *bytes) {
    size_t done = *bytes;
    int error = judge(SIMULATED_WRITE, path, *bytes, &done);
    bool is_part = done < *bytes;
    if (error && !is_part) done = 0;
    if (!error && !is_part) done = *bytes;
    *bytes = done;
    return error;
}
