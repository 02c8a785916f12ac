#!/bin/bash
# calcurse 4.7.1 (Debian 12, calcurse 4.7.1-1) imports a series of three with one exception as three other days.
#
# RFC 5545, 3.8.5.3: EXDATE removes starts from the set that RRULE has generated, and COUNT is the number of those
# (3.3.10). calcurse continues until COUNT starts are left: the lesson of 2 December is gone, and 4 December has one that
# nobody planned. If the first day is the exception, it counts. The import reports nothing. Version 4.8.1 (sid) does the
# same.
#
# In almanac: exceptions are removed after the rule has counted its starts (CalendarExpanderTests).
# Needs the package sources of Debian 12.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get -qq download calcurse=4.7.1-1 2>log || { cat log; exit 1; }
dpkg -x calcurse_*.deb .

# Prints the days of the series with exceptions.
days() {
    rm -rf data
    mkdir data
    printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//example//example//EN BEGIN:VEVENT UID:lesson \
        DTSTAMP:20260101T000000Z DTSTART:20261201T100000Z DTEND:20261201T110000Z "RRULE:FREQ=DAILY;COUNT=3" "$@" \
        SUMMARY:Lesson END:VEVENT END:VCALENDAR >lesson.ics
    LC_ALL=C TZ=UTC usr/bin/calcurse -q -D data -i lesson.ics
    LC_ALL=C TZ=UTC usr/bin/calcurse -D data -Q --from 12/01/2026 --days 10 | sed -n 's/^12\/\(..\)\/26:$/\1/p' | xargs
}

output=$(echo "COUNT=3: $(days)"
    echo "without the second: $(days EXDATE:20261202T100000Z)"
    echo "without the first: $(days EXDATE:20261201T100000Z)")
echo "$output"
expected='COUNT=3: 01 02 03
without the second: 01 03 04
without the first: 02 03'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
