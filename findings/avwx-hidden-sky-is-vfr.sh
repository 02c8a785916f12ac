#!/bin/bash
# avwx-engine 1.9.10 (PyPI) names VFR for METARs whose sky could not be observed.
#
# Its flight rules rest on the lowest broken, overcast or obscured layer of known height. A layer of unknown height
# (`BKN///`), an obscured sky of unknown vertical visibility (`VV///`) and a sky that the station did not observe
# (`//////`) count as no ceiling, so that the rules are those of a clear sky. The groups are those of WMO-No. 306, FM 15,
# 15.9. aviationweather.gov calls VV/// LIFR, and gives no category where the sky is missing.
#
# In almanac: the corpus of Tests/WeatherTests (weather-unknown.jsonl) has these groups; the category is absent.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install avwx-engine==1.9.10
output=$("$folder/venv/bin/python" - <<'END'
from avwx import Metar

for sky in ["VV///", "BKN///", "//////", "CAVOK"]:
    visibility = "" if sky == "CAVOK" else "9999 "
    report = Metar.from_report(f"EGLL 281550Z 27005KT {visibility}{sky} 10/08 Q1013")
    print(sky, report.data.flight_rules)
END
)
echo "$output"
expected='VV/// VFR
BKN/// VFR
////// VFR
CAVOK VFR'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
