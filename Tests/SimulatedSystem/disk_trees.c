#include "disk.h"

#include <dirent.h>
#include <ftw.h>

/* Trees of files. The functions of the C library that are used here do not call those that are replaced. */

enum { DESCRIPTORS = 32 };

static void (*visitor)(const char *path, const struct stat *status);

static int visit(const char *path, const struct stat *status, int kind, struct FTW *place) {
    visitor(path, status);
    return 0;
}

void disk_each(const char *root, void (*function)(const char *path, const struct stat *status)) {
    visitor = function;
    nftw(root, visit, DESCRIPTORS, FTW_PHYS);
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place) {
    return REAL(remove)(path);
}

void disk_remove_tree(const char *folder) { nftw(folder, remove_one, DESCRIPTORS, FTW_PHYS | FTW_DEPTH); }

static int remove_content(const char *path, const struct stat *status, int kind, struct FTW *place) {
    return place->level > 0 ? REAL(remove)(path) : 0;
}

void disk_empty(const char *folder) { nftw(folder, remove_content, DESCRIPTORS, FTW_PHYS | FTW_DEPTH); }

/* ---- Copies ---- */

/* A copied file that has several names. */
struct linked {
    ino_t inode;
    char *copy;
};
static struct linked *linked;
static size_t linked_count;

static void copy_one(const char *from, const char *to);

static void fail(const char *path) {
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    simulated_fail("cannot copy a tree");
}

static void copy_bytes(const char *from, const char *to, size_t size) {
    int source = REAL(open)(from, O_RDONLY | O_CLOEXEC);
    int target = REAL(open)(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (source < 0 || target < 0) fail(to);
    while (size > 0) {
        ssize_t count = REAL(copy_file_range)(source, NULL, target, NULL, size, 0);
        if (count <= 0) fail(to);
        size -= (size_t)count;
    }
    REAL(close)(source);
    REAL(close)(target);
}

/* Returns whether another name of the file is copied already. */
static bool link_copy(const struct stat *status, const char *to) {
    for (size_t index = 0; index < linked_count; index++) {
        if (linked[index].inode == status->st_ino) return REAL(link)(linked[index].copy, to) == 0;
    }
    linked = realloc(linked, (linked_count + 1) * sizeof *linked);
    linked[linked_count++] = (struct linked){status->st_ino, strdup(to)};
    return false;
}

static void copy_folder(const char *from, const char *to) {
    struct dirent **entries;
    int count = scandir(from, &entries, NULL, alphasort);
    if (REAL(mkdir)(to, 0700) != 0 || count < 0) fail(to);
    for (int index = 0; index < count; index++) {
        const char *name = entries[index]->d_name;
        char source[PATH_MAX], target[PATH_MAX];
        if (snprintf(source, PATH_MAX, "%s/%s", from, name) >= PATH_MAX) fail(from);
        if (snprintf(target, PATH_MAX, "%s/%s", to, name) >= PATH_MAX) fail(to);
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) copy_one(source, target);
        free(entries[index]);
    }
    free(entries);
}

static void copy_symbolic_link(const char *from, const char *to) {
    char target[PATH_MAX];
    ssize_t length = readlink(from, target, PATH_MAX - 1);
    target[length > 0 ? length : 0] = 0;
    if (length < 0 || REAL(symlink)(target, to) != 0) fail(to);
}

static void copy_attributes(const struct stat *status, const char *to) {
    struct timespec times[2] = {status->st_atim, status->st_mtim};
    bool is_own = status->st_uid == geteuid() && status->st_gid == getegid();
    if (!is_own && lchown(to, status->st_uid, status->st_gid) != 0) fail(to);
    if (!S_ISLNK(status->st_mode) && chmod(to, status->st_mode & 07777) != 0) fail(to);
    utimensat(AT_FDCWD, to, times, AT_SYMLINK_NOFOLLOW);
}

static void copy_one(const char *from, const char *to) {
    struct stat status;
    if (lstat(from, &status) != 0) fail(from);
    bool is_folder = S_ISDIR(status.st_mode), is_file = S_ISREG(status.st_mode),
        is_link = S_ISLNK(status.st_mode);
    /* A listening socket stays connected to its name. */
    if (!is_folder && !is_file && !is_link && REAL(link)(from, to) == 0) return;
    if (is_file && status.st_nlink > 1 && link_copy(&status, to)) return;
    if (is_folder) copy_folder(from, to);
    if (is_file) copy_bytes(from, to, (size_t)status.st_size);
    if (is_link) copy_symbolic_link(from, to);
    copy_attributes(&status, to);
}

void disk_copy_tree(const char *from, const char *to) {
    copy_one(from, to);
    for (size_t index = 0; index < linked_count; index++) free(linked[index].copy);
    free(linked);
    linked = NULL;
    linked_count = 0;
}
