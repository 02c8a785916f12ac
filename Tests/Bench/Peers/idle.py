"""Polls a number of addresses, each at its own time within the interval: idle.py ADDRESS COUNT SECONDS DATABASE.

As the daemon does, it keeps the data, their ETag and the time of the last request on the disk, for after a restart.
"""

import csv
import heapq
import io
import sqlite3
import sys
import time
import urllib.error
import urllib.request

address, count, interval = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
tags = {}
rows = {}
store = sqlite3.connect(sys.argv[4], isolation_level=None)
store.execute("PRAGMA journal_mode=WAL")
store.execute("PRAGMA synchronous=FULL")
store.execute("CREATE TABLE source (number INTEGER PRIMARY KEY, tag TEXT, text TEXT, at REAL)")


def fetch(number):
    request = urllib.request.Request(f"{address}{number}")
    if number in tags:
        request.add_header("If-None-Match", tags[number])
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            tags[number] = response.headers["ETag"]
            text = response.read().decode()
            rows[number] = list(csv.DictReader(io.StringIO(text)))
            values = (number, tags[number], text, time.time())
            store.execute("INSERT OR REPLACE INTO source VALUES (?, ?, ?, ?)", values)
    except urllib.error.HTTPError as error:
        if error.code != 304:
            raise
        store.execute("UPDATE source SET at = ? WHERE number = ?", (time.time(), number))


for number in range(count):
    fetch(number)
start = time.monotonic()
due = [(start + interval * number / count, number) for number in range(count)]
heapq.heapify(due)
while True:
    at, number = heapq.heappop(due)
    time.sleep(max(0.0, at - time.monotonic()))
    fetch(number)
    heapq.heappush(due, (at + interval, number))
