#!/bin/bash
# polars 2.1.0 (PyPI) leaves out a member of JSON lines that first occurs after the hundredth line, and says nothing of it.
#
# RFC 8259, 4, and ndjson.org: each line is a text of its own, and no member of an object has to be in others. A gust, a
# warning or the name of a storm is rare. read_ndjson takes the columns from 100 lines, and the values of others are gone; so
# are members of nested objects. read_json, which takes the same objects as an array, raises an error that names the member,
# and so does read_ndjson for a number with decimals after whole ones. duckdb 2.0.1, pyarrow 26.0.1 and pandas 3.1.1 keep it.
#
# In almanac: CSV and `almanac export --sqlite` have a column for each member that the schema declares.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install \
    polars==2.1.0 duckdb==2.0.1 pyarrow==26.0.1 pandas==3.1.1
cd "$folder"
output=$(venv/bin/python - <<'END'
import json

import duckdb
import pandas
import polars
import pyarrow.json

for count in 99, 100:
    rows = [{"speed": 12} for _ in range(count)] + [{"speed": 25, "gust": 48}]
    with open("winds.jsonl", "w") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    with open("winds.json", "w") as file:
        json.dump(rows, file)
    readers = {
        "read_ndjson": lambda: polars.read_ndjson("winds.jsonl").columns,
        "scan_ndjson": lambda: polars.scan_ndjson("winds.jsonl").collect().columns,
        "read_json": lambda: polars.read_json("winds.json").columns,
        "duckdb": lambda: duckdb.sql("FROM 'winds.jsonl'").columns,
        "pyarrow": lambda: pyarrow.json.read_json("winds.jsonl").column_names,
        "pandas": lambda: list(pandas.read_json("winds.jsonl", lines=True).columns),
    }
    for name, columns in readers.items():
        try:
            print(count, "lines before it,", name + ":", *columns())
        except polars.exceptions.ComputeError as error:
            print(count, "lines before it,", name + ":", str(error).split(",")[0])
END
)
echo "$output"
expected='99 lines before it, read_ndjson: speed gust
99 lines before it, scan_ndjson: speed gust
99 lines before it, read_json: speed gust
99 lines before it, duckdb: speed gust
99 lines before it, pyarrow: speed gust
99 lines before it, pandas: speed gust
100 lines before it, read_ndjson: speed
100 lines before it, scan_ndjson: speed
100 lines before it, read_json: extra field in struct data: gust
100 lines before it, duckdb: speed gust
100 lines before it, pyarrow: speed gust
100 lines before it, pandas: speed gust'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
