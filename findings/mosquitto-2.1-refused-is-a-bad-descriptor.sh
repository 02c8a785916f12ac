#!/bin/bash
# mosquitto_pub 2.1.2 (Debian's mosquitto-clients 2.1.2-3, sid) says "Bad file descriptor" if the broker refuses the connection.
#
# mosquitto_connect(3) of libmosquitto returns MOSQ_ERR_ERRNO, which promises that errno says why. Version 2.1.2
# closes the socket after connect(2) has failed with ECONNREFUSED, and then calls getpeername(2) for it (strace), so that errno
# is EBADF whatever happened. Version 2.0.11 of Debian 12 says "Connection refused".
#
# In almanac: after this result with EBADF, the bridge connects once more without the library and reports that reason.
# Needs root, for a Debian sid in a temporary folder.
set -eu
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
debootstrap --variant=minbase --include=mosquitto-clients sid "$folder/root" >"$folder/log" 2>&1 || { tail -n 1 "$folder/log"; exit 1; }
version=$(chroot "$folder/root" dpkg-query -W -f '${Version}' mosquitto-clients)
[ "$version" = 2.1.2-3 ] || { echo "this is about 2.1.2-3, not $version"; exit 1; }
# Port 1 of the loopback, where nobody listens.
output=$(chroot "$folder/root" mosquitto_pub -h 127.0.0.1 -p 1 -t topic -m text 2>&1) && { echo "it connected"; exit 1; }
echo "$output"
[ "$output" = "Error: Bad file descriptor" ] || { echo "does not hold"; exit 1; }
echo holds
