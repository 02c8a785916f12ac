import Glibc
import Records
import Systemd

/// `bench web`: the web interface with a thousand streams, beside nginx, and in Chromium.
///
/// The daemon keeps the data of the demo. The web interface and nginx have a processor of their own each time
/// they are measured, the daemon and the clients another one. All of them, and Chromium, run in a network
/// that has only the loopback device. Memory and wake-ups are counted; otherwise, time is the subject.
enum WebBench {
    /// The processor of the server that is measured.
    static let serverProcessor = "0"
    /// The processor of the clients and the daemon.
    private static let clientProcessor = "1"

    /// Runs the benchmark.
    ///
    /// - Parameter arguments: The parts to run, all by default: `streams`, `rates`, `pages`. `alone` is added
    ///   by this program when it starts itself in a network of its own.
    /// - Throws: An error if a process cannot be started, or does not answer as expected.
    static func run(_ arguments: [String]) throws {
        guard arguments.contains("alone") else { return try runAlone(arguments) }
        try FileDescriptor.raiseLimit()
        let parts = Set(arguments).subtracting(["alone"])
        let fixture = try WebFixture()
        if parts.isEmpty || parts.contains("streams") { try compareStreams(fixture) }
        if parts.isEmpty || parts.contains("rates") { try compareRates(fixture) }
        if parts.isEmpty || parts.contains("pages") { try comparePages(fixture) }
    }

    /// Runs this program again in a network of its own; exits with status 77 if a part is missing.
    private static func runAlone(_ arguments: [String]) throws {
        let roots = BenchFiles.output(of: "'\(BenchFiles.root)Tests/Browser/roots' browser nginx")
        guard roots.count == 2 else { skip("Chromium or nginx cannot be had") }
        let words =
            [BenchFiles.root + "Tests/Browser/alone", "taskset", "-c", clientProcessor]
            + [try BenchFiles.program(), "web", "alone"] + arguments
        fflush(nil)
        let status = system(words.map { "'\($0)'" }.joined(separator: " ")) >> 8
        switch status {
        case 0: return
        case 1: Goal.miss()
        case 77: skip("no network of one's own can be made")
        default: throw BenchError("the benchmark ends with status \(status)")
        }
    }

    private static func skip(_ reason: String) -> Never {
        print("web: skipped: \(reason)")
        exit(77)
    }

    /// Measures a thousand streams: memory, the processor time of an event, wake-ups.
    private static func compareStreams(_ fixture: WebFixture) throws {
        let (count, changes) = (1_000, 100)
        let base = try fixture.web.unshared()
        let streams = try WebStreams(count)
        for _ in 0..<30 { _ = try streams.wait(for: fixture.change(.airport)) }
        let memory = Double(try fixture.web.unshared()) / 1e6
        print(
            "not shared: \(Goal.short(Double(base) / 1e6)) MB alone, \(Goal.short(memory)) MB with streams"
        )
        Goal.most("web \(count) streams, all memory", memory, limit: 25, unit: " MB")
        try Goal.times([("web processor per stream and event", 20)], unit: " µs") {
            let costs = try (0..<changes).map { _ in
                let (events, before) = (streams.events, try fixture.web.cpu())
                _ = try streams.wait(for: fixture.change(.airport))
                return (try fixture.web.cpu() - before) / 1e3 / Double((streams.events - events) * count)
            }
            return [costs.median]
        }
        // After these seconds, no timer of an earlier connection remains.
        sleep(32)
        Goal.most("web wake-ups a minute with idle streams", try fixture.web.wakeups(within: 10), limit: 0)
    }

