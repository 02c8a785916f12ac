/// System calls that fail on demand, for separate test processes: the kernel refuses them (seccomp(2)).
#ifndef C_FAULTY_CALLS_H
#define C_FAULTY_CALLS_H

#include <sys/syscall.h>

/// The system calls that can fail.
enum faulty_call {
    faulty_call_open = SYS_openat,
    faulty_call_fsync = SYS_fsync,
    faulty_call_fchmod = SYS_fchmod,
    /// fstat(2) and stat(2), as the C library makes them.
    faulty_call_stat = SYS_newfstatat,
    faulty_call_socket = SYS_socket,
    faulty_call_bind = SYS_bind,
    /// epoll_ctl(2), whose third argument is a descriptor.
    faulty_call_epoll = SYS_epoll_ctl,
    /// The start of a thread; the third argument means nothing.
    faulty_call_thread = SYS_clone3,
};

/// Makes a system call fail with an error number from now on, for the calling thread only.
///
/// `options` limits this to calls whose third argument, the options of openat(2), has that value; -1 for any.
/// Returns 0, or -1 with `errno`.
int faulty_call_fails(enum faulty_call call, int error, int options);

#endif
