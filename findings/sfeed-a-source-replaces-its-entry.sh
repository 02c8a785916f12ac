#!/bin/bash
# sfeed 1.7 (Debian 12, sfeed 1.7-1): an entry of a planet has the title, link, date and id of the blog that it comes from.
#
# RFC 4287, 4.2.11: an entry that was copied from another feed keeps the title, the id and others of that feed in its
# `source`, and the order of elements does not matter (4.1.2). If `source` stands first, sfeed takes what is in it for the
# entry's own: all entries of a blog have one id and one link, so that sfeed_update keeps one of them, and no error is reported.
# If `source` stands last, only an author that the entry lacks is taken from it. feedparser 6.0.14 (PyPI) keeps both apart.
#
# In almanac: what is in `source` is never the entry's own (corpus of Tests/FeedsTests, entry_source_*).
# Needs the package sources of Debian 12.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get -qq download sfeed=1.7-1 2>log || { cat log; exit 1; }
dpkg -x sfeed_*.deb .
python3 -m venv venv
venv/bin/pip -q --disable-pip-version-check install feedparser==6.0.14

# Prints a planet of two entries of one blog, each with the elements in an order.
planet() {
    echo '<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x:planet</id><title>Planet</title><updated>2026-11-30T00:00:00Z</updated>'
    for name in Ice Snow; do
        source='<source><id>urn:x:blog</id><title>Blog</title><link href="https://example.org/blog"/>
            <updated>2020-01-01T00:00:00Z</updated></source>'
        own="<id>urn:x:$name</id><title>$name</title><link href=\"https://example.org/$name\"/><updated>2026-11-30T00:00:00Z</updated>"
        [ "$1" = first ] && echo "<entry>$source$own</entry>" || echo "<entry>$own$source</entry>"
    done
    echo '</feed>'
}
output=$(for order in last first; do
    planet $order >planet.xml
    echo "source $order, sfeed:"
    usr/bin/sfeed <planet.xml | cut -f 1-3,6
    echo "source $order, feedparser:"
    venv/bin/python -c 'import feedparser
for entry in feedparser.parse("planet.xml").entries:
    print(entry.title, entry.link, entry.id)'
done | tr '\t' ' ')
echo "$output"
expected='source last, sfeed:
1795996800 Ice https://example.org/Ice urn:x:Ice
1795996800 Snow https://example.org/Snow urn:x:Snow
source last, feedparser:
Ice https://example.org/Ice urn:x:Ice
Snow https://example.org/Snow urn:x:Snow
source first, sfeed:
1577836800 Blog https://example.org/blog urn:x:blog
1577836800 Blog https://example.org/blog urn:x:blog
source first, feedparser:
Ice https://example.org/Ice urn:x:Ice
Snow https://example.org/Snow urn:x:Snow'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
