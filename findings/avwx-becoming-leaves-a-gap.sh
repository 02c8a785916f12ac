#!/bin/bash
# In avwx-engine 1.9.10 (PyPI), no line of a TAF covers the hours of a gradual change (BECMG).
#
# The line before a `BECMG 2820/2822` ends at 20Z, and the line of the BECMG starts at 22Z. A program that looks for the
# line of 21Z by start and end finds none, although the forecast is valid without a gap (WMO-No. 306, FM 51, 51.6.1).
# The 20Z is kept in another member of the later line, its `transition_start`.
#
# In almanac: a period of the timeline covers the change, with both conditions (`becoming`).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install avwx-engine==1.9.10
output=$("$folder/venv/bin/python" - <<'END'
from avwx import Taf

taf = Taf.from_report("TAF EGLL 281100Z 2812/2918 18010KT CAVOK BECMG 2820/2822 4000 BR")
for line in taf.data.forecast:
    start = line.transition_start
    print(line.start_time.repr, line.end_time.repr, start.repr if start else "-")
END
)
echo "$output"
expected='2812 2820 -
2822 2918 2820'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
