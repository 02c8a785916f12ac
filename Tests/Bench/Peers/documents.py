"""documents.py table|json|feed FILE RUNS: the CPU nanoseconds of each of some runs of another reader; one line a run."""

import csv
import json
import sys
import time


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
    kind, path, runs = sys.argv[1:]
    body = {"table": read_table, "json": read_json, "feed": read_feed}[kind]
    if kind == "feed":
        import feedparser  # noqa: F401, so that no run contains it
    for _ in range(int(runs)):
        start = time.process_time_ns()
        body(path)
        print(time.process_time_ns() - start, flush=True)


main()
