"""weather.py metar|taf FILE [PACKAGE]: reports a second that other decoders, or only one, read; CPU time, the median of
three runs."""

import statistics
import sys
import time
import warnings
from importlib.metadata import version

warnings.simplefilter("ignore")


def speed(count, body):
    """Returns the median after a run that is not counted, as on the other side of the comparison."""
    body()
    costs = []
    for _ in range(3):
        start = time.process_time()
        body()
        costs.append(time.process_time() - start)
    return round(count / statistics.median(costs))


def each(reports, decode):
    def body():
        for report in reports:
            try:
                decode(report)
            except Exception:  # a decoder that gives up has answered too
                pass

    return body


def decoders(kind):
    """Each decoder with how many of the reports it is given: the slow ones get a share, so that minutes do not pass."""
    if kind == "metar":
        from metar.Metar import Metar

        yield "metar", 7051, lambda report: Metar(report, strict=False)
        from metar_taf_parser.parser.parser import MetarParser

        parser = MetarParser()
        yield "metar-taf-parser-mivek", 3000, parser.parse
        from avwx.current.metar import parse

        yield "avwx-engine", 500, lambda report: parse(report[:4], report)
    else:
        from metar_taf_parser.parser.parser import TAFParser

        parser = TAFParser()
        yield "metar-taf-parser-mivek", 821, parser.parse
        from avwx.current.taf import parse

        yield "avwx-engine", 200, lambda report: parse(report[4:8], report)


def main():
    kind, path = sys.argv[1:3]
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file]
    for name, share, decode in decoders(kind):
        if name not in (sys.argv[3:] or [name]):
            continue
        step = max(1, len(lines) // share)
        reports = lines[::step]
        if kind == "metar":
            reports = [report.removeprefix("METAR ").removeprefix("SPECI ") for report in reports]
        print("decode", name, version(name), speed(len(reports), each(reports, decode)), flush=True)


main()
