#!/bin/bash
# aniso8601 10.0.1 (PyPI) reads 24:00 as the start of the day that it ends, so that an interval of a whole day is empty.
#
# ISO 8601:2004, 4.2.3: 2026-11-30T24:00 is the same instant as 2026-12-01T00:00; XML Schema 1.1 (part 2, 3.3.7) says so, too.
# The package, on which flask-restful relies, moves it by a day and reports nothing: a warning until 24:00 is over
# when the day begins. ciso8601 2.4.1, arrow 1.4.0 and python-dateutil 2.9.0.post0 read the next day, and iso8601 2.1.0 and
# isodate 0.7.2 raise an error.
#
# In almanac: 24:00 is the start of the next day.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install aniso8601==10.0.1 arrow==1.4.0 python-dateutil==2.9.0.post0
output=$("$folder/venv/bin/python" - <<'END'
import aniso8601
import arrow
import dateutil.parser

TEXT = "2026-11-30T24:00:00Z"
print("arrow:", arrow.get(TEXT))
print("dateutil:", dateutil.parser.isoparse(TEXT))
print("aniso8601:", aniso8601.parse_datetime(TEXT))
start, end = aniso8601.parse_interval("2026-11-30T00:00:00Z/" + TEXT)
print("from 00:00 until 24:00:", end - start)
END
)
echo "$output"
expected='arrow: 2026-12-01T00:00:00+00:00
dateutil: 2026-12-01 00:00:00+00:00
aniso8601: 2026-11-30 00:00:00+00:00
from 00:00 until 24:00: 0:00:00'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
