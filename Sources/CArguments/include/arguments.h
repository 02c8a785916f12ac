#pragma once

/* Returns the number of words of the command line, the name of the program included. */
int almanac_argument_count(void);

/* Returns a word of the command line by its number; 0 is the name of the program. */
const char *almanac_argument(int number);
