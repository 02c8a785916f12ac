#!/bin/bash
# avwx-engine 1.9.10 (PyPI) drops the minutes of FM in a TAF: FM301530 begins at 15:00.
#
# WMO-No. 306, FM 51, 51.1.4: the conditions after FMYYGGgg hold from that day, hour and minute; the weather service of the
# United States encourages minutes. Of two changes within an hour, the first lasts no time at all: a program that looks
# for the line of 15:40 finds the conditions of 15:50. The hour is right in `start_time`, and no member has the minutes.
#
# In almanac: a period of the timeline begins at the minute.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install avwx-engine==1.9.10
output=$("$folder/venv/bin/python" - <<'END'
from avwx import Taf

TEXT = "TAF KPWM 301120Z 3012/0112 18010KT P6SM SCT020 FM301510 20015KT 1SM BR OVC004 FM301550 27015KT P6SM SCT040"
for line in Taf.from_report(TEXT).data.forecast:
    print(line.start_time.dt.strftime("%H:%M"), "to", line.end_time.dt.strftime("%H:%M"), line.flight_rules)
END
)
echo "$output"
expected='12:00 to 15:00 VFR
15:00 to 15:00 LIFR
15:00 to 12:00 VFR'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
