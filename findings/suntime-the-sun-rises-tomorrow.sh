#!/bin/bash
# suntime 1.4.0 (PyPI): in Samoa, Tonga, Kiribati and the Chatham Islands, a day has the sunrise of the next day.
#
# `get_sunrise_time` takes a date and a time zone. Version 1.4.0 keeps track of the date of events before and after midnight
# UTC, but by the longitude, as if each place had the zone of its meridian: where clocks are 13 or 14 hours
# ahead although the place is in the west, all 365 days of a year are wrong. The times of day are right, so that an alarm
# at sunset rings a day late. PyEphem 4.2.1 has a sunrise on each of these days; Honolulu is right.
#
# In almanac: a day of the sun is one of the mean solar time of the place, as documented, and all times are in UTC.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install suntime==1.4.0 ephem==4.2.1 tzdata
output=$("$folder/venv/bin/python" - <<'END'
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo
import ephem
from suntime import Sun

PLACES = [("Apia", -13.83, -171.77), ("Tongatapu", -21.13, -175.2), ("Kiritimati", 1.87, -157.4),
    ("Chatham", -43.95, -176.56), ("Honolulu", 21.31, -157.86)]
for name, latitude, longitude in PLACES:
    zone = ZoneInfo("Pacific/" + name)
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(365)]
    sun = Sun(latitude, longitude)
    late = sum(sun.get_sunrise_time(day, zone).date() > day < sun.get_sunset_time(day, zone).date() for day in days)
    observer = ephem.Observer()
    observer.lat, observer.lon = str(latitude), str(longitude)
    observer.date = datetime(2026, 12, 1, tzinfo=zone).astimezone(timezone.utc)
    right = observer.next_rising(ephem.Sun()).datetime().replace(tzinfo=timezone.utc).astimezone(zone)
    wrong = sun.get_sunrise_time(date(2026, 12, 1), zone)
    print(f"{name}: {late} days late; 1 December: {wrong:%d %H}h, PyEphem {right:%d %H}h")
END
)
echo "$output"
expected='Apia: 365 days late; 1 December: 02 05h, PyEphem 01 05h
Tongatapu: 365 days late; 1 December: 02 05h, PyEphem 01 05h
Kiritimati: 365 days late; 1 December: 02 06h, PyEphem 01 06h
Chatham: 365 days late; 1 December: 02 05h, PyEphem 01 05h
Honolulu: 0 days late; 1 December: 01 06h, PyEphem 01 06h'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
