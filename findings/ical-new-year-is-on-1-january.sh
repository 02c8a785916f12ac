#!/bin/bash
# ical 14.3.1 (PyPI, which Home Assistant uses) has the Chinese New Year on 1 January, and a monthly bill not in each month.
#
# RFC 7529, 4.1: RSCALE names the calendar whose months and days a rule means, and SKIP says what becomes of days that do not
# exist. The package reads every rule by the Gregorian calendar and without SKIP, and reports nothing: the first month is
# January (New Year is 6 February 2027), and a bill due on the last day of the month (the 31st, or with SKIP=BACKWARD the day
# before that is one) has no date in months of 30 days. recurring-ical-events 3.8.2 with icalendar 7.3.2 raises an error.
#
# In almanac: rules of other calendars are named as unread, and SKIP moves the days (CalendarFaultTests, CalendarRuleTests).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install ical==14.3.1 tzdata
output=$("$folder/venv/bin/python" - <<'END'
from ical.calendar_stream import IcsCalendarStream

for start, rule in [("20260217", "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;COUNT=2"),
        ("20260831", "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4")]:
    text = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//example//example//EN", "BEGIN:VEVENT", "UID:day",
        "DTSTAMP:20260101T000000Z", f"DTSTART;VALUE=DATE:{start}", "SUMMARY:Day", f"RRULE:{rule}", "END:VEVENT",
        "END:VCALENDAR", ""])
    print(rule)
    print(" ", *(event.dtstart for event in IcsCalendarStream.calendar_from_ics(text).timeline))
END
)
echo "$output"
expected='RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;COUNT=2
  2027-01-01 2028-01-01
RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4
  2026-08-31 2026-10-31 2026-12-31 2027-01-31'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
