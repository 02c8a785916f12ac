#!/bin/bash
# synop2bufr 0.8.1 with pymetdecoder 0.2.2 (PyPI): snow that hardly covers the ground, or was not measured, is ten metres deep.
#
# WMO-No. 306, Volume I.1, FM 12, group 4E'sss, code table 3889: 997 is less than half a centimetre, 998 is snow that does not
# cover the ground, and 999 is a depth that could not be measured. pymetdecoder reads 997, 998 and 999 centimetres: it has the
# three cases, but compares them as numbers with a text. synop2bufr, with which national services send their reports in wis2box,
# writes these depths into BUFR, which has values for the first two (Volume I.2, table B, 0 13 013: -0.01 and -0.02 m) and a
# missing value. Both report nothing, and the state of the ground beside it is right. ecCodes 2.50.0 reads the result here.
#
# In almanac: it reads no SYNOP; what a METAR could not measure is named under `unknown`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install synop2bufr==0.8.1 pymetdecoder==0.2.2 csv2bufr==0.8.8 eccodes==2.50.0
output=$(CSV2BUFR_TEMPLATES=$folder "$folder/venv/bin/python" -W ignore - <<'END'
import logging
import tempfile

import eccodes
import pymetdecoder.synop
import synop2bufr

logging.disable(logging.CRITICAL)
STATIONS = """station_name,wigos_station_identifier,traditional_station_identifier,facility_type,latitude,longitude,elevation,\
barometer_height,territory_name,wmo_region
Example,0-20000-0-10961,10961,landFixed,47.42,10.98,2960,2960,DEU,6
"""


def in_bufr(report):
    result = next(synop2bufr.transform(report, STATIONS, 2026, 12))
    with tempfile.TemporaryFile() as file:
        file.write(result["bufr4"])
        file.seek(0)
        message = eccodes.codes_bufr_new_from_file(file)
    eccodes.codes_set(message, "unpack", 1)
    return eccodes.codes_get(message, "totalSnowDepth"), eccodes.codes_get(message, "stateOfGround")


for depth, meaning in {"012": "12 cm", "997": "less than 0.5 cm", "998": "not continuous", "999": "not measured"}.items():
    body = f"10961 11598 62315 11035 333 41{depth}"
    decoded = pymetdecoder.synop.SYNOP().decode("AAXX 01061 " + body)["ground_state_snow"]["depth"]
    metres, ground = in_bufr(f"AAXX 01061\n{body}=\n")
    print(f"41{depth} ({meaning}): pymetdecoder {decoded['depth']} cm, continuous: {decoded['continuous']},",
          f"impossible: {decoded['impossible']}; BUFR {metres} m, ground {ground}")
END
)
echo "$output"
expected='41012 (12 cm): pymetdecoder 12 cm, continuous: True, impossible: False; BUFR 0.12 m, ground 11
41997 (less than 0.5 cm): pymetdecoder 997 cm, continuous: True, impossible: False; BUFR 9.97 m, ground 11
41998 (not continuous): pymetdecoder 998 cm, continuous: True, impossible: False; BUFR 9.98 m, ground 11
41999 (not measured): pymetdecoder 999 cm, continuous: True, impossible: False; BUFR 9.99 m, ground 11'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
