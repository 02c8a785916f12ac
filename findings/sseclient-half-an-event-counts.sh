#!/bin/bash
# sseclient-py 1.9.0 and aiohttp-sse-client2 0.3.0 (PyPI) deliver half an event: of a ceiling of 1200 feet, 12 are left.
#
# A stream of server-sent events may end anywhere, for instance when a proxy is restarted. The HTML standard, 9.2.6: data that are
# pending at the end, because no empty line follows, must be discarded. The first package delivers them as an event. The
# second keeps them, connects again, and puts the first event of the new connection below them, so that one event has lines of two.
# Neither reports anything. httpx-sse 0.4.3 and requests-sse 0.5.3 discard them.
#
# In almanac: the data of /events are objects of JSON, of which no part is one (almanac-web(8)).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install sseclient-py==1.9.0 aiohttp-sse-client2==0.3.0 \
    requests==2.34.2 httpx-sse==0.4.3 httpx==0.28.1 requests-sse==0.5.3
output=$(cd "$folder" && venv/bin/python - <<'END'
import asyncio
import http.server
import threading

import aiohttp_sse_client2.client
import httpx
import httpx_sse
import requests
import requests_sse
import sseclient

# The first connection ends within the number 1200.
STREAMS = [b"data: 900\n\ndata: 12", b"data: 1300\n\n"]
COUNT = [0]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response_only(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.write(STREAMS[COUNT[0] % 2])
        COUNT[0] += 1


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{server.server_port}/"


def first(events, count):
    COUNT[0] = 0
    return [event.data for _, event in zip(range(count), events())]


def httpx_events():
    for _ in STREAMS:
        with httpx.Client() as client, httpx_sse.connect_sse(client, "GET", address) as source:
            yield from source.iter_sse()


def sseclient_events():
    for _ in STREAMS:
        yield from sseclient.SSEClient(requests.get(address, stream=True)).events()


def requests_events():
    with requests_sse.EventSource(address, reconnection_time=requests_sse.client.timedelta(0)) as source:
        yield from source


async def aiohttp_events(count):
    COUNT[0] = 0
    data = []
    async with aiohttp_sse_client2.client.EventSource(address) as source:
        async for event in source:
            data.append(event.data)
            if len(data) == count:
                return data


print("httpx-sse:", first(httpx_events, 2))
print("requests-sse:", first(requests_events, 2))
print("sseclient-py:", first(sseclient_events, 3))
print("aiohttp-sse-client2:", asyncio.run(aiohttp_events(2)))
END
)
echo "$output"
expected=$(cat <<'END'
httpx-sse: ['900', '1300']
requests-sse: ['900', '1300']
sseclient-py: ['900', '12', '1300']
aiohttp-sse-client2: ['900', '12\n1300']
END
)
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
