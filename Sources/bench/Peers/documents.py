"""documents.py table|json|feed FILE...: bytes a second that other readers read, CPU time, the median of three runs."""

import csv
import json
import os
import platform
import statistics
import sys
import time


def median(body):
    """Returns the median after a run that is not counted, as on the other side of the comparison."""
    body()
    costs = []
    for _ in range(3):
        start = time.process_time()
        body()
        costs.append(time.process_time() - start)
    return statistics.median(costs)


def read_table(path):
    encoding = "cp1252" if "hospitals" in path else "utf-8"
    quoting = csv.QUOTE_NONE if "hospitals" in path else csv.QUOTE_MINIMAL
    delimiter = "\u00ac" if "hospitals" in path else ","
    with open(path, encoding=encoding, newline="") as file:
        for row in csv.reader(file, delimiter=delimiter, quoting=quoting):
            len(row)


def read_json(path):
    with open(path, "rb") as file:
        json.load(file)


def read_feed(path):
    import feedparser

    with open(path, "rb") as file:
        feedparser.parse(file.read())


def main():
    kind, *paths = sys.argv[1:]
    name, body = {
        "table": ("csv", read_table), "json": ("json", read_json), "feed": ("feedparser", read_feed),
    }[kind]
    version = platform.python_version()
    if kind == "feed":
        from importlib.metadata import version as of

        version = of("feedparser")
    for path in paths:
        cost = median(lambda: body(path))
        print("read", name, version, os.path.basename(path), round(os.path.getsize(path) / cost), flush=True)


main()
