#!/bin/bash
# duckdb 2.0.1 with polars 2.1.0 and pyarrow 26.0.1 (PyPI): the time 24:00 of a table becomes null, or 00:00.
#
# ISO 8601:2004, 4.2.3, has 24:00 for the end of a day, as opening hours write it; the edition of 2019 has it again since its
# amendment 1. DuckDB recognises the column as TIME and keeps 24:00 apart from 00:00. Passed on directly (`.pl()`) or as
# Parquet, it is null in polars, like a time that is not stated, and pyarrow reads the start of the day from the same
# file. None of them reports anything. If polars reads the CSV file itself, 24:00 stays a text.
#
# In almanac: a time of day in a table stays the text that it is, also 24:00.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install duckdb==2.0.1 polars==2.1.0 pyarrow==26.0.1
cd "$folder"
printf 'place,opens,closes\nBakery,05:30,12:00\nStation,00:00,24:00\n' >hours.csv
output=$(venv/bin/python - <<'END'
import duckdb
import polars
import pyarrow.parquet

table = duckdb.sql("SELECT * FROM 'hours.csv'")
table.write_parquet("hours.parquet")
print("DuckDB:", *duckdb.sql("SELECT closes::VARCHAR FROM 'hours.parquet'").fetchall())
print("passed on to polars:", *table.pl()["closes"].to_list())
print("open after noon:", table.pl().filter(polars.col("closes") > polars.time(12, 0))["place"].to_list())
print("polars, Parquet:", *polars.read_parquet("hours.parquet")["closes"].to_list())
print("pyarrow, Parquet:", *pyarrow.parquet.read_table("hours.parquet")["closes"].to_pylist())
print("polars, CSV:", *polars.read_csv("hours.csv", try_parse_dates=True)["closes"].to_list())
END
)
echo "$output"
expected="DuckDB: ('12:00:00',) ('24:00:00',)
passed on to polars: 12:00:00 None
open after noon: []
polars, Parquet: 12:00:00 None
pyarrow, Parquet: 12:00:00 00:00:00
polars, CSV: 12:00 24:00"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