    /// Compares the requests per second with those of nginx, which serves the same bytes.
    private static func compareRates(_ fixture: WebFixture) throws {
        let client = try WebClient(WebFixture.port)
        var files: [String: [UInt8]] = [:]
        for page in WebFixture.Page.allCases {
            files["\(page)"] = try client.response(to: WebClient.request(page.target)).body
            files["gzip/\(page)"] = try client.response(to: WebClient.request(page.target, encoding: "gzip"))
                .body
        }
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) { print("\(name): \(bytes.count) bytes") }
        try withExtendedLifetime(try WebFloor(files)) {
            for page in WebFixture.Page.allCases {
                for encoding in [nil, "gzip"] {
                    try compareKept(page, encoding)
                    try compareChanged(page, encoding, fixture)
                }
            }
        }
    }

    /// Compares the rates of a page that does not change: nginx may answer twice as often.
    private static func compareKept(_ page: WebFixture.Page, _ encoding: String?) throws {
        let name = encoding.map { "\(page), \($0)" } ?? "\(page)"
        let request = WebClient.request(page.target, encoding: encoding)
        try Goal.times([("web \(name), kept, nginx's rate to ours", 2)]) {
            let pairs = try (0..<5).map { _ in
                let ours = try rate(of: request)
                let floor = try WebLoad(WebFloor.port, floorRequest(page, encoding)).rate(
                    during: .milliseconds(500))
                return (ours: ours, floor: floor)
            }
            let rates = [pairs.map(\.ours).median, pairs.map(\.floor).median].map(Goal.short)
            print("\(name): \(rates[0]) requests per second, nginx \(rates[1])")
            return [pairs.map { $0.floor / $0.ours }.median]
        }
    }

    private static func floorRequest(_ page: WebFixture.Page, _ encoding: String?) -> [UInt8] {
        WebClient.request(encoding.map { "/\($0)/\(page)" } ?? "/\(page)", encoding: encoding)
    }

    /// Returns the requests per second of the web interface.
    ///
    /// A page that is rendered anew, because a minute has passed, may have another length than the one
    /// before, for which the load waits in vain: then it is repeated once.
    private static func rate(of request: [UInt8]) throws -> Double {
        do {
            return try WebLoad(WebFixture.port, request).rate(during: .milliseconds(500))
        } catch is BenchError {
            return try WebLoad(WebFixture.port, request).rate(during: .milliseconds(500))
        }
    }

    /// Compares the times of single requests, each of which follows a change of the page: nginx may be ten
    /// times as fast.
    private static func compareChanged(
        _ page: WebFixture.Page, _ encoding: String?, _ fixture: WebFixture
    ) throws {
        let name = encoding.map { "\(page), \($0)" } ?? "\(page)"
        let (web, floor, streams) = (
            try WebClient(WebFixture.port), try WebClient(WebFloor.port), try WebStreams(1)
        )
        let request = WebClient.request(page.target, encoding: encoding)
        try Goal.times([("web \(name), changed, to nginx", 10)]) {
            let pairs = try (0..<20).map { _ in
                let mark = try fixture.change(page)
                _ = try streams.wait(for: mark)
                // The daemon shares a core with the clients, and indexes the words of the change within 0.1
                // s.
                usleep(150_000)
                let ours = try delay(of: request, to: web, containing: encoding == nil ? mark : nil)
                return (
                    ours: ours, floor: try delay(of: floorRequest(page, encoding), to: floor, containing: nil)
                )
            }
            let times = [pairs.map(\.ours).median, pairs.map(\.floor).median].map(Goal.short)
            print("\(name): \(times[0]) µs after a change, nginx \(times[1]) µs")
            return [pairs.map { $0.ours / $0.floor }.median]
        }
    }

    /// Returns the microseconds from a request to the end of its response.
    private static func delay(of request: [UInt8], to client: WebClient, containing mark: String?) throws
        -> Double
    {
        var body: [UInt8] = []
        let delay = try Clock.milliseconds { body = try client.response(to: request).body } * 1e3
        if let mark, body.firstRange(of: Array(mark.utf8)) == nil {
            throw BenchError("the page does not contain the change \(mark)")
        }
        return delay
    }

    /// Measures ten pages in Chromium beside 990 streams: the delay from a commit to what they show, and the
    /// size of what they load.
    private static func comparePages(_ fixture: WebFixture) throws {
        let changes = 160
        let streams = try WebStreams(990)
        let browser = try WebBrowser(until: [fixture.mark(changes - 1), fixture.mark(changes)])
        var commits: [String: Int] = [:]
        for number in 0..<changes {
            let mark = try fixture.change(number.isMultiple(of: 2) ? .airport : .table)
            commits[mark] = try streams.wait(for: mark)
            usleep(300_000)
        }
        let delays = try browser.end().compactMap { page in
            commits[page.mark].map { Double(page.moment - $0) / 1e3 }
        }
        print("\(delays.count) changes shown by \(WebBrowser.pages) pages beside 990 streams")
        guard delays.count >= changes * WebBrowser.pages / 4 else {
            throw BenchError("pages show only \(delays.count) changes")
        }
        Goal.most("web commit to changed page, median", delays.median, limit: 100, unit: " ms")
        Goal.most("web commit to changed page, 99 of 100", delays.percentile(99), limit: 300, unit: " ms")
        Goal.most("web first page", Double(browser.sizes["/"] ?? .max) / 1e3, limit: 60, unit: " kB")
        Goal.most("web map", Double(browser.sizes["/map"] ?? .max) / 1e3, limit: 150, unit: " kB")
    }
}

/// Chromium with pages of the web interface, driven by `Peers/pages.py`.
private final class WebBrowser {
    /// The number of pages, half of them in each of two contexts.
    static let pages = 10

    /// The bytes that a first visit to a path loads, with the heads of the responses.
    private(set) var sizes: [String: Int] = [:]
    private let output: UnsafeMutablePointer<FILE>

    /// Opens the pages and waits until all follow the changes.
    ///
    /// - Parameter marks: The marks of which every page shows one at the end.
    /// - Throws: An error if Chromium cannot be started.
    init(until marks: [String]) throws {
        let targets = WebFixture.Page.allCases.map { String($0.target.prefix { $0 != "?" }) }
        let words = ["http://127.0.0.1:\(WebFixture.port)"] + targets + marks
        let peer = BenchFiles.root + "Tests/Bench/Peers/pages.py"
        let command = "taskset -c 0,1 python3 '\(peer)' " + words.joined(separator: " ")
        guard let pipe = popen(command, "r") else {
            throw BenchError("cannot start Chromium")
        }
        output = pipe
        while let words = line(), words != ["ready"] {
            guard words.count == 3, words[0] == "size" else { continue }
            sizes[words[1]] = Int(words[2])
        }
    }

    /// Returns the marks that the pages have shown, with the moments in microseconds since 1970.
    func end() throws -> [(mark: String, moment: Int)] {
        var shown: [(mark: String, moment: Int)] = []
        while let words = line() {
            guard words.count == 3, words[0] == "shown", let moment = Int(words[2]) else { continue }
            shown.append((words[1], moment))
        }
        guard pclose(output) == 0 else { throw BenchError("the pages cannot be read") }
        return shown
    }

    private func line() -> [String]? {
        var room = [CChar](repeating: 0, count: 4096)
        guard fgets(&room, CInt(room.count), output) != nil else { return nil }
        let text = String(decoding: room.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }
}
