#define _GNU_SOURCE
#include "real.h"
#include "transport.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* dlopen(3) and dlsym(3), which give the process the simulated functions of libcurl, and everything else
   unchanged.

   Both look at their caller: RTLD_NEXT continues after the library that calls. Therefore they jump to the
   real function instead of calling it, so that it sees the same caller. A sanitizer calls them before its own
   memory is there. */

#define UNCHECKED __attribute__((no_sanitize("address")))
#if defined(__clang__)
#define JUMPS UNCHECKED
#define JUMP __attribute__((musttail)) return
#else
#define JUMPS UNCHECKED __attribute__((optimize("O2")))
#define JUMP return
#endif

typedef void *(*find_function)(void *restrict, const char *restrict);
typedef void *(*open_function)(const char *, int);

static find_function real_find;
static open_function real_open;
static void *real_curl;

UNCHECKED static void *require(void *found, const char *name) {
    if (found) return found;
    fprintf(stderr, "the simulated system finds no function %s\n", name);
    abort();
}

/* dlvsym(3) is not replaced, so that it finds the real dlsym(3): by its version in glibc since 2.34, and
   before on x86-64 and ARM. */
UNCHECKED static void find_real_find(void) {
    static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"};
    for (int number = 0; !real_find && number < 3; number++) {
        real_find = (find_function)dlvsym(RTLD_NEXT, "dlsym", versions[number]);
    }
    require((void *)real_find, "dlsym");
}

UNCHECKED void *simulated_real(const char *name) {
    if (!real_find) find_real_find();
    return require(real_find(RTLD_NEXT, name), name);
}

UNCHECKED static void *open_really(const char *name, int flags) {
    if (!real_open) real_open = (open_function)simulated_real("dlopen");
    return real_open(name, flags);
}

void *simulated_real_curl(const char *name) {
    if (!real_curl) real_curl = require(open_really("libcurl.so.4", RTLD_LAZY), "libcurl");
    return require(real_find(real_curl, name), name);
}

UNCHECKED static bool is_curl(const char *path) {
    static const char prefix[] = "libcurl.so";
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *name = slash ? slash + 1 : path;
    return name && strncmp(name, prefix, sizeof prefix - 1) == 0;
}

JUMPS void *dlopen(const char *name, int flags) {
    if (!real_open) real_open = (open_function)simulated_real("dlopen");
    if (is_curl(name)) return real_curl = open_really(name, flags);
    JUMP real_open(name, flags);
}

/* The functions of libcurl, and of the library that encrypts for it, that know neither transfers nor sets of
   them. */
static bool is_pure(const char *name) {
    static const char *const prefixes[] = {
        "curl_url", "curl_free", "curl_slist_", "curl_easy_strerror", "curl_version", "EVP_Q_digest",
    };
    for (size_t number = 0; number < sizeof prefixes / sizeof *prefixes; number++) {
        if (strncmp(name, prefixes[number], strlen(prefixes[number])) == 0) return true;
    }
    return false;
}

static void *find_curl(const char *name) {
    void *found = transport_function(name);
    if (!found && is_pure(name)) found = real_find(real_curl, name);
    return require(found, name);
}

JUMPS void *dlsym(void *restrict handle, const char *restrict name) {
    if (!real_find) find_real_find();
    if (handle && handle == real_curl) return find_curl(name);
    JUMP real_find(handle, name);
}
