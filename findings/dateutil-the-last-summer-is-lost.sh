#!/bin/bash
# python-dateutil 4.0.0 and 2.9.0.post0 (PyPI): east of Greenwich, the last year of a rule of a VTIMEZONE has no summer time.
#
# RFC 5545, 3.6.5: UNTIL of such a rule must be in UTC, and is its last onset (3.3.10: inclusive). The package reads UNTIL as
# local time: 20270326T000000Z is then before the onset at 2:00 of that day, so that Jerusalem has winter time for 219 days of
# 2027, each meeting in them is an hour late, and nothing is reported. In New York, UNTIL as local time is after the onset, so
# that the example of the RFC is right. icalendar 7.3.2, vobject 0.9.9 and so recurring-ical-events 3.8.2 read zones this way.
# ical 14.3.1 (PyPI) refuses such calendars.
#
# In almanac: UNTIL of a zone is in UTC, and its last onset counts: the meetings of all four years are at 09:00Z.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/show.py" <<'END'
import io
from datetime import datetime
from zoneinfo import ZoneInfo

import dateutil
import dateutil.tz
import icalendar

# Israel: the Friday before the last Sunday of March, in two rules; New York: the example of RFC 5545, 3.6.5, without its names.
JERUSALEM = """BEGIN:VTIMEZONE
TZID:Here
BEGIN:DAYLIGHT
DTSTART:20240329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1FR;UNTIL=20270326T000000Z
TZOFFSETFROM:+0200
TZOFFSETTO:+0300
END:DAYLIGHT
BEGIN:DAYLIGHT
DTSTART:20280324T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=4FR;UNTIL=20290323T000000Z
TZOFFSETFROM:+0200
TZOFFSETTO:+0300
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:20131027T020000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0300
TZOFFSETTO:+0200
END:STANDARD
END:VTIMEZONE
"""
NEW_YORK = """BEGIN:VTIMEZONE
TZID:Here
BEGIN:DAYLIGHT
DTSTART:19870405T020000
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4;UNTIL=20060402T070000Z
TZOFFSETFROM:-0500
TZOFFSETTO:-0400
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19671029T020000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20061029T060000Z
TZOFFSETFROM:-0400
TZOFFSETTO:-0500
END:STANDARD
END:VTIMEZONE
"""


def noons(zone, years):
    return " ".join(f"{year}: {datetime(year, 7, 1, 12, tzinfo=zone):%z}" for year in years)


print("dateutil", dateutil.__version__)
for name, text, years in ("Asia/Jerusalem", JERUSALEM, range(2026, 2030)), ("America/New_York", NEW_YORK, range(2004, 2007)):
    print(f"  {name} in July of", noons(ZoneInfo(name), years))
    print("    tzical", noons(dateutil.tz.tzical(io.StringIO(text)).get(), years))
    print("    icalendar", noons(icalendar.Timezone.from_ical(text).to_tz(lookup_tzid=False), years))
END
output=$(for version in 2.9.0.post0 4.0.0; do
    python3 -m venv "$folder/$version"
    "$folder/$version/bin/pip" -q --disable-pip-version-check install python-dateutil=="$version" icalendar==7.3.2 tzdata==2026.6
    "$folder/$version/bin/python" "$folder/show.py"
done)
echo "$output"
expected='dateutil 2.9.0.post0
  Asia/Jerusalem in July of 2026: +0300 2027: +0300 2028: +0300 2029: +0300
    tzical 2026: +0300 2027: +0200 2028: +0300 2029: +0200
    icalendar 2026: +0300 2027: +0200 2028: +0300 2029: +0200
  America/New_York in July of 2004: -0400 2005: -0400 2006: -0400
    tzical 2004: -0400 2005: -0400 2006: -0400
    icalendar 2004: -0400 2005: -0400 2006: -0400
dateutil 4.0.0
  Asia/Jerusalem in July of 2026: +0300 2027: +0300 2028: +0300 2029: +0300
    tzical 2026: +0300 2027: +0200 2028: +0300 2029: +0200
    icalendar 2026: +0300 2027: +0200 2028: +0300 2029: +0200
  America/New_York in July of 2004: -0400 2005: -0400 2006: -0400
    tzical 2004: -0400 2005: -0400 2006: -0400
    icalendar 2004: -0400 2005: -0400 2006: -0400'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
