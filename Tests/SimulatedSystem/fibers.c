#include "system.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>

/* The threads of the process are fibers on the only thread of the program: one of them runs until it
   waits. */

enum { STACK = 4 << 20, MOST_FIBERS = 256 };

struct fiber {
    ucontext_t context;
    void *stack;
    void *(*body)(void *);
    void *argument;
    void *result;
    struct wait wait;
    bool is_finished, is_detached, is_in_use, was_ready;
    const void *specific[PTHREAD_KEYS_MAX];
};

static struct fiber fibers[MOST_FIBERS];
static struct fiber *current;
static ucontext_t simulation;
static void (*first_body)(void *);
static bool is_open[MOST_DESCRIPTORS];
static int open_count;
static unsigned process;

void simulated_fail(const char *message) {
    fprintf(stderr, "simulation: %s\n", message);
    abort();
}

bool simulated_is_inside(void) { return current != NULL; }
bool simulated_is_loop(void) { return current == &fibers[0]; }
bool simulated_is_running(void) { return fibers[0].is_in_use && !fibers[0].is_finished; }
unsigned simulated_process(void) { return process; }
void *simulated_thread(void) { return current; }

static void leave(void) {
    struct fiber *self = current;
    int error = errno;
    current = NULL;
    swapcontext(&self->context, &simulation);
    errno = error;
}

static void begin(void) {
    struct fiber *self = current;
    self->result = self->body(self->argument);
    self->is_finished = true;
    leave();
    simulated_fail("a thread that ended continues");
}

static bool at_once(void *context) { return true; }

static struct fiber *spawn(void *(*body)(void *), void *argument) {
    struct fiber *fiber = fibers;
    while (fiber->is_in_use) {
        if (++fiber == fibers + MOST_FIBERS) return NULL;
    }
    void *stack = fiber->stack
        ?: mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == MAP_FAILED) return NULL;
    *fiber = (struct fiber){.stack = stack, .body = body, .argument = argument, .is_in_use = true,
                            .wait = {at_once, NULL, INT64_MAX}};
    getcontext(&fiber->context);
    fiber->context.uc_stack.ss_sp = stack;
    fiber->context.uc_stack.ss_size = STACK;
    makecontext(&fiber->context, begin, 0);
    return fiber;
}

static void *run_first(void *context) {
    first_body(context);
    return NULL;
}

void simulated_start(void (*body)(void *), void *context) {
    if (simulated_is_running()) simulated_fail("a process is running");
    process++;
    simulated_begin_turn();
    first_body = body;
    if (spawn(run_first, context) != &fibers[0]) simulated_fail("the first thread is not the first fiber");
}

static bool can_run(struct fiber *fiber) {
    if (!fiber->is_in_use || fiber->is_finished) return false;
    fiber->was_ready = fiber->wait.is_ready && fiber->wait.is_ready(fiber->wait.context);
    return fiber->was_ready || fiber->wait.deadline <= simulated_time();
}

static void release(struct fiber *fiber) { fiber->is_in_use = false; }

bool simulated_step(void) {
    struct fiber *ready[MOST_FIBERS];
    int count = 0;
    for (int index = 0; index < MOST_FIBERS; index++) {
        if (can_run(&fibers[index])) ready[count++] = &fibers[index];
    }
    if (count == 0) return false;
    struct fiber *next = ready[count == 1 ? 0 : simulated_random_below((uint64_t)count)];
    current = next;
    swapcontext(&simulation, &next->context);
    if (next->is_finished && (next->is_detached || next == &fibers[0])) release(next);
    return true;
}

bool simulated_wait(struct wait wait) {
    current->wait = wait;
    leave();
    return current->was_ready;
}

void simulated_wait_until(int64_t moment) {
    if (current) simulated_wait((struct wait){NULL, NULL, moment});
}

int64_t simulated_first_wait(void) {
    int64_t first = INT64_MAX;
    for (int index = 0; index < MOST_FIBERS; index++) {
        struct fiber *fiber = &fibers[index];
        if (fiber->is_in_use && !fiber->is_finished && fiber->wait.deadline < first)
            first = fiber->wait.deadline;
    }
    return first;
}

