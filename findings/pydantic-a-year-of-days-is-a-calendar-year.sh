#!/bin/bash
# pydantic 2.14.4 (PyPI) writes 365 days as P1Y, which another reader takes for a year of the calendar, or refuses.
#
# ISO 8601:2004, 4.4.3.2, and XML Schema 1.1 (part 2, 3.3.6): the length of a year depends on where it begins, that of a day does not
# follow from it. Python's timedelta has no years, only days, of which the package makes years in its JSON: 400 days are
# P1Y35D. isodate 0.7.2, and any reader that knows months and years, counts them in the calendar: 400 days from 1 January 2028
# end a day late, and a deadline of 10,000 days a week late. msgspec 0.23.0 refuses the value. Up to 364 days all agree.
#
# In almanac: the length of an episode is a number of seconds (almanac.source(5)).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install pydantic==2.14.4 isodate==0.7.2 msgspec==0.23.0
output=$("$folder/venv/bin/python" - <<'END'
from datetime import date, timedelta

import isodate
import msgspec
from pydantic import BaseModel


class Term(BaseModel):
    length: timedelta


start = date(2028, 1, 1)
for days in 364, 365, 400, 10_000:
    document = Term(length=timedelta(days=days)).model_dump_json()
    text = msgspec.json.decode(document)["length"]
    late = start + isodate.parse_duration(text) - (start + timedelta(days=days))
    try:
        other = msgspec.json.decode(document, type=dict[str, timedelta])["length"].days
    except msgspec.ValidationError:
        other = "refuses it"
    print(f"{days} days: {text}; isodate: {late.days} days late; msgspec: {other}")
END
)
echo "$output"
expected='364 days: P364D; isodate: 0 days late; msgspec: 364
365 days: P1Y; isodate: 1 days late; msgspec: refuses it
400 days: P1Y35D; isodate: 1 days late; msgspec: refuses it
10000 days: P27Y145D; isodate: 7 days late; msgspec: refuses it'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
