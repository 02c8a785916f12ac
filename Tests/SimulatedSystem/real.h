#pragma once

/* Returns a function of the C library that this target replaces; works before `main`. */
void *simulated_real(const char *name);

/* A function of the real libcurl, which is loaded if necessary. */
void *simulated_real_curl(const char *name);

/* The real function NAME, looked up once. */
#define REAL(name)                                                       \
    ({                                                                   \
        static __typeof__(&name) found;                                  \
        if (!found) found = (__typeof__(&name))simulated_real(#name);    \
        found;                                                           \
    })
