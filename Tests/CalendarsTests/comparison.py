"""Occurrences of almanac and expected ones in one form: start, exclusive end and title."""
import collections, datetime, json, os, subprocess

DEFINITION = "[Source]\nKind=calendar\nURL=https://example.org/\n"


def moment(time):
    if time is None:
        return None
    if "date" in time:
        return time["date"]
    seconds = time.get("utc")
    if seconds is None:
        return (time.get("local") or time.get("floating"))[:19] + "Z"
    return datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def wanted(occurrences):
    """Returns expected occurrences; cancelled ones are not expected."""
    return collections.Counter(
        (moment(o["start"]), moment(o["end"]), (o["summary"] or "").strip())
        for o in occurrences if (o["status"] or "").upper() != "CANCELLED")


def found(program, folder, path, now):
    """Returns the status of `PROGRAM decode`, the occurrences that it finds in a file, and its errors."""
    time = datetime.datetime.fromtimestamp(now, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    with open(path, "rb") as document:
        run = subprocess.run(
            [program, "decode", "--at", time, os.path.join(folder, "trial.source")], stdin=document,
            capture_output=True, env={**os.environ, "TZ": "UTC"}, timeout=600)
    records = [json.loads(line)["data"] for line in run.stdout.decode().splitlines()]
    return run.returncode, collections.Counter(
        (r["start"], r["end"], r.get("summary", "").strip()) for r in records), run.stderr.decode()


def until(last, occurrences):
    """Returns the occurrences that begin at or before a time; all if it is `None`."""
    if last is None:
        return occurrences
    return collections.Counter({o: n for o, n in occurrences.items() if o[0] <= last})
