#!/bin/bash
# pymetaf 1.1.1 (PyPI) takes the denominator of a visibility for miles: less than a quarter mile of fog is 6437 metres.
#
# FMH-1, 12.6.6: a visibility is whole miles, a fraction or both, and M1/4SM is less than a quarter. The package reads the digits
# before SM: 4 for a quarter and for 2 3/4, 2 for a half and for 1 1/2, so that the worst visibility is read as the best of
# these. A pressure of 29.92 inches (12.6.11) is 101320 with the unit hPa, a hundred atmospheres, beside 998 for Q0998. And the
# weather of a station whose sky was not observed (/////) is "Clear Sky". metar 2.0.2 reads all visibilities and pressures.
#
# In almanac: M1/4SM is less than 402 metres, and the ceiling of ///// is named under `unknown`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install pymetaf==1.1.1 metar==2.0.2
output=$("$folder/venv/bin/python" - <<'END'
import metar.Metar
import pymetaf

for text in ["M1/4SM FG VV001 05/05 A2992", "1/2SM FG VV002 05/05 A2992", "1 1/2SM BR OVC005 05/05 A2992",
        "2 3/4SM BR OVC010 05/04 A2992", "3SM BR OVC010 05/04 A2992", "5000 ///// 05/04 Q0998"]:
    report = f"METAR KBOS 301054Z 24010KT {text}"
    found = pymetaf.parse_text(report + "=", 2026, 11)
    other = metar.Metar.Metar(report, year=2026, month=11)
    print(f"{text}: {found['visibility']} {found['visibility_units']}, {found['qnh']} {found['qnh_units']}, {found['weather']};",
        f"metar {other.vis.value('M'):.0f} m, {other.press.value('HPA'):.0f} hPa")
END
)
echo "$output"
expected=$(cat <<'END'
M1/4SM FG VV001 05/05 A2992: 6437 m, 101320 hPa, ['Fog']; metar 402 m, 1013 hPa
1/2SM FG VV002 05/05 A2992: 3218 m, 101320 hPa, ['Fog']; metar 805 m, 1013 hPa
1 1/2SM BR OVC005 05/05 A2992: 3218 m, 101320 hPa, ['Mist']; metar 2414 m, 1013 hPa
2 3/4SM BR OVC010 05/04 A2992: 6437 m, 101320 hPa, ['Mist']; metar 4426 m, 1013 hPa
3SM BR OVC010 05/04 A2992: 4828 m, 101320 hPa, ['Mist']; metar 4828 m, 1013 hPa
5000 ///// 05/04 Q0998: 5000 m, 998 hPa, ['Clear Sky']; metar 5000 m, 998 hPa
END
)
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
