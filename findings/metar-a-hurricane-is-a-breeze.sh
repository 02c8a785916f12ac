#!/bin/bash
# metar-taf-parser-mivek 1.13.1 and avwx-engine 1.9.10 (PyPI) misread winds of 100 knots and more: 240105G120KT is 10 knots, or 1050.
#
# FMH-1, 12.6.5: the speed has two digits, or three if it needs them. The first package reads two digits and ignores the
# others, so that the wind of a hurricane or of a tornado is a breeze without gusts; it has no wind at all for 270P99KT, the
# form of WMO-No. 306, FM 15, for 100 knots and more. The second reads 105 without gusts, but with gusts 1050 and 12.
# Neither reports an error. metar 2.0.2 reads all three.
#
# In almanac: speeds of three digits and P99KT are in the corpus of Tests/WeatherTests (weather-metar.jsonl).
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

for wind in ["24099KT", "240105KT", "240105G120KT", "270P99KT"]:
    text = f"KBOS 301754Z {wind} 1/2SM OVC010 18/16 A2892"
    first = MetarParser().parse(text).wind
    second = avwx.Metar.from_report(text).data
    third = metar.Metar.Metar(text)
    print(wind)
    print("  metar-taf-parser-mivek:", (first.speed, first.gust) if first else None)
    print("  avwx-engine:", [speed and speed.spoken for speed in (second.wind_speed, second.wind_gust)])
    print("  metar:", third.wind_speed, third.wind_gust)
END
)
echo "$output"
expected="24099KT
  metar-taf-parser-mivek: (99, None)
  avwx-engine: ['nine nine', None]
  metar: 99 knots None
240105KT
  metar-taf-parser-mivek: (10, None)
  avwx-engine: ['one zero five', None]
  metar: 105 knots None
240105G120KT
  metar-taf-parser-mivek: (10, None)
  avwx-engine: ['one zero five zero', 'one two']
  metar: 105 knots 120 knots
270P99KT
  metar-taf-parser-mivek: None
  avwx-engine: ['greater than nine nine', None]
  metar: greater than 99 knots None"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
