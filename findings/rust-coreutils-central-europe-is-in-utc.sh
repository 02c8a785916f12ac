#!/bin/bash
# uutils coreutils 0.12.0 (Debian's rust-coreutils 0.12.0-1, sid): with TZ=CET-1CEST, touch -d 12:00 sets a file to 12:00 UTC.
#
# POSIX.1-2024, Base Definitions, 8.3: TZ may name standard time, its offset and summer time without a rule for the days on
# which clocks change. Which rule holds is then up to the system, but in January CET-1CEST is an hour ahead of UTC by all of
# them. date, ls, stat and touch take such a value for an unknown one, and use UTC without a word: touch sets times that are an
# hour off, five in New York (EST5EDT) and twelve in New Zealand. Without the name of summer time, or with a rule after a comma,
# they are right. GNU coreutils 9.10, and Python by the C library, are right with all of them.
#
# In almanac: times are in UTC; those that `almanac` adds for the user follow TZ by the C library.
# Needs root, for a Debian sid in a temporary folder.
set -eu
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
debootstrap --variant=minbase --include=rust-coreutils sid "$folder/root" >"$folder/log" 2>&1 || { tail -n 1 "$folder/log"; exit 1; }
version=$(chroot "$folder/root" dpkg-query -W -f '${Version}' rust-coreutils)
[ "$version" = 0.12.0-1 ] || { echo "this is about 0.12.0-1, not $version"; exit 1; }
uutils=/usr/lib/cargo/bin/coreutils

# Prints the time in UTC to which touch sets a file for noon of 15 January, and 12:00Z of that day as date shows it.
show() {
    chroot "$folder/root" env TZ="$1" "$2touch" -d '2026-01-15 12:00' /file
    printf '%s, %s' "$(TZ=UTC0 date -r "$folder/root/file" +%H:%MZ)" \
        "$(chroot "$folder/root" env TZ="$1" "$2date" -d @1768478400 +%H:%M%z)"
}

output=$(for zone in CET-1CEST NZST-12NZDT EST5EDT CET-1 CET-1CEST,M3.5.0,M10.5.0/3; do
    echo "$zone: GNU $(show "$zone" ''); uutils $(show "$zone" $uutils/)"
done
TZ=CET-1CEST python3 -c 'import time; print("C library:", time.strftime("%H:%M%z", time.localtime(1768478400)))')
echo "$output"
expected='CET-1CEST: GNU 11:00Z, 13:00+0100; uutils 12:00Z, 12:00+0000
NZST-12NZDT: GNU 00:00Z, 00:00+1200; uutils 12:00Z, 12:00+0000
EST5EDT: GNU 17:00Z, 07:00-0500; uutils 12:00Z, 12:00+0000
CET-1: GNU 11:00Z, 13:00+0100; uutils 11:00Z, 13:00+0100
CET-1CEST,M3.5.0,M10.5.0/3: GNU 11:00Z, 13:00+0100; uutils 11:00Z, 13:00+0100
C library: 13:00+0100'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
