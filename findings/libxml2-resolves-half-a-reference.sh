#!/bin/bash
# xmlBuildURI of libxml2 2.15.4 (Debian's libxml2-16 2.15.4+dfsg-1+b1, sid) removes dots from some paths only.
#
# RFC 3986, 5.2.2, removes dot segments from the path of every reference: /a/./b/../c is /a/c. The function keeps them if
# the reference begins with a slash or a scheme, and removes them otherwise. It also merges slashes: b//c becomes
# b/c, although an empty segment is one (5.2.4). One address thus has two spellings, according to the form in which a feed
# wrote it. libxml2 2.9.14 does the same.
#
# In almanac: LinkResolver resolves by the RFC, and keeps what is no URI.
# Needs root, for a Debian sid in a temporary folder.
set -eu
folder=$(mktemp -d)
trap 'rm -rf --one-file-system "$folder"' EXIT
debootstrap --variant=minbase --include=python3-minimal,libpython3-stdlib,libxml2-16 sid "$folder/root" >"$folder/log" 2>&1 ||
    { tail -n 1 "$folder/log"; exit 1; }
version=$(chroot "$folder/root" dpkg-query -W -f '${Version}' libxml2-16)
[ "$version" = 2.15.4+dfsg-1+b1 ] || { echo "this is about 2.15.4+dfsg-1+b1, not $version"; exit 1; }
output=$(chroot "$folder/root" python3 - <<'END'
import ctypes

library = ctypes.CDLL("libxml2.so.16")
library.xmlBuildURI.restype = ctypes.c_char_p
for reference, base in [("b/./../c", "http://site.example/a/"), ("/a/b/./../c", "http://site.example/a/"),
                        ("b//c", "http://site.example/a/")]:
    found = library.xmlBuildURI(reference.encode(), base.encode()).decode()
    print(reference, "=", found)
END
)
echo "$output"
expected='b/./../c = http://site.example/a/c
/a/b/./../c = http://site.example/a/b/./../c
b//c = http://site.example/a/b/c'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
