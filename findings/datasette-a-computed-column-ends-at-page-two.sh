#!/bin/bash
# datasette 0.65.5 (PyPI): a table sorted by a computed column ends after its first page, and its facets lead to no rows.
#
# CREATE TABLE AS gives a column of an expression, such as celsius * 1.8 + 32, no type, and SQLite converts nothing for it when
# it compares ("Datatypes In SQLite", 3.2 and 4.2): a text is greater than every number. The address of the next page, or of a
# facet, has the number as a text: of 300 rows, the second page has none and no third follows, so that 200 are never seen; a
# facet that counts 6 rows shows 0. No error is reported. If the table is created first, with REAL, all rows are there.
#
# In almanac: `almanac export --sqlite` creates its tables first, and each column has a type.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install datasette==0.65.5
output=$(cd "$folder" && venv/bin/python - <<'END'
import asyncio
import sqlite3

from datasette.app import Datasette

file = sqlite3.connect("weather.db")
file.execute("CREATE TABLE report (station TEXT, celsius INTEGER)")
file.executemany("INSERT INTO report VALUES (?, ?)", [(f"S{number}", number % 50) for number in range(300)])
file.execute("CREATE TABLE computed AS SELECT station, celsius * 1.8 + 32 AS fahrenheit FROM report")
file.execute("CREATE TABLE created (station TEXT, fahrenheit REAL)")
file.execute("INSERT INTO created SELECT * FROM computed")
file.commit()
file.close()


async def main():
    server = Datasette(["weather.db"])
    await server.invoke_startup()

    async def page(path):
        return (await server.client.get(path.removeprefix("http://localhost"))).json()

    for table in "computed", "created":
        rows, pages, path = 0, 0, f"/weather/{table}.json?_sort=fahrenheit&_size=100&_facet=fahrenheit"
        while path and pages < 10:
            document = await page(path)
            facet = document["facet_results"]["fahrenheit"]["results"][0] if pages == 0 else facet
            rows, pages, path = rows + len(document["rows"]), pages + 1, document["next_url"]
        found = await page(f"/weather/{table}.json?fahrenheit={facet['value']}")
        print(f"{table}: {document['filtered_table_rows_count']} rows, {rows} on {pages} pages;",
            f"facet {facet['value']} counts {facet['count']} and shows {len(found['rows'])}")


asyncio.run(main())
END
)
echo "$output"
expected='computed: 300 rows, 100 on 2 pages; facet 32.0 counts 6 and shows 0
created: 300 rows, 300 on 3 pages; facet 32.0 counts 6 and shows 6'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
