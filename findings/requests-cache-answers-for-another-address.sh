#!/bin/bash
# requests-cache 1.3.3 (PyPI) answers a request with the stored response of another address.
#
# A stored response may be used only if its target URI matches that of the request (RFC 9111, 4). The package compares
# queries without empty values and in sorted order, also those of one name, although RFC 3986, 6.2, knows no such
# equivalence: /all is the same as /all?q=, and ids=KBOS&ids=KPWM the same as ids=KPWM&ids=KBOS, which a server may answer
# in that order. Which of the two answers is seen depends on what was requested first.
#
# In almanac: each source has its address as it was written, and its own response.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install requests-cache==1.3.3
output=$("$folder/venv/bin/python" - <<'END'
import http.server
import threading

import requests_cache


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = self.path.encode()
        self.send_response(200)
        self.send_header("Cache-Control", "max-age=60")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *values):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
session = requests_cache.CachedSession(backend="memory", cache_control=True)
for path in "/all?q=", "/all", "/report?ids=KPWM&ids=KBOS", "/report?ids=KBOS&ids=KPWM":
    response = session.get(f"http://127.0.0.1:{server.server_port}{path}")
    print(path, "is answered by", response.text)
END
)
echo "$output"
expected='/all?q= is answered by /all?q=
/all is answered by /all?q=
/report?ids=KPWM&ids=KBOS is answered by /report?ids=KPWM&ids=KBOS
/report?ids=KBOS&ids=KPWM is answered by /report?ids=KPWM&ids=KBOS'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
