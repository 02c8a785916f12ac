#!/bin/bash
# recurring-ical-events 3.8.2 with icalendar 7.3.2 (PyPI): an event of DURATION:PT24H lasts 25 hours over the end of summer time.
#
# RFC 5545, 3.3.6, distinguishes P1D, whose length depends on the clocks, from PT24H, which is exact: 24 hours after
# 2026-10-24 12:00 in Berlin it is 11:00. Both packages add a timedelta to a time with a ZoneInfo; Python then adds to
# the hour on the clock (datetime, "aware arithmetic"), so that P1D and PT24H end at the same time.
#
# In almanac: days and weeks of a duration follow the clocks, hours are exact (CalendarDuration, EventLength).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install recurring-ical-events==3.8.2 icalendar==7.3.2 tzdata
output=$("$folder/venv/bin/python" - <<'END'
from datetime import timezone
import icalendar
import recurring_ical_events

TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//example//EN
BEGIN:VEVENT
UID:watch
DTSTAMP:20260101T000000Z
DTSTART;TZID=Europe/Berlin:20261024T120000
DURATION:%s
END:VEVENT
END:VCALENDAR
"""
for duration in ["P1D", "PT24H"]:
    calendar = icalendar.Calendar.from_ical((TEXT % duration).replace("\n", "\r\n"))
    for event in recurring_ical_events.of(calendar).between((2026, 10, 20), (2026, 11, 5)):
        length = event.end.astimezone(timezone.utc) - event.start.astimezone(timezone.utc)
        print(duration, event.end.strftime("%d. %H:%M"), length.total_seconds() / 3600)
END
)
echo "$output"
[ "$output" = "P1D 25. 12:00 25.0
PT24H 25. 12:00 25.0" ] || { echo "does not hold"; exit 1; }
echo holds
