#!/bin/bash
# Swift 6.3.1: where /proc is not mounted, CommandLine.arguments is empty, and CommandLine.argc is 0.
#
# The standard library reads /proc/self/cmdline instead of what main receives; neither an error nor an element for the name
# of the program is left (execve(2) and the C standard, 5.1.2.2.1, pass argc and argv to main). A program that does its
# usual work when it has no arguments then does that work, whatever it was asked for. The same holds with @main.
#
# In almanac: a constructor in C keeps the arguments; `almanacd decode` in a root without /proc would have served instead.
# Needs root, for an empty /proc in a mount namespace, and the Swift toolchain.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
swiftc --version 2>&1 | grep -q 'Swift version 6\.3\.1' || { echo "this is about Swift 6.3.1"; exit 1; }
echo 'print(CommandLine.argc, CommandLine.arguments.dropFirst())' >main.swift
swiftc main.swift -static-stdlib -o program 2>log || { cat log; exit 1; }
output=$(./program one two
    unshare -m bash -c 'mount -t tmpfs none /proc && ./program one two')
echo "$output"
expected='3 ["one", "two"]
0 []'
[ "$output" = "$expected" ] || { echo "does not hold"; exit 1; }
echo holds
