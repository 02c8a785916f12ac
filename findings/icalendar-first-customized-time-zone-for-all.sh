#!/bin/bash
# icalendar 7.3.2 (PyPI) reads the zone of one calendar by the definition in another that was read before it.
#
# RFC 5545, 3.6.5 and 3.8.3.1: a TZID means the VTIMEZONE of its own calendar object. Outlook names every zone that it does
# not know "Customized Time Zone". The package keeps the first definition of a name for the life of the process and does not
# read later ones, so that the appointments of the second calendar below are six hours off. Read alone, each is right.
#
# In almanac: each document has its own zones (ZoneReader), and each is expanded on its own.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install icalendar==7.3.2
cat >"$folder/read.py" <<'END'
import sys
from datetime import timezone
import icalendar

TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//example//EN
BEGIN:VTIMEZONE
TZID:Customized Time Zone
BEGIN:STANDARD
DTSTART:16010101T000000
TZOFFSETFROM:{0}
TZOFFSETTO:{0}
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
UID:meeting
DTSTAMP:20260101T000000Z
DTSTART;TZID=Customized Time Zone:20261201T120000
END:VEVENT
END:VCALENDAR
"""
for offset in sys.argv[1:]:
    calendar = icalendar.Calendar.from_ical(TEXT.format(offset).replace("\n", "\r\n"))
    event = calendar.walk("VEVENT")[0]
    print(offset, event.start.astimezone(timezone.utc).strftime("%H:%M UTC"))
END
output=$("$folder/venv/bin/python" "$folder/read.py" +0100
    "$folder/venv/bin/python" "$folder/read.py" -0500
    echo in one process
    "$folder/venv/bin/python" "$folder/read.py" +0100 -0500)
echo "$output"
expected='+0100 11:00 UTC
-0500 17:00 UTC
in one process
+0100 11:00 UTC
-0500 11:00 UTC'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
