/* The confinement of a process that computes with data that nobody has checked: seccomp(2) with a list of the few
   permitted system calls, and setrlimit(2). Neither needs a privilege. */

#define _GNU_SOURCE
#include "CConfinement.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv)
#define ARCHITECTURE AUDIT_ARCH_RISCV64
#else
#error "the number of this architecture is not known, see linux/audit.h"
#endif

#define FIELD(name) offsetof(struct seccomp_data, name)
#define LOAD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, FIELD(name))
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, (value))
#define PERMIT(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), ANSWER(SECCOMP_RET_ALLOW)

/* Memory that can be executed is refused (PROT_EXEC in the third argument); so is everything that opens, connects,
   creates, signals or starts anything. An unknown call fails with EPERM instead of killing: libraries try some. */
static struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    PERMIT(read),
    PERMIT(write),
    PERMIT(brk),
    PERMIT(munmap),
    PERMIT(mremap),
    PERMIT(madvise),
    PERMIT(futex),
    PERMIT(getrandom),
    PERMIT(clock_gettime),
    PERMIT(setitimer),
    PERMIT(rt_sigreturn),
    PERMIT(rt_sigprocmask),
    PERMIT(exit),
    PERMIT(exit_group),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 2, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 1, 0),
    ANSWER(SECCOMP_RET_ERRNO | EPERM),
    LOAD(args[2]),
    BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, 4, 0, 1),
    ANSWER(SECCOMP_RET_ERRNO | EPERM),
    ANSWER(SECCOMP_RET_ALLOW),
};

static int limit(__rlimit_resource_t resource, rlim_t soft, rlim_t hard) {
    struct rlimit value = {.rlim_cur = soft, .rlim_max = hard};
    return setrlimit(resource, &value) == 0 ? 0 : errno;
}

/* Returns the number of bytes of address space that the process has mapped, statm(5); 0 if it cannot be read. */
static rlim_t mapped(void) {
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%lu", &pages) != 1) pages = 0;
    fclose(file);
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

/* Returns 0 if the process has no descriptor but standard input and output, otherwise EMFILE or another error. */
static int check_descriptors(void) {
    DIR *folder = opendir("/proc/self/fd");
    if (!folder) return errno;
    int error = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        int number = atoi(entry->d_name);
        if (number > STDOUT_FILENO && number != dirfd(folder)) error = EMFILE;
    }
    closedir(folder);
    return error;
}

int almanac_confine(unsigned long memory, unsigned seconds) {
    struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
    rlim_t space = mapped();
    int error = space == 0 ? ENOENT : check_descriptors();
    if (!error) error = limit(RLIMIT_AS, space + memory, space + memory);
    if (!error) error = limit(RLIMIT_CPU, seconds, seconds);
    if (!error) error = limit(RLIMIT_CORE, 0, 0);
    if (!error) error = limit(RLIMIT_FSIZE, 0, 0);
    if (!error) error = limit(RLIMIT_NOFILE, 0, 0);
    if (error) return error;
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return errno;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
}

static int limit_time(int timer, unsigned milliseconds) {
    struct itimerval value = {.it_value = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000}};
    return setitimer(timer, &value, NULL) == 0 ? 0 : errno;
}

int almanac_limit_time(unsigned milliseconds) {
    return limit_time(ITIMER_PROF, milliseconds);
}

int almanac_limit_computing(unsigned milliseconds) {
    return limit_time(ITIMER_VIRTUAL, milliseconds);
}

int almanac_pipe(int *reading, int *writing) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return errno;
    *reading = ends[0];
    *writing = ends[1];
    return 0;
}

int almanac_add_close_from(posix_spawn_file_actions_t *actions, int first) {
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
