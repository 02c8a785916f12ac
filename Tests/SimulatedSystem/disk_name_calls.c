#include "disk.h"

/* Calls that change directories. */

/* A change of one name: the call, and what it needs. */
struct call {
    struct disk_place place;
    struct disk_entry entry;
};

static bool begin(struct call *call, enum simulated_operation operation) {
    if (!disk_allows(operation, call->place.relative, 0)) return false;
    call->entry = disk_entry(&call->place);
    disk_prepare_outside(&call->entry);
    if (operation == SIMULATED_REMOVE) disk_keep_file(&call->entry, &call->place);
    return true;
}

static int end(struct call *call, int result) { return disk_changed(&call->entry, &call->place, 1, result); }

int unlinkat(int folder, const char *path, int flags) {
    struct call call;
    if (!disk_find(&call.place, folder, path)) return REAL(unlinkat)(folder, path, flags);
    if (!begin(&call, SIMULATED_REMOVE)) return -1;
    return end(&call, REAL(unlinkat)(AT_FDCWD, call.place.path, flags));
}

int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int remove(const char *path) {
    struct stat status;
    if (lstat(path, &status) != 0) return -1;
    return unlinkat(AT_FDCWD, path, S_ISDIR(status.st_mode) ? AT_REMOVEDIR : 0);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    struct call call;
    if (!disk_find(&call.place, folder, path)) return REAL(mkdirat)(folder, path, mode);
    /* A directory that exists needs no disk. */
    if (REAL(faccessat)(AT_FDCWD, call.place.path, F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return -1;
    }
    if (!begin(&call, SIMULATED_CREATE)) return -1;
    return end(&call, REAL(mkdirat)(AT_FDCWD, call.place.path, mode));
}

int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }

int symlinkat(const char *target, int folder, const char *path) {
    struct call call;
    if (!disk_find(&call.place, folder, path)) return REAL(symlinkat)(target, folder, path);
    if (!begin(&call, SIMULATED_CREATE)) return -1;
    return end(&call, REAL(symlinkat)(target, AT_FDCWD, call.place.path));
}

int symlink(const char *target, const char *path) { return symlinkat(target, AT_FDCWD, path); }

int linkat(int from_folder, const char *from, int folder, const char *path, int flags) {
    struct call call;
    if (!disk_find(&call.place, folder, path)) return REAL(linkat)(from_folder, from, folder, path, flags);
    if (!begin(&call, SIMULATED_CREATE)) return -1;
    return end(&call, REAL(linkat)(from_folder, from, AT_FDCWD, call.place.path, flags));
}

int link(const char *from, const char *path) { return linkat(AT_FDCWD, from, AT_FDCWD, path, 0); }

/* ---- Renaming: one name or two, of one directory or two ---- */

struct renaming {
    struct disk_place places[2];
    struct disk_entry entries[2];
    int count;
};

static void find(struct renaming *renaming, int folder, const char *path) {
    renaming->count += disk_find(&renaming->places[renaming->count], folder, path);
}

static void prepare(struct renaming *renaming) {
    for (int index = 0; index < renaming->count; index++) {
        renaming->entries[index] = disk_entry(&renaming->places[index]);
        disk_prepare_outside(&renaming->entries[index]);
    }
    /* What is only moved needs no other link. */
    int last = renaming->count - 1;
    disk_keep_file(&renaming->entries[last], &renaming->places[last]);
}

static int rename_any(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    struct renaming renaming = {.count = 0};
    find(&renaming, from_folder, from);
    find(&renaming, to_folder, to);
    if (renaming.count == 0) return REAL(renameat2)(from_folder, from, to_folder, to, flags);
    const struct disk_place *last = &renaming.places[renaming.count - 1];
    if (!disk_allows(SIMULATED_RENAME, last->relative, 0)) return -1;
    prepare(&renaming);
    int result = REAL(renameat2)(from_folder, from, to_folder, to, flags);
    return disk_changed(renaming.entries, renaming.places, renaming.count, result);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags) {
    return rename_any(from_folder, from, to_folder, to, flags);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    return rename_any(from_folder, from, to_folder, to, 0);
}

int rename(const char *from, const char *to) { return rename_any(AT_FDCWD, from, AT_FDCWD, to, 0); }
