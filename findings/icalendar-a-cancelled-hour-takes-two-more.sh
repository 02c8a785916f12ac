#!/bin/bash
# recurring-ical-events 3.8.2 (PyPI): to cancel the tour at ten cancels those at nine and at eleven, too, in Berlin.
#
# RFC 5545, 3.8.5.1: EXDATE excludes the one start that it names. The package compares exceptions with occurrences both by the time on
# the clock and by that in UTC, across: 10:00 in Berlin is 09:00 UTC, so that the tour at nine o'clock is excluded, and the
# one at eleven is at 10:00 UTC. With a series in UTC, only one is gone. A tour that was moved takes the two others with it in the
# same way (3.8.4.4). No error is reported; ical 14.3.1 leaves the others.
#
# In almanac: occurrences are compared as moments (CalendarExpanderTests).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install \
    recurring-ical-events==3.8.2 icalendar==7.3.2 ical==14.3.1 tzdata
output=$("$folder/venv/bin/python" - <<'END'
from datetime import datetime
import icalendar
import recurring_ical_events
from ical.calendar_stream import IcsCalendarStream

def calendar(zone, *changes):
    time = ":{}Z" if zone == "UTC" else f";TZID={zone}:" + "{}"
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//example//EN", "BEGIN:VTIMEZONE",
        "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:19701025T030000", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100",
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:19700329T020000",
        "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", "END:DAYLIGHT",
        "END:VTIMEZONE", "BEGIN:VEVENT", "UID:tour", "DTSTAMP:20261101T000000Z", "DTSTART" + time.format("20261201T090000"),
        "DURATION:PT30M", "RRULE:FREQ=DAILY;BYHOUR=9,10,11,12;COUNT=4", "SUMMARY:Tour",
        *(change.format(time.format("20261201T100000")) for change in changes), "END:VEVENT", "END:VCALENDAR", ""])

moved = ["END:VEVENT", "BEGIN:VEVENT", "UID:tour", "DTSTAMP:20261101T000000Z", "RECURRENCE-ID{}",
    "DTSTART;TZID=Europe/Berlin:20261201T150000", "DURATION:PT30M", "SUMMARY:Tour"]
for name, text in [("all", calendar("Europe/Berlin")), ("10 cancelled", calendar("Europe/Berlin", "EXDATE{}")),
        ("10 moved to 15", calendar("Europe/Berlin", *moved)), ("10 cancelled, UTC", calendar("UTC", "EXDATE{}"))]:
    events = recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between(datetime(2026, 12, 1), datetime(2026, 12, 2))
    others = IcsCalendarStream.calendar_from_ics(text).timeline
    print(f"{name}:", *sorted(event["DTSTART"].dt.hour for event in events),
        "- ical:", *sorted(event.dtstart.hour for event in others))
END
)
echo "$output"
expected="all: 9 10 11 12 - ical: 9 10 11 12
10 cancelled: 12 - ical: 9 11 12
10 moved to 15: 12 15 - ical: 9 11 12 15
10 cancelled, UTC: 9 11 12 - ical: 9 11 12"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
