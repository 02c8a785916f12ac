#!/bin/bash
# pandas 3.1.1 with pyarrow 26.0.1 (PyPI): a time of July 2040 in Berlin changes by an hour when its column becomes one of Arrow.
#
# A file of time zones lists the changes of the clock until 2037, and has a rule for all later times in its last line (RFC 9636,
# 3.3; Debian 12's tzdata). Arrow reads the list without the rule, so that clocks have stood still since October 2037: twelve
# o'clock is eleven, and a local time that is read becomes a moment an hour too late, each summer, in each zone. The column has
# the same type, timestamp in Europe/Berlin, before and after, and nothing is reported. pandas without Arrow, polars 2.1.0
# (until 2100) and Python's zoneinfo know the rule.
#
# In almanac: noon of July 2040 in a calendar of Berlin is 10:00Z.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install \
    pandas==3.1.1 pyarrow==26.0.1 polars==2.1.0 tzdata==2026.6
output=$("$folder/venv/bin/python" - <<'END'
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pandas
import polars
import pyarrow

for year in 2037, 2038, 2040:
    column = pandas.Series([datetime(year, 7, 1, 10, tzinfo=timezone.utc)]).dt.tz_convert("Europe/Berlin")
    arrow = column.astype(pandas.ArrowDtype(pyarrow.timestamp("us", "Europe/Berlin")))
    local = pandas.Series([datetime(year, 7, 1, 12)])
    read = [series.dt.tz_localize("Europe/Berlin").dt.tz_convert("UTC").dt.hour[0]
        for series in (local, local.astype("timestamp[us][pyarrow]"))]
    print(f"10:00 UTC in July {year}: pandas {column.dt.hour[0]}, Arrow {arrow.dt.hour[0]},",
        f"polars {polars.from_pandas(column).dt.hour()[0]},",
        f"zoneinfo {datetime(year, 7, 1, 10, tzinfo=timezone.utc).astimezone(ZoneInfo('Europe/Berlin')).hour};",
        f"12:00 in Berlin: pandas {read[0]} UTC, Arrow {read[1]} UTC")
END
)
echo "$output"
expected='10:00 UTC in July 2037: pandas 12, Arrow 12, polars 12, zoneinfo 12; 12:00 in Berlin: pandas 10 UTC, Arrow 10 UTC
10:00 UTC in July 2038: pandas 12, Arrow 11, polars 12, zoneinfo 12; 12:00 in Berlin: pandas 10 UTC, Arrow 11 UTC
10:00 UTC in July 2040: pandas 12, Arrow 11, polars 12, zoneinfo 12; 12:00 in Berlin: pandas 10 UTC, Arrow 11 UTC'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
