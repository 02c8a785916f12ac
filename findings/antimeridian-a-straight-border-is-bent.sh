#!/bin/bash
# antimeridian 0.4.9 (PyPI) leaves out places up to 42 km inside an area that it cuts at the 180th meridian.
#
# RFC 7946, 3.1.1: a line between two positions of GeoJSON is straight in longitude and latitude, so that a box from 60 to 62
# degrees north has its border at 60 degrees everywhere; 3.1.9 cuts such a box into two. The package puts the cut where the
# shortest way on a sphere would cross the meridian, further to the pole, but leaves all other positions: the result begins at
# 60.38 degrees there, and the north border bulges. With great_circle=False the border is straight.
#
# In almanac: edges are straight in degrees (GeoPolygon).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install antimeridian==0.4.9 shapely==2.2.0
output=$("$folder/venv/bin/python" - <<'END'
import antimeridian
import shapely

BOX = {"type": "Polygon", "coordinates": [[[170, 60], [-170, 60], [-170, 62], [170, 62], [170, 60]]]}
EAST = {"type": "Polygon", "coordinates": [[[150, 60], [170, 60], [170, 62], [150, 62], [150, 60]]]}
for name, box, longitude in [("at 160", EAST, 160), ("at 180", BOX, 180)]:
    for options in {}, {"great_circle": False}:
        area = shapely.geometry.shape(antimeridian.fix_geojson(box, **options))
        inside = [latitude for latitude in (59.9, 60.1, 60.3, 61, 62.1, 62.3) if area.contains(shapely.Point(longitude - 0.01, latitude))]
        print(name, options, inside)
END
)
echo "$output"
expected="at 160 {} [60.1, 60.3, 61]
at 160 {'great_circle': False} [60.1, 60.3, 61]
at 180 {} [61, 62.1, 62.3]
at 180 {'great_circle': False} [60.1, 60.3, 61]"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
