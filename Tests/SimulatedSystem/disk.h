#pragma once
/* The parts of the simulated disk. The real files always have what a running process sees; the parts below
   keep what a power cut needs to take changes back that are not yet on the disk. */

#include "system.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

/* The number of bytes that a disk writes as a whole. */
enum { SECTOR = 512 };

enum { SAME_SIZE = -1 };

/* A write or a truncation that is not yet on the disk. */
struct disk_write {
    off_t offset;
    size_t length;
    /* The size of the file before; SAME_SIZE if the write did not change it. */
    off_t size;
    /* Where the replaced bytes begin in the bytes of the node, and their number; after them there were
       none. */
    size_t bytes, byte_count;
    bool is_truncation;
};

/* A file, directory or symbolic link below the root. */
struct disk_node {
    uint64_t inode;
    /* The number of a directory that a power cut brought back. */
    uint64_t new_inode;
    mode_t mode;
    /* The path below the root by which it was last opened or renamed; NULL if it was not. */
    char *path;
    struct disk_node *same_hash;
    /* All nodes in the order of their first use: numbers of inodes differ from run to run. */
    struct disk_node *previous, *next;
    /* The number of descriptors and of entries of pending changes that refer to it. */
    int references;
    /* The number of pending changes that take a name from it. */
    int removals;
    /* Whether the folder of kept files has a link to it. */
    bool is_kept;
    /* The pending change that gave it its first name. */
    struct disk_change *creation;

    /* Pending writes, from the oldest to the newest. */
    struct disk_write *writes;
    size_t write_count, write_room;
    /* The bytes that they replaced. */
    unsigned char *bytes;
    size_t byte_count, byte_room;
    /* The number of bytes that they wrote. */
    size_t dirty;
    /* The number of writes that are settled. */
    uint64_t settled;

    /* A number of a change, while changes are chosen. */
    uint64_t limit;
    /* A descriptor, while a power cut is simulated; otherwise -1. */
    int handle;
};

/* A name in a directory, and what has this name before and after a change; NULL is nothing. */
struct disk_entry {
    struct disk_node *folder;
    const char *name;
    struct disk_node *before, *after;
};

/* A path below the root. */
struct disk_place {
    char path[PATH_MAX];
    const char *relative;
};

/* How much a power cut takes away. */
enum disk_loss { LOSE_SOME, LOSE_NOTHING, LOSE_ALL };

/* ---- The disk (disk.c) ---- */

struct disk {
    char root[PATH_MAX];
    size_t root_length;
    dev_t device;
    /* A folder beside the root: hard links to what lost its name, but could get it back. */
    char kept[PATH_MAX];
    int kept_folder;
};
extern struct disk disk;

/* Whether the process is inside and has a disk. */
bool disk_is_inside(void);
/* Asks the simulation for permission. Returns whether the operation may begin; otherwise sets `errno`. */
bool disk_allows(enum simulated_operation operation, const char *path, size_t bytes);
/* Asks the simulation for permission to write; returns its error, and how many bytes to write. */
int disk_judge_write(const char *path, size_t *bytes);
/* Forgets all that is pending, after the process has ended. */
void disk_forget(void);

/* ---- Paths (disk_places.c) ---- */

/* Finds a path relative to a folder; returns false if it is not below the root, or not to be recorded. */
bool disk_find(struct disk_place *place, int folder, const char *path);
/* Whether a path names the shared memory of SQLite, which no power cut preserves. */
bool disk_is_shared_memory(const char *path);

/* ---- Nodes and descriptors (disk_nodes.c) ---- */

/* The node of a file, made if it is new; NULL if the file is on another device. */
struct disk_node *disk_node(const struct stat *status);
/* The node at a path, which is not followed if it is a symbolic link; NULL if there is none. */
struct disk_node *disk_node_at(const char *path);
/* The node of a file if it has one. */
struct disk_node *disk_known(uint64_t inode);
/* The node of an open descriptor; NULL if it is not below the root. */
struct disk_node *disk_opened(int descriptor);
/* The same if it is a regular file. */
struct disk_node *disk_opened_file(int descriptor);
struct disk_node *disk_first_node(void);
void disk_node_refer(struct disk_node *node);
/* The node is freed if nothing needs it any more. */
void disk_node_release(struct disk_node *node);
void disk_node_move(struct disk_node *node, const char *path);
void disk_free_nodes(void);
void disk_attach(int descriptor, const struct disk_place *place, int flags);
void disk_detach(int descriptor);
/* The descriptor refers to the same file as another one. */
void disk_share(int descriptor, int other);
bool disk_appends(int descriptor);
void disk_set_flags(int descriptor, int flags);

/* ---- Writes (disk_writes.c, disk_sectors.c) ---- */

/* Keeps what a write is about to replace. */
void disk_keep_bytes(int descriptor, off_t offset, size_t length);
/* Keeps what a change of the size is about to remove. */
void disk_keep_end(int descriptor, off_t size);
/* All writes to a file are on the disk. */
void disk_settle_writes(struct disk_node *node);
/* Returns the number of writes to a file so far. */
uint64_t disk_count_writes(const struct disk_node *node);
/* Settles the writes up to this number: synchronizing takes time, in which more may follow. */
void disk_settle_writes_until(struct disk_node *node, uint64_t write_number);
/* Chooses which writes are lost, and takes them back in the file, which is open. */
void disk_undo_writes(struct disk_node *node, int descriptor, enum disk_loss loss);

/* ---- Names (disk_names.c, disk_undo.c) ---- */

struct disk_change {
    /* In the order of the changes. */
    uint64_t number;
    struct disk_change *previous, *next;
    /* Whether it is chosen: to be on the disk, or to be lost. */
    bool is_chosen;
    /* The entries change together. */
    int count;
    struct disk_entry entries[2];
};

/* The entry of a place before a change; `disk_changed` must follow. */
struct disk_entry disk_entry(const struct disk_place *place);
/* Before a change from outside of the process, which is on the disk at once: so is all before it. */
void disk_prepare_outside(const struct disk_entry *entry);
/* Keeps a file that is about to lose a name. */
void disk_keep_file(const struct disk_entry *entry, const struct disk_place *place);
/* Records what a call has changed; returns its result, and keeps `errno`. */
int disk_changed(struct disk_entry *entries, const struct disk_place *places, int count, int result);
/* Settles the changes of a directory up to this number, or the first name of a new file. */
void disk_settle_names(struct disk_node *node, uint64_t change_number);
void disk_settle_all_names(void);
struct disk_change *disk_first_change(void);
struct disk_change *disk_last_change(void);
/* Returns the number of changes so far. */
uint64_t disk_count_changes(void);
/* The name of a file in the folder of kept files. */
const char *disk_kept_name(uint64_t inode, char name[24]);
/* Chooses which changes are lost, and takes them back. */
void disk_undo_names(enum disk_loss loss);

/* ---- Trees (disk_trees.c, disk_cut.c) ---- */

/* Calls a function with each path of a tree and its status, parents first. */
void disk_each(const char *root, void (*visit)(const char *path, const struct stat *status));
/* Removes what a directory contains. */
void disk_empty(const char *folder);
void disk_remove_tree(const char *folder);
/* Copies a tree to a new one, with modes, times and links. */
void disk_copy_tree(const char *from, const char *to);
