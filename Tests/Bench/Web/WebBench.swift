import Glibc
import Records
import Systemd

/// `bench web`: the web interface with a thousand streams, and the instructions of a page that is kept or has
/// changed, beside those of nginx, which serves the same bytes.
enum WebBench {
    /// Runs the benchmark.
    ///
    /// - Throws: An error if a process cannot be started, or does not answer as expected.
    static func run() throws {
        try FileDescriptor.raiseLimit()
        let fixture = try WebFixture()
        try measureStreams(fixture)
        try WebReports(fixture: fixture).measure()
        try countPages(fixture)
    }

    /// Measures a thousand streams: memory, wake-ups, and the delay of a change to the last of them, which the
    /// clients of this process determine.
    private static func measureStreams(_ fixture: WebFixture) throws {
        let count = 1_000
        let web = try fixture.serve(by: [fixture.program])
        defer { web.stop() }
        let base = Double(try web.unshared()) / 1e6
        let streams = try WebStreams(count, of: WebFixture.sources, at: fixture.port)
        for _ in 0..<30 { _ = try streams.wait(for: fixture.change(.airport)) }
        let memory = Double(try web.unshared()) / 1e6
        print("not shared: \(Goal.short(base)) MB alone, \(Goal.short(memory)) MB with \(count) streams")
        Goal.most("web, \(count) streams, all memory", memory, limit: 25, unit: " MB")
        let delays = try (0..<50).map { _ in
            let commit = try streams.wait(for: fixture.change(.airport))
            return Clock.time(CLOCK_REALTIME) / 1e6 - Double(commit) / 1e3
        }
        print("ms from a commit to the last stream: \(delays.spread)")
        // After these seconds, no timer of an earlier connection remains.
        sleep(32)
        Goal.most("web, wake-ups a minute with idle streams", try web.wakeups(within: 10), limit: 0)
    }

    /// Counts the instructions of pages, and of events to streams.
    private static func countPages(_ fixture: WebFixture) throws {
        var files: [String: [UInt8]] = [:]
        let alone = try count(fixture) { client, _ in
            for kind in kinds { files[kind.name] = try client.response(to: kind.request) }
        }
        guard let alone, let program = WebFloor.program else {
            return print("web: pages are not judged, instructions cannot be counted, or nginx is missing")
        }
        let floor = try WebFloor(files)
        let nginx = try count(floor, program) { _ in } ?? .nan
        let (rounds, changes) = (200, 20)
        for kind in kinds {
            let file = WebClient.request("/" + kind.name)
            let least = try count(floor, program) { client in
                for _ in 0..<rounds { _ = try client.response(to: file) }
            }
            let kept = try count(fixture) { client, _ in
                for _ in 0..<rounds { _ = try client.response(to: kind.request) }
            }
            let changed = try count(fixture) { client, streams in
                for _ in 0..<changes {
                    _ = try streams.wait(for: fixture.change(kind.page))
                    _ = try client.response(to: kind.request)
                }
            }
            let costs = [((least ?? .nan) - nginx, rounds), ((kept ?? .nan) - alone, rounds)]
                .map { $0 / Double($1) }
            let cost = ((changed ?? .nan) - alone) / Double(changes)
            print("\(kind.name): instructions kept \(costs[1]), changed \(cost), nginx \(costs[0])")
            let name = "web, \(kind.name)"
            Goal.most("\(name), kept, instructions to nginx", costs[1] / costs[0], limit: kind.kept)
            Goal.most("\(name), changed, instructions to nginx", cost / costs[0], limit: kind.changed)
        }
        let streams = 100
        let idle = try count(fixture, streams)
        let busy = try count(fixture, streams) { _, streams in
            for _ in 0..<changes { _ = try streams.wait(for: fixture.change(.airport)) }
        }
        let event = ((busy ?? .nan) - (idle ?? .nan)) / Double(changes * streams)
        Goal.most("web, instructions of a stream and change", event, limit: 17_700)
    }

    /// A form of a page, with the limits of its instructions relative to nginx's.
    private struct Form {
        let page: WebFixture.Page
        let encoding: String?
        let kept: Double
        let changed: Double

        var name: String { encoding == nil ? "\(page)" : "gzip/\(page)" }
        var request: [UInt8] { WebClient.request(page.target, encoding: encoding) }
    }

    private static let kinds = [
        Form(page: .airport, encoding: nil, kept: 5.5, changed: 450),
        Form(page: .airport, encoding: "gzip", kept: 7.5, changed: 500),
        Form(page: .table, encoding: nil, kept: 8.5, changed: 1_650),
        Form(page: .table, encoding: "gzip", kept: 9.7, changed: 2_360),
    ]

    /// Counts the instructions of the web interface from its start to its end.
    private static func count(
        _ fixture: WebFixture, _ streams: Int = 1,
        _ use: (WebClient, WebStreams) throws -> Void = { _, _ in }
    ) throws -> Double? {
        try Instructions.count(fixture.program) { command in
            let web = try fixture.serve(by: command)
            let client = try WebClient(fixture.port)
            for kind in kinds { _ = try client.response(to: kind.request) }
            try use(client, try WebStreams(streams, of: WebFixture.sources, at: fixture.port))
            web.stop()
        }
    }

    /// Counts those of nginx.
    private static func count(
        _ floor: WebFloor, _ program: String, _ use: (WebClient) throws -> Void
    ) throws -> Double? {
        try Instructions.count(program) { command in
            let nginx = try floor.serve(by: command)
            let client = try WebClient(floor.port)
            for kind in kinds { _ = try client.response(to: WebClient.request("/" + kind.name)) }
            try use(client)
            nginx.stop()
        }
    }
}
