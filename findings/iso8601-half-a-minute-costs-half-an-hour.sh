#!/bin/bash
# iso8601 2.1.0 (PyPI) reads 10:30,5 as 10:00:30.5: the half minute takes the place of the minutes.
#
# ISO 8601:2004, 4.2.2.4 (and ISO 8601-1:2019, 5.3.1.4): the lowest element of a time may have a decimal fraction, so that
# 10:30,5 is 30 seconds after half past ten. The package takes the digits before the fraction for seconds, with a point and
# without the colon, too, and reports nothing. aniso8601 10.0.1 and isodate 0.7.2 read 10:30:30.
#
# In almanac: the minutes and their fraction count (UTCTests).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install iso8601==2.1.0 aniso8601==10.0.1 isodate==0.7.2
output=$("$folder/venv/bin/python" - <<'END'
import aniso8601
import iso8601
import isodate

for text in ["2026-11-30T10:30:30Z", "2026-11-30T10:30,5Z", "2026-11-30T10:30.5Z", "20261130T1030,5Z"]:
    print(text)
    for name, read in [("aniso8601", aniso8601.parse_datetime), ("isodate", isodate.parse_datetime), ("iso8601", iso8601.parse_date)]:
        print(f"  {name}: {read(text):%H:%M:%S.%f}")
END
)
echo "$output"
expected='2026-11-30T10:30:30Z
  aniso8601: 10:30:30.000000
  isodate: 10:30:30.000000
  iso8601: 10:30:30.000000
2026-11-30T10:30,5Z
  aniso8601: 10:30:30.000000
  isodate: 10:30:30.000000
  iso8601: 10:00:30.500000
2026-11-30T10:30.5Z
  aniso8601: 10:30:30.000000
  isodate: 10:30:30.000000
  iso8601: 10:00:30.500000
20261130T1030,5Z
  aniso8601: 10:30:30.000000
  isodate: 10:30:30.000000
  iso8601: 10:00:30.500000'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
