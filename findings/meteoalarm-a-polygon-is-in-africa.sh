#!/bin/bash
# meteoalarm 0.3.0 (PyPI) puts the polygon of a warning for Munich into Somalia, and keeps one area of several.
#
# CAP 1.2, 3.2.4: the points of a polygon are latitude,longitude. The package writes GeoJSON (`geometry`), whose positions are
# longitude first (RFC 7946, 3.1.1), but leaves the order, so that Munich is at 48 degrees east, 11 degrees north. The geometry of a
# region that it looks up by its code is right. A warning may have many areas, and so have those of MeteoAlarm: only the first
# is kept, and a filter by the name of another region finds nothing. No error is reported.
#
# In almanac: all areas are read, each with its polygons in the right order (AlertCaseTests).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install meteoalarm==0.3.0
cd "$folder"
output=$(venv/bin/python - <<'END'
import http.server
import threading
from meteoalarm import MeteoAlarm

def area(name, polygon):
    return f"<area><areaDesc>{name}</areaDesc><polygon>{polygon}</polygon></area>"

WARNING = """<alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>1</identifier><sender>x@example.org</sender>
<sent>2026-11-30T10:00:00+01:00</sent><status>Actual</status><msgType>Alert</msgType><scope>Public</scope><info>
<language>en</language><category>Met</category><event>Snow</event><urgency>Expected</urgency><severity>Severe</severity>
<certainty>Likely</certainty><headline>Snow</headline><description>Snow.</description>{}{}</info></alert>""".format(
    area("Munich", "48,11 48,12 48.3,12 48.3,11 48,11"), area("Augsburg", "48.3,10.8 48.3,11 48.5,11 48.3,10.8"))
FEED = ('<feed xmlns="http://www.w3.org/2005/Atom"><entry><link type="application/cap+xml" href="{}/warning"/></entry></feed>')

class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write((WARNING if self.path == "/warning" else FEED.format(ADDRESS)).encode())

    def log_message(self, *arguments):
        pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
ADDRESS = f"http://127.0.0.1:{server.server_port}"

class Local(MeteoAlarm):
    def _load_urls(self):
        return {"germany": ADDRESS}

warnings = Local(["germany"])
print(*warnings[0].area.values(), warnings[0].geometry)
print("for Munich:", len(warnings.filter(area="Munich")), "for Augsburg:", len(warnings.filter(area="Augsburg")))
END
)
echo "$output"
expected='Munich {"type": "Polygon", "coordinates": [[[48.0, 11.0], [48.0, 12.0], [48.3, 12.0], [48.3, 11.0], [48.0, 11.0]]]}
for Munich: 1 for Augsburg: 0'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
