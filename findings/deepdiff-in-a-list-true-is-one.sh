#!/bin/bash
# deepdiff 9.1.0 (PyPI): a list whose 1 becomes true has not changed, while an object whose 1 becomes true has.
#
# RFC 8259, 3, has numbers and literals, and RFC 6902, 4.6, says when two values of JSON are equal: they are of the same type. In
# Python, 1 == True and 1 == 1.0. The package names such a change by its types (`type_changes`) for a member, also of an object
# in a list, but finds none between values that stand in a list themselves, and none between 0 and false; with
# ignore_order=True it finds them. jsondiff 2.2.1 finds none anywhere, so that its patch leaves the old value. jsonpatch
# 1.48 finds all.
#
# In almanac: a truth value is never equal to a number (JSON).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install deepdiff==9.1.0 jsondiff==2.2.1 jsonpatch==1.48
output=$("$folder/venv/bin/python" - <<'END'
import json

import jsondiff
import jsonpatch
from deepdiff import DeepDiff

PAIRS = """{"valid": 1}|{"valid": true}
{"valid": [1, 0]}|{"valid": [true, false]}
{"valid": [{"runway": 1}]}|{"valid": [{"runway": true}]}
{"valid": [1, 2]}|{"valid": [1.0, 2]}
{"valid": [1, 2]}|{"valid": [true, 3]}
"""
for pair in PAIRS.splitlines():
    old, new = map(json.loads, pair.split("|"))
    patched = jsondiff.patch(old, jsondiff.diff(old, new)), jsonpatch.make_patch(old, new).apply(old)
    same = ["right" if json.dumps(document) == json.dumps(new) else "wrong" for document in patched]
    counts = [sum(map(len, DeepDiff(old, new, ignore_order=ignores).values())) for ignores in (False, True)]
    print(f"{pair}: DeepDiff {counts[0]}, without order {counts[1]}; jsondiff {same[0]}, jsonpatch {same[1]}")
END
)
echo "$output"
expected='{"valid": 1}|{"valid": true}: DeepDiff 1, without order 1; jsondiff wrong, jsonpatch right
{"valid": [1, 0]}|{"valid": [true, false]}: DeepDiff 0, without order 2; jsondiff wrong, jsonpatch right
{"valid": [{"runway": 1}]}|{"valid": [{"runway": true}]}: DeepDiff 1, without order 1; jsondiff wrong, jsonpatch right
{"valid": [1, 2]}|{"valid": [1.0, 2]}: DeepDiff 0, without order 1; jsondiff wrong, jsonpatch right
{"valid": [1, 2]}|{"valid": [true, 3]}: DeepDiff 1, without order 2; jsondiff wrong, jsonpatch right'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
