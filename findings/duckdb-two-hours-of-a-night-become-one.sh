#!/bin/bash
# duckdb 2.0.1 (PyPI): date_trunc makes one hour of two when summer time ends, and gives times after those it was given.
#
# A timestamp with time zone is a moment, so that the hour from 2:00 to 3:00 in summer time is another than that in winter time.
# date_trunc, which by its documentation truncates, turns 2:30 in summer time into 2:00 in winter time, half an hour later: a
# count by hours has no row for the first hour, and twice as many for the second. No error is reported. In the Azores, whose
# clocks go back at one, the day is too late as well. time_bucket of the same package, PostgreSQL's date_trunc, polars 2.1.0 and
# pandas 3.1.1 (resample) have both hours, and pandas' floor raises an error.
#
# In almanac: all times are in UTC, and `almanac export --sqlite` writes them so.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install duckdb==2.0.1 polars==2.1.0 pandas==3.1.1 pyarrow==26.0.1 pytz tzdata
output=$("$folder/venv/bin/python" - <<'END'
import duckdb
import polars

# A report every 15 minutes, from 0:00 to 5:00 in Berlin, of which the clocks show 2:00 to 3:00 twice.
TIMES = "range(timestamptz '2026-10-25 00:00:00+02', timestamptz '2026-10-25 05:00:00+01', interval 15 minutes)"
database = duckdb.connect()
database.execute("SET TimeZone = 'Europe/Berlin'")
database.execute(f"CREATE TABLE reports AS SELECT range AS moment FROM {TIMES}")
table = database.table("reports").pl()
for name, hour in ("date_trunc", "date_trunc('hour', moment)"), ("time_bucket", "time_bucket(interval 1 hour, moment)"):
    counts = database.execute(f"SELECT {hour}::text AS hour, count(*) FROM reports GROUP BY 1 ORDER BY min(moment)").fetchall()
    late = database.execute(f"SELECT count_if({hour} > moment) FROM reports").fetchone()[0]
    print(f"{name}:", *(f"{hour[11:13]}{hour[19:]} {count}," for hour, count in counts), f"{late} later than their time")
hours = table.group_by_dynamic("moment", every="1h").agg(polars.len())
print("polars:", *(f"{hour:%H%z}"[:5] + f" {count}," for hour, count in hours.rows()))
frame = table.to_pandas().set_index("moment").resample("h").size()
print("pandas:", *(f"{hour:%H%z}"[:5] + f" {count}," for hour, count in frame.items()))
database.execute("SET TimeZone = 'Atlantic/Azores'")
print("Azores:", database.execute("SELECT date_trunc('day', timestamptz '2026-10-25 00:30:00+00')::text").fetchone()[0],
      "for", database.execute("SELECT (timestamptz '2026-10-25 00:30:00+00')::text").fetchone()[0])
END
)
echo "$output"
expected='date_trunc: 00+02 4, 01+02 4, 02+01 8, 03+01 4, 04+01 4, 4 later than their time
time_bucket: 00+02 4, 01+02 4, 02+02 4, 02+01 4, 03+01 4, 04+01 4, 0 later than their time
polars: 00+02 4, 01+02 4, 02+02 4, 02+01 4, 03+01 4, 04+01 4,
pandas: 00+02 4, 01+02 4, 02+02 4, 02+01 4, 03+01 4, 04+01 4,
Azores: 2026-10-25 00:00:00-01 for 2026-10-25 00:30:00+00'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
