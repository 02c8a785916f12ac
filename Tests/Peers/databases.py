"""databases.py FILE SOURCES: DuckDB and datasette read the exported FILE; SOURCES has a source per line, as JSON. Prints what
they have read; raises if that is not what almanac has."""

import glob
import json
import pathlib
import subprocess
import sys

import duckdb

file, sources = sys.argv[1:]
held = {s["context"]["name"]: s["runtime"]["records"] for s in map(json.loads, open(sources))}
held.pop("places")
tools = pathlib.Path(sys.executable).parent.parent
(extension,) = glob.glob(
    str(tools / "lib/python*/site-packages/duckdb_extension_sqlite_scanner/**/*.duckdb_extension"), recursive=True)


def duck():
    """DuckDB refuses a value that has another type than its column, so that reading all of them checks the types."""
    base = duckdb.connect()
    base.execute(f"LOAD '{extension}'")
    base.execute(f"ATTACH '{file}' AS almanac (TYPE sqlite)")
    base.execute("USE almanac")
    tables = {}
    for name, records, history in base.execute("SELECT name, records_table, history_table FROM _sources").fetchall():
        tables[name] = len(base.execute(f'SELECT * FROM "{records}"').fetchall())
        changes = base.execute(f'SELECT _time, _change FROM "{history}"').fetchall()
        assert changes == sorted(changes, key=lambda change: change[0]), f"{history} is not in order"
        base.execute(f'SELECT * FROM "{history}"').fetchall()
    assert tables == held, (tables, held)
    types = dict(row[:2] for row in base.execute("DESCRIBE metars").fetchall())
    expected = {"temperature": "DOUBLE", "wind.speed": "DOUBLE", "cavok": "BIGINT", "raw": "VARCHAR", "key": "VARCHAR"}
    assert {name: types[name] for name in expected} == expected, types
    warm, wind = base.execute('SELECT max(temperature), max("wind.speed") FROM metars').fetchone()
    assert -60 < warm < 60 and 0 <= wind < 200
    gone = base.execute("SELECT count(*) FROM hospitals_history WHERE _change = 'removed'").fetchone()[0]
    assert gone == 1, gone
    doubtful = base.execute("SELECT name, state, unknown FROM _sources WHERE NOT complete").fetchall()
    assert [row[:2] for row in doubtful] == [("contacts", "failing")] and "data from" in doubtful[0][2], doubtful
    layers = base.execute("SELECT count(*) FROM metars WHERE json_array_length(clouds) > 0").fetchone()[0]
    return (f"DuckDB {duckdb.__version__}: {len(tables)} sources, {sum(tables.values())} records; at most {warm} degrees, "
            f"{layers} reports with clouds; not complete: {doubtful[0][0]}")


def get(path):
    return json.loads(run(file, "--get", path))


def run(*words):
    # The environment was renamed, so that its scripts do not find their Python.
    command = [sys.executable, "-m", "datasette", *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def datasette():
    database = get("/almanac.json")
    counts = {table["name"]: table["count"] for table in database["tables"]}
    for name, records in held.items():
        assert counts[name] == records, (name, counts[name], records)
    rows = get("/almanac/metars.json?_shape=array&_size=max")
    assert len(rows) == held["metars"] and all(isinstance(row["temperature"], float) for row in rows)
    assert isinstance(json.loads(rows[0]["clouds"] or "[]"), list)
    found = get("/almanac/hospitals.json?_shape=array&City__exact=London&_size=max")
    assert found and all(row["City"] == "London" for row in found)
    one = get("/almanac/metars/KPWM.json?_shape=array")
    assert one[0]["key"] == "KPWM", one
    version = run("--version").split()[-1]
    return f"datasette {version}: {len(counts)} tables, {len(found)} hospitals in London, a page for each record"


print("databases:", duck())
print("databases:", datasette())
