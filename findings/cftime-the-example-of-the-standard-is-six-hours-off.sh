#!/bin/bash
# cftime 1.6.6.1 (PyPI, on which netCDF4 and iris rely) ignores the zone -6:00 of a time, the example in the standard itself.
#
# CF conventions 1.11, 4.4: "seconds since 1992-10-8 15:15:42.5 -6:00" is in the zone six hours west of Greenwich, so that it is
# 21:15:42.5 in UTC; without a colon, the zone may have one to four digits. The package drops an hour of one digit, with its
# minutes, and takes +530 for 530 hours, with no word: a forecast is six hours, or three weeks, off. -06:00 is right. cf-units
# 3.3.1 contradicts itself: `convert`, which asks UDUNITS, knows the zone, and `num2date` of the same unit, which asks cftime,
# does not. xarray 2026.9.0 knows it in the calendar of the world, but not in that of a model (noleap), for which it asks
# cftime.
#
# In almanac: it reads no netCDF; the zones in the formats that it reads have two digits for the hour (RFC 3339).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" -q --disable-pip-version-check install cftime==1.6.6.1 cf-units==3.3.1 xarray==2026.9.0 pandas==3.1.1
output=$("$folder/venv/bin/python" -W ignore - <<'END'
import cf_units
import cftime
import xarray

DAY = cf_units.Unit("hours since 1992-10-08 00:00", calendar="standard")
for text in "15:15:42.5 -6:00", "15:15:42.5 -6", "15:15:42.5 -06:00", "15:15:42.5 +530", "15:15:42.5 +05:30":
    units = "seconds since 1992-10-8 " + text
    unit = cf_units.Unit(units, calendar="standard")
    print(f"{text}: cftime {cftime.num2date(0, units):%d %H:%M}, cf-units {unit.num2date(0):%d %H:%M}"
          f" and {unit.convert(0, DAY):.2f} h")
for calendar in "standard", "noleap":
    times = xarray.Dataset({"time": ("time", [0.0], {"units": "seconds since 1992-10-8 15:15:42.5 -6:00", "calendar": calendar})})
    print(f"xarray, {calendar}:", xarray.decode_cf(times).time.dt.strftime("%d %H:%M").item())
END
)
echo "$output"
expected='15:15:42.5 -6:00: cftime 08 15:15, cf-units 08 15:15 and 21.26 h
15:15:42.5 -6: cftime 08 15:15, cf-units 08 15:15 and 21.26 h
15:15:42.5 -06:00: cftime 08 21:15, cf-units 08 21:15 and 21.26 h
15:15:42.5 +530: cftime 06 10:15, cf-units 06 10:15 and 9.76 h
15:15:42.5 +05:30: cftime 08 09:45, cf-units 08 09:45 and 9.76 h
xarray, standard: 08 21:15
xarray, noleap: 08 15:15'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
