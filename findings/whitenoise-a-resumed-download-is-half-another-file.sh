#!/bin/bash
# whitenoise 6.12.0 and aiohttp 3.14.5 (PyPI): who resumes a download gets the second half of another file.
#
# RFC 9110, 13.1.5: a client that has a part of a file asks for the rest with If-Range and the ETag of its part; if the file has
# changed meanwhile, the server must ignore Range and send all of the new file (200). The first package does not look at
# If-Range; the second reads it as a date, and takes an ETag for no condition (a repair waits for a release). Both send the rest
# of the new file (206), which the client, as it may, appends to the old half. Both have sent the ETag, and heed it in
# If-None-Match. No error is reported. Starlette 1.10.0 and Flask 3.1.3 send all of the new file.
#
# In almanac: almanac-web sends no parts, and almanac asks for none.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install aiohttp==3.14.5 whitenoise==6.12.0 starlette==1.10.0 flask==3.1.3 \
    uvicorn==0.54.0 requests==2.34.2
output=$(cd "$folder" && venv/bin/python -W ignore - <<'END'
import os
import pathlib
import socket
import subprocess
import sys
import time

import requests

SERVERS = {
    "whitenoise": """
from wsgiref.simple_server import make_server
from whitenoise import WhiteNoise
make_server("127.0.0.1", PORT, WhiteNoise(None, root="files", autorefresh=True)).serve_forever()""",
    "aiohttp": """
from aiohttp import web
application = web.Application()
application.router.add_static("/", "files")
web.run_app(application, host="127.0.0.1", port=PORT, print=None)""",
    "starlette": """
import uvicorn
from starlette.staticfiles import StaticFiles
uvicorn.run(StaticFiles(directory="files"), host="127.0.0.1", port=PORT, log_level="error")""",
    "flask": """
from wsgiref.simple_server import make_server
from flask import Flask
make_server("127.0.0.1", PORT, Flask("files", static_folder=FOLDER, static_url_path="")).serve_forever()""",
}
file = pathlib.Path("files/table.csv")
file.parent.mkdir()


def publish(value, seconds):
    file.write_text(f"EGLL,{value}\nLFPG,{value}\n")
    os.utime(file, (seconds, seconds))


def first(address):
    for _ in range(100):
        try:
            return requests.get(address, headers={"Range": "bytes=0-8"})
        except requests.ConnectionError:
            time.sleep(0.1)


for name, program in SERVERS.items():
    publish("old", 1796119200)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    program = program.replace("PORT", str(port)).replace("FOLDER", repr(str(file.parent.absolute())))
    server = subprocess.Popen([sys.executable, "-W", "ignore", "-c", program], stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}/table.csv"
        half = first(address)
        publish("new", 1796122800)
        rest = requests.get(address, headers={"Range": "bytes=9-", "If-Range": half.headers["ETag"]})
        text = half.text + rest.text if rest.status_code == 206 else rest.text
        again = requests.get(address, headers={"If-None-Match": half.headers["ETag"]})
        print(f"{name}: {half.status_code}, then {rest.status_code}: {' '.join(text.split())}; If-None-Match: {again.status_code}")
    finally:
        server.terminate()
        server.wait()
END
)
echo "$output"
expected='whitenoise: 206, then 206: EGLL,old LFPG,new; If-None-Match: 200
aiohttp: 206, then 206: EGLL,old LFPG,new; If-None-Match: 200
starlette: 206, then 200: EGLL,new LFPG,new; If-None-Match: 200
flask: 206, then 200: EGLL,new LFPG,new; If-None-Match: 200'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
