#!/bin/bash
# feedparser 6.0.14 (PyPI): the summary of an entry is the description of its picture, if that stands first.
#
# Media RSS 1.5.1 has a description for each media object; Mastodon writes it for pictures with a text for the blind. The
# package takes it for one of the entry: whichever of the two comes first becomes `summary`, and the other `content`. A
# reader that shows `summary` then shows "A cat" instead of the post.
#
# In almanac: media:description belongs to its media object (FeedEntryTests, in every order).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install feedparser==6.0.14
output=$("$folder/venv/bin/python" - <<'END'
import feedparser

FEED = """<?xml version="1.0"?><rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>t</title>
<link>https://site.example/</link><description>d</description><item><guid>https://site.example/1</guid>%s%s</item>
</channel></rss>"""
POST = "<description>The post</description>"
PICTURE = """<media:content url="https://site.example/cat.png" type="image/png" medium="image">
<media:description type="plain">A cat</media:description></media:content>"""
for parts in (POST, PICTURE), (PICTURE, POST):
    entry = feedparser.parse(FEED % parts).entries[0]
    print("summary:", entry.summary, "content:", entry.content[0].value)
END
)
echo "$output"
expected='summary: The post content: A cat
summary: A cat content: The post'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
