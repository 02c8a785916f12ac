#!/bin/bash
# ical 14.3.1 and icalevents 0.3.1 (PyPI): an event with a list of further dates lacks its first date, or all further ones.
#
# RFC 5545, 3.8.5.2: the recurrence set of RDATE includes the initial DTSTART. Programs without rules for irregular
# courses write one event with its dates in RDATE. ical, which Home Assistant uses, then has the dates of RDATE only, unless
# there is also an RRULE or DTSTART is repeated in the list; icalevents has DTSTART only. Neither reports anything.
# recurring-ical-events 3.8.2 has all dates.
#
# In almanac: DTSTART and the dates of RDATE all count (CalendarExpanderTests).
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
for rule in ["RDATE:20261210T180000Z,20261213T180000Z", "RRULE:FREQ=DAILY;COUNT=2\r\nRDATE:20261210T180000Z"]:
    text = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//example//EN", "BEGIN:VEVENT", "UID:course",
        "DTSTAMP:20261101T000000Z", "DTSTART:20261202T180000Z", "DTEND:20261202T190000Z", "SUMMARY:Course", rule,
        "END:VEVENT", "END:VCALENDAR", ""])
    print(rule.split(":")[0])
    days = {
        "ical": [event.dtstart for event in IcsCalendarStream.calendar_from_ics(text).timeline],
        "icalevents": [event.start for event in parse_events(text, start=FIRST, end=LAST)],
        "recurring-ical-events": [event["DTSTART"].dt for event in
            recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(FIRST, LAST)],
    }
    for library, starts in days.items():
        print(f"  {library}:", *sorted(start.day for start in starts))
END
)
echo "$output"
expected='RDATE
  ical: 10 13
  icalevents: 2
  recurring-ical-events: 2 10 13
RRULE
  ical: 2 3 10
  icalevents: 2 3
  recurring-ical-events: 2 3 10'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
