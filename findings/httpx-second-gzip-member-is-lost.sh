#!/bin/bash
# httpx 0.28.1 (PyPI) drops everything after the first member of a gzip body, and says nothing of it.
#
# RFC 1952, 2.2: gzip is a series of members; RFC 9110, 8.4.1.3, means this format. Servers that join compressed pieces
# (`cat a.gz b.gz`), bgzip and loggers that append write several. The status is 200, and the Content-Length is right, but
# the text ends with the first member: a table lacks its last rows, a bulletin its last reports. requests 2.34.2 with
# urllib3 2.8.0 reads all.
#
# In almanac: its own decoder reads all members, and detects a body that ends inside one (CodingTests).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install httpx==0.28.1 requests==2.34.2 urllib3==2.8.0
output=$("$folder/venv/bin/python" - <<'END'
import gzip
import http.server
import threading

import httpx
import requests

BODY = gzip.compress(b"KPWM 6 C\n") + gzip.compress(b"KBOS 8 C\n")


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(BODY)))
        self.end_headers()
        self.wfile.write(BODY)

    def log_message(self, *values):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}/"
for client in requests, httpx:
    response = client.get(address)
    print(client.__name__, response.status_code, response.text.splitlines())
END
)
echo "$output"
expected="requests 200 ['KPWM 6 C', 'KBOS 8 C']
httpx 200 ['KPWM 6 C']"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
