#!/bin/bash
# hishel 2.0.0, CacheControl 0.14.4 and requests-cache 1.3.3 (PyPI) serve responses that were stale on arrival as fresh.
#
# RFC 9111, 4.2.3: the age of a response includes its Age field, the time that it spent in other caches, such as those of a
# content delivery network, whose Date may be that of the delivery. With max-age=60 and Age: 3000, nothing may be served
# without asking (4.2 and 4.2.4). None of the three reads Age, not even hishel with rfc=True; requests-cache ignores Date,
# too. A report that may be a minute old is then 50 minutes old and still not asked for again.
#
# In almanac: Age shortens the lifetime (Freshness).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install \
    hishel==2.0.0 httpx==0.28.1 CacheControl==0.14.4 requests-cache==1.3.3
output=$(cd "$folder" && venv/bin/python - <<'END'
import email.utils
import http.server
import threading
import time

import cachecontrol
import hishel
import hishel.httpx
import httpx
import requests
import requests_cache

COUNTS = {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        COUNTS[self.path] = COUNTS.get(self.path, 0) + 1
        elapsed = 3000 if "old" in self.path else 0
        self.send_response_only(200)
        self.send_header("Date", email.utils.formatdate(time.time() - elapsed, usegmt=True))
        self.send_header("Cache-Control", "max-age=60")
        if "age" in self.path:
            self.send_header("Age", "3000")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
storage = hishel.SqliteStorage(database_path="responses.db")
clients = {
    "hishel": httpx.Client(transport=hishel.httpx.CacheTransport(httpx.HTTPTransport(), storage=storage, rfc=True)),
    "CacheControl": cachecontrol.CacheControl(requests.Session()),
    "requests-cache": requests_cache.CachedSession(backend="memory", cache_control=True),
}
for name, client in clients.items():
    for path in "age", "old":
        for _ in range(2):
            client.get(f"http://127.0.0.1:{server.server_port}/{name}/{path}")
    print(name, "requests with Age: 3000:", COUNTS[f"/{name}/age"], "with Date of 3000 s ago:", COUNTS[f"/{name}/old"])
END
)
echo "$output"
expected='hishel requests with Age: 3000: 1 with Date of 3000 s ago: 2
CacheControl requests with Age: 3000: 1 with Date of 3000 s ago: 2
requests-cache requests with Age: 3000: 1 with Date of 3000 s ago: 1'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
