#!/bin/bash
# aio_geojson_client and aio_georss_client 2026.6.0 (PyPI, which Home Assistant uses): London is outside an area around it.
#
# They tell how far an area is from home, by which alerts of fires and quakes are filtered. The edges of a polygon are straight (RFC
# 7946, 3.1.1). Longitudes below 0 are raised by 360 for areas at the 180th meridian, so that an area at Greenwich goes around
# the Earth: a home in it is not inside, and the distance is that to the next corner. Elsewhere, the nearest point of an
# edge that falls from west to east is not found, so that the next corner counts: 67 km instead of 9. Shapely 2.2.0 finds
# the nearer points.
#
# In almanac: the distance is that to the nearest point of the border (GeoArea).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install \
    aio-geojson-client==2026.6.0 aio-georss-client==2026.6.0 haversine==2.9.0 shapely==2.2.0
output=$("$folder/venv/bin/python" - <<'END'
import shapely.ops
from aio_geojson_client.geojson_distance_helper import GeoJsonDistanceHelper
from aio_geojson_client.geometries import Point, Polygon
from aio_georss_client.geo_rss_distance_helper import GeoRssDistanceHelper
from aio_georss_client.xml_parser import geometry
from haversine import haversine

AREAS = [
    ("in Munich", (48.1, 11.5), [(48, 11), (48, 12), (48.3, 12), (48.3, 11), (48, 11)]),
    ("in London", (51.5, -0.1), [(51.3, -0.5), (51.3, 0.3), (51.7, 0.3), (51.7, -0.5), (51.3, -0.5)]),
    ("rising", (48.6, 11), [(48, 10), (49, 12), (48, 12), (48, 10)]),
    ("falling", (48.6, 11), [(49, 10), (48, 12), (48, 10), (49, 10)]),
    ("at 11 east", (50.95, 11.1), [(51, 10), (51, 12), (51.5, 12), (51.5, 10), (51, 10)]),
    ("at Greenwich", (50.95, 0.1), [(51, -1), (51, 1), (51.5, 1), (51.5, -1), (51, -1)]),
]
for name, home, corners in AREAS:
    json = GeoJsonDistanceHelper.distance_to_geometry(home, Polygon([Point(*corner) for corner in corners]))
    rss = GeoRssDistanceHelper.distance_to_geometry(home, geometry.Polygon([geometry.Point(*corner) for corner in corners]))
    nearest, _ = shapely.ops.nearest_points(shapely.Polygon(corners), shapely.Point(home))
    print(f"{name}: {json:.0f} km, {rss:.0f} km; Shapely's point: {haversine(home, (nearest.x, nearest.y)):.0f} km")
END
)
echo "$output"
expected="in Munich: 0 km, 0 km; Shapely's point: 0 km
in London: 28 km, 28 km; Shapely's point: 0 km
rising: 9 km, 9 km; Shapely's point: 9 km
falling: 67 km, 67 km; Shapely's point: 9 km
at 11 east: 6 km, 6 km; Shapely's point: 6 km
at Greenwich: 63 km, 63 km; Shapely's point: 6 km"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
