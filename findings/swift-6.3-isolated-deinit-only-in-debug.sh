#!/bin/bash
# Swift 6.3.1 compiles an `isolated deinit` in a debug build and refuses it in a release build, without a place.
#
# Both modules have MainActor as their default isolation (SE-0466), and the class is public, so that its deinit may be isolated
# (SE-0371). In an optimised build, the module that uses the class reads it from the other one, there the default is lost, and
# the compiler says: "<unknown>:0: error: deinit is marked isolated, but containing class ... is not isolated to an actor". With
# `@MainActor` before the class, which changes nothing else, both builds succeed.
#
# In almanac: a public class with such a deinit that another module uses states its isolation (AlmanacClient's Replica).
# Needs the toolchain of Swift 6.3.1 as `swift`.
set -eu
swift --version 2>/dev/null | grep -q 'Swift version 6\.3\.1 ' || { echo "this is about Swift 6.3.1"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/Sources/Counting" "$folder/Sources/Program"
cat >"$folder/Package.swift" <<'END'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Isolation",
    targets: [
        .target(name: "Counting", swiftSettings: [.defaultIsolation(MainActor.self)]),
        .executableTarget(
            name: "Program", dependencies: ["Counting"], swiftSettings: [.defaultIsolation(MainActor.self)]),
    ])
END
cat >"$folder/Sources/Counting/Counter.swift" <<'END'
public final class Counter {
    public private(set) var count = 0
    public var isOpen = true { didSet { count += 1 } }
    private let end: () -> Void
    public init(_ end: @escaping () -> Void) { self.end = end }
    isolated deinit { end() }
}
END
cat >"$folder/Sources/Program/main.swift" <<'END'
import Counting

final class View {
    let counter = Counter { print("ended") }
    func run() {
        counter.isOpen = false
        print(counter.count)
    }
}
View().run()
END
cd "$folder"
swift build >/dev/null 2>&1 || { echo "the debug build fails, too"; exit 1; }
echo "debug: built"
swift build -c release >release 2>&1 && { echo "release: built; does not hold"; exit 1; }
grep -m 1 'error:' release
grep -q 'deinit is marked isolated, but containing class' release || { echo "does not hold"; exit 1; }
sed -i 's/^public final class/@MainActor public final class/' Sources/Counting/Counter.swift
swift build -c release >/dev/null 2>&1 || { echo "it fails with @MainActor, too"; exit 1; }
echo "release with @MainActor: built"
echo holds
