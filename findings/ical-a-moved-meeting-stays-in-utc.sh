#!/bin/bash
# ical 14.3.1 (PyPI, which Home Assistant uses): a meeting that was moved takes place twice if its series is in UTC.
#
# RFC 5545, 3.8.4.4: a RECURRENCE-ID is the original start of the occurrence that its component replaces; for a series in
# UTC it ends with Z, like the starts. The package compares it as a text with the starts without their Z, so that none is
# equal: the old time stays beside the new one, and that of a cancelled occurrence stays, too. With TZID instead of Z, the
# old time is gone. No error is reported.
#
# In almanac: occurrences are compared as moments (CalendarExpanderTests).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install ical==14.3.1 tzdata
output=$("$folder/venv/bin/python" - <<'END'
from datetime import timezone

from ical.calendar_stream import IcsCalendarStream

TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//example//EN
BEGIN:VEVENT
UID:meeting
DTSTAMP:20260101T000000Z
DTSTART{0}:20260504T100000{1}
DURATION:PT1H
RRULE:FREQ=DAILY;COUNT=2
SUMMARY:Meeting
END:VEVENT
BEGIN:VEVENT
UID:meeting
DTSTAMP:20260101T000000Z
RECURRENCE-ID{0}:20260505T100000{1}
DTSTART{0}:20260505T150000{1}
DURATION:PT1H
SUMMARY:Moved
END:VEVENT
END:VCALENDAR
"""
for name, parameter, suffix in ("TZID", ";TZID=Europe/London", ""), ("UTC", "", "Z"):
    calendar = IcsCalendarStream.calendar_from_ics(TEXT.format(parameter, suffix).replace("\n", "\r\n"))
    events = [event.dtstart.strftime("%d. %H:%M ") + event.summary for event in calendar.timeline_tz(timezone.utc)]
    print(name, events)
END
)
echo "$output"
expected="TZID ['04. 10:00 Meeting', '05. 15:00 Moved']
UTC ['04. 10:00 Meeting', '05. 10:00 Meeting', '05. 15:00 Moved']"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
