#!/bin/bash
# fastfeedparser 0.6.5 (PyPI): an entry without a date is published at a time that its guid happens to spell.
#
# RSS 2.0 has no rules for the text of a guid, and pubDate is optional. The package reads a guid that is no web address as
# a date if it can: 4711 is in the year 4711, 20 is the 20th of the current month, and May is in May. Parts that the guid
# lacks come from the clock, so that the date of an old entry changes each day, and numbers are sorted as if they were
# times. feedparser 6.0.14 has no date for these entries.
#
# In almanac: dates are read from elements for dates; an entry without one is sorted by its first receipt.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install fastfeedparser==0.6.5 feedparser==6.0.14
output=$("$folder/venv/bin/python" - <<'END'
from datetime import datetime, timezone

import fastfeedparser
import feedparser

FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>t</title><link>https://site.example/</link>
<description>d</description><item><title>a</title><guid isPermaLink="false">%s</guid></item></channel></rss>"""
for guid in ["4711", "20", "May", "entry-4711"]:
    before = datetime.now(timezone.utc)
    found = fastfeedparser.parse(FEED % guid).entries[0].get("published")
    other = feedparser.parse(FEED % guid).entries[0].get("published")
    date = found and datetime.fromisoformat(found)
    days = before.day, datetime.now(timezone.utc).day, datetime.now().day
    parts = {"4711": lambda: f"the year {date.year}", "20": lambda: f"day {date.day} of a month",
             "May": lambda: f"month {date.month}" + (", and today's day" if date.day in days else "")}
    print(guid, "is", parts[guid]() if date else "no date", "in fastfeedparser,", other or "no date", "in feedparser")
END
)
echo "$output"
expected="4711 is the year 4711 in fastfeedparser, no date in feedparser
20 is day 20 of a month in fastfeedparser, no date in feedparser
May is month 5, and today's day in fastfeedparser, no date in feedparser
entry-4711 is no date in fastfeedparser, no date in feedparser"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
