// swift-tools-version: 6.2
import PackageDescription

/// One target for libFuzzer; `run` builds and runs it. Apart, because it has no `main` and links with the fuzzer only.
let settings: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "fuzz",
    targets: [
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0"),
        .target(name: "Records", swiftSettings: settings),
        .target(name: "Decoding", dependencies: ["Records", "CXML2"], swiftSettings: settings),
        .executableTarget(
            name: "Fuzz", dependencies: ["Decoding", "Records"],
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]),
    ]
)
