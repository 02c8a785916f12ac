"""weather.py metar|taf FILE PACKAGE RUNS: the CPU nanoseconds of each of some runs in which a decoder reads all reports
of a file; one line a run."""

import sys
import time
import warnings

warnings.simplefilter("ignore")


def metar():
    from metar.Metar import Metar

    return lambda report: Metar(report, strict=False)


def parser(kind):
    from metar_taf_parser.parser import parser

    return parser.MetarParser().parse if kind == "metar" else parser.TAFParser().parse


def avwx(kind):
    from importlib import import_module

    parse = import_module("avwx.current." + kind).parse
    start = 0 if kind == "metar" else 4
    return lambda report: parse(report[start:start + 4], report)


def main():
    kind, path, package, runs = sys.argv[1:]
    with open(path, encoding="utf-8") as file:
        reports = [line.rstrip("\n") for line in file]
    if kind == "metar":
        reports = [report.removeprefix("METAR ").removeprefix("SPECI ") for report in reports]
    decode = metar() if package == "metar" else parser(kind) if "parser" in package else avwx(kind)
    for _ in range(int(runs)):
        start = time.process_time_ns()
        for report in reports:
            try:
                decode(report)
            except Exception:  # a decoder that gives up has answered too
                pass
        print(time.process_time_ns() - start, flush=True)


main()
