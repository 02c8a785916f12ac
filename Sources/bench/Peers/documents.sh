#!/bin/sh
# documents.sh table|json|feed FILE...: how many bytes a second other readers read, one line a reader and file:
#   read NAME VERSION FILE BYTES_PER_SECOND
# feedparser is installed from PyPI into a virtual environment below .build; without python3 or a network nothing is
# printed for feeds.
set -eu
home=$(cd "$(dirname "$0")/../../.." && pwd)
python=python3
if [ "$1" = feed ]; then
    peers=$home/.build/peers-documents
    if [ ! -e "$peers/ready" ]; then
        python3 -m venv "$peers" >&2
        "$peers/bin/pip" install --quiet --disable-pip-version-check feedparser==6.0.14 >&2
        touch "$peers/ready"
    fi
    python=$peers/bin/python
fi
exec "$python" "$home/Sources/bench/Peers/documents.py" "$@"
