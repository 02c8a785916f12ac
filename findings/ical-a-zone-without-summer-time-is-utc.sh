#!/bin/bash
# ical 14.3.1 (PyPI, which Home Assistant uses) reads the times of a VTIMEZONE without summer time as UTC.
#
# RFC 5545, 3.6.5: the DTSTART of STANDARD is the onset of its offset; RRULE and RDATE only add further onsets. The
# package counts only those of RRULE and RDATE, so that a zone whose offset never changes, such as Outlook's "India
# Standard Time", has no offset at all: noon is 5.5 hours late, and no error is reported. With a rule, which changes
# nothing here, the offset is right.
#
# In almanac: the DTSTART of each part counts as an onset (ZoneReader).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install ical==14.3.1 icalendar==7.3.2 tzdata
output=$("$folder/venv/bin/python" - <<'END'
from datetime import timezone

import icalendar
from ical.calendar_stream import IcsCalendarStream

TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//example//EN
BEGIN:VTIMEZONE
TZID:India Standard Time
BEGIN:STANDARD
DTSTART:16010101T000000
{}TZOFFSETFROM:+0530
TZOFFSETTO:+0530
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:lunch
DTSTAMP:20260101T000000Z
DTSTART;TZID=India Standard Time:20260504T120000
DURATION:PT1H
SUMMARY:Lunch
END:VEVENT
END:VCALENDAR
"""
for rule in "", "RRULE:FREQ=YEARLY\n":
    text = TEXT.format(rule).replace("\n", "\r\n")
    starts = icalendar.Calendar.from_ical(text).events[0].start, IcsCalendarStream.calendar_from_ics(text).events[0].dtstart
    times = [start.astimezone(timezone.utc).strftime("%H:%M UTC") for start in starts]
    print("with a rule:" if rule else "without:", "icalendar", times[0], "ical", times[1])
END
)
echo "$output"
expected='without: icalendar 06:30 UTC ical 12:00 UTC
with a rule: icalendar 06:30 UTC ical 06:30 UTC'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
