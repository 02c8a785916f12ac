#!/bin/bash
# csvkit 2.2.0 (PyPI): csvjson makes 15 of 1,5, ten minutes of ten o'clock, and true of one warning.
#
# RFC 4180 has texts only, and the tool guesses their types. It removes a comma from a number wherever it stands, so that the
# decimals of a German table (with semicolons) become ten or a hundred times as much; a time of day becomes a
# duration in minutes; a column of counts that holds only 0 and 1 becomes boolean, so that its type depends on the weather.
# csvsort, which is to sort, writes the same changed values. With --no-inference they stay.
#
# In almanac: the values of a table are texts; only the columns that a definition names are read as numbers or booleans.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install csvkit==2.2.0 agate==1.14.2
cd "$folder"
printf 'time;rain;warnings\n10:00;1,5;1\n11:00;2,25;0\n' >weather.csv
output=$(venv/bin/csvjson weather.csv
    echo
    venv/bin/csvsort -c time weather.csv
    venv/bin/csvsort -c time --no-inference weather.csv)
echo "$output"
expected='[{"time": "0:10:00", "rain": 15.0, "warnings": true}, {"time": "0:11:00", "rain": 225.0, "warnings": false}]
time,rain,warnings
0:10:00,15,True
0:11:00,225,False
time,rain,warnings
10:00,"1,5",1
11:00,"2,25",0'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
