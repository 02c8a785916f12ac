#!/bin/bash
# astral 3.2 (PyPI, which Home Assistant uses): twelve times a year, a day on which the moon rises has no moonrise.
#
# A lunar month has one moonrise less than days, so that 12 or 13 days of a year have none. The package has none on as many
# others: it computes the rising on the day of UTC, turns to the day before or after if it falls on another day by the local clock,
# and gives up if the day of UTC has none, although the local day has one (ValueError, "Moon never rises on this date"). In New York
# these are risings at about 19 o'clock, when the day of UTC begins, and at noon in Auckland; with UTC as the zone, one is
# missing. Moonsets are lost in the same way. The times on other days agree with PyEphem 4.2.1.
#
# In almanac: the day is searched for the moment at which the moon rises (MoonTimes), and only days without one have none.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install astral==3.2 ephem==4.2.1 tzdata==2026.6
output=$("$folder/venv/bin/python" - <<'END'
from datetime import date, timedelta, timezone
from zoneinfo import ZoneInfo

import ephem
from astral import Observer
from astral.moon import moonrise

PLACES = [("America/New_York", 40.7, -74.0), ("America/Los_Angeles", 34.05, -118.25), ("Europe/Berlin", 52.5, 13.4),
    ("Asia/Tokyo", 35.7, 139.7), ("Pacific/Auckland", -36.85, 174.75), ("UTC", 51.5, 0.0)]
DAYS = [date(2026, 1, 1) + timedelta(days=number) for number in range(365)]
for name, latitude, longitude in PLACES:
    zone = ZoneInfo(name)
    observer = ephem.Observer()
    observer.lat, observer.lon, observer.date = str(latitude), str(longitude), "2025/12/30"
    risings = {}
    while observer.date < ephem.Date("2027/1/3"):
        observer.date = observer.next_rising(ephem.Moon())
        time = observer.date.datetime().replace(tzinfo=timezone.utc).astimezone(zone)
        risings[time.date()] = time
        observer.date += ephem.hour
    lost, near = [], 0
    for day in DAYS:
        try:
            time = moonrise(Observer(latitude, longitude), day, zone)
        except ValueError:
            time = None
        if time and day in risings:
            near += abs(time - risings[day]) < timedelta(minutes=10)
        elif day in risings:
            lost.append(day)
    without = sum(day not in risings for day in DAYS)
    print(f"{name}: {without} days without moonrise, {len(lost)} more in astral, {near} agree;",
        "such as", *(f"{risings[day]:%d.%m. %Hh}" for day in lost[:3]))
END
)
echo "$output"
expected='America/New_York: 13 days without moonrise, 13 more in astral, 339 agree; such as 05.01. 19h 03.02. 19h 04.03. 19h
America/Los_Angeles: 13 days without moonrise, 14 more in astral, 338 agree; such as 02.01. 16h 31.01. 16h 15.02. 05h
Europe/Berlin: 13 days without moonrise, 12 more in astral, 340 agree; such as 10.01. 00h 08.02. 00h 09.03. 00h
Asia/Tokyo: 13 days without moonrise, 15 more in astral, 337 agree; such as 05.01. 18h 22.01. 08h 22.02. 08h
Pacific/Auckland: 13 days without moonrise, 13 more in astral, 339 agree; such as 25.01. 12h 23.02. 12h 23.03. 11h
UTC: 13 days without moonrise, 1 more in astral, 351 agree; such as 06.09. 23h'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
