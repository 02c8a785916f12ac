#!/bin/bash
# newsboat 2.21 (Debian 12, newsboat 2.21-1.5) ignores the zone of a date whose seconds have a fraction.
#
# RFC 4287, 3.3, has the dates of RFC 3339, whose seconds may have a fraction (5.6, time-secfrac); Blogger's feeds write
# 10:00:00.000-07:00. newsboat reads 10:00 UTC, seven hours too early, and shows such entries below older ones. Without
# the fraction the zone counts. A small t, which RFC 3339 permits as well, turns the time into midnight. No error is
# reported. Version 2.44 (sid) does the same.
#
# In almanac: the zone counts after a fraction, and a small t is a T.
# Needs python3, the libraries of newsboat and the package sources of Debian 12.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get -qq download newsboat=2.21-1.5 libstfl0=0.22-3+b5 2>log || { cat log; exit 1; }
for package in *.deb; do dpkg -x "$package" .; done
{
    echo '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><id>urn:example:feed</id>'
    for date in 2026-05-06T10:00:00-07:00 2026-05-06T10:00:00.000-07:00 2026-05-06t10:00:00-07:00; do
        echo "<entry><id>urn:example:$date</id><title>$date</title><updated>$date</updated></entry>"
    done
    echo '</feed>'
} >feed.xml
echo "file://$folder/feed.xml" >urls
: >config
mkdir home
HOME=$folder/home TZ=UTC LD_LIBRARY_PATH=usr/lib usr/bin/newsboat -q -C config -u urls -c cache.db -x reload
output=$(python3 - <<'END'
import datetime
import sqlite3

for title, seconds in sqlite3.connect("cache.db").execute("SELECT title, pubDate FROM rss_item ORDER BY title"):
    print(title, "is", datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%H:%M UTC"))
END
)
echo "$output"
expected='2026-05-06T10:00:00-07:00 is 17:00 UTC
2026-05-06T10:00:00.000-07:00 is 10:00 UTC
2026-05-06t10:00:00-07:00 is 00:00 UTC'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
