#!/bin/bash
# fastfeedparser 0.6.5 (PyPI): the link of an entry is that of a file, or absent, if another link stands before it.
#
# RFC 4287, 4.2.7.2, has rel="enclosure" for attached files; only "alternate", or no rel, is the page of the entry, in
# whatever order. The package takes the first link of Atom, also an enclosure. In RSS, elements of other modules are not those of
# RSS (RSS 2.0, "Extending RSS"): before the link, an atom:link hides it, and the date of another module is taken for
# that of the entry. No error is reported. feedparser 6.0.14 has the right links and dates.
#
# In almanac: the relation of a link decides, not the order, and an element with a prefix of another module is none of RSS.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install fastfeedparser==0.6.5 feedparser==6.0.14
output=$("$folder/venv/bin/python" - <<'END'
import fastfeedparser
import feedparser

def atom(*links):
    return ('<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:x:1</id><title>Talks</title><updated>2026-11-30T00:00:00Z</updated>'
        "<entry><id>urn:x:2</id><title>Ice</title><updated>2026-11-30T00:00:00Z</updated>" + "".join(links) + "</entry></feed>")

def rss(*elements):
    return ('<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:v="https://example.org/votes"><channel>'
        '<title>Talks</title><item><guid isPermaLink="false">2</guid><title>Ice</title>' + "".join(elements) + "</item></channel></rss>")

page = '<link href="https://example.org/page"/>'
file = '<link rel="enclosure" href="https://example.org/talk.mp3"/>'
link = "<link>https://example.org/page</link>"
replies = '<atom:link rel="replies" href="https://example.org/replies"/>'
date = "<pubDate>Mon, 30 Nov 2026 10:00:00 GMT</pubDate>"
close = "<v:pubDate>Tue, 1 Dec 2020 10:00:00 GMT</v:pubDate>"
for name, text in [("page, file", atom(page, file)), ("file, page", atom(file, page)), ("link, replies", rss(link, replies)),
        ("replies, link", rss(replies, link)), ("date, date of votes", rss(link, date, close)),
        ("date of votes, date", rss(link, close, date))]:
    for library in (feedparser, fastfeedparser):
        entry = library.parse(text).entries[0]
        print(f"{name} - {library.__name__} {entry.get('link')} {entry.get('published') if 'date' in name else ''}".rstrip())
END
)
echo "$output"
expected="page, file - feedparser https://example.org/page
page, file - fastfeedparser https://example.org/page
file, page - feedparser https://example.org/page
file, page - fastfeedparser https://example.org/talk.mp3
link, replies - feedparser https://example.org/page
link, replies - fastfeedparser https://example.org/page
replies, link - feedparser https://example.org/page
replies, link - fastfeedparser None
date, date of votes - feedparser https://example.org/page Mon, 30 Nov 2026 10:00:00 GMT
date, date of votes - fastfeedparser https://example.org/page 2026-11-30T10:00:00+00:00
date of votes, date - feedparser https://example.org/page Mon, 30 Nov 2026 10:00:00 GMT
date of votes, date - fastfeedparser https://example.org/page 2020-12-01T10:00:00+00:00"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