/* Signals that the process did not receive do not reach the next one. */
static void drop_signals(void) {
    sigset_t all;
    sigfillset(&all);
    struct timespec none = {0, 0};
    while (sigtimedwait(&all, NULL, &none) > 0) {}
}

/* The stack of a killed thread is not used again: objects of the process that are never freed may refer to
   it. */
static void abandon(struct fiber *fiber) {
    if (fiber->is_in_use) *fiber = (struct fiber){0};
}

void simulated_kill(void) {
    if (current) simulated_fail("the process kills itself");
    for (int index = 0; index < MOST_FIBERS; index++) abandon(&fibers[index]);
    drop_signals();
    simulated_clock_forget();
    simulated_network_forget();
    simulated_transport_forget();
    simulated_disk_forget();
    for (int descriptor = 0; descriptor < MOST_DESCRIPTORS; descriptor++) {
        if (is_open[descriptor]) close(descriptor);
    }
    process++;
}

void simulated_note_open(int descriptor) {
    if (!current || descriptor < 0) return;
    if (descriptor >= MOST_DESCRIPTORS) simulated_fail("too many descriptors");
    open_count += !is_open[descriptor];
    is_open[descriptor] = true;
}

int simulated_noted(int descriptor) {
    int error = errno;
    simulated_note_open(descriptor);
    errno = error;
    return descriptor;
}

/* A descriptor that systemd passed belongs to the process, too. */
void simulated_adopt(int descriptor) {
    open_count += !is_open[descriptor];
    is_open[descriptor] = true;
}

void simulated_note_close(int descriptor) {
    if (descriptor < 0 || descriptor >= MOST_DESCRIPTORS) return;
    simulated_timer_close(descriptor);
    open_count -= is_open[descriptor];
    is_open[descriptor] = false;
    simulated_reserve_again(descriptor);
}

int simulated_descriptors(void) { return open_count; }

/* ---- The functions of pthreads that the process uses ---- */

int pthread_create(
    pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *argument
) {
    if (!current) return REAL(pthread_create)(thread, attributes, body, argument);
    struct fiber *fiber = spawn(body, argument);
    if (!fiber) return EAGAIN;
    *thread = (pthread_t)fiber;
    return 0;
}

static struct fiber *fiber_of(pthread_t thread) {
    struct fiber *fiber = (struct fiber *)thread;
    return fiber >= fibers && fiber < fibers + MOST_FIBERS ? fiber : NULL;
}

static bool has_finished(void *context) { return ((struct fiber *)context)->is_finished; }

int pthread_join(pthread_t thread, void **result) {
    struct fiber *fiber = fiber_of(thread);
    if (!fiber) return REAL(pthread_join)(thread, result);
    if (!fiber->is_finished) simulated_wait((struct wait){has_finished, fiber, INT64_MAX});
    if (result) *result = fiber->result;
    release(fiber);
    return 0;
}

int pthread_detach(pthread_t thread) {
    struct fiber *fiber = fiber_of(thread);
    if (!fiber) return REAL(pthread_detach)(thread);
    fiber->is_detached = true;
    return 0;
}

int pthread_setname_np(pthread_t thread, const char *name) {
    return fiber_of(thread) ? 0 : REAL(pthread_setname_np)(thread, name);
}

/* All threads have the same claim to the processor. */
int setpriority(__priority_which_t which, id_t who, int value) {
    return current ? 0 : REAL(setpriority)(which, who, value);
}

/* Each thread has values of its own, which end with it. */
void *pthread_getspecific(pthread_key_t key) {
    return current ? (void *)current->specific[key] : REAL(pthread_getspecific)(key);
}

int pthread_setspecific(pthread_key_t key, const void *value) {
    if (!current) return REAL(pthread_setspecific)(key, value);
    current->specific[key] = value;
    return 0;
}

int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
    if (!current) return REAL(pthread_getattr_np)(thread, attributes);
    pthread_attr_init(attributes);
    return pthread_attr_setstack(attributes, current->stack, STACK);
}
