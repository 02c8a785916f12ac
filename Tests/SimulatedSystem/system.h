#pragma once
/* The parts of the simulated system that use each other. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/types.h>
#include <unistd.h>

#include "include/SimulatedSystem.h"
#include "real.h"

enum { MOST_DESCRIPTORS = 4096 };

/* Ends the program with a message: the simulation itself is wrong. */
_Noreturn void simulated_fail(const char *message);

/* The process opened or closed a descriptor, or inherits it (fibers.c). */
void simulated_note_open(int descriptor);
/* As above; keeps `errno` and returns the descriptor, which may be -1. */
int simulated_noted(int descriptor);
void simulated_adopt(int descriptor);
void simulated_note_close(int descriptor);

/* Forgets what belonged to a process that was killed. */
void simulated_clock_forget(void);
void simulated_network_forget(void);
void simulated_transport_forget(void);
void simulated_disk_forget(void);
/* A new simulation begins. */
void simulated_transport_reset(void);

/* Lets the timers fire that are due (timers.c). */
void simulated_fire_timers(void);
/* Closes what a timer has in the table of timers, if the descriptor is one. */
void simulated_timer_close(int descriptor);
/* Keeps the low numbers, which systemd passes descriptors on, taken. */
void simulated_reserve_again(int descriptor);

/* A thread of the process waits for what `is_ready` says, or for the clock. */
struct wait {
    bool (*is_ready)(void *context);
    void *context;
    int64_t deadline;
};
/* Returns whether it became ready before its deadline. */
bool simulated_wait(struct wait wait);
/* The first deadline of a waiting thread. */
int64_t simulated_first_wait(void);
/* The first deadline of a timer. */
int64_t simulated_first_timer(void);
/* A turn of the loop begins, with no cost yet; and ends, which reports its cost to `simulated_turn`. */
void simulated_begin_turn(void);
void simulated_end_turn(void);

/* The number of the process, and the thread that runs. */
unsigned simulated_process(void);
void *simulated_thread(void);
