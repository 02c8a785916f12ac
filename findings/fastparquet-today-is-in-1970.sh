#!/bin/bash
# fastparquet 2026.9.0 with pandas 3.1.1 (PyPI): a table that comes from duckdb, or has times in seconds, is of 1 January 1970.
#
# Parquet has times in milliseconds, microseconds and nanoseconds (LogicalTypes.md, TIMESTAMP), and pandas also in seconds, to
# which it turns days of numpy and duckdb's TIMESTAMP_S. The package writes such a column with the wrong scale: 1 December 2026
# is half past midnight of 1 January 1970 for polars 2.1.0, pyarrow 26.0.1 and duckdb 2.0.1 alike. Its own reader refuses the
# file. A duration becomes a time of day (TIME): of 25 hours, one is left in pyarrow, and none in polars. No error is reported
# when a file is written. pandas writes the same tables with pyarrow, and the times are right.
#
# In almanac: `almanac export` writes SQLite, whose times are texts.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install fastparquet==2026.9.0 pandas==3.1.1 pyarrow==26.0.1 polars==2.1.0 \
    duckdb==2.0.1 tzdata
output=$(cd "$folder" && venv/bin/python -W ignore - <<'END'
import duckdb
import numpy
import pandas
import polars
import pyarrow.parquet

frames = {
    "days of numpy": pandas.DataFrame({"x": numpy.array(["2026-12-01"], "datetime64[D]")}),
    "TIMESTAMP_S of duckdb": duckdb.sql("SELECT TIMESTAMP_S '2026-12-01 10:00:00' AS x").df(),
    "microseconds": pandas.DataFrame({"x": [pandas.Timestamp(2026, 12, 1)]}),
    "25 hours": pandas.DataFrame({"x": [pandas.Timedelta(hours=25)]}),
}
readers = {
    "polars": lambda: polars.read_parquet("a.parquet")["x"][0],
    "pyarrow": lambda: pyarrow.parquet.read_table("a.parquet")["x"][0].as_py(),
    "duckdb": lambda: duckdb.read_parquet("a.parquet").fetchall()[0][0],
    "fastparquet": lambda: pandas.read_parquet("a.parquet", engine="fastparquet").x[0],
}


def tell(read):
    try:
        return read()
    except Exception as error:
        return type(error).__name__


for name, frame in frames.items():
    print(f"{name}, {frame.x.dtype}:")
    for engine in "fastparquet", "pyarrow":
        frame.to_parquet("a.parquet", engine=engine)
        print(f"  by {engine}:", ", ".join(f"{reader} {tell(read)}" for reader, read in readers.items()))
END
)
echo "$output"
expected='days of numpy, datetime64[s]:
  by fastparquet: polars 1970-01-01 00:29:56.083000, pyarrow 1970-01-01 00:29:56.083000, duckdb 1970-01-01 00:29:56.083000, fastparquet ValueError
  by pyarrow: polars 2026-12-01 00:00:00, pyarrow 2026-12-01 00:00:00, duckdb 2026-12-01 00:00:00, fastparquet 2026-12-01 00:00:00
TIMESTAMP_S of duckdb, datetime64[s]:
  by fastparquet: polars 1970-01-01 00:29:56.119000, pyarrow 1970-01-01 00:29:56.119000, duckdb 1970-01-01 00:29:56.119000, fastparquet ValueError
  by pyarrow: polars 2026-12-01 10:00:00, pyarrow 2026-12-01 10:00:00, duckdb 2026-12-01 10:00:00, fastparquet 2026-12-01 10:00:00
microseconds, datetime64[us]:
  by fastparquet: polars 2026-12-01 00:00:00, pyarrow 2026-12-01 00:00:00, duckdb 2026-12-01 00:00:00, fastparquet 2026-12-01 00:00:00
  by pyarrow: polars 2026-12-01 00:00:00, pyarrow 2026-12-01 00:00:00, duckdb 2026-12-01 00:00:00, fastparquet 2026-12-01 00:00:00
25 hours, timedelta64[us]:
  by fastparquet: polars None, pyarrow 01:00:00, duckdb InvalidInputException, fastparquet 1 days 01:00:00
  by pyarrow: polars 1 day, 1:00:00, pyarrow 1 day, 1:00:00, duckdb 90000000000, fastparquet 90000000000'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
