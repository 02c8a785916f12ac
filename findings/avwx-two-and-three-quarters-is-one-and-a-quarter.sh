#!/bin/bash
# avwx-engine 1.9.10 (PyPI) reads 2 3/4SM as 1.25 miles, and fog below a quarter mile as no visibility.
#
# FMH-1, 12.6.6: a visibility is whole miles, a fraction or both, and M1/4SM is less than a quarter. The package converts
# 2 3/4 to 11/4, and then reads these digits as 1 1/4. The same happens to 1 3/8, 1 5/8 and 1 7/8, which becomes LIFR,
# although visibilities from 1 to 3 miles are IFR. It mistakes M1/4SM, 1/16SM, 3/16SM and 5/16SM for a misspelt wind (M14KT): the
# visibility is absent, and the rules are IFR instead of LIFR.
#
# In almanac: the tests of METARs have these groups (WeatherMETARTests, and real reports in the corpus).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install avwx-engine==1.9.10
output=$("$folder/venv/bin/python" - <<'END'
from avwx import Metar

for group in ["2 3/4SM", "1 7/8SM", "1 1/2SM", "1/4SM", "M1/4SM", "1/16SM"]:
    report = Metar.from_report(f"KPWM 301251Z 00000KT {group} FG CLR M01/M01 A2992")
    visibility = report.data.visibility
    print(group, visibility and visibility.value, report.data.flight_rules, *report.data.other)
END
)
echo "$output"
expected='2 3/4SM 1.25 IFR
1 7/8SM 1.625 LIFR
1 1/2SM 1.5 IFR
1/4SM 0.25 LIFR
M1/4SM None IFR M14KT
1/16SM None IFR 116KT'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
