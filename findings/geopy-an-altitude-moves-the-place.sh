#!/bin/bash
# geopy 2.5.0 (PyPI): Point("52.5 13.4 300m") is not 300 m above Berlin, but in Poland.
#
# The documentation of Point.from_string has latitude, longitude and an altitude with its unit, such as m or km, separated by
# spaces, commas or semicolons. After a space, 300m are 300 minutes of arc, so that the longitude is 5 degrees further east and the
# altitude is 0; after a comma, they are metres. If the unit is forgotten, 13.4 is the latitude, 34 the longitude, and 52.5 is
# skipped instead of reported; "59 54 45 N 10 44 45 E" (Oslo, without marks) is at 44 north. And with marks as in the
# documentation, -0°30' is half a degree north: zero degrees have lost their sign.
#
# In almanac: a text with other than two numbers is no position (RecordRules).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install geopy==2.5.0
output=$("$folder/venv/bin/python" - <<'END'
from geopy import Point

TEXTS = """52.5, 13.4, 300m
52.5 13.4 300m
52.5 13.4 34
59°54'45" N 10°44'45" E
59 54 45 N 10 44 45 E
-0.5 10.25
0°30' S 10°15' E
-0°30' 10°15'
"""
print("tuple:", *Point(52.5, 13.4, 0.3))
for text in TEXTS.splitlines():
    point = Point(text)
    print(text + ":", round(point.latitude, 4), round(point.longitude, 4), point.altitude)
END
)
echo "$output"
expected=$(cat <<'END'
tuple: 52.5 13.4 0.3
52.5, 13.4, 300m: 52.5 13.4 0.3
52.5 13.4 300m: 52.5 18.4 0.0
52.5 13.4 34: 13.4 34.0 0.0
59°54'45" N 10°44'45" E: 59.9125 10.7458 0.0
59 54 45 N 10 44 45 E: 44.0 45.0 0.0
-0.5 10.25: -0.5 10.25 0.0
0°30' S 10°15' E: -0.5 10.25 0.0
-0°30' 10°15': 0.5 10.25 0.0
END
)
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
