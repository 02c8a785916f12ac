#pragma once

/* Limits the calling process for good: its memory to so many bytes of address space beyond what it has mapped, its
   processor time to so many seconds, no core dump, no new file descriptor, no file, and only the system calls that
   computing, memory, reading and writing need. A descriptor that is open stays usable. Returns 0, or the number of the
   error. */
int almanac_confine(unsigned long memory, unsigned seconds);

/* Makes a pipe whose two ends are closed by execve(2), see pipe2(2); Swift's Glibc does not declare that function.
   Returns 0, or the number of the error. */
int almanac_pipe(int *reading, int *writing);

/* Kills the calling process when it has used so many milliseconds of processor time from now on; 0 withdraws this.
   Returns 0, or the number of the error. */
int almanac_limit_time(unsigned milliseconds);
