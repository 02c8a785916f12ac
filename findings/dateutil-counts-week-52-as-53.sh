#!/bin/bash
# python-dateutil 2.9.0.post0 (PyPI): BYWEEKNO=53 contains 2022-01-01, a day of week 52; BYWEEKNO=52 lacks it.
#
# The first days of January may belong to the last week of the year before, whose number depends on the length of that
# year: 2021 has 52 weeks. The number comes out as if it were the new year's, but only in some years: 2011, 2022 and 2039
# of 2000 to 2040. Python's own isocalendar(), and ISO 8601, to which RFC 5545, 3.3.10, refers, say week 52.
#
# In almanac: the referee of its recurrence rules leaves these days out (the README of the calendars' corpus says so).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install python-dateutil==2.9.0.post0
output=$("$folder/venv/bin/python" - <<'END'
from datetime import datetime
from dateutil.rrule import DAILY, YEARLY, rrule

span = {"dtstart": datetime(2000, 1, 1), "until": datetime(2040, 12, 31)}
weeks = {number: set(rrule(YEARLY, byweekno=number, byweekday=range(7), **span)) for number in (52, 53)}
for day in rrule(DAILY, **span):
    found = [number for number in weeks if day in weeks[number]]
    week = day.isocalendar()[1]
    if found != [number for number in weeks if number == week]:
        print(day.date(), "is in week", week, "by isocalendar, and in", found, "by rrule")
END
)
echo "$output"
days=$(echo "$output" | sed -n 's/ is in week 52 by isocalendar, and in \[53\] by rrule$//p' | xargs)
[ "$days" = "2011-01-01 2011-01-02 2022-01-01 2022-01-02 2039-01-01 2039-01-02" ] || { echo "does not hold"; exit 1; }
echo holds
