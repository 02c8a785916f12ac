#!/bin/bash
# metar 2.0.2 (PyPI) reads a visibility that the station could not measure as one of 10,000 metres.
#
# An automatic station writes a solidus for each digit of an element that is missing (ICAO Annex 3, table A3-2): ////, often
# followed by NDV. The package then has the same `vis` as for CAVOK, without a word, also in its strict mode; in fog with
# a broken sensor it reports perfect sight. A report without any group of visibility has None. Nothing but the text of the
# report tells the two apart.
#
# In almanac: the visibility is absent and named under `unknown` (Tests/WeatherTests, weather-unknown.jsonl).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install metar==2.0.2
output=$("$folder/venv/bin/python" - <<'END'
from metar.Metar import Metar

for visibility in ["CAVOK", "//// FG VV001", "////NDV FG VV001", "FG VV001"]:
    report = Metar(f"METAR EGLL 301720Z AUTO 24005KT {visibility} 02/02 Q0998")
    print(visibility, "-", report.vis and report.vis.string("M"), report.decode_completed)
END
)
echo "$output"
expected='CAVOK - 10000 meters True
//// FG VV001 - 10000 meters True
////NDV FG VV001 - 10000 meters True
FG VV001 - None True'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
