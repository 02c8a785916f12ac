#!/bin/bash
# babel 2.19.0 (PyPI): each week of 2027 has a number too high in German, French or Polish, unless the country is named.
#
# Unicode's data have the rule for the first week by country: in Germany it has four days of the year at least, as in ISO 8601. A
# locale without a country has the one that is likely for it (UTS 35, part 1, 4.3): `de` is `de-Latn-DE`. The package takes the
# rule of the world instead, by which the week of 1 January is always the first: that is right in 2025 and 2029, and in
# 2027 and 2028 all days are in the wrong week. Weeks begin on Monday for both, and all other fields are the same, so that
# nothing tells de from de_DE until the next year. ICU 77.1 (pyicu-wheels 2.15.2) has ISO's numbers for both.
#
# In almanac: weeks of recurrence rules are those of ISO 8601 (BYWEEKNO, CalendarRuleTests).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install babel==2.19.0 pyicu-wheels==2.15.2
output=$("$folder/venv/bin/python" - <<'END'
from datetime import date, datetime, timedelta

import icu
from babel.dates import format_date

for name in "de", "de_DE", "fr", "fr_FR", "pl", "pl_PL":
    wrong = {}
    for year in range(2025, 2030):
        days = [date(year, 1, 1) + timedelta(days=number) for number in range(365)]
        wrong[year] = sum(int(format_date(day, "w", locale=name)) != day.isocalendar().week for day in days)
    week = icu.SimpleDateFormat("w", icu.Locale(name)).format(datetime(2027, 6, 1, 12))
    print(f"{name}: {wrong}; 1 June 2027: {format_date(date(2027, 6, 1), 'w', locale=name)}; ICU {week}")
END
)
echo "$output"
expected='de: {2025: 0, 2026: 4, 2027: 365, 2028: 365, 2029: 0}; 1 June 2027: 23; ICU 22
de_DE: {2025: 0, 2026: 0, 2027: 0, 2028: 0, 2029: 0}; 1 June 2027: 22; ICU 22
fr: {2025: 0, 2026: 4, 2027: 365, 2028: 365, 2029: 0}; 1 June 2027: 23; ICU 22
fr_FR: {2025: 0, 2026: 0, 2027: 0, 2028: 0, 2029: 0}; 1 June 2027: 22; ICU 22
pl: {2025: 0, 2026: 4, 2027: 365, 2028: 365, 2029: 0}; 1 June 2027: 23; ICU 22
pl_PL: {2025: 0, 2026: 0, 2027: 0, 2028: 0, 2029: 0}; 1 June 2027: 22; ICU 22'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
