#!/bin/bash
# fastfeedparser 0.6.5 and atoma 0.0.17 (PyPI) have no title for an Atom entry whose title is XHTML.
#
# RFC 4287, 3.1.1: a title may be text, html or xhtml; the last has its words in a div (3.1.1.3), as in H<sub>2</sub>O. Both
# packages keep only what stands directly in the element, which is nothing: the title is an empty text in one and None in
# the other, which loses the summary and the content in the same way. No error is reported. feedparser 6.0.14 has
# all of them.
#
# In almanac: the text of the div is the title (FeedBuilder).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install fastfeedparser==0.6.5 atoma==0.0.17 feedparser==6.0.14
output=$("$folder/venv/bin/python" - <<'END'
import atoma
import fastfeedparser
import feedparser

FEED = """<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><id>urn:example:feed</id>
<updated>2026-05-01T00:00:00Z</updated><entry><id>urn:example:1</id><updated>2026-05-01T00:00:00Z</updated>
<title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">H<sub>2</sub>O</div></title>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Water</p></div></content></entry></feed>"""
entry = feedparser.parse(FEED).entries[0]
print("feedparser:", repr(entry.title), "content:", bool(entry.content[0].value))
entry = fastfeedparser.parse(FEED).entries[0]
print("fastfeedparser:", repr(entry.title), "content:", bool(entry.content[0]["value"]))
entry = atoma.parse_atom_bytes(FEED.encode()).entries[0]
print("atoma:", repr(entry.title), "content:", bool(entry.content))
END
)
echo "$output"
expected="feedparser: 'H<sub>2</sub>O' content: True
fastfeedparser: '' content: True
atoma: None content: False"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
