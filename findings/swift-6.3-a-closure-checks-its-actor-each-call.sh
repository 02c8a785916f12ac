#!/bin/bash
# Swift 6.3.1, optimised: sorting 200,000 numbers takes ten times as long if the function that sorts is isolated to the main actor.
#
# The closure passed to `sorted(by:)` is then isolated, too, although it captures nothing and never leaves the function, and the
# standard library may call it from anywhere: so each comparison asks the runtime whether it runs on the main actor (SE-0423). With
# MainActor as the default isolation of a module (SE-0466), that is every closure of the module; nothing in the source says so. The
# same function marked `nonisolated`, or compiled with -disable-dynamic-actor-isolation, does not ask.
#
# In almanac: release builds leave out these checks, which debug builds and tests make; a long sort is nonisolated.
# Needs the toolchain of Swift 6.3.1 as `swiftc`.
set -eu
swiftc --version 2>/dev/null | grep -q 'Swift version 6\.3\.1 ' || { echo "this is about Swift 6.3.1"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/sorting.swift" <<'END'
func isolated(_ numbers: [Int]) -> [Int] { numbers.sorted { $0 % 1000 < $1 % 1000 } }
nonisolated func free(_ numbers: [Int]) -> [Int] { numbers.sorted { $0 % 1000 < $1 % 1000 } }

@main struct Program {
    static func main() {
        let numbers = (0..<200_000).map { $0 * 7919 % 100_003 }
        precondition(isolated(numbers) == free(numbers))
        let clock = ContinuousClock()
        let times = (0..<5).map { _ in
            (clock.measure { _ = isolated(numbers) }, clock.measure { _ = free(numbers) })
        }
        let ratio = times.map { $0 / $1 }.sorted()[2]
        print(ratio > 4 ? "more than four times as long" : "about as long")
    }
}
END
build() { swiftc -O -swift-version 6 -default-isolation MainActor -parse-as-library "$@" "$folder/sorting.swift" -o "$folder/sorting"; }
build
checked=$("$folder/sorting")
echo "isolated: $checked"
nm -u "$folder/sorting" | grep -q swift_task_isCurrentExecutor || { echo "it does not ask; does not hold"; exit 1; }
build -disable-dynamic-actor-isolation
echo "without the checks: $("$folder/sorting")"
[ "$checked" = "more than four times as long" ] || { echo "does not hold"; exit 1; }
echo holds
