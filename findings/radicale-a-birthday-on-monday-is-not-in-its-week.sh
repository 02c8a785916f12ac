#!/bin/bash
# Radicale 3.9.0 (PyPI): a birthday on a Monday is missing in the week that begins with it, and at ten o'clock of its day.
#
# RFC 5545, 3.6.1: an event of a date without DTEND lasts that day, and RFC 4791, 9.9, has a row for it: it overlaps what begins before
# the next day. With `expand` (9.6.5), by which clients let the server compute the dates, the server counts it as a moment at midnight,
# so that it is not in a range that begins with its day; if it recurs, a query for ten to eleven does not find it
# either. With DTEND, both do. `expand` also omits the dates of RDATE, which the plain query finds, and has a meeting in the week
# from which it was moved. The status is 207, as for success.
#
# In almanac: an event of a date lasts its day, dates of RDATE are occurrences, and a moved one is only at its new time.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install radicale==3.9.0 vobject==0.9.9 tzdata
output=$(cd "$folder" && TZ=UTC venv/bin/python - 2>log <<'END'
import io
import re
import sys

import radicale
import radicale.config

EVENT = """BEGIN:VEVENT
UID:event
DTSTAMP:20260101T000000Z
SUMMARY:event
%s
END:VEVENT
"""
QUERY = """<calendar-query xmlns="urn:ietf:params:xml:ns:caldav" xmlns:D="DAV:"><D:prop>%s</D:prop>
<filter><comp-filter name="VCALENDAR"><comp-filter name="VEVENT"><time-range start="%s" end="%s"/></comp-filter></comp-filter>
</filter></calendar-query>"""
CALENDARS = {
    "yearly": ["DTSTART;VALUE=DATE:20260301\nRRULE:FREQ=YEARLY"],
    "yearly, DTEND": ["DTSTART;VALUE=DATE:20260301\nDTEND;VALUE=DATE:20260302\nRRULE:FREQ=YEARLY"],
    "once": ["DTSTART;VALUE=DATE:20270301"],
    "RDATE": ["DTSTART:20270101T100000Z\nDURATION:PT1H\nRDATE:20270301T100000Z"],
    "moved away": ["DTSTART:20270222T100000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2",
        "RECURRENCE-ID:20270301T100000Z\nDTSTART:20270320T100000Z\nDURATION:PT1H"],
}
configuration = radicale.config.load()
configuration.update({"storage": {"filesystem_folder": "data"}, "auth": {"type": "none"}, "logging": {"level": "error"}}, "test",
    privileged=True)
server = radicale.Application(configuration)


def call(method, path, text="", kind="text/xml"):
    body = text.replace("\n", "\r\n").encode()
    result = []
    answer = b"".join(server({"REQUEST_METHOD": method, "PATH_INFO": path, "wsgi.input": io.BytesIO(body),
        "CONTENT_LENGTH": str(len(body)), "CONTENT_TYPE": kind, "SERVER_PROTOCOL": "HTTP/1.1", "SERVER_NAME": "localhost",
        "SERVER_PORT": "80", "REMOTE_ADDR": "127.0.0.1", "wsgi.url_scheme": "http", "wsgi.errors": sys.stderr, "HTTP_DEPTH": "1",
        "HTTP_AUTHORIZATION": "Basic dXNlcjo="}, lambda status, headers: result.append(status)))
    return result[0], answer.decode()


def found(path, start, end, expand):
    data = f'<calendar-data><expand start="{start}" end="{end}"/></calendar-data>' if expand else "<D:getetag/>"
    status, answer = call("REPORT", path, QUERY % (data, start, end))
    assert status.startswith("207"), status
    return len(re.findall("BEGIN:VEVENT" if expand else "event.ics", answer))


call("PROPFIND", "/user/")
for number, (name, events) in enumerate(CALENDARS.items()):
    path = f"/user/{number}/"
    assert call("MKCALENDAR", path)[0].startswith("201")
    text = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//example//example//EN\n%sEND:VCALENDAR\n"
    status, _ = call("PUT", path + "event.ics", text % "".join(EVENT % event for event in events), "text/calendar")
    assert status.startswith("201"), status
    print(f"{name}: week", found(path, "20270301T000000Z", "20270308T000000Z", False),
        "expanded", found(path, "20270301T000000Z", "20270308T000000Z", True),
        "from Sunday", found(path, "20270228T000000Z", "20270308T000000Z", True),
        "at ten", found(path, "20270301T100000Z", "20270301T110000Z", False))
END
)
echo "$output"
expected='yearly: week 1 expanded 0 from Sunday 1 at ten 0
yearly, DTEND: week 1 expanded 1 from Sunday 1 at ten 1
once: week 1 expanded 0 from Sunday 1 at ten 1
RDATE: week 1 expanded 0 from Sunday 0 at ten 1
moved away: week 0 expanded 1 from Sunday 1 at ten 0'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
