#!/bin/bash
# feedparser 6.0.14 (PyPI) ignores the zone of a date if a comment precedes it, and says nothing of it.
#
# RFC 5322, 3.3, permits comments between all parts of a date: 10:00 (Berlin) +0200 is 08:00 UTC. A comment after the
# zone changes nothing. Without the comment the zone is read.
#
# In almanac: comments are removed before a date is read (FeedDateTests).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install feedparser==6.0.14
output=$("$folder/venv/bin/python" - <<'END'
import time
import feedparser

FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>t</title><link>https://site.example/</link>
<description>d</description><item><title>a</title><pubDate>%s</pubDate></item></channel></rss>"""
for date in ["Wed, 06 May 2026 10:00:00 +0200", "Wed, 06 May 2026 10:00:00 +0200 (Berlin)",
             "Wed, 06 May 2026 10:00:00 (Berlin) +0200"]:
    feed = feedparser.parse(FEED % date)
    print(date, "=", time.strftime("%H:%M UTC", feed.entries[0].published_parsed), feed.bozo)
END
)
echo "$output"
[ "$output" = "Wed, 06 May 2026 10:00:00 +0200 = 08:00 UTC False
Wed, 06 May 2026 10:00:00 +0200 (Berlin) = 08:00 UTC False
Wed, 06 May 2026 10:00:00 (Berlin) +0200 = 10:00 UTC False" ] || { echo "does not hold"; exit 1; }
echo holds
