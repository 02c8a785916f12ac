#pragma once
#include <spawn.h>

/* Limits the calling process for good: its memory to so many bytes of address space beyond what it has mapped, its
   processor time to so many seconds, no core dump, no new file descriptor, no file, and only the system calls that
   computing, memory, reading and writing need. The descriptors 0 and 1 stay usable; if there are others, it fails
   with EMFILE. Returns 0, or the number of the error. */
int almanac_confine(unsigned long memory, unsigned seconds);

/* Makes a pipe whose two ends are closed by execve(2), see pipe2(2); Swift's Glibc does not declare that function.
   Returns 0, or the number of the error. */
int almanac_pipe(int *reading, int *writing);

/* Makes a program that is started close its descriptors from this number on, see
   posix_spawn_file_actions_addclosefrom_np(3), which Swift's Glibc does not declare. Returns 0, or the number of the
   error. */
int almanac_add_close_from(posix_spawn_file_actions_t *actions, int first);

/* Kills the calling process when it has used so many milliseconds of processor time from now on; 0 withdraws this.
   Returns 0, or the number of the error. */
int almanac_limit_time(unsigned milliseconds);

/* The same for time that the process itself computes, beside that limit; the kernel's time does not count. */
int almanac_limit_computing(unsigned milliseconds);
