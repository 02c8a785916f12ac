#!/bin/bash
# avwx-engine 1.9.10 (PyPI) loses the phenomenon, the area and the levels of a SIGMET for a FIR/UIR or a UIR.
#
# ICAO Annex 3, table A6-1A: a SIGMET names a flight information region (FIR), an upper one (UIR), both as FIR/UIR, or a
# control area; there are SIGMETs for PARIS FIR/UIR and for RHEIN UIR. The package ends the name at the word FIR or CTA: for
# the others, the rest of the report becomes the name of the region, and the observation is empty. No error is reported.
#
# In almanac: phenomenon, area and levels come from the service as members of their own; the text is kept beside them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install avwx-engine==1.9.10
output=$("$folder/venv/bin/python" - <<'END'
from avwx import AirSigmet

for region in ["LFFF PARIS FIR", "LFFF PARIS FIR/UIR", "EDUU RHEIN UIR"]:
    text = (f"WSFR31 LFPW 301200 {region[:4]} SIGMET 1 VALID 301200/301500 LFPW- {region} SEV TURB OBS "
        "WI N4900 E00100 - N4900 E00300 - N4800 E00200 - N4900 E00100 FL250/350 STNR NC=")
    data = AirSigmet.from_report(text).data
    found = data.observation
    print(f"{region}: {data.region[:30]}")
    print(" ", found.type and found.type.value, len(found.coords), found.floor and found.floor.repr, found.ceiling and found.ceiling.repr)
END
)
echo "$output"
expected='LFFF PARIS FIR: LFFF PARIS FIR
  Severe turbulence 4 FL250 350
LFFF PARIS FIR/UIR: LFFF PARIS FIR/UIR SEV TURB OB
  None 0 None None
EDUU RHEIN UIR: EDUU RHEIN UIR SEV TURB OBS WI
  None 0 None None'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
