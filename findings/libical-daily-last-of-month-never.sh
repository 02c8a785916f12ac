#!/bin/bash
# libical 3.0.16 (Debian 12, libical3 3.0.16-1+b1): valid recurrence rules have no occurrences, or have them in a wrong order.
#
# DAILY with BYMONTHDAY=-1 means the last day of each month (RFC 5545, 3.3.10: the part limits the days), and has no
# occurrence at all; with a positive day, or with MONTHLY, it has. BYHOUR=15,9 gives 15:00 before 9:00 of each day, so that
# COUNT=3 ends with the wrong one. BYSETPOS=-1 does not limit WEEKLY: all days of the week are occurrences. No function
# reports an error (icalerrno stays 0).
#
# In almanac: an expander of its own (Sources/Calendars/Recurrence), whose referee is another library.
# Needs gcc, and the package sources of Debian 12.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get -qq download libical3=3.0.16-1+b1 libical-dev=3.0.16-1+b1 2>log || { cat log; exit 1; }
for package in *.deb; do dpkg -x "$package" .; done
cat >rule.c <<'END'
#include <libical/ical.h>
#include <stdio.h>

int main(int count, char **rules)
{
    for (int number = 1; number < count; number++) {
        struct icalrecurrencetype rule = icalrecurrencetype_from_string(rules[number]);
        icalrecur_iterator *all = icalrecur_iterator_new(rule, icaltime_from_string("20261130T090000"));
        printf("%s:", rules[number]);
        for (;;) {
            struct icaltimetype time = icalrecur_iterator_next(all);
            if (icaltime_is_null_time(time)) break;
            printf(" %s", icaltime_as_ical_string(time));
        }
        printf(" (%d)\n", icalerrno);
        icalrecur_iterator_free(all);
    }
}
END
library=$(dirname usr/lib/*/libical.so.3)
gcc -I usr/include rule.c -L "$library" -lical -o rule 2>log || { cat log; exit 1; }
output=$(LD_LIBRARY_PATH=$library ./rule 'FREQ=DAILY;BYMONTHDAY=-1;COUNT=3' 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3' \
    'FREQ=DAILY;BYHOUR=15,9;COUNT=3' 'FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=-1;COUNT=3')
echo "$output"
expected='FREQ=DAILY;BYMONTHDAY=-1;COUNT=3: (0)
FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3: 20261130T090000 20261231T090000 20270131T090000 (0)
FREQ=DAILY;BYHOUR=15,9;COUNT=3: 20261130T150000 20261130T090000 20261201T150000 (0)
FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=-1;COUNT=3: 20261130T090000 20261202T090000 20261207T090000 (0)'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
