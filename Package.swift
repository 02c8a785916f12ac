// swift-tools-version: 6.2
import PackageDescription

/// The settings of every module: warnings are errors, and imports are internal unless they say otherwise.
let common: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    // A function that calls no other one keeps no frame pointer: a backtrace from within it lacks its caller.
    .unsafeFlags(["-Xcc", "-momit-leaf-frame-pointer"], .when(configuration: .release)),
]

/// The settings of modules that compute much, and of tests that do: without optimisation, tests with every prefix
/// or every second of a month take too long.
let heavy = common + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The settings of modules on the event loop, whose thread is the main actor.
let onLoop = common + [.defaultIsolation(MainActor.self)]

let package = Package(
    name: "almanac",
    products: [
        .library(name: "Reactive", targets: ["Reactive"]),
        .library(name: "ReactiveAsync", targets: ["Reactive", "ReactiveAsync"]),
        .library(
            name: "AlmanacClient",
            targets: ["AlmanacClient", "AlmanacValues", "Reactive", "Records", "Systemd"]),
        .library(
            name: "AlmanacAsync", targets: ["AlmanacAsync", "AlmanacClient", "AlmanacValues", "Records"]),
        .executable(name: "almanacd", targets: ["almanacd"]),
        .executable(name: "almanac", targets: ["almanac"]),
        .executable(name: "almanac-web", targets: ["almanac-web"]),
        .executable(name: "almanac-mqtt", targets: ["almanac-mqtt"]),
        .executable(name: "bench", targets: ["bench"]),
    ],
    targets: [
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(
            name: "CMosquitto", pkgConfig: "libmosquitto", providers: [.apt(["libmosquitto-dev"])]),
        .target(name: "CArguments"),
        .target(name: "CConfinement"),
        .target(name: "CCurl"),
        .target(name: "CLanes"),
        .target(name: "CXML2", cSettings: [.unsafeFlags(["-I/usr/include/libxml2"])]),
        .target(name: "CXXHash"),
        .target(name: "Records", dependencies: ["CLanes", "CXXHash"], swiftSettings: heavy),
        .target(name: "Reactive", swiftSettings: heavy),
        .target(name: "ReactiveAsync", dependencies: ["Reactive"], swiftSettings: common),
        .target(name: "Schemas", dependencies: ["Records"], swiftSettings: common),
        .target(name: "AlmanacValues", dependencies: ["Records"], swiftSettings: common),
        .target(name: "Sky", dependencies: ["Records"], swiftSettings: heavy),
        .target(
            name: "Showing", dependencies: ["AlmanacValues", "Records", "Schemas", "Sky"],
            swiftSettings: common),
        .target(
            name: "WebPages", dependencies: ["AlmanacValues", "Records", "Schemas", "Showing", "Sky"],
            swiftSettings: common),
        .target(name: "Decoding", dependencies: ["Records"], swiftSettings: heavy),
        .target(
            name: "Weather", dependencies: ["Decoding", "Records", "Schemas"], swiftSettings: heavy),
        .target(
            name: "Feeds", dependencies: ["Decoding", "Records", "CLanes", "CXML2"], swiftSettings: heavy),
        .target(name: "Alerts", dependencies: ["Decoding", "Feeds", "Records"], swiftSettings: heavy),
        .target(name: "FeedLists", dependencies: ["Decoding", "Records"], swiftSettings: heavy),
        .target(
            name: "Tables", dependencies: ["Decoding", "Feeds", "Records", "CLanes"], swiftSettings: heavy),
        .target(name: "Places", dependencies: ["Decoding", "Records"], swiftSettings: heavy),
        .target(name: "Rhythm", dependencies: ["Records"], swiftSettings: heavy),
        .target(name: "Compression", dependencies: ["CZlib"], swiftSettings: common),
        .target(name: "Storing", dependencies: ["Compression", "Records", "CSQLite"], swiftSettings: heavy),
        .target(name: "Systemd", dependencies: ["Reactive", "Records", "CSystemd"], swiftSettings: onLoop),
        .target(
            name: "Fetching", dependencies: ["Reactive", "Records", "Systemd", "Compression", "CCurl"],
            swiftSettings: onLoop),
        .target(
            name: "Calendars", dependencies: ["CConfinement", "Decoding", "Records", "Systemd"],
            swiftSettings: heavy),
        .target(
            name: "HTTPServing", dependencies: ["CMicroHTTPD", "Reactive", "Records", "Showing", "Systemd"],
            swiftSettings: onLoop),
        .target(name: "MQTT", dependencies: ["CMosquitto", "Reactive", "Systemd"], swiftSettings: onLoop),
        .target(name: "Varlink", dependencies: ["Reactive", "Records", "Systemd"], swiftSettings: onLoop),
        .target(
            name: "AlmanacClient",
            dependencies: ["AlmanacValues", "Reactive", "Records", "Systemd", "Varlink"],
            swiftSettings: onLoop),
        .target(
            name: "AlmanacAsync",
            dependencies: ["AlmanacClient", "AlmanacValues", "Records", "Systemd", "Varlink"],
            swiftSettings: common),
        .target(
            name: "Definitions",
            dependencies: [
                "Alerts", "Calendars", "Decoding", "Feeds", "Places", "Records", "Schemas", "Sky", "Storing",
                "Systemd", "Tables", "Weather",
            ], swiftSettings: onLoop),
        .target(
            name: "Subscribing",
            dependencies: ["Definitions", "Reactive", "Records", "Storing", "Systemd", "Varlink"],
            swiftSettings: onLoop),
        .target(
            name: "Refreshing",
            dependencies: [
                "Alerts", "Decoding", "Definitions", "Fetching", "Reactive", "Records", "Rhythm", "Sky",
                "Storing", "Systemd", "Tables", "Weather",
            ], swiftSettings: onLoop),
        .target(
            name: "Mirroring",
            dependencies: [
                "AlmanacValues", "Decoding", "Definitions", "Fetching", "Reactive", "Records", "Refreshing",
                "Rhythm",
                "Storing", "Systemd", "Varlink",
            ], swiftSettings: onLoop),
        .target(
            name: "Daemon",
            dependencies: [
                "Calendars", "Definitions", "Fetching", "Mirroring", "Places", "Reactive", "Records",
                "Refreshing", "Storing", "Subscribing", "Systemd", "Varlink",
            ],
            resources: [.embedInCode("Interface/io.almanac.varlink")], swiftSettings: onLoop),
        .target(
            name: "Web",
            dependencies: [
                "AlmanacClient", "AlmanacValues", "Compression", "HTTPServing", "Reactive", "Records",
                "Showing", "Systemd", "WebPages",
            ], swiftSettings: onLoop),
        .target(
            name: "Bridge",
            dependencies: [
                "AlmanacClient", "AlmanacValues", "MQTT", "Reactive", "Records", "Schemas", "Showing",
                "Systemd",
            ], swiftSettings: onLoop),
        .target(name: "Programs", dependencies: ["CArguments", "Records"], swiftSettings: common),
        .executableTarget(
            name: "almanac-mqtt",
            dependencies: ["AlmanacClient", "Bridge", "MQTT", "Programs", "Reactive", "Records", "Systemd"],
            path: "Sources/almanac-mqtt", swiftSettings: onLoop),
        .executableTarget(
            name: "almanac-web",
            dependencies: [
                "AlmanacClient", "HTTPServing", "Programs", "Reactive", "Records", "Showing", "Systemd",
                "Web",
            ],
            path: "Sources/almanac-web", swiftSettings: onLoop),
        .executableTarget(
            name: "almanacd",
            dependencies: [
                "Calendars", "Daemon", "Definitions", "Fetching", "Programs", "Reactive", "Records",
                "Rhythm", "Storing", "Systemd",
            ], swiftSettings: onLoop),
        .executableTarget(
            name: "almanac",
            dependencies: [
                "AlmanacClient", "AlmanacValues", "FeedLists", "Programs", "Reactive", "Records", "Showing",
                "Storing", "Systemd", "Varlink",
            ], swiftSettings: onLoop),
        .executableTarget(
            name: "bench",
            dependencies: [
                "CCosts", "CSQLite", "CSystemd", "CXML2", "Calendars", "Daemon", "Decoding", "Definitions",
                "Reactive", "Records", "Storing", "Systemd", "TestServer", "Varlink", "Weather",
            ],
            path: "Tests/Bench", exclude: ["all", "reference"], swiftSettings: onLoop),
        .target(name: "CCosts", path: "Tests/CCosts"),

        .testTarget(
            name: "RecordsTests", dependencies: ["Records"], exclude: ["Corpus"], swiftSettings: common),
        .testTarget(
            name: "SkyTests", dependencies: ["Records", "Sky", "TestDocuments"],
            exclude: ["Corpus", "expectation"], swiftSettings: common),
        .testTarget(
            name: "FeedListsTests", dependencies: ["FeedLists", "Records", "TestDocuments"],
            exclude: ["Corpus"], swiftSettings: common),
        .testTarget(name: "ReactiveTests", dependencies: ["Reactive"], swiftSettings: common),
        // The examples of ReactiveAsync's documentation, compiled and run by ReactiveAsyncTests.
        .executableTarget(
            name: "ReactiveExample", dependencies: ["Reactive", "ReactiveAsync"],
            path: "Tests/ReactiveExample", swiftSettings: common),
        .testTarget(
            name: "ReactiveAsyncTests", dependencies: ["Reactive", "ReactiveAsync", "ReactiveExample"],
            swiftSettings: common),
        .target(
            name: "TestDocuments",
            dependencies: ["Calendars", "Decoding", "Definitions", "Records", "Schemas"],
            path: "Tests/TestDocuments", swiftSettings: common),
        .testTarget(
            name: "CalendarsTests",
            dependencies: ["Calendars", "Decoding", "Definitions", "Records", "TestDocuments", "almanacd"],
            exclude: [
                "Corpus", "agreement", "causes", "comparison.py", "expectation", "packages.py", "rate",
                "referee",
            ], swiftSettings: common),
        .testTarget(name: "DecodingTests", dependencies: ["Decoding", "Records"], swiftSettings: common),
        .testTarget(
            name: "WeatherTests",
            dependencies: ["Decoding", "Definitions", "Records", "TestDocuments", "Weather"],
            exclude: ["Corpus"], swiftSettings: common),
        .testTarget(
            name: "FeedsTests",
            dependencies: ["Decoding", "Definitions", "Feeds", "Records", "TestDocuments"],
            exclude: ["Corpus"], swiftSettings: common),
        .testTarget(
            name: "AlertsTests",
            dependencies: [
                "Alerts", "Compression", "Decoding", "Definitions", "Feeds", "Records", "TestDocuments",
            ],
            exclude: ["Corpus"], swiftSettings: heavy),
        .testTarget(
            name: "TablesTests",
            dependencies: ["Decoding", "Definitions", "Records", "Tables", "TestDocuments"],
            exclude: ["Corpus", "losses"], swiftSettings: common),
        .testTarget(
            name: "PlacesTests",
            dependencies: ["Decoding", "Definitions", "Places", "Records", "TestDocuments"],
            exclude: ["Corpus"], swiftSettings: common),
        .testTarget(name: "ProgramsTests", dependencies: ["Programs"], swiftSettings: common),
        .testTarget(
            name: "RhythmTests", dependencies: ["Records", "Rhythm"], exclude: ["Corpus"],
            swiftSettings: common),
        .testTarget(
            name: "StoringTests", dependencies: ["CFaultyCalls", "FaultyDisk", "Records", "Storing"],
            exclude: ["Corpus"], swiftSettings: common),
        .target(name: "CFaultyCalls", path: "Tests/CFaultyCalls"),
        .target(name: "CKeptMemory", path: "Tests/CKeptMemory"),
        .target(
            name: "FaultyDisk", dependencies: ["CSQLite"], path: "Tests/FaultyDisk", swiftSettings: common),
        .testTarget(
            name: "SystemdTests", dependencies: ["Reactive", "Records", "Systemd"], swiftSettings: onLoop),
        .target(
            name: "TestServer", dependencies: ["Systemd"], path: "Tests/TestServer", swiftSettings: onLoop),
        .testTarget(
            name: "FetchingTests",
            dependencies: ["CFaultyCalls", "Fetching", "Reactive", "Records", "Systemd", "TestServer"],
            exclude: ["Support/http2-server"], swiftSettings: onLoop),
        .testTarget(
            name: "HTTPServingTests", dependencies: ["HTTPServing", "Systemd"], swiftSettings: onLoop),
        .testTarget(
            name: "VarlinkTests", dependencies: ["Reactive", "Records", "Systemd", "Varlink"],
            swiftSettings: onLoop),
        .testTarget(
            name: "DefinitionsTests",
            dependencies: [
                "Alerts", "Compression", "Decoding", "Definitions", "Records", "Schemas", "Sky",
                "TestDocuments", "almanacd",
            ],
            exclude: ["Corpus"], swiftSettings: onLoop),
        .testTarget(
            name: "DaemonTests",
            dependencies: [
                "Calendars", "Daemon", "Definitions", "Feeds", "Fetching", "Reactive", "Records",
                "Refreshing", "Rhythm", "Storing", "Subscribing", "Systemd", "Varlink",
                "CFaultyCalls", "CKeptMemory", "FaultyDisk", "TestDaemon", "TestDocuments", "TestServer",
                "almanacd",
            ],
            exclude: ["Corpus"], swiftSettings: onLoop),
        .testTarget(
            name: "AlmanacTests",
            dependencies: ["almanac", "FaultyDisk", "Records", "Systemd", "TestDaemon", "Varlink"],
            swiftSettings: onLoop),
        .target(
            name: "TestDaemon", dependencies: ["Reactive", "Records", "Systemd", "Varlink"],
            path: "Tests/TestDaemon", swiftSettings: onLoop),
        .testTarget(
            name: "BridgeTests",
            dependencies: [
                "AlmanacClient", "AlmanacValues", "Bridge", "MQTT", "Reactive", "Records", "Systemd",
                "TestDaemon", "Varlink",
            ], swiftSettings: onLoop),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "AlmanacClient", "Compression", "Decoding", "Definitions", "HTTPServing", "Reactive",
                "Records",
                "Showing", "Systemd", "TestDaemon", "TestDocuments", "Varlink", "Web",
            ], exclude: ["Corpus"], swiftSettings: onLoop),
        // The example of almanac-guide(7), compiled and run by AlmanacClientTests.
        .executableTarget(
            name: "SwiftExample", dependencies: ["AlmanacAsync", "AlmanacValues"],
            path: "Tests/SwiftExample", swiftSettings: common),
        .testTarget(
            name: "AlmanacClientTests",
            dependencies: [
                "AlmanacAsync", "AlmanacClient", "AlmanacValues", "Reactive", "Records", "SwiftExample",
                "Systemd", "TestDaemon", "Varlink",
            ], swiftSettings: onLoop),
        // The simulator takes the place of system calls, so that the whole daemon runs in simulated time.
        .target(
            name: "SimulatedSystem", path: "Tests/SimulatedSystem",
            linkerSettings: [.linkedLibrary("systemd"), .linkedLibrary("sqlite3")]),
        .executableTarget(
            name: "simulate",
            dependencies: [
                "CSQLite", "Daemon", "Definitions", "Fetching", "Reactive", "Records", "SimulatedSystem",
                "Systemd",
            ],
            path: "Tests/Simulation", exclude: ["Found", "Mutations"], swiftSettings: onLoop),
        .testTarget(
            name: "ShowingTests",
            dependencies: ["AlmanacValues", "GoldenFiles", "Records", "Showing", "Sky"],
            exclude: ["Golden"], swiftSettings: common),
        .target(name: "GoldenFiles", path: "Tests/GoldenFiles", swiftSettings: common),
        .testTarget(
            name: "WebPagesTests",
            dependencies: ["AlmanacValues", "GoldenFiles", "Records", "Showing", "WebPages"],
            exclude: ["Golden"], swiftSettings: common),
    ]
)

// With `make test WHOLE=yes`, tests share the optimised modules of the programs. To optimise the tests, too, would take
// longer than it saves.
if Context.environment["ALMANAC_WHOLE"] != nil {
    for target in package.targets where target.type == .test {
        target.swiftSettings? += [.unsafeFlags(["-Onone"])]
    }
}

// `make fuzz` builds this target, which has no `main` of its own: libFuzzer supplies one.
if Context.environment["ALMANAC_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "Alerts", "CConfinement", "Calendars", "Daemon", "Decoding", "Definitions", "FeedLists",
                "Feeds", "Fetching", "Records", "Subscribing", "Systemd", "Tables", "Varlink",
            ],
            path: "Tests/Fuzz", exclude: ["requests", "requests.c", "run", "seeds"],
            swiftSettings: onLoop + [.unsafeFlags(["-parse-as-library"])]))
}
