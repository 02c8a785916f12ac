#!/bin/bash
# feedparser-rs 0.7.1 (PyPI) finds no entries in an Atom feed whose names have a prefix, and reports no error.
#
# Namespaces in XML 1.0, 6: a prefix stands for an address and means nothing itself, and RFC 4287, 1.2, says so of Atom:
# a:entry with xmlns:a of Atom is an entry. The package compares the prefixes: the feed is `atom10`, `bozo` is False, and there
# are no entries, as if nothing was published. In RSS, the full text is lost if its module has another prefix than
# `content`. feedparser 6.0.14 reads both feeds.
#
# In almanac: a known namespace counts, whatever prefix the feed gives it (FeedTag).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install feedparser-rs==0.7.1 feedparser==6.0.14
output=$("$folder/venv/bin/python" - <<'END'
import feedparser
import feedparser_rs

def atom(prefix):
    declaration = "xmlns:" + prefix[:-1] if prefix else "xmlns"
    text = ('<:feed {}="http://www.w3.org/2005/Atom"><:id>urn:x:1</:id><:title>Notices</:title>'
        "<:updated>2026-11-30T00:00:00Z</:updated><:entry><:id>urn:x:2</:id><:title>Ice on the road</:title>"
        "<:updated>2026-11-30T00:00:00Z</:updated></:entry></:feed>").format(declaration)
    return text.replace("<:", "<" + prefix).replace("</:", "</" + prefix)

def rss(prefix):
    return (f'<rss version="2.0" xmlns:{prefix}="http://purl.org/rss/1.0/modules/content/"><channel><title>Notices</title>'
        f"<item><guid>2</guid><title>Ice on the road</title><{prefix}:encoded>Drive slowly.</{prefix}:encoded></item>"
        "</channel></rss>")

for name, text in [("Atom", atom("")), ("Atom, a:", atom("a:")), ("RSS, content:", rss("content")), ("RSS, c:", rss("c"))]:
    for library in (feedparser, feedparser_rs):
        result = library.parse(text)
        entries = [(entry.title, [content.value for content in entry.get("content") or []]) for entry in result.entries]
        print(f"{name} {library.__name__} {result.version} {bool(result.bozo)} {entries}")
END
)
echo "$output"
expected="Atom feedparser atom10 False [('Ice on the road', [])]
Atom feedparser_rs atom10 False [('Ice on the road', [])]
Atom, a: feedparser atom10 False [('Ice on the road', [])]
Atom, a: feedparser_rs atom10 False []
RSS, content: feedparser rss20 False [('Ice on the road', ['Drive slowly.'])]
RSS, content: feedparser_rs rss20 False [('Ice on the road', ['Drive slowly.'])]
RSS, c: feedparser rss20 False [('Ice on the road', ['Drive slowly.'])]
RSS, c: feedparser_rs rss20 False [('Ice on the road', [])]"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
