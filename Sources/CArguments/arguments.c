#include "arguments.h"

static int count;
static char **words;

/* glibc passes the arguments of main to constructors, too. */
__attribute__((constructor)) static void keep(int argc, char **argv)
{
    count = argc;
    words = argv;
}

int almanac_argument_count(void) { return count; }

const char *almanac_argument(int number) { return words[number]; }
