#!/bin/bash
# pystac 1.15.2 (PyPI): a collection of images of Fiji and Germany has the extent of Germany alone.
#
# RFC 7946, 5.2: a box that crosses the 180th meridian has a western side greater than its eastern one, as Fiji's: 177, -20,
# -178, -12. STAC 1.1.0 refers to it for items and collections. `Extent.from_items` and `update_extent_from_items` take the
# least western and the greatest eastern side: of Fiji and Germany, 6 to 15 degrees, and of Fiji and Hawaii, -161 to -154. No
# error is reported, the result is valid, and who looks for collections by their extent finds no Fiji. Fiji alone is right.
# shapely 2.2.0 tells here how much of Fiji an extent has.
#
# In almanac: it writes no extents; a place at the 180th meridian counts for areas on both of its sides (GeoPolygon).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install pystac==1.15.2 shapely==2.2.0
output=$("$folder/venv/bin/python" - <<'END'
from datetime import datetime, timezone

import pystac
import shapely

FIJI, GERMANY, HAWAII = [177, -20, -178, -12], [6, 47, 15, 55], [-161, 18, -154, 23]


def pieces(west, south, east, north):
    """The area of a box: two pieces if it crosses the 180th meridian."""
    boxes = [(west, east)] if west <= east else [(west, 180), (-180, east)]
    return shapely.union_all([shapely.box(west, south, east, north) for west, east in boxes])


def item(name, box):
    geometry = shapely.geometry.mapping(pieces(*box))
    return pystac.Item(name, geometry, box, datetime(2026, 12, 1, tzinfo=timezone.utc), {})


for name, boxes in ("Fiji", [FIJI]), ("Fiji and Germany", [FIJI, GERMANY]), ("Fiji and Hawaii", [FIJI, HAWAII]):
    collection = pystac.Collection(
        "images", "Images", pystac.Extent.from_items([item(str(number), box) for number, box in enumerate(boxes)]))
    collection.add_items([item(str(number), box) for number, box in enumerate(boxes)])
    collection.update_extent_from_items()
    extent = collection.extent.spatial.bboxes[0]
    share = pieces(*extent).intersection(pieces(*FIJI)).area / pieces(*FIJI).area
    print(f"{name}: {extent}, which has {share:.0%} of Fiji")
END
)
echo "$output"
expected='Fiji: [177, -20, -178, -12], which has 100% of Fiji
Fiji and Germany: [6, -20, 15, 55], which has 0% of Fiji
Fiji and Hawaii: [-161, -20, -154, 23], which has 0% of Fiji'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
