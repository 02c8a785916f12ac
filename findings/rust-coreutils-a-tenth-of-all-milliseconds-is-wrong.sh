#!/bin/bash
# date of uutils coreutils 0.12.0 (Debian's rust-coreutils 0.12.0-1, sid): a tenth of all times in milliseconds is wrong.
#
# The manual of GNU coreutils, 21.1.1: %N has nine digits, of which GNU's date prints as many as the number before N says, so
# that +%s%3N is the usual way to write milliseconds. The project, whose date Ubuntu has, calls differences from GNU bugs. Up to
# 0.8.0 it printed all digits; since 0.9.0 it prints three, but drops zeros in front first: 10:00:00.005 has 500 milliseconds,
# and the first tenth of each second lies up to 0.9 seconds ahead. The other times are right, so that a test finds nothing, and
# an interval is negative now and then. %N without a number, and stat and ls of the same package, keep the zeros.
#
# In almanac: no program and no script calls date with a number before N.
# Needs root, for a Debian sid in a temporary folder.
set -eu
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
debootstrap --variant=minbase --include=rust-coreutils sid "$folder/root" >"$folder/log" 2>&1 || { tail -n 1 "$folder/log"; exit 1; }
version=$(chroot "$folder/root" dpkg-query -W -f '${Version}' rust-coreutils)
[ "$version" = 0.12.0-1 ] || { echo "this is about 0.12.0-1, not $version"; exit 1; }

# Prints a time as a program for dates does: with milliseconds, microseconds and nanoseconds.
show() {
    chroot "$folder/root" "$1" -u -d "2026-12-01 10:00:$2" '+%T.%3N %6N %N'
}

uutils=/usr/lib/cargo/bin/coreutils
output=$(for second in 00.5 00.05 00.005 00.000123; do
    echo "$second: GNU $(show date "$second"), uutils $(show $uutils/date "$second")"
done
chroot "$folder/root" touch -d '2026-12-01 10:00:00.005' /file
echo "a file: date $(chroot "$folder/root" $uutils/date -r /file +%3N)," \
    "stat $(chroot "$folder/root" $uutils/stat -c %.3Y /file | cut -d . -f 2)"
wrong=0
for millisecond in $(seq 0 999); do
    printf '2026-12-01 10:00:00.%03d\n' "$millisecond"
done >"$folder/root/times"
chroot "$folder/root" $uutils/date -u -f /times +%3N >"$folder/read"
while read -r millisecond && read -r read <&3; do
    [ "$millisecond" = "$read" ] || wrong=$((wrong + 1))
done < <(seq -w 0 999) 3<"$folder/read"
echo "$wrong of 1000 milliseconds are wrong")
echo "$output"
expected='00.5: GNU 10:00:00.500 500000 500000000, uutils 10:00:00.500 500000 500000000
00.05: GNU 10:00:00.050 050000 050000000, uutils 10:00:00.500 500000 050000000
00.005: GNU 10:00:00.005 005000 005000000, uutils 10:00:00.500 500000 005000000
00.000123: GNU 10:00:00.000 000123 000123000, uutils 10:00:00.123 123000 000123000
a file: date 500, stat 005
99 of 1000 milliseconds are wrong'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
