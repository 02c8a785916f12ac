#!/bin/bash
# ics 0.7.3 (PyPI): a calendar that is read and written has other times, and a meeting that was cancelled takes place.
#
# RFC 5545: a series with a TZID recurs at its local time (3.3.5, form 3; 3.8.5.3), the zone is what the VTIMEZONE of that name
# says (3.2.19), and a time without zone is that of each reader (3.3.5, form 1). The package writes all starts in UTC: a weekly
# meeting at ten in Berlin is at nine from 26 October on, and its EXDATE, which keeps the zone, no longer meets it. A zone whose
# name is none of the system's, as Outlook has them, and times without zone are read as UTC: noon is two o'clock. Nothing is
# reported. A calendar without CALSCALE, which is Gregorian (3.7.1), becomes one of the scale GEORGIAN, so that
# recurring-ical-events 3.8.2 refuses all of it. icalendar 7.3.2 writes what it has read.
#
# In almanac: it writes no calendars; a series recurs at its local time, and CALSCALE is not looked at.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install ics==0.7.3 icalendar==7.3.2 recurring-ical-events==3.8.2 tzdata==2026.6
output=$("$folder/venv/bin/python" -W ignore - <<'END'
from zoneinfo import ZoneInfo

import icalendar
import ics
import recurring_ical_events

CALENDAR = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
BEGIN:VTIMEZONE
TZID:W. Europe Time
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:19700329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
END:VTIMEZONE
BEGIN:VEVENT
UID:meeting@example.org
DTSTAMP:20260901T000000Z
DTSTART;TZID=Europe/Berlin:20261012T100000
DURATION:PT1H
RRULE:FREQ=WEEKLY;COUNT=5
EXDATE;TZID=Europe/Berlin:20261102T100000
SUMMARY:meeting
END:VEVENT
BEGIN:VEVENT
UID:noon@example.org
DTSTAMP:20260901T000000Z
DTSTART;TZID=W. Europe Time:20261014T120000
DURATION:PT1H
SUMMARY:noon
END:VEVENT
BEGIN:VEVENT
UID:alarm@example.org
DTSTAMP:20260901T000000Z
DTSTART:20261015T070000
DURATION:PT1H
SUMMARY:alarm
END:VEVENT
END:VCALENDAR
""".replace("\n", "\r\n")


def expand(text):
    return recurring_ical_events.of(icalendar.Calendar.from_ical(text)).between((2026, 10, 1), (2026, 12, 1))


def show(name, text):
    print(name)
    try:
        events = expand(text)
    except recurring_ical_events.InvalidCalendar as error:
        print("  recurring-ical-events:", error)
        events = expand(text.replace("CALSCALE:GEORGIAN\r\n", ""))
    for summary in "meeting", "noon", "alarm":
        starts = sorted(event["DTSTART"].dt for event in events if event["SUMMARY"] == summary)
        times = [start.astimezone(ZoneInfo("Europe/Berlin")) if start.tzinfo else start for start in starts]
        zone = "" if starts[0].tzinfo else " without zone"
        print(f"  {summary}:", ", ".join(f"{time:%-d.%-m. %H:%M}" for time in times) + zone)


show("as it is", CALENDAR)
show("icalendar", icalendar.Calendar.from_ical(CALENDAR).to_ical().decode())
show("ics", ics.Calendar(CALENDAR).serialize())
END
)
echo "$output"
expected='as it is
  meeting: 12.10. 10:00, 19.10. 10:00, 26.10. 10:00, 9.11. 10:00
  noon: 14.10. 12:00
  alarm: 15.10. 07:00 without zone
icalendar
  meeting: 12.10. 10:00, 19.10. 10:00, 26.10. 10:00, 9.11. 10:00
  noon: 14.10. 12:00
  alarm: 15.10. 07:00 without zone
ics
  recurring-ical-events: Only Gregorian calendars are supported.
  meeting: 12.10. 10:00, 19.10. 10:00, 26.10. 09:00, 2.11. 09:00, 9.11. 09:00
  noon: 14.10. 14:00
  alarm: 15.10. 09:00'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
