#!/bin/bash
# duckdb 2.0.1 (PyPI) rounds the numbers of a JSON file if its first 20,480 objects have none with decimals.
#
# RFC 8259, 6, has one kind of number: 2 is of the same as 2.5. The reader concludes from a sample that the column has
# integers, and converts the others without a word: a long table of temperatures loses its decimals if it begins in a
# calm time. A late text is an error instead. In CSV it is the same, but there 2.5 becomes 3, and in JSON 2. With
# sample_size = -1, or a few records less before it, 2.5 stays 2.5, as in Python's reader.
#
# In almanac: whole numbers are written without decimals; in `almanac export --sqlite`, columns of numbers are REAL.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install duckdb==2.0.1
cd "$folder"
output=$(venv/bin/python - <<'END'
import json

import duckdb


def last(source):
    return duckdb.sql(f"SELECT temperature FROM {source} ORDER BY number DESC LIMIT 1").fetchall()[0][0]


for count in 20_400, 20_480:
    rows = [{"number": number, "temperature": 2} for number in range(count)] + [{"number": count, "temperature": 2.5}]
    with open("t.json", "w") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    with open("t.csv", "w", newline="") as file:
        file.write("number,temperature\r\n")
        file.writelines(f"{row['number']},{row['temperature']}\r\n" for row in rows)
    with open("t.json") as file:
        python = json.loads(file.readlines()[-1])["temperature"]
    print(count, "before it: JSON", last("'t.json'"), "CSV", last("'t.csv'"), "Python", python)
print("sample_size = -1: JSON", last("read_json('t.json', sample_size = -1)"), "CSV", last("read_csv('t.csv', sample_size = -1)"))
END
)
echo "$output"
expected='20400 before it: JSON 2.5 CSV 2.5 Python 2.5
20480 before it: JSON 2 CSV 3 Python 2.5
sample_size = -1: JSON 2.5 CSV 2.5'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
