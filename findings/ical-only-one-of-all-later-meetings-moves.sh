#!/bin/bash
# ical 14.3.1 and icalevents 0.3.1 (PyPI) move one meeting if a change is for all later ones, too.
#
# RFC 5545, 3.2.13: with RANGE=THISANDFUTURE, a RECURRENCE-ID names the occurrence from which the series changes, and later ones
# move by the same difference (3.8.4.4). In both packages, the named one moves and the later ones stay at the old time; nothing is
# reported. recurring-ical-events 3.8.2 moves them all.
#
# In almanac: later occurrences follow (CalendarExpanderTests).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install \
    ical==14.3.1 icalevents==0.3.1 recurring-ical-events==3.8.2 icalendar==7.3.2 tzdata
output=$("$folder/venv/bin/python" - <<'END'
from datetime import datetime, timezone
import icalendar
import recurring_ical_events
from ical.calendar_stream import IcsCalendarStream
from icalevents.icalparser import parse_events

FIRST = datetime(2026, 12, 1, tzinfo=timezone.utc)
LAST = datetime(2027, 1, 1, tzinfo=timezone.utc)
ZONE = ";TZID=Europe/Berlin:"
TEXT = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//example//EN", "BEGIN:VTIMEZONE",
    "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
    "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:19700329T020000",
    "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT", "END:VTIMEZONE",
    "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20261101T000000Z", f"DTSTART{ZONE}20261201T090000", "DURATION:PT1H",
    "RRULE:FREQ=DAILY;COUNT=4", "SUMMARY:Meeting", "END:VEVENT",
    "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20261102T000000Z", f"RECURRENCE-ID;RANGE=THISANDFUTURE{ZONE}20261202T090000",
    f"DTSTART{ZONE}20261202T140000", "DURATION:PT1H", "SUMMARY:Meeting", "END:VEVENT", "END:VCALENDAR", ""])
times = {
    "ical": [event.dtstart for event in IcsCalendarStream.calendar_from_ics(TEXT).timeline],
    "icalevents": [event.start for event in parse_events(TEXT, start=FIRST, end=LAST)],
    "recurring-ical-events": [event["DTSTART"].dt for event in
        recurring_ical_events.of(icalendar.Calendar.from_ical(TEXT)).between(FIRST, LAST)],
}
for library, starts in times.items():
    print(f"{library}:", ", ".join(f"{start.day} at {start.hour}h" for start in sorted(starts)))
END
)
echo "$output"
expected='ical: 1 at 9h, 2 at 14h, 3 at 9h, 4 at 9h
icalevents: 1 at 9h, 2 at 14h, 3 at 9h, 4 at 9h
recurring-ical-events: 1 at 9h, 2 at 14h, 3 at 14h, 4 at 14h'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
