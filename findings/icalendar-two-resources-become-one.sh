#!/bin/bash
# icalendar 7.3.2 (PyPI): a calendar that is read and written has one resource instead of two, and a status without a code.
#
# RFC 5545, 3.8.1.10: RESOURCES is a list of texts, separated by commas like that of CATEGORIES, which the package keeps; and
# 3.8.8.3: REQUEST-STATUS is a code, a semicolon and a description, by which an organizer learns whether an invitation has
# arrived. The package takes either for one text, so that it writes a backslash before each separator (3.3.11): the projector
# and the room are one thing, and the code is the whole line. `errors` is empty. Its own jCal (`to_jcal`) still tells the
# code from the description. vobject 0.9.9 writes both as they were.
#
# In almanac: calendars are read, and neither property is a member of a record.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install icalendar==7.3.2 vobject==0.9.9 tzdata
output=$("$folder/venv/bin/python" - <<'END'
import icalendar
import vobject

TEXT = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//example//EN
BEGIN:VEVENT
UID:lecture
DTSTAMP:20260101T000000Z
DTSTART:20261130T100000Z
CATEGORIES:LECTURE,GUEST
RESOURCES:PROJECTOR,ROOM 5
REQUEST-STATUS:2.0;Success
END:VEVENT
END:VCALENDAR
"""
NAMES = "CATEGORIES", "RESOURCES", "REQUEST-STATUS"


def lines(text):
    return [line for line in text.splitlines() if line.startswith(NAMES)]


def resources(text):
    """The texts of RESOURCES: its commas separate them, unless a backslash stands before."""
    line = next(line for line in lines(text) if line.startswith("RESOURCES"))
    return line.partition(":")[2].replace("\\,", "\0").split(",")


first = TEXT.replace("\n", "\r\n")
second = icalendar.Calendar.from_ical(first).to_ical().decode()
for name, text in ("icalendar", second), ("vobject", vobject.readOne(first).serialize()):
    print(f"{name}:", *lines(text), f"({len(resources(text))} resources)")
event = icalendar.Calendar.from_ical(first).walk("VEVENT")[0]
print("errors:", event.errors, "jCal:", *event.to_jcal()[1][-1])
END
)
echo "$output"
expected=$(cat <<'END'
icalendar: CATEGORIES:LECTURE,GUEST REQUEST-STATUS:2.0\;Success RESOURCES:PROJECTOR\,ROOM 5 (1 resources)
vobject: CATEGORIES:LECTURE,GUEST REQUEST-STATUS:2.0;Success RESOURCES:PROJECTOR,ROOM 5 (2 resources)
errors: [] jCal: request-status {} text ['2.0', 'Success']
END
)
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
