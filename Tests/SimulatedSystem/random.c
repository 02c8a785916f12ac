#include "system.h"

#include <sys/personality.h>

/* The generator xorshift64*: one number of state, and the same sequence on every machine.
   Source: S. Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled",
   2016, §3. */
static uint64_t state = 1;

/* A step of splitmix64 turns neighbouring seeds into unrelated states, none of which is 0. */
void simulated_seed(uint64_t seed) {
    uint64_t mixed = seed + 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    state = (mixed ^ mixed >> 31) | 1;
    simulated_transport_reset();
}

uint64_t simulated_random(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
}

uint64_t simulated_random_below(uint64_t limit) {
    return (uint64_t)((unsigned __int128)simulated_random() * limit >> 64);
}

static void fill(void *bytes, size_t length) {
    unsigned char *place = bytes;
    for (size_t index = 0; index < length; index++) place[index] = (unsigned char)(simulated_random() >> 32);
}

ssize_t getrandom(void *bytes, size_t length, unsigned flags) {
    if (!simulated_is_inside()) return REAL(getrandom)(bytes, length, flags);
    fill(bytes, length);
    return (ssize_t)length;
}

int getentropy(void *bytes, size_t length) {
    if (!simulated_is_inside()) return REAL(getentropy)(bytes, length);
    fill(bytes, length);
    return 0;
}

void arc4random_buf(void *bytes, size_t length) {
    if (!simulated_is_inside()) return REAL(arc4random_buf)(bytes, length);
    fill(bytes, length);
}

bool simulated_fix_addresses(void) {
    unsigned long current = 0xffffffff; /* Asks for the flags and changes none. */
    return personality((unsigned)personality(current) | ADDR_NO_RANDOMIZE) >= 0;
}
