#include "disk.h"

/* Finds the paths below the root. */

bool disk_is_shared_memory(const char *path) {
    static const char suffix[] = "-shm";
    size_t length = strlen(path);
    return length >= sizeof suffix - 1 && strcmp(path + length - (sizeof suffix - 1), suffix) == 0;
}

static bool is_below_root(const char *path) {
    return strncmp(path, disk.root, disk.root_length) == 0
        && (path[disk.root_length] == '/' || path[disk.root_length] == 0);
}

/* Appends the components of a path without those that are empty or ".". Returns false if there is no room. */
static bool append(char *to, size_t length, const char *path) {
    while (*path) {
        size_t component = strcspn(path, "/");
        bool is_needed = component > 0 && !(component == 1 && path[0] == '.');
        if (is_needed) {
            if (length + component + 2 > PATH_MAX) return false;
            to[length++] = '/';
            memcpy(to + length, path, component);
            length += component;
        }
        path += component + (path[component] == '/');
    }
    to[length] = 0;
    return true;
}

/* The path of a folder; its length, or 0 if it has none. */
static size_t path_of(int folder, char path[PATH_MAX]) {
    if (folder == AT_FDCWD) return getcwd(path, PATH_MAX) ? strlen(path) : 0;
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    return length > 0 ? (size_t)length : 0;
}

bool disk_find(struct disk_place *place, int folder, const char *path) {
    if (!disk.root_length || !path || !*path) return false;
    bool is_absolute = path[0] == '/';
    size_t length = is_absolute ? 0 : path_of(folder, place->path);
    if (!is_absolute && length == 0) return false;
    if (!append(place->path, length, path)) return false;
    if (!is_below_root(place->path) || disk_is_shared_memory(place->path)) return false;
    bool is_root = place->path[disk.root_length] == 0;
    place->relative = place->path + disk.root_length + !is_root;
    return true;
}
