#!/bin/bash
# avwx-engine 1.9.10 (PyPI) reads the minutes of a position in a SIGMET as decimals: N4959 is 49.59 degrees, not 49.98.
#
# ICAO Annex 3, table A6-1A: a position is degrees and minutes, Nnn[nn] and Ennn[nn]. The corners of an area are then up to
# 44 km from their places, and 22 km at 30 minutes; the shape changes, too, since full degrees stay right: the
# centre of a hurricane moves from 179.75 degrees west to 179.45. Positions without minutes are not read at all. No error is
# reported.
#
# In almanac: the positions of SIGMETs come from the service as decimal degrees; the text is kept beside them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install avwx-engine==1.9.10
output=$("$folder/venv/bin/python" - <<'END'
from avwx import AirSigmet

HEAD = "WSFR31 LFPW 301200 LFFF SIGMET 1 VALID 301200/301500 LFPW- LFFF PARIS FIR "
area = AirSigmet.from_report(HEAD + "SEV TURB OBS WI N4959 E00100 - N4930 E00130 - N4800 E00215 - N4959 E00100 ABV FL250 STNR NC=")
for corner in area.data.observation.coords[:3]:
    print(corner.repr, corner.lat, corner.lon)
area = AirSigmet.from_report(HEAD + "SEV TURB OBS WI N50 E001 - N49 E003 - N48 E002 - N50 E001 ABV FL250 STNR NC=")
print("without minutes:", area.data.observation.coords)
HEAD = "WCPA01 PHFO 301200 KZAK SIGMET 1 VALID 301200/301800 PHFO- KZAK OAKLAND OCEANIC FIR "
storm = AirSigmet.from_report(HEAD + "TC EXAMPLE PSN N1430 W17945 CB OBS AT 1200Z WI 120NM OF TC CENTRE TOP FL500 MOV W 10KT INTSF=")
centre = storm.data.observation.position
print(centre.repr, centre.lat, centre.lon)
END
)
echo "$output"
expected='N4959 E00100 49.59 1.0
N4930 E00130 49.3 1.3
N4800 E00215 48.0 2.15
without minutes: []
N1430 W17945 14.3 -179.45'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
