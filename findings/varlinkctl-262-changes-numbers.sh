#!/bin/bash
# varlinkctl of systemd 262.1 (Debian's systemd 262.1-1, sid) prints other numbers than it received, with status 0.
#
# A number beyond a double, which RFC 8259, 6, permits, becomes null, the value of an optional member that says "none". And
# some numbers differ from the nearest double in their last bit: 53.5823 becomes 53.582300000000004, although it is printed
# with 22 digits. Of 1,000 random coordinates with four decimals, 8 differed. Python's reader, jq and glibc's strtod(3) give
# the nearest double.
# A text with an escaped U+0000 (RFC 8259, 7) makes the whole reply invalid, also its other members.
#
# In almanac: a number beyond a double stays a text with a reject, and U+0000 becomes U+FFFD with a reject, so that one such
# record does not hide a whole snapshot.
# Needs root, for a Debian sid in a temporary folder.
set -eu
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
debootstrap --variant=minbase --include=systemd sid "$folder/root" >"$folder/log" 2>&1 || { tail -n 1 "$folder/log"; exit 1; }
version=$(chroot "$folder/root" dpkg-query -W -f '${Version}' systemd)
[ "$version" = 262.1-1 ] || { echo "this is about 262.1-1, not $version"; exit 1; }

# Answers one call with a reply.
serve() {
    python3 - "$folder/root/socket" "$1" <<'END'
import socket
import sys

listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
listener.settimeout(30)
connection = listener.accept()[0]
connection.recv(4096)
connection.sendall(sys.argv[2].encode() + b"\0")
connection.recv(1)
END
}

# Prints the answer of varlinkctl to a reply, and its status.
ask() {
    rm -f "$folder/root/socket"
    serve "$1" &
    while ! [ -S "$folder/root/socket" ]; do sleep 0.1; done
    sleep 0.2
    chroot "$folder/root" varlinkctl call -j unix:/socket org.example.test.Get '{}' 2>&1 && echo "status 0" || echo "status 1"
    wait
}

output=$(for reply in '{"parameters":{"a":53.5822,"b":53.5823}}' '{"parameters":{"a":1e400,"b":1}}' \
    '{"parameters":{"a":"x\u0000","b":1}}'; do
    ask "$reply"
done)
echo "$output"
expected='{"a":5.358220000000000027285e+01,"b":5.358230000000000359250e+01}
status 0
{"a":null,"b":1}
status 0
Failed to issue org.example.test.Get() call: Invalid argument
status 1'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
