#!/bin/bash
# vobject 0.9.9 (PyPI, which Radicale uses): a calendar written for Jerusalem has no summer time in 2031, 2032 and 2033.
#
# RFC 5545, 3.6.5: a VTIMEZONE must describe the zone at least for the times of the components that name it, here July of 2031.
# The package guesses yearly rules from single dates: Israel's clocks change on the Friday before the last Sunday of March,
# which it writes as the last Friday, then as the fourth, and from 2030 on as the fifth, which March has in some years only.
# Santiago and Cairo are a week off from 2031 on, and Gaza is wrong for a month of 2026. Berlin and New York are right; nothing
# is reported. icalendar 7.3.2 writes all of them right.
#
# In almanac: it writes no zones; in a calendar that it reads, a zone is what its VTIMEZONE says.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install vobject==0.9.9 icalendar==7.3.2 python-dateutil==4.0.0 tzdata==2026.6
output=$("$folder/venv/bin/python" - <<'END'
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import dateutil.rrule
import icalendar
import vobject

NOONS = [datetime(2026, 1, 1, 12) + timedelta(days=number) for number in range(8 * 365 + 2)]


def with_vobject(name):
    calendar = vobject.iCalendar()
    event = calendar.add("vevent")
    event.add("summary").value = "Meeting"
    event.add("dtstart").value = datetime(2031, 7, 1, 12, tzinfo=ZoneInfo(name))
    return calendar.serialize()


def with_icalendar(name):
    calendar = icalendar.Calendar()
    event = icalendar.Event()
    event.add("dtstart", datetime(2031, 7, 1, 12, tzinfo=ZoneInfo(name)))
    calendar.add_component(event)
    calendar.add_missing_timezones(last_date=datetime(2035, 1, 1).date())
    return calendar.to_ical().decode()


def offsets(text):
    """The moments at which clocks change by the rules of the zone in a calendar, and the offset from then on."""
    changes = []
    for part in icalendar.Calendar.from_ical(text).timezones[0].subcomponents:
        before = part["TZOFFSETFROM"].td
        starts = [part["DTSTART"].dt, *(date.dt for date in part["RDATE"].dts)] if "RDATE" in part else [part["DTSTART"].dt]
        if "RRULE" in part:
            rule = part["RRULE"]
            until = rule.pop("UNTIL", [datetime(2035, 1, 1, tzinfo=timezone.utc)])[0] + before
            text_of_rule = rule.to_ical().decode() + f";UNTIL={until:%Y%m%dT%H%M%S}"
            starts += dateutil.rrule.rrulestr(text_of_rule, dtstart=starts[0])
        changes += [(start - before, part["TZOFFSETTO"].td) for start in starts]
    return sorted(changes)


def wrong_days(text, name):
    counts, changes = {}, offsets(text)
    for noon in NOONS:
        right = noon.replace(tzinfo=ZoneInfo(name)).utcoffset()
        if [offset for start, offset in changes if start <= noon - right][-1] != right:
            counts[noon.year] = counts.get(noon.year, 0) + 1
    return ", ".join(f"{year}: {count}" for year, count in counts.items()) or "none"


for name in ["Asia/Jerusalem", "Africa/Cairo", "Asia/Gaza", "America/Santiago", "Europe/Berlin"]:
    text = with_vobject(name)
    print(f"{name}: wrong days of vobject {wrong_days(text, name)}; of icalendar {wrong_days(with_icalendar(name), name)}")
    if name == "Asia/Jerusalem":
        rules = [line for line in text.splitlines() if "BYMONTH=3" in line]
        print(*rules[-3:], sep="\n")
END
)
echo "$output"
expected='Asia/Jerusalem: wrong days of vobject 2031: 212, 2032: 219, 2033: 219; of icalendar none
RRULE:FREQ=YEARLY;BYDAY=-1FR;BYMONTH=3;UNTIL=20270326T010000Z
RRULE:FREQ=YEARLY;BYDAY=4FR;BYMONTH=3;UNTIL=20290323T010000Z
RRULE:FREQ=YEARLY;BYDAY=5FR;BYMONTH=3
Africa/Cairo: wrong days of vobject 2031: 7, 2032: 7, 2033: 7; of icalendar none
Asia/Gaza: wrong days of vobject 2026: 33, 2027: 35, 2028: 35, 2029: 35, 2030: 33, 2031: 40, 2032: 40, 2033: 40; of icalendar none
America/Santiago: wrong days of vobject 2031: 7, 2032: 7, 2033: 7; of icalendar none
Europe/Berlin: wrong days of vobject none; of icalendar none'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
