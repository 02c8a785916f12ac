#!/usr/bin/env python3
"""lines.py SOCKET: follows all changes over plain lines of JSON, with nothing but Python's own library."""

import json
import socket
import sys

connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
for line in connection.makefile():
    event = json.loads(line)
    print(event["event"], event.get("key", "-"), (event.get("data") or {}).get("name", "-"), flush=True)
    if event["event"] == "changed":
        break
