// swift-tools-version: 6.2
import PackageDescription

/// Every module: Swift 6, no warning left standing, imports private unless they say otherwise.
let common: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// Modules that live on the one thread that runs the event loop: the main actor is the loop.
let onLoop = common + [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "almanac",
    products: [
        .library(name: "Reactive", targets: ["Reactive"]),
        .executable(name: "almanacd", targets: ["almanacd"]),
        .executable(name: "almanac", targets: ["almanac"]),
        .executable(name: "bench", targets: ["bench"]),
    ],
    targets: [
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        .target(name: "CAllocations"),
        .target(name: "CCurl"),

        .target(name: "Records", swiftSettings: common),
        .target(name: "Reactive", swiftSettings: common),
        .target(name: "Showing", dependencies: ["Records"], swiftSettings: common),
        .target(name: "Decoding", dependencies: ["Records", "CXML2"], swiftSettings: common),
        .target(name: "Storing", dependencies: ["Records", "CSQLite", "CZlib"], swiftSettings: common),
        .target(name: "Systemd", dependencies: ["Reactive", "Records", "CSystemd"], swiftSettings: onLoop),
        .target(
            name: "Fetching", dependencies: ["Reactive", "Records", "Systemd", "CCurl", "CZlib"],
            swiftSettings: onLoop),
        .target(name: "Varlink", dependencies: ["Reactive", "Records", "Systemd"], swiftSettings: onLoop),
        .target(
            name: "Daemon",
            dependencies: ["Decoding", "Fetching", "Reactive", "Records", "Storing", "Systemd", "Varlink"],
            swiftSettings: onLoop),

        .executableTarget(
            name: "almanacd", dependencies: ["Daemon", "Reactive", "Records", "Systemd"],
            swiftSettings: onLoop),
        .executableTarget(
            name: "almanac", dependencies: ["Reactive", "Records", "Showing", "Systemd", "Varlink"],
            swiftSettings: onLoop),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CAllocations",
                "Daemon", "Decoding", "Fetching", "Reactive", "Records", "Storing", "Systemd", "Varlink",
                "CSQLite", "TestServer",
            ],
            exclude: ["Peers"], swiftSettings: onLoop),

        .testTarget(name: "RecordsTests", dependencies: ["Records"], swiftSettings: common),
        .testTarget(name: "ReactiveTests", dependencies: ["Reactive"], swiftSettings: common),
        .testTarget(
            name: "DecodingTests", dependencies: ["Decoding", "Records"], exclude: ["Corpus"],
            swiftSettings: common),
        .testTarget(
            name: "StoringTests", dependencies: ["Records", "Storing"], exclude: ["Corpus"],
            swiftSettings: common),
        .testTarget(
            name: "SystemdTests", dependencies: ["Reactive", "Records", "Systemd"], swiftSettings: onLoop),
        .target(
            name: "TestServer", dependencies: ["Systemd"], path: "Tests/TestServer", swiftSettings: onLoop),
        .testTarget(
            name: "FetchingTests",
            dependencies: ["Fetching", "Reactive", "Records", "Systemd", "TestServer"],
            swiftSettings: onLoop),
        .testTarget(
            name: "VarlinkTests", dependencies: ["Reactive", "Records", "Systemd", "Varlink"],
            swiftSettings: onLoop),
        .testTarget(
            name: "DaemonTests",
            dependencies: [
                "Daemon", "Decoding", "Fetching", "Reactive", "Records", "Storing", "Systemd", "Varlink",
                "TestServer",
            ],
            exclude: ["Corpus"], swiftSettings: onLoop),
        .testTarget(
            name: "AlmanacTests", dependencies: ["almanac", "Reactive", "Records", "Systemd", "Varlink"],
            swiftSettings: onLoop),
        .testTarget(
            name: "ShowingTests", dependencies: ["Records", "Showing"], exclude: ["Golden"],
            swiftSettings: common),
    ]
)
