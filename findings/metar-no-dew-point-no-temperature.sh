#!/bin/bash
# metar-taf-parser-mivek 1.13.1 and avwx-engine 1.9.10 (PyPI) have no temperature if the dew point is missing.
#
# A broken sensor of humidity gives 10/ in the United States and Canada (FMH-1, 12.6.10) and 10/// elsewhere (two solidi for
# the two digits; ICAO Annex 3, table A3-2). The air is then 10 degrees warm, but both packages leave out the temperature as
# well. metar 2.0.2 has it.
#
# In almanac: the temperature is read alone (the corpus of Tests/WeatherTests, weather-metar.jsonl).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install \
    metar-taf-parser-mivek==1.13.1 avwx-engine==1.9.10 metar==2.0.2
output=$("$folder/venv/bin/python" - <<'END'
import avwx
import metar.Metar
from metar_taf_parser.parser.parser import MetarParser

for group in ["10/02", "10/", "10///", "M03///"]:
    text = f"KBOS 301754Z 24010KT 10SM CLR {group} A2992"
    second = avwx.Metar.from_report(text).data.temperature
    print(group, "-", MetarParser().parse(text).temperature, second and second.value, metar.Metar.Metar(text).temp)
END
)
echo "$output"
expected='10/02 - 10 10 10.0 C
10/ - None None 10.0 C
10/// - None None 10.0 C
M03/// - None None -3.0 C'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
