#!/bin/bash
# duckdb 2.0.1 (PyPI) leaves out the rows of a CSV file whose first field is #N/A, and says nothing of it.
#
# RFC 4180, 2, has no comments: # is a character like others. Spreadsheets write #N/A for a missing value. If the other rows
# have numbers in the first column, the reader concludes that # begins a comment, since the column then has one type: even
# count(*) is too low. In the second column, #N/A hides nothing. polars 2.1.0 and pandas 3.1.1 read all rows, and so does
# duckdb with comment = ''.
#
# In almanac: below the header no row is a comment, and a row that cannot be read is a reject.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install duckdb==2.0.1 polars==2.1.0 pandas==3.1.1
cd "$folder"
printf '%s\r\n' level,gauge 3.20,Portland '#N/A,Bangor' 2.85,Augusta >first.csv
printf '%s\r\n' gauge,level Portland,3.20 'Bangor,#N/A' Augusta,2.85 >second.csv
output=$(venv/bin/python - <<'END'
import duckdb
import pandas
import polars

for name in ["first.csv", "second.csv"]:
    rows = duckdb.sql(f"SELECT gauge FROM '{name}'").fetchall()
    print(name, "duckdb", [row[0] for row in rows], "polars", len(polars.read_csv(name)), "pandas", len(pandas.read_csv(name)))
rows = duckdb.sql("SELECT gauge FROM read_csv('first.csv', comment = '')").fetchall()
print("comment = ''", [row[0] for row in rows])
END
)
echo "$output"
expected="first.csv duckdb ['Portland', 'Augusta'] polars 3 pandas 3
second.csv duckdb ['Portland', 'Bangor', 'Augusta'] polars 3 pandas 3
comment = '' ['Portland', 'Bangor', 'Augusta']"
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
