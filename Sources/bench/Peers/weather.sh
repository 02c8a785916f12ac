#!/bin/sh
# weather.sh metar|taf FILE [PACKAGE]: how many reports a second other decoders read, one line a decoder:
#   decode NAME VERSION REPORTS_PER_SECOND
# They are installed from PyPI into a virtual environment below .build; without python3 or a network nothing is
# printed. FILE has one report a line.
set -eu
home=$(cd "$(dirname "$0")/../../.." && pwd)
peers=$home/.build/peers-weather
if [ ! -e "$peers/ready" ]; then
    python3 -m venv "$peers" >&2
    "$peers/bin/pip" install --quiet --disable-pip-version-check \
        metar==2.0.2 metar-taf-parser-mivek==1.13.1 avwx-engine==1.9.10 >&2
    touch "$peers/ready"
fi
exec "$peers/bin/python" "$home/Sources/bench/Peers/weather.py" "$@"
